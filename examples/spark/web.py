"""A web corpus on Spark: from web archives, or Parquet with HTML, to Parquet with each passage once.

    spark-submit web.py IN OUT WORK

IN is a pattern of WARC files, or Parquet with the columns url and html (a name that ends in .parquet; html is bytes, or text). OUT gets corpus (url, text and
the other columns), clusters (pages that are nearly the same as a whole) and errors. WORK is a folder on the cluster's file system, which can be removed
afterwards. The workers need the wheel trommel-tools; README.md in this folder says how it gets there.
"""

import sys

from pyspark.sql import SparkSession
from trommel_tools import spark as trommel

#: Pages are decoded where they are bytes, and what is left of a page is its main text: one pass.
STAGES = [["htmlblocks", "--emit", "text"]]


def main(source: str, out: str, work: str) -> None:
    spark = SparkSession.builder.appName("web corpus").getOrCreate()
    trommel.bound_batches(spark)
    if source.endswith(".parquet"):
        pages = spark.read.parquet(source).withColumnRenamed("html", "text")
        decode = [["charset", "--to-utf8"]] if dict(pages.dtypes)["text"] == "binary" else []
        pages, errors = trommel.pipeline(pages, [*decode, *STAGES], errors=True)
    else:
        pages, errors = trommel.read_warc(spark, source, stages=STAGES, errors=True)
    pages.write.mode("overwrite").parquet(f"{work}/pages")
    errors.write.mode("overwrite").parquet(f"{out}/errors")
    pages.unpersist()

    # If passages are equal, the one of the first address stays.
    pages = spark.read.parquet(f"{work}/pages")
    corpus = trommel.blockdedup(pages, order_by="url", work=f"{work}/blockdedup")
    corpus.write.mode("overwrite").parquet(f"{out}/corpus")

    clusters = trommel.near_duplicates(spark.read.parquet(f"{out}/corpus"), id="url")
    clusters.write.mode("overwrite").parquet(f"{out}/clusters")


if __name__ == "__main__":
    main(*sys.argv[1:])
