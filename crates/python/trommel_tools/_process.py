"""The commands as processes: where they are, and ways to run them.

Text goes through the commands as processes do it: a stream in, a stream out, and memory for what is on the way.
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import decimal
import json
import math
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import uuid
from collections.abc import Iterable, Iterator, Mapping
from subprocess import PIPE, CalledProcessError
from typing import Any

from ._values import records_of, values_of

#: The tools, in the order in which data flows through them.
TOOLS = (
    "linenorm",
    "freqlines",
    "cutbounds",
    "factorends",
    "uniqwords",
    "lcsdup",
    "charset",
    "htmlblocks",
    "altcount",
    "blockdedup",
    "neardup",
    "overlap",
    "textstats",
    "trommel-report",
)

#: The types of bytes.
BYTES = (bytes, bytearray, memoryview)

#: Lines of a message that an exception carries.
FIRST_LINES = 10


class RunError(CalledProcessError):
    """A command has failed. `stderr` holds the first lines of its messages, unless the caller has redirected them."""

    def __str__(self) -> str:
        said = self.stderr.decode("utf-8", "replace") if isinstance(self.stderr, bytes) else self.stderr
        return f"{super().__str__()} {said.strip()}".strip() if said else super().__str__()


class RecordError(ValueError):
    """A record that a command could not use. `record` is the record, if it is known; a str if it is not JSON."""

    def __init__(self, reason: str, source: str = "", record: Any = None) -> None:
        super().__init__(f"{source}: {reason}" if source else reason)
        self.reason, self.source, self.record = reason, source, record


def path(name: str) -> str:
    """The path of a tool's command, or of the binary `trommel`: the one installed with this module, or else one on PATH.

    Raises ValueError for any other name, and FileNotFoundError if it is not installed.
    """
    if name not in (*TOOLS, "trommel"):
        raise ValueError(f"'{name}' is none of {', '.join(TOOLS)}")
    found = _installed(name) or shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is neither in {', '.join(_folders())} nor on PATH")
    return found


def command(name: str) -> list[str]:
    """The first words of a command line that runs a tool: `[".../trommel", "linenorm"]`; only one for "trommel".

    Raises as path does.
    """
    if name == "trommel":
        return [path(name)]
    if name not in TOOLS:
        raise ValueError(f"'{name}' is none of {', '.join(TOOLS)}")
    all_tools = _installed("trommel")
    if all_tools is None and shutil.which(name) is None:
        all_tools = shutil.which("trommel")
    return [path(name)] if all_tools is None else [all_tools, name]


def _folders() -> list[str]:
    """Where scripts are installed."""
    here = os.path.dirname(os.path.abspath(__file__))
    return [
        # `pip install --target DIR`, or an archive of that: what came with this module, whatever else is installed.
        os.path.join(os.path.dirname(here), "bin"),
        sysconfig.get_path("scripts"),
        # `pip install --user`.
        sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")),
    ]


def _installed(name: str) -> str | None:
    file = name + (sysconfig.get_config_var("EXE") or "")
    found = (os.path.join(folder, file) for folder in _folders())
    return next(filter(os.path.isfile, found), None)


class _Messages:
    """Takes what a process writes to standard error, passes it on, and keeps the first lines."""

    def __init__(self) -> None:
        self.first: list[bytes] = []
        read, self.fd = os.pipe()
        self._thread = threading.Thread(target=self._pass_on, args=(read,), daemon=True)
        self._thread.start()

    def _pass_on(self, read: int) -> None:
        with open(read, "rb") as messages:
            for line in messages:
                if len(self.first) < FIRST_LINES:
                    self.first.append(line)
                with contextlib.suppress(OSError, ValueError):
                    sys.stderr.write(line.decode("utf-8", "replace"))
                    sys.stderr.flush()

    def end(self) -> bytes:
        """Waits for the end of the messages, when the process has ended or holds the other end of the pipe."""
        os.close(self.fd)
        self._thread.join()
        return b"".join(self.first)


def _words(name: str, arguments: tuple[Any, ...]) -> list[Any]:
    """A command line. Raises TypeError for an argument that is no string, bytes, path or number."""
    words: list[Any] = command(name)
    for argument in arguments:
        if isinstance(argument, (int, float)) and not isinstance(argument, bool):
            argument = str(argument)
        if not isinstance(argument, (str, bytes, os.PathLike)):
            kind = type(argument).__name__
            raise TypeError(f"an argument of {name} is a str, bytes, a path or a number, not {kind}: {argument!r} after {words[-1]!r}")
        words.append(argument)
    return words


def run(name: str, *arguments: Any, check: bool = True, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Runs a tool to its end, as `subprocess.run` does, and returns the same.

    `arguments` are strings, bytes, paths or numbers; `options` are those of `subprocess.run`. With `check`, a failure raises RunError, a
    CalledProcessError with the first lines of the messages.
    """
    words = _words(name, arguments)
    messages = None
    if options.get("stderr") is None and not options.get("capture_output"):
        messages = _Messages()
        options["stderr"] = messages.fd
    said = b""
    try:
        done = subprocess.run(words, check=False, **options)
    finally:
        if messages is not None:
            said = messages.end()
    if check and done.returncode:
        raise RunError(done.returncode, words, done.stdout, done.stderr if messages is None else said)
    return done


