"""Frequent lines, counted in two steps."""

from __future__ import annotations

import collections
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .chain import FRAMED, SLICE, Framer, ToolError, lines, run
from .rows import LONGEST, mapped, quoted, read_records, too_long

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: The options of linenorm with which the lines at the ends of documents are counted.
ENDS = ("--ends", "300")
#: Counts that a task holds before they are shuffled, in bytes.
HELD = 64 << 20


def freqlines(
    df: DataFrame,
    *options: object,
    more_than: int = 10,
    normalise: Sequence[object] | None = ENDS,
    text: str = "text",
    parts: int | None = None,
    memory: str = "256M",
    errors: bool = False,
    max_errors: int | str | None = None,
    longest: int = LONGEST,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """The lines that occur more than ``more_than`` times: count, text; most frequent first.

    Each task counts what it has; its counts are cut by a hash of the line into compressed rows, which are what is shuffled, and a
    process for each range of hashes adds them. ``normalise`` are the options of linenorm, or None for a column whose rows are lines.
    Rows that linenorm made are counted as in the pipe `linenorm | freqlines`: the text of their column ``line``, and not the document once
    for each of its lines.

    ``parts`` is the number of ranges (spark.sql.shuffle.partitions), ``memory`` what a counting process may take.

    With ``errors``, the rows without text, or with one of more than ``longest`` bytes, are a second frame, as :func:`pipeline` has
    it; without, they end the job. Options of freqlines are those of its back ends.

    Raises ValueError for options of linenorm, and for another column than ``text``, if the rows are of linenorm.
    """
    if _are_lines(df):
        if normalise not in (ENDS, None) or text != "text":
            raise ValueError(
                "linenorm has made these rows: leave out normalise= and text= to count their column line, or drop that column to count others"
            )
        df, normalise = df.select(df["line"]["text"].alias(text)), None
    parts = parts or int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    backend = ["--backend", "external", "-S", memory, *map(str, options)]
    count = ["freqlines", "-k", "0", "--unsorted", *backend]
    merge = ["freqlines", "-k", str(more_than), "--unsorted", *backend]
    if normalise is None:
        stages = [count]
    else:
        stages = [["linenorm", "-j", "1", *map(str, normalise), *FRAMED], count]
    good, bad = too_long(df, text, errors, max_errors, longest)

    def taken(batches: Iterable[pa.RecordBatch]) -> Iterator[bytes]:
        framer = Framer(longest)
        number = 0
        for batch in batches:
            if normalise is None:
                # A row may have line feeds.
                yield b"".join(b'{"text":%s}\n' % json.dumps(line).encode("ascii") for line in batch.column(0).to_pylist())
                continue
            for piece in framer(batch.column(0), number):
                if isinstance(piece, tuple):
                    raise ToolError(f"a row has {piece[1]} in the column {text}; errors=True leaves it out")
                yield piece
            number += batch.num_rows

    def counted(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        buckets: dict[int, list[bytes]] = collections.defaultdict(list)
        size = 0
        for block in lines(run(stages, taken(batches))):
            for line in block.splitlines(keepends=True):
                # From the text on: the count stands before it.
                buckets[zlib.crc32(line[line.index(b'"text"') :]) % parts].append(line)
            size += len(block)
            if size >= HELD:
                yield from _packed(buckets)
                buckets.clear()
                size = 0
        yield from _packed(buckets)

    def merged(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        schema = pa.schema([("count", pa.int64()), ("text", pa.string())])
        packed = (pa.CompressedInputStream(row.as_buffer(), "zstd").read() for batch in batches for row in batch.column(1))
        for block in lines(run([merge], packed)):
            yield read_records(block, schema)

    packed = mapped(good.select(quoted(good, text)), counted, "bucket int, lines binary")
    found = mapped(packed.repartition(parts, "bucket"), merged, "count bigint, text string")
    found = found.orderBy(found["count"].desc(), found["text"])
    return found if bad is None else (found, bad)


def _are_lines(df: DataFrame) -> bool:
    """Whether these are rows of linenorm: each with a whole document and one of its lines."""
    kinds = [field.dataType for field in df.schema.fields if field.name == "line"]
    return any({"line", "end", "text"} <= set(getattr(kind, "names", ())) for kind in kinds)


def _packed(buckets: dict[int, list[bytes]]) -> Iterator[pa.RecordBatch]:
    """A row a bucket; a batch is about a slice."""
    import pyarrow as pa

    # A third of the time that zlib takes, for the same size.
    codec = pa.Codec("zstd", compression_level=1)
    numbers: list[int] = []
    data: list[bytes] = []
    for number, held in buckets.items():
        numbers.append(number)
        data.append(codec.compress(b"".join(held), asbytes=True))
        if sum(map(len, data)) >= SLICE:
            yield pa.RecordBatch.from_arrays([pa.array(numbers, pa.int32()), pa.array(data, pa.binary())], ["bucket", "lines"])
            numbers, data = [], []
    if numbers:
        yield pa.RecordBatch.from_arrays([pa.array(numbers, pa.int32()), pa.array(data, pa.binary())], ["bucket", "lines"])
