"""Page titles, by MediaWiki's own rules: what the wiki would make of a title, and what it would refuse."""

from __future__ import annotations

import html
import re
import unicodedata
from urllib.parse import quote, unquote

from bookwheel.live import outcomes

MAX_TITLE_BYTES = 255

_DIRECTION_MARKS = re.compile("[\u200e\u200f\u202a-\u202e]")
_BLANKS = re.compile("[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_PERCENT_ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
_UNKNOWN_REFERENCE = re.compile("&[A-Za-z0-9\u0080-\U0010ffff]+;")
_FORBIDDEN = re.compile("[<>\\[\\]{}|]")
_CONTROL = re.compile("[\x00-\x1f\x7f\ufffd\ud800-\udfff]")
_RELATIVE = re.compile(r"\A\.{1,2}\Z|\A\.{1,2}/|/\.{1,2}(?:/|\Z)")
_ARTICLE_URL = re.compile(
    r"\A(?:https?:)?//(?P<host>[^/\s]+)/(?:wiki/(?P<path>[^?\s]+)|w/index\.php\?(?:\S*&)?title=(?P<query>[^&\s]+))",
    re.IGNORECASE,
)

# Letters whose capital is one letter and whose small letter it is again, in every version of Unicode that a wiki
# may run with. Others are left as they are: the wiki knows better.
_CAPITALISED = re.compile(
    "[a-z\u00e0-\u00f6\u00f8-\u00fe\u03b1-\u03c1\u03c3-\u03c9\u0430-\u044f\u0450-\u045f\u0561-\u0586]"
)


def normalise(title: str, *, capitalises: bool = True) -> str:
    """Return the title as the wiki will know it, with spaces; a fragment is dropped.

    capitalises: the wiki writes every title with a capital first letter.
    Raises NotFound (not_found) when nothing is left, InvalidValue (invalid_title) for what cannot be a title.
    """
    _refuse_url(title)
    text = _REFERENCE.sub(lambda match: html.unescape(match[0]), title.strip())
    text = _DIRECTION_MARKS.sub("", unicodedata.normalize("NFC", text))
    text = _BLANKS.sub(" ", text).strip(" ")
    if "\ufffd" in text:
        raise outcomes.invalid_title(title, "it holds a character that stands for damaged text (U+FFFD)")
    if text.startswith(":"):
        text = text[1:].lstrip(" ")
    text = text.partition("#")[0].rstrip(" ")
    if not text:
        raise outcomes.blank_title()
    _refuse(title, text)
    return capital_first(text) if capitalises else text


def _refuse(given: str, text: str) -> None:
    """Raise InvalidValue when MediaWiki would not take the title."""
    if found := _FORBIDDEN.search(text):
        raise outcomes.invalid_title(given, f"the character {found[0]} is not allowed", _without_markup(text))
    if found := _CONTROL.search(text):
        raise outcomes.invalid_title(
            given, f"the control character U+{ord(found[0]):04X} is not allowed", _without_markup(text)
        )
    if found := _PERCENT_ESCAPE.search(text):
        why = f"it is percent-encoded ({found[0]}), and titles are taken literally"
        raise outcomes.invalid_title(given, why, _legal(unquote(text)))
    if found := _UNKNOWN_REFERENCE.search(text):
        raise outcomes.invalid_title(given, f"{found[0]} reads as a character reference")
    if "~~~" in text:
        raise outcomes.invalid_title(given, "three tildes in a row are a signature")
    if _RELATIVE.search(text):
        raise outcomes.invalid_title(given, "it reads as a relative path")
    if text.startswith(":"):
        raise outcomes.invalid_title(given, "it starts with a colon", _legal(text.lstrip(": ")))
    if _bytes_too_many(text):
        raise outcomes.invalid_title(given, f"it is longer than {MAX_TITLE_BYTES} bytes of UTF-8")


def _bytes_too_many(text: str) -> bool:
    # A namespace does not count, and only the wiki knows its namespaces: what follows a first colon decides.
    if len(text.encode("utf-8", "replace")) <= MAX_TITLE_BYTES:
        return False
    _, colon, rest = text.partition(":")
    return not colon or len(rest.strip().encode("utf-8", "replace")) > MAX_TITLE_BYTES


def _without_markup(text: str) -> str:
    """Return what the title may have been before markup got into it, or ""."""
    bare = re.sub(r"</?[A-Za-z][^<>]*>", "", text)
    bare = re.sub(r"\A\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]\Z", r"\1", bare)
    return _legal(_CONTROL.sub(" ", bare)) if bare != text or _CONTROL.search(text) else ""


def _legal(text: str) -> str:
    """Return the text normalised when it is a legal title, else ""."""
    text = _BLANKS.sub(" ", text).strip(" ")
    illegal = (_FORBIDDEN, _CONTROL, _PERCENT_ESCAPE, _UNKNOWN_REFERENCE, _RELATIVE)
    if not text or text.startswith((":", "#")) or any(rule.search(text) for rule in illegal):
        return ""
    return "" if "~~~" in text or _bytes_too_many(text) else text


def _refuse_url(title: str) -> None:
    found = _ARTICLE_URL.match(title.strip())
    if found is None:
        return
    meant = _legal(unquote(found["path"] or found["query"]).partition("#")[0])
    edition = found["host"].partition(".")[0].lower()
    is_edition = found["host"].lower().endswith(".wikipedia.org") and edition not in ("www", "m")
    why = "it is an address, and a title is wanted" + (f" (with language={edition})" if is_edition else "")
    raise outcomes.invalid_title(title, why, meant)


def capital_first(title: str) -> str:
    """Return the title with a capital first letter where every wiki agrees on the capital."""
    return title[0].upper() + title[1:] if _CAPITALISED.match(title) else title


def origin(asked: str, found: str) -> str:
    """Return the title that was asked for when it is another than that of the page found, else ""."""
    return asked if capital_first(asked) != capital_first(found) else ""


def path_form(title: str) -> str:
    """Return the title as one segment of a path: underscores for spaces, everything else percent-encoded."""
    return quote(title.replace(" ", "_"), safe="")


def article_path(title: str) -> str:
    """Return the title as it stands in an article's address, as MediaWiki writes it."""
    return quote(title.replace(" ", "_"), safe="(),:/!*'@;$~")


def split_prefix(title: str) -> tuple[str, str]:
    """Return what may be the prefix of another wiki, in small letters, and the rest; ("", title) without one."""
    prefix, colon, rest = title.lstrip(": ").partition(":")
    return (prefix.strip().lower(), rest.strip()) if colon and rest.strip() else ("", title)
