"""Real answers of real wikis, recorded: every one parses to the right result or the right failure."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bookwheel.errors import BookwheelError
from bookwheel.live import responses
from bookwheel.live.faults import PageMissingError, Reply, TitleRefusedError, read_action
from bookwheel.live.governor import UpstreamFaultError
from bookwheel.live.shape import ShapeError

SHARED = Path(__file__).resolve().parents[2] / "../shared/data"
RECORDED = ["mw1.39-debian", "mw1.43-geodata-shortdesc"]

pytestmark = pytest.mark.real("data")


@cache
def recording(version: str, name: str) -> dict[str, Any]:
    return json.loads((SHARED / "recordings" / version / f"{name}.json").read_text("utf-8"))


def reply(version: str, name: str) -> Reply:
    response = recording(version, name)["response"]
    body = (
        json.dumps(response["json"]).encode()
        if "json" in response
        else str(response.get("body", "")).encode()
    )
    headers = {key.lower(): str(value) for key, value in response["headers"].items()}
    return Reply(response["status"], headers, body, "http://127.0.0.1/w/api.php", "127.0.0.1")


def payload(version: str, name: str) -> dict[str, Any]:
    return read_action(reply(version, name))


def outcome(version: str, name: str) -> str:
    """What an action API answer means: the reason of a failure, or "ok"."""
    try:
        payload(version, name)
    except PageMissingError:
        return "missing"
    except TitleRefusedError:
        return "refused"
    except UpstreamFaultError as fault:
        return fault.error.reason
    except BookwheelError as error:
        return error.reason
    return "ok"


@pytest.mark.parametrize("version", RECORDED)
@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("parse_missing", "missing"),
        ("parse_invalid", "refused"),
        ("parse_interwiki", "refused"),
        ("parse_special", "missing"),
        ("parse_pageid_missing", "missing"),
        ("parse_oldid_missing", "missing"),
        ("search_empty", "empty_query"),
        ("search_missing_param", "empty_query"),
        ("err_maxlag", "upstream_unavailable"),
        ("err_unknown_action", "upstream_unavailable"),
        ("err_errorformat_plain", "missing"),
        ("err_errorformat_raw", "missing"),
        ("err_errorformat_html_de", "missing"),
        ("err_uselang_de", "missing"),
        ("http_404", "upstream_unavailable"),
        ("search_germany", "ok"),
    ],
)
def test_a_recorded_failure_has_its_meaning(version: str, name: str, meaning: str) -> None:
    assert outcome(version, name) == meaning


def test_the_wait_of_a_lagging_wiki_is_read() -> None:
    with pytest.raises(UpstreamFaultError) as caught:
        payload("mw1.39-debian", "err_maxlag")
    assert caught.value.wait_seconds == 5.0


@pytest.mark.parametrize("version", RECORDED)
def test_every_recorded_answer_is_a_result_or_a_typed_failure(version: str) -> None:
    counted = 0
    for file in sorted((SHARED / "recordings" / version).glob("*.json")):
        recorded = recording(version, file.stem)
        if (
            "request" not in recorded
            or "/w/api.php" not in recorded["request"]["url"]
            or recorded["request"]["method"] != "GET"
        ):
            continue
        try:
            found = payload(version, file.stem)
        except (PageMissingError, TitleRefusedError, UpstreamFaultError, BookwheelError):
            found = None
        except ValueError as error:  # pragma: no cover
            pytest.fail(f"{file.stem}: {error}")
        if found is not None and recorded["request"]["params"].get("action") != "opensearch":
            for read in (responses.title_facts, responses.abouts, responses.places, responses.language_links):
                with contextlib.suppress(ShapeError):  # an answer to another question
                    read(found)
        counted += 1
    assert counted > 150


@pytest.mark.parametrize("version", RECORDED)
def test_recorded_searches_give_hits_totals_and_offsets(version: str) -> None:
    found = responses.search_page(payload(version, "search_germany"))
    assert (len(found.hits), found.next_offset) == (5, 5)
    assert found.total >= 14
    assert "<span class='searchmatch'>" in found.hits[0].snippet or "searchmatch" in found.hits[0].snippet
    end = responses.search_page(payload(version, "search_offset_past_end"))
    assert (end.hits, end.next_offset) == ((), None)
    assert responses.search_page(payload(version, "search_none")).total == 0


@pytest.mark.parametrize("version", RECORDED)
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("title_empty", "blank"),
        ("title_hash_only", "blank"),
        ("title_brackets", "invalid"),
        ("title_braces", "invalid"),
        ("title_lt", "invalid"),
        ("title_dots", "invalid"),
        ("title_tilde", "invalid"),
        ("title_percent", "invalid"),
        ("title_toolong", "invalid"),
        ("title_nul", "invalid"),
        ("title_newline", "invalid"),
        ("title_entity", "missing"),
        ("title_ns_special", "special"),
        ("title_interwiki", "interwiki"),
        ("title_colon", "exists"),
        ("title_nbsp", "exists"),
        ("title_rtlmark", "exists"),
        ("redirect_self", "circle"),
        ("redirect_loop", "circle"),
        ("redirect_broken", "missing"),
        ("redirect_interwiki", "interwiki"),
        ("redirect_simple", "exists"),
        ("redirect_double", "exists"),
    ],
)
def test_what_became_of_recorded_titles(version: str, name: str, status: str) -> None:
    assert responses.title_facts(payload(version, name)).status == status


def test_recorded_pages_by_rest_have_html_and_revision() -> None:
    for version in RECORDED:
        body = recording(version, "rest_with_html")["response"]["json"]
        page = responses.rest_page(body)
        assert (page.title, page.page_id, page.revision_id) == ("Mercury", 197, "197")
        assert page.modified == "2020-01-25T04:16:00Z"


def test_an_older_wikis_redirect_page_is_recognised() -> None:
    html = recording("mw1.39-debian", "rest_html_redirect")["response"]["body"]
    assert responses.redirect_target(html) == "Barack_Obama"
    assert responses.redirect_target(recording("mw1.39-debian", "rest_html_Obama")["response"]["body"]) == ""


def test_a_redirect_page_tells_target_and_section_as_written() -> None:
    html = '<link rel="mw:PageProp/redirect" href="./AT&amp;T#A_&amp;_B" id="mwAg"/>'
    assert responses.redirect_target(html) == "AT&T#A_&_B"


@pytest.mark.parametrize("version", RECORDED)
def test_recorded_pages_by_the_action_interface_have_section_indices(version: str) -> None:
    sections = payload(version, "parse_sections_Template_with_heading")
    sections["parse"]["text"] = ""
    page = responses.parsed_page(sections)
    assert page.indices == {"From_template": None, "Own": 1}
    torture = payload(version, "parse_sections_Section_torture")
    torture["parse"]["text"] = ""
    assert max(index or 0 for index in responses.parsed_page(torture).indices.values()) == 18


@pytest.mark.parametrize("version", RECORDED)
def test_recorded_language_links_continue(version: str) -> None:
    whole = responses.language_links(payload(version, "langlinks_all"))
    assert ("be-x-old", "Барак Абама") in [(link.language, link.title) for link in whole.links]
    assert whole.after == ""
    assert responses.language_links(payload(version, "langlinks_page1")).after


def test_recorded_places_have_points_and_distances() -> None:
    found = responses.places(payload("mw1.43-geodata-shortdesc", "geo_generator"))
    assert [(p.title, p.distance) for p in found.places][:2] == [("Eiffel Tower", 0), ("Louvre", 3081)]
    assert found.places[0].about.description == "Place Eiffel Tower"
    assert not responses.offers_nearby(recording("mw1.39-debian", "geo_paris")["response"]["json"])
    assert outcome("mw1.39-debian", "geo_generator") == "upstream_unavailable"


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("geo_lat91", "invalid_coordinates"),
        ("geo_badcoord", "invalid_coordinates"),
        ("geo_radius_10001", "upstream_unavailable"),
        ("geo_page_missing", "missing"),
        ("geo_badglobe", "upstream_unavailable"),
    ],
)
def test_recorded_refusals_of_places(name: str, meaning: str) -> None:
    assert outcome("mw1.43-geodata-shortdesc", name) == meaning


@pytest.mark.parametrize("version", RECORDED)
def test_the_recorded_site_tells_its_address(version: str) -> None:
    assert responses.article_address(payload(version, "siteinfo")).endswith("/wiki/$1")


def test_summaries_of_the_real_service() -> None:
    fermat = responses.rest_summary(
        json.loads((SHARED / "api/android_rb_page_summary_valid.json").read_text("utf-8"))
    )
    assert (fermat.title, fermat.kind, fermat.page_id) == ("Fermat's Last Theorem", "standard", 19021953)
    assert fermat.revision_id == "832091465"
    assert fermat.url.startswith("https://en.wikipedia.org/wiki/")
    assert fermat.about.description == "theorem in number theory"
    assert fermat.extract_is_html
    adams = responses.rest_summary(
        json.loads((SHARED / "api/wptools_rest_summary.json").read_text("utf-8"))["response"]
    )
    assert (adams.title, adams.page_id) == ("Douglas Adams", 8091)


def test_the_real_list_of_wikis_holds_every_edition_of_its_day() -> None:
    matrix = json.loads((SHARED / "api/wptools_sitematrix.json").read_text("utf-8"))["response"]
    codes = responses.listed_editions(matrix)
    assert len(codes) == 299
    assert {"als", "be-tarask", "simple", "aa", "zh-min-nan"} <= codes
    assert not {"gsw", "commons", "be-x-old"} & codes


def test_searches_of_english_wikipedia() -> None:
    pages = [responses.search_page(body) for _, body in everything() if "search" in body.get("query", {})]
    assert len(pages) > 10
    for found in pages:
        assert all(hit.title and hit.page_id for hit in found.hits)
        assert found.total >= len(found.hits)
    assert any(found.suggestion for found in pages)
    assert any(found.next_offset for found in pages)


def test_language_links_of_english_wikipedia() -> None:
    pages = [
        responses.language_links(body) for _, body in cassettes("TestVcrPageRelationProps.test_langlinks")
    ]
    links = [link for page in pages for link in page.links]
    assert len(links) > 20
    assert all(link.url.startswith("https://") and link.title for link in links)


def test_places_of_english_wikipedia() -> None:
    points = [
        responses.rows(body["query"], "geosearch")
        for _, body in cassettes("TestVcrWikiGeosearch")
        if "query" in body
    ]
    assert sum(len(list(rows)) for rows in points) > 10


def test_every_answer_is_a_result_or_a_typed_failure() -> None:
    counted = 0
    for _, body in everything():
        answer = Reply(200, {"content-type": "application/json"}, json.dumps(body).encode(), "", "host")
        try:
            found = read_action(answer)
        except (PageMissingError, TitleRefusedError, UpstreamFaultError, BookwheelError):
            continue
        responses.title_facts(found)
        responses.abouts(found)
        responses.language_links(found)
        if "parse" in found and "text" in found["parse"]:
            assert responses.parsed_page(found).html
        counted += 1
    assert counted > 80


def cassettes(start: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The answers in the recordings of one client's tests."""
    for name, body in everything():
        if name.startswith(start):
            yield name, body


def everything() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every answer of the action API in the recordings of other clients."""
    for file in sorted((SHARED / "api").rglob("*.json")):
        for body in bodies(json.loads(file.read_text("utf-8"))):
            yield file.stem, body


def bodies(value: Any) -> Iterator[dict[str, Any]]:
    """Every API answer inside a recording, whatever its nesting; texts are parsed."""
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = json.loads(value)
        except ValueError:
            return
    if isinstance(value, dict):
        if (
            isinstance(value.get("query"), dict)
            or "batchcomplete" in value
            or "error" in value
            or "parse" in value
        ):
            yield value
            return
        for item in value.values():
            yield from bodies(item)
    elif isinstance(value, list):
        for item in value:
            yield from bodies(item)
