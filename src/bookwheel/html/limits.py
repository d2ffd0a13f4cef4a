"""Parsing within a time limit: some nests make the engine quadratic."""

from __future__ import annotations

import threading

from selectolax.lexbor import LexborHTMLParser

_INLINE_BYTES = 32768
_SECONDS_PER_BYTE = 0.25 / 1_000_000
_LEAST_SECONDS = 0.25


def parse_tree(raw: bytes) -> LexborHTMLParser:
    return LexborHTMLParser(raw)
