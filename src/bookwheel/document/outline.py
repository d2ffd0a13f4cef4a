"""Walk and look up the sections of a document."""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.document.model import Document, Section


def walk(sections: tuple[Section, ...]) -> Iterator[Section]:
    """Yield every section in page order, parents before their children."""
    stack = list(reversed(sections))
    while stack:
        section = stack.pop()
        yield section
        stack.extend(reversed(section.subsections))


def find_by_anchor(document: Document, anchor: str) -> Section | None:
    """Return the section with exactly this anchor."""
    return next((s for s in walk(document.sections) if s.anchor == anchor), None)
