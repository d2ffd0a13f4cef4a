"""The names of tabs: of several contents in one place, the page shows one at a time."""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Inline, Paragraph, Strong
from bookwheel.html.tags import Attributes
from bookwheel.html.whitespace import without_invisible

_NAMING = ("data-mw-tabber-title", "data-title", "title")
_MOST_BESIDE = 60  # panels, tabs and what stands between them
_LONGEST_NAME = 200
_MOST_AROUND = 3  # elements


def tab_name(panel: LexborNode, attributes: Attributes) -> Paragraph | None:
    """Return a line with the name of a tab, which its panel tells itself or the row of tabs above; None without one."""
    named = next((name for key in _NAMING if (name := attributes.get(key))), None) or _name_in_row(panel)
    name = " ".join(without_invisible(named).split())[:_LONGEST_NAME]
    return Paragraph(Inline(name, (Strong(0, len(name)),))) if name else None


def _name_in_row(panel: LexborNode) -> str:
    """Return the name at the panel's place in the row above; looks at few elements, for a page may have many panels."""
    place, before = 0, panel.prev
    for _ in range(_MOST_BESIDE):
        if before is None:
            break
        place += "tabber__panel" in (before.attributes.get("class") or "").split()
        before = before.prev
    if before is not None:
        return ""
    box = panel.parent
    for _ in range(_MOST_AROUND):
        if box is None:
            break
        for row in islice(box.iter(), _MOST_AROUND):
            if "tabber__header" in (row.attributes.get("class") or "").split():
                inside = islice(row.traverse(), _MOST_BESIDE)
                tabs = [tab for tab in inside if "tabber__tab" in (tab.attributes.get("class") or "").split()]
                return tabs[place].text() if place < len(tabs) else ""
        box = box.parent
    return ""
