"""Search by words and by place."""

from __future__ import annotations

from typing import Any

import pytest

from bookwheel.errors import InvalidValue, Malformed, Unavailable
from bookwheel.live import searching
from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki, quill_wiki
from live.upstream import Answer, Seen, api_error, data, page

pytestmark = pytest.mark.anyio

HERE = (48.8583, 2.2945)


@pytest.mark.parametrize("query", ["", "   ", "\t\n", "\u00a0"])
async def test_a_blank_query_asks_nobody(query: str) -> None:
    async with loopback(quill_wiki()) as at:
        with pytest.raises(InvalidValue) as caught:
            await searching.search(at.live, query, 10, 0, "en")
        assert caught.value.reason == "empty_query"
        assert at.upstream.seen == []


@pytest.mark.parametrize("query", ["!!!", "the of and", "-", '"unclosed', "a OR b"])
async def test_odd_queries_are_searches_and_travel_unchanged(query: str) -> None:
    async with loopback(quill_wiki()) as at:
        await searching.search(at.live, query, 10, 0, "en")
        assert at.upstream.seen[0].query["srsearch"] == query


async def test_an_offset_outside_the_window_asks_nobody() -> None:
    async with loopback(quill_wiki()) as at:
        for offset in (10_000, 2**53 - 1):
            with pytest.raises(InvalidValue) as caught:
                await searching.search(at.live, "quill", 10, offset, "en")
            assert caught.value.reason == "offset_too_large"
        assert at.upstream.seen == []


async def test_the_window_bounds_the_rows_that_are_asked_for() -> None:
    async with loopback(quill_wiki()) as at:
        await searching.search(at.live, "quill", 50, 9_990, "en")
        assert at.upstream.seen[0].query["srlimit"] == "10"
        assert at.upstream.seen[0].query["sroffset"] == "9990"


async def test_descriptions_are_asked_for_in_one_request_of_at_most_fifty() -> None:
    wiki = MadeWiki(*(MadePage(f"Quill {n}", n, description=f"Pen {n}") for n in range(1, 60)))
    async with loopback(wiki) as at:
        answer = await searching.search(at.live, "quill", 50, 0, "en")
        assert len(at.upstream.seen) == 2
        assert len(at.upstream.seen[1].query["pageids"].split("|")) == 50
        assert answer.abouts is not None
        assert answer.abouts[50].description == "Pen 50"


async def test_no_results_ask_for_no_descriptions() -> None:
    async with loopback(quill_wiki()) as at:
        assert (await searching.search(at.live, "zzz", 10, 0, "en")).page.hits == ()
        assert len(at.upstream.seen) == 1


async def test_coordinates_travel_in_fixed_point() -> None:
    async with loopback(quill_wiki()) as at:
        await searching.nearby(at.live, (-0.0, 0.000001), 10, 1, "en")
        assert at.upstream.seen[0].query["ggscoord"] == "0|0.000001"
        await searching.nearby(at.live, (90, -180), 10, 1, "en")
        assert at.upstream.seen[1].query["ggscoord"] == "90|-180"


@pytest.mark.parametrize(
    "point", [(90.01, 0), (-91, 0), (0, 180.5), (0, -181), (float("nan"), 0), (0, float("inf")), (1e309, 0)]
)
async def test_a_point_off_the_globe_asks_nobody(point: tuple[float, float]) -> None:
    async with loopback(quill_wiki()) as at:
        with pytest.raises(InvalidValue) as caught:
            await searching.nearby(at.live, point, 1000, 10, "en")
        assert caught.value.reason == "invalid_coordinates"
        assert "-90" in caught.value.hint
        assert "180" in caught.value.hint
        assert at.upstream.seen == []


async def test_places_are_sorted_by_distance_with_one_row_a_page() -> None:
    rows: list[dict[str, Any]] = [
        {"pageid": 3, "title": "C", "coordinates": [{"lat": 1, "lon": 1, "dist": 12.4}]},
        {
            "pageid": 1,
            "title": "A",
            "coordinates": [{"lat": 1, "lon": 1, "dist": 12.6}, {"lat": 1, "lon": 1, "dist": 12.2}],
        },
        {"pageid": 2, "title": "B", "coordinates": [{"lat": 1, "lon": 1, "dist": 12.4}]},
    ]
    async with loopback(lambda _: data({"query": {"pages": rows}})) as at:
        answer = await searching.nearby(at.live, HERE, 1000, 10, "en")
    assert [(place.title, place.distance) for place in answer.places] == [
        ("A", 12.2),
        ("B", 12.4),
        ("C", 12.4),
    ]


@pytest.mark.parametrize(("limit", "shown", "is_truncated"), [(1, 1, True), (2, 2, False), (3, 2, False)])
async def test_truncation_is_found_by_one_row_more(limit: int, shown: int, is_truncated: bool) -> None:
    async with loopback(quill_wiki()) as at:
        answer = await searching.nearby(at.live, HERE, 1000, limit, "en")
        assert at.upstream.seen[0].query["ggslimit"] == str(limit + 1)
        assert (len(answer.places), answer.is_truncated) == (shown, is_truncated)


