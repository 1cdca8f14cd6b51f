"""Pages to texts with a bag of Dask: its tasks are processes, each of which uses one thread."""

from collections.abc import Iterable

import dask.bag
import trommel_tools


def extract(pages: Iterable[str]) -> list[str | None]:
    """The main content of the pages of a partition."""
    return [getattr(one, "text", None) for one in trommel_tools.extract_many(pages, threads=1, errors="return")]


def texts(pages: dask.bag.Bag) -> dask.bag.Bag:
    """The main content of pages, in their order."""
    return pages.map_partitions(extract)
