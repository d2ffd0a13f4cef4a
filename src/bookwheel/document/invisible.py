"""Characters that show nothing and can carry hidden text or confuse what a line says: one rule for all of it."""

from __future__ import annotations

import re
from typing import Final

# Letters whose shapes depend on joiners (Arabic and its neighbours, the scripts of India and South-East Asia).
_JOINING: Final = (
    "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1900-\u1cff\u2d30-\u2d7f\ua840-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010a00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f"
)
# Pictures that a joiner makes into one; the variation selector may stand before it.
_PICTURES: Final = "\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff"
# What has several looks to select from: signs, numbers in keys, ideographs, a few scripts.
_SELECTED: Final = "#*0-9\xa9\xae\u1000-\u109f\u2010-\u2bff\u3000-\u9fff\ua840-\ua87f\uf900-\ufaff\ufe00-\ufe0f\U0001f000-\U0003ffff"
_IDEOGRAPHS: Final = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

# Zero-width and bidirectional marks, embeddings, overrides and isolates, blank letters, tag characters, noncharacters:
# nowhere. Joiners and variation selectors: only by what they work on, and one at a time.
INVISIBLE: Final = (
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\ufffe\uffff\ufdd0-\ufdef\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    "\U000e01f0-\U000e0fff]"
    f"|(?<![{_JOINING}{_PICTURES}])[\u200c\u200d]+(?![{_JOINING}])"
    f"|(?<=[{_PICTURES}])[\u200c\u200d]+(?![{_PICTURES}{_JOINING}])"
    "|(?<=[\u200c\u200d])[\u200c\u200d]+"
    f"|(?<![{_SELECTED}])[\ufe00-\ufe0f]+|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+"
    "|(?<![\u1807\u1820-\u18af])[\u180b-\u180d]+"
    f"|(?<![{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]+"
)
_CONTROLS: Final = "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]|\r(?=\n)"
_INVISIBLE: Final = re.compile(f"{_CONTROLS}|{INVISIBLE}")
_LINE_ENDS: Final = str.maketrans(dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"))


def without_invisible(text: str) -> str:
    """Return the text without invisible characters; tabs stay, line ends of any kind are line feeds."""
    if text.isascii() and text.isprintable():
        return text
    return _INVISIBLE.sub("", text).translate(_LINE_ENDS)


def single_line(text: str) -> str:
    """Return the text on one line: invisible characters dropped, white space as single blanks."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip(" ")
    return " ".join(without_invisible(text).split())
