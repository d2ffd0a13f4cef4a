"""One open archive: resolving paths, reading entries, parsing pages, listing."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from bookwheel.archive import defects, nearest, paths
from bookwheel.archive import metadata as meanings
from bookwheel.archive.browse import Listing, NamespaceCount, Page, namespace_letter
from bookwheel.archive.clusters import Clusters
from bookwheel.archive.defects import LIBZIM_ERRORS, DefectError, one_line
from bookwheel.archive.directory import Directory, DirectoryEntry
from bookwheel.archive.entry import Entry, Resolved, is_html
from bookwheel.archive.files import Fingerprint, Found
from bookwheel.archive.parts import open_parts
from bookwheel.archive.search import Search
from bookwheel.archive.titles import Titles, find_listing
from bookwheel.archive.weblinks import Identity, identify, origin_of
from bookwheel.cache import ByteBoundedCache
from bookwheel.document import model
from bookwheel.document.invisible import without_invisible
from bookwheel.errors import NotFound

if TYPE_CHECKING:
    from libzim.reader import Archive

# What a document occupies, measured with tracemalloc on 926 pages of five archives and of the web:
# 0.75 to 1.5 times the HTML of real pages, 2.8 times that of pages of 2 KB.
DOCUMENT_BYTES_PER_HTML_BYTE = 1.5
DOCUMENT_BYTES_AT_LEAST = 4096
STUB_BYTES = 2048
DocumentKey = tuple[str, str, Fingerprint, int]
Documents = ByteBoundedCache[DocumentKey, model.Document]
DerivedKey = tuple[str, Fingerprint, str]
Derived = ByteBoundedCache[DerivedKey, Any]
T = TypeVar("T")


class OpenArchive:
    """An archive that is open for reading. Made by `Library.open`; belongs to one process and one thread.

    name: the shortest string `zim_file_path` accepts. uuid: its identity, as the archive tells it.
    path: the file ("x.zim" for a split set). fingerprint: the state of its files when it was opened.
    cache_folder: where its companion file lies when its own folder is read-only; "" for nowhere.
    Every method that reads raises Unavailable (archive_unreadable) where the file is damaged.
    """

    def __init__(
        self,
        found: Found,
        state: Fingerprint,
        documents: Documents,
        derived: Derived | None = None,
        cache_folder: str = "",
    ) -> None:
        self.name: str = found.name
        self.path: Path = found.path
        self.parts: tuple[Path, ...] = found.parts
        self.fingerprint: Fingerprint = state
        self._documents = documents
        self._derived = ByteBoundedCache[DerivedKey, Any](0) if derived is None else derived
        self.cache_folder: str = cache_folder
        try:
            self._parts, self.header = open_parts(found.parts)
            self._libzim = _open_with_libzim(found.path)
            self.directory = Directory(self._parts, self.header)
            self.clusters = Clusters(self._parts, self.header)
        except (DefectError, OSError, *LIBZIM_ERRORS) as error:
            raise defects.unreadable(found.name, one_line(error)) from error
        self.uuid: str = self.header.uuid
        self.has_new_namespaces: bool = self.header.has_new_namespaces
        self._lost_metadata: list[str] = []
        self._listing = Listing(self.directory)
        self.search = Search(self._libzim, self.directory, has_new_namespaces=self.has_new_namespaces)

    # ---- what it is ----------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """The size in bytes, all parts together."""
        return sum(part.size for part in self.fingerprint)

    @property
    def is_multipart(self) -> bool:
        """Whether it is split over several files."""
        return len(self.parts) > 1

    @property
    def entry_count(self) -> int:
        """All entries: pages, redirects, assets, metadata and indexes."""
        return self.header.entry_count

    @property
    def has_fulltext_index(self) -> bool:
        """Whether the text of pages can be searched."""
        return bool(self._libzim.has_fulltext_index)

    @property
    def has_title_index(self) -> bool:
        """Whether titles can be searched by their beginning or words."""
        return bool(self._libzim.has_title_index)

    @property
    def has_checksum(self) -> bool:
        """Whether the archive carries a checksum of itself."""
        return bool(self._libzim.has_checksum)

    @cached_property
    def _metadata(self) -> dict[str, str]:
        values: dict[str, str] = {}
        with self._whole_directory():
            numbers = range(*self.directory.namespace_range("M"))
        for number in numbers:
            name = ""
            try:
                entry = self.directory.entry(number)
                if not entry.is_redirect and entry.mimetype.startswith("text/"):
                    name = entry.name
                    values[name] = without_invisible(self.clusters.content(entry).decode("utf-8", "replace"))
            except (DefectError, *LIBZIM_ERRORS):
                self._lost_metadata.append(name)
        return values

    def metadata(self) -> dict[str, str]:
        """Return the textual metadata by key, as stored, without values that are damaged."""
        return dict(self._metadata)

    def lost_metadata(self) -> list[str]:
        """Return the keys of the values that are damaged; "" for an entry that does not even tell its key."""
        _ = self._metadata
        return self._lost_metadata

    def counter(self) -> dict[str, int] | None:
        """Return entries per MIME type as the archive itself tells them, or None."""
        text = self._metadata.get("Counter", "")
        return meanings.parse_counter(text) or None

    @property
    def title(self) -> str:
        """The archive's title, or its name."""
        return meanings.fact(self._metadata, "Title") or self.name

    @property
    def date(self) -> str:
        """The archive's date (ISO) or ""."""
        return meanings.fact(self._metadata, "Date")

    @property
    def description(self) -> str:
        """The archive's one-line description or ""."""
        return meanings.fact(self._metadata, "Description")

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Its languages as short codes ("en", "zh-hant"); empty when it tells none."""
        return meanings.languages(self._metadata.get("Language", ""))

    @property
    def language(self) -> str:
        """Its first language as a short code, or ""."""
        return self.languages[0] if self.languages else ""

    @cached_property
    def licence(self) -> str:
        """The licence of its texts, stated or known from its project; else ""."""
        return meanings.licence(self._metadata)

    @cached_property
    def kind(self) -> tuple[str, str]:
        """What sort of collection it is, and how sure that is (see `metadata.kind`)."""
        return meanings.kind(self._metadata)

    @cached_property
    def identity(self) -> Identity:
        """Where it comes from."""
        return identify(self.path.name.removesuffix(".zim"), self._metadata, self.language)

    # ---- finding entries -----------------------------------------------------------------------------------

    @property
    def content_namespace(self) -> str:
        """The letter under which pages lie: "C", or "A" in older archives."""
        return "C" if self.has_new_namespaces else "A"

    @cached_property
    def titles(self) -> Titles:
        """Entries by title."""
        with self._whole_directory():
            listing = find_listing(
                self.directory, self.clusters, self._parts, has_new_namespaces=self.has_new_namespaces
            )
            return Titles(listing, self.content_namespace)

    def resolve(self, entry_path: str) -> Resolved:
        """Return the entry a path, title or address means (see `archive.paths`).

        Raises NotFound (entry_not_found: `closest_match`, `suggestions`) and InvalidValue (redirect_loop: `chain`).
        """
        with self._whole_directory():
            return paths.resolve(self, entry_path)

    def find_path(self, entry_path: str) -> str | None:
        """Return the path of the entry that a link in a page leads to, redirects not followed, or None.

        Only spellings a link may have are tried (escaped, fragment, query, namespace): a few searches of 20 µs.
        """
        with self._whole_directory():
            return paths.find_link(self, entry_path)

    def main_page(self) -> Resolved:
        """Return the main page. Raises NotFound (entry_not_found) when the archive names none."""
        with self._whole_directory():
            entry = paths.main_entry(self)
            if entry is not None:
                return paths.follow(self, paths.Match(entry, "special", ""), "W/mainPage")
        raise NotFound(
            f'The archive "{self.name}" names no main page.',
            reason="entry_not_found",
            hint="List its pages with zim_browse, or search for a title.",
            data={"archive": self.name},
        )

    def entry_at(self, number: int, source: str) -> DirectoryEntry:
        """Return an entry by number; `source` is the path of the redirect that leads there."""
        try:
            return self.directory.entry(number)
        except DefectError as defect:
            raise defects.damaged_entry(self.name, source, f"it redirects to nowhere ({defect})") from defect

    def stub_target(self, entry: DirectoryEntry) -> str | None:
        """Return the path (with fragment) to which a page that is nothing but a forward leads, or None.

        Scrapers write such pages for redirects to a section, which the format itself cannot express.
        """
        if entry.namespace != self.content_namespace or not is_html(entry.mimetype):
            return None
        from bookwheel.html import redirect_target

        try:
            if self.clusters.size(entry) > STUB_BYTES:
                return None
            content = self.clusters.content(entry)
        except DefectError:
            return None
        href = redirect_target(content)
        return paths.target_of_link(entry, href) if href else None

    def nearest(self, requested: str, limit: int = 5) -> list[str]:
        """Return the paths whose path or title is most like a request, the likest first."""
        try:
            return nearest.paths_like(self, requested, limit)
        except DefectError:
            return []

    # ---- reading -------------------------------------------------------------------------------------------

    def size_of(self, resolved: Resolved) -> int:
        """Return the size of an entry's content in bytes without copying it."""
        try:
            return self.clusters.size(resolved.entry)
        except DefectError as error:
            raise defects.damaged_entry(self.name, resolved.path, one_line(error)) from error

    def read(self, resolved: Resolved) -> Entry:
        """Return an entry with its whole content."""
        entry = resolved.entry
        try:
            content = self.clusters.content(entry)
        except DefectError as error:
            raise defects.damaged_entry(self.name, resolved.path, one_line(error)) from error
        return Entry(entry.number, entry.path, entry.title, entry.mimetype, len(content), content)

    def _key(self, resolved: Resolved) -> DocumentKey:
        """Return what a parsed page depends on: the bytes of the archive, its entry, and the name it is cited by."""
        return self.name, self.uuid, self.fingerprint, resolved.entry.number

    def document(self, resolved: Resolved) -> model.Document:
        """Return a page as a document, from memory when it was read lately. The entry must be HTML."""
        from bookwheel.html import parse

        key = self._key(resolved)
        document = self._documents.get(key)
        if document is None:
            page = self._page(resolved)
            document = parse(page)
            size = DOCUMENT_BYTES_AT_LEAST + int(len(page.html) * DOCUMENT_BYTES_PER_HTML_BYTE)
            self._documents.put(key, document, size)
        return document

    def lead(self, resolved: Resolved, *, is_prose_only: bool = False) -> model.Document:
        """Return a page's lead as a document, the same whether the whole is in memory, which costs nothing, or is not.

        With `is_prose_only` it may lack what `html.parse` then leaves out, which costs less again.
        """
        from bookwheel.html import parse_lead

        known = self._documents.get(self._key(resolved))
        if known is not None:
            return known._replace(sections=known.sections[:1])
        return parse_lead(self._page(resolved), is_prose_only=is_prose_only)

    def prose(self, resolved: Resolved) -> model.Document:
        """Return a whole page that may lack what `html.parse` leaves out for prose alone, and is not kept."""
        from bookwheel.html import parse

        known = self._documents.get(self._key(resolved))
        return known or parse(self._page(resolved), is_prose_only=True)

    def _page(self, resolved: Resolved) -> model.Page:
        from bookwheel.html import charset_of

        content = defects.readable_page(self.name, resolved.path, self.read(resolved).content)
        charset = charset_of(resolved.entry.mimetype)
        return model.Page(content, resolved.path, self._cite(resolved, content), charset)

    def citation(self, resolved: Resolved) -> model.Citation:
        """Return how to cite an entry."""
        document = self._documents.get(self._key(resolved))
        if document is not None:
            return document.citation
        return self._cite(resolved, self.read(resolved).content if is_html(resolved.entry.mimetype) else b"")

    def _cite(self, resolved: Resolved, content: bytes) -> model.Citation:
        entry = resolved.entry
        origin = origin_of(self.identity, entry.name, entry.title, content)
        return model.Citation(
            title=entry.title,
            source="archive",
            url=origin.url,
            permalink=origin.permalink,
            revision_id=origin.revision_id,
            date=self.date,
            licence=self.licence,
            language=self.language,
            archive=self.name,
        )

    def derived(self, what: str, make: Callable[[], tuple[T, int]]) -> T:
        """Return something computed from this archive: from memory, else from `make`, which tells its size in bytes.

        `what` names it; the same name always stands for the same type.
        """
        key = (str(self.path), self.fingerprint, what)
        known = self._derived.get(key)
        if known is not None:
            return cast("T", known)
        made, size = make()
        # What is large takes longest to make again: it is kept although it counts for more than one place.
        self._derived.put(key, made, min(size, self._derived.max_bytes // 4))
        return made

    # ---- listing -------------------------------------------------------------------------------------------

    def namespace_letter(self, text: str) -> str | None:
        """Return the letter of the namespace that a caller means, or None for an unknown one (see `archive.browse`)."""
        letter = namespace_letter(text, self.content_namespace)
        word = text.strip()
        if letter is None and len(word) == 1:
            with self._whole_directory():
                own = set(self.directory.letters())
            letter = next((form for form in (word, word.upper()) if form in own), None)
        return letter

    def namespaces(self) -> tuple[NamespaceCount, ...]:
        """Return exact numbers per namespace; the first call reads the directory once (0.2 s per million entries)."""
        with self._whole_directory():
            return self._listing.counts()

    def browse(self, letter: str, offset: int, limit: int, *, include_assets: bool) -> Page:
        """Return rows of a namespace from a position; constant time at any offset (see `archive.browse`)."""
        with self._whole_directory():
            return self._listing.page(letter, offset, limit, include_assets=include_assets)

    # ---- the file ------------------------------------------------------------------------------------------

    @contextmanager
    def _whole_directory(self) -> Generator[None]:
        try:
            yield
        except DefectError as defect:
            raise defects.damaged(self.name, str(defect)) from defect


def _open_with_libzim(path: Path) -> Archive:
    from libzim.reader import Archive

    with defects.unheard():
        return Archive(path)
