"""The table of a scoreboard: what was asked, how often the right thing came first or among five, and how fast.

Beside each line stands what the reference makes of its first questions, where it is installed.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bookwheel.archive.library import Library
from bookwheel.titles.folding import fold

Find = Callable[[str], list[str]]
IsRight = Callable[[str, tuple[str, ...]], bool]
_WIDTH = 30
_WARM_UP = "warm up"


class Asked(NamedTuple):
    """A query, and what is right: pages by path or title, or answers."""

    query: str
    right: tuple[str, ...]


class Score(NamedTuple):
    """Shares found first and among five; CPU milliseconds, median and 95 %."""

    first: float
    five: float
    median: float
    p95: float


class Goal(NamedTuple):
    """Least shares found first and among five, most CPU milliseconds (95 %), least ratio to the reference's median."""

    first: float | None = None
    five: float | None = None
    p95: float | None = None
    times: float | None = None

    def verdict(self, score: Score, ratio: float | None) -> str:
        """Return "MET" or "MISS", and each part of the goal; what is missed is named first."""
        parts = [
            (f"hit@1 >= {self.first:.2f}", score.first >= self.first) if self.first is not None else None,
            (f"hit@5 >= {self.five:.2f}", score.five >= self.five) if self.five is not None else None,
            (f"p95 <= {self.p95:.0f} ms", score.p95 <= self.p95) if self.p95 is not None else None,
            (f">= {self.times:.0f}x", ratio >= self.times)
            if self.times is not None and ratio is not None
            else None,
        ]
        known = [part for part in parts if part is not None]
        missed = [name for name, is_met in known if not is_met]
        return f"MISS {', '.join(missed)}" if missed else f"MET  {', '.join(name for name, _ in known)}"


class Kind(NamedTuple):
    """A kind of question. find: what we answer. arguments: of the same call to the reference. is_right: of one row."""

    name: str
    find: Find
    arguments: dict[str, Any]
    goal: Goal
    is_right: IsRight


class _Line(NamedTuple):
    """What came of a kind; `times` and `pairs` those that the reference is asked too."""

    kind: Kind
    asked: int
    score: Score
    pairs: Sequence[Asked]
    times: Sequence[float]


class _Share(NamedTuple):
    name: str
    asked: int
    share: float
    most: float


def is_page(path: str, right: tuple[str, ...]) -> bool:
    """Whether a path is one of some pages, by path or title."""
    return _same(path) in {_same(page) for page in right}


def holds(text: str, answers: tuple[str, ...]) -> bool:
    """Whether a text has one of some answers."""
    return any(f" {fold(answer)} " in f" {fold(text)} " for answer in answers)


def reference_python() -> str | None:
    """Return the Python of the reference's environment when its command is on the PATH."""
    command = shutil.which("openzim-mcp")
    python = Path(command).resolve().with_name("python") if command else None
    return str(python) if python is not None and python.exists() else None


