"""The titles section of the companion file: what a misspelt title or word may have meant, in archives of any size.

titles.near (B): a `NearIndex` of the skeletons (folded, without spaces) of all titles of pages and redirects, filed under
their entry numbers. titles.words (B): one of the words of titles, each filed under the first entry that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel.archive.entry import is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.store import IndexDefectError, IndexFile, SectionSource
from bookwheel.titles.filing import NearIndexBuilder
from bookwheel.titles.folding import fold, is_unspaced
from bookwheel.titles.near import NearIndex

LEAST_WORD_CHARS = 4
MAX_TITLE_CHARS = 256
CHECKED_WHOLE_BYTES = 64 << 20
"""Sections up to this size are checked before use; larger ones answer at once. Damage there costs a suggestion: what is
near comes back as entry numbers, and each is measured against the title that the archive itself has."""

_REPORT_EVERY = 5_000


class TitleIndex:
    """Titles and words by what is near them. titles: filed under entry numbers. words: under an entry that has them."""

    def __init__(self, file: IndexFile) -> None:
        self.titles = _near_index(file, "titles.near")
        self.words = _near_index(file, "titles.words")


def _near_index(file: IndexFile, name: str) -> NearIndex:
    view = file.bytes_of(name, is_checked=file.size_of(name) <= CHECKED_WHOLE_BYTES)
    try:
        return NearIndex(view)
    except ValueError as error:
        raise IndexDefectError("corrupt", f"is damaged: {error}") from error


# ---- building ----------------------------------------------------------------------------------------------


def sections_of(
    archive: OpenArchive, folder: Path | None, progress: Callable[[int, int], None]
) -> tuple[dict[str, SectionSource], int]:
    """Return the sections, and how many titles they hold; `folder` takes what is too large for memory."""
    titles, words = NearIndexBuilder(folder), NearIndexBuilder(folder)
    seen: set[str] = set()
    count = 0
    directory = archive.directory
    start, stop = directory.namespace_range(archive.content_namespace)
    for entry in directory.entries(start, stop):
        if entry.number % _REPORT_EVERY == 0:
            progress(entry.number - start, stop - start)
        if not entry.is_redirect and not is_html(entry.mimetype):
            continue
        folded = fold(entry.title[:MAX_TITLE_CHARS])
        skeleton = folded.replace(" ", "")
        if skeleton:
            count += 1
            titles.add(skeleton, entry.number)
        for word in _words(folded):
            if word not in seen:
                seen.add(word)
                words.add(word, entry.number)
    progress(stop - start, stop - start)
    seen.clear()
    written = {"titles.near": titles.finish(), "titles.words": words.finish()}
    return {name: SectionSource("B", one.size, one.pieces) for name, one in written.items()}, count


def _words(folded: str) -> Iterator[str]:
    """Yield the words of a folded title that are worth correcting a word to."""
    for word in folded.split():
        if len(word) >= LEAST_WORD_CHARS and not word.isdecimal() and not is_unspaced(word):
            yield word
