"""Separate text from its boilerplate and its duplicates: main content, encodings, languages, duplicates.

Functions that work in this process::

    trommel_tools.extract(page).text            # main content of a web page, given as str or bytes
    trommel_tools.detect(data).encoding         # the encoding of bytes; decode(data) also gives the text
    trommel_tools.identify(text).language       # the language of a text
    trommel_tools.stats(text)                   # 44 measures of a text
    trommel_tools.Dedup().push(text)            # removes paragraphs that were seen before
    trommel_tools.NearDup().push(text)          # finds near-duplicates; NearDupIndex(path) keeps them in a file
    trommel_tools.Overlap(items).scan(text)     # finds passages of known texts
    trommel_tools.count(lines), normalise(line), Cutter(frequent).cut_many(texts)

``extract_many`` and so on take a list, an iterator or a PyArrow array, and use several threads. Each function returns None for a
missing value (None, NaN). Results can be compared, copied and pickled, and ``_asdict()`` gives their fields. The results are those of the commands, which :func:`run` and :func:`stream` start as processes.
"""

from subprocess import PIPE, CalledProcessError

from ._process import TOOLS, RecordError, RunError, command, path, run, stream

try:
    from ._many import decode_many, detect_many, extract_many, identify_many, stats_many
    from ._native import (
        Bounds,
        Cutter,
        Decoded,
        Dedup,
        Detection,
        Extraction,
        Hit,
        Kept,
        Language,
        Match,
        NamedMatch,
        NearDup,
        NearDupIndex,
        NotTextError,
        Overlap,
        __version__,
        count,
        decode,
        detect,
        extract,
        identify,
        normalise,
        stats,
    )
except ImportError as _error:
    # A source tree, where only commands can be run.
    _reason = str(_error)

    def __getattr__(name: str) -> object:
        if name in __all__:
            raise ImportError(f"trommel_tools.{name} is in the compiled module, which cannot be loaded: {_reason}")
        raise AttributeError(f"module 'trommel_tools' has no attribute {name!r}")


__all__ = [
    "PIPE",
    "TOOLS",
    "Bounds",
    "CalledProcessError",
    "Cutter",
    "Decoded",
    "Dedup",
    "Detection",
    "Extraction",
    "Hit",
    "Kept",
    "Language",
    "Match",
    "NamedMatch",
    "NearDup",
    "NearDupIndex",
    "NotTextError",
    "Overlap",
    "RecordError",
    "RunError",
    "__version__",
    "command",
    "count",
    "decode",
    "decode_many",
    "detect",
    "detect_many",
    "extract",
    "extract_many",
    "identify",
    "identify_many",
    "normalise",
    "path",
    "run",
    "stats",
    "stats_many",
    "stream",
]
