"""Parquet files that a tool writes in place have the columns that they had, by PyArrow; skipped where it is not installed."""

import datetime
import importlib.util
import pathlib
import subprocess
import tempfile
import unittest
from decimal import Decimal

import trommel_tools


@unittest.skipUnless(importlib.util.find_spec("pyarrow"), "pyarrow is not installed")
class Columns(unittest.TestCase):
    def test_columns_stay(self):
        import pyarrow as pa
        import pyarrow.parquet as pq

        texts = ["The mill stands by the river.", "The ferry crosses at noon."]
        table = pa.table(
            {
                "text": pa.array(texts, pa.large_string()),
                "language": pa.array(["en", "en"]).dictionary_encode(),
                "fetched": pa.array([0, 10**15], pa.timestamp("us", "Asia/Tokyo")),
                "local": pa.array([0, None], pa.timestamp("ms")),
                "took": pa.array([1, 2], pa.duration("us")),
                "day": pa.array([datetime.date(1, 1, 1), datetime.date(9999, 12, 31)]),
                "hash": pa.array([2**64 - 1, 0], pa.uint64()),
                "price": pa.array([Decimal("12345"), Decimal("-1")], pa.decimal128(10, 0)),
                "bytes": pa.array([b"\xff\x00", b"ab"]),
                "nested": pa.array([{"a": [1, 2], "b": {"c": "d"}}, None]),
                "none": pa.nulls(2),
            }
        )
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "texts.parquet")
            pq.write_table(table, file)
            subprocess.run([*trommel_tools.command("blockdedup"), file, "-o", file], check=True)
            written = pq.read_table(file)
        for name in table.column_names:
            with self.subTest(name):
                self.assertEqual(written.schema.field(name).type, table.schema.field(name).type)
                self.assertTrue(written[name].equals(table[name]))
        self.assertIn("blockdedup", written.column_names)


if __name__ == "__main__":
    unittest.main()
