"""Pipe tables: as many cells in every row as in the header."""

from __future__ import annotations

from collections.abc import Sequence


def pipe_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the table; cells are one line each with their pipes escaped. Short rows are filled, long ones cut."""
    width = len(header)
    lines = [f"| {' | '.join(header)} |", f"|{' --- |' * width}"]
    for row in rows:
        cells = row if len(row) == width else (*row[:width], *("",) * (width - len(row)))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
