"""Books on Spark: the notices at their ends are cut off, and pairs of books that share text are found.

    spark-submit books.py IN OUT

IN holds books: text files of any encoding, compressed or not, or Parquet with the columns doc and text (a name that ends in .parquet). OUT gets
frequent (the lines of the notices), books (the books without them), pairs (books that are largely the same, or share passages), and errors.
The workers need the wheel trommel-tools; README.md in this folder says how it gets there.
"""

import sys

from pyspark.sql import SparkSession
from trommel_tools import spark as trommel


def main(source: str, out: str) -> None:
    spark = SparkSession.builder.appName("books").getOrCreate()
    # Rows are as long as books.
    trommel.bound_batches(spark)
    if source.endswith(".parquet"):
        books = spark.read.parquet(source)
    else:
        books, errors = trommel.read_documents(spark, source, errors=True)
        errors.write.mode("overwrite").parquet(f"{out}/errors")

    # The next steps read the books more than once.
    frequent = trommel.freqlines(books)
    frequent.write.mode("overwrite").parquet(f"{out}/frequent")
    bodies = trommel.cutbounds(books, spark.read.parquet(f"{out}/frequent"))
    bodies.write.mode("overwrite").parquet(f"{out}/books")

    bodies = spark.read.parquet(f"{out}/books")
    words = trommel.uniqwords(bodies).select("doc", "words")
    words.write.mode("overwrite").parquet(f"{out}/words")
    pairs = trommel.lcsdup(spark.read.parquet(f"{out}/words"), find="both")
    pairs.write.mode("overwrite").parquet(f"{out}/pairs")


if __name__ == "__main__":
    main(*sys.argv[1:])
