"""One walk over a page: blocks and sections, with an explicit stack (nesting depth is the page's to choose)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Block, Hatnote, Inline, Link, MathBlock, Paragraph, Quote
from bookwheel.html import furniture, tags
from bookwheel.html.code import read_code
from bookwheel.html.dialects import skip_unindexed
from bookwheel.html.figures import FigureReader
from bookwheel.html.formulas import find_tex, is_display
from bookwheel.html.furniture import is_dropped, is_foldable, is_note
from bookwheel.html.infobox import InfoboxReader, holds_pairs
from bookwheel.html.inlines import InlineReader
from bookwheel.html.layout import is_code, is_layout
from bookwheel.html.lists import OpenList, is_simple
from bookwheel.html.places import PlaceFinder
from bookwheel.html.references import ReferenceReader
from bookwheel.html.sections import SectionBuilder
from bookwheel.html.tables import TableReader
from bookwheel.html.tabs import tab_name
from bookwheel.html.tags import Attributes
from bookwheel.html.verse import quoted_blocks, stanzas
from bookwheel.html.whitespace import LINE, PROSE, ROW, VERSE, split

_META, _LINK = map(tags.tag_id, ("meta", "link"))
_NAV, _FOOTER, _ASIDE = map(tags.tag_id, ("nav", "footer", "aside"))
_ITEMS = frozenset((tags.LI, tags.DT, tags.DD, tags.TR))  # the rows of a cladogram are items
# Below this depth an element is walked through without asking whether it holds blocks: the answer costs a look
# at everything inside, which on hostile nests would be quadratic.
_DEEPEST_CHECK = 64
_LARGEST_LINK = 60  # elements; a link around more is a part of the page, not the name of another

_HARMLESS = frozenset(["id", "about", "lang", "dir", "title", "data-mw", "align"])
_NAMED = furniture.DROPPED_IDS | furniture.HATNOTE_IDS | furniture.DISAMBIGUATION_IDS | {"coordinates"}
# The writer of archives signs each page with a line of its own.
_ARCHIVE_FOOTER = "This article is issued from "

Children = Iterator[LexborNode]


# An open element: its children (or, on the stack, where to go on after it), the blocks to return to, and what to do
# with its own blocks at its end.
_Frame = tuple[Children, list[Block] | None, Callable[[list[Block]], None] | None]


class Walker:
    """Walks the content of one page into sections; `is_prose_only`: without tables, infoboxes and references."""

    def __init__(
        self,
        inline: InlineReader,
        places: PlaceFinder,
        sections: SectionBuilder,
        *,
        is_prose_only: bool = False,
    ) -> None:
        self.inline = inline
        self.places = places
        self.references = ReferenceReader(inline)
        self.sections = sections
        self.is_disambiguation = False
        self._is_prose_only = is_prose_only
        self._tables = TableReader(inline)
        self._infoboxes = InfoboxReader(inline)
        self._figures = FigureReader(inline)
        self._blocks: list[Block] = self.sections.blocks
        self._stack: list[_Frame] = []
        self._run: list[LexborNode] = []
        self._enclosed = 0  # how many open frames keep blocks of their own (items, quotes)
        self._lists: list[OpenList] = []

    def walk(self, root: LexborNode) -> None:
        """Read everything under `root`."""
        children: Children = iter(root.iter(include_text=True))
        stack, run, block_tags, silent = self._stack, self._run, tags.BLOCK_TAGS, tags.SILENT
        while True:
            for node in children:
                tag = node.tag_id
                if tag == tags.TEXT:
                    if run or (node.text_content or " ").strip():
                        run.append(node)
                    continue
                if tag == tags.COMMENT or tag in silent:
                    if tag in (_META, _LINK):
                        self._note_property(node)
                    elif tag == tags.INPUT:
                        run.append(node)
                    elif tag == tags.COMMENT and "htdig_noindex" in (node.comment_content or ""):
                        skip_unindexed(node, children)
                    continue
                inside = self._block(node, tag) if tag in block_tags else self._phrase(node)
                if inside is not None:
                    stack.append((children, inside[1], inside[2]))
                    children = inside[0]
                    break
            else:
                self._flush()
                if not stack:
                    return
                children, blocks, close = stack.pop()
                if close is not None:
                    close(self._blocks)
                if blocks is not None:
                    self._blocks = blocks
                    self._enclosed -= 1

    def begin_section(self, title: str, anchor: str) -> None:
        """Begin a section that no heading of the page opens; headings inside it stand below it."""
        self.sections.open_named(Inline(title), anchor)
        self._blocks = self.sections.blocks

    def add(self, block: Block) -> None:
        """Add a block that the page does not spell out."""
        self._blocks.append(block)

    # -- frames ------------------------------------------------------------------------------------------------

    def _flow(self, node: LexborNode) -> _Frame:
        return node.iter(include_text=True), None, None

    def _enclose(self, node: LexborNode, close: Callable[[list[Block]], None]) -> _Frame:
        """Open an element whose blocks are its own; `close` gets them when it ends."""
        outer = self._blocks
        inner: list[Block] = []
        self._blocks = inner
        self._enclosed += 1
        return node.iter(include_text=True), outer, close

    def _flush(self) -> None:
        """Turn loose text gathered so far into a paragraph."""
        if self._run:
            self._paragraph(self.inline.run(self._run, PROSE), self._run)
            self._run.clear()

    def _paragraph(self, content: Inline, nodes: Iterable[LexborNode] = ()) -> None:
        if content.text:
            if not content.text.startswith(_ARCHIVE_FOOTER):
                self._blocks.append(Paragraph(content))
        elif content.marks and self._blocks and isinstance(self._blocks[-1], Paragraph):
            last = self._blocks[-1].content
            end = len(last.text)
            moved = tuple(mark._replace(start=end, end=end) for mark in content.marks)
            self._blocks[-1] = Paragraph(Inline(last.text, last.marks + moved))
        else:
            self._blocks.extend(self._figures.alone(nodes))

    # -- phrases at block level --------------------------------------------------------------------------------

    def _phrase(self, node: LexborNode) -> _Frame | None:
        """Gather an element of running text; one that holds blocks is walked through instead."""
        tag = node.tag_id
        child = node.child
        if tag in tags.MEDIA:
            self._flush()
            return self._figure(node, node.attributes)
        if child is None or (child.tag_id == tags.TEXT and child.next is None):
            self._run.append(node)
            return None
        if len(self._stack) > _DEEPEST_CHECK:
            attributes = node.attributes
            return None if attributes and is_dropped(node, attributes) else self._flow(node)
        if not tags.holds_blocks(node):
            attributes = node.attributes
            traits = furniture.traits_of(attributes.get("class") or "")
            if traits & furniture.MATH and not self._run and is_display(node, attributes):
                self._math(node, attributes)
            else:
                self._run.append(node)
            return None
        attributes = node.attributes
        traits = furniture.traits_of(attributes.get("class") or "") if attributes else 0
        if traits & (furniture.MATH | furniture.NOTE) or (attributes and is_dropped(node, attributes)):
            self._run.append(node)
            return None
        if traits & (furniture.THUMB | furniture.MEDIA):
            self._flush()
            return self._figure(node, attributes)
        if tag == tags.DEL and tags.is_replaced(node):
            return None
        self._flush()
        return self._link(node) if tag == tags.A else self._flow(node)

    def _link(self, node: LexborNode) -> _Frame:
        """Walk through a link around blocks; the first paragraph in it becomes the link's text."""
        is_small = tags.is_small(node, _LARGEST_LINK)
        link = next(iter(self.inline.run([node], LINE).marks), None) if is_small else None
        outer, first = self._blocks, len(self._blocks)

        def close(blocks: list[Block]) -> None:
            for index in range(first if blocks is outer else 0, len(blocks)):
                block = blocks[index]
                if isinstance(block, Paragraph) and isinstance(link, Link):
                    text, marks = block.content
                    blocks[index] = Paragraph(Inline(text, (link._replace(start=0, end=len(text)), *marks)))
                    return

        return node.iter(include_text=True), None, close

    # -- blocks ------------------------------------------------------------------------------------------------

    def _block(self, node: LexborNode, tag: int) -> _Frame | None:
        if self._run:
            self._flush()
        attributes = node.attributes
        names = attributes.get("class")
        traits = furniture.traits_of(names) if names else 0
        if tag == tags.P and (
            not attributes or (attributes.keys() <= _HARMLESS and attributes.get("id") not in _NAMED)
        ):
            self._paragraph(self.inline.children(node, PROSE), [node])
            return None
        if attributes:
            identity = attributes.get("id")
            if (
                traits & furniture.DISAMBIGUATION or identity in furniture.DISAMBIGUATION_IDS
            ) and tag not in tags.HEADINGS:
                self.is_disambiguation = True
                if tag in (tags.DIV, tags.TABLE):
                    return None
            if identity == "coordinates" or traits & furniture.PLACE:
                self.places.note(node, attributes)
            if traits & furniture.MATH:
                self._math(node, attributes)
                return None
            if is_dropped(node, attributes) and not is_foldable(names):
                if names and ("mbox-small" in names or "side-box" in names):
                    self._blocks.extend(self._figures.sounds(node, attributes))
                return None
            if traits & furniture.HATNOTE or is_note(attributes):
                content = self.inline.children(node, PROSE)
                if content.text:
                    self._blocks.append(Hatnote(content))
                return None
        if tag in tags.HEADINGS:
            return self._heading(node, tag, attributes)
        if tag == tags.TABLE:
            return self._table(node, attributes, traits)
        if tag in tags.LISTS:
            return self._list(node, tag, traits)
        if tag == tags.PRE or (
            traits & furniture.CODE and (len(self._stack) > _DEEPEST_CHECK or is_code(node, names or ""))
        ):
            block = read_code(node, attributes)
            if block is not None:
                self._blocks.append(block)
            return None
        if tag == tags.BLOCKQUOTE or traits & furniture.QUOTE:
            return self._quote(node)
        if tag == tags.FIGURE or traits & (furniture.THUMB | furniture.MEDIA | furniture.MAP):
            return self._figure(node, attributes)
        if traits & furniture.POEM:
            return self._poem(node)
        if traits & furniture.HLIST:
            return self._hlist(node)
        if tag == tags.P:
            self._paragraph(self.inline.children(node, PROSE), [node])
            return None
        if tag == _NAV or (tag == _FOOTER and not self._enclosed):
            return None
        if self._figures.shown and node.mem_id in self._figures.shown:
            return None
        if tag in _ITEMS and self._lists and not self._lists[-1].has_open_item:
            return self._item(node, tag)
        if traits & furniture.PAIRS:
            return self._table(node, attributes, traits)
        if traits & furniture.INFOBOX and tag in (tags.DIV, _ASIDE):
            return self._infobox(node)
        if traits & furniture.TAB and (name := tab_name(node, attributes)):
            self._blocks.append(name)
        if tag == tags.SECTION:
            self.sections.enter(attributes.get("data-mw-section-id"))
        return self._flow(node)

    def _figure(self, node: LexborNode, attributes: Attributes) -> _Frame | None:
        figures, is_mixed = self._figures.read(node, attributes)
        self._blocks.extend(figures)
        return self._flow(node) if is_mixed else None

    def _heading(self, node: LexborNode, tag: int, attributes: Attributes) -> _Frame | None:
        if self._enclosed:
            self._paragraph(self.inline.children(node, PROSE))
        elif self.sections.open(node, tags.HEADINGS[tag], attributes, self.inline):
            self._blocks = self.sections.blocks
        return None

    def _math(self, node: LexborNode, attributes: Attributes) -> None:
        tex = find_tex(node, attributes)
        if tex:
            self._flush()
            self._blocks.append(MathBlock(tex))

    def _table(self, node: LexborNode, attributes: Attributes, traits: int) -> _Frame | None:
        if traits & furniture.PAIRS:
            return self._infobox(node) if holds_pairs(node) else None
        if traits & furniture.INFOBOX:
            return self._infobox(node)
        if traits & furniture.QUOTE:
            return self._quote(node)
        if traits & furniture.HIEROGLYPHS:
            self._run.append(node)
            return None
        if traits & furniture.CLADE:
            return self._list(node, tags.TABLE, 0)
        if is_layout(node, attributes, traits):
            return self._flow(node)
        table = self._tables.read(node) if not self._is_prose_only else None
        if table is not None:
            self._blocks.append(table)
        self._notes()
        return None

    def _infobox(self, node: LexborNode) -> None:
        if self._is_prose_only:
            return
        self.places.in_box = True
        box = self._infoboxes.read(node)
        self.places.in_box = False
        if box is not None:
            self._blocks.append(box)
        self._blocks.extend(self._figures.of_box(self._infoboxes.pictures))
        self._notes()

    def _notes(self) -> None:
        """Read the lists of references met inside a table or box, after it."""
        lists = self.inline.note_lists
        while lists:
            place = self.references.read(lists.pop(next(iter(lists))))
            if place is not None:
                self._blocks.append(place)

    def _quote(self, node: LexborNode) -> _Frame:
        outer, is_box = self._blocks, node.tag_id != tags.BLOCKQUOTE

        def close(inner: list[Block]) -> None:
            if quoted := tuple(quoted_blocks(inner, is_box=is_box)):
                outer.append(Quote(quoted))

        return self._enclose(node, close)

    def _poem(self, node: LexborNode) -> None:
        for stanza in stanzas(node):
            content = self.inline.run(stanza, VERSE)
            self._blocks.extend(Paragraph(part) for part in split(content, "\n\n"))

    def _hlist(self, node: LexborNode) -> _Frame | None:
        if node.css_first("li, dt, dd") is None:
            return self._flow(node)
        self._paragraph(self.inline.children(node, ROW))
        return None

    # -- lists -------------------------------------------------------------------------------------------------

    def _list(self, node: LexborNode, tag: int, traits: int) -> _Frame | None:
        if traits & furniture.REFERENCES:
            place = self.references.read(node) if not self._is_prose_only else None
            if place is not None:
                self._blocks.append(place)
            return None
        if traits & furniture.GALLERY:
            return self._figure(node, node.attributes)
        if traits & furniture.HLIST:
            return self._hlist(node)
        opened = OpenList(node, tag)
        self._lists.append(opened)
        outer = self._blocks

        def close(strays: list[Block]) -> None:
            self._lists.pop()
            opened.take_strays(strays)
            block = opened.finish()
            if block is not None:
                outer.append(block)

        return self._enclose(node, close)

    def _item(self, node: LexborNode, tag: int) -> _Frame | None:
        opened = self._lists[-1]
        opened.take_strays(self._blocks)
        opened.count(node)
        children = list(node.iter(include_text=True))
        if is_simple(children, may_look_inside=len(self._stack) < _DEEPEST_CHECK):
            content = self.inline.run(children, PROSE)
            opened.add(tag, [Paragraph(content)] if content.text else [])
            return None
        opened.has_open_item = True

        def close(blocks: list[Block]) -> None:
            opened.has_open_item = False
            opened.add(tag, blocks)

        return self._enclose(node, close)

    def _note_property(self, node: LexborNode) -> None:
        if node.attributes.get("property") == "mw:PageProp/disambiguation":
            self.is_disambiguation = True
