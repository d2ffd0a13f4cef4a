"""The tools, in the order they are listed."""

from __future__ import annotations

from bookwheel.tools.tool import Tool
from bookwheel.tools.wikipedia.registry import LIVE_TOOLS
from bookwheel.tools.zim.registry import ARCHIVE_TOOLS

TOOLS: dict[str, Tool] = {tool.name: tool for tool in (*LIVE_TOOLS, *ARCHIVE_TOOLS)}
OFFLINE_TOOLS: dict[str, Tool] = {tool.name: tool for tool in ARCHIVE_TOOLS}
