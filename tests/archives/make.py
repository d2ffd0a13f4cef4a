"""Write the tiny archives the tests read. Broken ones are named by their defect.

Run as a script to look at them by hand: `python tests/archives/make.py FOLDER`.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from libzim.writer import Creator, Hint, Item, StringProvider

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)


class Spec(NamedTuple):
    """One entry to write."""

    path: str
    title: str
    content: str | bytes
    mimetype: str = "text/html"
    is_front: bool = True


class _Written(Item):
    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self.spec = spec

    def get_path(self) -> str:
        return self.spec.path

    def get_title(self) -> str:
        return self.spec.title

    def get_mimetype(self) -> str:
        return self.spec.mimetype

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self.spec.content)

    def get_hints(self) -> dict[Hint, int]:
        return {Hint.FRONT_ARTICLE: self.spec.is_front}


def write(
    target: Path,
    specs: Iterable[Spec],
    *,
    redirects: Mapping[str, str] | None = None,
    metadata: Mapping[str, str] | None = None,
    main: str = "",
    language: str = "eng",
    has_index: bool = True,
) -> Path:
    """Write one archive; `redirects` maps paths to target paths, the title of a redirect is its path."""
    creator: Any = Creator(target).config_indexing(has_index, language)
    if main:
        creator.set_mainpath(main)
    with creator:
        for spec in specs:
            creator.add_item(_Written(spec))
        for path, to in (redirects or {}).items():
            creator.add_redirection(path, path.replace("_", " "), to, {Hint.FRONT_ARTICLE: True})
        for key, value in (metadata or {}).items():
            creator.add_metadata(key, value)
    return target


def page(path: str, title: str | None = None, body: str = "") -> Spec:
    """Return a page whose text names its path."""
    title = path.replace("_", " ") if title is None else title
    return Spec(
        path,
        title,
        f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>This is {path}. {body}</p></body></html>",
    )


def forward(path: str, target: str) -> Spec:
    """Return a page that is nothing but a forward to another place."""
    html = f'<html><head><meta http-equiv="refresh" content="0;url={target}" /></head><body></body></html>'
    return Spec(path, path, html)


WIKI_METADATA = {
    "Name": "wikipedia_en_odd",
    "Title": "Odd titles",
    "Description": "Titles that break careless servers",
    "Language": "eng",
    "Creator": "Wikipedia",
    "Publisher": "Nobody",
    "Date": "2026-01-02",
    "Source": "en.wikipedia.org",
    "Scraper": "mwoffliner 1.14.0",
}

ODD_PATHS = (
    "AC/DC",
    "C",
    "C#",
    "C#_(lang)",
    "C++",
    "100%",
    "100%_Chance_of_Rain",
    "1%CLUB",
    "What?",
    "Q&A",
    "'",
    "Rock_'n'_Roll",
    '"Heroes"_(album)',
    "Café",
    "Ångström",
    "한국",
    "Straße",
    "東京",
    "..",
    "A/B_testing",
    "M/M/1_queue",
    "United_States",
    "Mercury",
    "MERCURY",
    "iPod",
    "with space",
    "file.html",
    "blog/",
    "notes",
    "index.html",
    "+",
)


def odd_titles(folder: Path) -> Path:
    """Titles with every character that paths, addresses and shells treat specially."""
    specs = [page(path) for path in ODD_PATHS]
    specs.append(page("Cafe\u0301_noir"))
    specs.append(forward("Oestrous_phase", "./Estrus#The_cycle"))
    specs.append(page("Estrus", body='<h2 id="The_cycle">The cycle</h2>'))
    specs.append(page("k/17", "Kant (Encyclopedia)"))
    specs.append(Spec("-/style.css", "", "p{}", "text/css", is_front=False))
    specs.append(Spec("images/dot.png", "", PNG, "image/png", is_front=False))
    specs.append(Spec("notes.txt", "", "plain", "text/plain", is_front=False))
    redirects = {"USA": "United_States", "America": "USA", "Dot": "images/dot.png"}
    return write(
        folder / "odd_titles.zim", specs, redirects=redirects, metadata=WIKI_METADATA, main="United_States"
    )


def without_index(folder: Path) -> Path:
    """No full-text index, no main page, hardly any metadata."""
    specs = [page("Alpha"), page("Beta"), page("Gamma")]
    return write(folder / "without_index.zim", specs, metadata={"Title": "Bare"}, has_index=False)


def crawled(folder: Path) -> Path:
    """A site as zimit writes it: paths begin with the host."""
    specs = [
        page("www.site.org/", "Site"),
        page("www.site.org/docs/", "Docs"),
        page("www.site.org/docs/a", "Docs A"),
        page("www.site.org/list?page=2", "List, second page"),
    ]
    metadata = {
        "Name": "site",
        "Language": "eng,fra",
        "Scraper": "zimit 2.1.0",
        "Source": "https://www.site.org/",
        "Date": "2026-03-04",
    }
    return write(folder / "crawled.zim", specs, metadata=metadata, main="www.site.org/")


def many_assets(folder: Path) -> Path:
    """Two pages with a long run of pictures between them in path order."""
    specs = [page("Aardvark"), page("zebra")]
    specs += [Spec(f"img/{number:05}.png", "", PNG, "image/png", is_front=False) for number in range(1500)]
    return write(folder / "many_assets.zim", specs, metadata={"Title": "Pictures"}, has_index=False)


def redirect_circles(folder: Path) -> Path:
    """Loops of one, two and three redirects, one that leads nowhere, and a chain of sixty.

    The writer drops loops, so that honest redirects are written and their targets patched afterwards.
    """
    names = [
        "self",
        "two_a",
        "two_b",
        "three_a",
        "three_b",
        "three_c",
        "nowhere",
        *(f"chain{n:02}" for n in range(60)),
    ]
    target = write(
        folder / "redirect_circles.zim",
        [page("Goal")],
        redirects=dict.fromkeys(names, "Goal"),
        metadata={"Title": "Circles"},
        has_index=False,
    )
    leads = {"self": "self", "two_a": "two_b", "two_b": "two_a"}
    leads |= {"three_a": "three_b", "three_b": "three_c", "three_c": "three_b"}
    leads |= {f"chain{n:02}": f"chain{n + 1:02}" for n in range(59)}
    patch_redirects(target, leads, nowhere=("nowhere",))
    return target


def offsets_of(data: bytes) -> dict[str, tuple[int, int]]:
    """Return the (number, byte offset) of every content entry by path, read the plain way."""
    count, pointers = struct.unpack_from("<I", data, 24)[0], struct.unpack_from("<Q", data, 32)[0]
    places: dict[str, tuple[int, int]] = {}
    for number in range(count):
        offset = struct.unpack_from("<Q", data, pointers + 8 * number)[0]
        kind = struct.unpack_from("<H", data, offset)[0]
        start = offset + (12 if kind == 0xFFFF else 16)
        name = data[start : data.index(b"\0", start)].decode()
        if data[offset + 3 : offset + 4] == b"C":
            places[name] = (number, offset)
    return places


def patch_redirects(path: Path, leads: Mapping[str, str], nowhere: tuple[str, ...] = ()) -> None:
    """Overwrite the targets of redirects in a written archive."""
    data = bytearray(path.read_bytes())
    places = offsets_of(bytes(data))
    for source, target in leads.items():
        struct.pack_into("<I", data, places[source][1] + 8, places[target][0])
    for source in nowhere:
        struct.pack_into("<I", data, places[source][1] + 8, 1_000_000)
    path.write_bytes(bytes(data))


def damaged_cluster(folder: Path) -> Path:
    """One of several clusters without the head of its compressed data; the rest is sound."""
    noise = "".join(f"{number * 2654435761 % 4294967296:08x}" for number in range(60_000))
    creator: Any = (
        Creator(folder / "damaged_cluster.zim").config_indexing(False, "eng").config_clustersize(16 * 1024)
    )
    with creator:
        for number in range(8):
            part = noise[number * 50_000 : (number + 1) * 50_000]
            creator.add_item(_Written(page(f"Page_{number}", body=part)))
        creator.add_metadata("Title", "Damaged")
    path = folder / "damaged_cluster.zim"
    destroy_clusters(path, "middle")
    return path


def destroy_clusters(path: Path, which: str) -> None:
    """Overwrite the head of the data of the "middle" compressed cluster, or of "every" one."""
    data = bytearray(path.read_bytes())
    clusters, table = struct.unpack_from("<I", data, 28)[0], struct.unpack_from("<Q", data, 48)[0]
    starts = sorted(struct.unpack_from(f"<{clusters}Q", data, table))
    compressed = [start for start in starts if data[start] & 0x0F > 1]
    for start in compressed if which == "every" else [compressed[len(compressed) // 2]]:
        data[start + 1 : start + 33] = bytes(32)
    path.write_bytes(bytes(data))


def split(path: Path, sizes: tuple[int, ...], target: Path) -> tuple[Path, ...]:
    """Cut an archive into x.zimaa, x.zimab, …; the last part takes what is left. `target` is x.zim."""
    data = path.read_bytes()
    parts: list[Path] = []
    start = 0
    for number, size in enumerate([*sizes, len(data)]):
        part = target.with_name(f"{target.name}a{chr(ord('a') + number)}")
        part.write_bytes(data[start : start + size])
        start += size
        parts.append(part)
    return tuple(parts)


def unreadable_files(folder: Path, sound: Path) -> dict[str, str]:
    """Put one file of each unreadable kind into a folder; return the defect expected of each stem."""
    data = sound.read_bytes()
    (folder / "empty.zim").touch()
    (folder / "forty_bytes.zim").write_bytes(data[:40])
    (folder / "half.zim").write_bytes(data[: len(data) // 2])
    (folder / "longer.zim").write_bytes(data + b"more")
    (folder / "text.zim").write_text("This is not an archive.")
    (folder / "folder.zim").mkdir()
    (folder / "broken_link.zim").symlink_to(folder / "nothing.zim")
    (folder / "embedded.zim").write_bytes(b"BEGINZIM-pad--" + data + b"END")
    split(sound, (1000, 2000), folder / "lacks_a_part.zim")[-1].unlink()
    return {
        "empty": "an empty file",
        "forty_bytes": "incomplete: 40 bytes, less than a header",
        "half": f"incomplete: {len(data) // 2} of {len(data)} bytes",
        "longer": f"4 bytes beyond its end: {len(data) + 4} of {len(data)} bytes",
        "text": "not a ZIM archive",
        "folder": "a folder, not a file",
        "broken_link": "a broken symbolic link",
        "embedded": "not a ZIM archive by itself: one is embedded in it at byte 14",
        "lacks_a_part": f"incomplete: 3000 of {len(data)} bytes",
    }


ARCHIVES: tuple[Callable[[Path], Path], ...] = (
    odd_titles,
    without_index,
    crawled,
    many_assets,
    redirect_circles,
    damaged_cluster,
)

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for make in ARCHIVES:
        print(make(folder))
