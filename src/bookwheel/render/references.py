"""Lists of references: which sections are one, and how a reference is found again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bookwheel.document.model import Document, Figure, Hatnote, Paragraph, Reference, ReferenceList, Section

_MAX_BESIDE_CHARS: Final = 200  # of other text in a section that is a list of references all the same


def references_by_key(document: Document) -> Mapping[str, Reference]:
    """Return the page's references by the key their marks and lists use."""
    return {reference.key: reference for reference in document.references}


def is_reference_section(section: Section) -> bool:
    """Tell whether the section's own text is essentially a list of references."""
    beside = 0
    has_list = False
    for block in section.blocks:
        match block:
            case ReferenceList():
                has_list = True
            case Paragraph():
                beside += len(block.content.text)
            case Hatnote() | Figure():
                pass
            case _:
                return False
    return has_list and beside <= _MAX_BESIDE_CHARS


def number_of(reference: Reference) -> str:
    """Return how its line starts: `12.` for a number, `- [note 2]` for any other label."""
    label = reference.label
    if label.isascii() and label.isdecimal():
        return f"{label}."
    label = " ".join(reference.label.strip("[] ").split())
    return f"- [{label}]" if label else "-"


def locator(reference: Reference) -> str:
    """Return where the reference's source is found when its text does not say so: its DOI, else its first URL."""
    text = reference.content.text
    if reference.doi:
        return "" if reference.doi in text else f"doi:{reference.doi}"
    return next((url for url in reference.urls[:1] if url not in text), "")
