"""Documents that are alike: partial duplicates by their words, near-duplicates as a whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from .chain import lines, run
from .records import PAIR
from .rows import LONGEST, arrow_schema, mapped, names, one_thread, pipeline, quoted, read_records, shipped, struct_type, too_long, written

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: The column that names a row while the rows that stay are looked for.
ROW = "trommel_row"


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
    doc, kept, order = (F.col(quoted(df, name)) for name in (id, words, order_by))
    row = df.select(doc.cast("string").alias("doc"), kept.alias("words"), order.alias("o"))
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
    return shipped(row, {"spread": written(f"{word}\t{documents}" for word, documents in counts.toLocalIterator())})["spread"]


def _columns(batches: Iterable[pa.RecordBatch], *names: str) -> Iterator[tuple]:
    """The rows of some columns."""
    for batch in batches:
        yield from zip(*(batch.column(name).to_pylist() for name in names))


def near_duplicates(
    df: DataFrame,
    *,
    id: str = "doc",
    order_by: str | Sequence[str] | None = None,
    text: str = "text",
    similarity: float = 0.8,
    shingle: int = 5,
    fold: str | None = None,
    join: str = "first",
    errors: bool = False,
    max_errors: int | str | None = None,
    longest: int = LONGEST,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """Groups of similar documents, as neardup finds them: a row a document, with id, cluster, and similarity.

    ``cluster`` is the id of the first document of the group in the order of ``order_by`` (by default ``id``), and ``similarity`` that
    of the document to it, NULL for itself. Only sketches of 32 bytes are shuffled. One task compares them, in linear time and with
    some 110 bytes for each document that is similar to none before, so the rows are those of one run of neardup.

    ``similarity``, ``shingle`` and ``fold`` are options of neardup. ``join`` says which documents make a group: "first" (those that are similar
    to its first one), "single" or "complete" (the options of that name). ``errors``, ``max_errors``, ``longest``: as in :func:`freqlines`.
    """
    from pyspark.sql import functions as F

    df, bad = too_long(df, text, errors, max_errors, longest)
    order = names(order_by or id)
    column = lambda name: F.col(quoted(df, name))  # noqa: E731
    row = df.select(
        column(id).cast("string").alias("id"), *(column(name).alias(f"o{n}") for n, name in enumerate(order)), column(text).alias("text")
    )
    found = _grouped(row, similarity, shingle, fold, join, longest)
    return found if bad is None else (found, bad)


def neardup(
    df: DataFrame,
    *,
    order_by: str | Sequence[str],
    text: str = "text",
    errors: bool = False,
    max_errors: int | str | None = None,
    **how: Any,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """The rows of one document of each group of similar ones: of the first in the order of the columns ``order_by``.

    Of rows with equal text and place in this order, one stays. The keywords are those of :func:`near_duplicates`.
    """
    from pyspark.sql import functions as F

    df, bad = too_long(df, text, errors, max_errors, how.get("longest", LONGEST))
    order = names(order_by)
    key = F.sha2(F.concat_ws("\0", *(F.col(quoted(df, name)).cast("string") for name in [*order, text])), 256)
    rows = df.withColumn(ROW, key)
    groups = near_duplicates(rows, id=ROW, order_by=order, text=text, **how)
    first = groups.where("id = cluster").select(F.col("id").alias(ROW))
    kept = rows.join(first, ROW, "leftsemi").dropDuplicates([ROW]).drop(ROW)
    return kept if bad is None else (kept, bad)


def _grouped(row: DataFrame, similarity: float, shingle: int, fold: str | None, join: str, longest: int) -> DataFrame:
    """The groups of documents with id, text, and the columns of their order."""
    from pyspark.sql import functions as F

    if join not in ("first", "single", "complete"):
        raise ValueError(f"join= is first, single or complete, not {join}")
    options = ["neardup", "-j", "1", "--similarity", str(similarity), "--shingle", str(shingle), *(["--fold", fold] if fold else [])]
    compare = [*options, "--sketches", "--emit", "report", *([] if join == "first" else [f"--{join}"])]
    sketches = pipeline(row, [[*options, "--emit", "sketches"]], longest=longest)
    name = F.coalesce(F.col("id"), F.raise_error(F.lit("a document has no id")))
    record = F.to_json(F.struct(name.alias("doc"), "text")).alias("record")
    order = [name for name in row.columns if name not in ("id", "text")] + ["id"]
    sketches = sketches.select(*order, record).repartition(1).sortWithinPartitions(*order).select("record")
    schema = arrow_schema(struct_type("doc string, duplicate_of string, similarity double").fields)
    kind = struct_type("id string, cluster string, similarity double")

    def compared(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa
        import pyarrow.compute as pc

        pieces = (b"".join(record.encode("utf-8") + b"\n" for (record,) in _columns([batch], "record")) for batch in batches)
        # Without a document there is nothing to compare, and the tool would ask for its input.
        if (first := next(pieces, None)) is None:
            return
        for block in lines(run([compare], chain((first,), pieces))):
            found = read_records(block, schema)
            doc, of = found.column("doc"), found.column("duplicate_of")
            yield pa.RecordBatch.from_arrays([doc, pc.coalesce(of, doc), found.column("similarity")], kind.names)

    return mapped(sketches, compared, kind)
