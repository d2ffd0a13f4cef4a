"""Cut a rendered text into pieces that lose nothing: put together they are the whole again."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bookwheel.render.graphemes import boundary_at_or_before

_LEAST_SHARE: Final = 0.5  # of the budget: a border earlier than this gives a piece too short to be worth it
_FENCE_LINE: Final = re.compile(r"[ >]*(?:(?:-|\d{1,9}\.) +)*(`{3,})([^`\n]*)(?:\n|\Z)")
_SENTENCE_END: Final = re.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？।]+[」』”’）]*\s*")
_LINK: Final = re.compile(r"\[(?:[^\[\]\n\\]|\\.)*\]\([^()\s]*\)")
_ROW: Final = re.compile(r"[ >]*\|")
_HEADING: Final = re.compile(r"#{1,6} |==")


class Piece(NamedTuple):
    """A part of a text.

    next_offset: where the next piece starts, None when this one reaches the end.
    total_chars: code points of the whole text.
    past_end: the offset lies at or behind the end of a text that is not empty, so that there is nothing to give.
    """

    text: str
    next_offset: int | None
    total_chars: int
    past_end: bool = False


def piece(text: str, offset: int, max_chars: int) -> Piece:
    """Return the text from `offset` on, at most `max_chars` (>= 1) code points of it.

    The cut falls, by preference, between blocks outside of code, between lines, after a sentence, between words,
    between characters. A table row is cut only when it is longer than the whole budget.
    """
    total = len(text)
    offset = max(offset, 0)
    if offset >= total:
        return Piece("", None, total, past_end=total > 0)
    end = offset + max(max_chars, 1)
    if end >= total:
        return Piece(text[offset:], None, total)
    cut = _cut(text, offset, end)
    return Piece(text[offset:cut], cut, total)


def _cut(text: str, start: int, end: int) -> int:
    """Return the best place in (start, end] to cut; `end` lies before the end of the text."""
    least = start + max(int((end - start) * _LEAST_SHARE), 1)
    fence = _open_fence(text, end)
    if fence is not None and fence >= least:
        return fence
    if fence is None and (border := _block_border(text, least, end)) is not None:
        return border
    if text[end] == "\n":
        return end
    line_start = text.rfind("\n", 0, end) + 1
    if line_start >= least or (line_start > start and _ROW.match(text, line_start)):
        return line_start
    return _cut_in_line(text, max(start, line_start), least, end)


def _block_border(text: str, least: int, end: int) -> int | None:
    """Return the last border between blocks in [least, end]; a heading stays with the block it heads."""
    border = text.rfind("\n\n", max(least - 2, 0), end)
    if border < 0:
        return None
    cut = border + 2
    if (fence := _open_fence(text, cut)) is not None:
        return fence if fence >= least else None
    while _HEADING.match(text, line := text.rfind("\n", 0, border) + 1) and line >= least:
        cut = line
        border = text.rfind("\n", 0, max(cut - 1, 0))
    return cut


def _open_fence(text: str, position: int) -> int | None:
    """Return where the line starts whose code fence is open at `position`, None outside of code."""
    opened: int | None = None
    size = 0
    found = text.find("```", 0, position)
    while found >= 0:
        line = text.rfind("\n", 0, found) + 1
        match = _FENCE_LINE.match(text, line)
        if match and match.end() <= position:
            if opened is None:
                opened, size = line, len(match[1])
            elif len(match[1]) >= size and not match[2].strip():
                opened = None
        found = text.find("```", match.end() if match else found + 3, position)
    return opened


def _cut_in_line(text: str, low: int, least: int, end: int) -> int:
    """Return a place in one long line: after a sentence, else a word, else a character; whole links are kept whole."""
    cut = 0
    for match in _SENTENCE_END.finditer(text, max(low, least - 1), end):
        cut = match.end()
    if cut < least:
        cut = text.rfind(" ", least - 1, end) + 1
    if cut < least:
        cut = boundary_at_or_before(text, end, low)
        if cut - 1 > low and text[cut - 1] == "\\":
            cut -= 1
    link = text.rfind("[", least, cut)
    if link > low and (match := _LINK.match(text, link)) and match.end() > cut:
        return link
    return cut
