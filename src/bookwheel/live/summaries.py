"""Page summaries: the REST interface's own, or made of the action API's parts where it is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import unquote

from bookwheel.document.model import Block, Citation, Document, ListBlock, MathBlock, Page, Paragraph, Quote
from bookwheel.live import outcomes, pages, requests, responses, titles
from bookwheel.live.client import RedirectCircleError
from bookwheel.live.editions import Edition
from bookwheel.live.faults import PageMissingError, Reply, TitleRefusedError, check_status, read_object
from bookwheel.live.pages import problem_of
from bookwheel.live.responses import Summary
from bookwheel.live.sections import anchor_text
from bookwheel.live.shelf import Fetched, Kept
from bookwheel.live.wiki import (
    Live,
    Provenance,
    RouteMissingError,
    by_either,
    explain_missing,
    redirect_section,
    refuse,
    shaped,
)
from bookwheel.render.text import full_text, plain_blocks


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """A summary with its extract as plain text."""

    summary: Summary
    text: str
    edition: Edition
    provenance: Provenance


async def summarise(live: Live, title: str, language: str) -> SummaryAnswer:
    """Return the summary of a page, redirects followed.

    Raises NotFound (not_found), InvalidValue (invalid_title, invalid_language) and what keeps the wiki from answering.
    """
    edition = await live.editions.resolve(language)
    name = titles.normalise(title, capitalises=edition.capitalises)

    async def fetch(kept: Kept[_Record] | None) -> Fetched[_Record]:
        return await _fetch(live, edition, name, kept)

    kept = await live.shelf.get(("summary", edition, name), live.within_time(fetch, live.host(edition)))
    summary = kept.value.summary
    if not summary.url:
        summary = replace(summary, url=await live.article_url(edition, summary.title))
    origin = titles.origin(name, summary.title)
    provenance = Provenance(kept.stale_since, edition.variant, origin, kept.value.section)
    return SummaryAnswer(summary, kept.value.text, edition, provenance)


@dataclass(frozen=True, slots=True)
class _Record:
    summary: Summary
    text: str
    section: str


async def _fetch(live: Live, edition: Edition, name: str, kept: Kept[_Record] | None) -> Fetched[_Record]:
    async def rest() -> Fetched[_Record]:
        try:
            return await _from_rest(live, edition, name, kept.etag if kept is not None else "")
        except (PageMissingError, TitleRefusedError):
            other = await explain_missing(live, edition, name)
        if other == name:
            return await _from_parts(live, edition, name)
        return await _from_rest(live, edition, other, "")

    try:
        return await by_either(
            live.without_rest_summary, edition, rest, lambda: _from_parts(live, edition, name)
        )
    except (PageMissingError, TitleRefusedError):
        raise outcomes.page_not_found(name, edition.code) from None
    except RedirectCircleError:
        raise outcomes.redirect_circle([name]) from None


async def _from_rest(live: Live, edition: Edition, name: str, etag: str) -> Fetched[_Record]:
    answer = await live.client.ask(requests.summary(live.settings, edition, name, etag), _read_rest)
    if answer is None:
        return Fetched(None)
    summary, new_etag, section = answer
    if not section and titles.origin(name, summary.title):
        section = await redirect_section(live, edition, name)
    text = summary.extract or ""
    if summary.extract_is_html:
        text = full_text(await _document(live, summary.title, text))
    return _record(summary, text, section, new_etag)


def _read_rest(reply: Reply) -> tuple[Summary, str, str] | None:
    """Return summary, tag and the section of a redirect, None for "not modified". Raises RouteMissingError, PageMissingError, UpstreamFaultError."""
    if reply.status == 304:
        return None
    if reply.status == 404:
        raise RouteMissingError if problem_of(reply) is None else PageMissingError
    check_status(reply)
    summary = shaped(reply, responses.rest_summary, read_object(reply))
    return summary, reply.headers.get("etag", ""), unquote(reply.fragment)


async def _from_parts(live: Live, edition: Edition, name: str) -> Fetched[_Record]:
    asked = requests.summary_parts(live.settings, edition, name)
    try:
        facts, summary = await live.ask(asked, responses.built_summary)
    except (PageMissingError, TitleRefusedError):
        raise outcomes.page_not_found(name, edition.code) from None
    if summary is None:
        if facts.status == "missing":
            await explain_missing(live, edition, name)
        refuse(live, facts, edition, name)
    if summary.extract is None:  # the wiki makes no extracts: the page itself has the text
        page = await pages.read_named(live, edition, summary.title)
        text = opening(page.document)
    else:
        text = opening(await _document(live, summary.title, summary.extract))
    if not text and summary.kind == "standard":
        summary = replace(summary, kind="no-extract")
    return _record(summary, text, facts.section)


async def _document(live: Live, title: str, html: str) -> Document:
    citation = Citation(title=title, source="live")
    return await live.room.parse(Page(html.encode("utf-8", "replace"), title.replace(" ", "_"), citation))


def _record(summary: Summary, text: str, section: str, etag: str = "") -> Fetched[_Record]:
    return Fetched(_Record(summary, text, anchor_text(section)), etag, size=4 * len(text) + 1000)


def opening(document: Document) -> str:
    """Return the first paragraph of the lead with text, and what directly belongs to it: lists, quotes, formulas."""
    taken: list[Block] = []
    for block in document.sections[0].blocks if document.sections else ():
        if isinstance(block, Paragraph):
            if taken:
                break
            if block.content.text.strip():
                taken.append(block)
        elif taken:
            if not isinstance(block, (ListBlock, Quote, MathBlock)):
                break
            taken.append(block)
    return plain_blocks(taken)
