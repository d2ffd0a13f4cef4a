"""From raw text nodes to clean text: white space, invisible characters, line and block boundaries.

While a run is read, boundaries stand in its text as control characters: `FIRM` (list items, table rows), `WEAK`
(other blocks) and `BREAK` (`<br>`). What they become depends on where the text goes, its `Manner`.
"""

from __future__ import annotations

import re
from itertools import accumulate
from operator import itemgetter
from typing import Any

from bookwheel.document.invisible import INVISIBLE
from bookwheel.document.model import EMPTY, Inline, Mark, NoteMark

CUT, FIRM, WEAK, BREAK = "\0", "\1", "\2", "\3"

# Making a named tuple from its plain form; a third faster than calling its class.
_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_end_of = itemgetter(1)
_SPACE = " \n\t\r\f"

Manner = tuple[str, str, str, bool]
PROSE: Manner = ("\n", "\n", "\n", False)
VERSE: Manner = ("\n", "\n", "\n", True)  # leading no-break spaces are the indentation of a line
CELL: Manner = ("; ", " ", " ", False)
FACT: Manner = ("; ", "; ", "; ", False)
ROW: Manner = (" · ", "\n", "\n", False)
LINE: Manner = (" ", " ", " ", False)

# Besides what is invisible anywhere: controls, except those that stand for boundaries here.
_INVISIBLE = re.compile(f"[\x04-\x08\x0e-\x1f\x7f-\x9f]|{INVISIBLE}")
# Invisible characters that count as printable, so that most text need not be searched for others.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
).search
_FOLDED = "\t\n\r\f\v\u2028\u2029\1\2\3"
# A gap that may change: any but a lone space between two words.
_GAP = re.compile(f"(?:\0+[ {_FOLDED}]|[{_FOLDED}]|^ | (?=[ \0{_FOLDED}]|$))[ \0{_FOLDED}]*")
# A line, item or cell of nothing but wide or narrow blanks.
_BLANK_PART = re.compile(
    "(^|[\1\2\3])[ \0\t\n]*[\u2000-\u200a\u202f\u205f\u3000][ \0\t\n\u2000-\u200a\u202f\u205f\u3000]*(?=[\1\2\3]|$)"
)
# A line of Chinese or Japanese that goes on in the next line of the source: no blank stands between them.
_WIDE = "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd"
_is_wide = re.compile(f"[{_WIDE}]").search
_WIDE_GAP = re.compile(f"(?<=[{_WIDE}])[ \t\n\r\f]+(?=[{_WIDE}])")
_CONTROL = re.compile("[\x04-\x08\x0e-\x1f\x7f-\x9f]")
_SPACES = " \n\t\r\f\xa0"
_WIDEST_GAP = 8
_STRUCK = "\4"  # in the place of an invisible character until the text is cut
_BOUNDARIES = FIRM + WEAK + BREAK + _STRUCK
_BLANKS = _SPACES + _BOUNDARIES
_CONTROLS = str.maketrans(dict.fromkeys([*range(9), 11, *range(14, 32), 127]))


def without_invisible(text: str) -> str:
    """Drop invisible characters and replace no-break spaces; line breaks and indentation stay."""
    return _INVISIBLE.sub("", text.replace("\0", "").replace("\1", "").replace("\2", "").replace("\3", ""))


def verbatim(text: str) -> str:
    """Return the text of a code block without characters that are not text."""
    if text.isascii() and not any(ord(c) < 32 and c not in "\n\t" for c in set(text)):
        return text
    return _INVISIBLE.sub("", text.replace("\r", "").translate(_CONTROLS))


def settle(text: str, marks: list[Mark], manner: Manner) -> Inline:
    """Clean `text` and move `marks` along; returns EMPTY when nothing readable is left."""
    whole = len(text)
    text = text.rstrip(_SPACE)
    if (
        text.isprintable()
        and (text.isascii() or not _BLANK(text))
        and "  " not in text
        and text[:1] != " "
        and (len(text) == whole or not marks or max(map(_end_of, marks)) <= len(text))
    ):
        return _new(Inline, (text, tuple(marks))) if text or marks else EMPTY
    if "\xa0" in text and not manner[3]:
        text = text.replace("\xa0", " ")
    stripped = text.strip(_SPACE)
    if "\n" in stripped and not stripped.isascii() and _is_wide(stripped):
        text = _WIDE_GAP.sub(lambda gap: _STRUCK * len(gap[0]) if "\n" in gap[0] else gap[0], text)
        stripped = text.strip(_SPACE)
    shown = stripped.replace("\n", " ") if "\n" in stripped else stripped
    unbroken = shown
    breaks = BREAK in shown and len(manner[2]) == 1
    if breaks:
        shown = shown.replace(BREAK, " ")
    if shown.isprintable() and "  " not in shown and (shown.isascii() or not _BLANK(shown)):
        if breaks:
            shown = unbroken.replace(BREAK, manner[2])
        if not marks:
            return _new(Inline, (shown, ())) if shown else EMPTY
        end = len(shown)
        if max(map(_end_of, marks)) > end or (end != len(text) and text[0] in _SPACE):
            shift = len(text) - len(text.lstrip(_SPACE)) if shown else 0
            moved = [_move(m, min(max(m[0] - shift, 0), end), min(max(m[1] - shift, 0), end)) for m in marks]
            marks = [mark for mark in moved if mark[0] < mark[1] or mark.__class__ is NoteMark]
        return _new(Inline, (shown, tuple(marks)))
    if not marks:
        stripped = _collapse((_CONTROL if stripped.isascii() else _INVISIBLE).sub("", stripped), manner)
        return _new(Inline, (stripped, ())) if stripped else EMPTY
    return _settle_slowly(text, marks, manner)


