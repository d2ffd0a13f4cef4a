"""How many slips of the pen lie between two texts."""

from __future__ import annotations


def distance(one: str, other: str, limit: int) -> int:
    """Return the least number of inserted, dropped, replaced or swapped neighbouring characters, or limit + 1.

    No character is edited twice (optimal string alignment).
    """
    if one == other:
        return 0
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    one, other = _without_common_ends(one, other)
    if not one or not other:
        return min(len(one) + len(other), limit + 1)
    if limit == 1:
        is_swap = len(one) == len(other) == 2 and one == other[::-1]
        return 1 if is_swap or len(one) == len(other) == 1 else 2
    return _banded(one, other, limit)


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    start, end, shorter = 0, 0, min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]


def _banded(one: str, other: str, limit: int) -> int:
    """Fill the table of distances row by row, only `limit` cells to either side of the diagonal."""
    far = limit + 1
    width = len(other)
    before: list[int] = []
    last = [column if column <= limit else far for column in range(width + 1)]
    for row, letter in enumerate(one, 1):
        now = [far] * (width + 1)
        if row <= limit:
            now[0] = row
        least = now[0]
        for column in range(max(1, row - limit), min(width, row + limit) + 1):
            facing = other[column - 1]
            best = (
                last[column - 1]
                if letter == facing
                else 1 + min(last[column - 1], last[column], now[column - 1])
            )
            if (
                row > 1
                and column > 1
                and letter == other[column - 2]
                and one[row - 2] == facing
                and before[column - 2] + 1 < best
            ):
                best = before[column - 2] + 1
            now[column] = best
            least = min(least, best)
        if least > limit:
            return far
        before, last = last, now
    return min(last[width], far)
