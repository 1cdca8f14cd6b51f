"""blockdedup over a corpus that is divided: the rows of one machine.

The algorithm is that of the tool (blockdedup(1), PARTS): here its parts are ranges of the order of the rows, its files are Parquet, and Spark
sends what parts and ranges say to each other. Text crosses Spark's own formats twice, on its way in and out; between that it is in
compressed rows of Arrow. Every step is written to a folder of the cluster's file system, so a worker that is lost costs its tasks of the
step at hand, and plans stay short.
"""

from __future__ import annotations

import json
import os
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import accumulate, count, groupby
from itertools import chain as chained
from typing import TYPE_CHECKING

from .chain import FRAMED, SLICE, Chain, Framer, Frames, ToolError, run
from .rows import (
    ERROR,
    ERROR_TYPE,
    LONGEST,
    Job,
    Task,
    arrow_schema,
    checkpoint_folder,
    is_connect,
    mapped,
    names,
    one_thread,
    pipeline,
    quoted,
    split,
    struct_type,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame, SparkSession

#: What frames hold, as the tool numbers it.
SIZE, KEYS, REPEATED, OUTLINE, KEPT, BEFORE, VERDICTS = range(7)
#: A batch of rows that is not a frame.
ROWS = -1
SCHEMA = "what int, round int, part int, range int, number bigint, data binary"


def blockdedup(
    df: DataFrame,
    *options: object,
    order_by: str | Sequence[str],
    by: str | None = None,
    against: DataFrame | None = None,
    against_only: bool = False,
    text: str = "text",
    parts: int | None = None,
    work: str | None = None,
    memory: str = "512M",
    errors: bool = False,
    max_errors: int | str | None = None,
    longest: int = LONGEST,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """Removes the blocks that repeat blocks of earlier rows, in the order of the columns ``order_by``: exactly as one machine does.

    The rows are divided into ``parts`` ranges of that order (spark.sql.shuffle.partitions), each of which should have some 50 to 500 MB of
    text: a task takes about the memory of its part's text. Rows that are equal in ``order_by`` come in the order of their texts. ``df`` is
    read twice (once for the bounds of the ranges), so write it first where it is expensive to make.

    ``work`` is a folder for what parts and ranges send to each other, and for the text, compressed: about as large as
    the text in all. By default it is made below the checkpoint directory. The frame that is returned reads it, so
    remove it when that was written. If an earlier call with the same arguments has not come to its end, this call goes on
    after the last step that is whole; the rows are compared with those that are there. Options of blockdedup say what a duplicate is; ``order_by`` does what its ``--keep`` does. ``memory`` is that of a process (-S).

    ``against`` is another frame with the columns ``text`` and ``order_by``, all of which counts as seen; with ``against_only`` rows are compared with it, and
    not with each other. With ``by``, a column, rows with the same value are one stream each, and repetition between streams stays:
    that needs no rounds. ``errors``, ``max_errors``, ``longest``: as in :func:`pipeline`.

    Raises ValueError where there is neither ``work`` nor a checkpoint directory, and if ``work`` has steps of other rows or options.
    """
    options = [*one_thread(options), "-S", memory]
    if by is not None:
        how = {"text": text, "errors": errors, "max_errors": max_errors, "longest": longest}
        return pipeline(df, [["blockdedup", *options]], by=by, order_by=order_by, **how)
    parts = parts or int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    before = 0 if against is None else max(1, parts // 2)
    # A frame of Spark Connect meets others of its session only.
    spark = df.sparkSession if is_connect(df.sparkSession) else df.sparkSession.newSession()
    division = _Division(
        spark=spark,
        folder=_folder(df.sparkSession, work),
        options=options,
        text=text,
        longest=longest,
        tolerant=errors or max_errors is not None,
        parts=before + parts,
        against=before,
        counts="nothing" if against_only else "kept",
        keys=_keys(spark, before + parts),
    )
    order_by = names(order_by)
    if spark is not df.sparkSession:
        for name, value in _SETTINGS.items():
            spark.conf.set(name, value)
    with _settings(spark, _SETTINGS) if spark is df.sparkSession else nullcontext():
        division.begin([*options, text, *order_by, parts, before, against_only, longest, division.tolerant])
        if against is not None:
            division.pack("against", against.select(*(quoted(against, name) for name in (text, *order_by))), order_by, range(before))
        division.pack("text", df, order_by, range(before, before + parts))
        division.repeated()
        division.outlines()
        division.rounds()
    return division.result(df, max_errors)


def _folder(spark: SparkSession, work: str | None) -> str:
    if work is None:
        checkpoints = checkpoint_folder(spark)
        if checkpoints is None:
            raise ValueError("work= names a folder for what the parts exchange, or sparkContext.setCheckpointDir one for all")
        work = f"{checkpoints}/blockdedup-{os.urandom(8).hex()}"
    return work.rstrip("/")


#: For the steps, which have a session of their own.
_SETTINGS = {
    # Rows are up to some megabytes.
    "spark.sql.parquet.columnarReaderBatchSize": "8",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "64",
    "spark.sql.execution.arrow.maxBytesPerBatch": "4m",
    # A task writes few kinds of frames: a file for each at once, so that nothing is sorted by kind.
    "spark.sql.maxConcurrentOutputFileWriters": "8",
    # Partitions are parts and ranges.
    "spark.sql.adaptive.enabled": "false",
}


@dataclass
class _Division:
    """A corpus that is divided. Each step reads and writes Parquet below the folder."""

    spark: SparkSession
    folder: str
    options: list[str]
    text: str
    longest: int
    tolerant: bool
    #: Those that others are compared with come first.
    parts: int
    against: int
    counts: str
    #: What to hash for a part or a range, so that it is alone in a partition.
    keys: Column

    def begin(self, call: Sequence[object]) -> None:
        """Writes what the folder is for, or compares it with what an earlier call has written. Raises ValueError if they differ."""
        call = json.dumps([str(word) for word in call])
        if not self.done("call"):
            frame = self.spark.createDataFrame([(call,)], "call string")
            frame.write.mode("overwrite").parquet(f"{self.folder}/step=call")
        elif self.spark.read.schema("call string").parquet(f"{self.folder}/step=call").first().call != call:
            raise ValueError(f"{self.folder} has steps of a call with other arguments; remove it, or name another folder with work=")

    def done(self, step: str) -> bool:
        """Whether a step has been written to its end."""
        from pyspark.errors import AnalysisException

        try:
            self.spark.read.format("binaryFile").load(f"{self.folder}/step={step}/_SUCCESS").inputFiles()
        except AnalysisException as error:
            if "PATH_NOT_FOUND" not in str(error):
                raise
            return False
        return True

    def write(self, step: str, frame: DataFrame) -> None:
        """Writes a step, unless an earlier call has done so."""
        if not self.done(step):
            writer = frame.write.mode("overwrite").partitionBy("what")
            writer.option("compression", "uncompressed").parquet(f"{self.folder}/step={step}")

    def read(self, what: int, *steps: str) -> DataFrame:
        """What steps have written of a kind; the files of other kinds are not looked at."""
        reader = self.spark.read.schema(f"{SCHEMA}, step string").option("basePath", self.folder)
        frame = reader.parquet(*(f"{self.folder}/step={step}" for step in steps))
        return frame.where(frame.what == what).select(_COLUMNS)

    def texts(self) -> list[str]:
        """The steps that have written text."""
        return ["against", "text"] if self.against else ["text"]

    def ask(self, frame: DataFrame, group: str, task: Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]) -> DataFrame:
        """Frames to frames: all of a part, or of a range, in one task and one after the other; those before text that it needs."""
        return mapped(self.apart(frame, group, frame.what.desc(), frame.round, frame.part, frame.number), task, SCHEMA)

    def apart(self, frame: DataFrame, group: str, *order: Column) -> DataFrame:
        """A task for each part, or range, with its rows in an order."""
        from pyspark.sql import functions as F

        key = F.element_at(self.keys, frame[group] + 1)
        return frame.repartition(self.parts, key).sortWithinPartitions(frame[group], *order)

    def pack(self, step: str, df: DataFrame, order_by: Sequence[str], parts: range) -> None:
        """Rows in their order as batches, and the n-grams of each part."""
        from pyspark.sql import functions as F

        if self.done(step):
            if self.mark(df, order_by) != self.mark(self.stored(step, df, order_by), order_by):
                raise ValueError(f"{self.folder} has steps of other rows; remove it, or name another folder with work=")
            return
        order = [*(quoted(df, name) for name in order_by), F.xxhash64(quoted(df, self.text))]
        rows = df.repartitionByRange(len(parts), *order).sortWithinPartitions(*order)
        command = ["blockdedup", *self.options, "--emit", "keys", "--ranges", str(self.parts)]
        task = _Pack(command, self.text, self.longest, self.tolerant, parts.start)
        with _settings(df.sparkSession, {name: value for name, value in _SETTINGS.items() if "adaptive" not in name}):
            self.write(step, mapped(rows, task, SCHEMA))

    def stored(self, step: str, df: DataFrame, order_by: Sequence[str]) -> DataFrame:
        """The rows of a step that packed them: text and order."""
        wanted = df.select(*(quoted(df, name) for name in dict.fromkeys([self.text, *order_by]))).schema
        return mapped(self.read(ROWS, step), _Unpack(wanted.names), wanted)

    def mark(self, rows: DataFrame, order_by: Sequence[str]) -> tuple[int, object]:
        """The number of rows, and the sum of their hashes."""
        from pyspark.sql import functions as F

        hashes = F.xxhash64(*(quoted(rows, name) for name in (self.text, *order_by))).cast("decimal(20,0)")
        return tuple(rows.agg(F.count("*"), F.sum(hashes)).first())

    def repeated(self) -> None:
        """By ranges, which n-grams occur more than once."""
        command = ["blockdedup", *self.options, "--emit", "repeated"]
        self.write("repeated", self.ask(self.read(KEYS, *self.texts()), "range", _Ask(command)))

    def outlines(self) -> None:
        """Each part as an outline, and what it keeps if it is alone."""
        sizes = {row.part: struct.unpack("<QQ", row.data[-16:])[1] for row in self.read(SIZE, *self.texts()).collect()}
        before = list(accumulate((sizes.get(part, 0) for part in range(self.parts)), initial=0))
        command = ["blockdedup", *self.options, "--emit", "outline", "--ranges", str(self.parts)]
        task = _Outline(command, self.text, self.longest, self.tolerant, before, self.against, self.counts)
        frame = self.read(REPEATED, "repeated").union(self.read(ROWS, *self.texts()))
        self.write("round-1", self.ask(frame, "part", task))

    def rounds(self) -> None:
        """What earlier parts have kept, and what a part keeps then, until nothing changes."""
        for last in count(1):
            self.last = last
            rounds = [f"round-{number}" for number in range(1, last + 1)]
            kept = _only(self.read(KEPT, *rounds), self.read(KEPT, rounds[-1]), "range")
            command = ["blockdedup", *self.options, "--round", str(last), "--emit", "before"]
            self.write(f"before-{last}", self.ask(kept, "range", _Ask(command)))
            news = self.read(BEFORE, f"before-{last}")
            if news.limit(1).count() == 0:
                return
            frame = self.read(OUTLINE, "round-1").union(self.read(KEPT, *rounds))
            frame = frame.union(self.read(BEFORE, *(f"before-{number}" for number in range(1, last + 1))))
            # All counts of parts that others are compared with, whatever is before them.
            frame = _only(frame, news, "part").where(frame.part >= self.against)
            command = ["blockdedup", *self.options, "--round", str(last + 1), "--emit", "kept"]
            command += ["--ranges", str(self.parts), "--counts", self.counts]
            self.write(f"round-{last + 1}", self.ask(frame, "part", _Ask(command)))

    def result(self, df: DataFrame, max_errors: int | str | None) -> DataFrame | tuple[DataFrame, DataFrame]:
        """The rows with what is left of their texts."""
        from pyspark.sql.types import StringType, StructField, StructType

        frame = self.read(VERDICTS, *(f"round-{number}" for number in range(1, self.last + 1)))
        frame = frame.where(frame.part >= self.against).union(self.read(ROWS, "text"))
        fields = [StructField(f.name, StringType() if f.name == self.text else f.dataType) for f in df.schema.fields]
        if self.tolerant:
            fields += struct_type(f"{ERROR} {ERROR_TYPE}").fields
        command = ["blockdedup", *self.options]
        job = Job([command], arrow_schema(fields), text=self.text, errors=self.tolerant, longest=self.longest)
        rows = self.apart(frame, "part", frame.what.desc(), frame.round, frame.number)
        found = mapped(rows, _Apply(job), StructType(fields))
        return split(found, max_errors, [self.text]) if self.tolerant else found


def _keys(spark: SparkSession, partitions: int) -> Column:
    """For each partition a number that Spark's hash sends there. The hashes of 0 to n - 1 would leave a third of n partitions empty."""
    from pyspark.sql import functions as F

    # About n log n numbers meet all of n partitions.
    tried = spark.range(partitions * (partitions.bit_length() + 20), numPartitions=1)
    partition = F.pmod(F.hash("id"), F.lit(partitions)).alias("partition")
    keys = {row.partition: row.key for row in tried.groupBy(partition).agg(F.min("id").alias("key")).collect()}
    return F.array(*(F.lit(keys.get(number, number)).cast("bigint") for number in range(partitions)))


_COLUMNS = [column.split()[0] for column in SCHEMA.split(", ")]


@contextmanager
def _settings(spark: SparkSession, settings: Mapping[str, str]) -> Iterator[None]:
    """Settings of a session for a while."""
    before = {name: spark.conf.get(name, None) for name in settings}
    try:
        for name, value in settings.items():
            spark.conf.set(name, value)
        yield
    finally:
        for name, value in before.items():
            spark.conf.unset(name) if value is None else spark.conf.set(name, value)


def _only(frame: DataFrame, news: DataFrame, column: str) -> DataFrame:
    """The rows of parts or ranges of which there are news."""
    from pyspark.sql import functions as F

    return frame.join(F.broadcast(news.select(column).distinct()), column, "left_semi").select(_COLUMNS)


# The kinds of tasks. A row is what, round, part, range, number and data, as in SCHEMA.
_Row = tuple


def _batches(rows: Iterable[_Row]) -> Iterator[pa.RecordBatch]:
    """Rows in batches of about a megabyte."""
    import pyarrow as pa

    kinds = [pa.int32()] * 4 + [pa.int64(), pa.binary()]
    held: list[_Row] = []
    size = 0
    for row in rows:
        held.append(row)
        size += len(row[-1])
        if size >= SLICE:
            yield pa.RecordBatch.from_arrays([pa.array(column, kind) for column, kind in zip(zip(*held), kinds)], _COLUMNS)
            held, size = [], 0
    if held:
        yield pa.RecordBatch.from_arrays([pa.array(column, kind) for column, kind in zip(zip(*held), kinds)], _COLUMNS)


def _by_part(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[int, Iterator[tuple[int, int, pa.Buffer]]]]:
    """Each part, and of its rows what they hold, their number, and the data."""

    def rows() -> Iterator[tuple[int, int, int, pa.Buffer]]:
        for batch in batches:
            columns = [batch.column(name).to_pylist() for name in ("part", "what", "number")]
            for part, what, number, data in zip(*columns, batch.column("data")):
                yield part, what, number, data.as_buffer()

    for part, of_part in groupby(rows(), key=lambda row: row[0]):
        yield part, (row[1:] for row in of_part)


def _frames(read: Frames, pieces: Iterable[bytes]) -> Iterator[_Row]:
    """Frames that a tool has written, as rows."""
    for frame in read(pieces):
        # Pieces of an outline are numbered by their range.
        yield frame.what, frame.round, frame.part, frame.range, frame.range, frame.data


def _packed(batches: Sequence[pa.RecordBatch]) -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", compression_level=1))
    with pa.ipc.new_stream(sink, batches[0].schema, options=options) as stream:
        for batch in batches:
            stream.write_batch(batch)
    return sink.getvalue().to_pybytes()


def _unpacked(data: pa.Buffer) -> list[pa.RecordBatch]:
    import pyarrow as pa

    return list(pa.ipc.open_stream(data))


class _Feed:
    """Texts to a process. The same rows go to it every time: those that have a text, and not too long a one."""

    def __init__(self, chain: Chain, text: str, longest: int, tolerant: bool) -> None:
        self.chain, self.framer, self.text, self.tolerant = chain, Framer(longest), text, tolerant

    def __call__(self, batch: pa.RecordBatch) -> Iterator[bytes]:
        for piece in self.framer(batch.column(self.text), 0):
            if not isinstance(piece, tuple):
                self.chain.write(piece)
                yield from self.chain.ready()
            elif not self.tolerant:
                raise ToolError(f"a row has {piece[1]} in the column {self.text}; errors=True leaves it out")


@dataclass
class _Pack:
    """The rows of a part as batches, and the frames of its n-grams."""

    command: list[str]
    text: str
    longest: int
    tolerant: bool
    first_part: int

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        yield from _batches(self._rows(batches, self.first_part + TaskContext.get().partitionId()))

    def _rows(self, batches: Iterable[pa.RecordBatch], part: int) -> Iterator[_Row]:
        with Chain([[*self.command, "--part", str(part), *FRAMED]], self.tolerant) as chain:
            feed, read = _Feed(chain, self.text, self.longest, self.tolerant), Frames()
            held: list[pa.RecordBatch] = []
            size = number = 0
            for batch in batches:
                yield from _frames(read, feed(batch))
                held.append(batch)
                size += batch.nbytes
                if size >= 2 * SLICE:
                    yield ROWS, 0, part, 0, number, _packed(held)
                    number, held, size = number + 1, [], 0
            if held:
                yield ROWS, 0, part, 0, number, _packed(held)
            yield from _frames(read, chain.rest())
            read.end()
            chain.finish()


@dataclass
class _Unpack:
    """Some columns of rows that :class:`_Pack` has packed."""

    columns: list[str]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for packed in batches:
            for data in packed.column("data"):
                for batch in _unpacked(data.as_buffer()):
                    yield batch.select(self.columns)


@dataclass
class _Ask:
    """Frames through one process."""

    command: list[str]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        data = (frame.as_buffer() for batch in batches for frame in batch.column("data"))
        read = Frames()
        yield from _batches(_frames(read, run([self.command], data)))
        read.end()


@dataclass
class _Outline:
    """The outlines of parts, one after the other."""

    command: list[str]
    text: str
    longest: int
    tolerant: bool
    #: Blocks before each part.
    before: list[int]
    against: int
    counts: str

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for part, rows in _by_part(batches):
            yield from _batches(self._rows(part, rows))

    def _rows(self, part: int, rows: Iterator[tuple[int, int, pa.Buffer]]) -> Iterator[_Row]:
        counts = "all" if part < self.against else self.counts
        with _apart(rows, REPEATED) as (file, rest):
            command = [*self.command, "--part", str(part), "--blocks-before", str(self.before[part])]
            with Chain([[*command, "--counts", counts, "--repeated", file, *FRAMED]], self.tolerant) as chain:
                feed, read = _Feed(chain, self.text, self.longest, self.tolerant), Frames()
                for data in rest:
                    for batch in _unpacked(data):
                        yield from _frames(read, feed(batch))
                yield from _frames(read, chain.rest())
                read.end()
                chain.finish()


@dataclass
class _Apply:
    """The rows of parts, with what is left of their texts."""

    job: Job

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        (command,) = self.job.stages
        for part, rows in _by_part(batches):
            with _apart(rows, VERDICTS) as (file, rest):
                task = Task(self.job, [[*command, "--part", str(part), "--verdicts", file]])
                try:
                    for data in rest:
                        for batch in _unpacked(data):
                            yield from task.take(batch)
                    yield from task.end()
                finally:
                    task.kill()


@contextmanager
def _apart(rows: Iterator[tuple[int, int, pa.Buffer]], what: int) -> Iterator[tuple[str, Iterator[pa.Buffer]]]:
    """The first rows, which hold `what`, in a file, and the data of the others."""
    with tempfile.TemporaryDirectory(prefix="trommel-") as folder:
        file = os.path.join(folder, "frames")
        rest: Iterator[pa.Buffer] = iter(())
        with open(file, "wb") as out:
            for kind, _, data in rows:
                if kind != what:
                    rest = chained([data], (row[2] for row in rows))
                    break
                out.write(data)
        yield file, rest
