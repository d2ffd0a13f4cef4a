"""From text to intents.

A request is read in several ways: as it stands, then with politeness taken from its ends, then with the name of an
archive taken from it. The first reading whose topic is an existing title wins; else the barest reading that fits a
phrasing; else the request is a bare topic. So "tell me about Thank You" keeps its title, and "tell me about tiger
thanks" loses its thanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from bookwheel.query import languages, phrases
from bookwheel.query.intent import Intent, Known, Operation, Parsed
from bookwheel.query.phrases import Row
from bookwheel.query.template import compact, compile_template, fold
from bookwheel.query.topics import title_in_exactly, titles_in, without_quotes

MAX_PHRASE_CHARS = 2000
"""A longer request is words to search for, not a phrase."""

MAX_COURTESIES = 8
MAX_PREPOSITIONS = 12

SETTINGS = {
    "limit": r"-?\d+",
    "offset": r"-?\d+",
    "content_offset": r"-?\d+",
    "max_content_length": r"-?\d+",
    "compact": r"true|false",
    "compact_budget": r"tiny|small|medium|large|\d+",
    "cursor": r"[\w-]+",
    "zim_file_path": r"\"[^\"]+\"|'[^']+'|\S+",
    "synthesize": r"true|false",
}
_SETTING = re.compile(
    r"[\s,(]*\b(?:"
    + "|".join(f"(?P<{name}>{name}\\s*=\\s*(?:{value}))(?![\\w-])" for name, value in SETTINGS.items())
    + r")[,)]?",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"^(.+?) (?:in|from|on|of|within) (?:the )?(?:archive |zim file |file |zim )?(\S+)$", re.IGNORECASE
)
_THEN = re.compile(
    r"\s*(?:;|,?\s+(?:and\s+)?then\s|\.\s+|,?\s+and\s+(?:also\s+)?|,?\s+also\s)\s*", re.IGNORECASE
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_HYPHENS = "-\u2010\u2011\u2013"
_PREPOSITIONS = (
    " of ",
    " in ",
    " from ",
    " von ",
    " aus ",
    " de ",
    " du ",
    " des ",
    " del ",
    " dans ",
    " en ",
)
_PREPOSITION = re.compile("|".join(_PREPOSITIONS))
_WITH_ONE_TOPIC = {
    Operation.SEARCH,
    Operation.SEARCH_ALL,
    Operation.SUGGEST,
    Operation.FIND_TITLE,
    Operation.BINARY,
}


class _Phrase(NamedTuple):
    pattern: re.Pattern[str]
    row: Row


class _Reading(NamedTuple):
    """One way to read the request. is_sure: it names nothing, or only existing titles."""

    intents: tuple[Intent, ...]
    is_sure: bool


@lru_cache(maxsize=1)
def _phrases() -> tuple[_Phrase, ...]:
    macros = {**phrases.MACROS, **languages.MACROS}
    rows = (*phrases.ENGLISH, *languages.GERMAN, *languages.FRENCH, *languages.SPANISH)
    return tuple(
        _Phrase(compile_template(line, phrases.SLOTS, macros), row)
        for row in rows
        for line in row.templates.strip().splitlines()
    )


@lru_cache(maxsize=1)
def _politeness() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what may stand before and behind a request."""
    openings, endings = (
        "|".join(compile_template(line.strip(), {}, {}).pattern for line in table.strip().splitlines())
        for table in (phrases.OPENINGS, phrases.ENDINGS)
    )
    return re.compile(rf"(?:{openings})[,:!]? ?"), re.compile(rf"(?:^|[\s,.!]) ?(?:{endings})$")


def parse(text: str, known: Known) -> Parsed:
    """Return what a request asks for. The text must not be blank."""
    text = compact(text) or text
    command = _command(text)
    if command is not None:
        return Parsed((command,), {}, text)
    if known.is_title_as_written(text):
        return Parsed((Intent(Operation.TELL, text),), {}, text)
    text, settings = _without_settings(text)
    if len(text) > MAX_PHRASE_CHARS:
        return Parsed((Intent(Operation.SEARCH, text),), settings, text)
    return Parsed(_read(text, known), settings, text)


