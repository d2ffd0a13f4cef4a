"""Tags alone and trees tell the same links, whichever a page is read by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.archive.defects import DefectError
from bookwheel.companion import extract
from bookwheel.companion.build import build_in_memory
from bookwheel.companion.store import IndexFile
from bookwheel.errors import BookwheelError
from bookwheel.html import flat
from bookwheel.html.charset import charset_of, to_utf_8
from bookwheel.html.hrefs import read_hrefs
from companion.conftest import SHARED, opened

ARCHIVES = sorted(SHARED.rglob("*.zim"))


@pytest.mark.real("data/zim")
def test_every_page_of_the_real_archives_has_the_same_links_by_tags_and_by_tree() -> None:
    known: dict[bytes | str, int] = {}
    addresses: list[str] = []

    def learn(tag: bytes) -> int:
        meaning = flat.meaning_of(tag)
        if isinstance(meaning, int):
            return meaning
        addresses.append(meaning)
        return len(addresses) - 1

    read = 0
    for path in ARCHIVES:
        try:
            archive = opened(path)
            entries = [
                entry
                for entry in archive.directory.entries(0, archive.directory.count)
                if "html" in entry.mimetype
            ]
            pages = [
                to_utf_8(archive.clusters.content(entry), charset_of(entry.mimetype)) for entry in entries
            ]
        except (BookwheelError, DefectError):
            continue  # some are damaged on purpose
        for raw in pages:
            numbers = flat.numbers_of(raw, known, learn)
            if numbers is not None:
                read += 1
                assert {addresses[number] for number in numbers} == set(read_hrefs(raw)), path.name
    assert read > 50


def test_an_index_made_from_tags_is_the_one_made_from_trees(
    made_up: Callable[[int, int], Path], linked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [made_up(300, 12), linked]
    by_tags = [bytes(IndexFile(build_in_memory(opened(path)), None).data) for path in paths]
    read_trees: list[bytes] = []
    monkeypatch.setattr(extract, "read_hrefs", lambda raw: (read_trees.append(raw), read_hrefs(raw))[1])
    assert by_tags[0] == bytes(IndexFile(build_in_memory(opened(paths[0])), None).data)
    assert not read_trees
    monkeypatch.setattr(flat, "numbers_of", lambda *_: None)
    assert by_tags == [bytes(IndexFile(build_in_memory(opened(path)), None).data) for path in paths]
    assert len(read_trees) > 300


def test_what_was_learned_of_tags_and_addresses_is_bounded(
    made_up: Callable[[int, int], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_up(300, 12)
    expected = bytes(IndexFile(build_in_memory(opened(path)), None).data)
    monkeypatch.setattr(extract, "MOST_REMEMBERED", 20)
    assert bytes(IndexFile(build_in_memory(opened(path)), None).data) == expected
