"""Web addresses and archives: which entry an address means, and which address an entry came from."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

PROJECTS = (
    "wikipedia",
    "wiktionary",
    "wikibooks",
    "wikiversity",
    "wikivoyage",
    "wikiquote",
    "wikisource",
    "wikinews",
)
_WIKIMEDIA = re.compile(rf"^(?:([a-z][a-z0-9-]*)\.)?(?:m\.)?({'|'.join(PROJECTS)})\.org$")
_CANONICAL = re.compile(rb"<link\b[^>]*\brel\s*=\s*[\"']canonical[\"'][^>]*>", re.IGNORECASE)
_HREF = re.compile(rb"\bhref\s*=\s*[\"']([^\"'<>]{1,2000})[\"']", re.IGNORECASE)
_SAFE_IN_ADDRESS = "/?=&:;,@!$'()*+~%-._"
_SAFE_IN_TITLE = "/:;,@!$'()*~-._"
_HEAD_BYTES = 16_384
_TAIL_BYTES = 16_384
_HOST = re.compile(r"^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$", re.IGNORECASE)


class Identity(NamedTuple):
    """What an archive says about where it comes from.

    names: its file's stem and its Name. source: its Source, as written. language: its first language code or "".
    is_crawl: whether entry paths begin with the host they were crawled from. is_wiki: whether MediaWiki made the pages.
    """

    names: tuple[str, ...]
    source: str
    language: str
    is_crawl: bool
    is_wiki: bool


class Origin(NamedTuple):
    """Where a page comes from; unknown parts are ""."""

    url: str = ""
    permalink: str = ""
    revision_id: str = ""


def identify(stem: str, metadata: dict[str, str], language: str) -> Identity:
    """Read an archive's origin from its metadata."""
    scraper = metadata.get("Scraper", "").lower()
    source = metadata.get("Source", "").strip()
    told = " ".join(
        (scraper, metadata.get("Creator", "").lower(), source.lower(), metadata.get("Name", "").lower())
    )
    return Identity(
        names=tuple(dict.fromkeys(name for name in (stem, metadata.get("Name", "").strip()) if name)),
        source=source,
        language=language,
        is_crawl="zimit" in scraper or "warc2zim" in scraper,
        is_wiki="mwoffliner" in scraper or bool(_WIKIMEDIA.match(_host_of(source))) or "wikipedia" in told,
    )


def _host_of(source: str) -> str:
    """Return the host of "en.wikipedia.org" or "https://en.wikipedia.org/wiki/X", lower case, else ""."""
    host = urlsplit(source if "//" in source else f"//{source}").hostname or ""
    return host if _HOST.match(host) or host == "localhost" else ""


def paths_of_url(url: str, identity: Identity) -> Iterator[str]:
    """Yield the entry paths that a web address may stand for in this archive, the likeliest first.

    An address of another language edition than the archive's yields nothing: the same title there is another page.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    path = parts.path.lstrip("/")
    yield from _kiwix_paths(path, parts.fragment, identity)
    if host and (identity.is_crawl or not identity.is_wiki):
        bare = host.removeprefix("www.")
        query = f"?{parts.query}" if parts.query else ""
        for name in dict.fromkeys((host, bare, f"www.{bare}")):
            yield f"{name}/{path}{query}{fragment}"
            if query:
                yield f"{name}/{path}{fragment}"
    if _is_same_wiki(host, identity):
        title = _wiki_title(parts.path, parts.query)
        if title:
            yield title + fragment


def _kiwix_paths(path: str, fragment: str, identity: Identity) -> Iterator[str]:
    """Yield the entry of an address as Kiwix serves it (/content/BOOK/…, /BOOK/A/…, /viewer#BOOK/…)."""
    for text in (path, unquote(fragment)):
        segments = text.split("/")
        for start, segment in enumerate(segments[:3]):
            if unquote(segment) in identity.names and segments[start + 1 :]:
                yield "/".join(segments[start + 1 :]) + (f"#{fragment}" if text is path and fragment else "")


def _is_same_wiki(host: str, identity: Identity) -> bool:
    source = _host_of(identity.source)
    asked = _WIKIMEDIA.match(host)
    if source and _site(host) == _site(source):
        return True
    if asked is None or _WIKIMEDIA.match(source):
        return False
    told = " ".join(identity.names).lower()
    named = [project for project in PROJECTS if project in told]
    if asked[2] not in named and (named or source or not identity.is_wiki):
        return False  # another project, or another wiki altogether
    return not identity.language or not asked[1] or asked[1] in {"www", identity.language}


def _site(host: str) -> str:
    """Return a host without its mobile label: en.m.wikipedia.org is en.wikipedia.org."""
    return host.lower().replace(".m.", ".").removeprefix("www.").removeprefix("m.")


def _wiki_title(path: str, query: str) -> str:
    asked = parse_qs(query).get("title")
    if asked:
        return asked[0]
    match = re.match(r"^/(?:wiki|w|[a-z]{2,3}-[a-z]{2,4})/(.+)$", path)
    return match[1] if match else ""


def origin_of(identity: Identity, name: str, title: str, content: bytes) -> Origin:
    """Return where a page comes from, as far as the archive or the page tells.

    name: the entry's path without namespace. content: the page's HTML, or b"" when it was not read.
    """
    url = _canonical(content) or _url_by_path(identity, name)
    permalink, revision = _permalink(content, name, title)
    if not url and permalink:
        url = permalink.partition("?")[0] if "title=" not in permalink else ""
    return Origin(url, permalink, revision)


def _canonical(content: bytes) -> str:
    link = _CANONICAL.search(content, 0, _HEAD_BYTES)
    href = _HREF.search(link[0]) if link else None
    if href is None:
        return ""
    url = html.unescape(href[1].decode("utf-8", "replace")).strip()
    return url if url.startswith(("https://", "http://")) else ""


def _url_by_path(identity: Identity, name: str) -> str:
    host, slash, _ = name.partition("/")
    if identity.is_crawl and slash and _HOST.match(host):
        return f"https://{quote(name, safe=_SAFE_IN_ADDRESS)}"
    source = _host_of(identity.source)
    if identity.is_wiki and source:
        title = name.removesuffix(".html").replace(" ", "_")
        return f"https://{source}/wiki/{quote(title, safe=_SAFE_IN_TITLE)}"
    return ""


def _permalink(content: bytes, name: str, title: str) -> tuple[str, str]:
    """Return (permanent link, revision number) from the footer that MediaWiki's archives carry."""
    if b"oldid=" not in (tail := content[-_TAIL_BYTES:]):
        return "", ""
    wanted = {_plain(name.removesuffix(".html")), _plain(title)}
    for match in reversed(list(_HREF.finditer(tail))):
        url = html.unescape(match[1].decode("utf-8", "replace"))
        if "oldid=" not in url or not url.startswith(("https://", "http://")):
            continue
        parts = urlsplit(url)
        arguments = parse_qs(parts.query)
        revision = arguments.get("oldid", [""])[0]
        shown = arguments.get("title", [unquote(parts.path.rpartition("/wiki/")[2])])[0]
        if revision.isdigit() and _plain(shown) in wanted:
            return url, revision
    return "", ""


def _plain(text: str) -> str:
    return text.replace("_", " ").strip().casefold()
