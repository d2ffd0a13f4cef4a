"""Whole pages by either interface, and what becomes of titles that lead nowhere."""

from __future__ import annotations

from dataclasses import replace

import anyio
import pytest

from bookwheel.document.model import Document, Page
from bookwheel.errors import BookwheelError, InvalidValue, NotFound, Timeout, Unavailable
from bookwheel.live import pages, parsing, summaries
from bookwheel.live.editions import Edition
from bookwheel.live.settings import DEFAULT_BASE_URL
from bookwheel.live.wiki import open_live
from bookwheel.render.text import full_text
from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, api_error, data, page

pytestmark = pytest.mark.anyio


async def test_a_wiki_without_the_interface_is_asked_for_it_once() -> None:
    wiki = quill_wiki()
    wiki.has_rest_page = False
    async with loopback(wiki) as at:
        await pages.read_page(at.live, "Quill", "en")
        await pages.read_page(at.live, "Quill pen", "en")
        assert sum("rest.php" in path for path in at.upstream.paths) == 1


async def test_a_missing_interface_is_looked_for_again_after_an_hour() -> None:
    wiki = quill_wiki()
    wiki.has_rest_page = False
    async with loopback(wiki) as at:
        await pages.read_page(at.live, "Quill", "en")
        wiki.has_rest_page = True
        at.time.skipped += 3601
        await pages.read_page(at.live, "Quill", "en")
        assert wiki.counts["page"] == 1


async def test_a_variant_is_converted_by_the_wiki() -> None:
    wiki = quill_wiki()
    wiki.prefix = "/[a-z-]+(?=/)"
    async with loopback(wiki, template="/{edition}") as at:
        read = await pages.read_page(at.live, "Quill", "zh-hant")
        assert read.edition.code == "zh"
        assert read.provenance.variant == "zh-hant"
        assert at.upstream.seen[0].query["variant"] == "zh-hant"
        await summaries.summarise(at.live, "Quill", "zh-hant")
        assert at.upstream.seen[-1].headers["accept-language"] == "zh-hant"
        assert at.upstream.seen[-1].raw_path.startswith("/zh/")
        wiki.has_rest_summary = False
        await summaries.summarise(at.live, "Quill pen", "zh-hant")
        assert at.upstream.seen[-1].query["variant"] == "zh-hant"


async def test_words_that_depend_on_the_script_are_not_lost() -> None:
    # The REST interface writes them as empty elements, for a script to be chosen later.
    wiki = quill_wiki()
    wiki.prefix = "/[a-z-]+(?=/)"
    chosen = '<section data-mw-section-id="0"><p>A computer.</p></section>'
    wiki.pages["Machine"] = MadePage("Machine", 40, html=chosen, revision=4000)
    unchosen = data(
        {"title": "Machine", "latest": {"id": 4000}, "html": "<p>A <i typeof='mw:LanguageVariant'></i>.</p>"}
    )

    def handler(seen: Seen) -> Answer:
        return unchosen if "Machine" in seen.path else wiki(seen)

    async with loopback(handler, template="/{edition}") as at:
        for language, ways in (("sr", ["api.php"]), ("en", ["with_html", "api.php"])):
            before = len(at.upstream.seen)
            read = await pages.read_page(at.live, "Machine", language)
            assert full_text(read.document) == "A computer."
            asked = [seen.raw_path.rpartition("/")[2] for seen in at.upstream.seen[before:]]
            assert asked[: len(ways)] == ways


async def test_a_title_in_another_script_is_converted_before_it_is_given_up() -> None:
    wiki = MadeWiki(MadePage("软件", 5))

    def handler(seen: Seen) -> Answer:
        if seen.query.get("titles") == "軟件":
            converted = [{"from": "軟件", "to": "软件"}]
            return data(
                {"query": {"converted": converted, "pages": [{"pageid": 5, "ns": 0, "title": "软件"}]}}
            )
        return wiki(seen)

    async with loopback(handler) as at:
        assert (await pages.read_page(at.live, "軟件", "zh")).facts.title == "软件"
        assert (await summaries.summarise(at.live, "軟件", "zh")).summary.title == "软件"


