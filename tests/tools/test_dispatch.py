"""From raw arguments to a result, whatever goes wrong in between."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from archives import make
from bookwheel import demo_archive
from bookwheel.archive.defects import DefectError
from bookwheel.archive.library import Library
from bookwheel.errors import Unavailable
from bookwheel.tools import dispatch
from bookwheel.tools.tool import Result
from calls import DEMO, error, library_of


@pytest.mark.parametrize(
    "arguments", [{}, {"zim_file_path": None}, {"zim_file_path": ""}, {"zim_file_path": " "}]
)
@pytest.mark.parametrize("tool", ["zim_metadata", "zim_get", "zim_links"])
def test_who_names_no_archive_is_told_which_there_are(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    for name in ("one", "two"):
        shutil.copy(demo_archive.path(), tmp_path / f"{name}.zim")
    (tmp_path / "bad.zim").write_bytes(b"no archive")
    if tool != "zim_metadata":
        arguments = {**arguments, "entry_path": "Bookwheel"}
    found = error(library_of(tmp_path), tool, **arguments)
    assert found["reason"] == "invalid_argument"
    assert found["loaded_archives"] == ["one", "two"]
    assert "Loaded: one, two." in found["hint"]
    assert "nearest_valid" not in found


@pytest.mark.parametrize("arguments", [{}, {"zim_file_path": ""}, {"zim_file_path": " "}])
def test_the_only_archive_is_named_as_the_value_to_use(arguments: dict[str, Any]) -> None:
    found = error(library_of(demo_archive.path()), "zim_metadata", **arguments)
    assert found["nearest_valid"] == DEMO


def test_an_empty_name_of_something_else_names_no_archives() -> None:
    found = error(library_of(demo_archive.path()), "zim_links", zim_file_path=DEMO, entry_path="")
    assert "loaded_archives" not in found


class Untold:
    """A tool that meets damage where nothing tells of which archive."""

    def __init__(
        self,
        names: list[str],
        before: Callable[[], object] = lambda: None,
        defect: Exception | None = None,
    ) -> None:
        self.names, self.before = names, before
        self.defect = defect or DefectError("it points to byte 7 of 6")

    def arguments(self) -> None: ...

    def read(self, library: Library, _: None) -> Result:
        for name in self.names:
            library.open(name)
        self.before()
        raise self.defect


def told(library: Library, tool: Untold, monkeypatch: pytest.MonkeyPatch) -> Unavailable:
    monkeypatch.setattr(dispatch, "import_module", lambda _: SimpleNamespace(TOOL=tool))
    with pytest.raises(Unavailable) as caught:
        dispatch.run(library, ("", {}))
    return caught.value


def test_damage_met_anywhere_is_told_of_the_archive_last_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        shutil.copy(demo_archive.path(), tmp_path / f"{name}.zim")
    found = told(library_of(tmp_path), Untold(["one", "two"]), monkeypatch)
    assert (found.reason, found.data["archive"]) == ("archive_unreadable", "two")
    assert "byte 7 of 6" in found.message


def test_a_file_that_the_system_cannot_read_is_no_fault_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(demo_archive.path(), tmp_path / "one.zim")
    failing = OSError(5, "Input/output error", str(tmp_path / "one.zim"))
    found = told(library_of(tmp_path), Untold(["one"], defect=failing), monkeypatch)
    assert found.message == 'The archive "one" is damaged: Input/output error.'


def test_damage_in_a_file_that_changed_meanwhile_is_that_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        shutil.copy(demo_archive.path(), tmp_path / f"{name}.zim")
    library = library_of(tmp_path)
    tool = Untold(["one", "two"], lambda: os.truncate(tmp_path / "one.zim", 9000))
    found = told(library, tool, monkeypatch)
    assert (found.reason, found.retryable) == ("archive_changed", True)
    assert found.data["changed_archives"] == ["one"]
    assert told(library, Untold(["two"]), monkeypatch).reason == "archive_unreadable", "blamed once only"


def test_an_entry_damaged_by_a_change_of_its_file_is_that_change(tmp_path: Path) -> None:
    path = tmp_path / "wiki.zim"
    make.write(path, [make.page("A"), make.page("B")], has_index=False)
    library = library_of(path)
    archive = library.open("wiki")
    os.truncate(path, 300)
    with pytest.raises(Unavailable) as caught:
        archive.read(archive.resolve("A"))
    explained = library.explain(caught.value)
    assert explained is not None
    assert explained.reason == "archive_changed"
    assert error(library, "zim_get", zim_file_path="wiki", entry_path="A")["reason"] == "archive_unreadable"


def test_other_faults_stay_what_they_are(tmp_path: Path) -> None:
    assert library_of(tmp_path).explain(KeyError("x")) is None
