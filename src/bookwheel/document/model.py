"""The document model: frozen plain data, no behaviour.

Inline content is *text with marks*: `Inline.text` is what a reader sees, complete by itself (scripts such as
`H₂O` and formulas as TeX already stand in it), and `Inline.marks` says which stretches are links, emphasis,
code, formulas or footnote marks. Offsets count code points of `text`. Marks are ordered by (start, -end) and
nest properly. Plain text needs no marks at all, which is what makes rendering cheap.

The leaf types are named tuples: they are made by the ten thousand, and a frozen dataclass costs four times as much.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

LinkKind: TypeAlias = Literal["internal", "external", "anchor", "media"]


class Link(NamedTuple):
    """A hyperlink over text[start:end].

    `href` is as written. `target` is where it leads: an entry path or page title for "internal", a URL for
    "external", the fragment for "anchor", the file's path for "media"; "" when it leads nowhere.
    """

    start: int
    end: int
    kind: LinkKind
    href: str
    target: str


class Strong(NamedTuple):
    """Bold text."""

    start: int
    end: int


class Emphasis(NamedTuple):
    """Italic text."""

    start: int
    end: int


class Struck(NamedTuple):
    """Struck out text: it stood there and holds no longer."""

    start: int
    end: int


class CodeSpan(NamedTuple):
    """Inline code; its text is verbatim."""

    start: int
    end: int


class Math(NamedTuple):
    """An inline formula; its text is TeX."""

    start: int
    end: int


class NoteMark(NamedTuple):
    """The mark of a footnote at `start` (start == end: it owns no text); `key` names the `Reference`."""

    start: int
    end: int
    key: str
    label: str


Mark: TypeAlias = Link | Strong | Emphasis | Struck | CodeSpan | Math | NoteMark


class Inline(NamedTuple):
    """Text with marks; a line feed in `text` is a hard line break."""

    text: str
    marks: tuple[Mark, ...] = ()


EMPTY = Inline("")


class Paragraph(NamedTuple):
    """A paragraph, also a line of a poem or address (line breaks kept)."""

    content: Inline


class ListItem(NamedTuple):
    """One item: its own line, then the blocks inside it (nested lists, code, tables, more paragraphs).

    `role` is "term" or "definition" in a definition list, else "item".
    """

    content: Inline
    blocks: tuple[Block, ...] = ()
    role: Literal["item", "term", "definition"] = "item"


class ListBlock(NamedTuple):
    """A list. `numbers` holds the value of each item of an ordered list (start, reversed and value applied)."""

    kind: Literal["bullet", "ordered", "definition"]
    items: tuple[ListItem, ...]
    numbers: tuple[int, ...] = ()


class Table(NamedTuple):
    """A data table as a full grid: every row has len(header) cells.

    Row-spanned cells are repeated; a column-spanned cell is followed by empty ones; stacked header rows are
    joined per column. `header` is the first row when the source marks none.
    """

    caption: Inline
    header: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


class InfoboxRow(NamedTuple):
    """`label: value`; an empty label is a full-width line, an empty value with a label is a group heading."""

    label: Inline
    value: Inline


class Infobox(NamedTuple):
    """Label/value facts about the subject."""

    title: Inline
    rows: tuple[InfoboxRow, ...]


class Quote(NamedTuple):
    """A block quotation or quote box."""

    blocks: tuple[Block, ...]


class Code(NamedTuple):
    """Preformatted text, verbatim, without the final newline; `language` as the page names it, or ""."""

    text: str
    language: str


class Figure(NamedTuple):
    """A picture, sound, video or map: caption and alternative text; `source` is its path or URL, never its bytes."""

    caption: Inline
    alt: str
    source: str
    kind: Literal["image", "audio", "video", "map"] = "image"


class MathBlock(NamedTuple):
    """A displayed formula in TeX."""

    tex: str


class Hatnote(NamedTuple):
    """A note above the text that points elsewhere ("Main article: …", "For other uses, see …")."""

    content: Inline


class ReferenceList(NamedTuple):
    """The place where the page lists its footnotes; `keys` names the `Reference`s in order, `group` their group."""

    group: str
    keys: tuple[str, ...]


Block: TypeAlias = (
    Paragraph | ListBlock | Table | Infobox | Quote | Code | Figure | MathBlock | Hatnote | ReferenceList
)


class Section(NamedTuple):
    """A section with its own blocks and its subsections.

    index: 0 for the lead, then 1, 2, … in page order over all headings.
    number: "" for the lead, else "1", "1.2", …
    anchor: the fragment that leads there, unique in the document; "" for the lead.
    level: the heading's level, 1 to 6; 1 for the lead.
    wiki_index: MediaWiki's own index of the section where the page tells it; None for a heading that has no
        wikitext of its own (made by a template) or on a page that tells none; 0 for the lead.
    """

    index: int  # pyright: ignore[reportIncompatibleMethodOverride]  # nobody searches a section as a tuple
    number: str
    anchor: str
    level: int
    title: Inline
    blocks: tuple[Block, ...]
    subsections: tuple[Section, ...] = ()
    wiki_index: int | None = None


class Reference(NamedTuple):
    """A footnote: `key` as its marks name it, `label` as the page shows it ("1", "note 2"), group or "".

    `urls` holds every external link of the note in order; `doi` is "" when there is none.
    """

    key: str
    label: str
    group: str
    content: Inline
    urls: tuple[str, ...] = ()
    doi: str = ""


class Category(NamedTuple):
    """A category of the page; `is_hidden` marks maintenance ones."""

    name: str
    is_hidden: bool = False


class Coordinates(NamedTuple):
    """A place on Earth in decimal degrees."""

    latitude: float
    longitude: float


class DisambiguationEntry(NamedTuple):
    """One choice of a disambiguation page: where it leads and the line that describes it."""

    target: str
    text: str


class Citation(NamedTuple):
    """How to cite the page. Unknown parts are "".

    `source` is "live" or "archive"; `archive` the archive's shortest name; `date` the archive's or revision's
    ISO date; `url` the original page.
    """

    title: str
    source: Literal["live", "archive"]
    url: str = ""
    permalink: str = ""
    revision_id: str = ""
    date: str = ""
    licence: str = ""
    language: str = ""
    archive: str = ""


class Page(NamedTuple):
    """A page as it came from its source, before parsing.

    charset: the encoding that the source declares for it (the parameter of a MIME type), or "".
    path: the address that relative links start from: the entry's full path in an archive (old archives with
    their namespace, "A/Paris"), the page's title with underscores when live.
    """

    html: bytes
    path: str
    citation: Citation
    charset: str = ""


class Document(NamedTuple):
    """A parsed page. `sections[0]` is the lead, the others are the top-level sections in order."""

    title: str
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    categories: tuple[Category, ...]
    coordinates: Coordinates | None
    is_disambiguation: bool
    disambiguation: tuple[DisambiguationEntry, ...]
    citation: Citation
