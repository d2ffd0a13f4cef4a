"""THE resolver: what a caller wrote -> an entry. Every tool that takes an entry path comes through here.

Cost: an exact path is one binary search in the directory (some 20 µs at a million entries). A miss tries up to about
forty spellings, then walks path and title order for another case: about a millisecond in all, whatever the archive's
size; nothing is ever scanned.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import Matched, Resolved
from bookwheel.archive.folding import find_folded
from bookwheel.archive.header import NO_ENTRY
from bookwheel.archive.spellings import cuts, plain, spellings
from bookwheel.archive.weblinks import paths_of_url
from bookwheel.errors import InvalidValue, NotFound

if TYPE_CHECKING:
    from bookwheel.archive.opened import OpenArchive

MAX_REDIRECTS = 50
MAX_PATH_CHARS = 4096
_OLD_NAMESPACES = "AIJ-MXUBVCW"
_BARE_NAMESPACES = "AIJ-BUV"
"""Where a path without namespace is looked for in older archives: "Title" means a page, never the metadata."""
_NEW_NAMESPACES = "CMWX"
_COMPATIBLE = "CAIJ-"
_ICONS = (("M", "Illustration_48x48@1"), ("-", "favicon"), ("I", "favicon.png"), ("C", "favicon.png"))
_URL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_CITATION = re.compile(r"\[?\s*cite:\s*(.+?)\s*\]?", re.IGNORECASE | re.DOTALL)
_HOST = re.compile(r"^[a-z0-9-]+(?:\.[a-z0-9-]+)+/", re.IGNORECASE)


class Match(NamedTuple):
    """An entry before its redirects are followed."""

    entry: DirectoryEntry
    matched: Matched
    fragment: str


def resolve(archive: OpenArchive, requested: str) -> Resolved:
    """Return the entry for a request.

    Raises NotFound (entry_not_found, with the nearest paths) and InvalidValue (redirect_loop, with the chain).
    """
    match = find(archive, requested)
    if match is None and _HOST.match(requested):
        match = _by_url(archive, f"//{requested}")
    if match is None:
        raise not_found(archive, requested)
    return follow(archive, match, requested)


def find(archive: OpenArchive, requested: str) -> Match | None:
    """Return the entry a request means, by the first rule that yields one, or None."""
    if not requested or len(requested) > MAX_PATH_CHARS or "\0" in requested:
        return None
    match = _find(archive, requested)
    if match is None and (cited := _cited(archive, requested)):
        return _find(archive, cited)
    return match


def _find(archive: OpenArchive, requested: str) -> Match | None:
    tried: set[str] = set()
    for spelling in spellings(requested):
        if spelling.text in tried or not spelling.text:
            continue
        tried.add(spelling.text)
        for entry, is_written in _lookups(archive, spelling.text):
            matched = spelling.matched if is_written or spelling.matched != "exact" else "namespace"
            return Match(entry, matched, spelling.fragment)
    return (
        _special(archive, requested)
        or (_by_url(archive, requested) if _URL.match(requested) else None)
        or _by_title(archive, requested)
        or _by_case(archive, requested)
    )


def find_link(archive: OpenArchive, target: str) -> str | None:
    """Return the path of the entry a link's target names, by the spellings a link may have, or None."""
    if not target or "\0" in target:
        return None
    readings: list[str] = []
    for text, _ in cuts(target):
        readings.append(text)
        if "%" in text:
            readings.append(unquote(text))
    readings.extend([text.partition("?")[0] for text in readings if "?" in text[1:]])
    for text in dict.fromkeys(readings):
        for entry, _ in _lookups(archive, text):
            return entry.path
    return None


def target_of_link(source: DirectoryEntry, href: str) -> str | None:
    """Return the path (with fragment) that a link in an entry leads to, or its web address; None for the entry itself."""
    if href.startswith("#"):
        return None
    if _URL.match(href):
        return href
    link, mark, fragment = href.partition("#")
    folder = posixpath.dirname(source.path)
    joined = posixpath.normpath(posixpath.join(folder, unquote(link.partition("?")[0])))
    while joined.startswith("../"):
        joined = joined[3:]
    return joined + (mark + fragment if fragment else "")


# ---- looking one spelling up -------------------------------------------------------------------------------


def _lookups(archive: OpenArchive, text: str) -> Iterator[tuple[DirectoryEntry, bool]]:
    """Yield the entry with this path, and whether it was written just so (a namespace may be added or dropped)."""
    for namespace, name, is_written in _places(archive.has_new_namespaces, text):
        entry = archive.directory.find(namespace, name)
        if entry is not None:
            yield entry, is_written


def _places(is_new: bool, text: str) -> Iterator[tuple[str, str, bool]]:  # noqa: FBT001
    """Yield (namespace, name, written so) in the order they are tried."""
    letter, slash, rest = text[:1], text[1:2], text[2:]
    if is_new:
        yield "C", text, True
        if slash == "/" and rest:
            if letter in _NEW_NAMESPACES:
                yield letter, rest, letter != "C"
            elif letter in _COMPATIBLE:
                yield "C", rest, False
        if letter == "/" and len(text) > 1:
            yield "C", text[1:], False
            if text[2:3] == "/" and text[1] in _NEW_NAMESPACES:
                yield text[1], text[3:], False
        return
    if slash == "/" and rest:
        yield letter, rest, True
        if letter == "C":
            yield "A", rest, False
    bare = text[1:] if letter == "/" else text
    if bare[1:2] == "/" and letter == "/":
        yield bare[0], bare[2:], False
    if bare:
        for namespace in _BARE_NAMESPACES:
            yield namespace, bare, False