def _command(text: str) -> Intent | None:
    """Return the intent of a request that means the archive even where an article is called so."""
    folded = fold(text).rstrip("?!. ") + " "
    for phrase in _phrases():
        if phrase.row.is_command and phrase.pattern.fullmatch(folded):
            return Intent(phrase.row.operation)
    return None


def _without_settings(text: str) -> tuple[str, dict[str, str]]:
    settings: dict[str, str] = {}

    def keep(match: re.Match[str]) -> str:
        name = match.lastgroup or ""
        settings[name] = without_quotes(match[name].partition("=")[2].strip())
        return " "

    rest = " ".join(_SETTING.sub(keep, text).split())
    return (rest, settings) if rest else (text, {})


def _read(text: str, known: Known) -> tuple[Intent, ...]:
    phrased: _Reading | None = None
    bare: _Reading | None = None
    for variant, archive in _variants(text, known):
        reading = _phrased(variant, known)
        if reading is None or not reading.is_sure or known.is_title_as_written(variant):
            # "Lee Kuan Yew and Google" holds verbs, and is two titles.
            other = _bare(variant, known)
            if other.is_sure or reading is None:
                bare = _placed(other, archive)
                if bare.is_sure:
                    return bare.intents
                continue
        phrased = _placed(reading, archive)
        if phrased.is_sure:
            return phrased.intents
    return _chained(text, known) or (phrased or bare or _bare(text, known)).intents


def _placed(reading: _Reading, archive: str) -> _Reading:
    if not archive:
        return reading
    return reading._replace(
        intents=tuple(replace(one, archive=one.archive or archive) for one in reading.intents)
    )


def _variants(text: str, known: Known) -> Iterator[tuple[str, str]]:
    """Yield the request with ever less around it, and the archive that was named in what is gone."""
    yield text, ""
    opening, ending = _politeness()
    for _ in range(MAX_COURTESIES):
        bare = text.strip("¿¡").rstrip("?!.,;: ") or text
        folded = fold(bare) + " "
        start = opening.match(folded)
        end = ending.search(folded)
        if start is not None and bare[start.end() :].strip():
            text = bare[start.end() :].strip()
        elif end is not None and bare[: end.start()].strip():
            text = bare[: end.start()].strip()
        elif bare != text:
            text = bare
        else:
            break
        yield text, ""
    unquoted = without_quotes(text)
    if unquoted != text:
        yield unquoted, ""
    placed = _PLACED.match(text)
    if placed and (known.is_archive(placed[2]) or placed[2].lower().endswith((".zim", ".zimaa"))):
        yield placed[1], placed[2]


def _bare(text: str, known: Known) -> _Reading:
    intents = _about(Operation.TELL, titles_in(text, known), known)
    return _Reading(intents, all(known.is_title(one.topic) for one in intents))


def _phrased(text: str, known: Known) -> _Reading | None:
    """Return the first phrasing that fits the text."""
    folded = fold(text) + " "
    for phrase in _phrases():
        match = phrase.pattern.fullmatch(folded)
        if match is None:
            continue
        reading = _filled(text, match, phrase.row, known)
        if reading is not None:
            return reading
    return None


