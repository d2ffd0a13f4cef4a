"""Running text with its marks: links, emphasis, code, formulas, footnote marks, raised and lowered text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from bookwheel.document.model import CodeSpan, Emphasis, Inline, Link, Mark, Math, NoteMark, Strong
from bookwheel.html import furniture, tags
from bookwheel.html.formulas import find_tex, is_display
from bookwheel.html.links import LinkResolver
from bookwheel.html.scripts import subscript, superscript
from bookwheel.html.furniture import is_dropped
from bookwheel.html.places import PlaceFinder
from bookwheel.html.tags import TEXT, Attributes
from bookwheel.html.whitespace import BREAK, FIRM, PROSE, WEAK, Manner, settle

_NO_ATTRIBUTES: Attributes = {}
_RT, _RP, _ABBR = map(tags.tag_id, ("rt", "rp", "abbr"))
_DROPPED = furniture.DROP
_ATTENTION = (
    furniture.DROP
    | furniture.PHRASE
    | furniture.BOX
    | furniture.METADATA
    | furniture.NOTE
    | furniture.MATH
    | furniture.STACK
    | furniture.THUMB
    | furniture.MEDIA
    | furniture.GALLERY
    | furniture.MAP
    | furniture.REFERENCES
    | furniture.PLACE
)
_DROPPED_IN_TEXT = _DROPPED | furniture.THUMB | furniture.MEDIA | furniture.GALLERY | furniture.MAP


class InlineReader:
    """Reads running text. One per page: it shares the page's link resolver."""

    __slots__ = ("_places", "_resolve", "note_labels")

    def __init__(self, links: LinkResolver, places: PlaceFinder) -> None:
        self._places = places
        self._resolve: Callable[[str], tuple[str, str] | None] = links.resolve
        self.note_labels: dict[str, str] = {}

    def source_of(self, src: str) -> str:
        """Return the path or URL of a picture or recording; data in the address itself is no source."""
        found = self._resolve(src) if src else None
        return found[1] if found is not None else ""

    def children(self, node: LexborNode, manner: Manner = PROSE) -> Inline:
        """Read everything inside `node`."""
        return self.run(node.iter(include_text=True), manner)

    def run(self, nodes: Iterable[LexborNode], manner: Manner = PROSE) -> Inline:
        """Read sibling nodes as one text."""
        text, marks = self.collect(nodes)
        return settle(text, marks, manner)

    def collect(self, nodes: Iterable[LexborNode]) -> tuple[str, list[Mark]]:
        """Read sibling nodes; boundaries still stand in the text as control characters."""
        parts: list[str] = []
        marks: list[Mark] = []
        position = 0
        # One frame per open element: (iterator to go on with, what to do at its end, start, its part, datum).
        stack: list[tuple[Iterable[LexborNode], int, int, int, tuple[str, str, str] | LexborNode | None]] = []
        kinds, resolve = tags.INLINE_KIND.get, self._resolve
        iterator = iter(nodes)
        while True:
            for node in iterator:
                tag = node.tag_id
                if tag == TEXT:
                    text = node.text_content
                    if text:
                        parts.append(text)
                        position += len(text)
                    continue
                kind = kinds(tag, tags.PLAIN)  # type: ignore[arg-type]
                if kind == tags.SKIP:
                    continue
                attributes = node.attributes
                datum: tuple[str, str, str] | LexborNode | None = None
                if attributes:
                    if kind == tags.LINK:
                        href = attributes.get("href")
                        if href:
                            found = resolve(href)
                            if found is not None:
                                datum = (found[0], href, found[1])
                    names, style = attributes.get("class"), attributes.get("style")
                    traits = furniture.traits_of(names) if names else 0
                    if (
                        traits & _ATTENTION
                        or style
                        or "typeof" in attributes
                        or "hidden" in attributes
                        or "role" in attributes
                        or kind == tags.SCRIPT
                        or attributes.get("id") == "coordinates"
                    ):
                        text = self._special(node, attributes, traits, kind, position, marks)
                        if text is not None:
                            if text:
                                parts.append(text)
                                position += len(text)
                            continue
                if kind == tags.BREAK:
                    parts.append(BREAK)
                    position += 1
                    continue
                if kind == tags.FORMULA:
                    text = self._formula(node, attributes, position, marks)
                    parts.append(text)
                    position += len(text)
                    continue
                if kind == tags.IMAGE:
                    continue
                child = node.child
                if child is None:
                    if kind in (tags.WEAK, tags.FIRM):
                        parts.append(WEAK if kind == tags.WEAK else FIRM)
                        position += 1
                    continue
                if kind <= tags.EMPHASIS and child.tag_id == TEXT and child.next is None and tag != _RT:
                    # The common case, an element around one text node, needs no frame.
                    text = child.text_content
                    if text:
                        parts.append(text)
                        start = position
                        position += len(text)
                        if datum is not None:
                            marks.append(Link(start, position, *datum))  # type: ignore[arg-type]
                        elif kind == tags.STRONG:
                            marks.append(Strong(start, position))
                        elif kind == tags.EMPHASIS:
                            marks.append(Emphasis(start, position))
                    continue
                if kind in (tags.WEAK, tags.FIRM):
                    parts.append(WEAK if kind == tags.WEAK else FIRM)
                    position += 1
                elif kind == tags.QUOTED:
                    parts.append("“")
                    position += 1
                elif tag == _RT:
                    kind, before = tags.RUBY, node.prev
                    if before is None or before.tag_id != _RP:
                        parts.append("(")
                        position += 1
                        kind = tags.LAX
                elif kind == tags.SCRIPT:
                    datum = node
                stack.append((iterator, kind, position, len(parts), datum))
                iterator = iter(node.iter(include_text=True))
                break
            else:
                if not stack:
                    return "".join(parts), marks
                iterator, kind, start, part, datum = stack.pop()
                if kind == tags.PLAIN:
                    continue
                if kind == tags.LINK:
                    if datum is not None and position > start:
                        marks.append(Link(start, position, *datum))  # type: ignore[arg-type]
                elif kind == tags.STRONG:
                    marks.append(Strong(start, position))
                elif kind == tags.EMPHASIS:
                    marks.append(Emphasis(start, position))
                elif kind == tags.CODE:
                    marks.append(CodeSpan(start, position))
                elif kind == tags.SCRIPT:
                    position = _raise_or_lower(datum, parts, part, start, marks)  # type: ignore[arg-type]
                elif kind in (tags.WEAK, tags.FIRM):
                    parts.append(WEAK if kind == tags.WEAK else FIRM)
                    position += 1
                elif kind == tags.QUOTED:
                    parts.append("”")
                    position += 1
                elif kind == tags.LAX:
                    parts.append(")")
                    position += 1

    def _special(
        self, node: LexborNode, attributes: Attributes, traits: int, kind: int, position: int, marks: list[Mark]
    ) -> str | None:
        """Return the text of an element that is not simply read through, "" to drop it, None to read it through."""
        typeof = attributes.get("typeof") or ""
        if traits & furniture.MATH or "Extension/math" in typeof or "Extension/ch" in typeof or "Extension/ce" in typeof:
            return self._formula(node, attributes, position, marks)
        if traits & furniture.NOTE and kind != tags.LINK:
            return self._note(node, position, marks)
        if traits & (furniture.PLACE | furniture.MAP) or attributes.get("id") == "coordinates":
            self._places.note(node, attributes)
        if traits & _DROPPED_IN_TEXT or is_dropped(node, attributes) or attributes.get("id") == "coordinates":
            return ""
        if "mw:FallbackId" in typeof or (("mw:File" in typeof or "mw:Image" in typeof) and kind != tags.LINK):
            return ""
        if kind == tags.SCRIPT and _is_note(node, attributes):
            return self._note(node, position, marks)
        if traits & furniture.STACK or _is_stack(attributes.get("style")):
            return _stack_text(node)
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

    def _note(self, node: LexborNode, position: int, marks: list[Mark]) -> str:
        label = node.text().strip().strip("[]").strip()
        link = node.css_first("a[href]")
        href = (link.attributes.get("href") or "") if link is not None else ""
        key = unquote(href.rpartition("#")[2]) if "#" in href else ""
        if label and (key or not href):
            if key:
                self.note_labels.setdefault(key, label)
            marks.append(NoteMark(position, position, key, label))
        return ""


