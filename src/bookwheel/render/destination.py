"""Where a Markdown link leads, encoded so that nothing in it can end the link early."""

from __future__ import annotations

import re

from bookwheel.document.model import LinkKind

# Blank and invisible characters, delimiters of Markdown and of the formats around it. Letters of every script stay.
_ALWAYS = (
    r"\x00-\x20\"$()*;<>\[\\\]^`{|}\x7f-\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    r"\ud800-\udfff\ufeff\ufff0-\uffff\U000e0000-\U000e0fff"
)
_UNSAFE_IN_URL = re.compile(f"[{_ALWAYS}]")
# A path is written decoded: its percent signs are themselves.
_UNSAFE_IN_PATH = re.compile(f"[{_ALWAYS}%]")
_SCRIPTING = re.compile(r"(?:javascript|vbscript|data|file|blob|about|view-source):", re.IGNORECASE)
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./,'!~@&=+?#"
_LETTERS_OF_URL = _LETTERS + b":%"


def destination(kind: LinkKind, target: str) -> str:
    """Return the encoded destination of a link of this kind, or "" when it leads nowhere or to a script."""
    # Deleting what is known to be harmless is the fastest test that nothing else is there.
    if kind == "external":
        if (
            target.isascii()
            and target.startswith("http")
            and not target.encode().translate(None, _LETTERS_OF_URL)
        ):
            return target
        return "" if _is_script(target) else _UNSAFE_IN_URL.sub(_percent, target)
    if not target.isascii() or target.encode().translate(None, _LETTERS):
        target = "" if _is_script(target) else _UNSAFE_IN_PATH.sub(_percent, target)
    return f"#{target}" if kind == "anchor" and target else target


def _is_script(target: str) -> bool:
    return ":" in target and _SCRIPTING.match(target.lstrip()) is not None


def _percent(match: re.Match[str]) -> str:
    return "".join([f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")])
