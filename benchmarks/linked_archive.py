"""Write an archive whose pages link to each other as an encyclopaedia's do, for benchmarks of the link graph.

python benchmarks/linked_archive.py OUT.zim --pages 100000 --links 50 --kilobytes 11

Half of a page's links stay in its subject, half go anywhere; popularity falls with rank (a few pages are linked from
nearly everywhere). Six redirects for ten pages; a tenth of the links use one. Pages are added in scattered order, as
the writers of real archives do, so that neighbours by path do not lie together. The same numbers give the same file.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from libzim.writer import Creator, Hint, Item, StringProvider

SUBJECTS = 200
CONSONANTS, VOWELS = "bdfklmnprst", "aeio"


class _Page(Item):
    def __init__(self, path: str, title: str, html: str, *, is_compressed: bool) -> None:
        super().__init__()
        self._path, self._title, self._html, self._is_compressed = path, title, html, is_compressed

    def get_path(self) -> str:
        return self._path

    def get_title(self) -> str:
        return self._title

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self._html)

    def get_hints(self) -> dict[Hint, bool]:
        return {Hint.FRONT_ARTICLE: True, Hint.COMPRESS: self._is_compressed}


class Encyclopaedia:
    """Made-up pages: their names, links and texts follow from their numbers alone."""

    def __init__(self, pages: int, links: int, kilobytes: int) -> None:
        self.pages, self.links, self.bytes = pages, links, kilobytes * 1000
        dice = random.Random(7)
        syllables = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
        self.words = ["".join(dice.choices(syllables, k=dice.randint(2, 4))) for _ in range(4000)]
        self.sentences = [" ".join(dice.choices(self.words, k=14)) for _ in range(5000)]

    def title(self, number: int) -> str:
        return f"{self.words[number * 31 % 4000].capitalize()} {self.words[number % 3989]} {number}"

    def path(self, number: int) -> str:
        return self.title(number).replace(" ", "_")

    def targets(self, number: int) -> list[int]:
        """Return the pages that a page links to, in order; a cubed random number makes the low ones popular."""
        dice = random.Random(number)
        found: list[int] = []
        for place in range(self.links):
            rank = int(dice.random() ** 3 * self.pages)
            found.append(rank - rank % SUBJECTS + number % SUBJECTS if place % 2 else rank)
        return [target if target < self.pages else target - SUBJECTS for target in found]

    def html(self, number: int) -> str:
        dice = random.Random(-number)
        title = self.title(number)
        head = f'<head><meta charset="utf-8"><title>{title}</title></head>'
        parts = [
            f'<!DOCTYPE html><html>{head}<body class="mediawiki"><div id="mw-content-text" class="mw-parser-output">'
        ]
        prose = max(1, (self.bytes // self.links - 110) // 90)
        for place, target in enumerate(self.targets(number)):
            path = self.path(target)
            if place % 10 == 9 and target % 10 < 6:
                path = f"{path}_(redirect)"
            if place % 12 == 0:
                parts.append(f'<h2 id="S{place}">{dice.choice(self.words)}</h2>')
            text = ". ".join(dice.choices(self.sentences, k=prose))
            parts.append(f'<p>{text} <a href="{path}" title="{path}">{self.title(target)}</a>.</p>')
        return "".join([*parts, "</div></body></html>"])


def write(out: Path, pages: int, links: int = 50, kilobytes: int = 11, *, compress: bool = True) -> Path:
    """Write the archive."""
    made = Encyclopaedia(pages, links, kilobytes)
    order = list(range(pages))
    random.Random(1).shuffle(order)
    with Creator(str(out)) as creator:
        creator.set_mainpath(made.path(0))
        for number in order:
            page = _Page(made.path(number), made.title(number), made.html(number), is_compressed=compress)
            creator.add_item(page)
            if number % 10 < 6:
                path = made.path(number)
                creator.add_redirection(f"{path}_(redirect)", f"{path} (redirect)", path, {})
        for name, value in {
            "Title": "Made up, linked",
            "Name": f"linked_{pages}",
            "Language": "eng",
            "Date": "2026-01-01",
        }.items():
            creator.add_metadata(name, value)
    return out


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--links", type=int, default=50)
    parser.add_argument("--kilobytes", type=int, default=11)
    parser.add_argument("--uncompressed", action="store_true", help="writes ten times faster")
    options = parser.parse_args()
    write(options.out, options.pages, options.links, options.kilobytes, compress=not options.uncompressed)
