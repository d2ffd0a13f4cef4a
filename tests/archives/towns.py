"""A made-up town and what stands in it: pages whose facts are known, for questions about them."""

from __future__ import annotations

from pathlib import Path

from archives.make import Spec, write

FILL = " ".join(f"Filler number {n} says nothing of note about the matter at hand." for n in range(12))


def page(title: str, body: str) -> Spec:
    """Return a page as a wiki makes it, with its title as heading."""
    html = f'<html><body><div class="mw-parser-output"><h1>{title}</h1>{body}</div></body></html>'
    return Spec(title.replace(" ", "_"), title, html)


BOX = (
    '<table class="infobox"><tr><th colspan="2">Velmark</th></tr><tr><th>Mayor</th><td>Ada Brunn</td></tr>'
    "<tr><th>Population</th><td>48,310</td></tr></table>"
)
ISLANDS = (
    '<table class="wikitable"><tr><th>Island</th><th>Area</th><th>Lighthouse</th></tr>'
    "<tr><td>Ostra</td><td>12 km²</td><td>none</td></tr>"
    "<tr><td>Pellin</td><td>40 km²</td><td>built in 1871</td></tr></table>"
)
TOWN = page(
    "Velmark",
    f"{BOX}<p>Velmark is a town on the river Isk. It grew around a salt market.</p><p>{FILL}</p>"
    '<h2 id="History">History</h2><p>The town was founded by fishermen.</p>'
    '<h3 id="Great_fire">Great fire</h3>'
    f"<p>{FILL} In 1702 the great fire of Velmark began in a bakery and destroyed the harbour. {FILL}</p>"
    f'<h2 id="Islands">Islands</h2>{ISLANDS}',
)
BRIDGE = page(
    "Velmark Bridge",
    "<p>The Velmark Bridge was designed by the engineer Tomas Hale &amp; Sons.</p>"
    "<p>A salt market stood near the bridge of Velmark.</p>",
)
COPY = page(
    "Bridges of Velmark",
    "<p>The Velmark Bridge was designed by the engineer Tomas Hale &amp; Sons!</p><p>Other bridges are of wood.</p>",
)
OTHER = page("Quiet Valley", "<p>The quiet valley lies far away from every road.</p>")
META = {"Name": "towns", "Title": "Towns", "Language": "eng", "Date": "2025-05-01", "Publisher": "x"}


def towns(folder: Path) -> Path:
    """Write the archive of the town, its bridge, and what is like them."""
    return write(folder / "towns.zim", [TOWN, BRIDGE, COPY, OTHER], metadata=META)
