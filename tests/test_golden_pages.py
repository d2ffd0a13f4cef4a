"""Whole pages in every dialect of MediaWiki's HTML: one truth for all of them.

Each directory of tests/golden/pages is one page; each *.html in it is that page in one dialect. `expected.txt` is what
all section reads together must give, `expected_full.txt` what the full read must give; both were written by hand.
`expected-….txt` and `expected_full-….txt` stand for them where a dialect itself differs: mobile pages move the first
paragraph, and native MathML (legacy parser, 1.43 and later) no longer holds the author's TeX.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from libzim.reader import Archive

from bookwheel import demo_archive
from bookwheel.document.model import (
    Block,
    Citation,
    Document,
    Hatnote,
    Infobox,
    Link,
    ListBlock,
    Page,
    Paragraph,
    Quote,
    Section,
    Table,
)
from bookwheel.document.outline import walk
from bookwheel.html import parse
from bookwheel.render.text import full_text, section_text

PAGES = Path(__file__).resolve().parent / "golden" / "pages"
SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
RENDERED = SCRIPTS / "demo_articles" / "rendered"
TITLES = {
    "open_book": "📖",
    "index_publishing": "Index (publishing)",
    "wheel_disambiguation": "Wheel (disambiguation)",
    "library_of_alexandria": "Library of Alexandria",
    "frigate": "There is no frigate like a book",
}
NATIVE_MATH = "native_math"
DIALECTS = {file.relative_to(PAGES).as_posix(): file for file in sorted(PAGES.glob("*/*.html"))}
ALL_DIALECTS = pytest.mark.parametrize("file", DIALECTS.values(), ids=DIALECTS.keys())
ONE_DIALECT_IS_ENOUGH = ("infobox_", "handmade_")
WIKI_PAGES = sorted(
    directory.name for directory in PAGES.iterdir() if not directory.name.startswith(ONE_DIALECT_IS_ENOUGH)
)


def _title(file: Path) -> str:
    name = file.parent.name
    return TITLES.get(name, name.replace("_", " ").capitalize())


def _document(file: Path) -> Document:
    title = _title(file)
    path = title.replace(" ", "_")
    return parse(Page(file.read_bytes(), path, Citation(title, "live", language="en")))


def _expected(file: Path, stem: str) -> Path:
    difference = NATIVE_MATH if file.stem.startswith("parser-1.") else file.stem
    special = file.parent / f"{stem}-{difference}.txt"
    return special if special.exists() else file.parent / f"{stem}.txt"


def _read(file: Path) -> str:
    return file.read_text("utf-8").removesuffix("\n")


def _pages(name: str) -> Iterator[tuple[str, Document]]:
    for file in sorted((PAGES / name).glob("*.html")):
        yield file.stem, _document(file)


@ALL_DIALECTS
def test_every_dialect_gives_the_same_sections(file: Path):
    document = _document(file)
    text = "\n\n".join(section_text(document, section) for section in document.sections)
    assert text == _read(_expected(file, "expected"))


@ALL_DIALECTS
def test_every_dialect_gives_the_same_full_text(file: Path):
    assert full_text(_document(file)) == _read(_expected(file, "expected_full"))


@ALL_DIALECTS
def test_sections_by_index_are_slices_of_the_page(file: Path):
    document = _document(file)
    whole = "\n\n".join(section_text(document, section) for section in document.sections)
    for section in walk(document.sections):
        assert section_text(document, section) in whole


@pytest.mark.parametrize("name", WIKI_PAGES)
def test_the_demo_archive_holds_the_same_page(name: str):
    title = _title(PAGES / name / "parser.html")
    item = Archive(demo_archive.path()).get_entry_by_path(title.replace(" ", "_")).get_item()
    document = parse(Page(bytes(item.content), item.path, Citation(title, "archive", archive="demo")))
    text = "\n\n".join(section_text(document, section) for section in document.sections)
    assert text == _read(PAGES / name / "expected.txt")
    assert full_text(document) == _read(PAGES / name / "expected_full.txt")


def _outline(section: Section) -> tuple[int, str, str, int, str]:
    return section.index, section.number, section.anchor, section.level, section.title.text


def _links(document: Document) -> Iterator[tuple[str, str]]:
    contents = [note.content for note in document.references]
    waiting: list[Block] = [block for section in walk(document.sections) for block in section.blocks]
    while waiting:
        block = waiting.pop()
        match block:
            case Paragraph() | Hatnote():
                contents.append(block.content)
            case ListBlock():
                contents += [item.content for item in block.items]
                waiting += [inner for item in block.items for inner in item.blocks]
            case Table():
                contents += [*block.header, *(cell for row in block.rows for cell in row)]
            case Infobox():
                contents += [part for row in block.rows for part in row]
            case Quote():
                waiting += block.blocks
            case _:
                pass
    for content in contents:
        for mark in content.marks:
            if isinstance(mark, Link) and mark.kind == "internal" and mark.target:
                yield content.text[mark.start : mark.end], mark.target


@pytest.mark.parametrize("name", sorted({file.parent.name for file in DIALECTS.values()}))
def test_every_dialect_gives_the_same_outline_references_kind_and_links(name: str):
    seen = {
        dialect: (
            [_outline(section) for section in walk(document.sections)],
            [(note.content.text, note.urls, note.doi) for note in document.references],
            document.coordinates,
            document.is_disambiguation,
            [entry.text for entry in document.disambiguation],
            sorted(set(_links(document))),
        )
        for dialect, document in _pages(name)
    }
    first = next(iter(seen.values()))
    assert {dialect: facts for dialect, facts in seen.items() if facts != first} == {}


@pytest.mark.parametrize(
    "dialect", ["parser", "parsoid", "mobile", "parser-1.43", "parsoid-1.43", "parser-1.45"]
)
def test_references_keep_their_addresses(dialect: str):
    references = _document(PAGES / "index_publishing" / f"{dialect}.html").references
    assert [note.doi for note in references if note.doi] == ["10.1147/rd.22.0159", "10.1108/eb026526"]
    assert ("https://www.indexers.org.uk/",) in [note.urls for note in references]
    assert len(references) == 7


@pytest.mark.parametrize(
    "dialect", ["parser", "parsoid", "mobile", "parser-1.43", "parsoid-1.43", "parser-1.45"]
)
def test_coordinates_and_choices_are_read(dialect: str):
    place = _document(PAGES / "library_of_alexandria" / f"{dialect}.html").coordinates
    assert place is not None
    assert (round(place.latitude, 4), round(place.longitude, 4)) == (31.2089, 29.9092)
    choices = _document(PAGES / "wheel_disambiguation" / f"{dialect}.html")
    assert choices.is_disambiguation
    assert choices.disambiguation[0].text == "Wheel, a round body that turns about an axle"


def test_hidden_text_is_in_the_sources_and_nowhere_in_the_documents():
    for file in sorted((PAGES / "palimpsest").glob("*.html")):
        assert b"zugzwanglet" in file.read_bytes()
        assert "zugzwanglet" not in repr(_document(file))


def test_categories_come_from_parsoid():
    names = [category.name for category in _document(PAGES / "bookwheel" / "parsoid.html").categories]
    assert names == ["Reading machines", "Wheels"]


@pytest.mark.skipif(not RENDERED.is_dir(), reason="the articles' sources are not here")
def test_golden_pages_are_those_of_the_demo_encyclopaedia():
    for name in WIKI_PAGES:
        rendered = (RENDERED / f"{name}.html").read_text("utf-8")
        assert (PAGES / name / "parser.html").read_text("utf-8") == rendered, name


@pytest.mark.skipif(not RENDERED.is_dir(), reason="the articles' sources are not here")
def test_mobile_pages_follow_from_the_parsoid_pages(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    mobile_html = importlib.import_module("make_golden_pages_mobile").mobile_html
    for file in sorted(PAGES.glob("*/mobile.html")):
        parsoid = (file.parent / "parsoid.html").read_text("utf-8").strip()
        assert mobile_html(parsoid, _title(file)) + "\n" == file.read_text("utf-8"), file.parent.name


def test_no_golden_file_is_without_a_reader():
    read = set(DIALECTS.values())
    for file in DIALECTS.values():
        read |= {_expected(file, "expected"), _expected(file, "expected_full")}
    everything = {file for file in PAGES.rglob("*") if file.is_file()}
    assert everything - read == set()
    for name in WIKI_PAGES:
        assert {"parser", "parsoid", "mobile"} <= {file.stem for file in (PAGES / name).glob("*.html")}, name
