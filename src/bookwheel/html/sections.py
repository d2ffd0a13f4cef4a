"""Sections while they are read: a flat list in page order, made into a tree at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Block, Inline, Link, NoteMark, Section
from bookwheel.html import tags
from bookwheel.html.headings import folded, is_part_of
from bookwheel.html.inlines import InlineReader
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import LINE

_TITLE_IDS = frozenset(["firstHeading", "titleHeading", "title_0", "openzim-page-title", "section_0"])
_EDIT_LINK = re.compile(r"[?&]section=(T-)?(\d+)")
_PERMALINKS = frozenset("#¶§🔗∞")
_ANCHORING = frozenset((tags.SPAN, tags.A))
_NODE_NUMBER = re.compile(r"mw[A-Za-z0-9_-]{2,4}")


@dataclass(slots=True)
class _Draft:
    level: int
    title: Inline
    anchor: str
    wiki_index: int | None
    blocks: list[Block] = field(default_factory=list[Block])


class SectionBuilder:
    """Gathers sections. `blocks` is where the current section's blocks go."""

    def __init__(self, page_title: str) -> None:
        self._page_title = folded(page_title)
        self._drafts = [_Draft(1, EMPTY, "", 0)]
        self._anchors: dict[str, int] = {}
        self._entered: str | None = None
        self.first_heading = EMPTY
        self._lowest_level = 1

    @property
    def blocks(self) -> list[Block]:
        """The blocks of the current section, to add to."""
        return self._drafts[-1].blocks

    def enter(self, section_id: str | None) -> None:
        """Note the wiki's own index of the section element just entered; its first heading takes it."""
        self._entered = section_id

    def open(self, heading: LexborNode, level: int, attributes: Attributes, inline: InlineReader) -> bool:
        """Begin a section at a heading; returns False for a heading without text or the page's own title."""
        title = inline.children(heading, LINE)
        if not title.text and (button := heading.css_first("button")) is not None:
            title = inline.children(button, LINE)  # it folds the section
        if any(mark.__class__ is NoteMark for mark in title.marks):
            title = Inline(title.text, tuple(mark for mark in title.marks if mark.__class__ is not NoteMark))
        title = _without_permalink(title)
        if not title.text:
            return False
        if level == 1 and len(self._drafts) == 1 and self._is_page_title(heading, title, attributes):
            if not self.first_heading.text:
                self.first_heading = title
            return False
        wiki_index = self._wiki_index(heading)
        level = max(level, self._lowest_level)
        self._drafts.append(_Draft(level, title, self._anchor(heading, title, attributes), wiki_index))
        return True

    def open_named(self, title: Inline, anchor: str) -> None:
        """Begin a section that no heading opens. Headings that follow are set below it."""
        self._drafts.append(_Draft(2, title, self._unique(anchor), None))
        self._lowest_level = 3

    def _is_page_title(self, heading: LexborNode, title: Inline, attributes: Attributes) -> bool:
        if folded(title.text) == self._page_title or attributes.get("id") in _TITLE_IDS:
            return True
        if (
            attributes.get("data-section-id") == "0"
            or (self._entered is None and "pcs-edit-section-title" in (attributes.get("class") or ""))
            or (self._entered == "0" and not self._drafts[0].blocks)
        ):
            return True
        return (
            not self._drafts[0].blocks
            and not self.first_heading.text
            and is_part_of(title.text, self._page_title)
            and not self._is_section_of_wikitext(heading)
        )

    def _is_section_of_wikitext(self, heading: LexborNode) -> bool:
        parent = heading.parent
        return (
            self._entered is not None
            or heading.css_first(".mw-headline") is not None
            or (parent is not None and "mw-heading" in (parent.attributes.get("class") or ""))
        )

    def _wiki_index(self, heading: LexborNode) -> int | None:
        entered, self._entered = self._entered, None
        if entered is not None:
            digits = entered.strip()
            return int(digits) if digits.isdecimal() and len(digits) < 6 else None
        for child in heading.iter():
            if "editsection" in (child.attributes.get("class") or ""):
                return _edited_section(child)
        after = heading.next
        if (
            after is not None
            and after.tag_id == tags.SPAN
            and "editsection" in (after.attributes.get("class") or "")
        ):
            return _edited_section(after)
        return None

    def _anchor(self, heading: LexborNode, title: Inline, attributes: Attributes) -> str:
        """Return the fragment that leads to the heading: its own id, its headline's, an ancestor's, or a slug."""
        own = attributes.get("id") or ""
        candidates = [own] if own and not _NODE_NUMBER.fullmatch(own) else []
        if not candidates:
            for inner in heading.traverse():
                named = inner.attributes
                if inner.tag_id in _ANCHORING and (named.get("id") or named.get("name")):
                    candidates.append(named.get("id") or named.get("name") or "")
                    if "mw-headline" in (named.get("class") or ""):
                        candidates[:] = candidates[-1:]
                        break
        if not candidates and own:
            candidates.append(own)
        if (
            not candidates
            and heading.parent is not None
            and "heading" in (heading.parent.attributes.get("class") or "")
        ):
            candidates.append(heading.parent.id or "")
        wanted = next((candidate for candidate in candidates if candidate), "")
        wanted = unquote(wanted) if "%" in wanted else wanted
        wanted = wanted or re.sub(r"\s+", "_", title.text.strip()) or "section"
        return self._unique(wanted)

    def _unique(self, wanted: str) -> str:
        """Return the anchor, with a number when it is taken; the next free number is remembered."""
        anchor = wanted
        while anchor in self._anchors:
            number = self._anchors[wanted] = self._anchors[wanted] + 1
            anchor = f"{wanted}_{number}"
        self._anchors[anchor] = 1
        return anchor

    def build(self) -> tuple[Section, ...]:
        """Return the lead and the top-level sections, numbered and nested."""
        lead, *drafts = self._drafts
        top: list[_Node] = []
        open_nodes: list[_Node] = []
        for index, draft in enumerate(drafts, 1):
            while open_nodes and open_nodes[-1].draft.level >= draft.level:
                open_nodes.pop()
            siblings = open_nodes[-1].children if open_nodes else top
            prefix = open_nodes[-1].number + "." if open_nodes else ""
            node = _Node(draft, index, f"{prefix}{len(siblings) + 1}", [])
            siblings.append(node)
            open_nodes.append(node)
        first = Section(0, "", "", 1, EMPTY, tuple(lead.blocks), (), 0)
        return (first, *(node.freeze() for node in top))


