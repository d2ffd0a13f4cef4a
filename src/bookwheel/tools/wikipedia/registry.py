"""The live tools, in the order they are listed."""

from __future__ import annotations

from bookwheel.tools.tool import LiveTool
from bookwheel.tools.wikipedia import (
    get_article,
    get_languages,
    get_sections,
    get_summary,
    search_articles,
    search_nearby,
)

LIVE_TOOLS: tuple[LiveTool, ...] = (
    search_articles.TOOL,
    get_summary.TOOL,
    get_article.TOOL,
    get_sections.TOOL,
    search_nearby.TOOL,
    get_languages.TOOL,
)
