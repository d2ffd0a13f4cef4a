"""The same article in other editions."""

from __future__ import annotations

import pytest

from bookwheel.errors import Malformed, NotFound
from bookwheel.live import counterparts
from bookwheel.live.counterparts import Counterpart, edition_of
from bookwheel.live.editions import known
from bookwheel.live.settings import LiveSettings
from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, data

pytestmark = pytest.mark.anyio


async def test_the_list_is_followed_to_its_end_in_the_wikis_order() -> None:
    wiki = quill_wiki()
    wiki.prefix = "/[a-z-]+(?=/)"
    async with loopback(wiki, template="/{edition}") as at:
        answer = await counterparts.counterparts(at.live, "Feather pen", "en")
        base = at.upstream.address
        assert answer.title == "Quill"
        assert answer.provenance.redirected_from == "Feather pen"
        assert answer.found == (
            Counterpart("fr", "fr", "Plume", "https://fr.wikipedia.org/wiki/Plume"),
            Counterpart("gsw", "als", "Fädere", "https://als.wikipedia.org/wiki/F%C3%A4dere"),
            Counterpart("nb", "no", "Fjærpenn", "https://no.wikipedia.org/wiki/Fj%C3%A6rpenn"),
            Counterpart("yue", "zh-yue", "羽毛筆", f"{base}/zh-yue/wiki/%E7%BE%BD%E6%AF%9B%E7%AD%86"),
            Counterpart("zz-unknown", "", "Nobody knows", ""),
        )
        assert len(at.upstream.seen) == 3
        for row in answer.found:
            assert not row.edition or known(row.edition) == row.edition


async def test_an_endless_list_ends_and_is_told() -> None:
    row = {"pageid": 7, "title": "Quill", "langlinks": [{"lang": "fr", "title": "Plume"}]}
    again = data({"query": {"pages": [row]}, "continue": {"llcontinue": "7|fr"}})
    async with loopback(lambda _: again) as at:
        answer = await counterparts.counterparts(at.live, "Quill", "en")
        assert (len(answer.found), answer.is_partial) == (1, True)
        assert len(at.upstream.seen) == 2


async def test_no_other_edition_is_a_failure_of_its_own() -> None:
    async with loopback(quill_wiki()) as at:
        with pytest.raises(NotFound) as caught:
            await counterparts.counterparts(at.live, "AC/DC", "en")
        assert caught.value.reason == "no_other_languages"


@pytest.mark.parametrize(
    ("title", "reason"), [("Quilt", "not_found"), ("Loop A", "not_found"), ("fr:Paris", "not_found")]
)
async def test_a_title_without_a_page_is_not_found(title: str, reason: str) -> None:
    async with loopback(quill_wiki()) as at:
        with pytest.raises(NotFound) as caught:
            await counterparts.counterparts(at.live, title, "en")
        assert caught.value.reason == reason


async def test_a_missing_title_names_the_nearest() -> None:
    async with loopback(quill_wiki()) as at:
        with pytest.raises(NotFound) as caught:
            await counterparts.counterparts(at.live, "Quilt", "en")
        assert caught.value.data["nearest_titles"] == ["Quill", "Quill pen"]


async def test_a_list_without_pages_is_no_answer_and_not_an_absence() -> None:
    def handler(_: Seen) -> Answer:
        return data({"batchcomplete": True})

    async with loopback(handler) as at:
        with pytest.raises(Malformed) as caught:
            await counterparts.counterparts(at.live, "Quill", "en")
        assert caught.value.retryable


@pytest.mark.parametrize(
    ("url", "edition"),
    [
        ("https://fr.wikipedia.org/wiki/Plume", "fr"),
        ("https://be-x-old.wikipedia.org/wiki/X", "be-tarask"),
        ("https://zh-min-nan.wikipedia.org/wiki/X", "zh-min-nan"),
        ("https://en.m.wikipedia.org/wiki/X", "en"),
        ("https://newone.wikipedia.org/wiki/X", "newone"),
        ("http://127.0.0.1:9/fr/wiki/X", "fr"),
        ("https://example.org/wiki/X", ""),
        ("", ""),
    ],
)
def test_the_host_tells_the_edition(url: str, edition: str) -> None:
    assert edition_of(LiveSettings(base_url="http://127.0.0.1:9/{edition}"), url) == edition


async def test_a_page_that_exists_without_links_elsewhere_is_told_apart_from_none() -> None:
    async with loopback(MadeWiki(MadePage("Alone", 1))) as at:
        with pytest.raises(NotFound, match="no edition besides en"):
            await counterparts.counterparts(at.live, "Alone", "en")
