"""What a hit says about the query: its best sentences, at most 250 characters, the query's words marked **so**.

The lead is read first, which costs a fraction of the page. Only when words of the query are missing there, and the page
has them, the rest is read, for as much HTML in all as one answer may cost. Texts are kept for the next query.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import Resolved, is_html
from bookwheel.archive.opened import OpenArchive
from bookwheel.document.model import Block, Document, ListBlock, Paragraph, Quote
from bookwheel.document.outline import walk
from bookwheel.errors import BookwheelError
from bookwheel.finding.sentences import Marked, beginning, find_words, sentence_spans
from bookwheel.render.escape import escape_inline
from bookwheel.render.outline import shorten

MAX_CHARS: Final = 250
READ_THROUGH_BYTES: Final = 400_000
"""HTML of pages that one answer reads beyond their leads."""
WHOLE_BYTES: Final = 8_000
"""A page of this size is read as a whole at once: its lead alone would cost as much."""
_BEST: Final = 2
_SECTION: Final = b"<h2"
_MARK: Final = "**"
_LEAST_PARAGRAPH_BYTES: Final = 20
"""Of UTF-8: seven Chinese characters say as much as twenty Latin ones."""
_MOST_PARAGRAPHS: Final = 400
_MOST_PARAGRAPH_CHARS: Final = 4_000


class _Prose(NamedTuple):
    """Paragraphs of a page; `is_whole` tells whether they are all it has. size: the page's HTML in bytes."""

    paragraphs: tuple[str, ...]
    size: int
    is_whole: bool


class Snippets:
    """Makes the snippets of one answer. words: folded words of the query."""

    def __init__(self, archive: OpenArchive, words: Sequence[str]) -> None:
        self.archive = archive
        self.words = tuple(words)
        self._left = READ_THROUGH_BYTES

    def of_all(self, entries: Sequence[DirectoryEntry]) -> list[str]:
        """Return the snippets of several pages: first the best ones', while there is room to read a page through.

        The others are read in the order in which they are stored: neighbours cost one.
        """
        best = entries[:_BEST]
        others = set(entries).difference(best)
        stored = [*best, *sorted(others, key=lambda entry: (entry.cluster, entry.blob))]
        made = {entry.number: self.of(entry) for entry in stored}
        return [made[entry.number] for entry in entries]

    def of(self, entry: DirectoryEntry) -> str:
        """Return the snippet of a page; "" for one without prose, or that cannot be read."""
        if not is_html(entry.mimetype):
            return ""
        try:
            return self._of_page(Resolved(entry, entry.path, entry.path, "exact"))
        except BookwheelError:
            return ""

    def _of_page(self, resolved: Resolved) -> str:
        """Make the snippet from a page's lead, or from all its prose when needed and within what one answer may cost."""
        archive, number = self.archive, resolved.entry.number
        lead = archive.derived(f"lead {number}", lambda: self._lead(resolved))
        if lead is not None:
            marks = _marks_of_each(lead.paragraphs, self.words)
            missing = set(self.words).difference(*map(_words_of, marks))
            is_enough = lead.is_whole or lead.size > self._left or not missing
            if is_enough or not _may_hold(archive.read(resolved).content, missing):
                return _snippet(lead.paragraphs, marks, self.words, resolved.entry.title)
        whole = archive.derived(f"prose {number}", lambda: self._whole(resolved))
        self._left -= whole.size
        return snippet(whole.paragraphs, self.words, resolved.entry.title)

    def _lead(self, resolved: Resolved) -> tuple[_Prose | None, int]:
        """Return the lead; None, to be asked again, when it is plain from the source that more is needed."""
        content = self.archive.read(resolved).content
        if len(content) <= WHOLE_BYTES:
            return self._whole(resolved)
        if len(content) <= self._left:
            begun = _held(content[: content.find(_SECTION)].decode("utf-8", "replace"), self.words)
            absent = [word for word in self.words if word not in begun]
            if absent and _may_hold(content, absent):
                return None, 0
        lead = self.archive.lead(resolved, is_prose_only=True)
        prose = _Prose(_paragraphs(lead), len(content), is_whole=False)
        return prose, _bytes_of(prose)

    def _whole(self, resolved: Resolved) -> tuple[_Prose, int]:
        size = self.archive.size_of(resolved)
        prose = _Prose(_paragraphs(self.archive.prose(resolved)), size, is_whole=True)
        return prose, _bytes_of(prose)


def snippet(paragraphs: Sequence[str], words: Sequence[str], title: str = "") -> str:
    """Return the sentence that holds most of the words, the earliest of the best, with what follows as far as it fits.

    Words of the page's title count half: they stand beside the snippet anyway.
    """
    return _snippet(paragraphs, _marks_of_each(paragraphs, words), words, title)


