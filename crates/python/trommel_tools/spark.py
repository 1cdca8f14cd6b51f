"""The tools on Spark: functions from DataFrame to DataFrame.

    from trommel_tools import spark as trommel

    pages = trommel.htmlblocks(pages)                          # the column text, row by row
    pages = trommel.pipeline(pages, [["charset", "--to-utf8"], ["htmlblocks", "--emit", "text"]])
    frequent = trommel.freqlines(books)                        # count, text
    books = trommel.cutbounds(books, frequent)

A task runs one chain of processes and streams its rows through it (DataFrame.mapInArrow); no text goes through the driver, and
what a task holds does not depend on how many rows it has. Only the name and the text of a row go to the tools. The other columns
wait in the task, so they come out with the types and values that they had. Reading, writing, shuffles and retries are Spark's.

Spark's Parquet reader and its Arrow batches count rows, 4,096 and 10,000 of them, which is too much memory for rows as long as books
or pages: `bound_batches(spark)` sets what fits them.

The wheel must be installed where the workers run, or be in an environment that `--archives` brings there.
"""

import bisect
import collections
import json
import os
import queue
import re
import shlex
import subprocess
import tempfile
import threading
import zlib

from . import path

__all__ = [
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
    "pipeline",
    "uniqwords",
]

#: Bytes that are written to a chain before its output is looked at, and that a batch of output has about.
SLICE = 1 << 20
BATCH = 8 << 20
#: Bytes of rows without an answer after which a chain is ended, so that it says which of them it has left out.
WAITING = 64 << 20

BOUNDS = "struct<lines:bigint,preamble_end:bigint,epilogue_start:bigint,preamble_rule:string,epilogue_rule:string,"\
    "preamble_confidence:double,epilogue_confidence:double>"
ENCODING = "struct<encoding:string,language:string,score:double,margin:double,declared:string,language_margin:double>"
WORDS = "struct<tokens:bigint,words:array<string>,positions:array<bigint>>"
LINE = "struct<line:bigint,end:string,text:string>"
BLOCK = "struct<block:bigint,class:string,context_free_class:string,heading:boolean,text:string,tag:string,"\
    "stopword_density:double,link_density:double,score:double>"
PAIR = "a string, b string, a_words bigint, b_words bigint, common bigint, lcs bigint, cs double, its double, excess double"


class ToolError(RuntimeError):
    """A tool has ended with trouble."""


