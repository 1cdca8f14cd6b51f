"""Functions for SQL: `SELECT trommel_extract(html) FROM pages`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    from pyspark.sql import SparkSession

#: Each function: the call of trommel_tools, the attribute of its result (all of it if empty), and the type in SQL.
FUNCTIONS = {
    "extract": ("extract", "text", "string"),
    "decode": ("decode", "text", "string"),
    "encoding": ("detect", "encoding", "string"),
    "language": ("identify", "language", "string"),
    "stats": ("stats", "", "map<string,double>"),
}


def register(spark: SparkSession) -> list[str]:
    """Registers functions for SQL in a session, and returns their names.

    trommel_extract(html) and trommel_decode(bytes) give text, trommel_encoding(bytes) and trommel_language(text) names, and trommel_stats(text) a
    map of measures. They run within the worker's Python, and need pandas there. NULL gives NULL. A value that cannot be used ends
    the job; the functions try_trommel_extract and so on give NULL for it.
    """
    import pandas
    from pyspark.sql import functions as F

    found = []
    for name, (call, attribute, kind) in FUNCTIONS.items():
        for prefix, strict in (("trommel_", True), ("try_trommel_", False)):
            function = _column(call, attribute, strict)
            function.__annotations__ = {"values": pandas.Series, "return": pandas.Series}
            spark.udf.register(prefix + name, F.pandas_udf(function, kind))
            found.append(prefix + name)
    return found


def _column(call: str, attribute: str, strict: bool) -> Callable[[pandas.Series], pandas.Series]:
    # A function within a function travels as code.
    def column(values: Any) -> Any:
        import pandas

        import trommel_tools

        # Spark runs a task a core.
        results = getattr(trommel_tools, call + "_many")(values, threads=1, errors="raise" if strict else "return")
        kept = (None if isinstance(result, Exception) else result for result in results)
        return pandas.Series([getattr(one, attribute) if attribute and one is not None else one for one in kept], dtype=object)

    return column
