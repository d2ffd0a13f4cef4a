"""Read every entry of every archive in some files and folders, and count what came of it.

    python scripts/read_every_entry.py LOCATION [LOCATION ...]

Prints one line per archive: entries read, redirects followed, entries refused for a typed reason, defect if unreadable.
Ends with 1 when any entry failed in an untyped way.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from bookwheel.archive.library import ArchiveFile, Library, LibrarySettings
from bookwheel.errors import BookwheelError


def read_all(library: Library, file: ArchiveFile) -> Counter[str]:
    """Resolve and read each entry by its own path; return how many were read, redirected, refused and failed."""
    counts: Counter[str] = Counter()
    archive = library.open(file.name)
    for entry in archive.directory.entries(0, archive.directory.count):
        try:
            resolved = archive.resolve(entry.path)
            counts["bytes"] += archive.read(resolved).size
        except BookwheelError as error:
            counts["refused"] += 1
            counts[f"refused: {error.reason}"] += 1
        except Exception as error:  # noqa: BLE001  # the point of the script is to find these
            counts["failed"] += 1
            print(f"  FAILED {entry.path!r}: {type(error).__name__}: {error}")
        else:
            counts["redirected" if resolved.redirects else "read"] += 1
            if resolved.entry.number != entry.number and not resolved.redirects:
                counts["failed"] += 1
                print(f"  WRONG {entry.path!r} led to {resolved.path!r}")
    return counts


def main(locations: list[str]) -> int:
    """Read everything and print the sums."""
    library = Library(LibrarySettings(tuple(locations)))
    total: Counter[str] = Counter()
    began = time.perf_counter()
    for file in library.archives():
        total["archives"] += 1
        if not file.readable:
            total["unreadable"] += 1
            print(f"{file.name}: unreadable: {file.defect}")
            continue
        counts = read_all(library, file)
        total += counts
        reasons = "".join(f", {count} {key}" for key, count in counts.items() if key.startswith("refused: "))
        print(f"{file.name}: {counts['read']} read, {counts['redirected']} redirected{reasons}")
    seconds = time.perf_counter() - began
    print(
        f"{total['archives']} archives, {total['unreadable']} unreadable; {total['read']} entries read, "
        f"{total['redirected']} redirects followed, {total['refused']} refused, {total['failed']} failed; "
        f"{total['bytes'] / 1e6:.1f} MB in {seconds:.1f} s"
    )
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
