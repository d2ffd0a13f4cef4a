"""What to ask of a wiki: pure functions from what is wanted to one HTTP request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from bookwheel.live.editions import Edition
from bookwheel.live.limits import SEARCH_WINDOW
from bookwheel.live.settings import LiveSettings
from bookwheel.live.titles import path_form

ACTION_API = "/w/api.php"
PAGE_HTML = "/w/rest.php/v1/page/{title}/with_html"
PAGE_SUMMARY = "/api/rest_v1/page/summary/{title}"

MAX_IDS = 50
THUMBNAIL_PIXELS = 330  # one of the widths that Wikimedia serves without a fresh scaling

_COMMON = {"format": "json", "formatversion": "2"}


@dataclass(frozen=True, slots=True)
class Request:
    """One GET.

    is_brief: a look-up the answer can do without; one short attempt.
    has_substitute: the action API can answer as well, and needs time to: a silent wiki is not asked twice, a failing one
    no more than that.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    is_brief: bool = False
    has_substitute: bool = False


def search(settings: LiveSettings, edition: Edition, query: str, limit: int, offset: int) -> Request:
    """Search the articles' text. The window's end bounds the number of rows."""
    return _query(
        settings,
        edition,
        {
            "list": "search",
            "srsearch": query,
            "srwhat": "text",  # a plain MediaWiki looks at titles only unless told
            "srlimit": str(min(limit, SEARCH_WINDOW - offset)),
            "sroffset": str(offset),
            "srnamespace": "0",
            "srinfo": "totalhits|suggestion",
            "srprop": "snippet|wordcount",
        },
    )


def descriptions(settings: LiveSettings, edition: Edition, page_ids: Sequence[int]) -> Request:
    """Ask for short descriptions and Wikidata items of at most 50 pages."""
    wanted = {
        "prop": "description|pageprops",
        "ppprop": "wikibase_item",
        "pageids": "|".join(map(str, page_ids[:MAX_IDS])),
    }
    return _query(settings, edition, wanted, is_brief=True)


def summary(settings: LiveSettings, edition: Edition, title: str, etag: str = "") -> Request:
    """Ask for the page summary of the REST interface."""
    address = settings.base(edition.code) + PAGE_SUMMARY.format(title=path_form(title))
    return Request(address, _headers(edition, etag), has_substitute=True)


def summary_parts(settings: LiveSettings, edition: Edition, title: str) -> Request:
    """Ask for what a summary is made of, from the action API, for wikis without the REST summary."""
    wanted = {
        "titles": title,
        "redirects": "1",
        "converttitles": "1",
        "prop": "extracts|description|pageprops|pageimages|coordinates|info|revisions",
        "exintro": "1",
        "exlimit": "1",
        "ppprop": "wikibase_item|disambiguation",
        "piprop": "thumbnail",
        "pithumbsize": str(THUMBNAIL_PIXELS),
        "inprop": "url",
        "rvprop": "ids|timestamp",
    }
    return _query(settings, edition, wanted)


def page_html(settings: LiveSettings, edition: Edition, title: str, etag: str = "") -> Request:
    """Ask for the whole page as HTML with its sections marked, and its revision."""
    address = settings.base(edition.code) + PAGE_HTML.format(title=path_form(title))
    return Request(address, _headers(edition, etag), has_substitute=True)


def page_parse(settings: LiveSettings, edition: Edition, title: str) -> Request:
    """Ask for the whole page as the action API renders it, the way for script variants and wikis without the REST page."""
    wanted = {
        "action": "parse",
        "page": title,
        "redirects": "1",
        "prop": "text|sections|revid",
        "disabletoc": "1",
        "disablelimitreport": "1",
    }
    return _action(settings, edition, wanted)


def revision_time(settings: LiveSettings, edition: Edition, revision_id: str) -> Request:
    """Ask when a revision was made."""
    wanted = {"revids": revision_id, "prop": "revisions", "rvprop": "timestamp"}
    return _query(settings, edition, wanted, is_brief=True)


