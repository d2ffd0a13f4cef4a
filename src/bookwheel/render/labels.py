"""Short strings of an archive (titles, paths, names) where they stand outside a fence, in the server's own lines."""

from __future__ import annotations

from typing import Final

from bookwheel.document.invisible import single_line
from bookwheel.render.fence import neutralise

LABEL_CHARS: Final = 200


def label(text: str, max_chars: int = LABEL_CHARS) -> str:
    """Return the text fit for a line of ours: one line, visible, at most `max_chars`, unable to forge a fence."""
    line = single_line(text)
    return neutralise(line if len(line) <= max_chars else f"{line[: max_chars - 1]}…")
