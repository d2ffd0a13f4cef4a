"""The reader beside a browser: every word that Chromium shows is read in its place, and no word that it does not show;
every cell of a table stands in the column where Chromium lays it out.

Furniture is taken out of the page before the browser is asked what it shows. Formulas are compared by nobody here: a
browser draws them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path

import browser
import holdings
import pytest
from census import DROPPED, FORMULAS, NOTE_MARKS, REFERENCE_LISTS, skeleton
from pages import RealPage, archive_files, archive_pages, single_pages

from bookwheel.document.model import Citation, Code, Document, Inline, Math, NoteMark, Page, Table
from bookwheel.document.outline import walk
from bookwheel.html import parse
from bookwheel.render.nesting import flat_lines

GOLDEN = Path(__file__).resolve().parents[2] / "golden/pages"
PAGES_PER_ARCHIVE = 25
WORD = re.compile(r"[^\W\d_]+|\d+|[™℠]")
RAISED = re.compile("[₀-ₜ]+|[⁰¹²³⁴-ⁿᵃ-ᵿ]+")
# The line with which the writer of archives ends each page.
SIGNATURE = re.compile(r"This article is issued from .*", re.DOTALL)
# Furniture, formulas, notes, and more that is left out by intention: a second form of coordinates, the names of missing
# files, labels of tools and recordings, and what disambiguation pages say of themselves.
NOT_READ = (
    f"{DROPPED}, {FORMULAS}, {NOTE_MARKS}, {REFERENCE_LISTS}, .geo-dec, .mw-broken-media, .mw-editsection-like, .noprint, "
    ".haudio, #disambigbox, .pcs-collapse-table-collapsed-container, .pcs-collapse-table-collapsed-bottom, "
    ".pcs-collapse-table-aria, .taxobox-edit-taxonomy, .bandeau-portail"
)
# What a page has to read besides what is shown.
DESCRIPTIONS = re.compile(r"""\b(?:alt|title|href|aria-label)=("[^"]*"|'[^']*')""")

# Words that a page shows and that are left out: labels of pictures, of a map, and of a row without a value.
LEFT_OUT = {
    "A/Martin_Luther_King_Jr.": "Signature",
    "A/Midfielder": "GK CB RB LB RWB LWB CDM CM LAM CAM LW CF",
    "legacy_en_List_of_Syrian_Air_Force_bases": "Insignia Roundel Ensign",
    "mobile_en_Obama_lead": "Signature",
    "parsoid_ar_Mathematics": "بوابة",  # of a link to a portal
    "infobox_de/parser.html": "Leitung",
}
# Cells that span rows are repeated, names of columns that stand above each other read together.
MOST_DISPLACED = 0.0125
# Their infoboxes hold the periodic table, to go to other elements with.
SYMBOLS_OF_ELEMENTS = ("A/Noble_gas", "A/Oxygen")
# Pages whose cells hold flags, which are read as the names they have, formulas, or keys to sort by that a style sheet hides.
WITH_SIGNS_IN_CELLS = (
    "legacy_en_2006_Minnesota_Swarm_season",
    "legacy_en_Operation_Toggle",
    "parsoid_ar_Mathematics",
    "A/Android_(operating_system).html",
)

pytestmark = pytest.mark.skipif(browser.program() is None, reason="needs Chromium")


def blanked(content: Inline) -> str:
    """Return the text with a blank where a formula is."""
    text = content.text
    for mark in content.marks:
        if isinstance(mark, Math):
            text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text


def words_read(document: Document) -> list[str]:
    texts = [document.title, *map(blanked, holdings.inlines(document))]
    texts += [block.text for block in holdings.blocks(document) if isinstance(block, Code)]
    texts += [
        mark.label
        for content in holdings.inlines(document)
        for mark in content.marks
        if isinstance(mark, NoteMark)
    ]
    return [word for text in texts for word in WORD.findall(RAISED.sub(r" \g<0> ", text))]


def lacking(words: Iterable[str], others: Sequence[str]) -> list[str]:
    """Return the words that do not occur among the others, wherever these are divided and however they are written."""
    flat = skeleton("".join(others))
    return [word for word in dict.fromkeys(words) if skeleton(word) not in flat]