async def test_a_missing_title_names_the_nearest_that_exist() -> None:
    async with loopback(quill_wiki()) as at:
        for ask in (pages.read_page, summaries.summarise):
            with pytest.raises(NotFound) as caught:
                await ask(at.live, "Quilt", "en")
            assert caught.value.reason == "not_found"
            assert caught.value.data == {"nearest_titles": ["Quill", "Quill pen"]}
            assert "Quill; Quill pen" in caught.value.hint


async def test_a_missing_title_stays_missing_when_the_look_up_fails() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return page("", 503) if seen.query.get("list") == "prefixsearch" else wiki(seen)

    async with loopback(handler) as at:
        with pytest.raises(NotFound) as caught:
            await pages.read_page(at.live, "Quilt", "en")
        assert caught.value.data == {}
        with pytest.raises(NotFound, match="another wiki"):
            await pages.read_page(at.live, "fr:Paris", "en")
        assert at.time.slept == []


async def test_a_title_of_another_wiki_says_how_to_ask_for_it() -> None:
    async with loopback(quill_wiki()) as at:
        for ask in (pages.read_page, summaries.summarise):
            with pytest.raises(NotFound) as caught:
                await ask(at.live, "fr:Paris", "en")
            assert "language=fr and title=Paris" in caught.value.hint


@pytest.mark.parametrize("title", ["Loop A", "Broken"])
async def test_redirects_that_lead_nowhere_are_not_found(title: str) -> None:
    async with loopback(quill_wiki()) as at:
        for has_rest in (True, False):
            if not has_rest:
                at.live.without_rest_page.add("en")
            with pytest.raises(NotFound) as caught:
                await pages.read_page(at.live, title, "en")
            assert caught.value.reason == "not_found"


async def test_a_redirect_page_that_the_wiki_serves_itself_is_followed_to_its_section() -> None:
    redirect = '<section data-mw-section-id="0"><link rel="mw:PageProp/redirect" href="./Quill#Middle_Ages"/></section>'
    wiki = quill_wiki()
    wiki.pages["Old feathers"] = MadePage("Old feathers", 20, html=redirect, revision=3000)
    async with loopback(wiki) as at:
        read = await pages.read_page(at.live, "Old feathers", "en")
        assert read.facts.title == "Quill"
        assert read.provenance.redirected_from == "Old feathers"
        assert read.provenance.redirect_section == "Middle Ages"


async def test_the_section_of_a_redirect_is_kept_when_the_wiki_sends_it() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        if "/Feather_pen/" in seen.raw_path:
            return Answer(b"", 307, {"Location": "/w/rest.php/v1/page/Quill/with_html#Middle_Ages"})
        return wiki(seen)

    async with loopback(handler) as at:
        read = await pages.read_page(at.live, "Feather pen", "en")
        assert read.provenance.redirect_section == "Middle Ages"
        again = await pages.read_page(at.live, "Feather pen", "en")
        assert again.provenance.redirect_section == "Middle Ages"
        assert (await pages.read_page(at.live, "Quill", "en")).provenance.redirect_section == ""


async def test_a_redirect_page_to_itself_ends() -> None:
    redirect = '<link rel="mw:PageProp/redirect" href="./Selfish"/>'
    async with loopback(MadeWiki(MadePage("Selfish", 20, html=redirect))) as at:
        with pytest.raises(NotFound, match="circle"):
            await pages.read_page(at.live, "Selfish", "en")


async def test_a_special_page_is_not_found() -> None:
    def handler(seen: Seen) -> Answer:
        if "titles" in seen.query:
            return data({"query": {"pages": [{"ns": -1, "title": "Special:Search", "special": True}]}})
        return data({"errorKey": "rest-invalid-title", "httpCode": 404}, 404)

    async with loopback(handler) as at:
        with pytest.raises(NotFound, match="not a page with text"):
            await pages.read_page(at.live, "Special:Search", "en")


async def test_a_title_the_wiki_refuses_is_invalid() -> None:
    def handler(seen: Seen) -> Answer:
        if "titles" in seen.query:
            reason = "secret internals"
            return data({"query": {"pages": [{"title": "Talk:", "invalid": True, "invalidreason": reason}]}})
        return data({"errorKey": "rest-invalid-title", "httpCode": 400}, 400)

    async with loopback(handler) as at:
        with pytest.raises(InvalidValue) as caught:
            await pages.read_page(at.live, "Talk:", "en")
        assert caught.value.reason == "invalid_title"
        assert "secret" not in str(caught.value.payload())


