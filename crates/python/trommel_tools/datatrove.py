"""Steps for pipelines of DataTrove: `pip install trommel-tools "datatrove[io]"`.

    from trommel_tools import datatrove as trommel

    pipeline = [trommel.Read("pages"), trommel.Extract(), trommel.Language("de", "en"), trommel.RemoveRepeats(), trommel.Stats(), JsonlWriter(...)]

A step works on one rank after the other: RemoveRepeats and RemoveNearDuplicates compare the documents of a rank with each other, not those
of different ranks. Run the commands, or trommel_tools.spark, for all of a corpus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.readers.base import BaseDiskReader

from . import RecordError, _native, stream

__all__ = ["Extract", "Language", "Read", "RemoveNearDuplicates", "RemoveRepeats", "Stats"]


class Read(BaseDiskReader):  # type: ignore[misc]
    """Reads the documents of files, decoded: text in any encoding, JSON Lines, CSV, Parquet, WARC, tar and zip, compressed or not.

    `folder` is on a local file system. `options` are those of charset, such as "--language". The other keywords are those of
    DataTrove's readers (limit, skip, recursive, glob_pattern). Fields of a record become metadata. What cannot be read is logged, and
    counted as `rejected`. JsonlWriter writes what all commands read.
    """

    name = "🥁 trommel files of any kind"

    def __init__(self, folder: str, *options: str, **how: Any) -> None:
        super().__init__(folder, id_key="doc", **how)
        if not self.data_folder.is_local():
            raise ValueError(f"{folder} is not a local folder; use DataTrove's readers for it")
        self.options = options

    def read_file(self, filepath: str) -> DocumentsPipeline:
        """Yields the documents of a file."""
        from datatrove.utils.logging import logger

        path = self.data_folder.resolve_paths(filepath)
        found = stream("charset", "--to-utf8", "-j", "1", *self.options, lines=[path], errors="return")
        for number, record in enumerate(found):
            if isinstance(record, RecordError):
                self.stat_update("rejected")
                logger.warning(f"{filepath}: {record}")
                continue
            # The id of a record is its own, as for DataTrove's readers; else the place, from the folder on.
            record["doc"] = str(record.pop("id")) if "id" in record else record["doc"].replace(path, filepath, 1)
            document = self.get_document_from_dict(record, filepath, number)
            if document is not None:
                yield document


class _Step(PipelineStep):  # type: ignore[misc]
    """A step that keeps a document or drops it, and says why. A document whose text cannot be used is dropped as unusable."""

    def decider(self) -> Callable[[Document], str | None]:
        """What decides for one rank: returns None for a document that is kept, or the reason."""
        raise NotImplementedError

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """Yields the documents that are kept."""
        decide = self.decider()
        for document in data or ():
            self.stat_update("total")
            with self.track_time():
                try:
                    reason = "unusable" if document.text is None else decide(document)
                except ValueError:
                    # Text with lone surrogates, or bytes that are no text.
                    reason = "unusable"
            if reason is not None:
                self.stat_update("dropped", f"dropped_{reason}")
                continue
            self.stat_update("forwarded")
            self.update_doc_stats(document)
            yield document


class Extract(_Step):
    """Replaces a page by its main content. `options` are keywords of trommel_tools.extract; metadata goes to the document's.

    A page without main content is dropped.
    """

    type = "🛢 - EXTRAC"
    name = "🥁 trommel main content"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        # Wrong options raise here, not in a worker.
        _native.extract("", **options)
        self.options = options

    def decider(self) -> Callable[[Document], str | None]:
        def decide(document: Document) -> str | None:
            found = _native.extract(document.text, allow_empty=True, **self.options)
            document.text = found.text if found.markdown is None else found.markdown
            document.metadata.update(found.metadata)
            return None if document.text else "no_content"

        return decide


class Language(_Step):
    """Keeps documents in one of the languages, codes or names, and adds `language`. Without languages it keeps all."""

    type = "🔻 - FILTER"
    name = "🥁 trommel language"

    def __init__(self, *languages: str) -> None:
        super().__init__()
        self.languages = {code for name in languages for code in _native.language_codes(name)}

    def decider(self) -> Callable[[Document], str | None]:
        def decide(document: Document) -> str | None:
            language = _native.identify(document.text).language or "und"
            document.metadata["language"] = language
            return None if not self.languages or language in self.languages else "language"

        return decide


class RemoveRepeats(_Step):
    """Removes paragraphs that an earlier document of the rank has, with the keywords of trommel_tools.Dedup."""

    type = "🫂 - DEDUPS"
    name = "🥁 trommel repeated paragraphs"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        _native.Dedup(**options)
        self.options = options

    def decider(self) -> Callable[[Document], str | None]:
        seen = _native.Dedup(**self.options)

        def decide(document: Document) -> str | None:
            kept = seen.push(document.text)
            document.text = kept.text or ""
            return "repeated" if kept.text is None else None

        return decide


class RemoveNearDuplicates(_Step):
    """Drops documents that are similar to an earlier one of the rank, with the keywords of trommel_tools.NearDup."""

    type = "🫂 - DEDUPS"
    name = "🥁 trommel near-duplicates"

    def __init__(self, **options: Any) -> None:
        super().__init__()
        _native.NearDup(**options)
        self.options = options

    def decider(self) -> Callable[[Document], str | None]:
        seen = _native.NearDup(**self.options)
        return lambda document: None if seen.push(document.text) is None else "near_duplicate"


class Stats(_Step):
    """Adds the measures of trommel_tools.stats to the metadata, and to the statistics of the pipeline.

    The language is the one in the metadata; one that is not known there is identified.
    """

    type = "📊 - STATS"
    name = "🥁 trommel measures"

    def decider(self) -> Callable[[Document], str | None]:
        def decide(document: Document) -> None:
            measures = _native.stats(document.text, language=_known(document.metadata.get("language")))
            document.metadata.update(measures)
            for name, value in measures.items():
                self.stat_update(name, value=value)

        return decide


def _known(language: Any) -> str | None:
    """A language that stats takes, or None."""
    try:
        return _native.language_codes(language)[0]
    except (TypeError, ValueError):
        return None
