"""Which archives there are, what they are called, and what becomes of a bad one."""

import errno
import os
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from archives import make
from bookwheel.archive import files
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.errors import BookwheelError, InvalidArgument, NotFound, Unavailable


@pytest.fixture(autouse=True)
def _look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SCAN_SECONDS", 0.0)


def library_of(*locations: Path | str) -> Library:
    return Library(LibrarySettings(tuple(map(str, locations))))


def names(library: Library) -> list[str]:
    return [file.name for file in library.archives()]


# ---- names -------------------------------------------------------------------------------------------------


def test_every_name_listed_opens_its_archive(shared_library: Library, library: Library):
    for one in (shared_library, library):
        for file in one.archives():
            if file.readable:
                assert str(one.open(file.name).path) == file.path
                assert one.open(file.path).name == file.name


@pytest.mark.parametrize(
    "spelling",
    [
        "odd_titles",
        "odd_titles.zim",
        "deep/odd_titles.zim",
        "more/deep/odd_titles",
        "./more/deep/odd_titles.zim",
        "wikipedia_en_odd",
        " odd_titles ",
    ],
)
def test_an_archive_has_many_names(folder: Path, spelling: str):
    assert library_of(folder).open(spelling).name == "odd_titles"


def test_an_archive_opens_by_absolute_path_and_from_home(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(folder))
    library = library_of(folder)
    assert library.open(str(folder / "without_index.zim")).name == "without_index"
    assert library.open(str(folder / "more" / ".." / "without_index.zim")).name == "without_index"
    assert library.open("~/without_index.zim").name == "without_index"


def test_archives_of_the_same_file_name_are_told_apart_by_their_folders(folder: Path):
    shutil.copy(folder / "without_index.zim", folder / "more")
    library = library_of(folder)
    assert names(library) == ["library/without_index", "more/without_index", "odd_titles"]
    assert library.open("more/without_index.zim").path == folder / "more" / "without_index.zim"
    with pytest.raises(NotFound) as caught:
        library.open("without_index")
    assert "several" in caught.value.message


def test_a_file_name_may_hold_characters_of_addresses(shared_library: Library):
    assert shared_library.open("libkiwix_corner_cases#&").title == "ZIM corner cases"


@pytest.mark.parametrize(
    "wanted",
    [
        "odd_title",
        "/etc/passwd",
        "../secret.zim",
        "file:///tmp/odd_titles.zim",
        "~nobody/odd_titles.zim",
        "a\0b",
        ".zim",
        "/",
        "x" * 5000,
        "nul\ud800",
    ],
)
def test_an_unknown_archive_is_not_found_and_the_loaded_ones_are_named(folder: Path, wanted: str):
    with pytest.raises(NotFound) as caught:
        library_of(folder).open(wanted)
    error = caught.value
    assert error.reason == "archive_not_found"
    assert error.data["loaded_archives"] == ["odd_titles", "without_index"]
    assert str(folder) not in error.message + error.hint
    assert "/etc" not in error.message
    assert len(error.message) < 200


def test_a_nearly_right_name_is_suggested(folder: Path):
    with pytest.raises(NotFound) as caught:
        library_of(folder).open("Odd_Titels.zim")
    assert caught.value.data["closest_match"] == "odd_titles"
    assert "odd_titles" in caught.value.hint


@pytest.mark.parametrize(
    ("wanted", "nearest"),
    [
        ("odd", "odd_titles"),
        ("wikipedia_en_odd_maxi_2026-01", "odd_titles"),
        ("ODD_TITLES", "odd_titles"),
        ("index.zim", "without_index"),
        ("zzz", None),
        ("t", None),
    ],
)
def test_a_name_that_holds_the_words_asked_for_is_suggested(folder: Path, wanted: str, nearest: str | None):
    with pytest.raises(NotFound) as caught:
        library_of(folder).open(wanted)
    assert caught.value.data.get("closest_match") == nearest


def test_only_readable_archives_are_suggested(folder: Path):
    (folder / "odd_title.zim").write_bytes(b"no archive")
    with pytest.raises(NotFound) as caught:
        library_of(folder).open("odd_titl")
    assert caught.value.data["loaded_archives"] == ["odd_titles", "without_index"]
    assert caught.value.data["closest_match"] == "odd_titles"


def test_where_nothing_can_be_read_the_error_says_so(tmp_path: Path):
    (tmp_path / "a.zim").write_bytes(b"no archive")
    (tmp_path / "b.zim").write_bytes(b"")
    with pytest.raises(NotFound, match=r'No archive "c" is loaded') as caught:
        library_of(tmp_path).open("c")
    assert "Of 2 archives none can be read" in caught.value.hint


