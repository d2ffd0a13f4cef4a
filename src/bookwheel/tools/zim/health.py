"""`zim_health`: what the server has and whether it is well; or whether one archive is what its maker wrote."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bookwheel import __version__
from bookwheel.archive import naming
from bookwheel.archive.check import validate
from bookwheel.archive.defects import remedy
from bookwheel.archive.library import ArchiveFile, Library
from bookwheel.errors import BookwheelError
from bookwheel.render.labels import label
from bookwheel.tools.counting import counted
from bookwheel.tools.fields import (
    ARCHIVE,
    COUNT,
    FLAG,
    NULLABLE_TEXT,
    OBJECT,
    TEXT,
    answers,
    parameters,
    record,
    rows,
    string,
)
from bookwheel.tools.tool import STARTED, ArchiveTool, Cancelled, Json, Progress, Result
from bookwheel.tools.zim import quoting
from bookwheel.tools.zim.binary import human_size

LAST_SECOND = 253_402_300_799  # of the year 9999; file systems can tell of later ones
MOST_OF_A_FACT = 80
TO_CHECK = "path to check"  # in a result on its way from `read` to `finish`

STATE = record(
    {
        "health": OBJECT,
        "configuration": OBJECT,
        "loaded_archives": rows(
            record(
                {
                    "name": TEXT,
                    "path": TEXT,
                    "size": TEXT,
                    "size_bytes": COUNT,
                    "modified": TEXT,
                    "readable": FLAG,
                },
                {"title": TEXT, "language": TEXT, "date": TEXT, "defect": TEXT, "is_multipart": FLAG},
            )
        ),
        "_meta": quoting.META,
    }
)
VALIDATION = record(
    {
        "is_valid": FLAG,
        "has_checksum": FLAG,
        "checksum": NULLABLE_TEXT,
        "has_fulltext_index": FLAG,
        "has_title_index": FLAG,
        "uuid": TEXT,
        "is_multipart": FLAG,
        "path": TEXT,
        "name": TEXT,
        "_meta": quoting.META,
    },
    {"defect": TEXT},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments of zim_health; None is "not given"."""

    zim_file_path: str | None = None


def read(library: Library, arguments: Arguments) -> Result:
    """Answer one call, all but the long check of an archive's bytes. Runs in a reader."""
    if arguments.zim_file_path is None:
        return _state(library)
    return _identity(library, library.file(arguments.zim_file_path))


def finish(result: Result, progress: Progress, is_cancelled: Cancelled) -> Result:
    """Check the bytes of the archive that was asked about, in a thread, for as long as the file is large.

    Without one, say what only the server's own process knows.
    """
    if result.data is None:
        return result
    data = result.data
    if "health" in data:
        data["health"]["uptime_seconds"] = round(time.monotonic() - STARTED)
        data["configuration"]["server_pid"] = os.getpid()
    if TO_CHECK not in result.meta:
        return result
    checked = validate(result.meta[TO_CHECK], progress, is_cancelled)
    if checked is None:
        return result
    defect = "; ".join(dict.fromkeys(part for part in (data.get("defect"), checked.defect) if part))
    data = {
        **data,
        "is_valid": checked.is_valid and "defect" not in data,
        "has_checksum": checked.has_checksum,
        "checksum": checked.checksum or None,
    }
    if defect:
        data["defect"] = defect
    return Result(data, _verdict(data))


