"""Without an index by words: titles that contain a text, and pages read through for it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import BookwheelError
from bookwheel.finding.resolve import TitleMatch
from bookwheel.finding.terms import Term
from bookwheel.finding.vocabulary import FoldedTitles, folded_titles
from bookwheel.titles.folding import fold, is_unspaced

MOST_TITLES: Final = 200
MOST_PAGES_READ: Final = 4_000
"""Pages whose text is looked through at most: about half a second."""
_MOST_LOOKED_AT: Final = 5_000
LIKELY: Final = 0.45
"""From this score on, a title spelt like a query may be what it means."""
_LIKELY_COMPLETION: Final = 0.3


def titles_for(
    archive: OpenArchive, matches: Iterable[TitleMatch], words: tuple[Term, ...]
) -> tuple[DirectoryEntry, ...]:
    """Return pages by title: the likely ones of some matches, then titles with all words; `MOST_TITLES` at most."""
    found = {match.number: archive.directory.entry(match.number) for match in matches if _is_likely(match)}
    for entry in _with_all(archive, words):
        found.setdefault(entry.number, entry)
    return tuple(islice(found.values(), MOST_TITLES))


def _is_likely(match: TitleMatch) -> bool:
    return match.score >= (_LIKELY_COMPLETION if match.match_type == "fuzzy_suggest" else LIKELY)


def titles_containing(archive: OpenArchive, text: str) -> tuple[DirectoryEntry, ...]:
    """Return pages whose folded title contains a folded text, the shortest titles first."""
    folded = folded_titles(archive)
    wanted = fold(text)
    return _pages(archive, folded, _places(folded, wanted)) if folded is not None and wanted else ()


def pages_holding(archive: OpenArchive, text: str) -> tuple[tuple[DirectoryEntry, ...], bool]:
    """Return pages whose source contains a text as it stands, in entry order, and whether some were not looked at.

    Pages are read in the order in which they are stored, which is ten times as fast as any other.
    """
    wanted = text.encode("utf-8", "surrogatepass")
    directory = archive.directory
    start, stop = directory.namespace_range(archive.content_namespace)
    pages = [
        entry
        for entry in islice(directory.entries(start, stop), 10 * MOST_PAGES_READ)
        if is_html(entry.mimetype)
    ]
    found: list[DirectoryEntry] = []
    for entry in sorted(pages[:MOST_PAGES_READ], key=lambda entry: (entry.cluster, entry.blob)):
        try:
            content = archive.read(Resolved(entry, entry.path, entry.path, "exact")).content
        except BookwheelError:
            continue  # one damaged page hides no other
        if wanted in content:
            found.append(entry)
    found.sort(key=lambda entry: entry.number)
    return tuple(found[:MOST_TITLES]), len(pages) > MOST_PAGES_READ or stop - start > 10 * MOST_PAGES_READ


def _with_all(archive: OpenArchive, words: tuple[Term, ...]) -> tuple[DirectoryEntry, ...]:
    folded = folded_titles(archive)
    if folded is None:
        return archive.search.suggested(" ".join(term.word for term in words), MOST_TITLES)
    if not words:
        return ()
    longest = max(words, key=lambda term: len(term.folded)).folded
    others = [term.folded for term in words]
    places = [
        place
        for place in _places(folded, longest)
        if all(_has_word(folded.fold_of(place), word) for word in others)
    ]
    return _pages(archive, folded, places)


def _has_word(title: str, word: str) -> bool:
    """Whether a folded title has a word, or one that begins so; in scripts without spaces, anywhere."""
    return word in title if is_unspaced(word) else f" {word}" in f" {title}"


def _places(folded: FoldedTitles | None, wanted: str) -> list[int]:
    if folded is None or not wanted:
        return []
    places = list(islice(folded.holding(wanted), _MOST_LOOKED_AT))
    return sorted(places, key=lambda place: (len(folded.fold_of(place)), place))


def _pages(archive: OpenArchive, folded: FoldedTitles, places: list[int]) -> tuple[DirectoryEntry, ...]:
    """Return the pages at places, redirects followed one step, each once."""
    found: dict[int, DirectoryEntry] = {}
    for place in places[:MOST_TITLES]:
        entry = archive.directory.entry(folded.entry_of(place))
        if entry.is_redirect:
            if not 0 <= entry.target < archive.directory.count:
                continue
            entry = archive.directory.entry(entry.target)
        if is_html(entry.mimetype):
            found.setdefault(entry.number, entry)
    return tuple(found.values())
