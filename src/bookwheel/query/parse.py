"""From text to intents.

A request is read in several ways: as it stands, then with politeness taken from its ends, then with the name of an
archive taken from it. The first reading whose topic is an existing title wins, of several phrasings the one with the
longest title; else the barest reading that fits a phrasing; else the request is a bare topic. So "tell me about Thank
You" keeps its title, "tell me about tiger thanks" loses its thanks, and "summary of Article 50" is about Article 50.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from bookwheel.query import courtesies, languages, phrases
from bookwheel.query.intent import Intent, Known, Operation, Parsed
from bookwheel.query.respelling import right_word, words_of_phrases
from bookwheel.query.row import SLOTS, Row
from bookwheel.query.settings import without_archive, without_call, without_count, without_settings
from bookwheel.query.template import compact, compile_template, fold
from bookwheel.query.topics import title_in_exactly, titles_in, without_pictures, without_quotes

MAX_PHRASE_CHARS = 2000
"""A longer request is words to search for, not a phrase."""

MAX_COURTESIES = 8
MAX_PREPOSITIONS = 12
MAX_SLIPS = 4

_SOMETHING = {"x", "the x", "a x", "an x"}
_SOME_WORDS = {"x"}  # "search for the" has a word
_MACROS = {**phrases.MACROS, **languages.MACROS}
_THEN = re.compile(
    r"\s*(?:[;,.]\s*(?:and\s+)?(?:then|also)\s|\s(?:and\s+)?(?:then|also)\s|;|\.\s|,?\s+and\s)\s*",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_HYPHENS = "-\u2010\u2011\u2013"
_PREPOSITION = re.compile(" (?:of|in|from|von|aus|de|du|des|del|dans|en) ")
_NO_SECTIONS = {
    "list", "of", "in", "for", "from", "on", "about", "titled", "called", "named", "article", "page",
}  # fmt: skip
_ASKING = ("what ", "what's ", "whats ", "how ", "why ")  # "what is the golden section in art"
_WITH_ONE_TOPIC = {
    Operation.SEARCH,
    Operation.SEARCH_ALL,
    Operation.SUGGEST,
    Operation.FIND_TITLE,
    Operation.BINARY,
}


class _Phrase(NamedTuple):
    pattern: re.Pattern[str]
    template: str
    row: Row


class _Reading(NamedTuple):
    """One way to read the request. is_sure: it names nothing, or only existing titles."""

    intents: tuple[Intent, ...]
    is_sure: bool

    @property
    def named(self) -> int:
        """How many characters its topics have."""
        return sum(len(intent.topic) for intent in self.intents)


@lru_cache(maxsize=1)
def _phrases() -> tuple[_Phrase, ...]:
    rows = (*phrases.ENGLISH, *languages.GERMAN, *languages.FRENCH, *languages.SPANISH)
    return tuple(
        _Phrase(compile_template(line, SLOTS, _MACROS), line, row)
        for row in rows
        for line in row.templates.strip().splitlines()
    )


@lru_cache(maxsize=512)
def _lazy(template: str) -> re.Pattern[str]:
    return compile_template(template, SLOTS, _MACROS, is_lazy=True)


@lru_cache(maxsize=1)
def _politeness() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what may stand before and behind a request."""
    openings, endings = (
        "|".join(compile_template(line.strip(), {}, {}).pattern for line in table.strip().splitlines())
        for table in (courtesies.OPENINGS, courtesies.ENDINGS)
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
    text, settings = without_settings(without_call(text))
    if len(text) > MAX_PHRASE_CHARS:
        return Parsed((Intent(Operation.SEARCH, text),), settings, text)
    reading = _read(text, known)
    if not reading.is_sure:
        rest, counts = without_count(text)
        if not counts and (placed := without_archive(text, known)) is not None:
            rest, counts = without_count(placed[0])
            rest = f"{rest} in {placed[1]}"
        if counts and not counts.keys() & settings.keys():
            text, settings, reading = rest, {**settings, **counts}, _read(rest, known)
    return Parsed(reading.intents, settings, text)


def _command(text: str) -> Intent | None:
    """Return the intent of a request that means the archive even where an article is called so."""
    folded = fold(text).rstrip("?!. ") + " "
    for phrase in _phrases():
        if phrase.row.is_command and phrase.pattern.fullmatch(folded):
            return Intent(phrase.row.operation)
    return None


def _read(text: str, known: Known) -> _Reading:
    """Return the best reading of a request; one without intents when it does not say what it is about."""
    phrased: _Reading | None = None
    bare: _Reading | None = None
    variants = list(_variants(text, known))
    for variant, archive in variants:
        reading = _phrased(variant, known)
        if reading is None or not reading.is_sure or known.is_title_as_written(variant):
            # "Lee Kuan Yew and Google" holds verbs, and is two titles.
            other = _bare(variant, known)
            if other.is_sure or reading is None:
                bare = _placed(other, archive)
                if bare.is_sure:
                    return bare
                continue
        phrased = _placed(reading, archive)
        if phrased.is_sure:
            return phrased
    chain = _chained(text, known)
    if chain:
        return _Reading(chain, is_sure=False)
    if phrased is not None and _is_of_before(phrased):
        return _Reading((), is_sure=False)
    if not known.is_near_title(text):
        if any(_is_incomplete(variant) for variant, _ in variants):
            return _Reading((), is_sure=False)
        respelt = _respelt(variants[-1][0], known)
        if phrased is None or (respelt is not None and respelt.is_sure):
            phrased = respelt
    return phrased or bare or _bare(text, known)


def _is_incomplete(text: str) -> bool:
    """Whether a request of several words only wants something to be about: "tell me about"."""
    words = fold(text).split()
    if " ".join(words) in courtesies.CONTINUATIONS:
        return True
    if len(words) < 2 or words[-1] not in words_of_phrases():
        return False
    for folded in (f"{' '.join(words)} x ", f"{' '.join(words)} about x "):
        for phrase in _phrases():
            match = phrase.pattern.fullmatch(folded) if "{topic}" in phrase.template else None
            lacking = _SOME_WORDS if phrase.row.operation in _WITH_ONE_TOPIC else _SOMETHING
            if match is not None and match["topic"].strip() in lacking:
                return True
    return False


def _is_of_before(reading: _Reading) -> bool:
    """Whether a request is about what was spoken of before ("links in it"), which nobody here remembers."""
    return all(
        fold(intent.topic) in languages.PRONOUNS and intent.operation not in _WITH_ONE_TOPIC
        for intent in reading.intents
    )


def _respelt(text: str, known: Known) -> _Reading | None:
    """Return the reading of "tell me abuot tiger": letters of the request itself swapped, lost or doubled."""
    words = text.split()
    right = [right_word(word) for word in words]
    wrong = [place for place, word in enumerate(words) if right[place] != word]
    found: _Reading | None = None
    # What looks like a slip may be a name: all of them are put right, then each alone.
    for places in (wrong, *([place] for place in wrong[:MAX_SLIPS] if len(wrong) > 1)):
        respelt = [right[place] if place in places else word for place, word in enumerate(words)]
        reading = _phrased(" ".join(respelt), known) if places else None
        # What it is about is to stay as it was written.
        if reading is not None and all(intent.topic and intent.topic in text for intent in reading.intents):
            found = found or reading
            if reading.is_sure:
                return reading
    return found


def _placed(reading: _Reading, archive: str) -> _Reading:
    if not archive:
        return reading
    return reading._replace(
        intents=tuple(replace(one, archive=one.archive or archive) for one in reading.intents)
    )


def _variants(text: str, known: Known) -> Iterator[tuple[str, str]]:
    """Yield the request with ever less around it, and the archive that was named in what is gone."""
    opening, ending = _politeness()
    bare = text
    for whole in _without_endings(text, ending):
        bare = whole
        yield bare, ""
        for _ in range(MAX_COURTESIES):
            start = opening.match(fold(bare) + " ")
            if start is None or not bare[start.end() :].strip():
                break
            bare = bare[start.end() :].strip()
            yield bare, ""
    unquoted = without_quotes(bare)
    if unquoted != bare:
        yield unquoted, ""
    if (placed := without_archive(bare, known)) is not None:
        yield placed


def _without_endings(text: str, ending: re.Pattern[str]) -> Iterator[str]:
    yield text
    for _ in range(MAX_COURTESIES):
        bare = text.strip("¿¡").rstrip("?!.,;: ") or text
        if (plain := without_pictures(bare)) and not _is_incomplete(plain):
            bare = plain
        end = ending.search(fold(bare) + " ")
        if bare == text and end is not None and bare[: end.start()].strip():
            bare = bare[: end.start()].strip()
        if bare == text:
            return
        text = bare
        yield text


def _bare(text: str, known: Known) -> _Reading:
    intents = _about(Operation.TELL, titles_in(text, known), known)
    return _Reading(intents, all(known.is_title(one.topic) for one in intents))


def _phrased(text: str, known: Known) -> _Reading | None:
    """Return the phrasing whose topics are the longest existing titles, or the first that fits the text."""
    folded = fold(text) + " "
    first: _Reading | None = None
    best: _Reading | None = None
    rank = (False, 0)
    for phrase in _phrases():
        match = phrase.pattern.fullmatch(folded)
        reading = _filled(text, match, phrase.row, known) if match else None
        if match is None or reading is None:
            continue
        if reading.is_sure and not reading.named:
            return best or reading
        first = first or reading
        longer = _lazy(phrase.template).fullmatch(folded)
        is_other = longer is not None and longer.groupdict() != match.groupdict()
        for one in (reading, _filled(text, longer, phrase.row, known) if longer and is_other else None):
            if one is not None and one.is_sure and (own := _rank(one, known)) > rank:
                best, rank = one, own
    return best or first


def _rank(reading: _Reading, known: Known) -> tuple[bool, int]:
    """Return what makes one of several sure readings the better one: titles as they are written, and long ones."""
    return all(known.is_title_as_written(intent.topic) for intent in reading.intents), reading.named


def _filled(text: str, match: re.Match[str], row: Row, known: Known) -> _Reading | None:
    """Return the reading of a text that fits a phrasing, or None when its words are not of the kind that is meant."""
    spans = {name: match.span(name) for name, value in match.groupdict().items() if value}
    if any(
        start and not text[start - 1].isspace() and text[start - 1] in _HYPHENS for start, _ in spans.values()
    ):
        return None  # "read-only memory" is not to be read
    slots = {name: text[start:end].strip() for name, (start, end) in spans.items()}
    named = fold(slots.get("section", ""))
    if not _is_meant(slots, row, known) or named in _NO_SECTIONS or named.startswith(_ASKING):
        return None
    intent = Intent(
        row.operation,
        namespace=without_quotes(slots.get("namespace", "")),
        content_type=slots.get("content_type", ""),
        archive=_file_name(slots.get("archive", "")),
        section=_section(slots.get("section", "")),
    )
    intent = replace(intent, **row.settles)
    if "topic" not in slots:
        return _Reading((intent,), is_sure=not intent.archive or known.is_archive(intent.archive))
    topic = slots["topic"]
    if "section" in spans and spans["section"] < spans["topic"]:
        section, topic = _section_and_topic(text, spans, row, known)
        intent = replace(intent, section=_section(section))
    if row.operation in _WITH_ONE_TOPIC:
        found = without_quotes(topic) if not known.is_title(topic) else topic
        if row.operation is Operation.FIND_TITLE:
            found = title_in_exactly(found, known, row.language)
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
    if "archive" in slots and (row.needs_title or row.operation is Operation.SEARCH):
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
        title, _mark, fragment = topic.rpartition("#")
        if (
            title
            and fragment[:1].isalnum()
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
    noun = "" if _PREPOSITION.fullmatch(f" {noun} ") else noun
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


def _part(text: str, known: Known) -> _Reading | None:
    """Return the phrasing that one of several requests fits, whatever stands around it."""
    found: _Reading | None = None
    for variant, archive in _variants(text, known) if text else ():
        reading = _phrased(variant, known)
        if reading is not None:
            found = _placed(reading, archive)
            if found.is_sure:
                break
    return found


def _chained(text: str, known: Known) -> tuple[Intent, ...]:
    """Return the intents of two or more requests in one ("tell me about Berlin, then links in Paris"), or ()."""
    for joint in _THEN.finditer(text):
        left = _part(text[: joint.start()].strip(), known)
        if left is None:
            continue
        rest = text[joint.end() :].strip()
        right = _part(rest, known)
        if right is not None:
            return left.intents + (right.intents if right.is_sure else _chained(rest, known) or right.intents)
    return ()
