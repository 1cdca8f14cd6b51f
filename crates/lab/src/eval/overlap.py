"""Passages planted into other documents: which of them are found, and what it costs.

Usage: overlap.py FOLDER RESULTS. The folder has corpus.jsonl and docs.tsv; RESULTS is written: the items found, by program, words and kind. `overlap` is on PATH. Rivals run where this Python has them: lm_eval (its Janitor), datatrove with spaCy; a set
of 13-grams in Python always does. Items are runs of words of one half of the documents, planted into documents of the other half: at a
random word, or over a paragraph's end. An item is found if the document that has it is named.
"""

import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile

LENGTHS = (15, 25, 40, 60, 100, 200)
EACH = 40
DOCUMENTS = 400


def edited(words, share, pool, rng):
    """Words of which this share is replaced, left out, or followed by another one."""
    out = []
    for word in words:
        kind = rng.randrange(3) if rng.random() < share else 3
        if kind != 1:
            out.append(rng.choice(pool) if kind == 0 else word)
        if kind == 2:
            out.append(rng.choice(pool))
    return out


def punctuated(text, rng):
    return re.sub(r'[.,;:!?"“”]', lambda _: rng.choice(["", ";", " -", "..."]), text).upper()


def wrapped(text):
    lines, line = [], ""
    for word in text.split():
        if len(line) > 30:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return "\r\n".join([*lines, line])


def entities(text):
    for plain, name in (("&", "amp"), ('"', "quot"), ("'", "#39"), ("’", "rsquo"), ("—", "mdash"), ("é", "eacute")):
        text = text.replace(plain, f"&{name};")
    return text


KINDS = {
    "verbatim": lambda words, pool, rng: " ".join(words),
    "5 % edited": lambda words, pool, rng: " ".join(edited(words, 0.05, pool, rng)),
    "10 % edited": lambda words, pool, rng: " ".join(edited(words, 0.10, pool, rng)),
    "20 % edited": lambda words, pool, rng: " ".join(edited(words, 0.20, pool, rng)),
    "case, marks": lambda words, pool, rng: punctuated(" ".join(words), rng),
    "numbers": None,
    "wrapped": lambda words, pool, rng: wrapped(" ".join(words)),
    "entities": lambda words, pool, rng: entities(" ".join(words)),
}


