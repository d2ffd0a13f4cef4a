"""Formulas: the one place that knows where a page hides its TeX."""

from __future__ import annotations

import json
import re
from typing import cast

from selectolax.lexbor import LexborNode

from bookwheel.html.mathml import to_tex
from bookwheel.html.tags import IMG, MATH
from bookwheel.html.visibility import is_hidden, visible_text

_STYLE_WRAPPER = re.compile(r"\{\\(?:displaystyle|textstyle|scriptstyle)\s+(.*)\}\s*$", re.DOTALL)
_TEX_ANNOTATION = (
    'annotation[encoding="application/x-tex"], annotation[encoding="application/x-tex; mode=display"]'
)
_FAILED = re.compile(r"\):\s*(.*)$", re.DOTALL)
_DOLLARS = re.compile(r"^\s*(\$\$?)(.*)\1\s*$|^\s*\\[\[(](.*)\\[\])]\s*$", re.DOTALL)


def find_tex(node: LexborNode, attributes: dict[str, str | None]) -> str:
    """Return the TeX of a formula element, from the best of its sources; "" when it holds none."""
    return clean_tex(_source(node, attributes)) if _is_shown(node, attributes) else ""


def _is_shown(node: LexborNode, attributes: dict[str, str | None]) -> bool:
    """Tell whether a reader sees the formula.

    MediaWiki hides the MathML, which is for those who listen, and shows a picture, which archives may leave out. So its
    own wrapper holds a formula unless the wrapper or everything but that MathML is hidden.
    """
    names = attributes.get("class") or ""
    if not is_hidden(node, attributes):
        return "mwe-math-element" not in names or not _is_all_hidden(node)
    parent = node.parent
    return (
        "mwe-math-mathml-" in names
        and parent is not None
        and parent.css_first("img, meta.mwe-math-fallback-image-inline") is not None
    )


def _is_all_hidden(wrapper: LexborNode) -> bool:
    forms = [(form, form.attributes) for form in wrapper.iter()]
    return bool(forms) and all(
        is_hidden(form, attributes) and "mwe-math-mathml-" not in (attributes.get("class") or "")
        for form, attributes in forms
    )


def _source(node: LexborNode, attributes: dict[str, str | None]) -> str:
    kind = attributes.get("typeof") or ""
    if "mw:Extension/" in kind:
        source = extension_source(attributes.get("data-mw") or "")
        if source:
            return rf"\ce{{{source.strip()}}}" if "Extension/ch" in kind or "Extension/ce" in kind else source
    if node.tag_id == IMG:
        return attributes.get("alt") or ""
    annotation = node.css_first(_TEX_ANNOTATION)
    if annotation is not None:
        return annotation.text()
    math = node if node.tag_id == MATH else node.css_first("math")
    if math is not None and math.attributes.get("alttext"):
        return math.attributes["alttext"] or ""
    image = node.css_first("img[alt]")
    if image is not None:
        return image.attributes.get("alt") or ""
    if math is not None:
        return to_tex(math)
    if "texerror" in (attributes.get("class") or ""):
        message = node.text()
        start = message.find("{\\displaystyle")
        if start >= 0:
            return message[start:]
        failed = _FAILED.search(message)
        return failed[1] if failed else ""
    return visible_text(node)


def extension_source(data: str) -> str:
    """Return the wikitext source of an extension tag from its `data-mw`, or ""."""
    try:
        parsed: object = json.loads(data)
        for step in ("body", "extsrc"):
            parsed = cast("dict[str, object]", parsed)[step] if isinstance(parsed, dict) else ""
    except (ValueError, KeyError, RecursionError):
        return ""
    return parsed if isinstance(parsed, str) else ""


def clean_tex(tex: str) -> str:
    """Put TeX on one line without the outer style wrapper or dollar signs."""
    tex = " ".join(tex.replace("\xa0", " ").split())
    dollars = _DOLLARS.match(tex)
    if dollars:
        tex = (dollars[2] or dollars[3] or "").strip()
    wrapped = _STYLE_WRAPPER.match(tex)
    if wrapped and _is_balanced(wrapped[1]):
        tex = wrapped[1].strip()
    return tex


def _is_balanced(tex: str) -> bool:
    """Tell whether the braces pair up, so that the outer pair really was one pair."""
    depth = 0
    for character in re.sub(r"\\.", "", tex):
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


def is_display(node: LexborNode, attributes: dict[str, str | None]) -> bool:
    """Tell whether the formula stands on a line of its own."""
    names = attributes.get("class") or ""
    if "display" in names or "element-block" in names or attributes.get("display") == "block":
        return True
    if "math-container" in names:
        return node.text().lstrip()[:2] in ("$$", r"\[")
    data = attributes.get("data-mw") or ""
    if '"display":"block"' in data:
        return True
    return (
        "mwe-math-element" in names
        and "inline" not in names
        and node.css_first(".mwe-math-mathml-display, .mwe-math-fallback-image-display") is not None
    )
