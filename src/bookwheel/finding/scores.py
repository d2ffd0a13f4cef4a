"""How sure a match of titles is, between 0 and 1."""

from __future__ import annotations


def typo_score(wanted: str, other: str, edits: int) -> float:
    """Return how likely a folded text is a misspelling of a folded title: by the share of letters that agree, 0.9 at most.

    An edit of the first letter, or of a digit, makes it less likely: few people err there, and another year is another
    thing. So does another number of words.
    """
    length = max(len(wanted.replace(" ", "")), len(other.replace(" ", "")), 1)
    score = 0.9 - 0.9 * edits / length - 0.02 * edits
    if wanted[:1] != other[:1]:
        score -= 0.03
    if wanted.count(" ") != other.count(" "):
        score -= 0.01
    if [c for c in wanted if c.isdecimal()] != [c for c in other if c.isdecimal()]:
        score -= 0.25
    return round(max(score, 0.05), 3)


def suggestion_score(wanted: str, title: str) -> float:
    """Return how good a completion is, 0.68 at most: by the words that the title has and the text has not."""
    if not title or not wanted:
        return 0.1
    if title.startswith(wanted):
        score = 0.4 + 0.28 * len(wanted) / len(title)
    elif wanted in title:
        score = 0.3 + 0.25 * len(wanted) / len(title)
    else:
        words, others = set(wanted.split()), set(title.split())
        if words == others:
            return 0.9
        score = 0.1 + 0.5 * len(words & others) / len(words | others)
    return round(score, 3)
