import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.titles.folding import flatten, fold, is_unspaced, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zürich", "zurich"),
        ("Cafe\u0301", "Café"),
        ("Å", "Å"),
        ("Coca-Cola", "coca cola"),
        ("Straße", "STRASSE"),
        ("ＡＢＣ", "abc"),
        ("Łódź", "lodz"),
        ("Rock ’n’ Roll", "rock 'n' roll"),
        ("J. M. W. Turner", "J.M.W. Turner"),
        ("Thelma & Louise", "thelma louise"),
        ("한국", "한국"),
        ("أحمد", "احمد"),
        ("ёлка", "елка"),
        ("Mercury (planet)", "mercury planet"),
    ],
)
def test_texts_that_differ_in_spelling_only_share_a_skeleton(one: str, other: str):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("C", "C++"), ("C", "C#"), ("100", "100%"), ("か", "が"), ("कल", "कला"), ("&", "'"), ("मैं", "म")],
)
def test_what_tells_titles_apart_is_kept(one: str, other: str):
    assert skeleton(one) != skeleton(other)


def test_words_are_parted_by_single_spaces():
    assert fold("  The_Lord—of the   Rings! ") == "the lord of the rings"


def test_a_text_of_punctuation_alone_is_its_own_skeleton():
    assert fold("?!") == ""
    assert skeleton("? !") == "?!"


@given(st.text(max_size=40))
@settings(derandomize=True, deadline=None)
def test_folding_twice_changes_nothing_more(text: str):
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=40))
@settings(derandomize=True, deadline=None)
def test_flattening_keeps_every_place(text: str):
    assert len(flatten(text)) == len(text)


def test_scripts_without_spaces_are_known():
    assert is_unspaced("毛泽东")
    assert is_unspaced("สุนัข")
    assert not is_unspaced("오연서")
    assert not is_unspaced("Zürich")