async def test_the_action_interface_reports_missing_and_refused_titles_alike() -> None:
    for code in ("missingtitle", "pagecannotexist", "invalidtitle", "nosuchrevid"):

        def handler(seen: Seen, code: str = code) -> Answer:
            if seen.query.get("action") == "parse":
                return api_error(code)
            return data({"query": {"pages": [{"ns": 0, "title": "X", "missing": True}]}})

        async with loopback(handler) as at:
            at.live.without_rest_page.add("en")
            with pytest.raises(BookwheelError) as caught:
                await pages.read_page(at.live, "X", "en")
            assert caught.value.reason == "not_found"


@pytest.mark.parametrize("title", ["", "_", "#a", "a[b]", "%41", "x" * 300])
async def test_an_impossible_title_asks_nobody(title: str) -> None:
    async with loopback(quill_wiki()) as at:
        for ask in (pages.read_page, summaries.summarise):
            with pytest.raises(BookwheelError):
                await ask(at.live, title, "en")
        assert at.upstream.seen == []


async def test_an_impossible_language_asks_nobody() -> None:
    async with loopback(quill_wiki(), template="/{edition}") as at:
        for language in ("en.evil.example", "../en", "zh_TW", ""):
            with pytest.raises(InvalidValue, match="not a language code"):
                await pages.read_page(at.live, "Quill", language)
        assert at.upstream.seen == []


async def test_an_unknown_edition_costs_one_look_and_no_page() -> None:
    wiki = quill_wiki()
    wiki.prefix = "/[a-z-]+(?=/)"
    async with loopback(wiki, template="/{edition}") as at:
        for _ in range(3):
            with pytest.raises(InvalidValue, match="names no edition"):
                await pages.read_page(at.live, "Quill", "xx")
        assert wiki.counts == {"sitematrix": 1}
        assert (await pages.read_page(at.live, "Quill", "qqx")).edition.code == "qqx"


async def test_a_page_whose_markup_takes_too_long_is_given_up() -> None:
    import time

    def slow(read: Page) -> Document:
        time.sleep(0.4)
        raise AssertionError(read)

    wiki = MadeWiki(MadePage("Long", 1, html="<p>" + "x" * parsing.INLINE_BYTES + "</p>"))
    async with loopback(wiki) as at:
        at.live.room = parsing.ParsingRoom(slow, seconds=0.1)
        for _ in range(2):
            with pytest.raises(Timeout) as caught:
                await pages.read_page(at.live, "Long", "en")
            assert caught.value.reason == "deadline_exceeded"
        time.sleep(0.9)  # the threads that were given up end in their own time


async def test_an_empty_page_is_found() -> None:
    async with loopback(quill_wiki()) as at:
        read = await pages.read_page(at.live, "Empty", "en")
        assert full_text(read.document) == ""


async def test_the_address_of_a_page_is_the_wikis_own() -> None:
    async with loopback(quill_wiki()) as at:
        assert (await pages.read_page(at.live, "AC/DC", "en")).url == "https://wiki.example/read/AC/DC"


async def test_a_redirect_page_to_another_wiki_says_how_to_ask_for_it() -> None:
    redirect = '<link rel="mw:PageProp/redirect" href="https://de.wikipedia.org/wiki/Berlin"/>'
    wiki = MadeWiki(MadePage("Away", 20, html=redirect))
    answer = data({"query": {"interwiki": [{"title": "de:Berlin", "iw": "de"}]}})
    async with loopback(lambda seen: answer if "titles" in seen.query else wiki(seen)) as at:
        with pytest.raises(NotFound, match="another wiki") as caught:
            await pages.read_page(at.live, "Away", "en")
        assert caught.value.data == {"language": "de", "title": "Berlin"}


async def test_the_prefix_of_a_wiki_without_a_title_names_no_page_there() -> None:
    answer = data({"query": {"interwiki": [{"title": "fr:", "iw": "fr"}]}})
    wiki = quill_wiki()
    async with loopback(lambda seen: answer if "titles" in seen.query else wiki(seen)) as at:
        with pytest.raises(NotFound, match="another wiki") as caught:
            await pages.read_page(at.live, "fr:", "en")
        assert caught.value.data == {}