def stream(
    name: str,
    *arguments: Any,
    records: Iterable[dict[str, Any]] | None = None,
    lines: Iterable[str | bytes] | None = None,
    errors: str = "raise",
) -> Iterator[Any]:
    """Runs a tool on a stream, and yields the records that it writes, as dictionaries.

    `records` is an iterable of dictionaries, or a table of PyArrow, pandas, Polars or datasets; or `lines` is an iterable of lines, as str
    or bytes (paths, or plain lines with -R). A thread feeds the tool, so neither side is held in memory; it takes many records before the
    first result comes.

    In records, NaN and infinity become null, and dates and times ISO 8601. Bytes in the text (`text`, or the field of --text-field) are
    decoded, as by decode. Bytes in any other field become base64 after `data:;base64,`, as for columns of Parquet.

    An error of the iterable ends the tool and is raised. With `errors="raise"` RunError follows the results if a record could not be
    used. With `errors="return"` each such record gives a RecordError among the results, at the latest at their end.
    The tool's messages go to standard error, too.

    The options must leave the output as JSON Lines: run takes any other. Raises TypeError for what is no iterable of records or lines, and
    ValueError for output that is no record, and for an option that writes it elsewhere.
    """
    if (records is None) == (lines is None):
        raise TypeError("one of records and lines is needed")
    if errors not in ("raise", "return"):
        raise ValueError(f"errors is 'raise' or 'return', not {errors!r}")
    for argument in map(str, arguments):
        if argument.startswith("-o") or argument.split("=")[0] in ("--output", "--out-dir"):
            raise ValueError(f"{argument} leaves no results for stream; run({name!r}, ...) writes a file")
        if errors == "return" and argument.split("=")[0] == "--rejects":
            raise ValueError("errors='return' gives the rejected records as results; leave out --rejects, or use errors='raise'")
    records = None if records is None else records_of(records)
    lines = None if lines is None else values_of(lines)
    return _stream(name, arguments, records, lines, errors == "return")


def _stream(
    name: str,
    arguments: tuple[Any, ...],
    records: Iterable[dict[str, Any]] | None,
    given: Iterable[str | bytes] | None,
    returns: bool,
) -> Iterator[Any]:
    with tempfile.TemporaryDirectory(prefix="trommel-") as folder:
        rejects = os.path.join(folder, "rejects")
        limit = [] if any(str(word).startswith("--max-errors") for word in arguments) else ["--max-errors", "100%"]
        tolerant = [*limit, "--rejects", rejects] if returns else []
        words = [*_words(name, arguments), *tolerant]
        messages = _Messages()
        failed: list[BaseException] = []
        refused: list[RecordError] = []
        try:
            process = subprocess.Popen(words, stdin=PIPE, stdout=PIPE, stderr=messages.fd)
        except BaseException:
            messages.end()
            raise

        def feed() -> None:
            assert process.stdin is not None
            try:
                with process.stdin as to:
                    for data in _data(records, given, refused if returns else None, _text_field(arguments)):
                        to.write(data)
            except BrokenPipeError:
                pass  # The tool has ended; its exit code says why.
            except BaseException as error:
                failed.append(error)
                process.kill()

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        said = None
        try:
            assert process.stdout is not None
            with process.stdout as out:
                for line in out:
                    yield _read(line)
            feeder.join()
            code = process.wait()
            said = messages.end()
            if failed:
                raise failed[0]
            if code:
                raise RunError(code, words, stderr=said)
            yield from refused
            yield from _rejected(rejects)
        finally:
            # The caller may have stopped early.
            if process.poll() is None:
                process.kill()
                process.wait()
            if said is None:
                messages.end()


