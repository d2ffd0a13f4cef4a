"""`bookwheel serve`: the server, for an MCP client."""

from __future__ import annotations

import sys

import anyio

from bookwheel import app
from bookwheel.config import VARIABLES, Settings


def run(settings: Settings, *, is_demo: bool = False) -> int:
    """Serve until standard input closes; `is_demo`: somebody is trying things out, who need not be named yet."""
    if not settings.archives and settings.source == "archive":
        print(
            f"bookwheel: no archive named. Pass a .zim file or a folder, set {VARIABLES['archives']}, or try --demo.",
            file=sys.stderr,
        )
        return 2
    is_live = settings.source != "archive" and settings.live.is_wikimedia
    if is_live and not settings.live.is_named and not is_demo:
        print(
            f"bookwheel: {VARIABLES['contact']} is not set. Wikimedia allows clients that name no operator 10 requests a "
            "minute instead of 200; set it to your e-mail address or page.",
            file=sys.stderr,
        )
    if sys.stdin is None or sys.stdout is None:
        print(
            "bookwheel: standard input or output is closed, and an MCP client talks over them.",
            file=sys.stderr,
        )
        return 2
    if sys.stdin.isatty():
        print(
            "Bookwheel waits for an MCP client on standard input. To look around: bookwheel demo",
            file=sys.stderr,
        )
    anyio.run(app.serve_stdio, settings)
    return 0
