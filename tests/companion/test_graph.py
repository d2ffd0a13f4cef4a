"""The link graph equals one made the plain way: by asking zim_links page by page."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from bookwheel.archive.defects import DefectError
from bookwheel.archive.entry import Resolved
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion import edges
from bookwheel.companion.build import build, build_in_memory
from bookwheel.companion.graph import LinkGraph
from bookwheel.companion.importance import DAMPING
from bookwheel.companion.opened import companion_of, identity_of
from bookwheel.companion.store import IndexFile, open_index
from bookwheel.tools import dispatch
from bookwheel.tools.zim.links import TOOL
from calls import library_of, real
from companion.conftest import SHARED, opened

REAL = (
    "wikipedia_en_ray_charles_mini_2020-03.zim",
    "wikipedia_en_100_mini_2022-10.zim",
    "made/wikipedia_en_sample_nopic_2026-11.zim",
    "characters_encoding.zim",
)


def listed_graph(path: Path) -> tuple[OpenArchive, dict[str, set[str]]]:
    """Return, for each page, the pages that its listed internal links reach, itself left out."""
    library = library_of(path)
    archive = library.open(path.stem)
    graph: dict[str, set[str]] = {}
    ends: dict[str, Resolved] = {}
    missing: set[str] = set()
    for entry in archive.directory.entries(*archive.directory.namespace_range(archive.content_namespace)):
        if entry.mimetype.startswith("text/html") and archive.resolve(entry.path).path == entry.path:
            graph[entry.path] = reached(library, archive, entry.path, ends, missing)
    for absent in missing:
        assert archive.find_path(absent) is None or absent in {"loop_a", "nowhere"}
    return archive, graph


def reached(
    library: Library, archive: OpenArchive, path: str, ends: dict[str, Resolved], missing: set[str]
) -> set[str]:
    found: set[str] = set()
    cursor: dict[str, str] = {}
    while True:
        arguments = {"zim_file_path": archive.name, "entry_path": path, "limit": 500, **cursor}
        page = dispatch.call_here(dispatch.find(TOOL.name), arguments, library).data or {}
        for row in page["results"]:
            if row.get("exists") is False:
                missing.add(row["path"] or "\0")
            else:
                if row["path"] not in ends:
                    ends[row["path"]] = archive.resolve(row["path"])
                end = ends[row["path"]]
                assert not end.is_guess
                if end.entry.mimetype.startswith("text/html") and end.path != path:
                    found.add(end.path)
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}


def assert_same(path: Path) -> None:
    archive, expected = listed_graph(path)
    graph = companion_of(archive).links
    paths = [archive.directory.entry(graph.entry_number(rank)).path for rank in range(graph.page_count)]
    assert sorted(paths) == sorted(expected)
    for rank, page in enumerate(paths):
        linkers = graph.inbound(rank)
        assert linkers == sorted(set(linkers))
        assert {paths[linker] for linker in linkers} == {
            source for source, targets in expected.items() if page in targets
        }
        assert graph.inbound_count(rank) == len(linkers)
        assert graph.outbound_count(rank) == len(expected[page])
    assert graph.link_count == sum(map(len, expected.values()))


def test_the_graph_of_an_archive_with_every_kind_of_link_equals_its_listed_links(linked: Path) -> None:
    assert_same(linked)


def test_stubs_redirects_and_spellings_lead_to_one_page(linked: Path) -> None:
    archive = opened(linked)
    graph = companion_of(archive).links
    for other in ("Old", "Older", "Stub", "Stub_of_stub"):
        entry = archive.directory.find("C", other)
        assert entry is not None
        assert graph.rank(entry.number) == graph.rank(archive.resolve("Goal").entry.number)
    for none in ("loop_a", "nowhere", "images/dot.png"):
        entry = archive.directory.find("C", none)
        assert entry is not None
        assert graph.rank(entry.number) is None


def test_hidden_links_and_menus_are_no_links(linked: Path) -> None:
    archive = opened(linked)
    graph = companion_of(archive).links
    rank = graph.rank(archive.resolve("Secret").entry.number)
    assert rank is not None
    assert graph.inbound_count(rank) == 0


@pytest.mark.parametrize("name", REAL)
def test_the_graph_of_a_real_archive_equals_its_listed_links(name: str, tmp_path: Path) -> None:
    path = tmp_path / Path(name).name
    shutil.copy(real(SHARED / name), path)
    assert_same(path)


@pytest.mark.parametrize(("pages", "links"), [(1, 0), (2, 1), (40, 3), (300, 12)])
def test_pages_are_numbered_by_pagerank(made_up: Callable[[int, int], Path], pages: int, links: int) -> None:
    archive = opened(made_up(pages, links))
    graph = companion_of(archive).links
    count = graph.page_count
    inbound = [graph.inbound(rank) for rank in range(count)]
    score = [1 / count] * count
    for _ in range(200):
        flow = [
            sum(score[linker] / graph.outbound_count(linker) for linker in inbound[rank])
            for rank in range(count)
        ]
        lost = 1 - sum(flow)
        score = [(1 - DAMPING) / count + DAMPING * (part + lost / count) for part in flow]
    for rank in range(count - 1):
        assert score[rank] > score[rank + 1] - 2e-4


def test_a_page_of_a_row_is_a_slice_of_it(made_up: Callable[[int, int], Path]) -> None:
    graph = companion_of(opened(made_up(300, 12))).links
    whole = graph.inbound(0)
    assert len(whole) > 30
    for offset in (0, 1, 7, len(whole) - 1, len(whole), len(whole) + 5):
        assert graph.inbound(0, offset, 10) == whole[offset : offset + 10]


def test_several_processes_make_the_same_file_as_one(
    made_up: Callable[[int, int], Path], tmp_path: Path
) -> None:
    path = made_up(1100, 3)
    bodies: list[bytes] = []
    for jobs in (1, 2):
        target = tmp_path / f"{jobs}.bookwheel"
        build(opened(path), target, only=("links",), jobs=jobs)
        bodies.append(bytes(open_index(target, identity_of(opened(path))).data))
    bodies.append(bytes(IndexFile(build_in_memory(opened(path)), None).data))
    assert bodies[0] == bodies[1] == bodies[2]


def test_an_archive_replaced_while_several_processes_read_it_is_no_index(
    made_up: Callable[[int, int], Path], tmp_path: Path
) -> None:
    path = Path(shutil.copy(made_up(1100, 3), tmp_path / "x.zim"))
    new = Path(shutil.copy(made_up(300, 12), tmp_path / "new"))

    def replace(what: str, done: int, total: int) -> None:
        if what == "reading the directory" and done == total:
            new.replace(path)

    with pytest.raises(DefectError, match="another archive took its place"):
        build(opened(path), tmp_path / "x.zim.bookwheel", only=("links",), jobs=2, progress=replace)
    assert [left.name for left in tmp_path.iterdir()] == ["x.zim"]


def test_a_disk_that_takes_a_part_only_loses_no_link(
    made_up: Callable[[int, int], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reluctant(FileIO):
        def write(self, data: Any) -> int:  # type: ignore[override]
            return super().write(memoryview(data).cast("B")[:1000]) or 0

    path = made_up(300, 12)
    expected = bytes(IndexFile(build_in_memory(opened(path)), None).data)
    monkeypatch.setattr(edges, "MOST_IN_MEMORY", 1000)
    monkeypatch.setattr(edges, "_opened", lambda place: Reluctant(place, "w+"))
    build(opened(path), tmp_path / "x.bookwheel", only=("links",))
    assert bytes(open_index(tmp_path / "x.bookwheel", None).data) == expected


def test_rows_made_in_several_rounds_are_the_same(
    made_up: Callable[[int, int], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_up(300, 12)
    expected = bytes(IndexFile(build_in_memory(opened(path)), None).data)
    monkeypatch.setattr("bookwheel.companion.links._BUCKET_BYTES", 5000)
    monkeypatch.setattr("bookwheel.companion.edges._STRETCH", 100)
    monkeypatch.setattr("bookwheel.companion.edges.MOST_IN_MEMORY", 1000)
    build(opened(path), tmp_path / "x.bookwheel", only=("links",))
    assert bytes(open_index(tmp_path / "x.bookwheel", None).data) == expected


def test_links_to_forwards_are_settled_in_a_file_as_in_memory(
    linked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = bytes(IndexFile(build_in_memory(opened(linked)), None).data)
    monkeypatch.setattr("bookwheel.companion.edges.MOST_IN_MEMORY", 2)
    monkeypatch.setattr("bookwheel.companion.edges._STRETCH", 3)
    build(opened(linked), tmp_path / "x.bookwheel", only=("links",))
    assert bytes(open_index(tmp_path / "x.bookwheel", None).data) == expected


def test_a_page_that_cannot_be_read_is_counted_and_left_out(tmp_path: Path) -> None:
    from archives import make

    path = make.damaged_cluster(tmp_path)
    built = build(opened(path), tmp_path / "x.bookwheel")
    assert 0 < built.counts["damaged_pages"] < built.counts["pages"]
    assert LinkGraph(open_index(tmp_path / "x.bookwheel", None)).page_count == built.counts["pages"]
