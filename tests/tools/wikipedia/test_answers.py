"""What the six tools answer, field by field, in structure and in text."""

from __future__ import annotations

from typing import Any

import pytest

from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, data, page
from tools.wikipedia.asking import answer, call, error

pytestmark = pytest.mark.anyio


async def test_a_search_gives_every_field_it_has_and_no_other() -> None:
    async with loopback(quill_wiki()) as at:
        assert await answer(at.live, "wikipedia_search_articles", query="quill") == {
            "results": [
                {
                    "title": "Quill",
                    "pageid": 7,
                    "snippet": "about Quill & more",
                    "wordcount": 12,
                    "description": "Pen",
                    "wikibase_item": "Q207702",
                },
                {
                    "title": "Quill pen",
                    "pageid": 8,
                    "snippet": "about Quill pen & more",
                    "wordcount": 12,
                    "description": "Another pen",
                },
            ],
            "language": "en",
            "effectiveQuery": "quill",
            "totalCount": 2,
            "offset": 0,
            "shown": 2,
        }


@pytest.mark.parametrize(
    ("html", "plain"),
    [
        ('a <span class="searchmatch">b</span>c', "a bc"),
        ("&amp;amp; &#160; &lt;b&gt;", "&amp; <b>"),
        ("&amp;#39;", "&#39;"),
        ("&eacute;&nbsp;x", "é x"),
        ("  two\n\n lines ", "two lines"),
        ("a\u200bb\U000e0041c", "abc"),
        ("<script>evil()</script>text", "text"),
    ],
)
async def test_snippets_are_plain_text_decoded_once(html: str, plain: str) -> None:
    hit = {"ns": 0, "title": "T", "pageid": 1, "wordcount": 1, "snippet": html}

    def handler(seen: Seen) -> Answer:
        return data({"query": {"search": [hit], "searchinfo": {"totalhits": 1}, "pages": []}})

    async with loopback(handler) as at:
        found = await answer(at.live, "wikipedia_search_articles", query="x")
        assert found["results"][0]["snippet"] == plain


async def test_a_next_page_is_offered_while_there_is_one() -> None:
    wiki = MadeWiki(*(MadePage(f"Quill {n}", n) for n in range(1, 26)))
    async with loopback(wiki) as at:
        seen: list[int] = []
        offset = 0
        while True:
            found = await answer(at.live, "wikipedia_search_articles", query="quill", offset=offset)
            seen += [row["pageid"] for row in found["results"]]
            assert found["offset"] == offset
            if "nextOffset" not in found:
                break
            offset = found["nextOffset"]
        assert seen == list(range(1, 26))
        assert "last results: 25" in found["notice"]


async def test_an_offset_past_the_end_is_no_failure() -> None:
    async with loopback(quill_wiki()) as at:
        found = await answer(at.live, "wikipedia_search_articles", query="quill", offset=500)
        assert (found["results"], found["shown"]) == ([], 0)
        assert "2 in all" in found["notice"]


@pytest.mark.parametrize(
    ("total", "offset", "limit", "is_cut"),
    [
        (50_000, 9_990, 50, True),
        (9_995, 9_990, 50, False),
        (10_000, 9_990, 10, False),
        (50_000, 9_980, 10, False),
    ],
)
async def test_the_window_is_told_only_where_it_cuts(
    total: int, offset: int, limit: int, is_cut: bool
) -> None:
    wiki = quill_wiki()
    wiki.total = total
    async with loopback(wiki) as at:
        found = await answer(at.live, "wikipedia_search_articles", query="x", offset=offset, limit=limit)
        assert ("truncated" in found, "cap" in found) == (is_cut, is_cut)
        if is_cut:
            assert (found["truncated"], found["cap"]) == (True, 10_000)
            assert "40000 more" in found["notice"]
            assert "nextOffset" not in found


async def test_the_spelling_suggestion_is_offered_and_never_applied() -> None:
    wiki = quill_wiki()
    wiki.suggestion = "bsd"
    async with loopback(wiki) as at:
        found = await answer(at.live, "wikipedia_search_articles", query="quill")
        assert (found["suggestion"], found["effectiveQuery"], found["shown"]) == ("bsd", "quill", 2)
        nothing = await answer(at.live, "wikipedia_search_articles", query="zzz")
        assert "bsd" in nothing["notice"]


