"""Where article leads are, and the archives made of them."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from quality_questions import Lead

SHARED = Path(__file__).resolve().parents[1] / "../shared/data/text"
LANGUAGES = {"en": ("en-us", "eng"), "fr": ("fr-fr", "fra"), "es": ("es-es", "spa")}


def summaries(language: str, unpacked: Path | None) -> Path | None:
    """Return the file with a language's leads: from the shared data, else from the unpacked package."""
    folders = [SHARED, *([unpacked] if unpacked else [])]
    files = (path for folder in folders for path in sorted(folder.rglob("*summaries*.json*")))
    return next((path for path in files if LANGUAGES[language][0] in path.name), None)


def prepared(language: str, source: Path, folder: Path) -> tuple[Path, list[Lead]]:
    """Return the archive of a language, made on the first run, and its leads."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"leads_{language}.zim"
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        target.unlink(missing_ok=True)
        script = str(Path(__file__).with_name("leads_archive.py"))
        command = [sys.executable, script, str(source), str(target), "--language", LANGUAGES[language][1]]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    raw = source.read_bytes()
    rows: dict[str, dict[str, Any]] = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    titled = {row["title"]: row.get("extract") or "" for row in rows.values() if row.get("title")}
    return target, [Lead(title, text) for title, text in titled.items()]
