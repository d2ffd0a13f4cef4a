"""The reader on real pages: every file, and a spread of every archive's articles. `check.py` reads them all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from check import KINDS, check
from pages import ARCHIVES, RealPage, archive_files, archive_pages, single_pages

PAGES_PER_ARCHIVE = 25


def assert_sound(pages: Iterable[RealPage]) -> None:
    complaints: list[str] = []
    for real in pages:
        verdict = check(real)
        complaints += [f"{real.name}: {fault}" for fault in verdict.faults]
        for kind in KINDS:
            held, found = verdict.counts[kind]
            if held != found:
                complaints.append(f"{real.name}: {held} {kind} in the HTML, {found} in the document")
    assert not complaints, "\n".join(complaints)


@pytest.mark.real("data/html")
def test_single_pages_are_read_whole_and_rendered_soundly():
    pages = list(single_pages())
    assert len(pages) > 40
    assert_sound(pages)


@pytest.mark.real("data/zim")
@pytest.mark.parametrize(
    "path", archive_files() or [ARCHIVES], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_an_archives_articles_are_read_whole_and_rendered_soundly(path: Path):
    try:
        pages = list(archive_pages(path, PAGES_PER_ARCHIVE))
    except RuntimeError as error:
        pytest.skip(f"libzim does not open {path.name}: {error}")
    assert_sound(pages)
