"""Which archives lie in the given files and folders, what they are called, and in what state they are.

Everything here works from names and `stat` alone: no archive is opened. It is light enough to run on every call.
"""

from __future__ import annotations

import os
import stat
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bookwheel.archive.defects import DefectError
from bookwheel.document.invisible import single_line

SCAN_SECONDS = 1.0
MAX_DEPTH = 8
SUFFIX = ".zim"
FIRST_PART, SECOND_PART = ".zimaa", ".zimab"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class LibrarySettings:
    """Where archives are looked for, and how much memory reading them may keep (bytes).

    cache_folder: where companion files of archives in read-only folders lie; "" for nowhere.
    """

    locations: tuple[str, ...]
    cluster_cache_bytes: int = 4 << 20
    document_cache_bytes: int = 32 << 20
    cache_folder: str = ""


class PartState(NamedTuple):
    """What tells one state of a file from another: device, inode, size in bytes, modification time in ns."""

    device: int
    inode: int
    size: int
    mtime_ns: int


Fingerprint: TypeAlias = tuple[PartState, ...]
"""The state of every part of one archive, in order."""

Fingerprints: TypeAlias = dict[str, Fingerprint]
"""The state of every archive by name; () for one that has no files to look at."""


class Found(NamedTuple):
    """An archive seen in a location.

    name: the shortest string that names only this one.
    path: the archive as libzim opens it ("x.zim", also for a split set of which only x.zimaa, … exist).
    parts: its files in order. links: other paths that lead to the same file.
    defect: why it cannot be an archive, when its file system entry alone tells.
    """

    name: str
    path: Path
    parts: tuple[Path, ...]
    links: tuple[Path, ...]
    defect: str | None


class Location(NamedTuple):
    """One configured file or folder and what became of it; `defect` is None when it can be listed."""

    path: Path
    is_folder: bool
    defect: str | None


class Files:
    """The archives of all locations, looked up at most once in `SCAN_SECONDS`."""

    def __init__(self, settings: LibrarySettings) -> None:
        self.settings = settings
        self._found: tuple[Found, ...] = ()
        self._locations: tuple[Location, ...] = ()
        self._scanned_at = float("-inf")

    def found(self, *, fresh: bool = False) -> tuple[Found, ...]:
        """Return the archives sorted by name; `fresh` looks again whatever the clock says."""
        if fresh or time.monotonic() - self._scanned_at >= SCAN_SECONDS:
            self._locations, self._found = _scan(self.settings.locations)
            self._scanned_at = time.monotonic()
        return self._found

    def locations(self) -> tuple[Location, ...]:
        """Return the configured locations as the last scan saw them."""
        self.found()
        return self._locations


def fingerprint(parts: tuple[Path, ...]) -> Fingerprint:
    """Stat every part. Raises OSError when one is gone, DefectError when one is not a regular file."""
    states: list[PartState] = []
    for path in parts:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise DefectError("a folder, not a file")
        if not stat.S_ISREG(found.st_mode):
            raise DefectError("not a regular file")
        states.append(PartState(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns))
    return tuple(states)


_watched: dict[LibrarySettings, Files] = {}


def fingerprints(settings: LibrarySettings, *, fresh: bool = False) -> Fingerprints:
    """Return the present state of every archive; `fresh` also looks for new ones at once."""
    states: Fingerprints = {}
    for found in _files_of(settings).found(fresh=fresh):
        try:
            states[found.name] = fingerprint(found.parts)
        except (OSError, DefectError):
            states[found.name] = ()
    return states


def _files_of(settings: LibrarySettings) -> Files:
    files = _watched.get(settings)
    if files is None:
        files = _watched[settings] = Files(settings)
    return files


def fingerprint_of(settings: LibrarySettings, name: str) -> Fingerprint | None:
    """Return the present state of the archive called exactly so, or None when no archive is."""
    for found in _files_of(settings).found():
        if found.name == name:
            try:
                return fingerprint(found.parts)
            except (OSError, DefectError):
                return ()
    return None


