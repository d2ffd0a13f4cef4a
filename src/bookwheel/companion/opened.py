"""The companion index of an open archive, wherever it comes from: its file, or memory for small archives."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.graph import LinkGraph
from bookwheel.companion.places import candidates
from bookwheel.companion.store import ArchiveIdentity, IndexDefectError, IndexFile, open_index

if TYPE_CHECKING:
    from bookwheel.companion.titles import TitleIndex

IN_MEMORY_BYTES = 64 << 20
"""Archives of at most this size are indexed in memory on first use, which takes a few seconds at most."""

HeldIn: TypeAlias = Literal["file", "memory"]
_State: TypeAlias = "tuple[int, int, int, int] | None"


class Companion:
    """An index in use. held_in: where its bytes are. built: when it was built (ISO)."""

    def __init__(self, file: IndexFile, held_in: HeldIn) -> None:
        self.file = file
        self.held_in: HeldIn = held_in
        self.built: str = str(file.header.get("built", ""))

    @cached_property
    def links(self) -> LinkGraph:
        """The link graph. Raises IndexDefectError (incomplete) when the index was built without it."""
        return LinkGraph(self.file)

    @cached_property
    def titles(self) -> TitleIndex:
        """What is spelt like a title or word. Raises IndexDefectError (incomplete) when it was built without it."""
        from bookwheel.companion.titles import TitleIndex

        return TitleIndex(self.file)


class _Kept(NamedTuple):
    path: Path | None
    state: _State
    companion: Companion


_kept: WeakKeyDictionary[OpenArchive, _Kept] = WeakKeyDictionary()
"""What was opened last for each archive; it is let go with the archive, which is opened anew when its file changes."""


def identity_of(archive: OpenArchive) -> ArchiveIdentity:
    """Return what ties an index to this archive."""
    return ArchiveIdentity(archive.uuid, archive.size, archive.path.name)


def companion_of(archive: OpenArchive, cache_folder: str = "") -> Companion:
    """Return the companion index of an archive: its file, else one made in memory when the archive is small.

    Raises IndexDefectError; its `cause` is that of the file found first.
    """
    try:
        return companion_on_disk(archive, cache_folder)
    except IndexDefectError:
        if archive.size > IN_MEMORY_BYTES:
            raise
        return _in_memory(archive)


def companion_on_disk(archive: OpenArchive, cache_folder: str = "") -> Companion:
    """Return the companion index that stands in a file.

    The file's state is looked at on every call, so that a new one is used at once and a changed one never read
    through an old map. Raises IndexDefectError, as above.
    """
    found = first_sound(archive, candidates(archive.path, cache_folder))[1]
    if isinstance(found, IndexDefectError):
        raise found
    return found


def first_sound(archive: OpenArchive, places: tuple[Path, ...]) -> tuple[Path, Companion | IndexDefectError]:
    """Return the index that is used of those in several places, the first sound one; else the defect of the first there."""
    refused = places[0], IndexDefectError("absent", "does not exist")
    for path in places:
        try:
            return path, _companion_at(path, archive)
        except IndexDefectError as defect:
            if refused[1].cause == "absent" and defect.cause != "absent":
                refused = path, defect
    return refused


def _companion_at(path: Path, archive: OpenArchive) -> Companion:
    state, kept = _state(path), _kept.get(archive)
    if kept is None or (kept.path, kept.state) != (path, state):
        companion = Companion(open_index(path, identity_of(archive)), "file")
        kept = _kept[archive] = _Kept(path, state, companion)
    return kept.companion


def _in_memory(archive: OpenArchive) -> Companion:
    kept = _kept.get(archive)
    if kept is None or kept.path is not None:
        from bookwheel.companion.build import build_in_memory  # nobody else needs what it imports

        # A build exchanges the directory of its archive, so that it gets one of its own.
        own = Library(LibrarySettings((str(archive.path),))).choose(None)
        companion = Companion(IndexFile(build_in_memory(own), identity_of(archive)), "memory")
        kept = _kept[archive] = _Kept(None, None, companion)
    return kept.companion


def _state(path: Path) -> _State:
    try:
        found = path.stat()
    except FileNotFoundError:  # what most archives have; to open it would tell the same, at twice the cost
        raise IndexDefectError("absent", "does not exist") from None
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
