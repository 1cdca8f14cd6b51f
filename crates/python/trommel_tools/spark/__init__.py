"""The tools on Spark: functions from DataFrame to DataFrame.

    from trommel_tools import spark as trommel

    pages = trommel.read_warc(spark, "s3a://crawl/*.warc.gz", stages=["htmlblocks --emit text"])
    books = trommel.cutbounds(books, trommel.freqlines(books))
    corpus = trommel.blockdedup(pages, order_by="url", work="hdfs:///tmp/dedup")
    pages = trommel.pipeline(pages, [["charset", "--to-utf8"], ["htmlblocks", "--emit", "text"]])

A task runs one chain of processes and streams its rows through it (DataFrame.mapInArrow); no text goes through the driver, and what a task
holds does not depend on how many rows it has. Only the text of a row goes to the tools. The other columns wait in the task, so they come out
with the types and values that they had. Reading, writing, shuffles and retries are Spark's.

Spark's Parquet reader and its Arrow batches count rows, 4,096 and 10,000 of them, which is too much memory for rows as long as books
or pages: `bound_batches(spark)` sets what fits them.

The wheel must be installed where the workers run, or be in an environment that `--archives` brings there. From a shell,
`python -m trommel_tools.spark` runs the functions on files.

factorends is not here: what it makes is a tree of files with links between them, for a web site or an archive, and that belongs on one file system.
"""

from .chain import ToolError
from .count import freqlines
from .dedup import blockdedup
from .pairs import lcsdup, near_duplicates, neardup
from .read import open_with_pyarrow, read_documents, read_warc
from .rows import bound_batches, pipeline
from .sql import register
from .tools import altcount, charset, cutbounds, htmlblocks, linenorm, overlap, textstats, uniqwords

__all__ = [
    "ToolError",
    "altcount",
    "blockdedup",
    "bound_batches",
    "charset",
    "cutbounds",
    "freqlines",
    "htmlblocks",
    "lcsdup",
    "linenorm",
    "near_duplicates",
    "neardup",
    "open_with_pyarrow",
    "overlap",
    "pipeline",
    "read_documents",
    "read_warc",
    "register",
    "textstats",
    "uniqwords",
]
