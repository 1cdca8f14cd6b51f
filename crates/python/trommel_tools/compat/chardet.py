"""`chardet.detect` with trommel's method: `from trommel_tools.compat import chardet`."""

from __future__ import annotations

import codecs
import math
import re
from typing import TypedDict

from .. import _native


class Answer(TypedDict):
    """An answer as of chardet."""

    encoding: str | None
    confidence: float
    language: str | None


#: The bytes of a trigram.
LEAST = 3

#: Byte order marks, and what Python calls an encoding that takes one away: the longest first.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def _codec(encoding: str, data: bytes) -> str:
    """The name under which Python decodes an encoding; the same name for one that it does not know."""
    if encoding.startswith("utf-"):
        family = encoding.removesuffix("le").removesuffix("be")
        return next((name for mark, name in MARKS if data.startswith(mark) and name.startswith(family)), encoding)
    for name in (encoding, encoding.replace("x-mac-ce", "mac-latin2").removeprefix("x-"), re.sub(r"^(ibm|windows-)", "cp", encoding)):
        try:
            codecs.lookup(name)
        except LookupError:
            continue
        return name
    return encoding


def detect(byte_str: bytes | bytearray | memoryview) -> Answer:
    """The encoding of bytes, as a dictionary with the keys of chardet.

    `encoding` is a name that `bytes.decode` takes; with a byte order mark one that takes the mark away. Python has no codec for euc-tw,
    viscii and ibm1047: trommel_tools.decode gives their text.

    >>> from trommel_tools.compat import chardet
    >>> chardet.detect("Příliš žluťoučký kůň úpěl ďábelské ódy".encode("iso-8859-2"))["encoding"]
    'iso-8859-2'
    >>> chardet.detect(b"plain text")
    {'encoding': 'ascii', 'confidence': 1.0, 'language': None}
    """
    if not isinstance(byte_str, (bytes, bytearray, memoryview)):
        raise TypeError(f"Expected object of type bytes or bytearray, got: {type(byte_str)}")
    data = bytes(byte_str)
    found = _native.detect(data)
    if found.encoding == "utf-8" and data and data.isascii():
        return {"encoding": "ascii", "confidence": 1.0, "language": None}
    return {"encoding": found.encoding and _codec(found.encoding, data), "confidence": _confidence(found, data), "language": found.language}


def _confidence(found: _native.Detection, data: bytes) -> float:
    """The probability that the bytes are text in the encoding found, and all of them."""
    if found.encoding is None:
        return 0.0
    # The probability of the first of two answers whose log-odds are the margin.
    confidence = 1 / (1 + math.exp(-min(found.margin, 700)))
    if len(data) < LEAST and math.isfinite(found.margin):
        # The method compares trigrams, and here is none.
        confidence = 1 / len(found.candidates)
    if found.damaged or found.second:
        parts = _native.decode(data, unit="line").parts
        text = _native.decode(data).text
        valid_lines = sum(lines for encoding, _, lines in parts if encoding == found.encoding)
        confidence *= min(valid_lines / sum(lines for _, _, lines in parts), 1 - text.count("\ufffd") / len(text))
    return confidence
