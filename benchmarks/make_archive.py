"""Write an archive of any number of made-up articles, for benchmarks of size. The same number gives the same text.

python benchmarks/make_archive.py OUT.zim --entries 100000
python benchmarks/make_archive.py OUT.zim --entries 20000 --leads FILE.json.gz
python benchmarks/make_archive.py OUT.zim --pages FOLDER

With --leads the text is real sentences, of the article leads that `make bench-quality` uses, with 54 links a page, a
full-text index, clusters of 1 MiB instead of 2, and pages in no order. With --pages the archive holds the large .html files
of a folder instead, several copies of each, so that many can be read once.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote

from libzim.writer import Creator, Hint, Item, StringProvider

SYLLABLES = [
    "ba",
    "be",
    "bi",
    "bo",
    "da",
    "de",
    "di",
    "do",
    "fa",
    "fe",
    "ka",
    "ke",
    "ko",
    "la",
    "le",
    "li",
    "lo",
    "ma",
    "me",
    "mi",
    "mo",
    "na",
    "ne",
    "no",
    "pa",
    "pe",
    "po",
    "ra",
    "re",
    "ri",
    "ro",
    "sa",
    "se",
    "ta",
]


LARGE_BYTES = 60_000
COPIES = 3


class Article(Item):
    def __init__(self, path: str, html: str) -> None:
        super().__init__()
        self.path, self.html = path, html

    def get_path(self) -> str:
        return self.path

    def get_title(self) -> str:
        return self.path.replace("_", " ")

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self.html)

    def get_hints(self) -> dict[Hint, bool]:
        return {Hint.FRONT_ARTICLE: True, Hint.COMPRESS: True}


def page(number: int, entries: int, words: list[str]) -> str:
    """Return an article of about 11 KB: an infobox, six sections of prose with links, one table."""
    dice = random.Random(number)

    def prose(count: int) -> str:
        sentence = " ".join(dice.choices(words, k=count))
        target = dice.randrange(entries)
        return f'<p>{sentence.capitalize()} <a href="Article_{target:07d}">Article {target:07d}</a> <i>{words[number % len(words)]}</i>.</p>'

    cells = "".join(
        "<tr>" + "".join(f"<td>{dice.choice(words)}</td>" for _ in range(4)) + "</tr>" for _ in range(8)
    )
    sections = "".join(
        f'<h2><span class="mw-headline" id="S{n}">Section {n}</span></h2>{prose(90)}{prose(110)}'
        for n in range(6)
    )
    return (
        f"<!DOCTYPE html><html><head><title>Article {number:07d}</title></head><body>"
        f'<h1 id="firstHeading">Article {number:07d}</h1><div class="mw-parser-output">'
        f'<table class="infobox"><tr><th>Kind</th><td>{dice.choice(words)}</td></tr></table>'
        f"<p><b>Article {number:07d}</b> {' '.join(dice.choices(words, k=60))}.</p>{sections}"
        f'<table class="wikitable"><tr><th>A</th><th>B</th><th>C</th><th>D</th></tr>{cells}</table></div></body></html>'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--pages", type=Path, metavar="FOLDER")
    parser.add_argument("--leads", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.pages:
        write(options.out, real_articles(options.pages))
    elif options.leads:
        write(options.out, mixed_articles(options.leads, options.entries), is_like_real=True)
    else:
        write(options.out, made_up_articles(options.entries))


def made_up_articles(entries: int) -> Iterator[Article]:
    dice = random.Random(7)
    words = ["".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(4000)]
    for number in range(entries):
        yield Article(f"Article_{number:07d}", page(number, entries, words))


def mixed_articles(leads: Path, entries: int) -> Iterator[Article]:
    """Yield articles of about 12 KB whose sentences were written by people, each drawn from all."""
    rows = json.loads(gzip.decompress(leads.read_bytes())).values()
    titles = [str(row["title"]) for row in rows]
    extracts = " ".join(row.get("extract") or "" for row in rows)
    sentences = [escape(part) for part in re.split(r"(?<=[.!?])\s+", extracts) if 30 < len(part) < 300]
    dice = random.Random(7)
    names = [f"{titles[n % len(titles)]} {n // len(titles) or ''}".strip() for n in range(entries)]

    def paragraph(count: int) -> str:
        said = [
            f'{dice.choice(sentences)} See <a href="{quote(target.replace(" ", "_"))}">{escape(target)}</a>.'
            for target in dice.choices(names, k=count)
        ]
        return f"<p>{' '.join(said)}</p>"

    for name in dice.sample(names, entries):
        facts = "".join(
            f"<tr><th>Field {n}</th><td>{dice.choice(sentences)[:40]}</td></tr>" for n in range(6)
        )
        sections = "".join(
            f'<h2><span class="mw-headline" id="S{n}">Section {n}</span></h2>{paragraph(5)}{paragraph(5)}'
            for n in range(5)
        )
        yield Article(
            name.replace(" ", "_"),
            f"<!DOCTYPE html><html><head><title>{escape(name)}</title></head><body>"
            f'<h1 id="firstHeading">{escape(name)}</h1><div id="mw-content-text"><div class="mw-parser-output">'
            f'<table class="infobox">{facts}</table>{paragraph(4)}{sections}</div></div></body></html>',
        )


def real_articles(folder: Path) -> Iterator[Article]:
    for file in sorted(folder.glob("*.html")):
        if file.stat().st_size >= LARGE_BYTES:
            html = file.read_text(encoding="utf-8", errors="replace")
            for copy in range(COPIES):
                yield Article(f"{file.stem}_{copy}", html.replace("</body>", f"<p>Copy {copy}</p></body>"))


def write(out: Path, articles: Iterable[Article], *, is_like_real: bool = False) -> None:
    creator = Creator(str(out))
    if is_like_real:
        creator.config_clustersize(1 << 20).config_indexing(indexing=True, language="eng")
    with creator:
        for article in articles:
            creator.add_item(article)
        for name, value in {
            "Title": "Benchmark",
            "Name": out.stem,
            "Language": "eng",
            "Date": "2026-01-01",
        }.items():
            creator.add_metadata(name, value)


if __name__ == "__main__":
    main()
