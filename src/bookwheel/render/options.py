"""How a page is to be rendered as Markdown: a difference between tools is a field here, never a second renderer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Choices of the Markdown renderer.

    compact: links and images become their text, an infobox becomes `**Key:** value` lines, and a table above
        either limit below becomes one line that names its number, size and columns.
    references: keep the note marks, and lists of references wherever they stand. Without it only the sections
        that are such lists keep them.
    figures: keep one line for each picture, sound, video or map.
    max_table_rows: data rows a table may have in compact form.
    max_table_chars: code points a rendered table may have in compact form.
    """

    compact: bool = False
    references: bool = True
    figures: bool = True
    max_table_rows: int = 8
    max_table_chars: int = 600


FULL = RenderOptions()
COMPACT = RenderOptions(compact=True, references=False)
