"""Formulas that scripts of the page would set: put into the tree as formulas, so that every reader meets them as such.

MathJax 2 keeps the TeX in a `<script>` beside what it has set, MathJax 3 keeps MathML for those who listen inside it,
and pages that no script has run on hold the TeX itself between its delimiters.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.html import tags
from bookwheel.html.formulas import clean_tex, find_tex
from bookwheel.html.visibility import is_hidden, visible_text

# Without one of these in its bytes a page holds none of such formulas.
_SIGNS = (
    b"MathJax",
    b"math/tex",
    b"math/mml",
    b"math/asciimath",
    b"math-container",
    b'"math ',
    b'"math"',
    b"arithmatex",
)
_KINDS = ("math/tex", "math/mml", "math/asciimath")
_SET = "mjx-container, .MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_SVG_Display, .MathJax_CHTML, .mjx-chtml"
_UNSET = ".math-container, .math, .arithmatex"
_INLINE = re.compile(r"\s*(?:\$(?!\$).+\$|\\\(.+\\\))\s*$", re.DOTALL)
_DISPLAY = re.compile(
    r"\s*(?:\$\$.+\$\$|\\\[.+\\\]|\\begin\{([a-z]+\*?)\}.+\\end\{\1\})\s*$", re.DOTALL | re.IGNORECASE
)
_CDATA = re.compile(r"^\s*%?\s*<!\[CDATA\[|%?\s*\]\]>\s*$")
_MOST_SET = 4000  # formulas read; each may be a small page of its own
_MOST_BESIDE = 6  # nodes between a script and the first of what it was set to


def reveal_formulas(tree: LexborHTMLParser, raw: bytes) -> None:
    """Put an element of class `tex` in the place of each formula that a script would set or has set.

    `raw` is the page in UTF-8.
    """
    body = tree.body
    if body is None or not any(sign in raw for sign in _SIGNS):
        return
    spoken: set[int] = set()
    for script in body.css("script")[:_MOST_SET]:
        kind = (script.attributes.get("type") or "").lower()
        if kind.startswith(_KINDS):
            spoken.update(_set_by(script))
            source = _CDATA.sub("", script.text())
            if "mml" in kind:
                math = LexborHTMLParser(source).css_first("math")
                source = find_tex(math, math.attributes) if math is not None else ""
            _replace(tree, script, source, is_display="mode=display" in kind)
    for container in tags.outermost(body, _SET)[:_MOST_SET]:
        attributes = container.attributes
        if container.mem_id not in spoken and not is_hidden(container, attributes):
            tex = _heard(container)
            is_display = attributes.get("display") == "true" or "_Display" in (attributes.get("class") or "")
            _replace(tree, container, tex, is_display=is_display)
    for container in tags.outermost(body, _UNSET):
        if container.css_first(".tex") is not None:
            container.attrs["class"] = ""
        elif container.css_first("math, img") is None and not is_hidden(container, container.attributes):
            tex = visible_text(container)
            is_display = _DISPLAY.match(tex) is not None
            if is_display or _INLINE.match(tex):
                _replace(tree, container, tex, is_display=is_display)


def _set_by(script: LexborNode) -> list[int]:
    """Return the elements before a script that show what it says."""
    found: list[int] = []
    node = script.prev
    for _ in range(_MOST_BESIDE):
        if node is None:
            break
        if node.tag_id != tags.TEXT:
            if "mathjax" not in (node.attributes.get("class") or "").lower():
                break
            found.append(node.mem_id)
        elif (node.text_content or "").strip():
            break
        node = node.prev
    return found


def _heard(container: LexborNode) -> str:
    """Return the TeX of a formula that is set, from what it holds for those who listen."""
    written = container.css_first("[data-latex]")
    if written is not None:
        return written.attributes["data-latex"] or ""
    math = container.css_first("math")
    if math is None:
        source = container if "data-mathml" in container.attributes else container.css_first("[data-mathml]")
        if source is not None:
            math = LexborHTMLParser(source.attributes["data-mathml"] or "").css_first("math")
    return find_tex(math, math.attributes) if math is not None else ""


def _replace(tree: LexborHTMLParser, node: LexborNode, tex: str, *, is_display: bool) -> None:
    tex = clean_tex(tex)
    if not tex:
        return
    formula = tree.create_node("div" if is_display else "span")
    formula.attrs["class"] = "tex display" if is_display else "tex"
    formula.insert_child(tex)
    target = node
    parent = node.parent
    if (
        is_display
        and parent is not None
        and parent.tag_id == tags.P
        and not parent.attributes
        and _is_alone(node)
    ):
        target = parent  # a formula on a line of its own is a block
    target.insert_before(formula)
    target.decompose()


def _is_alone(node: LexborNode) -> bool:
    """Tell whether an element is all that its parent holds."""
    beside = node.parent.iter(include_text=True) if node.parent is not None else iter(())
    return not any(
        (other.text_content or "").strip() if other.tag_id == tags.TEXT else other.mem_id != node.mem_id
        for other in beside
    )
