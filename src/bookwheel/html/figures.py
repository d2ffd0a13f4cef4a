"""Pictures, sounds, videos and maps: what they show, never their bytes."""

from __future__ import annotations

from typing import Literal

from selectolax.lexbor import LexborNode

from bookwheel.document.model import EMPTY, Figure, Inline
from bookwheel.html import furniture, tags
from bookwheel.html.furniture import is_dropped
from bookwheel.html.inlines import InlineReader
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import is_within_hidden
from bookwheel.html.whitespace import LINE, without_invisible

_CAPTIONS = "figcaption, .thumbcaption, .gallerytext, .gallerycaption, .wp-caption-text"
_ITEMS = ".gallerybox, .tsingle"
_AUDIO, _VIDEO = map(tags.tag_id, ("audio", "video"))
_MOST_FIGURES = 2000

Kind = Literal["image", "audio", "video", "map"]


def read_figures(node: LexborNode, attributes: Attributes, inline: InlineReader) -> list[Figure]:
    """Return the figures of a thumb, gallery or player; those that say nothing are left out."""
    if attributes and is_dropped(node, attributes):
        return []
    items = tags.outermost(node, _ITEMS)[:_MOST_FIGURES] if node.tag_id not in (_AUDIO, _VIDEO) else []
    if items:
        figures = [_figure(item, inline, "image") for item in items if not is_within_hidden(item, node)]
        heading = node.css_first(".gallerycaption") if node.tag_id == tags.UL else _shared_caption(node)
        if heading is not None and not is_within_hidden(heading, node):
            figures.insert(0, Figure(inline.children(heading, LINE), "", ""))
    else:
        is_map = furniture.traits_of(attributes.get("class") or "") & furniture.MAP
        figures = [_figure(node, inline, "map" if is_map else "image")]
    return [figure for figure in figures if _says_something(figure)]


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


def _says_something(figure: Figure) -> bool:
    return bool(figure.caption.text or figure.alt) or (figure.kind != "image" and bool(figure.source))


def _figure(node: LexborNode, inline: InlineReader, kind: Kind) -> Figure:
    player = node if node.tag_id in (_AUDIO, _VIDEO) else node.css_first("audio, video")
    if player is not None:
        kind = "audio" if player.tag_id == _AUDIO else "video"
        media = player
    else:
        media = node.css_first("img, [data-src]")
    caption_node = node.css_first(_CAPTIONS)
    if caption_node is None:
        caption = _loose_caption(node, inline)
    else:
        caption = EMPTY if is_within_hidden(caption_node, node) else inline.children(caption_node, LINE)
    if media is None:
        return Figure(caption, "", "", kind)
    attributes = media.attributes
    source = attributes.get("src") or attributes.get("data-src") or ""
    if not source and player is not None:
        child = player.css_first("source[src]")
        source = (child.attributes.get("src") or "") if child is not None else ""
    alt = attributes.get("alt") or attributes.get("data-alt") or ""
    alt = "" if is_within_hidden(media, node) else " ".join(without_invisible(alt).split())
    return Figure(caption, "" if alt == caption.text else alt, inline.source_of(source), kind)


def _loose_caption(node: LexborNode, inline: InlineReader) -> Inline:
    """Read the text of an old-style frame that marks no caption."""
    if node.tag_id in (_AUDIO, _VIDEO):
        return EMPTY
    return inline.children(node, LINE)
