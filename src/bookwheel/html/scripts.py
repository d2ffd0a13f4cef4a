"""Superscripts and subscripts as plain text."""

from __future__ import annotations

import re

_SUPER = dict(
    zip(
        "0123456789+−-=()niabcdefghjklmoprstuvwxyzβγδθιφχABDEGHIJKLMNOPRTUVW′″ ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵝᵞᵟᶿᶥᵠᵡᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′″ ",
        strict=True,
    )
)
_SUB = dict(
    zip(
        "0123456789+−-=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
# Set above the line by custom only; read as part of the word ("1er", "XIXe", "Mme").
_ENDINGS = """
    st nd rd th er re e ère ème d de eme ere me mes mo lle lles le les gr r ro ra o a os as º ª ième ier
    ière nde ndes ers res es do da ta to te ste
"""
_ORDINALS = frozenset(_ENDINGS.split())
_ABBREVIATED = frozenset(["n", "N", "M", "D", "S", "P", "C", "Mg", "Dr", "St", "Cie", "Ch", "V", "U", "J"])
_ROMAN = re.compile(r"[IVXLCDM]+")
_MARKS = {"TM": "™", "SM": "℠", "®": "®", "™": "™", "(TM)": "™", "(R)": "®", "℠": "℠", "©": "©"}
_CHARGE = re.compile(r"\d*–|–\d+")  # a dash typed for a minus sign
_BRACKETED = re.compile(r"\([^()]+\)")
_SEPARATORS = (",", ";")  # between marks of footnotes
_SUPER_TABLE, _SUB_TABLE = str.maketrans(_SUPER), str.maketrans(_SUB)


def superscript(content: str, before: str = "", *, in_abbreviation: bool = False) -> str:
    """Return `content` as a superscript after the text `before`: Unicode, joined (ordinals), or `^x` / `^(…)`."""
    content = content.replace("\xa0", " ").strip()
    if not content or content in _SEPARATORS:
        return ""
    if "–" in content and _CHARGE.fullmatch(content):
        content = content.replace("–", "−")
    if content in _MARKS:
        return _MARKS[content]
    if content.isalpha() and (
        in_abbreviation or (content.lower() in _ORDINALS and _takes_ordinal(content, before))
    ):
        return content
    if all(character in _SUPER for character in content):
        return content.translate(_SUPER_TABLE)
    return f"^{content}" if len(content) == 1 or _BRACKETED.fullmatch(content) else f"^({content})"


def subscript(content: str) -> str:
    """Return `content` as a subscript: Unicode, else `_x` / `_(…)`."""
    content = content.replace("\xa0", " ").strip()
    if not content:
        return ""
    if all(character in _SUB for character in content):
        return content.translate(_SUB_TABLE)
    return f"_{content}" if len(content) == 1 or _BRACKETED.fullmatch(content) else f"_({content})"


def _takes_ordinal(content: str, before: str) -> bool:
    """Decide between an ordinal or abbreviation (`1er`, `Mme`) and an exponent (`xᵃ`)."""
    tail = before[-8:]
    if not tail or not tail[-1].isalnum():
        return False
    if tail[-1].isdigit():
        return True
    word = re.search(r"[^\W\d_]+$", tail)
    if word is None:
        return False
    if word[0] in _ABBREVIATED or _ROMAN.fullmatch(word[0]):
        return True
    return len(content) > 1 and word[0][0].isupper() and len(word[0]) <= 3
