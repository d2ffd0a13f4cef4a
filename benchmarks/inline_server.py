"""Bookwheel's server with its archive work inside the server process: what it would cost without the door.

python benchmarks/inline_server.py ARCHIVE
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, cast

import anyio

from bookwheel.archive.files import LibrarySettings, fingerprint_of
from bookwheel.archive.library import Library
from bookwheel.archive.reader import Readers
from bookwheel.server import adapter, stdio
from bookwheel.tools.dispatch import Sources


class Inline:
    """Answers as the readers do, without any process."""

    def __init__(self, settings: LibrarySettings) -> None:
        self.settings = settings
        self.library = Library(settings)

    def state(self, name: object = None) -> object:
        return fingerprint_of(self.settings, str(name))

    async def call(self, job: Callable[..., Any], arguments: object, _deadline_seconds: float) -> Any:
        return job(self.library, arguments)


async def main() -> None:
    inline = cast("Readers", Inline(LibrarySettings((sys.argv[1],))))
    await stdio.serve(adapter.build(Sources(inline), ""))


if __name__ == "__main__":
    anyio.run(main)
