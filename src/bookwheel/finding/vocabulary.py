"""An archive's own titles as a vocabulary: what is spelt like a text, and which titles contain one.

Two sources, one protocol. The companion index holds `NearIndex` bytes with entry numbers. Without one, up to
`MAX_TITLES_IN_MEMORY` titles are read in one pass on first use (about 20 µs and 100 bytes each) and kept in the library's
bounded cache; of more there is no vocabulary, and whoever asks says so.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.titles import page_titles
from bookwheel.companion.opened import companion_on_disk
from bookwheel.companion.store import IndexDefectError
from bookwheel.titles.distance import distance
from bookwheel.titles.filing import LEAST_WORD_CHARS, file_titles
from bookwheel.titles.folding import fold
from bookwheel.titles.near import NearIndex

MAX_TITLES_IN_MEMORY: Final = 150_000
MAX_TITLE_CHARS: Final = 256
"""What is longer is no title anybody types; it is filed by its beginning."""


class Near(NamedTuple):
    """An entry whose title is near a text: its number, and the edits between."""

    number: int
    edits: int


class Vocabulary(Protocol):
    """What titles an archive has, asked by spelling."""

    def equal(self, skeleton: str) -> list[int]:
        """Return the entries whose title has exactly this skeleton."""
        ...

    def near(self, skeleton: str, max_edits: int) -> list[Near]:
        """Return the entries whose title's skeleton is at most `max_edits` (0 to 2) edits away, the nearest first."""
        ...

    def near_words(self, word: str, max_edits: int) -> list[tuple[str, int]]:
        """Return words of titles at most `max_edits` edits from a folded word, with the edits, the nearest first."""
        ...


class IndexedVocabulary:
    """A vocabulary over two `NearIndex`es whose numbers mean titles.

    fold_of: the folded title of a filed number. entry_of: its entry number.
    """

    def __init__(
        self,
        titles: NearIndex,
        words: NearIndex,
        fold_of: Callable[[int], str],
        entry_of: Callable[[int], int],
    ) -> None:
        self._titles = titles
        self._words = words
        self._fold_of = fold_of
        self._entry_of = entry_of

    def equal(self, skeleton: str) -> list[int]:
        """Return the entries whose title has exactly this skeleton."""
        found = self._titles.equal(skeleton)
        return sorted(self._entry_of(one) for one in found if self._skeleton(one) == skeleton)

    def near(self, skeleton: str, max_edits: int) -> list[Near]:
        """Return the entries whose title is at most `max_edits` edits away, the nearest first."""
        found: list[Near] = []
        for one in self._titles.near(skeleton, max_edits):
            edits = distance(skeleton, self._skeleton(one), max_edits)
            if edits <= max_edits:
                found.append(Near(self._entry_of(one), edits))
        return sorted(found, key=lambda near: (near.edits, near.number))

    def near_words(self, word: str, max_edits: int) -> list[tuple[str, int]]:
        """Return words of titles at most `max_edits` edits from a folded word, the nearest first."""
        found: dict[str, int] = {}
        for one in self._words.near(word, max_edits):
            for other in self._fold_of(one).split():
                if len(other) >= LEAST_WORD_CHARS and other not in found:
                    edits = distance(word, other, max_edits)
                    if edits <= max_edits:
                        found[other] = edits
        return sorted(found.items(), key=lambda pair: (pair[1], pair[0]))

    def _skeleton(self, one: int) -> str:
        return self._fold_of(one).replace(" ", "")


class FoldedTitles:
    """The folded titles of an archive in entry order, held as one text. A title is named by its place in that order."""

    def __init__(self, titles: Iterator[tuple[int, str]]) -> None:
        self.numbers = array("I")
        self._starts = array("I")
        text = bytearray(b"\n")
        for number, title in titles:
            folded = fold(title[:MAX_TITLE_CHARS])
            if folded:
                self.numbers.append(number)
                self._starts.append(len(text))
                text += folded.encode("utf-8", "surrogatepass") + b"\n"
        self._starts.append(len(text))
        self._text = bytes(text)

    @property
    def size(self) -> int:
        """What it occupies, in bytes."""
        return len(self._text) + 8 * len(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def fold_of(self, place: int) -> str:
        """Return the folded title at a place."""
        start, end = self._starts[place], self._starts[place + 1]
        return self._text[start : end - 1].decode("utf-8", "surrogatepass")

    def entry_of(self, place: int) -> int:
        """Return the entry number of the title at a place."""
        return self.numbers[place]

    def holding(self, text: str) -> Iterator[int]:
        """Yield the places of titles that contain a folded text, in entry order."""
        from bisect import bisect_right

        wanted = text.encode("utf-8", "surrogatepass")
        position = self._text.find(wanted) if wanted else -1
        while position >= 0:
            place = bisect_right(self._starts, position) - 1
            yield place
            position = self._text.find(wanted, self._starts[place + 1])


def vocabulary_of(archive: OpenArchive) -> Vocabulary | None:
    """Return the archive's vocabulary, or None when it has no companion index and is too large to be read."""
    try:
        filed = companion_on_disk(archive, archive.cache_folder).titles
        return stored_vocabulary(archive, filed.titles, filed.words)
    except (IndexDefectError, ValueError):
        return archive.derived("vocabulary", lambda: _build(archive)) if _fits(archive) else None


def folded_titles(archive: OpenArchive) -> FoldedTitles | None:
    """Return the archive's folded titles, or None when there are too many to hold."""
    if not _fits(archive):
        return None
    return archive.derived("folded titles", lambda: _read(archive))


def _fits(archive: OpenArchive) -> bool:
    start, stop = archive.directory.namespace_range(archive.content_namespace)
    return stop - start <= MAX_TITLES_IN_MEMORY


def _read(archive: OpenArchive) -> tuple[FoldedTitles, int]:
    titles = FoldedTitles(page_titles(archive.directory, archive.content_namespace))
    return titles, titles.size


def stored_vocabulary(archive: OpenArchive, titles: memoryview, words: memoryview) -> Vocabulary:
    """Return the vocabulary over indexes that were filed with entry numbers, such as a companion file holds.

    Raises ValueError when the bytes are no such indexes. A number that leads nowhere is passed over.
    """
    directory = archive.directory

    def fold_of(number: int) -> str:
        return fold(directory.entry(number).title[:MAX_TITLE_CHARS]) if number < directory.count else ""

    return IndexedVocabulary(NearIndex(titles), NearIndex(words), fold_of, lambda number: number)


def _build(archive: OpenArchive) -> tuple[Vocabulary, int]:
    folded = folded_titles(archive) or FoldedTitles(iter(()))
    filed = file_titles((place, folded.fold_of(place)) for place in range(len(folded)))
    indexes = NearIndex(filed.titles.build()), NearIndex(filed.words.build())
    size = sum(index.size for index in indexes)
    return IndexedVocabulary(*indexes, folded.fold_of, folded.entry_of), size
