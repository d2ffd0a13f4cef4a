"""All edges of an archive: kept in memory when they are few, else in a file that is read back in stretches."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from io import FileIO
from itertools import accumulate
from pathlib import Path

from bookwheel.companion.extract import Edges
from bookwheel.companion.store import NOWHERE

_STRETCH = 1 << 20
MOST_IN_MEMORY = 16 << 20
"""Links that are held in memory, four bytes each; more go to a file, where there is a folder for one."""


class EdgeList:
    """The links of every page, by node: first collected, then read as often as needed.

    Pages that are nothing but forwards have none, and links to them count as links to where they lead.
    """

    def __init__(self, nodes: int, spill: Path | None) -> None:
        self.counts = array("I", bytes(4 * nodes))
        self.forwards: dict[int, int] = {}
        self.damaged = 0
        self.length = 0
        self._nodes = array("I")
        self._offsets = array("Q")
        self._memory = array("I")
        self._spill = spill
        self._file: FileIO | None = None

    def add(self, edges: Edges) -> None:
        """Take in the links of some pages."""
        self._nodes.extend(edges.nodes)
        for node, count in zip(edges.nodes, edges.counts, strict=True):
            self.counts[node] = count
        self.length += len(edges.targets)
        self._memory.extend(edges.targets)
        if self._spill is not None and len(self._memory) > MOST_IN_MEMORY:
            self._file = self._file or _opened(self._spill)
            _append(self._file, self._memory)
            self._memory = array("I")
        self.forwards.update(edges.forwards)
        self.damaged += edges.damaged

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    def settle(self) -> None:
        """Follow forwards to their ends; must be called once everything is added."""
        self._settle_forwards()
        if self._file is not None:
            _append(self._file, self._memory)
            self._memory = array("I")
        self._offsets = array("Q", bytes(8 * len(self.counts)))
        for node, start in zip(
            self._nodes, accumulate((self.counts[node] for node in self._nodes), initial=0), strict=False
        ):
            self._offsets[node] = start
        if self.forwards:
            self._rewrite()

    def _settle_forwards(self) -> None:
        for node in list(self.forwards):
            seen = {node}
            target = self.forwards[node]
            while target in self.forwards and target not in seen:
                seen.add(target)
                target = self.forwards[target]
            self.forwards[node] = NOWHERE if target in seen else target

    def _rewrite(self) -> None:
        """Lead the links to forwards to where those lead; only archives with such pages need this pass."""
        old, forwards = self, self.forwards
        length = 0
        memory = array("I")
        offsets = array("Q", bytes(8 * len(self.counts)))
        counts = array("I", bytes(4 * len(self.counts)))
        spill = None if self._file is None or self._spill is None else _opened(Path(f"{self._spill}-settled"))
        for node, targets in old.each():
            settled = sorted({forwards.get(target, target) for target in targets} - {node, NOWHERE})
            offsets[node], counts[node] = length, len(settled)
            length += len(settled)
            memory.extend(settled)
            if spill is not None and len(memory) > _STRETCH:
                _append(spill, memory)
                memory = array("I")
        if spill is not None:
            _append(spill, memory)
            memory = array("I")
        self.close()
        self.length, self._memory, self._offsets, self.counts, self._file = (
            length,
            memory,
            offsets,
            counts,
            spill,
        )

    def each(self) -> Iterator[tuple[int, array[int]]]:
        """Yield each page's node and its targets, in the order in which they were added."""
        stretch, start, end = array("I"), 0, 0
        position = 0
        for node in self._nodes:
            count = self.counts[node]
            if position + count > end:
                start, end = position, min(position + max(count, _STRETCH), self.length)
                stretch = self._read(start, end)
            yield node, stretch[position - start : position - start + count]
            position += count

    def of(self, node: int) -> array[int]:
        """Return the targets of one page."""
        start = self._offsets[node]
        return self._read(start, start + self.counts[node])

    def _read(self, start: int, stop: int) -> array[int]:
        if self._file is None:
            return self._memory[start:stop]
        found = array("I")
        self._file.seek(4 * start)
        found.frombytes(self._file.read(4 * (stop - start)))
        return found


def _append(file: FileIO, words: array[int]) -> None:
    # A disk that is nearly full takes a part without complaint, and refuses the next.
    rest = memoryview(words).cast("B")
    while rest:
        rest = rest[file.write(rest) :]


def _opened(path: Path) -> FileIO:
    return path.open("w+b", buffering=0)
