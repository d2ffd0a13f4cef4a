"""What the wikis of the tests hold, besides real pages where those are at hand."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED_DUMP = ROOT / "../shared/data/wikitext/rig-mini.xml.gz"

FRENCH = {
    "Plume": "La '''plume''' est un outil.\n== Histoire ==\nAncienne.\n=== Moyen Âge ===\nOui.\n"
    "== Usage ==\nÉcrire.\n[[en:Quill]]\n[[als:Fädere]]",
    "Plume d'oie": "#REDIRECT [[Plume]]",
    "Muñeca": "Une poupée.",
}
ALEMANNIC = {
    "Fädere": "D '''Fädere''' isch e Werkzüg.\n== Gschicht ==\nAlt.\n[[en:Quill]]\n[[fr:Plume]]",
}
ENGLISH = {
    "Quill": (
        "A '''quill''' is a pen made of a feather. It holds H<sub>2</sub>O badly.<ref>A note</ref>\n\n{{Heading giver}}\n"
        "== History ==\nOld.\n=== Middle ''Ages'' ===\nOlder.\n==== Before 10<sup>3</sup> ====\nOldest.\n"
        '== Use ==\nWriting.\n{| class="wikitable"\n! Bird !! Feathers\n|-\n| Goose || 5\n|}\n'
        "<pre>\ncode   here\n</pre>\n== Use ==\nA second section of the same name.\n"
        "== References ==\n<references />\n[[fr:Plume]]\n[[als:Fädere]]"
    ),
    "Template:Heading giver": "== Given by a template ==\nGiven text.\n",
    "Boxed feathers": (
        "Lead.\n{|\n|\n== In a table ==\nCell.\n|}\n== After it ==\nText.\n<div>\n== In a box ==\nMore.\n</div>\n"
        "== At the end ==\n{{Heading giver}}"
    ),
    "Feather pen": "#REDIRECT [[Quill]]",
    "Middle feather": "#REDIRECT [[Quill#Middle Ages]]",
    "Double feather": "#REDIRECT [[Feather pen]]",
    "Ring A": "#REDIRECT [[Ring B]]",
    "Ring B": "#REDIRECT [[Ring A]]",
    "Own tail": "#REDIRECT [[Own tail]]",
    "Nowhere bound": "#REDIRECT [[A page that is not there]]",
    "Elsewhere": "#REDIRECT [[fr:Plume]]",
    "Nib": "'''Nib''' may refer to:\n* [[Quill]], a pen\n* [[Nib (tool)]]",
    "Bare": "Only a lead, without any heading.",
    "Hollow": "<!-- nothing -->",
    "AC/DC (feather)": "A page with a slash.",
    "100% feather": "A page with a percent sign.",
    "What is a feather?": "A page with a question mark.",
    "C++ feather": "A page with signs.",
    "'Til feathers": "A page with an apostrophe.",
    "Feather: the next page": "A page with a colon.",
    "羽": "羽は羽である。",
}


def demo_pages() -> dict[str, str]:
    """Our own small encyclopaedia, for a machine without the real pages."""
    folder = ROOT / "scripts/demo_articles"
    return {path.stem.replace("_", " "): path.read_text("utf-8") for path in sorted(folder.glob("*.wiki"))}
