"""All of Wikipedia, live or from a Kiwix archive on disk, through one MCP server."""

__version__ = "0.1.0"
