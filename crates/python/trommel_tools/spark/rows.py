"""Rows through a chain of tools: what a task does, and :func:`pipeline`."""

from __future__ import annotations

import bisect
import io
import json
import os
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .chain import FRAMED, Chain, Framer, Lines, Reject, ToolError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

    #: A tool and its options, as a list or as a shell would split them.
    Stage = str | Sequence[object]

#: Bytes of rows without an answer after which a chain is ended, so that it says which of them it has left out.
WAITING = 64 << 20
#: A text of more bytes is rejected, where nothing else is said.
LONGEST = 256 << 20
#: The column of what was rejected.
ERROR = "trommel_error"
ERROR_TYPE = "struct<tool:string,reason:string,text:string>"

#: Tools that make records of documents.
FILTERS = ("linenorm", "cutbounds", "uniqwords", "charset", "htmlblocks", "altcount", "blockdedup", "neardup", "overlap", "textstats")


class Job:
    """What the tasks of a pipeline do. It travels to the workers.

    ``schema`` is what a task makes, as Arrow has it: the columns of the rows, then those that the tools' records add. ``result`` is the
    name of the one that holds the whole record, if there is one; then the text of the row stays as it was.
    """

    def __init__(
        self,
        stages: Sequence[Sequence[str]],
        schema: pa.Schema,
        *,
        text: str = "text",
        result: str | None = None,
        extra: Sequence[str] = (),
        errors: bool = False,
        by: str | None = None,
        files: Mapping[str, str] | None = None,
        longest: int = LONGEST,
    ) -> None:
        self.stages, self.schema, self.text, self.result, self.extra = stages, schema, text, result, tuple(extra)
        self.errors, self.by, self.files, self.longest = errors, by, dict(files or {}), longest

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        task = Task(self, self.commands())
        try:
            for batch in batches:
                for rows, starts in self._groups(batch):
                    if starts:
                        yield from task.end()
                    yield from task.take(rows)
            yield from task.end()
        finally:
            task.kill()

    def commands(self) -> list[list[str]]:
        """The stages, with files where the worker has them."""
        from pyspark import SparkFiles

        return [[SparkFiles.get(self.files[word]) if word in self.files else word for word in stage] for stage in self.stages]

    def record(self) -> pa.Schema:
        """What is wanted of the records of the last tool."""
        import pyarrow as pa

        if self.result is not None:
            return pa.schema([("doc", pa.string()), *self.schema.field(self.result).type])
        return pa.schema([("doc", pa.string()), ("text", pa.string()), *(self.schema.field(name) for name in self.extra)])

    def _groups(self, batch: pa.RecordBatch) -> Iterator[tuple[pa.RecordBatch, bool]]:
        """Runs of rows with the same value of the column `by`, and whether a group begins there."""
        if self.by is None or batch.num_rows == 0:
            yield batch, False
            return
        values = batch.column(self.by).to_pylist()
        start = 0
        for at in range(1, len(values) + 1):
            if at == len(values) or values[at] != values[start]:
                group = (values[start],)
                yield batch.slice(start, at - start), group != getattr(self, "_group", group)
                self._group = group
                start = at