def _state(library: Library) -> Result:
    files = library.archives(fresh=True)
    locations = library.locations()
    defective = [file for file in files if not file.readable]
    missing = [location for location in locations if location.defect is not None]
    if not locations:
        status, advice = "healthy", [naming.NOTHING_GIVEN]  # as it was asked to be: it asks Wikipedia only
    else:
        is_useless = len(defective) == len(files)
        status = "error" if is_useless else "warning" if defective or missing else "healthy"
        advice = _advice(files, defective, [str(location.path) for location in missing])
    cache = library.document_statistics()
    health: Json = {
        "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
        "status": status,
        "server_name": "bookwheel",
        "server_version": __version__,
        "cache_performance": {
            "documents": cache.entries,
            "size_bytes": cache.bytes,
            "max_bytes": cache.max_bytes,
            "hits": cache.hits,
            "misses": cache.misses,
        },
        "health_checks": {
            "directories_accessible": len(locations) - len(missing),
            "zim_files_found": len(files),
            "zim_files_readable": len(files) - len(defective),
        },
        "recommendations": advice,
    }
    configuration: Json = {
        "allowed_directories": [str(location.path) for location in locations],
        "document_cache_bytes": library.settings.document_cache_bytes,
        "cluster_cache_bytes": library.settings.cluster_cache_bytes,
    }
    data: Json = {
        "health": health,
        "configuration": configuration,
        "loaded_archives": [_row(file) for file in files],
        "_meta": {"truncated": False},
    }
    lines = [f"- {label(file.name)} ({human_size(file.size)}): {_told(file)}" for file in files]
    readable = f"{len(files) - len(defective):,} of {counted(len(files), 'archive')} readable."
    head = f"Bookwheel {__version__}: {status}; {readable if locations else 'no archives.'}"
    return Result(data, quoting.paragraphs(head, "\n".join(lines), "\n".join(advice)))


def _advice(files: list[ArchiveFile], defective: list[ArchiveFile], missing: list[str]) -> list[str]:
    advice: list[str] = []
    if not files:
        advice.append("Put .zim archives into one of the folders; they are seen without a restart.")
    advice += [
        f"{label(file.name)} cannot be read ({label(file.defect or '')}): {remedy(is_refused=file.is_refused)}."
        for file in defective
    ]
    advice += [f"{path} cannot be listed: check that it exists and may be read." for path in missing]
    return advice


def _told(file: ArchiveFile) -> str:
    """Return what helps to choose an archive, or why it cannot be read."""
    if not file.readable:
        return f"not readable, {label(file.defect or '')}"
    title = file.title if file.title != file.name else ""
    facts = [label(fact, MOST_OF_A_FACT) for fact in (title, file.language, file.date) if fact]
    return ", ".join(facts) or "readable"


def _row(file: ArchiveFile) -> Json:
    row: Json = {
        "name": file.name,
        "path": file.path,
        "size": human_size(file.size),
        "size_bytes": file.size,
        "modified": datetime.fromtimestamp(min(max(file.mtime, 0), LAST_SECOND), UTC).isoformat(
            timespec="seconds"
        ),
        "readable": file.readable,
    }
    row |= {name: fact for name in ("title", "language", "date") if (fact := getattr(file, name))}
    if file.is_multipart:
        row["is_multipart"] = True
    return row if file.defect is None else {**row, "defect": file.defect}


def _identity(library: Library, file: ArchiveFile) -> Result:
    """Return what is known of an archive before its bytes are checked."""
    data: dict[str, Any] = {
        "is_valid": False,
        "has_checksum": False,
        "checksum": None,
        "has_fulltext_index": False,
        "has_title_index": False,
        "uuid": "",
        "is_multipart": file.is_multipart,
        "path": file.path,
        "name": file.name,
        "_meta": {"truncated": False},
    }
    if file.is_refused:
        return Result({**data, "defect": file.defect}, _verdict({**data, "defect": file.defect}))
    try:
        archive = library.open(file.name)
    except BookwheelError as error:
        data["defect"] = str(error.data.get("defect", error.message))
    else:
        data |= {
            "has_fulltext_index": archive.has_fulltext_index,
            "has_title_index": archive.has_title_index,
            "uuid": archive.uuid,
        }
    return Result(data, _verdict(data), meta={TO_CHECK: file.path})


def _verdict(data: Json) -> str:
    if data["is_valid"]:
        return f"{label(data['name'])} is whole: its checksum {data['checksum']} matches."
    return f"{label(data['name'])} is not valid: {label(data.get('defect', 'its bytes were not checked'))}."


TOOL = ArchiveTool(
    name="zim_health",
    title="Check the server or an archive",
    description=(
        "Without arguments: the server's state and every archive found, also those that cannot be read and why. "
        "With zim_file_path: check that archive's bytes against its checksum (large files take a while). "
        "Example: {}. Also asked for as: is the server ok, list archives, what is loaded, validate this zim."
    ),
    input_schema=parameters({"zim_file_path": string(f"Check this one. {ARCHIVE}", minLength=1)}),
    output_schema=answers(STATE, VALIDATION),
    arguments=Arguments,
    read=read,
    finish=finish,
    is_cacheable=False,
)
