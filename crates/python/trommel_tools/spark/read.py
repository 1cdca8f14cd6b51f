"""Files that Spark does not read itself: web archives, archives, compressed files, files of any encoding."""

from __future__ import annotations

import subprocess
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING
from urllib.parse import unquote

from .chain import SLICE, Chain, Reject, ToolError, lines
from .records import ENCODING
from .rows import ERROR, arrow_schema, mapped, names, one_batch, one_thread, read_records, split, stages_of, struct_type

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

    from .rows import Stage

#: What reads a file of any name as documents and writes it as it is, in UTF-8.
DECODE = ("charset", "--to-utf8", "-j", "1")
FIELDS = {"charset": ENCODING}
WARC_FIELDS = {"url": "string", "date": "string", "content_type": "string", **FIELDS}
ERROR_TYPE = "struct<tool:string,reason:string,where:string,raw:string>"
#: A web archive of more bytes is divided into tasks of about that size, at the members of its compression.
DIVIDED = 128 << 20
#: The beginning of a member of gzip.
MEMBER = b"\x1f\x8b\x08"
#: Bytes of a member in which its data begins.
HEAD = 4096


def read_warc(spark: SparkSession, paths: str | Sequence[str], *options: object, **how) -> DataFrame | tuple[DataFrame, DataFrame]:
    """The pages of web archives, and the texts of WET files, decoded: source, doc, text, url, date, content_type, charset.

    ``options`` are those of charset, such as --language or --warc-media-types; ``how`` the keywords of :func:`read_documents`, whose
    ``stages`` may do more with the pages in the same pass.
    """
    decode = [*DECODE, *map(str, options), "--input-format", "warc"]
    stages = [decode, *how.pop("stages", [])]
    return read_documents(spark, paths, stages=stages, extra={**WARC_FIELDS, **how.pop("extra", {})}, **how)


def read_documents(
    spark: SparkSession,
    paths: str | Sequence[str],
    *,
    stages: Sequence[Stage] = (DECODE,),
    extra: Mapping[str, str] = FIELDS,
    rest: str | None = "fields",
    errors: bool = False,
    max_errors: int | str | None = None,
    parts: int | None = None,
    opened: Callable[[str], IO[bytes]] | None = None,
) -> DataFrame | tuple[DataFrame, DataFrame]:
    """The documents of files: source, doc, text, and the fields ``extra``, which maps names to types of Spark SQL.

    All other fields of a document are a JSON object in the column ``rest``, NULL if it has none. ``rest=None`` leaves them out.

    Files are whatever the tools read (trommel(7), INPUT): text, JSON Lines, CSV, Parquet, WARC, tar, zip, compressed or not. ``paths`` are
    names, folders or patterns as Hadoop has them, on any file system of Spark. A task streams one file after the other through a chain
    of ``stages``, of which the last one writes documents.

    The workers open local files themselves. Spark reads other files, with the credentials of the cluster, and holds each in memory (at
    most 2 GB). A worker streams them instead if ``opened`` is given, a function from a name to a binary file: :func:`open_with_pyarrow` opens
    S3, HDFS with libhdfs, Google Cloud and Azure, with the credentials of the worker.

    A web archive that is compressed by member (.warc.gz), and that workers open, is divided into tasks of 128 MB. Other files are not. For a
    large file of JSON Lines, CSV or Parquet use ``spark.read``, which divides it, and :func:`pipeline`.

    With ``errors``, what cannot be read is a second frame: source, and ``trommel_error`` with tool, reason, where, and the raw record. So
    it is with a file that is not there or damaged, of which the good records are rows. Without, any of it ends the job.
    ``max_errors``: as in :func:`pipeline`.
    """
    from pyspark.sql import functions as F
    from pyspark.sql.types import StringType, StructField, StructType

    stages = [[tool, *one_thread(options)] for tool, *options in stages_of(stages)]
    tolerant = errors or max_errors is not None
    kinds = {"source": "string", "doc": "string", "text": "string", **extra}
    if rest in kinds:
        raise ValueError(f"there is a column {rest} already; rest= names another one for the other fields, or None")
    found = _listed(spark, names(paths))
    ddl = ",".join(f"`{name}` {kind}" for name, kind in ({**kinds, rest: "string"} if rest else kinds).items())
    fields = struct_type(ddl + (f",{ERROR} {ERROR_TYPE}" if tolerant else "")).fields
    schema = arrow_schema(fields)
    # A record is named by its field doc, or id.
    records = [field for field in fields if field.name not in ("source", ERROR, rest)]
    records = arrow_schema(records + [StructField("id", StringType())] * ("id" not in extra))

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for row, source in enumerate(batch.column(0).to_pylist()):
                pieces = _slices(batch.column("content")[row]) if "content" in batch.schema.names else None
                if pieces is None:
                    start, end = batch.column("start")[row].as_py(), batch.column("end")[row].as_py()
                    pieces = _pieces(source, start, end, opened)
                yield from _documents(source, pieces, stages, records, rest, schema, tolerant)

    if opened is None and not all(source.startswith("file:") for source in found):
        files = _files(spark, names(paths)).select(F.col("path").alias("source"), "content")
    else:
        tasks = [task for source, size in found.items() for task in _tasks(source, size)]
        files = spark.createDataFrame(tasks, "source string, start bigint, end bigint")
        # They take long, and are of unlike sizes.
        files = files.repartition(max(1, min(parts or len(tasks), len(tasks))))
    read_rows = mapped(files, read, StructType([StructField(f.name, f.dataType) for f in fields]))
    return split(read_rows, max_errors, [field.name for field in fields if field.name not in ("source", ERROR)]) if tolerant else read_rows


