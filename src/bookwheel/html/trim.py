"""Cut navigation boxes out of the bytes before they are parsed: on small articles they are most of the page."""

from __future__ import annotations

_SIGN = b'class="navbox'
_LONGEST_TAG = 2000
_MOST_BOXES = 64
_DEEPEST = 4000


def without_navboxes(raw: bytes) -> bytes:
    """Return the page without its navigation boxes.

    Only whole elements are cut, found by counting the tags of their own name. A box that does not end, or that holds
    or stands in a comment, or that holds properties of the page, stays, and is dropped as furniture after parsing.
    """
    position = raw.find(_SIGN)
    if position < 0:
        return raw
    first_comment = raw.find(b"<!--")
    kept: list[bytes] = []
    done = 0
    for _ in range(_MOST_BOXES):
        if position < 0:
            break
        span = _element(raw, position)
        if span is None or span[0] < done or not _is_plain(raw, span, first_comment):
            position = raw.find(_SIGN, position + 1)
            continue
        kept.append(raw[done : span[0]])
        done = span[1]
        position = raw.find(_SIGN, done)
    if not kept:
        return raw
    kept.append(raw[done:])
    return b"".join(kept)


def _element(raw: bytes, position: int) -> tuple[int, int] | None:
    """Return where the `<table>` or `<div>` whose tag holds `position` begins and ends."""
    begin = raw.rfind(b"<", max(position - _LONGEST_TAG, 0), position)
    if begin < 0 or raw.find(b">", begin, position) >= 0:
        return None
    name = raw[begin + 1 : begin + 6]
    if name == b"table":
        opening, closing = b"<table", b"</table>"
    elif name[:4] == b"div ":
        opening, closing = b"<div", b"</div>"
    else:
        return None
    depth, at = 1, begin + 1
    for _ in range(_DEEPEST):
        end = raw.find(closing, at)
        if end < 0:
            return None
        depth += raw.count(opening, at, end) - 1
        at = end + len(closing)
        if depth == 0:
            return begin, at
    return None


def _is_plain(raw: bytes, span: tuple[int, int], first_comment: int) -> bool:
    """Tell whether an element stands outside comments and holds nothing that the page says about itself."""
    begin, end = span
    if raw.find(b"PageProp", begin, end) >= 0 or raw.find(b"<h2", begin, end) >= 0:
        return False
    if first_comment < 0 or first_comment > end:
        return True
    if raw.find(b"<!--", begin, end) >= 0:
        return False
    last = raw.rfind(b"<!--", 0, begin)
    return last < 0 or raw.find(b"-->", last, begin) >= 0