def planted(documents, length, kind, seed):
    """Items, the documents with some of them planted, and the number of the document that has each."""
    rng = random.Random(f"{seed} {length} {kind}")
    half = len(documents) // 2
    sources = [text.split() for text in documents[:half] if len(text.split()) > length + 100]
    pool = [word for words in sources[:100] for word in words]
    hosts = rng.sample(range(half, len(documents)), EACH)
    texts = dict(enumerate(documents[half:], half))
    items = []
    for number, host in enumerate(hosts):
        words = rng.choice(sources)
        start = rng.randrange(len(words) - length)
        words = words[start : start + length]
        if kind == "numbers":
            digits = [f"{rng.randrange(1, 10)},{rng.randrange(1000):03}" if at % 7 == 3 else word for at, word in enumerate(words)]
            items.append(" ".join(digits))
            form = lambda m: rng.choice([m[1] + m[2], f"{m[1]}.{m[2]}", f"{m[1]}\u202f{m[2]}"])
            quote = re.sub(r"\b(\d),(\d{3})\b", form, " ".join(digits))
        else:
            items.append(" ".join(words))
            quote = KINDS[kind](words, pool, rng)
        if number % 2:
            middle = quote.rfind(" ", 0, len(quote) // 2)
            quote = quote[:middle] + "\n\n" + quote[middle + 1 :]
        at = texts[host].find(" ", rng.randrange(len(texts[host])))
        texts[host] = f"{texts[host][:at]} {quote} {texts[host][at + 1:]}"
    return items, texts, hosts


def by_overlap(items, texts, options=()):
    with tempfile.TemporaryDirectory() as folder:
        for name, rows in (("items", enumerate(items)), ("texts", texts.items())):
            with open(f"{folder}/{name}.jsonl", "w") as out:
                out.writelines(json.dumps({"id": str(number), "text": text}) + "\n" for number, text in rows)
        command = ["overlap", "-q", "--items", f"{folder}/items.jsonl", *options, f"{folder}/texts.jsonl"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    hits = [json.loads(line) for line in lines]
    return {(int(hit["item"]), int(hit["doc"])) for hit in hits if hit["share"] >= (0.8 if not options else 1e-9)}


def thirteen_grams(text):
    words = re.sub(r"[^\w\s]", "", text.lower()).split()
    return {" ".join(words[at : at + 13]) for at in range(len(words) - 12)}


def by_thirteen_grams(items, texts):
    index = {gram: number for number, item in enumerate(items) for gram in thirteen_grams(item)}
    return {(index[gram], host) for host, text in texts.items() for gram in thirteen_grams(text) & index.keys()}


def by_janitor(items, texts):
    folder = importlib.util.find_spec("lm_eval").submodule_search_locations[0]
    spec = importlib.util.spec_from_file_location("janitor", f"{folder}/decontamination/janitor.py")
    module = importlib.util.module_from_spec(spec)
    with open(os.devnull, "w") as null:
        kept = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = null
        spec.loader.exec_module(module)
        sys.stdout, sys.stderr = kept
    janitor = module.Janitor()
    for item in items:
        janitor.register_contaminant(item)
    # It names the documents that it cuts, not the items.
    return {(None, host) for host, text in texts.items() if janitor.clean(text) != [text]}


def by_datatrove(items, texts):
    from datatrove.data import Document
    from datatrove.pipeline.decont.n_grams import NGramsDecontConfig, NGramsDecontFilter, NGramsDecontIndexer

    import numpy

    config = NGramsDecontConfig()
    with tempfile.TemporaryDirectory() as folder:
        indexer = NGramsDecontIndexer(folder, config=config)
        hashes = {value for item in items for value in indexer.compute_hashes(item, None)}
        numpy.array(list(hashes), dtype=config.hash_config.np_descr).tofile(f"{folder}/items.index.hashes")
        keeper = NGramsDecontFilter(folder, config=config)
        keeps = ((host, keeper.filter(Document(text=text, id=str(host)))) for host, text in texts.items())
        return {(None, host) for host, kept in keeps if kept is not True}


WAYS = {
    "overlap": by_overlap,
    "overlap --rule gpt3": lambda items, texts: by_overlap(items, texts, ("--rule", "gpt3")),
    "13-grams in Python": by_thirteen_grams,
    "lm_eval Janitor": by_janitor,
    "datatrove n-grams": by_datatrove,
}


def cell(way, case):
    """Items found of those planted, and other documents named, as `40` or `40 +1`."""
    items, texts, hosts = case
    named = WAYS[way](items, texts)
    hosted = {host for _, host in named}
    found = sum(host in hosted for host in hosts)
    wrong = len(hosted - set(hosts))
    return f"{found} +{wrong}" if wrong else str(found)


def cost(way, documents, seed):
    """CPU seconds and peak memory of one case, in a process of its own."""
    call = f"import sys; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r}); import overlap as o; import json; d = o.read({sys.argv[1]!r}); c = o.planted(d, 40, 'verbatim', {seed}); import resource as r; t = lambda: sum(r.getrusage(w).ru_utime + r.getrusage(w).ru_stime for w in (r.RUSAGE_SELF, r.RUSAGE_CHILDREN)); b = t(); o.WAYS[{way!r}](c[0], c[1]); w = r.RUSAGE_CHILDREN if {way!r}.startswith('overlap') else r.RUSAGE_SELF; print(t() - b, r.getrusage(w).ru_maxrss / 1024)"
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True)
    return [float(number) for number in done.stdout.split()[-2:]]


def read(folder):
    """Texts in which nothing was planted before."""
    with open(f"{folder}/docs.tsv") as roles:
        clean = {line.split("\t")[0] for line in roles if line.rstrip().endswith("\tclean")}
    texts = []
    with open(f"{folder}/corpus.jsonl") as lines:
        for line in lines:
            record = json.loads(line)
            if record["id"] in clean and 150 < len(record["text"].split()) < 3000:
                texts.append(record["text"])
            if len(texts) == DOCUMENTS:
                break
    return texts


def find_thirteen_grams(items, corpus):
    """Prints the documents of a file of records that have a 13-gram of an item of another one."""
    with open(items) as lines:
        index = {gram for line in lines for gram in thirteen_grams(json.loads(line)["text"])}
    with open(corpus) as lines:
        for line in lines:
            record = json.loads(line)
            if not thirteen_grams(record["text"]).isdisjoint(index):
                print(record["id"])


def main():
    documents = read(sys.argv[1])
    seed = 1
    print(f"{EACH} items of each length in {len(documents) // 2} documents: how many are found (+ other documents named)\n")
    print(f"{'':22}{'words':>6}" + "".join(f"{kind:>13}" for kind in KINDS))
    cases = {(length, kind): planted(documents, length, kind, seed) for length in LENGTHS for kind in KINDS}
    costs, results = {}, {}
    for way in WAYS:
        try:
            rows = [(length, [cell(way, cases[length, kind]) for kind in KINDS]) for length in LENGTHS]
            costs[way] = cost(way, documents, seed)
        except (ImportError, AttributeError) as error:
            print(f"{way:22} not run: {error}")
            continue
        results[way] = {length: dict(zip(KINDS, (int(one.split()[0]) for one in cells))) for length, cells in rows}
        for number, (length, cells) in enumerate(rows):
            print(f"{way if number == 0 else '':22}{length:6}" + "".join(f"{one:>13}" for one in cells), flush=True)
    print("\nof 40 words verbatim       CPU s      MiB")
    for way, (seconds, peak) in costs.items():
        print(f"{way:22}{seconds:10.2f}{peak:9.0f}")
    with open(sys.argv[2], "w") as out:
        json.dump(results, out)


if __name__ == "__main__":
    if sys.argv[1] == "--thirteen-grams":
        find_thirteen_grams(*sys.argv[2:])
    else:
        main()