class _Chain:
    """Processes connected by pipes. A thread takes their output, so that writing to them never waits for this side."""

    def __init__(self, stages, rejects):
        self.rejects = tempfile.TemporaryDirectory(prefix="trommel-") if rejects else None
        self.stages = stages
        self.processes = []
        self.messages = []
        # Where the rows begin in the input, for what is rejected by its place in a web archive.
        self.written, self.starts, self.numbers = 0, [], []
        before = subprocess.PIPE
        for number, (tool, *arguments) in enumerate(stages):
            command = [path(tool), *arguments]
            if rejects:
                command += ["--max-errors", "100%", "--rejects", self._rejects(number)]
            said = tempfile.TemporaryFile()
            process = subprocess.Popen(command, stdin=before, stdout=subprocess.PIPE, stderr=said)
            if before is not subprocess.PIPE:
                before.close()
            before = process.stdout
            self.processes.append(process)
            self.messages.append(said)
        self.output = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, args=(before,), daemon=True)
        self.reader.start()

    def _rejects(self, number):
        return os.path.join(self.rejects.name, str(number))

    def _read(self, pipe):
        try:
            with pipe:
                for line in pipe:
                    self.output.put(line)
        finally:
            self.output.put(None)

    def write(self, data):
        try:
            self.processes[0].stdin.write(data)
        except BrokenPipeError:
            pass  # The tool has ended; `finish` says why.

    def ready(self):
        """The lines that have come out so far."""
        while True:
            try:
                line = self.output.get_nowait()
            except queue.Empty:
                return
            if line is None:
                self.output.put(None)
                return
            yield line

    def rest(self):
        """Ends the input, and yields the lines that still come."""
        try:
            self.processes[0].stdin.close()
        except BrokenPipeError:
            pass
        yield from iter(self.output.get, None)

    def finish(self):
        """Waits for the end, and returns what was rejected: tool, reason, number of the row, its text."""
        self.reader.join()
        trouble = []
        for (tool, *_), process, said in zip(self.stages, self.processes, self.messages):
            code = process.wait()
            said.seek(0)
            text = said.read(4000).decode("utf-8", "replace").strip()
            said.close()
            if code:
                how = f"exit code {code}" if code > 0 else f"signal {-code}"
                trouble.append(f"{tool}: {how}: {text}")
        if trouble:
            raise ToolError("; ".join(trouble))
        found = []
        if self.rejects:
            for number, (tool, *_) in enumerate(self.stages):
                if not os.path.exists(self._rejects(number)):
                    continue
                with open(self._rejects(number), "rb") as lines:
                    for line in lines:
                        record = json.loads(line)
                        found.append((tool, record["reason"], *self._row(number, record)))
            self.rejects.cleanup()
        return found

    def _row(self, stage, record):
        """The row that a reject record is about."""
        place = re.search(r"byte (\d+)$", record["source"])
        if stage == 0 and self.starts and place:
            return self.numbers[bisect.bisect_right(self.starts, int(place[1])) - 1], None
        try:
            row = json.loads(record["raw"])
            return int(row["doc"]), row.get("text")
        except (ValueError, KeyError, TypeError):
            raise ToolError(f"{self.stages[stage][0]}: {record['source']}: {record['reason']}") from None

    def began(self, number, size):
        self.starts.append(self.written)
        self.numbers.append(number)
        self.written += size

    def kill(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        if self.rejects:
            self.rejects.cleanup()


def _number(line):
    """The number of the row in a record that a tool wrote: its name, which comes first."""
    start = b'{"doc":"'
    if not line.startswith(start):
        raise ToolError(f"a record without the number of its row: {line[:80]!r}")
    return int(line[len(start) : line.index(b'"', len(start))])


def _record(number, text):
    return b'{"doc":"%d","text":%s}\n' % (number, json.dumps(text, ensure_ascii=False).encode("utf-8"))


def _capture(number, page):
    """A row of bytes as a record of a web archive, which takes any bytes as they are."""
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %d\r\n"
        "Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n"
    )
    return (head % (number, len(page))).encode("ascii") + page + b"\r\n\r\n"


class _Rows:
    """The rows that wait for the answer of a chain, and those that have one."""

    def __init__(self, job):
        self.job = job
        self.next = 0
        self.waiting = collections.deque()  # (number of the first row, batch of the other columns)
        self.size = 0
        self.clear()

    def clear(self):
        self.numbers, self.answers, self.troubles, self.bytes = [], [], [], 0

    def add(self, rest):
        first = self.next
        self.next += rest.num_rows
        self.size += rest.nbytes + 64
        self.waiting.append((first, rest))
        return first

    def answer(self, line):
        number = _number(line)
        if self.job.result is None:
            answer = json.loads(line)
            extra = {key: answer[key] for key in self.job.extra if key in answer}
            self.answers.append((answer["text"], json.dumps(extra) if self.job.extra else None, None))
        else:
            self.answers.append((None, line.decode("utf-8"), None))
        self.numbers.append(number)
        self.bytes += len(line)

    def trouble(self, number, tool, reason, text):
        self.troubles.append((number, (text, None, {"tool": tool, "reason": reason})))

    def batch(self, release):
        """What is done, as a batch; `release`: no row that came before the last answer, or any, waits any longer."""
        import pyarrow as pa

        if not self.numbers and not self.troubles:
            if release == "all":
                self.waiting.clear()
                self.size = 0
            return None
        found = list(zip(self.numbers, self.answers)) + self.troubles
        found.sort(key=lambda pair: pair[0])  # Stable: the records of a row stay in order.
        last = self.numbers[-1] if self.numbers else -1
        parts, at = [], 0
        for first, rest in self.waiting:
            picked = []
            while at < len(found) and found[at][0] < first + rest.num_rows:
                picked.append(found[at][0] - first)
                at += 1
            if picked:
                parts.append(rest.take(pa.array(picked, pa.int64())))
        if at < len(found):
            raise ToolError("an answer to a row that nobody asked about")
        if release == "all":
            self.waiting.clear()
        elif release == "answered":
            while self.waiting and self.waiting[0][0] + self.waiting[0][1].num_rows <= last:
                self.waiting.popleft()
        self.size = sum(rest.nbytes + 64 for _, rest in self.waiting)
        table = pa.Table.from_batches(parts).combine_chunks()
        columns = {name: table.column(name) for name in table.column_names}
        texts, records, errors = zip(*(answer for _, answer in found))
        if self.job.result is None:
            columns[self.job.text] = pa.array(texts, pa.string())
        if self.job.result is not None or self.job.extra:
            columns[_RECORD] = pa.array(records, pa.string())
        if self.job.errors:
            kind = pa.struct([("tool", pa.string()), ("reason", pa.string()), ("text", pa.string())])
            full = [None if e is None else dict(e, text=t) for (t, _, e) in (answer for _, answer in found)]
            columns[_ERROR] = pa.array(full, kind)
        self.clear()
        arrays = [columns[name] for name in self.job.names]
        return pa.Table.from_arrays(arrays, self.job.names).combine_chunks().to_batches()


