"""Standard input and output as the SDK's transport takes them, with the event loop waiting for them itself.

The SDK's own streams hand every line read, written and flushed to a thread: a quarter of what a call costs the server.
Here the descriptors are moved out of the way first, so that the wire carries nothing but messages: what a library
prints goes to standard error, what it reads is empty.
"""

from __future__ import annotations

import contextlib
import os
import select
import stat
from collections.abc import AsyncIterator, Generator
from typing import Final

import anyio
import anyio.lowlevel

CAN_WAIT: Final = hasattr(select, "poll")
"""Whether the loop can wait for pipes here: not on Windows."""
_READ_BYTES: Final = 1 << 16
_WRITE_BYTES: Final = getattr(select, "PIPE_BUF", 512)  # a pipe that is ready takes so much without blocking


class Lines:
    """The lines of a descriptor; what is no UTF-8 becomes U+FFFD."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)

    async def __aiter__(self) -> AsyncIterator[str]:
        begun: list[bytes] = []
        while chunk := await self._read():
            *whole, rest = chunk.split(b"\n")
            for line in whole:
                yield b"".join((*begun, line)).decode("utf-8", "replace")
                begun.clear()
            begun.append(rest)
        if last := b"".join(begun):
            yield last.decode("utf-8", "replace")

    async def _read(self) -> bytes:
        if not self._is_file:  # macOS would wait at its end for it to grow
            with contextlib.suppress(OSError):  # what the loop cannot wait for is always ready
                await anyio.wait_readable(self._descriptor)
        return os.read(self._descriptor, _READ_BYTES)


class Writer:
    """A descriptor to write text to, however slowly it is read: nothing else waits meanwhile."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._ready = select.poll()
        self._ready.register(descriptor, select.POLLOUT)

    async def write(self, text: str) -> None:
        """Write all of a text."""
        left = memoryview(text.encode())
        while left:
            if not self._ready.poll(0):
                await anyio.wait_writable(self._descriptor)
            left = left[os.write(self._descriptor, left[:_WRITE_BYTES]) :]

    async def flush(self) -> None:
        """Nothing is held back."""
        await anyio.lowlevel.checkpoint()


@contextlib.contextmanager
def wire() -> Generator[tuple[Lines, Writer]]:
    """Yield the streams on private duplicates of descriptors 0 and 1, which lead elsewhere until the end."""
    incoming, outgoing, nothing = os.dup(0), os.dup(1), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    try:
        yield Lines(incoming), Writer(outgoing)
    finally:
        os.dup2(incoming, 0)
        os.dup2(outgoing, 1)
        for descriptor in (incoming, outgoing, nothing):
            os.close(descriptor)
