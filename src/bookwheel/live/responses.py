"""What the answers of a wiki mean: pure functions from JSON to typed results.

Each takes the payload of one kind of request. A payload of an unknown shape raises ShapeError; what a result is
allowed to lack is "", None or empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, NamedTuple, cast

from bookwheel.document.invisible import single_line, without_invisible
from bookwheel.live.shape import (
    Json,
    ShapeError,
    digits,
    first,
    flag,
    member,
    number,
    point_of,
    rows,
    text,
    whole,
)


class SearchHit(NamedTuple):
    """One result; `snippet` is HTML."""

    title: str
    page_id: int
    snippet: str
    word_count: int


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page of results. `next_offset` is where the wiki goes on, or None. `is_partial`: the search was cut short."""

    hits: tuple[SearchHit, ...]
    total: int
    next_offset: int | None
    suggestion: str
    is_partial: bool


class About(NamedTuple):
    """What a page is about: short description and Wikidata item, "" where it has none."""

    description: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A page summary; `extract` is HTML, or plain text when `extract_is_html` is false; None: not in this answer."""

    title: str
    kind: str
    page_id: int | None
    about: About
    extract: str | None
    extract_is_html: bool
    thumbnail: str
    coordinates: tuple[float, float] | None
    url: str
    revision_id: str
    modified: str


@dataclass(frozen=True, slots=True)
class PageSource:
    """A page as HTML.

    modified: "" where the wiki does not tell. indices: section index by anchor. fragment: of the redirect that led here.
    """

    title: str
    page_id: int | None
    revision_id: str
    modified: str
    html: str
    indices: Mapping[str, int | None]
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class TitleFacts:
    """What became of a title.

    status: exists, missing, invalid, special, interwiki, circle (redirects without end) or blank.
    title: the title after redirects and script conversion. prefix: of the other wiki. nearest: titles that exist.
    section: the anchor that the redirects point to.
    """

    status: str
    title: str = ""
    prefix: str = ""
    nearest: tuple[str, ...] = ()
    section: str = ""


class LanguageLink(NamedTuple):
    """A counterpart in another edition; `url` may be ""."""

    language: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class LanguageLinks:
    """One part of a list of counterparts; `after` continues it, "" at its end."""

    facts: TitleFacts
    links: tuple[LanguageLink, ...]
    after: str


class Place(NamedTuple):
    """A page with coordinates; distance in metres."""

    title: str
    page_id: int
    latitude: float
    longitude: float
    distance: float
    about: About


@dataclass(frozen=True, slots=True)
class Places:
    """One part of the pages around a point. Parts of the same page complete each other, so they come unmerged.

    seen: every page ID of this part, also of pages whose coordinates come in another part.
    """

    seen: tuple[int, ...]
    places: tuple[Place, ...]
    abouts: Mapping[int, About]
    after: Mapping[str, str]
    is_partial: bool


def search_page(payload: Json) -> SearchPage:
    """Read the answer to a search."""
    query = member(payload, "query")
    info = member(query, "searchinfo", optional=True)
    hits = tuple(
        SearchHit(text(row, "title"), page_id, text(row, "snippet"), whole(row.get("wordcount")) or 0)
        for row in rows(query, "search")
        if (page_id := whole(row.get("pageid"))) is not None
    )
    total = whole(info.get("totalhits"))
    return SearchPage(
        hits=hits,
        total=len(hits) if total is None else total,
        next_offset=whole(member(payload, "continue", optional=True).get("sroffset")),
        suggestion=single_line(text(info, "suggestion")),
        is_partial=_is_partial(payload),
    )


def abouts(payload: Json) -> dict[int, About]:
    """Read descriptions and Wikidata items by page ID."""
    query = member(payload, "query", optional=True)
    return {
        page_id: _about(page)
        for page in rows(query, "pages", optional=True)
        if (page_id := whole(page.get("pageid"))) is not None
    }


def rest_summary(payload: Json) -> Summary:
    """Read a page summary of the REST interface."""
    titles = member(payload, "titles", optional=True)
    title = text(titles, "normalized") or text(payload, "title").replace("_", " ")
    if not title or not ("extract" in payload or "extract_html" in payload):
        raise ShapeError
    html = text(payload, "extract_html")
    desktop = member(member(payload, "content_urls", optional=True), "desktop", optional=True)
    return Summary(
        title=title,
        kind=text(payload, "type") or "standard",
        page_id=whole(payload.get("pageid")),
        about=About(single_line(text(payload, "description")), text(payload, "wikibase_item")),
        extract=html or without_invisible(text(payload, "extract")),
        extract_is_html=bool(html),
        thumbnail=text(member(payload, "thumbnail", optional=True), "source"),
        coordinates=point_of(member(payload, "coordinates", optional=True)),
        url=text(desktop, "page"),
        revision_id=digits(payload.get("revision")),
        modified=text(payload, "timestamp"),
    )


def built_summary(payload: Json) -> tuple[TitleFacts, Summary | None]:
    """Read a summary made of the action API's parts; None when there is no such page."""
    facts = title_facts(payload)
    if facts.status != "exists":
        return facts, None
    page = first(member(payload, "query"), "pages")
    properties = member(page, "pageprops", optional=True)
    revision = first(page, "revisions")
    points = [row for row in rows(page, "coordinates", optional=True) if text(row, "globe") in ("", "earth")]
    extract = page.get("extract")
    return facts, Summary(
        title=facts.title,
        kind="disambiguation" if "disambiguation" in properties else "standard",
        page_id=whole(page.get("pageid")),
        about=_about(page),
        extract=extract if isinstance(extract, str) else None,
        extract_is_html=True,
        thumbnail=text(member(page, "thumbnail", optional=True), "source"),
        coordinates=point_of(points[0]) if points else None,
        url=text(page, "canonicalurl") or text(page, "fullurl"),
        revision_id=digits(revision.get("revid")) or digits(page.get("lastrevid")),
        modified=text(revision, "timestamp"),
    )


