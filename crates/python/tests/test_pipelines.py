"""Steps and recipes with the packages of others. A test is skipped, and says so, where its package is not installed."""

import importlib.util
import json
import math
import pathlib
import sys
import tempfile
import unittest

import trommel_tools

RAIN = "It rained for a week, and the river rose to the arch of the old stone bridge, where it stood until the ferry could run again."
REGEN = (
    "Es regnete eine Woche lang, und der Fluss stieg bis an den Bogen der alten Brücke, wo er stand, bis die Fähre wieder fahren konnte."
)
NOTICE = "Subscribe to our letter and never again miss what happens in the valley, in the hills and at the lake."
PAGES = [f"<title>{n}</title><nav><a href=/>Home</a></nav><p>{text}</p><p>{NOTICE}</p>" for n, text in enumerate((RAIN, REGEN))]


def needs(package):
    return unittest.skipUnless(importlib.util.find_spec(package), f"not run: needs {package}")


EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples/python"


@needs("datatrove")
class DataTrove(unittest.TestCase):
    def run_steps(self, *steps, texts=tuple(PAGES)):
        from datatrove.data import Document

        data = iter([Document(text=text, id=str(n)) for n, text in enumerate(texts)])
        for step in steps:
            data = step(data)
        return list(data)

    def test_steps(self):
        from trommel_tools import datatrove as trommel

        documents = self.run_steps(trommel.Extract(metadata=True), trommel.Language(), trommel.Stats(), texts=[*PAGES, "", PAGES[0]])
        self.assertEqual([document.metadata["language"] for document in documents], ["en", "de", "en"])
        self.assertEqual([document.metadata["title"] for document in documents], ["0", "1", "0"])
        for document, page in zip(documents, PAGES):
            self.assertEqual(document.text, trommel_tools.extract(page).text)
            self.assertEqual(document.metadata["words"], trommel_tools.stats(document.text)["words"])
            self.assertEqual(document.metadata["stop_words"], trommel_tools.stats(document.text)["stop_words"])
        for name in ("de", "German"):
            [document] = self.run_steps(trommel.Extract(), trommel.Language(name))
            self.assertIn("Fluss", document.text)

    def test_documents_that_cannot_be_used_are_dropped(self):
        from datatrove.data import Document
        from trommel_tools import datatrove as trommel

        steps = (trommel.Extract, trommel.Language, trommel.Stats, trommel.RemoveRepeats, trommel.RemoveNearDuplicates)
        for make in steps:
            step = make()
            documents = (Document(text=text, id=str(n)) for n, text in enumerate(["\ud800", None, RAIN]))
            self.assertEqual([document.id for document in step(documents)], ["2"], make)
            self.assertEqual(step.stats["dropped_unusable"].total, 2, make)
        # Languages of which the identifier knows nothing.
        documents = (
            Document(text=RAIN, id=str(n), metadata={"language": name}) for n, name in enumerate(("und", "klingon", 5, None, "en"))
        )
        found = [document.metadata["stop_words"] for document in trommel.Stats()(documents)]
        self.assertEqual([number > 0 for number in found], [False, True, True, True, True])

    def test_ids(self):
        from trommel_tools import datatrove as trommel

        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.txt").write_text(RAIN)
            pathlib.Path(folder, "b.jsonl").write_text(
                "".join(json.dumps(one) + "\n" for one in ({"id": 7, "text": RAIN}, {"text": REGEN}))
            )
            documents = list(trommel.Read(folder)(None))
        self.assertEqual([document.id for document in documents][:2], ["a.txt", "7"])
        self.assertNotIn(folder, documents[2].id)

    def test_duplicates(self):
        from trommel_tools import datatrove as trommel

        texts = [f"{RAIN}\n\n{NOTICE}", f"{REGEN}\n\n{NOTICE}", f"{RAIN}\n\n{NOTICE}"]
        self.assertEqual([document.text for document in self.run_steps(trommel.RemoveRepeats(), texts=texts)], [texts[0], REGEN])
        step = trommel.RemoveNearDuplicates()
        # Ranks are not compared with each other.
        for _ in range(2):
            self.assertEqual([document.id for document in self.run_steps(step, texts=texts)], ["0", "1"])

    def test_wrong_options_are_refused_at_once(self):
        from trommel_tools import datatrove as trommel

        for call in (lambda: trommel.Extract(title="never"), lambda: trommel.RemoveRepeats(unit="word"), lambda: trommel.Language("xx")):
            with self.assertRaises(ValueError):
                call()


