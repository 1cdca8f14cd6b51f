"""The systems of the tables in README.md: trommel, baselines, and others that pip has.

    systems.py TASK FOLDER [SYSTEM]...

Makes an answer of each system to the documents of FOLDER, FOLDER/SYSTEM.jsonl, and prints its score and its CPU seconds with those of the
processes that it starts. A system whose package is missing is left out, with a note. To add one, write a function from the records of the
documents to those of the answer, and put it into SYSTEMS.
"""

import importlib
import json
import pathlib
import re
import resource
import sys
import tempfile
from collections import Counter, defaultdict

from made import read, write


def tool(name: str, *options: str, data: bytes) -> list[dict]:
    """The records that a tool of trommel makes of JSON Lines."""
    from trommel_tools import PIPE, run

    out = run(name, *options, input=data, stdout=PIPE, stderr=-3).stdout
    return [json.loads(line) for line in out.splitlines()]


def lines_of(documents: list[dict]) -> bytes:
    return "".join(json.dumps(document) + "\n" for document in documents).encode()


# Bounds.
def bounds_trommel(documents: list[dict]) -> list[dict]:
    data = lines_of(documents)
    frequent = tool("freqlines", "-k", "5", data=lines_of(tool("linenorm", "--ends", "300", data=data)))
    with tempfile.NamedTemporaryFile("wb", suffix=".jsonl") as file:
        file.write(lines_of(frequent))
        file.flush()
        found = tool("cutbounds", "--freq", file.name, data=data)
    # preamble_end is the last line of the preamble, and epilogue_start the first of the epilogue, both from 1.
    return [{"doc": r["doc"], "body_start": r["preamble_end"], "body_end": r["epilogue_start"] - 1} for r in found]


def bounds_frequent(documents: list[dict]) -> list[dict]:
    """The baseline: lines that more than five documents have are cut from both ends."""
    counts = Counter(line for document in documents for line in set(document["text"].splitlines()))
    answer = []
    for document in documents:
        often = [counts[line] > 5 and line != "" for line in document["text"].splitlines()]
        start = next((n for n, yes in enumerate(often) if not yes), 0)
        end = len(often) - next((n for n, yes in enumerate(reversed(often)) if not yes), 0)
        answer.append({"doc": document["doc"], "body_start": start, "body_end": end})
    return answer


def bounds_gutenberg_cleaner(documents: list[dict]) -> list[dict]:
    """gutenberg-cleaner's simple_cleaner, whose text is found again in the document by its first and last line."""
    simple_cleaner = importlib.import_module("gutenberg_cleaner").simple_cleaner
    answer = []
    for document in documents:
        lines = document["text"].splitlines()
        kept = [line for line in simple_cleaner(document["text"]).splitlines() if line.strip()]
        start = lines.index(kept[0]) if kept and kept[0] in lines else 0
        end = len(lines) - lines[::-1].index(kept[-1]) if kept and kept[-1] in lines else len(lines)
        answer.append({"doc": document["doc"], "body_start": start, "body_end": end})
    return answer


# Passages.
def passages_trommel(documents: list[dict], *options: str) -> list[dict]:
    words = tool("uniqwords", "--positions", *options, data=lines_of(documents))
    return [{"a": pair["a"], "b": pair["b"]} for pair in tool("lcsdup", "--find", "both", data=lines_of(words))]


def passages_trommel_dense(documents: list[dict]) -> list[dict]:
    return passages_trommel(documents, "--dense")


def passages_ngrams(documents: list[dict], n: int = 8) -> list[dict]:
    """The baseline: pairs that share eight words in a row."""
    holders = defaultdict(set)
    for document in documents:
        words = re.findall(r"\w+", document["text"].lower())
        for at in range(len(words) - n + 1):
            holders[tuple(words[at : at + n])].add(document["doc"])
    pairs = {(a, b) for docs in holders.values() if len(docs) <= 10 for a in docs for b in docs if a < b}
    return [{"a": a, "b": b} for a, b in sorted(pairs)]


# Near-duplicates.
def clusters(documents: list[dict], pairs: list[tuple[str, str]]) -> list[dict]:
    """Connected documents have the same cluster."""
    parent = {document["doc"]: document["doc"] for document in documents}

    def root(doc: str) -> str:
        while parent[doc] != doc:
            parent[doc] = doc = parent[parent[doc]]
        return doc

    for a, b in pairs:
        parent[root(a)] = root(b)
    return [{"doc": doc, "cluster": root(doc)} for doc in parent]


def neardups_trommel(documents: list[dict]) -> list[dict]:
    from trommel_tools import NearDup

    seen, pairs = NearDup(similarity=0.3, exact=True), []
    for document in documents:
        match = seen.push(document["text"])
        if match is not None:
            pairs.append((document["doc"], documents[match.document]["doc"]))
    return clusters(documents, pairs)


def neardups_exact(documents: list[dict]) -> list[dict]:
    """The baseline: equal words."""
    return [{"doc": document["doc"], "cluster": " ".join(document["text"].lower().split())} for document in documents]


def shingles(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[at : at + 5]) for at in range(max(1, len(words) - 4))}


def neardups_datasketch(documents: list[dict]) -> list[dict]:
    datasketch = importlib.import_module("datasketch")
    index, pairs = datasketch.MinHashLSH(threshold=0.3, num_perm=128), []
    for document in documents:
        signature = datasketch.MinHash(num_perm=128)
        signature.update_batch([shingle.encode() for shingle in shingles(document["text"])])
        pairs += [(document["doc"], other) for other in index.query(signature)]
        index.insert(document["doc"], signature)
    return clusters(documents, pairs)


def neardups_rensa(documents: list[dict]) -> list[dict]:
    rensa = importlib.import_module("rensa")
    index, pairs, signatures = rensa.RMinHashLSH(threshold=0.3, num_perm=128, num_bands=32), [], []
    for number, document in enumerate(documents):
        signature = rensa.RMinHash(num_perm=128, seed=42)
        signature.update(list(shingles(document["text"])))
        signatures.append(signature)
        close = [other for other in index.query(signature) if signature.jaccard(signatures[other]) >= 0.3]
        pairs += [(document["doc"], documents[other]["doc"]) for other in close]
        index.insert(number, signature)
    return clusters(documents, pairs)


SYSTEMS = {
    "bounds": {"trommel": bounds_trommel, "frequent-lines": bounds_frequent, "gutenberg-cleaner": bounds_gutenberg_cleaner},
    "passages": {"trommel": passages_trommel, "trommel-dense": passages_trommel_dense, "eight-words": passages_ngrams},
    "neardups": {"trommel": neardups_trommel, "exact": neardups_exact, "datasketch": neardups_datasketch, "rensa": neardups_rensa},
}


def cpu() -> float:
    """CPU seconds of this process and of those that it has waited for."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(of.ru_utime + of.ru_stime for of in used)


def main(task: str, folder: str, *names: str) -> dict[str, dict]:
    """The scores of systems."""
    here, scores = pathlib.Path(folder), {}
    documents, labels = read(here / "documents.jsonl"), read(here / "labels.jsonl")
    for name in names or SYSTEMS[task]:
        before = cpu()
        try:
            answer = SYSTEMS[task][name](documents)
        except ImportError as error:
            print(f"{name}: not run: {error}", file=sys.stderr)
            continue
        write(here / f"{name}.jsonl", answer)
        scores[name] = importlib.import_module(task).score(labels, answer)
        print(json.dumps({"system": name, **scores[name], "cpu seconds": round(cpu() - before, 2)}), flush=True)
    return scores


if __name__ == "__main__":
    main(*sys.argv[1:])
