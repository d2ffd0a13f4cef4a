"""Where a hyperlink leads."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from bookwheel.document.model import LinkKind, Page

Destination = tuple[LinkKind, str]

_MEDIA_SUFFIXES = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".tif", ".tiff", ".bmp", ".ogg", ".oga", ".ogv", ".opus",
    ".mp3", ".mp4", ".wav", ".flac", ".mid", ".webm", ".pdf", ".djvu",
)  # fmt: skip
_DROPPED_SCHEMES = frozenset(
    "javascript data mailto tel sms blob vbscript about file callto skype whatsapp intent".split()
)


class LinkResolver:
    """Resolves the hyperlinks of one page; equal hrefs are resolved once."""

    __slots__ = ("_base", "_host", "_is_live", "_known")

    def __init__(self, page: Page) -> None:
        self._is_live = page.citation.source == "live"
        self._base = page.path.rpartition("/")[0].split("/") if "/" in page.path else []
        self._host = _host_of(page.citation.url) if self._is_live else ""
        self._known: dict[str, Destination | None] = {}

    def resolve(self, href: str) -> Destination | None:
        """Return kind and target, or None for a link that is no link to a reader (scripts, mail, empty)."""
        try:
            return self._known[href]
        except KeyError:
            found = self._known[href] = self._resolve(href.strip())
            return found

    def _resolve(self, href: str) -> Destination | None:
        if not href:
            return None
        if href[0] == "#":
            return ("anchor", _decode(href[1:])) if len(href) > 1 else None
        colon = href.find(":")
        if colon > 0 and href[:colon].replace("+", "").replace("-", "").replace(".", "").isalnum():
            scheme = href[:colon].lower()
            if scheme in ("http", "https"):
                return self._absolute(href)
            if scheme in _DROPPED_SCHEMES:
                return None
            if href[colon + 1 : colon + 3] == "//" or scheme in ("urn", "news", "magnet", "geo", "bitcoin"):
                return "external", href
        elif href.startswith("//"):
            return self._absolute("https:" + href)
        return self._relative(href)

    def _absolute(self, href: str) -> Destination:
        if self._host and _host_of(href) == self._host:
            parts = urlsplit(href)
            return self._title(parts.path, parts.query)
        return "external", href

    def _relative(self, href: str) -> Destination | None:
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
                base.append(step)
        target = _decode("/".join(base))
        if path[-1] == "/" and target:
            target += "/"
        return ("media" if target.lower().endswith(_MEDIA_SUFFIXES) else "internal"), target

    def _title(self, path: str, query: str) -> Destination:
        """Read a live wiki's address as the title it names; pages that do not exist lead nowhere."""
        fields = dict(field.partition("=")[::2] for field in query.split("&")) if query else {}
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
        return ("media" if title.lower().endswith(_MEDIA_SUFFIXES) else "internal"), title


def _decode(text: str) -> str:
    return unquote(text) if "%" in text else text


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower().replace(".m.", ".")
    except ValueError:
        return ""
