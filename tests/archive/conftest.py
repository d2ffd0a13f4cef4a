"""Archives for the tests: tiny ones written on the spot, and the shared collection of real ones."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from archives import make  # noqa: E402
from bookwheel.archive.library import Library, LibrarySettings  # noqa: E402
from bookwheel.archive.opened import OpenArchive  # noqa: E402

SHARED = (ROOT / "../shared/data/zim").resolve()


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every tiny archive."""
    folder = tmp_path_factory.mktemp("written")
    for build in make.ARCHIVES:
        build(folder)
    return folder


@pytest.fixture(scope="session")
def library(written: Path) -> Library:
    """A library over the tiny archives."""
    return Library(LibrarySettings((str(written),)))


@pytest.fixture
def open_archive(library: Library) -> Callable[[str], OpenArchive]:
    """Open one of the tiny archives by name."""
    return library.open


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and "shared" in item.fixturenames:
            item.add_marker(pytest.mark.real("data/zim"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real archives."""
    return SHARED


@pytest.fixture(scope="session")
def shared_library(shared: Path) -> Library:
    """A library over the real archives."""
    return Library(LibrarySettings((str(shared),)))


@pytest.fixture
def folder(tmp_path: Path, written: Path) -> Path:
    """A folder with two archives, one of them deeper down."""
    place = tmp_path / "library"
    (place / "more" / "deep").mkdir(parents=True)
    shutil.copy(written / "without_index.zim", place)
    shutil.copy(written / "odd_titles.zim", place / "more" / "deep")
    return place
