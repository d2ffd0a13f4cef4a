from __future__ import annotations

import pytest

from bookwheel.document.model import (
    EMPTY,
    Block,
    Citation,
    Document,
    Figure,
    Hatnote,
    Inline,
    Link,
    ListBlock,
    NoteMark,
    Paragraph,
    Reference,
    ReferenceList,
    Section,
)
from bookwheel.render.markdown import render_blocks, render_markdown
from bookwheel.render.options import COMPACT
from bookwheel.render.references import is_reference_section
from bookwheel.render.text import full_text, section_text

URL = "https://e.org/a_b"
NOTES = (
    Reference("n1", "1", "", Inline("Smith: *Title*.\np. 3", (Link(0, 5, "external", URL, URL),)), (URL,)),
    Reference("n2", "note 2", "note", Inline("1. A remark")),
    Reference("n3", "3", "", Inline(f"See {URL}"), (URL,), "10.1/x"),
    Reference("n4", "", "", Inline("Bare 10.1/y"), (), "10.1/y"),
    Reference("n5", "5", "", Inline(f"At {URL}."), (URL, "https://other.org")),
)
LIST = ReferenceList("", ("n1", "n2", "n3", "n4", "n5", "unknown"))
FACT = Paragraph(Inline("Fact.", (NoteMark(5, 5, "n1", "1"),)))


def section(index: int, title: str, *blocks: Block) -> Section:
    return Section(index, str(index), f"s{index}", 2, Inline(title), blocks)


PAGE = Document(
    "Page",
    (
        Section(0, "", "", 1, EMPTY, (FACT,)),
        section(1, "Text", Paragraph(Inline("x" * 300)), LIST),
        section(2, "References", Hatnote(Inline("Hat.")), Paragraph(Inline("Notes:")), LIST),
    ),
    NOTES,
    (),
    None,
    False,
    (),
    Citation("Page", "archive"),
)


def test_a_markdown_page_holds_note_marks_and_their_list():
    assert render_markdown(PAGE).endswith(
        "## References\n\nHat.\n\nNotes:\n\n"
        f"1. [Smith]({URL}): \\*Title\\*. p. 3\n- [note 2] 1\\. A remark\n3. See https://e.org/a_b\n- Bare 10.1/y\n"
        f"5. At {URL}."
    )
    assert "Fact.[1]" in render_markdown(PAGE)


def test_a_compact_page_keeps_only_the_sections_that_are_lists_of_references():
    compact = render_markdown(PAGE, COMPACT)
    assert "Fact.\n" in compact
    assert compact.count("A remark") == 1
    assert compact.endswith(
        f"1. Smith: \\*Title\\*. p. 3 `{URL}`\n- [note 2] 1\\. A remark\n3. See https://e.org/a_b `doi:10.1/x`\n"
        f"- Bare 10.1/y\n5. At {URL}."
    )


def test_a_full_text_has_no_references_and_keeps_the_heading():
    assert full_text(PAGE).endswith("== References ==\n\nHat.\n\nNotes:")


def test_a_requested_list_of_references_is_numbered_lines_of_text():
    assert section_text(PAGE, PAGE.sections[2]) == (
        "== References ==\n\nHat.\n\nNotes:\n\n"
        f"1. Smith: *Title*. p. 3 {URL}\n- [note 2] 1. A remark\n3. See {URL} doi:10.1/x\n- Bare 10.1/y\n5. At {URL}."
    )


def test_references_at_the_end_of_other_text_are_left_out_of_its_read():
    assert section_text(PAGE, PAGE.sections[1]) == "== Text ==\n\n" + "x" * 300


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ((LIST,), True),
        ((Hatnote(EMPTY), Figure(EMPTY, "", ""), Paragraph(Inline("x")), LIST), True),
        ((Paragraph(Inline("x" * 300)), LIST), False),
        ((ListBlock("bullet", ()), LIST), False),
        ((Paragraph(Inline("x")),), False),
        ((), False),
    ],
)
def test_a_section_of_references_is_told_from_others(blocks: tuple[Block, ...], *, expected: bool):
    assert is_reference_section(section(1, "x", *blocks)) is expected


def test_a_list_without_its_page_is_nothing():
    assert render_blocks([LIST, FACT]) == "Fact.[1]"
