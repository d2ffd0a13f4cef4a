from __future__ import annotations

import pytest

from bookwheel.document.model import (
    EMPTY,
    Block,
    Citation,
    Code,
    Document,
    Figure,
    Hatnote,
    Infobox,
    InfoboxRow,
    Inline,
    Link,
    ListBlock,
    ListItem,
    MathBlock,
    NoteMark,
    Paragraph,
    Quote,
    Reference,
    ReferenceList,
    Section,
    Table,
)
from bookwheel.document.outline import walk
from bookwheel.render.nesting import MAX_NESTING
from bookwheel.render.text import full_text, outline, plain_blocks, section_text


def p(text: str) -> Paragraph:
    return Paragraph(Inline(text))


def item(text: str, *blocks: Block, role: str = "item") -> ListItem:
    return ListItem(Inline(text), blocks, role)  # pyright: ignore[reportArgumentType]


def page(*sections: Section) -> Document:
    return Document("Berlin", sections, (), (), None, False, (), Citation("Berlin", "live"))


def lead(*blocks: Block) -> Section:
    return Section(0, "", "", 1, EMPTY, blocks)


def section(
    index: int, title: str, *blocks: Block, level: int = 2, subsections: tuple[Section, ...] = ()
) -> Section:
    return Section(index, str(index), f"s{index}", level, Inline(title), blocks, subsections)


TABLE = Table(Inline("Cities"), (Inline("a"), Inline("b|c")), ((Inline("1\n2"), Inline("3")),))
BOX = Infobox(
    Inline("Berlin"),
    (
        InfoboxRow(Inline("Land:"), Inline("A\nB")),
        InfoboxRow(EMPTY, Inline("wide")),
        InfoboxRow(Inline("Group"), EMPTY),
        InfoboxRow(EMPTY, EMPTY),
    ),
)


def test_a_full_read_marks_headings_by_level_and_leaves_tables_and_infoboxes_out():
    document = page(
        lead(BOX, p("Capital.")),
        section(1, "History", TABLE, subsections=(section(2, "Ages", p("Old."), level=3),)),
        section(3, "Notes"),
    )
    assert full_text(document) == "Capital.\n\n== History ==\n\n=== Ages ===\n\nOld.\n\n== Notes =="


def test_a_section_read_holds_its_heading_subsections_tables_and_infoboxes():
    history = section(1, "History", BOX, TABLE, subsections=(section(2, "Ages", p("Old."), level=3),))
    assert section_text(page(history), history) == (
        "== History ==\n\nBerlin\nLand: A; B\nwide\nGroup\n\n"
        "Cities\n| a | b\\|c |\n| --- | --- |\n| 1 2 | 3 |\n\n=== Ages ===\n\nOld."
    )


def test_the_lead_has_no_heading():
    first = lead(p("Capital."))
    assert section_text(page(first), first) == "Capital."