class Table:
    """Collects lines about one archive; asks the reference, its Python given, and prints them all at the end."""

    def __init__(
        self, library: Library, head: str, reference: str | None, sample: int, *, is_telling: bool
    ) -> None:
        self.library = library
        self.head = head
        self._reference = reference
        self._sample = sample
        self._is_telling = is_telling
        self._lines: list[_Line | _Share] = []

    def ask(self, kind: Kind, pairs: Sequence[Asked]) -> None:
        """Ask all queries of a kind and keep the line."""
        found: list[list[str]] = []
        times: list[float] = []
        kind.find(_WARM_UP)
        for query, right in pairs:
            begun = time.process_time()
            found.append(kind.find(query))
            times.append(1e3 * (time.process_time() - begun))
            if self._is_telling and not any(kind.is_right(one, right) for one in found[-1][:5]):
                print(f"  {kind.name}, missed: {query!r} -> {right[0]!r}; found {found[-1][:3]}")
        score = _score(kind, pairs, found, times)
        kept = slice(self._sample)
        self._lines.append(_Line(kind, len(pairs), score, pairs[kept], times[kept]))

    def share(self, name: str, count: int, asked: int, most: float) -> None:
        """Keep a line about a share that is to be small."""
        self._lines.append(_Share(name, asked, count / asked, most))

    def show(self) -> list[str]:
        """Print the table; return the names of the lines whose goals are missed."""
        others = self._ask_reference()
        beside = f"{'reference hit@1':>17}{'hit@5':>7}{'median':>8}{'ratio':>7}" if others else ""
        print(
            f"\n{self.head}\n{'':{_WIDTH}}{'asked':>6}{'hit@1':>7}{'hit@5':>7}{'median':>8}{'p95 ms':>8}{beside}"
        )
        missed: list[str] = []
        for line in self._lines:
            if isinstance(line, _Share):
                name, verdict = (
                    line.name,
                    f"{'MET ' if line.share <= line.most else 'MISS'} <= {line.most:.2f}",
                )
                print(f"{name:{_WIDTH}}{line.asked:>6}{line.share:>7.3f}{'':{23 + len(beside)}}  {verdict}")
            else:
                name, verdict = line.kind.name, _print(line, others.get(line.kind.name))
            missed += [name] if verdict.startswith("MISS") else []
        return missed

    def _ask_reference(self) -> dict[str, Score]:
        if self._reference is None:
            return {}
        lines = [line for line in self._lines if isinstance(line, _Line)]
        path = self.library.choose(None).path
        calls: list[tuple[str, dict[str, Any]]] = []
        for kind, pairs in ((line.kind, line.pairs) for line in lines):
            tool = "zim_query" if "synthesize" in kind.arguments else "zim_search"
            calls += [
                (tool, {"zim_file_path": str(path), "query": query, **kind.arguments})
                for query in (_WARM_UP, *(pair.query for pair in pairs))
            ]
        done = subprocess.run(
            [self._reference, str(Path(__file__).with_name("tools_peer.py"))],
            input=json.dumps([str(path.parent), calls]),
            capture_output=True,
            text=True,
            check=True,
        )
        answers = iter(json.loads(done.stdout))
        scores: dict[str, Score] = {}
        for line in lines:
            own = [next(answers) for _ in range(len(line.pairs) + 1)][1:]
            times = [float(taken) for taken, _ in own]
            scores[line.kind.name] = _score(line.kind, line.pairs, [_rows(text) for _, text in own], times)
        return scores


def _print(line: _Line, other: Score | None) -> str:
    score, beside, ratio = line.score, "", None
    if other is not None:
        ratio = other.median / max(statistics.median(line.times), 1e-3)
        beside = f"{other.first:>17.3f}{other.five:>7.3f}{other.median:>8.1f}{ratio:>6.0f}x"
    verdict = line.kind.goal.verdict(score, ratio)
    print(
        f"{line.kind.name:{_WIDTH}}{line.asked:>6}{score.first:>7.3f}{score.five:>7.3f}"
        f"{score.median:>8.2f}{score.p95:>8.2f}{beside}  {verdict}",
        flush=True,
    )
    return verdict


def _rows(text: str) -> list[str]:
    """Return the paths, or the passages, of an answer of the reference."""
    try:
        data = json.loads(text)
    except ValueError:
        return []
    if "results" in data:
        return [row["path"] for row in data["results"]]
    return [passage for passage in data.get("answer_markdown", "").split("\n\n") if passage]


def _score(
    kind: Kind, pairs: Sequence[Asked], found: Sequence[Sequence[str]], times: Sequence[float]
) -> Score:
    ordered = sorted(times) or [0.0]
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    shares = [
        sum(
            any(kind.is_right(one, pair.right) for one in rows[:most])
            for rows, pair in zip(found, pairs, strict=True)
        )
        / max(len(pairs), 1)
        for most in (1, 5)
    ]
    return Score(shares[0], shares[1], statistics.median(ordered), p95)


def _same(path: str) -> str:
    return fold(path.replace("_", " "))
