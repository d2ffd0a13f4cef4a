"""The readable half of the live tools' answers: Markdown of our own around text that is not ours."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bookwheel.render.escape import escape_inline
from bookwheel.render.fence import fence
from bookwheel.tools.tool import Json

if TYPE_CHECKING:
    from bookwheel.live.editions import Edition
    from bookwheel.live.wiki import Provenance


def plain(value: str) -> str:
    """Return a title or description for use inside a line of Markdown."""
    return escape_inline(" ".join(value.split()), in_link=True)


def document(head: Iterable[str], prose: str, foot: Iterable[str] = (), *, title: str = "") -> str:
    """Return lines of ours, fenced text of the wiki's, lines of ours."""
    parts = [
        "\n".join(line for line in head if line),
        fence(prose, {"title": title} if title else None) if prose else "",
        "\n".join(line for line in foot if line),
    ]
    return "\n\n".join(part for part in parts if part)


def about(description: str, item: str) -> str:
    """Return what follows a title: its description and Wikidata item."""
    return (f" — {plain(description)}" if description else "") + (f" ({item})" if item else "")


def circumstances(provenance: Provenance, edition: Edition) -> list[str]:
    """Return a line for each thing about the answer's origin that the reader should know."""
    lines: list[str] = []
    if provenance.redirected_from:
        section = f", section “{plain(provenance.redirect_section)}”" if provenance.redirect_section else ""
        if provenance.redirect_index is not None:
            section += f" (section_index {provenance.redirect_index})"
        lines.append(f"Redirected from “{plain(provenance.redirected_from)}”{section}.")
    if provenance.variant:
        lines.append(f"Edition {edition.code}, converted to {provenance.variant}.")
    if provenance.stale_since is not None:
        lines.append(
            f"The wiki does not answer now: this is what it said at {_moment(provenance.stale_since)}."
        )
    return lines


def meta(provenance: Provenance) -> Json:
    """Return the same for programs: the result's own metadata, {} when there is nothing to say."""
    found: Json = {}
    if provenance.stale_since is not None:
        found |= {"stale": True, "fetched_at": _moment(provenance.stale_since)}
    if provenance.variant:
        found["variant"] = provenance.variant
    if provenance.redirected_from:
        found |= given(
            redirected_from=provenance.redirected_from,
            redirect_section=provenance.redirect_section,
            redirect_section_index=provenance.redirect_index,
        )
    return found


def _moment(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def given(**fields: object) -> Json:
    """Return the fields that have a value: the contract leaves out what is unknown, it never says null."""
    return {name: value for name, value in fields.items() if value is not None and value != ""}
