"""Any bytes: nothing raises, no markup leaks, marks stay inside their text."""

from __future__ import annotations

import pytest
from html_reading import SHARED, page, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.document.model import Paragraph, Table
from bookwheel.document.outline import walk
from bookwheel.html import parse, parse_lead, redirect_target

PIECES = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<span",
        "class='reference'>",
        "</span>",
        "<table",
        "class='wikitable'>",
        "<table>",
        "</table>",
        "<tr>",
        "<td",
        "rowspan=2>",
        "<td",
        "colspan=3>",
        "<th>",
        "<ul>",
        "<ol",
        "start=3>",
        "<li>",
        "</li>",
        "<dl>",
        "<dt>",
        "<dd>",
        "<h2>",
        "</h2>",
        "<h1>",
        "<h4",
        "id=x>",
        "<sup>",
        "</sup>",
        "<sub>",
        "<b>",
        "<i>",
        "</b>",
        "<a",
        "href='/wiki/X'>",
        "<a>",
        "</a>",
        "<br>",
        "<img>",
        "<math>",
        "<mi>",
        "</math>",
        "<pre>",
        "</pre>",
        "<code>",
        "<blockquote>",
        "<section>",
        "</section>",
        "<figure>",
        "<figcaption>",
        "<ol",
        "class='references'>",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<div",
        "class='infobox'>",
        "<table",
        "class='infobox'>",
        "<div",
        "class='poem'>",
        "<ul",
        "class='gallery'>",
        "<div",
        "class='thumb'>",
        "<svg>",
        "<template>",
        "<noscript>",
        "&amp;",
        "&#0;",
        "&#x200b;",
        "\x00",
        "\ufeff",
        "<span",
        "style='display:none'>",
        "<div",
        "id='coordinates'>",
        "<span",
        "class='geo'>",
        "1;2",
        "text",
        "[1]",
        "\u202e",
        "<frameset>",
        "<body>",
        "<html>",
    ]
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_no_soup_of_tags_raises_or_leaks_markup(html: str):
    document = parse(page(html))
    for text in texts(document):
        assert "<td" not in text
        assert not set(text) & set("\0\1\2\3\u200b\u202e\ufeff")
    for section in walk(document.sections):
        assert section.title.text == section.title.text.strip()
    parse_lead(page(html))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.binary(max_size=300))
def test_no_bytes_raise(raw: bytes):
    parse(page(raw))
    parse_lead(page(raw))
    redirect_target(raw)


@pytest.mark.real("data/html")
@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.data())
def test_mutated_real_pages_never_raise(data: st.DataObject):
    files = sorted((SHARED / "html").glob("*.html"), key=lambda file: file.stat().st_size)[:24]
    raw = bytearray(data.draw(st.sampled_from(files)).read_bytes())
    start = data.draw(st.integers(0, max(len(raw) - 20_000, 0)))
    raw = raw[start : start + 20_000]
    for _ in range(data.draw(st.integers(0, 12))):
        position = data.draw(st.integers(0, len(raw)))
        raw[position : position + data.draw(st.integers(0, 60))] = data.draw(
            st.sampled_from([b"", b"<", b">", b"</td>", b"<table>", b'"', b"\xff", b"<ul>", b"</div>"])
        )
    parse(page(bytes(raw)))
    parse_lead(page(bytes(raw)))


def test_marks_lie_inside_their_text_in_order():
    html = (
        "<p> a <b> b <a href='/wiki/X'> c </a></b>\n<sup>Q<a href='/wiki/Y'>R</a></sup>  <i>d</i>&nbsp; </p>"
    )
    document = parse(page(html))
    for section in document.sections:
        for block in section.blocks:
            assert isinstance(block, Paragraph)
            content = block.content
            previous = (0, 0)
            for mark in content.marks:
                assert 0 <= mark.start <= mark.end <= len(content.text)
                assert (mark.start, -mark.end) >= previous
                previous = (mark.start, -mark.end)


@pytest.mark.parametrize(
    "html",
    [
        "<p><i><a href='/wiki/X'>a</a> b </i>\n</p>",
        "<p> <i> <a href='/wiki/X'>a</a> <b>b</b> </i> </p>",
        "<p><i>a<sup class='reference'><a href='#n'>[1]</a></sup> </i></p>",
        "<p>x\n\n<b><i>a  b</i> c </b></p>",
        "<table class='wikitable'><tr><td><i>a <a href='/wiki/X'>b</a><br></i></td></tr></table>",
    ],
)
def test_nested_marks_end_where_their_text_ends(html: str):
    block = parse(page(html)).sections[0].blocks[0]
    content = (
        block.header[0]
        if isinstance(block, Table)
        else block.content
        if isinstance(block, Paragraph)
        else None
    )
    assert content is not None
    assert content.marks
    assert all(0 <= mark.start <= mark.end <= len(content.text) for mark in content.marks)
