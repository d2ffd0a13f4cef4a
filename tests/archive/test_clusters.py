"""Contents read straight from clusters: the same bytes as libzim gives, and a typed defect where they are damaged."""

from __future__ import annotations

import gc
import os
import random
import shutil
import weakref
from pathlib import Path

import pytest
from libzim.reader import Archive

from archives.make import page, write
from bookwheel import demo_archive
from bookwheel.archive.clusters import KEPT_BYTES, Clusters
from bookwheel.archive.defects import DefectError
from bookwheel.archive.directory import Directory
from bookwheel.archive.header import parse_header
from bookwheel.archive.parts import HEAD_BYTES, Parts
from bookwheel.errors import BookwheelError
from calls import DEMO, SHARED_DATA, library_of, real


def compare_with_libzim(path: Path) -> int:
    """Compare every content and size of an archive; return how many there were."""
    library = library_of(path)
    archive = library.open(library.archives()[0].name)
    theirs = Archive(path)
    count = 0
    for entry in archive.directory.entries(0, archive.directory.count):
        if entry.is_redirect or entry.cluster < 0:
            continue
        expected = theirs._get_entry_by_id(entry.number).get_item().content.tobytes()
        assert archive.clusters.content(entry) == expected, entry.path
        assert archive.clusters.size(entry) == len(expected)
        count += 1
    return count


def test_the_demo_archive_has_the_same_contents_as_through_libzim() -> None:
    assert compare_with_libzim(demo_archive.path()) > 100


@pytest.mark.parametrize(
    "name",
    [
        "wikipedia_en_ray_charles_2015-06.zim",
        "wikipedia_en_ray_charles_novid_2018-10.zim",
        "wikipedia_en_ray_charles_mini_2020-03.zim",
        "wikipedia_en_100_mini_2022-10.zim",
        "made/wikipedia_en_sample_nopic_2026-11.zim",
        "foo-zstd.zim",
        "good.zim",
        "testzim.zim",
        "zts/nons/wikibooks_be_all_nopic_2017-02.zim",
        "zts/withns/small.zim",
    ],
)
def test_real_archives_of_every_compression_have_the_same_contents_as_through_libzim(name: str) -> None:
    path = real(SHARED_DATA / "zim" / name)
    assert compare_with_libzim(path) > 0


def test_a_split_set_has_the_same_contents_as_through_libzim() -> None:
    whole = real(SHARED_DATA / "zim" / "zts" / "nons" / "wikibooks_be_all_nopic_2017-02_splitted.zimaa")
    assert compare_with_libzim(whole.with_suffix(".zim")) > 0


def test_contents_are_the_same_in_any_order_of_reading() -> None:
    library = library_of(demo_archive.path())
    archive = library.open(DEMO)
    entries = [e for e in archive.directory.entries(0, archive.directory.count) if e.cluster >= 0]
    straight = [archive.clusters.content(entry) for entry in entries]
    order = list(range(len(entries)))
    random.Random(3).shuffle(order)
    assert all(archive.clusters.content(entries[n]) == straight[n] for n in order)


def test_more_clusters_than_are_kept_are_read_in_any_order(tmp_path: Path) -> None:
    dice = random.Random(5)
    texts = {f"P{number}": dice.randbytes(180_000).hex() for number in range(40)}
    write(tmp_path / "large.zim", [page(path, body=text) for path, text in texts.items()], has_index=False)
    archive = library_of(tmp_path).open("large")
    entries = [archive.resolve(path).entry for path in dice.choices(list(texts), k=120)]
    assert len({entry.cluster for entry in entries}) > 6
    for entry in entries:
        assert texts[entry.path].encode() in archive.clusters.content(entry)
    assert sum(len(cluster.data) for cluster in archive.clusters._kept.values()) < 2 * KEPT_BYTES


def test_what_is_kept_is_divided_among_the_archives_that_are_open(tmp_path: Path) -> None:
    dice = random.Random(5)
    texts = {f"P{number}": dice.randbytes(180_000).hex() for number in range(24)}
    write(tmp_path / "large.zim", [page(path, body=text) for path, text in texts.items()], has_index=False)
    for number in range(31):
        shutil.copy(demo_archive.path(), tmp_path / f"copy{number}.zim")
    library = library_of(tmp_path)
    archive = library.open("large")
    for path, text in texts.items():
        assert text.encode() in archive.clusters.content(archive.resolve(path).entry)
    assert sum(len(cluster.data) for cluster in archive.clusters._kept.values()) > 2 << 20
    for number in range(31):
        library.open(f"copy{number}")
    assert sum(len(cluster.data) for cluster in archive.clusters._kept.values()) <= 1 << 20
    assert texts["P0"].encode() in archive.clusters.content(archive.resolve("P0").entry)


def test_damaged_bytes_give_a_defect_or_other_bytes_and_never_another_exception(tmp_path: Path) -> None:
    whole = demo_archive.path().read_bytes()
    dice = random.Random(11)
    for trial in range(40):
        bent = bytearray(whole)
        for _ in range(dice.choice([1, 3, 400])):
            bent[dice.randrange(HEAD_BYTES, len(bent))] = dice.randrange(256)
        path = tmp_path / f"bent{trial}.zim"
        path.write_bytes(bent)
        parts = Parts((path,))
        header = parse_header(bytes(bent[:HEAD_BYTES]))
        clusters = Clusters(parts, header)
        try:
            directory = Directory(parts, header)
        except DefectError:
            continue
        for number in range(directory.count):
            try:
                entry = directory.entry(number)
                if entry.cluster >= 0:
                    clusters.size(entry)
                    clusters.content(entry)
            except DefectError:
                continue
        parts.close()
        path.unlink()


def test_a_damaged_entry_is_named_and_the_others_are_served(tmp_path: Path) -> None:
    whole = bytearray(demo_archive.path().read_bytes())
    library = library_of(demo_archive.path())
    archive = library.open(DEMO)
    entry = archive.resolve("Bookwheel").entry
    start, _ = archive.clusters._start(entry.cluster)
    whole[start + 40 : start + 3000] = bytes(2960)
    (tmp_path / "hurt.zim").write_bytes(whole)
    hurt = library_of(tmp_path).open("hurt")
    with pytest.raises(BookwheelError) as caught:
        hurt.read(hurt.resolve("Bookwheel"))
    assert caught.value.reason == "archive_unreadable"
    assert caught.value.data["entry_path"] == "Bookwheel"
    picture = hurt.resolve("_assets_/Paper_sizes.png")
    assert hurt.read(picture).content.startswith(b"\x89PNG")


def test_an_archive_let_go_closes_its_files_at_once() -> None:
    library = library_of(demo_archive.path())
    archive = library.open(DEMO)
    archive.read(archive.main_page())
    held, file = weakref.ref(archive.clusters), archive._parts._only  # pyright: ignore[reportPrivateUsage]
    assert file is not None
    os.fstat(file)
    gc.disable()  # a cycle would be found sooner or later; files are few
    try:
        del archive, library
        assert held() is None
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)
    finally:
        gc.enable()
