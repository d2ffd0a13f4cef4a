"""Drills of the door: whatever happens to a reader process, one answer is lost and the next call works."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

import reader_jobs as jobs
from bookwheel.archive import reader
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.reader import Readers, open_readers
from bookwheel.errors import BookwheelError, Internal, NotFound, Timeout, Unavailable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="drills with POSIX signals")


@asynccontextmanager
async def some_readers(tmp_path: Path, maximum: int = 1) -> AsyncGenerator[Readers]:
    async with open_readers(LibrarySettings((str(tmp_path),)), maximum) as readers:
        yield readers


def drill(tmp_path: Path, body: Callable[[Readers], Awaitable[None]], maximum: int = 1) -> None:
    async def main() -> None:
        with anyio.fail_after(40):
            async with some_readers(tmp_path, maximum) as readers:
                await body(readers)

    anyio.run(main)


async def refused(
    readers: Readers, job: Callable[..., object], argument: object, seconds: float = 20
) -> BookwheelError:
    with pytest.raises(BookwheelError) as caught:
        await readers.call(job, argument, seconds)
    return caught.value


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        # It may be gone between the two questions.
        return (
            b"Z" not in Path(f"/proc/{process}/stat").read_bytes().split(b")")[-1][:4]
            if Path("/proc").exists()
            else True
        )
    except (ProcessLookupError, FileNotFoundError):
        return False


async def until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    with anyio.move_on_after(seconds):
        while not condition():
            await anyio.sleep(0.01)
    return condition()


async def pid_noted_in(path: Path) -> int:
    assert await until(lambda: path.exists() and path.read_text() != "")
    return int(path.read_text())


@pytest.mark.parametrize(
    "job", [jobs.touch_nothing, jobs.abort, jobs.kill_myself], ids=["SIGSEGV", "SIGABRT", "SIGKILL"]
)
def test_a_reader_that_dies_costs_one_answer(tmp_path: Path, job: Callable[..., object]) -> None:
    async def body(readers: Readers) -> None:
        error = await refused(readers, job, None)
        assert isinstance(error, Unavailable)
        assert (error.reason, error.retryable) == ("archive_failed", True)
        assert await readers.call(jobs.echo, "again", 20) == "again"

    drill(tmp_path, body)


def test_a_file_truncated_under_its_map_is_reported_as_changed(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        archive = tmp_path / "wiki.zim"
        archive.write_bytes(b"x" * (1 << 20))
        await anyio.sleep(1.1)  # the list of names is at most a second old
        await readers.call(jobs.echo, None, 20)
        error = await refused(readers, jobs.read_past_a_truncated_map, str(archive))
        assert error.reason == "archive_changed"
        assert str(tmp_path) not in error.message
        assert error.data["changed_archives"] == ["wiki"]
        assert await readers.call(jobs.echo, 1, 20) == 1

    drill(tmp_path, body)


def test_an_idle_reader_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        process = await readers.call(jobs.process_id, None, 20)
        os.kill(process, signal.SIGKILL)
        assert await until(lambda: not is_alive(process))
        await anyio.sleep(0.1)  # until the event loop has been told
        assert await readers.call(jobs.process_id, None, 20) != process

    drill(tmp_path, body)


def test_a_busy_reader_that_was_killed_costs_one_answer(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        note = tmp_path / "pid"
        errors: list[BookwheelError] = []

        async def lose() -> None:
            errors.append(await refused(readers, jobs.note_and_sleep, (str(note), 20.0)))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lose)
            os.kill(await pid_noted_in(note), signal.SIGKILL)
        assert errors[0].reason == "archive_failed"
        assert await readers.call(jobs.echo, 2, 20) == 2

    drill(tmp_path, body)


@pytest.mark.parametrize(
    "job",
    [
        jobs.raise_what_cannot_be_rebuilt,
        jobs.return_what_cannot_be_rebuilt,
        jobs.return_what_cannot_be_pickled,
    ],
)
def test_what_cannot_cross_the_process_border_is_one_internal_error(
    tmp_path: Path, job: Callable[..., object], capfd: pytest.CaptureFixture[str]
) -> None:
    async def body(readers: Readers) -> None:
        before = await readers.call(jobs.process_id, None, 20)
        error = await refused(readers, job, None)
        assert isinstance(error, Internal)
        assert "secret" not in str(error.payload())
        assert await readers.call(jobs.process_id, None, 20) == before, "the reader should have survived"

    drill(tmp_path, body)
    assert "Traceback" in capfd.readouterr().err


def test_a_typed_error_crosses_with_all_it_says(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        error = await refused(readers, jobs.raise_typed, None)
        assert isinstance(error, NotFound)
        assert error.payload()["error"] == {
            "code": -32001,
            "message": "No such thing.",
            "data": {
                "reason": "entry_not_found",
                "recovery": {"hint": "Look elsewhere."},
                "retryable": False,
                "closest_match": "thing",
            },
        }

    drill(tmp_path, body)


def test_an_endless_loop_ends_at_the_deadline_and_its_process_soon_after(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        await readers.call(jobs.echo, None, 20)
        note = tmp_path / "pid"
        begun = time.perf_counter()
        error = await refused(readers, jobs.loop_forever, str(note), 0.5)
        assert isinstance(error, Timeout)
        assert error.reason == "deadline_exceeded"
        assert time.perf_counter() - begun < 2
        process = int(note.read_text())
        assert await readers.call(jobs.echo, 3, 20) == 3
        assert not is_alive(process)

    drill(tmp_path, body)


def test_a_cancelled_caller_is_released_at_once_and_the_job_is_killed(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        await readers.call(jobs.echo, None, 20)
        note = tmp_path / "pid"
        process, begun = 0, 0.0
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(readers.call, jobs.loop_forever, str(note), 30.0)
            process = await pid_noted_in(note)
            begun = time.perf_counter()
            tasks.cancel_scope.cancel()
        assert time.perf_counter() - begun < 0.2
        assert is_alive(process), "the job has a moment of grace"
        assert await until(lambda: not is_alive(process), 3)
        assert await readers.call(jobs.echo, 4, 20) == 4

    drill(tmp_path, body)


def test_a_short_job_whose_caller_left_finishes_and_keeps_its_reader(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        process = await readers.call(jobs.process_id, None, 20)
        with anyio.move_on_after(0.03):
            await readers.call(jobs.sleep, 0.1, 20)
        assert await readers.call(jobs.process_id, None, 20) == process

    drill(tmp_path, body)


def test_a_cancelled_caller_that_still_waits_for_a_reader_leaves_the_queue(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        note = tmp_path / "never"
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(readers.call, jobs.sleep, 0.5, 20.0)
            await anyio.sleep(0.05)
            with anyio.move_on_after(0.1):
                await readers.call(jobs.note_and_sleep, (str(note), 0.0), 20)
        assert await readers.call(jobs.echo, 5, 20) == 5
        assert not note.exists()

    drill(tmp_path, body)


def test_a_second_reader_starts_when_the_first_is_busy(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        seen: set[int] = set()

        async def one() -> None:
            seen.add(await readers.call(jobs.sleep, 0.6, 20))

        async with anyio.create_task_group() as tasks:
            for _ in range(4):
                tasks.start_soon(one)
        assert len(seen) == 2

    drill(tmp_path, body, maximum=2)


def test_a_reader_that_nobody_needs_any_more_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(readers: Readers) -> None:
        seen: set[int] = set()

        async def one() -> None:
            seen.add(await readers.call(jobs.sleep, 0.3, 20))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(one)
            tasks.start_soon(one)
        assert len(seen) == 2
        monkeypatch.setattr(reader, "IDLE_SECONDS", 0.0)
        kept = await readers.call(jobs.process_id, None, 20)
        assert await until(lambda: [process for process in seen if is_alive(process)] == [kept], 3)

    drill(tmp_path, body, maximum=2)


@pytest.mark.parametrize(
    ("executable", "reason"), [("/bin/false", "archive_failed"), ("/no/such/python", "internal")]
)
def test_a_reader_that_cannot_start_is_an_error_and_no_endless_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executable: str, reason: str
) -> None:
    async def body(readers: Readers) -> None:
        loop = asyncio.get_running_loop()
        begun, begin = 0, loop.subprocess_exec

        async def counted(*arguments: Any, **named: Any) -> Any:
            nonlocal begun
            begun += 1
            return await begin(*arguments, **named)

        monkeypatch.setattr(loop, "subprocess_exec", counted)
        monkeypatch.setattr(sys, "executable", executable)
        assert (await refused(readers, jobs.echo, None)).reason == reason
        await anyio.sleep(0.2)
        assert begun <= 2
        monkeypatch.undo()
        assert await readers.call(jobs.echo, 6, 20) == 6

    drill(tmp_path, body)


def test_what_no_pipe_holds_crosses_whole(tmp_path: Path) -> None:
    async def body(readers: Readers) -> None:
        large = "ä" * 5_000_000
        assert await readers.call(jobs.echo, large, 20) == large

    drill(tmp_path, body)


def test_closing_the_door_kills_the_readers_at_once(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    times: list[float] = []

    async def main() -> None:
        async with some_readers(tmp_path) as readers, anyio.create_task_group() as tasks:
            tasks.start_soon(readers.call, jobs.note_and_sleep, (str(note), 30.0), 60.0)
            await pid_noted_in(note)
            times.append(time.perf_counter())
            tasks.cancel_scope.cancel()

    anyio.run(main)
    assert time.perf_counter() - times[0] < 1
    assert not is_alive(int(note.read_text()))


def test_chatter_on_standard_output_stays_inside_the_reader(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def body(readers: Readers) -> None:
        assert await readers.call(jobs.print_to_standard_output, "noise", 20) == "noise"

    drill(tmp_path, body)
    assert "noise" not in capfd.readouterr().out
