"""What an answer says of how it came about: the archive and the entry that were taken to be meant."""

from __future__ import annotations

from bookwheel.finding.frames_subject import Subject
from bookwheel.finding.resolve import TitleMatch, TitleMatches
from bookwheel.render.labels import label

MOST_NAMED = 3
_SHOWN = 80


def shortened(text: str, max_chars: int = _SHOWN) -> str:
    """Return the caller's words as an answer may repeat them."""
    return label(text, max_chars)


def quoted(text: str) -> str:
    """Return text as an argument of a call, as an answer may show it."""
    return f'"{shortened(text)}"'


def choice_note(text: str, names: tuple[str, ...]) -> str:
    """Say which of several archives that are called so was asked."""
    if len(names) == 1:
        return ""
    return f"“{shortened(text)}” fits {len(names)} archives; {names[0]} was asked. Also: {', '.join(names[1:MOST_NAMED])}."


def subject_note(topic: str, subject: Subject) -> str:
    """Say which page a question was taken to be about."""
    return (
        f"No article is called “{shortened(topic)}”; this is “{shortened(subject.text)}”, which it is about."
    )


def guess_note(topic: str, match: TitleMatch, matches: TitleMatches) -> str:
    """Say how an entry was found where that is a guess."""
    asked, title = shortened(topic), shortened(match.matched_title or match.title)
    if match.match_type == "frame_stripped":
        return f"“{asked}” was read as “{title}”."
    how = "spelling corrected" if match.match_type == "typo_corrected" else "the nearest title"
    others = [
        shortened(other.title, 40) for other in matches.matches[1:MOST_NAMED] if other.title != match.title
    ]
    also = f" Also near: {', '.join(others)}." if others else ""
    return f"No article is called “{asked}”; this is “{title}” ({how}).{also}"
