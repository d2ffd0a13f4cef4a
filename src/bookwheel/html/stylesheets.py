"""The style sheets inside a page: which of its elements their rules hide or paint.

What a matching rule declares is put in front of the element's own style, as the cascade does, so that every reader
judges the element by one style. Rules are looked at only on pages where one may hide something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.html.css import length, unescaped, without_comments
from bookwheel.html.furniture import DROP, traits_of
from bookwheel.html.selectors import Around, Compound, Element, element_of, read_selector, split_list
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import hides_alone, is_clipped, paints

_PUNCTUATION = re.compile(r"[{};]")
_STYLE = re.compile(rb"<style", re.IGNORECASE)
_NAME = re.compile(r"[.#]?[\w-]+")
_CONDITION = re.compile(r"[\[(:]")
_FEATURE = re.compile(r"\(\s*([\w-]+)\s*:?\s*([^()]*)\)")
_CONDITIONAL = ("@supports", "@layer", "@container", "@scope")
_PALE_INK = re.compile(
    rb"color\s*[:=]\s*[\"']?(?:white|snow|ghost|mint|#fff|#(?:f[4-9a-f]){3}|#f[4-9a-f]f|rgba?\(\s*(?:2[45]|\d{2}(?:\.\d+)?%)|hsl)"
)
_WINDOW = {"min-width": 1280.0, "max-width": 1280.0, "min-height": 800.0, "max-height": 800.0}
_LONGEST_KEPT = 30_000
_MOST_SOUGHT = 200
_MOST_ANCESTORS = 64
# Looks at elements and their ancestors that the rules of one page may cost. Beyond it, what a rule may hide is hidden.
_MOST_LOOKS = 500_000
_LONGEST_CONDITION = 300
_LONGEST_SIGN = 2  # characters


class Rule(NamedTuple):
    """One selector with its block. `around` holds what its ancestors must be, nearest first, and whether each is the parent."""

    subject: Compound
    around: Around
    weight: tuple[int, int, int]
    block: str
    hides: bool


class RuleSet:
    """The selectors before a block of declarations; they are read when they are asked for."""

    __slots__ = ("_rules", "block", "hides", "paints", "selectors")

    def __init__(self, selectors: str, block: str) -> None:
        self.selectors, self.block = selectors, block
        self.hides = hides_alone(block)
        self.paints = paints(block)
        self._rules: list[Rule] | None = None

    def rules(self, present: frozenset[str] | None = None) -> list[Rule]:
        """Return a rule for each selector; given the names on a page, without most of those that ask for others."""
        if present is not None:
            return list(self._read(present))
        if self._rules is None:
            self._rules = list(self._read(None))
        return self._rules

    def _read(self, present: frozenset[str] | None) -> Iterator[Rule]:
        for selector in dict.fromkeys(split_list(unescaped(self.selectors))):
            if (
                present is not None
                and not present.issuperset(_NAME.findall(selector.lower()))
                and not _CONDITION.search(selector)
            ):
                continue
            chain = read_selector(selector.strip())
            if chain is None:
                continue
            subject, around = chain
            if self.hides and traits_of(" ".join(subject.classes)) & DROP:
                continue  # what no reader gets anyway
            weights = [subject.weight, *(compound.weight for compound, _ in around)]
            ids, names, tags = map(sum, zip(*weights, strict=True))
            yield Rule(subject, around, (ids, names, tags), self.block, self.hides)


class _Matcher:
    """Matches rules against the elements of one page; `looks_left` bounds the effort."""

    __slots__ = ("_elements", "_surroundings", "looks_left")

    def __init__(self) -> None:
        self.looks_left = _MOST_LOOKS
        self._elements: dict[int, Element] = {}
        self._surroundings: dict[tuple[int, Around], bool] = {}

    def matches(self, rule: Rule, node: LexborNode, element: Element) -> bool:
        """Tell whether a rule means an element."""
        self.looks_left -= rule.subject.cost
        if not rule.subject.matches(element):
            return False
        if not rule.around:
            return True
        parent = node.parent
        if parent is None:
            return False
        place = parent.mem_id, rule.around
        known = self._surroundings.get(place)
        if known is None:
            known = self._surroundings[place] = self._is_within(parent, rule.around)
        return known

    def _is_within(self, parent: LexborNode, around: Around) -> bool:
        ancestor: LexborNode | None = parent
        steps = _MOST_ANCESTORS
        for compound, is_parent in around:
            while ancestor is not None and not compound.matches(self._element(ancestor)):
                steps -= 1
                self.looks_left -= compound.cost
                if is_parent or steps < 0:
                    return False
                ancestor = ancestor.parent
            if ancestor is None:
                return False
            ancestor = ancestor.parent
        return True

    def _element(self, node: LexborNode) -> Element:
        element = self._elements.get(node.mem_id)
        if element is None:
            element = self._elements[node.mem_id] = element_of(node.tag or "", node.attributes)
        return element


def apply_style_sheets(tree: LexborHTMLParser, raw: bytes) -> None:
    """Write the declarations of the page's own rules into the elements that they hide or paint.

    `raw` is the whole page in UTF-8; the tree may hold its beginning only.
    """
    body = tree.body
    sets, telling_sets = find_rules(raw)
    if not telling_sets or body is None:
        return
    present = _names_on(tree) if sum(len(one.selectors) for one in sets) > _LONGEST_KEPT else None
    telling = _all_rules(telling_sets, present)
    nodes: Iterable[LexborNode] = body.traverse()
    if len(telling) < _MOST_SOUGHT:
        telling = _applicable(telling, tree)
        selectors = {rule.subject.selector for rule in telling}
        if None not in selectors:
            nodes = {
                node.mem_id: node for selector in selectors if selector for node in tree.css(selector)
            }.values()
    by_key: dict[str, list[Rule]] | None = None
    telling_by_key = _by_key(telling)
    matcher = _Matcher()
    for node in nodes:
        attributes = node.attributes
        keys = _keys(node, attributes)
        found = [telling_by_key[key] for key in keys if key in telling_by_key]
        if not found:
            continue
        if matcher.looks_left <= 0:
            if any(candidates[0].hides for candidates in found):
                node.attrs["hidden"] = ""
            continue
        element = element_of(node.tag or "", attributes)
        if any(matcher.matches(rule, node, element) for candidates in found for rule in candidates):
            if by_key is None:
                by_key = _by_key(_all_rules(sets, present))
            candidates = [rule for key in keys for rule in by_key.get(key, ())]
            _write(node, attributes, [rule for rule in candidates if matcher.matches(rule, node, element)])


def _by_key(rules: list[Rule]) -> dict[str, list[Rule]]:
    by_key: dict[str, list[Rule]] = {}
    for rule in rules:
        by_key.setdefault(rule.subject.key, []).append(rule)
    return by_key


def _keys(node: LexborNode, attributes: Attributes) -> list[str]:
    """Return what rules that mean an element may ask for first: its tag, attributes, classes and id."""
    keys = [node.tag or "", ""]
    if attributes:
        names = attributes.get("class")
        if names:
            keys += [f".{name}" for name in names.split()]
        if "id" in attributes:
            keys.append(f"#{attributes['id']}")
        keys += [f"[{name}" for name in attributes]
    return keys


def _write(node: LexborNode, attributes: Attributes, rules: list[Rule]) -> None:
    blocks = [rule.block for rule in sorted(rules, key=attrgetter("weight"))]
    style = ";".join([*blocks, attributes.get("style") or ""])
    if is_clipped(style) and len(node.text()) <= _LONGEST_SIGN:
        return  # a sign for those who listen, as the plus in 2 + 1/2
    node.attrs["style"] = style


def _names_on(tree: LexborHTMLParser) -> frozenset[str]:
    """Return the tags, classes (`.x`) and ids (`#x`) on a page in lower case."""
    names: set[str] = set()
    for node in tree.root.traverse() if tree.root is not None else ():
        names.add(node.tag or "")
        attributes = node.attributes
        names.update([f".{name}" for name in (attributes.get("class") or "").lower().split()])
        names.add(f"#{(attributes.get('id') or '').lower()}")
    return frozenset(names)


def _all_rules(sets: Iterable[RuleSet], present: frozenset[str] | None) -> list[Rule]:
    return [rule for one in sets for rule in one.rules(present)]


def find_rules(raw: bytes) -> tuple[list[RuleSet], list[RuleSet]]:
    """Return the rules of a page's own style sheets, and those among them that may hide something on it.

    Where text is pale, those that paint a background count among the second.
    """
    if _STYLE.search(raw) is None:
        return [], []
    lowered = raw.lower()
    sheets = dict.fromkeys(_style_sheets(raw, lowered))
    read = [_known_rules(sheet) if len(sheet) < _LONGEST_KEPT else read_rules(sheet) for sheet in sheets]
    rules = list({(one.selectors, one.block): one for found in read for one in found}.values())
    telling = [one for one in rules if one.hides]
    painting = [one for one in rules if one.paints and not one.hides]
    if painting and any(lowered[found.start() - 1] not in b"-_" for found in _PALE_INK.finditer(lowered)):
        telling += painting
    return rules, telling


def hiding_alone(raw: bytes) -> list[Rule]:
    """Return the rules of a page that hide elements wherever they stand."""
    hiding = (rule for one in find_rules(raw)[1] if one.hides for rule in one.rules() if not rule.around)
    return list(islice(hiding, _MOST_SOUGHT))


def _applicable(rules: list[Rule], tree: LexborHTMLParser) -> list[Rule]:
    """Leave out rules that ask for an element which the page has not."""
    known: dict[Compound, bool] = {}

    def is_there(compound: Compound) -> bool:
        found = known.get(compound)
        if found is None:
            selector = compound.selector
            found = known[compound] = selector is None or tree.css_first(selector) is not None
        return found

    return [
        rule
        for rule in rules
        if is_there(rule.subject) and all(is_there(compound) for compound, _ in rule.around)
    ]


def _style_sheets(raw: bytes, lowered: bytes) -> Iterator[str]:
    """Yield the texts of `<style>` elements, without those that a reader with scripts never gets."""
    position = 0
    while True:
        start = lowered.find(b"<style", position)
        if start < 0:
            return
        for opening, closing in ((b"<!--", b"-->"), (b"<noscript", b"</noscript")):
            opened = lowered.rfind(opening, position, start)
            if opened >= 0 and lowered.find(closing, opened, start) < 0:
                ended = lowered.find(closing, start)
                start = -1
                position = ended if ended >= 0 else len(raw)
                break
        if start < 0:
            continue
        begin = lowered.find(b">", start)
        end = lowered.find(b"</style", begin)
        if begin < 0:
            return
        end = len(raw) if end < 0 else end
        if b"print" not in lowered[start:begin]:
            yield raw[begin + 1 : end].decode("utf-8", "replace")
        position = end


def read_rules(sheet: str) -> tuple[RuleSet, ...]:
    """Return the rules of a style sheet that a reader at a screen gets."""
    sheet = without_comments(sheet).replace("<!--", "").replace("-->", "")
    rules: list[RuleSet] = []
    conditions: list[bool] = []
    position = 0
    while found := _PUNCTUATION.search(sheet, position):
        prelude = sheet[position : found.start()].strip()
        position = found.end()
        if found[0] == "}":
            if conditions:
                conditions.pop()
        elif found[0] == "{":
            if prelude.startswith("@"):
                conditions.append(_holds(prelude[:_LONGEST_CONDITION].lower()))
                continue
            end = sheet.find("}", position)
            end = len(sheet) if end < 0 else end
            if all(conditions):
                rules.append(RuleSet(prelude, sheet[position:end]))
            position = end + 1
    return tuple(rules)


_known_rules = lru_cache(maxsize=256)(read_rules)


def _holds(prelude: str) -> bool:
    """Evaluate the condition of a group of rules."""
    if not prelude.startswith("@media"):
        return prelude.startswith(_CONDITIONAL)
    return any(_media_holds(query.strip()) for query in prelude[6:].split(","))


def _media_holds(query: str) -> bool:
    if query.startswith("not") or "print" in query or "speech" in query:
        return False
    for name, value in _FEATURE.findall(query):
        limit, size = length(value.strip(), 1), _WINDOW.get(name)
        if size is None or limit is None or (limit > size if name.startswith("min") else limit < size):
            return False
    return True
