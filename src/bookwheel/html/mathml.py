"""Presentation MathML to TeX, for pages that carry formulas in no other form."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

from selectolax.lexbor import LexborNode

from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import is_hidden, visible_text

_OPERATORS = {
    "×": r"\times ", "÷": r"\div ", "±": r"\pm ", "∓": r"\mp ", "⋅": r"\cdot ", "·": r"\cdot ", "∗": "*", "−": "-",
    "≤": r"\leq ", "≥": r"\geq ", "≠": r"\neq ", "≈": r"\approx ", "≡": r"\equiv ", "∼": r"\sim ", "≅": r"\cong ",
    "∝": r"\propto ", "→": r"\to ", "←": r"\leftarrow ", "↔": r"\leftrightarrow ", "⇒": r"\Rightarrow ",
    "⇔": r"\Leftrightarrow ", "⟶": r"\longrightarrow ", "⟹": r"\implies ", "⟺": r"\iff ", "↦": r"\mapsto ",
    "∈": r"\in ", "∉": r"\notin ", "∋": r"\ni ", "⊂": r"\subset ", "⊆": r"\subseteq ", "⊃": r"\supset ",
    "⊇": r"\supseteq ", "∪": r"\cup ", "∩": r"\cap ", "∖": r"\setminus ", "∅": r"\emptyset ", "∀": r"\forall ",
    "∃": r"\exists ", "∄": r"\nexists ", "¬": r"\neg ", "∧": r"\land ", "∨": r"\lor ", "⊕": r"\oplus ",
    "⊗": r"\otimes ", "∘": r"\circ ", "∂": r"\partial ", "∇": r"\nabla ", "∞": r"\infty ", "∑": r"\sum ",
    "∏": r"\prod ", "∐": r"\coprod ", "∫": r"\int ", "∬": r"\iint ", "∭": r"\iiint ", "∮": r"\oint ",
    "⋃": r"\bigcup ", "⋂": r"\bigcap ", "⨁": r"\bigoplus ", "⨂": r"\bigotimes ", "…": r"\dots ", "⋯": r"\cdots ",
    "⋮": r"\vdots ", "⋱": r"\ddots ", "′": "'", "″": "''", "⟨": r"\langle ", "⟩": r"\rangle ", "‖": r"\|",
    "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ", "{": r"\{", "}": r"\}", "∣": r"\mid ",
    "∥": r"\parallel ", "⊥": r"\perp ", "∠": r"\angle ", "ℏ": r"\hbar ", "ℓ": r"\ell ", "ℜ": r"\Re ", "ℑ": r"\Im ",
    "ℵ": r"\aleph ", "†": r"\dagger ", "⋆": r"\star ", "⪯": r"\preceq ", "≺": r"\prec ", "≻": r"\succ ",
    "≪": r"\ll ", "≫": r"\gg ", "∴": r"\therefore ", "∵": r"\because ", "⊢": r"\vdash ", "⊨": r"\models ",
    "α": r"\alpha ", "β": r"\beta ", "γ": r"\gamma ", "δ": r"\delta ", "ϵ": r"\epsilon ", "ε": r"\varepsilon ",
    "ζ": r"\zeta ", "η": r"\eta ", "θ": r"\theta ", "ϑ": r"\vartheta ", "ι": r"\iota ", "κ": r"\kappa ",
    "λ": r"\lambda ", "μ": r"\mu ", "ν": r"\nu ", "ξ": r"\xi ", "π": r"\pi ", "ρ": r"\rho ", "σ": r"\sigma ",
    "ς": r"\varsigma ", "τ": r"\tau ", "υ": r"\upsilon ", "ϕ": r"\phi ", "φ": r"\varphi ", "χ": r"\chi ",
    "ψ": r"\psi ", "ω": r"\omega ", "Γ": r"\Gamma ", "Δ": r"\Delta ", "Θ": r"\Theta ", "Λ": r"\Lambda ",
    "Ξ": r"\Xi ", "Π": r"\Pi ", "Σ": r"\Sigma ", "Υ": r"\Upsilon ", "Φ": r"\Phi ", "Ψ": r"\Psi ", "Ω": r"\Omega ",
    "ℝ": r"\mathbb {R} ", "ℂ": r"\mathbb {C} ", "ℕ": r"\mathbb {N} ", "ℤ": r"\mathbb {Z} ", "ℚ": r"\mathbb {Q} ",
    "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\u200b": "",
}  # fmt: skip
_FUNCTION_NAMES = """
    sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim limsup liminf max min
    sup inf det dim ker hom arg deg gcd Pr mod
