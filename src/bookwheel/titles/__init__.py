"""Titles as text: when two count as the same, how far apart they are, and finding near ones among millions."""
