"""Words that carry no topic, by language: one text file for each, read on first use.

A file has up to five parts. `[stop]` and `[articles]` list words. `[before]` and `[after]` list what frames a question
at its beginning and end, `[closing]` what ends only a question that began as one; phrases are separated by `|`. Lines that begin with # are remarks. Everything is compared in folded form,
spaces left out, so that accents and apostrophes do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from bookwheel.titles.folding import fold, skeleton

DEFAULT: Final = "en"
_FOLDER: Final = Path(__file__).parent
_ATTACHED: Final = frozenset(("ja", "zh", "ko", "th"))
"""Languages whose frames cling to the topic without a space."""
_LEAST_TELLING: Final = 3  # words of a text whose language can be told
_ALSO: Final = {
    "yue": "zh",
    "lzh": "zh",
    "wuu": "zh",
    "simple": "en",
    "nb": "sv",
    "nn": "sv",
    "no": "sv",
    "ms": "id",
}

_SCRIPTS: Final = (
    ("\u0400", "\u04ff", ("ru", "uk")),
    ("\u0590", "\u05ff", ("he",)),
    ("\u0600", "\u06ff", ("ar", "fa")),
    ("\u0900", "\u097f", ("hi",)),
    ("\u0e00", "\u0e7f", ("th",)),
    ("\u3040", "\u30ff", ("ja",)),
    ("\u4e00", "\u9fff", ("zh", "ja")),
    ("\uac00", "\ud7a3", ("ko",)),
)
"""The languages that letters between two are of, where there are few such languages."""
_LATIN: Final = ("cs", "de", "es", "fr", "id", "it", "nl", "pl", "pt", "sv", "tr", "vi")


class Words(NamedTuple):
    """The tables of one language. Phrases are skeletons, or plain text when `is_attached`."""

    language: str
    stop: frozenset[str]
    articles: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]
    closing: frozenset[str]
    is_attached: bool


def available() -> tuple[str, ...]:
    """Return the codes of the languages there are tables for."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.txt")))


def tables(languages: Iterable[str], text: str = "") -> tuple[Words, ...]:
    """Return the tables of an archive's languages, in their order, and those that a text's script or a question is of.

    English is at the end, which people ask in anywhere.
    """
    codes = dict.fromkeys([*map(_told_by, languages), *_languages_of(text), DEFAULT])
    return tuple(words for code in codes if (words := _read(code)) is not None)


def _told_by(language: str) -> str:
    code = language.partition("-")[0]
    return _ALSO.get(code, code)


def is_in_language(text: str, languages: Iterable[str]) -> bool:
    """Whether a text is put in one of some languages; also where neither it nor they tell.

    Its first word tells by its script, else its words without a topic do.
    """
    spoken, codes = _spoken_in(text), {_told_by(code) for code in languages}
    return not spoken or not codes or not spoken.isdisjoint(codes)


@lru_cache(maxsize=256)
def _spoken_in(text: str) -> frozenset[str]:
    tokens = text.split()
    if of_script := _languages_of(" ".join(tokens[:1])):
        return frozenset(of_script)
    # Names say nothing: "Die Hard" is no German, nor is "La La Land" French.
    words = {part for token in tokens if token.islower() for part in fold(token).split()}
    if len(tokens) < _LEAST_TELLING or not words:
        return frozenset()
    words |= set(fold(tokens[0]).split())
    counts = {
        code: sum(word in table.stop for word in words)
        for code in (DEFAULT, *_LATIN)
        if (table := _read(code)) is not None
    }
    most = max(counts.values())
    return frozenset(code for code, count in counts.items() if most and count == most)


@lru_cache(maxsize=256)
def _languages_of(text: str) -> tuple[str, ...]:
    """Return the languages that a text's letters are of, and those that a question is put in."""
    found = [
        code
        for first, last, languages in (() if text.isascii() else _SCRIPTS)
        if any(first <= letter <= last for letter in text)
        for code in languages
    ]
    return (*found, *_asked_in(text))


def _asked_in(text: str) -> tuple[str, ...]:
    """Return the languages in Latin letters that a question is put in, by the words without a topic; none if English.

    It begins with two of them, or with one and ends with a question mark: "Die Hard" is not German for being a title.
    """
    words = fold(text).split()
    english = _read(DEFAULT)
    if len(words) < 3 or english is None:
        return ()
    begun = words[:1] if text.rstrip().endswith("?") and words[0] not in english.stop else words[:2]
    if english.stop.issuperset(begun):
        return ()
    counts: dict[str, int] = {}
    for code in _LATIN:
        table = _read(code)
        if table is not None and table.stop.issuperset(begun):
            counts[code] = sum(word in table.stop for word in words)
    most = max(counts.values(), default=0)
    return tuple(code for code, count in counts.items() if count == most)


@lru_cache(maxsize=1)
def stop_anywhere() -> frozenset[str]:
    """Return the words without a topic of all languages."""
    return frozenset[str]().union(*(table.stop for table in map(_read, available()) if table is not None))


@lru_cache(maxsize=64)
def _read(language: str) -> Words | None:
    path = _FOLDER / f"{language}.txt"
    if not language.isalpha() or not path.is_file():
        return None
    parts: dict[str, list[str]] = {"stop": [], "articles": [], "before": [], "after": [], "closing": []}
    part = parts["stop"]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            part = parts[line.strip("[] ")]
        elif not line.startswith("#"):
            part.append(line)
    is_attached = language in _ATTACHED
    form: Callable[[str], str] = str.strip if is_attached else skeleton
    return Words(
        language,
        frozenset(fold(" ".join(parts["stop"])).split()),
        frozenset(fold(" ".join(parts["articles"])).split()),
        _phrases(parts["before"], form),
        _phrases(parts["after"], form),
        _phrases(parts["closing"], form),
        is_attached,
    )


def _phrases(lines: list[str], form: Callable[[str], str]) -> frozenset[str]:
    phrases = (form(phrase) for line in lines for phrase in line.split("|"))
    return frozenset(phrase for phrase in phrases if phrase)
