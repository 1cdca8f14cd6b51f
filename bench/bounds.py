"""Preambles and epilogues of unlike libraries: makes the task, and scores an answer.

    bounds.py make FOLDER [--size small|full] [--seed N] [--package NAME==VERSION]...
    bounds.py score FOLDER ANSWER.jsonl

FOLDER gets documents.jsonl (doc, text) and labels.jsonl (doc, library, lines: how many there are, and body_start, body_end: those of the body, from 0, the end not included).
The libraries are made. Each has a style of its own: where its notice stands, how it varies, and how long it is. One library has none.
With --package the sources of a wheel are one more library, which pip fetches: the preamble is the block of comment lines at the top, and
the label follows from the syntax. An answer has a record for each document: doc, body_start, body_end.
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict

from made import Writer, run, write

SIZES = {"small": 25, "full": 300}
#: Each library: lines of its preamble and its epilogue, the share of documents without them, and of lines that vary; what stands between them
#: and the body.
LIBRARIES = {
    "long": (18, 60, 0.0, 0.1, ["", "* * *", ""]),
    "short": (4, 2, 0.0, 0.25, [""]),
    "front": (12, 0, 0.1, 0.2, ["", "", ""]),
    "back": (0, 25, 0.1, 0.1, ["-" * 40]),
    "mixed": (10, 10, 0.5, 0.3, []),
    "none": (0, 0, 1.0, 0.0, []),
}


def notice(lines: list[str], share: float, title: str, writer: Writer) -> list[str]:
    """The lines of a notice; some name the title and a number."""
    varies = max(1, int(share * len(lines)))
    return [f"{line[:20]} {title}, {writer.random.randint(1, 9999)}" if n < varies else line for n, line in enumerate(lines)]


def make(folder: pathlib.Path, size: str, seed: int, packages: list[str]) -> None:
    """Documents of all libraries in one file, shuffled."""
    numbers = random.Random(seed)
    writer = Writer(numbers)
    records = []
    for library, (head, tail, without, share, between) in LIBRARIES.items():
        front, back = ([writer.sentence() for _ in range(lines)] for lines in (head, tail))
        for _ in range(SIZES[size]):
            title, bare = writer.title(), numbers.random() < without
            before, after = ([] if bare or not part else notice(part, share, title, writer) for part in (front, back))
            before, after = before + between * bool(before), between * bool(after) + after
            body = [title.upper(), ""] + [line for text in writer.paragraphs(numbers.randint(400, 1500)) for line in [*wrapped(text), ""]][
                :-1
            ]
            records.append({"library": library, "before": before, "body": body, "after": after})
    for package in packages:
        records += sources(package)
    numbers.shuffle(records)
    folder.mkdir(parents=True, exist_ok=True)
    for number, record in enumerate(records):
        record["doc"] = f"{number:05}"
        record["text"] = "\n".join(record["before"] + record["body"] + record["after"]) + "\n"
        record["body_start"] = len(record["before"])
        record["body_end"] = len(record["before"]) + len(record["body"])
        record["lines"] = record["body_end"] + len(record["after"])
    write(folder / "documents.jsonl", ({"doc": r["doc"], "text": r["text"]} for r in records))
    write(folder / "labels.jsonl", ({name: r[name] for name in ("doc", "library", "body_start", "body_end", "lines")} for r in records))


def wrapped(text: str, width: int = 72) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def sources(package: str) -> list[dict]:
    """The Python sources of a wheel, at least 40 lines long."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", folder, package]
        subprocess.run(command, check=True)
        with zipfile.ZipFile(next(pathlib.Path(folder).iterdir())) as wheel:
            for name in sorted(name for name in wheel.namelist() if name.endswith(".py")):
                lines = wheel.read(name).decode("utf-8", "replace").splitlines()
                head = next((n for n, line in enumerate(lines) if not line.startswith("#")), 0)
                if len(lines) >= 40:
                    found.append({"library": package.split("=")[0], "before": lines[:head], "body": lines[head:], "after": []})
    return found


def score(labels: list[dict], answer: list[dict]) -> dict:
    """For each library the share of documents whose two bounds are both within three lines, the lines of bodies lost and of notices kept."""
    given = {record["doc"]: record for record in answer}
    right, lost, kept = defaultdict(list), defaultdict(list), defaultdict(list)
    for label in labels:
        # Without a record nothing is cut.
        found = given.get(label["doc"], {"body_start": 0, "body_end": label["lines"]})
        lines = [found[name] - label[name] for name in ("body_start", "body_end")]
        ends_at_end = found["body_end"] >= label["body_end"]
        right[label["library"]].append(abs(lines[0]) <= 3 and abs(lines[1]) <= 3)
        body = label["body_end"] - label["body_start"]
        lost[label["library"]].append((max(0, lines[0]) + (0 if ends_at_end else -lines[1])) / body)
        kept[label["library"]].append(max(0, -lines[0]))

    def means(values: dict) -> dict:
        return {name: round(sum(of) / len(of), 3) for name, of in sorted(values.items())}

    shares = means(right)
    return {
        "mean": round(sum(shares.values()) / len(shares), 3),
        "worst": min(shares.items(), key=lambda pair: pair[1]),
        "right": shares,
        "body lost": means(lost),
        "preamble lines kept": means(kept),
    }


if __name__ == "__main__":
    run(__doc__, SIZES, make, score, "package")