class Task:
    """Rows through one chain after the other."""

    def __init__(self, job: Job, commands: Sequence[Sequence[str]]) -> None:
        self.job = job
        self.commands = [list(commands[0]) + list(FRAMED), *map(list, commands[1:])]
        self.record = job.record()
        self.chain: Chain | None = None
        self.next = 0
        self._begin()

    def _begin(self) -> None:
        self.framer = Framer(self.job.longest, remember=self.job.errors)
        self.firsts: list[int] = []
        self.waiting: list[pa.RecordBatch] = []
        self.size = 0
        self.lines = Lines()

    def take(self, rows: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """Sends rows, and yields what has come back."""
        job = self.job
        column = rows.column(job.text)
        # A column that also holds the text's bytes goes as well.
        kept = rows if job.result is not None else rows.drop_columns([job.text])
        first, self.next = self.next, self.next + rows.num_rows
        self.firsts.append(first)
        self.waiting.append(kept if kept.num_columns else rows)
        self.size += self.waiting[-1].nbytes + 64
        troubles = []
        for piece in self.framer(column, first):
            if isinstance(piece, tuple):
                number, reason = piece
                if not job.errors:
                    raise ToolError(f"a row has {reason} in the column {job.text}; errors=True leaves it out")
                troubles.append((number, Reject("", reason, "", None), None))
                continue
            if self.chain is None:
                self.chain = Chain(self.commands, job.errors)
            self.chain.write(piece)
            yield from self._answers(self.lines(self.chain.ready()))
        if troubles:
            yield self._batch([number for number, _, _ in troubles], None, troubles)
        if job.by is None and self.size > WAITING:
            yield from self.end()

    def end(self) -> Iterator[pa.RecordBatch]:
        """Ends the chain, and yields what still comes."""
        if self.chain is not None:
            yield from self._answers(self.lines(self.chain.rest()))
            yield from self._answers(self.lines.end())
            rejects = self.chain.finish()
            self.chain = None
            first_tool = self.commands[0][0]
            troubles = [(*self.framer.row(reject, reject.tool == first_tool), reject) for reject in rejects]
            if troubles:
                found = sorted((number, reject, text) for number, text, reject in troubles)
                yield self._batch([number for number, _, _ in found], None, found)
        self._begin()

    def kill(self) -> None:
        if self.chain is not None:
            self.chain.kill()

    def _answers(self, blocks: Iterable[bytes]) -> Iterator[pa.RecordBatch]:
        for block in blocks:
            records = read_records(block, self.record)
            numbers = [int(name) for name in records.column("doc").to_pylist()]
            if not numbers:
                continue
            yield self._batch(numbers, records, [])
            if not self.job.errors:
                # Answers come in the order of the rows; with errors, a row without one may still turn out to be rejected.
                self._release(numbers[-1])

    def _release(self, number: int) -> None:
        done = bisect.bisect_right(self.firsts, number) - 1
        if done > 0:
            self.size -= sum(batch.nbytes + 64 for batch in self.waiting[:done])
            del self.firsts[:done], self.waiting[:done]

    def _batch(self, numbers: list[int], records: pa.RecordBatch | None, troubles: list) -> pa.RecordBatch:
        """The rows with these numbers, ascending, and records or troubles of them."""
        import pyarrow as pa

        job = self.job
        parts, at = [], 0
        while at < len(numbers):
            of = bisect.bisect_right(self.firsts, numbers[at]) - 1
            if of < 0 or numbers[at] >= self.firsts[of] + self.waiting[of].num_rows:
                raise ToolError(f"an answer to a row that nobody asked about: {numbers[at]}")
            first = self.firsts[of]
            end = bisect.bisect_left(numbers, first + self.waiting[of].num_rows, at)
            parts.append(self.waiting[of].take(pa.array([number - first for number in numbers[at:end]], pa.int32())))
            at = end
        rows = pa.Table.from_batches(parts).combine_chunks()
        columns = {name: rows.column(name) for name in rows.column_names}
        if records is None:
            columns.pop(job.text if job.result is None else "", None)
            columns[ERROR] = pa.array(
                [{"tool": reject.tool, "reason": reject.reason, "text": text} for _, reject, text in troubles],
                job.schema.field(ERROR).type,
            )
        elif job.result is not None:
            kind = job.schema.field(job.result).type
            columns[job.result] = pa.StructArray.from_arrays([records.column(field.name) for field in kind], fields=list(kind))
        else:
            columns[job.text] = records.column("text")
            columns.update((name, records.column(name)) for name in job.extra)
        # The types of the rows are those that they came with: time stamps have the zone of the session.
        arrays = [columns[field.name] if field.name in columns else pa.nulls(len(numbers), field.type) for field in job.schema]
        return one_batch(pa.Table.from_arrays(arrays, job.schema.names))


def read_records(block: bytes, schema: pa.Schema, rest: str | None = None) -> pa.RecordBatch:
    """JSON Lines as a batch with these columns. Other fields become a JSON object in the column `rest`, or are left out."""
    import pyarrow as pa
    from pyarrow import json as arrow_json

    others = rest is not None
    try:
        table = arrow_json.read_json(
            io.BytesIO(block),
            arrow_json.ReadOptions(use_threads=False, block_size=len(block) + 1),
            arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="infer" if rest else "ignore"),
        )
        others = others and len(table.column_names) > len(schema.names)
    except pa.ArrowInvalid:
        # Strings that are numbers in some records, such as names.
        strings = {field.name for field in schema if pa.types.is_string(field.type)}
        records = [{name: record.get(name) for name in schema.names} for record in map(json.loads, block.splitlines())]
        for record in records:
            record.update((name, json.dumps(record[name])) for name in strings if not isinstance(record[name], (str, type(None))))
        table = pa.Table.from_pylist(records, schema)
    table = table.select(schema.names)
    if rest is not None:
        further = [_others(line, schema.names) for line in block.splitlines()] if others else [None] * table.num_rows
        table = table.append_column(rest, pa.array(further, pa.string()))
    return one_batch(table)


