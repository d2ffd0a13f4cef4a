"""The sections of a page as the wiki numbers them.

MediaWiki numbers the headings that stand in the page's own wikitext. A heading that a template makes has no index:
its text belongs to the section in which the template stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bookwheel.document.invisible import single_line
from bookwheel.document.model import Block, Document, Inline, Paragraph, Section
from bookwheel.document.outline import walk
from bookwheel.render.text import section_title


@dataclass(slots=True)
class _Draft:
    section: Section
    index: int
    blocks: list[Block]
    children: list[_Draft] = field(default_factory=list["_Draft"])

    def freeze(self) -> Section:
        children = tuple(child.freeze() for child in self.children)
        return self.section._replace(
            index=self.index, blocks=tuple(self.blocks), subsections=children, wiki_index=self.index
        )


def with_wiki_indices(document: Document, indices: Mapping[str, int | None]) -> Document:
    """Return the document with MediaWiki's section indices; headings without one become text of their section.

    indices: what the wiki tells besides the page itself, by anchor. When neither tells any, headings are counted.
    """
    flat = list(walk(document.sections))
    numbers = [_index(section, indices) for section in flat]
    if len(flat) > 1 and all(number is None for number in numbers[1:]) and not indices:
        numbers = [section.index for section in flat]
    top: list[_Draft] = []
    open_drafts: list[_Draft] = []
    taken: set[int] = set()
    last: _Draft | None = None
    for section, number in zip(flat, numbers, strict=True):
        if last is not None and (number is None or number in taken):
            last.blocks += [Paragraph(Inline(_heading(section))), *section.blocks]
            continue
        last = _Draft(section, number or 0, list(section.blocks))
        taken.add(last.index)
        while open_drafts and (open_drafts[-1].section.level >= section.level or not open_drafts[-1].index):
            open_drafts.pop()
        (open_drafts[-1].children if open_drafts else top).append(last)
        open_drafts.append(last)
    return document._replace(sections=tuple(draft.freeze() for draft in top))


def leaves_doubt(document: Document) -> bool:
    """Tell whether the page's own marks may be wrong: an unmarked heading where they leave a gap, or one index twice.

    A wiki marks no heading inside tables and boxes, nor after an element that its editors forgot to close.
    """
    last, is_unmarked = 0, False
    for section in walk(document.sections):
        if not section.index:
            continue
        if section.wiki_index is None:
            is_unmarked = True
        elif section.wiki_index <= last or (is_unmarked and section.wiki_index > last + 1):
            return True
        else:
            last, is_unmarked = section.wiki_index, False
    return is_unmarked


def _index(section: Section, indices: Mapping[str, int | None]) -> int | None:
    return indices.get(section.anchor, section.wiki_index) if section.index else 0


def _heading(section: Section) -> str:
    marker = "=" * min(max(section.level, 1), 6)
    return f"{marker} {section_title(section)} {marker}"


def find(document: Document, index: int) -> Section | None:
    """Return the section with this index."""
    return next((section for section in walk(document.sections) if section.index == index), None)


def anchor_text(anchor: str) -> str:
    """Return an anchor as people read it."""
    return single_line(anchor.replace("_", " "))


def index_of(document: Document, anchor: str) -> int | None:
    """Return the index of the section with this anchor, as people read it; None when no section has it."""
    found = (section.index for section in walk(document.sections) if anchor_text(section.anchor) == anchor)
    return next(found, None)
