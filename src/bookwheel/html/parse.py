"""HTML to Document: the one reader of live pages and archive entries."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from bookwheel.document.model import (
    Block,
    DisambiguationEntry,
    Document,
    Inline,
    Link,
    ListBlock,
    ListItem,
    Page,
    Section,
)
from bookwheel.document.outline import walk
from bookwheel.html.charset import to_utf_8
from bookwheel.html.dialects import find_categories, find_root, find_title
from bookwheel.html.fallback import read_plainly
from bookwheel.html.inlines import InlineReader
from bookwheel.html.limits import parse_utf_8
from bookwheel.html.links import LinkResolver, LinksLeftOpen
from bookwheel.html.mathjax import reveal_formulas
from bookwheel.html.places import PlaceFinder
from bookwheel.html.questions import find_posts, walk_posts
from bookwheel.html.sections import SectionBuilder
from bookwheel.html.struck import wrap_struck
from bookwheel.html.stylesheets import apply_style_sheets
from bookwheel.html.walk import Walker


def parse(page: Page, *, is_prose_only: bool = False) -> Document:
    """Read a page of any dialect. Never raises, whatever the bytes.

    With `is_prose_only` it may lack tables, infoboxes, references and the targets of links, most of what a page costs.
    """
    page = in_utf_8(page)
    tree = parse_utf_8(page.html)
    return (
        read_with_places(page, tree, is_prose_only=is_prose_only)[0]
        if tree is not None
        else read_plainly(page)
    )


def in_utf_8(page: Page) -> Page:
    """Return the page with its bytes in UTF-8."""
    raw = to_utf_8(page.html, page.charset)
    return page if raw is page.html and page.charset == "utf-8" else page._replace(html=raw, charset="utf-8")


def read_with_places(
    page: Page, tree: LexborHTMLParser, sheets: bytes = b"", *, is_prose_only: bool = False
) -> tuple[Document, PlaceFinder]:
    """Read a parsed page, and give the places met on it too.

    `sheets` is what holds the page's style sheets when the page itself is cut; `is_prose_only` as for `parse`.
    """
    apply_style_sheets(tree, sheets or page.html)
    wrap_struck(tree, page.html)
    root, is_wiki = find_root(tree, page.html)
    if not is_wiki:
        reveal_formulas(tree, page.html)
    title = page.citation.title or find_title(tree)
    places = PlaceFinder()
    links = LinksLeftOpen(page) if is_prose_only else LinkResolver(page)
    inline = InlineReader(links, places)
    walker = Walker(inline, places, SectionBuilder(title), is_prose_only=is_prose_only)
    posts = find_posts(tree) if not is_wiki else None
    if posts is not None:
        walk_posts(walker, *posts)
    elif root is not None:
        walker.walk(root)
    sections = walker.sections.build()
    is_disambiguation = walker.is_disambiguation
    document = Document(
        title or walker.sections.first_heading.text,
        sections,
        tuple(walker.references.found),
        find_categories(tree, page.html),
        places.best(),
        is_disambiguation,
        disambiguation_entries(sections) if is_disambiguation else (),
        page.citation,
    )
    return document, places


def disambiguation_entries(sections: tuple[Section, ...]) -> tuple[DisambiguationEntry, ...]:
    """Return the choices of a disambiguation page: the first link of each list item, in page order."""
    entries: list[DisambiguationEntry] = []
    for section in walk(sections):
        pending: list[ListItem] = list(reversed(_items_of(section.blocks)))
        while pending:
            item = pending.pop()
            entry = _entry(item.content)
            if entry is not None:
                entries.append(entry)
            pending.extend(reversed(_items_of(item.blocks)))
    return tuple(entries)


def _items_of(blocks: tuple[Block, ...]) -> list[ListItem]:
    return [item for block in blocks if isinstance(block, ListBlock) for item in block.items]


def _entry(content: Inline) -> DisambiguationEntry | None:
    link = next((m for m in content.marks if isinstance(m, Link) and m.kind == "internal" and m.target), None)
    return DisambiguationEntry(link.target, content.text) if link is not None else None
