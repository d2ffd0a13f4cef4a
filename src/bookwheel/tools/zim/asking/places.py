"""Which archives a question is put to, and which entry a topic means in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bookwheel.archive.defects import DefectError
from bookwheel.archive.directory import DirectoryEntry
from bookwheel.archive.entry import is_html
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.archive.paths import find
from bookwheel.errors import BookwheelError, InvalidArgument, NotFound
from bookwheel.finding.correction_known import KnownWords
from bookwheel.finding.frames_subject import Subject, asked_of, is_question, subject_of
from bookwheel.finding.resolve import TitleMatch, TitleMatches, resolve_title, title_itself
from bookwheel.finding.words import is_in_language
from bookwheel.query.template import fold
from bookwheel.query.topics import singulars
from bookwheel.tools.zim.asking.archives import ends_in_noun, is_mini, named_by_parts, newest_first
from bookwheel.tools.zim.asking.notes import (
    MOST_NAMED,
    choice_note,
    guess_note,
    quoted,
    shortened,
    subject_note,
)
from bookwheel.tools.zim.get_section import section_called

_MOST_LOOKED_AT = 20
_ENGLISH = {"en", "eng"}
_AS_ASKED = ("direct", "redirect", "normalised", "frame_stripped")


class Place(NamedTuple):
    """An entry a topic means. note: how it was found where that is a guess, and where else it is; "" else.

    part: what a question asks of the entry ("early life" of somebody), "" for all of it.
    """

    archive: str
    entry_path: str
    note: str = ""
    part: str = ""


class _Found(NamedTuple):
    archive: OpenArchive
    entry_path: str
    match: TitleMatch | None
    matches: TitleMatches | None
    subject: Subject | None = None

    @property
    def score(self) -> float:
        return self.match.score if self.match is not None else 0.5

    @property
    def is_guess(self) -> bool:
        return self.match is not None and self.match.match_type not in ("direct", "redirect", "normalised")


@dataclass
class Places:
    """The archives one question is put to, by name, and what has been asked of them. Serves the grammar as `Known`.

    note: what is to be said about the choice of archives, or "". left_out: how many more there are, all smaller.
    query: the request as a whole, whose language tells which archives are meant first.
    """

    library: Library
    names: tuple[str, ...]
    note: str = ""
    query: str = ""
    left_out: int = 0
    _titles: dict[str, bool] = field(default_factory=dict[str, bool])
    _entries: dict[tuple[str, str], DirectoryEntry | None] = field(
        default_factory=dict[tuple[str, str], DirectoryEntry | None]
    )
    _matches: dict[tuple[str, str], TitleMatches] = field(default_factory=dict[tuple[str, str], TitleMatches])
    _known: KnownWords | None = None

    # ---- what the grammar asks -----------------------------------------------------------------------------

    def is_title(self, text: str) -> bool:
        """Whether an article of one of the archives is called so, up to spelling that does not matter."""
        known = self._titles.get(text)
        if known is None:
            known = self._titles[text] = any(self._has(archive, text) for archive in self._open())
        return known

    def is_title_as_written(self, text: str) -> bool:
        """Whether an entry of one of the archives is called just so, but for case."""
        return any(_is_called(self._entry(archive, text), text) for archive in self._open())

    def is_near_title(self, text: str) -> bool:
        """Whether an article's title is at most two slips away."""
        for archive in self._open():
            best = self._match(archive, text).best
            if best is not None and best.match_type != "fuzzy_suggest":
                return True
        return False

    def is_archive(self, text: str) -> bool:
        """Whether a loaded archive is called so, or its name has all that is said ("the 2018 archive")."""
        try:
            self.library.file(text)
        except BookwheelError:
            return ends_in_noun(text) and bool(named_by_parts(self.library, text))
        return True

    @property
    def asked(self) -> str:
        """How many archives are asked, and of how many where these are not all."""
        if not self.left_out:
            return f"{len(self.names)} archives"
        return f"{len(self.names)} of {len(self.names) + self.left_out:,} archives (the largest)"

    @property
    def example(self) -> str:
        """The archive to name in a call that is offered: the first whose text can be searched, else the first."""
        readable: list[str] = []
        for name in self.names[:_MOST_LOOKED_AT]:
            try:
                if self.library.open(name).has_fulltext_index:
                    return name
                readable.append(name)
            except BookwheelError:
                continue
        return next(iter(readable), self.names[0])

    # ---- what the routes ask -------------------------------------------------------------------------------

    def one(self, call: str = "") -> str:
        """Return the archive of a question that needs one.

        Raises NotFound (missing_archive) when there are several, with the call to make: `call` is the query.
        """
        if len(self.names) == 1:
            return self.names[0]
        try:
            return self.library.choose(None).name
        except NotFound as error:
            if not self.names or not call:
                raise
            raise NotFound(
                error.message,
                reason=error.reason,
                hint=f"Name one: zim_query(query={quoted(call)}, zim_file_path={quoted(self.example)}).",
                data=error.data,
            ) from error

    def named(self) -> str | None:
        """Return the archive of a question that needs one, None where it is not named but the only one."""
        return None if self.query and len(self.names) == 1 else self.one()

    def find(self, topic: str, *, is_whole: bool = True) -> Place | None:
        """Return the entry a topic means, the best over all archives; None when nothing is as good as sure.

        A title that exists goes before a question's subject, and that before a title spelt like the topic. Of equals,
        one in the language of the request is taken, then the newest; where the whole article is wanted, one that has
        more than beginnings first.
        """
        found = self._ranked(topic, is_whole=is_whole)
        return self._place(topic, found[0], found) if found else None

    def need(self, topic: str, has: Callable[[Place], bool] | None = None) -> Place:
        """Return the entry a topic means, of equals the first that has what is wanted of it, else the first.

        Raises NotFound (entry_not_found) with the nearest ones.
        """
        found = self._ranked(topic)
        if not found:
            return self._nowhere(topic)
        best = [one for one in found if one.score == found[0].score]
        if has is not None and len(best) > 1:
            lacking: list[_Found] = []
            for one in best:
                place = self._place(topic, one, found, lacking)
                if has(place):
                    return place
                lacking.append(one)
        return self._place(topic, found[0], found)

    def _ranked(self, topic: str, *, is_whole: bool = True) -> list[_Found]:
        """Return what archives have for a topic, the best first."""
        archives = self._open()
        found = [one for archive in archives if (one := self._find(archive, topic)) is not None]
        if not any(one.match is None or one.match.match_type in _AS_ASKED for one in found):
            about = [one for archive in archives if (one := self._about(archive, topic)) is not None]
            found = about or found
        if not found:
            return []

        # Each sort is stable: equals stay in the order of their names. Dates compare within a language only.
        def language(one: _Found) -> tuple[bool, tuple[bool, str]]:
            is_spoken = is_in_language(self.query or topic, one.archive.languages)
            return not is_spoken, _language_order(one.archive)

        first = min(found, key=lambda one: (language(one)[0], -_known(one), language(one)[1]))
        found.sort(key=lambda one: one.archive.date, reverse=True)
        found.sort(key=lambda one: is_mini(one.archive))
        if not is_whole:
            found.sort(key=lambda one: one.archive.date, reverse=True)
        found.sort(key=lambda one: (-one.score, language(one) != language(first)))
        return found

    def _place(self, topic: str, one: _Found, found: list[_Found], lacking: Sequence[_Found] = ()) -> Place:
        """Return an entry with what is to be said of its choice: how it was found, and which archives have it too."""
        notes = (
            [guess_note(topic, one.match, one.matches)] if one.is_guess and one.match and one.matches else []
        )
        if one.subject is not None:
            notes = [subject_note(topic, one.subject)]
        if len(self.names) > 1:
            others = [
                f"{other.archive.name} (without this)" if other in lacking else other.archive.name
                for other in found
                if other.archive is not one.archive and other.score == one.score
            ]
            also = f" Also in: {', '.join(others[:MOST_NAMED])}." if others else ""
            notes.append(f"{self.asked} were asked; this is from {one.archive.name}.{also}")
        part = " ".join(one.subject.rest) if one.subject is not None else ""
        return Place(one.archive.name, one.entry_path, " ".join(notes), part)

    def _nowhere(self, topic: str) -> Place:
        """Leave a topic of one archive to the tool, which says what is nearest; raise NotFound for several."""
        if len(self.names) == 1:
            return Place(self.names[0], topic)  # the tool says what is nearest
        near = [
            f"{match.title} ({archive.name})"
            for archive in self._open()
            for match in self._match(archive, topic).matches[:2]
        ]
        hint = f"Nearest: {', '.join(near[:5])}." if near else "Search for it: search for <words>."
        raise NotFound(
            f"None of {self.asked} has an entry “{shortened(topic)}”.",
            reason="entry_not_found",
            hint=hint,
            data={"suggestions": near, "loaded_archives": list(self.names)},
        )

    def is_file(self, place: Place) -> bool:
        """Whether an entry is no page: a picture, a sound."""
        entry = self.library.open(place.archive).resolve(place.entry_path).entry
        return not is_html(entry.mimetype)

    def refuse_paging(self, words: str) -> None:
        """Raise InvalidArgument (invalid_combination): hits of several archives are merged into one page."""
        call = f"zim_query(query={quoted(f'search for {words}')}, zim_file_path={quoted(self.example)}, offset=…)"
        raise InvalidArgument(
            f"The hits of {len(self.names)} archives have one page.",
            reason="invalid_combination",
            hint=f"Raise limit, or page through one of them: {call}.",
            data={"field": "offset"},
        )

    def _open(self) -> list[OpenArchive]:
        opened: list[OpenArchive] = []
        for name in self.names:
            try:
                opened.append(self.library.open(name))
            except BookwheelError:
                if len(self.names) == 1:
                    raise
        return opened

    def _has(self, archive: OpenArchive, text: str) -> bool:
        if self._entry(archive, text) is not None:
            return True
        return "://" not in text and title_itself(archive, text) is not None

    def _entry(self, archive: OpenArchive, text: str) -> DirectoryEntry | None:
        """Return the entry that a path, a title, an address or a special name leads to, redirects not followed.

        `resolve` would also look for the nearest entries, which takes longer.
        """
        key = archive.name, text
        if key not in self._entries:
            try:
                match = find(archive, text)
            except DefectError:
                match = None
            # "C#, thanks" names no section of C.
            is_meant = match is not None and (not match.fragment or match.fragment[0].isalnum())
            self._entries[key] = match.entry if match is not None and is_meant else None
        return self._entries[key]

    def _match(self, archive: OpenArchive, text: str) -> TitleMatches:
        key = archive.name, text
        known = self._matches.get(key)
        if known is None:
            known = self._matches[key] = resolve_title(archive, text, MOST_NAMED, self._known_words())
        return known

    def _known_words(self) -> KnownWords:
        if self._known is None:
            self._known = KnownWords(self._open())
        return self._known

    def _about(self, archive: OpenArchive, topic: str) -> _Found | None:
        subject = (
            subject_of(archive, topic)
            if is_question(archive, topic)
            else asked_of(archive, topic, lambda entry, part: _has_section(archive, entry, part))
        )
        return None if subject is None else _Found(archive, subject.entry.path, None, None, subject)

    def _find(self, archive: OpenArchive, topic: str) -> _Found | None:
        matches = self._match(archive, topic)
        best = matches.best
        if best is not None and matches.is_exact:
            return _Found(archive, best.pre_redirect_path or best.path, best, matches)
        if self._entry(archive, topic) is not None:
            return _Found(archive, topic, None, None)
        for one in singulars(topic) if archive.language in _ENGLISH else ():
            if (named := title_itself(archive, one)) is not None:
                return _Found(archive, named.path, named._replace(match_type="frame_stripped"), matches)
        if best is not None:
            return _Found(archive, best.pre_redirect_path or best.path, best, matches)
        return None


