"""Text that a wiki in several scripts converts for each reader: Parsoid keeps all its forms beside the page."""

from __future__ import annotations

import json
from typing import Any, cast

from selectolax.lexbor import LexborHTMLParser

from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import visible_text

_KINDS = ("disabled", "name", "filter", "twoway", "oneway")


def text_of(attributes: Attributes) -> str:
    """Return the text of a `mw:LanguageVariant` element: as it stands where it is not converted, else its first form."""
    try:
        rules: Any = json.loads(attributes.get("data-mw-variant") or "{}")
    except ValueError:
        return ""
    kinds = cast("dict[str, Any]", rules) if isinstance(rules, dict) else {}
    found: Any = next((kinds[kind] for kind in _KINDS if kind in kinds), None)
    forms = cast("list[Any]", found) if isinstance(found, list) else [found]
    for form in forms:
        html = cast("dict[str, Any]", form).get("t") if isinstance(form, dict) else None
        if isinstance(html, str) and html:
            body = LexborHTMLParser(html).body
            return visible_text(body) if body is not None else ""
    return ""
