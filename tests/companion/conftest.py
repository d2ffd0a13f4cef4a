"""An archive whose pages link to each other in every way there is, and helpers to open it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from archives import make
from bookwheel.archive.files import LibrarySettings
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive

SHARED = (Path(__file__).resolve().parents[3] / "shared" / "data" / "zim").resolve()


def opened(path: Path) -> OpenArchive:
    """Open one archive of its own."""
    return Library(LibrarySettings((str(path),))).choose(None)


@pytest.fixture(scope="session")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Links of every kind: escaped, relative, to redirects, stubs, assets, nowhere, hidden, repeated."""
    bodies = {
        "Home": '<a href="Café">a</a> <a href="Caf%C3%A9">again</a> <a href="./C%23">sharp</a> <a href="Home#x">self</a>'
        '<a href="Missing">gone</a> <a href="images/dot.png">picture</a> <a href="https://example.org/">out</a>'
        '<div style="display:none"><a href="Secret">hidden</a></div><nav><a href="Secret">menu</a></nav>',
        "Café": '<a href="Home">home</a><a href="docs/guide">guide</a><a href="Old">old</a><a href="#here">here</a>',
        "C#": '<a href="Older">two redirects</a><a href="Stub">stub</a><a href="loop_a">loop</a>',
        "docs/guide": '<a href="../Home">up</a><a href="tips">beside</a><a href="../../Home">beyond</a>',
        "docs/tips": '<a href="guide">beside</a><a href="/Café">rooted</a><a href="guide?x=1">query</a>',
        "Goal": '<a href="Stub_of_stub">back</a><a href="mailto:x@example.org">mail</a><a href="nowhere">no</a>',
        "Map": '<map name="m"><area href="Goal" alt="goal"></map>',
        "Alone": "",
        "Secret": '<a href="Goal">goal</a>',
    }
    specs = [make.page(path, body=body) for path, body in bodies.items()]
    specs += [
        make.forward("Stub", "./Goal#There"),
        make.forward("Stub_of_stub", "./Stub"),
        make.forward("Lost", "./Nothing"),
    ]
    specs.append(make.Spec("images/dot.png", "", make.PNG, "image/png", is_front=False))
    redirects = {"Old": "Goal", "Older": "Old", "loop_a": "Goal", "loop_b": "Goal", "nowhere": "Goal"}
    path = make.write(
        tmp_path_factory.mktemp("linked") / "linked.zim",
        specs,
        redirects=redirects,
        has_index=False,
        main="Home",
    )
    make.patch_redirects(path, {"loop_a": "loop_b", "loop_b": "loop_a"}, nowhere=("nowhere",))
    return path


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int, int], Path]:
    """Write an archive of that many pages with that many random links each, to low numbers more often."""
    folder = tmp_path_factory.mktemp("made_up")

    def write(pages: int, links: int) -> Path:
        path = folder / f"made_{pages}_{links}.zim"
        if not path.exists():
            dice = random.Random(pages)
            specs = [
                make.page(
                    f"P{number:04}",
                    body=" ".join(
                        f'<a href="P{int(dice.random() ** 2 * pages):04}">t</a>' for _ in range(links)
                    ),
                )
                for number in range(pages)
            ]
            make.write(path, specs, has_index=False)
        return path

    return write
