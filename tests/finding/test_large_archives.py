"""Spelling in an archive whose titles are too many to hold: with the companion file, and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel import demo_archive
from bookwheel.archive.library import Library
from bookwheel.companion.build import build
from bookwheel.companion.places import candidates
from bookwheel.finding import vocabulary
from bookwheel.finding.resolve import resolve_title
from bookwheel.titles.filing import file_titles
from calls import DEMO, library_of


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library whose archive counts as large: a lower bound does what millions of titles would."""
    monkeypatch.setattr(vocabulary, "MAX_TITLES_IN_MEMORY", 10)
    (tmp_path / f"{DEMO}.zim").write_bytes(demo_archive.path().read_bytes())
    return library_of(tmp_path)


def test_without_a_companion_file_there_is_no_vocabulary(large: Library) -> None:
    assert vocabulary.vocabulary_of(large.open(DEMO)) is None


def test_with_a_companion_file_two_slips_are_mended(large: Library) -> None:
    archive = large.open(DEMO)
    build(Library(large.settings).open(DEMO), next(iter(candidates(archive.path, ""))))
    assert vocabulary.vocabulary_of(archive) is not None
    for misspelt, path in (
        ("Iron gall inc", "Iron_gall_ink"),
        ("Palimpzest", "Palimpsest"),
        ("Rosetta Stoen", "Rosetta_Stone"),
    ):
        best = resolve_title(archive, misspelt, 5).best
        assert best is not None
        assert best.path == path


def test_a_file_built_without_titles_is_no_vocabulary(large: Library) -> None:
    archive = large.open(DEMO)
    build(Library(large.settings).open(DEMO), next(iter(candidates(archive.path, ""))), only=["links"])
    assert vocabulary.vocabulary_of(archive) is None


def test_a_small_archive_with_a_companion_file_need_not_be_read(
    large: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    archive = large.open(DEMO)
    read: list[int] = []
    monkeypatch.setattr(vocabulary, "file_titles", lambda titles: read.append(1) or file_titles(titles))
    build(Library(large.settings).open(DEMO), next(iter(candidates(archive.path, ""))))
    made = vocabulary.vocabulary_of(archive)
    assert made is not None
    assert [near.edits for near in made.near("palimpzest", 1)] == [1]
    assert not read
    next(iter(candidates(archive.path, ""))).unlink()
    assert vocabulary.vocabulary_of(archive) is not None
    assert read
