"""The door to the reader processes: the only way from the event loop to archive work.

libzim holds the interpreter lock for every read and can kill its process (a file truncated under its memory
map raises SIGBUS), so archive work runs in processes (`archive/worker.py`) whose death costs one answer.

One `Readers` keeps at most `maximum` processes: the first call starts one, another starts when all are busy.
A caller is released at once by its deadline or cancellation; its job gets `GRACE_SECONDS` to finish, then its
process is killed, and a fresh one is started.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
import traceback
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, TypeVar, cast

import anyio

from bookwheel.archive.defects import changed
from bookwheel.archive.files import (
    SCAN_SECONDS,
    Fingerprints,
    LibrarySettings,
    changed_names,
    fingerprint_of,
    fingerprints,
)
from bookwheel.archive.worker import LENGTH, Fault, framed, greet
from bookwheel.errors import BookwheelError, Timeout, Unavailable, unexpected

if TYPE_CHECKING:
    from bookwheel.archive.library import Library

Arguments = TypeVar("Arguments")
Answer = TypeVar("Answer")

GRACE_SECONDS = 0.25
IDLE_SECONDS = 300.0  # a reader that nobody needed for so long is let go when another one is taken
_CLOSE_SECONDS = 1.0  # for killed processes to be gone
_GREETING = framed((greet, None, 60.0))


class ReaderDiedError(Exception):
    """The process ended before it answered."""


class _Call:
    """One job on its way: `reply` gets the pickled answer."""

    __slots__ = ("reader", "reply", "request")

    def __init__(self, request: bytes, reply: asyncio.Future[bytes]) -> None:
        self.request = request
        self.reply = reply
        self.reader: _Reader | None = None

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)
            self.reply.exception()  # a caller that left does not fetch it


class _Reader(asyncio.SubprocessProtocol):
    """One reader process, as the event loop sees it."""

    def __init__(self, pool: Readers) -> None:
        self._pool = pool
        self._received = bytearray()
        self.call: _Call | None = None
        self.idle_since = 0.0
        self.is_alive = True
        self.gone = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process = cast("asyncio.SubprocessTransport", transport)
        self._requests = cast("asyncio.WriteTransport", self._process.get_pipe_transport(0))

    def run(self, call: _Call) -> None:
        """Send an idle reader its next job."""
        self.call, call.reader = call, self
        self.send(call.request)

    def send(self, message: bytes) -> None:
        self._requests.write(message)

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # only standard output is a pipe
        received = self._received
        received += data
        if len(received) < LENGTH.size or len(received) < LENGTH.size + LENGTH.unpack_from(received)[0]:
            return
        reply = bytes(memoryview(received)[LENGTH.size :])
        received.clear()
        call, self.call = self.call, None
        if call is not None and not call.reply.done():
            call.reply.set_result(reply)
        self._pool.rest(self)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self.end()

    def process_exited(self) -> None:
        self.end()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    def end(self) -> None:
        """Kill the process, unless it is dead, and fail its job."""
        if not self.is_alive:
            return
        self.is_alive = False
        self._process.close()
        self._pool.lost(self)
        if self.call is not None:
            self.call.fail(ReaderDiedError())

    def end_unless_done(self, call: _Call) -> None:
        """Kill the process if it is still at a job that nobody waits for any more."""
        if self.call is call:
            self.end()


class Readers:
    """A small pool of reader processes over one set of archives. Make it with `open_readers`."""

    def __init__(self, settings: LibrarySettings, maximum: int) -> None:
        self.settings = settings
        self.maximum = maximum
        self._loop = asyncio.get_running_loop()
        self._all: set[_Reader] = set()
        self._idle: list[_Reader] = []  # the one used last at the end
        self._waiting: deque[_Call] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._is_closed = False

        self._known: Fingerprints = {}
        self._generation = 0
        self._looked_at = float("-inf")

    # -- the state of the files ----------------------------------------------------------------------------------

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
        self._looked_at = self._loop.time()
        if states != self._known:
            self._known, self._generation = states, self._generation + 1

    def _before(self) -> Fingerprints:
        """Return how the archives were at most a second ago: enough to tell later that one has changed."""
        if self._loop.time() - self._looked_at >= SCAN_SECONDS:
            self._look(fingerprints(self.settings))
        return self._known

    # -- calls ---------------------------------------------------------------------------------------------------

    async def call(
        self, job: Callable[[Library, Arguments], Answer], arguments: Arguments, deadline_seconds: float
    ) -> Answer:
        """Run `job(library, arguments)` in a reader and return its result.

        Raises the BookwheelError the job raised, `Timeout` (deadline_exceeded) when `deadline_seconds` pass,
        `Unavailable` (archive_changed, archive_failed) when the reader died, `Internal` for any other fault.
        """
        before = self._before()
        call = _Call(framed((job, arguments, deadline_seconds)), self._loop.create_future())
        timer = self._loop.call_later(deadline_seconds, call.fail, TimeoutError())
        self._waiting.append(call)
        self._assign()
        try:
            answer = pickle.loads(await call.reply)  # noqa: S301  # written by our own process
        except TimeoutError:
            self._abandon(call)
            raise Timeout(
                f"No answer within {deadline_seconds:g} seconds.",
                reason="deadline_exceeded",
                hint="Try again, or ask for less at once: one section, a smaller limit, a shorter query.",
            ) from None
        except Exception as error:
            raise _explain(error, self.settings, before) from error
        except BaseException:
            self._abandon(call)
            raise
        finally:
            timer.cancel()
        if isinstance(answer, BookwheelError):
            raise answer
        if isinstance(answer, Fault):
            print(answer.trace, end="", file=sys.stderr)  # noqa: T201
            raise unexpected(answer.kind)
        return cast("Answer", answer)

    def _abandon(self, call: _Call) -> None:
        """Give a running job its grace, drop one that still waits for a process."""
        if call.reader is not None:
            self._loop.call_later(GRACE_SECONDS, call.reader.end_unless_done, call)
        else:
            with contextlib.suppress(ValueError):
                self._waiting.remove(call)

    def _assign(self) -> None:
        """Give waiting calls to idle readers; start more readers where that is not enough."""
        while self._waiting and self._idle:
            self._idle.pop().run(self._waiting.popleft())
            now = self._loop.time()
            while self._idle and now - self._idle[0].idle_since >= IDLE_SECONDS:
                self._idle[0].end()
        wanted = min(len(self._waiting), self.maximum - len(self._all)) - len(self._starting)
        for _ in range(wanted if not self._is_closed else 0):
            self._start()

    # -- processes -----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        task = self._loop.create_task(self._begin())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _begin(self) -> None:
        start = f"import sys; sys.path[:] = {sys.path!r}; from bookwheel.archive.worker import main; main()"
        try:
            _, reader = await self._loop.subprocess_exec(
                lambda: _Reader(self), sys.executable, "-c", start, stderr=asyncio.subprocess.DEVNULL
            )
        except OSError as error:
            self._fail_one(error)
            return
        if not reader.is_alive:
            self._fail_one(ReaderDiedError())
            return
        self._all.add(reader)
        reader.send(framed(self.settings))
        self.rest(reader)

    def _fail_one(self, error: Exception) -> None:
        if self._waiting:
            self._waiting.popleft().fail(error)

    def rest(self, reader: _Reader) -> None:
        """Take back a reader that has answered, or is new."""
        reader.idle_since = self._loop.time()
        self._idle.append(reader)
        self._assign()

    def lost(self, reader: _Reader) -> None:
        """Forget a reader that is dead. For one that was at work another starts, and opens the archives while nobody waits."""
        self._all.discard(reader)
        if reader in self._idle:
            self._idle.remove(reader)
        if reader.call is not None and reader.call.request is not _GREETING and not self._idle:
            self._waiting.append(_Call(_GREETING, self._loop.create_future()))
        self._assign()

    def kill(self) -> None:
        """End every job and its process; nothing can be called any more."""
        self._is_closed = True
        for task in self._starting:
            task.cancel()
        for reader in tuple(self._all):
            reader.end()
        while self._waiting:
            self._waiting.popleft().fail(ReaderDiedError())

    async def close(self) -> None:
        """Kill every process and wait until it is gone."""
        ending = [*(reader.gone for reader in self._all), *self._starting]
        self.kill()
        if ending:
            with anyio.CancelScope(shield=True):
                await asyncio.wait(ending, timeout=_CLOSE_SECONDS)


@contextlib.asynccontextmanager
async def open_readers(settings: LibrarySettings, maximum: int = 2) -> AsyncGenerator[Readers]:
    """Yield a pool; its first call starts the first reader. On exit every reader is killed at once."""
    readers = Readers(settings, maximum)
    try:
        yield readers
    finally:
        await readers.close()


def _explain(failure: Exception, settings: LibrarySettings, before: Fingerprints) -> BookwheelError:
    """Say why a call failed, from what came out of the pool."""
    if not isinstance(failure, ReaderDiedError):
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