_RECORD, _ERROR = "trommel_record", "trommel_error"


class _Job:
    """What a task does; it travels to the workers."""

    def __init__(self, stages, text, result, extra, errors, names, by, files, longest=256 << 20):
        self.stages, self.text, self.result, self.extra = stages, text, result, extra
        self.errors, self.names, self.by, self.files, self.longest = errors, names, by, files, longest

    def __call__(self, batches):
        from pyspark import SparkFiles

        stages = [[word if word not in self.files else SparkFiles.get(self.files[word]) for word in s] for s in self.stages]
        rows = _Rows(self)
        chain, group, lost = None, None, 0
        try:
            for batch in batches:
                for piece, key in self._groups(batch):
                    if chain is not None and self.by is not None and key != group:
                        yield from self._end(chain, rows)
                        chain = None
                    group = key
                    texts = piece.column(self.text)
                    rest = piece if self.result is not None else piece.drop_columns([self.text])
                    if rest.num_columns == 0:
                        rest = piece.select([self.text])
                    first, size, data = rows.add(rest), 0, []
                    frame = _record if not _is_binary(texts.type) else _capture
                    for number, text in enumerate(texts, first):
                        if chain is None:
                            chain = _Chain(self._framed(stages, frame), self.errors)
                        text = text.as_py()
                        why = "no text" if text is None else f"more than {self.longest} characters" if len(text) > self.longest else None
                        if why:
                            if not self.errors:
                                raise ToolError(f"a row has {why} in the column {self.text}; errors=True leaves it out")
                            rows.trouble(number, "", why, None)
                            continue
                        data.append(frame(number, text))
                        if self.errors and frame is _capture:
                            chain.began(number, len(data[-1]))
                        size += len(data[-1])
                        if size >= SLICE:
                            chain.write(b"".join(data))
                            size, data = 0, []
                            yield from self._ready(chain, rows)
                    if chain is not None:
                        chain.write(b"".join(data))
                        yield from self._ready(chain, rows)
                        if self.by is None and rows.size > WAITING:
                            yield from self._end(chain, rows)
                            chain = None
            if chain is not None:
                yield from self._end(chain, rows)
                chain = None
        finally:
            if chain is not None:
                chain.kill()

    def _framed(self, stages, frame):
        if frame is _record:
            return stages
        return [stages[0] + ["--warc-min-size", "0", "--warc-max-size", "2G"], *stages[1:]]

    def _groups(self, batch):
        """Runs of rows with the same value of the column `by`."""
        if self.by is None or batch.num_rows == 0:
            yield batch, None
            return
        values = batch.column(self.by).to_pylist()
        start = 0
        for at in range(1, len(values) + 1):
            if at == len(values) or values[at] != values[start]:
                yield batch.slice(start, at - start), (values[start],)
                start = at

    def _ready(self, chain, rows):
        for line in chain.ready():
            rows.answer(line)
            if rows.bytes >= BATCH:
                # With errors, a row without an answer may still turn out to be rejected.
                yield from rows.batch("none" if self.errors else "answered") or ()

    def _end(self, chain, rows):
        for line in chain.rest():
            rows.answer(line)
            if rows.bytes >= BATCH:
                yield from rows.batch("none" if self.errors else "answered") or ()
        for tool, reason, number, text in chain.finish():
            rows.trouble(number, tool, reason, text)
        yield from rows.batch("all") or ()


