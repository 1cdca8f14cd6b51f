"""The compiled module gives the results of the commands.

Run in an environment where the wheel is installed: python -m unittest discover crates/python/tests
"""

import codecs
import copy
import decimal
import doctest
import gzip
import importlib.util
import inspect
import json
import math
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import trommel_tools
from trommel_tools import _many, _native, _values
from trommel_tools.compat import chardet, trafilatura

ROOT = pathlib.Path(__file__).resolve().parents[3]
BOOKS = sorted((ROOT / "tests/corpus/books").glob("*.txt"))
PAGES = sorted((ROOT / "tests/corpus/web").rglob("*.html"))
assert len(BOOKS) > 20 and len(PAGES) > 10


def command(tool, *arguments, data=None):
    """The records that a command writes."""
    done = trommel_tools.run(tool, *arguments, input=data, stdout=trommel_tools.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_records(texts):
    return b"".join(trommel_tools._process.as_json({"doc": str(n), "text": text}) for n, text in enumerate(texts))


class EqualToCommands(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.files = [*map(str, BOOKS), *map(str, PAGES)]
        cls.data = [pathlib.Path(file).read_bytes() for file in cls.files]
        cls.texts = [pathlib.Path(book).read_bytes().decode("utf-8", "replace") for book in BOOKS]
        # Half of each book again, so that something is found twice.
        cls.texts += [text[: len(text) // 2] for text in cls.texts]

    def test_detect(self):
        expected = command("charset", *self.files)
        for record, found in zip(expected, trommel_tools.detect_many(self.data, threads=2)):
            self.assertEqual(found.encoding, record["encoding"], record["doc"])
            self.assertEqual(found.declared, record.get("declared"))
            self.assertEqual(found.damaged, "damaged" in record)
            if record["margin"] is not None:
                self.assertAlmostEqual(found.margin, record["margin"], delta=0.001 * max(1, abs(record["margin"])))

    def test_decode(self):
        expected = command("charset", "--to-utf8", *self.files)
        self.assertEqual(len(expected), len(self.files))
        for record, found in zip(expected, trommel_tools.decode_many(self.data)):
            self.assertEqual(found.text, record["text"], record["doc"])
            self.assertEqual(found.language or "und", record["charset"]["language"])

    def test_identify(self):
        # Books are longer than what is read of a text; the last ones are short.
        texts = [*self.texts, "Le château près de la forêt a été vendu l’été dernier.", "123", PAGES[0].read_text(errors="replace")]
        texts.append("The river rose to the bridge.\n\nEs regnete eine Woche, und der Fluss stieg bis zur Brücke.\n\n" * 3)
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder, f"{n}.txt") for n in range(len(texts))]
            for file, text in zip(files, texts):
                file.write_bytes(text.encode())
            expected = command("charset", *files)
        self.assertEqual(len(expected), len(texts))
        for record, text, found in zip(expected, texts, trommel_tools.identify_many(texts)):
            self.assertEqual(found, trommel_tools.identify(text))
            self.assertEqual(found.language or "und", record["language"], text[:80])
            if record["language_margin"] is not None:
                self.assertAlmostEqual(found.margin, record["language_margin"], delta=0.001 * max(1, found.margin))

    def test_decode_by_parts(self):
        text = "Straße, Brötchen, Bäcker, Flüsse, schöne Grüße"
        log = b"".join([f"{text}\n".encode("cp1252")] * 6 + [f"{text}\n".encode()] * 2)
        whole = trommel_tools.decode(log)
        self.assertEqual((whole.parts, whole.second), ([("windows-1252", 1, 8)], ("utf-8", 7)))
        self.assertEqual(trommel_tools.detect(log).second, ("utf-8", 7))
        (lines,) = trommel_tools.decode_many([log], unit="line")
        self.assertEqual(lines.text, f"{text}\n" * 8)
        self.assertEqual((lines.parts, lines.second), ([("windows-1252", 1, 6), ("utf-8", 7, 2)], None))
        with self.assertRaises(ValueError):
            trommel_tools.decode(log, unit="page")

    def test_extract(self):
        pages = [path.read_bytes() for path in PAGES]
        decoded = trommel_tools.run("charset", "--to-utf8", *PAGES, stdout=trommel_tools.PIPE).stdout
        for markdown in (None, True, "links"):
            options = ["--links"] * (markdown == "links")
            emit = ["--emit", "markdown" if markdown else "text"]
            expected = command("htmlblocks", *emit, *options, "--allow-empty", data=decoded)
            self.assertEqual(len(expected), len(pages))
            found = trommel_tools.extract_many(pages, threads=2, markdown=markdown)
            self.assertEqual([(page.markdown or "") if markdown else page.text for page in found], [r["text"] for r in expected])
        self.assertEqual([trommel_tools.extract(page).text for page in pages], [p.text for p in trommel_tools.extract_many(pages)])

    def test_stats(self):
        expected = command("textstats", data=as_records(self.texts))
        for record, text in zip(expected, self.texts):
            # The language of a book, and the same when it is identified.
            for language in (None, record["language"]):
                found = trommel_tools.stats(text, language=language)
                self.assertGreater(len(found), 20)
                for name, number in found.items():
                    self.assertAlmostEqual(number, record[name], msg=name)
        self.assertEqual(list(trommel_tools.stats_many(self.texts, threads=2)), list(map(trommel_tools.stats, self.texts)))

    def test_names_of_languages(self):
        text = self.texts[0]
        for name in ("en", "EN", "english", "eng", "en_GB.UTF-8", "de", "und"):
            [expected] = command("textstats", "--language", name, data=as_records([text]))
            self.assertEqual(trommel_tools.stats(text, language=name)["stop_words"], expected["stop_words"], name)
        page = "<p>It rained for a week, and the river rose to the bridge.</p>"
        self.assertEqual(trommel_tools.extract(page, language="English"), trommel_tools.extract(page, language="en"))
        for name in ("", "xx", "klingon"):
            with self.assertRaises(trommel_tools.RunError):
                trommel_tools.run("textstats", "--language", name, input=b"", capture_output=True)
            for call in (trommel_tools.stats, trommel_tools.stats_many, trommel_tools.extract, trommel_tools.extract_many):
                with self.assertRaisesRegex(ValueError, f"language '{name}'"):
                    call("" if call in (trommel_tools.stats, trommel_tools.extract) else [], language=name)

    def test_dedup(self):
        expected = command("blockdedup", data=as_records(self.texts))
        seen = trommel_tools.Dedup()
        kept = [(str(n), found.text) for n, found in enumerate(map(seen.push, self.texts)) if found.text is not None]
        self.assertLess(len(kept), len(self.texts))
        self.assertEqual(kept, [(record["doc"], record["text"]) for record in expected])

    def test_stubs(self):
        known = [
            "The mill burned down on Sunday night, and nobody was hurt in it.",
            "The ferry runs again since the ice on the lake is gone.",
        ]
        text = "\n\n".join([known[0], "Nobody expected this.", known[1]])
        for stub in (20, None):
            seen = trommel_tools.Dedup(stub=stub)
            for one in known:
                seen.push(one)
            kept = seen.push(text)
            arguments = () if stub else ("--no-smoothing",)
            expected = [record["text"] for record in command("blockdedup", *arguments, data=as_records([*known, text]))[2:]]
            self.assertEqual([kept.text] if kept.text else [], expected)
            self.assertEqual((kept.removed, kept.stubs), (3, 1) if stub else (2, 0))
        with self.assertRaisesRegex(ValueError, "stub is 0 or more"):
            trommel_tools.Dedup(stub=-1)

    def test_cut_many_learns_from_the_first_values(self):
        ends = "\n\nYours in haste,\nthe harbour office of Quaymouth\n"
        texts = [f"Letter {n}.\n\n" + "\n".join(text.split("\n\n")[:6]) + ends for n, text in enumerate(self.texts[:30])]
        with tempfile.TemporaryDirectory() as folder:
            nothing = os.path.join(folder, "nothing")
            pathlib.Path(nothing).touch()
            expected = command("cutbounds", "--freq", nothing, data=as_records(texts))
        expected = [(bounds["preamble_end"], bounds["epilogue_start"]) for bounds in expected]
        found = list(trommel_tools.Cutter([]).cut_many([None, *texts, 5], errors="return"))
        self.assertIsNone(found[0])
        self.assertIsInstance(found[-1], TypeError)
        self.assertEqual([(b.preamble_end, b.epilogue_start) for b in found[1:-1]], expected)
        alone = list(map(trommel_tools.Cutter([]).cut, texts))
        self.assertNotEqual([(b.preamble_end, b.epilogue_start) for b in alone], expected)
        with self.assertRaisesRegex(TypeError, "value 1: .*not int"):
            list(trommel_tools.Cutter([]).cut_many([texts[0], 5]))

    def test_near_duplicates(self):
        texts = self.texts + [text + "\nOne more line.\n" for text in self.texts]
        seen = trommel_tools.NearDup()
        kept = [str(n) for n, text in enumerate(texts) if seen.push(text) is None]
        self.assertLess(len(kept), len(texts))
        self.assertEqual(kept, [record["doc"] for record in command("neardup", data=as_records(texts))])

    def test_estimates_are_a_little_below_the_least_similarity(self):
        words = [f"word{n}" for n in range(200)]
        changed = [" ".join([*words[:at], "other", *words[at + 1 : 100], "one", *words[101:]]) for at in range(90)]
        text = " ".join(words)
        found = {}
        for exact in (False, True):
            for other in changed:
                seen = trommel_tools.NearDup(similarity=0.9, exact=exact)
                seen.push(text)
                found.setdefault(exact, []).append(seen.push(other))
        self.assertTrue(all(match is None or match.similarity >= 0.9 for match in found[True]))
        similarities = [match.similarity for match in found[False] if match]
        self.assertTrue(any(one < 0.9 for one in similarities))
        self.assertTrue(all(one >= 0.9 - 0.06 for one in similarities))

    def test_an_index_of_near_duplicates(self):
        texts = self.texts + [text + "\nOne more line.\n" for text in self.texts]
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = (pathlib.Path(folder, name) for name in ("ours", "theirs"))
            for day in (texts[:3], texts, ["New this time: the ferry has a cat."]):
                seen = trommel_tools.NearDupIndex(ours)
                new = [str(n) for n, text in enumerate(day) if seen.push(str(n), text) is None]
                self.assertIsNone(seen.push("none", None))
                seen.save()
                written = command("neardup", "--index", str(theirs), "--add", data=as_records(day))
                self.assertEqual(new, [record["doc"] for record in written])
                self.assertEqual(ours.read_bytes(), theirs.read_bytes())
                # What is saved is found, and may be saved again.
                self.assertEqual(seen.push("again", day[0]).similarity, 1)
                seen.save()
                self.assertEqual(ours.read_bytes(), theirs.read_bytes())
            one, other = (trommel_tools.NearDupIndex(ours) for _ in range(2))
            one.push("one", "A text of one process.")
            other.push("other", "The text of another, which is not like it.")
            one.save()
            with self.assertWarnsRegex(UserWarning, "another process has added documents"):
                other.save()
            found = trommel_tools.NearDupIndex(ours)
            self.assertEqual(found.push("x", "A text of one process."), trommel_tools.NamedMatch("one", 1.0))
            self.assertEqual(found.push("x", "The text of another, which is not like it.").name, "other")
            with self.assertRaisesRegex(ValueError, "made with --similarity 0.8"):
                trommel_tools.NearDupIndex(ours, similarity=0.7)
            ours.write_bytes(ours.read_bytes()[:-1])
            with self.assertRaisesRegex(ValueError, "ours: .*cut off"):
                trommel_tools.NearDupIndex(ours)

    def test_the_path_of_an_index(self):
        text = "The ferry runs again since the ice on the lake is gone."
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(IsADirectoryError, r"^\[Errno \d+\] Is a directory: '[^']+'$"):
                trommel_tools.NearDupIndex(folder)
            # A path that cannot be written is refused before the work.
            with self.assertRaises(FileNotFoundError) as raised:
                trommel_tools.NearDupIndex(pathlib.Path(folder, "none", "seen"))
            self.assertEqual(raised.exception.filename, str(pathlib.Path(folder, "none", "seen")))
            with self.assertRaises(OSError):
                trommel_tools.NearDupIndex("")
            # A later change of the working directory does not matter.
            here = os.getcwd()
            try:
                os.chdir(folder)
                seen = trommel_tools.NearDupIndex("seen")
            finally:
                os.chdir(here)
            seen.push("ferry", text)
            seen.save()
            file = pathlib.Path(folder, "seen")
            again = trommel_tools.NearDupIndex(file)
            # A file that is deleted meanwhile is written again, with all of its documents.
            file.unlink()
            again.push("mill", "The mill burned down on Sunday night, and nobody was hurt.")
            again.save()
            names = [
                match.name
                for match in trommel_tools.NearDupIndex(file).push_many(
                    [("x", text), ("x", "The mill burned down on Sunday night, and nobody was hurt!")]
                )
            ]
            self.assertEqual(names, ["ferry", "mill"])

    def test_an_index_in_a_with_block(self):
        pairs = [("ferry", "The ferry runs again since the ice on the lake is gone."), ("none", None)]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "seen")
            with self.assertRaises(KeyError), trommel_tools.NearDupIndex(file) as seen:
                seen.push(*pairs[0])
                raise KeyError("mine")
            self.assertFalse(file.exists())
            with trommel_tools.NearDupIndex(file) as seen:
                self.assertEqual(list(seen.push_many(pairs)), [None, None])
            seen = trommel_tools.NearDupIndex(file)
            self.assertEqual([match and match.name for match in seen.push_many(iter(pairs))], ["ferry", None])
            [error] = seen.push_many(["ab"], errors="return")
            self.assertRegex(str(error), "expected a pair of a name and a text, not str")
            with self.assertRaisesRegex(TypeError, "value 1: .*not int"):
                list(seen.push_many([pairs[1], ("x", 5)]))

    def test_count(self):
        # More than a block, with lines that are empty or end as on Windows.
        lines = ["", "a\r", "  a", "\u2028", *(f"line {n % 30_000} of a file" for n in range(40_000)), "", "a\r"]
        expected = command("freqlines", "-R", "-k", "1", data="".join(f"{line}\n" for line in lines).encode())
        self.assertEqual(trommel_tools.count(lines, more_than=1), [(record["count"], record["text"]) for record in expected])
        self.assertEqual(trommel_tools.count(lines[:2], more_than=0), [(1, ""), (1, "a\r")])

    def test_lines(self):
        lines = [record["text"] for record in command("linenorm", "--ends", "300", data=as_records(self.texts))]
        for line in lines:
            self.assertEqual(trommel_tools.normalise(line), line)
        data = b"".join(trommel_tools._process.as_json({"text": line}) for line in lines)
        expected = command("freqlines", "-k", "2", data=data)
        frequent = trommel_tools.count(lines, more_than=2)
        self.assertEqual(frequent, [(record["count"], record["text"]) for record in expected])
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "frequent")
            pathlib.Path(file).write_bytes(b"".join(map(trommel_tools._process.as_json, expected)))
            bounds = command("cutbounds", "--freq", file, data=as_records(self.texts))
            bodies = command("cutbounds", "--freq", file, "--emit", "body", data=as_records(self.texts))
        cutter = trommel_tools.Cutter(frequent)
        found = list(map(cutter.cut, self.texts))
        self.assertEqual([(b.preamble_end, b.epilogue_start) for b in found], [(b["preamble_end"], b["epilogue_start"]) for b in bounds])
        bodies = {record["doc"]: record["text"] for record in bodies}
        self.assertEqual({str(n): b.text for n, b in enumerate(found) if str(n) in bodies}, bodies)

    def test_overlap(self):
        items = [" ".join(text.split()[500:530]) for text in self.texts[:20]]
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "items.jsonl")
            pathlib.Path(file).write_bytes(b"".join(trommel_tools._process.as_json({"id": str(n), "text": t}) for n, t in enumerate(items)))
            expected = command("overlap", "--items", file, data=as_records(self.texts))
        index = trommel_tools.Overlap(items)
        found = {(str(n), str(hit.item)) for n, text in enumerate(self.texts) for hit in index.scan(text)}
        self.assertGreaterEqual(len(found), 20)
        self.assertEqual(found, {(record["doc"], record["item"]) for record in expected})