def recipe(name):
    """A script of examples/python, as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    # Workers of a pool import functions by the name of their module.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Recipes(unittest.TestCase):
    expected = [trommel_tools.extract(page).text for page in PAGES]

    @needs("pandas")
    def test_pandas(self):
        import pandas

        frame = pandas.DataFrame({"html": [PAGES[0], None, math.nan, PAGES[1], pandas.NA]})
        texts = recipe("pandas_pages").with_text(frame)["text"]
        self.assertEqual(texts.dropna().tolist(), self.expected)
        self.assertEqual(texts.isna().tolist(), [False, True, True, False, True])

    @needs("polars")
    def test_polars(self):
        import polars

        frame = polars.DataFrame({"html": [PAGES[0], None, PAGES[1]]})
        frame = frame.with_columns(text=recipe("polars_pages").main_content(polars.col("html")))
        self.assertEqual(frame["text"].to_list(), [self.expected[0], None, self.expected[1]])

    @needs("datasets")
    def test_datasets(self):
        import datasets

        pages = datasets.Dataset.from_dict({"url": ["a", "b", "c", "d"], "html": [*PAGES, PAGES[0], ""]})
        corpus = recipe("datasets_pages").corpus(pages, {"en", "de"})
        seen = trommel_tools.Dedup()
        expected = [seen.push(text).text for text in self.expected]
        self.assertEqual(corpus[:], {"url": ["a", "b"], "language": ["en", "de"], "text": expected})

    @needs("dask")
    def test_dask(self):
        import dask
        import dask.bag

        with dask.config.set(scheduler="synchronous"):
            found = recipe("dask_pages").texts(dask.bag.from_sequence([*PAGES, None], npartitions=2)).compute()
        self.assertEqual(found, [*self.expected, None])

    @needs("ray")
    def test_ray(self):
        import pyarrow

        # The function that map_batches calls; Ray's scheduler is not started, which takes longer than all
        # other tests here.
        batch = pyarrow.table({"url": ["a", "b", "c"], "html": [*PAGES, None]})
        found = recipe("ray_pages").extract(batch)
        self.assertEqual(found.to_pydict(), {"url": ["a", "b", "c"], "text": [*self.expected, None]})

    @needs("dolma")
    def test_dolma(self):
        from dolma.core.data_types import Document

        module = recipe("dolma_tagger")
        document = Document(source="test", version=None, id="1", text=REGEN)
        (span,) = module.Language().predict(document).spans
        self.assertEqual((span.start, span.end, span.type), (0, len(REGEN), "de"))
        measures = {span.type: span.score for span in module.Measures().predict(document).spans}
        self.assertEqual(measures["words"], trommel_tools.stats(REGEN)["words"])

    @needs("datatrove")
    @needs("orjson")
    def test_datatrove(self):
        with tempfile.TemporaryDirectory() as folder:
            pages = pathlib.Path(folder, "pages")
            pages.mkdir()
            pages.joinpath("a.html").write_bytes(PAGES[0].encode("utf-16"))
            pages.joinpath("b.jsonl").write_text(json.dumps({"id": "b", "text": PAGES[1], "site": "valley"}) + "\n{no record}\n")
            recipe("datatrove_pages").main(str(pages), f"{folder}/out")
            lines = pathlib.Path(folder, "out", "00000.jsonl").read_text().splitlines()
            records = [json.loads(line) for line in lines]
            seen = trommel_tools.Dedup()
            self.assertEqual([record["text"] for record in records], [seen.push(text).text for text in self.expected])
            self.assertEqual([record["metadata"]["language"] for record in records], ["en", "de"])
            self.assertEqual(records[1]["metadata"]["site"], "valley")
            stats = json.loads(pathlib.Path(folder, "out/logs/stats.json").read_text())
            (reader,) = (step["stats"] for step in stats if "any kind" in step["name"])
            self.assertEqual(reader["rejected"], 1)

    table = {"doc": ["a", "b", "c"], "text": [RAIN, REGEN, RAIN], "day": [1, 2, 3]}
    kept = [{"doc": "a", "text": RAIN, "day": 1}, {"doc": "b", "text": REGEN, "day": 2}]

    @needs("deltalake")
    @needs("pyarrow")
    def test_delta(self):
        import deltalake
        import pyarrow

        with tempfile.TemporaryDirectory() as folder:
            deltalake.write_deltalake(f"{folder}/in", pyarrow.table(self.table))
            recipe("lake_tables").delta(f"{folder}/in", f"{folder}/out", "blockdedup")
            self.assertEqual(deltalake.DeltaTable(f"{folder}/out").to_pyarrow_table().to_pylist(), self.kept)

    @needs("deltalake")
    @needs("pyiceberg")
    def test_iceberg(self):
        import pyarrow
        from pyiceberg.catalog.sql import SqlCatalog

        with tempfile.TemporaryDirectory() as folder:
            catalog = SqlCatalog("test", uri=f"sqlite:///{folder}/catalog.db", warehouse=f"file://{folder}/tables")
            catalog.create_namespace("crawl")
            catalog.create_table("crawl.pages", schema=pyarrow.table(self.table).schema).append(pyarrow.table(self.table))
            recipe("lake_tables").iceberg(catalog, "crawl.pages", "crawl.corpus", "blockdedup")
            self.assertEqual(catalog.load_table("crawl.corpus").scan().to_arrow().to_pylist(), self.kept)

    def test_near_duplicates(self):
        changed = RAIN + " Really."
        clusters = recipe("near_duplicates").clusters
        self.assertEqual(clusters([RAIN, REGEN, changed, NOTICE, REGEN]), [[0, 2], [1, 4], [3]])
        self.assertEqual(clusters([None, RAIN, None, REGEN, changed, REGEN]), [[0], [1, 4], [2], [3, 5]])

    @needs("nbclient")
    def test_the_notebook(self):
        import nbclient
        import nbformat

        notebook = nbformat.read(EXAMPLES / "corpus.ipynb", as_version=4)
        nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
        shown = [output["data"] for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
        drawn = [data["text/html"] for data in shown if "text/html" in data]
        self.assertGreaterEqual(len(drawn), 3)
        self.assertTrue(any("<svg" in html for html in drawn))
        self.assertTrue(any("<del" in html for html in drawn))

    def test_each_recipe_is_in_the_table(self):
        table = EXAMPLES.joinpath("README.md").read_text()
        for file in EXAMPLES.iterdir():
            if file.suffix not in (".py", ".ipynb"):
                continue
            (row,) = [line for line in table.splitlines() if line.startswith(f"| [{file.name}]")]
            if file.suffix == ".py":
                code = [line for line in file.read_text().splitlines() if line.strip()]
                self.assertIn(f" {len(code)} ", row.split("|")[3], f"{file.name} has {len(code)} lines that are not empty")


if __name__ == "__main__":
    unittest.main()
