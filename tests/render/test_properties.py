"""What holds for every document, however hostile."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.document.model import (
    CodeSpan,
    Document,
    Emphasis,
    Inline,
    Link,
    Math,
    NoteMark,
    Paragraph,
    Strong,
    Struck,
)
from bookwheel.document.outline import walk
from bookwheel.render.blocks import BlockWriter
from bookwheel.render.budget import piece
from bookwheel.render.inlines import cell_markdown
from bookwheel.render.markdown import render_blocks, render_markdown, render_page
from bookwheel.render.options import COMPACT, FULL, RenderOptions
from bookwheel.render.outline import contents, structure
from bookwheel.render.summary import summary
from bookwheel.render.text import full_text, outline, section_text
from render.strategies import blocks, documents, inlines, paragraphs, tables, texts

OPTIONS = (FULL, COMPACT, RenderOptions(figures=False), RenderOptions(compact=True, max_table_rows=1))
CHOICES = settings(derandomize=True, deadline=None, max_examples=60)
FENCE = re.compile(r"(?:[ >]|(?:-|\d{1,9}\.) )*(`{3,})([^`]*)")


def lines_outside_code(rendered: str) -> list[str]:
    """Return the lines outside of code fences; fails when one stays open."""
    lines: list[str] = []
    opened = 0
    for line in rendered.split("\n"):
        match = FENCE.fullmatch(line)
        if opened:
            opened = 0 if match and len(match[1]) >= opened and not match[2].strip() else opened
        elif match:
            opened = len(match[1])
        else:
            lines.append(line)
    assert not opened, rendered
    return lines


@CHOICES
@given(documents())
def test_every_document_renders_with_closed_fences_and_trimmed_lines(document: Document):
    renderings = [render_markdown(document, options) for options in OPTIONS]
    renderings += [
        full_text(document),
        *(section_text(document, section) for section in walk(document.sections)),
    ]
    for rendered in renderings:
        outside = lines_outside_code(rendered)
        assert [line for line in outside if line != line.rstrip()] == []
        assert rendered == rendered.strip("\n")
    assert outline(document).count("\n") + 1 == len(list(walk(document.sections)))
    assert len(contents(document)) == len(document.sections) - 1
    assert len(structure(document)["headings"]) == len(list(walk(document.sections))) - 1
    summary(document, 10)


@CHOICES
@given(documents(), st.sampled_from(OPTIONS))
def test_headings_and_the_stretches_of_all_sections_are_the_page(document: Document, options: RenderOptions):
    text, spans = render_page(document, options)
    assert text == render_markdown(document, options)
    parts = [render_markdown(document._replace(sections=()), options)]
    for section in walk(document.sections):
        start, own_end, end = spans[section.index]
        heading = BlockWriter(options, {}).heading(section) if section.index else ""
        parts += [heading, text[start:own_end]]
        last = max(spans[part.index].own_end for part in walk((section,)))
        assert end == last or (start == own_end == end and not section.subsections)
    assert text == "\n\n".join([part for part in parts if part])


@CHOICES
@given(tables(), st.sampled_from(OPTIONS))
def test_every_table_is_rectangular(table, options: RenderOptions):
    rendered = render_blocks([table._replace(caption=Inline(""))], options)
    if rendered.startswith("|"):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in rendered.split("\n")}
        assert widths == {len(table.header) + 1}


@CHOICES
@given(inlines())
def test_a_cell_has_no_bare_pipe_and_no_line_break(content: Inline):
    rendered = cell_markdown(content, FULL)
    assert re.search(r"(?<!\\)\||\n", rendered) is None


@CHOICES
@given(documents(), st.integers(1, 60), st.data())
def test_pieces_from_any_offset_put_together_are_the_rest(
    document: Document, max_chars: int, data: st.DataObject
):
    text = render_markdown(document)
    offset = data.draw(st.integers(0, len(text) + 2))
    place: int | None = offset
    joined = ""
    while place is not None:
        part = piece(text, place, max_chars)
        assert len(part.text) <= max_chars
        assert part.total_chars == len(text)
        assert part.past_end is (0 < len(text) <= offset)
        assert part.next_offset is None or part.next_offset > place
        joined += part.text
        place = part.next_offset
    assert joined == text[offset:]


# What a CommonMark parser with tables and strikethrough makes of the renderings.


def parse(rendered: str):
    markdown_it = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
    return markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(rendered)


def shown(tokens) -> str:
    """Return the text that a reader of the inline tokens sees."""
    return "".join("\n" if token.type in BREAKS else token.content for token in tokens if token.type in SHOWN)


BREAKS = ("softbreak", "hardbreak")
SHOWN = ("text", "code_inline", *BREAKS)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(texts.map(lambda text: text.replace("\n", " ")))
def test_plain_text_is_one_paragraph_that_reads_the_same(text: str):
    tokens = parse(render_blocks([Paragraph(Inline(text))]))
    if text.strip():
        assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
        assert {token.type for token in tokens[1].children} <= {"text"}
        assert shown(tokens[1].children).split() == text.split()
    else:
        assert tokens == []


@settings(derandomize=True, deadline=None, max_examples=200)
@given(texts)
def test_lines_stay_paragraphs_that_read_the_same(text: str):
    tokens = parse(render_blocks([Paragraph(Inline(text))]))
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    inner = [shown(token.children) for token in tokens if token.type == "inline"]
    assert "\n".join(inner).split() == text.split()


@settings(derandomize=True, deadline=None, max_examples=300)
@given(inlines())
def test_marks_become_at_most_themselves(content: Inline):
    tokens = parse(render_blocks([Paragraph(content)]))
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    children = [child for token in tokens for child in token.children or ()]
    types = [child.type for child in children]
    assert not {"html_inline", "image"} & set(types)
    if any(isinstance(mark, Math) for mark in content.marks):
        return  # without knowledge of formulas a parser may see emphasis in them
    for kind, name in (
        (Link, "link_open"),
        (Strong, "strong_open"),
        (Emphasis, "em_open"),
        (Struck, "s_open"),
        (CodeSpan, "code_inline"),
    ):
        assert types.count(name) <= sum(isinstance(mark, kind) for mark in content.marks)
    if not any(isinstance(mark, NoteMark) for mark in content.marks):
        assert "".join(shown(children).split()) == "".join(content.text.split())


@CHOICES
@given(documents(), st.sampled_from(OPTIONS))
def test_no_document_brings_a_tag_an_image_or_a_heading_of_its_own(
    document: Document, options: RenderOptions
):
    tokens = parse(render_markdown(document, options))
    types = [token.type for token in tokens]
    types += [child.type for token in tokens for child in token.children or ()]
    assert not {"html_inline", "html_block", "image", "hr"} & set(types)
    headings = len(list(walk(document.sections))) - 1 + bool(document.title.strip())
    assert types.count("heading_open") == headings


@CHOICES
@given(documents(paragraphs))
def test_paragraphs_alone_never_become_blocks_of_another_kind(document: Document):
    untitled = document._replace(title="", sections=document.sections[:1])
    rendered = render_markdown(untitled, replace(FULL, references=False))
    outside = lines_outside_code(rendered)
    assert outside == rendered.split("\n")
    assert not [
        line
        for line in outside
        if re.match(r"\s*(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d+[.)](?:\s|$)|\|)", line)
    ]


@CHOICES
@given(blocks)
def test_every_block_renders_by_itself(block):
    assert render_blocks([block], FULL) == render_blocks([block], FULL)
