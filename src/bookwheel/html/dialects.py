"""Which page is this? Its content root, its title, its categories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.document.model import Category
from bookwheel.html import furniture, tags
from bookwheel.html.whitespace import without_invisible

# Where sites of other kinds keep their content, most precise first.
_MAIN_SELECTORS = (
    "#mainbar",
    "main article",
    "[role=main] article",
    "[role=main]",
    "main",
    "#bodyContent",
    "article",
    "#mf-section-0",
)
_NAMED_CONTENT = "div#content, div#main-content, div#main, td#content"
_WIKI_SELECTORS = frozenset(["#bodyContent", "#mf-section-0"])
_HREF = re.compile(r'\shref="([^"]*)"')
_HEAD_BYTES = 65536


def is_full_page(tree: LexborHTMLParser) -> bool:
    """Tell a whole page from a fragment of one (the wiki's API gives fragments): a fragment has nothing in its head."""
    head = tree.head
    return head is not None and head.child is not None


def find_root(tree: LexborHTMLParser, raw: bytes) -> tuple[LexborNode | None, bool]:
    """Return the element that holds the content, and whether the page is a wiki's."""
    body = tree.body or tree.root
    if body is None or not is_full_page(tree):
        return body, True
    parsoid = is_parsoid(raw)
    if not parsoid or raw.find(b"mw-content-text", 0, _HEAD_BYTES) >= 0:
        content = tree.css_first("#mw-content-text")
        if content is not None:
            return content, True
    names = body.attributes.get("class") or ""
    if parsoid or "parsoid-body" in names or raw.find(b"data-mw-section-id", 0, _HEAD_BYTES) >= 0:
        return body, True
    for selector in _MAIN_SELECTORS:
        found = tree.css(selector)
        if not found:
            continue
        is_wiki = selector in _WIKI_SELECTORS
        if len(found) == 1 or is_wiki:
            return (body if selector == "#mf-section-0" else found[0]), is_wiki
        if "article" in selector:
            return _common_parent(found) or body, False
        return _longest(tags.outermost(body, selector)), False
    outputs = [
        node
        for node in tags.outermost(body, ".mw-parser-output")
        if not furniture.traits_of(node.attributes.get("class") or "") & furniture.DROP
    ]
    if outputs:
        return _longest(outputs), True
    is_wiki = "mediawiki" in names or "mw-body" in names
    named = tags.outermost(body, _NAMED_CONTENT)
    paragraphs = len(body.css("p")) if named else 0
    for content in named:
        if 2 * len(content.css("p")) >= paragraphs and content.text().strip():
            return content, is_wiki
    return body, is_wiki


def _longest(nodes: list[LexborNode]) -> LexborNode:
    return nodes[0] if len(nodes) == 1 else max(nodes, key=lambda node: len(node.text()))


def is_parsoid(raw: bytes) -> bool:
    """Tell whether a whole page is Parsoid's own."""
    return b"mediawiki.org/rdf" in raw[:2000]


def _common_parent(nodes: list[LexborNode]) -> LexborNode | None:
    """Return the parent if all stand in one, so that a page of several articles keeps them all."""
    parent = nodes[0].parent
    if parent is not None and all(
        node.parent is not None and node.parent.mem_id == parent.mem_id for node in nodes
    ):
        return parent
    return nodes[0]


def find_title(tree: LexborHTMLParser) -> str:
    """Return the title the page gives itself: its main heading, else its `<title>`."""
    for selector in ("#firstHeading", "h1", "title"):
        node = tree.css_first(selector)
        if node is not None:
            title = " ".join(without_invisible(node.text()).split())
            if title:
                return title
    return ""


def find_categories(tree: LexborHTMLParser, raw: bytes) -> tuple[Category, ...]:
    """Return the page's categories in order, hidden ones marked."""
    found: dict[str, Category] = {}
    if not is_full_page(tree):
        return ()
    if is_parsoid(raw):
        for tag in _tags_with(raw, b'"mw:PageProp/Category"'):
            href = _HREF.search(tag) if tag.startswith("<link") else None
            if href is not None:
                _add(found, _category_name(unescape(href[1])), is_hidden=False)
    if raw.rfind(b"catlinks") >= 0:
        box = tree.css_first("#catlinks")
        for link in box.css("li a") if box is not None else ():
            _add(found, " ".join(link.text().split()), is_hidden=_is_in_hidden_box(link))
    return tuple(found.values())


def _tags_with(raw: bytes, sign: bytes) -> Iterator[str]:
    """Yield the tags that hold a sign. Parsoid escapes what could end a tag early, so that bytes suffice."""
    position = raw.find(sign)
    while position >= 0:
        begin, end = raw.rfind(b"<", 0, position), raw.find(b">", position)
        if begin >= 0 and end >= 0:
            yield raw[begin:end].decode("utf-8", "replace")
        position = raw.find(sign, position + 1)


def _add(found: dict[str, Category], name: str, *, is_hidden: bool) -> None:
    if name and name not in found:
        found[name] = Category(name, is_hidden)


def _is_in_hidden_box(link: LexborNode) -> bool:
    """Tell whether a category stands in the box of hidden ones: link, item, list, box."""
    ancestor: LexborNode | None = link
    for _ in range(4):
        ancestor = ancestor.parent if ancestor is not None else None
        if ancestor is not None and ancestor.id == "mw-hidden-catlinks":
            return True
    return False


def _category_name(href: str) -> str:
    """Return the name in a category's address; the namespace word differs by language."""
    path = href.partition("#")[0].partition("?")[0]
    return (
        unquote(path.rpartition("/")[2] if ":" not in path else path.partition(":")[2])
        .replace("_", " ")
        .strip()
    )


def skip_unindexed(comment: LexborNode, children: Iterator[LexborNode]) -> None:
    """Skip what an archive writer wraps in no-index comments: its own footer."""
    if (comment.comment_content or "").strip() != "htdig_noindex":
        return
    following = comment.next
    while following is not None and "/htdig_noindex" not in (following.comment_content or ""):
        following = following.next
    if following is None:
        return
    for node in children:
        if node.tag_id == tags.COMMENT and "/htdig_noindex" in (node.comment_content or ""):
            return
