"""Where a Markdown link leads, encoded so that nothing in it can end the link early."""

from __future__ import annotations

import re

from bookwheel.document.model import Link

# Blank and invisible characters, delimiters of Markdown and of the formats around it. Letters of every script stay.
_ALWAYS = (
    r"\x00-\x20\"$()*;<>\[\\\]^`{|}\x7f-\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    r"\ud800-\udfff\ufeff\ufff0-\uffff\U000e0000-\U000e0fff"
)
_UNSAFE_IN_URL = re.compile(f"[{_ALWAYS}]")
# A path is written decoded: its percent signs are themselves.
_UNSAFE_IN_PATH = re.compile(f"[{_ALWAYS}%]")
_SCRIPTING = re.compile(r"(?:javascript|vbscript|data|file|blob|about|view-source):", re.IGNORECASE)


def destination(link: Link) -> str:
    """Return the link's encoded destination, or "" when it leads nowhere or to a script."""
    target = link.target
    if not target or (":" in target and _SCRIPTING.match(target.lstrip())):
        return ""
    if link.kind == "external":
        return _UNSAFE_IN_URL.sub(_percent, target)
    encoded = _UNSAFE_IN_PATH.sub(_percent, target)
    return f"#{encoded}" if link.kind == "anchor" else encoded


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
