"""Tables of Delta and Iceberg without Spark: the rows of a table through a tool, and into a table: lake_tables.py IN OUT for Delta."""

import sys
from typing import Any

import deltalake
import pyarrow
import trommel_tools


def through(rows: pyarrow.Table, *command: str) -> pyarrow.Table:
    """The rows that a tool writes for the rows of a table, with the columns and types of the table."""
    written: list[dict[str, Any]] = list(trommel_tools.stream(*command, "--no-mark", records=rows))
    return pyarrow.Table.from_pylist(written, schema=rows.schema)


def delta(source: str, target: str, *command: str) -> None:
    """A table of Delta from another."""
    deltalake.write_deltalake(target, through(deltalake.DeltaTable(source).to_pyarrow_table(), *command))


def iceberg(catalog: Any, source: str, target: str, *command: str) -> None:
    """A table of Iceberg from another, in a catalog of pyiceberg."""
    rows = through(catalog.load_table(source).scan().to_arrow(), *command)
    catalog.create_table(target, schema=rows.schema).append(rows)


if __name__ == "__main__":
    delta(sys.argv[1], sys.argv[2], "blockdedup")