@pytest.mark.parametrize("wanted", ["", "  ", "\n"])
def test_a_blank_name_is_refused(folder: Path, wanted: str):
    with pytest.raises(InvalidArgument, match="must not be empty"):
        library_of(folder).open(wanted)


def test_folders_of_a_relative_name_are_repeated_and_others_are_not(folder: Path):
    library = library_of(folder)
    for wanted, shown in (("sub/be", '"sub/be"'), ("../sub/be", '"be"'), ("C:\\zims\\a.zim", '"a.zim"')):
        with pytest.raises(NotFound) as caught:
            library.open(wanted)
        assert shown in caught.value.message


# ---- choosing ----------------------------------------------------------------------------------------------


def test_the_only_archive_is_chosen_when_none_is_named(folder: Path):
    library = library_of(folder / "without_index.zim")
    assert library.choose(None).name == "without_index"
    assert library.choose(" ").name == "without_index"


def test_the_only_readable_archive_is_chosen_among_bad_ones(folder: Path):
    (folder / "more" / "deep" / "odd_titles.zim").write_bytes(b"no archive")
    assert library_of(folder).choose(None).name == "without_index"


def test_with_several_archives_one_must_be_named(folder: Path):
    with pytest.raises(NotFound) as caught:
        library_of(folder).choose(None)
    assert caught.value.reason == "missing_archive"
    assert caught.value.data["loaded_archives"] == ["odd_titles", "without_index"]


def test_with_no_archive_nothing_can_be_chosen(tmp_path: Path):
    with pytest.raises(NotFound) as caught:
        library_of(tmp_path).choose(None)
    assert caught.value.reason == "missing_archive"


# ---- bad files ---------------------------------------------------------------------------------------------


def test_every_kind_of_unreadable_file_is_listed_with_its_defect(tmp_path: Path, written: Path):
    expected = make.unreadable_files(tmp_path, written / "without_index.zim")
    shutil.copy(written / "without_index.zim", tmp_path)
    library = library_of(tmp_path)
    listed = {file.name: file.defect for file in library.archives()}
    assert listed == expected | {"without_index": None}
    for name, defect in expected.items():
        with pytest.raises(Unavailable) as caught:
            library.open(name)
        assert caught.value.reason == "archive_unreadable"
        assert caught.value.data["defect"] == defect


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_file_without_permission_is_listed_so(folder: Path):
    (folder / "without_index.zim").chmod(0)
    defects = {file.name: file.defect for file in library_of(folder).archives()}
    assert defects["without_index"] == "no permission to read it"


BROKEN = {
    "invalid.bad_mimetype_list": "MIME types",
    "invalid.invalid_checksumpos": "checksum",
    "invalid.invalid_mimelistpos": "mimelistPos",
    "invalid.nonsorted_dirent_table": "not properly sorted",
    "invalid.offset_in_cluster": "not ordered",
    "invalid.outofbounds_clusterptrpos": "outside",
    "invalid.outofbounds_first_direntptr": "Invalid dirent pointer",
    "invalid.outofbounds_last_direntptr": "Invalid dirent pointer",
    "invalid.outofbounds_urlptrpos": "outside",
    "invalid.smaller_than_header": "40 bytes",
}


def test_the_damaged_archives_of_the_suite_are_unreadable_for_one_line_reasons(shared_library: Library):
    listed = {file.name: file.defect for file in shared_library.archives()}
    for name, defect in listed.items():
        if name.startswith("invalid.") and name in BROKEN:
            assert defect is not None
            assert "\n" not in defect
            assert len(defect) <= 200
        else:
            assert defect is None, name
    assert BROKEN.keys() <= listed.keys()


def test_a_file_that_is_still_being_copied_is_left_alone_until_it_is_whole(tmp_path: Path, written: Path):
    data = (written / "odd_titles.zim").read_bytes()
    growing = tmp_path / "growing.zim"
    library = library_of(tmp_path)
    for size in (0, 60, 5_000, len(data) - 1):
        growing.write_bytes(data[:size])
        assert not library.archives()[0].readable
        with pytest.raises(Unavailable):
            library.open("growing")
    growing.write_bytes(data)
    assert library.open("growing").resolve("C#").path == "C#"


def test_a_file_that_did_not_open_is_tried_again_after_a_while(folder: Path, monkeypatch: pytest.MonkeyPatch):
    library = library_of(folder / "without_index.zim")
    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", _disk_asleep)
        patch.setattr(Path, "open", _disk_asleep)
        with pytest.raises(Unavailable, match="Device or resource busy"):
            library.open("without_index")
    with pytest.raises(Unavailable, match="Device or resource busy"):
        library.open("without_index")
    monkeypatch.setattr("bookwheel.archive.library.RETRY_SECONDS", 0.0)
    assert library.open("without_index").title == "Bare"


