"""The tools, in the order they are listed."""

from __future__ import annotations

from bookwheel.tools.tool import Tool
from bookwheel.tools.zim import browse, get, get_section, health, links, metadata

ARCHIVE_TOOLS: tuple[Tool, ...] = (
    get.TOOL,
    get_section.TOOL,
    browse.TOOL,
    metadata.TOOL,
    links.TOOL,
    health.TOOL,
)

TOOLS: dict[str, Tool] = {tool.name: tool for tool in ARCHIVE_TOOLS}