def _special(archive: OpenArchive, requested: str) -> Match | None:
    """Find W/mainPage and W/favicon in archives that keep them elsewhere."""
    entry: DirectoryEntry | None = None
    if requested.lstrip("/") == "W/mainPage":
        entry = main_entry(archive)
    elif requested.lstrip("/") == "W/favicon":
        entry = _icon_entry(archive)
    return Match(entry, "special", "") if entry is not None else None


def main_entry(archive: OpenArchive) -> DirectoryEntry | None:
    """Return the entry the header names as the main page (often a redirect), or W/mainPage, or None."""
    directory, number = archive.directory, archive.header.main_page
    if number != NO_ENTRY and number < directory.count:
        return directory.entry(number)
    return directory.find("W", "mainPage")


def _icon_entry(archive: OpenArchive) -> DirectoryEntry | None:
    """Return the archive's icon: 48 pixels where there is a choice."""
    directory = archive.directory
    for namespace, name in _ICONS:
        entry = directory.find(namespace, name)
        if entry is not None:
            return entry
    metadata = directory.entries(*directory.namespace_range("M"))
    return next((entry for entry in metadata if entry.name.startswith("Illustration_")), None)


def _by_title(archive: OpenArchive, requested: str) -> Match | None:
    for text, fragment in cuts(requested):
        for title in dict.fromkeys((text, unquote(text), plain(text))):
            entry = archive.titles.exact(title)
            if entry is not None:
                return Match(entry, "title", fragment)
    return None


def _by_case(archive: OpenArchive, requested: str) -> Match | None:
    directory = archive.directory
    for text, fragment in cuts(requested):
        title = plain(text)
        for namespace, name in _folded_places(archive.has_new_namespaces, title):
            places = find_folded(directory, directory.path_key, namespace, name)
            if places:
                return Match(directory.entry(places[0]), "case", fragment)
        entry = archive.titles.folded(title)
        if entry is not None:
            return Match(entry, "case", fragment)
    return None


def _folded_places(is_new: bool, text: str) -> Iterator[tuple[str, str]]:  # noqa: FBT001
    main = "C" if is_new else "A"
    if text:
        yield main, text
    if text[1:2] == "/" and text[0].upper() in _OLD_NAMESPACES and text[2:]:
        letter = text[0].upper()
        yield (main if letter in {"A", "C"} else letter), text[2:]
    if text.startswith("/") and text[1:]:
        yield main, text[1:]


def _by_url(archive: OpenArchive, requested: str) -> Match | None:
    for path in paths_of_url(requested, archive.identity):
        match = find(archive, path) if not _URL.match(path) else None
        if match is not None:
            return Match(match.entry, "url", match.fragment)
    return None


def _cited(archive: OpenArchive, requested: str) -> str | None:
    """Return the path in what an answer cites ("[cite: archive/path#section]", also without what is around it), or None."""
    marked = _CITATION.fullmatch(requested)
    cited = str(marked[1]) if marked else requested
    name, slash, path = cited.partition("/")
    is_own = slash and name.casefold() == archive.name.casefold()
    return path if is_own else cited if marked else None


# ---- redirects ---------------------------------------------------------------------------------------------


def follow(archive: OpenArchive, match: Match, requested: str) -> Resolved:
    """Follow redirects to their end. Raises InvalidValue (redirect_loop) when there is none within 50 steps."""
    entry, fragment = match.entry, match.fragment
    chain: list[DirectoryEntry] = []
    seen: set[int] = set()
    while True:
        if entry.is_redirect:
            if entry.number in seen or len(chain) >= MAX_REDIRECTS:
                raise _endless(archive, chain, entry)
            seen.add(entry.number)
            chain.append(entry)
            entry = archive.entry_at(entry.target, entry.path)
            continue
        stub = archive.stub_target(entry)
        if stub is None:
            break
        inner = find(archive, stub)
        if inner is None or inner.entry.number == entry.number:
            break
        if entry.number in seen or len(chain) >= MAX_REDIRECTS:
            raise _endless(archive, chain, entry)
        seen.add(entry.number)
        chain.append(entry)
        entry, fragment = inner.entry, fragment or inner.fragment
    matched: Matched = "redirect" if chain and match.matched == "exact" else match.matched
    return Resolved(entry, entry.path, requested, matched, fragment, tuple(step.path for step in chain))


def _endless(archive: OpenArchive, chain: list[DirectoryEntry], last: DirectoryEntry) -> InvalidValue:
    paths = [step.path for step in chain] + [last.path]
    is_loop = last.path in paths[:-1]
    shown = " → ".join(paths if len(paths) <= 6 else [*paths[:5], "…", paths[-1]])
    return InvalidValue(
        f"The redirects of this entry lead {'in a circle' if is_loop else 'on for too long'}: {shown}.",
        reason="redirect_loop",
        hint="No page stands behind these redirects in this archive; search for the title instead.",
        data={"chain": paths, "archive": archive.name},
    )


def not_found(archive: OpenArchive, requested: str) -> NotFound:
    """Return the error for a path that leads nowhere, naming what is nearest."""
    shown = "".join(c if c.isprintable() else "�" for c in requested)
    shown = shown if len(shown) <= 200 else shown[:200] + "…"
    nearest = archive.nearest(requested)
    data: dict[str, object] = {"archive": archive.name, "suggestions": nearest}
    hint = "Search for the title with zim_search, or list entries with zim_browse."
    if nearest:
        data["closest_match"] = nearest[0]
        hint = f"Nearest: {', '.join(nearest[:3])}. {hint}"
    return NotFound(
        f'The archive "{archive.name}" has no entry "{shown}".',
        reason="entry_not_found",
        hint=hint,
        data=data,
    )
