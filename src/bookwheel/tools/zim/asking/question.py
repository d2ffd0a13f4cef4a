"""What a caller of `zim_query` wants besides the query itself."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from bookwheel.errors import InvalidArgument

BUDGETS = {"tiny": 2000, "small": 4000, "medium": 6000, "large": 12_000}
LEAST_BUDGET = 500
BODY_CHARS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The settings of one call. room: the most characters of the whole text, None without a bound.

    max_section_chars: the most characters of a section, None where only the room bounds it.
    """

    limit: int | None
    offset: int
    cursor: str | None
    max_content_length: int
    max_section_chars: int | None
    content_offset: int
    is_compact: bool
    room: int | None


def room_of(compact_budget: str | int | None, *, is_compact: bool) -> int | None:
    """Return how long the text may be. Raises InvalidArgument (invalid_argument) for what is no budget."""
    if compact_budget is None:
        compact_budget = "medium"
    if isinstance(compact_budget, str):
        word = compact_budget.strip().lower()
        chars = BUDGETS.get(word)
        if chars is None and word.isdecimal() and len(word) < 10:
            chars = int(word)
        if chars is None:
            near = difflib.get_close_matches(word, BUDGETS, n=1, cutoff=0.4)
            raise _refusal(f"must be {', '.join(BUDGETS)} or a whole number", near[0] if near else "medium")
    else:
        chars = compact_budget
    if chars < LEAST_BUDGET:
        raise _refusal(f"must be at least {LEAST_BUDGET} (got {chars})", LEAST_BUDGET)
    return chars if is_compact else None


def _refusal(rule: str, nearest: str | int) -> InvalidArgument:
    return InvalidArgument(
        f"compact_budget {rule}.",
        reason="invalid_argument",
        hint=f"Use compact_budget={nearest}.",
        data={"field": "compact_budget", "nearest_valid": nearest},
    )
