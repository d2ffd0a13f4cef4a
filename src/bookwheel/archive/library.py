"""All archives of the configured locations: which there are, and opening one by name."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from bookwheel.archive import naming
from bookwheel.archive.defects import DefectError, changed, damaged, one_line, unreadable
from bookwheel.archive.files import (
    Files,
    Fingerprint,
    Found,
    LibrarySettings,
    Location,
    fingerprint,
)
from bookwheel.archive.opened import Derived, Documents, OpenArchive
from bookwheel.archive.trial import Outcome, try_each
from bookwheel.cache import ByteBoundedCache, CacheStatistics
from bookwheel.errors import BookwheelError, NotFound, Unavailable

__all__ = ["ArchiveFile", "Library", "LibrarySettings", "Location"]

MOST_OPEN = 128
MOST_ASKED = 500
FILES_WANTED = 4096
KEPT_CLUSTERS_BYTES = 32 << 20
"""Decompressed clusters of all open archives, one more for each not counted."""
RETRY_SECONDS = 60.0
"""How long a file that did not open is left alone; the fault may be the machine's: a disk asleep, a network down."""
DERIVED_CACHE_BYTES = 48 << 20
"""What is computed from archives (folded titles, an index of spellings, texts for snippets) takes at most this much."""


class ArchiveFile(NamedTuple):
    """An archive as a list shows it.

    name: the shortest string `zim_file_path` accepts. path: absolute. size: bytes, all parts. mtime: seconds since 1970.
    readable: whether it opens. defect: one line why not, else None. is_multipart: whether it is a split set.
    title, language (codes, by commas), date: what it tells of itself; "" for nothing, or when it does not open.
    is_refused: whether its place alone rules it out (a link that leads out of the folders, a folder, no permission):
    then its bytes are not to be touched.
    """

    name: str
    path: str
    size: int
    mtime: float
    readable: bool
    defect: str | None
    is_multipart: bool
    is_refused: bool = False
    title: str = ""
    language: str = ""
    date: str = ""


class _Trial(NamedTuple):
    """What came of opening an archive in one state, and when that was (monotonic)."""

    state: Fingerprint
    outcome: Outcome
    tried_at: float