def _others(line: bytes, known: Sequence[str]) -> str | None:
    found = {name: value for name, value in json.loads(line).items() if name not in known}
    return json.dumps(found, ensure_ascii=False) if found else None


def one_batch(table: pa.Table) -> pa.RecordBatch:
    """A table that is not empty, as one batch."""
    (batch,) = table.combine_chunks().to_batches()
    return batch


def stages_of(stages: Sequence[Stage]) -> list[list[str]]:
    """Stages as lists of words. Raises ValueError for what is no filter."""
    found = [shlex.split(stage) if isinstance(stage, str) else [str(word) for word in stage] for stage in stages]
    for tool, *_ in found:
        if tool not in FILTERS:
            raise ValueError(f"'{tool}' is none of {', '.join(FILTERS)}")
    return found


def arrow_schema(fields: Iterable[Any]) -> pa.Schema:
    """Fields of Spark as Arrow has them, in a task too."""
    from pyspark.sql.pandas.types import to_arrow_schema
    from pyspark.sql.types import StructType

    schema = StructType(list(fields))
    try:
        # PySpark 4.1 and later ask for the zone of timestamps, which are in UTC in memory.
        return to_arrow_schema(schema, timezone="UTC")
    except TypeError:
        return to_arrow_schema(schema)


def struct_type(ddl: str) -> StructType:
    """The type of columns that are written as in SQL. Spark 4 has StructType.fromDDL, and Spark 3.5 the function below it."""
    from pyspark.sql.types import StructType, _parse_datatype_string

    return getattr(StructType, "fromDDL", _parse_datatype_string)(ddl)


