"""How blocks are told apart while a page is walked."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, only, read

from bookwheel.document.model import Code, Inline, Link, ListBlock, Paragraph, Quote


def whole(body: str) -> str:
    return f"<!doctype html><html><head><title>T</title></head><body><main>{body}</main></body></html>"


def paragraphs(html: str) -> list[str]:
    return [block.content.text for block in blocks(html) if isinstance(block, Paragraph)]


# -- code -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        '<pre class="line-numbers"><code class="language-js">let a;</code></pre>',
        '<pre class="line-numbers language-js"><code class="line-numbers language-js">let a;</code></pre>',
        '<pre class="linenos language-js">let a;</pre>',
        '<div class="line-numbers"><pre class="lineno language-js">let a;</pre></div>',
        '<div class="highlight"><pre><code class="language-js"><span class="lineno">1 </span>let a;</code></pre></div>',
        (
            '<figure class="highlight js"><table><tr><td class="gutter"><pre>1</pre></td><td class="code"><pre '
            'class="language-js">let a;</pre></td></tr></table></figure>'
        ),
        (
            '<div class="highlight"><pre class="language-js"><code><table class="rouge-table"><tr><td class="rouge-gutter gl">'
            '<pre class="lineno">1\n</pre></td><td class="rouge-code"><pre class="language-js">let a;</pre></td></tr></table>'
            "</code></pre></div>"
        ),
        (
            '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1</pre></div></td><td '
            'class="code"><div class="highlight"><pre data-lang="js">let a;</pre></div></td></tr></table>'
        ),
    ],
)
def test_code_that_asks_for_line_numbers_is_kept_without_them(html: str):
    assert blocks(whole(html)) == [Code("let a;", "js")]


def test_a_highlighted_box_of_prose_is_no_code():
    html = '<div class="highlight"><p>Note: see <a href="x">this</a></p><ul><li>one</li></ul></div>'
    note, items = blocks(whole(html))
    assert isinstance(note, Paragraph)
    assert [type(mark) for mark in note.content.marks] == [Link]
    assert isinstance(items, ListBlock)
    assert paragraphs(whole('<div class="highlight">only <b>text</b></div>')) == ["only text"]


def test_a_box_of_code_loses_neither_its_prose_nor_any_of_its_code():
    html = (
        '<div class="highlight"><p>Do <code>x</code>:</p><pre class="language-sh">ls</pre><pre>a</pre></div>'
    )
    assert blocks(whole(html))[1:] == [Code("ls", "sh"), Code("a", "")]
    assert paragraphs(whole(html)) == ["Do x:"]
    assert len(blocks(whole('<div class="codehilite"><pre>a</pre><pre>b</pre></div>'))) == 2


def test_a_box_of_the_wiki_s_own_code_is_code_whatever_it_holds():
    html = '<div class="mw-geshi"><div class="source-c"><ol><li>int x;</li><li>int y;</li></ol></div></div>'
    assert only(html, Code).text == "int x;\nint y;"


# -- quotes, sections, links ----------------------------------------------------------------------------------


def test_the_foot_of_a_quotation_names_its_source():
    html = "<blockquote><p>To be.</p><footer>— Shakespeare</footer></blockquote><footer>junk</footer>"
    quote = only(whole(html), Quote)
    assert quote.blocks == (Paragraph(Inline("To be.")), Paragraph(Inline("— Shakespeare")))
    assert "junk" not in all_text(whole(html))
    assert all_text(whole("<ul><li><p>one</p><footer>two</footer></li></ul>")).split() == ["one", "two"]


@pytest.mark.parametrize("name", ["footer", "toc", "catlinks"])
@pytest.mark.parametrize(
    "html",
    [
        '<h2 id="{}">A</h2><p>text</p>',
        '<section id="{}"><h2>A</h2><p>text</p></section>',
        '<div class="section" id="{}"><h2>A</h2><p>text</p></div>',
        '<h2>A</h2><ul><li id="{}">text</li></ul>',
        '<h2>A</h2><dl><dt id="{}">text</dt></dl>',
        '<h2>A</h2><pre id="{}">text</pre>',
    ],
)
def test_a_section_may_be_called_like_a_part_of_the_page(name: str, html: str):
    document = read(whole(html.format(name)))
    assert [section.title.text for section in document.sections] == ["", "A"]
    assert "text" in all_text(whole(html.format(name)))


def test_a_heading_called_disambiguation_makes_no_page_one():
    assert not read(whole('<p>x</p><h2 id="disambiguation">disambiguation</h2>')).is_disambiguation
    assert read('<p>x</p><div id="disambiguation">This is a page of choices.</div>').is_disambiguation


@pytest.mark.parametrize("name", ["footer", "toc", "catlinks"])
def test_parts_of_the_page_are_dropped_by_their_names(name: str):
    html = f'<div id="{name}"><h2>junk</h2><ul><li>junk</li></ul></div><p>text</p>'
    assert all_text(whole(html)) == "\ntext"


def test_a_link_around_blocks_keeps_its_target():
    item = only(whole('<ul><li><a href="x"><p>one</p></a></li></ul>'), ListBlock).items[0]
    assert item.content == Inline("one", (Link(0, 3, "internal", "x", "x"),))
    html = '<a href="x"><div>card of <b>much</b></div><p>more</p></a><p>after</p>'
    first, *others = [block.content for block in blocks(whole(html)) if isinstance(block, Paragraph)]
    assert first.marks[0] == Link(0, len("card of much"), "internal", "x", "x")
    assert [content.text for content in (first, *others)] == ["card of much", "more", "after"]
    assert not any(content.marks for content in others)


def test_a_link_around_a_heading_names_the_paragraph_below():
    document = read(whole('<p>x</p><a href="y"><h2>A</h2><p>text</p></a>'))
    assert document.sections[1].title.text == "A"
    assert document.sections[1].blocks == (Paragraph(Inline("text", (Link(0, 4, "internal", "y", "y"),))),)


def test_an_anchor_around_blocks_is_no_link():
    assert blocks(whole('<a name="x"><p>one</p></a>')) == [Paragraph(Inline("one"))]


def test_a_quotation_inside_a_quotation_stays_one_and_a_quote_box_is_no_level():
    html = "<p>a</p><blockquote><p>b</p></blockquote>"
    inner = Quote((Paragraph(Inline("b")),))
    assert only(f"<blockquote>{html}</blockquote>", Quote).blocks == (Paragraph(Inline("a")), inner)
    assert only(f'<div class="quotebox">{html}</div>', Quote).blocks == (
        Paragraph(Inline("a")),
        *inner.blocks,
    )


def test_a_cladogram_is_a_list_of_names_and_what_branches_off():
    row = '<tr><td class="clade-label"><p>{}</p></td><td rowspan=2 class="clade-leaf">{}</td></tr><tr><td class="clade-slabel"><span>&#8239;</span></td></tr>'
    inner = f"<table class=clade>{row.format('&#8239;', '<p><i>Felis</i></p>')}{row.format('P', '<p>Lynx</p>')}</table>"
    outer = only(f"<table class=clade>{row.format('Felidae', inner)}</table>", ListBlock)
    assert [item.content.text for item in outer.items] == ["Felidae"]
    (branches,) = outer.items[0].blocks
    assert isinstance(branches, ListBlock)
    assert [item.content.text for item in branches.items] == ["Felis", "P"]
    assert branches.items[1].blocks == (Paragraph(Inline("Lynx")),)


def test_a_quote_box_at_the_side_is_quoted_whole():
    quote = "<div class=quotebox-title>T</div><blockquote class=quotebox-quote>q</blockquote><p><cite>A</cite></p>"
    html = f'<div class="quotebox pullquote floatright">{quote}</div>'
    assert only(html, Quote).blocks == tuple(Paragraph(Inline(word)) for word in "TqA")


def test_large_quotation_marks_beside_a_quotation_are_no_part_of_it():
    html = '<table class="cquote"><tr><td>“</td><td>Be.</td><td>”</td></tr><tr><td colspan="3">— X</td></tr></table>'
    assert only(html, Quote).blocks == (Paragraph(Inline("Be.")), Paragraph(Inline("— X")))
