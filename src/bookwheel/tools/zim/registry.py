"""The archive tools, in the order they are listed. Readers import this, and nothing that waits."""

from __future__ import annotations

from bookwheel.tools.tool import ArchiveTool
from bookwheel.tools.zim import browse, get, get_section, health, links, metadata, query, search

ARCHIVE_TOOLS: tuple[ArchiveTool, ...] = (
    query.TOOL,
    search.TOOL,
    get.TOOL,
    get_section.TOOL,
    browse.TOOL,
    metadata.TOOL,
    links.TOOL,
    health.TOOL,
)
