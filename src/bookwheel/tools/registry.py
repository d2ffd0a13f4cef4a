"""Every tool with its code, in the order they are listed: the source of the catalogue, the pages and the tests."""

from __future__ import annotations

from bookwheel.tools.tool import Tool
from bookwheel.tools.wikipedia.registry import LIVE_TOOLS
from bookwheel.tools.zim.registry import ARCHIVE_TOOLS

TOOLS: dict[str, Tool] = {tool.name: tool for tool in (*LIVE_TOOLS, *ARCHIVE_TOOLS)}
