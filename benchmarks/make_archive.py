"""Write an archive of any number of made-up articles, for benchmarks of size. The same number gives the same text.

python benchmarks/make_archive.py OUT.zim --entries 100000
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

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


class Article(Item):
    def __init__(self, number: int, html: str) -> None:
        super().__init__()
        self.number, self.html = number, html

    def get_path(self) -> str:
        return f"Article_{self.number:07d}"

    def get_title(self) -> str:
        return f"Article {self.number:07d}"

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
    options = parser.parse_args()
    write(options.out, options.entries)


def write(out: Path, entries: int) -> None:
    dice = random.Random(7)
    words = ["".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(4000)]
    with Creator(str(out)) as creator:
        creator.set_mainpath("Article_0000000")
        for number in range(entries):
            creator.add_item(Article(number, page(number, entries, words)))
        for name, value in {
            "Title": "Made up",
            "Name": f"made_{entries}",
            "Language": "eng",
            "Date": "2026-01-01",
        }.items():
            creator.add_metadata(name, value)


if __name__ == "__main__":
    main()
