"""What is asked again, and when: freshness, tags, and old answers in need."""

from __future__ import annotations

import anyio
import pytest

from bookwheel.errors import NotFound, Unavailable
from bookwheel.live import counterparts, pages, searching, summaries
from bookwheel.live.pages import LivePage
from live.loopback import Loopback, loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, page

pytestmark = pytest.mark.anyio


def age(at: Loopback, seconds: float) -> None:
    at.time.skipped += seconds


async def test_a_page_is_fetched_once_for_many_reads() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        for _ in range(5):
            await pages.read_page(at.live, "quill", "en")
        assert wiki.counts["page"] == 2  # the small first letter is a redirect of its own the first time
        assert wiki.counts["siteinfo"] == 1


async def test_ten_callers_at_once_make_one_request() -> None:
    wiki = quill_wiki()
    found: list[LivePage] = []
    async with loopback(wiki) as at:

        async def call() -> None:
            found.append(await pages.read_page(at.live, "Quill", "en"))

        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(call)
        assert wiki.counts["page"] == 1
    assert len({id(read.document) for read in found}) == 1


async def test_an_older_page_is_asked_for_by_its_tag_and_not_parsed_again() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        first = await pages.read_page(at.live, "Quill", "en")
        age(at, 301)
        second = await pages.read_page(at.live, "Quill", "en")
        assert second.document is first.document
        assert at.upstream.seen[-1].headers["if-none-match"] == '"1000/abc"'
        age(at, 200)
        await pages.read_page(at.live, "Quill", "en")
        assert wiki.counts["page"] == 2


async def test_a_new_revision_replaces_the_old_one() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        await pages.read_page(at.live, "Quill", "en")
        wiki.pages["Quill"] = MadePage(
            "Quill", 7, html="<section data-mw-section-id='0'><p>New.</p></section>", revision=2000
        )
        age(at, 301)
        read = await pages.read_page(at.live, "Quill", "en")
        assert read.facts.revision_id == "2000"
        assert len(read.document.sections) == 1


async def test_the_same_revision_by_the_untagged_interface_is_not_parsed_again() -> None:
    wiki = quill_wiki()
    wiki.has_rest_page = False
    async with loopback(wiki) as at:
        first = await pages.read_page(at.live, "Quill", "en")
        age(at, 301)
        second = await pages.read_page(at.live, "Quill", "en")
        assert wiki.counts["parse"] == 2
        assert second.document is first.document


async def test_a_failing_wiki_is_bridged_by_an_old_answer_that_says_so() -> None:
    wiki = quill_wiki()
    failing = False

    def handler(seen: Seen) -> Answer:
        return page("", 503) if failing else wiki(seen)

    async with loopback(handler) as at:
        await pages.read_page(at.live, "Quill", "en")
        await pages.read_page(at.live, "Feather pen", "en")
        await summaries.summarise(at.live, "Quill", "en")
        await searching.search(at.live, "quill", 10, 0, "en")
        await searching.nearby(at.live, (48.8583, 2.2945), 1000, 10, "en")
        await counterparts.counterparts(at.live, "Quill", "en")
        failing = True
        fresh = await pages.read_page(at.live, "Quill", "en")
        assert fresh.provenance.stale_since is None
        age(at, 3600)
        answers = [
            await pages.read_page(at.live, "Quill", "en"),
            await pages.read_page(at.live, "Feather pen", "en"),
            await summaries.summarise(at.live, "Quill", "en"),
            await searching.search(at.live, "quill", 10, 0, "en"),
            await searching.nearby(at.live, (48.8583, 2.2945), 1000, 10, "en"),
            await counterparts.counterparts(at.live, "Quill", "en"),
        ]
        assert all(answer.provenance.stale_since is not None for answer in answers)


async def test_an_answer_older_than_a_day_bridges_nothing() -> None:
    wiki = quill_wiki()
    failing = False

    def handler(seen: Seen) -> Answer:
        return page("", 503) if failing else wiki(seen)

    async with loopback(handler) as at:
        await pages.read_page(at.live, "Quill", "en")
        failing = True
        age(at, 86_500)
        with pytest.raises(Unavailable):
            await pages.read_page(at.live, "Quill", "en")


async def test_a_deleted_page_is_not_bridged() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        await pages.read_page(at.live, "Quill", "en")
        del wiki.pages["Quill"]
        age(at, 301)
        with pytest.raises(NotFound):
            await pages.read_page(at.live, "Quill", "en")


async def test_a_redirect_and_its_target_share_one_page() -> None:
    wiki = quill_wiki()
    async with loopback(wiki) as at:
        by_redirect = await pages.read_page(at.live, "Feather pen", "en")
        direct = await pages.read_page(at.live, "Quill", "en")
        again = await pages.read_page(at.live, "Feather pen", "en")
        assert by_redirect.document is direct.document is again.document
        assert by_redirect.provenance.redirected_from == again.provenance.redirected_from == "Feather pen"
        assert direct.provenance.redirected_from == ""
        assert wiki.counts["page"] == 2


async def test_a_page_too_large_to_keep_is_still_read() -> None:
    wiki = MadeWiki(
        MadePage("Long", 1, html=f'<section data-mw-section-id="0"><p>{"word " * 20_000}</p></section>')
    )
    async with loopback(wiki, cache_bytes=10_000) as at:
        for _ in range(2):
            assert (await pages.read_page(at.live, "Long", "en")).facts.page_id == 1
        assert wiki.counts["page"] == 2


async def test_missing_descriptions_are_tried_again_next_time() -> None:
    wiki = quill_wiki()
    broken = True

    def handler(seen: Seen) -> Answer:
        return page("", 500) if broken and "pageids" in seen.query else wiki(seen)

    async with loopback(handler) as at:
        assert (await searching.search(at.live, "quill", 10, 0, "en")).abouts is None
        assert at.time.slept == []  # one short attempt
        broken = False
        assert (await searching.search(at.live, "quill", 10, 0, "en")).abouts is not None


async def test_a_reading_session_takes_few_requests() -> None:
    async with loopback(quill_wiki()) as at:
        await searching.search(at.live, "quill", 10, 0, "en")
        await summaries.summarise(at.live, "Quill", "en")
        for _ in range(4):  # the list of sections, then three of them
            await pages.read_page(at.live, "Quill", "en")
        assert len(at.upstream.seen) <= 5
