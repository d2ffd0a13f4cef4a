"""Pictures that stand for a number: rows of stars and the like, where the page says what they show."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from bookwheel.html import tags
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import without_invisible

_LONGEST_RATING = 60
_MOST_PICTURES = 40  # elements


def rating(node: LexborNode, attributes: Attributes) -> str:
    """Return the label of an element that shows nothing but pictures, if it tells a number ("4/5 stars"), else ""."""
    label = attributes.get("aria-label") if attributes.get("role") == "img" else attributes.get("title")
    if not label or len(label) > _LONGEST_RATING or not any(map(str.isdigit, label)):
        return ""
    if not tags.is_small(node, _MOST_PICTURES) or node.text().strip() or node.css_first("img") is None:
        return ""
    return " ".join(without_invisible(label).split())
