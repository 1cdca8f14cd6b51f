"""`trafilatura.extract` with trommel's method: `from trommel_tools.compat.trafilatura import extract`."""

from __future__ import annotations

import json
from typing import Any

from .. import _native


def extract(
    filecontent: str | bytes | float | None,
    url: str | None = None,
    *,
    output_format: str = "txt",
    include_comments: bool = True,
    include_links: bool = False,
    with_metadata: bool = False,
    target_language: str | None = None,
    **unknown: Any,
) -> str | None:
    """The main text of a page, or None if there is none, and for a missing value (None, NaN).

    `output_format` is "txt", "markdown" or "json"; only Markdown has links. `url` is written to the metadata if the page names no address.
    A page that is not in `target_language`, a code or a name, gives None. Raises TypeError for other keywords, and ValueError for other
    formats and names of languages, and for links in other formats.

    >>> from trommel_tools.compat import trafilatura
    >>> trafilatura.extract("<p>It rained for a week, and the river rose to the bridge.</p>")
    'It rained for a week, and the river rose to the bridge.'
    """
    if unknown:
        raise TypeError(f"extract has no keyword {', '.join(unknown)}; the table in README.md says what to use instead")
    if output_format not in ("txt", "markdown", "json"):
        raise ValueError(f"output_format is 'txt', 'markdown' or 'json', not {output_format!r}")
    if include_links and output_format != "markdown":
        raise ValueError(f"include_links needs output_format='markdown'; {output_format!r} has no links here")
    wanted = _native.language_codes(target_language) if target_language else []
    markdown: Any = output_format == "markdown" and ("links" if include_links else True)
    wants_metadata = with_metadata or output_format == "json"
    try:
        found = _native.extract(
            filecontent,
            title="auto",
            comments="keep" if include_comments else "drop",
            markdown=markdown,
            metadata=wants_metadata,
            allow_empty=True,
        )
    except _native.NotTextError:
        return None
    if found is None:
        # None, NaN or NA: a cell without a page.
        return None
    text = (found.markdown if output_format == "markdown" else found.text) or ""
    if not text.strip():
        return None
    if wanted and _native.identify(found.text).language not in (None, *wanted):
        return None
    names = {"address": "url", "site_name": "sitename"}
    metadata = {names.get(name, name): value for name, value in found.metadata.items()}
    if url and wants_metadata:
        metadata.setdefault("url", url)
    if output_format == "json":
        return json.dumps({**metadata, "text": text}, ensure_ascii=False)
    if with_metadata:
        # A string of JSON is a quoted string of YAML.
        head = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in metadata.items())
        return f"---\n{head}---\n\n{text}"
    return text
