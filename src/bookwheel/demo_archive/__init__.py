"""The demo archive: a small encyclopaedia in our own words (CC0), there to try everything without a download."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def path() -> Path:
    """Return the archive's place on disk.

    Raises FileNotFoundError when the package was installed without its data or lies inside a zip file, where
    libzim cannot open anything.
    """
    archive = files(__name__).joinpath("demo.zim")
    if not isinstance(archive, Path) or not archive.is_file():
        raise FileNotFoundError("the demo archive is not part of this installation")
    return archive
