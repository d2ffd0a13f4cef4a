"""The mobile form of a page, made from Parsoid's HTML the way Wikipedia's page content service publishes it.

What a reader of that form must cope with: Parsoid's `typeof`, `about` and `data-mw` are gone; all sections but the
lead are hidden by style; tables are folded into a container with a summary of their own; pictures wait as empty
spans; the first paragraph of the lead stands before the infobox; references are taken apart into boxes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from xml.dom.minidom import Document, Element, Node, parseString

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
RAW = frozenset({"script", "style"})
PARSOID_ID = re.compile(r"mw[\w-]{2,4}")
HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
MIN_LAZY_PIXELS = 50


def mobile_html(parsoid: str, title: str) -> str:
    """Return the page in its mobile form."""
    document = parseString(parsoid.encode("utf-8"))  # noqa: S318 - the page comes from our own wiki
    page = _Page(document, title)
    page.drop_furniture()
    page.unlink_missing_pages()
    page.simplify_note_marks()
    page.box_references()
    page.delay_pictures()
    page.strip_parsoid_data()
    page.fold_tables()
    page.lift_lead_paragraph()
    page.fold_sections()
    return page.framed()


class _Page:
    """One page under transformation; each method is one step."""

    def __init__(self, document: Document, title: str) -> None:
        self.document = document
        self.title = title
        self.body = next(_by_tag(document, "body"))

    def make(self, tag: str, attributes: dict[str, str], *children: Node | str) -> Element:
        """Return a new element."""
        element = self.document.createElement(tag)
        for name, value in attributes.items():
            element.setAttribute(name, value)
        for child in children:
            element.appendChild(self.document.createTextNode(child) if isinstance(child, str) else child)
        return element

    def drop_furniture(self) -> None:
        """Remove navigation boxes, category links, comments and empty elements."""
        for element in list(_elements(self.body)):
            classes = _classes(element)
            is_property = element.getAttribute("rel").startswith("mw:PageProp/")
            if classes & {"navbox", "navbox-styles", "mw-empty-elt"} or is_property:
                _remove(element)
        for node in [node for node in _nodes(self.body) if node.nodeType == Node.COMMENT_NODE]:
            _remove(node)

    def unlink_missing_pages(self) -> None:
        """Turn links to pages that do not exist into plain spans."""
        for link in list(_by_tag(self.body, "a")):
            if "new" in _classes(link):
                _replace(link, self.make("span", {"class": "new"}, *list(link.childNodes)))

    def simplify_note_marks(self) -> None:
        """Reduce note marks to a link with a label in brackets."""
        for mark in list(_by_tag(self.body, "sup")):
            if "mw-ref" in _classes(mark):
                link = next(_by_tag(mark, "a"))
                href = "#" + link.getAttribute("href").partition("#")[2]
                label = self.make("a", {"href": href, "class": "reference-link"}, _text(mark))
                _replace(mark, self.make("sup", {"id": mark.getAttribute("id"), "class": "reference"}, label))

    def box_references(self) -> None:
        """Give every reference a box for its way back and a box for its text."""
        marks = [
            mark.getAttribute("id") for mark in _by_tag(self.body, "sup") if "reference" in _classes(mark)
        ]
        for items in list(_by_tag(self.body, "ol")):
            if "mw-references" in _classes(items):
                for number, item in enumerate(list(_by_tag(items, "li")), 1):
                    self._box_reference(item, number, marks)

    def _box_reference(self, item: Element, number: int, marks: list[str]) -> None:
        key = item.getAttribute("id")
        text = next(span for span in _by_tag(item, "span") if "mw-reference-text" in _classes(span))
        text.setAttribute("class", "reference-text")
        stem = re.sub(r"-?\d+$", "", key.removeprefix("cite_note-"))
        back = [
            f"#{mark}" for mark in marks if stem and mark.removeprefix("cite_ref-").startswith(f"{stem}_")
        ]
        back = back or [f"#cite_ref-{key.removeprefix('cite_note-')}"]
        link = self.make(
            "a",
            {
                "id": f"back_link_{key}",
                "class": "pcs-ref-back-link",
                "href": f"./{self.title.replace(' ', '_')}#pcs-ref-back-link-{key}",
                "pcs-back-links": json.dumps(back, separators=(",", ":")),
            },
            f"[{number}]",
        )
        box = self.make(
            "div",
            {"class": "pcs-ref"},
            self.make("div", {"class": "pcs-ref-backlink-container"}, link),
            self.make("div", {"class": "pcs-ref-body"}, text),
        )
        _replace(item, self.make("li", {"id": key}, box))

    def delay_pictures(self) -> None:
        """Replace pictures by empty spans that say what to load later; small ones and formulas stay."""
        for image in list(_by_tag(self.body, "img")):
            width, height = image.getAttribute("width"), image.getAttribute("height")
            if not width or int(width) < MIN_LAZY_PIXELS:
                continue
            attributes = {
                "class": "pcs-lazy-load-placeholder pcs-lazy-load-placeholder-pending",
                "style": f"width: {width}px;",
            }
            for name in ("class", "src", "srcset", "width", "height", "alt"):
                if image.hasAttribute(name):
                    attributes[f"data-{name}"] = image.getAttribute(name)
            padding = self.make("span", {"style": f"padding-top: {100 * int(height) / int(width):.2f}%;"})
            _replace(image, self.make("span", attributes, padding))

    def strip_parsoid_data(self) -> None:
        """Remove what only an editor needs."""
        for element in _elements(self.body):
            for name in ("about", "typeof", "data-mw", "data-mw-i18n", "property", "prefix", "resource"):
                if element.hasAttribute(name):
                    element.removeAttribute(name)
            rel = element.getAttribute("rel")
            if rel:
                element.removeAttribute("rel")
                if "nofollow" in rel:
                    element.setAttribute("rel", "nofollow")
            if PARSOID_ID.fullmatch(element.getAttribute("id")):
                element.removeAttribute("id")

    def fold_tables(self) -> None:
        """Put every outer data table and infobox into a closed container with a summary."""
        for table in list(_by_tag(self.body, "table")):
            nested = any(getattr(parent, "tagName", "") == "table" for parent in _ancestors(table))
            if (
                nested
                or _classes(table) & {"metadata", "mbox-small"}
                or table.getAttribute("role") == "presentation"
            ):
                continue
            is_infobox = "infobox" in _classes(table)
            heads = [" ".join(_text(head).split()) for head in _by_tag(table, "th")][:2]
            table.setAttribute("class", f"{table.getAttribute('class')} pcs-collapse-table".strip())
            label = self.make(
                "strong",
                {"class": "pcs-table-infobox" if is_infobox else "pcs-table-other"},
                "Quick facts" if is_infobox else "More information",
            )
            summary = self.make(
                "div",
                {
                    "class": "pcs-collapse-table-collapsed-container pcs-collapse-table-expanded",
                    "style": "display: block;",
                },
                label,
                self.make("span", {"class": "pcs-collapse-table-collapse-text"}, f" {', '.join(heads)} ..."),
                self.make("span", {"class": "pcs-collapse-table-aria", "role": "button", "display": "none"}),
            )
            content = self.make("div", {"class": "pcs-collapse-table-content", "style": "display: none;"})
            bottom_class = "pcs-collapse-table-collapsed-bottom pcs-collapse-table-icon"
            bottom = self.make("div", {"class": bottom_class, "style": "display: none;"}, "Close")
            container = self.make("div", {"class": "pcs-collapse-table-container"}, summary, content, bottom)
            _replace(table, container)
            content.appendChild(table)

    def lift_lead_paragraph(self) -> None:
        """Move the first paragraph with text, and what follows it until the next table or box, before the infobox."""
        lead = next(_by_tag(self.body, "section"))
        children = [child for child in lead.childNodes if isinstance(child, Element)]
        boxes = [child for child in children if "pcs-collapse-table-container" in _classes(child)]
        paragraphs = [child for child in children if child.tagName == "p" and _text(child).strip()]
        if boxes and paragraphs and children.index(boxes[0]) < children.index(paragraphs[0]):
            lead.insertBefore(paragraphs[0], boxes[0])

    def fold_sections(self) -> None:
        """Give headings their edit links, and hide every top-level section but the lead."""
        tops = [
            child
            for child in self.body.childNodes
            if isinstance(child, Element) and child.tagName == "section"
        ]
        for section in list(_by_tag(self.body, "section")):
            self._fold_section(section, is_top=section in tops)

    def _fold_section(self, section: Element, *, is_top: bool) -> None:
        number = section.getAttribute("data-mw-section-id")
        address = f"/w/index.php?title={self.title.replace(' ', '_')}&action=edit&section={number}"
        edit = self.make(
            "span",
            {"class": "pcs-edit-section-link-container"},
            self.make(
                "a",
                {
                    "href": address,
                    "data-id": number,
                    "data-action": "edit_section",
                    "class": "pcs-edit-section-link",
                },
            ),
        )
        if number == "0":
            section.setAttribute("id", "content-block-0")
            section.insertBefore(edit, section.firstChild)
            return
        heading = next(
            (child for child in section.childNodes if getattr(child, "tagName", "") in HEADINGS), None
        )
        if not isinstance(heading, Element):
            return
        heading.setAttribute("class", "pcs-edit-section-title")
        header = self.make("div", {"class": "pcs-edit-section-header v2"})
        _replace(heading, header)
        if not is_top:
            header.appendChild(heading)
            header.appendChild(edit)
            return
        header.setAttribute("class", "pcs-edit-section-header v2 pcs-section-hideable-header")
        header.setAttribute("onclick", f"pcs.c1.Sections.setHidden('{number}', false);")
        control = {
            "id": f"pcs-section-control-{number}",
            "class": "pcs-section-control pcs-section-control-show",
        }
        for child in (self.make("span", control | {"role": "button"}), heading, edit):
            header.appendChild(child)
        content = self.make("div", {"id": f"pcs-section-content-{number}", "class": "pcs-section-hidden"})
        for child in [child for child in section.childNodes if child is not header]:
            content.appendChild(child)
        section.appendChild(content)
        section.setAttribute("style", "display: none;")

    def framed(self) -> str:
        """Return the finished page in its frame."""
        sections = [child for child in self.body.childNodes if getattr(child, "tagName", "") == "section"]
        content = '\n<hr class="pcs-fold-hr">\n'.join(_serialised(section) for section in sections)
        language, direction = self.body.getAttribute("lang"), self.body.getAttribute("dir")
        name = escape(self.title)
        return (
            f'<!DOCTYPE html>\n<html lang="{language}" class="no-editing"><head><title>{name}</title>'
            '<base href="//wiki.example.org/wiki/">'
            '<link rel="stylesheet" href="//wiki.example.org/api/v1/data/css/mobile/pcs">'
            '<meta name="viewport" content="width=device-width, user-scalable=no, initial-scale=1">'
            '<script src="//wiki.example.org/api/v1/data/javascript/mobile/pcs"></script>'
            f'<meta property="pcs:locale" content="{language}"></head>\n'
            f'<body dir="{direction}" class="content skin-minerva"><div id="pcs" class="mw-parser-output">'
            "<script>pcs.c1.Page.onBodyStart();</script>\n"
            f'<header><div class="pcs-edit-section-header v2"><h1 data-id="0" class="pcs-edit-section-title">{name}</h1>'
            '</div><a href="#" data-action="add_title_description"><p id="pcs-edit-section-add-title-description">'
            'Add article description</p></a><hr id="pcs-edit-section-divider"></header>\n'
            f'{content}\n<script defer="true">pcs.c1.Page.onBodyEnd();</script></div></body></html>'
        )


def _nodes(root: Node) -> Iterator[Node]:
    for child in list(root.childNodes):
        yield child
        yield from _nodes(child)


def _elements(root: Node) -> Iterator[Element]:
    return (node for node in _nodes(root) if isinstance(node, Element))


def _by_tag(root: Node, tag: str) -> Iterator[Element]:
    return (element for element in _elements(root) if element.tagName == tag)


def _ancestors(node: Node) -> Iterator[Node]:
    while node.parentNode is not None:
        node = node.parentNode
        yield node


def _classes(element: Element) -> set[str]:
    return set(element.getAttribute("class").split())


def _text(node: Node) -> str:
    return "".join(part.data for part in _nodes(node) if part.nodeType == Node.TEXT_NODE)


def _remove(node: Node) -> None:
    if node.parentNode is not None:
        node.parentNode.removeChild(node)


def _replace(old: Node, new: Node) -> None:
    old.parentNode.replaceChild(new, old)


def _serialised(node: Node) -> str:
    """Write a node as HTML; XML's short form of empty elements would swallow what follows."""
    if node.nodeType == Node.TEXT_NODE:
        return escape(node.data, quote=False)
    if not isinstance(node, Element):
        return ""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes.items())
    if node.tagName in VOID:
        return f"<{node.tagName}{attributes}>"
    inside = "".join(
        child.data if node.tagName in RAW and child.nodeType == Node.TEXT_NODE else _serialised(child)
        for child in node.childNodes
    )
    return f"<{node.tagName}{attributes}>{inside}</{node.tagName}>"
