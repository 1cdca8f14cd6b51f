"""Steps and recipes with the packages of others. A test is skipped, and says so, where its package is not installed."""

import importlib.util
import math
import unittest

import trommel_tools

RAIN = "It rained for a week, and the river rose to the arch of the old stone bridge, where it stood until the ferry could run again."
REGEN = (
    "Es regnete eine Woche lang, und der Fluss stieg bis an den Bogen der alten Brücke, wo er stand, bis die Fähre wieder fahren konnte."
)
NOTICE = "Subscribe to our letter and never again miss what happens in the valley, in the hills and at the lake."
PAGES = [f"<title>{n}</title><nav><a href=/>Home</a></nav><p>{text}</p><p>{NOTICE}</p>" for n, text in enumerate((RAIN, REGEN))]


def needs(package):
    return unittest.skipUnless(importlib.util.find_spec(package), f"{package} is not installed")


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
        [document] = self.run_steps(trommel.Extract(), trommel.Language("de"))
        self.assertIn("Fluss", document.text)

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

        for call in (lambda: trommel.Extract(title="never"), lambda: trommel.RemoveRepeats(unit="word")):
            with self.assertRaises(ValueError):
                call()


class Recipes(unittest.TestCase):
    expected = [trommel_tools.extract(page).text for page in PAGES]

    @needs("pandas")
    def test_pandas(self):
        import pandas

        frame = pandas.DataFrame({"html": [PAGES[0], None, math.nan, PAGES[1], pandas.NA]})
        frame["text"] = [found and found.text for found in trommel_tools.extract_many(frame["html"])]
        self.assertEqual(frame["text"].dropna().tolist(), self.expected)
        self.assertEqual(frame["text"].isna().tolist(), [False, True, True, False, True])

    @needs("polars")
    def test_polars(self):
        import polars

        frame = polars.DataFrame({"html": [PAGES[0], None, PAGES[1]]})

        def extract(html):
            return polars.Series([found and found.text for found in trommel_tools.extract_many(html)], dtype=polars.String)

        frame = frame.with_columns(polars.col("html").map_batches(extract, return_dtype=polars.String).alias("text"))
        self.assertEqual(frame["text"].to_list(), [self.expected[0], None, self.expected[1]])


if __name__ == "__main__":
    unittest.main()
