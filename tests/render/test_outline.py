from __future__ import annotations

from bookwheel.document.model import EMPTY, Citation, Document, Inline, Paragraph, Section, Table
from bookwheel.render.outline import contents, shorten, structure


def section(
    index: int, title: str, text: str, level: int = 2, subsections: tuple[Section, ...] = ()
) -> Section:
    blocks = (Paragraph(Inline(text)),) if text else ()
    return Section(index, str(index), f"id{index}", level, Inline(title), blocks, subsections)


def page(*sections: Section) -> Document:
    return Document("Berlin", sections, (), (), None, False, (), Citation("Berlin", "archive"))


LEAD = Section(0, "", "", 1, EMPTY, (Paragraph(Inline("Capital city.")), Table(EMPTY, (Inline("a"),), ())))
PAGE = page(
    LEAD, section(1, "History", "", subsections=(section(2, "Old\nages", "x y", 3),)), section(3, "Arts", "z")
)


def test_contents_are_a_tree_without_the_lead():
    ages = {"section_id": "id2", "text": "Old ages", "level": 3, "children": []}
    assert contents(PAGE) == [
        {"section_id": "id1", "text": "History", "level": 2, "children": [ages]},
        {"section_id": "id3", "text": "Arts", "level": 2, "children": []},
    ]


def test_a_structure_lists_headings_sections_and_sizes():
    assert structure(PAGE) == {
        "headings": [
            {"id": "id1", "text": "History", "level": 2, "position": 1},
            {"id": "id2", "text": "Old ages", "level": 3, "position": 2},
            {"id": "id3", "text": "Arts", "level": 2, "position": 3},
        ],
        "sections": [
            {"title": "Introduction", "level": 1, "content_preview": "Capital city."},
            {"title": "History", "level": 2, "content_preview": ""},
            {"title": "Old ages", "level": 3, "content_preview": "x y"},
            {"title": "Arts", "level": 2, "content_preview": "z"},
        ],
        "word_count": 5,
        "character_count": 17,
    }


def test_an_empty_lead_is_no_section():
    assert structure(page(section(0, "", "")))["sections"] == []


def test_a_preview_is_one_line_cut_between_words():
    assert shorten("word " * 100) == ("word " * 60).rstrip() + "…"
    assert shorten("word " * 100, 12) == "word word…"


def test_a_text_that_fits_is_not_cut():
    assert shorten("a\n b", 3) == "a b"
    assert shorten("a" + " " * 5000 + "b", 10) == "a b"
    assert shorten("a" + " " * 5000 + "bbbbbbbbbbbb", 10) == "a bbbbbbb…"


def test_a_word_longer_than_the_line_is_cut_between_characters():
    assert shorten("e\u0301" * 10, 6) == "e\u0301e\u0301…"
    assert shorten("東京都庁舎前駅", 5) == "東京都庁…"
