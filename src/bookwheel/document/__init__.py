"""A page as plain data: what the parser makes and both renderers read."""
