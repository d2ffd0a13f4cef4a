"""Check the reader on real pages: nothing forged, nothing broken, nothing lost.

    python tests/html/corpus/check.py [--most N] [--faults]

prints one line of counts for each source (files, and every archive that opens): what the HTML holds by an
independent count, and what the documents hold.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import holdings
from census import Census, census, skeleton
from pages import RealPage, archive_files, archive_pages, single_pages
from selectolax.lexbor import LexborHTMLParser
from soundness import markdown_faults, text_faults

from bookwheel.document.model import Document
from bookwheel.html import parse
from bookwheel.render.markdown import render_markdown
from bookwheel.render.options import COMPACT
from bookwheel.render.text import full_text, section_text

STRETCH = 12
KINDS: tuple[str, ...] = ("formulas", "code blocks", "table cells", "references", "paragraphs")


class Verdict(NamedTuple):
    """What one page gave: faults of its renderings, and for each kind (in the HTML, in the document)."""

    faults: tuple[str, ...]
    counts: dict[str, tuple[int, int]]


def check(real: RealPage) -> Verdict:
    """Read, render and count one page."""
    document = parse(real.page)
    raw = census(real.page.html)
    markdown, compact = render_markdown(document), render_markdown(document, COMPACT)
    text = "\n\n".join(
        [full_text(document), *(section_text(document, section) for section in document.sections)]
    )
    faults = [
        *(f"markdown: {fault}" for fault in markdown_faults(markdown)),
        *(f"compact: {fault}" for fault in markdown_faults(compact)),
        *(f"text: {fault}" for fault in text_faults(text, _page_text(real.page.html))),
        *_hidden_faults(raw, (markdown, compact, text)),
    ]
    return Verdict(tuple(faults), _counts(raw, document, text))


def _page_text(html: bytes) -> str:
    body = LexborHTMLParser(html).body
    return body.text() if body else ""


def _hidden_faults(raw: Census, renderings: Iterable[str]) -> Iterator[str]:
    shown = [skeleton(rendering) for rendering in renderings]
    for hidden in raw.hidden:
        if hidden not in raw.visible and any(hidden in text for text in shown):
            yield f"hidden text: {hidden[:60]}"


def _counts(raw: Census, document: Document, text: str) -> dict[str, tuple[int, int]]:
    prose = skeleton(text)
    cells = frozenset(skeleton(cell) for cell in holdings.table_cells(document))
    return {
        "formulas": (raw.formulas, holdings.formulas(document)),
        "code blocks": (raw.code_blocks, holdings.code_blocks(document)),
        "table cells": (len(raw.cells), sum(is_cell_held(cell, cells, prose) for cell in raw.cells)),
        "references": (raw.references, len(document.references)),
        "paragraphs": (len(raw.paragraphs), sum(is_held(paragraph, prose) for paragraph in raw.paragraphs)),
    }


def is_cell_held(cell: str, cells: frozenset[str], prose: str) -> bool:
    """Tell whether a cell stands whole in a table, else (a table read as layout or facts) all of it in the text."""
    parts = [part for part in cell.split("\0") if part]
    return cell in cells or all(part in prose for part in parts)


def is_held(paragraph: str, prose: str) -> bool:
    """Tell whether nine tenths of the paragraph, in stretches of a few words, stand in the prose."""
    stretches = [
        part[start : start + STRETCH]
        for part in paragraph.split("\0")
        for start in range(0, len(part) - STRETCH, STRETCH)
    ]
    return sum(stretch in prose for stretch in stretches) >= 0.9 * len(stretches)


def lost(raw: Census, document: Document) -> Iterator[str]:
    """Yield the cells and paragraphs of the HTML that the document does not hold."""
    cells = frozenset(skeleton(cell) for cell in holdings.table_cells(document))
    prose = skeleton("\n".join(section_text(document, section) for section in document.sections))
    yield from (f"cell {cell[:80]}" for cell in raw.cells if not is_cell_held(cell, cells, prose))
    yield from (
        f"paragraph {paragraph[:80]}" for paragraph in raw.paragraphs if not is_held(paragraph, prose)
    )


def sources(most: int | None) -> Iterator[tuple[str, Iterator[RealPage]]]:
    """Yield each source with its pages; archives that libzim refuses are left out."""
    yield "html files", single_pages()
    for path in archive_files():
        try:
            pages = list(archive_pages(path, most))
        except RuntimeError:
            continue
        if pages:
            yield str(path.name), iter(pages)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Check the reader on real pages.")
    parser.add_argument("--most", type=int, help="pages per archive, spread evenly")
    parser.add_argument(
        "--faults", action="store_true", help="tell every fault and every page that misses something"
    )
    arguments = parser.parse_args()
    print(f"{'source':44}{'pages':>6}{'faults':>7}" + "".join(f"{kind:>16}" for kind in KINDS))
    for source, pages in sources(arguments.most):
        number = faults = 0
        totals: dict[str, tuple[int, int]] = dict.fromkeys(KINDS, (0, 0))
        for real in pages:
            verdict = check(real)
            number += 1
            faults += len(verdict.faults)
            for kind, (held, found) in verdict.counts.items():
                totals[kind] = (totals[kind][0] + held, totals[kind][1] + found)
                if arguments.faults and held != found:
                    print(f"  {real.name}: {kind} {held} in the HTML, {found} in the document")
            if arguments.faults:
                for fault in verdict.faults:
                    print(f"  {real.name}: {fault}")
        print(
            f"{source[:43]:44}{number:6}{faults:7}"
            + "".join(f"{f'{a} / {b}':>16}" for a, b in totals.values())
        )


if __name__ == "__main__":
    main()
