"""What a model sees: one file per tool, one registry, one dispatcher. Nothing here knows the MCP SDK."""