@pytest.mark.parametrize(("bytes_each", "is_omitted"), [(39_000, False), (41_000, True), (20_500, True)])
def test_a_table_above_forty_thousand_bytes_becomes_its_number_of_rows(bytes_each: int, *, is_omitted: bool):
    text = "é" * (bytes_each // 2) if bytes_each != 20_500 else "é" * 20_500
    big = Table(Inline("Big"), (Inline("h"),), ((Inline(text),), (Inline("x"),)))
    whole = section(1, "List", big)
    rendered = section_text(page(whole), whole)
    assert rendered.endswith("Big\n[table omitted: 2 rows]") is is_omitted
    assert rendered.endswith("| x |") is not is_omitted


def test_an_empty_table_is_nothing():
    only = section(1, "List", Table(EMPTY, (EMPTY,), ()), Table(EMPTY, (Inline("a"),), ()))
    assert section_text(page(only), only) == "== List ==\n\n| a |\n| --- |"


def test_text_is_what_a_reader_sees_without_any_markup():
    content = Inline("10²³ *stars* [1] H₂O", (Link(0, 4, "internal", "x", "x"), NoteMark(4, 4, "k", "1")))
    assert plain_blocks((Paragraph(content),)) == "10²³ *stars* [1] H₂O"


def test_line_breaks_stay_one_empty_line_at_most_and_no_line_ends_in_a_blank():
    assert plain_blocks((p(" a \n\n\n b\nc \n"),)) == "a\n\n b\nc"


def test_a_line_of_text_passes_for_no_code_fence_and_no_row():
    assert plain_blocks((p("```\nx | y\n| z |\n- ```"),)) == "\\```\nx | y\n\\| z |\n- \\```"
    only = section(1, "Facts", Infobox(Inline("| x |"), ()))
    assert section_text(page(only), only) == "== Facts ==\n\n\\| x |"


def test_lists_nest_by_two_spaces():
    nested = ListBlock("ordered", (item("one", ListBlock("bullet", (item("deep"),))), item("two")), (3,))
    block = ListBlock("bullet", (item("a\nb", nested), item(""), item("c")))
    assert plain_blocks((block,)) == "- a\n  b\n  3. one\n    - deep\n  2. two\n- c"


def test_text_indented_further_is_indented_as_a_reply():
    second = ListBlock("definition", (item("three", role="definition"),))
    first = ListBlock("definition", (item("two", second, role="definition"),))
    thread = ListBlock("definition", (item("one", first, role="definition"),))
    assert plain_blocks((thread,)) == "one\n  two\n    three"


def test_terms_and_definitions_are_lines():
    block = ListBlock(
        "definition",
        (
            item("Term", role="term"),
            item("one", Code("x\n y", ""), role="definition"),
            item("b", role="term"),
        ),
    )
    assert plain_blocks((block,)) == "Term\n  one\n  ```\n  x\n   y\n  ```\nb"
    block = ListBlock("definition", (item("one", role="definition"), item("two", role="definition")))
    assert plain_blocks((block,)) == "one\ntwo"


def test_code_formulas_quotes_and_hatnotes_stay_and_figures_go():
    blocks = (
        Hatnote(Inline("See X.")),
        Code("a\n\n\tb", "py"),
        MathBlock("x\n= 1"),
        Quote((p("q"), p("r"))),
        Quote(()),
        Figure(Inline("caption"), "alt", "I/x.png"),
    )
    assert plain_blocks(blocks) == "See X.\n\n```py\na\n\n\tb\n```\n\nx = 1\n\n> q\n>\n> r"


def test_nests_without_end_become_plain_lines():
    quote: Block = Quote((p("deep"),))
    bullets = ListBlock("bullet", (item("deep"),))
    for _ in range(5000):
        quote, bullets = Quote((quote,)), ListBlock("bullet", (item("", bullets),))
    assert plain_blocks((quote,)) == "> " * MAX_NESTING + "deep"
    assert plain_blocks((bullets,)) == "- " * MAX_NESTING + "deep"


def test_an_outline_tells_the_size_of_each_sections_read():
    document = page(
        lead(BOX, p("Capital.")),
        section(1, "Geschichte – früh", TABLE, subsections=(section(2, "Ages", p("Old."), level=3),)),
        section(3, ""),
    )
    sizes = {part.index: len(section_text(document, part).encode()) for part in walk(document.sections)}
    assert outline(document) == (
        f"Introduction ({sizes[0]} bytes, section_index 0)\n"
        f"Geschichte – früh ({sizes[1]} bytes, section_index 1)\n"
        f"  Ages ({sizes[2]} bytes, section_index 2)\n"
        f"Section 3 ({sizes[3]} bytes, section_index 3)"
    )


def test_an_outline_of_an_empty_lead_says_zero():
    assert outline(page(lead())) == "Introduction (0 bytes, section_index 0)"


def test_references_stand_where_the_page_lists_them():
    note = Reference("n", "1", "", Inline("Smith, p. 5"))
    section = Section(1, "1", "r", 2, Inline("References"), (ReferenceList("", ("n",)), p("More on it")))
    document = page(lead(), section)._replace(references=(note,))
    assert section_text(document, section).split("\n\n")[1:] == ["1. Smith, p. 5", "More on it"]
