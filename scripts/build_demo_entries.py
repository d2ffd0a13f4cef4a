"""The entries of the demo archive: rendered articles fitted to an archive's addresses, categories, pictures."""

from __future__ import annotations

import json
import re
import urllib.parse
from html import escape
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from build_demo_images import images
from build_demo_sources import RENDERED, RIGHT_TO_LEFT, Article, read_articles

MAIN_TITLE = "Main Page"
ASSETS = "_assets_"
STYLE = """body{font-family:sans-serif;max-width:50em;margin:1em auto;padding:0 1em}
.infobox{float:right;border:1px solid #a2a9b1;background:#f8f9fa;margin:0 0 1em 1em;width:20em}
.wikitable{border-collapse:collapse}.wikitable td,.wikitable th{border:1px solid #a2a9b1;padding:.2em .4em}
.hatnote{font-style:italic;padding-left:1.6em}.thumb{float:right;margin:0 0 1em 1em}.reference{font-size:80%}
"""


class Entry(NamedTuple):
    """One entry: `is_article` puts it into the title and full-text indexes."""

    path: str
    title: str
    mimetype: str
    content: bytes
    is_article: bool


class Category(NamedTuple):
    """A category of a page, as the wiki tells it."""

    name: str
    is_hidden: bool


def path_of(title: str) -> str:
    """Entry path of a title: underscores for spaces."""
    return title.replace(" ", "_")


def main_path() -> str:
    """Path of the main page."""
    return path_of(MAIN_TITLE)


def archive_redirects() -> list[tuple[str, str]]:
    """Every redirect as (title, path of its target)."""
    return [(name, path_of(article.title)) for article in read_articles() for name in article.redirects]


def archive_entries() -> list[Entry]:
    """Every entry but redirects, in a fixed order."""
    articles = read_articles()
    categories = _categories()
    known = {path_of(article.title) for article in articles} | {path for path, _ in _redirect_paths(articles)}
    known |= {path_of(f"Category:{row.name}") for rows in categories.values() for row in rows}
    pictures: dict[str, bytes] = {}
    entries: list[Entry] = []
    for article in articles:
        html = _fitted(article, (RENDERED / f"{article.slug}.html").read_text("utf-8"), known, pictures)
        page = _page(article, html + _category_box(categories[article.slug], path_of(article.title)))
        entries.append(
            Entry(path_of(article.title), article.title, "text/html", page.encode(), is_article=True)
        )
    entries.extend(_category_pages(articles, categories))
    for name, data in images().items():
        mimetype = "image/svg+xml" if name.endswith(".svg") else "image/png"
        entries.append(Entry(f"{ASSETS}/{path_of(name)}", name, mimetype, data, is_article=False))
    for path, data in sorted(pictures.items()):
        entries.append(Entry(path, "", "image/svg+xml", data, is_article=False))
    entries.append(Entry(f"{ASSETS}/style.css", "", "text/css", STYLE.encode(), is_article=False))
    return entries


def _redirect_paths(articles: list[Article]) -> list[tuple[str, str]]:
    return [(path_of(name), path_of(article.title)) for article in articles for name in article.redirects]


def _categories() -> dict[str, list[Category]]:
    summary = json.loads((RENDERED / "pages.json").read_text("utf-8"))
    return {
        page["slug"]: [Category(row["name"], bool(row["hidden"])) for row in page["categories"]]
        for page in summary["pages"]
    }


def relative(path: str, origin: str) -> str:
    """Return the address of entry `path` as a link on entry `origin` writes it."""
    address = "../" * origin.count("/") + urllib.parse.quote(path, safe="/:@!$'()*,;~")
    return f"./{address}" if ":" in address.split("/")[0] else address


def _fitted(article: Article, html: str, known: set[str], pictures: dict[str, bytes]) -> str:
    """Rewrite links and pictures for an archive; links to pages that it lacks become plain text."""
    tree = LexborHTMLParser(f"<body>{html}</body>")
    origin = path_of(article.title)
    for anchor in tree.css("a[href]"):
        _fit_link(anchor, origin, known)
    for image in tree.css("img"):
        _fit_image(image, origin, pictures)
    # Pictures stood in links to their description pages, which no archive holds.
    for anchor in tree.css("a.image"):
        anchor.unwrap()
    body = tree.body
    if body is None:
        raise ValueError(f"{article.slug}: no content")
    return (body.inner_html or "").strip()


