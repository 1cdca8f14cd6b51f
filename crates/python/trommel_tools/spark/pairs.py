"""Pairs of documents: partial duplicates by their words, near-duplicates as a whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from .chain import lines, run
from .records import PAIR
from .rows import LONGEST, arrow_schema, checkpoint_folder, mapped, one_thread, read_records, shipped, struct_type, too_long
from .tools import uniqwords

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame


def lcsdup(
    df: DataFrame,
    *options: object,
    id: str = "doc",
    order_by: str | None = None,
    words: str = "words",
    find: str = "books",
    blocks: int = 8,
) -> DataFrame:
    """Pairs of documents that are partly duplicates, from the column ``words`` of :func:`uniqwords`: the columns of PAIR.

    ``find`` is "books" (pairs whose scores as whole documents tell it), "passages" (pairs that share a passage) or "both". In a pair, a is the
    earlier document in the order of the column ``order_by``, by default ``id``.

    Documents are cut into ``blocks`` ranges of that order, and a task compares a block with itself or with a later one; the records
    are shuffled to these blocks * (blocks + 1) / 2 tasks, each ``blocks`` times. All documents are compared with all, as lcsdup --exhaustive does
    it: a task takes the memory of two blocks, and its time grows with the pairs. For passages the words that two documents or more have are
    counted first, and go to all workers as a file, through the driver a partition after the other.
    """
    from pyspark.sql import functions as F

    order_by = order_by or id
    row = df.select(F.col(id).cast("string").alias("doc"), F.col(words).alias("words"), F.col(order_by).alias("o"))
    row = row.select("doc", "o", "words.tokens", "words.words", *(["words.positions"] if find != "books" else []))
    command = ["lcsdup", "--find", find, "--exhaustive", *one_thread(options)]
    spread = None
    if find != "books":
        # How many passages are expected by chance depends on all pairs, and their scores on how many documents have a word.
        count = df.count()
        spread = _spread(row)
        command += ["--of-pairs", str(count * (count - 1) // 2)]
    record = F.to_json(F.struct(*(name for name in row.columns if name != "o")))
    row = row.repartitionByRange(blocks, "o", "doc").withColumn("block", F.spark_partition_id())
    other = F.explode(F.sequence(F.lit(0), F.lit(blocks - 1)))
    sent = row.select("o", "doc", record.alias("record"), "block", other.alias("other"))
    task = F.least("block", "other") * blocks + F.greatest("block", "other")
    sent = sent.withColumn("task", task.cast("int")).withColumn("second", F.col("block") > F.col("other"))
    sent = sent.repartition(blocks * (blocks + 1) // 2, "task").sortWithinPartitions("task", "second", "o", "doc")
    kind = struct_type(PAIR)
    schema = arrow_schema(kind.fields)

    def compared(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import SparkFiles

        known = ["--spread", SparkFiles.get(spread)] if spread else []
        for task, found in groupby(_columns(batches, "task", "second", "record"), key=lambda row: row[0]):
            with tempfile.TemporaryDirectory(prefix="trommel-") as folder:
                sides = [os.path.join(folder, str(side)) for side in (0, 1)]
                with open(sides[0], "wb") as first, open(sides[1], "wb") as second:
                    for _, later, record in found:
                        (second if later else first).write(record.encode("utf-8") + b"\n")
                own = task // blocks == task % blocks
                if os.path.getsize(sides[0]) and (own or os.path.getsize(sides[1])):
                    against = [] if own else ["--against", sides[1]]
                    for block in lines(run([[*command, *known, sides[0], *against]], [])):
                        yield read_records(block, schema)

    return mapped(sent.select("task", "second", "record"), compared, kind)


def _spread(row: DataFrame) -> str:
    """Sends the workers how many documents have each word that two or more have; returns the name of the file."""
    from pyspark.sql import functions as F

    counts = row.select(F.explode("words").alias("word")).groupBy("word").count().where("count > 1")
    # Workers know a file by its last name alone.
    folder = tempfile.mkdtemp(prefix="trommel-")
    file = os.path.join(folder, os.path.basename(folder) + ".tsv")
    with open(file, "w", encoding="utf-8", newline="\n") as out:
        for word, documents in counts.toLocalIterator():
            out.write(f"{word}\t{documents}\n")
    return shipped(row, {"spread": file})["spread"]


def _columns(batches: Iterable[pa.RecordBatch], *names: str) -> Iterator[tuple]:
    """The rows of some columns."""
    for batch in batches:
        yield from zip(*(batch.column(name).to_pylist() for name in names))


def near_duplicates(
    df: DataFrame,
    *,
    id: str = "doc",
    text: str = "text",
    words: int = 5,
    mod: int = 4,
    bands: int = 16,
    rows: int = 4,
    threshold: float = 0.7,
    errors: bool = False,
    max_errors: int | str | None = None,
    longest: int = LONGEST,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """Documents that are nearly the same as a whole: id, cluster, the smallest id of the documents that it is connected to.

    Runs of ``words`` words are hashed, of which uniqwords writes one in ``mod``; MinHash of ``bands`` bands of ``rows`` hashes finds
    candidates, which Spark joins; those whose sets have a Jaccard index of ``threshold`` or more are connected. A band that more
    than a thousand documents share connects each with the first of them only. Documents that have no such run are left out. Those with the
    same id are one: what is connected with one of them is connected with all.
    ``errors``, ``max_errors``, ``longest``: as in :func:`freqlines`.
    """
    from pyspark.sql import functions as F
    from pyspark.sql.window import Window

    df, bad = too_long(df, text, errors, max_errors, longest)
    texts = df.select(F.col(id).cast("string").alias("id"), F.col(text).alias("text"))
    shingles = uniqwords(texts, "--shingles", words, "--mod", mod, longest=longest)
    shingles = shingles.select("id", F.col("words.words").alias("s")).where(F.size("s") > 0).persist()
    hashes = [F.array_min(F.transform("s", lambda w, seed=seed: F.xxhash64(F.lit(seed), w))) for seed in range(bands * rows)]
    bands_of = [F.xxhash64(F.lit(band), *hashes[band * rows : (band + 1) * rows]) for band in range(bands)]
    banded = shingles.select("id", F.explode(F.array(*bands_of)).alias("band"))
    size = Window.partitionBy("band")
    banded = banded.withColumn("n", F.count("*").over(size)).where("n > 1").withColumn("first", F.min("id").over(size))
    small = banded.where("n <= 1000")
    joined = small.select("band", F.col("id").alias("a")).join(small.select("band", F.col("id").alias("b")), "band").where("a < b")
    large = banded.where("n > 1000 and id > first").select(F.col("first").alias("a"), F.col("id").alias("b"))
    candidates = joined.select("a", "b").union(large).distinct()
    both = candidates.join(shingles.toDF("a", "sa"), "a").join(shingles.toDF("b", "sb"), "b")
    shared = F.size(F.array_intersect("sa", "sb"))
    index = shared / (F.size("sa") + F.size("sb") - shared)
    found = components(both.where(index >= threshold).select("a", "b"), shingles.select("id"))
    return found if bad is None else (found, bad)


def components(edges: DataFrame, ids: DataFrame) -> DataFrame:
    """Connected components: each vertex takes the smallest label around it, and that one's label, until none changes.

    ``ids`` may name a vertex more than once; the result does not.

    With a checkpoint directory, it goes on where workers are lost.
    """
    from pyspark.sql import functions as F

    # A worker that is lost takes what was checkpointed on its own disk with it.
    reliable = checkpoint_folder(edges.sparkSession) is not None

    def checkpointed(frame: DataFrame) -> DataFrame:
        return frame.checkpoint() if reliable else frame.localCheckpoint()

    edges = edges.union(edges.select("b", "a")).toDF("id", "other").persist()
    # An id that is there twice would double the rows of all that have its label, in each round.
    labels = checkpointed(ids.distinct().withColumn("cluster", F.col("id")))
    while True:
        around = edges.join(labels.toDF("other", "near"), "other").groupBy("id").agg(F.min("near").alias("near"))
        new = labels.join(around, "id", "left").select("id", "cluster", F.least("cluster", "near").alias("low"))
        # The label of the label halves the way in each round.
        jump = labels.toDF("low", "lower")
        new = checkpointed(new.join(jump, "low", "left").select("id", "cluster", F.least("low", "lower").alias("new")))
        changed = new.where("cluster != new").limit(1).count()
        labels = new.select("id", F.col("new").alias("cluster"))
        if not changed:
            return labels
