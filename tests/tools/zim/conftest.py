"""The made-up towns that questions are asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives.towns import towns as towns_archive


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a module's own; modules about something else bring theirs."""
    return tmp_path_factory.mktemp("towns")


@pytest.fixture(scope="module")
def towns(folder: Path) -> Path:
    """The archive of the towns."""
    return towns_archive(folder)
