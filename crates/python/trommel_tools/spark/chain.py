"""Chains of processes, and what a Spark task says to them.

A row goes to a chain as a record of a web archive, whose address is the number of the row: that needs no escaping, so bytes go from
Arrow's buffers to the pipe as they are. What comes back is JSON Lines, which Arrow reads.
"""

from __future__ import annotations

import bisect
import contextlib
import json
import os
import queue
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, NamedTuple

from .. import command

try:
    import fcntl
except ImportError:  # Windows.
    fcntl = None  # type: ignore[assignment]

#: Bytes that are read from a chain at once, and that are written before its output is looked at.
SLICE = 1 << 20

#: Options for what :func:`framed` makes.
FRAMED = ("--input-format", "warc", "--warc-min-size", "0", "--warc-max-size", "2G")


class ToolError(RuntimeError):
    """A tool has ended with trouble, or more was rejected than may be."""


class Reject(NamedTuple):
    """Something that a tool could not use."""

    tool: str
    reason: str
    #: Where it was: a row's number, or what the tool calls its source.
    source: str
    #: The record, where the tool had one.
    raw: str | None
    #: The offset of a record in the first tool's input, where it is a web archive.
    offset: int | None = None


class Chain:
    """Processes connected by pipes. A thread takes their output, so that writing to them never waits for this side.

    ``stages`` are lists of a tool and its options. With ``rejects``, a tool tolerates what it cannot use, and :meth:`finish` tells
    it; without, that is an error. Behind a ``with`` nothing of it runs any more. ``stdin`` is what the first one reads (subprocess.DEVNULL), where it is not :meth:`write` that feeds it.
    """

    def __init__(self, stages: Sequence[Sequence[str]], rejects: bool = False, stdin: int | None = None) -> None:
        self.stages = stages
        self.folder = tempfile.TemporaryDirectory(prefix="trommel-")
        self.rejects = rejects
        self.processes: list[subprocess.Popen] = []
        self.output: queue.SimpleQueue = queue.SimpleQueue()
        before = stdin or subprocess.PIPE
        for number, (tool, *arguments) in enumerate(stages):
            words = [*command(tool), *arguments]
            if rejects:
                words += ["--max-errors", "100%", "--rejects", self._file("rejects", number)]
            with open(self._file("messages", number), "wb") as messages:
                process = subprocess.Popen(words, stdin=before, stdout=subprocess.PIPE, stderr=messages)
            if number > 0:
                before.close()
            before = process.stdout
            for pipe in filter(None, (process.stdin, process.stdout)):
                _widen(pipe)
            self.processes.append(process)
        self.reader = threading.Thread(target=self._read, args=(before,), daemon=True)
        self.reader.start()

    def _file(self, what: str, number: int) -> str:
        return os.path.join(self.folder.name, f"{what}.{number}")

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            with pipe:
                while piece := pipe.read1(SLICE):
                    self.output.put(piece)
        finally:
            self.output.put(None)

    def write(self, data: bytes) -> None:
        """Writes all of it."""
        try:
            self.processes[0].stdin.write(data)
        except BrokenPipeError:
            pass  # The tool has ended; `finish` says why.

    def ready(self) -> Iterator[bytes]:
        """The pieces of output that have come so far."""
        while True:
            try:
                piece = self.output.get_nowait()
            except queue.Empty:
                return
            if piece is None:
                self.output.put(None)
                return
            yield piece

    def rest(self) -> Iterator[bytes]:
        """Ends the input, and yields the pieces of output that still come."""
        if self.processes[0].stdin is not None:
            try:
                self.processes[0].stdin.close()
            except BrokenPipeError:
                pass
        yield from iter(self.output.get, None)

    def finish(self) -> list[Reject]:
        """Waits for the end, and returns what was rejected. Raises ToolError for exit codes other than 0."""
        self.reader.join()
        trouble = []
        for number, ((tool, *_), process) in enumerate(zip(self.stages, self.processes)):
            code = process.wait()
            if code:
                how = f"exit code {code}" if code > 0 else f"signal {-code}"
                with open(self._file("messages", number), encoding="utf-8", errors="replace") as messages:
                    trouble.append(f"{tool}: {how}: {messages.read(4000).strip()}")
        if trouble:
            raise ToolError("; ".join(trouble))
        found = []
        for number, (tool, *_) in enumerate(self.stages):
            if self.rejects and os.path.exists(self._file("rejects", number)):
                with open(self._file("rejects", number), "rb") as lines:
                    for record in map(json.loads, lines):
                        found.append(Reject(tool, record["reason"], record["source"], record.get("raw"), record.get("offset")))
        self.folder.cleanup()
        return found

    def __enter__(self) -> Chain:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """Ends it, whatever it does; of one that has ended nothing is left."""
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        self.folder.cleanup()