def _filled(text: str, match: re.Match[str], row: Row, known: Known) -> _Reading | None:
    """Return the reading of a text that fits a phrasing, or None when its words are not of the kind that is meant."""
    spans = {name: match.span(name) for name, value in match.groupdict().items() if value}
    if any(
        start and not text[start - 1].isspace() and text[start - 1] in _HYPHENS for start, _ in spans.values()
    ):
        return None  # "read-only memory" is not to be read
    slots = {name: text[start:end].strip() for name, (start, end) in spans.items()}
    if not _is_meant(slots, row, known):
        return None
    intent = Intent(
        row.operation,
        namespace=slots.get("namespace", ""),
        content_type=slots.get("content_type", ""),
        archive=_file_name(slots.get("archive", "")),
        section=_section(slots.get("section", "")),
    )
    intent = replace(intent, **row.settles)
    if "topic" not in slots:
        return _Reading((intent,), is_sure=True)
    topic = slots["topic"]
    if "section" in spans and spans["section"] < spans["topic"]:
        section, topic = _section_and_topic(text, spans, row, known)
        intent = replace(intent, section=_section(section))
    if row.operation in _WITH_ONE_TOPIC:
        found = without_quotes(topic) if not known.is_title(topic) else topic
        return _Reading((replace(intent, topic=found),), is_sure=known.is_title_as_written(found))
    topics = titles_in(topic, known, row.language, is_list=row.is_list)
    if "other" in slots:
        topics += titles_in(slots["other"], known, row.language, is_list=True)
    if row.needs_title and not all(known.is_title(one) or known.is_near_title(one) for one in topics):
        return None
    intents = _about(row.operation, topics, known, intent)
    return _Reading(intents, all(known.is_title(one.topic) for one in intents))


def _is_meant(slots: dict[str, str], row: Row, known: Known) -> bool:
    """Whether the words in the slots are of the kind that the phrasing is about."""
    if row.operation is Operation.SEARCH and "archive" in slots:
        return known.is_archive(slots["archive"])
    if row.operation is Operation.BINARY and "/" in slots["topic"] and "." not in slots["topic"]:
        return not known.is_title(slots["topic"])  # "video of AC/DC": a slash alone makes no file
    return True


def _about(
    operation: Operation, topics: tuple[str, ...], known: Known, common: Intent | None = None
) -> tuple[Intent, ...]:
    """Return an intent for each topic; "Paris#History" asks for a section of an article."""
    common = common or Intent(operation)
    intents: list[Intent] = []
    for topic in topics:
        title, mark, fragment = topic.rpartition("#")
        if (
            mark
            and title
            and fragment
            and operation in (Operation.TELL, Operation.GET_ARTICLE)
            and not known.is_title(topic)
            and known.is_title(title)
        ):
            intents.append(replace(common, operation=Operation.SECTION, topic=title, section=fragment))
        else:
            intents.append(replace(common, topic=topic))
    return tuple(intents)


def _section_and_topic(
    text: str, spans: dict[str, tuple[int, int]], row: Row, known: Known
) -> tuple[str, str]:
    """Return where "History of medicine of Paris" is to be cut: before an existing title, else as early as possible."""
    start, (topic_start, end) = spans["section"][0], spans["topic"]
    folded = fold(text)
    # What stands between the two: "of", or "section of" where the word follows its name.
    noun = folded[spans["section"][1] : topic_start].split()[0]
    noun = "" if f" {noun} " in _PREPOSITIONS else noun
    for match in islice(_PREPOSITION.finditer(folded, spans["section"][1] - 1, end), MAX_PREPOSITIONS):
        section, topic = text[start : match.start()].strip(), text[match.end() : end].strip()
        if noun and not fold(section).endswith(f" {noun}"):
            continue
        if topic and known.is_title(title_in_exactly(topic, known, row.language)):
            return section[: len(section) - len(noun)].strip(), topic
    return text[start : spans["section"][1]].strip(), text[topic_start:end].strip()


def _section(text: str) -> str:
    name = without_quotes(text)
    return str(_ORDINALS.index(name.lower()) + 1) if name.lower() in _ORDINALS else name


def _file_name(text: str) -> str:
    name = without_quotes(text)
    return "" if fold(name) in ("this archive", "the archive", "this", "it", "here", "archive") else name


def _chained(text: str, known: Known) -> tuple[Intent, ...]:
    """Return the intents of two or more requests in one ("tell me about Berlin, then links in Paris"), or ()."""
    for joint in _THEN.finditer(text):
        left = _phrased(text[: joint.start()].strip(), known)
        if left is None:
            continue
        rest = text[joint.end() :].strip()
        right = _phrased(rest.rstrip("?!. "), known)
        if right is not None:
            return left.intents + (right.intents if right.is_sure else _chained(rest, known) or right.intents)
    return ()
