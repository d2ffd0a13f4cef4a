"""Small encyclopaedias, written once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archives import encyclopaedias
from bookwheel import demo_archive
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive


@pytest.fixture(scope="session")
def encyclopaedia_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every small encyclopaedia."""
    folder = tmp_path_factory.mktemp("encyclopaedias")
    for build in encyclopaedias.ARCHIVES:
        build(folder)
    return folder


@pytest.fixture(scope="session")
def encyclopaedia_library(encyclopaedia_folder: Path) -> Library:
    """A library over them."""
    return Library(LibrarySettings((str(encyclopaedia_folder),)))


@pytest.fixture(scope="session")
def demo() -> OpenArchive:
    """The built-in archive."""
    return Library(LibrarySettings((str(demo_archive.path()),))).choose(None)


@pytest.fixture
def opened(encyclopaedia_library: Library) -> Callable[[str], OpenArchive]:
    """Open one of them by name."""
    return encyclopaedia_library.open


@pytest.fixture
def english(opened: Callable[[str], OpenArchive]) -> OpenArchive:
    """The English one."""
    return opened("english")
