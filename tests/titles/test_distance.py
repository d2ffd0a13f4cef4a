import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.titles.distance import distance

LETTERS = "abc"


def neighbours(text: str) -> set[str]:
    found: set[str] = set()
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        found |= {before + letter + after for letter in LETTERS}
        if after:
            found |= {before + after[1:], *(before + letter + after[1:] for letter in LETTERS)}
        if len(after) > 1:
            found.add(before + after[1] + after[0] + after[2:])
    return found


@given(st.text(LETTERS, max_size=5), st.text(LETTERS, max_size=6))
@settings(derandomize=True, deadline=None, max_examples=150)
def test_distance_is_the_least_number_of_edits_done_one_after_another(one: str, other: str):
    first = neighbours(one) | {one}
    second = {text for near in first for text in neighbours(near)}
    true = 0 if one == other else 1 if other in first else 2 if other in second else 3
    assert distance(one, other, 2) == true
    assert distance(other, one, 2) == true
    assert distance(one, other, 1) == min(true, 2)


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("einstien", "einstein", 1),
        ("marcsvo", "marcos", 2),
        ("relatvty", "relativity", 2),
        ("毛泽动", "毛泽东", 1),
        ("a", "", 1),
    ],
)
def test_slips_of_the_pen_are_counted(one: str, other: str, edits: int):
    assert distance(one, other, 2) == edits
