"""Entries by an exact title or path, and by one that differs only in ways that do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.folding import find_folded, find_one_typo
from bookwheel.archive.opened import OpenArchive
from bookwheel.titles.folding import fold, skeleton

MAX_TITLE_CHARS: Final = 512
_MOST_OF_ONE_TITLE: Final = 5
CONJUNCTIONS: Final = frozenset(("and", "und", "et", "y", "e", "en", "och", "и", "та"))
_ROMAN: Final = (
    *(
        "",
        "I",
        "II",
        "III",
        "IV",
        "V",
        "VI",
        "VII",
        "VIII",
        "IX",
        "X",
        "XI",
        "XII",
        "XIII",
        "XIV",
        "XV",
        "XVI",
    ),
    *("XVII", "XVIII", "XIX", "XX"),
)
_UMLAUTS: Final = (("ae", "a"), ("oe", "o"), ("ue", "u"))


def exact(archive: OpenArchive, text: str) -> list[DirectoryEntry]:
    """Return the entries with exactly this title, or this path in the archive's content; spaces may be underscores."""
    if not text or len(text) > MAX_TITLE_CHARS:
        return []
    directory, namespace = archive.directory, archive.content_namespace
    found: dict[int, DirectoryEntry] = {}
    for entry in archive.titles.all_exact(text, _MOST_OF_ONE_TITLE):
        found.setdefault(entry.number, entry)
    bare = text[2:] if text[:2] == f"{namespace}/" else text
    for name in dict.fromkeys((bare, bare.replace(" ", "_"))):
        entry = directory.find(namespace, name)
        if entry is not None:
            found.setdefault(entry.number, entry)
    return list(found.values())


class Same(NamedTuple):
    """An entry whose title is the same as a text in all that matters; `is_loose` when words or their order differ."""

    entry: DirectoryEntry
    is_loose: bool


def similar(
    archive: OpenArchive, text: str, minor: frozenset[str], suggested: Sequence[DirectoryEntry]
) -> list[Same]:
    """Return entries whose title is the same but for case, width, accents, punctuation, hyphens or spaces.

    After those come titles of the same words in another order, articles and "and" (`minor`) left out on both sides.
    The file name of a page counts as its title too; a redirect is called what it is called ("Hong Kong/China").
    The nearest spelling comes first. `suggested`: what the archive's title index has for the text.
    """
    wanted, words = skeleton(text), _major(text, minor)
    if not wanted or len(text) > MAX_TITLE_CHARS:
        return []
    found: dict[int, Same] = {}
    for candidates in (_written_so(archive, text), suggested, _walked(archive, text)):
        for entry in candidates:
            if entry.number in found:
                continue
            if wanted == skeleton(entry.title) or (
                not entry.is_redirect and wanted == skeleton(_last_part(entry.name))
            ):
                found[entry.number] = Same(entry, is_loose=False)
            elif words and words == _major(entry.title, minor):
                found[entry.number] = Same(entry, is_loose=True)
        if candidates is suggested and any(not same.is_loose for same in found.values()):
            break  # the walk would find what the index has found
    return sorted(
        found.values(),
        key=lambda same: (same.is_loose, _unlikeness(text, same.entry.title), same.entry.number),
    )


def _major(text: str, minor: frozenset[str]) -> list[str]:
    return sorted(word for word in fold(text).split() if word not in minor)


def _written_so(archive: OpenArchive, text: str) -> Iterator[DirectoryEntry]:
    for form in plain_forms(text):
        yield from exact(archive, form)


def _walked(archive: OpenArchive, text: str) -> Iterator[DirectoryEntry]:
    """Yield entries whose path or title differs in case and typography, found without any index."""
    directory, plain = archive.directory, " ".join(text.split())
    for place in find_folded(directory, directory.path_key, archive.content_namespace, plain):
        yield directory.entry(place)
    folded = archive.titles.folded(plain)
    if folded is not None:
        yield folded


def plain_forms(text: str) -> Iterator[str]:
    """Yield ways to write a title that may be its exact one: composed, decomposed, decoded, begun with a capital."""
    words = " ".join(text.replace("_", " ").split())
    forms = [words, unicodedata.normalize("NFC", words), unicodedata.normalize("NFD", words)]
    forms.append(unicodedata.normalize("NFKC", words))
    if "%" in words:
        forms.append(unquote(words))
    yield from dict.fromkeys([*forms, *(form[:1].upper() + form[1:] for form in forms)])


def rearranged(text: str, articles: frozenset[str]) -> Iterator[str]:
    """Yield other ways to say a title: "Last, First" the other way round, "and" for "&", umlauts, articles, figures."""
    before, comma, after = text.partition(",")
    words = text.split()
    if not fold(text):
        return  # an article and a sign of punctuation make no other title
    if comma and before.strip() and after.strip() and "," not in after:
        yield f"{after.strip()} {before.strip()}"
    elif not comma and 2 <= len(words) <= 4:
        yield f"{words[-1]}, {' '.join(words[:-1])}"
    if words and (number := _numbered(words[-1])):
        yield " ".join((*words[:-1], number))
    if "&" in text:
        yield from (re.sub(r"\s*&\s*", f" {word} ", text) for word in sorted(CONJUNCTIONS))
    inner = [word for word in words[1:-1] if fold(word) in CONJUNCTIONS]
    if inner:
        yield " ".join([words[0], *("&" if word in inner else word for word in words[1:-1]), words[-1]])
    lowered = text.casefold()
    if any(pair in lowered for pair, _ in _UMLAUTS):
        for pair, letter in _UMLAUTS:
            lowered = lowered.replace(pair, letter)
        yield lowered
    if words and fold(words[0]) in articles:
        yield " ".join(words[1:])
    else:
        yield from (f"{article} {text}" for article in sorted(articles))


def _numbered(word: str) -> str:
    """Return a small number in the other figures: "2" as "II", and "II" as "2"; "" for another word."""
    if word.isascii() and word.isdecimal():
        return _ROMAN[int(word)] if len(word) < 3 and int(word) < len(_ROMAN) else ""
    return str(_ROMAN.index(word.upper())) if word.upper() in _ROMAN[1:] else ""


def one_slip(archive: OpenArchive, text: str) -> list[DirectoryEntry]:
    """Return entries whose title or path is one edit away; works in an archive of any size, without a vocabulary."""
    if len(text) > MAX_TITLE_CHARS:
        return []
    found: dict[int, DirectoryEntry] = {}
    capital = text[:1].upper() + text[1:]
    listing, namespace, directory = archive.titles.listing, archive.content_namespace, archive.directory
    if listing is not None:
        entries = [
            listing.entry(place) for place in find_one_typo(listing, listing.title_key, namespace, capital)
        ]
    else:
        name = capital.replace(" ", "_")
        entries = [
            directory.entry(one) for one in find_one_typo(directory, directory.path_key, namespace, name)
        ]
    for entry in entries:
        found.setdefault(entry.number, entry)
    return list(found.values())


def _last_part(name: str) -> str:
    return name.rstrip("/").rpartition("/")[2].removesuffix(".html")


def _unlikeness(text: str, title: str) -> tuple[int, int]:
    """Return how many characters differ as written; titles of another length come last."""
    if len(text) == len(title):
        return 0, sum(a != b for a, b in zip(text, title, strict=True))
    return 1, abs(len(text) - len(title))