async def test_missing_descriptions_are_told() -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        return page("", 500) if "pageids" in seen.query else wiki(seen)

    async with loopback(handler) as at:
        found = await answer(at.live, "wikipedia_search_articles", query="quill")
        assert found["shown"] == 2
        assert "could not be loaded" in found["notice"]


async def test_a_search_title_opens_the_page_unchanged() -> None:
    wiki = MadeWiki(
        MadePage("Portal (video game)", 1), MadePage("AC/DC", 2), MadePage("C++", 3), MadePage("P&ID", 4)
    )
    async with loopback(wiki) as at:
        for query in ("portal", "ac/dc", "c++", "p&id"):
            found = await answer(at.live, "wikipedia_search_articles", query=query)
            title = found["results"][0]["title"]
            assert (await answer(at.live, "wikipedia_get_article", title=title))["title"] == title
            assert (await answer(at.live, "wikipedia_get_summary", title=title))["title"] == title


async def test_an_existing_redirect_wins_over_any_suggestion() -> None:
    wiki = MadeWiki(
        MadePage("Blue screen of death", 1), MadePage("BSD", 2), redirects={"BSOD": "Blue screen of death"}
    )
    wiki.suggestion = "bsd"
    async with loopback(wiki) as at:
        for tool in ("wikipedia_get_summary", "wikipedia_get_article", "wikipedia_get_sections"):
            result = await call(at.live, tool, title="BSOD")
            assert result.data is not None
            assert result.data["title"] == "Blue screen of death"
            assert result.meta == {"redirected_from": "BSOD"}
            assert "Redirected from “BSOD”" in result.text


async def test_a_summary_gives_every_field() -> None:
    async with loopback(quill_wiki()) as at:
        assert await answer(at.live, "wikipedia_get_summary", title="Quill") == {
            "title": "Quill",
            "page_type": "standard",
            "pageid": 7,
            "wikibase_item": "Q207702",
            "description": "Pen",
            "extract": "Quill is a pen made of a feather. It holds H₂O badly.",
            "latitude": 48.8583,
            "longitude": 2.2945,
            "url": "https://wiki.example/read/Quill",
            "revision_id": "1000",
            "last_modified": "2026-05-01T10:00:00Z",
            "language": "en",
        }


async def test_a_disambiguation_page_says_what_to_do() -> None:
    async with loopback(quill_wiki()) as at:
        result = await call(at.live, "wikipedia_get_summary", title="Mercury")
        assert result.data is not None
        assert result.data["page_type"] == "disambiguation"
        assert "wikipedia_search_articles" in result.text


async def test_the_choices_of_a_disambiguation_page_are_titles() -> None:
    html = (
        '<section data-mw-section-id="0"><div class="mw-disambig"></div><p>It may refer to:</p><ul>'
        '<li><a rel="mw:WikiLink" href="./Distillation_(chemistry)">The process</a> of parting liquids</li>'
        '<li><a rel="mw:WikiLink" href="./Still">A still</a></li></ul></section>'
    )
    async with loopback(MadeWiki(MadePage("Distillation", 1, html=html, is_disambiguation=True))) as at:
        result = await call(at.live, "wikipedia_get_article", title="Distillation")
        assert "- Distillation (chemistry)\n- Still" in result.text


async def test_a_section_read_carries_tables_and_a_full_read_none() -> None:
    async with loopback(quill_wiki()) as at:
        whole = await answer(at.live, "wikipedia_get_article", title="Quill")
        assert (whole["content_type"], whole["truncated"]) == ("full_article", False)
        assert "Goose" not in whole["content"]
        assert "Kind: pen" not in whole["content"]
        assert whole["last_modified"] == "2026-05-01T10:00:00Z"
        assert "section_title" not in whole
        section = await answer(at.live, "wikipedia_get_article", title="Quill", section_index=3)
        assert (
            section["content"] == "== Use ==\n\nWriting.\n\n| Bird | Feathers |\n| --- | --- |\n| Goose | 5 |"
        )
        assert (section["content_type"], section["section_title"], section["truncated"]) == (
            "section",
            "Use",
            False,
        )
        assert "last_modified" not in section
        lead = await answer(at.live, "wikipedia_get_article", title="Quill", section_index=0)
        assert lead["section_title"] == "Introduction"
        assert "Kind: pen" in lead["content"]


