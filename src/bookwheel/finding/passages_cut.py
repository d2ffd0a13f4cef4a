"""A passage within a number of characters: whole when it fits, else its best sentences, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bookwheel.document.model import Block, Inline, ListBlock, ListItem, Paragraph, Quote
from bookwheel.finding.sentences import sentences
from bookwheel.render.graphemes import boundary_at_or_before
from bookwheel.render.markdown import render_blocks
from bookwheel.render.options import COMPACT, RenderOptions

LEAST: Final = 60
"""A passage is not cut to fewer characters than this."""
_CUT: Final = "…"
_TRIES: Final = 6
_LINKED: Final = RenderOptions(references=False)

Scores = Callable[[Sequence[str]], list[float]]


def rendered(block: Block, room: int, scores: Scores, *, is_compact: bool) -> str:
    """Return a block as Markdown in at most `room` characters, or "" when nothing of it can be shown in that.

    A paragraph or an item is cut to the sentences that score best; a row of a table or a piece of code is whole or "".
    """
    options = COMPACT if is_compact else _LINKED
    text = render_blocks((block,), options)
    if len(text) <= room:
        return text
    size = room
    for _ in range(_TRIES):
        shorter = _shortened(block, size, scores) if size >= LEAST else None
        if shorter is None:
            return ""
        text = render_blocks((shorter,), options)
        if len(text) <= room:
            return text
        size -= len(text) - room
    return ""


def _shortened(block: Block, size: int, scores: Scores) -> Block | None:
    match block:
        case Paragraph():
            return Paragraph(_best_part(block.content, size, scores))
        case ListBlock(items=items) if items and not items[0].blocks:
            lines = [item.content for item in items]
            content = lines[0] if len(lines) == 1 else Inline(" ".join([line.text for line in lines]))
            return ListBlock("bullet", (ListItem(_best_part(content, size, scores)),))
        case Quote(blocks=(only,)):
            inner = _shortened(only, size, scores)
            return None if inner is None else Quote((inner,))
        case _:
            return None


def _best_part(content: Inline, size: int, scores: Scores) -> Inline:
    """Return the stretch around the best sentence that fits, what is left out marked by an ellipsis."""
    places = _places(content.text)
    if not places:
        return clipped(content, 0, min(size, len(content.text)))
    values = scores([content.text[start:end] for start, end in places])
    best = max(range(len(places)), key=lambda number: (values[number], -number))
    first = last = best
    room = size - 2 * (len(_CUT) + 1)
    while True:
        options = [
            (values[number], number > best, number)
            for number in (first - 1, last + 1)
            if 0 <= number < len(places)
            and places[max(last, number)][1] - places[min(first, number)][0] <= room
        ]
        if not options:
            break
        number = max(options)[2]
        first, last = min(first, number), max(last, number)
    start, end = places[first][0], places[last][1]
    if end - start > room:
        end = _word_end(content.text, start, start + room)
    before = f"{_CUT} " if start > 0 and content.text[:start].strip() else ""
    after = f" {_CUT}" if content.text[end:].strip() else ""
    return _framed(clipped(content, start, end), before, after)


def _places(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    position = 0
    for sentence in sentences(text):
        start = text.find(sentence, position)
        position = start + len(sentence)
        found.append((start, position))
    return found


def _word_end(text: str, start: int, end: int) -> int:
    blank = text.rfind(" ", start + (end - start) // 2, end)
    return blank if blank > 0 else boundary_at_or_before(text, end, start)


def clipped(content: Inline, start: int, end: int) -> Inline:
    """Return a stretch of inline content; marks that reach over its edges end there."""
    marks = [
        mark._replace(start=max(mark.start, start) - start, end=min(mark.end, end) - start)
        for mark in content.marks
        if mark.start < end and (mark.end > start or (mark.start == mark.end and mark.start >= start))
    ]
    return Inline(content.text[start:end], tuple(marks))


def _framed(content: Inline, before: str, after: str) -> Inline:
    shift = len(before)
    marks = tuple([mark._replace(start=mark.start + shift, end=mark.end + shift) for mark in content.marks])
    return Inline(f"{before}{content.text}{after}", marks)
