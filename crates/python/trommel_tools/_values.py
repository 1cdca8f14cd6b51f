"""Values as the functions for many of them take them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import Any

#: The most values and characters or bytes that are taken from an iterator before results are given.
VALUES, SIZE = 256, 16 << 20


def numbered(error: Exception, number: int) -> Exception:
    """An exception whose message names the value, from 0."""
    if isinstance(error, UnicodeError) and hasattr(error, "reason"):
        error.reason += f" (value {number})"
    elif len(error.args) == 1:
        error.args = (f"value {number}: {error}",)
    return error


def values_of(values: Any) -> Iterator[Any]:
    """An iterator over a list or another iterable of values. Raises TypeError for one value, a dictionary and a table."""
    kind = type(values)
    if isinstance(values, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"expected a list or another iterable of values, not one value ({kind.__name__})")
    if is_table(values):
        raise TypeError(f"expected one column of values, not {kind.__name__}: pass a column of it")
    if hasattr(values, "to_pylist") and hasattr(values, "slice"):
        return (value for at in range(0, len(values), VALUES) for value in values.slice(at, VALUES).to_pylist())
    try:
        return iter(values)
    except TypeError:
        hint = "; call this in map_batches" if kind.__name__ == "Expr" else ""
        raise TypeError(f"expected a list or another iterable of values, not {kind.__name__}{hint}") from None


def is_table(values: Any) -> bool:
    """Whether values are a dictionary or a table, which are iterables too: of the names of columns, or of columns."""
    # The type is asked, because an object may compute its columns.
    return isinstance(values, Mapping) or any(hasattr(type(values), name) for name in ("columns", "column_names"))


def records_of(records: Any) -> Iterator[Any]:
    """An iterator over records, also those of a table. Raises TypeError for one record, and for a table of another kind."""
    kind = type(records)
    if kind.__module__.split(".")[0] == "datasets" and not isinstance(records, Mapping):
        return iter(records)
    if is_table(records):
        if hasattr(records, "iter_rows"):
            return iter(records.iter_rows(named=True))
        if hasattr(records, "to_pylist"):
            return (record for at in range(0, len(records), VALUES) for record in records.slice(at, VALUES).to_pylist())
        if hasattr(records, "iloc"):
            return (record for at in range(0, len(records), VALUES) for record in records.iloc[at : at + VALUES].to_dict("records"))
        hint = "pass [record] for one" if isinstance(records, Mapping) else "pass an iterable of its rows as dictionaries"
        raise TypeError(f"expected an iterable of records, not {kind.__name__}; {hint}")
    return values_of(records)


def groups_of(values: Any) -> Iterator[list[Any]]:
    """Lists of values, of at most VALUES and about SIZE. Raises TypeError as values_of does."""
    return _groups(values_of(values), repeat(VALUES))


def first_and_single(values: Any) -> Iterator[list[Any]]:
    """A list of the first values, of about SIZE, then lists of one value. Raises TypeError as values_of does."""
    return _groups(values_of(values), chain([math.inf], repeat(1)))


def _groups(values: Iterator[Any], most: Iterable[float]) -> Iterator[list[Any]]:
    """Lists of values: of about SIZE, or of the numbers in `most`."""
    numbers = iter(most)
    number = next(numbers)
    group: list[Any] = []
    size = 0
    failed = None
    try:
        for value in values:
            group.append(value)
            size += len(value) if isinstance(value, (str, bytes)) else 0
            if len(group) >= number or size >= SIZE:
                yield group
                group, size, number = [], 0, next(numbers)
    except Exception as error:
        # The values before it are answered first.
        failed = error
    if group:
        yield group
    if failed is not None:
        raise failed