def _is_binary(kind):
    import pyarrow as pa

    return pa.types.is_binary(kind) or pa.types.is_large_binary(kind)


def pipeline(df, stages, *, text="text", result=None, extra=None, errors=False, by=None, order_by=(), files=None, longest=256 << 20):
    """Rows through a chain of tools, in one pass.

    `stages` are lists of a tool and its options (or strings, split as a shell does). The column `text` holds strings, or bytes
    where the first tool is charset. The last tool writes documents, whose text takes the place of the row's; or, with `result`,
    a pair of a name and a type of Spark SQL, other records: each becomes a row with all columns of its row and that column.
    `extra` maps fields that tools add to documents to types: they become columns. Rows that a tool leaves out are left out.

    With `errors`, a pair of frames is returned: rows, and those that were rejected, with all columns, and a column
    `trommel_error` with the tool, its reason, and the text that it was given. Both come from one computation, kept on the disks of
    the workers (`unpersist` frees it when both have been written). Without, a rejected row ends the job.

    With `by`, a column, all rows with the same value go through a chain of their own, in the order of the columns `order_by`.
    A text of more than `longest` characters (or bytes) is rejected. `files` maps words of `stages` to files of the driver that all workers get (models, frequent lines).
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as F
    from pyspark.sql.types import StringType, StructField, StructType

    stages = [shlex.split(stage) if isinstance(stage, str) else [str(word) for word in stage] for stage in stages]
    for tool, *_ in stages:
        if tool not in _FILTERS:
            raise ValueError(f"'{tool}' is none of {', '.join(_FILTERS)}")
    for name in (_RECORD, _ERROR):
        if name in df.columns:
            raise ValueError(f"the column {name} is in the way; rename it")
    if text not in df.columns:
        raise ValueError(f"there is no column {text}; text= names the one that holds the text")
    new = [result[0]] if result is not None else list(extra or {})
    for name in new:
        if name in df.columns:
            raise ValueError(f"there is a column {name} already; drop or rename it")
    if by is not None:
        df = df.repartition(by).sortWithinPartitions(by, *_names(order_by))

    fields = [
        StructField(field.name, StringType()) if result is None and field.name == text else field for field in df.schema.fields
    ]
    fields = [StructField(field.name, field.dataType, True) for field in fields]
    if result is not None or extra:
        fields.append(StructField(_RECORD, StringType()))
    if errors:
        error = StructType([StructField(name, StringType()) for name in ("tool", "reason", "text")])
        fields.append(StructField(_ERROR, error))
    schema = StructType(fields)
    job = _Job(stages, text, result, tuple(extra or ()), errors, schema.names, by, _shipped(df, files), longest)
    mapped = df.mapInArrow(job, schema)

    def finished(frame):
        if result is not None:
            return frame.withColumn(result[0], F.from_json(_RECORD, result[1])).drop(_RECORD)
        if extra:
            kind = ",".join(f"`{name}`:{kind}" for name, kind in extra.items())
            frame = frame.withColumn(_RECORD, F.from_json(_RECORD, f"struct<{kind}>"))
            return frame.select(*[F.col(f"`{name}`") for name in frame.columns if name != _RECORD], f"{_RECORD}.*")
        return frame

    if not errors:
        return finished(mapped)
    mapped = mapped.persist(StorageLevel.DISK_ONLY)
    good = finished(mapped.where(F.col(_ERROR).isNull()).drop(_ERROR))
    bad = mapped.where(F.col(_ERROR).isNotNull()).drop(*([_RECORD] if result is not None or extra else []))
    good.unpersist = bad.unpersist = mapped.unpersist
    return good, bad


_FILTERS = ("linenorm", "cutbounds", "uniqwords", "charset", "htmlblocks", "altcount", "blockdedup")


def bound_batches(spark, rows=64, size="16m"):
    """Sets the batches of the session for rows with long texts: rows at once in Parquet readers and Arrow batches, and bytes.

    With the default, 4,096 rows of a Parquet file are in memory at once: of books, more than a gigabyte. The setting of the bytes
    is of Spark 4; where it is not known, rows alone count.
    """
    spark.conf.set("spark.sql.parquet.columnarReaderBatchSize", str(rows))
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(rows))
    spark.conf.set("spark.sql.execution.arrow.maxBytesPerBatch", size)


def _names(columns):
    return [columns] if isinstance(columns, str) else list(columns)


def _shipped(df, files):
    """Sends files to the workers; returns their names there."""
    found = {}
    for word, file in (files or {}).items():
        df.sparkSession.sparkContext.addFile(os.fspath(file))
        found[word] = os.path.basename(file)
    return found


def _one_thread(options):
    """Spark runs a task a core, so a process is to use one."""
    options = [str(option) for option in options]
    threads = any(option == "-j" or option.startswith(("--threads", "-j")) for option in options)
    return options if threads else ["-j", "1", *options]


def linenorm(df, *options, **how):
    """The normalised lines of each row: a row a line, with its column `line` (line, end, text)."""
    return pipeline(df, [["linenorm", *_one_thread(options)]], result=("line", LINE), **how)


def uniqwords(df, *options, **how):
    """The words that occur once in each row's text, in the column `words` (tokens, words, positions)."""
    return pipeline(df, [["uniqwords", *_one_thread(options)]], result=("words", WORDS), **how)


