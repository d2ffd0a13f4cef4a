"""What an archive answers for one path."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from bookwheel.archive.directory import DirectoryEntry

Matched: TypeAlias = Literal[
    "exact",
    "decoded",
    "underscore",
    "namespace",
    "normalised",
    "slash",
    "query",
    "suffix",
    "special",
    "title",
    "case",
    "url",
    "redirect",
]
"""How a request became an entry.

exact: as written. decoded: after percent-decoding. underscore: spaces for underscores or the other way, edges trimmed.
namespace: a namespace letter (or a leading slash, "./" or "../") added or dropped.
normalised: another Unicode normalisation form, or without characters that show nothing.
slash: a trailing slash added or dropped. query: without "?…". suffix: ".html" or "/index.html" added or dropped.
special: W/mainPage or W/favicon of an archive that stores them elsewhere. title: by exact title. case: path or title
that differs in case or typography only. url: the page's address on the web. redirect: exact, and the entry leads on.
"""

HTML = ("text/html", "application/xhtml+xml")


class Resolved(NamedTuple):
    """An entry found for a request.

    entry: the entry in the archive's directory, redirects followed. path: its path.
    requested: what was asked for, verbatim. matched: how it was found.
    fragment: the part after "#" (decoded), or the section a stub page leads to, else "".
    redirects: paths of the redirects that were followed, in order.
    """

    entry: DirectoryEntry
    path: str
    requested: str
    matched: Matched
    fragment: str = ""
    redirects: tuple[str, ...] = ()

    @property
    def is_guess(self) -> bool:
        """Whether something else than the caller wrote was served: only letters alike, or accents and case apart."""
        return (
            self.matched == "case"
            and self.requested.replace("_", " ").casefold() != self.entry.title.casefold()
        )

    @property
    def is_renamed(self) -> bool:
        """Whether the entry served has another path than the one asked for."""
        return self.path != self.requested


class Entry(NamedTuple):
    """One entry with its content. `size` is in bytes; `number` is its place in path order."""

    number: int
    path: str
    title: str
    mimetype: str
    size: int
    content: bytes


class EntryRow(NamedTuple):
    """One entry in a listing; `target` is the path a redirect leads to, else ""."""

    number: int
    path: str
    title: str
    mimetype: str
    target: str


def is_html(mimetype: str) -> bool:
    """Whether a MIME type, parameters or not, says HTML."""
    return mimetype.partition(";")[0].strip().lower() in HTML


_ASSET_TYPES = ("image/", "audio/", "video/", "font/")
_ASSET_WORDS = ("javascript", "ecmascript", "json", "font", "css", "wasm", "ogg", "xapian", "zimlisting")


def is_asset(mimetype: str) -> bool:
    """Whether a MIME type is that of a page's furniture (picture, sound, style, script, font) and not of a page."""
    kind = mimetype.partition(";")[0].strip().lower()
    return kind.startswith(_ASSET_TYPES) or any(word in kind for word in _ASSET_WORDS)
