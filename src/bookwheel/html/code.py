"""Code blocks: exact text and language."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Code
from bookwheel.html import tags
from bookwheel.html.formulas import extension_source
from bookwheel.html.furniture import is_dropped
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import is_within_hidden
from bookwheel.html.whitespace import verbatim

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:mw-highlight-lang-|highlight-(?:source-|text-)?|language-|lang-|brush:\s*|sourceCode\s+|source-)"
    r"([\w+#.-]+)"
)
_NO_LANGUAGE = frozenset(
    ["text", "none", "plain", "plaintext", "nohighlight", "default", "output", "notranslate"]
)


def read_code(node: LexborNode, attributes: Attributes) -> Code | None:
    """Return a code block without its line numbers and final newline, or None when it is empty."""
    source = _exact_source(attributes) if "data-mw" in attributes else ""
    pre = node if node.tag_id == tags.PRE else _main_pre(node)
    text = source.strip("\n") if source.strip() else verbatim_text(pre if pre is not None else node)
    text = verbatim(text).rstrip().lstrip("\n") if source else verbatim(text).rstrip()
    if not text.strip():
        return None
    return Code(text, _language(node, pre))


def _exact_source(attributes: Attributes) -> str:
    """Return what the page's source says, where that is the code itself: other tags hold wikitext."""
    kind = attributes.get("typeof") or ""
    if "Extension/syntaxhighlight" not in kind and "Extension/source" not in kind:
        return ""
    return extension_source(attributes.get("data-mw") or "")


def _main_pre(node: LexborNode) -> LexborNode | None:
    """Return the block's `<pre>`: with a table of line numbers, the last one."""
    found = [pre for pre in node.css("pre") if not is_within_hidden(pre, node)]
    return found[-1] if found else None


def _language(node: LexborNode, pre: LexborNode | None) -> str:
    candidates = [node, pre, pre.css_first("code") if pre is not None else None]
    if node.parent is not None:
        candidates.append(node.parent)
    for candidate in candidates:
        if candidate is None:
            continue
        attributes = candidate.attributes
        for name in ("data-lang", "data-language"):
            if attributes.get(name):
                return (attributes[name] or "").lower()
        found = _LANGUAGE.search(attributes.get("class") or "")
        if found:
            language = found[1].lower()
            return "" if language in _NO_LANGUAGE else language
    return ""


def verbatim_text(node: LexborNode) -> str:
    """Return the visible text of a block as written; `<br>` is a line end."""
    child = node.child
    if child is not None and child.tag_id == tags.TEXT and child.next is None:
        return child.text_content or ""
    parts: list[str] = []
    stack = [iter(node.iter(include_text=True))]
    while stack:
        for part in stack[-1]:
            tag = part.tag_id
            if tag == tags.TEXT:
                parts.append(part.text_content or "")
            elif tag == tags.BR:
                parts.append("\n")
            elif tag != tags.COMMENT and tag not in tags.SILENT:
                attributes = part.attributes
                if not attributes or not is_dropped(part, attributes):
                    if tag in tags.BLOCK_TAGS and parts and not parts[-1].endswith("\n"):
                        parts.append("\n")
                    stack.append(iter(part.iter(include_text=True)))
                    break
        else:
            stack.pop()
    return "".join(parts)