def section_list(settings: LiveSettings, edition: Edition, revision_id: str) -> Request:
    """Ask for the wiki's own list of a page's sections, where the page itself does not mark them all."""
    asked = _action(settings, edition, {"action": "parse", "oldid": revision_id, "prop": "sections"})
    return Request(asked.url, asked.headers, is_brief=True)


def title_facts(settings: LiveSettings, edition: Edition, title: str, nearest: int = 3) -> Request:
    """Ask what a title is (missing, invalid, of another wiki, …), where it leads, and for `nearest` titles that exist."""
    wanted = {"titles": title, "redirects": "1", "converttitles": "1", "prop": "info"}
    if nearest:
        wanted |= {"list": "prefixsearch", "pssearch": title, "pslimit": str(nearest)}
    return _query(settings, edition, wanted, is_brief=True)


def language_links(settings: LiveSettings, edition: Edition, title: str, after: str = "") -> Request:
    """Ask for the page's counterparts in other editions; `after` continues a list."""
    wanted = {
        "titles": title,
        "redirects": "1",
        "converttitles": "1",
        "prop": "langlinks",
        "llprop": "url",
        "lllimit": "max",
    }
    if after:
        wanted["llcontinue"] = after
    return _query(settings, edition, wanted)


def nearby(
    settings: LiveSettings,
    edition: Edition,
    point: tuple[float, float],
    radius_metres: int,
    rows: int,
    *,
    after: Mapping[str, str] | None = None,
) -> Request:
    """Ask for pages whose primary coordinates lie around a point, with description and Wikidata item; `after` continues."""
    where = f"{_degrees(point[0])}|{_degrees(point[1])}"
    wanted = {
        "generator": "geosearch",
        "ggscoord": where,
        "ggsradius": str(radius_metres),
        "ggslimit": str(rows),
        "ggsnamespace": "0",
        "ggsprimary": "primary",
        "ggsglobe": "earth",
        "prop": "coordinates|description|pageprops",
        "coprop": "globe",
        "codistancefrompoint": where,
        "colimit": "max",
        "ppprop": "wikibase_item",
        **(after or {}),
    }
    return _query(settings, edition, wanted)


def wikis(settings: LiveSettings) -> Request:
    """Ask for Wikimedia's list of wikis."""
    wanted = {"action": "sitematrix", "smtype": "language", "smsiteprop": "url|dbname|code"}
    asked = _action(settings, Edition("en"), wanted)
    return Request(asked.url, asked.headers, is_brief=True)


def article_address(settings: LiveSettings, edition: Edition) -> Request:
    """Ask for the wiki's public address and the path of its articles."""
    return _query(settings, edition, {"meta": "siteinfo", "siprop": "general"}, is_brief=True)


def _query(
    settings: LiveSettings, edition: Edition, wanted: Mapping[str, str], *, is_brief: bool = False
) -> Request:
    asked = _action(settings, edition, {"action": "query", **wanted})
    return Request(asked.url, asked.headers, is_brief)


def _action(settings: LiveSettings, edition: Edition, wanted: Mapping[str, str]) -> Request:
    converted = {"variant": edition.variant} if edition.variant else {}
    query = urlencode({**_COMMON, **wanted, **converted}, errors="replace")
    return Request(f"{settings.base(edition.code)}{ACTION_API}?{query}", _headers(edition))


def _headers(edition: Edition, etag: str = "") -> dict[str, str]:
    headers: dict[str, str] = {}
    if edition.variant:
        headers["Accept-Language"] = edition.variant
    if etag.isascii() and etag:
        headers["If-None-Match"] = etag
    return headers


def _degrees(value: float) -> str:
    """Return degrees in fixed-point notation: the wiki reads no exponents, and a negative zero is a zero."""
    text = f"{value:.8f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