"""
_FUNCTIONS = frozenset(_FUNCTION_NAMES.split())
_VARIANTS = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "normal": "mathrm",
    "sans-serif": "mathsf", "monospace": "mathtt", "bold-italic": "boldsymbol",
}  # fmt: skip
_ACCENTS = {
    "¯": "overline", "‾": "overline", "_": "underline", "^": "hat", "ˆ": "hat", "˜": "tilde", "~": "tilde",
    "→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot", "⏞": "overbrace", "⏟": "underbrace", "´": "acute", "`": "grave",
    "˘": "breve", "ˇ": "check", "―": "overline", "−": "overline",
}  # fmt: skip
_STROKE = "\u0338"
_BIG = frozenset("∑∏∐∫∬∭∮⋃⋂⨁⨂")
_LEAVES = frozenset(["mi", "mn", "mo", "mtext", "ms"])
# What stands in a result until more is known: two texts one above the other, where scripts before a base begin, and what
# takes a place unseen.
_STACKED, _BEFORE, _UNSEEN = "\0", "\1", "\2"
_SIGNS = str.maketrans("", "", _BEFORE + _UNSEEN)
_ROWS = frozenset(["math", "mrow", "mstyle", "mpadded", "semantics", "mtd"])
_ENCLOSURES = {
    "box": "boxed", "roundedbox": "boxed", "top": "overline", "bottom": "underline", "radical": "sqrt",
    "updiagonalstrike": "cancel", "downdiagonalstrike": "bcancel", "horizontalstrike": "sout",
}  # fmt: skip
_DROPPED = frozenset(
    ["mphantom", "annotation", "annotation-xml", "maligngroup", "malignmark", "script", "style"]
)


def to_tex(math: LexborNode) -> str:
    """Return a `<math>` element as TeX. Elements without a TeX form give their content."""
    # Post-order over an explicit stack: nesting depth is the page's to choose.
    results: list[list[str]] = [[]]
    stack: list[tuple[LexborNode, bool]] = [(math, False)]
    while stack:
        node, is_done = stack.pop()
        tag = (node.tag or "").lower()
        if is_done:
            parts = results.pop()
            results[-1].append(_combine(tag, node, parts))
        elif (attributes := node.attributes) and node is not math and is_hidden(node, attributes):
            _keep_place(node, results[-1])
        elif tag in _LEAVES:
            results[-1].append(_leaf(tag, node))
        elif tag == "mspace":
            results[-1].append(_space(node))
        elif tag == "-text":
            text = (node.text_content or "").strip()
            if (
                text
                and node.parent is not None
                and (node.parent.tag or "") not in ("math", "mrow", "semantics")
            ):
                results[-1].append(text)
        elif tag in _DROPPED or _is_empty_box(tag, node):
            _keep_place(node, results[-1])
        elif not tag.startswith("-"):
            stack.append((node, True))
            results.append([])
            stack.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return " ".join(_row(results[0]).translate(_SIGNS).split())


def _keep_place(node: LexborNode, parts: list[str]) -> None:
    """Leave the place of an unseen element empty where places have meanings."""
    parent = node.parent
    if node.tag in ("mphantom", "mpadded") or (parent is not None and (parent.tag or "") in _SHAPES):
        parts.append(_UNSEEN)


def _is_empty_box(tag: str, node: LexborNode) -> bool:
    return tag == "mpadded" and node.attributes.get("width") in ("0", "0px", "0em")


def _leaf(tag: str, node: LexborNode) -> str:
    text = visible_text(node)
    if tag == "mtext":
        return rf"\text{{{_escape(text)}}}" if text.strip() else r"\ "
    text = text.strip()
    if tag == "ms":
        return rf"\text{{\"{_escape(text)}\"}}"
    if tag == "mn":
        return text
    variant = node.attributes.get("mathvariant")
    if text in _FUNCTIONS:
        return f"\\{text} " if text != "mod" else r"\bmod "
    if text in _OPERATORS:
        symbol = _OPERATORS[text]
        return (
            rf"\{_VARIANTS[variant]} {{{symbol.strip()}}}" if variant in _VARIANTS and tag == "mi" else symbol
        )
    if len(text) == 2 and text[1] == _STROKE:
        return rf"\not {_OPERATORS.get(text[0], text[0])}"
    if tag == "mi" and variant in _VARIANTS and not (variant == "normal" and len(text) == 1):
        return rf"\{_VARIANTS[variant]} {{{text}}}"
    if len(text) > 1 and tag == "mi" and text.isalpha():
        return rf"\operatorname {{{text}}} " if variant == "normal" else rf"\mathrm {{{text}}}"
    return "".join(_OPERATORS.get(character, character) for character in text)


def _escape(text: str) -> str:
    return re.sub(r"[{}$%#&_]", r"\\\g<0>", text.replace("\\", ""))


def _space(node: LexborNode) -> str:
    width = node.attributes.get("width") or ""
    if width.startswith(("-", "0.1")) or width in ("0", "0em", "0px"):
        return r"\!" if width.startswith("-") else ""
    return r"\quad " if width.startswith(("1em", "2em")) else r"\,"


def _combine(tag: str, node: LexborNode, parts: list[str]) -> str:
    if tag in _ROWS:
        return _row(parts) if len(parts) != 1 else parts[0]
    parts = [_settled(part) for part in parts] if tag != "mfenced" else parts
    if tag == "mfrac" and len(parts) >= 2 and _is_without_bar(node):
        return f"{_STACKED}{parts[0].strip()}{_STACKED}{parts[1].strip()}"
    shape = _SHAPES.get(tag)
    if shape is not None and len(parts) >= shape[0]:
        return shape[1](parts)
    if tag == "mprescripts":
        return _BEFORE
    if tag == "mtable":
        return _table(node, parts)
    if tag in {"mtr", "mlabeledtr"}:
        return " & ".join(part.strip() for part in parts)
    if tag == "mfenced":
        return _fenced(node.attributes, parts)
    if tag == "menclose":
        return _enclosed((node.attributes.get("notation") or "").split(), "".join(parts))
    if tag == "maction":
        selected = node.attributes.get("selection") or ""
        at = int(selected) - 1 if selected.isdecimal() and len(selected) < 4 else 0
        return parts[at] if 0 <= at < len(parts) else "".join(parts[:1])
    return "".join(parts)


def _row(parts: list[str]) -> str:
    """Join what stands side by side; a stack of two between parentheses is a binomial coefficient."""
    joined: list[str] = []
    passes_closing = False
    for at, part in enumerate(parts):
        if passes_closing:
            passes_closing = False
        elif not part.startswith(_STACKED):
            joined.append(part)
        elif joined and joined[-1].strip() == "(" and at + 1 < len(parts) and parts[at + 1].strip() == ")":
            joined[-1] = _binomial(part)
            passes_closing = True
        else:
            joined.append(_settled(part))
    return "".join(joined)


def _settled(part: str) -> str:
    if not part.startswith(_STACKED):
        return part
    upper, _, lower = part[1:].partition(_STACKED)
    return rf"{{{upper} \atop {lower}}}"


def _binomial(part: str) -> str:
    upper, _, lower = part[1:].partition(_STACKED)
    return rf"\binom{{{upper}}}{{{lower}}}"


def _is_without_bar(node: LexborNode) -> bool:
    return (
        re.match(r"\s*(?:0+\.?0*|\.0+)(?:[a-z%]|\s|$)", node.attributes.get("linethickness") or "1")
        is not None
    )


def _fenced(attributes: Attributes, parts: list[str]) -> str:
    opening, closing = (
        (attributes.get(name, default) or "").strip() for name, default in (("open", "("), ("close", ")"))
    )
    signs = "".join((attributes.get("separators", ",") or "").split())
    if (opening, closing) == ("(", ")") and len(parts) == 1 and parts[0].startswith(_STACKED):
        return _binomial(parts[0])
    inner = ""
    for at, part in enumerate(parts):
        if at and signs:
            inner += _OPERATORS.get(sign := signs[min(at, len(signs)) - 1], sign)
        inner += _settled(part)
    opening, closing = _OPERATORS.get(opening, opening), _OPERATORS.get(closing, closing)
    if bool(opening) == bool(closing):
        return opening + inner + closing
    return rf"\left{opening or '.'}{inner}\right{closing or '.'}"


def _enclosed(notations: list[str], inner: str) -> str:
    if "updiagonalstrike" in notations and "downdiagonalstrike" in notations:
        return rf"\xcancel {{{inner}}}"
    command = next((_ENCLOSURES[notation] for notation in notations if notation in _ENCLOSURES), "")
    return rf"\{command} {{{inner}}}" if command else inner


def _scripts(parts: list[str]) -> str:
    """Set scripts in pairs, lower and upper, after a base, and those behind the mark before it."""
    at = parts.index(_BEFORE) if _BEFORE in parts else len(parts)
    base = _base(parts[0]) if at else ""
    after, before = _pairs(parts[1:at]), _pairs(parts[at + 1 :])
    return "".join(["{}" + pair for pair in before]) + base + "{}".join(after)


def _pairs(scripts: list[str]) -> list[str]:
    pairs = [
        (f"_{_group(lower)}" if lower.strip(_UNSEEN) else "")
        + (f"^{_group(upper)}" if upper.strip(_UNSEEN) else "")
        for lower, upper in zip_longest(scripts[::2], scripts[1::2], fillvalue="")
    ]
    return [pair for pair in pairs if pair]


def _group(part: str) -> str:
    """Wrap a script in braces."""
    return f"{{{part.strip()}}}"


def _base(part: str) -> str:
    """Wrap a base in braces unless it is one symbol already; scripts of an unseen one belong to what is before it."""
    is_unseen = _UNSEEN in part
    part = part.translate(_SIGNS).strip()
    if not part:
        return "" if is_unseen else "{}"
    if len(part) == 1 or (part.startswith("\\") and part[1:].isalpha()) or part.isdigit():
        return part
    if part[-1] in ")]" or part.startswith("{"):
        return part
    return f"{{{part}}}"


def _fraction(parts: list[str]) -> str:
    return rf"\frac {_group(parts[0])}{_group(parts[1])}"


def _over(parts: list[str]) -> str:
    accent = _ACCENTS.get(parts[1].strip()) or _ACCENTS.get(_symbol(parts[1]))
    if accent:
        return rf"\{accent} {_group(parts[0])}"
    return _limits(parts[0], "", parts[1], r"\overset ")


def _under(parts: list[str]) -> str:
    if parts[1].strip() in ("_", "¯", "⏟", "\\_"):
        return rf"\{'underbrace' if parts[1].strip() == '⏟' else 'underline'} {_group(parts[0])}"
    return _limits(parts[0], parts[1], "", r"\underset ")


def _symbol(tex: str) -> str:
    tex = tex.strip()
    return (
        next((symbol for symbol, command in _OPERATORS.items() if command.strip() == tex), tex)
        if tex
        else tex
    )


def _limits(base: str, below: str, above: str, command: str) -> str:
    stripped = base.strip()
    takes_limits = (
        _symbol(stripped) in _BIG
        or stripped.lstrip("\\") in _FUNCTIONS
        or stripped.startswith("\\operatorname")
    )
    if takes_limits or stripped.startswith(("\\overbrace", "\\underbrace")) or (below and above):
        return stripped + (f"_{_group(below)}" if below else "") + (f"^{_group(above)}" if above else "")
    return f"{command}{_group(above or below)}{_group(base)}"


_SHAPES: dict[str, tuple[int, Callable[[list[str]], str]]] = {
    "mfrac": (2, _fraction),
    "msup": (2, lambda p: f"{_base(p[0])}'" if p[1].strip() == "'" else f"{_base(p[0])}^{_group(p[1])}"),
    "msub": (2, lambda p: f"{_base(p[0])}_{_group(p[1])}"),
    "msubsup": (3, lambda p: f"{_base(p[0])}_{_group(p[1])}^{_group(p[2])}"),
    "mmultiscripts": (1, _scripts),
    "munder": (2, _under),
    "mover": (2, _over),
    "munderover": (3, lambda p: _limits(p[0], p[1], p[2], r"\overset ")),
    "msqrt": (0, lambda p: rf"\sqrt {_group(''.join(p))}"),
    "mroot": (2, lambda p: rf"\sqrt[{p[1].strip()}]{_group(p[0])}"),
}


def _table(node: LexborNode, parts: list[str]) -> str:
    body = r" \\ ".join(part.strip() for part in parts)
    environment = "aligned" if "right left" in (node.attributes.get("columnalign") or "") else "matrix"
    return rf"\begin{{{environment}}}{body}\end{{{environment}}}"
