"""Making the sections of the link graph (see `graph`)."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator
from itertools import accumulate, chain, pairwise
from pathlib import Path

from bookwheel.companion.edges import EdgeList
from bookwheel.companion.importance import by_importance, importance
from bookwheel.companion.scan import Scan
from bookwheel.companion.store import NOWHERE, SectionSource

_PIECE_ITEMS = 1 << 18
# What one bucket of rows may take while it is turned round: eight bytes a link, about a hundred a row.
_BUCKET_BYTES = 300 << 20
_LINK_BYTES, _ROW_BYTES = 9, 100


def sections_of(
    scan: Scan, edges: EdgeList, folder: Path | None, progress: Callable[[str, int, int], None]
) -> dict[str, SectionSource]:
    """Return the sections of a graph; `folder` takes what is too large for memory."""
    order = by_importance(importance(edges, lambda done, total: progress("weighing pages", done, total)))
    if edges.forwards:
        order = array("I", [node for node in order if node not in edges.forwards])
    rank_of = array("I", [NOWHERE]) * len(edges.counts)
    for rank, node in enumerate(order):
        rank_of[node] = rank
    for node, target in edges.forwards.items():
        rank_of[node] = NOWHERE if target == NOWHERE else rank_of[target]
    outbound = array("I", (edges.counts[node] for node in order))
    rows, linkers = _turned_round(edges, order, folder, progress)
    ranks = (
        NOWHERE if node == NOWHERE else rank_of[node] for node in scan.page_of
    )  # by entry, redirects included
    numbers = chain((scan.pages[node] for node in order), [0])
    pages = array("Q", (row << 32 | number for row, number in zip(rows, numbers, strict=True)))
    return {
        "links.ranks": SectionSource("I", 4 * len(scan.page_of), _packed(ranks)),
        "links.pages": SectionSource("Q", 8 * len(pages), [pages]),
        "links.linkers": SectionSource("I", 4 * edges.length, linkers),
        "links.outbound": SectionSource("I", 4 * len(outbound), [outbound]),
    }


def _packed(numbers: Iterator[int]) -> Iterator[array[int]]:
    while piece := array("I", _take(numbers, _PIECE_ITEMS)):
        yield piece


def _take(numbers: Iterator[int], count: int) -> Iterator[int]:
    for _, number in zip(range(count), numbers, strict=False):
        yield number


def _turned_round(
    edges: EdgeList,
    order: array[int],
    folder: Path | None,
    progress: Callable[[str, int, int], None],
) -> tuple[Iterator[int], Iterator[bytes | array[int]]]:
    """Turn "links to" into "is linked from": where rows begin, and the linkers, each row in order of rank.

    Pages are visited in order of rank, so that rows come out sorted; rows that would not fit into memory
    together are made in several rounds.
    """
    borders = [0, len(order)]
    if edges.length * _LINK_BYTES + len(order) * _ROW_BYTES > _BUCKET_BYTES:
        inbound = _inbound_counts(edges)
        borders = _bucket_borders(array("I", (inbound[node] for node in order)))
    spill = folder / "linkers" if folder is not None and len(borders) > 2 else None
    counts = array("I")
    pieces: list[bytes | array[int]] = []
    for number, (low, high) in enumerate(pairwise(borders)):
        progress("turning links round", number, len(borders) - 1)
        found = _rows_between(edges, order, low, high)
        counts.extend(map(len, found))
        flat = array("I", chain.from_iterable(found))
        if spill is None:
            pieces.append(flat)
        else:
            with spill.open("ab") as file:
                file.write(flat)
    progress("turning links round", len(borders) - 1, len(borders) - 1)
    rows = accumulate(counts, initial=0)
    return rows, iter(pieces) if spill is None else _read_back(spill)


def _inbound_counts(edges: EdgeList) -> array[int]:
    """Return by node how many pages link there."""
    counts = array("I", bytes(4 * len(edges.counts)))
    for _, targets in edges.each():
        for target in targets:
            counts[target] += 1
    return counts


def _bucket_borders(degrees: array[int]) -> list[int]:
    borders, size = [0], 0
    for rank, degree in enumerate(degrees):
        size += degree * _LINK_BYTES + _ROW_BYTES
        if size > _BUCKET_BYTES and rank + 1 < len(degrees):
            borders.append(rank + 1)
            size = 0
    return [*borders, len(degrees)]


def _rows_between(edges: EdgeList, order: array[int], low: int, high: int) -> list[list[int]]:
    """Return the linkers of the pages of ranks low … high - 1."""
    found: list[list[int]] = [[] for _ in range(high - low)]
    row_of: list[list[int] | deque[int]] = [deque(maxlen=0)] * len(edges.counts)  # keeps nothing
    for row, node in zip(found, order[low:high], strict=True):
        row_of[node] = row
    for rank, node in enumerate(order):
        for target in edges.of(node):
            row_of[target].append(rank)
    return found


def _read_back(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(4 * _PIECE_ITEMS):
            yield piece