class Library:
    """The archives of one reader process. Not safe for several threads.

    At most `most_open` archives are held, half of them those used last; one that is let go closes its file when nobody
    uses it any more. One question may hold `most_asked` at once.
    """

    def __init__(self, settings: LibrarySettings) -> None:
        self.settings = settings
        self._files = Files(settings)
        self._documents: Documents = ByteBoundedCache(settings.document_cache_bytes)
        self._derived: Derived = ByteBoundedCache(DERIVED_CACHE_BYTES)
        self._open: OrderedDict[str, OpenArchive] = OrderedDict()
        self._trials: dict[str, _Trial] = {}
        self._is_cache_set = False
        limit = _file_limit()
        self.most_open = min(max(limit // 8, 8), MOST_OPEN)
        self.most_asked = MOST_ASKED if limit >= FILES_WANTED else self.most_open

    # ---- listing -------------------------------------------------------------------------------------------

    def archives(self, *, fresh: bool = False) -> list[ArchiveFile]:
        """Return every archive found now, by name; each is opened once per state to know whether it can be read.

        Names are looked up at most once a second unless `fresh`.
        """
        found = self._files.found(fresh=fresh)
        self._try(found)
        return [self._file(one) for one in found]

    def largest(self) -> list[ArchiveFile]:
        """Return the archives that one question is put to, by name: all that can be read, of very many the largest."""
        readable = [file for file in self.archives() if file.readable]
        kept = {file.name for file in sorted(readable, key=lambda file: -file.size)[: self.most_asked]}
        return [file for file in readable if file.name in kept]

    def file(self, zim_file_path: str) -> ArchiveFile:
        """Return what a list would show of one archive, readable or not. Raises NotFound (archive_not_found)."""
        return self._file(self._named(zim_file_path))

    def locations(self) -> tuple[Location, ...]:
        """Return the configured files and folders, and what is wrong with them."""
        return self._files.locations()

    def document_statistics(self) -> CacheStatistics:
        """Return how full the cache of parsed pages is and how often it helped."""
        return self._documents.statistics

    def _file(self, found: Found) -> ArchiveFile:
        trial = self._trial(found)
        outcome = trial.outcome
        size = sum(part.size for part in trial.state)
        mtime = max((part.mtime_ns for part in trial.state), default=0) / 1e9
        return ArchiveFile(
            name=found.name,
            # Not `printable`: with its letters composed another way a file is not found.
            path=str(found.path).encode("utf-8", "replace").decode(),
            size=size,
            mtime=mtime,
            readable=outcome.defect is None,
            defect=outcome.defect,
            is_multipart=len(found.parts) > 1,
            is_refused=found.defect is not None,
            title=outcome.title,
            language=outcome.language,
            date=outcome.date,
        )

    def _trial(self, found: Found) -> _Trial:
        return self._try((found,))[0]

    def _try(self, founds: Sequence[Found]) -> list[_Trial]:
        """Say of each archive whether it opens; those not seen in their present state are tried, all at once."""
        states = [_state(found.parts) for found in founds]
        new = [
            (found, state)
            for found, state in zip(founds, states, strict=True)
            if found.defect is None and state and not self._is_known(found, state)
        ]
        if new:
            self._limit_cluster_cache()  # loads libzim here, so that no child has to
        outcomes = try_each([partial(_open_once, found, state) for found, state in new])
        for (found, state), outcome in zip(new, outcomes, strict=True):
            self._trials[str(found.path)] = _Trial(state, outcome, time.monotonic())
        return [
            self._trials[str(found.path)]
            if found.defect is None and state
            else _Trial(state, Outcome("", found.defect or "it cannot be looked at"), 0)
            for found, state in zip(founds, states, strict=True)
        ]

    def _is_known(self, found: Found, state: Fingerprint) -> bool:
        trial = self._trials.get(str(found.path))
        if trial is None or trial.state != state:
            return False
        return trial.outcome.defect is None or time.monotonic() - trial.tried_at < RETRY_SECONDS

    # ---- opening -------------------------------------------------------------------------------------------

    def open(self, zim_file_path: str) -> OpenArchive:
        """Return an archive by absolute path, path with ~, file name, name without ".zim", or its Name.

        Its files are looked at on every call; when they changed, it is opened anew.
        Raises NotFound (archive_not_found: `closest_match`, `loaded_archives`), Unavailable (archive_unreadable).
        """
        return self._opened(self._named(zim_file_path))

    def choose(self, zim_file_path: str | None) -> OpenArchive:
        """Return the archive named, or the only one there is when none is named.

        Raises NotFound (missing_archive) when there are several or none to choose from.
        """
        if zim_file_path is not None and zim_file_path.strip():
            return self.open(zim_file_path)
        found = self._files.found()
        if len(found) > 1:
            found = (
                tuple(one for one in found if one.defect is None and self._trial(one).outcome.defect is None)
                or found
            )
        if len(found) == 1:
            return self._opened(found[0])
        raise naming.missing([one.name for one in found], has_places=bool(self.settings.locations))

    def explain(self, defect: Exception) -> BookwheelError | None:
        """Return what the caller is told of damage that was met: that the file changed meanwhile, or the damage itself.

        None for an exception that tells of no damage.
        """
        if isinstance(defect, Unavailable) and defect.reason == "archive_unreadable":
            suspects = [key for key, one in self._open.items() if one.name == defect.data.get("archive")]
            told: BookwheelError = defect
        elif isinstance(defect, (DefectError, OSError)) and self._open:
            suspects = list(self._open)
            told = damaged(
                self._open[suspects[-1]].name, one_line(getattr(defect, "strerror", None) or defect)
            )
        else:
            return None
        stale = [key for key in suspects if _state(self._open[key].parts) != self._open[key].fingerprint]
        return changed(sorted(self._open.pop(key).name for key in stale)) if stale else told

    def _named(self, wanted: str) -> Found:
        text = wanted.strip()
        found = self._files.found()
        if not text:
            raise naming.blank()
        matches = naming.matching(found, text)
        if not matches:
            found = self._files.found(fresh=True)  # it may have been added a moment ago
            matches = naming.matching(found, text)
        if not matches:
            trials = zip(found, self._try(found), strict=True)
            matches = [one for one, trial in trials if trial.outcome.own_name == text]
        if not matches:
            raise self._not_found(text, found)
        if len(matches) > 1:
            raise naming.ambiguous(text, [one.name for one in matches])
        return matches[0]

    def _not_found(self, text: str, found: Sequence[Found]) -> NotFound:
        trials = zip(found, self._try(found), strict=True)
        readable = {one.name: trial.outcome.own_name for one, trial in trials if trial.outcome.defect is None}
        return naming.not_found(
            text, readable, len(found) - len(readable), has_places=bool(self.settings.locations)
        )

    def _opened(self, found: Found) -> OpenArchive:
        if found.defect is not None:
            raise unreadable(found.name, found.defect, is_refused=True)
        key = str(found.path)
        try:
            state = fingerprint(found.parts)
        except DefectError as defect:
            raise unreadable(found.name, str(defect)) from defect
        except FileNotFoundError:
            self._open.pop(key, None)
            raise self._not_found(found.name, self._files.found(fresh=True)) from None
        except OSError as error:
            raise unreadable(found.name, one_line(error.strerror or "it cannot be looked at")) from error
        archive = self._open.get(key)
        if archive is not None and (archive.fingerprint != state or archive.name != found.name):
            del self._open[key]
            archive = None
        if archive is None:
            defect = self._trial(found).outcome.defect
            if defect is not None:
                raise unreadable(found.name, defect)
            self._limit_cluster_cache()
            archive = self._open[key] = OpenArchive(
                found, state, self._documents, self._derived, self.settings.cache_folder
            )
            if len(self._open) > self.most_open:
                # What asks all archives asks them in one order: the one used longest ago would be the next one needed.
                del self._open[next(islice(self._open, self.most_open // 2, None))]
            for one in self._open.values():
                one.clusters.keep(KEPT_CLUSTERS_BYTES // len(self._open))
        self._open.move_to_end(key)
        return archive

    def _limit_cluster_cache(self) -> None:
        if not self._is_cache_set:
            from libzim.reader import set_cluster_cache_max_size  # pyright: ignore[reportUnknownVariableType]

            set_cluster_cache_max_size(self.settings.cluster_cache_bytes)
            self._is_cache_set = True


def _file_limit() -> int:
    """Return how many files this process may open; each archive takes four. More are asked for where there are few."""
    try:
        import resource  # not on Windows
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return FILES_WANTED
    if soft < FILES_WANTED and (hard == resource.RLIM_INFINITY or hard > soft):
        soft = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _state(parts: tuple[Path, ...]) -> Fingerprint:
    """Return the state of an archive's files, or () when they cannot be looked at."""
    try:
        return fingerprint(parts)
    except (OSError, DefectError):
        return ()


def _open_once(found: Found, state: Fingerprint) -> Outcome:
    """Open an archive and ask it what opening alone would not touch."""
    try:
        archive = OpenArchive(found, state, ByteBoundedCache(0))
        _ = archive.has_fulltext_index, archive.has_title_index
        name, languages = archive.metadata().get("Name", ""), ", ".join(archive.languages)
        return Outcome(name, None, archive.title, languages, archive.date)
    except BookwheelError as error:
        return Outcome("", str(error.data.get("defect", error.message)))
