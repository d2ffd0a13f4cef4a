"""What a browser shows of a page: Chromium lays it out, and says which text is visible, and where cells stand."""

from __future__ import annotations

import base64
import html
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_SECONDS = 300
_VIRTUAL_MILLISECONDS = 3_600_000
_SHOWN = re.compile(r'<pre id="shown">(.*?)</pre>', re.DOTALL)

# Each page in a frame of its own, one after the other. No script runs and nothing is loaded; what scripts would unfold
# stands open.
_HARNESS = """<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline'"><body><script>
const pages = {pages}, dropped = {dropped}, see = {seen}, folded = "section, .pcs-collapse-table-content", shown = [];
const bytes = (page) => Uint8Array.from(atob(page), (letter) => letter.charCodeAt(0));
const next = () => {{
  if (shown.length === pages.length) {{
    const result = document.createElement("pre");
    result.id = "shown";
    result.textContent = JSON.stringify(shown);
    document.body.replaceChildren(result);
    return;
  }}
  const frame = document.createElement("iframe");
  frame.width = 1200;
  frame.sandbox = "allow-same-origin";
  frame.onload = () => {{
    const page = frame.contentDocument;
    page.querySelectorAll(folded).forEach((part) => part.removeAttribute("style"));
    page.querySelectorAll(dropped).forEach((part) => part.remove());
    shown.push(see(page.querySelector("#mw-content-text, main") || page.body));
    frame.remove();
    next();
  }};
  frame.srcdoc = new TextDecoder().decode(bytes(pages[shown.length]));
  document.body.append(frame);
}};
next();
</script>"""


def program() -> str | None:
    """Return the path of a Chromium, or None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


_SEEN = """(root) => [root.innerText, [...root.querySelectorAll("table")].map((table) => {
  const own = [...table.querySelectorAll("td, th")].filter(
    (cell) => cell.closest("table") === table && cell.getClientRects().length);
  const cells = own.map((cell) => [cell.getBoundingClientRect(), cell.innerText]);
  const borders = (side) => [...new Set(cells.map(([box]) => Math.round(box[side])))].sort((a, b) => a - b);
  const lefts = borders("left"), tops = borders("top");
  const over = (box) => [...tops.keys()].filter((row) => tops[row] >= box.top - 1 && tops[row] < box.bottom - 2);
  return [tops.length, lefts.length,
    cells.map(([box, text]) => [over(box), lefts.indexOf(Math.round(box.left)), text])];
})]"""


class Layout(NamedTuple):
    """The visible text of a page, and its tables as rows of texts; a cell over several rows stands in each of them."""

    text: str
    tables: list[list[list[str]]]


def lay_out(pages: Sequence[bytes], dropped: str, folder: Path) -> list[Layout]:
    """Return pages as they are seen, without what the selectors of `dropped` name; `folder` takes temporary files."""
    return [
        Layout(text, [_grid(*table) for table in tables]) for text, tables in _ask(pages, dropped, folder)
    ]


def _grid(rows: int, columns: int, cells: list[tuple[list[int], int, str]]) -> list[list[str]]:
    grid = [[""] * columns for _ in range(rows)]
    for over, column, text in cells:
        for row in over:
            grid[row][column] = text
    return grid


def _ask(pages: Sequence[bytes], dropped: str, folder: Path) -> list[Any]:
    chromium = program()
    assert chromium is not None
    encoded = [base64.b64encode(page).decode() for page in pages]
    harness = folder / "harness.html"
    harness.write_text(_HARNESS.format(pages=json.dumps(encoded), dropped=json.dumps(dropped), seen=_SEEN))
    command = [
        chromium,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
    ]
    command += ["--blink-settings=imagesEnabled=false", f"--virtual-time-budget={_VIRTUAL_MILLISECONDS}"]
    command += ["--dump-dom", harness.as_uri()]
    done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)
    found = _SHOWN.search(done.stdout.decode())
    assert found is not None, done.stderr.decode()[-2000:]
    answers: list[Any] = json.loads(html.unescape(found[1]))
    assert len(answers) == len(pages)
    return answers
