from __future__ import annotations

import pytest

from bookwheel.document.model import (
    EMPTY,
    Block,
    Citation,
    Code,
    Document,
    Emphasis,
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
    ReferenceList,
    Section,
    Strong,
    Table,
)
from bookwheel.render.markdown import render_blocks, render_markdown, render_page
from bookwheel.render.nesting import MAX_NESTING
from bookwheel.render.options import COMPACT, FULL, RenderOptions


def p(text: str) -> Paragraph:
    return Paragraph(Inline(text))


def item(text: str, *blocks: Block, role: str = "item") -> ListItem:
    return ListItem(Inline(text), blocks, role)  # pyright: ignore[reportArgumentType]


def bullets(*items: ListItem) -> ListBlock:
    return ListBlock("bullet", items)


def table(rows: int, columns: int = 2, caption: str = "Cities") -> Table:
    header = tuple(Inline(f"H{number}") for number in range(columns))
    body = tuple(tuple(Inline(f"{row}.{number}") for number in range(columns)) for row in range(rows))
    return Table(Inline(caption), header, body)


def page(*sections: Section, title: str = "Berlin") -> Document:
    return Document(title, sections, (), (), None, False, (), Citation(title, "archive"))


def section(
    index: int, title: str, *blocks: Block, level: int = 2, subsections: tuple[Section, ...] = ()
) -> Section:
    return Section(index, str(index), f"s{index}", level, Inline(title), blocks, subsections)


def render(*blocks: Block, options: RenderOptions = FULL) -> str:
    return render_blocks(blocks, options)


def test_a_page_is_its_title_lead_and_sections_with_one_blank_line_between_blocks():
    lead = Section(0, "", "", 1, EMPTY, (p("Capital."), p("Big.")))
    history = section(
        1, "History", p("Old."), subsections=(section(2, "Middle Ages", p("Founded."), level=3),)
    )
    assert render_markdown(page(lead, history)) == (
        "# Berlin\n\nCapital.\n\nBig.\n\n## History\n\nOld.\n\n### Middle Ages\n\nFounded."
    )


def test_a_heading_without_text_below_keeps_its_line():
    assert render_markdown(page(section(1, "Notes"), section(2, "Links"), title="")) == "## Notes\n\n## Links"


def test_a_heading_is_one_line_and_its_number_signs_are_text():
    assert render_markdown(page(section(1, "C\n#"), title="A*b*\nc")) == "# A\\*b\\* c\n\n## C \\#"


def test_levels_beyond_six_are_six():
    assert render_markdown(page(section(1, "Deep", level=9), title="")) == "###### Deep"


def test_a_section_comes_without_its_own_heading():
    history = section(1, "History", p("Old."), subsections=(section(2, "Ages", p("Founded."), level=3),))
    text, spans = render_page(page(history))
    start, own_end, end = spans[1]
    assert (text[start:own_end], text[start:end]) == ("Old.", "Old.\n\n### Ages\n\nFounded.")


def test_lists_nest_by_the_width_of_their_marker():
    nested = ListBlock("ordered", (item("first", bullets(item("deep"))), item("second")), (3, 4))
    assert render(bullets(item("a", nested), item("b"))) == "- a\n  3. first\n     - deep\n  4. second\n- b"


def test_other_blocks_inside_an_item_stand_apart_and_are_indented():
    code = Code("x\n\n  y", "c")
    assert render(bullets(item("a", code, p("more")))) == "- a\n\n  ```c\n  x\n\n    y\n  ```\n\n  more"


def test_an_item_may_start_with_a_block():
    assert render(bullets(item("", Code("x", "")))) == "- ```\n  x\n  ```"


def test_an_empty_item_is_dropped():
    assert render(bullets(item(""), item("a"))) == "- a"
    assert render(bullets(item(" "))) == ""


def test_an_items_text_starts_no_block():
    assert render(bullets(item("# a\n1. b"))) == "- \\# a\n  1\\. b"


def test_numbers_that_markdown_cannot_count_are_text():
    items = (item("a"), item("b"), item("c"))
    assert render(ListBlock("ordered", items, (0, -1))) == "0. a\n- (-1) b\n3. c"
    code = ListBlock("ordered", (item("", Code("x", "")),), (-1,))
    assert render(code) == "- (-1)\n\n  ```\n  x\n  ```"


