"""Taggers for dolma: the language of a document, and its measures.

dolma tag --tagger_modules examples/python/dolma_tagger.py --taggers trommel_language trommel_measures ...
"""

import trommel_tools
from dolma import BaseTagger, add_tagger
from dolma.core.data_types import DocResult, Document, Span


@add_tagger("trommel_language")
class Language(BaseTagger):
    """The language of a document, as a span over all of it."""

    def predict(self, doc: Document) -> DocResult:
        found = trommel_tools.identify(doc.text)
        spans = [Span(0, len(doc.text), type=found.language or "und", score=found.margin)]
        return DocResult(doc=doc, spans=spans)


@add_tagger("trommel_measures")
class Measures(BaseTagger):
    """The measures of a document, each as a span over all of it."""

    def predict(self, doc: Document) -> DocResult:
        measures = trommel_tools.stats(doc.text)
        spans = [Span(0, len(doc.text), type=name, score=float(value)) for name, value in measures.items() if value is not None]
        return DocResult(doc=doc, spans=spans)
