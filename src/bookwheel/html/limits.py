"""Parsing within a limit.

The engine is fast on pages and quadratic on some nests (a hundred thousand open elements take it many seconds), and
nothing can interrupt it. It does release the interpreter's lock, so anything large is parsed in a thread of its own
and given up when it has worked for longer than the page's size allows; the thread then ends by itself.

What counts is the time that the thread itself has worked, so that a busy machine does not change how a page is read.
"""

from __future__ import annotations

import threading
import time

from selectolax.lexbor import LexborHTMLParser

# Below this size the worst nests known stay within the least limit.
INLINE_BYTES = 48 * 1024
LEAST_SECONDS = 0.25
SECONDS_PER_MEGABYTE = 0.25
# How much longer than its work a parse may take on a busy machine, and a page may wait for its turn.
PATIENCE = 10
# Parses given up that may still run; beyond them large pages wait, and go to the fallback at last.
MOST_RUNAWAYS = 4
_LEAST_WAIT_SECONDS = 0.01

_slots = threading.BoundedSemaphore(MOST_RUNAWAYS)


def parse_utf_8(raw: bytes) -> LexborHTMLParser | None:
    """Return the parsed page, which is in UTF-8, or None when it takes longer than its size allows."""
    if len(raw) <= INLINE_BYTES:
        return LexborHTMLParser(raw)
    limit = max(LEAST_SECONDS, len(raw) / 1_000_000 * SECONDS_PER_MEGABYTE)
    slots = _slots
    if not slots.acquire(timeout=limit * PATIENCE):
        return None
    parse = _Parse(raw, slots)
    parse.start()
    return parse.wait(limit)


class _Parse(threading.Thread):
    """One parse in a thread of its own."""

    def __init__(self, raw: bytes, slots: threading.BoundedSemaphore) -> None:
        super().__init__(name="bookwheel-parse", daemon=True)
        self._raw = raw
        self._slots = slots
        self._clock: int | None = None
        self._tree: LexborHTMLParser | None = None

    def run(self) -> None:
        """Parse, and make room for another."""
        try:
            # Asked for by the thread itself: the clock of one that has ended is refused, not undefined.
            if hasattr(time, "pthread_getcpuclockid"):
                self._clock = time.pthread_getcpuclockid(threading.get_ident())
            self._tree = LexborHTMLParser(self._raw)
        finally:
            self._slots.release()

    def wait(self, limit: float) -> LexborHTMLParser | None:
        """Return the tree, or None when the thread has worked for `limit` seconds without an end."""
        end = time.monotonic() + limit * PATIENCE
        left = limit
        while left > 0 and self.is_alive() and time.monotonic() < end:
            self.join(max(left, _LEAST_WAIT_SECONDS))
            left = limit - self._worked(limit)
        return self._tree

    def _worked(self, limit: float) -> float:
        """Return the processor seconds the thread has used; none where the system does not tell."""
        if self._clock is None:
            return 0.0
        try:
            return time.clock_gettime(self._clock)
        except OSError:  # it has ended
            return limit
