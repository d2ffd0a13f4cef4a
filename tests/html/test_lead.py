"""The lead alone equals the lead of the whole page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from html_reading import SHARED, page

from bookwheel.document.model import Block, Citation, ListBlock, Page, Paragraph, Quote
from bookwheel.document.outline import walk
from bookwheel.html import parse, parse_lead
from bookwheel.html.lead import find_cut
from bookwheel.render.summary import summary

REAL = sorted((SHARED / "html").glob("*.html"))
ARCHIVE = SHARED / "zim/made/wikipedia_en_sample_nopic_2026-11.zim"

HEADING = '<h2><span class="mw-headline" id="A">A</span></h2><p>rest</p>'
PAGES = {
    "plain": f"<p>lead</p>{HEADING}",
    "infobox with a heading": f'<table class="infobox"><tr><td><h2>Box</h2>x</td></tr><tr><th>A</th><td>1</td></tr></table><p>lead</p>{HEADING}',
    "contents": f'<p>lead</p><div id="toc" class="toc"><div class="toctitle"><h2>Contents</h2></div></div><p>more</p>{HEADING}',
    "own title": f"<h1>Page</h1><p>lead</p>{HEADING}",
    "wrapped": '<div class="mw-parser-output"><p>lead</p><div class="mw-heading mw-heading2"><h2 id="A">A</h2></div></div>',
    "parsoid": '<section data-mw-section-id="0"><p>lead</p></section><section data-mw-section-id="1"><h2 id="A">A</h2></section>',
    "no heading": "<p>lead</p>",
    "nothing before the heading": HEADING,
    "heading in an item": f"<ul><li>a<h3>b</h3>c</li></ul><p>lead</p>{HEADING}",
    "commented heading": f"<p>lead</p><!-- <h2>x</h2> --><p>more</p>{HEADING}",
    "title coordinates": f'<p>lead</p>{HEADING}<span id="coordinates"><span class="geo">1.5; 2.5</span></span>',
    "empty heading": f"<p>lead</p><h2></h2><p>more</p>{HEADING}",
    "hidden heading": f'<p>lead</p><div style="display:none"><h2>x</h2></div><p>more</p>{HEADING}',
    "quote box with a heading": f'<p>lead</p><div class="quotebox"><h3>Said</h3>It is.</div><p>more</p>{HEADING}',
    "box of facts with headings": f'<aside class="portable-infobox"><h2>Page</h2><div class="pi-data"><h3>A</h3><div>1</div></div></aside><p>lead</p>{HEADING}',
    "heading without end": "<p>lead</p><h2>A",
    "third level first": "<p>lead</p><h3>A</h3><p>x</p>",
    "disambiguation": f'<p>lead</p><ul><li><a href="/wiki/X">X</a></li></ul>{HEADING}<div id="disambigbox">x</div>',
}


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_the_lead_alone_equals_the_lead_of_the_page(html: str):
    whole, lead = parse(page(html)), parse_lead(page(html))
    assert lead.sections == whole.sections[:1]
    assert lead.title == whole.title
    assert lead.coordinates == whole.coordinates
    assert lead.is_disambiguation == whole.is_disambiguation
    assert lead.citation == whole.citation


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_the_prose_alone_is_what_a_page_says_outside_its_tables(html: str):
    _compare_prose(page(html))


def test_the_prose_alone_has_no_table_wherever_it_stands():
    box = '<table class="infobox"><tr><th>A</th><td>1</td></tr></table>'
    table = '<table class="wikitable"><tr><th>B</th><th>C</th></tr><tr><td>2</td><td>3</td></tr></table>'
    html = f"{box}<p>lead</p><ul><li><p>item</p>{table}</li></ul><blockquote>{table}<p>said</p></blockquote>{HEADING}"
    prose = parse_lead(page(html), is_prose_only=True)
    assert [type(block) for block in prose.sections[0].blocks] == [Paragraph, ListBlock, Quote]
    assert list(_texts(prose.sections[0].blocks)) == ["lead", "item", "said"]


def _compare_prose(source: Page) -> None:
    whole, prose = parse(source), parse(source, is_prose_only=True)
    for one, other in zip(walk(whole.sections), walk(prose.sections), strict=True):
        assert (one.anchor, one.level, list(_texts(one.blocks))) == (
            other.anchor,
            other.level,
            list(_texts(other.blocks)),
        )
    whole, prose = parse_lead(source), parse_lead(source, is_prose_only=True)
    assert list(_texts(prose.sections[0].blocks)) == list(_texts(whole.sections[0].blocks))
    assert (prose.title, prose.is_disambiguation) == (whole.title, whole.is_disambiguation)
    assert summary(prose) == summary(whole)


def _texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield what is said outside tables."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block.content.text
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from filter(None, [item.content.text])
                yield from _texts(item.blocks)
        elif isinstance(block, Quote):
            yield from _texts(block.blocks)


@pytest.mark.real("data/html")
@pytest.mark.parametrize("file", REAL or [ARCHIVE], ids=lambda file: file.stem)
def test_real_leads_equal_those_of_the_page(file: object):
    for title in ("", "Some title"):
        real = Page(file.read_bytes(), "X", Citation(title, "live"))  # type: ignore[attr-defined]
        whole, lead = parse(real), parse_lead(real)
        assert lead.sections == whole.sections[:1]
        assert (lead.title, lead.coordinates) == (whole.title, whole.coordinates)
        _compare_prose(real)


@pytest.mark.real("data/zim/made/wikipedia_en_sample_nopic_2026-11.zim")
def test_leads_of_an_archive_equal_those_of_its_pages():
    libzim = pytest.importorskip("libzim.reader")
    archive = libzim.Archive(str(ARCHIVE))
    seen = cut = 0
    for number in range(archive.all_entry_count):
        entry = archive._get_entry_by_id(number)
        if entry.is_redirect or not entry.get_item().mimetype.startswith("text/html"):
            continue
        html = Page(bytes(entry.get_item().content), entry.path, Citation(entry.title, "archive"))
        whole, lead = parse(html), parse_lead(html)
        assert (lead.sections, lead.title, lead.coordinates) == (
            whole.sections[:1],
            whole.title,
            whole.coordinates,
        ), entry.path
        assert lead.is_disambiguation == whole.is_disambiguation
        seen += 1
        cut += find_cut(html.html) is not None
    assert seen > 100
    assert cut > seen / 2


def test_a_page_of_another_site_is_read_whole():
    assert find_cut(b"<html><head><title>x</title></head><body><p>a</p><h2>b</h2></body></html>") is None
