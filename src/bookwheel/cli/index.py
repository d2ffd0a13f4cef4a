"""`bookwheel index`: build, check and list the companion indexes of archives."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections import deque
from pathlib import Path
from typing import TextIO

from bookwheel.archive.defects import DefectError
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.archive.naming import listed
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion.build import SECTIONS, BuildError, Built
from bookwheel.companion.build import build as build_index
from bookwheel.companion.opened import IN_MEMORY_BYTES, Companion, first_sound
from bookwheel.companion.places import candidates, choose
from bookwheel.companion.store import IndexDefectError
from bookwheel.config import VARIABLES, Settings
from bookwheel.errors import BookwheelError, NotFound
from bookwheel.tools.counting import counted

MOST_JOBS = 64
DEFAULT_MOST_JOBS = 16
SECONDS_BETWEEN_LINES = 10.0
SECONDS_BETWEEN_PAINTS = 0.2
RATE_SECONDS = 20.0
MOST_STEPS = 100  # what is counted in fewer than these is no number that tells a person anything


def build(settings: Settings, output: str | None, only: str | None, jobs: int | None) -> int:
    """Build the index of one archive and say what came of it."""
    sections = tuple(part.strip() for part in only.split(",")) if only is not None else SECTIONS
    unknown = [part for part in sections if part not in SECTIONS]
    if unknown:
        return _misused(f"there is no section {unknown[0]!r}; there are: {', '.join(SECTIONS)}.")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        return _misused(f"--jobs must lie between 1 and {MOST_JOBS}.")
    progress = ProgressLine(sys.stderr)
    try:
        archive = _the_archive(settings)
        target = Path(output).expanduser() if output else choose(archive.path, settings.cache_folder)
        jobs = jobs or min(os.cpu_count() or 1, DEFAULT_MOST_JOBS)
        built = build_index(archive, target, only=sections, jobs=jobs, progress=progress.show)
    except BookwheelError as error:
        return _failed(f"{error.message} {error.hint}")
    except (BuildError, DefectError) as error:
        return _failed(f"the archive cannot be indexed: {error}.")
    except OSError as error:
        return _failed(f"the index cannot be written: {(error.strerror or str(error)).lower()}.")
    finally:
        progress.end()
    print(_summary(target, built))
    places = candidates(archive.path, settings.cache_folder)
    if target.absolute() not in places:
        print(f"It is not looked for there: to be used, it must lie at {places[0]}.")
    return 0


def check(settings: Settings, output: str | None) -> int:
    """Check every byte of an index, and that it is its archive's."""
    try:
        archive = _the_archive(settings)
    except BookwheelError as error:
        return _failed(f"{error.message} {error.hint}")
    places = (Path(output).expanduser(),) if output else candidates(archive.path, settings.cache_folder)
    path, found = first_sound(archive, places)
    try:
        if isinstance(found, IndexDefectError):
            raise found
        found.file.verify_all()
    except IndexDefectError as defect:
        print(f"{path}: {defect.cause}: the index {defect}.")
        print(f"Build it: bookwheel index build {shlex.quote(str(archive.path))}")
        return 1
    print(f"{path}: whole. {_facts(found)}")
    return 0


def show(settings: Settings) -> int:
    """List the archives and the state of their indexes; 1 when one of them cannot be used."""
    if not settings.archives:
        return _misused(f"no archive named. Pass .zim files or folders, or set {VARIABLES['archives']}.")
    library = _library(settings)
    has_defect = False
    for file in library.archives():
        if not file.readable:
            print(f"! {file.name}: the archive cannot be read: {file.defect}")
            has_defect = True
            continue
        mark, text = state_of(library.open(file.name), settings.cache_folder)
        has_defect = has_defect or mark == "!"
        print(f"{mark} {file.name}: {text}")
    return 1 if has_defect else 0


