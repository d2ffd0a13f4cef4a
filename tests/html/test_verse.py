"""Poems keep their lines and stanzas, however these are marked."""

from __future__ import annotations

import pytest
from html_reading import blocks

from bookwheel.document.model import Inline, Paragraph


@pytest.mark.parametrize(
    ("inside", "stanzas"),
    [
        ("<p>a<br>b</p><p>c</p>", ["a\nb", "c"]),
        ("a<br>b<br><br>c", ["a\nb", "c"]),
        (
            (
                '<p class="title">TITLE</p><div class="stanza"><span>a<br></span><span>b</span></div><div class="stanza">'
                "<span>c<br></span><span>d</span></div>"
            ),
            ["TITLE", "a\nb", "c\nd"],
        ),
        ("<div><div>a</div><div>b</div></div><div><div>c</div><div>d</div></div>", ["a\nb", "c\nd"]),
        ("<div>a</div><div>b</div>", ["a\nb"]),
        ("<p>a<br>b</p><dl><dd>c</dd><dd>d</dd></dl>", ["a\nb", "c\nd"]),
        ("<div><div><p>a</p><p>b</p></div></div>", ["a", "b"]),
        ("loose <i>line</i><p>a</p>tail", ["loose line", "a", "tail"]),
        ("<h3>Title</h3><div>a</div>", ["Title", "a"]),
        ('<p>a</p><p style="display:none">SECRET</p><div class="navbox">junk</div>', ["a"]),
    ],
)
def test_a_poem_is_read_whole_in_stanzas(inside: str, stanzas: list[str]):
    found = blocks(f'<div class="poem">{inside}</div>')
    assert [block.content.text for block in found if isinstance(block, Paragraph)] == stanzas
    assert len(found) == len(stanzas)


def test_the_verses_of_a_printed_book_are_lines_of_their_stanza():
    verse = '<div class="verse indent{0}">line {0}</div>'.format
    html = f'<div class="poetry"><div class="stanza">{verse(0)}{verse(2)}</div><div class="stanza">{verse(4)}</div></div>'
    assert blocks(html) == [Paragraph(Inline("line 0\nline 2")), Paragraph(Inline("line 4"))]
