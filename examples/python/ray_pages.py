"""Pages to texts with Ray Data: a batch is a table of Arrow."""

import pyarrow
import ray.data
import trommel_tools


def extract(batch: pyarrow.Table) -> pyarrow.Table:
    """A batch with the column `text` instead of `html`."""
    found = trommel_tools.extract_many(batch["html"], threads=1, errors="return")
    texts = pyarrow.array([getattr(one, "text", None) for one in found], pyarrow.string())
    return batch.drop_columns(["html"]).append_column("text", texts)


def texts(pages: ray.data.Dataset) -> ray.data.Dataset:
    """The main content of pages."""
    return pages.map_batches(extract, batch_format="pyarrow")
