"""Tell what a reader cannot see, from the style an element declares and the backgrounds around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from selectolax.lexbor import LexborNode

from bookwheel.html.colours import WHITE, Colour, is_near, read_attribute, read_colour
from bookwheel.html.css import arguments, declarations, length
from bookwheel.html.tags import FONT, SECTION, SILENT, TEXT, Attributes

VISIBLE, HIDDEN, INKED, STACKED = range(4)

# Added to a verdict: the element stands apart from what is around it, as a block does; its text is struck out.
BOXED, STRUCK = 4, 8

# Verdicts on the style attributes met so far; cleared when it grows beyond what wikis use.
INK: dict[str, int] = {}
_READINGS: dict[str, int] = {}
_MOST_REMEMBERED = 8192

# Below these nobody can read: pixels of a letter or a box, share of full opacity or size.
_LEAST_LETTER = 3
_LEAST_BOX = 3
_LEAST_SHARE = 0.06
# Beyond these pixels a box has left the window. On the right and below, wide pages scroll.
_FAR_BEFORE, _FAR_BEHIND = -500, 5000
_FULL = 100  # per cent
_PALEST = 244  # of 255: no ink from here on shows on white
_MOST_ANCESTORS = 40
_NEAR_ANCESTORS = 8

_DISPLAYS = re.compile(
    r"(?:none|block|inline|(?:inline-)?(?:block|flex|grid|table)|table-[a-z-]+|contents|list-item|flow-root|ruby|initial"
    r"|inherit|unset|revert)\b"
)
_BOXES = frozenset(["block", "list-item", "table", "table-row", "table-caption", "flex", "grid", "flow-root"])
_VISIBILITIES = frozenset(["visible", "hidden", "collapse", "initial", "inherit", "unset"])
_OFFSETS = (
    "left", "right", "top", "bottom", "text-indent", "inset", "inset-inline", "inset-inline-start", "inset-inline-end",
    "inset-block", "inset-block-start", "inset-block-end",
)  # fmt: skip
_MARGINS = (
    "margin-left", "margin-right", "margin-top", "margin-bottom", "margin", "padding-left", "margin-inline",
    "margin-inline-start", "margin-inline-end", "margin-block", "margin-block-start", "margin-block-end", "letter-spacing",
)  # fmt: skip
_SIZES = (
    "width", "height", "max-width", "max-height", "inline-size", "block-size", "max-inline-size", "max-block-size",
)  # fmt: skip
_CUTTING = ("hidden", "clip", "auto", "scroll")

Style = dict[str, list[str]]
Value = TypeVar("Value")


def ink_of(style: str) -> int:
    """Classify an inline style.

    VISIBLE; HIDDEN; INKED: coloured, and to be seen only on another colour; STACKED: one line over another, as scripts
    of formulas are set.
    """
    known = INK.get(style)
    if known is None:
        if len(INK) >= _MOST_REMEMBERED:
            INK.clear()
        known = _classify(declarations(style))
        if len(style) < 400:
            INK[style] = known
    return known


def reading_of(style: str) -> int:
    """Return the verdict on an inline style, with BOXED where it makes a block of an element of running text, and STRUCK."""
    known = _READINGS.get(style)
    if known is None:
        if len(_READINGS) >= _MOST_REMEMBERED:
            _READINGS.clear()
        known = ink_of(style)
        if "isplay" in style and known != HIDDEN:
            display = _last(declarations(style), "display", _display)
            known |= BOXED if display in _BOXES else 0
        if "ine-" in style and known != HIDDEN and _is_struck(declarations(style)):
            known |= STRUCK
        if len(style) < 400:
            _READINGS[style] = known
    return known


def _classify(style: Style) -> int:
    if any(test(style) for test in _TESTS):
        return HIDDEN
    ink = _ink(style)
    if ink is not None:
        if ink.alpha < _LEAST_SHARE:
            return HIDDEN
        behind = _background(style)
        if behind is None:
            return INKED
        if is_near(ink, behind):
            return HIDDEN
    if "inline-block" in style.get("display", ()) and "vertical-align" in style and "line-height" in style:
        return STACKED
    return VISIBLE


def _last(style: Style, name: str, read: Callable[[str], Value | None]) -> Value | None:
    """Return the strongest value of a property that can be read."""
    for value in reversed(style[name]) if name in style else ():
        found = read(value)
        if found is not None:
            return found
    return None


def _is_undisplayed(style: Style) -> bool:
    display = _last(style, "display", _display)
    visibility = _last(style, "visibility", lambda value: value if value in _VISIBILITIES else None)
    return (
        display == "none"
        or visibility in ("hidden", "collapse")
        or "hidden" in style.get("content-visibility", ())
    )


def _is_struck(style: Style) -> bool:
    return any(
        _last(style, name, lambda value: "line-through" in value)
        for name in ("text-decoration", "text-decoration-line")
    )


def _display(value: str) -> str | None:
    return value if _DISPLAYS.match(value) else None


def _is_tiny_print(style: Style) -> bool:
    size = _last(style, "font-size", lambda value: length(value, 0.16))
    if size is None and "font" in style:
        size = _last(style, "font", _font_size)
    return size is not None and size < _LEAST_LETTER


def _font_size(value: str) -> float | None:
    for token in value.split():
        size = length(token.partition("/")[0], 0.16)
        if size is not None and not (size >= 100 and token.isdigit()):  # else the weight of the letters
            return size
    return None


def _is_faint(style: Style) -> bool:
    shares = [_last(style, "opacity", _share), _last(style, "zoom", _share)]
    for value in style.get("filter", ()):
        inner = arguments(value, "opacity")
        shares.append(_share(inner[0]) if inner else None)
    return any(share is not None and share < _LEAST_SHARE for share in shares)


def _share(text: str) -> float | None:
    return length(text, 0.01)


def _is_far_off(style: Style) -> bool:
    for name in _OFFSETS:
        if name in style and _last(style, name, lambda value: _any_far(value.split(), 5.0)):
            return True
    return any(
        name in style and _last(style, name, lambda value: _any_far(value.split(), 0.0)) for name in _MARGINS
    )


def _any_far(parts: Iterable[str], percent: float) -> bool | None:
    """Tell whether one of the lengths leads out of the window; None when none of them is a length."""
    found = [value for part in parts if (value := length(part, percent)) is not None]
    return any(value <= _FAR_BEFORE or value >= _FAR_BEHIND for value in found) if found else None


def _is_transformed_away(style: Style) -> bool:
    for value in style.get("transform", []) + style.get("-webkit-transform", []):
        for function in ("scale", "scalex", "scaley", "scale3d", "matrix"):
            factors = arguments(value, function)
            shares = [_share(factor) for factor in (factors or [])[: 1 if function == "matrix" else 2]]
            if any(share is not None and abs(share) < _LEAST_SHARE for share in shares):
                return True
        for function in ("translate", "translatex", "translatey", "translate3d"):
            if _any_far(arguments(value, function) or (), 0.5):
                return True
        if any(
            (arguments(value, turn) or [""])[0] in ("90deg", "270deg", "-90deg")
            for turn in ("rotatex", "rotatey")
        ):
            return True
    factors = _last(style, "scale", lambda value: [_share(part) for part in value.split()[:2]])
    if any(factor is not None and abs(factor) < _LEAST_SHARE for factor in factors or ()):
        return True
    return any(_any_far(value.split(), 0.5) for value in style.get("translate", ()))


def _is_clipped(style: Style) -> bool:
    for value in style.get("clip", ()):
        sides = [length(side, 1) for side in arguments(value, "rect") or ()]
        if len(sides) == 4 and _is_narrow(sides[3], sides[1]) | _is_narrow(sides[0], sides[2]):
            return True
    return any(
        _is_cut_away(value) for value in style.get("clip-path", []) + style.get("-webkit-clip-path", [])
    )


def _is_narrow(near: float | None, far: float | None) -> bool:
    return near is not None and far is not None and far - near < _LEAST_BOX


def _is_cut_away(shape: str) -> bool:
    insets = [
        length(part.split()[0], 1) for part in arguments(shape.partition(" round ")[0], "inset") or () if part
    ]
    if insets and None not in insets:
        top, right, bottom, left = (insets * 4)[:4] if len(insets) in (1, 2) else (insets + insets[1:2])[:4]
        if (top or 0) + (bottom or 0) >= _FULL or (left or 0) + (right or 0) >= _FULL:
            return True
    for function in ("circle", "ellipse"):
        radii = arguments(shape.replace(" at ", ") "), function)
        if radii and any(
            radius is not None and radius < _LEAST_BOX for radius in (length(r, 1) for r in radii)
        ):
            return True
    points = [point.split() for point in arguments(shape, "polygon") or () if point]
    places = [tuple(length(place, 1) for place in point[-2:]) for point in points]
    return bool(places) and (len({p[0] for p in places}) == 1 or len({p[-1] for p in places}) == 1)


def _is_squeezed(style: Style) -> bool:
    """Tell whether a box too small for text cuts off what does not fit."""
    overflows = [*style.get("overflow", ()), *style.get("overflow-x", ()), *style.get("overflow-y", ())]
    if not any(cutting in value for value in overflows for cutting in _CUTTING):
        return False
    if "nowrap" in " ".join(style.get("white-space", ())):
        indent = _last(style, "text-indent", lambda value: length(value, 1) if value.endswith("%") else None)
        if indent is not None and indent >= _FULL:
            return True
    sizes = [_last(style, name, lambda value: length(value, 100)) for name in _SIZES if name in style]
    return any(size is not None and size < _LEAST_BOX for size in sizes)


def _is_masked(style: Style) -> bool:
    """Tell whether a mask lets nothing through."""
    for name in ("mask", "mask-image", "-webkit-mask", "-webkit-mask-image"):
        for value in style.get(name, ()):
            stops = arguments(value, "linear-gradient") or arguments(value, "radial-gradient") or []
            inks = [ink for stop in stops if stop and (ink := read_colour(stop.split()[0])) is not None]
            if inks and all(ink.alpha < _LEAST_SHARE for ink in inks):
                return True
    return False


_TESTS = (
    _is_undisplayed,
    _is_tiny_print,
    _is_faint,
    _is_far_off,
    _is_transformed_away,
    _is_clipped,
    _is_squeezed,
    _is_masked,
)


def _ink(style: Style) -> Colour | None:
    return _last(style, "-webkit-text-fill-color", read_colour) or _last(style, "color", read_colour)


def _background(style: Style) -> Colour | None:
    """Return what a style paints behind its text: a colour, or the opposite of any ink for a picture; None for nothing."""
    found = _last(style, "background-color", read_colour) or _last(style, "background", _painted)
    return found if found is not None and found.alpha >= _LEAST_SHARE else None


_PICTURE = Colour(-1000, -1000, -1000)


def _painted(value: str) -> Colour | None:
    if "url(" in value or "gradient(" in value:
        return _PICTURE
    whole = read_colour(value)
    if whole is not None:
        return whole
    return next((colour for token in value.split() if (colour := read_colour(token)) is not None), None)


@lru_cache(maxsize=2048)
def _declared_ink(style: str) -> Colour | None:
    return _ink(declarations(style))


@lru_cache(maxsize=2048)
def _declared_background(style: str) -> Colour | None:
    return _background(declarations(style))


def is_hidden(node: LexborNode, attributes: Attributes) -> bool:
    """Tell whether an element declares itself invisible. Folded sections are exempt."""
    if "hidden" in attributes:
        return not is_folded(node, attributes)
    style = attributes.get("style")
    verdict = ink_of(style) if style else VISIBLE
    if verdict == HIDDEN:
        return not is_folded(node, attributes)
    if verdict == INKED and style:
        return _is_drowned(node, attributes, _declared_ink(style))
    if "color" in attributes and node.tag_id == FONT:
        return _is_drowned(node, attributes, read_attribute(attributes["color"] or ""))
    return False


def is_folded(node: LexborNode, attributes: Attributes) -> bool:
    """Tell whether an element is a section of a mobile page, which hides them until the reader unfolds them."""
    return node.tag_id == SECTION and (
        "data-mw-section-id" in attributes
        or "mf-section-" in (attributes.get("class") or "")
        or "mf-section-" in (attributes.get("id") or "")
    )


def _is_drowned(node: LexborNode, attributes: Attributes, ink: Colour | None) -> bool:
    """Tell whether ink has the colour of what is painted behind it, the page's white where nothing is declared."""
    if ink is None:
        return False
    is_pale = _is_pale(ink)
    around: LexborNode | None = node
    for _ in range(_MOST_ANCESTORS if is_pale else _NEAR_ANCESTORS):
        if around is None:
            break
        if around is not node:
            attributes = around.attributes
        behind = None
        if "background" in (style := (attributes.get("style") or "").lower()):
            behind = _declared_background(style)
        if behind is None and "bgcolor" in attributes:
            behind = read_attribute(attributes["bgcolor"] or "")
        if behind is not None:
            return is_near(ink, behind) or (is_pale and is_near(behind, WHITE))
        around = around.parent
    return is_pale


