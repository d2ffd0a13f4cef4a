"""What one pass over an archive yields beside it: who links to whom, how important each page is, titles for spelling."""
