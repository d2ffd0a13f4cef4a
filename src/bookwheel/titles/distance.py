"""How many slips of the pen lie between two texts."""

from __future__ import annotations


def distance(one: str, other: str, limit: int) -> int:
    """Return the least number of inserted, dropped, replaced or swapped neighbouring characters, or limit + 1.

    Exact up to 2, the most that anybody asks for: a swap may also have a character put between or taken from between.
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
    rows = [[column if column <= limit else far for column in range(width + 1)]]
    for row, letter in enumerate(one, 1):
        last = rows[-1]
        now = [far] * (width + 1)
        if row <= limit:
            now[0] = row
        for column in range(max(1, row - limit), min(width, row + limit) + 1):
            if letter == other[column - 1]:
                now[column] = min(last[column - 1], far)
            else:
                now[column] = 1 + min(last[column - 1], last[column], now[column - 1])
            now[column] = min(now[column], _swapped(one, other, row, column, rows))
        if min(now) > limit and min(last) > limit:
            return far
        rows.append(now)
    return min(rows[-1][width], far)


def _swapped(one: str, other: str, row: int, column: int, rows: list[list[int]]) -> int:
    """Return the distance when what ends here are two letters swapped, at most one more letter between them."""
    best = 1 << 30
    if row < 2 or column < 2:
        return best
    letter, facing = one[row - 1], other[column - 1]
    if letter == other[column - 2] and one[row - 2] == facing:
        best = rows[row - 2][column - 2] + 1
    if column > 2 and letter == other[column - 3] and one[row - 2] == facing:
        best = min(best, rows[row - 2][column - 3] + 2)
    if row > 2 and letter == other[column - 2] and one[row - 3] == facing:
        best = min(best, rows[row - 3][column - 2] + 2)
    return best
