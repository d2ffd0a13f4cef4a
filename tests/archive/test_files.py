"""Which archives lie in the given places, and how that is kept up to date."""

import os
import shutil
import time
from pathlib import Path

import pytest

from bookwheel.archive import files
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.errors import NotFound, Unavailable


@pytest.fixture(autouse=True)
def _look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SCAN_SECONDS", 0.0)


def library_of(*locations: Path | str) -> Library:
    return Library(LibrarySettings(tuple(map(str, locations))))


def names(library: Library) -> list[str]:
    return [file.name for file in library.archives()]


# ---- finding -----------------------------------------------------------------------------------------------


def test_archives_are_found_in_folders_below(folder: Path):
    assert names(library_of(folder)) == ["odd_titles", "without_index"]


def test_a_single_file_can_be_given(folder: Path):
    assert names(library_of(folder / "without_index.zim")) == ["without_index"]


def test_a_single_file_may_have_any_name(folder: Path, tmp_path: Path):
    other = tmp_path / "book.archive"
    shutil.copy(folder / "without_index.zim", other)
    library = library_of(other)
    assert names(library) == ["book.archive"]
    assert library.open("book.archive").title == "Bare"


def test_an_archive_reached_twice_is_listed_once(folder: Path):
    (folder / "again.zim").symlink_to(folder / "without_index.zim")
    assert len(names(library_of(folder, folder / "without_index.zim"))) == 2


def test_a_file_is_known_by_its_own_name_and_by_those_of_links_to_it(folder: Path):
    (folder / "alias.zim").symlink_to(folder / "without_index.zim")
    (folder / "a_link").symlink_to(folder / "more")
    library = library_of(folder)
    assert names(library) == ["odd_titles", "without_index"]
    for name in ("alias", "alias.zim", str(folder / "alias.zim"), "without_index"):
        assert library.open(name).name == "without_index"
    assert library.open("more/deep/odd_titles").path == folder / "more" / "deep" / "odd_titles.zim"


def test_a_hidden_file_is_no_archive_unless_it_is_named(folder: Path):
    shutil.copy(folder / "without_index.zim", folder / ".hidden.zim")
    (folder / "._odd_titles.zim").write_bytes(b"what macOS keeps beside a file")
    assert names(library_of(folder)) == ["odd_titles", "without_index"]
    assert names(library_of(folder / ".hidden.zim")) == [".hidden"]


def test_hidden_folders_are_left_out(folder: Path):
    (folder / ".trash").mkdir()
    shutil.move(folder / "without_index.zim", folder / ".trash")
    assert names(library_of(folder)) == ["odd_titles"]


def test_an_added_archive_is_seen_and_a_deleted_one_is_gone_without_restart(folder: Path, written: Path):
    library = library_of(folder)
    assert "crawled" not in names(library)
    shutil.copy(written / "crawled.zim", folder)
    assert library.open("crawled").title == "crawled"
    (folder / "crawled.zim").unlink()
    assert "crawled" not in names(library)
    with pytest.raises(NotFound):
        library.open("crawled")


