"""What a reader process runs: jobs off its standard input, their results to its standard output.

Both ways a message is eight bytes of length and a pickle. The first one in are the LibrarySettings; every other is
`(job, arguments, deadline in seconds)`, where a job is a module-level function `(library, arguments) -> result`.
What comes back is the result, the BookwheelError that the job raised, or a `Fault`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import struct
import traceback
from collections.abc import Generator
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from bookwheel.errors import BookwheelError

if TYPE_CHECKING:
    from bookwheel.archive.library import Library

ORPHAN_SECONDS = 5.0  # a reader whose server died ends itself this long after the deadline
LENGTH: Final = struct.Struct("<Q")
_PIPE_BYTES: Final = 1 << 20  # so that most answers cross at once


class Fault(NamedTuple):
    """An untyped exception in a reader: its class, and its traceback for the server's standard error."""

    kind: str
    trace: str


def framed(message: object) -> bytes:
    """Return a message as it travels. Raises what `pickle` raises."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Answer until standard input ends."""
    # Ctrl-C reaches the whole process group; the server decides when a reader ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = _take_pipes()
    with requests, replies:
        settings = _next(requests)
        if settings is None:
            return
        library = _library(pickle.loads(settings))  # noqa: S301  # the pipe's other end is the server
        while (request := _next(requests)) is not None:
            replies.write(_answer(library, request))
            replies.flush()


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Move the pipes out of the way of whatever prints or reads: descriptors 0, 1 and 2 then lead nowhere."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    with contextlib.suppress(
        ImportError, AttributeError, OSError
    ):  # a pipe stays as large as the system allows
        import fcntl

        fcntl.fcntl(replies, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return requests, replies


def _next(requests: BinaryIO) -> bytes | None:
    """Return the next message, None at the end: the server has closed the pipe or is dead."""
    head = requests.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    length: int = LENGTH.unpack(head)[0]
    body = requests.read(length)
    return body if len(body) == length else None


def _library(settings: Any) -> Library:
    gc.disable()
    import_module("bookwheel.html")  # now, while nobody waits
    from bookwheel.archive.library import Library

    library = Library(settings)
    gc.freeze()
    gc.enable()
    return library


def greet(library: Library, _: None) -> int:
    """Look at the archives, so that the next job finds them open: the first job of a reader that replaces another."""
    return len(library.archives())


def _answer(library: Library, request: bytes) -> bytes:
    try:
        job, arguments, deadline_seconds = pickle.loads(request)  # noqa: S301  # as above
        with _ends_itself(deadline_seconds + ORPHAN_SECONDS):
            result = job(library, arguments)
        return framed(result)
    except BookwheelError as error:
        return framed(error)
    except Exception as error:  # noqa: BLE001  # the process boundary: a trace must not leave it
        return framed(Fault(type(error).__name__, traceback.format_exc()))


@contextlib.contextmanager
def _ends_itself(seconds: float) -> Generator[None]:
    """End this process by SIGALRM when a job outlives its deadline, so that no reader survives its server."""
    if not hasattr(signal, "setitimer"):  # Windows: the end of the pipe ends an idle reader only
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
