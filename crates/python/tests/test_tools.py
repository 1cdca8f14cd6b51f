"""Run in an environment where the wheel is installed: python -m unittest discover crates/python/tests"""

import json
import os
import subprocess
import unittest

import trommel_tools


class Tools(unittest.TestCase):
    def test_every_tool_is_there(self):
        for tool in trommel_tools.TOOLS:
            done = trommel_tools.run(tool, "--version", stdout=trommel_tools.PIPE)
            self.assertTrue(done.stdout.decode().startswith(tool + " "), tool)
            self.assertTrue(os.access(trommel_tools.path(tool), os.X_OK))

    def test_other_names_are_refused(self):
        for name in ["ls", "", "../linenorm"]:
            with self.assertRaises(ValueError):
                trommel_tools.path(name)

    def test_run(self):
        done = trommel_tools.run("freqlines", "-R", "-k", "1", input=b"a\nb\na\n", stdout=trommel_tools.PIPE)
        self.assertEqual(json.loads(done.stdout)["count"], 2)
        with self.assertRaises(trommel_tools.CalledProcessError):
            trommel_tools.run("freqlines", "--no-such-option", stderr=subprocess.DEVNULL)

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
            next(trommel_tools.stream("linenorm"))


if __name__ == "__main__":
    unittest.main()
