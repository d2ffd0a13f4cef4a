"""The sources of the demo encyclopaedia: wikitext articles, their templates and redirects.

An article file starts with header lines (`title: …`, optional `redirects: A | B` and `language: de`), then `---`, then wikitext.
Template files are plain wikitext; "-" in their name stands for "/".
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

ARTICLES = Path(__file__).resolve().parent / "demo_articles"
RENDERED = ARTICLES / "rendered"

RIGHT_TO_LEFT = frozenset({"ar", "fa", "he"})


class Article(NamedTuple):
    """One article: `slug` is its file's name, `redirects` the titles that lead to it, `language` its code."""

    slug: str
    title: str
    redirects: tuple[str, ...]
    language: str
    wikitext: str


def read_article(file: Path) -> Article:
    """Read one article file. Raises ValueError when its header is malformed."""
    header, separator, wikitext = file.read_text("utf-8").partition("\n---\n")
    if not separator:
        raise ValueError(f"{file.name}: no line of three dashes after the header")
    fields = dict(line.split(": ", 1) for line in header.splitlines())
    redirects = tuple(name.strip() for name in fields.pop("redirects", "").split("|") if name.strip())
    title, language = fields.pop("title"), fields.pop("language", "en")
    if fields:
        raise ValueError(f"{file.name}: unknown header {sorted(fields)}")
    return Article(file.stem, title, redirects, language, wikitext)


def read_articles() -> list[Article]:
    """Read every article, in the order of their slugs."""
    return [read_article(file) for file in sorted(ARTICLES.glob("*.wiki"))]


def read_templates() -> dict[str, str]:
    """Read every template: full page title ("Template:Coord/text") to wikitext."""
    files = sorted((ARTICLES / "templates").glob("*.wiki"))
    return {f"Template:{file.stem.replace('-', '/')}": file.read_text("utf-8").rstrip("\n") for file in files}


def wikitext_files() -> list[Path]:
    """Every file that the wiki renders: articles and templates."""
    return [*ARTICLES.glob("*.wiki"), *(ARTICLES / "templates").glob("*.wiki")]


def digest(files: list[Path]) -> str:
    """SHA-256 over names and bytes of `files`, which must lie beside this module."""
    total = hashlib.sha256()
    base = Path(__file__).resolve().parent
    for file in sorted(files):
        data = file.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{file.relative_to(base).as_posix()}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()
