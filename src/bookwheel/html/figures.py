"""Pictures, sounds, videos and maps: what they show, never their bytes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Literal

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Figure, Inline
from bookwheel.html import furniture, tags
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.links import PICTURES, SOUNDS
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import is_hidden, is_within_hidden
from bookwheel.html.whitespace import LINE, without_invisible

_CAPTIONS = "figcaption, .thumbcaption, .gallerytext, .gallerycaption, .wp-caption-text"
_ITEMS = ".gallerybox, .tsingle"
_AUDIO, _FIGCAPTION = map(tags.tag_id, ("audio", "figcaption"))
_MOST_FIGURES = 2000
# What stands in a box for its own sake, if it holds text.
_CONTENT = tags.tag_ids("table p pre code math blockquote ul ol dl h1 h2 h3 h4 h5 h6 section article")
_NODES_LOOKED_AT = 300
_LEAST_PIXELS = 50

Kind = Literal["image", "audio", "video", "map"]


class FigureReader:
    """Reads pictures, galleries and recordings. One per page: it knows what has been told already."""

    __slots__ = ("_frames", "_inline", "shown")

    def __init__(self, inline: InlineReader) -> None:
        self._inline = inline
        self._frames: set[int] = set()
        self.shown: set[int] = set()
        """Captions and recordings (by `mem_id`) that figures tell, in boxes whose other content is read too."""

    def read(self, node: LexborNode, attributes: Attributes) -> tuple[list[Figure], bool]:
        """Return the figures of a thumb, gallery or player, and whether other content stands in it.

        Figures that say nothing are left out.
        """
        if node.mem_id in self._frames:
            return [], True
        if node.mem_id in self.shown or (attributes and is_dropped(node, attributes)):
            return [], False
        traits = furniture.traits_of(attributes.get("class") or "")
        is_player = node.tag_id in tags.MEDIA
        if not is_player and not traits & (furniture.MEDIA | furniture.MAP | furniture.GALLERY):
            box = _Box(node)
            if box.is_mixed:
                self._frames |= box.frames
                self.shown |= box.shown()
                return _telling(box.figures(self._inline)), True
        items = [] if is_player else tags.outermost(node, _ITEMS)[:_MOST_FIGURES]
        if not items:
            return _telling(
                [_figure(node, self._inline, "map" if traits & furniture.MAP else "image")]
            ), False
        figures = [_figure(item, self._inline, "image") for item in items if not is_within_hidden(item, node)]
        heading = node.css_first(".gallerycaption") if node.tag_id == tags.UL else _shared_caption(node)
        if heading is not None and not is_within_hidden(heading, node):
            figures.insert(0, Figure(self._inline.children(heading, LINE), "", ""))
        return _telling(figures), False

    def sounds(self, box: LexborNode, attributes: Attributes) -> list[Figure]:
        """Return the recordings in a small box beside the text that otherwise holds the wiki's own words."""
        if is_hidden(box, attributes) or "spoken-wikipedia" in (attributes.get("class") or ""):
            return []
        parts = [part for part in tags.outermost(box, ".haudio") if not is_within_hidden(part, box)]
        return _telling(
            [
                _figure(part, self._inline, "audio", self._inline.children(part, LINE))
                for part in parts[:_MOST_FIGURES]
            ]
        )

    def of_box(self, parts: Iterable[LexborNode]) -> list[Figure]:
        """Return the pictures of an infobox from the parts that show them; a part without one captions the last."""
        figures: list[tuple[Figure, bool]] = []
        for part in parts:
            caption = self._inline.children(part, LINE)
            picture = part.css_first("img, [data-src]")
            if picture is None and figures and not figures[-1][0].caption.text:
                figures[-1] = figures[-1][0]._replace(caption=caption), True
            else:
                is_telling = bool(caption.text) or (picture is not None and _is_telling(picture))
                figures.append((_figure(part, self._inline, "image", caption), is_telling))
        return _telling([figure for figure, is_telling in figures if is_telling])

    def alone(self, nodes: Iterable[LexborNode]) -> list[Figure]:
        """Return the pictures of a paragraph that holds no words, without signs and small ones."""
        figures: list[Figure] = []
        for node in nodes:
            pictures = (
                [node] if node.tag_id == tags.IMG else node.css("img[alt]") if node.child is not None else ()
            )
            telling = [p for p in pictures if _is_telling(p) and not is_within_hidden(p, node)]
            figures += [_figure(picture, self._inline, "image", EMPTY) for picture in telling]
        return _telling(figures[:_MOST_FIGURES])


def _is_telling(picture: LexborNode) -> bool:
    """Tell whether a picture is described in words, and is not small as far as the page says how large it is."""
    attributes = picture.attributes
    alt = (attributes.get("alt") or "").strip()
    sizes = [attributes.get(side) or "" for side in ("width", "height")]
    return (
        " " in alt
        and not alt.lower().endswith(PICTURES)
        and all(int(size) >= _LEAST_PIXELS for size in sizes if size.isdecimal() and len(size) < 6)
    )


def _telling(figures: list[Figure]) -> list[Figure]:
    return [
        figure
        for figure in figures
        if figure.caption.text or figure.alt or (figure.kind != "image" and figure.source)
    ]