def _is_note(node: LexborNode, attributes: Attributes) -> bool:
    """Recognise the mark of a footnote that no class announces."""
    if (attributes.get("id") or "").startswith("cite_ref"):
        return True
    text = node.text().strip()
    return len(text) < 24 and text.startswith("[") and text.endswith("]")


def _is_stack(style: str | None) -> bool:
    return bool(style) and "inline-block" in style and "vertical-align" in style and "line-height" in style


def _stack_text(node: LexborNode) -> str | None:
    """Read `a<br>b` or two spans, set one over the other: superscript, then subscript."""
    lines: list[str] = [""]
    children = list(node.iter(include_text=True))
    for child in children:
        if child.tag_id == tags.BR:
            lines.append("")
        elif child.tag_id == tags.SPAN and len(children) == 2:
            lines.append(child.text()) if lines != [""] else lines.__setitem__(0, child.text() or " ")
        else:
            lines[-1] += child.text() if child.tag_id != TEXT else child.text_content or ""
    if len(lines) != 2:
        return None
    return superscript(lines[0]) + subscript(lines[1])


def _raise_or_lower(node: LexborNode, parts: list[str], part: int, start: int, marks: list[Mark]) -> int:
    """Replace the parts of a `<sup>` or `<sub>` by its text form; returns the new position."""
    content = "".join(parts[part:])
    trimmed = content.strip().strip("\1\2\3")
    inner = [mark for mark in marks if mark[0] >= start]
    if node.tag_id == tags.SUB:
        text = subscript(trimmed)
    else:
        before = "".join(parts[max(part - 4, 0) : part])
        parent = node.parent
        text = superscript(trimmed, before, in_abbreviation=parent is not None and parent.tag_id == _ABBR)
    if inner and text != content:
        del marks[len(marks) - len(inner) :]
        shift = text.find(trimmed) if trimmed in text else 0
        if len(text) == len(content) or trimmed in text:
            lead = len(content) - len(content.lstrip())
            limit = start + len(text)
            marks.extend(
                mark._replace(start=min(mark[0] + shift - lead, limit), end=min(mark[1] + shift - lead, limit))
                for mark in inner
            )
    parts[part:] = [text] if text else []
    return start + len(text)
