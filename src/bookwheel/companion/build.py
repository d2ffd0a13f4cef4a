"""Building a companion file: one pass over the archive, one file at the end, or none."""

from __future__ import annotations

import gc
import io
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from bookwheel import __version__
from bookwheel.archive.opened import OpenArchive
from bookwheel.companion import extract, links, titles
from bookwheel.companion.edges import EdgeList
from bookwheel.companion.extract import Edges, Extractor
from bookwheel.companion.opened import identity_of
from bookwheel.companion.places import may_be_replaced, replaced_at_once, workshop
from bookwheel.companion.scan import Scan, scan
from bookwheel.companion.store import (
    ArchiveIdentity,
    IndexDefectError,
    SectionSource,
    open_index,
    write_index,
)

SECTIONS = ("titles", "links")
PAGES_AT_ONCE = 256
_CLUSTER_CACHE_BYTES = 8 << 20
_IN_FLIGHT_PER_JOB = 3

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


class BuildError(Exception):
    """A build that could not be finished; the message says why."""


class _Kept(NamedTuple):
    sections: dict[str, SectionSource]
    counts: dict[str, int]


class _Plan(NamedTuple):
    only: Sequence[str]
    jobs: int
    kept: _Kept


class Built(NamedTuple):
    """What a build made: how many titles, pages, links and damaged_pages; bytes written; seconds taken."""

    counts: dict[str, int]
    size: int
    seconds: float


def build(
    archive: OpenArchive,
    target: Path,
    *,
    only: Sequence[str] = SECTIONS,
    jobs: int = 1,
    progress: Progress = lambda _what, _done, _total: None,
) -> Built:
    """Build a companion file and put it in place, whole; until then nothing changes.

    only: the sections to build; what else a sound file of this archive already holds is kept.
    jobs: how many processes read pages. The archive must be this call's own: its directory is exchanged.
    Raises BuildError and OSError.
    """
    if not may_be_replaced(target):
        raise BuildError(f"{target} is there already and is no index; name another file")
    with _no_collections(), workshop(target) as folder, replaced_at_once(target, folder) as out:
        kept = _worth_keeping(target, identity_of(archive), only)
        return _build(archive, out, _Plan(only, jobs, kept), progress, folder)


def build_in_memory(archive: OpenArchive) -> memoryview:
    """Return the bytes of a companion file with the links alone.

    The archive must be this call's own: its directory is exchanged.
    """
    out = io.BytesIO()
    with _no_collections():
        _build(archive, out, _Plan(("links",), 1, _Kept({}, {})), lambda _what, _done, _total: None, None)
    return out.getbuffer().toreadonly()


@contextmanager
def _no_collections() -> Generator[None]:
    """Keep the collector from looking through millions of lists again and again; a build makes no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _build(
    archive: OpenArchive, out: BinaryIO, plan: _Plan, progress: Progress, folder: Path | None
) -> Built:
    begun = time.monotonic()
    identity = identity_of(archive)
    sections, counts = dict(plan.kept.sections), dict(plan.kept.counts)
    with ExitStack() as open_until_written:
        if "titles" in plan.only:
            made, counts["titles"] = titles.sections_of(
                archive, folder, lambda done, total: progress("filing titles", done, total)
            )
            sections |= made
        if "links" in plan.only:
            table = scan(archive, lambda done, total: progress("reading the directory", done, total))
            edges = open_until_written.enter_context(
                closing(_all_edges(archive, table, plan.jobs, progress, folder))
            )
            table = table.without_paths()
            sections |= links.sections_of(table, edges, folder, progress)
            counts |= {"pages": len(table.pages), "links": edges.length, "damaged_pages": edges.damaged}
        facts = {
            "built": datetime.now(UTC).isoformat(timespec="seconds"),
            "builder": __version__,
            "counts": counts,
        }
        progress("writing", 0, 1)
        write_index(out, identity, sections, facts)
    progress("writing", 1, 1)
    out.seek(0, io.SEEK_END)
    return Built(counts, out.tell(), time.monotonic() - begun)


def _worth_keeping(target: Path, identity: ArchiveIdentity, only: Sequence[str]) -> _Kept:
    """Return the sections of a sound file that are not to be built anew."""
    try:
        old = open_index(target, identity)
        old.verify_all()
    except IndexDefectError:
        return _Kept({}, {})
    sections = {
        name: SectionSource(place.items, place.length, [old.bytes_of(name, is_checked=False)])
        for name, place in old.sections.items()
        if name.partition(".")[0] not in only
    }
    return _Kept(sections, old.header["counts"] if sections else {})


def _all_edges(
    archive: OpenArchive, table: Scan, jobs: int, progress: Progress, folder: Path | None
) -> EdgeList:
    count = len(table.pages)
    edges = EdgeList(count, None if folder is None else folder / "edges")
    tasks = [range(start, min(start + PAGES_AT_ONCE, count)) for start in range(0, count, PAGES_AT_ONCE)]
    if folder is None or jobs == 1 or len(tasks) < 2 * jobs:
        extractor = Extractor(archive, table)
        results: Iterator[Edges] = (extractor.edges(task) for task in tasks)
    else:
        results = _in_processes(archive, table, tasks, jobs, folder)
    done = 0
    progress("reading pages", 0, count)
    for task, found in zip(tasks, results, strict=True):
        edges.add(found)
        done += len(task)
        progress("reading pages", done, count)
    edges.settle()
    return edges


def _in_processes(
    archive: OpenArchive, table: Scan, tasks: list[range], jobs: int, folder: Path
) -> Iterator[Edges]:
    """Yield the edges of every task in order, read by several processes."""
    table.write(folder)
    pool = ProcessPoolExecutor(
        jobs,
        # A forked process would inherit whatever threads and files this one has.
        mp_context=multiprocessing.get_context("spawn"),
        initializer=extract.start_worker,
    )
    source = extract.Source(archive.path, archive.uuid, folder, _CLUSTER_CACHE_BYTES)
    waiting: deque[Future[Edges]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(extract.work, source, task))
            if len(waiting) > jobs * _IN_FLIGHT_PER_JOB:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise BuildError(
            "reading the archive ended a process: it is damaged, changed while it was read, or memory ran out"
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
