"""HTML of any dialect to the document model."""

from bookwheel.html.parse import parse

__all__ = ["parse"]
