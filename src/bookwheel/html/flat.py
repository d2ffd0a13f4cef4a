"""The links of a page from its tags alone, for pages in which nothing can hide a link: no tree is built.

What a tag means follows from its bytes, so that a pass over many pages remembers it and looks it up. Every tag must be
of the plainest form, and every element one whose place in the tree does not matter: then the page's links are those of
its tags, as `read_hrefs` finds them (a link that the engine repeats counts once). All else is left to the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from selectolax.lexbor import LexborHTMLParser

from bookwheel.html import tags
from bookwheel.html.furniture import is_dropped
from bookwheel.html.hrefs import NEVER_SHOWN
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import VISIBLE, ink_of

# What a tag means that is no link. OUTSIDE: may stand before the content, and leaves nothing open there that another tag
# could end. INSIDE: any other. SHUT: hidden, or its inside is no HTML; harmless when its end tag comes next. MARK: may be
# the content's root. END: may end a root. TREE: only the tree can tell.
OUTSIDE, INSIDE, SHUT, MARK, END, TREE = range(-6, 0)
_MEANINGS = frozenset(range(-6, 0))
_SPECIAL = frozenset([SHUT, MARK, TREE])
_BEFORE_CONTENT = frozenset([OUTSIDE, SHUT, MARK])

_TAG = re.compile(rb"<[^>]*>?")
_START = re.compile(
    rb"<([a-z][a-z0-9-]*)((?:[ \t\n]+[A-Za-z_:][\w:.-]*(?:=\"[^\"\0\r]*\")?)*)[ \t\n]*/?>", re.ASCII
)
_END = re.compile(rb"</([a-z][a-z0-9-]*)>")
# Comments without ">", doctypes and their like: these end with the first ">".
_NO_TAG = re.compile(rb"<!--[^>]*-->|<(?:\?|!(?!--))[^>]*>")
_PLAIN_LINK = re.compile(rb"<a href=\"([^\"&\0\r]*)\"(?: title=\"[^\"]*\")?>")

_PARTS_OF_PAGES = frozenset(["html", "head", "body"])
_BOXES = frozenset(["div", "main", "section", "article"])
_VOID = frozenset("br hr img wbr link meta input area col embed source track base".split())
_NO_HTML = frozenset("title script style textarea noscript iframe noframes noembed xmp svg math".split())
_OTHERS = (
    "p a b i u s em strong small big sub sup span font tt code kbd samp var cite dfn abbr acronym bdi bdo q mark ins del"
    " strike time data ruby rb rt rp rtc center header aside hgroup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption"
    " colgroup thead tbody tfoot tr td th figure figcaption figure-inline blockquote pre address details summary label"
    " audio video picture nav footer template canvas select button dialog"
)
_ELEMENTS = {
    name.encode(): (name, tags.element(name))
    for name in (*_PARTS_OF_PAGES, *_BOXES, *_VOID, *_NO_HTML, *_OTHERS.split())
}
_ROOT_IDS = frozenset(["mw-content-text", "mainbar", "bodycontent", "mf-section-0"])