def _disk_asleep(*_: object, **__: object) -> None:
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


# ---- change ------------------------------------------------------------------------------------------------


def replace(target: Path, source: Path) -> None:
    temporary = target.with_suffix(".new")
    shutil.copy(source, temporary)
    temporary.replace(target)


def overwrite(target: Path, source: Path) -> None:
    target.write_bytes(source.read_bytes())


@pytest.mark.parametrize("change", [replace, overwrite])
def test_a_replaced_archive_is_opened_anew(folder: Path, written: Path, change: Callable[[Path, Path], None]):
    library = library_of(folder)
    before = library.open("without_index")
    assert before.resolve("Alpha").path == "Alpha"
    change(folder / "without_index.zim", written / "crawled.zim")
    after = library.open("without_index")
    assert (after.fingerprint, after.uuid) != (before.fingerprint, before.uuid)
    assert after.resolve("Docs").path == "www.site.org/docs/"
    with pytest.raises(NotFound):
        after.resolve("Alpha")


def test_an_archive_of_the_same_size_and_second_is_noticed(folder: Path):
    target = folder / "without_index.zim"
    library = library_of(folder)
    before = library.open("without_index")
    data = target.read_bytes().replace(b"Alpha", b"Alphx")
    moment = target.stat().st_mtime
    (folder / "new").write_bytes(data)
    os.utime(folder / "new", (moment, moment))
    (folder / "new").replace(target)
    assert library.open("without_index") is not before


def test_an_unchanged_archive_stays_open(folder: Path):
    library = library_of(folder)
    assert library.open("odd_titles") is library.open(str(folder / "more/deep/odd_titles.zim"))


def test_a_truncated_archive_is_refused_from_the_next_call_on(folder: Path):
    library = library_of(folder)
    library.open("odd_titles")
    os.truncate(folder / "more/deep/odd_titles.zim", 20_000)
    with pytest.raises(Unavailable) as caught:
        library.open("odd_titles")
    assert caught.value.data["defect"].startswith("incomplete: 20000 of")


def test_reading_the_directory_of_a_file_truncated_meanwhile_is_a_typed_error(folder: Path):
    archive = library_of(folder).open("odd_titles")
    os.truncate(folder / "more/deep/odd_titles.zim", 5_000)
    with pytest.raises(BookwheelError):
        archive.resolve("not there before")
    with pytest.raises(Unavailable):
        archive.namespaces()


def test_more_archives_than_are_kept_open_can_be_used_together(tmp_path: Path, written: Path):
    for number in range(9):
        shutil.copy(written / "without_index.zim", tmp_path / f"copy{number}.zim")
    library = library_of(tmp_path)
    library.most_open = 6
    rounds = [[library.open(f"copy{number}") for number in range(9)] for _ in range(4)]
    assert {archive.resolve("Alpha").path for archives in rounds for archive in archives} == {"Alpha"}
    for before, after in pairwise(rounds):
        assert sum(one is other for one, other in zip(before, after, strict=True)) >= 3
    assert library.open("copy8") is library.open("copy8")


# ---- split sets --------------------------------------------------------------------------------------------


def test_a_split_set_is_one_archive(shared_library: Library, shared: Path):
    name = "wikibooks_be_all_nopic_2017-02_splitted"
    split = shared_library.open(name)
    whole = shared_library.open("nons/wikibooks_be_all_nopic_2017-02")
    assert split.is_multipart
    assert split.size == whole.size
    assert split.uuid == whole.uuid
    assert len(split.fingerprint) == 3
    for spelling in (f"{name}.zim", f"{name}.zimaa", str(shared / "zts/nons" / f"{name}.zim")):
        assert shared_library.open(spelling) is split
    page = whole.main_page()
    assert split.read(split.resolve(page.path)).content == whole.read(page).content


def test_a_split_set_is_given_by_any_of_its_names(tmp_path: Path, written: Path):
    make.split(written / "odd_titles.zim", (100, 30_000), tmp_path / "cut.zim")
    for location in (tmp_path, tmp_path / "cut.zim", tmp_path / "cut.zimaa"):
        library = library_of(location)
        assert names(library) == ["cut"]
        assert library.archives()[0].is_multipart
        assert library.open("cut").resolve("C#").path == "C#"
        assert library.locations()[0].defect is None


def test_a_whole_file_goes_before_a_split_set_of_the_same_name(tmp_path: Path, written: Path):
    make.split(written / "odd_titles.zim", (100,), tmp_path / "both.zim")
    shutil.copy(written / "crawled.zim", tmp_path / "both.zim")
    library = library_of(tmp_path)
    assert names(library) == ["both"]
    assert not library.open("both").is_multipart
