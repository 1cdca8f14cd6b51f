"""Near-duplicates with skew: makes the task, and scores an answer.

    neardups.py make FOLDER [--size small|full] [--seed N]
    neardups.py score FOLDER ANSWER.jsonl

FOLDER gets documents.jsonl (doc, text) and labels.jsonl (doc, cluster, edits: the share of words that were changed). An answer has a record for
each document: doc, cluster. Documents with the same cluster are near-duplicates; one without a record is alone.
"""

import pathlib
import random
from collections import Counter, defaultdict
from itertools import combinations

from made import Writer, run, write

SIZES = {"small": 300, "full": 20_000}
EDITS = (0.0, 0.02, 0.05, 0.1)


def make(folder: pathlib.Path, size: str, seed: int) -> None:
    """One cluster has a tenth of all documents, others have 2 to 9, and half of the documents are alone but share a long notice."""
    numbers = random.Random(seed)
    writer = Writer(numbers)
    notice = "\n\n".join(writer.paragraphs(150))
    count, records, cluster = SIZES[size], [], 0
    while len(records) < count:
        first = len(records) == 0
        copies = count // 10 if first else numbers.choice([1, 1, 1, 1, 2, 3, numbers.randint(2, 9)])
        paragraphs = writer.paragraphs(numbers.randint(120, 600))
        for copy in range(min(copies, count - len(records))):
            edits = 0.0 if copy == 0 else numbers.choice(EDITS)
            text = "\n\n".join(edited(paragraph, edits, writer) for paragraph in paragraphs)
            if copies == 1 and numbers.random() < 0.5:
                text += "\n\n" + notice
            records.append({"text": text, "cluster": cluster, "edits": edits})
        cluster += 1
    numbers.shuffle(records)
    for number, record in enumerate(records):
        record["doc"] = f"{number:06}"
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "documents.jsonl", ({"doc": r["doc"], "text": r["text"]} for r in records))
    write(folder / "labels.jsonl", ({"doc": r["doc"], "cluster": r["cluster"], "edits": r["edits"]} for r in records))


def edited(text: str, share: float, writer: Writer) -> str:
    """Text with a share of its words replaced."""
    words = [writer.random.choice(writer.words) if writer.random.random() < share else word for word in text.split()]
    return " ".join(words)


def score(labels: list[dict], answer: list[dict]) -> dict:
    """Precision, recall and F1 of pairs within the small clusters, the recall by edits, and the share of the large one that is together."""
    true = {label["doc"]: label["cluster"] for label in labels}
    edits = {label["doc"]: label["edits"] for label in labels}
    given = {record["doc"]: record["cluster"] for record in answer}
    found = {doc: given.get(doc, ("alone", doc)) for doc in true}
    large = Counter(true.values()).most_common(1)[0][0]
    by_true, by_found = defaultdict(list), defaultdict(list)
    for doc in true:
        by_true[true[doc]].append(doc)
        by_found[found[doc]].append(doc)
    hits, pairs, right = Counter(), Counter(), 0
    for cluster, docs in by_true.items():
        if cluster == large:
            together = max(Counter(found[doc] for doc in docs).values()) / len(docs)
            continue
        for a, b in combinations(docs, 2):
            stratum = max(edits[a], edits[b])
            pairs[stratum] += 1
            hits[stratum] += found[a] == found[b]
    said = sum(len(docs) * (len(docs) - 1) // 2 for docs in by_found.values())
    for docs in by_found.values():
        right += sum(n * (n - 1) // 2 for n in Counter(true[doc] for doc in docs).values())
    recall = sum(hits.values()) / max(1, sum(pairs.values()))
    precision = right / said if said else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    by_edits = {f"{stratum:.0%}": round(hits[stratum] / pairs[stratum], 3) for stratum in sorted(pairs)}
    return {
        "f1": round(f1, 3),
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "large": round(together, 3),
        "recall by edits": by_edits,
    }


if __name__ == "__main__":
    run(__doc__, SIZES, make, score)
