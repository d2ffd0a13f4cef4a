"""Where the links of an archive's pages lead: the one definition that listings and the link graph share."""

from __future__ import annotations

import re
from typing import NamedTuple

from bookwheel.archive import paths
from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import is_asset, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.weblinks import paths_of_url
from bookwheel.document.model import Citation, LinkKind, Page
from bookwheel.html.links import LinkResolver

# The name of a neighbour, as most links write it: no scheme, no steps, nothing escaped.
_PLAIN_NAME = re.compile(r"[\w(),'!*-]+")

MOST_FOLDERS = 256
MOST_ADDRESSES = 10_000  # remembered by a folder


class Destination(NamedTuple):
    """Where a link leads.

    kind: "internal" (a page, there or not), "media" (a file), "external", "anchor" (this page).
    target: the decoded entry path, URL or fragment that the link names.
    entry: the entry with that path, which may be a redirect; None when the archive has none.
    end: the entry behind its redirects; None when there is none or they lead in a circle.
    """

    kind: LinkKind
    target: str
    entry: DirectoryEntry | None = None
    end: DirectoryEntry | None = None

    @property
    def is_page(self) -> bool:
        """Whether a page is there."""
        return self.end is not None and is_html(self.end.mimetype)


class Destinations:
    """Resolves the links of one archive's pages. Equal addresses in one folder lead to the same place."""

    def __init__(self, archive: OpenArchive) -> None:
        self._archive = archive
        self._is_crawl = archive.identity.is_crawl
        self._resolvers: dict[str, LinkResolver] = {}

    def of(self, page_path: str, href: str) -> Destination | None:
        """Return where a link in a page leads, or None for what is no link to a reader (scripts, mail, data)."""
        named = self.named(page_path, href)
        if named is None:
            return None
        kind, target = named
        if kind == "external":
            return self._at_home(target) or Destination(kind, target)
        if kind == "anchor":
            return Destination(kind, target)
        return self._inside(kind, target)

    def named(self, page_path: str, href: str) -> tuple[LinkKind, str] | None:
        """Return the kind and target of a link by what it says, the archive not asked."""
        folder, slash, _ = page_path.rpartition("/")
        if _PLAIN_NAME.fullmatch(href):
            return "internal", f"{folder}{slash}{href}"
        resolver = self._resolvers.get(folder)
        if resolver is None:
            if len(self._resolvers) >= MOST_FOLDERS:
                self._resolvers.clear()
            page = Page(b"", page_path, Citation("", "archive"))
            resolver = self._resolvers[folder] = LinkResolver(page)
        if len(resolver.known) > MOST_ADDRESSES:
            resolver.known.clear()
        found = resolver.resolve(href)
        return None if found is None else (found[0], found[2])

    def _at_home(self, url: str) -> Destination | None:
        """Return the entry of a crawled site that one of its own addresses means."""
        if not self._is_crawl or not url.startswith(("http://", "https://")):
            return None
        for path in paths_of_url(url, self._archive.identity):
            inside = self._inside("internal", path)
            if inside.entry is not None:
                return inside
        return None

    def _inside(self, kind: LinkKind, target: str) -> Destination:
        if not target:
            return Destination(kind, target)
        entry = self._literally(target) or self._leniently(target)
        if entry is None:
            return Destination(kind, target)
        end = end_of_redirects(self._archive, entry)
        # What an entry is decides, not how its name ends: "Node.js" and "Foo.jpg" may well be pages.
        if end is not None and is_html(end.mimetype):
            kind = "internal"
        elif end is not None and is_asset(end.mimetype):
            kind = "media"
        return Destination(kind, target, entry, end)

    def _literally(self, target: str) -> DirectoryEntry | None:
        place = literal_place(self._archive, target)
        return self._archive.directory.find(*place) if place is not None else None

    def _leniently(self, target: str) -> DirectoryEntry | None:
        path = self._archive.find_path(target)
        match = paths.find(self._archive, path) if path is not None else None
        return match.entry if match is not None else None


def literal_place(archive: OpenArchive, target: str) -> tuple[str, str] | None:
    """Return the namespace and name that a target means as it is written: what a lenient search tries first."""
    if archive.has_new_namespaces:
        return "C", target
    return (target[0], target[2:]) if target[1:2] == "/" and target[2:] else None


def end_of_redirects(archive: OpenArchive, entry: DirectoryEntry) -> DirectoryEntry | None:
    """Return the entry that redirects end at, or None when they lead in a circle or to nowhere."""
    for _ in range(paths.MAX_REDIRECTS):
        if not entry.is_redirect:
            return entry
        if entry.target >= archive.directory.count:
            return None
        entry = archive.directory.entry(entry.target)
    return entry if not entry.is_redirect else None