def _is_pale(ink: Colour) -> bool:
    return min(ink[:3]) >= _PALEST


def hides_alone(style: str) -> bool:
    """Tell whether a style hides an element of which nothing else is known."""
    verdict = ink_of(style)
    if verdict == INKED:
        ink = _declared_ink(style)
        return ink is not None and _is_pale(ink)
    return verdict == HIDDEN


def paints(style: str) -> bool:
    """Tell whether a style paints something behind the text."""
    return "background" in style and _declared_background(style.lower()) is not None


def is_clipped(style: str) -> bool:
    """Tell whether a style hides by clipping alone, as is done with words for those who listen."""
    return _is_clipped(declared := declarations(style)) and not _is_undisplayed(declared)


def is_within_hidden(node: LexborNode, root: LexborNode) -> bool:
    """Tell whether an element, or one of those between it and `root`, is invisible."""
    around: LexborNode | None = node
    for _ in range(_MOST_ANCESTORS):
        if around is None or around.mem_id == root.mem_id:
            return False
        attributes = around.attributes
        if attributes and is_hidden(around, attributes):
            return True
        around = around.parent
    return False


def visible_text(node: LexborNode) -> str:
    """Return the text inside an element without what is invisible."""
    parts: list[str] = []
    stack = list(reversed(list(node.iter(include_text=True))))
    while stack:
        part = stack.pop()
        tag = part.tag_id
        if tag == TEXT:
            parts.append(part.text_content or "")
        elif tag not in SILENT and not ((attributes := part.attributes) and is_hidden(part, attributes)):
            stack.extend(reversed(list(part.iter(include_text=True))))
    return "".join(parts)