async def test_a_full_read_says_where_its_tables_are() -> None:
    wiki = quill_wiki()
    table = '<table class="wikitable"><tr><th>A</th></tr><tr><td>1</td></tr></table>'
    only = "".join(
        f'<section data-mw-section-id="{n}"><h2 id="S{n}">S</h2>{table}</section>' for n in range(1, 23)
    )
    wiki.pages["Only tables"] = MadePage("Only tables", 50, html=table)
    wiki.pages["Many tables"] = MadePage("Many tables", 51, html=only, revision=1051)
    left_out = "Tables and infoboxes are left out; read them by section_index: "
    async with loopback(wiki) as at:
        for title, where in (
            ("Quill", "0, 3.\n"),
            ("Only tables", "0.\n"),
            ("Many tables", "18, 19, 20 and 2 more.\n"),
        ):
            read = await call(at.live, "wikipedia_get_article", title=title)
            assert left_out in read.text
            assert where in read.text
        for arguments in ({"title": "Quill", "section_index": 0}, {"title": "Empty"}):
            assert left_out not in (await call(at.live, "wikipedia_get_article", **arguments)).text


async def test_sections_and_reads_agree_on_titles() -> None:
    async with loopback(quill_wiki()) as at:
        listed = await answer(at.live, "wikipedia_get_sections", title="Quill")
        assert listed["total_sections"] == len(listed["sections"]) == 4
        assert listed["sections"][0] == {"index": 0, "number": "0", "title": "Introduction", "level": 1}
        assert listed["sections"][2] == {"index": 2, "number": "1.1", "title": "Middle Ages", "level": 3}
        for row in listed["sections"]:
            read = await answer(at.live, "wikipedia_get_article", title="Quill", section_index=row["index"])
            assert read["section_title"] == row["title"]


async def test_an_empty_page_is_an_answer() -> None:
    async with loopback(quill_wiki()) as at:
        assert (await answer(at.live, "wikipedia_get_article", title="Empty"))["content"] == ""
        assert (await error(at.live, "wikipedia_get_sections", title="Empty"))["data"][
            "reason"
        ] == "no_sections"


async def test_a_section_that_is_not_there_names_the_last_one() -> None:
    async with loopback(quill_wiki()) as at:
        found = await error(at.live, "wikipedia_get_article", title="Quill", section_index=4)
        assert (found["code"], found["data"]["reason"]) == (-32007, "invalid_section")
        assert "0 to 3" in found["message"]
        assert found["data"]["last_section_index"] == 3


async def test_digits_of_section_numbers_are_ascii() -> None:
    from bookwheel.tools.wikipedia.get_sections import _ascii_digits

    assert _ascii_digits("۱.۱۲") == "1.12"


async def test_places_come_with_all_their_fields() -> None:
    async with loopback(quill_wiki()) as at:
        found = await answer(
            at.live, "wikipedia_search_nearby", latitude=48.8583, longitude=2.2945, radius_meters=50
        )
        assert found == {
            "results": [
                {
                    "title": "Quill",
                    "pageid": 7,
                    "latitude": 48.8583,
                    "longitude": 2.2945,
                    "distance_meters": 0,
                    "description": "Pen",
                    "wikibase_item": "Q207702",
                }
            ],
            "language": "en",
            "queryLatitude": 48.8583,
            "queryLongitude": 2.2945,
            "radiusMetersUsed": 50,
            "truncated": False,
            "shown": 1,
            "cap": 10,
        }


