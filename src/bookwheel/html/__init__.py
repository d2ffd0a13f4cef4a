"""HTML of any dialect to the document model."""

from bookwheel.html.charset import charset_of, decode
from bookwheel.html.lead import parse_lead
from bookwheel.html.parse import parse
from bookwheel.html.redirects import redirect_target

__all__ = ["charset_of", "decode", "parse", "parse_lead", "redirect_target"]
