"""Full text that answers: the strictest reading of a query that finds something.

From the top: the page the query names, then pages with all words; pages with the words that carry the topic; the same
with misspelt words corrected to words of the archive's own titles; pages with the most of the words; titles; in scripts
without spaces also the text of pages, read through. Where it stops depends on the query and the archive alone, so that
the pages of one result agree. Unless a title is the query, titles spelt like it stand among the first rows whatever
step answers: each word of "Alfred Noel" is right, and Alfred Nobel is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding import correction, coverage, ranking, scanning
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.frames import EDGES, unframe
from bookwheel.finding.frames_subject import owner_of, subject_of
from bookwheel.finding.named import named_in
from bookwheel.finding.plan import Plan, Step
from bookwheel.finding.resolve import (
    TitleMatch,
    TitleMatches,
    existing_title,
    resolve_title,
    spelt_alike,
)
from bookwheel.finding.terms import (
    Term,
    Terms,
    cut_apart,
    is_unsegmented,
    spelt_as_indexed,
    terms_of,
    words_in,
)
from bookwheel.finding.vocabulary import vocabulary_of
from bookwheel.finding.words import Words, tables
from bookwheel.titles.distance import distance
from bookwheel.titles.folding import fold, is_unspaced

ENOUGH: Final = 10
"""So many pages with all words, articles and question words included, are an answer by themselves."""
SCANT: Final = 5
"""When a question has fewer pages with the words of its topic, pages with the most of them follow."""
_FEW: Final = 2
_MOST_ALIKE: Final = 4
"""Titles spelt like the query that come first when no page has all its words."""
_SOME_ALIKE: Final = 3
"""Of them, how many follow the best pages that have its words."""
_BEST: Final = 2
"""Pages with all words that come before what the query may mean besides."""
_SURE: Final = 0.97
"""From this score on, a title is the query, and no other is looked for."""
_QUITE_ALIKE: Final = 0.6
"""From this score on, a title spelt like a query deserves a row beside pages that have its words."""
_LETTERS_TO_A_SLIP: Final = 5
_LOOKED_THROUGH: Final = 200
_SUBJECT_SCORE: Final = 0.9


def plan(archive: OpenArchive, query: str, known: KnownWords | None = None) -> Plan:
    """Return how a query is answered. Never raises for what a query says; a blank one finds nothing.

    known: the words that are right as they stand; those of this archive if None.
    """
    return _Planner(archive, query.strip(), known or KnownWords((archive,))).plan()


class _Planner:
    def __init__(self, archive: OpenArchive, query: str, known: KnownWords) -> None:
        self.archive = archive
        self.known = known
        self.query = query
        self.tables = tables(archive.languages, query)
        self.terms = self._spelt(_asked_about(query, self.tables))
        self.is_uncorrected = False

    def plan(self) -> Plan:
        titled = self._by_title()
        if titled is None and vocabulary_of(self.archive) is not None:
            titled = self._by_likeness()
        found = titled or (self._by_text() if self.archive.search.fulltext_state == "sound" else None)
        if titled is None:
            found = self._about_its_subject(found)
        state = self.archive.search.fulltext_state  # damage shows when the index is asked
        if found is None or (titled is None and state != "sound"):
            found = self._by_scan() or Plan("none", words=_folded(self.terms.all))
        elif state != "sound":
            scanned = self._by_scan()
            found = found._replace(last=_without(scanned.first, found.first)) if scanned else found
        else:
            found = self._with_others_meant(found)
        return found._replace(state=state, is_uncorrected=self.is_uncorrected)

    @cached_property
    def _resolved(self) -> TitleMatches:
        """The titles that the query may mean, misspelt ones too."""
        return resolve_title(self.archive, self.query, 20, self.known)

    # ---- the steps -----------------------------------------------------------------------------------------

    def _by_title(self) -> Plan | None:
        matches = existing_title(self.archive, self.query)
        best = matches.best
        if best is None:
            return None
        if not matches.stripped:
            return self._titled("title", best, self.terms.all)
        words = self._content(matches.stripped)
        kept = {term.folded for term in words}
        dropped = tuple(
            term.word for term in self.terms.all if term.folded not in kept and not is_unspaced(term.word)
        )
        return self._titled("title", best, words, dropped)._replace(looked_up=matches.stripped)

    def _by_likeness(self) -> Plan | None:
        """Answer by the title with the same letters or words."""
        best = self._resolved.best
        if best is None or best.match_type == "typo_corrected":
            return None
        return self._titled("title", best, self.terms.content, self.terms.dropped)

    def _about_its_subject(self, found: Plan | None) -> Plan | None:
        """Put the page whose title stands inside the query before all others."""
        if (
            found is not None
            and found.title is not None
            and (found.step != "corrected" or self._is_respelt(found))
        ):
            return found
        subject = subject_of(self.archive, self.query)
        if subject is None:
            return found
        entry = subject.entry
        title = TitleMatch(entry.path, entry.title, _SUBJECT_SCORE, "frame_stripped", number=entry.number)
        if found is None or found.step == "corrected":
            # A correction would have been of a name that exists.
            words = self._content(subject.text)
            dropped = tuple(subject.rest)
            return self._titled("title", title, words, dropped)._replace(looked_up=subject.text)
        first = (entry, *_without(found.first, (entry,)))
        return found._replace(first=first, title=title, looked_up=subject.text)

    def _with_others_meant(self, found: Plan) -> Plan:
        """Put what the query may mean besides among the first rows: what it asks a part of, what it names, titles spelt alike.

        The page the query is called after stays ahead of them, and so do the best ones that have all its words, unless
        a page that a question names tells more of it by its title ("how many people live in Russia").
        """
        alike = self._alike(found)
        owner = owner_of(self.archive, self.query) if found.title is None else None
        named = self._named() if found.title is None or found.looked_up else []
        if owner is not None and named and self._told(named[0]) > self._told(owner):
            owner = None  # "the causes of the history of Europe" names more than Europe
        named = named if owner is None else []
        if owner is not None:
            # The title says least of all what is asked: "the capital of France" is another page than France.
            found = found._replace(is_by_title=False)
        elif not alike and not named:
            return found
        titles = [self.archive.directory.entry(match.number) for match in alike]
        best = found.first or ranking.entries_of(
            self.archive, found.query, _BEST, is_by_title=found.is_by_title
        )
        best = best[: _BEST if found.title is None else 1]
        owners = () if owner is None else (owner,)
        is_slip = found.step in {"corrected", "any_words"} or (alike and alike[0] is self._resolved.best)
        is_named = bool(found.title is None and self.terms.dropped and named) and not self._tells_more(
            best, named[0]
        )
        if is_named:
            rows = (named[0], *best, *named, *titles)
        elif found.title is None and owner is None and is_slip:
            rows = (*filter(self._names, best), *titles, *best, *named)
        else:
            rows = (*best, *owners, *titles, *named)
        first = tuple({entry.number: entry for entry in (*rows, *found.first)}.values())
        offered = alike[0].matched_title or alike[0].title if alike and not self._is_respelt(found) else ""
        return found._replace(
            first=first, last=_without(found.last, first), offered=offered, is_named=is_named
        )

    def _named(self) -> list[DirectoryEntry]:
        """Return the pages whose titles stand in the query, those first that say most of it."""
        entries = [self.archive.directory.entry(one.number) for one in named_in(self.archive, self.query)]
        return sorted(entries, key=lambda entry: -self._told(entry))[:_BEST]

    def _tells_more(self, best: Sequence[DirectoryEntry], named: DirectoryEntry) -> bool:
        return bool(best) and self._told(best[0]) >= self._told(named)

    def _told(self, entry: DirectoryEntry) -> float:
        return ranking.told(entry.title, self._weights)

    @cached_property
    def _weights(self) -> dict[str, float]:
        return ranking.weights_of(self.archive, _folded(self.terms.content))

    def _alike(self, found: Plan) -> list[TitleMatch]:
        """Return the titles spelt like the query that deserve a row beside what was found."""
        is_cheap = vocabulary_of(self.archive) is not None
        is_guess = found.step in {"corrected", "any_words"}
        near: tuple[TitleMatch, ...] = ()
        if found.step == "title":
            if is_cheap and found.title is not None and found.title.score < _SURE:
                near = spelt_alike(self.archive, self.query, self.known)
        elif is_guess or (
            found.title is None and (is_cheap or self.archive.search.count(found.query) <= _FEW)
        ):
            near = (*self._resolved.matches, *self._resolved.alike)
        least, most = (scanning.LIKELY, _MOST_ALIKE) if is_guess else (_QUITE_ALIKE, _SOME_ALIKE)
        likely = [one for one in near if one.match_type == "typo_corrected" and one.score >= least]
        return sorted(likely, key=lambda one: -one.score)[:most]

    def _is_respelt(self, found: Plan) -> bool:
        """Whether the query as a whole was taken for a misspelt title."""
        return found.step == "corrected" and found.corrections[0][0] == self.query

    def _names(self, entry: DirectoryEntry) -> bool:
        """Whether a title has all words of the query."""
        return {term.folded for term in self.terms.content} <= words_in(entry.title)

    def _titled(
        self,
        step: Step,
        title: TitleMatch,
        words: tuple[Term, ...],
        dropped: tuple[str, ...] = (),
        corrections: tuple[tuple[str, str], ...] = (),
    ) -> Plan:
        entry = self.archive.directory.entry(title.number)
        last = _without(self._beyond_the_index(_asked(words)), (entry,))
        return Plan(step, _asked(words), (entry,), last, self._telling(words), dropped, corrections, title)

    def _spelt(self, terms: Terms) -> Terms:
        return spelt_as_indexed(terms, self.archive.search.count)

    def _content(self, text: str) -> tuple[Term, ...]:
        return self._spelt(terms_of(text, self.tables)).content

    def _telling(self, words: tuple[Term, ...]) -> tuple[str, ...]:
        """Return the words to mark: "of" says nothing of a page, unless there is nothing else to mark."""
        minor = {term for term in self.terms.all if term not in self.terms.content}
        return _folded(term for term in words if term not in minor) or _folded(words)

    def _by_text(self) -> Plan | None:
        search, terms = self.archive.search, self.terms
        if not terms.all:
            return None
        every = search.count(_asked(terms.all))
        if every and (every >= ENOUGH or not terms.dropped):
            return self._worded("all_words", terms.all)
        some = search.count(_asked(terms.content)) if terms.dropped else every
        if not some and (apart := cut_apart(terms.content)) != terms.content:
            some = search.count(_asked(apart))
            if some:
                return self._worded("content_words", apart, terms.dropped)
        if some:
            worded = self._worded("content_words", terms.content, terms.dropped)
            if some < SCANT and len(terms.content) > 1:
                known = set(search.fulltext_paths(worded.query, 0, SCANT)[0])
                others = coverage.most_words(self.archive, terms.content)
                worded = worded._replace(last=tuple(entry for entry in others if entry.path not in known))
            return worded
        return self._relaxed()

    def _worded(self, step: Step, words: tuple[Term, ...], dropped: tuple[str, ...] = ()) -> Plan:
        query = _asked(words)
        last = self._beyond_the_index(query)
        return Plan(step, query, (), last, self._telling(words), dropped, is_by_title=True)

    def _relaxed(self) -> Plan | None:
        """Answer a query that no page has all words of: titles spelt like it, then its words put right, or most of them."""
        likeness = self._by_likeness()
        if likeness is not None:
            return likeness
        best = self._resolved.best
        if best is None:
            return self._words_corrected() or self._any_words(self.terms.content, ())
        right = best.matched_title or best.title
        words = self._content(right)
        return self._titled("corrected", best, words, (), ((self.query, right),))

    def _words_corrected(self) -> Plan | None:
        corrected = correction.correct(self.archive, self.terms.content, self.known)
        self.is_uncorrected = corrected.is_skipped
        words, changes = corrected.words, corrected.changes
        if not changes:
            return None
        titled = existing_title(self.archive, _asked(words)).best
        if titled is not None:
            return self._titled("corrected", titled, words, self.terms.dropped, changes)
        if self.archive.search.count(_asked(words)):
            return self._worded("corrected", words, self.terms.dropped)._replace(corrections=changes)
        # No page bears these corrections out, so that only the plainest are believed: Messi is no slip for messiah.
        plain = {
            was: now
            for was, now in changes
            if _LETTERS_TO_A_SLIP * distance(fold(was), now, 2) <= min(len(was), len(now))
        }
        words = tuple(
            Term(plain[term.word], plain[term.word]) if term.word in plain else term
            for term in self.terms.content
        )
        return self._any_words(words, tuple(plain.items()))

    def _any_words(self, words: tuple[Term, ...], corrections: tuple[tuple[str, str], ...]) -> Plan | None:
        entries = coverage.most_words(self.archive, words)
        if not entries:
            return None
        return Plan("any_words", "", entries, (), _folded(words), self.terms.dropped, corrections)

    def _by_scan(self) -> Plan | None:
        """Look at titles, then, in scripts without spaces, at the text of pages."""
        titles = scanning.titles_for(self.archive, self._resolved.matches, self.terms.content)
        pages, is_cut = self._read_through(self.query)
        if not titles and not pages:
            return None
        best = self._resolved.best if titles else None
        return Plan(
            "title_scan" if titles else "text_scan",
            first=(*titles, *_without(pages, titles)),
            words=_folded(self.terms.content),
            title=best,
            is_cut=is_cut or len(titles) == scanning.MOST_TITLES,
        )

    def _beyond_the_index(self, text: str) -> tuple[DirectoryEntry, ...]:
        """Return pages that have a text of a script without spaces and that an index by words does not find."""
        if not is_unspaced(text):
            return ()
        titles = scanning.titles_containing(self.archive, text)
        pages = self._read_through(text)[0] if is_unsegmented(text) else ()
        paths = set(self.archive.search.fulltext_paths(text, 0, _LOOKED_THROUGH)[0])
        return tuple(entry for entry in (*titles, *_without(pages, titles)) if entry.path not in paths)

    def _read_through(self, text: str) -> tuple[tuple[DirectoryEntry, ...], bool]:
        return scanning.pages_holding(self.archive, text) if is_unspaced(text) else ((), False)


def _asked_about(query: str, languages: Sequence[Words]) -> Terms:
    """Return the words of a query; those before the topic of a question carry none, whatever they are."""
    terms = terms_of(query, languages)
    whole = query.rstrip(EDGES)
    rests = [
        rest.text for rest in unframe(query, languages) if whole.endswith(rest.text) or is_unspaced(rest.text)
    ]
    topic = terms_of(rests[-1], languages) if rests else terms
    return Terms(terms.all, topic.content) if topic.content and not topic.is_empty_talk else terms


def _without(
    entries: Sequence[DirectoryEntry], others: Sequence[DirectoryEntry]
) -> tuple[DirectoryEntry, ...]:
    known = {entry.number for entry in others}
    return tuple(entry for entry in entries if entry.number not in known)


def _asked(terms: Iterable[Term]) -> str:
    return " ".join([term.word for term in terms])


def _folded(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for term in terms for word in term.folded.split()))
