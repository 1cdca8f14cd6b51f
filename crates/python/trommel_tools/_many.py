"""Functions for many values, with threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from . import _native
from ._native import Decoded, Detection, Extraction, Language

#: The most values and characters or bytes that are taken from an iterator before results are given.
VALUES, SIZE = 256, 16 << 20


def detect_many(values: Iterable[Any], *, threads: int | None = None, errors: str = "raise") -> Iterator[Detection | None]:
    """Names the encoding of each value, as detect does. See extract_many for `values`, `threads` and `errors`.

    >>> import trommel_tools
    >>> [found and found.encoding for found in trommel_tools.detect_many([b"Das H\\xe4uschen am Fu\\xdf", None])]
    ['windows-1252', None]
    """
    return _many(_native.detect_batch, values, threads, errors, {})


def decode_many(
    values: Iterable[Any], *, threads: int | None = None, errors: str = "raise", unit: str = "document"
) -> Iterator[Decoded | None]:
    """Decodes each value, as decode does. See extract_many for `values`, `threads` and `errors`."""
    return _many(_native.decode_batch, values, threads, errors, {"unit": unit})


def identify_many(values: Iterable[Any], *, threads: int | None = None, errors: str = "raise") -> Iterator[Language | None]:
    """Names the language of each value, as identify does. See extract_many for `values`, `threads` and `errors`."""
    return _many(_native.identify_batch, values, threads, errors, {})


def stats_many(
    values: Iterable[Any], *, threads: int | None = None, errors: str = "raise", language: str | None = None
) -> Iterator[dict[str, float] | None]:
    """Measures each value, as stats does. See extract_many for `values`, `threads` and `errors`."""
    return _many(_native.stats_batch, values, threads, errors, {"language": language})


def extract_many(
    values: Iterable[Any], *, threads: int | None = None, errors: str = "raise", **options: Any
) -> Iterator[Extraction | None]:
    """Extracts the main content of each page, as extract does, with its keywords.

    `values` is a list, an iterator, a PyArrow array or any other iterable (pandas, Polars). They are taken in groups of at most 256, so
    memory is bounded. The results come in the order of the values. `threads` is the number of threads, by default one for each core;
    the interpreter is not locked while they work.

    A missing value gives None. With `errors="raise"` a value that fails raises its exception, after the results before it. With
    `errors="return"` the exception is its result.

    >>> import trommel_tools
    >>> pages = ["<p>It rained for a week, and the river rose.</p>", None]
    >>> [found and found.text for found in trommel_tools.extract_many(pages, threads=1)]
    ['It rained for a week, and the river rose.', None]
    """
    return _many(_native.extract_batch, values, threads, errors, options)


def results_of(batch: Callable[..., list[Any]], values: Iterable[Any], threads: int | None, errors: str) -> Iterator[Any]:
    """The results of an object's method for lists of values: see extract_many."""
    return _many(batch, values, threads, errors, {})


def _many(
    batch: Callable[..., list[Any]], values: Iterable[Any], threads: int | None, errors: str, options: dict[str, Any]
) -> Iterator[Any]:
    if errors not in ("raise", "return"):
        raise ValueError(f"errors is 'raise' or 'return', not {errors!r}")
    if isinstance(values, (str, bytes)):
        raise TypeError("expected a list or another iterable of values, not one value")
    # These are iterables too, of the names of columns or of columns.
    if isinstance(values, Mapping) or any(hasattr(values, name) for name in ("columns", "column_names")):
        raise TypeError(f"expected one column of values, not {type(values).__name__}: pass a column of it")
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"threads is 1 or more, not {threads}")
    # Wrong options raise here, not with the first result.
    batch([], 1, **options)
    return _results(batch, _groups(values), threads, errors, options)


def _results(
    batch: Callable[..., list[Any]], groups: Iterator[list[Any]], threads: int, errors: str, options: dict[str, Any]
) -> Iterator[Any]:
    for group in groups:
        for result in batch(group, threads, **options):
            if errors == "raise" and isinstance(result, BaseException):
                raise result
            yield result


def _groups(values: Any) -> Iterator[list[Any]]:
    """Lists of values."""
    if hasattr(values, "to_pylist") and hasattr(values, "slice"):
        for at in range(0, len(values), VALUES):
            yield values.slice(at, VALUES).to_pylist()
        return
    group: list[Any] = []
    size = 0
    for value in values:
        group.append(value)
        size += len(value) if isinstance(value, (str, bytes)) else 0
        if len(group) == VALUES or size >= SIZE:
            yield group
            group, size = [], 0
    if group:
        yield group
