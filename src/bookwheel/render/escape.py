r"""Keep article text from acting as Markdown.

A backslash goes only where a character would otherwise start or end a construct, so that prose, prices, ranges
and file names stay readable: `2 * 3`, `snake_case`, `$5`, `a < b` and `#1` pass unchanged. The rules see one
segment of text at a time. What lies beyond its ends is unknown, so that at an end every rule takes the safe side.
"""

from __future__ import annotations

import re
import unicodedata

_PUNCTUATION = r"!-/:-@\[-`{-~"

# Every character that any inline rule below can touch. One scan for them decides whether rules must run at all.
SPECIAL = re.compile(r"[\\`*_<\]&~$]")
CELL_SPECIAL = re.compile(r"[\\`*_<\]&~$|\n]")

_INLINE_RULES = (
    rf"\\(?=[{_PUNCTUATION}]|\s*(?:\n|\Z))"  # would escape what follows, or break the line
    r"|`"
    r"|(?<!\s)\*|\*(?!\s)"  # a star between spaces is a star
    r"|(?<![^\W_])_(?!\s)"  # inside a word or before a space an underscore cannot open emphasis
    r"|<(?=[A-Za-z/!?])"
    r"|\](?=\()"
    r"|&(?=\#?\w{1,40};)"  # a character reference shown as text
    r"|~(?=~)|(?<!\s)~"
)
_INLINE = re.compile(_INLINE_RULES + r"|(?<!\s)\$(?!\d)")
_INLINE_NEAR_FORMULA = re.compile(_INLINE_RULES + r"|\$")
_BRACKETS = re.compile(r"[\[\]]")

# A line of rendered text that starts like a block of its own.
_LINE_START = re.compile(
    r"(?=#{1,6}(?:[ \t]|$)|[>|]|[-+_*](?:[ \t]|$)|[-=]+[ \t]*$|[:-][|:\- \t]*$|\[(?:[^\[\]\n\\]|\\.)*\]:)"
    r"|\d{1,9}(?=[.)](?:[ \t]|$))"
)
_BLANK_LINES = re.compile(r"\n{3,}")
_LINE_START_CHARACTERS = frozenset("#>|-+_*=:[0123456789")


def escape_inline(segment: str, *, in_link: bool = False, near_formula: bool = False) -> str:
    """Return the segment with every character escaped that would act as inline Markdown.

    in_link: the segment is part of a link's text, where brackets count.
    near_formula: the same text holds a formula, so that a lone dollar sign could pair with its delimiter.
    """
    if in_link and ("[" in segment or "]" in segment):
        parts = _BRACKETS.split(segment)
        brackets = _BRACKETS.findall(segment)
        escaped = [escape_inline(part, near_formula=near_formula) for part in parts]
        return escaped[0] + "".join(
            f"\\{bracket}{part}" for bracket, part in zip(brackets, escaped[1:], strict=True)
        )
    if SPECIAL.search(segment) is None:
        return segment
    # A scan for candidates and a closer look at each is several times faster than the rules at every character.
    rule = _INLINE_NEAR_FORMULA if near_formula else _INLINE
    pieces: list[str] = []
    position = 0
    for candidate in SPECIAL.finditer(segment):
        place = candidate.start()
        if rule.match(segment, place):
            pieces += (segment[position:place], "\\")
            position = place
    return "".join((*pieces, segment[position:]))


def guard_lines(rendered: str) -> str:
    """Escape line starts that would turn a paragraph into a heading, list, quote, rule, table or link definition.

    An empty line, as between two stanzas, stays; several become one.
    """
    rendered = rendered.strip()
    if "\n" in rendered:
        lines = "\n".join([_guard(part.strip()) for part in rendered.split("\n")])
        return _BLANK_LINES.sub("\n\n", lines)
    return _guard(rendered)


def _guard(line: str) -> str:
    if line[:1] in _LINE_START_CHARACTERS and (start := _LINE_START.match(line)):
        return f"{line[: start.end()]}\\{line[start.end() :]}"
    return line


def is_wordlike(character: str) -> bool:
    """Tell whether the character is neither a space nor punctuation or a symbol in CommonMark's sense."""
    return character.isalnum() or not (character.isspace() or unicodedata.category(character)[0] in "PS")


def code_span(text: str) -> str:
    """Return inline code with a delimiter that its text does not hold; line breaks become spaces."""
    text = " ".join(text.split("\n"))
    runs = {len(run) for run in re.findall(r"`+", text)}
    size = 1
    while size in runs:
        size += 1
    delimiter = "`" * size
    pad = " " if text.startswith("`") or text.endswith("`") or (text[:1] == text[-1:] == " " != text) else ""
    return f"{delimiter}{pad}{text}{pad}{delimiter}"


def code_fence(text: str, language: str) -> str:
    """Return a fenced code block, the fence longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{re.sub(r'[^A-Za-z0-9+#._-]', '', language)}\n{text}\n{fence}"


_FORMULA_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_FORMULA_DOUBLE_BAR = re.compile(r"(?<!\\)((?:\\\\)*)\\\|")
_FORMULA_DOLLAR = re.compile(r"(?<!\\)((?:\\\\)*)\$")


def formula(tex: str, *, in_cell: bool = False) -> str:
    r"""Return TeX that can stand between dollar signs: one line, no bare dollar sign, no tag, link, code or strikethrough.

    Inner dollar signs are the switches of `\text{... $x$ ...}`; they become `\(` and `\)`, which mean the same.
    in_cell: the double bar `\|` becomes `\Vert`, so that no cell holds a pipe after a backslash of its own.
    """
    tex = " ".join(tex.split())
    if in_cell and "\\|" in tex:
        tex = _FORMULA_DOUBLE_BAR.sub(r"\1\\Vert ", tex)
    if "<" in tex:
        tex = _FORMULA_TAG.sub("< ", tex)
    if "[" in tex or "]" in tex:
        tex = tex.replace("](", "] (").replace("![", "! [")
    while "~~" in tex:
        tex = tex.replace("~~", "~ ~")
    if "`" in tex:
        tex = tex.replace("`", "\u2018")
    if "$" in tex:
        count = len(_FORMULA_DOLLAR.findall(tex))
        switches = iter(("\\(", "\\)") * (count // 2) + ("\\$",) * (count % 2))
        tex = _FORMULA_DOLLAR.sub(lambda match: match[1] + next(switches), tex)
    backslashes = len(tex) - len(tex.rstrip("\\"))
    return tex + " " if backslashes % 2 else tex