def test_folders_are_looked_through_at_most_once_in_the_interval(
    folder: Path, written: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(files, "SCAN_SECONDS", 0.2)
    library = library_of(folder)
    before = names(library)
    shutil.copy(written / "crawled.zim", folder)
    assert names(library) == before
    time.sleep(0.21)
    assert "crawled" in names(library)


def test_a_location_that_does_not_exist_is_told(tmp_path: Path, folder: Path):
    library = library_of(tmp_path / "nowhere", folder)
    assert [(place.is_folder, place.defect) for place in library.locations()] == [
        (False, "no such file or folder"),
        (True, None),
    ]
    assert len(names(library)) == 2


def test_links_inside_the_folders_are_followed_and_others_are_not(
    folder: Path, tmp_path: Path, written: Path
):
    (folder / "inside").symlink_to(folder / "more")
    (folder / "inside.zim").symlink_to(folder / "without_index.zim")
    (folder / "outside.zim").symlink_to(written / "crawled.zim")
    (folder / "outside_folder").symlink_to(written)
    (folder / "circle").symlink_to(folder)
    listed = {file.name: file.defect for file in library_of(folder).archives()}
    assert "odd_titles" in listed
    assert listed["outside"] == "a symbolic link to a file outside the given folders"
    assert "many_assets" not in listed
    with pytest.raises(Unavailable):
        library_of(folder).open("outside")


def test_parts_of_a_set_obey_the_rules_for_files(folder: Path, written: Path):
    (folder / "outside.zimaa").symlink_to(written / "crawled.zim")
    (folder / "folder.zimaa").mkdir()
    library = library_of(folder)
    listed = {file.name: file.defect for file in library.archives()}
    assert listed["outside"] == "a symbolic link to a file outside the given folders"
    assert listed["folder"] == "a folder, not a file"
    assert library.open("without_index.zim").name == "without_index"
    with pytest.raises(NotFound):
        library.open("nothing_of_that_name")


def test_a_set_without_its_first_part_is_told_of(folder: Path):
    for part in ("lost.zimab", "lost.zimac"):
        (folder / part).write_bytes(b"x")
    library = library_of(folder)
    assert [file.defect for file in library.archives()] == ["lost.zimaa is missing", None, None]
    with pytest.raises(Unavailable) as caught:
        library.open("lost")
    assert caught.value.message == 'The archive "lost" cannot be read: lost.zimaa is missing.'


def test_names_are_one_line_and_open_what_they_name(tmp_path: Path, written: Path):
    for name in (" first", "last ", "two\nlines", "back\u202ewards", "x.zim", "x.ZIM"):
        shutil.copy(written / "without_index.zim", tmp_path / (name if "." in name else f"{name}.zim"))
    library = library_of(tmp_path)
    assert names(library) == ["backwards", "first", "last", "two lines", "x.ZIM", "x.zim"]
    for file in library.archives():
        assert library.open(file.name).path == library.open(file.path).path == Path(file.path)


def replace(target: Path, source: Path) -> None:
    temporary = target.with_suffix(".new")
    shutil.copy(source, temporary)
    temporary.replace(target)


# ---- what the door asks ------------------------------------------------------------------------------------


def test_fingerprints_tell_which_archives_changed_or_went(folder: Path, written: Path):
    settings = LibrarySettings((str(folder),))
    before = files.fingerprints(settings, fresh=True)
    assert before.keys() == {"odd_titles", "without_index"}
    assert files.changed_names(before, files.fingerprints(settings)) == []
    replace(folder / "without_index.zim", written / "crawled.zim")
    assert files.changed_names(before, files.fingerprints(settings)) == ["without_index"]
    (folder / "more/deep/odd_titles.zim").unlink()
    shutil.copy(written / "crawled.zim", folder)
    after = files.fingerprints(settings, fresh=True)
    assert files.changed_names(before, after) == ["odd_titles", "without_index"]


# ---- file names --------------------------------------------------------------------------------------------


def test_a_file_name_is_matched_however_its_accents_are_composed(tmp_path: Path, written: Path):
    shutil.copy(written / "crawled.zim", tmp_path / "cafe\u0301.zim")
    library = library_of(tmp_path)
    assert names(library) == ["caf\u00e9"]
    for spelling in ("caf\u00e9", "cafe\u0301.zim", str(tmp_path / "cafe\u0301.zim")):
        assert library.open(spelling).name == "caf\u00e9"


def test_the_suffix_may_be_in_capitals(tmp_path: Path, written: Path):
    shutil.copy(written / "crawled.zim", tmp_path / "OLD.ZIM")
    library = library_of(tmp_path)
    assert names(library) == ["OLD"]
    assert library.open("OLD.ZIM").name == "OLD"


@pytest.mark.skipif(os.name != "posix", reason="file names are text here")
def test_a_file_name_that_is_no_text_is_listed_and_refused(tmp_path: Path, written: Path):
    target = os.fsencode(tmp_path) + b"/\xff.zim"
    try:
        with open(target, "wb") as file:  # noqa: PTH123  # a name that is no text
            file.write((written / "crawled.zim").read_bytes())
    except OSError:
        pytest.skip("this file system takes text only")
    listed = library_of(tmp_path).archives()
    assert [(file.readable, file.defect) for file in listed] == [(False, "its name is not valid UTF-8")]
    assert (listed[0].name + listed[0].path).encode()


def test_an_unknown_home_in_a_location_is_a_location_that_does_not_exist(folder: Path):
    library = library_of("~nobody-of-that-name/zims", folder)
    assert library.locations()[0].defect == "no such file or folder"
    assert len(names(library)) == 2
