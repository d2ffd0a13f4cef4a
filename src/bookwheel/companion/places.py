"""Where companion files lie, and how one comes there: whole or not at all."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from bookwheel.companion.store import MAGIC, SUFFIX

_WORKSHOP = ".bookwheel-build-"
_ABANDONED_SECONDS = 86_400
"""A build of another machine that has written nothing for so long is taken for killed."""


def beside(archive: Path) -> Path:
    """Return the place of an archive's companion file next to it ("x.zim.bookwheel")."""
    return archive.with_name(archive.name + SUFFIX)


def cached(archive: Path, cache_folder: str) -> Path:
    """Return its place in the cache: named by the archive's file and, as names may repeat, where that lies."""
    place = hashlib.sha256(os.fsencode(os.path.realpath(archive))).hexdigest()[:12]
    return Path(cache_folder) / f"{archive.name}-{place}{SUFFIX}"


def candidates(archive: Path, cache_folder: str) -> tuple[Path, ...]:
    """Return where to look, in order."""
    if not cache_folder:
        return (beside(archive),)
    return beside(archive), cached(archive, cache_folder)


def choose(archive: Path, cache_folder: str) -> Path:
    """Return where to write: beside the archive, or in the cache when that folder cannot be written to.

    Raises OSError when neither can.
    """
    target = beside(archive)
    if not cache_folder or _is_writable(target.parent):
        return target
    target = cached(archive, cache_folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def _is_writable(folder: Path) -> bool:
    # Root can write where nobody is meant to; on Windows such a folder is one that looks special.
    if hasattr(os, "geteuid") and os.geteuid() == 0 and not folder.stat().st_mode & 0o222:
        return False
    # os.access knows nothing of read-only mounts on some systems; a file that can be made settles it.
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def may_be_replaced(target: Path) -> bool:
    """Tell whether writing a companion file there destroys nothing but another one."""
    if not target.exists():
        return True
    if not target.is_file():  # a folder, or a pipe, which nobody may ever write to
        return False
    if target.name.endswith(SUFFIX):
        return True
    with target.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


@contextmanager
def workshop(target: Path) -> Generator[Path]:
    """Yield a folder for the parts of a build, next to its target; what killed builds left there is removed first."""
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target.parent)
    folder = Path(tempfile.mkdtemp(prefix=f"{_WORKSHOP}{os.getpid()}-{_machine()}-", dir=target.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _sweep(folder: Path) -> None:
    for left in folder.glob(f"{_WORKSHOP}*"):
        owner, _, rest = left.name.removeprefix(_WORKSHOP).partition("-")
        is_ours = rest.partition("-")[0] == _machine()
        if (owner.isdecimal() and not _is_running(int(owner))) if is_ours else _is_abandoned(left):
            shutil.rmtree(left, ignore_errors=True)


def _machine() -> str:
    """Return what tells machines and containers apart that share a folder: a process number means something in one."""
    return hashlib.sha256(platform.node().encode("utf-8", "replace")).hexdigest()[:12]


def _is_abandoned(workshop: Path) -> bool:
    with suppress(OSError):
        last = max(path.stat().st_mtime for path in (workshop, *workshop.iterdir()))
        return time.time() - last > _ABANDONED_SECONDS
    return False


def _is_running(process: int) -> bool:
    if not hasattr(os, "fork"):
        return True  # asking Windows by signal would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def replaced_at_once(target: Path, folder: Path) -> Generator[BinaryIO]:
    """Yield a file that becomes `target` when the block ends well: readers see the old one or the whole new one."""
    partial = folder / "index"
    with partial.open("wb") as out:
        yield out
        out.flush()
        os.fsync(out.fileno())
    partial.replace(target)
    # The new name itself must survive a power cut; some systems cannot sync a folder, and then nothing is lost.
    with suppress(OSError):
        handle = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
