"""Files that Spark does not read itself: web archives, archives, compressed files, files of any encoding."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING
from urllib.parse import unquote

from .chain import Chain, Reject, ToolError, lines
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
    names, folders or patterns as Hadoop has them, on any file system that the driver's Spark lists. A task reads one file after the
    other, as a stream, through a chain of ``stages``, of which the last one writes documents: a file is not divided, so make files of
    some 100 MB to a gigabyte. The workers open local files themselves, and others with PyArrow (S3, HDFS with libhdfs, Google Cloud,
    Azure), or with ``opened``, a function from a name to a binary file.

    With ``errors``, what cannot be read is a second frame: source, and ``trommel_error`` with tool, reason, where, and the raw record. So
    it is with a file that is not there or damaged, of which the good records are rows. Without, any of it ends the job.
    ``max_errors``: as in :func:`pipeline`.
    """
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
            for source in batch.column(0).to_pylist():
                yield from _documents(source, stages, records, rest, schema, tolerant, opened or _open)

    files = spark.createDataFrame([(file,) for file in found], "source string")
    # A task a file: they take long, and are of unlike sizes.
    files = files.repartition(max(1, min(parts or len(found), len(found))))
    read_rows = mapped(files, read, StructType([StructField(f.name, f.dataType) for f in fields]))
    return split(read_rows, max_errors, [field.name for field in fields if field.name not in ("source", ERROR)]) if tolerant else read_rows


def _documents(
    source: str,
    stages: Sequence[Sequence[str]],
    records: pa.Schema,
    rest: str | None,
    schema: pa.Schema,
    tolerant: bool,
    opened: Callable[[str], IO[bytes]],
) -> Iterator[pa.RecordBatch]:
    """The documents of a file, and what of it cannot be read."""
    chain = None
    try:
        if opened is _open and source.startswith("file:"):
            chain = Chain([[*stages[0], _local(source)], *stages[1:]], tolerant, stdin=subprocess.DEVNULL)
            pieces = chain.rest()
        else:
            chain = Chain([[*stages[0], "-"], *stages[1:]], tolerant)
            pieces = _through(chain, opened(source))
        for block in lines(pieces):
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


def _through(chain: Chain, file: IO[bytes]) -> Iterator[bytes]:
    """The output of a chain for a file that this side reads."""
    with file:
        while piece := file.read(1 << 20):
            chain.write(piece)
            yield from chain.ready()
    yield from chain.rest()


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


def _open(source: str) -> IO[bytes]:
    """A file that is not local."""
    from urllib.parse import quote

    from pyarrow import fs

    system, path = fs.FileSystem.from_uri(quote(source.replace("s3a://", "s3://", 1), safe=":/@"))
    return system.open_input_stream(path, compression=None)


def _listed(spark: SparkSession, patterns: Sequence[str]) -> list[str]:
    """The files of patterns and folders, in the order of their names, as Hadoop writes them: nothing is escaped.

    Raises FileNotFoundError for a pattern of none. Spark's reader of binary files lists them without opening one.
    """
    from pyspark.errors import AnalysisException

    found: set[str] = set()
    for pattern in map(str, patterns):
        files = spark.read.format("binaryFile").option("recursiveFileLookup", "true")
        try:
            found.update(unquote(name).replace("file:///", "file:/", 1) for name in files.load(pattern).inputFiles())
        except AnalysisException as error:
            if "PATH_NOT_FOUND" not in str(error):
                raise
            raise FileNotFoundError(f"{pattern}: there is no such file") from None
    return sorted(found)
