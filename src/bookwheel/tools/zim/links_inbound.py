"""The pages that link to one page. They are known from the companion index only."""

from __future__ import annotations

from bookwheel.archive.entry import Resolved
from bookwheel.archive.library import Library
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import Unavailable
from bookwheel.tools.fields import COUNT, TEXT, record
from bookwheel.tools.tool import Result
from bookwheel.tools.zim.links_window import Window

ROW = record({"path": TEXT, "title": TEXT, "inbound_degree": COUNT, "anchor_text": TEXT})


def read(library: Library, archive: OpenArchive, resolved: Resolved, window: Window) -> Result:
    """Answer one call. Raises Unavailable (inbound_sidecar_unavailable)."""
    raise Unavailable(
        f'The archive "{archive.name}" has no companion index.',
        reason="inbound_sidecar_unavailable",
        hint=f"Run: bookwheel index build {archive.path.name}",
        data={"archive": archive.name, "cause": "absent"},
    )
