"""What a request is about: a title freed of the words around it, and several titles told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from urllib.parse import parse_qs, unquote, urlsplit

from bookwheel.query.intent import Known
from bookwheel.query.languages import ARTICLE_WORDS, DETERMINERS, JOINERS, LIST_JOINERS
from bookwheel.query.template import fold

MAX_TOPICS = 50
_LONGEST_NAME = 6  # pieces that may belong to one title, as in "Earth, Wind & Fire"
_QUOTES = {
    '"': '"',
    "“": "”",
    "„": "“",
    "«": "»",
    "'": "'",
    "‘": "’",
    "`": "`",
    "「": "」",
    "『": "』",
    "<": ">",
}
_URL = re.compile(r"(?:https?:)?//\S+$", re.IGNORECASE)
_PUNCTUATION = "?!.,;:…。？！，、"


def _break(words: tuple[str, ...]) -> re.Pattern[str]:
    joined = "|".join(map(re.escape, words))
    return re.compile(
        rf"\s*(?:[,;&+、，/|]\s+|\s/\s*|\s+(?:{joined})\s+)(?:and\s+|und\s+|et\s+|y\s+|the other\s+)?",
        re.IGNORECASE,
    )


_BREAK = _break(JOINERS)
_LIST_BREAK = _break((*JOINERS, *LIST_JOINERS))
# Emoji, what joins them and shades of skin; but no signs of words: degrees, trade marks, flats and sharps.
_is_picture = re.compile(r"[\u2600-\u2668\u2670-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]").match
_CLOSE_BREAK = re.compile(r"[、/|;]")


def title_in(text: str, known: Known, language: str = "en") -> str:
    """Return the title in a piece of text: an existing one if there is any, else the barest form of the text."""
    forms = list(_forms(text, language))
    return _existing(forms, known) or forms[-1]


def _existing(forms: Iterable[str], known: Known) -> str:
    """Return the form that is a title as it is written, else one that is a title but for its spelling, or ""."""
    forms = list(dict.fromkeys(forms))
    for is_title in (known.is_title_as_written, known.is_title):
        for form in forms:
            if is_title(form):
                return form
    return ""


def _forms(text: str, language: str) -> Iterator[str]:
    """Yield the text, then with ever more of what surrounds a title taken away; the barest form is the last."""
    yield text
    url = title_of_url(text)
    if url:
        yield url
        return
    if len(text) > 1 and text[-1] in _PUNCTUATION:
        yield text[:-1]  # "What is !!!?" has a title before its own sign
    bare = text.rstrip(_PUNCTUATION).rstrip() or text
    yield bare
    inner = without_quotes(bare)
    yield inner
    if inner != bare:
        return
    determiners, nouns = DETERMINERS[language], ARTICLE_WORDS[language]
    less = _without_start(bare, determiners)
    named = _without_start(less, nouns)
    yield less
    yield from (_without_end(bare, nouns), without_quotes(named))
    # "The article Fifty" is about a thing called Fifty, "Article Fifty" may be a name.
    yield without_quotes(_without_end(named if less != bare else bare, nouns))


def singulars(text: str) -> Iterator[str]:
    """Yield what English words in the plural may be called as one: "volcanoes" is Volcano."""
    for ending, one in (("ies", "y"), ("es", ""), ("s", "")):
        if text.endswith(ending) and len(text) > len(ending) + 2:
            yield text[: -len(ending)] + one


def without_quotes(text: str) -> str:
    """Return the text without a pair of quotation marks around it; `"A" and "B"` is not in one pair."""
    if len(text) > 2 and _QUOTES.get(text[0]) == text[-1] and not {text[0], text[-1]} & set(text[1:-1]):
        return text[1:-1].strip() or text
    return text


def without_pictures(text: str) -> str:
    """Return the text without emoji at its end; what is nothing else stays."""
    end = len(text)
    while end and (text[end - 1].isspace() or _is_picture(text[end - 1])):
        end -= 1
    return text[:end] or text


def title_of_url(text: str) -> str:
    """Return the title that a web address ends in, with its fragment; "" when the text is no address."""
    if not _URL.match(text):
        return ""
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    named = parse_qs(parts.query).get("title", [""])[0]
    last = named or parts.path.partition("/wiki/")[2] or parts.path.rstrip("/").rpartition("/")[2]
    fragment = f"#{unquote(parts.fragment)}" if parts.fragment else ""
    return unquote(last).replace("_", " ") + fragment if last else parts.netloc


def _without_start(text: str, words: tuple[str, ...]) -> str:
    for word in words:
        end = len(word) if word.endswith("'") else len(word) + 1
        if fold(text[:end]) == fold(word if word.endswith("'") else f"{word} ") and text[end:].strip():
            return text[end:].strip()
    return text


def _without_end(text: str, words: tuple[str, ...]) -> str:
    for word in words:
        if fold(text).endswith(f" {fold(word)}"):
            return text[: -len(word) - 1].rstrip() or text
    return text


def titles_in(text: str, known: Known, language: str = "en", *, is_list: bool = False) -> tuple[str, ...]:
    """Return the titles in a text: one, or each of several that are joined by "and", commas and the like.

    A title that holds a joining word itself stays whole. Where a list was not announced, the parts must be titles
    (at least misspelt ones), or names with capitals one of which is a title.
    """
    whole = title_in(text, known, language)
    if known.is_title(whole):
        return (whole,)
    parts = _joined(text, known, language, _LIST_BREAK if is_list else _BREAK)
    if len(parts) == 1 or is_list:
        return _with_shared_part(parts, known)
    if all(known.is_title(part) for part in parts):
        return parts
    if known.is_near_title(whole):
        return (whole,)
    if all(known.is_title(part) or known.is_near_title(part) for part in parts):
        return parts
    is_names = all(_is_name(part) for part in parts) and any(known.is_title(part) for part in parts)
    return parts if is_names else (whole,)


def _with_shared_part(parts: tuple[str, ...], known: Known) -> tuple[str, ...]:
    """Return "the geography of Peru" and "Chile" as the geography of both.

    A title that holds "of" itself shares it only where that makes titles: "University of Oxford and Cambridge".
    """
    first, *others = parts
    part, of, owner = first.partition(" of ")
    if not of or any(of in other for other in others):
        return parts
    shared = [f"{part}{of}{other}" for other in others]
    is_part = not known.is_title(first) and all(map(known.is_title, (owner, *others)))
    return (first, *shared) if is_part or all(map(known.is_title, shared)) else parts


def _joined(text: str, known: Known, language: str, at: re.Pattern[str]) -> tuple[str, ...]:
    """Cut the text at joining words, but not inside the longest stretches that are titles."""
    bounds = [
        (0, 0),
        *((m.start(), m.end()) for m in at.finditer(text) if m.start() > 0 and m.end() < len(text)),
    ]
    if len(bounds) > MAX_TOPICS:
        return (title_in(text, known, language),)
    starts = [end for _, end in bounds]
    ends = [*(start for start, _ in bounds[1:]), len(text)]
    parts: list[str] = []
    first = 0
    while first < len(starts):
        last = first
        for longer in range(min(first + _LONGEST_NAME, len(starts)) - 1, first, -1):
            if known.is_title(title_in_exactly(text[starts[first] : ends[longer]], known, language)):
                last = longer
                break
        part = text[starts[first] : ends[last]]
        closely = _close(part, known) if last == first else ()
        parts += closely or (title_in(part, known, language),)
        first = last + 1
    return tuple(dict.fromkeys(part for part in parts if part))


def title_in_exactly(text: str, known: Known, language: str) -> str:
    """Return the existing title in a text, or the text."""
    return _existing(_forms(text, language), known) or text


def _close(text: str, known: Known) -> tuple[str, ...]:
    """Return what stands between slashes and the like without blanks, where each is a title and the whole is none."""
    marks = [match.start() for match in _CLOSE_BREAK.finditer(text)]
    if not marks or _URL.match(text) or known.is_title(text):
        return ()
    parts = [text[start + 1 : end].strip() for start, end in pairwise([-1, *marks, len(text)])]
    return tuple(parts) if all(_is_telling(part) and known.is_title(part) for part in parts) else ()


def _is_telling(text: str) -> bool:
    """Whether it is more than the letters of an abbreviation."""
    return len(text) > 2 or (bool(text) and not text.isascii())


def _is_name(text: str) -> bool:
    """Whether every word of note begins like a name."""
    words = [word for word in text.split() if len(word) > 3 or not word.islower()]
    return 0 < len(text.split()) <= 6 and bool(words) and not any(word[0].islower() for word in words)
