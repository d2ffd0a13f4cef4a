"""Raised and lowered elements: exponents, indices, ordinals, stacks of two, and marks of footnotes."""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Mark, Struck
from bookwheel.html import tags
from bookwheel.html.scripts import subscript, superscript
from bookwheel.html.tags import TEXT, Attributes
from bookwheel.html.visibility import is_hidden, visible_text

_ABBR = tags.tag_id("abbr")
_LARGEST_STACK = 40  # elements; a stack of two scripts is never more
_EDGES = " \n\t\r\f\xa0\1\2\3"
_BLANK = frozenset(" \n\t\r\f")


def is_note(node: LexborNode, attributes: Attributes) -> bool:
    """Recognise the mark of a footnote that no class announces."""
    if (attributes.get("id") or "").startswith("cite_ref"):
        return True
    inside = list(islice(node.traverse(include_text=True), 9))
    if len(inside) > 8:
        return False
    text = node.text().strip()
    return len(text) < 24 and text.startswith("[") and text.endswith("]")


def _follows_letter(node: LexborNode) -> bool:
    before = node.prev
    return before is not None and (before.text() or before.text_content or "")[-1:].isalnum()


def stack_text(node: LexborNode) -> str | None:
    """Read `a<br>b` or two spans, set one over the other.

    After a symbol the lower one is read first (SO₄²⁻), before it the upper one (¹⁴₆C).
    """
    if not tags.is_small(node, _LARGEST_STACK):
        return None
    lines: list[str] = [""]
    children = [
        child
        for child in node.iter(include_text=True)
        if child.tag_id == TEXT or not is_hidden(child, child.attributes)
    ]
    for child in children:
        if child.tag_id == tags.BR:
            lines.append("")
        elif child.tag_id == tags.SPAN and len(children) == 2:
            lines.append(visible_text(child)) if lines != [""] else lines.__setitem__(
                0, visible_text(child) or " "
            )
        else:
            lines[-1] += visible_text(child) if child.tag_id != TEXT else child.text_content or ""
    if len(lines) != 2:
        return None
    upper, lower = superscript(lines[0]), subscript(lines[1])
    return lower + upper if _follows_letter(node) else upper + lower


def is_part_of_fraction(node: LexborNode) -> bool:
    """Tell whether a line is the numerator or denominator of a fraction, whose stroke the page spells out."""
    parent = node.parent
    return parent is not None and "sfrac" in (parent.attributes.get("class") or "").split()


def raise_or_lower(  # noqa: PLR0917
    node: LexborNode, content: str, before: str, start: int, first: int, marks: list[Mark]
) -> str:
    """Return the raised or lowered form of `content`, which stands at `start`; `marks[first:]` are inside it.

    Blanks at its edges stay, on the line.
    """
    trimmed = content.strip(_EDGES)
    if node.tag_id == tags.SUB:
        script = subscript(trimmed)
    else:
        parent = node.parent
        script = superscript(trimmed, before, in_abbreviation=parent is not None and parent.tag_id == _ABBR)
    raised = f"{_blank_before(node)}{script}{' ' if content[-1:] in _BLANK else ''}"
    # A letter with a stroke is a sign of its own: the standard state.
    inner = marks[first:] = [mark for mark in marks[first:] if mark.__class__ is not Struck]
    if inner and raised != content:
        del marks[first:]
        if trimmed in script or len(script) == len(trimmed):
            lead = len(content) - len(content.lstrip(_EDGES))
            shift = raised.find(script) + max(script.find(trimmed), 0) - lead
            limit = start + len(raised)
            marks.extend(
                mark._replace(
                    start=max(start, min(mark[0] + shift, limit)), end=max(start, min(mark[1] + shift, limit))
                )
                for mark in inner
            )
    return raised


def _blank_before(node: LexborNode) -> str:
    """Return the blank with which an element begins; the reader passes over white space at the beginning of a text."""
    child = node.child
    return (
        " " if child is not None and child.tag_id == TEXT and (child.text_content or "")[:1] in _BLANK else ""
    )
