"""Lists while they are read."""

from __future__ import annotations

import re
from typing import Literal

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Block, Inline, ListBlock, ListItem, Math, MathBlock, Paragraph
from bookwheel.html import tags
from bookwheel.html.counters import counter
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import join

_TERM_AND_DEFINITION: dict[int, Literal["item", "term", "definition"]] = {
    tags.DT: "term",
    tags.DD: "definition",
}
_LARGEST_NUMBER = 10**9
# How a list counts in letters: its `type`, or its style. Numbers beyond are shown in digits.
_TYPES = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
_COUNTING = re.compile(r"list-style[^;:]*:[^;]*?((?:lower|upper)-(?:alpha|latin|roman|greek))", re.IGNORECASE)
_LARGEST_LETTERED = 3999


def is_simple(children: list[LexborNode], *, may_look_inside: bool) -> bool:
    """Tell whether an item holds running text only.

    `may_look_inside` is False deep down, where looking at everything inside each item would be quadratic.
    """
    for child in children:
        tag = child.tag_id
        if tag == tags.TEXT:
            continue
        if tag in tags.BLOCK_TAGS or tag in tags.MEDIA:
            return False
        inner = child.child
        if inner is None or (inner.tag_id == tags.TEXT and inner.next is None):
            continue
        if not may_look_inside or tags.holds_blocks(child):
            return False
    return True


class OpenList:
    """A list whose items are being read.

    One that counts in letters becomes a list of bullets whose items begin with them: text may speak of "item b".
    """

    __slots__ = ("_items", "_kind", "_letters", "_next", "_numbers", "_step", "has_open_item")

    def __init__(self, node: LexborNode, tag: int) -> None:
        self._kind: Literal["bullet", "ordered", "definition"] = (
            "ordered" if tag == tags.OL else "definition" if tag == tags.DL else "bullet"
        )
        self._items: list[ListItem] = []
        self._numbers: list[int] = []
        self.has_open_item = False
        self._letters = ""
        self._step = 1
        self._next = 1
        if tag == tags.OL:
            attributes = node.attributes
            self._letters = _letters(attributes)
            if "reversed" in attributes:
                self._step = -1
                self._next = sum(item.tag_id == tags.LI for item in node.iter())
            self._next = _integer(attributes.get("start"), self._next)

    def count(self, item: LexborNode) -> None:
        """Take the number an item gives itself, before it is read."""
        if self._kind == "ordered":
            self._next = _integer(item.attributes.get("value"), self._next)

    def add(self, tag: int, blocks: list[Block]) -> None:
        """Add an item made of these blocks; its first paragraph is its own line."""
        number = self._next
        if self._kind == "ordered":
            self._next += self._step
        if not blocks:
            return
        first = blocks[0]
        role = _TERM_AND_DEFINITION.get(tag, "item") if self._kind == "definition" else "item"
        content, inside = (first.content, blocks[1:]) if isinstance(first, Paragraph) else (EMPTY, blocks)
        if self._letters:
            letters = counter(self._letters, number) if 0 < number <= _LARGEST_LETTERED else str(number)
            content = join([part for part in (Inline(f"{letters}."), content) if part.text], " ")
        self._items.append(ListItem(content, tuple(inside), role))
        if self._kind == "ordered":
            self._numbers.append(number)

    def take_strays(self, strays: list[Block]) -> None:
        """Give what stands between the items to the item before."""
        if not strays:
            return
        if self._items:
            last = self._items[-1]
            self._items[-1] = last._replace(blocks=(*last.blocks, *strays))
        else:
            self.add(tags.LI if self._kind != "definition" else tags.DD, list(strays))
        strays.clear()

    def finish(self) -> Block | None:
        """Return the list; a lone indented formula is a displayed formula."""
        if not self._items:
            return None
        if self._kind == "definition" and len(self._items) == 1:
            item = self._items[0]
            if not item.blocks and len(item.content.marks) == 1 and item.content.marks[0].__class__ is Math:
                mark = item.content.marks[0]
                if (
                    item.content.text[: mark.start].strip() == ""
                    and item.content.text[mark.end :].strip(" .,;") == ""
                ):
                    return MathBlock(item.content.text)
        if self._letters:
            return ListBlock("bullet", tuple(self._items))
        return ListBlock(self._kind, tuple(self._items), tuple(self._numbers))


def _letters(attributes: Attributes) -> str:
    """Return the list style of CSS in which an ordered list counts, or "" for digits."""
    found = _COUNTING.search(attributes.get("style") or "")
    return found[1].lower() if found else _TYPES.get((attributes.get("type") or "").strip(), "")


def _integer(value: str | None, default: int) -> int:
    text = (value or "").strip()
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 9:
        return default
    return max(-_LARGEST_NUMBER, min(int(text), _LARGEST_NUMBER))
