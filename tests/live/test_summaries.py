"""Summaries: of every kind, and by every way."""

from __future__ import annotations

from typing import Any

import pytest

from bookwheel.errors import NotFound
from bookwheel.live import summaries
from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, data, page

pytestmark = pytest.mark.anyio


async def from_rest(payload: dict[str, Any]) -> summaries.SummaryAnswer:
    async with loopback(lambda _: data(payload)) as at:
        return await summaries.summarise(at.live, "Quill", "en")


async def test_scripts_and_formulas_are_kept_apart_from_the_text() -> None:
    html = (
        "<p>Mass is 10<sup>23</sup> of H<sub>2</sub>O, "
        '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^{2}}" src="x"/>.</p>'
    )
    answer = await from_rest(
        {"type": "standard", "title": "Quill", "extract": "1023 of H2O", "extract_html": html}
    )
    assert answer.text == "Mass is 10²³ of H₂O, E=mc^{2}."


async def test_a_list_after_the_first_paragraph_is_kept() -> None:
    html = "<p>It has:</p><ul><li>one</li><li>two</li></ul>"
    answer = await from_rest({"type": "standard", "title": "Quill", "extract_html": html})
    assert answer.text == "It has:\n\n- one\n- two"


@pytest.mark.parametrize("kind", ["standard", "disambiguation", "no-extract", "mainpage"])
async def test_every_kind_of_page_is_a_summary_even_without_text(kind: str) -> None:
    answer = await from_rest({"type": kind, "title": "Quill", "extract": "", "extract_html": ""})
    assert (answer.summary.kind, answer.text) == (kind, "")


async def test_coordinates_come_both_or_not_at_all() -> None:
    base = {"title": "Quill", "extract": "x"}
    assert (await from_rest({**base, "coordinates": {"lat": 1.5}})).summary.coordinates is None
    assert (await from_rest({**base, "coordinates": {"lat": 1.5, "lon": 0}})).summary.coordinates == (1.5, 0)


async def test_an_extract_without_markup_is_taken_as_it_is() -> None:
    assert (await from_rest({"title": "Quill", "extract": "a < b & c"})).text == "a < b & c"


async def test_a_missing_route_is_asked_for_once_and_made_up_for() -> None:
    wiki = quill_wiki()
    wiki.has_rest_summary = False
    async with loopback(wiki) as at:
        first = await summaries.summarise(at.live, "Feather pen", "en")
        await summaries.summarise(at.live, "Mercury", "en")
        assert sum("rest_v1" in path for path in at.upstream.paths) == 1
    assert first.summary.title == "Quill"
    assert first.text == "Quill is a pen made of a feather."
    assert first.summary.revision_id == "1000"
    assert first.summary.coordinates == (48.8583, 2.2945)
    assert first.provenance.redirected_from == "Feather pen"


async def test_a_wiki_without_extracts_gives_the_page_itself() -> None:
    wiki = quill_wiki()
    wiki.has_rest_summary = False

    def handler(seen: Seen) -> Answer:
        answer = wiki(seen)
        return Answer(answer.body.replace(b'"extract"', b'"other"'), answer.status, answer.headers)

    async with loopback(handler) as at:
        answer = await summaries.summarise(at.live, "Quill", "en")
        assert answer.text == "Quill is a pen made of a feather. It holds H₂O badly."


async def test_a_page_without_text_has_no_extract() -> None:
    wiki = MadeWiki(MadePage("Empty", 1, html=""))
    wiki.has_rest_summary = False

    def handler(seen: Seen) -> Answer:
        answer = wiki(seen)
        return Answer(answer.body.replace(b'"extract"', b'"other"'), answer.status, answer.headers)

    async with loopback(handler) as at:
        answer = await summaries.summarise(at.live, "Empty", "en")
        assert (answer.summary.kind, answer.text) == ("no-extract", "")


async def test_a_missing_page_of_the_service_is_not_a_missing_route() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        with pytest.raises(Exception, match="no page"):
            await summaries.summarise(at.live, "Quilt", "en")
        assert "en" not in at.live.without_rest_summary
        at.live.without_rest_summary.add("en")
        with pytest.raises(Exception, match="no page"):
            await summaries.summarise(at.live, "Quilt two", "en")


async def test_a_redirect_of_the_service_is_followed() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        if seen.raw_path.endswith("/Feather_pen"):
            return Answer(b"", 302, {"Location": "Quill"})
        return wiki(seen)

    async with loopback(handler) as at:
        assert (await summaries.summarise(at.live, "Feather pen", "en")).summary.title == "Quill"


async def test_a_page_in_place_of_a_summary_falls_back() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return page("<html>edge</html>") if "rest_v1" in seen.path else wiki(seen)

    async with loopback(handler) as at:
        assert (await summaries.summarise(at.live, "Quill", "en")).summary.page_id == 7


async def test_an_older_summary_is_asked_for_by_its_tag() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return Answer(b"", 304) if seen.headers.get("if-none-match") == '"1000"' else wiki(seen)

    async with loopback(handler) as at:
        first = await summaries.summarise(at.live, "Quill", "en")
        at.time.skipped += 301
        second = await summaries.summarise(at.live, "Quill", "en")
        assert second.summary is first.summary
        assert second.provenance.stale_since is None


async def test_a_page_the_service_does_not_know_yet_is_put_together() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return data({"status": 404, "type": "Internal error"}, 404) if "rest_v1" in seen.path else wiki(seen)

    async with loopback(handler) as at:
        assert (await summaries.summarise(at.live, "Quill", "en")).text == "Quill is a pen made of a feather."
        assert "en" not in at.live.without_rest_summary


async def test_redirects_of_the_service_in_a_circle_are_not_found() -> None:
    async with loopback(lambda seen: Answer(b"", 302, {"Location": seen.raw_path})) as at:
        with pytest.raises(NotFound, match="circle"):
            await summaries.summarise(at.live, "Quill", "en")


@pytest.mark.parametrize("title", ["Broken", "Loop A", "fr:Paris", "Quilt"])
async def test_a_title_without_a_page_is_not_found_by_parts_either(title: str) -> None:
    wiki = quill_wiki()
    wiki.has_rest_summary = False
    async with loopback(wiki) as at:
        with pytest.raises(NotFound) as caught:
            await summaries.summarise(at.live, title, "en")
        assert caught.value.reason == "not_found"


async def test_an_opening_takes_what_belongs_to_the_first_paragraph() -> None:
    html = "<p></p><p>It has:</p><ul><li>one</li></ul><blockquote>said</blockquote><table><tr><td>x</td></tr></table><p>More.</p>"
    wiki = MadeWiki(MadePage("Page", 1, html=f'<section data-mw-section-id="0">{html}</section>'))
    wiki.has_rest_summary = False

    def handler(seen: Seen) -> Answer:
        answer = wiki(seen)
        return Answer(answer.body.replace(b'"extract"', b'"other"'), answer.status, answer.headers)

    async with loopback(handler) as at:
        assert (await summaries.summarise(at.live, "Page", "en")).text == "It has:\n\n- one\n\n> said"
