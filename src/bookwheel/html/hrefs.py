"""The links and pictures of a page without reading the page: what it points to, in document order.

One rule says which elements count, for single pages and for passes over whole archives alike: those inside the
page's content, without furniture (navigation boxes, edit links) and without what is hidden from a reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.document.model import Citation, Page
from bookwheel.html import tags
from bookwheel.html.charset import to_utf_8
from bookwheel.html.dialects import find_root
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.limits import parse_utf_8
from bookwheel.html.links import LinkResolver
from bookwheel.html.places import PlaceFinder
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import LINE, without_invisible

MAX_TEXT_CHARS = 500

_ANCHORS = "a[href],area[href]"
_MEDIA = "img[src],video[src],audio[src],source[src],embed[src],object[data]"
# What never shows the links in it.
NEVER_SHOWN = tags.tag_ids(
    "nav footer noscript template svg canvas iframe select textarea button dialog frameset noframes noembed applet"
)
# What says nothing about whether an element is seen; most links carry nothing else.
_HARMLESS = frozenset(["href", "title", "rel", "target", "src", "alt", "width", "height", "data-mw", "about"])
# Reads anchors where the engine cannot: every part has a bound, so that no input makes it slow.
_PLAIN_ANCHOR = re.compile(
    rb"<a(?:rea)?\s(?:[^<>\"']|\"[^\"<>]{0,4000}\"|'[^'<>]{0,4000}'){0,200}?(?<=[\s\"'/])href\s*=\s*"
    rb"(?:\"([^\"<>]{1,4000})\"|'([^'<>]{1,4000})'|([^\s\"'<>]{1,4000}))",
    re.IGNORECASE,
)


class Occurrence(NamedTuple):
    """One link or embedded medium as the page has it.

    tag: the element ("a", also for an area of an image map, "img", "video", "audio", "source", "embed", "object"). holder: for "source" the element
    it belongs to ("video", "audio", "picture"), else "". url: the address as written. text: what a reader sees of a
    link (of one around a picture: the picture's text), or the alternative text of a picture. title: its tooltip.
    """

    tag: str
    holder: str
    url: str
    text: str
    title: str


def read_occurrences(raw: bytes, charset: str = "") -> list[Occurrence]:
    """Return every link and every embedded medium of a page, in document order, duplicates kept.

    charset: the encoding that the page's MIME type declares, or "".
    """
    raw = to_utf_8(raw, charset)
    tree = parse_utf_8(raw)
    if tree is None:
        return [Occurrence("a", "", href, "", "") for href in _plain_hrefs(raw)]
    texts = _text_reader()
    found = _shown(tree, raw, f"{_ANCHORS},{_MEDIA}")
    return [_occurrence(node, attributes, texts) for node, attributes in found]


def read_hrefs(raw: bytes, charset: str = "") -> list[str]:
    """Return the address of every link of a page, in document order: those of `read_occurrences`, much cheaper."""
    raw = to_utf_8(raw, charset)
    tree = parse_utf_8(raw)
    if tree is None:
        return list(_plain_hrefs(raw))
    return [attributes["href"] or "" for _, attributes in _shown(tree, raw, _ANCHORS)]


def read_anchor(raw: bytes, is_wanted: Callable[[str], bool], charset: str = "") -> str:
    """Return the text of the first link of a page whose address is wanted, or ""; the other links are not read."""
    raw = to_utf_8(raw, charset)
    tree = parse_utf_8(raw)
    if tree is None:
        return ""
    texts = _text_reader()
    for node, attributes in _shown(tree, raw, _ANCHORS):
        if is_wanted(attributes["href"] or ""):
            return _occurrence(node, attributes, texts).text
    return ""


def _text_reader() -> InlineReader:
    return InlineReader(LinkResolver(Page(b"", "", Citation("", "archive"))), PlaceFinder())


def _shown(tree: LexborHTMLParser, raw: bytes, selector: str) -> list[tuple[LexborNode, Attributes]]:
    """Return the elements of the content that match, with their attributes; none that stands in something dropped.

    Each ancestor is judged once, from below: asking every element of a page would cost more than parsing it.
    """
    root, _ = find_root(tree, raw)
    if root is None:
        return []
    is_hidden = {root.mem_id: False}
    found: list[tuple[LexborNode, Attributes]] = []
    for element in root.css(selector):
        attributes = element.attributes
        if not _HARMLESS.issuperset(attributes) and is_dropped(element, attributes):
            continue
        parent = element.parent
        if parent is None:
            continue
        verdict = is_hidden.get(parent.mem_id)
        if verdict is None:
            verdict = _judge(parent, is_hidden)
        if not verdict:
            found.append((element, attributes))
    return found


def _judge(node: LexborNode | None, is_hidden: dict[int, bool]) -> bool:
    """Tell whether an element or one around it is dropped, and remember it for all that were passed."""
    verdict = False
    passed: list[int] = []
    while node is not None:
        key = node.mem_id
        if key in is_hidden:
            verdict = is_hidden[key]
            break
        passed.append(key)
        if node.tag_id in NEVER_SHOWN or ((attributes := node.attributes) and is_dropped(node, attributes)):
            verdict = True
            break
        node = node.parent
    for key in passed:
        is_hidden[key] = verdict
    return verdict


def _occurrence(node: LexborNode, attributes: Attributes, texts: InlineReader) -> Occurrence:
    tag = node.tag or ""
    title = _line(attributes.get("title"))
    if tag in ("a", "area"):
        text = texts.children(node, LINE).text.replace("\n", " ") or _picture_text(node)
        text = text or _line(attributes.get("alt"))
        return Occurrence("a", "", attributes["href"] or "", _cut(text), title)
    holder = ""
    if tag == "source":
        parent = node.parent
        holder = (parent.tag or "") if parent is not None else ""
    url = attributes.get("data" if tag == "object" else "src") or ""
    return Occurrence(tag, holder, url, _line(attributes.get("alt")), title)


def _picture_text(link: LexborNode) -> str:
    picture = link.css_first("img[alt]")
    return _line(picture.attributes.get("alt")) if picture is not None else ""


def _line(text: str | None) -> str:
    return _cut(" ".join(without_invisible(text).split())) if text else ""


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT_CHARS else text[: MAX_TEXT_CHARS - 1] + "…"


def _plain_hrefs(raw: bytes) -> Iterator[str]:
    """Yield the addresses of links of a page that the engine cannot parse in time; comments are passed over."""
    for match in _PLAIN_ANCHOR.finditer(_without_comments(raw)):
        yield unescape((match[1] or match[2] or match[3]).decode("utf-8", "replace"))


def _without_comments(raw: bytes) -> bytes:
    pieces: list[bytes] = []
    position = 0
    while (start := raw.find(b"<!--", position)) >= 0:
        pieces.append(raw[position:start])
        end = raw.find(b"-->", start + 4)
        if end < 0:
            return b"".join(pieces)
        position = end + 3
    return b"".join([*pieces, raw[position:]])
