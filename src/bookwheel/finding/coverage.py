"""Pages with the most of several words, when no page has them all."""

from __future__ import annotations

from itertools import combinations
from math import log
from typing import Final

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.terms import Term, cut_apart

DEPTH: Final = 100
"""Pages looked at for each combination of words."""
_MOST_WORDS: Final = 6
_MOST_QUERIES: Final = 20
_RANK_DAMPING: Final = 60
_NUMBER_WEIGHT: Final = 0.5
"""A bare number stands on pages about anything."""


def most_words(archive: OpenArchive, words: tuple[Term, ...]) -> tuple[DirectoryEntry, ...]:
    """Return pages by the weight of the words they hold, rare words weighing more, then by their ranks.

    All combinations that leave one word out are asked for, then smaller ones, within a fixed number of queries; the
    result is therefore the same each time, and has an end. The parts of a word with a hyphen count each for itself,
    and so does the word written as one, also the other way round: C-14 is ¹⁴C.
    """
    parts = [term.folded.split() for term in words if " " in term.folded]
    joined = ("".join(order) for some in parts for order in (some, some[::-1]))
    asked = (*cut_apart(words), *(Term(word, word) for word in joined))
    counts = {term: archive.search.count(term.word) for term in asked}
    present = sorted((term for term in counts if counts[term]), key=lambda term: (counts[term], term.word))
    rarest = present[:_MOST_WORDS]
    if not rarest:
        return ()
    whole = max(archive.entry_count, 2)
    weight = {
        term: log(1 + whole / counts[term]) * (_NUMBER_WEIGHT if term.folded.isdecimal() else 1.0)
        for term in rarest
    }
    covered: dict[str, set[Term]] = {}
    ranks: dict[str, float] = {}
    for combination in _combinations(rarest):
        paths, _ = archive.search.fulltext_paths(" ".join(term.word for term in combination), 0, DEPTH)
        for rank, path in enumerate(paths):
            covered.setdefault(path, set()).update(combination)
            share = sum(weight[term] for term in combination)
            ranks[path] = ranks.get(path, 0.0) + share / (_RANK_DAMPING + rank)
    order = sorted(
        covered, key=lambda path: (-round(sum(weight[term] for term in covered[path]), 6), -ranks[path], path)
    )
    return archive.search.entries(order)


def _combinations(words: list[Term]) -> list[tuple[Term, ...]]:
    """Return the combinations to ask for, the largest first, and each word by itself."""
    found: list[tuple[Term, ...]] = []
    for size in range(len(words), 1, -1):
        found.extend(combinations(words, size))
    return found[: _MOST_QUERIES - len(words)] + [(word,) for word in words]
