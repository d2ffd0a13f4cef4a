"""The order of pages that hold every word of a query: the index's own, the first of them also by what their titles say.

The index weighs words by how often a page has them, so that long pages come before the one that is about the matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from typing import Final

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.sentences import answered
from bookwheel.finding.terms import without_elisions
from bookwheel.titles.folding import fold

HEAD: Final = 30
"""Hits that titles put in another order."""
_FALL: Final = 0.15
_TITLE_WEIGHT: Final = 1.5
_BYTES_OF_ONE: Final = 150


def paths_of(archive: OpenArchive, query: str, start: int, count: int, *, is_by_title: bool) -> list[str]:
    """Return the paths of hits from a position on, as the index has them. All positions together are all hits, once."""
    if not is_by_title or start >= HEAD:
        return archive.search.fulltext_paths(query, start, count)[0]

    def rank() -> tuple[list[str], int]:
        head = _ranked(archive, query)
        return head, _BYTES_OF_ONE * (len(head) + 1)

    head = archive.derived(f"hits {query}", rank)
    beyond = start + count - HEAD if len(head) == HEAD else 0
    more = archive.search.fulltext_paths(query, HEAD, beyond)[0] if beyond > 0 else []
    return head[start : start + count] + more


def entries_of(
    archive: OpenArchive, query: str, count: int, *, is_by_title: bool
) -> tuple[DirectoryEntry, ...]:
    """Return the first hits as entries."""
    return archive.search.entries(paths_of(archive, query, 0, count, is_by_title=is_by_title))


def _ranked(archive: OpenArchive, query: str) -> list[str]:
    paths = archive.search.fulltext_paths(query, 0, HEAD)[0]
    weights = weights_of(archive, fold(query).split())
    scores: dict[str, float] = {}
    for rank, path in enumerate(paths):
        title = next((entry.title for entry in archive.search.entries([path])), "")
        scores[path] = 1 / (1 + _FALL * rank) + _TITLE_WEIGHT * told(title, weights)
    return sorted(paths, key=lambda path: -scores[path])


def weights_of(archive: OpenArchive, words: Iterable[str]) -> dict[str, float]:
    """Return how much each word (folded) tells: the more, the fewer pages have it."""
    whole = max(archive.entry_count, 2)
    return {word: log(1 + whole / (archive.search.count(word) + 0.5)) for word in words}


def told(title: str, weights: Mapping[str, float]) -> float:
    """Return how much of a query a title says, 0 to 1; what it says besides counts against it.

    A form of a word says it too: "earthquakes" is what "Earthquake" is about.
    """
    return max(_told(fold(form).split(), weights) for form in {title, without_elisions(title)})


def _told(own: Sequence[str], weights: Mapping[str, float]) -> float:
    asked = tuple(weights)
    said = [word for word in own if answered(word, asked)]
    shared = {answered(word, asked) for word in said}
    if not shared:
        return 0.0
    return sum(weights[word] for word in shared) / sum(weights.values()) * sqrt(len(said) / len(own))
