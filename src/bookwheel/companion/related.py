"""Which pages belong together, from shared links in both directions, damped by popularity.

Two pages are alike when they link to the same pages and when the same pages link to both. What is shared counts less
the more popular it is (1 / log2(2 + links)), and a page needs more of it the more links it has (the square root of
their number, with ten added so that one chance link to a page without others does not carry it to the top). A link
between the two, in either direction, adds half. Why this measure: docs/adr, "Related pages".
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2, sqrt

from bookwheel.companion.graph import LinkGraph

SMOOTHING = 10
DIRECT_BONUS = 0.5
DIRECT_FLOOR = 0.05
"""What a direct link is worth where nothing is shared."""

# Bounds that keep an answer at some ten milliseconds in archives of any size.
MOST_SHARED_LINKERS = 60_000
MOST_CANDIDATES = 200
MOST_OWN_LINKERS = 500
MOST_LINKERS_LOOKED_THROUGH = 5_000


def related(graph: LinkGraph, page: int, outbound: Iterable[int]) -> list[tuple[int, float]]:
    """Return (rank, score) of the pages related to a page, the closest first.

    `page` is its rank, `outbound` the ranks of the pages it links to.
    """
    targets = set(outbound) - {page}
    linkers = _spread(graph, page)
    shared_targets = _shared_targets(graph, page, targets)
    likely = sorted(shared_targets, key=lambda other: (-shared_targets[other], other))[:MOST_CANDIDATES]
    candidates = {*likely, *sorted(targets)[:MOST_CANDIDATES], *sorted(linkers)[:MOST_CANDIDATES]}
    found: list[tuple[int, float]] = []
    for other in candidates:
        alike = shared_targets.get(other, 0.0) / sqrt(graph.outbound_count(other) + SMOOTHING)
        alike += _shared_linkers(graph, other, linkers) / sqrt(graph.inbound_count(other) + SMOOTHING)
        links = (other in targets) + (other in linkers)
        found.append((other, (DIRECT_FLOOR + alike) * (1 + DIRECT_BONUS * links)))
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))


def _spread(graph: LinkGraph, page: int) -> dict[int, float]:
    """Return the page's linkers with their weights; of many, as many as allowed, evenly from the whole ranking."""
    count = graph.inbound_count(page)
    if count <= MOST_OWN_LINKERS:
        ranks = graph.inbound(page)
    else:
        step = count / MOST_OWN_LINKERS
        ranks = [graph.inbound(page, int(place * step), 1)[0] for place in range(MOST_OWN_LINKERS)]
    return {rank: _weight(graph.outbound_count(rank)) for rank in ranks}


def _shared_targets(graph: LinkGraph, page: int, targets: set[int]) -> dict[int, float]:
    """Return for each other page the weight of the targets it shares; the rarest targets are looked at first."""
    counts = sorted((graph.inbound_count(target), target) for target in targets)
    found: dict[int, float] = {}
    room = MOST_SHARED_LINKERS
    for count, target in counts:
        room -= count
        if room < 0:
            break
        weight = _weight(count)
        for other in graph.inbound(target):
            found[other] = found.get(other, 0.0) + weight
    found.pop(page, None)
    return found


def _shared_linkers(graph: LinkGraph, other: int, linkers: dict[int, float]) -> float:
    """Return the weight of the linkers that both pages have; of a very popular page the most important are seen."""
    found = linkers.keys() & graph.inbound(other, 0, MOST_LINKERS_LOOKED_THROUGH)
    return sum(linkers[linker] for linker in sorted(found))


def _weight(links: int) -> float:
    return 1 / log2(2 + links)
