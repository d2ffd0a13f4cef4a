"""HTML of any dialect to the document model."""

from bookwheel.html.charset import decode
from bookwheel.html.lead import parse_lead
from bookwheel.html.parse import parse
from bookwheel.html.redirects import redirect_target

__all__ = ["decode", "parse", "parse_lead", "redirect_target"]
