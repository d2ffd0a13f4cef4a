"""Is an element invisible to a reader? Decided from what it declares itself."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from bookwheel.html.tags import SECTION, Attributes

# Zero sizes count only when nothing follows that makes them more than zero ("0.8em" is visible).
_HIDING = re.compile(
    r"(?:^|;)(?:"
    r"display:none|visibility:(?:hidden|collapse)|content-visibility:hidden"
    r"|font-size:0(?:\.0+)?(?:[a-z%]*)(?:!important)?(?:;|$)|font:0(?:px)?/"
    r"|opacity:(?:0?\.0+|0)%?(?:!important)?(?:;|$)"
    r"|(?:text-indent|left|top|margin-left|margin-top):-\d{4,}"
    r"|text-indent:-999|left:-999|top:-999"
    r"|clip-path:inset\((?:100|50)%|clip:rect\(0(?:px)?,0"
    r"|transform:scale\(0\)"
    r")"
)
_COLLAPSED = re.compile(r"(?:^|;)(?:max-)?(?:height|width):0(?:px|em|%)?(?:!important)?(?:;|$)")
_WHITE = r"(?:white|#fff|#ffff|#ffffff|#ffffffff|rgba?\(255,255,255(?:,1)?\)|hsl\(0,0%,100%\))"
_PALE_TEXT = re.compile(rf"(?:^|;)color:(?:transparent|{_WHITE}|rgba\(\d+,\d+,\d+,0\))(?:!important)?(?:;|$)")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;]*)")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]*)")
_INVISIBLE_INK = re.compile(r"(?:^|;)color:(?:transparent|rgba\(\d+,\d+,\d+,0\))")

VISIBLE, HIDDEN, PALE, STACKED = range(4)

# Verdicts on the style attributes met so far; cleared when it grows beyond what wikis use.
INK: dict[str, int] = {}
_MOST_REMEMBERED = 8192


def ink_of(style: str) -> int:
    """Classify an inline style.

    VISIBLE; HIDDEN; PALE: white text, hidden unless something dark is behind it; STACKED: one line over another, as
    scripts of formulas are set.
    """
    known = INK.get(style)
    if known is None:
        if len(INK) >= _MOST_REMEMBERED:
            INK.clear()
        known = _classify(style)
        if len(style) < 400:
            INK[style] = known
    return known


def _classify(style: str) -> int:
    if "\\" in style or "/*" in style:
        style = _plain_css(style)
    style = "".join(style.lower().split())
    if _HIDING.search(style) or ("overflow:hidden" in style and _COLLAPSED.search(style)):
        return HIDDEN
    if "inline-block" in style and "vertical-align" in style and "line-height" in style:
        return STACKED
    if "color:" not in style:
        return VISIBLE
    background = _BACKGROUND.search(style)
    colour = _COLOUR.search(style)
    if _INVISIBLE_INK.search(style):
        return HIDDEN
    if colour and background and colour[1] == background[1].replace("!important", ""):
        return HIDDEN
    if _PALE_TEXT.search(style):
        return (
            VISIBLE
            if background and not re.fullmatch(_WHITE + "|none|transparent|inherit", background[1])
            else PALE
        )
    return VISIBLE


def has_background(style: str) -> bool:
    """Tell whether an inline style paints something behind the text."""
    return "background" in style.lower()


def _plain_css(style: str) -> str:
    """Undo CSS comments and escapes, which would otherwise disguise a declaration."""
    style = re.sub(r"/\*.*?(?:\*/|$)", "", style, flags=re.DOTALL)
    return re.sub(r"\\([0-9a-fA-F]{1,6})\s?", _unescape, style).replace("\\", "")


def _unescape(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 else ""


def is_hidden(node: LexborNode, attributes: Attributes) -> bool:
    """Tell whether an element declares itself invisible. Sections are exempt: mobile pages fold them."""
    if "hidden" in attributes:
        return node.tag_id != SECTION
    style = attributes.get("style")
    if not style:
        return False
    ink = ink_of(style)
    if ink == HIDDEN:
        return node.tag_id != SECTION
    return ink == PALE and not _stands_on_background(node)


def _stands_on_background(node: LexborNode) -> bool:
    """Tell whether an ancestor paints a background, which makes white text readable."""
    ancestor = node.parent
    for _ in range(40):
        if ancestor is None:
            return False
        attributes = ancestor.attributes
        if "bgcolor" in attributes or has_background(attributes.get("style") or ""):
            return True
        ancestor = ancestor.parent
    return True
