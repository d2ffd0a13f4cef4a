"""The titles section answers like the vocabulary that is held in memory for small archives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archives import make
from bookwheel.companion.build import build
from bookwheel.companion.opened import identity_of
from bookwheel.companion.store import IndexDefectError, open_index
from bookwheel.companion.titles import TitleIndex
from bookwheel.finding.vocabulary import stored_vocabulary, vocabulary_of
from companion.conftest import opened

Write = Callable[[int, int], Path]


def test_titles_and_words_are_found_by_spelling_as_from_memory(tmp_path: Path) -> None:
    archive = opened(make.odd_titles(tmp_path))
    build(opened(tmp_path / "odd_titles.zim"), tmp_path / "x.bookwheel", only=("titles",))
    index = TitleIndex(open_index(tmp_path / "x.bookwheel", identity_of(archive)))
    large = stored_vocabulary(archive, index.titles, index.words)
    small = vocabulary_of(archive)
    assert small is not None
    for skeleton in ("unitedstates", "untiedstates", "mercury", "angstrm", "acdc", "한국", "東京", "zzz"):
        assert large.equal(skeleton) == small.equal(skeleton)
        for edits in (1, 2):
            assert large.near(skeleton, edits) == small.near(skeleton, edits)
    for word in ("states", "sttes", "chanse", "testng"):
        assert large.near_words(word, 2) == small.near_words(word, 2)


def test_sections_that_are_not_built_anew_are_kept(made_up: Write, tmp_path: Path) -> None:
    path, target = made_up(40, 3), tmp_path / "x.bookwheel"
    build(opened(path), target, only=("links",))
    links = {
        name: bytes(open_index(target, None).bytes_of(name, is_checked=True))
        for name in open_index(target, None).sections
    }
    built = build(opened(path), target, only=("titles",))
    file = open_index(target, identity_of(opened(path)))
    file.verify_all()
    assert {name: bytes(file.bytes_of(name, is_checked=True)) for name in links} == links
    assert {"titles.near", "titles.words"} < set(file.sections)
    assert (built.counts["titles"], built.counts["pages"]) == (40, 40)


def test_an_index_of_another_archive_is_not_kept(made_up: Write, tmp_path: Path) -> None:
    target = tmp_path / "x.bookwheel"
    build(opened(made_up(40, 3)), target, only=("links",))
    build(opened(made_up(300, 12)), target, only=("titles",))
    with pytest.raises(IndexDefectError) as caught:
        open_index(target, None).numbers("links.rows")
    assert caught.value.cause == "incomplete"