def test_definitions_stand_inside_their_term():
    block = ListBlock(
        "definition",
        (
            item("first", role="definition"),
            item("Term", role="term"),
            item("meaning", bullets(item("x")), role="definition"),
            item("", role="definition"),
        ),
    )
    assert render(block) == "- first\n- Term\n  - meaning\n    - x"


def test_text_indented_further_is_a_reply_and_inside_an_item_a_paragraph():
    reply = ListBlock("definition", (item("two", role="definition"), item("three", role="definition")))
    thread = ListBlock("definition", (item("one", reply, role="definition"),))
    assert render_blocks((thread,)) == "one\n- two\n- three"
    assert render_blocks((ListBlock("bullet", (item("x", reply),)),)) == "- x\n\n  two\n\n  three"


def test_definitions_without_terms_are_paragraphs():
    block = ListBlock("definition", (item("one", role="definition"), item("two", role="definition")))
    assert render(block) == "one\n\ntwo"


def test_a_quote_is_marked_on_every_line():
    assert render(Quote((p("a\nb"), p("c")))) == "> a\n> b\n>\n> c"
    assert render(Quote(())) == ""


def test_nests_without_end_become_plain_lines():
    block: Block = Quote(
        (
            p("deep *"),
            bullets(item("item", p("inner"))),
            table(1),
            Infobox(Inline("Box"), (InfoboxRow(Inline("k"), Inline("v")),)),
            Code("code", ""),
            MathBlock("x"),
            Figure(Inline("caption"), "", ""),
            Hatnote(Inline("hat")),
            ReferenceList("", ("k",)),
        )
    )
    for _ in range(5000):
        block = Quote((block,))
    lines = render(block).split("\n")
    prefix = "> " * MAX_NESTING
    plain = [
        "deep \\*",
        "item",
        "inner",
        "Cities",
        "H0; H1",
        "0.0; 0.1",
        "Box",
        "k: v",
        "code",
        "x",
        "caption",
        "hat",
    ]
    assert lines == [prefix + line for line in plain]
    block = bullets(item("deep"))
    for _ in range(5000):
        block = bullets(item("", block))
    assert render(block) == "- " * MAX_NESTING + "deep"


def test_a_table_has_its_caption_above_and_as_many_cells_in_each_row():
    ragged = Table(
        Inline("Caption"),
        (Inline("a"), Inline("b|c")),
        ((Inline("1"),), (Inline("1"), Inline("2\n3"), Inline("4"))),
    )
    assert render(ragged) == "Caption\n\n| a | b\\|c |\n| --- | --- |\n| 1 |  |\n| 1 | 2 3 |"


def test_an_empty_table_is_nothing():
    assert render(Table(EMPTY, (EMPTY,), ())) == ""
    assert render(Table(EMPTY, (Inline("a"),), ())) == "| a |\n| --- |"


def test_a_compact_table_above_the_limit_of_rows_tells_its_number_size_and_columns():
    assert render(table(8), options=COMPACT).count("\n") == 11
    assert render(table(2), table(9), options=COMPACT).endswith(
        "\n\n[Table 2 “Cities”: 9 rows x 2 columns (H0 / H1); read it whole with compact=false]"
    )


def test_a_compact_table_above_the_limit_of_characters_is_one_line():
    wide = Table(EMPTY, tuple(Inline("column " * 10) for _ in range(4)), ((Inline("x" * 600),) * 4,))
    rendered = render(wide, options=COMPACT)
    assert rendered.startswith("[Table 1: 1 rows x 4 columns (column column")
    assert rendered.endswith("/ …); read it whole with compact=false]")
    assert len(rendered) < 300
    wide = Table(EMPTY, (Inline("x" * 300),), ((Inline("x" * 600),),))
    assert render(wide, options=COMPACT) == "[Table 1: 1 rows x 1 columns; read it whole with compact=false]"


