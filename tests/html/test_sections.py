"""Headings, sections and their anchors."""

from __future__ import annotations

import pytest
from html_reading import blocks, read

from bookwheel.document.model import Document, Emphasis, Inline, Link, Paragraph
from bookwheel.document.outline import walk


def outline(document: Document) -> list[tuple[int, str, int, str, str]]:
    return [(s.index, s.number, s.level, s.anchor, s.title.text) for s in walk(document.sections)][1:]


@pytest.mark.parametrize(
    "heading",
    [
        (
            '<h2><span class="mw-headline" id="Early_life">Early life</span><span class="mw-editsection">[<a '
            'href="/w/index.php?title=X&amp;action=edit&amp;section=3">edit</a>]</span></h2>'
        ),
        (
            '<h2 id="Early_life">Early life</h2><span class="mw-editsection">[<a '
            'href="/w/index.php?title=X&amp;action=edit&amp;section=3">edit</a>]</span>'
        ),
        (
            '<div class="mw-heading mw-heading2"><h2 id="Early_life">Early life</h2><span class="mw-editsection">[<a '
            'href="/w/index.php?title=X&amp;action=edit&amp;section=3">edit</a>]</span></div>'
        ),
        (
            '<section data-mw-section-id="3"><h2 id="Early_life"><span id="Early" typeof="mw:FallbackId"></span>Early life'
            "</h2><p>x</p></section>"
        ),
        (
            '<section data-mw-section-id="3" style="display: none;"><div class="pcs-edit-section-header v2"><h2 '
            'id="Early_life" class="pcs-edit-section-title">Early life</h2><span class="pcs-edit-section-link-container">'
            "<a>e</a></span></div></section>"
        ),
        (
            '<details data-level="2" open><summary class="section-heading"><h2 id="Early_life">Early life</h2></summary>'
            '<a href="/w/index.php?section=3"></a></details>'
        ),
        '<h2 id="mwAb"><a name="Early_life"></a>Early&#160;life</h2>',
        "<h2>Early life</h2>",
    ],
)
def test_every_dialect_s_heading_opens_the_same_section(heading: str):
    found = read(f"<p>lead</p>{heading}<p>text</p>")
    assert outline(found) == [(1, "1", 2, "Early_life", "Early life")]
    assert found.sections[1].wiki_index in (3, None)


def test_the_page_tells_its_own_section_numbers():
    html = (
        '<section data-mw-section-id="0"><p>lead</p></section><section data-mw-section-id="1"><h2 id="A">A</h2>'
        '<section data-mw-section-id="-1"><h3 id="T">T</h3></section></section>'
        '<section data-mw-section-id="2"><h2 id="B">B</h2></section>'
    )
    assert [section.wiki_index for section in walk(read(html).sections)] == [0, 1, None, 2]


def test_an_edit_link_of_a_template_s_heading_gives_no_number():
    html = (
        '<h2>A<span class="mw-editsection"><a href="?title=Template:X&amp;section=T-1">edit</a></span></h2>'
    )
    assert read(html).sections[1].wiki_index is None


def test_levels_nest_and_may_be_skipped():
    html = "<h2>A</h2><h4>B</h4><h3>C</h3><h2>D</h2><h1>E</h1><h2>F</h2>"
    assert [(number, level) for _, number, level, _, _ in outline(read(f"<p>x</p>{html}"))] == [
        ("1", 2),
        ("1.1", 4),
        ("1.2", 3),
        ("2", 2),
        ("3", 1),
        ("3.1", 2),
    ]


def test_anchors_are_unique():
    anchors = [
        anchor
        for *_, anchor, _ in outline(read("<h2 id='A'>A</h2><h2 id='A'>A</h2><h2>A</h2><h2 id='A_2'>A</h2>"))
    ]
    assert len(set(anchors)) == 4
    assert anchors[:3] == ["A", "A_2", "A_3"]


def test_more_than_a_hundred_sections_are_all_reached():
    found = outline(read("".join(f"<h2>Heading {n}</h2><p>{n}</p>" for n in range(250))))
    assert len(found) == 250
    assert found[-1][:2] == (250, "250")


def test_a_heading_keeps_its_scripts_and_loses_its_notes():
    html = '<h2 id="x">H<sub>2</sub>O &amp; <i>more</i><sup class="reference"><a href="#cite_note-1">[1]</a></sup></h2>'
    section = read(html).sections[1]
    assert section.title.text == "H₂O & more"


def test_a_heading_without_text_opens_nothing():
    assert outline(read("<h2></h2><p>x</p>")) == []


def test_the_table_of_contents_is_no_section():
    html = '<div id="toc" class="toc"><div class="toctitle"><h2 id="mw-toc-heading">Contents</h2></div><ul><li>1</li></ul></div>'
    assert outline(read(f"<p>x</p>{html}<h2 id='A'>A</h2>")) == [(1, "1", 2, "A", "A")]
    assert len(blocks(f"<p>x</p>{html}")) == 1


