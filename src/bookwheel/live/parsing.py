"""Parsing without holding up the event loop: large pages in one thread, small ones at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import anyio
import anyio.to_thread

from bookwheel.document.model import Document, Page
from bookwheel.live import outcomes

INLINE_BYTES: Final = 32 << 10
PARSE_SECONDS: Final = 10.0


class ParsingRoom:
    """Parses one large page at a time. A page that takes too long is given up; its thread ends in its own time."""

    def __init__(self, parse: Callable[[Page], Document], seconds: float = PARSE_SECONDS) -> None:
        self._parse = parse
        self._seconds = seconds
        self._place = anyio.CapacityLimiter(1)
        # A thread that was given up keeps running: the lock makes the next page wait for it.
        self._lock = threading.Lock()

    async def parse(self, page: Page) -> Document:
        """Return the parsed page. Raises Timeout (deadline_exceeded)."""
        if len(page.html) <= INLINE_BYTES:
            return self._parse(page)
        given_up = threading.Event()

        def work() -> Document | None:
            with self._lock:
                return None if given_up.is_set() else self._parse(page)

        try:
            with anyio.fail_after(self._seconds):
                document = await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=self._place)
        except TimeoutError:
            raise outcomes.parsing_out_of_time(page.citation.title, self._seconds) from None
        finally:
            given_up.set()
        if document is None:
            raise outcomes.parsing_out_of_time(page.citation.title, self._seconds)
        return document
