"""The selectors of style sheets: tags, classes, ids, attributes and what is excluded, one inside another."""

from __future__ import annotations

import re
from typing import NamedTuple

from bookwheel.html.tags import Attributes

_BRACKETS = r"\[[^\[\]]*\]"
_CHOICE = rf":(?:not|is|where|matches)\((?:[^()\[\]]|{_BRACKETS})*\)"
_PART = re.compile(rf"[.#][\w-]+|{_BRACKETS}|{_CHOICE}|:root", re.IGNORECASE)
_COMPOUND = re.compile(
    rf"([a-zA-Z][a-zA-Z0-9-]*|\*)?((?:[.#][\w-]+|{_BRACKETS}|{_CHOICE}|:root)*)", re.IGNORECASE
)
_COMBINATOR = re.compile(r"\s*(>)\s*|\s+")
_CONDITION = re.compile(
    r"\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+?))\s*(?:\s([iIsS])\s*)?)?\]$"
)
_PLAIN_NAME = re.compile(r"-?[A-Za-z_][\w-]*$", re.ASCII)
# States that no element of a page is in by itself.
_NEVER = frozenset([":hover", ":focus", ":active", ":focus-within", ":focus-visible", ":target"])
# What is folded away waits for its reader, so no rule that asks for it hides anything.
_FOLDING = "open"


class Element(NamedTuple):
    """What a selector can ask of an element."""

    tag: str
    identity: str
    classes: frozenset[str]
    attributes: Attributes


class Condition(NamedTuple):
    """What one attribute must be: `sign` is that before "=" ("" for none), `value` None if any will do."""

    name: str
    sign: str
    value: str | None
    folds_case: bool

    def holds(self, attributes: Attributes) -> bool:
        """Tell whether an element with these attributes meets it."""
        if self.name not in attributes:
            return False
        wanted, found = self.value, attributes[self.name] or ""
        if wanted is None:
            return True
        if self.folds_case:
            wanted, found = wanted.lower(), found.lower()
        match self.sign:
            case "":
                return found == wanted
            case "~":
                return wanted in found.split()
            case "|":
                return found == wanted or found.startswith(f"{wanted}-")
            case "^":
                return bool(wanted) and found.startswith(wanted)
            case "$":
                return bool(wanted) and found.endswith(wanted)
            case _:
                return bool(wanted) and wanted in found


class Compound(NamedTuple):
    """What one element must be: tag ("" for any), id ("" for any), classes, attributes.

    excluded: what it must not be. choices: lists of what it must be one of. cost: what asking it all takes, in looks.
    """

    tag: str
    identity: str
    classes: frozenset[str]
    conditions: tuple[Condition, ...] = ()
    excluded: tuple[Compound, ...] = ()
    choices: tuple[tuple[Compound, ...], ...] = ()
    cost: int = 1

    def matches(self, element: Element) -> bool:
        """Tell whether an element is one of these."""
        return (
            self.classes <= element.classes
            and (not self.tag or self.tag == element.tag)
            and (not self.identity or self.identity == element.identity)
            and (not self.conditions or all(asked.holds(element.attributes) for asked in self.conditions))
            and not (self.excluded and any(other.matches(element) for other in self.excluded))
            and (not self.choices or all(any(one.matches(element) for one in some) for some in self.choices))
        )

    @property
    def selector(self) -> str | None:
        """A selector that finds all of these, perhaps among others, or None when writing one takes escapes."""
        names = [condition.name for condition in self.conditions]
        if not all(map(_PLAIN_NAME.match, filter(None, (*self.classes, self.identity, *names)))):
            return None
        asked = "".join([f".{name}" for name in sorted(self.classes)] + [f"[{name}]" for name in names])
        return f"{self.tag}{f'#{self.identity}' if self.identity else ''}{asked}" or "*"

    @property
    def key(self) -> str:
        """One of its names, the rarest first: an id, a class, an attribute, a tag."""
        if self.identity:
            return f"#{self.identity}"
        if self.classes:
            return f".{min(self.classes)}"
        return f"[{self.conditions[0].name}" if self.conditions else self.tag

    @property
    def weight(self) -> tuple[int, int, int]:
        """What counts when rules contradict each other: ids, classes and attributes, tags."""
        lists = (self.excluded, *self.choices)
        inner = [max(compound.weight for compound in compounds) for compounds in lists if compounds]
        return (
            bool(self.identity) + sum(weight[0] for weight in inner),
            len(self.classes) + len(self.conditions) + sum(weight[1] for weight in inner),
            bool(self.tag) + sum(weight[2] for weight in inner),
        )