def charset(df, *options, decode=True, **how):
    """Decodes a column of bytes or strings; what was found is in the column `charset`. `decode=False` only finds out."""
    options = _one_thread(options)
    if decode:
        return pipeline(df, [["charset", "--to-utf8", *options]], extra={"charset": ENCODING}, **how)
    return pipeline(df, [["charset", *options]], result=("charset", ENCODING), **how)


def htmlblocks(df, *options, emit="text", **how):
    """The main content of each page in the place of the page; `emit="blocks"`: a row a block, with its column `block`."""
    stages = [["htmlblocks", "--emit", emit, *_one_thread(options)]]
    return pipeline(df, stages, result=("block", BLOCK) if emit == "blocks" else None, **how)


def cutbounds(df, frequent, *options, emit="body", **how):
    """The body of each document in its place; `emit="bounds"`: its column `bounds`.

    `frequent` is the file of freqlines on the driver, or the DataFrame of `freqlines`, which comes to the driver a partition after
    the other.
    """
    file = frequent
    if not isinstance(frequent, (str, os.PathLike)):
        folder = tempfile.mkdtemp(prefix="trommel-")
        # Workers know a file by its last name alone.
        file = os.path.join(folder, os.path.basename(folder) + ".jsonl")
        with open(file, "w", encoding="utf-8", newline="\n") as out:
            for row in frequent.select("count", "text").toLocalIterator():
                out.write(json.dumps({"count": row[0], "text": row[1]}, ensure_ascii=False) + "\n")
    stages = [["cutbounds", "--freq", "{freq}", "--emit", emit, *_one_thread(options)]]
    result = ("bounds", BOUNDS) if emit == "bounds" else None
    return pipeline(df, stages, result=result, files={"{freq}": file, **how.pop("files", {})}, **how)


def altcount(df, *options, by, order_by=(), **how):
    """The useful text of each page, with a template learned from all rows with the same value of the column `by`.

    A site goes through one task; where it is larger than the task's memory, the option --fit-on N learns from a sample.
    """
    return pipeline(df, [["altcount", "--emit", "useful", *options]], by=by, order_by=order_by, **how)


def blockdedup(df, *options, order_by, by=None, **how):
    """Removes the blocks that repeat blocks of earlier rows, in the order of the columns `order_by`.

    What repeats is told from all rows before, so without `by` all rows go through one task, as one stream: the same documents as
    on one machine, but not faster. With `by`, a column, rows with the same value are one stream, and repetition between streams
    stays. Memory is that of -S, half of the machine's by default, so name what the task has.
    """
    stages = [["blockdedup", *_one_thread(options)]]
    if by is not None:
        return pipeline(df, stages, by=by, order_by=order_by, **how)
    df = df.repartition(1).sortWithinPartitions(*_names(order_by))
    return pipeline(df, stages, **how)