def _documents(
    source: str,
    pieces: Iterator[bytes | memoryview] | None,
    stages: Sequence[Sequence[str]],
    records: pa.Schema,
    rest: str | None,
    schema: pa.Schema,
    tolerant: bool,
) -> Iterator[pa.RecordBatch]:
    """The documents of a file, and what of it cannot be read. Without ``pieces`` of it the tool opens it."""
    chain = None
    try:
        stdin = subprocess.DEVNULL if pieces is None else None
        name = _local(source) if pieces is None else "-"
        chain = Chain([[*stages[0], name], *stages[1:]], tolerant, stdin=stdin)
        output = chain.rest() if pieces is None else _through(chain, pieces)
        for block in lines(output):
            yield _rows(source, read_records(block, records, rest), schema)
        rejects = chain.finish()
        chain = None
    except (OSError, ToolError) as error:
        if not tolerant:
            raise ToolError(f"{source}: {error}") from error
        rejects = [Reject("", str(error), source, None)]
    finally:
        if chain is not None:
            chain.kill()
    if rejects:
        yield _troubles(source, rejects, schema)


def _through(chain: Chain, pieces: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """The output of a chain for a file that this side reads."""
    for piece in pieces:
        chain.write(piece)
        yield from chain.ready()
    yield from chain.rest()


def _pieces(source: str, start: int, end: int | None, opened: Callable[[str], IO[bytes]] | None) -> Iterator[bytes] | None:
    """A file from the first member of gzip at or after ``start`` to that of ``end``; None if the tool can open it."""
    local = opened is None and source.startswith("file:")
    if local and start == 0 and end is None:
        return None
    return _range(open(_local(source), "rb") if local else opened(source), start, end)


def _range(file: IO[bytes], start: int, end: int | None) -> Iterator[bytes]:
    with file:
        if not file.seekable():
            # The task of the first range takes all of it.
            if start:
                return
            end = None
        end = end and _member(file, end)
        if start or end:
            start = start and _member(file, start)
            file.seek(start)
        while piece := file.read(SLICE if end is None else min(SLICE, end - start)):
            start += len(piece)
            yield piece


def _member(file: IO[bytes], start: int) -> int:
    """Where the first member of gzip with a record of a web archive begins, at ``start`` or after it; or the end of the file."""
    file.seek(start)
    held = b""
    while True:
        piece = file.read(SLICE)
        held += piece
        at = held.find(MEMBER)
        while at >= 0 and (len(held) - at >= HEAD or not piece):
            try:
                if zlib.decompressobj(31).decompress(held[at : at + HEAD], 5) == b"WARC/":
                    return start + at
            except zlib.error:
                pass
            at = held.find(MEMBER, at + 1)
        if not piece:
            return start + len(held)
        gone = at if at >= 0 else max(0, len(held) - len(MEMBER) + 1)
        held, start = held[gone:], start + gone


def _tasks(source: str, size: int) -> list[tuple[str, int, int | None]]:
    """The ranges of a file that are tasks of their own."""
    parts = max(1, size // DIVIDED) if source.endswith(".warc.gz") else 1
    ends = [size * part // parts for part in range(1, parts)]
    return list(zip([source] * parts, [0, *ends], [*ends, None]))


def _slices(content: pa.BinaryScalar) -> Iterator[memoryview]:
    """The bytes of a file that Spark has read."""
    data = memoryview(content.as_buffer())
    return (data[at : at + SLICE] for at in range(0, len(data), SLICE))


def _rows(source: str, records: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = {name: records.column(name) for name in records.schema.names}
    columns["doc"] = pc.coalesce(columns["doc"], columns["id"])
    # A file that came as a stream has no name there.
    named = [source + name[1:] if name == "-" or name.startswith("-:") else name for name in columns["doc"].to_pylist()]
    if source.startswith("file:"):
        local = _local(source)
        named = [source + name[len(local) :] if name.startswith(local) else name for name in named]
    columns["doc"] = pa.array(named, pa.string())
    columns["source"] = pa.array([source] * records.num_rows, pa.string())
    arrays = [columns[f.name] if f.name in columns else pa.nulls(records.num_rows, f.type) for f in schema]
    return one_batch(pa.Table.from_arrays(arrays, schema.names))


def _troubles(source: str, rejects: Sequence[Reject], schema: pa.Schema) -> pa.RecordBatch:
    import pyarrow as pa

    found = [{"tool": r.tool, "reason": r.reason, "where": r.source, "raw": r.raw} for r in rejects]
    columns = {"source": pa.array([source] * len(found), pa.string()), ERROR: pa.array(found, schema.field(ERROR).type)}
    arrays = [columns[f.name] if f.name in columns else pa.nulls(len(found), f.type) for f in schema]
    return one_batch(pa.Table.from_arrays(arrays, schema.names))


def _local(source: str) -> str:
    """The path of a local file, as Hadoop writes it: nothing is escaped."""
    return source[len("file:") :]


def open_with_pyarrow(source: str) -> IO[bytes]:
    """Opens a file as a stream, for ``opened`` of :func:`read_documents`: S3, HDFS with libhdfs, Google Cloud, Azure."""
    from urllib.parse import quote

    from pyarrow import fs

    system, path = fs.FileSystem.from_uri(quote(source.replace("s3a://", "s3://", 1), safe=":/@"))
    return system.open_input_file(path)


def _files(spark: SparkSession, patterns: Sequence[str]) -> DataFrame:
    """The files of patterns and folders. Spark's reader of binary files lists them without opening one."""
    return spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(patterns)


def _listed(spark: SparkSession, patterns: Sequence[str]) -> dict[str, int]:
    """The files of patterns and folders, and their sizes, in the order of their names, as Hadoop writes them: nothing is escaped.

    Raises FileNotFoundError for a pattern of none.
    """
    from pyspark.errors import AnalysisException

    found: dict[str, int] = {}
    for pattern in map(str, patterns):
        try:
            files = _files(spark, [pattern])
            # Spark reads no empty files, so their sizes are not among those below.
            found.update(dict.fromkeys((_short(unquote(name)) for name in files.inputFiles()), 0))
            found.update((_short(name), size) for name, size in files.select("path", "length").toLocalIterator())
        except AnalysisException as error:
            if "PATH_NOT_FOUND" not in str(error):
                raise
            raise FileNotFoundError(f"{pattern}: there is no such file") from None
    return dict(sorted(found.items()))


def _short(source: str) -> str:
    return source.replace("file:///", "file:/", 1)
