"""Style declarations and the lengths in them."""

from __future__ import annotations

import re

# What a unit is in pixels, for a reader with a window of 1280 by 800 and letters of 16.
_PIXELS = {
    "": 1, "px": 1, "em": 16, "rem": 16, "ex": 8, "ch": 8, "lh": 20, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 37.8, "mm": 3.78,
    "q": 0.945, "vw": 12.8, "vh": 8, "vmin": 8, "vmax": 12.8, "dvw": 12.8, "dvh": 8, "svw": 12.8, "svh": 8,
}  # fmt: skip
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?)([a-z]{0,4}|%)$")
_CALC = re.compile(r"(?:-webkit-)?(?:calc|min|max)\(([^()]{1,100})\)$")
_VARIABLE = re.compile(r"var\(\s*--[\w-]*\s*(?:,([^()]*))?\)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?")
_IMPORTANT = re.compile(r"!\s*important\s*$")


def declarations(style: str) -> dict[str, list[str]]:
    """Return the values that a block gives each property, in lower case, the strongest last.

    All are kept: a browser passes over those that it cannot read.
    """
    if "\\" in style or "/*" in style:
        style = unescaped(without_comments(style))
    style = style.lower()
    if "var(" in style:
        style = _VARIABLE.sub(lambda found: found[1] or "", style)
    ordinary: dict[str, list[str]] = {}
    important: dict[str, list[str]] = {}
    for part in style.split(";"):
        name, _, value = part.partition(":")
        value = " ".join(value.split())
        if not value:
            continue
        name = name.strip()
        if "!" in value and (stripped := _IMPORTANT.sub("", value)) != value:
            important.setdefault(name, []).append(stripped.rstrip())
        else:
            ordinary.setdefault(name, []).append(value)
    for name, values in important.items():
        ordinary.setdefault(name, []).extend(values)
    return ordinary


def without_comments(css: str) -> str:
    """Drop the comments, which would otherwise disguise what stands around them."""
    return _COMMENT.sub("", css)


def unescaped(css: str) -> str:
    """Replace escapes by the characters they stand for."""
    return _ESCAPE.sub(_unescape, css).replace("\\", "") if "\\" in css else css


def _unescape(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 else ""


def length(text: str, percent: float) -> float | None:
    """Return a length in pixels, or None when it is none; `percent` is what one per cent comes to."""
    found = _LENGTH.match(text)
    if found:
        unit = percent if found[2] == "%" else _PIXELS.get(found[2])
        return float(found[1]) * unit if unit is not None else None
    calculated = _CALC.match(text)
    if calculated is None:
        return None
    results = [_sum(part, percent) for part in calculated[1].split(",")]
    known = [result for result in results if result is not None]
    if len(known) != len(results):
        return None
    return max(known) if "max" in text[:12] else min(known)


def _sum(text: str, percent: float) -> float | None:
    """Add and multiply from left to right, as much as styles need; None for what is no sum of lengths."""
    total, term, sign, is_divisor = 0.0, 1.0, 1.0, False
    for word in text.replace("*", " * ").replace("/", " / ").split():
        if word in ("+", "-"):
            total += sign * term
            term, sign = 1.0, -1.0 if word == "-" else 1.0
        elif word in ("*", "/"):
            is_divisor = word == "/"
        else:
            value = length(word, percent)
            if value is None or (is_divisor and value == 0):
                return None
            term = term / value if is_divisor else term * value
            is_divisor = False
    return total + sign * term


def arguments(value: str, function: str) -> list[str] | None:
    """Return the arguments of a function in a value, or None when it does not stand there."""
    start = value.find(function + "(")
    if start < 0 or (start and (value[start - 1].isalnum() or value[start - 1] == "-")):
        return None
    start += len(function) + 1
    end = value.find(")", start)
    inner = value[start : end if end >= 0 else len(value)]
    return [part.strip() for part in (inner.split(",") if "," in inner else inner.split())]
