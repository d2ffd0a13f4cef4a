"""What is right as it stands is left alone; what is corrected is a likely slip of the pen."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import encyclopaedias
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.correction_known import KnownWords, is_near
from bookwheel.finding.ladder import plan
from bookwheel.finding.resolve import resolve_title
from bookwheel.finding.results import Filters, page

PAGES = {
    "Ray Charles": "Ray Charles was a singer who could not see. His death was mourned: people die.",
    "Ray Charles Live": "Ray Charles Live is an album.",
    "Duncan": "Duncan is a name. This page has a sweet word.",
    "Sweet": "Sweet is a taste.",
    "Vulcan myths": "Vulcan was the god of fire, and had great speed.",
}


def _library(folder: Path) -> Library:
    specs = [encyclopaedias.article(title, text) for title, text in PAGES.items()]
    encyclopaedias.write(folder / "songs.zim", specs[:4])
    encyclopaedias.write(folder / "myths.zim", specs[4:])
    return Library(LibrarySettings((str(folder),)))


@pytest.fixture(scope="module")
def songs(tmp_path_factory: pytest.TempPathFactory) -> OpenArchive:
    return _library(tmp_path_factory.mktemp("known")).open("songs")


@pytest.mark.parametrize(
    ("word", "other"),
    [("die", "live"), ("speed", "sweet"), ("image", "page"), ("vulcan", "duncan"), ("freud", "free")],
)
def test_two_slips_in_a_short_word_are_another_word(word: str, other: str) -> None:
    assert not is_near(word, other)


@pytest.mark.parametrize(
    ("word", "other"),
    [("ghandi", "gandhi"), ("beti", "betty"), ("rya", "ray"), ("photosynthsis", "photosynthesis")],
)
def test_letters_that_moved_or_are_missing_are_slips(word: str, other: str) -> None:
    assert is_near(word, other)


def test_a_question_is_not_respelt_into_a_longer_title(songs: OpenArchive) -> None:
    found = resolve_title(songs, "How did Ray Charles die?", known=KnownWords((songs,)))
    assert all(match.match_type != "typo_corrected" for match in found.matches)
    assert (
        resolve_title(songs, "Ray Charels Live", known=KnownWords((songs,))).matches[0].title
        == "Ray Charles Live"
    )


def test_a_slip_that_the_index_takes_for_the_same_word_is_put_right(songs: OpenArchive) -> None:
    assert songs.search.count("charls") == songs.search.count("charles") > 0
    found = resolve_title(songs, "ray charls", known=KnownWords((songs,))).best
    assert found is not None
    assert (found.title, found.match_type) == ("Ray Charles", "typo_corrected")


def test_a_word_that_another_archive_has_is_not_corrected(tmp_path: Path) -> None:
    library = _library(tmp_path)
    songs, both = library.open("songs"), KnownWords((library.open("songs"), library.open("myths")))
    assert plan(songs, "Dunkan").corrections
    assert plan(songs, "Vulcan speed", both).corrections == ()
    assert not both.is_slip("vulcan", "vulkan")
    assert KnownWords((songs,)).is_slip("vulcan", "vulkan")


def test_a_common_word_of_the_language_is_not_corrected(songs: OpenArchive) -> None:
    known = KnownWords((songs,))
    assert not known.is_slip("there", "theme")
    assert known.is_slip("chalres", "charles")
    assert not known.is_slip_of_title("where is it", "were is it")


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("wann starb Einstein", "Einstein"),
        ("quand est mort Einstein", "Einstein"),
        ("cuándo murió Einstein", "Einstein"),
        ("dónde está Madrid", "Madrid"),
        ("quando morreu Einstein", "Einstein"),
        ("kim jest Einstein", "Einstein"),
    ],
)
def test_the_words_of_a_question_in_another_language_are_no_slips(
    tmp_path_factory: pytest.TempPathFactory, question: str, first: str
) -> None:
    folder = tmp_path_factory.mktemp("abroad")
    names = (
        "Einstein",
        "Madrid",
        "Wang",
        "Star",
        "Quang",
        "Mario",
        "Moreau",
        "Queen",
        "West",
        "Donne",
        "Estate",
    )
    specs = [encyclopaedias.article(name, f"{name} has a page of its own here.") for name in names]
    encyclopaedias.write(folder / "abroad.zim", specs)
    archive = Library(LibrarySettings((str(folder),))).choose(None)
    found = plan(archive, question)
    assert found.corrections == ()
    titles = [entry.title for entry in page(archive, found, 0, 10, Filters()).entries]
    assert titles == [first]
    assert plan(archive, "Wnag").corrections == (("Wnag", "wang"),)


def test_a_short_word_of_another_language_may_be_a_slip(tmp_path: Path) -> None:
    encyclopaedias.write(
        tmp_path / "seas.zim", [encyclopaedias.article("Black Sea", "The Black Sea is a sea.")]
    )
    seas = Library(LibrarySettings((str(tmp_path),))).choose(None)
    assert KnownWords((seas,)).is_slip_of_title("Black Se", "Black Sea")
    assert not KnownWords((seas,)).is_slip_of_title("Black mehr", "Black mere")