Around = tuple[tuple[Compound, bool], ...]


def element_of(tag: str, attributes: Attributes) -> Element:
    """Return what selectors can ask of an element with these attributes."""
    classes = frozenset((attributes.get("class") or "").split())
    return Element(tag, attributes.get("id") or "", classes, attributes)


def split_list(selectors: str) -> list[str]:
    """Return the selectors of a list; commas inside brackets part none."""
    if "(" not in selectors and "[" not in selectors:
        return selectors.split(",")
    found: list[str] = []
    start = depth = 0
    for at, character in enumerate(selectors):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth == 0:
            found.append(selectors[start:at])
            start = at + 1
    return [*found, selectors[start:]]


def read_selector(selector: str) -> tuple[Compound, Around] | None:
    """Read a selector of simple parts: the element it means and what is around; None for any other."""
    compounds: list[Compound] = []
    is_child: list[bool] = []
    position = 0
    while True:
        found = _COMPOUND.match(selector, position)
        compound = _compound(found) if found is not None and found[0] else None
        if found is None or compound is None:
            return None
        compounds.append(compound)
        position = found.end()
        if position == len(selector):
            break
        combinator = _COMBINATOR.match(selector, position)
        if combinator is None:
            return None
        is_child.append(combinator[1] == ">")
        position = combinator.end()
    return compounds[-1], tuple(zip(reversed(compounds[:-1]), reversed(is_child), strict=True))


def _compound(found: re.Match[str]) -> Compound | None:
    root, identity, classes = "", "", set[str]()
    conditions: list[Condition] = []
    excluded: list[Compound] = []
    choices: list[tuple[Compound, ...]] = []
    parts: list[str] = _PART.findall(found[2])
    for part in parts:
        if part[0] == ".":
            classes.add(part[1:])
        elif part[0] == "#":
            identity = identity or part[1:]
        elif part[0] == "[":
            condition = _condition(part)
            if condition is None:
                return None
            conditions.append(condition)
        elif part[1] in "rR":
            root = "html"
        else:
            kind, _, inner = part[1:-1].partition("(")
            is_exclusion = kind.lower() == "not"
            some = _compounds(inner, may_be_state=is_exclusion)
            if some is None:
                return None
            if is_exclusion:
                excluded.extend(some)
            else:
                choices.append(some)
    tag = root if found[1] in (None, "*") else found[1].lower()
    asked = [*excluded, *(one for some in choices for one in some)]
    cost = 1 + 2 * len(conditions) + 2 * sum(one.cost for one in asked)
    return Compound(
        tag, identity, frozenset(classes), tuple(conditions), tuple(excluded), tuple(choices), cost
    )


def _compounds(selectors: str, *, may_be_state: bool) -> tuple[Compound, ...] | None:
    """Read a list of compounds; None when one is no such. States may stand in it where they are excluded."""
    found: list[Compound] = []
    for selector in split_list(selectors):
        name = selector.strip()
        if may_be_state and name.lower() in _NEVER:
            continue
        whole = _COMPOUND.fullmatch(name)
        compound = _compound(whole) if whole is not None and whole[0] else None
        if compound is None:
            return None
        found.append(compound)
    return tuple(found)


def _condition(part: str) -> Condition | None:
    found = _CONDITION.match(part)
    if found is None or (name := found[1].lower()) == _FOLDING:
        return None
    value = next((value for value in found.group(3, 4, 5) if value is not None), None)
    return Condition(name, found[2] or "", value, (found[6] or "").lower() == "i")