def _snippet(
    paragraphs: Sequence[str], marks: Sequence[Sequence[Marked]], words: Sequence[str], title: str
) -> str:
    titular = _held(title, words)

    def worth(found: set[str]) -> float:
        return len(found) - len(found & titular) / 2

    best, text, shown = -2.0, "", list[Marked]()
    for number, (paragraph, own) in enumerate(zip(paragraphs, marks, strict=True)):
        behind = 0.02 * min(number, 20)
        if text and worth(_words_of(own)) - behind <= best:
            continue  # no sentence of it can be better
        spans = sentence_spans(paragraph[:_MOST_PARAGRAPH_CHARS])
        for place, (start, end) in enumerate(spans):
            score = worth(_words_of(mark for mark in own if start <= mark.start < end))
            score -= behind + 0.01 * min(place, 10) + (0.3 if end - start < 40 else 0)
            if score > best:
                stop = _end_of_what_follows(spans[place:], MAX_CHARS * 0.9)
                best, text = score, paragraph[start:stop]
                shown = [mark for mark in own if start <= mark.start < stop]
                shown = [Marked(mark.start - start, mark.end - start, mark.word) for mark in shown]
    return _marked(text, shown, words) if text else ""


def _marks_of_each(paragraphs: Sequence[str], words: Sequence[str]) -> list[list[Marked]]:
    """Return where each paragraph has which of the words; all are searched at once, which costs a fraction."""
    marks: list[list[Marked]] = [[] for _ in paragraphs]
    starts = [0, *accumulate(len(paragraph) + 1 for paragraph in paragraphs)]
    for mark in find_words("\n".join(paragraphs), words):
        number = bisect_right(starts, mark.start) - 1
        marks[number].append(Marked(mark.start - starts[number], mark.end - starts[number], mark.word))
    return marks


def _words_of(marks: Iterable[Marked]) -> set[str]:
    return {mark.word for mark in marks}


def _held(text: str, words: Sequence[str]) -> set[str]:
    return _words_of(find_words(text, words))


def _end_of_what_follows(spans: Sequence[tuple[int, int]], room: float) -> int:
    """Return where the first of some sentences ends, or one behind it that fits too."""
    begun, stop = spans[0]
    for _, end in spans[1:]:
        if end - begun > room:
            break
        stop = end
    return stop


def _marked(text: str, marks: Sequence[Marked], words: Sequence[str]) -> str:
    """Return a text with the words marked, cut around the first of them so that marks included it fits."""
    line = " ".join(text.split())
    if line != text:
        text, marks = line, find_words(line, words)
    room = MAX_CHARS
    while True:
        cut = _around(text, marks, room)
        marked = _with_marks(cut, marks if cut is text else find_words(cut, words))
        if len(marked) <= MAX_CHARS or room <= MAX_CHARS // 2:
            return marked if len(marked) <= MAX_CHARS else shorten(marked.replace(_MARK, ""), MAX_CHARS)
        room -= len(marked) - MAX_CHARS


def _around(text: str, marks: Sequence[Marked], room: int) -> str:
    """Return a stretch of at most `room` characters: the beginning, or what holds the most marks."""
    if len(text) <= room:
        return text
    if not marks or marks[0].start < room * 0.6:
        return shorten(text, room)
    start = text.find(" ", max(0, marks[0].start - room // 4)) + 1
    if not 0 < start <= marks[0].start:
        start = max(0, marks[0].start - room // 4)
    return "…" + shorten(text[start:], room - 1)


def _with_marks(text: str, marks: Sequence[Marked]) -> str:
    parts: list[str] = []
    position = 0
    for mark in marks:
        parts += (escape_inline(text[position : mark.start]), _MARK, text[mark.start : mark.end], _MARK)
        position = mark.end
    return "".join((*parts, escape_inline(text[position:])))


def _may_hold(content: bytes, words: Collection[str]) -> bool:
    """Whether the source of a page may have one of some folded words; sure for plain letters, quick for all."""
    lowered = content.lower()
    if any(beginning(word).encode() in lowered for word in words):
        return True
    is_plain = content.isascii() and all(word.isascii() for word in words)
    return not is_plain and bool(find_words(content.decode("utf-8", "replace"), tuple(words)))


def _bytes_of(prose: _Prose) -> int:
    return sum(2 * len(paragraph) + 64 for paragraph in prose.paragraphs) + 200


def _paragraphs(document: Document) -> tuple[str, ...]:
    """Return the running text of a page: paragraphs, items of lists and quotes; no tables, boxes or notes."""
    found: list[str] = []
    for section in walk(document.sections):
        for text in _texts(section.blocks):
            line = " ".join(text.split()) if "\n" in text else text
            if len(line.encode("utf-8", "replace")) >= _LEAST_PARAGRAPH_BYTES:
                found.append(line)
        if len(found) >= _MOST_PARAGRAPHS:
            break
    return tuple(found[:_MOST_PARAGRAPHS])


def _texts(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block.content.text
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield item.content.text
                yield from _texts(item.blocks)
        elif isinstance(block, Quote):
            yield from _texts(block.blocks)