#: The option of a command that stands behind a keyword, by function; None where a default of the command is no value: it asks the record
#: for the language, and takes half of the machine's memory.
OPTIONS = {
    ("extract", "htmlblocks"): {
        "language": None,
        "title": "--title",
        "comments": "--comments",
        "markdown": None,
        "metadata": "--metadata",
        "allow_empty": "--allow-empty",
    },
    ("decode", "charset"): {"unit": "--unit"},
    ("Dedup", "blockdedup"): {"unit": "--unit", "threshold": "--threshold", "n": "-n", "stub": "--stub", "memory": None},
    ("NearDup", "neardup"): {"similarity": "--similarity", "shingle": "--shingle", "exact": "--exact"},
    ("NearDupIndex", "neardup"): {"similarity": "--similarity", "shingle": "--shingle"},
    ("Overlap", "overlap"): {"n": "-n", "max_edits": "--max-edits"},
    ("Cutter", "cutbounds"): {"gutenberg": None, "min_confidence": "--min-confidence"},
    ("count", "freqlines"): {"more_than": "--more-than"},
    ("stats", "textstats"): {"language": None},
}


class Defaults(unittest.TestCase):
    def default(self, tool, option):
        """The default in the help of a command: None without one, False for an option that takes no value."""
        text = trommel_tools.run(tool, "--help", stdout=trommel_tools.PIPE).stdout.decode()
        # The options begin at the left of their lines, and their texts are indented further.
        found = re.split(r"(?m)^ {2,6}(?=-)", text)
        [text] = [part for part in found if option in re.split(r"[ ,\n]+", part.split("\n")[0])]
        default = re.search(r"\[default: ([^],\s]+)", text)
        if default is None:
            return None if "<" in text.split("\n")[0] else False
        return default[1]

    def test_they_are_those_of_the_commands(self):
        sizes = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
        for (name, tool), options in OPTIONS.items():
            parameters = inspect.signature(getattr(trommel_tools, name)).parameters.values()
            keywords = {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}
            self.assertEqual(set(keywords), set(options), name)
            for keyword, option in options.items():
                if option is None:
                    continue
                value, expected = keywords[keyword], self.default(tool, option)
                with self.subTest(f"{name}({keyword}=), {tool} {option}"):
                    if isinstance(value, bool) or value is None or isinstance(value, str):
                        self.assertEqual(value, expected)
                    else:
                        number = float(expected[:-1]) * sizes[expected[-1]] if expected[-1] in sizes else float(expected)
                        self.assertEqual(value, number)

    def test_those_of_many_values_are_the_same(self):
        for name in ("extract", "decode", "stats"):
            one, many = (inspect.signature(getattr(trommel_tools, name + suffix)).parameters for suffix in ("", "_many"))
            for keyword, parameter in one.items():
                if parameter.kind is parameter.KEYWORD_ONLY:
                    self.assertEqual(many[keyword].default, parameter.default, f"{name}_many({keyword}=)")