@pytest.mark.parametrize(
    ("arguments", "notice"),
    [
        ({"latitude": 0, "longitude": 0}, "larger radius_meters"),
        ({"latitude": 0, "longitude": 0, "radius_meters": 99_999}, "another point"),
        ({"latitude": 48.8583, "longitude": 2.2945, "limit": 1}, "raise limit"),
    ],
)
async def test_notices_about_places_say_what_to_change(arguments: dict[str, Any], notice: str) -> None:
    async with loopback(quill_wiki()) as at:
        assert notice in (await answer(at.live, "wikipedia_search_nearby", **arguments))["notice"]


async def test_summary_coordinates_go_straight_into_a_search_around_them() -> None:
    async with loopback(quill_wiki()) as at:
        summary = await answer(at.live, "wikipedia_get_summary", title="Quill")
        around = await answer(
            at.live, "wikipedia_search_nearby", latitude=summary["latitude"], longitude=summary["longitude"]
        )
        assert around["results"][0]["title"] == "Quill"


async def test_a_script_variant_keeps_the_edition_it_is_written_in() -> None:
    link = {
        "lang": "zh",
        "title": "羽毛笔",
        "url": "https://zh.wikipedia.org/wiki/%E7%BE%BD%E6%AF%9B%E7%AC%94",
    }
    async with loopback(MadeWiki(MadePage("Quill", 1, links=[link]))) as at:
        some = await answer(at.live, "wikipedia_get_languages", title="Quill", editions=["zh-hant", "sr-ec"])
        assert [row["edition_code"] for row in some["languages"]] == ["zh"]
        assert some["missing"] == ["sr-ec"]


async def test_editions_are_kept_by_either_spelling() -> None:
    async with loopback(quill_wiki()) as at:
        every = await answer(at.live, "wikipedia_get_languages", title="Quill")
        assert "missing" not in every
        assert every["total_languages"] == len(every["languages"]) == 5
        some = await answer(
            at.live, "wikipedia_get_languages", title="Quill", editions=["GSW", "no", "als", "xx", "en", "fr"]
        )
        assert [row["language_code"] for row in some["languages"]] == ["fr", "gsw", "nb"]
        assert some["missing"] == ["xx", "en"]
        assert some["total_languages"] == 5
        none = await answer(at.live, "wikipedia_get_languages", title="Quill", editions=["xx"])
        assert (none["languages"], none["missing"]) == ([], ["xx"])


async def test_asking_for_the_source_edition_is_explained() -> None:
    async with loopback(quill_wiki()) as at:
        result = await call(at.live, "wikipedia_get_languages", title="Quill", editions=["en"])
        assert "en is the edition the list is for" in result.text


async def test_an_unknown_host_leaves_edition_and_address_out() -> None:
    async with loopback(quill_wiki()) as at:
        rows = (await answer(at.live, "wikipedia_get_languages", title="Quill"))["languages"]
        assert rows[-1] == {"language_code": "zz-unknown", "title": "Nobody knows"}


async def test_an_old_answer_in_need_is_marked_in_text_and_metadata() -> None:
    wiki = quill_wiki()
    failing = False

    def handler(seen: Seen) -> Answer:
        return page("", 503) if failing else wiki(seen)

    async with loopback(handler) as at:
        fresh = await call(at.live, "wikipedia_get_summary", title="Quill")
        assert fresh.meta == {}
        failing = True
        at.time.skipped += 3600
        stale = await call(at.live, "wikipedia_get_summary", title="Quill")
        assert stale.data == fresh.data
        assert stale.meta["stale"] is True
        assert stale.meta["fetched_at"].endswith("Z")
        assert "does not answer now" in stale.text


async def test_the_variant_is_told() -> None:
    wiki = quill_wiki()
    wiki.prefix = "/[a-z-]+(?=/)"
    async with loopback(wiki, template="/{edition}") as at:
        result = await call(at.live, "wikipedia_get_article", title="Quill", language="zh-hant")
        assert result.data is not None
        assert result.data["language"] == "zh"
        assert result.meta == {"variant": "zh-hant"}
        assert "converted to zh-hant" in result.text
        # Lists come as they are written.
        for tool, arguments in (
            ("wikipedia_search_articles", {"query": "quill"}),
            ("wikipedia_get_languages", {"title": "Quill"}),
        ):
            assert "converted" not in (await call(at.live, tool, **arguments, language="zh-hant")).text