def _widen(pipe: IO[bytes]) -> None:
    """Makes room for a slice in a pipe, where the system can: 64 KiB are many switches between processes."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, SLICE)


def run(stages: Sequence[Sequence[str]], pieces: Iterable[bytes], chain: Chain | None = None) -> Iterator[bytes]:
    """The pieces of output that a chain makes of pieces of input."""
    with chain or Chain(stages) as chain:
        for piece in pieces:
            chain.write(piece)
            yield from chain.ready()
        yield from chain.rest()
        chain.finish()


class Lines:
    """Output in blocks of whole lines, of a slice or more each."""

    def __init__(self) -> None:
        self.held: list[bytes] = []
        self.size = 0

    def __call__(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            self.held.append(piece)
            self.size += len(piece)
            # The end of a line is in the last piece, or there is none.
            if self.size >= SLICE and b"\n" in piece:
                yield from self._take()

    def end(self) -> Iterator[bytes]:
        """What is left. Raises ToolError where the last line has no end."""
        yield from self._take()
        if self.held:
            raise ToolError("the output ends within a line")

    def _take(self) -> Iterator[bytes]:
        data = b"".join(self.held)
        end = data.rfind(b"\n") + 1
        self.held, self.size = [data[end:]] if end < len(data) else [], len(data) - end
        if end:
            yield data[:end]


def lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """All output in blocks of whole lines."""
    read = Lines()
    yield from read(pieces)
    yield from read.end()


class Frame(NamedTuple):
    """What the parts and ranges of a divided corpus send to each other; see the crate blockdedup, module parts."""

    what: int
    round: int
    part: int
    range: int
    #: With its header.
    data: bytes


_HEADER = struct.Struct("<8I")


class Frames:
    """Frames in pieces of output, as they come."""

    def __init__(self) -> None:
        self.held = b""

    def __call__(self, pieces: Iterable[bytes]) -> Iterator[Frame]:
        for piece in pieces:
            held = self.held + piece if self.held else piece
            at = 0
            while len(held) - at >= _HEADER.size:
                _, _, what, round_, part, range_, length, _ = _HEADER.unpack_from(held, at)
                end = at + _HEADER.size + length
                if end > len(held):
                    break
                yield Frame(what, round_, part, range_, held[at:end])
                at = end
            self.held = held[at:]

    def end(self) -> None:
        """Raises ToolError where the last one is not whole."""
        if self.held:
            raise ToolError("the output ends within a frame")


class Framer:
    """Makes records of a web archive of a column of strings or bytes, and knows which record is of which row."""

    # A tool checks the format of a page or resource by its first bytes. A string is text: a conversion.
    _TEXT = (
        b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: %d\r\n"
        b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n\xef\xbb\xbf"
    )
    _PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    _BYTES = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %d\r\n"
        b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n" + _PAGE
    )

    def __init__(self, longest: int, remember: bool = False) -> None:
        self.longest = longest
        self.remember = remember
        self.starts: list[int] = []
        self.numbers: list[int] = []
        self.written = 0

    def __call__(self, column, first: int) -> Iterator[bytes | tuple[int, str]]:
        """Pieces of about SLICE bytes; and for a row that cannot be one, its number and why. ``first`` is the number of the first row."""
        import pyarrow as pa

        kind = column.type
        text = not (pa.types.is_binary(kind) or pa.types.is_large_binary(kind))
        head, extra = (self._TEXT, 3) if text else (self._BYTES, len(self._PAGE))
        large = pa.types.is_large_binary(kind) or pa.types.is_large_string(kind)
        _, offsets, data = column.buffers()
        offsets = memoryview(offsets or b"").cast("B").cast("q" if large else "i")[column.offset :]
        data = memoryview(data or b"")
        valid = None if column.null_count == 0 else column.is_valid().to_pylist()
        pieces: list = []
        size = 0
        for at in range(len(column)):
            if valid is not None and not valid[at]:
                yield first + at, "no text"
                continue
            start, end = offsets[at], offsets[at + 1]
            length = end - start
            if length > self.longest:
                yield first + at, f"more than {self.longest} bytes"
                continue
            before = head % (first + at, length + extra)
            if self.remember:
                self.starts.append(self.written)
                self.numbers.append(first + at)
                self.written += len(before) + length + 4
            pieces += (before, data[start:end], b"\r\n\r\n")
            size += length + 200
            if size >= SLICE:
                yield b"".join(pieces)
                pieces, size = [], 0
        if pieces:
            yield b"".join(pieces)

    def row(self, reject: Reject, first_stage: bool) -> tuple[int, str | None]:
        """The number of the row that a tool has rejected, and its text, where the tool had one. Raises ToolError where that is not told."""
        if first_stage and self.starts and reject.offset is not None:
            return self.numbers[bisect.bisect_right(self.starts, reject.offset) - 1], None
        try:
            if reject.raw is None:
                return int(reject.source), None
            record = json.loads(reject.raw)
            return int(record["doc"]), record.get("text")
        except (ValueError, KeyError, TypeError):
            raise ToolError(f"{reject.tool}: {reject.source}: {reject.reason}") from None
