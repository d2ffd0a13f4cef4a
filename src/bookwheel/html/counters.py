"""Numbers as a page's style counts them."""

from __future__ import annotations

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"


def counter(style: str, number: int) -> str:
    """Return a positive number in a list style of CSS: "lower-alpha" gives a, b, …, z, aa."""
    if style.endswith("roman"):
        text = _roman(number)
    elif style.endswith(("alpha", "latin")):
        text = _letters(number, _LATIN)
    elif style == "lower-greek":
        text = _letters(number, _GREEK)
    else:
        text = str(number)
    return text.upper() if style.startswith("upper") else text


def _letters(number: int, alphabet: str) -> str:
    text = ""
    while number > 0:
        number, letter = divmod(number - 1, len(alphabet))
        text = alphabet[letter] + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text
