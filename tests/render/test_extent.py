from __future__ import annotations

from bookwheel.document.model import EMPTY, Citation, Document, Inline, Paragraph, Section
from bookwheel.render.extent import reads, sections_of_read
from bookwheel.render.text import outline, section_text


def section(index: int, level: int, number: int | None, *subsections: Section) -> Section:
    blocks = (Paragraph(Inline(f"text {index}")),)
    return Section(index, "", f"s{index}", level, Inline(f"T{index}"), blocks, subsections, number)


def page(*sections: Section) -> Document:
    lead = Section(0, "", "", 1, EMPTY, (Paragraph(Inline("lead")),), (), 0)
    return Document("Page", (lead, *sections), (), (), None, False, (), Citation("Page", "live"))


TEMPLATED = page(
    section(1, 2, None),
    section(2, 2, 1, section(3, 3, 2), section(4, 3, None)),
    section(5, 2, None, section(6, 3, 3)),
    section(7, 2, 4),
)


def indexes(document: Document, index: int) -> list[int]:
    read = dict(reads(document))[index]
    assert read == sections_of_read(document, read[0])
    return [section.index for section in read]


def test_only_numbered_headings_can_be_read_by_themselves():
    assert [(number, read[0].index) for number, read in reads(TEMPLATED)] == [
        (0, 0),
        (1, 2),
        (2, 3),
        (3, 6),
        (4, 7),
    ]


def test_a_heading_of_a_template_is_read_with_the_section_it_stands_in():
    assert indexes(TEMPLATED, 0) == [0, 1]
    assert indexes(TEMPLATED, 1) == [2, 3, 4, 5, 6]
    assert indexes(TEMPLATED, 2) == [3, 4, 5]
    assert indexes(TEMPLATED, 4) == [7]


def test_a_page_without_numbers_is_read_by_its_tree():
    plain = page(section(1, 2, None, section(2, 3, None)), section(3, 2, None))
    assert [number for number, _ in reads(plain)] == [0, 1, 2, 3]
    assert indexes(plain, 1) == [1, 2]
    assert indexes(plain, 0) == [0]


def test_a_section_of_another_page_has_no_read():
    assert sections_of_read(TEMPLATED, section(99, 2, 9)) == []


def test_the_outline_names_the_numbers_and_sizes_of_these_reads():
    lines = outline(TEMPLATED).split("\n")
    sizes = {number: len(section_text(TEMPLATED, read[0]).encode()) for number, read in reads(TEMPLATED)}
    assert lines == [
        f"Introduction ({sizes[0]} bytes, section_index 0)",
        f"T2 ({sizes[1]} bytes, section_index 1)",
        f"  T3 ({sizes[2]} bytes, section_index 2)",
        f"  T6 ({sizes[3]} bytes, section_index 3)",
        f"T7 ({sizes[4]} bytes, section_index 4)",
    ]