@dataclass(slots=True)
class _Node:
    draft: _Draft
    index: int
    number: str
    children: list[_Node]

    def freeze(self) -> Section:
        """Make the section and its subsections; six levels deep at most."""
        draft = self.draft
        return Section(
            self.index,
            self.number,
            draft.anchor,
            draft.level,
            draft.title,
            tuple(draft.blocks),
            tuple(child.freeze() for child in self.children),
            draft.wiki_index,
        )


def _without_permalink(title: Inline) -> Inline:
    """Drop the sign before or after a heading that links to the heading itself."""
    text, marks = title
    for mark in (marks[0], marks[-1]) if marks else ():
        if (
            not isinstance(mark, Link)
            or "#" not in mark.href
            or text[mark.start : mark.end] not in _PERMALINKS
        ):
            continue
        if mark.start == 0:
            gap = mark.end + (text[mark.end : mark.end + 1] == " ")
            rest = tuple(m._replace(start=m.start - gap, end=m.end - gap) for m in marks if m.start >= gap)
            return Inline(text[gap:], rest)
        if mark.end == len(text):
            text = text[: mark.start].rstrip()
            return Inline(text, tuple(m for m in marks if m.end <= len(text)))
    return title


def _edited_section(node: LexborNode) -> int | None:
    """Return the section number in an edit link; sections of templates ("T-1") have none of the page's."""
    link = node.css_first("a")
    found = _EDIT_LINK.search(link.attributes.get("href") or "") if link is not None else None
    return int(found[2]) if found and not found[1] and len(found[2]) < 6 else None