def _settle_slowly(text: str, marks: list[Mark], manner: Manner) -> Inline:
    """Clean text whose length changes: it is cut where the marks begin and end, and cleaned with the cuts in it."""
    if not text.isascii():
        text = _INVISIBLE.sub(lambda found: _STRUCK * len(found[0]), text)
    cuts = sorted({position for mark in marks for position in mark[:2]})
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    if CUT in text:
        pieces = [piece.replace(CUT, "") for piece in pieces]
    pieces = _collapse(_CONTROL.sub("", CUT.join(pieces)), manner).split(CUT)
    moved = dict(zip(cuts, accumulate(map(len, pieces)), strict=False))
    stripped = "".join(pieces)
    kept: list[Mark] = []
    for mark in marks:
        start, end = moved[mark[0]], moved[mark[1]]
        if mark.__class__ is NoteMark:
            if _ends_gap(text, mark[0]):
                gaps = (gap for gap in (*manner[:3], " ") if stripped.endswith(gap, 0, start))
                start = end = start - len(next(gaps, ""))
        elif start == end:
            continue
        kept.append(_move(mark, start, end))
    return _new(Inline, (stripped, tuple(kept))) if stripped or kept else EMPTY


def _ends_gap(text: str, position: int) -> bool:
    """Tell whether the mark of a note stands between a blank after its word and another blank or boundary."""
    before, after = text[max(position - _WIDEST_GAP, 0) : position], text[position : position + 1]
    word = before.rstrip(_SPACES)
    return 0 < len(word) < len(before) and word[-1] not in _BOUNDARIES and (not after or after in _BLANKS)


def _move(mark: Mark, start: int, end: int) -> Mark:
    if mark[0] == start and mark[1] == end:
        return mark
    return _new(mark.__class__, (start, end, *mark[2:]))


def _collapse(text: str, manner: Manner) -> str:
    """Replace every run of white space and boundaries by what the manner says; CUTs keep their side of the gap."""
    if not text.isascii():
        text = _BLANK_PART.sub(lambda part: part[1] + CUT * part[0].count(CUT), text)
    firm, weak, line, keeps_indent = manner
    end = len(text)

    def gap(match: re.Match[str]) -> str:
        run = match[0]
        start, stop = match.span()
        before = len(run) - len(run.lstrip(CUT))
        after = run.count(CUT) - before
        if start == 0 or stop == end:
            separator = ""
        elif FIRM in run:
            separator = firm
        elif WEAK in run:
            separator = weak
        elif BREAK in run:
            separator = line * run.count(BREAK) if keeps_indent else line
        else:
            separator = " "
        if separator in ("; ", " · ") and text[start - 1] in ";:,":
            separator = " "
        return CUT * before + separator + CUT * after if before or after else separator

    collapsed = _GAP.sub(gap, text)
    return collapsed.replace("\xa0", " ") if keeps_indent else collapsed


def join(parts: list[Inline], separator: str) -> Inline:
    """Put texts together with a separator between them; their marks move along."""
    if len(parts) < 2:
        return parts[0] if parts else EMPTY
    marks: list[Mark] = []
    offset = 0
    for part in parts:
        marks.extend([_move(mark, mark[0] + offset, mark[1] + offset) for mark in part.marks])
        offset += len(part.text) + len(separator)
    return Inline(separator.join([part.text for part in parts]), tuple(marks))


def split(content: Inline, separator: str) -> list[Inline]:
    """Cut a text at a separator; a mark over the cut is cut too, and empty pieces are left out."""
    if separator not in content.text:
        return [content] if content.text else []
    pieces: list[Inline] = []
    start = 0
    for text in content.text.split(separator):
        end = start + len(text)
        if text.strip():
            inside = [mark for mark in content.marks if mark[0] <= end and mark[1] >= start]
            moved = [_move(mark, max(mark[0], start) - start, min(mark[1], end) - start) for mark in inside]
            kept = tuple(mark for mark in moved if mark[0] < mark[1] or mark.__class__ is NoteMark)
            pieces.append(Inline(text, kept))
        start = end + len(separator)
    return pieces
