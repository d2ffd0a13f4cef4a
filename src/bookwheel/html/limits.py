"""Parsing within a time limit.

The engine is fast on pages and quadratic on some nests (a hundred thousand open elements take it many seconds), and
nothing can interrupt it. It does release the interpreter's lock, so anything large is parsed in a thread of its own
and given up when the time is over; the thread then ends by itself.
"""

from __future__ import annotations

import re
import threading

from selectolax.lexbor import LexborHTMLParser

# Below this size the worst nests known stay within the least time limit.
INLINE_BYTES = 48 * 1024
LEAST_SECONDS = 0.25
SECONDS_PER_MEGABYTE = 0.25
# Parses given up that may still run; beyond them large pages go to the fallback at once.
MOST_RUNAWAYS = 4

_slots = threading.BoundedSemaphore(MOST_RUNAWAYS)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_UTF_8 = frozenset([b"utf-8", b"utf8", b"us-ascii", b"ascii"])
_HEAD_BYTES = 1024


def parse_tree(raw: bytes) -> LexborHTMLParser | None:
    """Return the parsed page, or None when it takes longer than its size allows."""
    raw = as_utf_8(raw)
    if len(raw) <= INLINE_BYTES:
        return LexborHTMLParser(raw)
    slots = _slots
    if not slots.acquire(blocking=False):
        return None
    result: list[LexborHTMLParser] = []

    def work() -> None:
        try:
            result.append(LexborHTMLParser(raw))
        finally:
            slots.release()

    worker = threading.Thread(target=work, name="bookwheel-parse", daemon=True)
    worker.start()
    worker.join(max(LEAST_SECONDS, len(raw) / 1_000_000 * SECONDS_PER_MEGABYTE))
    return result[0] if result else None


def as_utf_8(raw: bytes) -> bytes:
    """Return the page in UTF-8 when it declares another encoding."""
    head = raw[:_HEAD_BYTES]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace").encode()
    found = _CHARSET.search(head)
    if found is None or found[1].lower() in _UTF_8:
        return raw
    try:
        raw.decode()
    except UnicodeDecodeError:
        try:
            return raw.decode(found[1].decode("ascii"), "replace").encode("utf-8", "replace")
        except (LookupError, ValueError):
            return raw
    return raw
