"""A build that is killed at any instant leaves the old index or none; never half of one."""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from bookwheel.companion.opened import identity_of
from bookwheel.companion.store import open_index
from companion import killed_build
from companion.conftest import opened

KILLS = 50


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no fork server to start processes fast enough"
)
def test_a_build_killed_at_any_instant_leaves_a_whole_index_or_none(
    made_up: Callable[[int, int], Path], tmp_path: Path
) -> None:
    archive = made_up(120, 5)
    identity = identity_of(opened(archive))
    target = tmp_path / "killed.bookwheel"
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["companion.killed_build"])

    def start() -> BaseProcess:
        process = context.Process(target=killed_build.run, args=(str(archive), str(target)))
        process.start()
        return process

    start().join()
    begun = time.monotonic()
    start().join()
    seconds = time.monotonic() - begun
    dice = random.Random(50)
    outcomes: list[str] = []
    for number in range(KILLS):
        if number % 2:
            target.unlink(missing_ok=True)
        before = target.stat().st_ino if target.exists() else None
        process = start()
        time.sleep(dice.uniform(0, 1.1 * seconds))
        process.kill()
        process.join()
        if not target.exists():
            outcomes.append("none")
            continue
        open_index(target, identity).verify_all()
        outcomes.append("old" if target.stat().st_ino == before else "new")
    assert {"none", "old"} <= set(outcomes)

    start().join()
    open_index(target, identity).verify_all()
    assert [path.name for path in tmp_path.iterdir()] == [target.name], "what killed builds left is swept up"
