"""The small language of phrasings."""

from __future__ import annotations

import pytest

from bookwheel.query.languages import MACROS as MORE_MACROS
from bookwheel.query.parse import _phrases  # pyright: ignore[reportPrivateUsage]
from bookwheel.query.phrases import MACROS
from bookwheel.query.row import SLOTS
from bookwheel.query.template import compact, compile_template, fold


def slots(template: str, text: str) -> dict[str, str] | None:
    pattern = compile_template(template, SLOTS, {**MACROS, **MORE_MACROS})
    match = pattern.fullmatch(fold(text) + " ")
    return None if match is None else {name: match[name].strip() for name in match.groupdict()}


def test_words_match_in_any_case_and_without_accents() -> None:
    assert slots("résumé de {topic}", "RESUME de Paris") == {"topic": "paris"}


def test_brackets_hold_what_may_be_left_out_and_parentheses_what_must_be_there() -> None:
    assert slots("[show|get] [me] (the|a) {topic}", "the cat") == {"topic": "cat"}
    assert slots("[show|get] [me] (the|a) {topic}", "show me a cat") == {"topic": "cat"}
    assert slots("[show|get] [me] (the|a) {topic}", "show me cat") is None


def test_a_slot_may_be_of_a_kind() -> None:
    assert slots("get {topic:file}", "get I/photo.png") == {"topic": "i/photo.png"}
    assert slots("get {topic:file}", "get Paris") is None


def test_a_word_with_an_apostrophe_joins_the_next() -> None:
    assert slots("page (d'|de) {topic}", "page d’Einstein") == {"topic": "einstein"}


def test_an_unclosed_bracket_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks"):
        compile_template("[show {topic}", {}, {})


def test_folding_keeps_every_character_in_its_place() -> None:
    text = "Ünïcode‑ “quotes” İstanbul ﬁn Straße 東京 -x"
    assert len(fold(text)) == len(text)


def test_text_is_composed_and_freed_of_what_shows_nothing() -> None:
    assert compact("  Cafe\u0301 \u200b\u200f noir\n ") == "Café noir"
    assert compact("می\u200cخواهم") == "می\u200cخواهم"


def test_every_phrasing_compiles_and_none_fits_an_empty_request() -> None:
    assert len(_phrases()) > 200
    assert not [phrase.pattern.pattern for phrase in _phrases() if phrase.pattern.fullmatch("")]