def choose(library: Library, zim_file_path: str | None, query: str = "", *, is_loose: bool = False) -> Places:
    """Return the archives a question goes to: the one that is named, the only one there is, or all.

    is_loose: the name is a caller's words, and an archive whose name has all of them is meant too ("the 2018 one").
    Raises NotFound (missing_archive: there is none; archive_not_found: none of several is called so) and
    Unavailable (archive_unreadable).
    """
    readable = tuple(file.name for file in library.largest())
    named = (zim_file_path or "").strip()
    if named:
        try:
            return Places(library, (library.open(named).name,))
        except NotFound:
            if is_loose and (meant := newest_first(library, named_by_parts(library, named))):
                return Places(library, meant[:1], choice_note(named, meant))
            if len(readable) != 1:
                raise
            note = f"The only archive is {readable[0]}; it was asked instead of “{shortened(_last(named))}”."
            return Places(library, readable, note)
    if not readable:
        for file in library.archives():
            library.open(file.name)  # raises, and says what is wrong with it
        library.choose(None)  # raises: there is none
    left_out = sum(file.readable for file in library.archives()) - len(readable)
    return Places(library, readable, left_out=left_out, query=query)


def _has_section(archive: OpenArchive, entry: DirectoryEntry, name: str) -> bool:
    try:
        section = section_called(archive.document(archive.resolve(entry.path)), name)
    except BookwheelError:
        return False
    return section is not None and section.index > 0


def _known(one: _Found) -> float:
    """Return how common the words are that a question asks of its subject, in an archive: its language has them."""
    rest = one.subject.rest if one.subject is not None else ()
    return sum(map(one.archive.search.count, rest)) / max(one.archive.entry_count, 1)


def _language_order(archive: OpenArchive) -> tuple[bool, str]:
    """Return what puts archives of the language that requests are mostly in first."""
    return archive.language not in _ENGLISH, archive.language


def _last(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path


def _is_called(entry: DirectoryEntry | None, text: str) -> bool:
    """Whether an entry has just this title, path or address; "Cell (biology)?" is none."""
    if entry is None:
        return False
    return "://" in text or fold(_plain(text)) in {
        fold(_plain(name)) for name in (entry.title, entry.path, entry.name)
    }


def _plain(text: str) -> str:
    return text.replace("_", " ").strip()
