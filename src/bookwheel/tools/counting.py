"""A number of things in words."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Return a number with its English noun, given in the singular: "1 entry", "1,200 entries", "0 links"."""
    if count == 1:
        return f"1 {noun}"
    head, last, follower = noun[:-1], noun[-1:], noun[-2:-1]
    plural = f"{head}ies" if last == "y" and follower not in "aeiou" else f"{noun}s"
    return f"{count:,} {plural}"
