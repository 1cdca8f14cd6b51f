"""The main content of the pages in a column of pandas."""

import pandas
import trommel_tools


def with_text(frame: pandas.DataFrame) -> pandas.DataFrame:
    """Adds a column `text`; it is missing where `html` is missing or cannot be used."""
    found = trommel_tools.extract_many(frame["html"], errors="return")
    return frame.assign(text=[getattr(one, "text", None) for one in found])
