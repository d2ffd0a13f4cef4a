"""What belongs to the read of one section of a live page.

MediaWiki numbers only the headings that stand in a page's own wikitext. A heading made by a template has no number:
it and what follows it are part of the numbered section it stands in, whatever its level. A page that tells no
numbers is read by its tree of headings.
"""

from __future__ import annotations

from bookwheel.document.model import Document, Section
from bookwheel.document.outline import walk


def reads(document: Document) -> list[tuple[int, list[Section]]]:
    """Return what can be read by itself, in page order: its index (0: the lead), and the sections read, its own first."""
    sections = list(walk(document.sections))
    if not _tells_numbers(sections):
        return [(section.index, list(walk((section,)))) for section in sections]
    return [
        (section.wiki_index or 0, _read_at(sections, place))
        for place, section in enumerate(sections)
        if section.index == 0 or section.wiki_index is not None
    ]


def sections_of_read(document: Document, section: Section) -> list[Section]:
    """Return the section and all that is read with it, in page order; nothing for a section of another page."""
    sections = list(walk(document.sections))
    if not _tells_numbers(sections):
        return list(walk((section,)))
    places = (place for place, other in enumerate(sections) if other.index == section.index)
    place = next(places, None)
    return _read_at(sections, place) if place is not None else []


def _read_at(sections: list[Section], place: int) -> list[Section]:
    end = place + 1
    while end < len(sections) and _belongs(sections[end], sections[place]):
        end += 1
    return sections[place:end]


def _tells_numbers(sections: list[Section]) -> bool:
    return any(section.wiki_index for section in sections)


def _belongs(later: Section, section: Section) -> bool:
    return later.wiki_index is None or (section.index > 0 and later.level > section.level)