def _text_field(arguments: tuple[Any, ...]) -> str:
    """The field that has the text of a record."""
    words = [os.fsdecode(word) if isinstance(word, (str, bytes, os.PathLike)) else "" for word in arguments]
    for word, value in zip(words, [*words[1:], ""]):
        if word == "--text-field":
            return value
        if word.startswith("--text-field="):
            return word.split("=", 1)[1]
    return "text"


def _data(
    records: Iterable[dict[str, Any]] | None,
    lines: Iterable[str | bytes] | None,
    refused: list[RecordError] | None,
    text_field: str,
) -> Iterator[bytes]:
    """Lines of input."""
    if lines is not None:
        for line in lines:
            data = os.fsencode(line).removesuffix(b"\n")
            if b"\n" in data:
                raise ValueError(f"a line contains a line feed; split the text first: {data[:80]!r}")
            yield data + b"\n"
    for record in records or ():
        try:
            yield as_json(record, text_field)
        except (TypeError, ValueError) as error:
            if refused is None:
                raise RecordError(str(error), record=record) from error
            refused.append(RecordError(str(error), record=record))


def _rejected(file: str) -> Iterator[RecordError]:
    """The records that a tool has rejected."""
    if os.path.exists(file):
        with open(file, "rb") as lines:
            for reject in map(json.loads, lines):
                try:
                    record = json.loads(reject.get("raw", "null"))
                except ValueError:
                    record = reject["raw"]
                yield RecordError(reject["reason"], reject["source"], record)


def _read(line: bytes) -> Any:
    """A record that a tool has written. Raises ValueError for what is none."""
    try:
        return json.loads(line)
    except ValueError:
        start = line[:80].decode("utf-8", "replace").rstrip()
        raise ValueError(f"stream reads records, and this is none: {start}; run() takes any output") from None


def as_json(record: Any, text_field: str = "text") -> bytes:
    """A record as a line of JSON. Raises TypeError or ValueError for what is no dictionary, and for a value that JSON has no form for."""
    if not isinstance(record, Mapping):
        raise TypeError(f"a record is a dictionary, not {type(record).__name__}")
    try:
        return _json(_with_text(record, text_field)) + b"\n"
    except (TypeError, ValueError):
        for name, value in record.items():
            try:
                _json(_with_text({name: value}, text_field))
            except (TypeError, ValueError) as reason:
                raise type(reason)(*_located(reason, name)) from None
        raise


def _with_text(record: Mapping[Any, Any], text_field: str) -> Mapping[Any, Any]:
    """A record whose text is no bytes. The path of a field, such as `.page.html` or `messages[0].text`, begins with its key."""
    is_path = text_field.startswith(".") or "[" in text_field
    key = re.split(r"[.[]", text_field.removeprefix("."))[0] if is_path else text_field
    return {**record, key: _decoded(record[key])} if key in record else record


def _decoded(value: Any) -> Any:
    """A value with text for bytes."""
    if isinstance(value, BYTES):
        data = bytes(value)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            from ._native import decode

            return decode(data).text
    if isinstance(value, Mapping):
        return {key: _decoded(part) for key, part in value.items()}
    return [_decoded(part) for part in value] if isinstance(value, (list, tuple)) else value


def _located(error: Exception, field: Any) -> tuple[Any, ...]:
    """The arguments of an exception, with the field in the reason."""
    if isinstance(error, UnicodeEncodeError):
        return error.encoding, error.object, error.start, error.end, f"{error.reason} (field {field!r})"
    return (f"field {field!r}: {error}",)


def _json(record: Mapping[Any, Any]) -> bytes:
    try:
        text = json.dumps(record, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:
        text = json.dumps(_finite(record), ensure_ascii=False, allow_nan=False, default=_plain)
    return text.encode("utf-8")


def _plain(value: Any) -> Any:
    """A value that JSON has no form for, as one that it has."""
    if isinstance(value, BYTES):
        # Whether bytes could be text depends on the value; a column has one form.
        return "data:;base64," + base64.b64encode(value).decode("ascii")
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    # Numbers and arrays of NumPy.
    if hasattr(value, "tolist"):
        return _finite(value.tolist())
    raise TypeError(f"a value of type {type(value).__name__} has no form in JSON")


def _finite(value: Any) -> Any:
    """A value with null for NaN and infinity."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    return value