def test_tables_are_numbered_over_the_whole_page_those_inside_other_blocks_too():
    first = section(1, "One", table(1), bullets(item("x", table(1))), Quote((table(1),)))
    inner = section(3, "Inner", table(9), level=3)
    second = section(2, "Two", p("x"), table(9), subsections=(inner,))
    whole = render_markdown(page(Section(0, "", "", 1, EMPTY, (table(1),)), first, second), COMPACT)
    assert "[Table 5 " in whole
    assert "[Table 6 " in whole


def test_an_infobox_is_a_table_of_two_columns():
    box = Infobox(
        Inline("Berlin|x"),
        (
            InfoboxRow(EMPTY, Inline("Capital")),
            InfoboxRow(Inline("Area|s", (Strong(0, 6),)), EMPTY),
            InfoboxRow(Inline("Land:", (Link(0, 4, "internal", "Land", "Land"),)), Inline("891|km\nflat")),
            InfoboxRow(EMPTY, EMPTY),
        ),
    )
    assert render(box) == (
        "| Berlin\\|x |  |\n| --- | --- |\n| Capital |  |\n| **Area\\|s** |  |\n| [Land](Land) | 891\\|km; flat |"
    )
    assert render(Infobox(EMPTY, ())) == ""


def test_a_compact_infobox_is_lines_of_key_and_value():
    box = Infobox(
        Inline("Berlin"),
        (
            InfoboxRow(EMPTY, Inline("# Capital")),
            InfoboxRow(Inline("Area", (Strong(0, 4),)), EMPTY),
            InfoboxRow(Inline("Mayors:"), Inline("A\nB", (Emphasis(0, 1),))),
            InfoboxRow(EMPTY, EMPTY),
        ),
    )
    assert render(box, options=COMPACT) == "**Berlin**\n\\# Capital\n**Area**\n**Mayors:** *A*; B"
    assert render(Infobox(EMPTY, (InfoboxRow(Inline("a"), Inline("b")),)), options=COMPACT) == "**a:** b"


def test_two_sides_of_a_box_stand_side_by_side():
    rows = [InfoboxRow(EMPTY, Inline(text)) for text in ("Source | Rating", "a | b | c", "alone")]
    assert render(Infobox(Inline("Box"), tuple(rows))).splitlines()[2:] == [
        "| Source | Rating |",
        "| a \\| b \\| c |  |",
        "| alone |  |",
    ]


@pytest.mark.parametrize(
    ("figure", "full", "compact"),
    [
        (
            Figure(Inline("A *gate*"), "alt", "I/gate.png"),
            "Image `I/gate.png`: A \\*gate\\*",
            "Image: A \\*gate\\*",
        ),
        (Figure(EMPTY, "The <gate>", "I/g.png"), "Image `I/g.png` (alternative text: The \\<gate>)", ""),
        (Figure(EMPTY, "", "I/g.ogg", "audio"), "Audio `I/g.ogg`", ""),
        (Figure(EMPTY, "", "", "map"), "", ""),
        (Figure(Inline("Film"), "", "", "video"), "Video: Film", "Video: Film"),
        (Figure(Inline("x"), "", "data:image/png;base64,AAAA"), "Image: x", "Image: x"),
        (Figure(Inline("x"), "", "I/" + "a" * 600), "Image: x", "Image: x"),
    ],
)
def test_a_figure_is_its_caption_and_path_never_an_image(figure: Figure, full: str, compact: str):
    assert render(figure) == full
    assert render(figure, options=COMPACT) == compact
    assert render(figure, options=RenderOptions(figures=False)) == ""


def test_code_formulas_and_hatnotes():
    assert render(Code("a\n\tb", "py")) == "```py\na\n\tb\n```"
    assert render(MathBlock("a\n=b")) == "$$a =b$$"
    assert render(MathBlock(" ")) == ""
    assert render(Hatnote(Inline("For the film, see X."))) == "For the film, see X."


def test_note_marks_are_left_out_on_request():
    noted = Paragraph(Inline("Fact.", (NoteMark(5, 5, "k", "1"),)))
    assert render(noted) == "Fact.[1]"
    assert render(noted, options=RenderOptions(references=False)) == "Fact."


def test_blocks_without_text_leave_no_gap():
    assert render(p("a"), p(" "), Hatnote(EMPTY), p("b")) == "a\n\nb"