def pipeline(
    df: DataFrame,
    stages: Sequence[Stage],
    *,
    text: str = "text",
    result: tuple[str, str] | None = None,
    extra: Mapping[str, str] | None = None,
    errors: bool = False,
    max_errors: int | str | None = None,
    by: str | None = None,
    order_by: str | Sequence[str] = (),
    files: Mapping[str, str | os.PathLike] | None = None,
    longest: int = LONGEST,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """Rows through a chain of tools, in one pass.

    ``stages`` are lists of a tool and its options (or strings, split as a shell does). The column ``text`` holds strings, or bytes
    where the first tool is charset. The last tool writes documents, whose text takes the place of the row's; or, with ``result``,
    a pair of a name and a type of Spark SQL, other records: each becomes a row with all columns of its row and that column.
    ``extra`` maps fields that tools add to documents to types: they become columns. Rows that a tool leaves out are left out.

    With ``errors``, a pair of frames is returned: rows, and those that were rejected, with all columns (but the text, if the last tool
    writes documents), and a column ``trommel_error`` with the tool, its reason, and the text that it was given, where it had one. Both come from one computation, kept
    on the disks of the workers (``unpersist`` frees it when both have been written). Without, a rejected row ends the job. With
    ``max_errors``, a number or as "1%" a share of the rows that were read, the frames are computed at once, and ToolError is raised
    where more were rejected.

    With ``by``, a column, all rows with the same value go through a chain of their own, in the order of the columns ``order_by``.
    A text of more than ``longest`` bytes is rejected. ``files`` maps words of ``stages`` to files of the driver that all workers get
    (models, frequent lines).

    Raises ValueError for stages that are none, and for columns that are missing or in the way.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    stages = stages_of(stages)
    if text not in df.columns:
        raise ValueError(f"there is no column {text}; text= names the one that holds the text")
    kind = df.schema[text].dataType.simpleString()
    if not kind.startswith(("string", "binary", "char", "varchar", "void")):
        raise ValueError(f"the column {text} is {kind}; text= names one of strings, or of bytes")
    added = {result[0]: result[1]} if result is not None else dict(extra or {})
    # The names of Spark have no case.
    taken = {name.lower(): name for name in df.columns}
    for name in [*added, ERROR]:
        if name.lower() in taken:
            raise ValueError(f"there is a column {taken[name.lower()]} already; drop or rename it")
    if by is not None:
        order = [quoted(df, name) for name in (by, *names(order_by))]
        df = df.repartition(order[0]).sortWithinPartitions(*order)

    fields = [StructField(f.name, StringType() if result is None and f.name == text else f.dataType) for f in df.schema.fields]
    types = {**added, **({ERROR: ERROR_TYPE} if errors or max_errors is not None else {})}
    fields += struct_type(",".join(f"`{name}` {kind}" for name, kind in types.items())).fields if types else []
    job = Job(
        stages,
        arrow_schema(fields),
        text=text,
        result=result[0] if result is not None else None,
        extra=[] if result is not None else list(added),
        errors=errors or max_errors is not None,
        by=by,
        files=shipped(df, files),
        longest=longest,
    )
    found = mapped(df, job, StructType(fields))
    return split(found, max_errors, [result[0]] if result is not None else [*added, text]) if job.errors else found


def quoted(df: DataFrame, name: str) -> str:
    """The name of a column as Spark's functions take it: one with a dot or a backtick would be a path."""
    return "`" + name.replace("`", "``") + "`" if name in df.columns else name


def mapped(df: DataFrame, task: Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]], schema: StructType | str) -> DataFrame:
    """Rows through a task, as DataFrame.mapInArrow. A worker that cannot import this package says which Python it runs."""
    from pyspark import cloudpickle

    # A function within a function travels as code: it runs before anything of this package is imported.
    data = cloudpickle.dumps(task)
    columns = df.columns
    if any(mark in name for name in columns for mark in ".`"):
        # mapInArrow takes such names for paths.
        df = df.toDF(*(f"c{number}" for number in range(len(columns))))

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pickle
        import sys

        try:
            work = pickle.loads(data)
        except ImportError as error:
            raise ImportError(
                f"the worker's Python, {sys.executable}, cannot load trommel_tools ({error}); "
                "set PYSPARK_PYTHON to a Python that has it, install trommel-tools there, or send it with --archives"
            ) from error
        yield from work(batch.rename_columns(columns) for batch in batches)

    return df.mapInArrow(run, schema)


