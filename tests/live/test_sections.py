"""The wiki's own numbering of sections."""

from __future__ import annotations

import pytest

from bookwheel.document.model import Citation, Document, Inline, Page, Paragraph, Section
from bookwheel.document.outline import walk
from bookwheel.html import parse
from bookwheel.live.sections import find, leaves_doubt, with_wiki_indices
from bookwheel.render.text import full_text, section_text


def document(*rows: tuple[int, str, int | None]) -> Document:
    """A document of flat sections: level, title, wiki index."""
    sections = [Section(0, "", "", 1, Inline(""), (Paragraph(Inline("Lead.")),), (), 0)]
    for number, (level, title, wiki_index) in enumerate(rows, 1):
        blocks = (Paragraph(Inline(f"About {title}.")),)
        sections.append(Section(number, str(number), title, level, Inline(title), blocks, (), wiki_index))
    return Document("T", tuple(sections), (), (), None, False, (), Citation("T", "live"))


def indices(found: Document) -> list[int]:
    return [section.index for section in walk(found.sections)]


def test_sections_take_the_wikis_indices() -> None:
    found = with_wiki_indices(document((2, "A", 2), (2, "B", 5)), {})
    assert indices(found) == [0, 2, 5]
    assert find(found, 3) is None


def test_sections_are_nested_by_their_levels() -> None:
    found = with_wiki_indices(document((2, "A", 1), (3, "B", 2), (2, "C", 3), (4, "D", 4)), {})
    assert [[s.index for s in walk((top,))] for top in found.sections] == [[0], [1, 2], [3, 4]]


def test_a_heading_without_an_index_is_text_of_the_section_before() -> None:
    found = with_wiki_indices(document((2, "A", 1), (2, "Made", None), (3, "B", 2), (2, "C", 3)), {})
    assert indices(found) == [0, 1, 2, 3]
    first = find(found, 1)
    assert first is not None
    # The next real heading is deeper than A, so it is part of A, as the wiki cuts it.
    assert section_text(found, first) == (
        "== A ==\n\nAbout A.\n\n== Made ==\n\nAbout Made.\n\n=== B ===\n\nAbout B."
    )


def test_a_heading_made_before_all_others_belongs_to_the_lead() -> None:
    found = with_wiki_indices(document((2, "Made", None), (2, "A", 1)), {})
    lead = find(found, 0)
    assert lead is not None
    assert section_text(found, lead) == "Lead.\n\n== Made ==\n\nAbout Made."


def test_the_wikis_list_helps_a_page_that_marks_nothing() -> None:
    found = with_wiki_indices(
        document((2, "A", None), (2, "Made", None), (2, "B", None)), {"A": 1, "Made": None, "B": 2}
    )
    assert indices(found) == [0, 1, 2]


def test_without_any_hint_headings_are_counted() -> None:
    assert indices(with_wiki_indices(document((2, "A", None), (3, "B", None)), {})) == [0, 1, 2]


def test_an_index_told_twice_counts_once() -> None:
    assert indices(with_wiki_indices(document((2, "A", 1), (2, "B", 1)), {})) == [0, 1]


def test_nothing_is_lost() -> None:
    before = document((2, "A", 1), (2, "Made", None), (3, "B", 2))
    assert full_text(with_wiki_indices(before, {})) == full_text(before)


def test_an_empty_page_has_a_lead() -> None:
    found = with_wiki_indices(parse(Page(b"", "T", Citation("T", "live"))), {})
    assert indices(found) == [0]


@pytest.mark.parametrize(
    ("marks", "is_doubtful"),
    [
        ((1, 2, 3), False),
        ((2, 5), False),  # headings without text stand between
        ((1, None, 2), False),  # no index is left for the one between
        ((None, 1, None, None, 2), False),
        ((None, 2), True),
        ((1, None, 3), True),
        ((1, None), True),
        ((None, None), True),
        ((1, 1, 2), True),
        ((2, 1), True),
        ((), False),
    ],
)
def test_marks_leave_doubt_where_an_unmarked_heading_may_have_an_index(
    marks: tuple[int | None, ...], is_doubtful: bool
) -> None:
    found = document(*((2, f"H{place}", mark) for place, mark in enumerate(marks)))
    assert leaves_doubt(found) is is_doubtful


def test_what_the_wiki_lists_wins_over_the_pages_own_marks() -> None:
    found = with_wiki_indices(document((2, "A", 1), (2, "B", 1), (2, "C", 2)), {"A": 1, "B": 2, "C": 3})
    assert indices(found) == [0, 1, 2, 3]
