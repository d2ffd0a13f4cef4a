"""Where the links of an archive's pages lead: the one definition that listings and the link graph share."""

from __future__ import annotations

from typing import NamedTuple

from bookwheel.archive import paths
from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import is_asset, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.weblinks import paths_of_url
from bookwheel.document.model import Citation, LinkKind, Page
from bookwheel.html.links import LinkResolver

MOST_FOLDERS = 256


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
        folder = page_path.rpartition("/")[0]
        resolver = self._resolvers.get(folder)
        if resolver is None:
            if len(self._resolvers) >= MOST_FOLDERS:
                self._resolvers.clear()
            page = Page(b"", page_path, Citation("", "archive"))
            resolver = self._resolvers[folder] = LinkResolver(page)
        # Each page sees its own addresses once; whoever passes over many pages keeps a memory of its own.
        resolver.known.clear()
        found = resolver.resolve(href)
        if found is None:
            return None
        kind, _, target = found
        if kind == "external":
            return self._at_home(target) or Destination(kind, target)
        if kind == "anchor":
            return Destination(kind, target)
        return self._inside(kind, target)

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
        path = self._archive.find_path(target)
        match = paths.find(self._archive, path) if path is not None else None
        if match is None:
            return Destination(kind, target)
        end = end_of_redirects(self._archive, match.entry)
        # What an entry is decides, not how its name ends: "Node.js" and "Foo.jpg" may well be pages.
        if end is not None and is_html(end.mimetype):
            kind = "internal"
        elif end is not None and is_asset(end.mimetype):
            kind = "media"
        return Destination(kind, target, match.entry, end)


def end_of_redirects(archive: OpenArchive, entry: DirectoryEntry) -> DirectoryEntry | None:
    """Return the entry that redirects end at, or None when they lead in a circle or to nowhere."""
    for _ in range(paths.MAX_REDIRECTS):
        if not entry.is_redirect:
            return entry
        if entry.target >= archive.directory.count:
            return None
        entry = archive.directory.entry(entry.target)
    return entry if not entry.is_redirect else None
