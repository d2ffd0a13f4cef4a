"""A passage within a number of characters: whole when it fits, else its best sentences, in their order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bookwheel.document.model import Block, Inline, ListBlock, ListItem, Mark, Paragraph, Quote, Table
from bookwheel.finding.passages_units import MOST_CHARS
from bookwheel.finding.sentences import sentences
from bookwheel.render.graphemes import boundary_at_or_before
from bookwheel.render.markdown import render_blocks
from bookwheel.render.options import COMPACT, RenderOptions

LEAST: Final = 60
"""A passage is not cut to fewer characters than this."""
_CUT: Final = "…"
_GAP: Final = len(_CUT) + 2
_FRAME: Final = 2 * (len(_CUT) + 1)
_TRIES: Final = 6
_LINKED: Final = RenderOptions(references=False)
_COMPACT: Final = replace(COMPACT, max_table_rows=sys.maxsize, max_table_chars=sys.maxsize)

Scores = Callable[[Sequence[str]], list[float]]


def rendered(block: Block, room: int, scores: Scores, *, is_compact: bool) -> str:
    """Return a block as Markdown in at most `room` characters, or "" when nothing of it can be shown in that.

    A paragraph or an item is cut to the sentences that score best, a table after a row; a row or code is whole or "".
    """
    options = _COMPACT if is_compact else _LINKED
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
        case Table(rows=rows) if len(rows) > 1:
            whole = len(render_blocks((block,), _COMPACT))
            kept = min(len(rows) - 1, size * len(rows) // whole)
            return block._replace(rows=(*rows[:kept], (Inline(_CUT),))) if kept else None
        case Quote(blocks=(only,)):
            inner = _shortened(only, size, scores)
            return None if inner is None else Quote((inner,))
        case _:
            return None


def _best_part(content: Inline, size: int, scores: Scores) -> Inline:
    """Return the sentences that score best, in their order, with their neighbours as far as they fit.

    What is left out is marked by an ellipsis.
    """
    places = _places(content.text)
    if not places:
        return clipped(content, 0, min(size, len(content.text)))
    values = scores([content.text[start:end] for start, end in places])
    order = sorted(range(len(places)), key=lambda number: (-values[number], number))
    start, end = places[order[0]]
    if end - start > size - _FRAME:
        end = _word_end(content.text, start, start + size - _FRAME)
        return _joined(content, [(start, end)])
    taken = {order[0]}
    for number in order[1:]:
        if values[number] > 0 and _length(places, taken | {number}) <= size:
            taken.add(number)
    _fill(places, taken, size)
    return _joined(content, _runs(places, taken))


def _fill(places: Sequence[tuple[int, int]], taken: set[int], size: int) -> None:
    """Take what stands next to what is taken, first what follows, as long as it fits."""
    while True:
        beside = [number + 1 for number in sorted(taken)] + [number - 1 for number in sorted(taken)]
        fitting = [
            number
            for number in beside
            if 0 <= number < len(places) and number not in taken and _length(places, taken | {number}) <= size
        ]
        if not fitting:
            return
        taken.add(fitting[0])


def _length(places: Sequence[tuple[int, int]], taken: set[int]) -> int:
    runs = _runs(places, taken)
    return sum(end - start for start, end in runs) + _GAP * (len(runs) - 1) + _FRAME


def _runs(places: Sequence[tuple[int, int]], taken: set[int]) -> list[tuple[int, int]]:
    """Return the stretches that sentences make up, neighbours put together."""
    runs: list[tuple[int, int]] = []
    for number in sorted(taken):
        start, end = places[number]
        if runs and number - 1 in taken:
            start = runs.pop()[0]
        runs.append((start, end))
    return runs


def _joined(content: Inline, runs: Sequence[tuple[int, int]]) -> Inline:
    text = f"{_CUT} " if content.text[: runs[0][0]].strip() else ""
    marks: list[Mark] = []
    for number, (start, end) in enumerate(runs):
        text += f" {_CUT} " if number else ""
        part = clipped(content, start, end)
        shift = len(text)
        marks.extend(mark._replace(start=mark.start + shift, end=mark.end + shift) for mark in part.marks)
        text += part.text
    text += f" {_CUT}" if content.text[runs[-1][1] :].strip() else ""
    return Inline(text, tuple(marks))


def _places(text: str) -> list[tuple[int, int]]:
    """Return where the sentences are that a passage was judged by."""
    found: list[tuple[int, int]] = []
    position = 0
    for sentence in sentences(text[:MOST_CHARS]):
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