async def test_a_title_that_may_not_be_read_by_rest_is_looked_up() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        if "rest.php" in seen.path:
            return data({"errorKey": "rest-permission-denied-title", "httpCode": 403}, 403)
        return wiki(seen)

    async with loopback(handler) as at:
        with pytest.raises(NotFound, match="another wiki"):
            await pages.read_page(at.live, "fr:Paris", "en")


async def test_a_page_known_to_one_interface_only_is_read_by_the_other() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return data({"errorKey": "rest-nonexistent-title"}, 404) if "rest.php" in seen.path else wiki(seen)

    async with loopback(handler) as at:
        assert (await pages.read_page(at.live, "Quill", "en")).facts.page_id == 7


@pytest.mark.parametrize(
    "answer",
    [
        data({"errorKey": "rest-no-match", "httpCode": 404}, 404),
        data(
            {"messageTranslations": {"en": "The path did not match any known handler"}, "httpCode": 404}, 404
        ),
        data(["not", "an", "error"], 404),
        page("<html>not here</html>", 404),
        data({"detail": "Not Found"}, 404),
    ],
)
async def test_every_sign_of_a_missing_interface_is_understood(answer: Answer) -> None:
    wiki = quill_wiki()
    async with loopback(lambda seen: answer if "rest.php" in seen.path else wiki(seen)) as at:
        await pages.read_page(at.live, "Quill", "en")
        assert "en" in at.live.without_rest_page


async def test_an_address_without_any_wiki_is_no_missing_page() -> None:
    for ask in (pages.read_page, summaries.summarise):
        async with loopback(lambda _: data({"message": "no such route"}, 404)) as at:
            with pytest.raises(Unavailable, match="no MediaWiki interface"):
                await ask(at.live, "Quill", "en")


async def test_a_refusal_for_good_is_tried_once_by_each_way() -> None:
    async with loopback(lambda _: Answer(b"", 302, {"Location": "https://evil.example/"})) as at:
        for ask in (pages.read_page, summaries.summarise):
            with pytest.raises(BookwheelError, match="foreign host"):
                await ask(at.live, "Quill", "en")
        assert len(at.upstream.seen) == 4


async def test_a_page_without_a_date_is_read_all_the_same() -> None:
    wiki = quill_wiki()
    wiki.has_rest_page = False

    def handler(seen: Seen) -> Answer:
        return page("", 503) if "revids" in seen.query else wiki(seen)

    async with loopback(handler) as at:
        read = await pages.read_page(at.live, "Quill", "en")
        assert (read.facts.modified, read.facts.revision_id) == ("", "1000")


async def test_an_address_that_cannot_be_learnt_is_guessed() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return page("", 503) if seen.query.get("meta") == "siteinfo" else wiki(seen)

    async with loopback(handler) as at:
        assert (await pages.read_page(at.live, "Quill", "en")).url == f"{at.upstream.address}/wiki/Quill"
        await pages.read_page(at.live, "Quill pen", "en")
        assert sum("meta" in seen.query for seen in at.upstream.seen) == 1
        base = at.upstream.address.replace("//", "//operator:secret@")
        async with open_live(replace(at.live.settings, base_url=base)) as live:
            assert (await pages.read_page(live, "Quill", "en")).url == f"{at.upstream.address}/wiki/Quill"


async def test_many_first_readers_ask_for_the_address_once() -> None:
    async with loopback(quill_wiki()) as at, anyio.create_task_group() as tasks:
        for title in ("Quill", "Quill pen", "AC/DC", "Mercury"):
            tasks.start_soon(pages.read_page, at.live, title, "en")
    assert sum("meta" in seen.query for seen in at.upstream.seen) == 1


async def test_wikipedias_own_addresses_are_not_asked_for() -> None:
    async with loopback(quill_wiki(), base_url=DEFAULT_BASE_URL) as at:
        url = await at.live.article_url(Edition("fr"), "Fée (être)")
        assert url == "https://fr.wikipedia.org/wiki/F%C3%A9e_(%C3%AAtre)"
        assert at.upstream.seen == []
