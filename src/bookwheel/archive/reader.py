"""The door to the reader processes: the only way from the event loop to archive work.

libzim holds the interpreter lock for every read and can kill its process (a file truncated under its memory
map raises SIGBUS), so archive work runs in worker processes whose death costs one answer. A job is a
module-level function `(library, arguments) -> result`; it travels by reference, its arguments and result by pickle.

One `Readers` keeps at most `maximum` processes: the first call starts one, another starts when all are busy.
A caller is released at once by its deadline or cancellation; its job gets `GRACE_SECONDS` to finish, then its
process is killed, and a fresh one is warmed.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import traceback
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import anyio
import anyio.to_process
from anyio.abc import TaskGroup

from bookwheel.archive.defects import changed
from bookwheel.archive.files import (
    SCAN_SECONDS,
    Fingerprints,
    LibrarySettings,
    changed_names,
    fingerprint_of,
    fingerprints,
)
from bookwheel.errors import BookwheelError, Timeout, Unavailable, unexpected

if TYPE_CHECKING:
    from bookwheel.archive.library import Library

Arguments = TypeVar("Arguments")
Answer = TypeVar("Answer")

GRACE_SECONDS = 0.25
ORPHAN_SECONDS = 5.0  # a reader whose server died ends itself this long after the deadline


class _Fault(NamedTuple):
    """An untyped exception in a reader: its class, and its traceback for the server's standard error."""

    kind: str
    trace: str


@dataclass(eq=False)
class _Call:
    job: Callable[..., Any]
    arguments: object
    deadline_seconds: float
    done: anyio.Event = field(default_factory=anyio.Event)
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    has_started: bool = False
    answer: Any = None
    failure: Exception | None = None

    def abandon(self) -> None:
        """Give a running job its grace, drop one that still waits for a process."""
        if self.has_started:
            self.scope.deadline = anyio.current_time() + GRACE_SECONDS
        else:
            self.scope.cancel()


class Readers:
    """A small pool of reader processes over one set of archives. Make it with `open_readers`."""

    def __init__(self, settings: LibrarySettings, tasks: TaskGroup, maximum: int) -> None:
        self.settings = settings
        self.maximum = maximum
        self._tasks = tasks
        self._places = anyio.Semaphore(maximum, fast_acquire=True)
        # A place is taken before the pool is asked, so the pool's own limit must never bind.
        self._pool_limit = anyio.CapacityLimiter(maximum + 1)

        self._known: Fingerprints = {}
        self._generation = 0
        self._looked_at = float("-inf")

    def state(self, name: object = None) -> object:
        """Return what changes whenever an archive's files do, hashable: equal states mean equal answers.

        It is the state of the archive called exactly `name`, else of all of them; that costs 2 µs an archive.
        """
        own = fingerprint_of(self.settings, name) if isinstance(name, str) else None
        if own:
            return own
        self._look(fingerprints(self.settings))
        return self._generation

    def _look(self, states: Fingerprints) -> None:
        self._looked_at = anyio.current_time()
        if states != self._known:
            self._known, self._generation = states, self._generation + 1

    def _before(self) -> Fingerprints:
        """Return how the archives were at most a second ago: enough to tell later that one has changed."""
        if anyio.current_time() - self._looked_at >= SCAN_SECONDS:
            self._look(fingerprints(self.settings))
        return self._known

    async def call(
        self, job: Callable[[Library, Arguments], Answer], arguments: Arguments, deadline_seconds: float
    ) -> Answer:
        """Run `job(library, arguments)` in a reader and return its result.

        Raises the BookwheelError the job raised, `Timeout` (deadline_exceeded) when `deadline_seconds` pass,
        `Unavailable` (archive_changed, archive_failed) when the reader died, `Internal` for any other fault.
        """
        before = self._before()
        call = _Call(job, arguments, deadline_seconds)
        self._tasks.start_soon(self._attend, call)
        try:
            with anyio.fail_after(deadline_seconds):
                await call.done.wait()
        except TimeoutError:
            call.abandon()
            raise Timeout(
                f"No answer within {deadline_seconds:g} seconds.",
                reason="deadline_exceeded",
                hint="Try again, or ask for less at once: one section, a smaller limit, a shorter query.",
            ) from None
        except BaseException:
            call.abandon()
            raise
        if call.failure is not None:
            raise _explain(call.failure, self.settings, before) from call.failure
        if isinstance(call.answer, _Fault):
            print(call.answer.trace, end="", file=sys.stderr)  # noqa: T201
            raise unexpected(call.answer.kind)
        return cast("Answer", call.answer)

    async def _attend(self, call: _Call) -> None:
        try:
            with call.scope:
                async with self._places:
                    call.has_started = True
                    call.answer = await self._run(call.job, call.arguments, call.deadline_seconds)
            if call.scope.cancelled_caught:
                call.failure = anyio.BrokenWorkerProcess("abandoned")
        except Exception as error:  # noqa: BLE001  # handed to the caller, who is waiting for it
            call.failure = error
        finally:
            call.done.set()
        if isinstance(call.failure, anyio.BrokenWorkerProcess) and call.has_started:
            self.warm()

    async def _run(self, job: Callable[..., Any], arguments: object, deadline_seconds: float) -> object:
        return await anyio.to_process.run_sync(
            _work, self.settings, job, arguments, deadline_seconds, cancellable=True, limiter=self._pool_limit
        )

    def kill(self) -> None:
        """End every job and its process; nothing can be called any more."""
        self._tasks.cancel_scope.cancel()

    def warm(self) -> None:
        """Start a reader in the background unless one is idle; it opens the archives while nobody waits."""
        self._tasks.start_soon(self._warm)

    async def _warm(self) -> None:
        with contextlib.suppress(Exception):
            async with self._places:
                await self._run(_greet, None, 60.0)


