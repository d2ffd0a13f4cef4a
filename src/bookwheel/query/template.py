"""A small language for phrasings: `[show|get] [me] the structure of {topic}`.

    word        that word, in any case, with or without its accents; a colon, comma or exclamation mark may follow
    (a|b c)     one of these
    [a|b c]     one of these, or nothing
    {slot}      the caller's words, as written; {slot:kind} only words of a kind from the table of slots
    <name>      a set of alternatives from the table of macros

A word that ends in an apostrophe joins the next one (`d'Einstein`). Hyphens between words count as spaces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

_TOKEN = re.compile(r"\{(\w+)(?::(\w+))?\}|<(\w+)>|([\[\](){}|])|([^\s\[\](){}|<>]+)|\s+")
_ANY = ".+?"
_CLOSING = {"[": "]", "(": ")"}


def compile_template(
    template: str, slots: Mapping[str, str], macros: Mapping[str, str], *, is_lazy: bool = False
) -> re.Pattern[str]:
    """Return a pattern for `fullmatch` on a folded text with one blank behind it. A slot takes anything, one of a kind what `slots` says.

    is_lazy: what may be left out is, so that a slot begins as early as it can: "get article [about] {topic}" finds
    "About a Boy".
    """
    return re.compile(_Template(template, slots, macros, is_lazy=is_lazy).pattern())


class _Template:
    """A template being read from left to right."""

    def __init__(
        self, template: str, slots: Mapping[str, str], macros: Mapping[str, str], *, is_lazy: bool
    ) -> None:
        self._is_lazy = is_lazy
        self._tokens = [match for match in _TOKEN.finditer(template) if match[0].strip()]
        self._place = 0
        self._slots = slots
        self._macros = macros

    def pattern(self) -> str:
        """Return the regular expression of what is left to read, up to a closing bracket."""
        alternatives: list[str] = [""]
        optional = "??" if self._is_lazy else "?"
        while self._place < len(self._tokens):
            slot, kind, macro, sign, word = self._tokens[self._place].groups()
            if sign in ("]", ")"):
                break
            self._place += 1
            if sign == "|":
                alternatives.append("")
            elif sign in ("[", "("):
                inner = self.pattern()
                self._expect(_CLOSING[sign])
                alternatives[-1] += f"(?:{inner}){optional if sign == '[' else ''}"
            elif slot:
                alternatives[-1] += f"(?P<{slot}>{self._slots.get(kind, _ANY)}) "
            elif macro:
                inner = _Template(self._macros[macro], self._slots, self._macros, is_lazy=self._is_lazy)
                alternatives[-1] += f"(?:{inner.pattern()})"
            else:
                if word.startswith("'"):  # "{topic}'s" joins the slot
                    alternatives[-1] = alternatives[-1].removesuffix(" ")
                alternatives[-1] += _word(word)
        # "find me" before "find", or the slot behind it would begin with "me"; the other way round where that is wanted.
        return "|".join(sorted(alternatives, key=len, reverse=not self._is_lazy))

    def _expect(self, sign: str) -> None:
        if self._place >= len(self._tokens) or self._tokens[self._place][0] != sign:
            raise ValueError(f"the template lacks a {sign!r}")
        self._place += 1


def _word(word: str) -> str:
    literal = re.escape(fold(word)).replace(r"\ ", " ")
    return f"{literal} ?" if word.endswith("'") else f"{literal}[:,!]? "


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    if character in "’‘ʼ´`":
        return "'"
    if character in "“”„«»":
        return '"'
    if character.isspace() or character in "‐‑–":
        return " "
    base = unicodedata.normalize("NFD", character)[:1].lower()
    return base if len(base) == 1 else character


def fold(text: str) -> str:
    """Return the text for comparing, character for character: lower case, no accents, plain quotes, no inner hyphens."""
    folded = "".join(map(_folded, text))
    return re.sub(r"(?<=\w)-(?=\w)", " ", folded)


def compact(text: str) -> str:
    """Return the text composed, with single blanks, none at the ends, and without characters that show nothing."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join(
        "".join([c for c in composed if c.isspace() or c in _JOINERS or not _is_hidden(c)]).split()
    )


_JOINERS = "\u200c\u200d"  # they are part of the spelling in Persian, Hindi, and of emoji


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf")
