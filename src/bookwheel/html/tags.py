"""Tag numbers of the HTML engine, and what each tag means to the inline reader.

The engine compares tags by number, which is several times cheaper than by name. The numbers belong to the
engine's build, so they are asked for once, when this module is imported.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode

Attributes = dict[str, str | None]

_engine = LexborHTMLParser(b"")


def tag_id(name: str) -> int:
    """Return the engine's number for a tag name in lower case."""
    return _engine.create_node(name).tag_id


def tag_ids(names: str) -> frozenset[int]:
    """Return the numbers of the tags in a blank-separated list."""
    return frozenset(map(tag_id, names.split()))


_text = LexborHTMLParser(b"<p>t</p>").css_first("p")
TEXT: int = _text.child.tag_id if _text is not None and _text.child is not None else 2
COMMENT = 4

A, BR, IMG, P, DIV, SPAN = map(tag_id, ["a", "br", "img", "p", "div", "span"])
TABLE, TR, TD, TH, CAPTION, THEAD = map(tag_id, ["table", "tr", "td", "th", "caption", "thead"])
UL, OL, LI, DL, DT, DD, PRE = map(tag_id, ["ul", "ol", "li", "dl", "dt", "dd", "pre"])
LISTS = frozenset((UL, OL, DL))
SUP, SUB, MATH, FIGURE, SECTION, BLOCKQUOTE = map(
    tag_id, ["sup", "sub", "math", "figure", "section", "blockquote"]
)
B, DEL, INS, FONT, INPUT = map(tag_id, ["b", "del", "ins", "font", "input"])

HEADINGS: dict[int, int] = {tag_id(f"h{level}"): level for level in range(1, 7)}

# Elements that never hold article text.
SILENT = tag_ids(
    "script style link meta template noscript title head base iframe object embed applet select option textarea input"
    " button svg canvas map area param source track progress meter datalist dialog frame frameset noframes noembed"
)
MEDIA = tag_ids("audio video")

# What the inline reader does with an element. The order matters: up to EMPHASIS an element around one text node is
# read at once; from WEAK on it puts something into the text where it begins; from SKIP on nothing in it is read.
(
    PLAIN,
    LINK,
    STRONG,
    EMPHASIS,
    CODE,
    DELETED,
    SCRIPT,
    WEAK,
    FIRM,
    LINE_BREAK,
    QUOTED,
    RUBY_TEXT,
    SKIP,
    FORMULA,
    IMAGE,
    CHECKBOX,
    FRAMED,
) = range(17)

INLINE_KIND: dict[int, int] = {
    **dict.fromkeys(tag_ids("b strong"), STRONG),
    **dict.fromkeys(tag_ids("i em var dfn"), EMPHASIS),
    **dict.fromkeys(tag_ids("code kbd samp tt"), CODE),
    **dict.fromkeys(tag_ids("sup sub"), SCRIPT),
    COMMENT: SKIP,
    **dict.fromkeys(SILENT | MEDIA | tag_ids("wbr"), SKIP),
    # Boundaries of blocks inside flat text: list items and rows separate firmly, the rest weakly.
    **dict.fromkeys(tag_ids("li tr dt dd table caption"), FIRM),
    **dict.fromkeys(
        tag_ids(
            "p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl section article header footer aside nav main figure"
            " figcaption center td th tbody thead tfoot hr address details summary form fieldset legend menu"
        ),
        WEAK,
    ),
    A: LINK,
    BR: LINE_BREAK,
    MATH: FORMULA,
    IMG: IMAGE,
    INPUT: CHECKBOX,
    tag_id("rt"): RUBY_TEXT,
    **dict.fromkeys(tag_ids("del s strike"), DELETED),
    tag_id("q"): QUOTED,
}

# Elements that begin a block of their own in the flow.
BLOCK_TAGS = frozenset(tag for tag, kind in INLINE_KIND.items() if kind in (WEAK, FIRM)) | tag_ids(
    "body html"
)


def holds_blocks(node: LexborNode) -> bool:
    """Tell whether anything inside `node` is a block, a recording or a video."""
    inner = [element.tag_id for element in node.traverse()]
    return not _BLOCKS_OR_MEDIA.isdisjoint(inner[1:])


def is_replaced(deletion: LexborNode) -> bool:
    """Tell whether a `<del>` stands beside the `<ins>` that replaces it."""
    return any(
        neighbour is not None and neighbour.tag_id == INS
        for neighbour in (_beside(deletion, "next"), _beside(deletion, "prev"))
    )


def _beside(node: LexborNode, side: Literal["next", "prev"]) -> LexborNode | None:
    """Return the nearest element on one side, across white space only."""
    neighbour: LexborNode | None = getattr(node, side)
    if neighbour is not None and neighbour.tag_id == TEXT and not (neighbour.text_content or "").strip():
        neighbour = getattr(neighbour, side)
    return neighbour


def stands_before_closing(node: LexborNode) -> bool:
    """Tell whether punctuation that closes follows an element; what a word begins with (".NET") is none."""
    inner: LexborNode | None = node
    for _ in range(_MOST_AROUND):
        following = inner.next if inner is not None else None
        if following is not None:
            return following.tag_id == TEXT and bool(_is_closing(following.text_content or ""))
        inner = inner.parent if inner is not None else None
    return False


def is_small(node: LexborNode, most_elements: int) -> bool:
    """Tell whether an element holds few others; asked before what is inside is looked at for the element's own sake."""
    return sum(1 for _ in islice(node.traverse(), most_elements + 1)) <= most_elements


def outermost(node: LexborNode, selector: str) -> list[LexborNode]:
    """Return the elements inside `node` that match, in page order, without those inside another match.

    Reading each of them reads everything once, however they are nested.
    """
    matching = {found.mem_id for found in node.css(selector)}
    if not matching:
        return []
    found: list[LexborNode] = []
    stack = list(reversed(list(node.iter())))
    while stack:
        element = stack.pop()
        if element.mem_id in matching:
            found.append(element)
        else:
            stack.extend(reversed(list(element.iter())))
    return found


_BLOCKS_OR_MEDIA = BLOCK_TAGS | MEDIA
_MOST_AROUND = 4  # elements
_is_closing = re.compile(r"[).,;\]](?!\w)").match
