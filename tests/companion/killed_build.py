"""A build that another process may kill; a module of its own so that a fresh process imports nothing else."""

from __future__ import annotations

from pathlib import Path

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.companion.build import build


def run(archive: str, target: str) -> None:
    """Build the index of an archive."""
    build(Library(LibrarySettings((archive,))).choose(None), Path(target))