class _Box:
    """A thumb or figure: what it shows itself, and whether other content stands in it."""

    __slots__ = ("_captions", "_has_boxes", "_has_content", "_has_words", "_media", "_node", "frames")

    def __init__(self, node: LexborNode) -> None:
        self._node = node
        self._media: LexborNode | None = None
        self._captions: list[LexborNode] = []
        self._has_content = self._has_boxes = self._has_words = False
        self.frames: set[int] = set()  # frames inside it, by `mem_id`, that are its own
        stack = list(reversed(list(node.iter(include_text=True))))
        while stack:
            part = stack.pop()
            if part.tag_id == tags.TEXT:
                self._has_words = self._has_words or bool((part.text_content or "").strip())
            elif part.tag_id not in tags.SILENT and part.tag_id != tags.COMMENT and self._is_open(part):
                stack.extend(reversed(list(part.iter(include_text=True))))
        if self._media is None and (node.tag_id == tags.FIGURE or not self._captions):
            self._has_content |= self._has_words

    def _is_open(self, part: LexborNode) -> bool:
        """Take note of an element inside; tells whether what is in it is the box's own too."""
        tag, attributes = part.tag_id, part.attributes
        names = attributes.get("class")
        traits = furniture.traits_of(names) if names else 0
        if attributes and is_dropped(part, attributes):
            return False
        if tag == _FIGCAPTION or traits & furniture.CAPTION:
            self._captions.append(part)
        elif tag == tags.FIGURE or (traits & furniture.THUMB and "thumb" in (names or "").split()):
            self._has_boxes = True
        elif tag in _CONTENT and _holds_text(part):
            self._has_content = True
        elif tag == tags.IMG or tag in tags.MEDIA or traits & furniture.MEDIA or "data-src" in attributes:
            self._media = self._media or part
        else:
            if traits & furniture.THUMB:
                self.frames.add(part.mem_id)
            return True
        return False

    @property
    def is_mixed(self) -> bool:
        """Whether there is more in it than one picture and its caption."""
        return self._has_content or self._has_boxes

    def shown(self) -> set[int]:
        """Return what its figure tells (by `mem_id`); a caption of other content than pictures is text like that."""
        if self._media is None and self._has_content:
            return set()
        return {part.mem_id for part in (*self._captions, self._media) if part is not None}

    def figures(self, inline: InlineReader) -> list[Figure]:
        """Return the figure of a mixed box."""
        if self._media is None and self._has_content:
            return []
        caption = inline.children(self._captions[0], LINE) if self._captions else EMPTY
        return [_figure(self._media, inline, "image", caption) if self._media else Figure(caption, "", "")]


def _holds_text(node: LexborNode) -> bool:
    return any(
        part.tag_id == tags.TEXT and (part.text_content or "").strip()
        for part in islice(node.traverse(include_text=True), _NODES_LOOKED_AT)
    )


def _shared_caption(node: LexborNode) -> LexborNode | None:
    """Return the caption that a group of pictures shares, outside any single one."""
    for caption in node.css(".thumbcaption"):
        parent = caption.parent
        for _ in range(4):
            if parent is None or "tsingle" in (parent.attributes.get("class") or ""):
                break
            parent = parent.parent
            if parent is not None and parent.mem_id == node.mem_id:
                return caption
    return None


def _figure(node: LexborNode, inline: InlineReader, kind: Kind, caption: Inline | None = None) -> Figure:
    """Read a box with one picture or recording, or the picture itself with the caption it has."""
    player = node if node.tag_id in tags.MEDIA else node.css_first("audio, video")
    if player is not None:
        kind = "audio" if player.tag_id == _AUDIO else "video"
    media = player or (node if node.tag_id == tags.IMG else node.css_first("img, [data-src]"))
    if caption is None:
        caption = _caption(node, inline)
    if media is None:
        return Figure(caption, "" if caption.text else _labels(node), "", kind)
    attributes = media.attributes
    source = attributes.get("src") or attributes.get("data-src") or ""
    if not source and player is not None:
        child = player.css_first("source[src]")
        source = (child.attributes.get("src") or "") if child is not None else ""
    if kind == "video" and source.lower().endswith(SOUNDS):
        kind = "audio"
    alt = attributes.get("alt") or attributes.get("data-alt") or ""
    alt = "" if is_within_hidden(media, node) else " ".join(without_invisible(alt).split())
    return Figure(caption, "" if alt == caption.text else alt, inline.source_of(source), kind)


def _labels(node: LexborNode) -> str:
    """Return what a drawing inside an element is called, else the words in it."""
    drawing = node.css_first("svg")
    if drawing is None or is_within_hidden(drawing, node):
        return ""
    name = drawing.attributes.get("aria-label") or ""
    words = [name] if name else [part.text() for part in drawing.css("title")[:1] or drawing.css("text")]
    return " ".join(without_invisible(" ".join(words)).split())


def _caption(node: LexborNode, inline: InlineReader) -> Inline:
    """Read the caption of a box; in an old-style frame that marks none, all its text."""
    caption = node.css_first(_CAPTIONS)
    if caption is None:
        return EMPTY if node.tag_id in tags.MEDIA else inline.children(node, LINE)
    return EMPTY if is_within_hidden(caption, node) else inline.children(caption, LINE)
