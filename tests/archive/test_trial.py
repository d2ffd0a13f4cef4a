"""Opening what may end the process that opens it."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.archive import trial
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.trial import Outcome, try_each

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")


def opens(name: str) -> Callable[[], Outcome]:
    return lambda: Outcome(name, None)


def dies(number: signal.Signals) -> Callable[[], Outcome]:
    def opening() -> Outcome:
        os.kill(os.getpid(), number)
        time.sleep(10)
        return Outcome("survived", None)

    return opening


def raises() -> Outcome:
    raise RuntimeError("nobody expected this")


def test_outcomes_come_in_order_with_names_in_any_script():
    openings = [opens("a"), lambda: Outcome("", "a defect\nof two lines"), opens("東京")]
    assert try_each(openings) == [
        Outcome("a", None),
        Outcome("", "a defect\nof two lines"),
        Outcome("東京", None),
    ]
    assert try_each([]) == []


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGKILL])
def test_a_death_is_the_defect_of_the_archive_that_was_being_opened(number: signal.Signals):
    outcomes = try_each([opens("before"), dies(number), opens("after"), dies(number), opens("last")])
    assert [outcome.own_name for outcome in outcomes] == ["before", "", "after", "", "last"]
    assert outcomes[1].defect == f"damaged: opening it ends the process ({number.name})"


def test_an_untyped_exception_is_a_defect_too():
    assert try_each([raises, opens("after")]) == [
        Outcome("", "opening it failed unexpectedly"),
        Outcome("after", None),
    ]


def test_an_archive_that_does_not_open_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 1)
    began = time.monotonic()
    outcomes = try_each([lambda: time.sleep(30) or Outcome("", None), opens("after")])
    assert outcomes == [Outcome("", "it did not open within 1 seconds"), Outcome("after", None)]
    assert time.monotonic() - began < 10


def test_beside_other_threads_openings_run_in_this_process():
    release = threading.Event()
    thread = threading.Thread(target=release.wait)
    thread.start()
    try:
        outcomes = try_each([lambda: Outcome(str(os.getpid()), None)])
    finally:
        release.set()
        thread.join()
    assert outcomes == [Outcome(str(os.getpid()), None)]


def test_a_damaged_search_index_cannot_end_the_reader(shared: Path, tmp_path: Path):
    data = bytearray((shared / "zts/withns/small.zim").read_bytes())
    for position in range(10_000, 70_000, 1_500):
        data[position] ^= 0x5A
    for number in range(3):
        data[33_000 + number] ^= 0xFF
        (tmp_path / f"damaged{number}.zim").write_bytes(bytes(data))
    (tmp_path / "sound.zim").write_bytes((shared / "good.zim").read_bytes())
    listed = {file.name: file for file in Library(LibrarySettings((str(tmp_path),))).archives()}
    assert listed["sound"].readable
    assert all(file.readable == (file.defect is None) for file in listed.values())