def split(found: DataFrame, max_errors: int | str | None, of_good: Sequence[str]) -> tuple[DataFrame, DataFrame]:
    """Good rows, and those with an error, which have no values in the columns `of_good`.

    The frames of a stream are two queries, each of which computes all rows. Raises ValueError for ``max_errors`` of a stream.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    streaming = found.isStreaming
    if streaming and max_errors is not None:
        raise ValueError("a stream has no last row, so max_errors= cannot be checked; errors=True gives the rejected rows")
    if not streaming:
        found = found.persist(StorageLevel.DISK_ONLY)
    good = found.where(F.col(ERROR).isNull()).drop(ERROR)
    bad = found.where(F.col(ERROR).isNotNull()).drop(*of_good)
    if not streaming:
        good.unpersist = bad.unpersist = found.unpersist
    if max_errors is not None:
        check_budget(max_errors, bad.count(), found.count())
    return good, bad


def check_budget(max_errors: int | str, bad: int, rows: int) -> None:
    """Raises ToolError where more rows are bad than a number, or a share as "1%"."""
    share = str(max_errors).rstrip("%")
    most = rows * float(share) / 100 if str(max_errors).endswith("%") else float(share)
    if bad > most:
        raise ToolError(f"{bad} of {rows} rows were rejected, and max_errors is {max_errors}")


def too_long(df: DataFrame, text: str, errors: bool, max_errors: int | str | None, longest: int) -> tuple[DataFrame, DataFrame | None]:
    """Rows, and with ``errors`` or ``max_errors`` apart those without text or with one that is too long, as :func:`pipeline` has them."""
    from pyspark.sql import functions as F

    if not errors and max_errors is None:
        return df, None
    # The bytes of a column of strings are those of its characters in UTF-8.
    column = F.col(quoted(df, text))
    size = F.octet_length(column)
    reason = F.when(column.isNull(), "no text").when(size > longest, f"more than {longest} bytes")
    error = F.struct(F.lit("").alias("tool"), reason.alias("reason"), F.lit(None).cast("string").alias("text"))
    good, bad = df.where(reason.isNull()), df.where(reason.isNotNull()).withColumn(ERROR, error).drop(text)
    if max_errors is not None:
        check_budget(max_errors, bad.count(), df.count())
    return good, bad


def bound_batches(spark: Any, rows: int = 64, size: str = "16m") -> None:
    """Sets the batches of the session for rows with long texts: rows at once in Parquet readers and Arrow batches, and bytes.

    With the default, 4,096 rows of a Parquet file are in memory at once: of books, more than a gigabyte. The setting of the bytes
    is of Spark 4; where it is not known, rows alone count.
    """
    spark.conf.set("spark.sql.parquet.columnarReaderBatchSize", str(rows))
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(rows))
    spark.conf.set("spark.sql.execution.arrow.maxBytesPerBatch", size)


def names(columns: str | Sequence[str]) -> list[str]:
    """One name, or several, as a list."""
    return [columns] if isinstance(columns, str) else list(columns)


def written(lines: Iterable[str]) -> str:
    """A temporary file of the driver with these lines, for :func:`shipped`."""
    folder = tempfile.mkdtemp(prefix="trommel-")
    # Workers know a file by its last name alone.
    file = os.path.join(folder, os.path.basename(folder) + ".jsonl")
    with open(file, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(line + "\n" for line in lines)
    return file


def shipped(df: DataFrame, files: Mapping[str, str | os.PathLike] | None) -> dict[str, str]:
    """Sends files to the workers; returns their names there."""
    found = {}
    for word, file in (files or {}).items():
        if is_connect(df.sparkSession):
            df.sparkSession.addArtifacts(os.fspath(file), file=True)
        else:
            df.sparkSession.sparkContext.addFile(os.fspath(file))
        found[word] = os.path.basename(file)
    return found


def is_connect(spark: Any) -> bool:
    """Whether a session is of Spark Connect, which has no SparkContext."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def checkpoint_folder(spark: Any) -> str | None:
    """The checkpoint directory, if one is set."""
    if is_connect(spark):
        return spark.conf.get("spark.checkpoint.dir", None)
    found = spark.sparkContext._jsc.sc().getCheckpointDir()
    return None if found.isEmpty() else found.get()


def one_thread(options: Iterable[object]) -> list[str]:
    """Options, with one thread unless they say otherwise: Spark runs a task a core."""
    options = [str(option) for option in options]
    threads = any(option.startswith(("-j", "--threads")) for option in options)
    return options if threads else ["-j", "1", *options]
