"""Build the demo archive from the rendered articles: no network, no MediaWiki.

    build_demo.py [OUT]        default: the archive inside the package

The archive follows the layout that Wikipedia archives have: entries whose paths are titles with underscores,
pictures below `_assets_/`, a `mainPage` redirect, full-text and title indexes. Its metadata `X-SourceDigest` is the
digest of everything it was made from.
"""

from __future__ import annotations

import hashlib
import json
import sys
import uuid
from pathlib import Path

from libzim.writer import ContentProvider, Creator, Hint, IndexData, Item, StringProvider

from build_demo_entries import Entry, archive_entries, archive_redirects, main_path, path_of
from build_demo_images import illustration
from build_demo_sources import ARTICLES, RENDERED, digest, read_articles, wikitext_files

OUTPUT = Path(__file__).resolve().parents[1] / "src" / "bookwheel" / "demo_archive" / "demo.zim"
METADATA = {
    "Name": "bookwheel_demo_en_all",
    "Title": "Bookwheel demo",
    "Description": "A small encyclopaedia of books and wheels",
    "Language": "eng",
    "Creator": "Bookwheel",
    "Publisher": "Bookwheel",
    "Date": "2026-11-30",
    "Source": "Written for the Bookwheel project",
    "License": "CC0-1.0",
    "Scraper": "build_demo.py",
    "Flavour": "all",
    "Tags": "_category:other;_pictures:yes;_videos:no;_details:yes;_ftindex:yes;demo",
}
UUID_OFFSET, UUID_LENGTH = 8, 16
CHECKSUM_POSITION_OFFSET = 72


class NoIndexData(IndexData):
    """Keeps an entry out of the full-text index."""

    def has_indexdata(self) -> bool:
        """Nothing to index."""
        return False

    def get_title(self) -> str:
        """No title."""
        return ""

    def get_content(self) -> str:
        """No text."""
        return ""

    def get_keywords(self) -> str:
        """No keywords."""
        return ""

    def get_wordcount(self) -> int:
        """No words."""
        return 0


class ArchiveItem(Item):
    """An entry in the form libzim's writer asks for."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry

    def get_path(self) -> str:
        """Path below namespace C."""
        return self.entry.path

    def get_title(self) -> str:
        """Title, "" for assets."""
        return self.entry.title

    def get_mimetype(self) -> str:
        """Media type."""
        return self.entry.mimetype

    def get_contentprovider(self) -> ContentProvider:
        """Content, all at once."""
        return StringProvider(self.entry.content)

    def get_hints(self) -> dict[Hint, int]:
        """Articles are found by title and text; pictures are stored as they are."""
        is_text = not self.entry.mimetype.startswith("image/png")
        return {Hint.FRONT_ARTICLE: self.entry.is_article, Hint.COMPRESS: is_text}


class UnsearchableItem(ArchiveItem):
    """An entry that full-text search must not find, such as a category page."""

    def get_indexdata(self) -> IndexData:
        """Nothing to index; without this method libzim reads the page by itself."""
        return NoIndexData()


def input_files() -> list[Path]:
    """Everything the archive is made from."""
    here = Path(__file__).resolve().parent
    return [
        *here.glob("build_demo*.py"),
        *ARTICLES.glob("*.wiki"),
        *RENDERED.glob("*.html"),
        RENDERED / "pages.json",
    ]


def stale_renderings() -> list[str]:
    """Return what the renderings lack: "wikitext" when it changed since, and articles without one."""
    summary = json.loads((RENDERED / "pages.json").read_text("utf-8"))
    stale = [] if summary["wikitext_digest"] == digest(wikitext_files()) else ["wikitext"]
    rendered = {page["slug"] for page in summary["pages"]}
    return stale + [article.slug for article in read_articles() if article.slug not in rendered]


def build(output: Path) -> None:
    """Write the archive to `output`, replacing what is there only when all went well."""
    if stale := stale_renderings():
        raise SystemExit(f"render the articles first (make_golden_pages.py articles): {', '.join(stale)}")
    source_digest = digest(input_files())
    unfinished = output.with_suffix(".zim.tmp")
    unfinished.unlink(missing_ok=True)
    # One worker: the order of clusters is then the order of entries.
    creator = (
        Creator(unfinished)
        .config_indexing(indexing=True, language="eng")
        .config_nbworkers(1)
        .set_mainpath(main_path())
    )
    with creator:
        for entry in archive_entries():
            creator.add_item(ArchiveItem(entry) if entry.is_article else UnsearchableItem(entry))
        for title, target in archive_redirects():
            creator.add_redirection(path_of(title), title, target, {Hint.FRONT_ARTICLE: True})
        for key, value in METADATA.items():
            creator.add_metadata(key, value)
        creator.add_metadata("X-SourceDigest", source_digest)
        creator.add_illustration(48, illustration())
    _fix_uuid(unfinished, source_digest)
    unfinished.replace(output)


def _fix_uuid(archive: Path, source_digest: str) -> None:
    """Give the archive an identifier that follows from its sources, and the checksum that goes with it."""
    data = bytearray(archive.read_bytes())
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"bookwheel-demo:{source_digest}")
    data[UUID_OFFSET : UUID_OFFSET + UUID_LENGTH] = identifier.bytes
    checksum = int.from_bytes(data[CHECKSUM_POSITION_OFFSET : CHECKSUM_POSITION_OFFSET + 8], "little")
    data[checksum:] = hashlib.md5(data[:checksum], usedforsecurity=False).digest()
    archive.write_bytes(data)


def main() -> None:
    """Build the archive and say how large it is."""
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    build(output)
    print(f"{output.name}: {output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
