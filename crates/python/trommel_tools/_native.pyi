from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, ClassVar, Literal, final, overload

__version__: str

_Bytes = bytes | bytearray | memoryview
Policy = Literal["auto", "keep", "drop"]
Unit = Literal["document", "block", "line"]
Markdown = bool | Literal["links"] | None

class _Record:
    """What all results have: they can be compared, copied and pickled, and those without lists and dictionaries hashed."""

    def _asdict(self) -> dict[str, Any]: ...

class NotTextError(ValueError): ...

@final
class Detection(_Record):
    __hash__: ClassVar[None]  # type: ignore[assignment]
    encoding: str | None
    language: str | None
    score: float | None
    margin: float
    damaged: bool
    declared: str | None
    candidates: list[str]
    second: tuple[str, int] | None

@final
class Decoded(_Record):
    __hash__: ClassVar[None]  # type: ignore[assignment]
    text: str
    encoding: str
    language: str | None
    damaged: int
    parts: list[tuple[str, int, int]]
    second: tuple[str, int] | None

@final
class Language(_Record):
    language: str | None
    best: str | None
    second: str | None
    margin: float

@final
class Extraction(_Record):
    __hash__: ClassVar[None]  # type: ignore[assignment]
    text: str
    markdown: str | None
    metadata: dict[str, str]
    kind: str | None
    confidence: float | None
    source: str | None
    language: str | None

@final
class Kept(_Record):
    text: str | None
    blocks: int
    removed: int
    stubs: int

@final
class Dedup:
    def __new__(
        cls,
        *,
        unit: Literal["block", "line", "document"] = "block",
        threshold: float = 0.5,
        n: int = 7,
        stub: int | None = 20,
        memory: int = 1073741824,
    ) -> Dedup: ...
    @overload
    def push(self, text: str, /) -> Kept: ...
    @overload
    def push(self, text: float | None, /) -> Kept | None: ...
    @overload
    def push_many(self, values: Iterable[Any], /, *, errors: Literal["raise"] = "raise") -> Iterator[Kept | None]: ...
    @overload
    def push_many(self, values: Iterable[Any], /, *, errors: Literal["return"]) -> Iterator[Kept | Exception | None]: ...
    def learn(self, text: str | float | None, /) -> None: ...

@final
class Match(_Record):
    document: int
    similarity: float

@final
class NearDup:
    def __new__(cls, *, similarity: float = 0.8, shingle: int = 5, exact: bool = False) -> NearDup: ...
    def push(self, text: str | float | None, /) -> Match | None: ...
    @overload
    def push_many(self, values: Iterable[Any], /, *, errors: Literal["raise"] = "raise") -> Iterator[Match | None]: ...
    @overload
    def push_many(self, values: Iterable[Any], /, *, errors: Literal["return"]) -> Iterator[Match | Exception | None]: ...

@final
class NamedMatch(_Record):
    name: str
    similarity: float

@final
class NearDupIndex:
    def __new__(cls, path: str | PathLike[str], /, *, similarity: float = 0.8, shingle: int = 5) -> NearDupIndex: ...
    def push(self, name: str, text: str | float | None, /) -> NamedMatch | None: ...
    @overload
    def push_many(self, pairs: Iterable[tuple[str, Any]], /, *, errors: Literal["raise"] = "raise") -> Iterator[NamedMatch | None]: ...
    @overload
    def push_many(self, pairs: Iterable[tuple[str, Any]], /, *, errors: Literal["return"]) -> Iterator[NamedMatch | Exception | None]: ...
    def __enter__(self) -> NearDupIndex: ...
    def __exit__(self, kind: object, value: object, traceback: object, /) -> None: ...
    def save(self) -> None: ...

@final
class Hit(_Record):
    item: int
    start: int
    end: int
    equal: int
    edits: int
    share: float
    expect: float

@final
class Overlap:
    refused: list[tuple[int, str]]
    def __new__(cls, items: Iterable[str | float | None], /, *, n: int = 8, max_edits: float = 0.25) -> Overlap: ...
    @overload
    def scan(self, text: str, /) -> list[Hit]: ...
    @overload
    def scan(self, text: float | None, /) -> list[Hit] | None: ...
    @overload
    def scan_many(
        self, values: Iterable[Any], /, *, threads: int | None = None, errors: Literal["raise"] = "raise"
    ) -> Iterator[list[Hit] | None]: ...
    @overload
    def scan_many(
        self, values: Iterable[Any], /, *, threads: int | None = None, errors: Literal["return"]
    ) -> Iterator[list[Hit] | Exception | None]: ...
    def _scan_batch(self, values: list[Any], threads: int, /) -> list[Any]: ...

@final
class Bounds(_Record):
    text: str
    lines: int
    preamble_start: int
    preamble_end: int
    epilogue_start: int
    confidence: tuple[float, float] | None

@final
class Cutter:
    def __new__(cls, frequent: Iterable[tuple[int, str]], /, *, gutenberg: bool = False, min_confidence: float = 0.3) -> Cutter: ...
    @overload
    def cut(self, text: str, /) -> Bounds: ...
    @overload
    def cut(self, text: float | None, /) -> Bounds | None: ...
    @overload
    def cut_many(self, values: Iterable[Any], /, *, errors: Literal["raise"] = "raise") -> Iterator[Bounds | None]: ...
    @overload
    def cut_many(self, values: Iterable[Any], /, *, errors: Literal["return"]) -> Iterator[Bounds | Exception | None]: ...
    def _cut_all(self, values: list[Any], /) -> list[Any]: ...

@overload
def detect(data: _Bytes, /) -> Detection: ...
@overload
def detect(data: float | None, /) -> Detection | None: ...
@overload
def decode(data: _Bytes, /, *, unit: Unit = "document") -> Decoded: ...
@overload
def decode(data: float | None, /, *, unit: Unit = "document") -> Decoded | None: ...
@overload
def identify(text: str, /) -> Language: ...
@overload
def identify(text: float | None, /) -> Language | None: ...
@overload
def extract(
    page: str | _Bytes,
    /,
    *,
    language: str | None = None,
    title: Policy = "keep",
    comments: Policy = "auto",
    markdown: Markdown = None,
    metadata: bool = False,
    allow_empty: bool = False,
) -> Extraction: ...
@overload
def extract(
    page: float | None,
    /,
    *,
    language: str | None = None,
    title: Policy = "keep",
    comments: Policy = "auto",
    markdown: Markdown = None,
    metadata: bool = False,
    allow_empty: bool = False,
) -> Extraction | None: ...
@overload
def normalise(line: str, /) -> str: ...
@overload
def normalise(line: float | None, /) -> str | None: ...
def count(lines: Iterable[str | float | None], /, *, more_than: int = 10) -> list[tuple[int, str]]: ...
@overload
def stats(text: str, /, *, language: str | None = None) -> dict[str, float]: ...
@overload
def stats(text: float | None, /, *, language: str | None = None) -> dict[str, float] | None: ...
def detect_batch(values: list[Any], threads: int) -> list[Any]: ...
def decode_batch(values: list[Any], threads: int, /, *, unit: str = "document") -> list[Any]: ...
def identify_batch(values: list[Any], threads: int) -> list[Any]: ...
def extract_batch(
    values: list[Any],
    threads: int,
    /,
    *,
    language: str | None = None,
    title: str = "keep",
    comments: str = "auto",
    markdown: Markdown = None,
    metadata: bool = False,
    allow_empty: bool = False,
) -> list[Any]: ...
def stats_batch(values: list[Any], threads: int, /, *, language: str | None = None) -> list[Any]: ...
def language_codes(name: str, /) -> list[str]: ...
