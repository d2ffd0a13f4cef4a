"""Presentation MathML to TeX, for pages that carry formulas in no other form."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborNode

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
_FUNCTIONS = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "coth",
        "log",
        "ln",
        "lg",
        "exp",
        "lim",
        "limsup",
        "liminf",
        "max",
        "min",
        "sup",
        "inf",
        "det",
        "dim",
        "ker",
        "hom",
        "arg",
        "deg",
        "gcd",
        "Pr",
        "mod",
    ]
)
_VARIANTS = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "normal": "mathrm",
    "sans-serif": "mathsf", "monospace": "mathtt", "bold-italic": "boldsymbol",
}  # fmt: skip
_ACCENTS = {
    "¯": "overline", "‾": "overline", "_": "underline", "^": "hat", "ˆ": "hat", "˜": "tilde", "~": "tilde",
    "→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot", "⏞": "overbrace", "⏟": "underbrace", "´": "acute", "`": "grave",
    "˘": "breve", "ˇ": "check", "―": "overline", "−": "overline",
}  # fmt: skip
_BIG = frozenset("∑∏∐∫∬∭∮⋃⋂⨁⨂")
_LEAVES = frozenset(["mi", "mn", "mo", "mtext", "ms"])
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
            continue
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
        elif tag not in _DROPPED and not tag.startswith("-") and not _is_empty_box(tag, node):
            stack.append((node, True))
            results.append([])
            stack.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return " ".join("".join(results[0]).split())


def _is_empty_box(tag: str, node: LexborNode) -> bool:
    return tag == "mpadded" and node.attributes.get("width") in ("0", "0px", "0em")


def _leaf(tag: str, node: LexborNode) -> str:
    text = visible_text(node).strip()
    if tag == "mtext":
        return rf"\text{{{_escape(text)}}}" if text else r"\ "
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
    if tag == "mi" and variant in _VARIANTS and not (variant == "normal" and len(text) == 1):
        return rf"\{_VARIANTS[variant]} {{{text}}}"
    if len(text) > 1 and tag == "mi" and text.isalpha():
        return rf"\operatorname {{{text}}} " if variant == "normal" else rf"\mathrm {{{text}}}"
    return "".join(_OPERATORS.get(character, character) for character in text)


def _escape(text: str) -> str:
    return text.replace("\\", "").replace("{", r"\{").replace("}", r"\}")


def _space(node: LexborNode) -> str:
    width = node.attributes.get("width") or ""
    if width.startswith(("-", "0.1")) or width in ("0", "0em", "0px"):
        return r"\!" if width.startswith("-") else ""
    return r"\quad " if width.startswith(("1em", "2em")) else r"\,"


def _combine(tag: str, node: LexborNode, parts: list[str]) -> str:
    shape = _SHAPES.get(tag)
    if shape is not None and len(parts) >= shape[0]:
        return shape[1](parts)
    if tag == "mtable":
        return _table(node, parts)
    if tag in {"mtr", "mlabeledtr"}:
        return " & ".join(part.strip() for part in parts)
    if tag == "mfenced":
        opening, closing = node.attributes.get("open") or "(", node.attributes.get("close") or ")"
        return opening + ",".join(parts) + closing
    if tag == "menclose":
        return rf"\cancel {{{''.join(parts)}}}"
    return "".join(parts)


def _group(part: str) -> str:
    """Wrap a script in braces."""
    return f"{{{part.strip()}}}"


def _base(part: str) -> str:
    """Wrap a base in braces unless it is one symbol already."""
    part = part.strip()
    if len(part) == 1 or (part.startswith("\\") and part[1:].isalpha()) or not part or part.isdigit():
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
    "mmultiscripts": (3, lambda p: f"{_base(p[0])}_{_group(p[1])}^{_group(p[2])}"),
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
