"""Passages that documents share, under the damage of optical character recognition: makes the task, and scores an answer.

    passages.py make FOLDER [--size small|full] [--seed N]
    passages.py score FOLDER ANSWER.jsonl

FOLDER gets documents.jsonl (doc, text) and labels.jsonl (a, b, words, damage: the share of characters of both copies that were changed; b_start, b_end: the
passage in b, in characters). An answer has a record for each pair of documents that share a passage: a, b, and if the system says
where, b_start and b_end. The order of a and b does not matter; a pair with several passages may have several records.
"""

import pathlib
import random
from collections import Counter

from made import Writer, damaged, run, write

SIZES = {"small": 40, "full": 400}
DAMAGE = (0.0, 0.02, 0.05, 0.1, 0.2)
WORDS = (50, 100, 200, 400)


def make(folder: pathlib.Path, size: str, seed: int) -> None:
    """Each document but the first half gets a passage of one of the first half; all are damaged at a rate of their own passage."""
    numbers = random.Random(seed)
    writer = Writer(numbers)
    count = SIZES[size]
    clean = [writer.paragraphs(numbers.randint(1500, 3000)) for _ in range(count)]
    strata = [(words, rate) for words in WORDS for rate in DAMAGE]
    texts, labels = {}, []
    for number in range(count // 2):
        words, rate = strata[number % len(strata)]
        a, b = f"{number:05}", f"{number + count // 2:05}"
        source = " ".join(clean[number]).split()
        start = numbers.randrange(len(source) - words)
        passage = damaged(" ".join(source[start : start + words]), rate, numbers)
        texts[a] = damaged("\n\n".join(clean[number]), rate, numbers)
        own = clean[number + count // 2]
        at = numbers.randrange(1, len(own))
        before = damaged("\n\n".join(own[:at]), rate, numbers) + "\n\n"
        texts[b] = before + passage + "\n\n" + damaged("\n\n".join(own[at:]), rate, numbers)
        label = {"a": a, "b": b, "words": words, "damage": rate}
        labels.append({**label, "b_start": len(before), "b_end": len(before) + len(passage)})
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "documents.jsonl", ({"doc": doc, "text": texts[doc]} for doc in sorted(texts)))
    write(folder / "labels.jsonl", labels)


def score(labels: list[dict], answer: list[dict]) -> dict:
    """Precision, recall and F1 of pairs; recall by damage and by length; of the pairs found, the share of the passage that is told."""
    true = {frozenset((label["a"], label["b"])): label for label in labels}
    found = {frozenset((record["a"], record["b"])) for record in answer}
    right = found & true.keys()
    told: dict[frozenset, set[int]] = {}
    for record in answer:
        label = true.get(frozenset((record["a"], record["b"])))
        if label is not None and "b_start" in record:
            side = "b" if record["b"] == label["b"] else "a"
            places = range(max(record[side + "_start"], label["b_start"]), min(record[side + "_end"], label["b_end"]))
            told.setdefault(frozenset((record["a"], record["b"])), set()).update(places)
    shares = [len(told[pair]) / (true[pair]["b_end"] - true[pair]["b_start"]) for pair in told]
    precision, recall = len(right) / len(found) if found else 1.0, len(right) / len(true)

    def by(name: str) -> dict:
        every = Counter(label[name] for label in labels)
        hits = Counter(true[pair][name] for pair in right)
        return {str(value): round(hits[value] / every[value], 3) for value in sorted(every)}

    return {
        "f1": round(2 * precision * recall / (precision + recall), 3) if precision + recall else 0.0,
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "by damage": by("damage"),
        "by words": by("words"),
        "located": round(sum(shares) / len(shares), 3) if shares else None,
    }


if __name__ == "__main__":
    run(__doc__, SIZES, make, score)
