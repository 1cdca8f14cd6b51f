"""The functions for Spark give the rows that the tools give on one machine.

Run where the wheel, PySpark and PyArrow are installed, and a Java runtime is. TROMMEL_SPARK_MASTER is local[2] unless set. With
TROMMEL_SPARK=connect the session is of Spark Connect, on a server that the tests start (PySpark 4, with grpcio and pandas).
"""

import datetime
import decimal
import gzip
import importlib.util
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock

import trommel_tools

try:
    import pyarrow
    from pyspark import cloudpickle
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F
    from trommel_tools import spark as trommel
    from trommel_tools.spark import __main__ as shell
    from trommel_tools.spark import read, rows, tools
except ImportError as error:
    raise unittest.SkipTest(f"PySpark and PyArrow are not installed: {error}") from None

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: The kind of session: classic or connect.
KIND = os.environ.get("TROMMEL_SPARK", "classic")
if KIND not in ("classic", "connect"):
    raise ValueError(f"TROMMEL_SPARK is classic or connect, not {KIND}")


def pipe(stages, records):
    """What a chain of tools makes of records on this machine, as records."""
    data = b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)
    for tool, *options in stages:
        data = trommel_tools.run(tool, *options, input=data, stdout=trommel_tools.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in data.splitlines()]


def pipe_file(command):
    """The records that a tool makes of a file."""
    tool, *options = command
    return [json.loads(line) for line in trommel_tools.run(tool, *options, stdout=trommel_tools.PIPE).stdout.splitlines()]


class Session(unittest.TestCase):
    """A Spark session for a class of tests, and books and pages."""

    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        # The workers' Python must have the wheel, too.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        master = os.environ.get("TROMMEL_SPARK_MASTER", "local[2]")
        cls.spark = (
            (SparkSession.builder.remote(master) if KIND == "connect" else SparkSession.builder.master(master))
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "3")
            .config("spark.hadoop.fs.viewfs.mounttable.trommel.link./files", f"file:{tempfile.gettempdir()}")
            .getOrCreate()
        )
        # Small batches, so that a task has several.
        trommel.bound_batches(cls.spark, rows=7)
        if KIND == "classic":
            cls.spark.sparkContext.setLogLevel("OFF")
        books = sorted((ROOT / "tests/corpus/books").glob("*.txt"))
        cls.books = [{"doc": f"{n:03}", "text": book.read_bytes().decode("utf-8", "replace")} for n, book in enumerate(books)]
        pages = sorted((ROOT / "tests/corpus/web").rglob("*.html"))
        cls.raw = [(f"{n:03}", page.read_bytes(), page.parent.name) for n, page in enumerate(pages)]
        cls.pages = [{"doc": n, "text": page.decode("utf-8", "replace"), "site": site} for n, page, site in cls.raw]
        assert len(cls.books) > 20 and len(cls.pages) > 10

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def frame(self, records):
        # Columns that JSON would change: they must come out as they went in.
        rows = [(r["doc"], r["text"], r.get("site", "s"), bytearray(r["doc"].encode() + b"\xff"), {"k": [1.5, None]}) for r in records]
        kind = "doc string, text string, site string, raw binary, more map<string,array<double>>"
        return self.spark.createDataFrame(rows, kind).repartition(4, "doc")

    def texts(self, frame):
        rows = frame.collect()
        for row in rows:
            self.assertEqual(bytes(row.raw), row.doc.encode() + b"\xff")
            self.assertEqual(row.more, {"k": [1.5, None]})
        return sorted((row.doc, row.text) for row in rows)

    def expect(self, stages, records):
        found = sorted((record["doc"], record["text"]) for record in pipe(stages, records))
        self.assertTrue(found)
        return found


