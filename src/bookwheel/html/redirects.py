"""Pages that only send their reader elsewhere."""

from __future__ import annotations

import re
from html import unescape

from selectolax.lexbor import LexborHTMLParser

_SIGNS = (
    b"http-equiv",
    b"HTTP-EQUIV",
    b"Http-Equiv",
    b"redirectMsg",
    b"redirectText",
    b"mw:PageProp/redirect",
)
_HEAD_BYTES = 8192
_LONGEST_STUB = 65536
_REFRESH = re.compile(
    r"^\s*(\d{1,6})?(?:\.\d*)?\s*[;,]?\s*url\s*=\s*[\"']?\s*([^\"'\s].*?)[\"']?\s*$", re.IGNORECASE
)
_LONGEST_DELAY_SECONDS = 10


def redirect_target(html: bytes) -> str | None:
    """Return the address (as written, with its fragment) that a redirect page leads to, or None for an ordinary page."""
    head = html[:_HEAD_BYTES]
    if not any(sign in head for sign in _SIGNS):
        return None
    if len(html) > _LONGEST_STUB:
        html = head  # only the head of a long page can redirect
    tree = LexborHTMLParser(html)
    for meta in tree.css("meta[http-equiv]"):
        attributes = meta.attributes
        if (attributes.get("http-equiv") or "").strip().lower() == "refresh":
            target = _refresh_target(attributes.get("content") or "")
            if target and (meta.parent is None or meta.parent.tag != "noscript"):
                return target
    for selector in ('link[rel="mw:PageProp/redirect"]', ".redirectMsg a[href]", ".redirectText a[href]"):
        node = tree.css_first(selector)
        if node is not None and node.attributes.get("href"):
            return node.attributes["href"]
    return None


def _refresh_target(content: str) -> str | None:
    found = _REFRESH.match(unescape(content))
    if found is None or int(found[1] or 0) > _LONGEST_DELAY_SECONDS:
        return None
    target = found[2].strip()
    return None if target.lower().startswith(("javascript:", "data:")) else target