def freqlines(df, *options, more_than=10, normalise=("--ends", "300"), text="text", parts=None, memory="256M"):
    """The lines that occur more than `more_than` times: count, text; most frequent first.

    Each task counts what it has; its counts are cut by a hash of the line into compressed rows of about 1 MiB, which are what is
    shuffled, and a process for each range of hashes adds them. `normalise` are the options of linenorm, or None for a column whose
    rows are lines. `parts` is the number of ranges (spark.sql.shuffle.partitions), `memory` what a counting process may take.
    """
    parts = parts or int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    options = [str(option) for option in options]
    backend = ["--backend", "external", "-S", memory]
    count = ["freqlines", "-k", "0", "--unsorted", *backend, *options]
    merge = ["freqlines", "-k", str(more_than), "--unsorted", *backend, *options]

    def lines(batches):
        if normalise is None:
            for batch in batches:
                for number, line in enumerate(batch.column(0).to_pylist()):
                    if line is not None:
                        yield _record(number, line)
            return
        number = 0
        for batch in batches:
            for document in batch.column(0):
                document = document.as_py()
                if document is not None:
                    yield _record(number, document)
                number += 1

    def counted(batches):
        stages = [count] if normalise is None else [["linenorm", "-j", "1", *normalise], count]
        buckets = collections.defaultdict(list)
        sizes = collections.Counter()
        for line in _stream(stages, lines(batches)):
            at = line.index(b'"text"') if b'"text"' in line else 0
            bucket = zlib.crc32(line[at:]) % parts
            buckets[bucket].append(line)
            sizes[bucket] += len(line)
            if sizes[bucket] >= SLICE:
                yield _packed({bucket: buckets.pop(bucket)})
                sizes.pop(bucket)
            if sizes.total() >= 64 * SLICE:
                yield _packed(buckets)
                buckets.clear()
                sizes.clear()
        if buckets:
            yield _packed(buckets)

    def merged(batches):
        import pyarrow as pa

        counts, texts = [], []

        def batch():
            return pa.RecordBatch.from_arrays([pa.array(counts, pa.int64()), pa.array(texts, pa.string())], ["count", "text"])

        packed = (zlib.decompress(row.as_py()) for b in batches for row in b.column(1))
        for line in _stream([merge], packed):
            record = json.loads(line)
            counts.append(record["count"])
            texts.append(record["text"])
            if len(counts) == 10_000:
                yield batch()
                counts, texts = [], []
        if counts:
            yield batch()

    packed = df.select(text).mapInArrow(counted, "bucket int, lines binary")
    found = packed.repartition(parts, "bucket").mapInArrow(merged, "count bigint, text string")
    return found.orderBy(found["count"].desc(), found["text"])


def _packed(buckets):
    import pyarrow as pa

    numbers = list(buckets)
    data = [zlib.compress(b"".join(buckets[number]), 1) for number in numbers]
    return pa.RecordBatch.from_arrays([pa.array(numbers, pa.int32()), pa.array(data, pa.binary())], ["bucket", "lines"])


def _stream(stages, pieces):
    """The lines that a chain makes of pieces of input."""
    chain = None
    try:
        for piece in pieces:
            chain = chain or _Chain(stages, False)
            chain.write(piece)
            yield from chain.ready()
        if chain is not None:
            yield from chain.rest()
            chain.finish()
            chain = None
    finally:
        if chain is not None:
            chain.kill()


