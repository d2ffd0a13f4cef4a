"""What Wikipedia's interfaces give at most."""

from __future__ import annotations

from typing import Final

SEARCH_WINDOW: Final = 10_000
"""No search result lies beyond this one."""
MAX_NEARBY: Final = 500
"""Places in one answer."""
MAX_RADIUS_METRES: Final = 10_000
