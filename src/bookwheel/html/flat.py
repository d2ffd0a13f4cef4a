"""The links of a page from its tags alone, where nothing can hide one: no tree is built.

What a tag means follows from its bytes, so that a pass over many pages looks it up. A page is read in this way when
each of its tags has the plainest form and stands for an element whose place in the tree does not matter. Then its links
are those of its tags, the same ones as `read_hrefs` finds. Any other page is left to the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import repeat

from selectolax.lexbor import LexborHTMLParser

from bookwheel.html.furniture import is_dropped
from bookwheel.html.hrefs import NEVER_SHOWN
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import VISIBLE, ink_of

# What a tag means that is no link.
# OUTSIDE: may stand before the content, for it leaves nothing open that another tag might end. INSIDE: any other.
# SHUT: hidden, or what it holds is no HTML; no matter if its end tag comes next. MARK: perhaps the root of the content.
# END: may end such a root. TREE: only the tree can tell. NEW: not known yet.
OUTSIDE, INSIDE, SHUT, MARK, END, TREE, NEW = range(-7, 0)
_ALL_NEW = repeat(NEW)
_MEANINGS = frozenset([OUTSIDE, INSIDE, SHUT, MARK, END, TREE])
_BEFORE_CONTENT = frozenset([OUTSIDE, SHUT, MARK])

# All tags but the shortest, which neither link nor hide nor end the content: those of paragraphs, items, cells, bold text.
_TAG = re.compile(rb"<[^>]{3,}>?")
_LINK = re.compile(rb"<a href=\"([^\"&\0\r]*)\"(?: title=\"[^\"]*\")?>")
_START = re.compile(
    rb"<([a-z][a-z0-9-]*)((?:[ \t\n]+[A-Za-z_:][\w:.-]*(?:=\"[^\"\0\r]*\")?)*)[ \t\n]*/?>", re.ASCII
)
_END = re.compile(rb"</([a-z][a-z0-9-]*)>")
# Comments without ">", doctypes and their like: what ends with the first ">".
_NO_ELEMENT = re.compile(rb"<!--[^>]*-->|<(?:\?|!(?!--))[^>]*>")

_BOXES = frozenset([b"div", b"main", b"section", b"article"])
_PAGE = frozenset([b"html", b"head", b"body"])
_VOID = frozenset(b"br hr img wbr link meta input col embed source track base".split())
_NO_HTML = frozenset(b"title script style textarea noscript iframe noframes noembed xmp svg math".split())
_OTHERS = (
    b"p a b i u s em strong small big sub sup span font tt code kbd samp var cite dfn abbr acronym bdi bdo q mark ins del"
    b" strike time data ruby rb rt rp rtc center header aside hgroup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption"
    b" colgroup thead tbody tfoot tr td th figure figcaption figure-inline blockquote pre address details summary label"
    b" audio video picture nav footer template canvas select button dialog"
).split()
_engine = LexborHTMLParser(b"")
_ELEMENTS = {
    name: _engine.create_node(name.decode()) for name in (*_BOXES, *_PAGE, *_VOID, *_NO_HTML, *_OTHERS)
}
_ROOT_IDS = frozenset(
    ["mw-content-text", "mainbar", "bodycontent", "mf-section-0", "content", "main-content", "main"]
)
_MOST_NEW = 32
"""Tags not met before, other than links, of which a page may have a quarter more: beyond it, learning costs more."""


def numbers_of(raw: bytes, known: dict[bytes | str, int], learn: Callable[[bytes], int]) -> set[int] | None:
    """Return the numbers of the addresses that a page in UTF-8 links to, or None when only its tree can tell.

    known: what tags mean: the number of a link's address (not negative), or what `meaning_of` returns. learn: returns
    the same for a tag that is not known yet.
    """
    found: list[bytes] = _TAG.findall(raw)
    meanings = list(map(known.get, found, _ALL_NEW))
    if NEW in meanings:
        new = {tag for tag, meaning in zip(found, meanings, strict=True) if meaning == NEW}
        if sum(not tag.startswith(b"<a ") for tag in new) > _MOST_NEW + len(found) // 4:
            return None
        known.update({tag: learn(tag) for tag in new})
        meanings = list(map(known.get, found, _ALL_NEW))
    first = next((place for place, meaning in enumerate(meanings) if meaning >= 0), None)
    if first is None:
        return None if TREE in meanings else set()
    last = len(meanings) - next(place for place, meaning in enumerate(reversed(meanings)) if meaning >= 0)
    before, between, behind = meanings[:first], set(meanings[first:last]), meanings[last:]
    if TREE in between or TREE in before or TREE in behind:
        return None
    if SHUT in between or SHUT in before:
        up_to = last if SHUT in between else first
        shut = [tag for tag, meaning in zip(found[:up_to], meanings, strict=False) if meaning == SHUT]
        if not _are_shut(raw, shut):
            return None
    if MARK in between or MARK in behind or (MARK in before and not _is_inside(raw, found, before, between)):
        return None
    return between - _MEANINGS


def _are_shut(raw: bytes, shut: list[bytes]) -> bool:
    """Tell whether elements, given by their tags in order, hold nothing but text: the next tag is their own end tag."""
    place = 0
    for tag in shut:
        start = _START.match(tag)
        place = raw.find(tag, place) + len(tag)
        place = raw.find(b"<", place)
        if start is None or not raw.startswith(b"</%b>" % start[1], place):
            return False
    return True


def _is_inside(raw: bytes, found: list[bytes], before: list[int], between: set[int]) -> bool:
    """Tell whether whatever may be the root of the content is open from before the first link to behind the last.

    found: all tags. before: the meanings of those before the first link. between: the meanings up to the last.
    """
    inside = len(before) - before[::-1].index(MARK)
    start = raw.rfind(found[inside - 1], 0, raw.find(found[len(before)]))
    has_left_out_none = raw.count(b"<", 0, start) == inside - 1
    return (
        has_left_out_none
        and _BEFORE_CONTENT.issuperset(before[:inside])
        and END not in between
        and END not in before[inside:]
    )


def meaning_of(tag: bytes) -> int | str:
    """Return the address of a link that is seen, or what else a tag means."""
    link = _LINK.fullmatch(tag)
    if link is not None:
        return _decoded(link[1])
    end = _END.fullmatch(tag)
    if end is not None:
        return END if end[1] in _BOXES else OUTSIDE
    start = _START.fullmatch(tag)
    if start is None:
        return OUTSIDE if _NO_ELEMENT.fullmatch(tag) else TREE
    name = start[1]
    if name not in _ELEMENTS or isinstance(_decoded(tag), int):
        return TREE
    if name in _VOID:
        return OUTSIDE
    # The engine reads the attributes of a span; what else it makes of an element depends on where that stands.
    span = LexborHTMLParser(b"<span%b>" % start[2]).css_first("span")
    return _meaning_of_element(name, span.attributes if span is not None else {})


def _decoded(text: bytes) -> int | str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return TREE


def _meaning_of_element(name: bytes, attributes: Attributes) -> int | str:
    node = _ELEMENTS[name]
    style = attributes.get("style")
    # Whether ink is seen depends on what is painted around it.
    is_shut = name in _NO_HTML or node.tag_id in NEVER_SHOWN or is_dropped(node, attributes)
    is_shut = is_shut or "color" in attributes or bool(style and ink_of(style) != VISIBLE)
    if _may_be_root(name, attributes):
        return MARK if name in _BOXES and not is_shut else TREE
    if name in _PAGE:
        return OUTSIDE
    if is_shut:
        return SHUT
    if name == b"a" and "href" in attributes:
        return attributes["href"] or ""
    return OUTSIDE if name in _BOXES else INSIDE


def _may_be_root(name: bytes, attributes: Attributes) -> bool:
    """Tell whether an element is one of those in which `find_root` looks for the content."""
    return (
        name in (b"main", b"article")
        or (attributes.get("id") or "").lower() in _ROOT_IDS
        or (attributes.get("role") or "").lower() == "main"
        or "mw-parser-output" in (attributes.get("class") or "").lower()
    )
