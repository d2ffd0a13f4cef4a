"""The directory read directly must agree with libzim, entry for entry."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from libzim.reader import Archive

from archives import make
from bookwheel.archive.directory import UNKNOWN_MIMETYPE, Directory
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.parts import Parts, open_parts


def readable(library: Library) -> list[OpenArchive]:
    return [library.open(file.name) for file in library.archives() if file.readable]


def agree(archive: OpenArchive) -> int:
    libzim = Archive(archive.path)
    directory = archive.directory
    assert directory.count == libzim.all_entry_count
    assert archive.has_new_namespaces == libzim.has_new_namespace_scheme
    assert archive.uuid == str(libzim.uuid)
    listed = list(directory.entries(0, directory.count))
    for number, entry in enumerate(listed):
        assert entry == directory.entry(number)
        theirs = libzim._get_entry_by_id(number)
        own_path = entry.name if archive.has_new_namespaces else entry.path
        assert (own_path, entry.sort_title or entry.name, entry.is_redirect) == (
            theirs.path,
            theirs.title,
            theirs.is_redirect,
        )
        if entry.is_redirect:
            assert entry.target >= directory.count or theirs.get_redirect_entry()._index == entry.target
        elif entry.mimetype != UNKNOWN_MIMETYPE:
            assert theirs.get_item().mimetype == entry.mimetype
        assert directory.find(entry.namespace, entry.name) == entry
    return len(listed)


def test_every_entry_of_the_written_archives_is_as_libzim_has_it(library: Library):
    assert sum(agree(archive) for archive in readable(library)) > 1500


def test_every_entry_of_the_real_archives_is_as_libzim_has_it(shared_library: Library):
    assert sum(agree(archive) for archive in readable(shared_library)) > 6000


def test_content_of_uncompressed_clusters_lies_where_the_directory_says(shared_library: Library):
    compared = 0
    for archive in readable(shared_library):
        parts, _ = open_parts(archive.parts)
        libzim = Archive(archive.path)
        if archive.name == "invalid.outofbounds_first_clusterptr":
            continue
        for entry in archive.directory.entries(0, archive.directory.count):
            place = None if entry.is_redirect else archive.clusters.position(entry)
            if place is not None:
                content = libzim._get_entry_by_id(entry.number).get_item().content.tobytes()
                assert parts.read(*place) == content
                compared += 1
        parts.close()
    assert compared > 50


def test_paths_are_found_by_bytes_whatever_their_script(library: Library):
    directory = library.open("odd_titles").directory
    for name in ("東京", "Café", "C#", "..", "+"):
        found = directory.find("C", name)
        assert found is not None
        assert found.name == name
    assert directory.find("C", "東") is None
    assert directory.find("A", "東京") is None


def test_namespaces_are_ranges_that_cover_all_entries(shared_library: Library):
    for archive in readable(shared_library):
        if archive.name == "invalid.nonsorted_dirent_table":
            continue
        ranges = [archive.directory.namespace_range(letter) for letter in archive.directory.letters()]
        assert ranges[0][0] == 0
        assert ranges[-1][1] == archive.directory.count
        assert all(left[1] == right[0] for left, right in pairwise(ranges))


def test_a_namespace_may_be_any_byte(written: Path, tmp_path: Path):
    data = bytearray((written / "without_index.zim").read_bytes())
    path = tmp_path / "odd.zim"
    parts, header = open_parts((written / "without_index.zim",))
    data[Directory(parts, header).pointer(header.entry_count - 1) + 3] = 0xFF
    path.write_bytes(data)
    directory = Directory(*open_parts((path,)))
    assert list(directory.letters())[-1] == "\xff"
    assert directory.namespace_range("\xff") == (directory.count - 1, directory.count)


def test_a_title_that_is_a_text_is_cut_where_it_is_shown(tmp_path: Path):
    title = "Long title " * 300
    make.write(tmp_path / "long.zim", [make.Spec("page", title, "<p>x</p>", is_front=False)], has_index=False)
    archive = Library(LibrarySettings((str(tmp_path),))).open("long")
    entry = archive.directory.find("C", "page")
    assert entry is not None
    assert entry.sort_title == title
    assert entry.title == f"{title[:999]}…"


def test_titles_come_in_order(shared_library: Library):
    for name in ("wikipedia_en_100_mini_2022-10", "rig_mini_mini_2026-11", "withns/small"):
        listing = shared_library.open(name).titles.listing
        assert listing is not None
        keys = [listing.title_key(place) for place in range(listing.count)]
        assert keys == sorted(keys)
        assert all(listing.first_at_or_after(key) <= place for place, key in enumerate(keys))


@pytest.mark.parametrize("cut", range(12))
def test_a_directory_with_random_bytes_in_it_never_fails_untyped(written: Path, tmp_path: Path, cut: int):
    from bookwheel.archive.defects import DefectError

    data = bytearray((written / "odd_titles.zim").read_bytes())
    rng = random.Random(cut)  # noise, not secrets
    for _ in range(400):
        data[rng.randrange(24, len(data))] = rng.randrange(256)
    path = tmp_path / "noise.zim"
    path.write_bytes(bytes(data))
    try:
        parts, header = open_parts((path,))
    except DefectError:
        return
    try:
        directory = Directory(parts, header._replace(entry_count=min(header.entry_count, 1000)))
        for number in range(directory.count):
            try:
                directory.entry(number)
                directory.find("C", "C#")
            except DefectError:
                continue
    except DefectError:
        pass
    finally:
        parts.close()


def test_parts_read_across_their_seams(written: Path, tmp_path: Path):
    from archives.make import split

    whole = (written / "crawled.zim").read_bytes()
    parts = Parts(split(written / "crawled.zim", (7, 1, 5000), tmp_path / "seams.zim"))
    assert parts.size == len(whole)
    for start in (0, 5, 6, 7, 8, 5007, 5008, len(whole) - 3):
        assert parts.read_upto(start, 6000) == whole[start : start + 6000]
    parts.close()