class Values(unittest.TestCase):
    functions = (trommel_tools.detect, trommel_tools.decode, trommel_tools.identify, trommel_tools.extract, trommel_tools.stats)

    def test_missing_values_are_none(self):
        index = trommel_tools.Overlap(["a question that has words enough"])
        methods = (trommel_tools.Dedup().push, trommel_tools.NearDup().push, index.scan, trommel_tools.Cutter([]).cut)
        for function in (*self.functions, *methods, trommel_tools.normalise):
            self.assertIsNone(function(None))
            self.assertIsNone(function(math.nan))
        for many in (trommel_tools.Dedup().push_many, trommel_tools.NearDup().push_many, index.scan_many):
            self.assertEqual(list(many([None, math.nan])), [None, None])
        for many in (_many.detect_many, _many.decode_many, _many.identify_many, _many.extract_many, _many.stats_many):
            self.assertEqual(list(many([None, math.nan])), [None, None])
        self.assertEqual(trommel_tools.count(["a", None, "a"], more_than=1), [(2, "a")])
        # NaN of any type differs from itself.
        self.assertIsNone(trommel_tools.identify(decimal.Decimal("NaN")))
        with self.assertRaisesRegex(TypeError, "not Decimal"):
            trommel_tools.identify(decimal.Decimal(1))
        seen = trommel_tools.Dedup()
        seen.learn(None)
        seen.learn(math.nan)
        item = "To hang a heavy mirror on a plaster wall, which fixing should be used?"
        index = trommel_tools.Overlap([None, item, math.nan])
        self.assertEqual([number for number, _ in index.refused], [0, 2])
        self.assertEqual([hit.item for hit in index.scan(item)], [1])

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "not run: needs pandas")
    def test_missing_values_of_pandas_and_numpy(self):
        import numpy
        import pandas

        for missing in (numpy.float32("nan"), numpy.float64("nan"), numpy.datetime64("NaT"), pandas.NA, pandas.NaT):
            self.assertIsNone(trommel_tools.identify(missing))
            self.assertIsNone(trommel_tools.detect(missing))
            self.assertIsNone(trafilatura.extract(missing))
        for other in (numpy.float32(1), numpy.zeros(3)):
            with self.assertRaisesRegex(TypeError, "expected str or None, not"):
                trommel_tools.identify(other)

    def test_errors_have_a_reason(self):
        image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9
        with self.assertRaisesRegex(trommel_tools.NotTextError, "not text"):
            trommel_tools.decode(image)
        self.assertIsNone(trommel_tools.detect(image).encoding)
        # The commands refuse what begins like these, too.
        for head in (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj", b"\x7fELF\x02\x01\x01" + b"text" * 20, b"SQLite format 3\0 text"):
            self.assertEqual(trommel_tools.run("charset", input=head, check=False, capture_output=True).returncode, 2)
            self.assertEqual(trommel_tools.detect(head).candidates, [])
            self.assertEqual(chardet.detect(head)["encoding"], None)
            for function in (trommel_tools.decode, trommel_tools.extract):
                with self.assertRaisesRegex(trommel_tools.NotTextError, "looks like an? "):
                    function(head)
        for function in self.functions:
            with self.assertRaisesRegex(TypeError, "not int"):
                function(5)
        with self.assertRaises(UnicodeEncodeError):
            trommel_tools.identify("\ud800")
        for call in [
            lambda: trommel_tools.extract("", title="never"),
            lambda: trommel_tools.extract("", markdown="link"),
            lambda: trommel_tools.extract("", markdown=1),
            lambda: trommel_tools.extract_many([], title="never"),
            lambda: trommel_tools.extract_many([], errors="ignore"),
            lambda: trommel_tools.detect_many([], threads=0),
            lambda: trommel_tools.Dedup(unit="word"),
            lambda: trommel_tools.Dedup(threshold=1.5),
            lambda: trommel_tools.Dedup(n=0),
            lambda: trommel_tools.Dedup(memory=-1),
            lambda: trommel_tools.NearDup(similarity=0),
            lambda: trommel_tools.NearDup(similarity=math.nan),
            lambda: trommel_tools.NearDup(shingle=-1),
            lambda: trommel_tools.Overlap([], n=1),
            lambda: trommel_tools.Overlap([], max_edits=50),
            lambda: trommel_tools.Overlap([], max_edits=1),
            lambda: trommel_tools.Dedup(n=10**30),
            lambda: trommel_tools.count([], more_than=-(10**30)),
            lambda: trommel_tools.Cutter([(2**70, "a")]),
            lambda: trommel_tools.Cutter([(-1, "a")]),
            lambda: trommel_tools.Cutter([], min_confidence=50),
            lambda: trommel_tools.Cutter([(3, "two\nlines")]),
            lambda: trommel_tools.Cutter([(3, "  *END*")]),
            lambda: trommel_tools.count([], more_than=-1),
            lambda: trommel_tools.Dedup().push_many([], errors=None),
            lambda: trommel_tools.Dedup().push_many([], errors="ignore"),
            lambda: trommel_tools.Overlap([]).scan_many([], threads=0),
            lambda: trommel_tools.count(["two\nlines"]),
        ]:
            with self.assertRaises(ValueError):
                call()
        with self.assertRaisesRegex(ValueError, "shingle is 1 or more, not -1"):
            trommel_tools.NearDup(shingle=-1)
        with self.assertRaisesRegex(TypeError, "str, bytes or None, not PosixPath|WindowsPath"):
            trommel_tools.extract(pathlib.Path("page.html"))
        with self.assertRaisesRegex(TypeError, r"extract_many\(\) got an unexpected keyword"):
            trommel_tools.extract_many([], tittle="keep")
        with self.assertRaisesRegex(TypeError, "threads is a whole number, not str"):
            trommel_tools.extract_many([], threads="2")
        with self.assertRaisesRegex(TypeError, "splitlines"):
            trommel_tools.count("a text\nof lines")
        for pair in ("a line", ("2", "a line"), (2, "a line", 3)):
            with self.assertRaisesRegex(TypeError, "pairs of a count and a line"):
                trommel_tools.Cutter([pair])
        for share in (1, 2):
            with self.assertRaisesRegex(ValueError, f"max_edits is from 0 to below 1, not {share}"):
                trommel_tools.Overlap([], max_edits=share)
        with self.assertRaisesRegex(trommel_tools.NotTextError, "looks like gzip data; decompress it first"):
            trommel_tools.decode(gzip.compress(PAGES[0].read_bytes()))
        with self.assertRaisesRegex(trommel_tools.NotTextError, "looks like padding"):
            trommel_tools.decode(b"\xff" * 50)

    def takers(self):
        """All functions that take many values."""
        index = trommel_tools.Overlap([])
        yield from (_many.detect_many, _many.decode_many, _many.identify_many, _many.extract_many, _many.stats_many)
        yield from (trommel_tools.Dedup().push_many, trommel_tools.NearDup().push_many, index.scan_many)
        yield from (trommel_tools.Overlap, trommel_tools.count, trommel_tools.Cutter)

    def test_one_value_and_a_table_are_refused_at_once(self):
        class Table:
            @property
            def columns(self):
                raise AssertionError("to compute the columns may take long")

            def __iter__(self):
                return iter(["text"])

        class Expr:
            pass

        for many in self.takers():
            with self.assertRaisesRegex(TypeError, "not Expr; call this in map_batches"):
                many(Expr())
            for one in ("one value", b"one value", bytearray(b"one value"), 3, None):
                with self.assertRaises(TypeError, msg=many):
                    many(one)
            for table in ({"text": ["Rain fell on the mill."]}, Table()):
                with self.assertRaisesRegex(TypeError, "one column"):
                    many(table)

    def test_an_error_names_its_value(self):
        good = "It rained for a week."
        calls = [
            lambda values: list(trommel_tools.identify_many(values)),
            lambda values: list(trommel_tools.NearDup().push_many(values)),
            lambda values: list(trommel_tools.Overlap([]).scan_many(values)),
            trommel_tools.Overlap,
            trommel_tools.count,
        ]
        for call in calls:
            with self.assertRaisesRegex(TypeError, "value 300: expected str or None, not int"):
                call([*[good] * 300, 5])
            with self.assertRaisesRegex(UnicodeEncodeError, r"surrogates not allowed \(value 1\)"):
                call([None, "\ud800"])
        with self.assertRaisesRegex(ValueError, "value 1: .*not normalised"):
            trommel_tools.Cutter([(2, "a line"), (2, "a  line")])

    def test_an_iterator_that_fails_gives_the_results_before(self):
        def values():
            yield "It rained for a week."
            yield "The river rose."
            raise KeyError("mine")

        for many in (trommel_tools.identify_many, trommel_tools.NearDup().push_many):
            found = []
            with self.assertRaises(KeyError):
                found.extend(iter(many(values()).__next__, object()))
            self.assertEqual(len(found), 2)

    def test_help_shows_the_defaults(self):
        for one in vars(_native).values():
            if callable(one) and not (isinstance(one, type) and issubclass(one, Exception)):
                self.assertNotIn("...", getattr(one, "__text_signature__", None) or "")
        self.assertIn("n=7, stub=20, memory=1073741824", trommel_tools.Dedup.__text_signature__)

    def test_what_is_not_delivered_is_not_remembered(self):
        a = "The ferry runs again since the ice on the lake is gone and the pier is mended after the long winter."
        b = "A wholly different document about mills that burned on Sunday night and nobody was hurt at all there."
        for make in (trommel_tools.NearDup, trommel_tools.Dedup):
            fresh = repr(make().push(b))
            seen = make()
            with self.assertRaises(UnicodeEncodeError):
                list(seen.push_many([a, "\ud800", b]))
            self.assertEqual(repr(seen.push(b)), fresh)
            seen, values = make(), iter([a, b])
            next(seen.push_many(values))
            self.assertEqual(next(values), b)
            self.assertEqual(repr(seen.push(b)), fresh)

    def test_a_match_has_the_place_of_its_document(self):
        a = "The ferry runs again since the ice on the lake is gone and the pier is mended after the long winter."
        b = "A wholly different document about mills that burned on Sunday night and nobody was hurt at all there."
        for texts in ([None, a, None, b, a, b], ["\ud800", a, 5, b, b, a], [math.nan, "", a, a]):
            found = list(trommel_tools.NearDup().push_many(texts, errors="return"))
            matches = [(text, found) for text, found in zip(texts, found) if isinstance(found, trommel_tools.Match)]
            self.assertTrue(matches)
            for text, match in matches:
                self.assertEqual(texts[match.document], text)

    def test_threads_may_share_an_object(self):
        texts = [f"The ferry number {n} runs again since the ice on lake {n * 7919} is gone." for n in range(300)]
        for make in (trommel_tools.NearDup, trommel_tools.Dedup):
            seen, errors = make(), []

            def work(seen=seen, errors=errors):
                try:
                    for text in texts:
                        seen.push(text)
                except BaseException as error:
                    errors.append(error)

            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(errors, [])

    @unittest.skipUnless(hasattr(signal, "setitimer"), "no timers on this system")
    def test_a_signal_is_heard_between_values(self):
        class Heard(Exception):
            pass

        def hear(*_):
            raise Heard

        def work():
            # The signal comes while the function works on a group of values; without an end, it is the only way out.
            while True:
                list(trommel_tools.stats_many([text] * 256, threads=2))
                done.append(True)

        text = BOOKS[0].read_text(encoding="utf-8", errors="replace")
        done = []
        before = signal.signal(signal.SIGALRM, hear)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with self.assertRaises(Heard):
                work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(done, [])

    def test_many_documents_are_decided_on_as_one_after_the_other(self):
        texts = [book.read_text(errors="replace") for book in BOOKS[:12]]
        # More than one group of values.
        texts = [text[:700] for text in texts * 30] + [None, 5]
        item = " ".join(texts[0].split()[20:50])

        def one_by_one(call):
            return [repr(call(text)) for text in texts[:-1]]

        def methods(name):
            objects = trommel_tools.Dedup(), trommel_tools.NearDup(), trommel_tools.Overlap([item])
            names = "push" + name, "push" + name, "scan" + name
            return [getattr(one, name) for one, name in zip(objects, names)]

        expected = [one_by_one(call) for call in methods("")]
        for make in (list, iter, self.arrow):
            for call, wanted in zip(methods("_many"), expected):
                found = [repr(one) if not isinstance(one, TypeError) else None for one in call(make(texts), errors="return")]
                self.assertEqual(found[: len(wanted)], wanted)
                self.assertIn(found[len(wanted) :], ([None], []))
        with self.assertRaises(TypeError):
            list(trommel_tools.NearDup().push_many(["a", 5]))

    def arrow(self, texts):
        """An array without the last value, which is no string; a list where PyArrow is not installed."""
        try:
            import pyarrow
        except ImportError:
            return texts[:-1]
        return pyarrow.array(texts[:-1])

    def test_errors_of_many(self):
        values = ["<p>It rained.</p>", 5, "\ud800", None, b"\0\1\2\xff" * 50]
        kinds = [type(found) for found in trommel_tools.extract_many(values, errors="return", threads=2)]
        self.assertEqual(kinds, [trommel_tools.Extraction, TypeError, UnicodeEncodeError, type(None), trommel_tools.NotTextError])
        found = trommel_tools.extract_many(values)
        self.assertEqual(next(found).text, "It rained.")
        with self.assertRaises(TypeError):
            next(found)

    def test_any_number_of_threads_gives_the_same(self):
        texts = [f"It rained for {n} weeks, and the river rose." for n in range(1000)] + [None]
        one = [found and found.language for found in trommel_tools.identify_many(iter(texts), threads=1)]
        for threads in (2, 7, 5000):
            self.assertEqual([found and found.language for found in trommel_tools.identify_many(texts, threads=threads)], one)

    def test_an_iterator_is_not_read_ahead_without_end(self):
        taken = []
        endless = (taken.append(n) or b"It rained." for n in iter(int, 1))
        self.assertEqual(next(trommel_tools.detect_many(endless)).encoding, trommel_tools.detect(b"It rained.").encoding)
        self.assertLessEqual(len(taken), _values.VALUES)

    def is_free(self, texts):
        """Whether this thread ran before another one had measured the texts. It does not unless the other gives the interpreter up."""
        begun, ended = threading.Event(), threading.Event()

        def work():
            begun.set()
            _native.stats_batch(texts, 1)
            ended.set()

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        is_free = not ended.is_set()
        thread.join()
        return is_free

    def test_other_threads_run_meanwhile(self):
        texts = [BOOKS[0].read_text(encoding="utf-8", errors="replace")] * 64
        switch = sys.getswitchinterval()
        # No thread is asked to give the interpreter up.
        sys.setswitchinterval(1e6)
        try:
            self.assertTrue(any(self.is_free(texts) for _ in range(50)))
        finally:
            sys.setswitchinterval(switch)

    def test_arrow(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest("PyArrow is not installed")
        texts = ["Le château près de la forêt a été vendu l’été dernier.", None, "It rained for a week, and the river rose to the bridge."]
        array = pyarrow.array(texts * 200)
        for values in (array, pyarrow.chunked_array([array, array])):
            found = [language and language.language for language in trommel_tools.identify_many(values)]
            self.assertEqual(found, ["fr", None, "en"] * (len(values) // 3))
            self.assertEqual(trommel_tools.count(values), trommel_tools.count(values.to_pylist()))
            self.assertEqual(trommel_tools.Overlap(values).refused, trommel_tools.Overlap(values.to_pylist()).refused)
        self.assertEqual(trommel_tools.identify(array[0]), trommel_tools.identify(texts[0]))
        self.assertIsNone(trommel_tools.identify(array[1]))
        with self.assertRaisesRegex(TypeError, "not int"):
            trommel_tools.identify(pyarrow.scalar(5))


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = "The ferry runs again since the ice on the lake is gone.\n"
        seen = trommel_tools.NearDup()
        seen.push(text)
        cls.results = [
            trommel_tools.detect(text.encode("utf-16")),
            trommel_tools.decode(text.encode()),
            trommel_tools.identify(text),
            trommel_tools.extract(f"<title>Ice</title><p>{text}</p>", metadata=True),
            trommel_tools.Dedup().push(text),
            seen.push(text),
            *trommel_tools.Overlap([text]).scan(text),
            trommel_tools.Cutter([]).cut(text),
            trommel_tools.NamedMatch("ferry", 1.0),
        ]

    def test_all_kinds_are_here(self):
        classes = {one for one in vars(trommel_tools).values() if isinstance(one, type) and hasattr(one, "_asdict")}
        self.assertEqual({type(result) for result in self.results}, classes)
        self.assertEqual(len(classes), 9)

    def test_they_can_be_pickled_copied_and_compared(self):
        for result, other in zip(self.results, self.results[1:] + self.results[:1]):
            for same in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
                self.assertIsNot(same, result)
                self.assertIs(type(same), type(result))
                self.assertEqual(same, result)
                self.assertEqual(repr(same), repr(result))
            self.assertNotEqual(result, other)
        text = "The ferry runs again since the ice on the lake is gone."
        self.assertEqual(len({trommel_tools.identify(text), trommel_tools.identify(text)}), 1)
        self.assertNotEqual(trommel_tools.identify(text), trommel_tools.identify(f"{text} It is late."))

    def test_they_give_dictionaries(self):
        for result in self.results:
            fields = result._asdict()
            self.assertEqual(tuple(fields), type(result).__match_args__)
            for name, value in fields.items():
                self.assertEqual(getattr(result, name), math.inf if value is None and name == "margin" else value)
            public = {name for name in dir(result) if not name.startswith("_")}
            self.assertEqual(public, set(fields))
            json.dumps(fields, allow_nan=False)

    def test_a_rule_has_no_score(self):
        found = trommel_tools.detect(b"It rained.")
        self.assertEqual((found.score, found.margin, found._asdict()["margin"]), (None, math.inf, None))
        self.assertLess(trommel_tools.detect("süß".encode("cp1252")).score, 0)

    def test_those_with_lists_have_no_hash(self):
        for result in self.results:
            has_list = any(isinstance(value, (list, dict)) for value in result._asdict().values())
            with self.subTest(type(result).__name__):
                if has_list:
                    self.assertRaises(TypeError, hash, result)
                else:
                    hash(result)


class Documentation(unittest.TestCase):
    def test_docstrings_have_examples_that_hold(self):
        functions = [getattr(trommel_tools, name) for name in trommel_tools.__all__]
        functions += [chardet.detect, trafilatura.extract]
        functions += [trommel_tools.Dedup.push_many, trommel_tools.NearDup.push_many, trommel_tools.Overlap.scan_many]
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        tried = 0
        for function in functions:
            if callable(function) and (getattr(function, "__module__", None) or "trommel_tools").startswith("trommel_tools"):
                self.assertTrue(function.__doc__, function)
                test = parser.get_doctest(function.__doc__, {}, function.__name__, None, None)
                tried += len(test.examples) > 0
                runner.run(test)
        self.assertGreaterEqual(tried, 12)
        self.assertEqual(runner.summarize().failed, 0)

    def test_the_examples_of_pages_hold(self):
        for page in ("crates/python/README.md", "docs/notebook.md"):
            text = (ROOT / page).read_text(encoding="utf-8")
            test = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
            runner = doctest.DocTestRunner()
            runner.run(test)
            self.assertGreater(runner.tries, 5, page)
            self.assertEqual(runner.failures, 0, page)

    def test_types(self):
        try:
            from mypy import api
        except ImportError:
            self.skipTest("mypy is not installed")
        folder = os.path.dirname(trommel_tools.__file__)
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))
        with tempfile.TemporaryDirectory() as here:
            use = pathlib.Path(here, "use.py")
            use.write_text(
                "import trommel_tools as t\n"
                "size: int = len(t.extract(b'').text)\n"
                "found: t.Detection | None = t.detect(None)\n"
                "languages: list[str | None] = [one and one.language for one in t.identify_many(['a'])]\n"
                "second: tuple[str, int] | None = t.detect(b'').second\n"
                "fields: dict[str, object] = t.identify('')._asdict()\n"
                "for page in t.extract_many(['a'], errors='return', title='keep'):\n"
                "    text: str = f'{page}' if isinstance(page, Exception) else page.text if page else ''\n"
                "for match in t.NearDup().push_many(['a'], errors='return'):\n"
                "    if isinstance(match, Exception):\n"
                "        raise match\n"
            )
            wrong = pathlib.Path(here, "wrong.py")
            lines = [
                "t.detect('a str')",
                "t.extract_many([], tittle='keep')",
                "t.extract_many([], errors='ignore')",
                "t.stats_many([], language=5)",
                "next(t.identify_many([], errors='return')).language",
                "key: typing.Hashable = t.extract('')",
            ]
            wrong.write_text("\n".join(["import trommel_tools as t, typing", *lines, ""]))
            environment = ["--no-incremental", "--cache-dir", here, "--strict", "--warn-unreachable", "--python-executable", sys.executable]
            out, _, code = api.run([*environment, str(use)])
            self.assertEqual(code, 0, out)
            out, _, code = api.run([*environment, str(wrong)])
            for number in range(len(lines)):
                self.assertIn(f"wrong.py:{number + 2}: error", out)
            self.assertEqual(code, 1)

    def test_stubs_name_what_there_is(self):
        stubs = pathlib.Path(trommel_tools.__file__).with_name("_native.pyi").read_text()
        for name in dir(_native):
            if not name.startswith("_"):
                self.assertRegex(stubs, rf"(?m)^(class|def) {name}\b", name)
            one = getattr(_native, name)
            if isinstance(one, type) and not issubclass(one, Exception):
                stub = stubs.split(f"\nclass {name}")[1].split("\n@final")[0]
                for attribute in dir(one):
                    if not attribute.startswith("_"):
                        self.assertRegex(stub, rf"(?m)^    (def )?{attribute}\b", f"{name}.{attribute}")


class Compat(unittest.TestCase):
    def test_chardet(self):
        found = chardet.detect("Привет, это довольно длинное предложение о погоде и о реке.".encode("cp1251"))
        self.assertEqual((found["encoding"], found["language"]), ("windows-1251", "ru"))
        self.assertGreater(found["confidence"], 0.9)
        image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9
        self.assertEqual(chardet.detect(image), {"encoding": None, "confidence": 0.0, "language": None})
        with self.assertRaises(TypeError):
            chardet.detect("text")
        # The share of what is in the encoding counts, too.
        line = "süß für\n"
        for others, most in ((100, 0.5), (25, 0.8), (1, 0.995)):
            data = line.encode() * 100 + line.encode("cp1252") * others
            found = chardet.detect(data)
            self.assertEqual(found["encoding"], "utf-8")
            self.assertLessEqual(found["confidence"], most)
            self.assertGreater(found["confidence"], most - 0.05)
        self.assertLess(chardet.detect(line.encode() * 100 + b"\xe9")["confidence"], 1)
        # One byte is too little to tell encodings apart.
        for data in (b"\xff", b"\xe9", b"\xfc"):
            self.assertLess(chardet.detect(data)["confidence"], 0.3, data)
        self.assertEqual(chardet.detect(memoryview(b"text"))["encoding"], "ascii")

    def test_python_decodes_by_the_names_of_chardet(self):
        text = "id,gr\u00fcn\nDie s\u00fc\u00dfen Br\u00f6tchen sind schon weg.\n"
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16le", "utf-16be", "cp1252"):
            data = text.encode(encoding)
            self.assertEqual(data.decode(chardet.detect(data)["encoding"]), text, encoding)
        data = "\ufeff".encode("utf-16be") + text.encode("utf-16be")
        self.assertEqual(data.decode(chardet.detect(data)["encoding"]), text)
        for encoding in ("cp874", "mac-cyrillic"):
            texts = {
                "cp874": "ฝนตกหนักตลอดทั้งสัปดาห์ และน้ำในแม่น้ำก็สูงขึ้นถึงสะพานหิน",
                "mac-cyrillic": "Всю неделю шёл дождь, и река поднялась до самого каменного моста.",
            }
            data = (texts[encoding] + "\n").encode(encoding) * 3
            self.assertEqual(data.decode(chardet.detect(data)["encoding"]).splitlines(), [texts[encoding]] * 3)
        for encoding in ("x-mac-ce", "x-mac-greek", "x-mac-turkish", "ibm720", "ibm737", "gb18030", "macintosh", "johab"):
            self.assertTrue(codecs.lookup(chardet._codec(encoding, b"")), encoding)

    def test_trafilatura(self):
        page = "<title>Rain</title><h1>Rain</h1><p>It rained for a week, and the river rose to <a href='/b'>the bridge</a>.</p>"
        self.assertIn("river rose to the bridge", trafilatura.extract(page))
        self.assertIn("[the bridge](/b)", trafilatura.extract(page, output_format="markdown", include_links=True))
        record = json.loads(trafilatura.extract(page, "http://a/", output_format="json"))
        self.assertEqual((record["title"], record["url"]), ("Rain", "http://a/"))
        self.assertIsNone(trafilatura.extract(page, target_language="fr"))
        self.assertTrue(trafilatura.extract(page, target_language="English"))
        with self.assertRaises(ValueError):
            trafilatura.extract(page, target_language="xx")
        with self.assertRaises(ValueError):
            trafilatura.extract(page, include_links=True)
        titled = page.replace("Rain<", "Rain: part 2 &quot;b&quot;<")
        self.assertIn('title: "Rain: part 2 \\"b\\""\n', trafilatura.extract(titled, with_metadata=True))
        for missing in ("", None, math.nan):
            self.assertIsNone(trafilatura.extract(missing))
        self.assertIsNone(trafilatura.extract(b"\0\1\2\xff" * 50))
        with self.assertRaises(TypeError):
            trafilatura.extract(page, favor_recall=True)


if __name__ == "__main__":
    unittest.main()
