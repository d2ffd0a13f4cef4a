"""Which index an archive gets: the one beside it, the one in the cache, one in memory; and when a change is noticed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.companion import opened as opening
from bookwheel.companion import places
from bookwheel.companion.build import build
from bookwheel.companion.opened import companion_of
from bookwheel.companion.places import beside, cached, choose, workshop
from bookwheel.companion.store import IndexDefectError
from companion.conftest import opened

Write = Callable[[int, int], Path]


@pytest.fixture
def archive(made_up: Write, tmp_path: Path) -> Path:
    """An archive of 40 pages in a folder of its own."""
    return Path(shutil.copy(made_up(40, 3), tmp_path / "a.zim"))


def too_large_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "IN_MEMORY_BYTES", 0)


def cause_of(library: Library) -> str:
    with pytest.raises(IndexDefectError) as caught:
        _ = companion_of(library.choose(None)).links
    return caught.value.cause


def test_a_small_archive_is_indexed_in_memory_once(archive: Path) -> None:
    one = opened(archive)
    companion = companion_of(one)
    assert companion.held_in == "memory"
    assert companion.links.page_count == 40
    assert companion_of(one) is companion


def test_a_file_is_used_as_soon_as_it_is_there_and_no_longer(archive: Path) -> None:
    one = opened(archive)
    assert companion_of(one).held_in == "memory"
    build(opened(archive), beside(archive))
    first = companion_of(one)
    assert first.held_in == "file"
    assert companion_of(one) is first
    build(opened(archive), beside(archive))
    assert companion_of(one) is not first
    beside(archive).unlink()
    assert companion_of(one).held_in == "memory"


def test_a_large_archive_without_a_file_says_so(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    too_large_for_memory(monkeypatch)
    assert cause_of(Library(LibrarySettings((str(archive),)))) == "absent"


def test_an_archive_replaced_after_indexing_is_noticed_at_once(
    archive: Path, made_up: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_large_for_memory(monkeypatch)
    library = Library(LibrarySettings((str(archive),)))
    build(opened(archive), beside(archive))
    assert companion_of(library.choose(None)).links.page_count == 40
    replacement = Path(shutil.copy(made_up(300, 12), archive.with_name("new")))
    replacement.replace(archive)
    assert cause_of(library) == "stale"
    build(opened(archive), beside(archive))
    assert companion_of(library.choose(None)).links.page_count == 300


def test_a_file_truncated_in_place_is_noticed_before_it_is_read(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_large_for_memory(monkeypatch)
    library = Library(LibrarySettings((str(archive),)))
    build(opened(archive), beside(archive))
    assert companion_of(library.choose(None)).links.page_count == 40
    os.truncate(beside(archive), 100)
    assert cause_of(library) == "truncated"


def test_the_cache_serves_when_nothing_usable_lies_beside(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_large_for_memory(monkeypatch)
    cache = str(tmp_path / "cache")
    build(opened(archive), cached(archive, cache))
    assert companion_of(opened(archive), cache).held_in == "file"
    assert cause_of(Library(LibrarySettings((str(archive),)))) == "absent"
    beside(archive).write_bytes(b"not an index of any kind, and long enough")
    assert companion_of(opened(archive), cache).held_in == "file"
    cached(archive, cache).unlink()
    assert cause_of(Library(LibrarySettings((str(archive),), cache_folder=cache))) == "foreign"


def test_an_index_is_written_beside_its_archive_or_in_the_cache(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "caches").mkdir()
    cache = str(tmp_path / "caches" / "ours")
    assert choose(archive, cache) == beside(archive) == archive.with_name("a.zim.bookwheel")
    archive.parent.chmod(0o555)  # whoever runs this, root too
    try:
        assert choose(archive, cache) == cached(archive, cache)
    finally:
        archive.parent.chmod(0o755)
    assert Path(cache).is_dir()
    assert choose(archive, "") == beside(archive)


def test_builds_of_other_machines_in_the_folder_are_left_alone_until_they_are_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_is_running", lambda _process: False)
    with workshop(tmp_path / "a.bookwheel") as killed:
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr("platform.node", lambda: "elsewhere")
            with workshop(tmp_path / "b.bookwheel") as other:
                assert killed.is_dir()
        other.mkdir()
        with workshop(tmp_path / "c.bookwheel"):
            assert not killed.exists()
            assert other.is_dir()
            os.utime(other, (1, 1))
        with workshop(tmp_path / "d.bookwheel"):
            assert not other.exists()


def test_archives_of_one_name_do_not_share_a_place_in_the_cache(tmp_path: Path) -> None:
    assert cached(tmp_path / "a" / "x.zim", "/c") != cached(tmp_path / "b" / "x.zim", "/c")
