"""Running text with its marks: links, emphasis, code, formulas, footnote marks, raised and lowered text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from bookwheel.document.model import (
    EMPTY,
    CodeSpan,
    Emphasis,
    Inline,
    Link,
    Mark,
    Math,
    NoteMark,
    Strong,
    Struck,
)
from bookwheel.html import furniture, tags, whitespace
from bookwheel.html.counters import counter
from bookwheel.html.formulas import find_tex, is_display
from bookwheel.html.furniture import is_dropped
from bookwheel.html.links import LinkResolver
from bookwheel.html.places import PlaceFinder
from bookwheel.html.raised import is_note, is_part_of_fraction, raise_or_lower, stack_text
from bookwheel.html.ratings import ARROW_WIDTHS, arrow, checkbox, hieroglyphs, rating, signs
from bookwheel.html.tags import (
    CHECKBOX,
    CODE,
    DELETED,
    EMPHASIS,
    FIRM,
    FORMULA,
    FRAMED,
    IMAGE,
    LINE_BREAK,
    LINK,
    PLAIN,
    QUOTED,
    RUBY_TEXT,
    SCRIPT,
    SKIP,
    STRONG,
    TEXT,
    WEAK,
    Attributes,
)
from bookwheel.html.variants import text_of
from bookwheel.html.visibility import (
    BOXED,
    STACKED,
    STRUCK,
    VISIBLE,
    ink_of,
    is_hidden,
    reading_of,
    visible_text,
)
from bookwheel.html.whitespace import BREAK, PROSE, Manner, settle

_RP = tags.tag_id("rp")
_LISTS = frozenset((tags.OL, tags.UL))
_SPECIAL, _DROPPED_IN_TEXT = furniture.SPECIAL_IN_TEXT, furniture.DROPPED_IN_TEXT
_NOTE = furniture.NOTE
_KINDS = tags.INLINE_KIND
# Makes a named tuple from its plain form, a third faster than its class does.
_new: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_UNKNOWN = object()
# Groups of notes that the page counts in letters; the numbers stand in the source, the letters come from its style.
_COUNTED = re.compile(r"(lower-alpha|upper-alpha|lower-roman|upper-roman|lower-greek|decimal) (\d{1,4})")
_LONGEST_PLAIN_LABEL = 6
_DEEPEST_SCRIPT = 64  # each level of raised text copies what is in it; deeper ones are read through
_SPACE = " \n\t\r\f"
# Attributes other than class and style that decide how an element reads.
_TELLING = frozenset(["typeof", "hidden", "role", "color"])
# What an element puts into the text where it begins, and where it ends.
_BOUNDARIES = {
    WEAK: whitespace.WEAK, FIRM: whitespace.FIRM, LINE_BREAK: whitespace.BREAK, QUOTED: "“", RUBY_TEXT: "",
}  # fmt: skip
_ENDS = {WEAK: whitespace.WEAK, FIRM: whitespace.FIRM, QUOTED: "”", RUBY_TEXT: ")"}
_VERBATIM = (CodeSpan, Math)
_EMPHASES = {STRONG: Strong, EMPHASIS: Emphasis, CODE: CodeSpan, DELETED: Struck}


class InlineReader:
    """Reads running text. One per page: it shares the page's link resolver."""

    __slots__ = ("_links", "_places", "note_labels", "note_lists")

    def __init__(self, links: LinkResolver, places: PlaceFinder) -> None:
        self._places = places
        self._links = links
        self.note_labels: dict[str, str] = {}
        self.note_lists: dict[int, LexborNode] = {}
        """Lists of references (by `mem_id`) met inside a text, which are no part of it."""

    def source_of(self, src: str) -> str:
        """Return the path or URL of a picture or recording; data in the address itself is no source."""
        found = self._links.resolve(src) if src else None
        return found[2] if found is not None else ""

    def children(self, node: LexborNode, manner: Manner = PROSE) -> Inline:
        """Read everything inside `node`."""
        text, marks = self.collect(node.iter(include_text=True))
        return settle(text, marks, manner)

    def cell(self, node: LexborNode, manner: Manner) -> Inline:
        """Read everything inside the cell of a table, signs where it holds nothing else."""
        content = self.children(node, manner)
        return Inline(shown) if content is EMPTY and (shown := signs(node)) else content

    def run(self, nodes: Iterable[LexborNode], manner: Manner = PROSE) -> Inline:
        """Read sibling nodes as one text."""
        text, marks = self.collect(nodes)
        return settle(text, marks, manner)

    def collect(self, nodes: Iterable[LexborNode]) -> tuple[str, list[Mark]]:
        """Read sibling nodes; boundaries still stand in the text as control characters.

        This loop sees every node of a page's text, so it spends as little as it can on the common ones.
        """
        text = ""
        marks: list[Mark] = []
        # One frame per open element: (iterator to go on with, what to do at its end, start, datum).
        stack: list[tuple[Iterator[LexborNode], int, int, Any]] = []
        kinds, destinations, resolve = _KINDS, self._links.known.get, self._links.resolve
        traits_by_name, reading = furniture.TRAITS.get, reading_of
        iterator = iter(nodes)
        is_nested = False
        base = 0  # length of the text before an open `<sup>` or `<sub>`
        while True:
            for node in iterator:
                tag = node.tag_id
                if tag == TEXT:
                    if text:
                        text += node.text_content or ""
                    else:
                        text = (node.text_content or "").lstrip(_SPACE)
                    continue
                kind = kinds.get(tag, PLAIN)
                if kind >= SKIP:
                    if kind == FORMULA:
                        text += self._formula(node, node.attributes, base + len(text), marks)
                    elif kind == IMAGE and (
                        "class" in (attributes := node.attributes) or attributes.get("width") in ARROW_WIDTHS
                    ):
                        text += self._image(node, attributes, base + len(text), marks)
                    elif kind == CHECKBOX:
                        text += checkbox(node)
                    continue
                if kind == SCRIPT and len(stack) > _DEEPEST_SCRIPT:
                    kind = PLAIN
                attributes = node.attributes
                datum: Any = None
                if attributes:
                    if kind == LINK and (href := attributes.get("href")):
                        datum = destinations(href, _UNKNOWN)
                        if datum is _UNKNOWN:
                            datum = resolve(href)
                    if (
                        datum is None
                        or len(attributes) > 2
                        or (len(attributes) == 2 and "title" not in attributes)
                    ):
                        names = attributes.get("class")
                        if names:
                            traits = traits_by_name(names)
                            if traits is None:
                                traits = furniture.traits_of(names)
                        else:
                            traits = 0
                        style = attributes.get("style")
                        if (
                            traits & _SPECIAL
                            or (style and reading(style) != VISIBLE)
                            or kind == SCRIPT
                            or attributes.get("id") == "coordinates"
                            or not _TELLING.isdisjoint(attributes)
                        ):
                            if traits & _NOTE and kind != LINK and not traits & furniture.MATH:
                                self._note(node, base + len(text), marks)
                                continue
                            special = self._special(node, attributes, traits, kind, base + len(text), marks)
                            if special is not None:
                                text += special
                                if (
                                    not special
                                    and text[-1:] == " "
                                    and tags.stands_before_closing(node)
                                    and not _is_marked(base + len(text), marks, stack)
                                ):
                                    text = text[:-1]
                                continue
                            if style and kind < SCRIPT and (look := reading(style)) & (BOXED | STRUCK):
                                border = (
                                    whitespace.WEAK if look & BOXED and not is_part_of_fraction(node) else ""
                                )
                                text += border
                                datum = kind, datum, look & STRUCK, border
                                stack.append((iterator, FRAMED, base + len(text), datum))
                                iterator = node.iter(include_text=True)
                                break
                elif kind == SCRIPT:
                    special = self._special(node, attributes, 0, kind, base + len(text), marks)
                    if special is not None:
                        text += special
                        continue
                child = node.child
                if child is None:
                    if WEAK <= kind < RUBY_TEXT:
                        text += _BOUNDARIES[kind]
                    continue
                if kind <= EMPHASIS and child.tag_id == TEXT and child.next is None:
                    # The common case, an element around one text node, needs no frame.
                    start = base + len(text)
                    text += child.text_content or ""
                    if datum is not None and base + len(text) > start:
                        link_kind, href, target = datum
                        marks.append(_new(Link, (start, base + len(text), link_kind, href, target)))
                    elif kind == STRONG:
                        marks.append(_new(Strong, (start, base + len(text))))
                    elif kind == EMPHASIS:
                        marks.append(_new(Emphasis, (start, base + len(text))))
                    continue
                if kind == PLAIN and "title" in attributes and (label := rating(node, attributes)):
                    text += label
                    continue
                if kind >= WEAK:
                    text += _BOUNDARIES[kind]
                    if kind == RUBY_TEXT:
                        kind, opening = _ruby_text(node)
                        text += opening
                    datum = _ENDS.get(kind)
                elif kind == SCRIPT:
                    datum = (node, len(marks), base, text)
                    base += len(text)
                    text = ""
                elif kind == DELETED and tags.is_replaced(node):
                    continue
                stack.append((iterator, kind, base + len(text), datum))
                iterator = node.iter(include_text=True)
                break
            else:
                if not stack:
                    if is_nested and len(marks) > 1:
                        marks.sort(key=_order)
                    return text, marks
                iterator, kind, start, datum = stack.pop()
                if kind == PLAIN:
                    continue
                is_nested = True
                if kind == LINK:
                    if datum is not None and base + len(text) > start:
                        link_kind, href, target = datum
                        marks.append(_new(Link, (start, base + len(text), link_kind, href, target)))
                elif kind < SCRIPT:
                    marks.append(_EMPHASES[kind](start, base + len(text)))
                elif kind == SCRIPT:
                    outer: str
                    node, first, base, outer = datum
                    datum = None  # now nothing else holds `outer`, and it grows in place
                    outer += raise_or_lower(node, text, outer[-8:], start, first, marks)
                    text = outer
                elif kind == FRAMED:
                    kind, datum, is_struck, border = datum
                    if base + len(text) > start:
                        marks.extend(_marks_of(kind, datum, start, base + len(text)))
                        if is_struck and kind != DELETED:
                            marks.append(Struck(start, base + len(text)))
                    text += border
                elif datum is not None:
                    text += datum

    def _special(  # noqa: PLR0917
        self,
        node: LexborNode,
        attributes: Attributes,
        traits: int,
        kind: int,
        position: int,
        marks: list[Mark],
    ) -> str | None:
        """Return the text of an element that is not simply read through, "" to drop it, None to read it through."""
        typeof = attributes.get("typeof") or ""
        if (
            traits & furniture.MATH
            or "Extension/math" in typeof
            or "Extension/ch" in typeof
            or "Extension/ce" in typeof
        ):
            return self._formula(node, attributes, position, marks)
        if traits & furniture.NOTE and kind != LINK:
            return self._note(node, position, marks)
        if traits & furniture.MISSING and kind == LINK:
            return self._link_to_nowhere(node, attributes, position, marks)
        if traits & (furniture.PLACE | furniture.MAP) or attributes.get("id") == "coordinates":
            self._places.note(node, attributes)
        if traits & _DROPPED_IN_TEXT or is_dropped(node, attributes) or attributes.get("id") == "coordinates":
            return ""
        if traits & furniture.REFERENCES and node.tag_id in _LISTS:
            self.note_lists[node.mem_id] = node
            return ""
        if "mw:LanguageVariant" in typeof:
            return text_of(attributes)
        if "mw:FallbackId" in typeof:
            return ""
        if ("mw:File" in typeof or "mw:Image" in typeof) and kind != LINK:
            return arrow(node)
        if traits & furniture.HIEROGLYPHS:
            return hieroglyphs(node)
        if kind == SCRIPT and is_note(node, attributes):
            return self._note(node, position, marks)
        if attributes.get("role") == "img" and (label := rating(node, attributes)):
            return label
        if traits & furniture.STACK or ink_of(attributes.get("style") or "") == STACKED:
            return stack_text(node)
        return None

    def _formula(self, node: LexborNode, attributes: Attributes, position: int, marks: list[Mark]) -> str:
        tex = find_tex(node, attributes)
        if not tex:
            return ""
        if is_display(node, attributes):
            marks.append(Math(position + 1, position + 1 + len(tex)))
            return BREAK + tex + BREAK
        marks.append(Math(position, position + len(tex)))
        return tex

    def _link_to_nowhere(
        self, node: LexborNode, attributes: Attributes, position: int, marks: list[Mark]
    ) -> str | None:
        """Read a link to a page that does not exist: the text stays, the target is empty."""
        child = node.child
        if child is None or child.tag_id != TEXT or child.next is not None or is_dropped(node, attributes):
            return None
        label = child.text_content or ""
        marks.append(Link(position, position + len(label), "internal", attributes.get("href") or "", ""))
        return label

    def _image(self, node: LexborNode, attributes: Attributes, position: int, marks: list[Mark]) -> str:
        """Read a picture of a formula, or an arrow; other pictures are no text."""
        if furniture.traits_of(attributes.get("class") or "") & furniture.MATH:
            return self._formula(node, attributes, position, marks)
        return arrow(node)

    def _note(self, node: LexborNode, position: int, marks: list[Mark]) -> str:
        attributes = node.attributes
        if is_hidden(node, attributes):
            return ""
        label = node.text()
        if len(label) > _LONGEST_PLAIN_LABEL:
            label = visible_text(node)
        label = label.strip("[] \n\xa0")
        link = node.child
        if link is None or link.tag_id != tags.A:
            link = next((inner for inner in node.traverse() if inner.tag_id == tags.A), None)
        href = (link.attributes.get("href") or "") if link is not None else ""
        key = href.rpartition("#")[2] if "#" in href else ""
        if "%" in key:
            key = unquote(key)
        if label and (key or (not href and any(map(str.isalnum, label)))):
            if " " in label and (counted := _COUNTED.fullmatch(label)):
                label = counter(counted[1], int(counted[2]))
            if key:
                self.note_labels.setdefault(key, label)
            marks.append(_new(NoteMark, (position, position, key, label)))
        return ""


def _is_marked(position: int, marks: list[Mark], stack: Sequence[tuple[Any, int, int, Any]]) -> bool:
    """Tell whether a mark ends or begins at the end of the text so far."""
    begun = takewhile(lambda frame: frame[2] >= position, reversed(stack))
    return bool(marks and marks[-1][1] >= position) or any(kind != PLAIN for _, kind, _, _ in begun)


def _marks_of(kind: int, datum: Any, start: int, end: int) -> list[Mark]:
    if kind == LINK and datum is not None:
        link_kind, href, target = datum
        return [Link(start, end, link_kind, href, target)]
    made = _EMPHASES.get(kind)
    return [made(start, end)] if made is not None else []


def _ruby_text(node: LexborNode) -> tuple[int, str]:
    """Put brackets around a reading unless the page brings its own (`<rp>`)."""
    before = node.prev
    return (PLAIN, "") if before is not None and before.tag_id == _RP else (RUBY_TEXT, "(")


def _order(mark: Mark) -> tuple[int, int, bool]:
    """Put outer marks first; code and formulas hold no others."""
    return mark[0], -mark[1], mark.__class__ in _VERBATIM
