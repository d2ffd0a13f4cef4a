"""The shape of a page as plain data: the tree of its contents, its headings, a taste of each section."""

from __future__ import annotations

from typing import Final, TypedDict

from bookwheel.document.model import Document
from bookwheel.document.outline import walk
from bookwheel.render.graphemes import boundary_at_or_before
from bookwheel.render.text import plain_blocks, section_title

MAX_PREVIEW_CHARS: Final = 300


class ContentsNode(TypedDict):
    """A heading with those below it."""

    section_id: str
    text: str
    level: int
    children: list[ContentsNode]


class Heading(TypedDict):
    """A heading by itself; `position` counts all headings of the page from 1."""

    id: str
    text: str
    level: int
    position: int


class SectionPreview(TypedDict):
    """A section with the start of its own text, at most 300 code points."""

    title: str
    level: int
    content_preview: str


class Structure(TypedDict):
    """All headings and sections of a page with the size of its text (full read, tables included)."""

    headings: list[Heading]
    sections: list[SectionPreview]
    word_count: int
    character_count: int


def contents(document: Document) -> list[ContentsNode]:
    """Return the tree of contents, the lead left out."""
    roots: list[ContentsNode] = []
    stack = [(section, roots) for section in reversed(document.sections) if section.index]
    while stack:
        section, siblings = stack.pop()
        node = ContentsNode(
            section_id=section.anchor, text=section_title(section), level=section.level, children=[]
        )
        siblings.append(node)
        stack.extend([(subsection, node["children"]) for subsection in reversed(section.subsections)])
    return roots


def structure(document: Document) -> Structure:
    """Return headings, previews and sizes of the page; the lead is a section without a heading."""
    headings: list[Heading] = []
    sections: list[SectionPreview] = []
    words = characters = 0
    for section in walk(document.sections):
        title = section_title(section)
        if section.index:
            headings.append(
                Heading(id=section.anchor, text=title, level=section.level, position=len(headings) + 1)
            )
        body = plain_blocks(section.blocks)
        words += len(body.split())
        characters += len(body)
        if section.index or body:
            sections.append(SectionPreview(title=title, level=section.level, content_preview=shorten(body)))
    return Structure(headings=headings, sections=sections, word_count=words, character_count=characters)


def shorten(text: str, max_chars: int = MAX_PREVIEW_CHARS) -> str:
    """Return the text on one line, cut between words (else between characters) with `…` when it is too long."""
    # Enough of the text to fill the line, unless it is mostly blanks.
    line = " ".join(text[: max_chars * 4].split())
    if len(line) <= max_chars and len(text) <= max_chars * 4:
        return line
    if len(line) <= max_chars:
        line = " ".join(text.split())
        if len(line) <= max_chars:
            return line
    cut = line.rfind(" ", max_chars // 2, max_chars)
    if cut < 0:
        cut = boundary_at_or_before(line, max_chars - 1, 0)
    return f"{line[:cut].rstrip()}…"
