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


class Goal(NamedTuple):
    """Least shares found first and among five, most CPU milliseconds (95 %), least ratio to the reference's median."""

    first: float | None = None
    five: float | None = None
    p95: float | None = None
    times: float | None = None


class Score(NamedTuple):
    """Shares found first and among five; CPU milliseconds, median and 95 %."""

    first: float
    five: float
    median: float
    p95: float


class _Line(NamedTuple):
    name: str
    asked: int
    score: Score | None
    goal: Goal
    calls: tuple[tuple[str, dict[str, Any]], ...]
    pairs: tuple[Asked, ...]
    is_right: IsRight
    own: tuple[float, ...]
    share: float = 0.0
    most: float = 0.0


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
        self._lines: list[_Line] = []

    def find(
        self,
        name: str,
        pairs: Sequence[Asked],
        find: Find,
        arguments: dict[str, Any],
        goal: Goal,
        is_right: IsRight = is_page,
    ) -> None:
        """Ask all queries and keep the line; `arguments` are those of the same call to the reference."""
        found: list[list[str]] = []
        times: list[float] = []
        find(_WARM_UP)
        for query, right in pairs:
            begun = time.process_time()
            found.append(find(query))
            times.append(1e3 * (time.process_time() - begun))
            if self._is_telling and not any(is_right(one, right) for one in found[-1][:5]):
                print(f"  {name}, missed: {query!r} -> {right[0]!r}; found {found[-1][:3]}")
        tool = "zim_query" if "synthesize" in arguments else "zim_search"
        path = str(self.library.choose(None).path)
        calls = [(tool, {"zim_file_path": path, "query": query, **arguments}) for query, _ in pairs]
        score = _score(found, pairs, times, is_right)
        kept = pairs[: self._sample]
        self._lines.append(
            _Line(
                name,
                len(pairs),
                score,
                goal,
                tuple(calls[: self._sample]),
                tuple(kept),
                is_right,
                tuple(times[: self._sample]),
            )
        )

    def share(self, name: str, count: int, asked: int, most: float) -> None:
        """Keep a line about a share that is to be small."""
        self._lines.append(_Line(name, asked, None, Goal(), (), (), is_page, (), count / asked, most))

    def show(self) -> list[str]:
        """Print the table; return the names of the lines whose goals are missed."""
        others = self._ask_reference()
        beside = f"{'reference hit@1':>17}{'hit@5':>7}{'median':>9}{'ratio':>8}" if others else ""
        print(
            f"\n{self.head}\n{'':{_WIDTH}}{'asked':>6}{'hit@1':>7}{'hit@5':>7}{'median':>8}{'p95 ms':>8}{beside}"
        )
        missed: list[str] = []
        for line in self._lines:
            verdict = self._print(line, others.get(line.name))
            if verdict.startswith("MISS"):
                missed.append(line.name)
        return missed

    def _print(self, line: _Line, other: Score | None) -> str:
        if line.score is None:
            verdict = "MET" if line.share <= line.most else f"MISS (at most {line.most:.2f})"
            print(f"{line.name:{_WIDTH}}{line.asked:>6}{line.share:>7.3f}{'':46}  {verdict}")
            return verdict
        score, goal, ratio = line.score, line.goal, None
        beside = ""
        if other is not None:
            ratio = other.median / max(statistics.median(line.own), 1e-3)
            beside = f"{other.first:>17.3f}{other.five:>7.3f}{other.median:>9.1f}{ratio:>7.0f}x"
        verdict = _verdict(score, goal, ratio)
        print(
            f"{line.name:{_WIDTH}}{line.asked:>6}{score.first:>7.3f}{score.five:>7.3f}"
            f"{score.median:>8.2f}{score.p95:>8.2f}{beside}  {verdict}",
            flush=True,
        )
        return verdict

    def _ask_reference(self) -> dict[str, Score]:
        if self._reference is None:
            return {}
        lines = [line for line in self._lines if line.calls]
        calls = [(line.calls[0][0], line.calls[0][1] | {"query": _WARM_UP}) for line in lines[:1]]
        calls += [call for line in lines for call in line.calls]
        folder = str(self.library.choose(None).path.parent)
        done = subprocess.run(
            [self._reference, str(Path(__file__).with_name("quality_peer.py"))],
            input=json.dumps([folder, calls]),
            capture_output=True,
            text=True,
            check=True,
        )
        answers = iter(json.loads(done.stdout)[1:])
        scores: dict[str, Score] = {}
        for line in lines:
            own = [next(answers) for _ in line.calls]
            found = [_rows(text) for _, text in own]
            scores[line.name] = _score(found, line.pairs, [taken for taken, _ in own], line.is_right)
        return scores


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
    found: Sequence[Sequence[str]], pairs: Sequence[Asked], times: Sequence[float], is_right: IsRight
) -> Score:
    count = max(len(pairs), 1)
    first = sum(
        any(is_right(one, pair.right) for one in rows[:1]) for rows, pair in zip(found, pairs, strict=True)
    )
    five = sum(
        any(is_right(one, pair.right) for one in rows[:5]) for rows, pair in zip(found, pairs, strict=True)
    )
    ordered = sorted(times) or [0.0]
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return Score(first / count, five / count, statistics.median(ordered), p95)


def _verdict(score: Score, goal: Goal, ratio: float | None) -> str:
    missed = [
        f"hit@1 >= {goal.first:.2f}" if goal.first is not None and score.first < goal.first else "",
        f"hit@5 >= {goal.five:.2f}" if goal.five is not None and score.five < goal.five else "",
        f"p95 <= {goal.p95:.0f} ms" if goal.p95 is not None and score.p95 > goal.p95 else "",
        f">= {goal.times:.0f}x" if goal.times and ratio is not None and ratio < goal.times else "",
    ]
    missed = [one for one in missed if one]
    return f"MISS ({', '.join(missed)})" if missed else "MET"


def _same(path: str) -> str:
    return fold(path.replace("_", " "))
