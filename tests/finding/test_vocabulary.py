"""An archive's titles as a vocabulary, from memory and from stored bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.titles import page_titles
from bookwheel.finding import vocabulary
from bookwheel.finding.vocabulary import Vocabulary, folded_titles, stored_vocabulary, vocabulary_of
from bookwheel.titles.filing import file_titles


def stored(archive: OpenArchive, folder: Path) -> Vocabulary:
    filed = file_titles(page_titles(archive.directory, archive.content_namespace), folder)
    return stored_vocabulary(archive, memoryview(filed.titles.build()), memoryview(filed.words.build()))


@pytest.fixture(params=["memory", "stored"])
def words(request: pytest.FixtureRequest, english: OpenArchive, tmp_path: Path) -> Vocabulary:
    made = vocabulary_of(english) if request.param == "memory" else stored(english, tmp_path)
    assert made is not None
    return made


def titles(archive: OpenArchive, numbers: list[int]) -> list[str]:
    return [archive.directory.entry(number).title for number in numbers]


def test_equal_near_and_words_of_titles_are_found(english: OpenArchive, words: Vocabulary):
    assert titles(english, words.equal("cocacola")) == ["Coca-Cola"]
    assert words.equal("nothing") == []
    near = words.near("alberteinstien", 2)
    assert [(english.directory.entry(one.number).title, one.edits) for one in near] == [
        ("Albert Einstein", 1)
    ]
    assert words.near_words("relatvity", 2) == [("relativity", 1)]
    assert words.near_words("zorblax", 2) == []


def test_the_nearest_come_first(english: OpenArchive, words: Vocabulary):
    near = words.near("lump", 2)
    assert near[0].edits == 0
    assert [one.edits for one in near] == sorted(one.edits for one in near)


def test_redirects_are_titles_too(english: OpenArchive, words: Vocabulary):
    assert titles(english, words.equal("deutschland")) == ["Deutschland"]


def test_a_title_is_found_by_any_stretch_of_it(english: OpenArchive):
    folded = folded_titles(english)
    assert folded is not None
    found = [english.directory.entry(folded.entry_of(place)).title for place in folded.holding("of the ri")]
    assert found == ["The Lord of the Rings"]
    assert list(folded.holding("")) == []
    assert all("\n" not in folded.fold_of(place) for place in range(len(folded)))


def test_a_large_archive_has_no_vocabulary_in_memory(
    encyclopaedia_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vocabulary, "MAX_TITLES_IN_MEMORY", 10)
    archive = Library(LibrarySettings((str(encyclopaedia_folder),))).open("english")
    assert vocabulary_of(archive) is None
    assert folded_titles(archive) is None


def test_the_vocabulary_is_read_once(english: OpenArchive):
    assert vocabulary_of(english) is vocabulary_of(english)


def test_numbers_that_lead_nowhere_are_passed_over(english: OpenArchive):
    filed = file_titles([(4_000_000_000, "Albert Einstein")])
    made = stored_vocabulary(english, memoryview(filed.titles.build()), memoryview(filed.words.build()))
    assert made.near("alberteinstein", 2) == []
    assert made.near_words("einstein", 1) == []
