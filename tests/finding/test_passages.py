"""Passages: what a page consists of, what answers, and how a passage is cut without losing its form."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bookwheel.document.model import Citation, Inline, Link, Page, Paragraph, Strong
from bookwheel.finding.passages_cut import clipped, rendered
from bookwheel.finding.passages_kin import expected, has_expected, kin_of, reworded
from bookwheel.finding.passages_units import of_document
from bookwheel.html import parse

HTML = """<html><body><div class="mw-parser-output"><h1>Tern</h1>
<table class="infobox"><tr><th>Class</th><td>Birds</td></tr></table>
<p>The tern is a bird of the coast.</p>
<h2 id="Diet">Diet</h2><p>It eats small fish, mostly.</p><ul><li>Sand eels in spring<ul><li>and herring later on</li></ul></li></ul>
<h3 id="Young">Young</h3><blockquote><p>They wait for their parents to come.</p></blockquote>
<table class="wikitable"><tr><th>Year</th><th>Pairs counted</th></tr><tr><td>1990</td><td>210</td></tr><tr><td>2000</td><td>180</td></tr></table>
<dl><dt>Fledging</dt><dd>the time until the first flight</dd></dl>
</div></body></html>"""


def _units() -> dict[str, tuple[str, str, str]]:
    document = parse(Page(HTML.encode(), "Tern", Citation("Tern", "archive")))
    return {unit.text: (unit.kind, unit.section_id, unit.headings) for unit in of_document(document)}


def test_a_page_is_made_of_paragraphs_items_rows_and_facts() -> None:
    found = _units()
    assert found["The tern is a bird of the coast."] == ("prose", "", "")
    assert found["Class: Birds"] == ("fact", "", "")
    assert found["Sand eels in spring"] == ("item", "Diet", "Diet")
    assert found["and herring later on"] == ("item", "Diet", "Diet")
    assert found["They wait for their parents to come."] == ("prose", "Young", "Diet / Young")
    assert found["Year 1990; Pairs counted 210"][:2] == ("row", "Young")
    assert found["Fledging the time until the first flight"][0] == "item"


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("when was it built", "date"),
        ("in what year did it end", "date"),
        ("quand est elle nee", "date"),
        ("how many people live there", "number"),
        ("combien de pages", "number"),
        ("quel age avait elle", "number"),
        ("who wrote it", ""),
        ("who is the president of tarn", "now"),
        ("qui est le roi de tarn", "now"),
        ("who was the president of tarn", ""),
        ("who is orsa", ""),
    ],
)
def test_a_question_may_want_a_date_or_a_number(question: str, wanted: str) -> None:
    assert expected(question) == wanted


def test_a_year_is_a_date_and_a_price_is_a_number() -> None:
    assert has_expected("It was in 1871.", "date")
    assert not has_expected("It was 12 metres.", "date")
    assert has_expected("It was 12 metres.", "number")
    assert not has_expected("It was tall.", "number")
    assert has_expected("She has been its president since 12 May 2014.", "now")
    assert has_expected("Elle est présidente depuis le 4 mai 2017.", "now")
    assert not has_expected("She was its president from 1999 to 2004.", "now")


def test_other_words_for_the_same_are_known_in_both_directions() -> None:
    assert "author" in kin_of("wrote")
    assert "wrote" in kin_of("author")
    assert "sinking" in kin_of("sink")
    assert kin_of("zebrafish") == ()


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("invented", "designed"),
        ("founded", "created"),
        ("tallest", "highest"),
        ("smallest", "tiniest"),
        ("age", "born"),
        ("parents", "daughter"),
        ("entdeckt", "entdecker"),
        ("alt", "geboren"),
        ("hochste", "hoch"),
        ("fonde", "fondateur"),
        ("haut", "culminant"),
        ("diseno", "inventor"),
        ("extenso", "grande"),
        ("edad", "nacido"),
    ],
)
def test_what_questions_commonly_ask_is_known_in_other_words(word: str, other: str) -> None:
    assert other in kin_of(word)


def test_words_that_only_answer_do_not_stand_for_each_other() -> None:
    assert "daughter" not in kin_of("father")
    assert "years" not in kin_of("born")


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("In what year did Orsa die?", "when did Orsa die?"),
        ("Which century was it?", "when was it?"),
        ("How old was Orsa?", "what age was Orsa?"),
        ("En quelle année est-elle morte ?", "quand est-elle morte ?"),
        ("¿En qué año murió?", "¿cuándo murió?"),
        ("In welchem Jahr starb sie?", "wann starb sie?"),
        ("When did it take place?", "When did it happen?"),
        ("Quand a-t-elle eu lieu ?", "Quand a-t-elle été ?"),
        ("¿Cuándo tuvo lugar?", "¿Cuándo fue?"),
        ("Who came up with the lamp?", "Who invented the lamp?"),
        ("Wie alt wurde sie?", "welches Alter wurde sie?"),
        ("What is a leap year?", "What is a leap year?"),
    ],
)
def test_asking_for_a_year_or_an_age_is_not_asking_about_years_and_old_things(
    question: str, plain: str
) -> None:
    assert reworded(question) == plain


def _first(parts: Sequence[str]) -> list[float]:
    return [1.0 if "answer" in part else 0.0 for part in parts]


def test_marks_end_where_the_text_is_cut() -> None:
    content = Inline("one two three", (Strong(0, 7), Link(4, 13, "internal", "x", "X")))
    cut = clipped(content, 2, 9)
    assert cut.text == "e two t"
    assert cut.marks == (Strong(0, 5), Link(2, 7, "internal", "x", "X"))
    assert clipped(content, 8, 13).marks == (Link(0, 5, "internal", "x", "X"),)


@pytest.mark.parametrize("room", range(70, 400, 23))
def test_a_cut_passage_fits_and_keeps_the_sentence_that_answers(room: int) -> None:
    text = (
        "Nothing here says it, at all. " * 5
        + "Here is *the* answer to it. "
        + "More of the rest follows on. " * 5
    )
    shown = rendered(Paragraph(Inline(text.strip())), room, _first, is_compact=True)
    assert len(shown) <= room
    assert "answer to it" in shown


def test_a_sentence_longer_than_the_room_is_cut_between_words() -> None:
    shown = rendered(Paragraph(Inline("answer " * 100)), 100, _first, is_compact=True)
    assert len(shown) <= 100
    assert shown.endswith("answer …")


def test_where_there_is_no_room_nothing_is_shown() -> None:
    assert rendered(Paragraph(Inline("answer " * 100)), 20, _first, is_compact=True) == ""


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("die", "died"), ("write", "written"), ("sing", "sang"), ("lead", "led"), ("make", "made"), ("mourir", "mort"),
        ("sterben", "starb"), ("morir", "murio"), ("peindre", "peint"), ("bauen", "erbaut"),
    ],
)  # fmt: skip
def test_the_form_a_question_has_finds_the_form_an_answer_has(asked: str, told: str) -> None:
    assert told in kin_of(asked)
