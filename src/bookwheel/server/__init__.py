"""MCP over its transports; the only owner of the SDK."""
