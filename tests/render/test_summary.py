from __future__ import annotations

import pytest

from bookwheel.document.model import (
    EMPTY,
    Block,
    Citation,
    Code,
    DisambiguationEntry,
    Document,
    Hatnote,
    Infobox,
    InfoboxRow,
    Inline,
    Link,
    ListBlock,
    ListItem,
    NoteMark,
    Paragraph,
    Section,
    Strong,
)
from bookwheel.render.summary import is_prose, summary
from bookwheel.render.words import count_words, end_of_words

BOX = Infobox(Inline("Berlin"), (InfoboxRow(Inline("Land"), Inline("Germany")),))
SENTENCE = "Berlin is the capital and largest city of Germany."


def p(text: str, *marks: Link | Strong | NoteMark) -> Paragraph:
    return Paragraph(Inline(text, marks))


def page(*bodies: tuple[Block, ...], choices: tuple[DisambiguationEntry, ...] = ()) -> Document:
    sections = tuple(
        Section(
            index,
            str(index),
            f"id{index}" if index else "",
            2,
            Inline(f"Title {index}") if index else EMPTY,
            body,
        )
        for index, body in enumerate(bodies)
    )
    return Document("Berlin", sections, (), (), None, bool(choices), choices, Citation("Berlin", "archive"))


def test_a_summary_is_the_leads_prose_without_boxes_hatnotes_links_and_notes():
    lead = (
        Hatnote(Inline("For the film, see X.")),
        BOX,
        p("52°31′N 13°24′E"),
        p(SENTENCE, Strong(0, 6), Link(14, 21, "internal", "Capital", "Capital"), NoteMark(50, 50, "k", "1")),
        Code("x", ""),
        ListBlock("bullet", (ListItem(Inline("one")),)),
        p("Short."),
        p(" "),
    )
    found = summary(page(lead, (p("Later text is not part of the lead."),)))
    assert found.text == f"**Berlin**{SENTENCE[6:]}\n\n- one\n\nShort."
    assert (found.word_count, found.is_truncated, found.section_id, found.section_title) == (
        12,
        False,
        "",
        "",
    )


def test_a_lead_without_prose_gives_the_next_section_and_says_so():
    found = summary(page((BOX, p("Menu")), (), (p(SENTENCE),)))
    assert (found.text, found.section_id, found.section_title) == (SENTENCE, "id2", "Title 2")


def test_a_page_of_lists_gives_its_first_lists():
    news = ListBlock("bullet", (ListItem(Inline("one")), ListItem(Inline("two"))))
    found = summary(page((BOX, p("Today"), news), (ListBlock("bullet", ()),)))
    assert (found.text, found.section_id) == ("Today\n\n- one\n- two", "")
    assert summary(page((BOX, p(" ")), (news,))).section_id == "id1"


def test_a_page_without_text_has_an_empty_summary():
    assert summary(page((BOX,))) == ("", 0, False, "", "", False)


def test_a_long_paragraph_is_cut_after_a_sentence_within_the_words():
    found = summary(page((p(f"{SENTENCE} It has many people. And it has a river called Spree."),)), 15)
    assert found.text == f"{SENTENCE} It has many people."
    assert (found.word_count, found.is_truncated) == (13, True)


def test_a_sentence_longer_than_the_words_is_cut_between_words():
    found = summary(page((p("one two three four five six seven eight"),)), 5)
    assert found.text == "one two three four five …"
    assert found.is_truncated


def test_a_paragraph_that_would_hardly_begin_is_left_out():
    found = summary(
        page(
            (p(SENTENCE), p("The second paragraph of the lead goes on.")),
        ),
        11,
    )
    assert (found.text, found.is_truncated) == (SENTENCE, True)


def test_a_second_paragraph_is_cut_when_the_first_says_little():
    found = summary(
        page(
            (p(SENTENCE), p("The second paragraph of the lead goes on and on and on.")),
        ),
        20,
    )
    assert found.text == f"{SENTENCE}\n\nThe second paragraph of the lead goes on and on and …"


def test_a_disambiguation_page_gives_its_choices():
    choices = (
        DisambiguationEntry("Mercury_(planet)", "Mercury (planet), the *first* planet"),
        DisambiguationEntry("Mercury", ""),
    )
    found = summary(page((BOX, p("Mercury may refer to:"), p("More")), choices=choices))
    assert found.text == (
        "Mercury may refer to:\n\n- Mercury (planet), the \\*first\\* planet: `Mercury_(planet)`\n- `Mercury`"
    )
    assert found.is_disambiguation
    assert not found.is_truncated


def test_many_choices_are_cut_between_lines():
    choices = tuple(DisambiguationEntry(f"T{number}", f"choice number {number}") for number in range(50))
    found = summary(page((p("X may be:"),), choices=choices), 20)
    assert found.text == "X may be:\n\n" + "\n".join(f"- choice number {n}: `T{n}`" for n in range(3))
    assert found.is_truncated


def test_a_disambiguation_page_without_sections_has_only_choices():
    assert summary(page(choices=(DisambiguationEntry("A", "a"),))).text == "- a: `A`"


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        (p(SENTENCE), True),
        (p("Mercury may refer to:"), True),
        (p("東京は日本の首都です。"), True),
        (p("52°31′N 13°24′E"), False),
        (p("Contents"), False),
        (p("A."), False),
        (p("Home News About Contact Imprint", Link(0, 31, "internal", "x", "x")), False),
        (p("Everything here is one link that ends.", Link(0, 38, "internal", "x", "x")), True),
    ],
)
def test_prose_is_told_from_labels(paragraph: Paragraph, *, expected: bool):
    assert is_prose(paragraph.content) is expected


def test_words_are_counted_in_scripts_without_spaces():
    assert count_words("one two  three") == 3
    assert count_words("été à Zürich") == 3
    assert count_words("東京は日本の首都です。") == 5
    assert count_words("") == 0


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("one two three", 2, "one two "),
        ("one two", 5, "one two"),
        ("東京は日本の首都です", 2, "東京は日"),
        ("a b", 0, ""),
    ],
)
def test_the_end_of_some_words_is_found(text: str, limit: int, expected: str):
    assert text[: end_of_words(text, limit)] == expected


def test_choices_whose_links_were_left_out_are_given_as_they_stand():
    food = ListBlock("bullet", (ListItem(Inline("Ada (food), a sweet")),))
    people = ListBlock("bullet", (ListItem(Inline("Ada Lovelace")), ListItem(Inline("St. Ada"))))
    document = page((p("Ada may refer to:"),), (food,), (people,))._replace(is_disambiguation=True)
    found = summary(document)
    assert found.text == "Ada may refer to:\n\n- Ada (food), a sweet\n- Ada Lovelace\n- St. Ada"
    assert found.is_disambiguation
