"""Whole pages: fetched once, parsed once, shared by every tool that reads."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast
from urllib.parse import unquote

from bookwheel.document.model import Citation, Document, Page
from bookwheel.live import outcomes, requests, responses, titles
from bookwheel.live.client import RedirectCircleError
from bookwheel.live.editions import Edition
from bookwheel.live.faults import (
    PageMissingError,
    Reply,
    TitleRefusedError,
    check_status,
    read_json,
    read_object,
)
from bookwheel.live.responses import PageSource
from bookwheel.live.sections import anchor_text, index_of, leaves_doubt, with_wiki_indices
from bookwheel.live.shelf import Fetched, Kept
from bookwheel.live.wiki import (
    Live,
    Provenance,
    Redirect,
    RouteMissingError,
    by_either,
    explain_missing,
    redirect_section,
    shaped,
)

LICENCE = "CC BY-SA 4.0"
MAX_REDIRECT_PAGES = 5
# A parsed page takes about this many times the bytes of its HTML.
MEMORY_FACTOR = 2


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What is known about a fetched page besides its text."""

    title: str
    page_id: int | None
    revision_id: str
    modified: str
    redirect_section: str


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page ready to be read; the document's section indices are MediaWiki's."""

    facts: PageFacts
    document: Document
    edition: Edition
    url: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class _Record:
    """A page on the shelf."""

    facts: PageFacts
    document: Document


async def read_page(live: Live, title: str, language: str) -> LivePage:
    """Return the current revision of a page, redirects followed.

    Raises NotFound (not_found), InvalidValue (invalid_title, invalid_language) and what keeps the wiki from answering.
    """
    edition = await live.editions.resolve(language)
    name = titles.normalise(title, capitalises=edition.capitalises)
    return await read_named(live, edition, name)


async def read_named(live: Live, edition: Edition, name: str) -> LivePage:
    """Return the page of a normalised title."""
    now = live.client.governor.clock()
    known = live.redirects.get((edition, name))
    redirect = known if known is not None and known.until > now else None
    target = redirect.title if redirect is not None else name

    async def fetch(kept: Kept[_Record] | None) -> Fetched[_Record]:
        return await _fetch(live, edition, target, kept)

    key = ("page", edition, target)
    try:
        kept = await live.pages.get(key, live.within_time(fetch, live.host(edition)))
    except outcomes.FAILURES:
        old = live.pages.old(("page", edition, known.title)) if known is not None else None
        if known is None or old is None:
            raise
        redirect, target, kept = known, known.title, cast("Kept[_Record]", old)
    facts = kept.value.facts
    section = redirect.section if redirect is not None else ""
    if facts.title != target:
        section = facts.redirect_section
        live.pages.move(key, ("page", edition, facts.title))
        until = now + live.settings.fresh_seconds
        live.redirects.put((edition, name), Redirect(facts.title, section, until), 200)
    document = kept.value.document
    return LivePage(
        facts=facts,
        document=document,
        edition=edition,
        url=await live.article_url(edition, facts.title),
        provenance=Provenance(
            kept.stale_since,
            edition.variant,
            titles.origin(name, facts.title),
            section,
            index_of(document, section) if section else None,
        ),
    )


_Answer: TypeAlias = tuple[PageSource, str] | None
"""A page and its tag; None for "not modified"."""


async def _fetch(live: Live, edition: Edition, name: str, kept: Kept[_Record] | None) -> Fetched[_Record]:
    """Fetch and parse a page; a title the wiki does not know is looked up once."""
    try:
        answer = await _ask(live, edition, name, kept)
    except (PageMissingError, TitleRefusedError):
        other = await explain_missing(live, edition, name)
        # When the wiki knows the page under this very title, only that interface does not.
        ask = _by_action(live, edition, name) if other == name else _ask(live, edition, other, None)
        try:
            answer = await ask
        except (PageMissingError, TitleRefusedError):
            raise outcomes.page_not_found(name, edition.code) from None
    return Fetched(None) if answer is None else await _keep(live, edition, *answer, kept)


async def _ask(live: Live, edition: Edition, name: str, kept: Kept[_Record] | None) -> _Answer:
    def action() -> Awaitable[_Answer]:
        return _by_action(live, edition, name)

    if edition.converts:
        return await action()
    etag = kept.etag if kept is not None else ""
    try:
        return await by_either(
            live.without_rest_page, edition, lambda: _by_rest(live, edition, name, etag), action
        )
    except RedirectCircleError as circle:
        raise outcomes.redirect_circle(_titles_of(circle.trail)) from None


async def _by_rest(live: Live, edition: Edition, name: str, etag: str) -> _Answer:
    """Fetch by the REST interface, which marks sections and answers tags."""
    visited = [name]
    section = ""
    while True:
        asked = requests.page_html(live.settings, edition, visited[-1], etag)
        answer = await live.client.ask(asked, _read_rest)
        if answer is None:
            return None
        source, new_etag = answer
        target = responses.redirect_target(source.html)
        # Words for one script or another are left out here until one is chosen.
        if "mw:LanguageVariant" in source.html:
            return await _by_action(live, edition, visited[-1])
        if not target:
            section = section or source.fragment
            if not section and len(visited) == 1 and titles.origin(name, source.title):
                section = await redirect_section(live, edition, name)
            return replace(source, fragment=section), new_etag
        # Older wikis serve the redirect page itself.
        title, _, section = unquote(target).partition("#")
        if "://" in title or title.startswith("//"):
            raise PageMissingError  # it is a page of another wiki
        visited.append(title.replace("_", " "))
        if visited[-1] in visited[:-1] or len(visited) > MAX_REDIRECT_PAGES:
            raise outcomes.redirect_circle(visited)
        etag = ""


def _read_rest(reply: Reply) -> tuple[PageSource, str] | None:
    """Return page and tag, None for "not modified". Raises RouteMissingError, PageMissingError, TitleRefusedError, UpstreamFaultError."""
    if reply.status == 304:
        return None
    if reply.status in (400, 403, 404):
        problem = problem_of(reply)
        if reply.status == 404 and (problem is None or problem == "rest-no-match"):
            raise RouteMissingError
        if reply.status == 404 or problem == "rest-permission-denied-title":
            raise PageMissingError
        if problem == "rest-invalid-title":
            raise TitleRefusedError
    check_status(reply)
    source = shaped(reply, responses.rest_page, read_object(reply))
    return replace(source, fragment=unquote(reply.fragment)), reply.headers.get("etag", "")


def problem_of(reply: Reply) -> str | None:
    """Return the key of an error of a REST interface, "" when it names none, None when it is no such error."""
    try:
        payload: Any = read_json(reply)
    except Exception:  # noqa: BLE001  # whatever it is, it does not come from the REST interface
        return None
    # Other servers say in JSON, too, that they have nothing.
    if not isinstance(payload, dict) or not {"errorKey", "messageTranslations", "type"} & payload.keys():
        return None
    error = cast("dict[str, Any]", payload)
    if "did not match any known handler" in str(error.get("messageTranslations", "")):
        return "rest-no-match"
    return str(error.get("errorKey", ""))


async def _by_action(live: Live, edition: Edition, name: str) -> tuple[PageSource, str]:
    """Fetch by the action API, which converts scripts and is everywhere; dates come in a second answer."""
    source = await live.ask(requests.page_parse(live.settings, edition, name), responses.parsed_page)
    modified = ""
    if source.revision_id:
        asked = requests.revision_time(live.settings, edition, source.revision_id)
        with contextlib.suppress(*outcomes.FAILURES, PageMissingError):
            modified = await live.ask(asked, responses.revision_time)
    return replace(source, modified=modified), ""


async def _keep(
    live: Live, edition: Edition, source: PageSource, etag: str, kept: Kept[_Record] | None
) -> Fetched[_Record]:
    """Parse the page, unless it is the revision that was there already."""
    facts = PageFacts(
        title=source.title,
        page_id=source.page_id,
        revision_id=source.revision_id,
        modified=source.modified,
        redirect_section=anchor_text(source.fragment),
    )
    if kept is not None and facts.revision_id and kept.value.facts.revision_id == facts.revision_id:
        return Fetched(_Record(facts, kept.value.document), etag, kept.size)
    html = source.html.encode("utf-8", "replace")
    citation = Citation(
        title=source.title,
        source="live",
        revision_id=source.revision_id,
        date=source.modified,
        licence=LICENCE,
        language=edition.code,
    )
    document = await live.room.parse(Page(html, source.title.replace(" ", "_"), citation))
    indices = source.indices
    if not indices and source.revision_id and leaves_doubt(document):
        asked = requests.section_list(live.settings, edition, source.revision_id)
        with contextlib.suppress(*outcomes.FAILURES, PageMissingError):
            indices = await live.ask(asked, responses.section_indices)
    document = with_wiki_indices(document, indices)
    return Fetched(_Record(facts, document), etag, MEMORY_FACTOR * len(html) + 2000)


def _titles_of(addresses: tuple[str, ...]) -> list[str]:
    """Return the page titles in addresses of the REST interface."""
    found: list[str] = []
    for address in addresses:
        path = address.partition("?")[0].removesuffix("/with_html")
        found.append(unquote(path.rpartition("/")[2]).replace("_", " "))
    return found
