"""From pages to edges: which pages each page links to. Runs in this process or in several others.

What counts as a link, and where it leads, is decided where listings decide it too (`html.hrefs`, `destinations`);
here is only what makes a pass over millions of pages fast: pages in the order of their clusters, so that each cluster is
decompressed once, and a memory of addresses, as the same ones come again and again.
"""

from __future__ import annotations

import gc
import os
import threading
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bookwheel.archive import paths
from bookwheel.archive.defects import DefectError
from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import STUB_BYTES, OpenArchive
from bookwheel.archive.parts import open_parts
from bookwheel.companion.destinations import Destinations, literal_place
from bookwheel.companion.scan import HashedDirectory, Scan, load
from bookwheel.companion.store import NOWHERE
from bookwheel.errors import BookwheelError
from bookwheel.html import flat, redirect_target
from bookwheel.html.charset import charset_of, to_utf_8
from bookwheel.html.hrefs import read_hrefs

MOST_REMEMBERED = 400_000
"""Addresses in one generation of the memory; each takes about 200 bytes, and there are two generations."""

MOST_TREES_IN_A_ROW = 63
"""Pages of which no tags are looked at once an archive turns out to be made of others."""

_FOLDER_COSTS = 5  # a folder's own memory, in addresses

Known: TypeAlias = dict[bytes | str, int]
"""What tags (see `flat.numbers_of`) and addresses mean: nodes, or NOWHERE."""


class Edges(NamedTuple):
    """The links of some pages: `counts[i]` of the `targets` belong to `nodes[i]`, each target once.

    forwards: pages that are nothing but a forward, with the node they lead to or NOWHERE.
    damaged: how many pages could not be read.
    """

    nodes: array[int]
    counts: array[int]
    targets: array[int]
    forwards: list[tuple[int, int]]
    damaged: int


class Extractor:
    """Reads the links of one archive's pages. The archive is its own: its directory is exchanged for a faster one."""

    def __init__(self, archive: OpenArchive, table: Scan) -> None:
        parts, header = open_parts(archive.parts)
        self._directory = HashedDirectory(parts, header, table)
        archive.directory = self._directory
        self._archive = archive
        self._page_of = table.page_of
        self._pages = table.pages
        self._destinations = Destinations(archive)
        self._known: dict[str, Known] = {}
        self._aged: dict[str, Known] = {}
        self._remembered = 0
        self._trees_ahead = self._trees_in_a_row = 0

    def edges(self, nodes: Sequence[int]) -> Edges:
        """Return the links of some pages, given by node."""
        found = Edges(array("I"), array("I"), array("I"), [], 0)
        damaged = 0
        for node in nodes:
            try:
                entry = self._archive.directory.entry(self._pages[node])
                content = self._archive.clusters.content(entry)
                if len(content) <= STUB_BYTES and (href := redirect_target(content)):
                    target = self._forward(entry, href)
                    if target != node:
                        found.forwards.append((node, target))
                        continue
                targets = self._targets(entry.path, content, charset_of(entry.mimetype))
            except (BookwheelError, DefectError):
                damaged += 1
                continue
            targets.discard(node)
            found.nodes.append(node)
            found.counts.append(len(targets))
            found.targets.extend(targets)
        return found._replace(damaged=damaged)

    def _targets(self, path: str, content: bytes, charset: str) -> set[int]:
        folder = path.rpartition("/")[0]
        known, aged = self._known_in(folder), self._aged.get(folder, {})

        def learn(said: bytes | str) -> int:
            number = aged.get(said)
            if number is None:
                meaning = flat.meaning_of(said) if isinstance(said, bytes) else said
                number = meaning if isinstance(meaning, int) else self._node_of(path, meaning)
            self._remembered += 1
            return number

        raw = to_utf_8(content, charset)
        targets = self._targets_of_tags(raw, known, learn)
        if targets is None:
            hrefs = set(read_hrefs(raw))
            known.update({href: learn(href) for href in hrefs if href not in known})
            targets = {known[href] for href in hrefs}
        targets.discard(NOWHERE)
        return targets

    def _targets_of_tags(
        self, raw: bytes, known: Known, learn: Callable[[bytes | str], int]
    ) -> set[int] | None:
        """Return the targets where tags alone tell them. Where they mostly do not, most pages are not asked."""
        if self._trees_ahead:
            self._trees_ahead -= 1
            return None
        targets = flat.numbers_of(raw, known, learn)
        self._trees_in_a_row = (
            0 if targets is not None else min(2 * self._trees_in_a_row + 1, MOST_TREES_IN_A_ROW)
        )
        self._trees_ahead = self._trees_in_a_row
        return targets

    def _known_in(self, folder: str) -> Known:
        """Return the memory of addresses in one folder; of two generations, the one in use lately is kept."""
        if self._remembered > MOST_REMEMBERED:
            self._aged, self._known, self._remembered = self._known, {}, 0
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = {}
            self._remembered += _FOLDER_COSTS
        return known

    def _node_of(self, path: str, href: str) -> int:
        """Return the node of the page that a link leads to, or NOWHERE.

        Almost every link names its target as it is written; then the entry itself need not be read.
        """
        named = self._destinations.named(path, href)
        if named is None or named[0] == "anchor":
            return NOWHERE
        place = literal_place(self._archive, named[1]) if named[0] != "external" and named[1] else None
        number = self._directory.number(*place) if place is not None else None
        if number is None:
            destination = self._destinations.of(path, href)
            if destination is None or destination.entry is None:
                return NOWHERE
            number = destination.entry.number
        return self._page_of[number]

    def _forward(self, entry: DirectoryEntry, href: str) -> int:
        """Return where a page that is nothing but a forward leads: itself when the forward leads to nothing."""
        own = self._page_of[entry.number]
        stub = paths.target_of_link(entry, href)
        match = paths.find(self._archive, stub) if stub else None
        if match is None or match.entry.number == entry.number:
            return own
        return self._page_of[match.entry.number]


# ---- in another process ------------------------------------------------------------------------------------


class Source(NamedTuple):
    """What a process reads: an archive, by its path and UUID, and the folder of its `Scan`."""

    path: Path
    uuid: str
    folder: Path
    cluster_cache_bytes: int


def start_worker() -> None:
    """Make a fresh process ready to extract."""
    _end_with_parent()
    gc.disable()  # it would look through all that is remembered, and there are no cycles


def work(source: Source, nodes: range) -> Edges:
    """Extract the links of some pages. Raises DefectError when the archive is no longer at its path."""
    return _extractor(source).edges(nodes)


@cache
def _extractor(source: Source) -> Extractor:
    settings = LibrarySettings((str(source.path),), cluster_cache_bytes=source.cluster_cache_bytes)
    try:
        archive = Library(settings).choose(None)
    except BookwheelError as error:
        raise DefectError(f"it cannot be opened any more: {error.message}") from error
    if archive.uuid != source.uuid:
        raise DefectError("another archive took its place while it was read")
    return Extractor(archive, load(source.folder))


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, however it ended."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="bookwheel-orphan", daemon=True).start()
