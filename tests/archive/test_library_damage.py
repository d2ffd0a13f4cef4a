"""What is told of damage that is met while an archive is read: the damage, or that the file changed meanwhile."""

import os
from pathlib import Path

import pytest

from bookwheel.archive import files
from bookwheel.archive.defects import DefectError
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.errors import NotFound, Unavailable


@pytest.fixture(autouse=True)
def _look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SCAN_SECONDS", 0.0)


def library_of(location: Path) -> Library:
    return Library(LibrarySettings((str(location),)))


def test_damage_met_anywhere_is_told_of_the_archive_last_opened(folder: Path):
    library = library_of(folder)
    library.open("without_index")
    library.open("odd_titles")
    error = library.explain(DefectError("it points to byte 7 of 6"))
    assert error is not None
    assert (error.reason, error.data["archive"]) == ("archive_unreadable", "odd_titles")
    assert error.message == 'The archive "odd_titles" is damaged: it points to byte 7 of 6.'


def test_a_file_that_the_system_cannot_read_is_no_fault_of_ours(folder: Path):
    library = library_of(folder)
    library.open("without_index")
    error = library.explain(OSError(5, "Input/output error", str(folder / "without_index.zim")))
    assert error is not None
    assert error.message == 'The archive "without_index" is damaged: Input/output error.'


def test_damage_in_a_file_that_changed_meanwhile_is_that_change_and_is_told_once(folder: Path):
    library = library_of(folder)
    library.open("without_index")
    library.open("odd_titles")
    os.truncate(folder / "without_index.zim", 900)
    defect = DefectError("it points to byte 7 of 6")
    first, second = library.explain(defect), library.explain(defect)
    assert first is not None
    assert second is not None
    assert (first.reason, first.data["changed_archives"]) == ("archive_changed", ["without_index"])
    assert first.retryable
    assert second.reason == "archive_unreadable"


def test_an_entry_damaged_by_a_change_of_its_file_is_that_change(folder: Path):
    library = library_of(folder)
    archive = library.open("without_index")
    os.truncate(folder / "without_index.zim", 300)
    with pytest.raises(Unavailable) as caught:
        archive.read(archive.resolve("Alpha"))
    error = library.explain(caught.value)
    assert error is not None
    assert error.reason == "archive_changed"
    with pytest.raises(Unavailable, match="incomplete: 300 of"):
        library.open("without_index")


@pytest.mark.parametrize(
    "error", [KeyError("x"), NotFound("Nothing.", reason="entry_not_found", hint="Look elsewhere.")]
)
def test_what_tells_of_no_damage_is_not_explained(folder: Path, error: Exception):
    library = library_of(folder)
    library.open("without_index")
    assert library.explain(error) is None