def changed_names(before: Fingerprints, after: Fingerprints) -> list[str]:
    """Return the names of archives that were there before and are now different or gone, sorted."""
    return sorted(name for name, state in before.items() if after.get(name) != state)


# ---- scanning ----------------------------------------------------------------------------------------------


def _scan(locations: tuple[str, ...]) -> tuple[tuple[Location, ...], tuple[Found, ...]]:
    states = tuple(_look_at(Path(os.path.expanduser(text))) for text in locations)  # noqa: PTH111  # Path raises
    allowed = tuple(
        _real(path)
        for state in states
        if state.defect is None
        for path in (state.path, *split_parts(_whole(state.path)))
    )
    seen: dict[str, list[_Described]] = {}
    for state in states:
        if state.is_folder and state.defect is None:
            candidates = _walk(state.path, allowed, MAX_DEPTH, set())
        elif state.defect is None or os.path.lexists(state.path):
            candidates = iter([state.path])
        else:
            candidates = _named_split_set(state.path)
        for path in candidates:
            described = _describe(path, allowed)
            known = seen.setdefault(_real(described.path), [])
            # The file itself goes before links to it.
            known.insert(len(known) if described.path.is_symlink() else 0, described)
    names = _shortest_names([known[0].path for known in seen.values()])
    found = [_found(names[known[0].path], known) for known in seen.values()]
    return states, tuple(sorted(found, key=lambda archive: (archive.name.casefold(), archive.name)))


def _found(name: str, known: list[_Described]) -> Found:
    path, parts, defect = known[0]
    return Found(
        name, path, parts, tuple(dict.fromkeys(one.path for one in known if one.path != path)), defect
    )


def _look_at(path: Path) -> Location:
    path = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow links, and the path is shown
    try:
        mode = path.stat().st_mode
    except OSError as error:
        if split_parts(path):
            return Location(path, is_folder=False, defect=None)
        return Location(path, is_folder=False, defect=_reason(error))
    if stat.S_ISDIR(mode):
        try:
            with os.scandir(path):
                return Location(path, is_folder=True, defect=None)
        except OSError as error:
            return Location(path, is_folder=True, defect=_reason(error))
    return Location(path, is_folder=False, defect=None)


def _walk(folder: Path, allowed: tuple[str, ...], depth: int, visited: set[str]) -> Iterator[Path]:
    """Yield the archives in a folder and its subfolders; hidden ones are left out (macOS puts ._x.zim beside x.zim)."""
    real = _real(folder)
    if real in visited:
        return
    visited.add(real)
    try:
        with os.scandir(folder) as listing:
            visible = [entry for entry in listing if not entry.name.startswith(".")]
    except OSError:
        return
    names = {entry.name for entry in visible}
    # Links come last: what they lead to is then known by its own name.
    for entry in sorted(visible, key=lambda entry: (entry.is_symlink(), entry.name)):
        if entry.name.lower().endswith(SUFFIX):
            yield Path(entry.path)
        elif entry.name.endswith((FIRST_PART, SECOND_PART)):
            # A set whose first part is missing is told of; any other is seen by its first part.
            if entry.name[:-2] not in names and (entry.name[-1] == "a" or f"{entry.name[:-1]}a" not in names):
                yield Path(entry.path[:-2])
        elif depth > 0 and _is_folder(entry, allowed):
            yield from _walk(Path(entry.path), allowed, depth - 1, visited)


def _is_folder(entry: os.DirEntry[str], allowed: tuple[str, ...]) -> bool:
    """Whether to go down there: a folder, or a link to one inside the given locations."""
    try:
        return entry.is_dir() and (not entry.is_symlink() or _is_inside(_real(Path(entry.path)), allowed))
    except OSError:
        return False


def _named_split_set(path: Path) -> Iterator[Path]:
    """Yield the set a location names by a file that does not exist ("x.zim" for x.zimaa, …)."""
    if split_parts(path):
        yield path


