"""Numbers of things in words."""

from __future__ import annotations

import pytest

from bookwheel.tools.counting import counted


@pytest.mark.parametrize(
    ("count", "noun", "words"),
    [
        (0, "link", "0 links"),
        (1, "link", "1 link"),
        (1, "entry", "1 entry"),
        (2, "entry", "2 entries"),
        (2, "day", "2 days"),
        (1200, "more line", "1,200 more lines"),
    ],
)
def test_a_noun_agrees_with_its_number(count: int, noun: str, words: str) -> None:
    assert counted(count, noun) == words