def state_of(archive: OpenArchive, cache_folder: str) -> tuple[str, str]:
    """Return a mark ("+" usable, "-" absent, "!" refused) and, in words, the state of an archive's index."""
    path, found = first_sound(archive, candidates(archive.path, cache_folder))
    if isinstance(found, Companion):
        return "+", f"{path}: {_facts(found)}"
    if found.cause != "absent":
        return "!", f"the index {path} {found}; build it anew"
    if archive.size <= IN_MEMORY_BYTES:
        return "+", "none; small enough to be indexed in memory on first use"
    return "-", f"none. Build it: bookwheel index build {shlex.quote(str(archive.path))}"


def _the_archive(settings: Settings) -> OpenArchive:
    """Return the archive that was named. Raises NotFound for a folder that holds none or several, and as `choose`."""
    library = _library(settings)
    names = [file.name for file in library.archives()]
    if len(names) == 1:
        return library.choose(None)
    place = settings.archives[0]
    if not names:
        raise NotFound(
            f"{place} holds no .zim archive.", reason="missing_archive", hint="Name a .zim file instead."
        )
    raise NotFound(
        f"{place} holds {counted(len(names), 'archive')}: {listed(names)}.",
        reason="missing_archive",
        hint="Name one .zim file: an index is built for one archive at a time.",
    )


def _library(settings: Settings) -> Library:
    return Library(LibrarySettings(settings.archives, cache_folder=settings.cache_folder))


def _facts(found: Companion) -> str:
    return f"{_counted(found.file.header['counts'])}, {_megabytes(found.file.size)}, built {found.built}"


def _summary(target: Path, built: Built) -> str:
    text = f"{target}: {_counted(built.counts)}, {_megabytes(built.size)} in {_duration(built.seconds)}."
    damaged = built.counts.get("damaged_pages", 0)
    return f"{text} Left out: {counted(damaged, 'damaged page')}." if damaged else text


def _counted(counts: dict[str, int]) -> str:
    shown = [counted(counts[f"{noun}s"], noun) for noun in ("title", "page", "link") if f"{noun}s" in counts]
    return ", ".join(shown) or "empty"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _misused(message: str) -> int:
    print(f"bookwheel: {message}", file=sys.stderr)
    return 2


def _failed(message: str) -> int:
    print(f"bookwheel: {message}", file=sys.stderr)
    return 1


class ProgressLine:
    """What is being done, how far it has come, how fast, and how long it will still take.

    On a terminal one line that is painted over; elsewhere a line every ten seconds and one when a step is done.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._what = ""
        self._begun = 0.0
        self._shown = 0.0
        self._points: deque[tuple[float, int]] = deque()
        self._is_open = False

    def show(self, what: str, done: int, total: int) -> None:
        """Take note of progress, and show it when there is something new to see."""
        now = time.monotonic()
        if what != self._what:
            self._what, self._begun, self._shown = what, now, now
            self._points.clear()
        self._points.append((now, done))
        while now - self._points[0][0] > RATE_SECONDS and len(self._points) > 2:
            self._points.popleft()
        wait = SECONDS_BETWEEN_PAINTS if self._is_terminal else SECONDS_BETWEEN_LINES
        is_done = done >= total
        if is_done or now - self._shown >= wait:
            self._shown = now
            self._write(self._line(done, total, now), is_last=is_done)

    def end(self) -> None:
        """Leave the cursor at the start of a line."""
        if self._is_open:
            self._stream.write("\n")
            self._stream.flush()
            self._is_open = False

    def _line(self, done: int, total: int, now: float) -> str:
        if done >= total:
            count = f"{total:,} in " if total > MOST_STEPS else ""
            return f"{self._what}: {count}{_duration(now - self._begun)}"
        begun, first = self._points[0]
        rate = (done - first) / (now - begun) if now > begun else 0.0
        text = f"{self._what}: {done:,} of {total:,} ({100 * done // max(total, 1)} %)"
        return f"{text}, {rate:,.0f} a second, {_duration((total - done) / rate)} left" if rate > 0 else text

    def _write(self, line: str, *, is_last: bool) -> None:
        if self._is_terminal:
            self._stream.write(f"\r\x1b[K{line}")
            self._is_open = True
            if is_last:
                self.end()
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