def split_parts(path: Path) -> tuple[Path, ...]:
    """Return x.zimaa, x.zimab, … for "x.zim", as far as they go without a gap."""
    parts: list[Path] = []
    for first in _LETTERS:
        for second in _LETTERS:
            part = path.with_name(f"{path.name}{first}{second}")
            if not part.is_file():
                return tuple(parts)
            parts.append(part)
    return tuple(parts)


def archive_parts(path: Path) -> tuple[Path, ...]:
    """Return the files of the archive that libzim opens as `path`: itself, or the parts of a split set, one at least."""
    return (path,) if os.path.lexists(path) else split_parts(path) or (path.with_name(f"{path.name}aa"),)


def _whole(path: Path) -> Path:
    """Return the name of the set that a first part belongs to; any other path as it is."""
    return path.with_name(path.name.removesuffix("aa")) if path.name.endswith(FIRST_PART) else path


class _Described(NamedTuple):
    path: Path
    parts: tuple[Path, ...]
    defect: str | None


def _describe(path: Path, allowed: tuple[str, ...]) -> _Described:
    """Return the archive's path, its parts and what is wrong with the file system entry."""
    path = _whole(path)
    parts = archive_parts(path)
    return _Described(path, parts, next(filter(None, (_defect_of(part, allowed) for part in parts)), None))


def _defect_of(path: Path, allowed: tuple[str, ...]) -> str | None:
    try:
        if path.is_symlink() and not path.exists():
            return "a broken symbolic link"
        if not _is_inside(_real(path), allowed):
            return "a symbolic link to a file outside the given folders"
        fingerprint((path,))
    except DefectError as defect:
        return str(defect)
    except FileNotFoundError:
        return f"{printable(path.name)} is missing"
    except OSError as error:
        return _reason(error)
    if not os.access(path, os.R_OK):
        return "no permission to read it"
    return None if _is_utf8(path) else "its name is not valid UTF-8"


def _is_utf8(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return (error.strerror or type(error).__name__).lower()


def _real(path: Path) -> str:
    return os.path.realpath(path)


def _is_inside(real: str, allowed: tuple[str, ...]) -> bool:
    return any(real == folder or real.startswith(folder.rstrip(os.sep) + os.sep) for folder in allowed)


# ---- names -------------------------------------------------------------------------------------------------


def stem(path: Path) -> str:
    """Return the file name without ".zim" (in any case); one that is named otherwise keeps its whole name."""
    name = printable(path.name)
    return name[: -len(SUFFIX)].strip() if name.lower().endswith(SUFFIX) and name.lower() != SUFFIX else name


def printable(text: str) -> str:
    """Return a name as it can be sent: bytes that are no UTF-8 replaced, letters composed as people type them, one line.

    Names stand in the server's own lines, where a line end or a character that shows nothing could pass for its words.
    """
    return single_line(unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode()))


def _shortest_names(paths: list[Path]) -> dict[Path, str]:
    """Name every archive by its stem, or by as many folders before it as tell it apart."""
    names: dict[Path, str] = {}
    for group in _grouped(paths):
        depth = 0
        pending = group
        while pending:
            labels = {path: _label(path, depth) for path in pending}
            counts = Counter(labels.values())
            names.update({path: name for path, name in labels.items() if counts[name] == 1})
            # In one folder only the suffix can differ: x.zim and x.ZIM.
            names.update({path: printable(path.name) for path in pending if depth >= len(path.parts)})
            pending = [path for path in pending if path not in names]
            depth += 1
    return names


def _grouped(paths: list[Path]) -> Iterable[list[Path]]:
    groups: dict[str, list[Path]] = {}
    for path in paths:
        groups.setdefault(stem(path), []).append(path)
    return groups.values()


def _label(path: Path, depth: int) -> str:
    folders = tuple(printable(part) for part in path.parts[:-1])
    return "/".join([*folders[max(0, len(folders) - depth) :], stem(path)])
