"""Titles by MediaWiki's rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.errors import BookwheelError, InvalidValue, NotFound
from bookwheel.live import titles


@pytest.mark.parametrize(
    ("given_title", "known_as"),
    [
        ("Moon", "Moon"),
        ("  united   states ", "United states"),
        ("United_states", "United states"),
        ("a\u00a0b\u2003c", "A b c"),
        ("moon#Phases", "Moon"),
        (":Moon", "Moon"),
        ("A&amp;B", "A&B"),
        ("\u200eMoon\u200f", "Moon"),
        ("Cafe\u0301", "Café"),
        ("\u212b", "Å"),
        ("100% Chance of Rain", "100% Chance of Rain"),
        ("1%CLUB", "1%CLUB"),
        ("/dev/null", "/dev/null"),
        ("AC/DC", "AC/DC"),
        ("~~", "~~"),
        ("What?", "What?"),
        ("Rock 'n' Roll", "Rock 'n' Roll"),
        ("élan", "Élan"),
        ("жизнь", "Жизнь"),
        ("ß", "ß"),
        ("\u10d0\u10d1", "\u10d0\u10d1"),
        ("Category:" + "x" * 250, "Category:" + "x" * 250),
        ("File:X.png", "File:X.png"),
    ],
)
def test_a_legal_title_becomes_what_the_wiki_calls_it(given_title: str, known_as: str) -> None:
    assert titles.normalise(given_title) == known_as


def test_a_small_first_letter_stays_where_titles_are_case_sensitive() -> None:
    assert titles.normalise("moon", capitalises=False) == "moon"


@pytest.mark.parametrize("blank", ["", " ", "_", " _ ", "#Phases", ":", "  :  ", "\u200e"])
def test_a_title_without_a_name_is_not_found(blank: str) -> None:
    with pytest.raises(NotFound) as caught:
        titles.normalise(blank)
    assert caught.value.reason == "not_found"


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("a[b]", "["),
        ("{{x}}", "{"),
        ("a|b", "|"),
        ("<i>", "<"),
        ("a\x01b", "U+0001"),
        ("Ger\nmany", "U+000A"),
        ("a\ufffdb", "U+FFFD"),
        ("::", "colon"),
        ("::Moon", "colon"),
        ("~~~", "tildes"),
        ("%41", "%41"),
        ("R&foo;D", "&foo;"),
        (".", "relative"),
        ("..", "relative"),
        ("./x", "relative"),
        ("a/../b", "relative"),
        ("a/.", "relative"),
        ("x" * 256, "255"),
        ("é" * 128, "255"),
        ("Category:" + "x" * 256, "255"),
    ],
)
def test_a_title_the_wiki_cannot_have_is_refused_with_the_cause(title: str, named: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        titles.normalise(title)
    assert caught.value.reason == "invalid_title"
    assert named in caught.value.message


@pytest.mark.parametrize(
    ("title", "suggested"),
    [
        ("Taylor%20Swift", "Taylor Swift"),
        ("100%25", "100%"),
        ("Mu%C3%B1eca", "Muñeca"),
        ("[[Moon]]", "Moon"),
        ("[[Moon|the moon]]", "Moon"),
        ("<b>Moon</b>", "Moon"),
        ("Ger\nmany", "Ger many"),
        ("https://en.wikipedia.org/wiki/Quill_(pen)", "Quill (pen)"),
        ("https://fr.wikipedia.org/wiki/Caf%C3%A9#Histoire", "Café"),
        ("https://en.wikipedia.org/w/index.php?title=Moon&action=history", "Moon"),
    ],
)
def test_a_refused_title_comes_with_the_title_that_was_meant(title: str, suggested: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        titles.normalise(title)
    assert caught.value.data == {"suggested_title": suggested}
    assert suggested in caught.value.hint


def test_an_address_of_another_edition_names_its_language() -> None:
    with pytest.raises(InvalidValue, match="language=fr"):
        titles.normalise("https://fr.wikipedia.org/wiki/Lune")


def test_a_path_form_is_one_segment() -> None:
    assert titles.path_form("AC/DC live? 100%") == "AC%2FDC_live%3F_100%25"
    assert titles.path_form("Muñeca") == "Mu%C3%B1eca"


def test_an_article_path_is_written_as_the_wiki_writes_it() -> None:
    assert titles.article_path("Rock 'n' Roll (AC/DC): live!") == "Rock_'n'_Roll_(AC/DC):_live!"


@given(st.text(max_size=60))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_normalising_twice_changes_nothing(text: str) -> None:
    try:
        once = titles.normalise(text)
    except BookwheelError:
        return
    assert titles.normalise(once) == once
