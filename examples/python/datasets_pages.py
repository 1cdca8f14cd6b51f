"""Pages to texts with the datasets package: main content, languages, repeated paragraphs."""

from typing import Any

import datasets
import trommel_tools


def extract(batch: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """A batch of pages as texts and their languages."""
    texts = [getattr(one, "text", None) for one in trommel_tools.extract_many(batch["html"], threads=1, errors="return")]
    languages = [one and one.language for one in trommel_tools.identify_many(texts, threads=1)]
    return {"text": texts, "language": languages}


def corpus(pages: datasets.Dataset, languages: set[str], processes: int = 1) -> datasets.Dataset:
    """The texts of pages in some languages, each paragraph once."""
    texts = pages.map(extract, batched=True, batch_size=256, remove_columns=["html"], num_proc=processes)
    texts = texts.filter(lambda language: language in languages, input_columns="language")
    # The order decides which text was seen before, so this step has one process.
    seen = trommel_tools.Dedup()
    kept = [found and found.text for found in seen.push_many(texts["text"])]
    texts = texts.remove_columns("text").add_column("text", kept)
    return texts.filter(lambda text: text is not None, input_columns="text")
