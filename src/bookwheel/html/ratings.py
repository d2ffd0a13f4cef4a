"""What stands for words or a number without being text: medals, ticks, rows of stars, check boxes, hieroglyphs."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from bookwheel.html import tags
from bookwheel.html.links import PICTURES
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import is_hidden, is_within_hidden
from bookwheel.html.whitespace import without_invisible

_LONGEST_RATING = 60
_MOST_PICTURES = 40  # elements
_LONGEST_SIGN = 40
_MOST_SIGNS = 400
_MOST_AROUND = 3  # elements
_SIGN_PIXELS = range(8, 51)
# The files in which wikis of all languages keep the arrows beside figures.
_ARROW = re.compile(
    r"/(?:\d+px-)?(?:(?:[a-z]+_)?arrow_)?(increase|decrease|steady|(?<=arrow_)up|(?<=arrow_)down)(?:2|_[a-z]+)?\.svg",
    re.IGNORECASE,
)
ARROW_WIDTHS = frozenset(map(str, range(8, 22)))  # pixels; flags are wider
_ARROWS = {"increase": "▲", "up": "▲", "decrease": "▼", "down": "▼", "steady": "▬"}


def rating(node: LexborNode, attributes: Attributes) -> str:
    """Return the label of an element that shows nothing but pictures, if it tells a number ("4/5 stars"), else ""."""
    label = attributes.get("aria-label") if attributes.get("role") == "img" else attributes.get("title")
    if not label or len(label) > _LONGEST_RATING or not any(map(str.isdigit, label)):
        return ""
    if not tags.is_small(node, _MOST_PICTURES) or node.text().strip() or node.css_first("img") is None:
        return ""
    return " ".join(without_invisible(label).split())


def signs(cell: LexborNode) -> str:
    """Return what the small pictures in a cell without words stand for, or "" when one of them is no sign."""
    found: list[str] = []
    for picture in cell.css("img, [data-alt]"):  # mobile pages load pictures late
        attributes = picture.attributes
        alt, width = (
            attributes.get(name) or attributes.get(f"data-{name}") or "" for name in ("alt", "width")
        )
        alt = " ".join(without_invisible(alt).split())
        is_sign = 0 < len(alt) <= _LONGEST_SIGN and not alt.lower().endswith(PICTURES)
        is_small = width.isdecimal() and len(width) < 3 and int(width) in _SIGN_PIXELS
        if not (is_sign and is_small) or is_within_hidden(picture, cell):
            return ""
        found.append(alt)
    return " ".join(found[:_MOST_PICTURES])


def arrow(frame: LexborNode) -> str:
    """Return the arrow that a small picture or its frame shows: whether the figure beside it rose or fell, or ""."""
    picture: LexborNode | None = frame
    while picture is not None and picture.tag_id != tags.IMG:
        picture = picture.child
    attributes = picture.attributes if picture is not None else {}
    if attributes.get("width") not in ARROW_WIDTHS:
        return ""
    found = _ARROW.search(attributes.get("src") or "")
    if picture is None or found is None or is_within_hidden(picture, frame) or is_hidden(picture, attributes):
        return ""
    return _ARROWS[found[1].lower()]


def checkbox(node: LexborNode) -> str:
    """Return the state of a check box at an item of a list, or ""."""
    attributes = node.attributes
    if (attributes.get("type") or "").lower() != "checkbox" or is_hidden(node, attributes):
        return ""
    around = node.parent
    for _ in range(_MOST_AROUND):
        if around is None:
            break
        if around.tag_id == tags.LI:
            return "[x] " if "checked" in attributes else "[ ] "
        around = around.parent
    return ""


def hieroglyphs(table: LexborNode) -> str:
    """Return the signs of an Egyptian text set in pictures, by the names the page gives them."""
    pictures = [
        picture for picture in table.css("img[alt]")[:_MOST_SIGNS] if not is_within_hidden(picture, table)
    ]
    names = [without_invisible(picture.attributes.get("alt") or "").strip() for picture in pictures]
    shown = "-".join(name for name in names if 0 < len(name) <= _LONGEST_SIGN)
    return f"[hieroglyphs: {shown}]" if shown else ""
