"""Bounds of Project Gutenberg books by gutenberg-cleaner, which has the rules of c-w/gutenberg: paths come in, a bounds record for each
goes out."""

import json
import re
import sys

from gutenberg_cleaner import simple_cleaner

# Characters besides LF that splitlines takes for a line end.
OTHER_ENDS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")

for path in sys.stdin.read().splitlines():
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        lines = file.read().removesuffix("\n").split("\n")
    # Its rules look at the beginnings of lines, so that numbers at their ends pass through.
    numbered = (f"{OTHER_ENDS.sub(' ', line)}\t{number}" for number, line in enumerate(lines, 1))
    kept = [int(line.rsplit("\t", 1)[1]) for line in simple_cleaner("\n".join(numbered)).splitlines() if "\t" in line]
    kept = [number for number in kept if lines[number - 1].strip()] or [1]
    print(json.dumps({"doc": path, "lines": len(lines), "preamble_end": kept[0] - 1, "epilogue_start": kept[-1] + 1}))