async def test_a_full_page_at_the_ceiling_counts_as_truncated() -> None:
    many = [MadePage(f"P{n}", n, point=(HERE[0] + n * 1e-6, HERE[1])) for n in range(1, 500)]
    async with loopback(MadeWiki(*many)) as at:
        answer = await searching.nearby(at.live, HERE, 1000, 500, "en")
        assert (len(answer.places), answer.is_truncated) == (499, False)
    async with loopback(MadeWiki(*many, MadePage("P500", 500, point=HERE))) as at:
        answer = await searching.nearby(at.live, HERE, 1000, 500, "en")
        assert at.upstream.seen[0].query["ggslimit"] == "500"
        assert (len(answer.places), answer.is_truncated) == (500, True)


async def test_a_wide_radius_is_narrowed() -> None:
    async with loopback(quill_wiki()) as at:
        answer = await searching.nearby(at.live, HERE, 2**53 - 1, 10, "en")
        assert answer.radius_metres == 10_000
        assert at.upstream.seen[0].query["ggsradius"] == "10000"


def part(number: int, after: str) -> Answer:
    # The same page comes twice: coordinates in one part, the description in another.
    row: dict[str, Any] = {"pageid": 1, "title": "A"}
    row |= {"coordinates": [{"lat": 1, "lon": 1, "dist": 5}]} if number == 0 else {"description": "About A"}
    payload: dict[str, Any] = {"query": {"pages": [row]}}
    if after:
        payload["continue"] = {"picontinue": after, "continue": "||"}
    return data(payload)


async def test_the_parts_of_an_answer_are_put_together() -> None:
    async with loopback(lambda seen: part(1, "") if "picontinue" in seen.query else part(0, "7")) as at:
        answer = await searching.nearby(at.live, HERE, 1000, 10, "en")
        assert [(p.title, p.about.description) for p in answer.places] == [("A", "About A")]
        assert not answer.is_partial
        assert len(at.upstream.seen) == 2


async def test_an_endless_continuation_ends_and_is_told() -> None:
    async with loopback(lambda seen: part(1 if "picontinue" in seen.query else 0, "7")) as at:
        answer = await searching.nearby(at.live, HERE, 1000, 10, "en")
        assert answer.is_partial
        assert len(at.upstream.seen) == 2


async def test_pages_whose_coordinates_never_come_make_the_answer_partial() -> None:
    async with loopback(lambda _: data({"query": {"pages": [{"pageid": 1, "title": "A"}]}})) as at:
        answer = await searching.nearby(at.live, HERE, 1000, 10, "en")
        assert (answer.places, answer.is_partial) == ((), True)


@pytest.mark.parametrize(
    "answer",
    [
        api_error("badgenerator"),
        api_error("badvalue"),
        data(
            {"warnings": {"query": {"warnings": 'Unrecognized value for parameter "generator": geosearch'}}}
        ),
    ],
)
async def test_a_wiki_without_places_says_so(answer: Answer) -> None:
    async with loopback(lambda _: answer) as at:
        with pytest.raises(Unavailable) as caught:
            await searching.nearby(at.live, HERE, 1000, 10, "en")
        assert not caught.value.retryable
        assert "does not offer" in caught.value.message


@pytest.mark.parametrize("kind", ["search", "geosearch"])
async def test_a_warning_of_partial_results_is_passed_on(kind: str) -> None:
    wiki = quill_wiki()

    def handler(seen: Seen) -> Answer:
        if kind not in (seen.query.get("list"), seen.query.get("generator")):
            return wiki(seen)
        rows = {"search": [], "searchinfo": {"totalhits": 0}} if kind == "search" else {"pages": []}
        return data(
            {"warnings": {kind: {"warnings": "Query timed out, results are partial."}}, "query": rows}
        )

    async with loopback(handler) as at:
        if kind == "search":
            assert (await searching.search(at.live, "quill", 10, 0, "en")).page.is_partial
        else:
            assert (await searching.nearby(at.live, HERE, 1000, 10, "en")).is_partial


async def test_a_refused_look_up_never_looks_like_no_results() -> None:
    async with loopback(lambda _: page("<html>no</html>", 403)) as at:
        with pytest.raises(Exception, match="refuses this client"):
            await searching.search(at.live, "quill", 10, 0, "en")


@pytest.mark.parametrize("payload", [{}, {"error": "down"}, {"status": "ok"}])
async def test_an_answer_that_tells_of_no_places_is_not_taken_for_none(payload: dict[str, str]) -> None:
    async with loopback(lambda _: data(payload)) as at:
        with pytest.raises(Malformed, match="unknown shape"):
            await searching.nearby(at.live, (48.8, 2.3), 1000, 10, "en")
