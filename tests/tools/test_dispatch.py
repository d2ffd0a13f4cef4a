"""From raw arguments to a result, whatever goes wrong in between."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from bookwheel import demo_archive
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
