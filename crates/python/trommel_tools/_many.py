"""Functions for many values, with threads."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from ._values import first_and_single, groups_of, numbered, values_of

if TYPE_CHECKING:
    from ._native import Decoded, Detection, Extraction, Language, Markdown, Policy, Unit


@overload
def detect_many(values: Iterable[Any], *, threads: int | None = None, errors: Literal["raise"] = "raise") -> Iterator[Detection | None]: ...
@overload
def detect_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["return"]
) -> Iterator[Detection | Exception | None]: ...
def detect_many(values: Iterable[Any], *, threads: int | None = None, errors: str = "raise") -> Iterator[Any]:
    """Names the encoding of each value, as detect does. See extract_many for `values`, `threads` and `errors`.

    >>> import trommel_tools
    >>> [found and found.encoding for found in trommel_tools.detect_many([b"Das H\\xe4uschen am Fu\\xdf", None])]
    ['windows-1252', None]
    """
    return results_of(_native.detect_batch, values, threads, errors)


@overload
def decode_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["raise"] = "raise", unit: Unit = "document"
) -> Iterator[Decoded | None]: ...
@overload
def decode_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["return"], unit: Unit = "document"
) -> Iterator[Decoded | Exception | None]: ...
def decode_many(values: Iterable[Any], *, threads: int | None = None, errors: str = "raise", unit: Unit = "document") -> Iterator[Any]:
    """Decodes each value, as decode does. See extract_many for `values`, `threads` and `errors`."""
    return results_of(_native.decode_batch, values, threads, errors, unit=unit)


@overload
def identify_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["raise"] = "raise"
) -> Iterator[Language | None]: ...
@overload
def identify_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["return"]
) -> Iterator[Language | Exception | None]: ...
def identify_many(values: Iterable[Any], *, threads: int | None = None, errors: str = "raise") -> Iterator[Any]:
    """Names the language of each value, as identify does. See extract_many for `values`, `threads` and `errors`."""
    return results_of(_native.identify_batch, values, threads, errors)


@overload
def stats_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["raise"] = "raise", language: str | None = None
) -> Iterator[dict[str, float] | None]: ...
@overload
def stats_many(
    values: Iterable[Any], *, threads: int | None = None, errors: Literal["return"], language: str | None = None
) -> Iterator[dict[str, float] | Exception | None]: ...
def stats_many(values: Iterable[Any], *, threads: int | None = None, errors: str = "raise", language: str | None = None) -> Iterator[Any]:
    """Measures each value, as stats does. See extract_many for `values`, `threads` and `errors`."""
    return results_of(_native.stats_batch, values, threads, errors, language=language)


@overload
def extract_many(
    values: Iterable[Any],
    *,
    threads: int | None = None,
    errors: Literal["raise"] = "raise",
    language: str | None = None,
    title: Policy = "keep",
    comments: Policy = "auto",
    markdown: Markdown = None,
    metadata: bool = False,
    allow_empty: bool = False,
) -> Iterator[Extraction | None]: ...
@overload
def extract_many(
    values: Iterable[Any],
    *,
    threads: int | None = None,
    errors: Literal["return"],
    language: str | None = None,
    title: Policy = "keep",
    comments: Policy = "auto",
    markdown: Markdown = None,
    metadata: bool = False,
    allow_empty: bool = False,
) -> Iterator[Extraction | Exception | None]: ...
def extract_many(
    values: Iterable[Any],
    *,
    threads: int | None = None,
    errors: str = "raise",
    language: str | None = None,
    title: Policy = "keep",
    comments: Policy = "auto",
    markdown: Markdown = None,
    metadata: bool = False,
    allow_empty: bool = False,
) -> Iterator[Any]:
    """Extracts the main content of each page, as extract does, with its keywords.

    `values` is a list, an iterator, a PyArrow array or any other iterable (pandas, Polars). They are taken in groups of at most 256, so
    memory is bounded; for a source that is slow or never ends, such as a queue, call extract. The results come in the order of the values. `threads` is the number of threads, by default one for each core;
    the interpreter is not locked while they work.

    A missing value gives None. With `errors="raise"` a value that fails raises its exception, after the results before it; the message has
    the number of the value, from 0. With `errors="return"` the exception is its result.

    >>> import trommel_tools
    >>> pages = ["<p>It rained for a week, and the river rose.</p>", None]
    >>> [found and found.text for found in trommel_tools.extract_many(pages, threads=1)]
    ['It rained for a week, and the river rose.', None]
    """
    return results_of(
        _native.extract_batch,
        values,
        threads,
        errors,
        language=language,
        title=title,
        comments=comments,
        markdown=markdown,
        metadata=metadata,
        allow_empty=allow_empty,
    )


def results_of(
    batch: Callable[..., list[Any]], values: Iterable[Any], threads: int | None, errors: str | None, **options: Any
) -> Iterator[Any]:
    """The results of a function for lists of values: see extract_many. Wrong options and values raise here, not with the first result."""
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        threads = operator.index(threads)
    except TypeError:
        raise TypeError(f"threads is a whole number, not {type(threads).__name__}") from None
    if threads < 1:
        raise ValueError(f"threads is 1 or more, not {threads}")
    batch([], 1, **options)
    groups = groups_of(values)
    return _or_raised((result for group in groups for result in batch(group, threads, **options)), errors)


def in_turn(push: Callable[[Any], Any], values: Iterable[Any], errors: str | None) -> Iterator[Any]:
    """The results of a function for one value after the other. A value is taken when its result is asked for."""

    def result(value: Any) -> Any:
        try:
            return push(value)
        except Exception as error:
            return error

    return _or_raised(map(result, values_of(values)), errors)


def first_together(batch: Callable[[list[Any]], list[Any]], values: Iterable[Any], errors: str | None) -> Iterator[Any]:
    """The results of a function for lists of values, which takes the first values together and each of the others alone."""
    groups = first_and_single(values)
    return _or_raised((result for group in groups for result in batch(group)), errors)


def pairs_in_turn(push: Callable[[Any, Any], Any], pairs: Iterable[Any], errors: str | None) -> Iterator[Any]:
    """The results of a function for a name and a value, for one pair after the other."""

    def pushed(pair: Any) -> Any:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"expected a pair of a name and a text, not {type(pair).__name__}")
        return push(*pair)

    return in_turn(pushed, pairs, errors)


def _or_raised(results: Iterator[Any], errors: str | None) -> Iterator[Any]:
    """The results, of which exceptions are raised if `errors` says so."""
    if errors not in ("raise", "return"):
        raise ValueError(f"errors is 'raise' or 'return', not {errors!r}")
    return _raised(results) if errors == "raise" else results


def _raised(results: Iterator[Any]) -> Iterator[Any]:
    for number, result in enumerate(results):
        if isinstance(result, Exception):
            raise numbered(result, number)
        yield result
