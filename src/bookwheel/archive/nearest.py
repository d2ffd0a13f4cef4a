"""What a caller may have meant by a path that leads nowhere: the entries most like it.

Candidates come from a handful of binary searches and title suggestions, never from a scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.folding import find_one_typo, fold
from bookwheel.archive.spellings import plain

if TYPE_CHECKING:
    from bookwheel.archive.opened import OpenArchive

MAX_CHARS = 200
REACH = 3
LEAST_SUGGESTED_CHARS = 3
LEAST_LIKENESS = 0.6
FILE_FOLDERS = (("C", "_assets_/"), ("C", "I/"), ("I", ""), ("I", "m/"))  # of archives by age
LIKENESS_OF_WORDS = 0.82  # of a text that stands in a title as words: Mozart is no slip for Moat


def paths_like(archive: OpenArchive, requested: str, limit: int) -> list[str]:
    """Return up to `limit` paths whose path or title resembles a request, the likest first."""
    text = re.sub(r"^/?[A-Z-]/", "", plain(requested.partition("#")[0] or requested))[:MAX_CHARS]
    last = text.rpartition("/")[2]
    candidates: dict[int, DirectoryEntry] = {}
    for entry in _candidates(archive, requested, text, last, limit):
        candidates.setdefault(entry.number, entry)
    wanted = tuple(dict.fromkeys((text, last)))
    scored = [(*_likeness(entry, wanted), entry) for entry in candidates.values()]
    scored.sort(key=lambda row: (-row[0], -row[1], row[2].number))
    return [entry.path for score, _, entry in scored[:limit] if score >= LEAST_LIKENESS]


def _candidates(
    archive: OpenArchive, requested: str, text: str, last: str, limit: int
) -> Iterator[DirectoryEntry]:
    capital = text[:1].upper() + text[1:]
    rest = text.partition(" ")[2]  # "The Moon" is "Moon"
    for title in dict.fromkeys((text, capital, last, rest[:1].upper() + rest[1:])):
        yield from archive.titles.around(title, REACH)
    directory = archive.directory
    namespace, name = archive.content_namespace, capital.replace(" ", "_")
    if requested[1:2] == "/" and requested[0] in "MWXIJ-":
        namespace, name = requested[0], requested[2:]
    place = directory.first_at_or_after((namespace + name).encode("utf-8", "surrogatepass"))
    around = directory.entries(max(0, place - REACH), min(directory.count, place + REACH))
    yield from (entry for entry in around if entry.namespace == namespace)
    if "." in last:  # a file, called without its folder
        written = last.replace(" ", "_")
        found = (directory.find(place, folder + written) for place, folder in FILE_FOLDERS)
        yield from (entry for entry in found if entry is not None)
    for number in find_one_typo(directory, directory.path_key, namespace, name):
        yield directory.entry(number)
    for start in dict.fromkeys((text, text[: len(text) // 2])):
        if len(start) >= LEAST_SUGGESTED_CHARS:
            yield from archive.search.suggested(start, limit)


def _likeness(entry: DirectoryEntry, wanted: tuple[str, ...]) -> tuple[float, float]:
    """Return how much an entry's title or path resembles the nearest of some texts, 0 to 1: folded, and as written.

    What begins with the other is like it, however much longer it is, and what holds it as words more so.
    """
    own = {entry.title[:MAX_CHARS], entry.name[:MAX_CHARS], entry.name.rpartition("/")[2][:MAX_CHARS]}
    folded = max(_folded_ratio(fold(text), fold(other)) for text in wanted for other in own)
    return folded, max(_ratio(text, other) for text in wanted for other in own)


def _folded_ratio(text: str, other: str) -> float:
    ratio = _ratio(text, other)
    is_beginning = min(len(text), len(other)) >= LEAST_SUGGESTED_CHARS and (
        text.startswith(other) or other.startswith(text)
    )
    is_held = len(text) >= LEAST_SUGGESTED_CHARS and f" {text} " in f" {other} "
    return max(ratio, LIKENESS_OF_WORDS if is_held else LEAST_LIKENESS if is_beginning else 0.0)


def _ratio(text: str, other: str) -> float:
    from difflib import SequenceMatcher  # 5 ms of start that only a miss needs

    return SequenceMatcher(None, text, other, autojunk=False).ratio()
