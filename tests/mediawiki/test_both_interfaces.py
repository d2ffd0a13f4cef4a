"""One page read from a real wiki by either interface is the same page."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest

from bookwheel.document.model import Citation, Document, Page
from bookwheel.document.outline import walk
from bookwheel.html import parse
from bookwheel.live import pages
from bookwheel.render.text import full_text, section_text, section_title
from live.loopback import Loopback
from live.upstream import Seen
from mediawiki.conftest import Wikis, has_real_pages, opened

pytestmark = pytest.mark.anyio

OURS = ["Quill", "Nib", "Bare"]
REAL = ["Wallace Neff", "Arts Club of Chicago", "Elizabeth Gilbert", "Tables", "Lists", "Refs",
        "Template with heading", "Notoc page", "Code", "Mercury"]  # fmt: skip
# Their pictures and templates are not in the dump, and each interface writes what is missing in its own way.
TORN = ["Barack Obama", "Tiger", "Saxby Chambliss"]
TITLES = OURS + (REAL if has_real_pages() else [])


async def read_both(wikis: Wikis, title: str) -> tuple[Document, Document]:
    async with opened(wikis) as at:
        marked = await pages.read_page(at.live, title, "en")
    async with opened(wikis) as at:
        at.live.without_rest_page.add("en")
        rendered = await pages.read_page(at.live, title, "en")
        assert any("action=parse" in seen.target for seen in at.upstream.seen)
    assert marked.facts.title == rendered.facts.title
    assert marked.facts.page_id == rendered.facts.page_id
    assert marked.facts.modified == rendered.facts.modified
    assert marked.url == rendered.url
    return marked.document, rendered.document


def without_references(text: str) -> str:
    """Numbered footnote lines differ: an isolated section has only its own."""
    lines = [line for line in text.split("\n") if not re.match(r"(?:\d+\.|- \[[^\]]*\]) ", line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


@pytest.mark.real("data/wikitext/rig-mini.xml.gz")
@pytest.mark.parametrize("title", TORN)
async def test_sections_have_the_same_indices_and_titles_whatever_is_missing(
    wikis: Wikis, title: str
) -> None:
    marked, rendered = await read_both(wikis, title)
    assert outline(marked) == outline(rendered)
    assert len(outline(marked)) > 5


@pytest.mark.parametrize("title", TITLES)
async def test_sections_have_the_same_indices_titles_and_text(wikis: Wikis, title: str) -> None:
    marked, rendered = await read_both(wikis, title)
    assert outline(marked) == outline(rendered)
    by_index = {section.index: section for section in walk(rendered.sections)}
    for section in walk(marked.sections):
        here = without_references(section_text(marked, section))
        there = without_references(section_text(rendered, by_index[section.index]))
        assert here == there, f"{title}, section {section.index}"
    assert without_references(full_text(marked)) == without_references(full_text(rendered))


def outline(document: Document) -> list[tuple[int, str, int]]:
    return [(section.index, section_title(section), section.level) for section in walk(document.sections)]


@pytest.mark.parametrize("title", TITLES)
async def test_a_section_is_what_the_wiki_itself_cuts_out(wikis: Wikis, at: Loopback, title: str) -> None:
    """The wiki's own isolated rendering of one section is the judge, references aside."""
    document = (await pages.read_page(at.live, title, "en")).document
    for section in walk(document.sections):
        parameters = {
            "action": "parse", "format": "json", "formatversion": "2", "page": title, "redirects": "1",
            "prop": "text", "section": str(section.index), "disabletoc": "1", "disableeditsection": "1",
        }  # fmt: skip
        payload = await fetch(wikis, f"/en/w/api.php?{urlencode(parameters)}")
        isolated = parse(
            Page(payload["parse"]["text"].encode(), title.replace(" ", "_"), Citation(title, "live"))
        )
        own = "\n\n".join(
            part
            for s in walk(isolated.sections)
            if (part := section_text(isolated, s._replace(subsections=())))
        )
        assert without_references(section_text(document, section)) == without_references(own), section.index


async def test_the_wikis_own_list_of_sections_is_ours(wikis: Wikis, at: Loopback) -> None:
    for title in (*TITLES, "Boxed feathers"):
        parameters = {
            "action": "parse",
            "format": "json",
            "formatversion": "2",
            "page": title,
            "prop": "sections",
        }
        payload = await fetch(wikis, f"/en/w/api.php?{urlencode(parameters)}")
        listed = [row for row in payload["parse"]["sections"] if row["index"].isdecimal()]
        document = (await pages.read_page(at.live, title, "en")).document
        ours = [section for section in walk(document.sections) if section.index]
        assert [(s.index, s.number, s.level) for s in ours] == [
            (int(row["index"]), row["number"], int(row["level"])) for row in listed
        ], title


async def test_headings_in_boxes_have_the_same_indices_by_either_interface(wikis: Wikis) -> None:
    marked, rendered = await read_both(wikis, "Boxed feathers")
    assert [row[0] for row in outline(marked)] == [0, 1, 2, 3, 4]
    assert outline(marked) == outline(rendered)


async def fetch(wikis: Wikis, target: str) -> Any:
    return json.loads((await wikis.forward(Seen("GET", target, target, {}, {}, 0.0))).body)
