"""A document as text: plain for the live tools, Markdown for the archive tools, and the pieces it is sent in."""
