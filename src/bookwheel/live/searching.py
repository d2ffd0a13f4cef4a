"""Search by words and search by place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from bookwheel.live import outcomes, requests, responses
from bookwheel.live.editions import Edition
from bookwheel.live.faults import PageMissingError, TitleRefusedError
from bookwheel.live.limits import MAX_NEARBY, MAX_RADIUS_METRES, SEARCH_WINDOW
from bookwheel.live.responses import About, Place, SearchPage
from bookwheel.live.shelf import Fetched, Kept
from bookwheel.live.wiki import Live, Provenance

MAX_PARTS = 20  # a continued answer has far fewer; more means that it goes round in circles


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """A page of results; `abouts` is None when descriptions and Wikidata items could not be loaded."""

    page: SearchPage
    abouts: Mapping[int, About] | None
    edition: Edition
    provenance: Provenance


async def search(live: Live, query: str, limit: int, offset: int, language: str) -> SearchAnswer:
    """Search the articles of an edition.

    Raises InvalidValue (empty_query, offset_too_large, invalid_language, invalid_query) and what keeps the wiki from
    answering.
    """
    if not query.strip():
        raise outcomes.empty_query()
    if offset >= SEARCH_WINDOW:
        raise outcomes.offset_too_large()
    edition = await live.editions.resolve(language)

    async def fetch(_: Kept[_Found] | None) -> Fetched[_Found]:
        asked = requests.search(live.settings, edition, query, limit, offset)
        page = await live.ask(asked, responses.search_page)
        abouts = await _describe(live, edition, page)
        return Fetched(
            _Found(page, abouts),
            size=400 * len(page.hits) + 4 * len(query) + 500,
            is_whole=abouts is not None,
        )

    key = ("search", edition, query, limit, offset)
    kept = await live.shelf.get(key, live.within_time(fetch, live.host(edition)))
    provenance = Provenance(kept.stale_since)
    return SearchAnswer(kept.value.page, kept.value.abouts, edition, provenance)


@dataclass(frozen=True, slots=True)
class _Found:
    page: SearchPage
    abouts: Mapping[int, About] | None


async def _describe(live: Live, edition: Edition, page: SearchPage) -> Mapping[int, About] | None:
    """Return what the results are about; None when that cannot be had."""
    if not page.hits:
        return {}
    asked = requests.descriptions(live.settings, edition, [hit.page_id for hit in page.hits])
    try:
        return await live.ask(asked, responses.abouts)
    except (*outcomes.FAILURES, PageMissingError, TitleRefusedError):
        return None


@dataclass(frozen=True, slots=True)
class NearbyAnswer:
    """Places by distance. `is_truncated`: more lie inside the radius. `is_partial`: the wiki ran out of time."""

    places: tuple[Place, ...]
    radius_metres: int
    is_truncated: bool
    is_partial: bool
    edition: Edition
    provenance: Provenance


async def nearby(
    live: Live, point: tuple[float, float], radius_metres: int, limit: int, language: str
) -> NearbyAnswer:
    """Find pages around a point (latitude, longitude); a larger radius than 10 km means 10 km.

    Raises InvalidValue (invalid_coordinates, invalid_language) and what keeps the wiki from answering.
    """
    latitude, longitude = point
    # NaN compares false with everything, so the test is for being inside.
    if not (math.fabs(latitude) <= 90 and math.fabs(longitude) <= 180):
        raise outcomes.invalid_coordinates()
    edition = await live.editions.resolve(language)
    radius = min(radius_metres, MAX_RADIUS_METRES)
    rows = min(limit + 1, MAX_NEARBY)

    async def fetch(_: Kept[_Around] | None) -> Fetched[_Around]:
        around = await _gather(live, edition, point, radius, rows)
        return Fetched(around, size=300 * len(around.places) + 500, is_whole=not around.is_partial)

    key = ("nearby", edition, point, radius, rows)
    kept = await live.shelf.get(key, live.within_time(fetch, live.host(edition)))
    around = kept.value
    is_truncated = around.matched > limit or around.matched >= MAX_NEARBY
    return NearbyAnswer(
        places=around.places[:limit],
        radius_metres=radius,
        is_truncated=is_truncated,
        is_partial=around.is_partial,
        edition=edition,
        provenance=Provenance(kept.stale_since),
    )


@dataclass(frozen=True, slots=True)
class _Around:
    """matched: pages the wiki found, also such whose coordinates it did not tell."""

    places: tuple[Place, ...]
    matched: int
    is_partial: bool


async def _gather(
    live: Live, edition: Edition, point: tuple[float, float], radius: int, rows: int
) -> _Around:
    """Fetch every part of the answer and put them together by page."""
    nearest: dict[int, Place] = {}
    abouts: dict[int, About] = {}
    matched: set[int] = set()
    after: Mapping[str, str] = {}
    is_partial = False
    asked_before: list[Mapping[str, str]] = []
    for _ in range(MAX_PARTS):
        asked = requests.nearby(live.settings, edition, point, radius, rows, after=after)
        part = await live.ask(asked, _read_nearby)
        if part is None:
            raise outcomes.unavailable(
                live.host(edition), "does not offer search by coordinates", retryable=False
            )
        matched.update(part.seen)
        is_partial |= part.is_partial
        for page_id, about in part.abouts.items():
            known = abouts.get(page_id, About())
            abouts[page_id] = About(about.description or known.description, about.item or known.item)
        for place in part.places:
            known_place = nearest.get(place.page_id)
            if known_place is None or place.distance < known_place.distance:
                nearest[place.page_id] = place
        asked_before.append(after)
        after = part.after
        if not after:
            break
        if after in asked_before:
            is_partial = True
            break
    places = [place._replace(about=abouts[place.page_id]) for place in nearest.values()]
    # The wiki's own order is by whole metres only, and that of a generator by no order at all.
    places.sort(key=lambda place: (place.distance, place.page_id))
    return _Around(tuple(places), len(matched), is_partial or len(nearest) < len(matched))


def _read_nearby(payload: responses.Json) -> responses.Places | None:
    return responses.places(payload) if responses.offers_nearby(payload) else None
