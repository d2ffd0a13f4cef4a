"""The same article in other editions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from bookwheel.live import outcomes, requests, responses, titles
from bookwheel.live.editions import Edition, known
from bookwheel.live.faults import PageMissingError, TitleRefusedError
from bookwheel.live.responses import LanguageLink
from bookwheel.live.searching import MAX_PARTS
from bookwheel.live.sections import anchor_text
from bookwheel.live.settings import LiveSettings
from bookwheel.live.shelf import Fetched, Kept
from bookwheel.live.wiki import Live, Provenance, explain_missing, refuse


class Counterpart(NamedTuple):
    """An article in another edition. `edition` and `url` are "" when the host is unknown."""

    language: str
    edition: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Counterparts:
    """Every other edition's article; `is_partial`: the wiki's list did not end."""

    title: str
    edition: Edition
    found: tuple[Counterpart, ...]
    is_partial: bool
    provenance: Provenance


async def counterparts(live: Live, title: str, language: str) -> Counterparts:
    """Return the article in all other editions, in the wiki's order.

    Raises NotFound (not_found, no_other_languages), InvalidValue (invalid_title, invalid_language) and what keeps the
    wiki from answering.
    """
    edition = await live.editions.resolve(language)
    name = titles.normalise(title, capitalises=edition.capitalises)

    async def fetch(_: Kept[_List] | None) -> Fetched[_List]:
        found = await _gather(live, edition, name)
        return Fetched(found, size=200 * len(found.links) + 500, is_whole=not found.is_partial)

    kept = await live.shelf.get(("languages", edition, name), live.within_time(fetch, live.host(edition)))
    found = kept.value
    if not found.links:
        raise outcomes.no_other_languages(found.title, edition.code)
    return Counterparts(
        title=found.title,
        edition=edition,
        found=tuple(_counterpart(live.settings, link) for link in found.links),
        is_partial=found.is_partial,
        provenance=Provenance(
            kept.stale_since,
            redirected_from=titles.origin(name, found.title),
            redirect_section=found.section,
        ),
    )


@dataclass(frozen=True, slots=True)
class _List:
    title: str
    section: str
    links: tuple[LanguageLink, ...]
    is_partial: bool


async def _gather(live: Live, edition: Edition, name: str) -> _List:
    links: dict[LanguageLink, None] = {}
    after, asked_before = "", set[str]()
    is_partial = True
    title = section = ""
    for _ in range(MAX_PARTS):
        asked = requests.language_links(live.settings, edition, name, after)
        try:
            part = await live.ask(asked, responses.language_links)
        except (PageMissingError, TitleRefusedError):
            raise outcomes.page_not_found(name, edition.code) from None
        if part.facts.status == "missing":
            await explain_missing(live, edition, name)
        if part.facts.status != "exists":
            refuse(live, part.facts, edition, name)
        title, section = part.facts.title, anchor_text(part.facts.section)
        links.update(dict.fromkeys(part.links))
        asked_before.add(after)
        after = part.after
        if not after:
            is_partial = False
            break
        if after in asked_before:
            break
    return _List(title, section, tuple(links), is_partial)


def _counterpart(settings: LiveSettings, link: LanguageLink) -> Counterpart:
    if link.url:
        return Counterpart(link.language, edition_of(settings, link.url), link.title, link.url)
    # The registry knows the hosts of Wikipedia's editions; a single wiki of the operator's tells nothing about others.
    edition = known(link.language) if settings.has_editions else ""
    url = f"{settings.public_base(edition)}/wiki/{titles.article_path(link.title)}" if edition else ""
    return Counterpart(link.language, edition, link.title, url)


def edition_of(settings: LiveSettings, url: str) -> str:
    """Return the edition that an article's address belongs to, "" for an address of an unknown kind."""
    host = (urlsplit(url).hostname or "").lower()
    if host.endswith(".wikipedia.org"):
        label = host.removesuffix(".wikipedia.org").removesuffix(".m")
        return known(label) or (label if "." not in label else "")
    if settings.has_editions:
        before, _, after = settings.base_url.partition("{edition}")
        found = re.match(re.escape(before) + r"([A-Za-z0-9-]+)" + re.escape(after.rstrip("/")), url)
        if found:
            return known(found[1]) or found[1].lower()
    return ""
