"""The titles section of the companion file: what a misspelt title or word may have meant, in archives of any size.

titles.near (B): a `NearIndex` of the titles of all pages and redirects, filed under their entry numbers. titles.words (B):
one of the words of titles, each filed under the first entry that has it. `finding.vocabulary` asks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.titles import page_titles
from bookwheel.companion.store import CHECKED_WHOLE_BYTES, IndexDefectError, IndexFile, SectionSource
from bookwheel.titles.filing import file_titles
from bookwheel.titles.folding import fold
from bookwheel.titles.near import NearIndex

MAX_TITLE_CHARS = 256
"""What is longer is filed by its beginning."""

_REPORT_EVERY = 5_000


class TitleIndex:
    """The bytes of two `NearIndex`es: titles, filed under entry numbers, and words, under an entry that has them."""

    def __init__(self, file: IndexFile) -> None:
        self.titles = _near_index(file, "titles.near")
        self.words = _near_index(file, "titles.words")


def _near_index(file: IndexFile, name: str) -> memoryview:
    # Damage in a larger one costs a suggestion: what is near comes back as entry numbers, and each is measured against
    # the title that the archive itself has.
    view = file.bytes_of(name, is_checked=file.size_of(name) <= CHECKED_WHOLE_BYTES)
    try:
        NearIndex(view)
    except ValueError as error:
        raise IndexDefectError("corrupt", f"is damaged: {error}") from error
    return view


# ---- building ----------------------------------------------------------------------------------------------


def sections_of(
    archive: OpenArchive, folder: Path | None, progress: Callable[[int, int], None]
) -> tuple[dict[str, SectionSource], int]:
    """Return the sections, and how many titles they hold; `folder` takes what is too large for memory."""
    start, stop = archive.directory.namespace_range(archive.content_namespace)
    count = 0

    def titles() -> Iterator[tuple[int, str]]:
        nonlocal count
        for number, title in page_titles(archive.directory, archive.content_namespace):
            count += 1
            if count % _REPORT_EVERY == 0:
                progress(number - start, stop - start)
            title = title[:MAX_TITLE_CHARS]  # noqa: PLW2901
            # A title of nothing but marks folds to nothing, which is near everything short.
            if any(map(str.isalnum, title)) or fold(title):
                yield number, title

    filed = file_titles(titles(), folder)
    progress(stop - start, stop - start)
    written = {"titles.near": filed.titles.finish(), "titles.words": filed.words.finish()}
    return {name: SectionSource("B", one.size, one.pieces) for name, one in written.items()}, count
