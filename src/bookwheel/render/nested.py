"""Inline Markdown of texts whose marks nest, hold code or formulas, or touch each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from bookwheel.document.model import CodeSpan, Emphasis, Link, Mark, Math, NoteMark, Strong, Struck
from bookwheel.render.destination import destination
from bookwheel.render.escape import code_span, escape_inline, formula, is_wordlike

_PUNCTUATED: Final = (Link, CodeSpan, Math, NoteMark)  # what they become starts and ends with punctuation
_MOST_INSIDE: Final = 64
"""Marks looked at inside one; where there are more, markers beside a letter are taken for spoilt."""


class NestedWriter:
    """Writes one text with its marks. They open and close in order; an explicit stack holds the open ones."""

    __slots__ = (
        "_closed",
        "_code",
        "_in_cell",
        "_in_link",
        "_marks",
        "_near_formula",
        "_out",
        "_plain",
        "_position",
        "_stack",
        "_text",
    )

    def __init__(self, text: str, marks: Sequence[Mark], *, is_plain: bool, in_cell: bool) -> None:
        self._text = text
        self._marks = marks
        self._in_cell = in_cell
        self._plain = is_plain  # nothing to escape
        self._near_formula = not self._plain and any(type(mark) is Math for mark in marks)
        self._out: list[str] = []
        self._position = 0  # everything before it is written
        self._stack: list[tuple[int, str]] = []  # where an open mark ends, and how
        self._closed = (-1, "")  # the emphasis closed last
        # Where each code span stands in what is written so far: its place there, and its stretch of the text.
        self._code: list[tuple[int, int, int]] = []
        self._in_link = False

    def write(self) -> str:
        """Return the whole text."""
        text, marks, stack = self._text, self._marks, self._stack
        for index, mark in enumerate(marks):
            start, end = mark[0], mark[1]
            if stack and stack[-1][0] <= start:
                self._close(start)
            if isinstance(mark, NoteMark):
                self._note(mark)
                continue
            if stack and end > stack[-1][0]:
                end = stack[-1][0]
            while start < end and text[start].isspace():
                start += 1
            while start < end and text[end - 1].isspace():
                end -= 1
            if start >= end or start < self._position:
                continue  # empty, or inside verbatim text
            match mark:
                case Link():
                    self._link(mark, start, end)
                case Strong():
                    self._emphasis("**", index, start, end)
                case Emphasis():
                    self._emphasis("*", index, start, end)
                case Struck():
                    self._emphasis("~~", index, start, end)
                case CodeSpan():
                    self._code_span(start, end)
                case Math():
                    self._formula(start, end)
                case _:
                    assert_never(mark)
        self._close(len(text))
        self._text_until(len(text))
        for place, start, end in self._code:
            self._out[place] = code_span(text[start:end])
        return "".join(self._out)

    def _text_until(self, end: int) -> None:
        position = self._position
        if position >= end:
            return
        self._position = end
        segment = self._text[position:end]
        if not self._plain:
            segment = escape_inline(segment, in_link=self._in_link, near_formula=self._near_formula)
        # After a note mark's bracket these would make a link or its definition of it.
        if segment[0] in "(:" and self._out and self._out[-1].endswith("]"):
            segment = f"\\{segment}"
        self._out.append(segment)

    def _link(self, link: Link, start: int, end: int) -> None:
        target = destination(link.kind, link.target)
        if self._in_link or not target:
            return
        self._text_until(start)
        out = self._out
        if out and out[-1].endswith("!"):
            out[-1] = f"{out[-1][:-1]}\\!"  # never an image
        out.append("[")
        self._in_link = True
        self._stack.append((end, f"]({target})"))

    def _emphasis(self, marker: str, index: int, start: int, end: int) -> None:
        if any(closer == marker for _, closer in self._stack) or not self._can_flank(index, start, end):
            return
        if not any(map(str.isalnum, self._text[start:end])):
            return  # a bold bullet says no more than a bullet, and runs of punctuation are read in more than one way
        self._text_until(start)
        if self._closed == (start, marker) and self._out[-1] == marker:
            self._out.pop()  # two stretches that touch are one
        else:
            self._out.append(marker)
        self._stack.append((end, marker))

    def _can_flank(self, index: int, start: int, end: int) -> bool:
        """Tell whether Markdown takes markers here as emphasis: beside punctuation inside, a letter outside spoils it."""
        text = self._text
        opens_badly, closes_badly = not text[start].isalnum(), not text[end - 1].isalnum()
        inside = self._marks[index + 1 : index + 1 + _MOST_INSIDE]
        for mark in inside:
            if mark[0] >= end:
                break
            if isinstance(mark, _PUNCTUATED):
                opens_badly |= mark[0] <= start
                closes_badly |= mark[1] >= end
        else:
            closes_badly |= len(inside) == _MOST_INSIDE
        before = text[start - 1] if start else " "
        if self._position == start and self._out and self._out[-1][-1] != "*":
            before = self._out[-1][-1]  # a bracket or delimiter; stars that touch count as one run
        after = text[end] if end < len(text) else " "
        if self._stack and self._stack[-1][1][0] == "*":
            # Between two punctuation marks a run of stars may close the emphasis around it as well as open one.
            return not (opens_badly and not before.isspace()) and not (closes_badly and not after.isspace())
        return not (opens_badly and is_wordlike(before)) and not (closes_badly and is_wordlike(after))

    def _code_span(self, start: int, end: int) -> None:
        self._text_until(start)
        self._position = end
        if self._code:
            place, first, last = self._code[-1]
            if last == start and place == len(self._out) - 1:
                self._code[-1] = (
                    place,
                    first,
                    end,
                )  # delimiters that touch would not delimit: two become one
                return
        self._code.append((len(self._out), start, end))
        self._out.append("`")  # as it will begin and end

    def _formula(self, start: int, end: int) -> None:
        self._text_until(start)
        if self._out and self._out[-1].endswith("$"):
            self._out.append(" ")  # two dollar signs would open a displayed formula
        self._out.append(f"${formula(self._text[start:end], in_cell=self._in_cell)}$")
        self._position = end

    def _note(self, mark: NoteMark) -> None:
        label = " ".join((mark.label or mark.key).strip("[] ").split())
        if not label:
            return
        self._text_until(mark.start)
        out = self._out
        if out and out[-1].endswith("!"):
            out[-1] = f"{out[-1][:-1]}\\!"
        out.append(f"[{escape_inline(label, in_link=True, near_formula=True)}]")

    def _close(self, limit: int) -> None:
        stack = self._stack
        while stack and stack[-1][0] <= limit:
            end, closer = stack.pop()
            self._text_until(end)
            self._out.append(closer)
            self._closed = (end, closer)
            if closer[0] == "]":
                self._in_link = False