@contextlib.asynccontextmanager
async def open_readers(settings: LibrarySettings, maximum: int = 2) -> AsyncGenerator[Readers]:
    """Yield a pool; its first call starts the first reader. On exit every reader is killed at once."""
    async with anyio.create_task_group() as tasks:
        try:
            yield Readers(settings, tasks, maximum)
        finally:
            tasks.cancel_scope.cancel()


def _explain(failure: Exception, settings: LibrarySettings, before: Fingerprints) -> BookwheelError:
    """Say why a call failed, from what came out of the process pool."""
    if isinstance(failure, BookwheelError):
        return failure
    if not isinstance(failure, anyio.BrokenWorkerProcess):
        traceback.print_exception(failure, file=sys.stderr)
        return unexpected(type(failure).__name__)
    names = changed_names(before, fingerprints(settings, fresh=True))
    if names:
        return changed(names)
    return Unavailable(
        "Reading the archive ended the reader process.",
        reason="archive_failed",
        hint="Call again once; if it fails again, check the archive with zim_health(zim_file_path).",
        retryable=True,
    )


# ---- what runs inside a reader process ---------------------------------------------------------------------

_libraries: dict[LibrarySettings, Library] = {}


def _work(
    settings: LibrarySettings, job: Callable[..., Any], arguments: object, deadline_seconds: float
) -> object:
    library = _libraries.get(settings)
    if library is None:
        library = _libraries[settings] = _settle(settings)
    with _ends_itself(deadline_seconds + ORPHAN_SECONDS):
        try:
            return job(library, arguments)
        except BookwheelError:
            raise
        except Exception as error:  # noqa: BLE001  # the process boundary: a trace must not leave it
            return _Fault(type(error).__name__, traceback.format_exc())


def _settle(settings: LibrarySettings) -> Library:
    """Make a fresh worker process fit for work."""
    # Descriptor 2 is a pipe that nobody empties: once it is full, a library's chatter would block for ever.
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    os.close(silence)
    # Ctrl-C reaches the whole process group; the server decides when a reader ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    import_module("bookwheel.html")  # now, while nobody waits
    from bookwheel.archive.library import Library

    library = Library(settings)
    gc.freeze()
    gc.enable()
    return library


def _greet(library: Library, _: None) -> int:
    """Warm a reader: look at the archives, so that the next job finds them open."""
    return len(library.archives())


@contextlib.contextmanager
def _ends_itself(seconds: float):  # noqa: ANN202
    """End this process by SIGALRM when a job outlives its deadline, so that no reader survives its server."""
    if not hasattr(signal, "setitimer"):  # Windows: the pool's pipe closing ends an idle reader only
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
