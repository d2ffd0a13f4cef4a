"""One ranking out of several: reciprocal ranks, the rankings weighted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeVar

K = TypeVar("K", bound=Hashable)

DAMPING: Final = 60
STEP_WEIGHTS: Final = {
    "title": 1.0,
    "all_words": 1.0,
    "content_words": 0.9,
    "corrected": 0.8,
    "any_words": 0.5,
    "title_scan": 0.5,
    "text_scan": 0.5,
    "none": 0.0,
}
"""How much a ranking counts by the step of the ladder that made it."""
TITLE_BONUS: Final = 1.0
"""What a page that the query names has over all that it does not name."""


def weight_of(step: str, title_score: float = 0.0) -> float:
    """Return how much one archive's ranking counts. title_score: of the page that the query names there, 0 for none."""
    return STEP_WEIGHTS[step] + TITLE_BONUS * title_score


def fuse(rankings: Iterable[tuple[Sequence[K], float]]) -> list[K]:
    """Return all items, the best first: by the sum of weight / (60 + rank) over the rankings that hold them.

    Equal scores keep the order in which the items first appear.
    """
    scores: dict[K, float] = {}
    for ranking, weight in rankings:
        for rank, item in enumerate(ranking):
            scores[item] = scores.get(item, 0.0) + weight / (DAMPING + rank)
    return sorted(scores, key=lambda item: -scores[item])
