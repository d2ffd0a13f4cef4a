"""Time the reference server's own processing of pages; run by `reading.py` in the reference's environment.

Prints `{path of the page: {"peer full": seconds, "peer compact": seconds}}` as JSON.
"""

# pyright: basic
from __future__ import annotations

import json
import logging
import sys
import time
from pathlib import Path


def main() -> None:
    from openzim_mcp import bundle  # pyright: ignore[reportMissingImports]
    from openzim_mcp.content_processor import ContentProcessor  # pyright: ignore[reportMissingImports]

    logging.disable(logging.CRITICAL)
    runs, *names = sys.argv[1:]
    processor = ContentProcessor()
    found: dict[str, dict[str, float]] = {}
    for name in names:
        html = Path(name).read_text(encoding="utf-8", errors="replace")
        # The only part that is replaced: where the page comes from. All processing is the reference's own.
        bundle._resolve_entry_html = lambda _archive, path, html=html: (path, "text/html", html, path)  # noqa: SLF001
        if not found:
            bundle.extract_entry_bundle(
                None, "Page", content_processor=processor
            )  # imports are not processing
        times = found.setdefault(name, {})
        for job, compact in (("peer full", False), ("peer compact", True)):
            for _ in range(int(runs)):
                start = time.process_time()
                bundle.extract_entry_bundle(None, "Page", content_processor=processor, compact=compact)
                times[job] = min(times.get(job, float("inf")), time.process_time() - start)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
