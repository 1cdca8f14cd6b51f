"""Text that a seed makes: words of syllables with the frequencies of Zipf's law, in sentences and paragraphs. The same seed gives the same bytes."""

import argparse
import json
import pathlib
import random
from collections.abc import Callable, Iterable
from itertools import accumulate

SYLLABLES = "ba be do du fa fe gi go ha hi ja jo ka ki la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se so ta te ti to va ve wi zu".split()


class Writer:
    """Writes made text with words of its own language."""

    def __init__(self, random_numbers: random.Random, words: int = 20_000) -> None:
        self.random = random_numbers
        found: dict[str, None] = {}
        while len(found) < words:
            # Frequent words are short.
            syllables = 1 + (len(found) > 40) + (self.random.random() < 0.4) + (self.random.random() < 0.2)
            found["".join(self.random.choices(SYLLABLES, k=syllables))] = None
        self.words = list(found)
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(words)))

    def sentence(self) -> str:
        words = self.random.choices(self.words, cum_weights=self.weights, k=self.random.randint(5, 25))
        return " ".join(words).capitalize() + self.random.choice([".", ".", ".", ".", "?", "!"])

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self.random.randint(2, 8)))

    def paragraphs(self, words: int) -> list[str]:
        """Paragraphs with at least that many words in all."""
        found, count = [], 0
        while count < words:
            found.append(self.paragraph())
            count += len(found[-1].split())
        return found

    def title(self) -> str:
        return " ".join(word.capitalize() for word in self.random.choices(self.words[40:], k=self.random.randint(2, 5)))


def damaged(text: str, rate: float, numbers: random.Random) -> str:
    """Text as a bad scan has it: a share of the characters is replaced, lost or doubled, and words are split or joined."""
    confused = {
        "a": "e",
        "b": "h",
        "c": "e",
        "e": "c",
        "h": "b",
        "i": "l",
        "l": "1",
        "m": "rn",
        "n": "u",
        "o": "0",
        "s": "5",
        "t": "f",
        "u": "n",
    }
    found = []
    for character in text:
        if numbers.random() >= rate:
            found.append(character)
        elif character == " ":
            found.append("")
        else:
            found.append(numbers.choice([confused.get(character, "."), "", character * 2, character + " "]))
    return "".join(found)


def write(path: pathlib.Path, records: Iterable[dict]) -> None:
    """Records as JSON Lines."""
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def read(path: str | pathlib.Path) -> list[dict]:
    """The records of a file."""
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def run(doc: str, sizes: dict, make: Callable[..., None], score: Callable[[list[dict], list[dict]], dict], *lists: str) -> None:
    """The command line of a task. Options of these names may be given several times; `make` gets their values behind the seed."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=["make", "score"])
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("answer", nargs="?")
    options.add_argument("--size", choices=sizes, default="small")
    options.add_argument("--seed", type=int, default=1)
    for name in lists:
        options.add_argument("--" + name, action="append", default=[])
    given = options.parse_args()
    if given.what == "make":
        make(given.folder, given.size, given.seed, *(getattr(given, name) for name in lists))
    else:
        print(json.dumps(score(read(given.folder / "labels.jsonl"), read(given.answer))))
