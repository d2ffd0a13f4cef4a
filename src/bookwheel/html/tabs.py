"""The names of tabs: of several contents in one place, the page shows one at a time."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Inline, Paragraph, Strong
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import without_invisible

_NAMING = ("data-mw-tabber-title", "data-title", "title")
_MOST_TABS = 100
_LONGEST_NAME = 200
_MOST_AROUND = 3  # elements


def tab_name(panel: LexborNode, attributes: Attributes) -> Paragraph | None:
    """Return a line with the name of a tab, which its panel tells itself or the row of tabs above; None without one."""
    named = next((name for key in _NAMING if (name := attributes.get(key))), None) or _name_in_row(panel)
    name = " ".join(without_invisible(named).split())[:_LONGEST_NAME]
    return Paragraph(Inline(name, (Strong(0, len(name)),))) if name else None


def _name_in_row(panel: LexborNode) -> str:
    place, before = 0, panel.prev
    while before is not None and place < _MOST_TABS:
        place += "tabber__panel" in (before.attributes.get("class") or "").split()
        before = before.prev
    box = panel.parent
    for _ in range(_MOST_AROUND):
        if box is None:
            break
        for row in box.iter():
            if "tabber__header" in (row.attributes.get("class") or "").split():
                tabs = row.css(".tabber__tab")
                return tabs[place].text() if place < len(tabs) else ""
        box = box.parent
    return ""
