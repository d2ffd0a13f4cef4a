"""THE title resolver: what somebody calls a page -> the page, with how sure that is and what else it may be.

In order: the exact title or path; the same but for case, accents, width, punctuation and spacing; the rest of a question
whose frame was taken off; a title at most two slips of the pen away; titles that begin like the text or hold its words.
A title that exists always wins over any correction. Redirects are followed; the answer says from where.

Cost: under a millisecond for titles that exist, about two for misspelt ones, whatever the archive's size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import is_asset
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.paths import Match, follow
from bookwheel.errors import BookwheelError
from bookwheel.finding import lookup
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.frames import unframe
from bookwheel.finding.scores import suggestion_score, typo_score
from bookwheel.finding.vocabulary import folded_titles, vocabulary_of
from bookwheel.finding.words import tables
from bookwheel.titles.distance import distance
from bookwheel.titles.folding import fold, is_unspaced, skeleton
from bookwheel.titles.keys import most_edits

MatchType: TypeAlias = Literal[
    "direct", "redirect", "normalised", "frame_stripped", "typo_corrected", "fuzzy_suggest"
]
"""How a title was matched.

direct: as written. redirect: as written, and the entry leads on. normalised: but for case, accents, width, punctuation,
spacing, or the order in "Last, First". frame_stripped: what a question is about. typo_corrected: one or two edits away.
fuzzy_suggest: it begins like the text or holds its words.
"""

Spelling: TypeAlias = Literal["not_needed", "searched", "one_slip", "skipped"]
"""Whether misspelt titles were looked for.