@pytest.mark.parametrize(
    "heading",
    [
        "<h1>Page</h1>",
        '<h1 id="firstHeading" class="firstHeading">Page &amp; more</h1>',
        '<h1 class="section-heading" data-section-id="0"><span class="mw-headline" id="title_0">X</span></h1>',
        '<header><div class="pcs-edit-section-header"><h1 class="pcs-edit-section-title" data-section-id="0">X</h1></div></header>',
    ],
)
def test_the_page_s_own_title_is_no_section(heading: str):
    found = read(f"{heading}<p>lead</p><h2>A</h2>")
    assert [section.title.text for section in found.sections] == ["", "A"]


def wrapped(html: str) -> list[str]:
    """Return a fragment of a page and the whole page."""
    return [html, f"<html><head><title>Tab</title></head><body>{html}</body></html>"]


@pytest.mark.parametrize("html", wrapped("<h1>Revised boiling point is 373 K</h1><p>Body</p>"))
@pytest.mark.parametrize("title", ["My Book: Chapter 1 - Site", "Revised boiling", "373 K"])
def test_a_first_heading_that_says_more_than_the_title_is_kept(html: str, title: str):
    found = read(html, title=title)
    assert [section.title.text for section in found.sections] == ["", "Revised boiling point is 373 K"]
    assert found.title == title


@pytest.mark.parametrize("html", wrapped("<h1>How to  loop?</h1><p>lead</p><h1>How to</h1><p>more</p>"))
@pytest.mark.parametrize("title", ["How to loop?", "how_to loop", "python - How to loop? - Stack Overflow"])
def test_a_first_heading_that_repeats_the_title_or_a_part_of_it_is_no_section(html: str, title: str):
    found = read(html, title=title)
    assert [section.title.text for section in found.sections] == ["", "How to"]


def test_a_heading_of_wikitext_is_a_section_even_when_the_title_holds_its_words():
    html = '<section data-mw-section-id="1"><h1 id="History">History</h1><p>x</p></section>'
    assert [s.title.text for s in read(html, title="History of Rome").sections] == ["", "History"]
    html = '<h1><span class="mw-headline" id="History">History</span></h1><p>x</p>'
    assert [s.title.text for s in read(html, title="History of Rome").sections] == ["", "History"]


def test_a_mobile_page_s_title_is_no_section_whatever_the_citation_says():
    html = (
        '<html><head><title>x</title></head><body><header><div class="pcs-edit-section-header"><h1 '
        'class="pcs-edit-section-title">天囷增十五</h1></div></header><section data-mw-section-id="0"><p>lead</p>'
        '</section><section data-mw-section-id="1"><h1 class="pcs-edit-section-title" id="A">A</h1></section></body></html>'
    )
    assert [s.title.text for s in read(html, title="x").sections] == ["", "A"]


def test_headings_in_nested_boxes_are_sections():
    html = '<div><div style="float:left"><h2>A</h2><p>a</p></div><center><h3>B</h3></center></div>'
    assert [title for *_, title in outline(read(html))] == ["A", "B"]


def test_the_title_comes_from_the_citation_else_from_the_page():
    html = "<html><head><title>Tab - Site</title></head><body><h1>Heading</h1><p>x</p></body></html>"
    assert read(html, title="Cited").title == "Cited"
    assert read(html, title="").title == "Heading"
    assert read("<html><head><title>Tab</title></head><body><p>x</p></body></html>", title="").title == "Tab"


def test_a_title_is_plain_text_on_one_line():
    html = "<html><head><title>a\u200b&lt;i&gt;b\x07\n c\u202e</title></head><body><p>x</p></body></html>"
    assert read(html, title="").title == "a<i>b c"


def test_blocks_stand_in_the_section_they_follow():
    found = read("<p>lead</p><h2>A</h2><p>a</p><h3>B</h3><p>b</p><h2>C</h2><p>c</p>")
    texts = {
        section.title.text: [block.content.text for block in section.blocks if isinstance(block, Paragraph)]
        for section in walk(found.sections)
    }
    assert texts == {"": ["lead"], "A": ["a"], "B": ["b"], "C": ["c"]}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a class="anchor" href="#x">#</a> Big <i>x</i>', Inline("Big x", (Emphasis(4, 5),))),
        ('<i>x</i> big <a href="page.html#x">¶</a>', Inline("x big", (Emphasis(0, 1),))),
        ("C#", Inline("C#")),
        ('<a href="#c">C#</a>', Inline("C#", (Link(0, 2, "anchor", "#c", "c"),))),
    ],
)
def test_a_sign_that_links_to_its_own_heading_is_no_part_of_it(html: str, expected: Inline):
    assert read(f"<p>lead</p><h2>{html}</h2><p>text</p>").sections[1].title == expected


def test_a_heading_that_folds_its_section_is_a_button():
    document = read("<h2><button aria-expanded=false>What is <i>it</i>?</button></h2><p>x</p>")
    assert document.sections[1].title.text == "What is it?"
    document = read("<h2>Parts <button>Copy the link</button></h2>")
    assert document.sections[1].title.text == "Parts"