def rest_page(payload: Json) -> PageSource:
    """Read a page of the REST interface."""
    html, title = payload.get("html"), text(payload, "title")
    if not isinstance(html, str) or not title:
        raise ShapeError
    latest = member(payload, "latest", optional=True)
    return PageSource(
        title=title,
        page_id=whole(payload.get("id")),
        revision_id=digits(latest.get("id")),
        modified=text(latest, "timestamp"),
        html=html,
        indices={},
    )


_REDIRECT_PAGE = re.compile(r'<link[^>]{0,500}?\brel="mw:PageProp/redirect"[^>]{0,500}?\bhref="([^"]+)"')


def redirect_target(html: str) -> str:
    """Return where a redirect page leads, as a relative address, or "": some wikis serve redirect pages themselves."""
    found = _REDIRECT_PAGE.search(html) if len(html) < 65_536 else None
    return unescape(found[1]).removeprefix("./") if found else ""


def parsed_page(payload: Json) -> PageSource:
    """Read a page that the action API rendered."""
    parse = member(payload, "parse")
    html, title = parse.get("text"), text(parse, "title")
    if isinstance(html, dict):  # the first format version wraps it
        html = cast("Json", html).get("*")
    if not isinstance(html, str) or not title:
        raise ShapeError
    return PageSource(
        title=title,
        page_id=whole(parse.get("pageid")),
        revision_id=digits(parse.get("revid")),
        modified="",
        html=html,
        indices=section_indices(payload),
        fragment=_redirect_section(parse),
    )


def _redirect_section(parent: Json) -> str:
    """Return the anchor that the last of the redirects points to, or ""."""
    redirects = list(rows(parent, "redirects", optional=True))
    return text(redirects[-1], "tofragment") if redirects else ""


def section_indices(payload: Json) -> dict[str, int | None]:
    """Read the section index of each anchor; None for a heading that a template makes."""
    return {
        text(row, "anchor"): int(index) if (index := text(row, "index")).isdecimal() else None
        for row in rows(member(payload, "parse"), "sections", optional=True)
    }


def title_facts(payload: Json) -> TitleFacts:
    """Read what became of the one title that was asked for."""
    query = member(payload, "query", optional=True)
    nearest = tuple(text(row, "title") for row in rows(query, "prefixsearch", optional=True))
    for link in rows(query, "interwiki", optional=True):
        return TitleFacts("interwiki", text(link, "title"), text(link, "iw"), nearest)
    pages = list(rows(query, "pages", optional=True))
    if not pages:
        return TitleFacts("circle" if query.get("redirects") else "blank", nearest=nearest)
    page = pages[0]
    status = next((name for name in ("invalid", "special", "missing") if flag(page, name)), "exists")
    return TitleFacts(status, text(page, "title"), "", nearest, _redirect_section(query))


