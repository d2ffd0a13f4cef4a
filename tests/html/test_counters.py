"""Numbers as a page's style counts them."""

from __future__ import annotations

import pytest

from bookwheel.html.counters import counter


@pytest.mark.parametrize(
    ("style", "number", "text"),
    [
        ("lower-alpha", 1, "a"),
        ("lower-alpha", 26, "z"),
        ("lower-alpha", 27, "aa"),
        ("upper-alpha", 28, "AB"),
        ("lower-roman", 4, "iv"),
        ("upper-roman", 1994, "MCMXCIV"),
        ("lower-greek", 2, "β"),
        ("decimal", 12, "12"),
    ],
)
def test_a_number_is_written_in_the_style(style: str, number: int, text: str):
    assert counter(style, number) == text
