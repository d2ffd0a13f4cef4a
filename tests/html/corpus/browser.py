"""What a browser shows of a page: Chromium lays it out, and says which text is visible."""

from __future__ import annotations

import base64
import html
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_SECONDS = 300
_VIRTUAL_MILLISECONDS = 3_600_000
_SHOWN = re.compile(r'<pre id="shown">(.*?)</pre>', re.DOTALL)

# Each page in a frame of its own, one after the other. No script runs and nothing is loaded; what scripts would unfold
# stands open.
_HARNESS = """<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline'"><body><script>
const pages = {pages}, dropped = {dropped}, folded = "section, .pcs-collapse-table-content", shown = [];
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
    const root = page.querySelector("#mw-content-text, main") || page.body;
    shown.push(root.innerText);
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


def shown(pages: Sequence[bytes], dropped: str, folder: Path) -> list[str]:
    """Return the visible text of pages, without what the selectors of `dropped` name; `folder` takes temporary files."""
    chromium = program()
    assert chromium is not None
    encoded = [base64.b64encode(page).decode() for page in pages]
    harness = folder / "harness.html"
    harness.write_text(_HARNESS.format(pages=json.dumps(encoded), dropped=json.dumps(dropped)))
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
    texts: list[str] = json.loads(html.unescape(found[1]))
    assert len(texts) == len(pages)
    return texts
