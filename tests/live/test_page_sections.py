"""The sections of whole pages, by either interface: their indices, titles and texts."""

from __future__ import annotations

import pytest

from bookwheel.document.model import Document
from bookwheel.document.outline import walk
from bookwheel.live import pages
from bookwheel.render.text import full_text, section_text, section_title
from live.loopback import loopback
from live.made_wiki import MadePage, quill_wiki
from live.upstream import Answer, Seen, data, page

pytestmark = pytest.mark.anyio


def shape(document: Document) -> list[tuple[int, str, str]]:
    return [(s.index, section_title(s), section_text(document, s)) for s in walk(document.sections)]


async def test_both_interfaces_give_the_same_sections() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        marked = (await pages.read_page(at.live, "Quill", "en")).document
    wiki.has_rest_page = False
    async with loopback(wiki) as at:
        rendered = (await pages.read_page(at.live, "Quill", "en")).document
    assert shape(marked) == shape(rendered)
    assert [row[:2] for row in shape(marked)] == [
        (0, "Introduction"),
        (1, "History"),
        (2, "Middle Ages"),
        (3, "Use"),
    ]


async def test_a_heading_made_by_a_template_is_part_of_the_section_it_stands_in() -> None:
    async with loopback(quill_wiki()) as at:
        document = (await pages.read_page(at.live, "Quill", "en")).document
    texts = {index: text for index, _, text in shape(document)}
    assert "== From a template ==\n\nMade." in texts[2]
    assert "Made." in texts[1]
    assert "Made." not in texts[3]
    assert full_text(document).count("Made.") == 1


async def test_headings_the_page_does_not_mark_take_the_wikis_own_indices() -> None:
    # As Parsoid marks headings inside a table, and after an element that nobody closed.
    wiki = quill_wiki()
    html = (
        '<section data-mw-section-id="0"><p>Lead.</p></section>'
        '<section data-mw-section-id="-1"><h2 id="Boxed">Boxed</h2><p>One.</p></section>'
        '<section data-mw-section-id="-1"><h2 id="Given">Given</h2><p>By a template.</p></section>'
        '<section data-mw-section-id="2"><h2 id="Plain">Plain</h2><p>Two.</p></section>'
        '<section data-mw-section-id="-1"><h3 id="Last">Last</h3><p>Three.</p></section>'
    )
    wiki.pages["Boxes"] = MadePage("Boxes", 30, html=html, revision=3000)
    rows = [("1", "Boxed"), ("T-1", "Given"), ("2", "Plain"), ("3", "Last")]
    listed = data({"parse": {"sections": [{"index": index, "anchor": anchor} for index, anchor in rows]}})

    def handler(seen: Seen) -> Answer:
        return listed if seen.query.get("oldid") == "3000" else wiki(seen)

    async with loopback(handler) as at:
        read = await pages.read_page(at.live, "Boxes", "en")
        assert shape(read.document) == [
            (0, "Introduction", "Lead."),
            (1, "Boxed", "== Boxed ==\n\nOne.\n\n== Given ==\n\nBy a template."),
            (2, "Plain", "== Plain ==\n\nTwo.\n\n=== Last ===\n\nThree."),
            (3, "Last", "=== Last ===\n\nThree."),
        ]
    async with loopback(lambda seen: page("", 503) if "oldid" in seen.query else wiki(seen)) as at:
        read = await pages.read_page(at.live, "Boxes", "en")
        assert [section.index for section in walk(read.document.sections)] == [0, 2]
