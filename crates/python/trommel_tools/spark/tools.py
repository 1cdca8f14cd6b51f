"""The tools that take one document after the other: each a special case of :func:`pipeline`.

Each takes options of the tool, and the keywords of :func:`pipeline` (text, errors, max_errors, longest and so on).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .records import BLOCK, BOUNDS, ENCODING, LINE, OVERLAP_HIT, TEXT_STATS, WORDS
from .rows import one_thread, pipeline, written

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    #: Rows, or with errors rows and what was rejected.
    Frames = DataFrame | tuple[DataFrame, DataFrame]


def linenorm(df: DataFrame, *options: object, **how: Any) -> Frames:
    """The normalised lines of each row: a row a line, with its column `line` (line, end, text)."""
    return pipeline(df, [["linenorm", *one_thread(options)]], result=("line", LINE), **how)


def uniqwords(df: DataFrame, *options: object, **how: Any) -> Frames:
    """The words that occur once in each row's text, in the column `words` (tokens, words, positions)."""
    return pipeline(df, [["uniqwords", *one_thread(options)]], result=("words", WORDS), **how)


def charset(df: DataFrame, *options: object, decode: bool = True, **how: Any) -> Frames:
    """Decodes a column of bytes or strings; what was found is in the column `charset`. `decode=False` only finds out."""
    options = one_thread(options)
    if decode:
        return pipeline(df, [["charset", "--to-utf8", *options]], extra={"charset": ENCODING}, **how)
    return pipeline(df, [["charset", *options]], result=("charset", ENCODING), **how)


def htmlblocks(df: DataFrame, *options: object, emit: str = "text", **how: Any) -> Frames:
    """The main content of each page in the place of the page; `emit="blocks"`: a row a block, with its column `block`."""
    stages = [["htmlblocks", "--emit", emit, *one_thread(options)]]
    return pipeline(df, stages, result=("block", BLOCK) if emit == "blocks" else None, **how)


def cutbounds(df: DataFrame, frequent: str | os.PathLike | DataFrame, *options: object, emit: str = "body", **how: Any) -> Frames:
    """The body of each document in its place; `emit="bounds"`: its column `bounds`.

    `frequent` is the file of freqlines on the driver, or the DataFrame of `freqlines`, which comes to the driver a partition after
    the other.
    """
    file = frequent if isinstance(frequent, (str, os.PathLike)) else written(_records(frequent.select("count", "text")))
    stages = [["cutbounds", "--freq", "{freq}", "--emit", emit, *one_thread(options)]]
    result = ("bounds", BOUNDS) if emit == "bounds" else None
    return pipeline(df, stages, result=result, files={"{freq}": file, **how.pop("files", {})}, **how)


def altcount(df: DataFrame, *options: object, by: str, order_by: str | Sequence[str] = (), **how: Any) -> Frames:
    """The useful text of each page, with a template learned from all rows with the same value of the column `by`.

    A site goes through one task, as a stream; where it has more pages than memory has room for, the option --fit-on N learns from a
    sample.
    """
    return pipeline(df, [["altcount", "--emit", "useful", *options]], by=by, order_by=order_by, **how)


def textstats(df: DataFrame, *options: object, keep: str | None = None, **how: Any) -> Frames:
    """The measures of each row's text, in the column `stats`; `keep="gopher"`: the rows whose text fails no rule of these sets."""
    stages = [["textstats", *(["--keep", keep] if keep else []), *one_thread(options)]]
    return pipeline(df, stages, result=None if keep else ("stats", TEXT_STATS), **how)


def overlap(df: DataFrame, items: str | os.PathLike | DataFrame, *options: object, emit: str = "hits", **how: Any) -> Frames:
    """The passages of each row's text that are in one of the items: a row a passage, with its column `hit`.

    `items` is a file on the driver, or a DataFrame, which comes to the driver a partition after the other; the options `--item-text` and
    `--item-id` name its columns. `emit="clean"`: the rows in which no item was found; `emit="cut"`: all rows, without these passages.

    Raises ValueError for what is not about a row: group the hits by `hit.item` to know what was found of an item.
    """
    if emit not in ("hits", "clean", "cut"):
        raise ValueError(f"emit= is hits, clean or cut, not {emit}")
    file = items if isinstance(items, (str, os.PathLike)) else written(_records(items))
    stages = [["overlap", "--items", "{items}", "--emit", emit, *one_thread(options)]]
    result = ("hit", OVERLAP_HIT) if emit == "hits" else None
    return pipeline(df, stages, result=result, files={"{items}": file, **how.pop("files", {})}, **how)


def _records(df: DataFrame) -> Iterator[str]:
    """The rows as JSON."""
    from pyspark.sql import functions as F

    return (record for (record,) in df.select(F.to_json(F.struct("*"))).toLocalIterator())