def revision_time(payload: Json) -> str:
    """Read when a revision was made (ISO 8601); "" when the wiki does not tell."""
    page = first(member(payload, "query", optional=True), "pages")
    return text(first(page, "revisions"), "timestamp")


def language_links(payload: Json) -> LanguageLinks:
    """Read a part of the counterparts of a page."""
    facts = title_facts(payload)
    pages = list(rows(member(payload, "query", optional=True), "pages", optional=True))
    linked = rows(pages[0], "langlinks", optional=True) if pages else iter(())
    return LanguageLinks(
        facts=facts,
        links=tuple(
            LanguageLink(text(row, "lang"), text(row, "title") or text(row, "*"), text(row, "url"))
            for row in linked
            if text(row, "lang")
        ),
        after=text(member(payload, "continue", optional=True), "llcontinue"),
    )


def places(payload: Json) -> Places:
    """Read a part of the pages around a point; where there are none the wiki says no more than that this is all."""
    if not {"query", "batchcomplete", "continue"} & payload.keys():
        raise ShapeError
    query = member(payload, "query", optional=True)
    found: list[Place] = []
    described: dict[int, About] = {}
    seen: list[int] = []
    for page in rows(query, "pages", optional=True):
        page_id = whole(page.get("pageid"))
        if page_id is None:
            continue
        seen.append(page_id)
        about = described[page_id] = _about(page)
        for spot in rows(page, "coordinates", optional=True):
            point, distance = point_of(spot), number(spot.get("dist"))
            if point is not None and distance is not None:
                found.append(Place(text(page, "title"), page_id, *point, distance, about))
    after = member(payload, "continue", optional=True)
    return Places(
        tuple(seen), tuple(found), described, {k: str(v) for k, v in after.items()}, _is_partial(payload)
    )


def offers_nearby(payload: Json) -> bool:
    """Tell whether the wiki understood the question for pages nearby; without the extension it only warns."""
    return not any("geosearch" in warning and "nrecognized" in warning for warning in warnings(payload))


def listed_editions(payload: Json) -> frozenset[str]:
    """Read the edition codes of every Wikipedia, closed ones too, from the list of wikis."""
    matrix = member(payload, "sitematrix")
    codes: set[str] = set()
    for key, group in matrix.items():
        if not key.isdecimal() or not isinstance(group, dict):
            continue
        for site in rows(cast("Json", group), "site", optional=True):
            host = re.match(r"https?://([a-z0-9-]+)\.wikipedia\.org\b", text(site, "url"))
            if text(site, "code") == "wiki" and host:
                codes.add(host[1])
    if not codes:
        raise ShapeError
    return frozenset(codes)


def article_address(payload: Json) -> str:
    """Read the address of articles, with "$1" for the title; "" when the wiki does not tell."""
    general = member(member(payload, "query", optional=True), "general", optional=True)
    server, path = text(general, "server"), text(general, "articlepath")
    if not server or "$1" not in path:
        return ""
    return ("https:" if server.startswith("//") else "") + server + path


def warnings(payload: Json) -> list[str]:
    """Return the texts of all warnings, in either format."""
    found: Any = payload.get("warnings")
    entries: list[Any] = []
    if isinstance(found, dict):
        entries = list(cast("dict[str, Any]", found).values())
    elif isinstance(found, list):
        entries = cast("list[Any]", found)
    found_texts: list[str] = []
    for entry in entries:
        if isinstance(entry, dict):
            row = cast("Json", entry)
            found_texts.append(
                " ".join(str(row[name]) for name in ("code", "warnings", "text", "html", "*") if name in row)
            )
    return found_texts


def _is_partial(payload: Json) -> bool:
    return any(re.search("partial|timed[ -]?out", warning, re.IGNORECASE) for warning in warnings(payload))


def _about(page: Json) -> About:
    properties = member(page, "pageprops", optional=True)
    return About(single_line(text(page, "description")), text(properties, "wikibase_item"))
