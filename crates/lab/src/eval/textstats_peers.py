"""Compares records of textstats with what datatrove's functions make of the same documents, words by white space.

Arguments: a file of documents (JSON Lines with `text`), and the records of textstats. Prints a line a measure with the number of
documents that differ by more than 1e-6, then the CPU seconds of datatrove's functions.
"""
import json
import re
import sys
import time

from datatrove.pipeline.filters.gopher_quality_filter import STOP_WORDS
from datatrove.pipeline.filters.gopher_repetition_filter import (
    find_all_duplicate,
    find_duplicates,
    find_top_duplicate,
    get_n_grams,
)
from datatrove.utils.text import PUNCTUATION_SET, TERMINAL_PUNCTUATION


def share(part, whole):
    return part / whole if whole else 0.0


def repetition(text, words):
    paragraphs = re.split(r"\n{2,}", text.strip())
    lines = re.split(r"\n+", text)
    found = {}
    for name, parts in (("paragraph", paragraphs), ("line", lines)):
        number, characters = find_duplicates(parts)
        found[f"duplicate_{name}s"] = share(number, len(parts))
        found[f"duplicate_{name}_characters"] = share(characters, len(text))
    for n in range(2, 5):
        grams = get_n_grams(words, n)
        top = find_top_duplicate(grams) if grams else 0
        found[f"top_{n}gram_characters"] = share(top, len(text))
    for n in range(5, 11):
        found[f"duplicate_{n}gram_characters"] = share(find_all_duplicate(words, n), len(text))
    return found


def quality(text, words):
    plain = [word for word in words if any(one not in PUNCTUATION_SET for one in word)]
    lines = text.splitlines()
    letters = sum(any(one.isalpha() for one in word) for word in words)
    bullets = sum(line.lstrip().startswith(("•", "-")) for line in lines)
    ellipses = sum(line.rstrip().endswith(("...", "…")) for line in lines)
    return {
        "words": len(words),
        "non_symbol_words": len(plain),
        "mean_word_length": share(sum(map(len, plain)), len(plain)),
        "hashes_per_word": share(text.count("#"), len(words)),
        "ellipses_per_word": share(text.count("...") + text.count("…"), len(words)),
        "bullet_lines": share(bullets, len(lines)),
        "ellipsis_lines": share(ellipses, len(lines)),
        "alphabetic_words": share(letters, len(words)),
        "gopher_stop_words": len(set(STOP_WORDS) & set(words)),
    }


def fineweb(text, words):
    lines = [line for line in text.split("\n") if line.strip()]
    ends = tuple(TERMINAL_PUNCTUATION)
    _, characters = find_duplicates(lines)
    return {
        "punctuated_lines": share(sum(line.endswith(ends) for line in lines), len(lines)),
        "short_lines": share(sum(len(line) <= 30 for line in lines), len(lines)),
        "duplicate_line_characters_fineweb": share(characters, len(text.replace("\n", ""))),
        "line_feeds_per_word": share(text.count("\n"), len(words)),
    }


def main(documents, records):
    differ, number = {}, 0
    seconds = 0.0
    with open(documents, encoding="utf-8") as texts, open(records, encoding="utf-8") as measured:
        for text, record in zip(texts, measured, strict=True):
            text, record = json.loads(text)["text"], json.loads(record)
            number += 1
            start = time.process_time()
            words = text.split()
            values = {**repetition(text, words), **quality(text, words), **fineweb(text, words)}
            seconds += time.process_time() - start
            for name, value in values.items():
                differ.setdefault(name, [0, 0.0])
                by = abs(value - record[name])
                differ[name][0] += by > 1e-6
                differ[name][1] = max(differ[name][1], by)
    print(f"{number} documents; datatrove {seconds:.2f} CPU s")
    for name, (documents, by) in differ.items():
        print(f"  {name:34} differs in {documents}, at most by {by:.7f}")


main(*sys.argv[1:])
