"""The tasks of bench/: their data, their scorers, and that the tools do better than the baselines on the small size."""

import contextlib
import importlib
import io
import pathlib
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[3] / "bench"


class Tasks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(BENCH))
        cls.addClassCleanup(sys.path.remove, str(BENCH))
        cls.made = importlib.import_module("made")
        cls.systems = importlib.import_module("systems")

    def task(self, name, *given):
        """A task, its folder, and its labels."""
        module = importlib.import_module(name)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        module.make(path, "small", 1, *given)
        return module, path, self.made.read(path / "labels.jsonl")

    def scores(self, name, folder, *systems):
        with contextlib.redirect_stdout(io.StringIO()):
            return self.systems.main(name, str(folder), *systems)

    def test_bounds(self):
        module, folder, labels = self.task("bounds", [])
        self.assertEqual(module.score(labels, labels)["mean"], 1.0)
        nothing = module.score(labels, [])
        self.assertEqual((nothing["right"]["none"], nothing["right"]["long"]), (1.0, 0.0))
        short = [dict(label, body_start=label["body_start"] + 4) for label in labels]
        self.assertEqual(module.score(labels, short)["mean"], 0.0)
        scores = self.scores("bounds", folder, "trommel", "frequent-lines")
        self.assertGreater(scores["trommel"]["mean"], scores["frequent-lines"]["mean"] + 0.1)

    def test_passages(self):
        module, folder, labels = self.task("passages")
        perfect = module.score(labels, labels)
        self.assertEqual((perfect["f1"], perfect["located"]), (1.0, 1.0))
        half = [dict(label, b_end=(label["b_start"] + label["b_end"]) // 2) for label in labels[::2]]
        found = module.score(labels, [*half, {"a": "00000", "b": "00001"}])
        self.assertEqual((found["recall"], found["precision"]), (0.5, round(10 / 11, 3)))
        self.assertAlmostEqual(found["located"], 0.5, places=2)
        self.assertEqual(module.score(labels, [])["f1"], 0.0)
        scores = self.scores("passages", folder, "trommel", "eight-words")
        self.assertGreater(scores["trommel"]["f1"], scores["eight-words"]["f1"] + 0.1)

    def test_neardups(self):
        module, folder, labels = self.task("neardups")
        perfect = module.score(labels, labels)
        self.assertEqual((perfect["f1"], perfect["large"]), (1.0, 1.0))
        together = module.score(labels, [dict(label, cluster=0) for label in labels])
        self.assertEqual(together["recall"], 1.0)
        self.assertLess(together["precision"], 0.1)
        self.assertEqual(module.score(labels, [])["recall"], 0.0)
        scores = self.scores("neardups", folder, "trommel", "exact")
        self.assertGreater(scores["trommel"]["f1"], scores["exact"]["f1"] + 0.3)

    def test_a_seed_makes_the_same_bytes(self):
        for name, given in (("bounds", ([],)), ("passages", ()), ("neardups", ())):
            (_, first, _), (_, second, _) = self.task(name, *given), self.task(name, *given)
            for file in ("documents.jsonl", "labels.jsonl"):
                self.assertEqual((first / file).read_bytes(), (second / file).read_bytes())


if __name__ == "__main__":
    unittest.main()
