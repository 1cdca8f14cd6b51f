"""`chardet.detect` with trommel's method: `from trommel_tools.compat import chardet`."""

from __future__ import annotations

import math
from typing import TypedDict

from .. import _native


class Answer(TypedDict):
    """An answer as of chardet."""

    encoding: str | None
    confidence: float
    language: str | None


def detect(byte_str: bytes | bytearray) -> Answer:
    """The encoding of bytes, as a dictionary with the keys of chardet.

    >>> from trommel_tools.compat import chardet
    >>> chardet.detect("Příliš žluťoučký kůň úpěl ďábelské ódy".encode("iso-8859-2"))["encoding"]
    'iso-8859-2'
    >>> chardet.detect(b"plain text")
    {'encoding': 'ascii', 'confidence': 1.0, 'language': None}
    """
    if not isinstance(byte_str, (bytes, bytearray)):
        raise TypeError(f"Expected object of type bytes or bytearray, got: {type(byte_str)}")
    data = bytes(byte_str)
    if data and data.isascii() and b"\0" not in data and b"\x1b" not in data and b"~{" not in data:
        return {"encoding": "ascii", "confidence": 1.0, "language": None}
    found = _native.detect(data)
    # The probability of the first of two answers whose log-odds are the margin.
    confidence = 0.0 if found.encoding is None else 1 / (1 + math.exp(-min(found.margin, 700)))
    return {"encoding": found.encoding, "confidence": confidence, "language": found.language}
