"""Real pages to check the reader with: single files, and the articles of archives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bookwheel.document.model import Citation, Page

SHARED = Path(__file__).resolve().parents[3] / "../shared/data"
HTML = SHARED / "html"
ARCHIVES = SHARED / "zim"


class RealPage(NamedTuple):
    """A page and the name of where it comes from."""

    source: str
    name: str
    page: Page


def single_pages() -> Iterator[RealPage]:
    """Yield the pages kept as files."""
    for path in sorted(HTML.glob("*.html")):
        yield RealPage("html", path.stem, Page(path.read_bytes(), path.stem, Citation(path.stem, "archive")))


def archive_files() -> list[Path]:
    """Return the archives that should open: the ones named invalid and the embedded ones should not."""
    found = sorted(path for path in ARCHIVES.rglob("*") if path.suffix in (".zim", ".zimaa"))
    return [path for path in found if not path.name.startswith("invalid.")]


def archive_pages(path: Path, most: int | None = None) -> Iterator[RealPage]:
    """Yield the HTML entries of an archive, at most `most` of them spread evenly over it."""
    from libzim.reader import Archive  # pyright: ignore[reportMissingTypeStubs]

    archive = Archive(Path(str(path).removesuffix("aa")) if path.suffix == ".zimaa" else path)
    count = archive.all_entry_count
    paths: list[str] = []
    for number in range(count):
        entry = archive._get_entry_by_id(number)
        if not entry.is_redirect and entry.get_item().mimetype.startswith("text/html"):
            paths.append(entry.path)
    step = max(len(paths) // most, 1) if most else 1
    for entry_path in paths[::step][:most]:
        item = archive.get_entry_by_path(entry_path).get_item()
        page = Page(bytes(item.content), entry_path, Citation(item.title, "archive"))
        yield RealPage(path.name, entry_path, page)
