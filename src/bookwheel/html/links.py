"""Where a hyperlink leads."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from bookwheel.document.model import LinkKind, Page

Destination = tuple[LinkKind, str, str]

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")
SOUNDS = (".ogg", ".oga", ".opus", ".mp3", ".wav", ".flac", ".mid")
_MEDIA_SUFFIXES = (
    *PICTURES, ".tif", ".tiff", ".bmp", *SOUNDS, ".ogv", ".mp4", ".webm", ".pdf", ".djvu",
)  # fmt: skip
_NOT_FOLLOWED = "javascript data mailto tel sms blob vbscript about callto skype whatsapp intent"
_DROPPED_SCHEMES = frozenset(_NOT_FOLLOWED.split())

_SOMEWHERE: Destination = "internal", "", ""
# A neighbour of the page that bears the link, as most links in archives are.
_PLAIN_NAME = re.compile(r"(?:\./)?([^\s:/?#.][^:/?#]*[^\s:/?#])(?:#.*)?$").match
_PLAIN_ADDRESS = re.compile(r"(?:/wiki/|\./)([^?#/.][^?#]*)(?:#.*)?$").match


class LinkResolver:
    """Resolves the hyperlinks of one page; equal hrefs are resolved once.

    `known` maps each href met so far to (kind, href, target), or to None for a link that is none to a reader
    (scripts, mail, empty).
    """

    __slots__ = ("_base", "_folder", "_host", "_is_live", "known")

    def __init__(self, page: Page) -> None:
        self._is_live = page.citation.source == "live"
        folder = page.path.rpartition("/")[0]
        self._base = folder.split("/") if folder else []
        self._folder = f"{folder}/" if folder else ""
        self._host = _host_of(page.citation.url) if self._is_live else ""
        self.known: dict[str, Destination | None] = {}

    def resolve(self, href: str) -> Destination | None:
        """Return kind, href and target of a link."""
        if href in self.known:
            return self.known[href]
        if href.startswith(("http://", "https://")) and not (self._host and self._is_near(href)):
            found = self.known[href] = "external", href, href
            return found
        if self._is_live and (title := _PLAIN_ADDRESS(href)):
            # The links of a wiki to itself are the most by far; most need no more than this.
            path = _decode(title[1])
            is_media = "." in path[-6:] and path.lower().endswith(_MEDIA_SUFFIXES)
            found = ("media" if is_media else "internal"), href, path.replace("_", " ")
        elif not self._is_live and (name := _PLAIN_NAME(href)):
            target = self._folder + _decode(name[1])
            found = ("media" if _is_media(target) else "internal"), href, target
        else:
            destination = self._resolve(href.strip())
            found = (destination[0], href, destination[1]) if destination is not None else None
        self.known[href] = found
        return found

    def _is_near(self, href: str) -> bool:
        """Tell whether an address may be one of the page's own wiki."""
        return self._host in href or ".m." in href

    def _resolve(self, href: str) -> tuple[LinkKind, str] | None:
        if not href:
            return None
        if href.startswith(("http://", "https://")):
            return self._absolute(href)
        if href[0] == "#":
            return ("anchor", _decode(href[1:])) if len(href) > 1 else None
        colon = href.find(":")
        if colon > 0 and href[:colon].replace("+", "").replace("-", "").replace(".", "").isalnum():
            scheme = href[:colon].lower()
            if scheme in ("http", "https"):
                return self._absolute(href)
            if scheme in _DROPPED_SCHEMES or (scheme == "file" and href[colon + 1 : colon + 2] == "/"):
                return None
            if href[colon + 1 : colon + 3] == "//" or scheme in ("urn", "news", "magnet", "geo", "bitcoin"):
                return "external", href
        elif href.startswith("//"):
            return self._absolute("https:" + href)
        return self._relative(href)

    def _absolute(self, href: str) -> tuple[LinkKind, str]:
        if self._host and _host_of(href) == self._host:
            path, _, query = href.partition("://")[2].partition("/")[2].partition("#")[0].partition("?")
            return self._title("/" + path, query)
        return "external", href

    def _relative(self, href: str) -> tuple[LinkKind, str] | None:
        path, _, _fragment = href.partition("#")
        path, _, query = path.partition("?")
        if self._is_live:
            return self._title(path, query)
        if not path:
            return None
        base = [] if path[0] == "/" else list(self._base)
        for step in path.split("/"):
            if step == "..":
                if base:
                    base.pop()
            elif step not in ("", "."):
                base.append(_decode(step))
        target = "/".join(base)
        if target and path.rpartition("/")[2] in ("", ".", ".."):
            target += "/"
        return ("media" if _is_media(target) else "internal"), target

    def _title(self, path: str, query: str) -> tuple[LinkKind, str]:
        """Read a live wiki's address as the title it names; pages that do not exist lead nowhere."""
        fields: dict[str, str] = {}
        for field in query.split("&"):
            name, _, value = field.partition("=")
            fields[name] = value
        if "redlink" in fields or fields.get("action") in ("edit", "history", "submit"):
            return "internal", ""
        if "title" in fields:
            path = fields["title"]
        else:
            for prefix in ("/wiki/", "./", "../"):
                while path.startswith(prefix):
                    path = path[len(prefix) :]
            path = path.lstrip("/") if not path.startswith("/w/") else ""
        title = _decode(path).replace("_", " ").strip()
        return ("media" if _is_media(title) else "internal"), title


class LinksLeftOpen(LinkResolver):
    """Takes every link for one, and leaves open where it leads: for who reads the words alone."""

    __slots__ = ()

    def resolve(self, href: str) -> Destination | None:
        """Return that there is a link."""
        return _SOMEWHERE


def _is_media(path: str) -> bool:
    return path.lower().endswith(_MEDIA_SUFFIXES)


def _decode(text: str) -> str:
    return unquote_to_bytes(text).decode("utf-8", "replace") if "%" in text else text


def _host_of(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].lower().replace(".m.", ".")
