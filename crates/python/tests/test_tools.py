"""Run in an environment where the wheel is installed: python -m unittest discover crates/python/tests"""

import base64
import datetime
import decimal
import importlib
import importlib.util
import json
import math
import os
import pathlib
import subprocess
import unittest
import uuid

import trommel_tools


class Tools(unittest.TestCase):
    def test_every_tool_is_there(self):
        for tool in trommel_tools.TOOLS:
            done = trommel_tools.run(tool, "--version", stdout=trommel_tools.PIPE)
            self.assertEqual(done.stdout.decode().splitlines()[0], f"{tool} {trommel_tools.__version__}")
            self.assertTrue(os.access(trommel_tools.path(tool), os.X_OK))

    def test_each_command_starts_by_its_name(self):
        for tool in trommel_tools.TOOLS:
            done = subprocess.run([trommel_tools.path(tool), "--no-such-option"], stderr=trommel_tools.PIPE)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{tool}: ", done.stderr.decode())

    def test_other_names_are_refused(self):
        for name in ["ls", "", "../linenorm"]:
            for call in (trommel_tools.path, trommel_tools.command, trommel_tools.run):
                with self.assertRaises(ValueError):
                    call(name)

    def test_run(self):
        done = trommel_tools.run("freqlines", "-R", "-k", "1", input=b"a\nb\na\n", stdout=trommel_tools.PIPE)
        self.assertEqual(json.loads(done.stdout)["count"], 2)
        with self.assertRaises(trommel_tools.CalledProcessError):
            trommel_tools.run("freqlines", "--no-such-option", stderr=subprocess.DEVNULL)
        self.assertEqual(trommel_tools.run("freqlines", "--no-such-option", check=False).returncode, 2)

    def test_errors_say_what_the_tool_said(self):
        for call in [
            lambda: trommel_tools.run("freqlines", "--no-such-option"),
            lambda: trommel_tools.run("freqlines", "--no-such-option", capture_output=True),
            lambda: list(trommel_tools.stream("freqlines", "--no-such-option", lines=[])),
        ]:
            with self.assertRaisesRegex(trommel_tools.RunError, "no-such-option"):
                call()

    def test_any_value_goes_into_a_record(self):
        values = {
            "nan": math.nan,
            "list": [math.inf, 1.5],
            "date": datetime.date(2026, 1, 2),
            "time": datetime.datetime(2026, 1, 2, 3, 4),
            "bytes": b"gr\xc3\xbcn",
            "path": pathlib.PurePosixPath("a/b"),
            "price": decimal.Decimal("12.50"),
            "id": uuid.UUID(int=5),
        }
        expected = {"nan": None, "list": [None, 1.5], "date": "2026-01-02", "time": "2026-01-02T03:04:00", "path": "a/b"}
        expected["bytes"] = "data:;base64,Z3LDvG4="
        expected |= {"price": "12.50", "id": "00000000-0000-0000-0000-000000000005"}
        text = b"Die s\xfc\xdfen Br\xf6tchen sind schon weg."
        [found] = trommel_tools.stream("blockdedup", records=[{"doc": "1", "text": text, **values}])
        self.assertEqual({name: found[name] for name in values}, expected)
        self.assertEqual(found["text"], text.decode("cp1252"))

    def test_bytes_have_one_form(self):
        # The last ones could be text.
        values = [b"\x89PNG\r\n\x1a\n", b"\0\xff\0\xfe\1", bytearray(b"\0\0\0?"), memoryview(b"abc")]
        records = ({"doc": str(n), "text": f"Text {n}", "image": {"bytes": value}} for n, value in enumerate(values))
        found = [record["image"]["bytes"] for record in trommel_tools.stream("blockdedup", records=records)]
        self.assertEqual([base64.b64decode(text.removeprefix("data:;base64,")) for text in found], list(map(bytes, values)))
        # Those of the text are decoded, wherever it is.
        data = "Die süßen Brötchen sind schon weg.".encode("cp1252")
        for field, record in {
            "body": {"body": data},
            "a.b": {"a.b": data},
            ".page.html": {"page": {"html": data}},
            "posts[].text": {"posts": [{"text": data}]},
        }.items():
            for options in (["--text-field", field], [f"--text-field={field}"]):
                [found] = trommel_tools.stream("blockdedup", *options, records=[{"doc": "1", **record}])
                self.assertIn("Brötchen sind schon", json.dumps(found, ensure_ascii=False))
        done = trommel_tools.run("blockdedup", "--text-field", "a.b", input=b'{"a":{"b":""}}', check=False, capture_output=True)
        self.assertIn(b"missing field `a.b`; for a field inside `a` write .a.b", done.stderr)
        [error] = trommel_tools.stream("blockdedup", records=[{"text": values[0]}], errors="return")
        self.assertRegex(str(error), "field 'text': these bytes are not text")

    def test_records_of_tables(self):
        rows = [{"doc": str(n), "text": f"Line {n} of a text that is long enough to be counted.", "n": n} for n in range(600)]
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        tables = {
            "pyarrow": ["table"],
            "polars": ["DataFrame"],
            "pandas": ["DataFrame"],
            "datasets": ["Dataset.from_dict", "Dataset.from_dict().to_iterable_dataset"],
        }
        tried = 0
        for package, makers in tables.items():
            if importlib.util.find_spec(package) is None:
                continue
            module = importlib.import_module(package)
            for maker in makers:
                if package == "datasets":
                    table = module.Dataset.from_dict(columns)
                    table = table.to_iterable_dataset() if "iterable" in maker else table
                else:
                    table = getattr(module, maker)(columns)
                with self.subTest(f"{package}: {maker}"):
                    found = list(trommel_tools.stream("blockdedup", "--threshold", 1, records=table))
                    self.assertEqual([{name: record[name] for name in columns} for record in found], rows)
                    tried += 1
        if not tried:
            self.skipTest("no package with tables is installed")

    def test_arguments(self):
        done = trommel_tools.run("freqlines", "-R", "-k", 1, input=b"a\na\n", stdout=trommel_tools.PIPE)
        self.assertEqual(json.loads(done.stdout)["count"], 2)
        self.assertTrue(trommel_tools.run("trommel", "--version", stdout=trommel_tools.PIPE).stdout.startswith(b"trommel "))
        with self.assertRaisesRegex(TypeError, "a path or a number, not NoneType: None after '-k'"):
            trommel_tools.run("freqlines", "-k", None)
        for options in (["-o", "x"], ["-ox"], ["--output", "x"], ["--output=x"], ["--out-dir", "x"]):
            with self.assertRaisesRegex(ValueError, "leaves no results for stream"):
                trommel_tools.stream("linenorm", *options, lines=[])
        with self.assertRaisesRegex(ValueError, "leave out --rejects"):
            trommel_tools.stream("linenorm", "--rejects=x", lines=[], errors="return")

    def test_lines_may_end_with_a_line_feed(self):
        for lines in (["a\n", "a", "b\n"], [b"a\n", b"a\n", b"b"]):
            [found] = trommel_tools.stream("freqlines", "-R", "-k", 1, lines=lines)
            self.assertEqual((found["count"], found["text"]), (2, "a"))

    def test_wrong_records_are_raised_or_returned(self):
        records = [
            {"doc": "1", "text": "A first line of text that is long enough to be counted."},
            {"doc": "2", "text": 5},
            {"doc": "3", "text": {1}},
            {"doc": "4", "text": "A last line of text that is long enough to be counted."},
        ]
        found = list(trommel_tools.stream("linenorm", records=records, errors="return"))
        lines = [record["doc"] for record in found if isinstance(record, dict)]
        errors = [error for error in found if isinstance(error, trommel_tools.RecordError)]
        self.assertEqual(lines, ["1", "4"])
        self.assertEqual([error.record for error in errors], [records[2], records[1]])
        found = list(trommel_tools.stream("linenorm", "--max-errors", "1", records=records[:2], errors="return"))
        self.assertIsInstance(found[-1], trommel_tools.RecordError)
        self.assertEqual(len(errors), 2)
        with self.assertRaises(trommel_tools.RecordError):
            list(trommel_tools.stream("linenorm", records=records[2:]))
        with self.assertRaises(trommel_tools.RunError):
            list(trommel_tools.stream("linenorm", records=records[:2]))
        with self.assertRaises(ValueError):
            trommel_tools.stream("linenorm", records=[], errors="ignore")

    def test_what_is_no_record_and_no_line_is_refused(self):
        class Table:
            columns = ["text"]

            def __iter__(self):
                return iter(self.columns)

        for records in ({"text": "a"}, "abc", b"abc", Table(), 5):
            with self.assertRaises(TypeError):
                trommel_tools.stream("blockdedup", records=records)
        with self.assertRaises(TypeError):
            trommel_tools.stream("linenorm", lines="abc")
        for record in ("abc", None, ["text"]):
            with self.assertRaisesRegex(trommel_tools.RecordError, "a record is a dictionary, not"):
                list(trommel_tools.stream("blockdedup", records=[record]))
        with self.assertRaisesRegex(ValueError, r"run\(\) takes any output"):
            list(trommel_tools.stream("freqlines", "-R", "-k", "0", "--format", "tsv", lines=["a"]))
        with self.assertRaisesRegex(ValueError, "line feed"):
            list(trommel_tools.stream("freqlines", "-R", lines=["a\nb"]))
        for value, reason in (({1}, "type set"), ("\ud800", "surrogates not allowed")):
            with self.assertRaisesRegex(trommel_tools.RecordError, reason) as raised:
                list(trommel_tools.stream("blockdedup", records=[{"text": "a", "other": value}]))
            self.assertIn("field 'other'", str(raised.exception))

    def test_records_are_streamed(self):
        text = "A paragraph that stands in many pages, word for word, and that nobody wants to read twice."
        records = ({"doc": str(n), "text": text, "n": n} for n in range(20_000))
        kept = [record for record in trommel_tools.stream("blockdedup", "--emit", "report", records=records)]
        self.assertEqual(len(kept), 19_999)
        records = ({"doc": str(n), "text": f"{text}\n\nPage {n} has its own words: {n * 7919}.", "n": n} for n in range(50))
        documents = list(trommel_tools.stream("blockdedup", "--stub", "0", records=records))
        self.assertEqual([document["n"] for document in documents], list(range(50)))

    def test_a_stream_may_end_early(self):
        records = ({"doc": str(n), "text": "Some line of text that is long enough to be counted."} for n in range(10_000_000))
        first = next(trommel_tools.stream("linenorm", records=records))
        self.assertEqual(first["doc"], "0")

    def test_errors_are_raised(self):
        def broken():
            yield {"doc": "1", "text": "A line of text that is long enough to be counted."}
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            list(trommel_tools.stream("linenorm", records=broken()))
        with self.assertRaises(trommel_tools.CalledProcessError):
            list(trommel_tools.stream("linenorm", "-q", lines=["/no/such/file"]))
        with self.assertRaises(TypeError):
            trommel_tools.stream("linenorm")


if __name__ == "__main__":
    unittest.main()
