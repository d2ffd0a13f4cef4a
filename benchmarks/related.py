"""Compare measures of "related": take one link at a time out of real archives and see how early it is found again.

python benchmarks/related.py ARCHIVE.zim [...]

For each measure the mean reciprocal rank of the page that was linked, among all pages that the page does not link to, with
a 95 % interval: pages are drawn anew a thousand times (the links of one page are no independent samples).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable
from math import log2, sqrt
from pathlib import Path
from statistics import fmean

from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.companion.opened import companion_of
from bookwheel.companion.related import DIRECT_BONUS, DIRECT_FLOOR, SMOOTHING

LINKS_A_PAGE = 8
DRAWS = 1000


class Links:
    """The links of an archive both ways, one of them taken out."""

    def __init__(self, path: Path) -> None:
        graph = companion_of(Library(LibrarySettings((str(path),))).choose(None)).links
        self.to: list[set[int]] = [set(graph.inbound(rank)) for rank in range(graph.page_count)]
        self.out: list[set[int]] = [set() for _ in self.to]
        for target, linkers in enumerate(self.to):
            for linker in linkers:
                self.out[linker].add(target)

    def shared(self, page: int, other: int, smoothing: float) -> float:
        """Return what two pages share both ways, weighted, over the roots of their links."""
        by_targets = sum(_weight(len(self.to[one])) for one in self.out[page] & self.out[other])
        by_linkers = sum(_weight(len(self.out[one])) for one in self.to[page] & self.to[other])
        return by_targets / sqrt(len(self.out[other]) + smoothing or 1) + by_linkers / sqrt(
            len(self.to[other]) + smoothing or 1
        )


def _weight(links: int) -> float:
    return 1 / log2(2 + links)


def counted(links: Links, page: int, other: int) -> float:
    return len(links.out[page] & links.out[other]) + len(links.to[page] & links.to[other])


def cosine(links: Links, page: int, other: int) -> float:
    def one_way(rows: list[set[int]]) -> float:
        return len(rows[page] & rows[other]) / sqrt(len(rows[page]) * len(rows[other]) or 1)

    return one_way(links.out) + one_way(links.to)


def milne_witten(links: Links, page: int, other: int) -> float:
    first, second = links.to[page], links.to[other]
    both = len(first & second)
    if not both:
        return 0.0
    larger, smaller = max(len(first), len(second)), min(len(first), len(second))
    return 1 - (log2(larger) - log2(both)) / max(1e-9, log2(max(2, len(links.to))) - log2(smaller))


def popularity(links: Links, _page: int, other: int) -> float:
    return len(links.to[other])


def over_root(links: Links, page: int, other: int) -> float:
    return links.shared(page, other, 0)


def over_smoothed_root(links: Links, page: int, other: int) -> float:
    return links.shared(page, other, SMOOTHING)


def chosen(links: Links, page: int, other: int) -> float:
    direct = (other in links.out[page]) + (page in links.out[other])
    return (DIRECT_FLOOR + links.shared(page, other, SMOOTHING)) * (1 + DIRECT_BONUS * direct)


MEASURES: tuple[Callable[[Links, int, int], float], ...] = (
    counted,
    cosine,
    milne_witten,
    popularity,
    over_root,
    over_smoothed_root,
    chosen,
)


def found_again(links: Links, measure: Callable[[Links, int, int], float], page: int, target: int) -> float:
    """Return the reciprocal rank of a target whose link was taken out; equals share their places."""
    links.out[page].remove(target)
    links.to[target].remove(page)
    try:
        others = [other for other in range(len(links.to)) if other != page and other not in links.out[page]]
        score = measure(links, page, target)
        scores = [measure(links, page, other) for other in others]
        better, equal = sum(one > score for one in scores), sum(one == score for one in scores)
        return 1 / (better + (equal + 1) / 2)
    finally:
        links.out[page].add(target)
        links.to[target].add(page)


def _by_page(
    links: Links, measure: Callable[[Links, int, int], float], samples: dict[int, list[int]]
) -> list[list[float]]:
    return [
        [found_again(links, measure, page, target) for target in targets] for page, targets in samples.items()
    ]


def _mean_of(by_page: list[list[float]], places: Iterable[int]) -> float:
    return fmean([one for place in places for one in by_page[place]])


def _interval(values: list[float]) -> str:
    ordered = sorted(values)
    return f"{ordered[DRAWS // 40]:6.3f} to {ordered[-DRAWS // 40]:6.3f}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", type=Path, nargs="+")
    for path in parser.parse_args().archives:
        links = Links(path)
        dice = random.Random(1)
        samples = {
            page: dice.sample(sorted(targets), min(LINKS_A_PAGE, len(targets)))
            for page, targets in enumerate(links.out)
            if targets
        }
        count = sum(map(len, samples.values()))
        print(f"{path.name}: {len(links.to)} pages, {count} links of {len(samples)} pages")
        draws = [dice.choices(range(len(samples)), k=len(samples)) for _ in range(DRAWS)]
        ranks = {measure: _by_page(links, measure, samples) for measure in MEASURES}
        best = [_mean_of(ranks[chosen], draw) for draw in draws]
        for measure, by_page in ranks.items():
            whole = _mean_of(by_page, range(len(by_page)))
            drawn = [_mean_of(by_page, draw) for draw in draws]
            ahead = [one - other for one, other in zip(best, drawn, strict=True)]
            print(
                f"  {measure.__name__:20s}{whole:6.3f}   {_interval(drawn)}   chosen is ahead {_interval(ahead)}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
