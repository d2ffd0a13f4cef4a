"""Completing what somebody begins to type: titles; only where there are none, pages that hold the words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import is_asset
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import lookup, scanning
from bookwheel.titles.folding import fold, is_unspaced

CompletionType: TypeAlias = Literal[
    "title_start_match",
    "title_contains_match",
    "title_suggest_match",
    "search_contains_match",
]
"""How a completion matches: its title begins with the text, contains it, or holds its words; or only its page has it."""

_POOL: Final = 5
_LEAST_POOL: Final = 25


class Completion(NamedTuple):
    """A title that completes the text; `entry` may be a redirect."""

    entry: DirectoryEntry
    kind: CompletionType


def complete(archive: OpenArchive, text: str, limit: int) -> tuple[list[Completion], bool]:
    """Return up to `limit` completions, the best first, and whether there are more. Each title appears once."""
    text = text.strip()
    wanted = fold(text)
    pool = max(_POOL * limit, _LEAST_POOL)
    found: dict[str, Completion] = {}
    for entry in _titled(archive, text, pool):
        if not is_asset(entry.mimetype):
            found.setdefault(entry.title, Completion(entry, _kind(wanted, entry.title)))
    ordered = sorted(enumerate(found.values()), key=lambda pair: (*_order(text, wanted, pair[1]), pair[0]))
    completions = [completion for _, completion in ordered]
    if not completions:
        pages = archive.search.fulltext(text, 0, limit).entries
        completions = [Completion(entry, "search_contains_match") for entry in pages]
    return completions[:limit], len(completions) > limit


def _titled(archive: OpenArchive, text: str, pool: int) -> Iterator[DirectoryEntry]:
    yield from lookup.exact(archive, text)
    for beginning in dict.fromkeys((text, text[:1].upper() + text[1:])):
        yield from archive.titles.starting(beginning, pool)
    yield from archive.search.suggested(text, pool)
    if is_unspaced(text) or not archive.has_title_index:
        yield from islice(scanning.titles_containing(archive, text), pool)


def _kind(wanted: str, title: str) -> CompletionType:
    folded = fold(title)
    if not wanted or folded.startswith(wanted):
        return "title_start_match"
    return "title_contains_match" if wanted in folded else "title_suggest_match"


_KINDS: Final = ("title_start_match", "title_contains_match", "title_suggest_match")


def _order(text: str, wanted: str, completion: Completion) -> tuple[bool, bool, int, int]:
    title = completion.entry.title
    return (
        title != text,
        fold(title) != wanted,
        _KINDS.index(completion.kind),
        len(title) if completion.kind == "title_start_match" else 0,
    )
