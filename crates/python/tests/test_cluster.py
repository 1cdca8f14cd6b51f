"""The wheel reaches the workers of a cluster by --archives: two executors that are processes of their own.

Run as test_spark.py.
"""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import unittest

import trommel_tools

try:
    import pyarrow  # noqa: F401
    import pyspark  # noqa: F401
except ImportError as error:
    raise unittest.SkipTest(f"PySpark and PyArrow are not installed: {error}") from None


class Cluster(unittest.TestCase):
    def test_archives(self):
        with tempfile.TemporaryDirectory() as folder:
            # The folder that `pip install --target DIR trommel-tools` makes.
            module = pathlib.Path(trommel_tools.__file__).parent
            with tarfile.open(f"{folder}/trommel.tar.gz", "w:gz", compresslevel=1) as archive:
                archive.add(module.resolve(), "trommel_tools", filter=lambda member: None if "__pycache__" in member.name else member)
                archive.add(os.path.realpath(trommel_tools.path("trommel")), "bin/trommel")
            script = pathlib.Path(folder, "job.py")
            script.write_text(textwrap.dedent("""
                import pathlib
                from pyspark.sql import SparkSession
                import trommel_tools
                from trommel_tools import spark as trommel

                def where(batches):
                    import pyarrow
                    for batch in batches:
                        found = [trommel_tools.__file__, trommel_tools.command("blockdedup")[0]]
                        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(found)], ["place"])

                if __name__ == "__main__":
                    spark = SparkSession.builder.getOrCreate()
                    places = spark.range(2, numPartitions=2).mapInArrow(where, "place string").collect()
                    assert all("trommel.d/" in place for place, in places), places
                    text = "One and the same paragraph, which is long enough to be told from chance in any corpus."
                    rows = spark.createDataFrame([(n, f"{text}\\n\\nPage {n} has its own words: {n * 7919} {n * 104729}.") for n in range(50)], "n int, text string")
                    kept = trommel.blockdedup(rows, "--stub", "0", order_by="n", parts=3, work="work")
                    print("KEPT", sum(row.text.count(text) for row in kept.collect()), kept.count())
                """))
            environment = dict(os.environ, PYSPARK_PYTHON=sys.executable, SPARK_WORKER_DIR=f"{folder}/workers")
            command = [
                sys.executable,
                "-m",
                "pyspark.find_spark_home",
            ]
            home = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
            command = [
                f"{home}/bin/spark-submit",
                "--master",
                "local-cluster[2,1,1024]",
                "--archives",
                f"{folder}/trommel.tar.gz#trommel.d",
                "--conf",
                "spark.executorEnv.PYTHONPATH=trommel.d",
                "--conf",
                "spark.ui.enabled=false",
                str(script),
            ]
            done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-3000:])
            self.assertIn("KEPT 1 50", done.stdout)


if __name__ == "__main__":
    unittest.main()