def lcsdup(df, *options, id="doc", order_by=None, words="words", blocks=8):
    """Pairs of documents that are partly duplicates as whole documents (--find books), from the column `words` of `uniqwords`.

    Documents are cut into `blocks` by a hash of their names, and a task compares a block with itself or with a later one; the
    records are shuffled to these blocks * (blocks + 1) / 2 tasks, each `blocks` times. In a pair, a is the earlier document in the
    order of the column `order_by`, by default `id`.
    """
    from pyspark.sql import functions as F

    order_by = order_by or id
    options = _one_thread(options)
    row = df.select(
        F.col(id).cast("string").alias("doc"),
        F.col(f"{words}.tokens").alias("tokens"),
        F.col(f"{words}.words").alias("words"),
        F.col(order_by).alias("o"),
    )
    block = F.pmod(F.xxhash64("doc"), F.lit(blocks)).cast("int")
    record = F.to_json(F.struct("doc", "tokens", "words"))
    other = F.explode(F.sequence(F.lit(0), F.lit(blocks - 1)))
    sent = row.select("o", "doc", record.alias("record"), block.alias("block")).withColumn("other", other)
    low, high = F.least("block", "other"), F.greatest("block", "other")
    sent = sent.withColumn("task", (low * blocks + high).cast("int")).withColumn("second", F.col("block") > F.col("other"))
    # The order of names decides which document of a pair is named first; ranks are shared by all tasks.
    sent = sent.repartition(blocks * (blocks + 1) // 2, "task").sortWithinPartitions("task", "second", "o", "doc")

    def compared(batches):
        import pyarrow as pa

        task, folder, files = None, None, None

        def run():
            for file in files:
                file.close()
            names = [os.path.join(folder.name, str(side)) for side in (0, 1)]
            command = ["lcsdup", "--find", "books", *options, names[0]]
            own = task // blocks == task % blocks
            if not own:
                command += ["--against", names[1]]
            if os.path.getsize(names[0]) and (own or os.path.getsize(names[1])):
                found = [line.decode("utf-8") for line in _stream([command], [b""])]
                if found:
                    yield pa.RecordBatch.from_arrays([pa.array(found, pa.string())], ["record"])
            folder.cleanup()

        for batch in batches:
            columns = (batch.column("task"), batch.column("second"), batch.column("record"))
            for key, second, record in zip(*(column.to_pylist() for column in columns)):
                if key != task:
                    if task is not None:
                        yield from run()
                    task, folder = key, tempfile.TemporaryDirectory(prefix="trommel-")
                    files = [open(os.path.join(folder.name, str(side)), "wb") for side in (0, 1)]
                files[second].write(record.encode("utf-8") + b"\n")
        if task is not None:
            yield from run()

    pairs = sent.select("task", "second", "record").mapInArrow(compared, "record string")
    pairs = pairs.select(F.from_json("record", PAIR).alias("p")).select("p.*")
    order = row.select("doc", "o")
    pairs = pairs.join(order.toDF("a", "oa"), "a").join(order.toDF("b", "ob"), "b")
    swap = F.struct("ob", "b") < F.struct("oa", "a")
    first, second = (F.when(swap, F.col(y)).otherwise(F.col(x)) for x, y in (("a", "b"), ("b", "a")))
    first_words, second_words = (
        F.when(swap, F.col(y)).otherwise(F.col(x)) for x, y in (("a_words", "b_words"), ("b_words", "a_words"))
    )
    return pairs.select(
        first.alias("a"),
        second.alias("b"),
        first_words.alias("a_words"),
        second_words.alias("b_words"),
        "common",
        "lcs",
        "cs",
        "its",
        "excess",
    )


def near_duplicates(df, *, id="doc", text="text", words=5, mod=4, bands=16, rows=4, threshold=0.7):
    """Documents that are nearly the same as a whole: id, cluster, the smallest id of the documents that it is connected to.

    Runs of `words` words are hashed, of which uniqwords writes one in `mod`; MinHash of `bands` bands of `rows` hashes finds
    candidates, which Spark joins; those whose sets have a Jaccard index of `threshold` or more are connected. A band that more
    than a thousand documents share connects each with the first of them only. Documents that have no such run are left out.
    """
    from pyspark.sql import functions as F
    from pyspark.sql.window import Window

    shingles = uniqwords(df.select(F.col(id).cast("string").alias("id"), F.col(text).alias("text")), "--shingles", words, "--mod", mod)
    shingles = shingles.select("id", F.col("words.words").alias("s")).where(F.size("s") > 0).persist()
    hashes = [
        F.array_min(F.transform("s", lambda w, seed=seed: F.xxhash64(F.lit(seed), w))) for seed in range(bands * rows)
    ]
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
    return _components(both.where(index >= threshold).select("a", "b"), shingles.select("id"))


def _components(edges, ids):
    """Connected components: each vertex takes the smallest label around it, and that one's label, until none changes."""
    from pyspark.sql import functions as F

    edges = edges.union(edges.select("b", "a")).toDF("id", "other").persist()
    labels = ids.withColumn("cluster", F.col("id")).localCheckpoint()
    while True:
        around = edges.join(labels.toDF("other", "near"), "other").groupBy("id").agg(F.min("near").alias("near"))
        new = labels.join(around, "id", "left").select("id", "cluster", F.least("cluster", "near").alias("low"))
        # The label of the label halves the way in each round.
        jump = labels.toDF("low", "lower")
        new = new.join(jump, "low", "left").select("id", "cluster", F.least("low", "lower").alias("new")).localCheckpoint()
        changed = new.where("cluster != new").limit(1).count()
        labels = new.select("id", F.col("new").alias("cluster"))
        if not changed:
            return labels