def displaced(shown: str, document: Document) -> tuple[int, int]:
    """Return how many stretches of three words on one line are not read as they stand, and how many there are."""
    lines = [line for part in walk(document.sections) for line in (part.title, *flat_lines(part.blocks))]
    flat = skeleton("".join(map(blanked, lines)))
    words = [WORD.findall(line) for line in shown.split("\n")]
    stretches = ["".join(line[at : at + 3]) for line in words for at in range(len(line) - 2)]
    return sum(skeleton(stretch) not in flat for stretch in stretches), len(stretches)


def filled(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return rows in letters and digits alone, without the columns that nothing fills."""
    plain = [[skeleton(text) for text in row] for row in rows]
    columns = [column for column in zip_longest(*plain, fillvalue="") if any(column)]
    return list(zip(*columns, strict=True))


def rows_in_place(
    document: Document, tables: Sequence[Sequence[Sequence[str]]]
) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Yield the rows of a page's tables, and whether they are laid out so, whatever spans other rows and columns."""
    laid_out = {row for table in tables for row in filled(table)}
    for block in holdings.blocks(document):
        if isinstance(block, Table):
            header, *rows = [[blanked(cell) for cell in row] for row in (block.header, *block.rows)]
            for row, below in zip(filled(rows), filled([header, *rows])[1:], strict=True):
                yield not any(row) or row in laid_out or below in laid_out, row


def assert_read_as_shown(pages: Sequence[RealPage], folder: Path, least_rows: int) -> None:
    sources = [real.page.html for real in pages]
    contents, wholes = browser.lay_out(sources, NOT_READ, folder), browser.lay_out(sources, "script", folder)
    moved = stretches = rows = 0
    for real, content, whole in zip(pages, contents, wholes, strict=True):
        document, text = parse(real.page), SIGNATURE.sub("", content.text)
        read = words_read(document)
        left_out = LEFT_OUT.get(real.name, "").split()
        lost = [word for word in lacking(WORD.findall(text), read) if word not in left_out]
        assert not lost or (real.name in SYMBOLS_OF_ELEMENTS and len(lost) > 90), (real.name, lost[:40])
        described = DESCRIPTIONS.findall(real.page.html.decode("utf-8", "replace"))
        invented = lacking(read, [whole.text, real.page.citation.title, *described])
        assert not invented, (real.name, invented[:40])
        here, of = displaced(text, document)
        moved, stretches = moved + here, stretches + of
        for is_in_place, row in rows_in_place(document, content.tables):
            assert is_in_place or real.name in WITH_SIGNS_IN_CELLS, (real.name, row)
            rows += 1
    assert moved < stretches * MOST_DISPLACED
    assert stretches > 10_000
    assert rows >= least_rows


def golden_pages() -> list[RealPage]:
    paths = sorted(GOLDEN.glob("*/*.html"))
    return [
        RealPage(
            "golden",
            f"{path.parent.name}/{path.name}",
            Page(path.read_bytes(), path.stem, Citation(path.stem, "live")),
        )
        for path in paths
    ]


def test_our_own_pages_are_read_as_a_browser_shows_them(tmp_path: Path):
    pages = golden_pages()
    assert len(pages) > 40
    assert_read_as_shown(pages, tmp_path, 200)


@pytest.mark.real("data/html")
def test_real_pages_are_read_as_a_browser_shows_them(tmp_path: Path):
    pages = list(single_pages())
    assert len(pages) > 40
    assert_read_as_shown(pages, tmp_path, 900)


@pytest.mark.real("data/zim")
def test_the_articles_of_archives_are_read_as_a_browser_shows_them(tmp_path: Path):
    pages: dict[bytes, RealPage] = {}
    for path in archive_files():
        with suppress(RuntimeError):  # libzim does not open it
            pages |= {real.page.html: real for real in archive_pages(path, PAGES_PER_ARCHIVE)}
    assert len(pages) > 200
    assert_read_as_shown(list(pages.values()), tmp_path, 600)
