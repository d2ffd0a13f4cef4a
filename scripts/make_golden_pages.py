"""Render the demo encyclopaedia with a real MediaWiki on loopback.

    make_golden_pages.py --mediawiki ROOT articles     every article as the legacy parser renders it, the input of
                                                       build_demo.py (MediaWiki 1.39: formulas as pictures)
    make_golden_pages.py --mediawiki ROOT goldens      tests/golden/pages/<page>/{parser,parsoid,mobile}.html
    make_golden_pages.py --mediawiki ROOT newer        tests/golden/pages/<page>/{parser,parsoid}-1.43.html
                                                       (MediaWiki 1.43: formulas as MathML), and parser-1.45.html,
                                                       the same with the headings of later releases

ROOT is an unpacked MediaWiki; BOOKWHEEL_MEDIAWIKI may name it instead. Nothing outside a temporary directory and the
files named above is written. `expected.txt` is never written by a program: it is what a reader should see.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from build_demo_images import images
from build_demo_sources import (
    ARTICLES,
    RENDERED,
    Article,
    digest,
    read_articles,
    read_templates,
    wikitext_files,
)
from make_golden_pages_mobile import mobile_html
from make_golden_pages_shared import steady
from make_golden_pages_wiki import LoopbackWiki, running_wiki

GOLDENS = ARTICLES.parents[1] / "tests" / "golden" / "pages"
HIDDEN_CATEGORIES = ("Articles with maintenance notices",)
INTERFACE = {"MediaWiki:Cite link label group-lower-alpha": "a b c d e f g h"}


def main() -> None:
    """Parse the command line and render."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mediawiki", type=Path, default=os.environ.get("BOOKWHEEL_MEDIAWIKI"))
    parser.add_argument("what", choices=("articles", "goldens", "newer"), nargs="+")
    arguments = parser.parse_args()
    if arguments.mediawiki is None:
        parser.error("name MediaWiki's root with --mediawiki or BOOKWHEEL_MEDIAWIKI")
    articles = read_articles()
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch) / "wiki"
        with running_wiki(arguments.mediawiki.resolve(), directory, _pages(articles), images()) as wiki:
            if "articles" in arguments.what:
                render_articles(wiki, articles)
            if "goldens" in arguments.what:
                render_goldens(wiki, articles)
            if "newer" in arguments.what:
                render_newer(wiki, articles)


def render_articles(wiki: LoopbackWiki, articles: list[Article]) -> None:
    """Write rendered/<slug>.html for every article and rendered/pages.json with what else the wiki knows of it."""
    RENDERED.mkdir(exist_ok=True)
    for stale in RENDERED.glob("*.html"):
        stale.unlink()
    pages: list[dict[str, Any]] = []
    for article in articles:
        answer = wiki.parse(article.title)
        (RENDERED / f"{article.slug}.html").write_text(steady(answer["text"], wiki.port) + "\n", "utf-8")
        categories = [
            {"name": row["category"].replace("_", " "), "hidden": bool(row.get("hidden"))}
            for row in answer["categories"]
        ]
        pages.append({"slug": article.slug, "title": article.title, "categories": categories})
    summary = {"wikitext_digest": digest(wikitext_files()), "pages": pages}
    text = json.dumps(summary, ensure_ascii=False, indent=1)
    (RENDERED / "pages.json").write_text(text + "\n", "utf-8")
    print(f"{len(pages)} articles rendered")


def render_goldens(wiki: LoopbackWiki, articles: list[Article]) -> None:
    """Write parser.html, parsoid.html and mobile.html of every golden page that has a directory."""
    for article in _golden_articles(articles):
        directory = GOLDENS / article.slug
        parsoid = steady(wiki.parsoid(article.title), wiki.port)
        (directory / "parser.html").write_text(
            steady(wiki.parse(article.title)["text"], wiki.port) + "\n", "utf-8"
        )
        (directory / "parsoid.html").write_text(parsoid + "\n", "utf-8")
        (directory / "mobile.html").write_text(mobile_html(parsoid, article.title) + "\n", "utf-8")


def render_newer(wiki: LoopbackWiki, articles: list[Article]) -> None:
    """Write parser-1.43.html, parsoid-1.43.html and parser-1.45.html of every golden page."""
    for article in _golden_articles(articles):
        directory = GOLDENS / article.slug
        parser = steady(wiki.parse(article.title)["text"], wiki.port)
        (directory / "parser-1.43.html").write_text(parser + "\n", "utf-8")
        (directory / "parser-1.45.html").write_text(
            _with_boxed_headings(parser, article.title) + "\n", "utf-8"
        )
        parsoid = steady(wiki.parsoid(article.title), wiki.port)
        (directory / "parsoid-1.43.html").write_text(parsoid + "\n", "utf-8")


def _with_boxed_headings(html: str, title: str) -> str:
    """Give headings the box and the edit link that MediaWiki 1.44 and later put around them."""
    address = f"/w/index.php?title={title.replace(' ', '_')}&amp;action=edit&amp;section="
    sections = itertools.count(1)

    def boxed(heading: re.Match[str]) -> str:
        level, anchor, text = heading["level"], heading["anchor"], heading["text"]
        return (
            f'<div class="mw-heading mw-heading{level}"><h{level} id="{anchor}">{text}</h{level}>'
            f'<span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="{address}'
            f'{next(sections)}" title="Edit section: {text}"><span>edit</span></a>'
            '<span class="mw-editsection-bracket">]</span></span></div>'
        )

    pattern = r'<h(?P<level>[2-6])>(?:<span id="[^"]*"></span>)?<span class="mw-headline" id="(?P<anchor>[^"]*)">(?P<text>.*?)</span></h\d>'
    return re.sub(pattern, boxed, html)


def _golden_articles(articles: list[Article]) -> list[Article]:
    """Return the articles that have a directory among the golden pages."""
    chosen = [article for article in articles if (GOLDENS / article.slug).is_dir()]
    print(f"{len(chosen)} golden pages")
    return chosen


def _pages(articles: list[Article]) -> dict[str, str]:
    pages = {**read_templates(), **INTERFACE}
    for name in HIDDEN_CATEGORIES:
        pages[f"Category:{name}"] = "__HIDDENCAT__"
    for article in articles:
        pages[article.title] = article.wikitext
        for redirect in article.redirects:
            pages[redirect] = f"#REDIRECT [[{article.title}]]"
    return pages


if __name__ == "__main__":
    main()