def _fit_link(anchor: LexborNode, origin: str, known: set[str]) -> None:
    href = anchor.attributes["href"] or ""
    if href.startswith("/wiki/File:"):
        anchor.attrs["class"] = "image"
        del anchor.attrs["href"]
    elif href.startswith("/wiki/"):
        path, hash_sign, fragment = href.removeprefix("/wiki/").partition("#")
        target = urllib.parse.unquote(path)
        if target in known:
            anchor.attrs["href"] = relative(target, origin) + hash_sign + fragment
        else:
            anchor.unwrap()
    elif href.startswith("/w/images/"):
        anchor.attrs["href"] = relative(f"{ASSETS}/{urllib.parse.unquote(href.rsplit('/', 1)[1])}", origin)
    elif href.startswith("/w/"):
        anchor.unwrap()


def _fit_image(image: LexborNode, origin: str, pictures: dict[str, bytes]) -> None:
    source = image.attributes["src"] or ""
    if source.startswith("https://formulas.invalid/"):
        path = f"{ASSETS}/formula-{source.rsplit('/', 1)[1][:16]}.svg"
        pictures[path] = _formula_picture(image.attributes["alt"] or "")
    else:
        thumbnail = re.fullmatch(r"/w/images/(?:thumb/)?./../([^/]+)(?:/[^/]+)?", source)
        if thumbnail is None:
            raise ValueError(f"{origin}: unexpected picture {source}")
        path = f"{ASSETS}/{urllib.parse.unquote(thumbnail[1])}"
    image.attrs["src"] = relative(path, origin)
    if "srcset" in image.attributes:
        del image.attrs["srcset"]


def _formula_picture(tex: str) -> bytes:
    """Draw a stand-in for the typeset formula: its TeX on one line."""
    width = 8 * len(tex) + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20">'
        f'<text x="4" y="15" font-family="monospace" font-size="13">{escape(tex)}</text></svg>\n'
    ).encode()


def _page(article: Article, body: str) -> str:
    origin = path_of(article.title)
    direction = "rtl" if article.language in RIGHT_TO_LEFT else "ltr"
    title = escape(article.title)
    return (
        f'<!DOCTYPE html>\n<html class="client-nojs" lang="{article.language}" dir="{direction}"><head>'
        f'<meta charset="UTF-8"><title>{title}</title>'
        f'<link rel="stylesheet" href="{relative(f"{ASSETS}/style.css", origin)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1.0"></head>\n'
        f'<body class="mediawiki mw-body {direction}"><div id="content" class="mw-body"><a id="top"></a>'
        f'<h1 id="firstHeading" class="firstHeading">{title}</h1>\n<div id="bodyContent" class="mw-body-content">'
        f'<div id="mw-content-text" lang="{article.language}" dir="{direction}" class="mw-content-{direction}">\n'
        f"{body}\n</div></div></div></body></html>\n"
    )


def _category_box(categories: list[Category], origin: str) -> str:
    if not categories:
        return ""

    def links(rows: list[Category]) -> str:
        return "".join(
            f'<li><a href="{relative(path_of(f"Category:{row.name}"), origin)}"'
            f' title="Category:{escape(row.name)}">{escape(row.name)}</a></li>'
            for row in rows
        )

    shown = [row for row in categories if not row.is_hidden]
    hidden = [row for row in categories if row.is_hidden]
    box = '\n<div id="catlinks" class="catlinks" data-mw="interface">'
    if shown:
        box += f'<div id="mw-normal-catlinks" class="mw-normal-catlinks">Categories: <ul>{links(shown)}</ul></div>'
    if hidden:
        box += (
            '<div id="mw-hidden-catlinks" class="mw-hidden-catlinks mw-hidden-cats-hidden">'
            f"Hidden categories: <ul>{links(hidden)}</ul></div>"
        )
    return box + "</div>"


def _category_pages(articles: list[Article], categories: dict[str, list[Category]]) -> list[Entry]:
    members: dict[str, list[str]] = {}
    for article in articles:
        for row in categories[article.slug]:
            members.setdefault(row.name, []).append(article.title)
    entries: list[Entry] = []
    for name, titles in sorted(members.items()):
        title = f"Category:{name}"
        rows = "".join(
            f'<li><a href="{relative(path_of(member), path_of(title))}" title="{escape(member)}">'
            f"{escape(member)}</a></li>"
            for member in sorted(titles)
        )
        body = (
            '<div class="mw-parser-output"><div class="mw-category-generated"><div id="mw-pages">'
            f'<h2 id="Pages">Pages in category “{escape(name)}”</h2><ul>{rows}</ul></div></div></div>'
        )
        page = _page(Article("", title, (), "en", ""), body)
        entries.append(Entry(path_of(title), title, "text/html", page.encode(), is_article=False))
    return entries
