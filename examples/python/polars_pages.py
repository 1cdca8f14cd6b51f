"""The main content of the pages in a column of Polars, as an expression."""

import polars
import trommel_tools


def main_content(html: polars.Expr) -> polars.Expr:
    """An expression for the text of pages: `frame.with_columns(text=main_content(polars.col("html")))`."""

    def texts(pages: polars.Series) -> polars.Series:
        found = trommel_tools.extract_many(pages, errors="return")
        return polars.Series([getattr(one, "text", None) for one in found], dtype=polars.String)

    return html.map_batches(texts, return_dtype=polars.String)
