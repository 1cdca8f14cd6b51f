"""The functions for Spark give the rows that the tools give on one machine.

Run where the wheel, PySpark and PyArrow are installed, and a Java runtime is. TROMMEL_SPARK_MASTER is local[2] unless set.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import trommel_tools

try:
    import pyarrow  # noqa: F401
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    from trommel_tools import spark as trommel
except ImportError as error:
    raise unittest.SkipTest(f"PySpark and PyArrow are not installed: {error}")

ROOT = pathlib.Path(__file__).resolve().parents[3]


def pipe(stages, records):
    """What a chain of tools makes of records on this machine, as records."""
    data = b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)
    for tool, *options in stages:
        data = trommel_tools.run(tool, *options, input=data, stdout=trommel_tools.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in data.splitlines()]


class Functions(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        # The workers' Python must have the wheel, too.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        cls.spark = (
            SparkSession.builder.master(os.environ.get("TROMMEL_SPARK_MASTER", "local[2]"))
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "3")
            .getOrCreate()
        )
        # Small batches, so that a task has several.
        trommel.bound_batches(cls.spark, rows=7)
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

    def test_htmlblocks(self):
        stages = [["htmlblocks", "--emit", "text"]]
        self.assertEqual(self.texts(trommel.htmlblocks(self.frame(self.pages))), self.expect(stages, self.pages))

    def test_htmlblocks_blocks(self):
        rows = trommel.htmlblocks(self.frame(self.pages), emit="blocks").collect()
        found = sorted((row.doc, row.block.block, row.block["class"], row.block.text, row.block.link_density) for row in rows)
        keys = ("doc", "block", "class", "text", "link_density")
        expected = sorted(tuple(r[key] for key in keys) for r in pipe([["htmlblocks", "--emit", "blocks"]], self.pages))
        self.assertEqual(found, expected)
        # The page stays beside its blocks.
        pages = {page["doc"]: page["text"] for page in self.pages}
        self.assertTrue(all(row.text == pages[row.doc] for row in rows))

    def test_a_chain_is_one_pass(self):
        stages = [["charset", "--to-utf8"], ["htmlblocks", "--emit", "text"], ["uniqwords"]]
        rows = trommel.pipeline(self.frame(self.pages), stages, result=("words", trommel.WORDS)).collect()
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
        lines = [f"line {n % 17}" for n in range(1000)] + ['"quoted" \\ text', "text\":"] * 30
        frame = self.spark.createDataFrame([(line,) for line in lines], "text string")
        data = "".join(line + "\n" for line in lines).encode()
        done = trommel_tools.run("freqlines", "-R", "-k", "20", input=data, stdout=trommel_tools.PIPE).stdout
        expected = [(r["count"], r["text"]) for r in map(json.loads, done.splitlines())]
        found = trommel.freqlines(frame.repartition(5), more_than=20, normalise=None, parts=2).collect()
        self.assertEqual([tuple(row) for row in found], expected)

    def test_altcount_by_site(self):
        sites = [dict(page, site=str(int(page["doc"]) % 2)) for page in self.pages]
        found = self.texts(trommel.altcount(self.frame(sites), by="site", order_by="doc"))
        expected = []
        for site in "01":
            expected += pipe([["altcount", "--emit", "useful"]], [page for page in sites if page["site"] == site])
        self.assertEqual(found, sorted((r["doc"], r["text"]) for r in expected))

    def test_blockdedup_in_order(self):
        books = [dict(book, site=str(n % 3)) for n, book in enumerate(self.books)]
        books += [dict(book, doc="x" + book["doc"], text=book["text"][: len(book["text"]) // 2]) for book in books]
        found = self.texts(trommel.blockdedup(self.frame(books), order_by="doc"))
        expected = self.expect([["blockdedup"]], sorted(books, key=lambda book: book["doc"]))
        self.assertLess(sum(len(text) for _, text in expected), 0.8 * sum(len(book["text"]) for book in books))
        self.assertEqual(found, expected)

        found = self.texts(trommel.blockdedup(self.frame(books), order_by="doc", by="site"))
        expected = []
        for site in "012":
            own = sorted((book for book in books if book["site"] == site), key=lambda book: book["doc"])
            expected += self.expect([["blockdedup"]], own)
        self.assertEqual(found, sorted(expected))

    def test_lcsdup_in_blocks(self):
        books = self.books + [dict(book, doc=f"copy-{book['doc']}", text=book["text"][100:]) for book in self.books[:9]]
        words = trommel.uniqwords(self.frame(books))
        expected = pipe([["uniqwords"], ["lcsdup", "--find", "books"]], sorted(books, key=lambda book: book["doc"]))
        keys = ("a", "b", "a_words", "b_words", "common", "lcs", "cs", "its", "excess")
        expected = sorted(tuple(pair[key] for key in keys) for pair in expected)
        self.assertGreaterEqual(len(expected), 9)
        for blocks in (1, 3):
            found = trommel.lcsdup(words, blocks=blocks).collect()
            self.assertEqual(sorted(tuple(row[key] for key in keys) for row in found), expected)

    def test_near_duplicates(self):
        books = self.books + [dict(book, doc="x" + book["doc"], text=book["text"] + "\nOne more line.\n") for book in self.books[:7]]
        clusters = {}
        for row in trommel.near_duplicates(self.frame(books)).collect():
            clusters.setdefault(row.cluster, []).append(row.id)

        # The same by comparing all pairs.
        sets = {r["doc"]: set(r["words"]) for r in pipe([["uniqwords", "--shingles", "5", "--mod", "4"]], books)}
        parent = {name: name for name in sets if sets[name]}

        def root(name):
            while parent[name] != name:
                name = parent[name]
            return name

        for a in parent:
            for b in parent:
                if a < b and len(sets[a] & sets[b]) >= 0.7 * len(sets[a] | sets[b]):
                    low, high = sorted((root(a), root(b)))
                    parent[high] = low
        expected = {}
        for name in parent:
            expected.setdefault(root(name), []).append(name)
        self.assertEqual({k: sorted(v) for k, v in clusters.items()}, {k: sorted(v) for k, v in expected.items()})
        self.assertGreaterEqual(sum(len(cluster) > 1 for cluster in expected.values()), 7)

    def test_a_long_path_is_one_component(self):
        edges = self.spark.createDataFrame([(f"{n:03}", f"{n + 1:03}") for n in range(40)], "a string, b string")
        ids = self.spark.createDataFrame([(f"{n:03}",) for n in range(42)], "id string")
        rows = trommel._components(edges, ids).collect()
        self.assertEqual({row.id: row.cluster for row in rows}, {f"{n:03}": "000" if n < 41 else "041" for n in range(42)})

    def test_rejected_rows_are_a_frame(self):
        long = dict(self.pages[3], doc="long", text="<p>" + "A sentence that goes on. " * 9000)
        none = dict(self.pages[4], doc="none", text=None)
        pages = self.pages + [long, none]
        stages = [["htmlblocks", "--emit", "text"]]
        good, bad = trommel.pipeline(self.frame(pages), stages, errors=True, longest=100_000)
        self.assertEqual(self.texts(good), self.expect([["htmlblocks", "--emit", "text"]], self.pages))
        rows = sorted(bad.collect(), key=lambda row: row.doc)
        self.assertEqual([row.doc for row in rows], ["long", "none"])
        self.assertEqual(rows[0].trommel_error.reason, "more than 100000 characters")
        self.assertEqual(rows[1].trommel_error.reason, "no text")
        self.assertEqual(bytes(rows[0].raw), b"long\xff")
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
        waiting, trommel.WAITING = trommel.WAITING, 2000
        try:
            stages = [["charset", "--to-utf8", "--keep-language", "vi"]]
            self.assertEqual(trommel.pipeline(self.frame(self.books), stages).count(), 0)
            job = trommel._Job([["htmlblocks", "--emit", "text"]], "text", None, (), False, ["doc", "text"], None, {})
            table = pyarrow.table({"doc": [p["doc"] for p in self.pages], "text": [p["text"] for p in self.pages]})
            pieces = [row for batch in job(table.to_batches(max_chunksize=5)) for row in batch.to_pylist()]
            self.assertEqual([(row["doc"], row["text"]) for row in pieces], self.expect([["htmlblocks", "--emit", "text"]], self.pages))
        finally:
            trommel.WAITING = waiting

    def test_wrong_calls_are_refused(self):
        frame = self.frame(self.books[:1])
        for call in [
            lambda: trommel.pipeline(frame, [["rm", "-r"]]),
            lambda: trommel.pipeline(frame, ["uniqwords"], text="body"),
            lambda: trommel.uniqwords(frame.withColumn("words", F.lit(1))),
            lambda: trommel.pipeline(frame.withColumn("trommel_record", F.lit(1)), ["charset --to-utf8"]),
        ]:
            with self.assertRaises(ValueError):
                call()

    def test_empty_frames(self):
        self.assertEqual(trommel.htmlblocks(self.frame([])).collect(), [])
        self.assertEqual(trommel.freqlines(self.frame([])).collect(), [])


SAMPLES = [
    ("<html><body><p>Die schöne Müllerin fährt täglich über die Brücke und grüßt die Nachbarn.</p></body></html>", "utf-8"),
    ("<html><body><p>Привет, это довольно длинное предложение о погоде и о реке.</p></body></html>", "windows-1251"),
    ("<html><body><p>Le château près de la forêt a été vendu l’été dernier à un étranger.</p></body></html>", "windows-1252"),
]

if __name__ == "__main__":
    unittest.main()
