"""Random documents, their text as hostile to the renderers as possible."""

from __future__ import annotations

from hypothesis import strategies as st

from bookwheel.document.model import (
    EMPTY,
    Block,
    Citation,
    Code,
    CodeSpan,
    DisambiguationEntry,
    Document,
    Emphasis,
    Figure,
    Hatnote,
    Infobox,
    InfoboxRow,
    Inline,
    Link,
    ListBlock,
    ListItem,
    Mark,
    Math,
    MathBlock,
    NoteMark,
    Paragraph,
    Quote,
    Reference,
    Section,
    Strong,
    Struck,
    Table,
)

HOSTILE = (
    "*", "**", "_", "__", "`", "```", "~~", "~", "$", "$$", "<", "<b>", "</p>", "<!--", "<?", "&lt;", "&#60;", "&",
    "[", "]", "](", "](http://e.org)", "![", "[1]:", "!", "(", ")", ":", "\\", "|", "|---|", "---", "===", "# ", "#",
    "> ", "- ", "+ ", "1. ", "7) ", "- - -", "\n", "\n# x", "\n- x", "\n---", "\n```", "\n    x", "http://e.org",
    "</article_text>", "{", "}", "^", "=", "\t",
)  # fmt: skip
PLAIN = (
    "word",
    "a",
    "Z",
    "9",
    "é",
    "東京",
    "は",
    "한",
    "م",
    "😀",
    "👨‍👩‍👧",
    "e\u0301",
    "“",
    "”",
    "«",
    ",",
    ".",
    "'",
    '"',
)

pieces = st.one_of(st.sampled_from(HOSTILE), st.sampled_from(PLAIN), st.just(" "))
texts = st.lists(pieces, max_size=12).map("".join)
words = st.lists(st.one_of(st.sampled_from(PLAIN), st.just(" ")), max_size=12).map("".join)
paths = st.one_of(
    texts, st.sampled_from(("Paris", "A/Mercury_(planet)", "100%", "javascript:alert(1)", "data:x,y"))
)


@st.composite
def inlines(draw: st.DrawFn, content: st.SearchStrategy[str] = texts) -> Inline:
    """Text with properly nested marks."""
    text = ""
    marks: list[Mark] = []
    budget = 8

    def grow(depth: int) -> None:
        nonlocal text, budget
        for _ in range(draw(st.integers(0, 3))):
            budget -= 1
            if budget < 0:
                return
            kinds = ("text", "text", "link", "strong", "emphasis", "struck", "code", "math", "note")
            kind = draw(st.sampled_from(kinds))
            start, place = len(text), len(marks)
            if kind == "note":
                marks.append(
                    NoteMark(start, start, "k", draw(st.sampled_from(("1", "note 2", "", "[a]", "*"))))
                )
                continue
            if kind == "text" or depth == 3 or kind in ("code", "math"):
                text += draw(content)
            else:
                grow(depth + 1)
            end = len(text)
            match kind:
                case "link":
                    target = draw(paths)
                    where = draw(st.sampled_from(("internal", "external", "anchor", "media")))
                    marks.insert(place, Link(start, end, where, target, target))
                case "strong":
                    marks.insert(place, Strong(start, end))
                case "emphasis":
                    marks.insert(place, Emphasis(start, end))
                case "struck":
                    marks.insert(place, Struck(start, end))
                case "code":
                    marks.insert(place, CodeSpan(start, end))
                case "math":
                    marks.insert(place, Math(start, end))
                case _:
                    pass

    grow(0)
    return Inline(text, tuple(marks))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(1, 4))
    row = st.lists(inlines(), min_size=width, max_size=width).map(tuple)
    return Table(draw(inlines()), draw(row), tuple(draw(st.lists(row, max_size=3))))


def items(blocks: st.SearchStrategy[Block]) -> st.SearchStrategy[ListItem]:
    nested = st.lists(blocks, max_size=2).map(tuple)
    return st.builds(ListItem, inlines(), nested, st.sampled_from(("item", "term", "definition")))


def lists(blocks: st.SearchStrategy[Block]) -> st.SearchStrategy[ListBlock]:
    return st.builds(
        ListBlock,
        st.sampled_from(("bullet", "ordered", "definition")),
        st.lists(items(blocks), max_size=3).map(tuple),
        st.lists(st.integers(-3, 10**10), max_size=3).map(tuple),
    )


paragraphs = st.builds(Paragraph, inlines())
codes = st.builds(Code, texts, st.sampled_from(("", "python", "c++", "a b`c")))
leaves: st.SearchStrategy[Block] = st.one_of(
    paragraphs,
    st.builds(Hatnote, inlines()),
    tables(),
    st.builds(
        Infobox, inlines(), st.lists(st.builds(InfoboxRow, inlines(), inlines()), max_size=3).map(tuple)
    ),
    codes,
    st.builds(Figure, inlines(), texts, paths, st.sampled_from(("image", "audio", "video", "map"))),
    st.builds(MathBlock, texts),
)
blocks: st.SearchStrategy[Block] = st.recursive(
    leaves,
    lambda inner: st.one_of(lists(inner), st.builds(Quote, st.lists(inner, max_size=3).map(tuple))),
    max_leaves=5,
)


@st.composite
def documents(draw: st.DrawFn, content: st.SearchStrategy[Block] = blocks) -> Document:
    """A page of a few sections, its headings nested by level."""
    index = 0

    def bodies() -> tuple[Block, ...]:
        return tuple(draw(st.lists(content, max_size=3)))

    def grow(level: int) -> tuple[Section, ...]:
        nonlocal index
        grown: list[Section] = []
        for _ in range(draw(st.integers(0, 2 if level < 4 else 0))):
            index += 1
            own, title, body = index, draw(inlines()), bodies()
            grown.append(Section(own, str(own), f"s{own}", level, title, body, grow(level + 1)))
        return tuple(grown)

    lead = Section(0, "", "", 1, EMPTY, bodies())
    return Document(
        title=draw(texts),
        sections=(lead, *grow(2)),
        references=tuple(
            Reference(f"k{number}", str(number), "", draw(inlines()))
            for number in range(draw(st.integers(0, 2)))
        ),
        categories=(),
        coordinates=None,
        is_disambiguation=draw(st.booleans()),
        disambiguation=tuple(draw(st.lists(st.builds(DisambiguationEntry, paths, texts), max_size=3))),
        citation=Citation("A page", "archive"),
    )