not_needed: a title exists. searched: up to two edits. one_slip: one edit only, since the archive is too large for a
vocabulary in memory and has no companion index. skipped: the text is too short or too long.
"""

CONFIDENT: Final = 0.7
"""From this score on, a match is worth acting on without asking."""

MAX_CORRECTED_CHARS: Final = 120
_MOST_SUGGESTED: Final = 30
_LEAST_CORRECTED: Final = 12
_BYTES_OF_ONE: Final = 400
_ORDER: Final[dict[str, int]] = {
    kind: place
    for place, kind in enumerate(
        ("direct", "redirect", "normalised", "frame_stripped", "typo_corrected", "fuzzy_suggest")
    )
}


class TitleMatch(NamedTuple):
    """A page that a text may name.

    path, title: of the page, redirects followed. score: 1 for the very title, `CONFIDENT` and more for what is as good
    as sure. pre_redirect_path, matched_title: of the redirect that was found, "" when none was followed.
    edits: slips of the pen put right. number: the page's place in the archive.
    """

    path: str
    title: str
    score: float
    match_type: MatchType
    pre_redirect_path: str = ""
    matched_title: str = ""
    edits: int = 0
    number: int = -1


class TitleMatches(NamedTuple):
    """Pages that a text may name, the likest first; the same archive and text always give the same.

    stripped: what was left when the frame of a question was taken off and the best match is due to that, else "".
    alike: titles spelt like the text that are among no matches, since the words of the text may be meant as they stand.
    """

    query: str
    matches: tuple[TitleMatch, ...]
    spelling: Spelling
    stripped: str = ""
    alike: tuple[TitleMatch, ...] = ()

    @property
    def best(self) -> TitleMatch | None:
        """The first match if it is worth acting on, else None."""
        return self.matches[0] if self.matches and self.matches[0].score >= CONFIDENT else None

    @property
    def is_exact(self) -> bool:
        """Whether a title exists that is the text, or differs from it in spelling only."""
        return bool(self.matches) and self.matches[0].match_type in {"direct", "redirect", "normalised"}


def resolve_title(
    archive: OpenArchive, text: str, limit: int = 10, known: KnownWords | None = None
) -> TitleMatches:
    """Return up to `limit` pages that a text may name. Blank text matches nothing; no text raises.

    known: the words that are right as they stand, where a text may be more than a title; None for what is meant as one.
    """
    return _Resolver(archive, text.strip(), limit, known).resolve()


def existing_title(archive: OpenArchive, text: str) -> TitleMatches:
    """Return the page whose title is the text, or what it asks about: no correction, no completion."""
    resolver = _Resolver(archive, text.strip(), 5)
    if resolver.text:
        resolver.itself()
        resolver.asked_about()
    return resolver.answer()


def title_itself(archive: OpenArchive, text: str) -> TitleMatch | None:
    """Return the page whose title is the text up to spelling that does not matter; no frame is taken off."""
    resolver = _Resolver(archive, text.strip(), 5, is_framed=False)
    if resolver.text:
        resolver.itself()
    return resolver.answer().best


def spelt_alike(archive: OpenArchive, text: str, known: KnownWords) -> tuple[TitleMatch, ...]:
    """Return titles at most two slips of the pen away from the text as a whole, the likest first, whatever exists."""
    resolver = _Resolver(archive, text.strip(), 5, known, is_framed=False)
    resolver.misspelt()
    found = resolver.answer()
    return tuple(sorted((*found.matches, *found.alike), key=_rank))


class _Resolver:
    """One resolution: matches by page, each kept in its best form."""

    def __init__(
        self,
        archive: OpenArchive,
        text: str,
        limit: int,
        known: KnownWords | None = None,
        *,
        is_framed: bool = True,
    ) -> None:
        self.archive = archive
        self.known = known
        self.text = text
        self.limit = limit
        words = tables(archive.languages, text)
        self.rests = [rest for rest, _ in unframe(self.text, words)] if is_framed else []
        self.articles: frozenset[str] = frozenset[str]().union(*(table.articles for table in words))
        self.minor = self.articles | lookup.CONJUNCTIONS
        self.suggested: dict[str, tuple[DirectoryEntry, ...]] = {}
        self.found: dict[int, TitleMatch] = {}
        self.alike: dict[int, TitleMatch] = {}
        self.spelling: Spelling = "not_needed"
        self.stripped = ""

    def resolve(self) -> TitleMatches:
        if not self.text:
            return TitleMatches("", (), "not_needed")
        self.existing()
        if not self.found:
            self._spaced_otherwise(self.text, "normalised", 0.98)
        if not self.found:
            self.misspelt()
        if len(self.found) < self.limit:
            self._suggested()
        return self.answer()

    def existing(self) -> None:
        """Find titles that exist."""
        self._add(lookup.exact(self.archive, self.text), "direct", 1.0)
        self._same(self.text, "normalised", 0.98)
        self.asked_about()

    def itself(self) -> None:
        """Find the title that the text is, and no other."""
        self._add(lookup.exact(self.archive, self.text), "direct", 1.0)
        if not self.found:
            self._same(self.text, "normalised", 0.98)

    def misspelt(self) -> None:
        """Find titles one or two slips away."""
        vocabulary = vocabulary_of(self.archive)
        # Without a vocabulary each text costs some 15 ms: what the question is about must do.
        texts = (self.text, *self.rests) if vocabulary is not None else (self.rests[-1:] or [self.text])
        for text in texts:
            wanted = skeleton(text)
            allowed = most_edits(len(wanted))
            if not allowed or len(wanted) > MAX_CORRECTED_CHARS:
                continue
            if vocabulary is not None:
                near = [
                    (self.archive.directory.entry(one.number), one.edits)
                    for one in vocabulary.near(wanted, allowed)
                ]
            else:
                near = [
                    (entry, distance(wanted, skeleton(entry.title), 2))
                    for entry in lookup.one_slip(self.archive, text)
                ]
            self._correct(text, near)
            if self.found:
                self.stripped = text if text != self.text else ""
                break
        if vocabulary is None:
            self.spelling = "one_slip"
        elif most_edits(len(skeleton(self.text))) and len(self.text) <= 2 * MAX_CORRECTED_CHARS:
            self.spelling = "searched"
        else:
            self.spelling = "skipped"

    def answer(self) -> TitleMatches:
        """Return what was found."""
        matches = sorted(self.found.values(), key=_rank)[: self.limit]
        # A page that a completion has found too is still spelt alike.
        apart = {number for number, match in self.found.items() if match.match_type != "fuzzy_suggest"}
        alike = sorted((match for match in self.alike.values() if match.number not in apart), key=_rank)
        return TitleMatches(self.text, tuple(matches), self.spelling, self.stripped, tuple(alike))

    # ---- the steps -----------------------------------------------------------------------------------------

    def _same(self, text: str, kind: MatchType, score: float) -> None:
        """Add titles that differ from a text in ways that do not matter, as the archive's own indexes find them."""

        def look() -> tuple[list[lookup.Same], int]:
            found = lookup.similar(self.archive, text, self.minor, self._suggestions(text))
            return found, _BYTES_OF_ONE * (len(found) + 1) + 2 * len(text)

        # One question asks for the same few texts again and again: its grammar, its steps, its passages.
        for same in self.archive.derived(f"titles like {text}", look):
            self._add([same.entry], kind, score - 0.03 * same.is_loose)
        if not self.found and not self.archive.has_title_index:
            self._spaced_otherwise(text, kind, score)

    def _spaced_otherwise(self, text: str, kind: MatchType, score: float) -> None:
        """Add titles with the same letters, which only a vocabulary finds."""
        vocabulary = vocabulary_of(self.archive)
        if vocabulary is None:
            return
        self._add(self._entries(vocabulary.equal(skeleton(text))), kind, score)
        if self.found:
            return
        for form in lookup.rearranged(text, self.articles):
            # Words were moved: letters that happen to agree across words are another title.
            same = (
                entry
                for entry in self._entries(vocabulary.equal(skeleton(form)))
                if fold(entry.title) == fold(form)
            )
            self._add(same, kind, score - 0.03)

    def asked_about(self) -> None:
        """Find the title that the text asks about, unless it is a title itself."""
        for rest in self.rests if not self.found else ():
            self._add(lookup.exact(self.archive, rest), "frame_stripped", 0.95)
            self._same(rest, "frame_stripped", 0.94)
            if self.found:
                self.stripped = rest
                return

    def _correct(self, text: str, near: Iterable[tuple[DirectoryEntry, int]]) -> None:
        """Add the titles most like a text; those it is hardly a misspelling of are set apart."""
        wanted, known = fold(text), self.known
        scored = [(typo_score(wanted, fold(entry.title), edits), edits, entry) for entry, edits in near]
        scored.sort(key=lambda row: (-row[0], row[2].number))
        for score, edits, entry in scored[: max(self.limit, _LEAST_CORRECTED)]:
            is_likely = known is None or known.is_slip_of_title(text, entry.title)
            self._add([entry], "typo_corrected", score, edits, self.found if is_likely else self.alike)

    def _suggested(self) -> None:
        """Fill up with titles that begin like the text or hold its words."""
        text = self.stripped or self.text
        wanted = fold(text)
        others = self.archive.titles.starting(text, _MOST_SUGGESTED)
        others += self.archive.titles.starting(text[:1].upper() + text[1:], _MOST_SUGGESTED)
        others += self._suggestions(text)
        if len(others) < self.limit and (is_unspaced(text) or not self.archive.has_title_index):
            others += self._containing(wanted)
        for entry in others:
            self._add([entry], "fuzzy_suggest", suggestion_score(wanted, fold(entry.title)))

    def _suggestions(self, text: str) -> tuple[DirectoryEntry, ...]:
        known = self.suggested.get(text)
        if known is None:
            plain = " ".join(text.split())
            known = self.suggested[text] = self.archive.search.suggested(plain, _MOST_SUGGESTED)
        return known

    def _containing(self, wanted: str) -> list[DirectoryEntry]:
        folded = folded_titles(self.archive)
        if folded is None or not wanted:
            return []
        places = [place for place, _ in zip(folded.holding(wanted), range(500), strict=False)]
        places.sort(key=lambda place: (len(folded.fold_of(place)), place))
        return self._entries(folded.entry_of(place) for place in places[:_MOST_SUGGESTED])

    # ---- matches -------------------------------------------------------------------------------------------

    def _entries(self, numbers: Iterable[int]) -> list[DirectoryEntry]:
        return [self.archive.directory.entry(number) for number in numbers]

    def _add(
        self,
        entries: Iterable[DirectoryEntry],
        kind: MatchType,
        score: float,
        edits: int = 0,
        to: dict[int, TitleMatch] | None = None,
    ) -> None:
        found = self.found if to is None else to
        for match in self._matches(entries, kind, score, edits):
            known = found.get(match.number)
            if known is None or _rank(match) < _rank(known):
                found[match.number] = match

    def _matches(
        self, entries: Iterable[DirectoryEntry], kind: MatchType, score: float, edits: int
    ) -> Iterator[TitleMatch]:
        for place, entry in enumerate(entries):
            try:
                end = (
                    follow(self.archive, Match(entry, "exact", ""), entry.path).entry
                    if entry.is_redirect
                    else entry
                )
            except BookwheelError:
                continue  # a redirect that leads nowhere names no page
            if is_asset(end.mimetype) and kind != "direct":
                continue
            reached: MatchType = "redirect" if kind == "direct" and end.number != entry.number else kind
            before = (entry.path, entry.title) if end.number != entry.number else ("", "")
            exactness = max(0.0, score - 0.005 * min(place, 10)) if kind != "direct" else score
            yield TitleMatch(end.path, end.title, round(exactness, 3), reached, *before, edits, end.number)


def _rank(match: TitleMatch) -> tuple[float, int, bool, int, str]:
    return -match.score, _ORDER[match.match_type], bool(match.pre_redirect_path), len(match.title), match.path
