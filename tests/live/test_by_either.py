"""Two ways to the same answer: what one interface does not give, or not in time, the other does."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from bookwheel.errors import BookwheelError
from bookwheel.live import counterparts, pages, parsing, summaries
from bookwheel.render.text import full_text
from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, page

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("broken", "seconds", "requests"),
    [
        (Answer(delay=30), 2, 1),
        (Answer(b'{"half": ', 200, {"Content-Type": "application/json"}), 30, 2),
        (page("<html>busy</html>", 504), 30, 2),
    ],
)
async def test_an_interface_that_hangs_or_breaks_leaves_time_for_the_other(
    broken: Answer, seconds: int, requests: int
) -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return wiki(seen) if seen.raw_path.startswith("/w/api.php") else broken

    async with loopback(handler, attempt_seconds=seconds, total_seconds=seconds) as at:
        read = await pages.read_page(at.live, "Quill", "en")
        assert "Quill is a pen" in full_text(read.document)
        assert (await summaries.summarise(at.live, "Quill", "en")).text == "Quill is a pen made of a feather."
        assert sum("api.php" not in path for path in at.upstream.paths) == 2 * requests


@pytest.mark.parametrize(
    "refusal",
    [
        page("<html>forbidden</html>", 403),
        page("", 405),
        page("", 410),
        Answer(
            b"", 307, {"Location": "https://name-for-browsers.example/w/rest.php/v1/page/Quill/with_html"}
        ),
    ],
)
async def test_an_interface_that_refuses_for_good_is_not_asked_again_where_the_other_answers(
    refusal: Answer,
) -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return wiki(seen) if seen.raw_path.startswith("/w/api.php") else refusal

    async with loopback(handler) as at:
        for title in ("Quill", "AC/DC"):
            assert (await pages.read_page(at.live, title, "en")).facts.title == title
            assert (await summaries.summarise(at.live, title, "en")).summary.title == title
        assert sum("api.php" not in path for path in at.upstream.paths) == 2
        assert not at.time.slept


@pytest.mark.parametrize(("broken", "attempts"), [(Answer(delay=30), 1), (page("", 503), 2)])
async def test_an_interface_that_fails_is_asked_again_once_in_a_while(broken: Answer, attempts: int) -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return broken if "rest.php" in seen.path else wiki(seen)

    async with loopback(handler, attempt_seconds=0.3) as at:
        for title in ("Quill", "Quill pen", "AC/DC"):
            await pages.read_page(at.live, title, "en")
        assert sum("rest.php" in path for path in at.upstream.paths) == attempts
        at.time.skipped += 301
        await pages.read_page(at.live, "Mercury", "en")
        assert sum("rest.php" in path for path in at.upstream.paths) == 2 * attempts


async def test_a_page_that_takes_too_long_to_read_is_not_fetched_by_another_way() -> None:
    wiki = MadeWiki(MadePage("Long", 1, html="<p>" + "x" * parsing.INLINE_BYTES + "</p>"))

    def slow(_: Any) -> Any:
        anyio.from_thread.run(anyio.sleep, 0.3)

    async with loopback(wiki) as at:
        at.live.room = parsing.ParsingRoom(slow, seconds=0.1)
        with pytest.raises(BookwheelError, match="took longer"):
            await pages.read_page(at.live, "Long", "en")
        assert wiki.counts == {"page": 1}


@pytest.mark.parametrize("has_rest", [True, False])
async def test_the_section_that_redirects_point_to_is_named_by_every_reader(has_rest: bool) -> None:
    wiki = quill_wiki()
    wiki.redirects |= {"Parchment pens": "Old pens", "Old pens": "Quill#Middle Ages", "Ghost": "Quill#Ghosts"}
    wiki.has_rest_page = wiki.has_rest_summary = has_rest
    async with loopback(wiki) as at:
        for title in ("Old pens", "Parchment pens"):
            read = await pages.read_page(at.live, title, "en")
            found = (read.provenance.redirect_section, read.provenance.redirect_index)
            assert found == ("Middle Ages", 2)
            again = await pages.read_page(at.live, title, "en")
            assert again.provenance == read.provenance
            summary = await summaries.summarise(at.live, title, "en")
            assert summary.provenance.redirect_section == "Middle Ages"
            listed = await counterparts.counterparts(at.live, title, "en")
            assert listed.provenance.redirect_section == "Middle Ages"
        ghost = await pages.read_page(at.live, "Ghost", "en")
        assert (ghost.provenance.redirect_section, ghost.provenance.redirect_index) == ("Ghosts", None)


async def test_a_section_that_cannot_be_learnt_costs_no_page() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return page("", 503) if seen.query.get("prop") == "info" else wiki(seen)

    async with loopback(handler) as at:
        read = await pages.read_page(at.live, "Feather pen", "en")
        assert (read.provenance.redirected_from, read.provenance.redirect_section) == ("Feather pen", "")


async def test_a_title_that_is_no_redirect_costs_one_request() -> None:
    async with loopback(quill_wiki()) as at:
        await pages.read_page(at.live, "quill", "en")
        assert not any("titles" in seen.query for seen in at.upstream.seen)