class Functions(Session):
    def test_htmlblocks(self):
        stages = [["htmlblocks", "--emit", "text"]]
        self.assertEqual(self.texts(trommel.htmlblocks(self.frame(self.pages))), self.expect(stages, self.pages))

    def test_a_string_is_text_whatever_it_looks_like(self):
        looks = ['[{"a": 1}]', "%PDF-1.7 is how some files begin.", "w\0i\0d\0e\0", "From a Sat Jan  3 01:05:34 1996\nTo: b\n\nText.\n"]
        texts = [{"doc": f"{n}", "text": text} for n, text in enumerate(looks)]
        stages = [["uniqwords"]]
        found = [(row.doc, row.words.words) for row in trommel.uniqwords(self.frame(texts)).collect()]
        self.assertEqual(sorted(found), [(r["doc"], r["words"]) for r in pipe(stages, texts)])

    def test_any_name_and_kind_of_a_column(self):
        texts = [book["text"][:3000] for book in self.books[:6]]
        when = datetime.datetime(2026, 1, 2, 3, 4, 5)
        rows = [(f"{n:03}", text, f"site {n % 2}", when, decimal.Decimal("1.50")) for n, text in enumerate([*texts, *texts])]
        kind = "`the.doc` string, `a.``text` string, `odd.site` string, `at.time` timestamp, price decimal(10,2)"
        frame = self.spark.createDataFrame(rows, kind).coalesce(2)
        doc, text, site, time, _ = frame.columns
        by_pipe = [{"doc": row[0], "text": row[1]} for row in rows]

        def check(found, expected):
            found = found.collect()
            for row in found:
                self.assertEqual([row[name] for name in (time, "price")], [when, decimal.Decimal("1.50")])
            self.assertEqual(sorted((row[doc], row[text]) for row in found), expected)
            return found

        with tempfile.TemporaryDirectory() as work:
            check(trommel.blockdedup(frame, order_by=doc, text=text, work=work, parts=2), self.expect([["blockdedup"]], by_pipe))
        check(trommel.neardup(frame, order_by=doc, text=text), self.expect([["neardup"]], by_pipe))
        found = check(trommel.textstats(frame, text=text), sorted((row[0], row[1]) for row in rows))
        self.assertTrue(all(row.stats.words > 100 for row in found))
        self.assertEqual(trommel.blockdedup(frame, by=site, order_by=doc, text=text).count(), 6)
        self.assertEqual(trommel.near_duplicates(frame, id=doc, text=text).count(), 12)
        self.assertGreater(trommel.freqlines(frame, text=text, more_than=1).count(), 10)
        good, bad = trommel.linenorm(frame, text=text, errors=True)
        self.assertEqual((good.count() > 10, bad.count()), (True, 0))

    def test_htmlblocks_blocks(self):
        rows = trommel.htmlblocks(self.frame(self.pages), emit="blocks").collect()
        found = sorted((row.doc, row.block.block, row.block["class"], row.block.text, row.block.link_density) for row in rows)
        keys = ("doc", "block", "class", "text", "link_density")
        expected = sorted(tuple(r[key] for key in keys) for r in pipe([["htmlblocks", "--emit", "blocks"]], self.pages))
        self.assertEqual(found, expected)
        # The page's text is in the rows of its blocks.
        pages = {page["doc"]: page["text"] for page in self.pages}
        self.assertTrue(all(row.text == pages[row.doc] for row in rows))

    def test_a_chain_is_one_pass(self):
        stages = [["charset", "--to-utf8"], ["htmlblocks", "--emit", "text"], ["uniqwords"]]
        rows = trommel.pipeline(self.frame(self.pages), stages, result=("words", tools.WORDS)).collect()
        found = sorted((row.doc, row.words.tokens, row.words.words, row.words.positions) for row in rows)
        expected = sorted((r["doc"], r["tokens"], r["words"], r["positions"]) for r in pipe(stages, self.pages))
        self.assertEqual(found, expected)

    def test_charset_takes_bytes(self):
        pages = [(f"{n:03}", text.encode(label), label) for n, (text, label) in enumerate(SAMPLES * 5)]
        frame = self.spark.createDataFrame(pages, "doc string, text binary, label string")
        rows = trommel.charset(frame).collect()
        self.assertEqual(len(rows), len(pages))
        for row in rows:
            self.assertEqual(row.text, SAMPLES[int(row.doc) % len(SAMPLES)][0])
            with tempfile.NamedTemporaryFile(suffix=".html") as file:
                file.write(pages[int(row.doc)][1])
                file.flush()
                done = trommel_tools.run("charset", file.name, stdout=trommel_tools.PIPE)
            self.assertEqual(row.charset.encoding, json.loads(done.stdout)["encoding"], row.label)

    def test_linenorm(self):
        rows = trommel.linenorm(self.frame(self.books), "--ends", "20").collect()
        found = sorted((row.doc, row.line.line, row.line.end, row.line.text) for row in rows)
        expected = pipe([["linenorm", "--ends", "20"]], self.books)
        self.assertEqual(found, sorted((r["doc"], r["line"], r["end"], r["text"]) for r in expected))

    def test_freqlines_and_cutbounds(self):
        frequent = trommel.freqlines(self.frame(self.books), more_than=2)
        expected = pipe([["linenorm", "--ends", "300"], ["freqlines", "-k", "2"]], self.books)
        self.assertGreater(len(expected), 10)
        self.assertEqual([(r["count"], r["text"]) for r in expected], [tuple(row) for row in frequent.collect()])

        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "frequent-lines.jsonl")
            with open(file, "w", encoding="utf-8") as out:
                out.writelines(json.dumps(record) + "\n" for record in expected)
            body = self.expect([["cutbounds", "--freq", file, "--emit", "body"]], self.books)
            self.assertNotEqual(body, sorted((book["doc"], book["text"]) for book in self.books))
            for given in (file, frequent):
                self.assertEqual(self.texts(trommel.cutbounds(self.frame(self.books), given)), body)
            rows = trommel.cutbounds(self.frame(self.books), file, emit="bounds").collect()
            keys = ("lines", "preamble_end", "epilogue_start", "preamble_confidence")
            found = sorted((row.doc, *(row.bounds[key] for key in keys)) for row in rows)
            bounds = pipe([["cutbounds", "--freq", file]], self.books)
            self.assertEqual(found, sorted((r["doc"], *(r.get(key) for key in keys)) for r in bounds))

    def test_freqlines_of_lines(self):
        lines = [f"line {n % 17}" for n in range(1000)] + ['"quoted" \\ text', 'text":'] * 30
        frame = self.spark.createDataFrame([(line,) for line in lines], "text string")
        data = "".join(line + "\n" for line in lines).encode()
        done = trommel_tools.run("freqlines", "-R", "-k", "20", input=data, stdout=trommel_tools.PIPE).stdout
        expected = [(r["count"], r["text"]) for r in map(json.loads, done.splitlines())]
        found = trommel.freqlines(frame.repartition(5), more_than=20, normalise=None, parts=2).collect()
        self.assertEqual([tuple(row) for row in found], expected)

    def test_freqlines_of_linenorm(self):
        expected = pipe([["linenorm", "--ends", "20"], ["freqlines", "-k", "2"]], self.books)
        self.assertGreater(len(expected), 5)
        lines = trommel.linenorm(self.frame(self.books), "--ends", "20")
        found = trommel.freqlines(lines, more_than=2).collect()
        self.assertEqual([tuple(row) for row in found], [(r["count"], r["text"]) for r in expected])
        for wrong in ({"normalise": ["--ends", "9"]}, {"text": "doc"}):
            with self.assertRaisesRegex(ValueError, "line"):
                trommel.freqlines(lines, **wrong)

    def test_altcount_by_site(self):
        sites = [dict(page, site=str(int(page["doc"]) % 2)) for page in self.pages]
        found = self.texts(trommel.altcount(self.frame(sites), by="site", order_by="doc"))
        expected = []
        for site in "01":
            expected += pipe([["altcount", "--emit", "useful"]], [page for page in sites if page["site"] == site])
        self.assertEqual(found, sorted((r["doc"], r["text"]) for r in expected))

    def copies(self):
        """Books, parts of them, and books in the middle of which is another one: what is kept of one depends on others."""
        books = [dict(book, site=str(n % 3)) for n, book in enumerate(self.books)]
        halves = [dict(book, doc="x" + book["doc"], text=book["text"][: len(book["text"]) // 2]) for book in books]
        mixed = [
            dict(book, doc="a" + book["doc"], text=book["text"][:5000] + "\n\n" + other["text"][2000:9000] + book["text"][5000:8000])
            for book, other in zip(books, books[5:] + books[:5])
        ]
        return books + halves + mixed

    def work(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return os.path.join(folder.name, "work")

    def test_blockdedup_divided(self):
        books = self.copies()
        in_order = sorted(books, key=lambda book: book["doc"])
        for options in ([], ["--method", "paper", "--keep-within"], ["--unit", "span", "--min-span", "12"], ["--exact", "--unit", "line"]):
            found = self.texts(trommel.blockdedup(self.frame(books), *options, order_by="doc", parts=5, work=self.work()))
            expected = self.expect([["blockdedup", *options]], in_order)
            self.assertLess(sum(len(text) for _, text in expected), 0.8 * sum(len(book["text"]) for book in books))
            self.assertEqual(found, expected, options)

    def test_blockdedup_by_a_column(self):
        books = self.copies()
        found = self.texts(trommel.blockdedup(self.frame(books), order_by="doc", by="site"))
        expected = []
        for site in "012":
            own = sorted((book for book in books if book["site"] == site), key=lambda book: book["doc"])
            expected += self.expect([["blockdedup"]], own)
        self.assertEqual(found, sorted(expected))

    def test_blockdedup_against_others(self):
        books = sorted(self.copies(), key=lambda book: book["doc"])
        old, new = books[:30], books[30:]
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(json.dumps(book) + "\n" for book in old)
            file.flush()
            for only in (False, True):
                how = {"against": self.frame(old), "against_only": only, "parts": 3, "work": self.work()}
                found = self.texts(trommel.blockdedup(self.frame(new), order_by="doc", **how))
                self.assertEqual(found, self.expect([["blockdedup", "--against", file.name] + ["--against-only"] * only], new))

    def test_blockdedup_goes_on_where_it_was_interrupted(self):
        books = self.copies()
        work = self.work()
        how = {"order_by": "doc", "parts": 3, "work": work}
        expected = self.texts(trommel.blockdedup(self.frame(books), **how))
        steps = sorted(os.listdir(work))
        self.assertIn("step=round-2", steps)

        def written(step):
            return [os.stat(file).st_mtime_ns for file in sorted(pathlib.Path(work, step).rglob("*.parquet"))]

        before = {step: written(step) for step in steps}
        # A step that has begun, and those after it have not.
        os.remove(f"{work}/step=round-1/_SUCCESS")
        for step in steps:
            if step > "step=before" and step.startswith(("step=before", "step=round")) and step != "step=round-1":
                shutil.rmtree(f"{work}/{step}")
        self.assertEqual(self.texts(trommel.blockdedup(self.frame(books), **how)), expected)
        self.assertEqual(sorted(os.listdir(work)), steps)
        for step in ("step=text", "step=repeated"):
            self.assertEqual(written(step), before[step])
        self.assertNotEqual(written("step=round-1"), before["step=round-1"])
        with self.assertRaisesRegex(ValueError, "other rows"):
            trommel.blockdedup(self.frame(books[1:]), **how)
        with self.assertRaisesRegex(ValueError, "other arguments"):
            trommel.blockdedup(self.frame(books), "--exact", **how)

    def test_sql_functions(self):
        self.assertIn("trommel_extract", trommel.register(self.spark))
        self.frame(self.pages).createOrReplaceTempView("pages")
        expected = {page["doc"]: trommel_tools.extract(page["text"]).text for page in self.pages}
        found = self.spark.sql("SELECT doc, trommel_extract(text) AS text, trommel_language(text) AS language FROM pages").collect()
        self.assertEqual({row.doc: row.text for row in found}, expected)
        self.assertEqual({row.language for row in found}, {trommel_tools.identify(page["text"]).language for page in self.pages})
        samples = [(n, text.encode(label), text) for n, (text, label) in enumerate(SAMPLES)] + [
            (3, None, None),
            (4, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None),
        ]
        self.spark.createDataFrame(samples, "n int, page binary, text string").createOrReplaceTempView("samples")
        query = "SELECT n, {0}trommel_decode(page) AS text, {0}trommel_encoding(page) AS encoding FROM samples WHERE n < {1} ORDER BY n"
        found = self.spark.sql(query.format("try_", 5)).collect()
        self.assertEqual([row.text for row in found], [text for _, _, text in samples])
        self.assertIsNone(found[3].encoding)
        self.assertEqual(self.spark.sql(query.format("", 4)).collect(), found[:4])
        with self.assertRaises(Exception) as raised:
            self.spark.sql(query.format("", 5)).collect()
        self.assertIn("NotTextError", str(raised.exception))
        (row,) = self.spark.sql("SELECT trommel_stats(text) AS s FROM pages LIMIT 1").collect()
        self.assertEqual(set(row.s), set(trommel_tools.stats("One sentence.")))

    def test_a_stream(self):
        with tempfile.TemporaryDirectory() as folder:
            none = [dict(self.pages[0], doc="none", text=None)]
            self.frame(self.pages + none).select("doc", "text").write.parquet(f"{folder}/in")
            stream = self.spark.readStream.schema("doc string, text string").option("maxFilesPerTrigger", 2).parquet(f"{folder}/in")
            good, bad = trommel.htmlblocks(stream, errors=True)
            for name, frame in (("good", good), ("bad", bad)):
                query = frame.writeStream.format("memory").queryName(name).trigger(availableNow=True).start()
                query.awaitTermination()
            found = sorted(tuple(row) for row in self.spark.table("good").collect())
            self.assertEqual(found, self.expect([["htmlblocks", "--emit", "text"]], self.pages))
            (row,) = self.spark.table("bad").collect()
            self.assertEqual((row.doc, row.trommel_error.reason), ("none", "no text"))
            with self.assertRaisesRegex(ValueError, "stream"):
                trommel.htmlblocks(stream, max_errors=1)

    def test_a_worker_without_the_package_says_so(self):
        class Frame:
            columns = ("text",)

            def mapInArrow(self, task, schema):
                return task

        task = cloudpickle.loads(cloudpickle.dumps(rows.mapped(Frame(), tools.linenorm, "text string")))
        with unittest.mock.patch.dict(sys.modules, {"trommel_tools.spark.tools": None}):
            with self.assertRaisesRegex(ImportError, f"{sys.executable}, cannot load trommel_tools.*PYSPARK_PYTHON"):
                list(task([]))

    def test_what_blockdedup_rejects_is_in_the_frame(self):
        long = dict(self.books[3], doc="long", text="word " * 30_000)
        none = dict(self.books[4], doc="none", text=None)
        # More tokens than -S has room for: 60 bytes each, in a quarter of it.
        large = dict(self.books[5], doc="large", text="".join(f"{n:x} " for n in range(20_000)))
        frame = self.frame(self.copies() + [long, none, large])
        how = {"order_by": "doc", "parts": 3, "memory": "4M", "longest": 140_000}
        good, bad = trommel.blockdedup(frame, errors=True, work=self.work(), **how)
        self.assertEqual(self.texts(good), self.expect([["blockdedup"]], sorted(self.copies(), key=lambda book: book["doc"])))
        self.assertEqual(sorted(row.doc for row in bad.collect()), ["large", "long", "none"])
        good.unpersist()
        with self.assertRaises(trommel.ToolError):
            trommel.blockdedup(frame, max_errors="1%", work=self.work(), **how)
        with self.assertRaises(ValueError):
            trommel.blockdedup(frame, order_by="doc")

    def test_a_budget_of_errors(self):
        none = [dict(page, doc=f"none{n}", text=None) for n, page in enumerate(self.pages[:2])]
        frame = self.frame(self.pages + none)
        good, bad = trommel.htmlblocks(frame, max_errors=2)
        self.assertEqual((good.count(), bad.count()), (len(self.expect([["htmlblocks", "--emit", "text"]], self.pages)), 2))
        good.unpersist()
        for budget in (1, "1%"):
            for call in (trommel.htmlblocks, trommel.freqlines, trommel.near_duplicates):
                with self.assertRaises(trommel.ToolError):
                    call(frame, max_errors=budget)
        frequent, bad = trommel.freqlines(frame, more_than=2, errors=True)
        self.assertEqual(sorted(row.doc for row in bad.collect()), ["none0", "none1"])
        self.assertEqual(frequent.collect(), trommel.freqlines(self.frame(self.pages), more_than=2).collect())

    def test_lcsdup_in_blocks(self):
        books = self.books + [dict(book, doc=f"copy-{book['doc']}", text=book["text"][100:]) for book in self.books[:9]]
        books += [dict(self.books[0], doc="a", text=self.books[1]["text"][:9000] + self.books[2]["text"][:9000])]
        words = trommel.uniqwords(self.frame(books)).persist()
        in_order = sorted(books, key=lambda book: book["doc"])
        for find, blocks in (("books", 1), ("books", 3), ("passages", 3), ("both", 2)):
            expected = pipe([["uniqwords"], ["lcsdup", "--find", find]], in_order)
            self.assertGreaterEqual(len(expected), 9)
            found = [row.asDict(recursive=True) for row in trommel.lcsdup(words, find=find, blocks=blocks).collect()]
            for pair in found:
                for optional in ("passages", "segments", "a_file", "a_line", "b_file", "b_line"):
                    if pair[optional] is None:
                        del pair[optional]
                for passage in pair.get("passages", ()):
                    # Without --texts there are none.
                    fields = ("a_text", "b_text", "a_offset", "b_offset")
                    self.assertEqual([passage.pop(field) for field in fields], [None] * 4)
            self.assertEqual(sorted(found, key=str), sorted(expected, key=str), find)

    def near_copies(self):
        """Books, and some of them again: with a line more, and with an equal text and name."""
        return self.books + [dict(book, doc="x" + book["doc"], text=book["text"] + "\nOne more line.\n") for book in self.books[:7]]

    def test_near_duplicates(self):
        books = self.near_copies()
        in_order = sorted(books, key=lambda book: book["doc"])
        for how, options in (
            ({}, []),
            (
                {"join": "single", "similarity": 0.7, "shingle": 3, "fold": "case,digits"},
                ["--single", "--similarity", ".7", "--shingle", "3", "--fold", "case,digits"],
            ),
        ):
            expected = [
                (r["doc"], r.get("duplicate_of", r["doc"]), r.get("similarity"))
                for r in pipe([["neardup", "--emit", "report", *options]], in_order)
            ]
            self.assertGreaterEqual(sum(doc != of for doc, of, _ in expected), 7)
            found = trommel.near_duplicates(self.frame(books), **how).collect()
            self.assertEqual(sorted(map(tuple, found)), sorted(expected))
        self.assertEqual(trommel.near_duplicates(self.frame([])).collect(), [])
        with self.assertRaisesRegex(ValueError, "join="):
            trommel.near_duplicates(self.frame(books), join="all")

    def test_neardup_keeps_one_of_each_group(self):
        books = self.near_copies() + self.books[3:5]
        rows = self.frame(books).withColumn("number", F.length("text"))
        kept = trommel.neardup(rows, order_by=["number", "doc"])
        self.assertEqual(kept.columns, rows.columns)
        in_order = sorted(books, key=lambda book: (len(book["text"].encode("utf-16-le")) // 2, book["doc"]))
        self.assertEqual(self.texts(kept), self.expect([["neardup"]], in_order))
        good, bad = trommel.neardup(self.frame([*books, dict(books[0], doc="none", text=None)]), order_by="doc", errors=True)
        self.assertEqual(self.texts(good), self.expect([["neardup"]], sorted(books, key=lambda book: book["doc"])))
        self.assertEqual([row.doc for row in bad.collect()], ["none"])

    def test_overlap_with_items(self):
        items = [
            {"id": "mill", "question": " ".join(self.books[2]["text"].split()[300:330]), "set": "a"},
            {"id": "none", "question": "Seven grey ferries cross that very wide lake at noon today", "set": "b"},
        ]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "items.jsonl")
            file.write_text("".join(json.dumps(item) + "\n" for item in items))
            options = ["--item-text", "question", "--set-field", "set"]
            expected = pipe([["overlap", "--items", file, *options]], self.books)
            self.assertEqual({hit["item"] for hit in expected}, {"mill"})
            keys = ("item", "set", "bytes", "share", "of")
            for given in (
                file,
                self.spark.createDataFrame([(i["id"], i["question"], i["set"]) for i in items], "id string, question string, set string"),
            ):
                hits = trommel.overlap(self.frame(self.books), given, *options).collect()
                self.assertEqual(
                    sorted((row.doc, *(row.hit[key] for key in keys)) for row in hits),
                    sorted((r["doc"], *(r[key] for key in keys)) for r in expected),
                )
            for emit in ("clean", "cut"):
                found = self.texts(trommel.overlap(self.frame(self.books), file, *options, emit=emit))
                self.assertEqual(found, self.expect([["overlap", "--items", file, *options, "--emit", emit]], self.books))
            with self.assertRaisesRegex(ValueError, "emit="):
                trommel.overlap(self.frame(self.books), file, emit="items")

    def test_textstats(self):
        rows = trommel.textstats(self.frame(self.books), "--rules", "gopher").collect()
        expected = {r["doc"]: r for r in pipe([["textstats", "--rules", "gopher"]], self.books)}
        self.assertEqual(len(rows), len(expected))
        for row in rows:
            found = {name: value for name, value in row.stats.asDict().items() if value is not None}
            record = expected[row.doc]
            self.assertEqual(
                {**found, "scripts": json.loads(found["scripts"])}, {name: value for name, value in record.items() if name != "doc"}
            )
        short = [dict(self.books[0], doc="short", text="Too short.")]
        self.assertEqual(
            self.texts(trommel.textstats(self.frame(self.books + short), keep="gopher")),
            self.expect([["textstats", "--keep", "gopher"]], self.books + short),
        )

    def test_rejected_rows_are_a_frame(self):
        long = dict(self.pages[3], doc="long", text="<p>" + "A sentence that goes on. " * 9000)
        none = dict(self.pages[4], doc="none", text=None)
        pages = self.pages + [long, none]
        stages = [["htmlblocks", "--emit", "text"]]
        good, bad = trommel.pipeline(self.frame(pages), stages, errors=True, longest=100_000)
        self.assertEqual(self.texts(good), self.expect([["htmlblocks", "--emit", "text"]], self.pages))
        found = sorted(bad.collect(), key=lambda row: row.doc)
        self.assertEqual([row.doc for row in found], ["long", "none"])
        self.assertEqual(found[0].trommel_error.reason, "more than 100000 bytes")
        self.assertEqual(found[1].trommel_error.reason, "no text")
        self.assertEqual(bytes(found[0].raw), b"long\xff")
        good.unpersist()
        for frame in (self.frame(pages), self.frame(self.pages + [none])):
            with self.assertRaises(Exception) as raised:
                trommel.pipeline(frame, stages, longest=100_000).collect()
            self.assertIn("ToolError", str(raised.exception))

    def test_what_a_tool_rejects_is_in_the_frame(self):
        # charset finds no encoding for every third page, the tools after it none.
        pages = [(n, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" if n % 3 == 1 else SAMPLES[n % 3][0].encode(SAMPLES[n % 3][1])) for n in range(30)]
        frame = self.spark.createDataFrame(pages, "n int, text binary").repartition(3)
        good, bad = trommel.pipeline(frame, ["charset --to-utf8", "htmlblocks --emit text --allow-empty"], errors=True)
        self.assertEqual(sorted(row.n for row in good.collect()), [n for n in range(30) if n % 3 != 1])
        rows = sorted(bad.collect())
        self.assertEqual([row.n for row in rows], list(range(1, 30, 3)))
        self.assertEqual({row.trommel_error.tool for row in rows}, {"charset"})
        good.unpersist()

    def test_a_tool_that_fails_ends_the_job(self):
        with self.assertRaises(Exception) as raised:
            trommel.htmlblocks(self.frame(self.pages), "--no-such-option").collect()
        self.assertIn("--no-such-option", str(raised.exception))

    def test_rows_that_are_left_out_do_not_wait(self):
        # All rows are left out, and more than may wait for an answer: chains end in between.
        waiting, rows.WAITING = rows.WAITING, 2000
        try:
            stages = [["charset", "--to-utf8", "--keep-language", "vi"]]
            self.assertEqual(trommel.pipeline(self.frame(self.books), stages).count(), 0)
            table = pyarrow.table({"doc": [p["doc"] for p in self.pages], "text": [p["text"] for p in self.pages]})
            job = rows.Job([["htmlblocks", "--emit", "text"]], table.schema)
            pieces = [row for batch in job(table.to_batches(max_chunksize=5)) for row in batch.to_pylist()]
            self.assertEqual([(row["doc"], row["text"]) for row in pieces], self.expect([["htmlblocks", "--emit", "text"]], self.pages))
        finally:
            rows.WAITING = waiting

    def test_columns_in_the_way_or_of_another_kind_are_refused(self):
        frame = self.frame(self.books[:2])
        with self.assertRaisesRegex(ValueError, "a column Stats already"):
            trommel.textstats(frame.withColumnRenamed("site", "Stats"))
        with self.assertRaisesRegex(ValueError, "the column more is map<"):
            trommel.textstats(frame, text="more")

    def test_wrong_calls_are_refused(self):
        frame = self.frame(self.books[:1])
        for call in [
            lambda: trommel.pipeline(frame, [["rm", "-r"]]),
            lambda: trommel.pipeline(frame, ["uniqwords"], text="body"),
            lambda: trommel.uniqwords(frame.withColumn("words", F.lit(1))),
            lambda: trommel.pipeline(frame.withColumn("trommel_error", F.lit(1)), ["charset --to-utf8"]),
        ]:
            with self.assertRaises(ValueError):
                call()

    def test_files_of_any_kind_are_documents(self):
        with tempfile.TemporaryDirectory() as folder:
            for n, book in enumerate(self.books[:6]):
                (pathlib.Path(folder) / f"b {n}%20.txt").write_bytes(book["text"].encode("utf-16" if n % 2 else "utf-8"))
            with gzip.open(os.path.join(folder, "more.jsonl.gz"), "wb") as out:
                for book in self.books[6:9]:
                    record = {"id": book["doc"], "text": book["text"], "n": 7, "tags": ["a", {"b": None}]}
                    out.write(json.dumps(record).encode() + b"\n")
                out.write(b"{no record}\n")
            (pathlib.Path(folder) / "cut.jsonl.gz").write_bytes(gzip.compress(b'{"id":"first","text":"A first line."}\n' * 3000)[:-9])
            good, bad = trommel.read_documents(self.spark, [folder], extra={"n": "bigint"}, errors=True)
            found = sorted((row.doc, row.text, row.n) for row in good.where("doc != 'first'").collect())
            expected = [(f"file:{folder}/b {n}%20.txt", book["text"], None) for n, book in enumerate(self.books[:6])]
            expected += [(book["doc"], book["text"], 7) for book in self.books[6:9]]
            self.assertEqual(found, sorted(expected))
            # A field that nobody has named is not lost.
            others = {row.n: json.loads(row.fields) for row in good.where("doc != 'first'").collect()}
            self.assertEqual({n: set(fields) for n, fields in others.items()}, {None: {"charset"}, 7: {"charset", "tags"}})
            self.assertEqual(others[7]["tags"], ["a", {"b": None}])
            errors = {os.path.basename(row.source): row.trommel_error for row in bad.collect()}
            self.assertEqual(sorted(errors), ["cut.jsonl.gz", "more.jsonl.gz"])
            self.assertEqual(errors["more.jsonl.gz"].raw, "{no record}")
            with self.assertRaises(trommel.ToolError):
                trommel.read_documents(self.spark, folder, max_errors=1)
            # As a stream, as files come that are not local.
            found = trommel.read_documents(self.spark, f"{folder}/b*.txt", opened=lambda name: open(name[5:], "rb")).collect()
            self.assertEqual(sorted(row.text for row in found), sorted(book["text"] for book in self.books[:6]))
        with self.assertRaises(FileNotFoundError):
            trommel.read_documents(self.spark, "/no/such/folder/*")
        with self.assertRaisesRegex(ValueError, "rest="):
            trommel.read_documents(self.spark, "/no/such/folder/*", extra={"fields": "string"})

    def test_files_are_listed_by_their_names(self):
        with tempfile.TemporaryDirectory() as folder:
            names = ["a b%20.txt", "empty", "in/side/c+d.txt", "in/ä.txt"]
            for name in [*names, "_SUCCESS", "in/.hidden"]:
                file = pathlib.Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(b"" if name == "empty" else b"text")
            self.assertEqual(
                list(read._listed(self.spark, [folder]).items()), [(f"file:{folder}/{name}", 4 * (name != "empty")) for name in names]
            )
            self.assertEqual(list(read._listed(self.spark, [f"{folder}/in/*"])), [f"file:{folder}/{name}" for name in names[2:]])

    def test_web_archives_are_pages(self):
        def record(n, page):
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/{n}\r\nWARC-Date: 2026-01-0{n + 1}\r\n"
            head += f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
            return gzip.compress(head.encode() + body + b"\r\n\r\n")

        members = [record(n, page) for n, (_, page, _) in enumerate(self.raw[:8])]
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.warc.gz").write_bytes(b"".join(members[:5]))
            # The second half of a member is lost, and the end of the last one.
            (pathlib.Path(folder) / "b.warc.gz").write_bytes(members[5] + members[6][:-50] + members[7][:-9])
            stages = [["htmlblocks", "--emit", "text"]]
            small = ["--warc-min-size", "0"]
            good, bad = trommel.read_warc(self.spark, f"{folder}/*.warc.gz", *small, stages=stages, errors=True)
            rows = sorted(good.collect(), key=lambda row: row.url)
            data = b"".join(members[:6])
            done = trommel_tools.run("charset", "--to-utf8", "--input-format", "warc", *small, "-", input=data, stdout=trommel_tools.PIPE)
            done = trommel_tools.run("htmlblocks", "--emit", "text", input=done.stdout, stdout=trommel_tools.PIPE)
            records = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertGreater(len(records), 4)
            self.assertEqual(
                [(r.doc, r.text, r.date, r.charset.encoding) for r in rows],
                [(r["doc"], r["text"], r["date"], r["charset"]["encoding"]) for r in records],
            )
            self.assertEqual({row.source for row in bad.collect()}, {f"file:{folder}/b.warc.gz"})

    def test_large_web_archives_are_divided_at_their_members(self):
        # What is stored and not compressed has the beginning of members in it.
        trap = b"X-Trap: \x1f\x8b\x08 " + gzip.compress(b"something else", mtime=0) + b"\r\n"
        self.assertEqual(trap.count(b"\n"), 1)

        def member(n, body):
            head = f"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://example.org/{n}\r\n"
            head += f"Content-Type: text/html\r\nContent-Length: {len(body)}\r\n"
            stored = n % 3 == 0
            return gzip.compress(head.encode() + trap * stored + b"\r\n" + body + b"\r\n\r\n", 9 * (not stored))

        members = [member(n, page) for n, (_, page, _) in enumerate(self.raw * 3)]
        data = b"".join(members)
        size, slice_ = read.DIVIDED, read.SLICE
        self.addCleanup(setattr, read, "DIVIDED", size)
        self.addCleanup(setattr, read, "SLICE", slice_)
        for bytes_, piece in ((len(data) // 5, 1000), (len(data) // 400, 1 << 20), (size, 7)):
            read.DIVIDED, read.SLICE = bytes_, piece
            tasks = read._tasks("file:/a.warc.gz", len(data))
            ranges = [b"".join(read._range(io.BytesIO(data), start, end)) for _, start, end in tasks]
            self.assertEqual(b"".join(ranges), data)
            self.assertEqual([len(ranges) > 1, min(map(len, ranges)) < len(data)], [bytes_ < size] * 2)
            for part in ranges:
                gzip.decompress(part)
        read.DIVIDED, read.SLICE = len(data) // 5, slice_
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "a.warc.gz")
            file.write_bytes(data)
            urls = [r["url"] for r in pipe_file(["charset", "--to-utf8", "--warc-min-size", "0", file])]
            self.assertEqual(len(urls), len(members))
            for opened in (None, lambda name: open(name[5:], "rb")):
                rows = trommel.read_warc(self.spark, str(file), "--warc-min-size", "0", opened=opened).collect()
                self.assertEqual(sorted(row.url for row in rows), sorted(urls))

    def test_spark_reads_files_that_are_not_local(self):
        with tempfile.TemporaryDirectory() as folder:
            for n, book in enumerate(self.books[:5]):
                pathlib.Path(folder, f"b {n}%20.txt").write_bytes(book["text"].encode())
            records = [{"doc": book["doc"], "text": book["text"]} for book in self.books[5:9]]
            pathlib.Path(folder, "c.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records) + "{no record}\n")
            # A file system of Hadoop with another scheme.
            where = f"viewfs://trommel/files/{os.path.basename(folder)}"
            good, bad = trommel.read_documents(self.spark, [f"{where}/*"], errors=True)
            expected = [(f"{where}/b {n}%20.txt", book["text"]) for n, book in enumerate(self.books[:5])]
            self.assertEqual(
                sorted((row.doc, row.text) for row in good.collect()), sorted(expected + [(r["doc"], r["text"]) for r in records])
            )
            self.assertEqual([row.trommel_error.raw for row in bad.collect()], ["{no record}"])
            with self.assertRaises(FileNotFoundError):
                trommel.read_documents(self.spark, f"{where}/no/*")

    def test_from_a_shell(self):
        with tempfile.TemporaryDirectory() as folder:
            self.frame(self.copies()).select("doc", "text").write.parquet(f"{folder}/in")
            for job, *options in [
                ["blockdedup", "--order-by", "doc", "--parts", "3", "--work", f"{folder}/work", "--threshold", ".4"],
                ["cutbounds", "--more-than", "2"],
                ["neardup", "--order-by", "doc"],
                ["overlap", "--items", f"{ROOT}/tests/corpus/books/on-chalk.txt", "--emit", "clean"],
            ]:
                shell.main([job, f"{folder}/in", f"{folder}/{job}", *options], self.spark)
            found = sorted(tuple(row) for row in self.spark.read.parquet(f"{folder}/blockdedup").collect())
            in_order = sorted(self.copies(), key=lambda book: book["doc"])
            self.assertEqual(found, self.expect([["blockdedup", "--threshold", ".4"]], in_order))
            found = sorted(tuple(row) for row in self.spark.read.parquet(f"{folder}/neardup").collect())
            self.assertEqual(found, self.expect([["neardup"]], in_order))
            self.assertLess(0, self.spark.read.parquet(f"{folder}/overlap").count())
            frame = self.spark.read.parquet(f"{folder}/in")
            found = sorted(tuple(row) for row in self.spark.read.parquet(f"{folder}/cutbounds").collect())
            self.assertEqual(found, sorted(map(tuple, trommel.cutbounds(frame, trommel.freqlines(frame, more_than=2)).collect())))

    def test_empty_frames(self):
        self.assertEqual(trommel.htmlblocks(self.frame([])).collect(), [])
        self.assertEqual(trommel.freqlines(self.frame([])).collect(), [])


class Examples(Session):
    """The scripts of examples/spark."""

    def example(self, name):
        """A script of examples/spark, as a module; its main uses the session that is there."""
        spec = importlib.util.spec_from_file_location(name, ROOT / f"examples/spark/{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.addCleanup(trommel.bound_batches, self.spark, rows=7)
        return module

    def test_the_example_of_books(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/in")
            # Each file is a task, so that few archives take less time than many books.
            names = [f"{folder}/in/{number}.tar" for number in range(4)]
            for number, name in enumerate(names):
                with tarfile.open(name, "w") as archive:
                    for book in self.books[number::4]:
                        data = book["text"].encode()
                        member = tarfile.TarInfo(book["doc"] + ".txt")
                        member.size = len(data)
                        archive.addfile(member, io.BytesIO(data))
            self.example("books").main(f"{folder}/in", f"{folder}/out")
            frequent = trommel_tools.run("linenorm", "--ends", "300", *names, stdout=trommel_tools.PIPE).stdout
            frequent = trommel_tools.run("freqlines", input=frequent, stdout=trommel_tools.PIPE).stdout
            pathlib.Path(folder, "frequent").write_bytes(frequent)
            self.assertGreater(len(frequent), 0)
            bodies = trommel_tools.run(
                "cutbounds", "--freq", f"{folder}/frequent", "--emit", "body", *names, stdout=trommel_tools.PIPE
            ).stdout
            bodies = [json.loads(line) for line in bodies.splitlines()]
            found = self.spark.read.parquet(f"{folder}/out/books").collect()
            self.assertEqual(sorted((row.doc, row.text) for row in found), sorted(("file:" + r["doc"], r["text"]) for r in bodies))
            expected = pipe([["uniqwords"], ["lcsdup", "--find", "both"]], bodies)
            found = self.spark.read.parquet(f"{folder}/out/pairs").collect()
            self.assertGreater(len(found), 0)
            self.assertEqual(sorted((row.a, row.b) for row in found), sorted(("file:" + r["a"], "file:" + r["b"]) for r in expected))
            self.assertEqual(self.spark.read.parquet(f"{folder}/out/errors").count(), 0)

    def test_the_example_of_web_pages(self):
        # The second half is a second crawl, so that addresses are there twice.
        pages = [(f"http://example.org/{n}", bytearray(page)) for n, page, _ in [*self.raw, *self.raw[: len(self.raw) // 2]]]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        folder = folder.name
        self.spark.createDataFrame(pages, "url string, html binary").write.parquet(f"{folder}/in.parquet")
        self.example("web").main(f"{folder}/in.parquet", f"{folder}/out", f"{folder}/work")
        texts = sorted((row.url, row.text) for row in self.spark.read.parquet(f"{folder}/work/pages").collect())
        self.assertGreater(len(texts), len(self.raw) // 2)
        expected = self.expect([["blockdedup"]], [{"doc": url, "text": text} for url, text in texts])
        found = self.spark.read.parquet(f"{folder}/out/corpus").collect()
        self.assertEqual(sorted((row.url, row.text) for row in found), expected)
        self.assertLess(sum(len(text) for _, text in expected), sum(len(text) for _, text in texts))
        clusters = self.spark.read.parquet(f"{folder}/out/clusters").collect()
        self.assertEqual(len({row.id for row in clusters}), len(clusters))


SAMPLES = [
    ("<html><body><p>Die schöne Müllerin fährt täglich über die Brücke und grüßt die Nachbarn.</p></body></html>", "utf-8"),
    ("<html><body><p>Привет, это довольно длинное предложение о погоде и о реке.</p></body></html>", "windows-1251"),
    ("<html><body><p>Le château près de la forêt a été vendu l’été dernier à un étranger.</p></body></html>", "windows-1252"),
]

if __name__ == "__main__":
    unittest.main()
