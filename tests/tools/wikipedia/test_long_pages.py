"""Pages that are too long for one answer."""

from __future__ import annotations

import pytest

from bookwheel.render.text import MAX_FULL_BYTES, MAX_TABLE_BYTES
from live.loopback import loopback
from live.made_wiki import MadePage, MadeWiki
from tools.wikipedia.asking import answer

pytestmark = pytest.mark.anyio


async def test_a_long_page_becomes_an_outline_that_leads_to_its_parts() -> None:
    html = "".join(
        f'<section data-mw-section-id="{n}">{f"<h2 id=h{n}>Part {n}</h2>" if n else ""}<p>{"word " * 3000}</p></section>'
        for n in range(8)
    )
    async with loopback(MadeWiki(MadePage("Long", 1, html=html))) as at:
        whole = await answer(at.live, "wikipedia_get_article", title="Long")
        assert (whole["truncated"], whole["sections_suggested"]) == (True, True)
        assert whole["original_length"] > MAX_FULL_BYTES
        assert len(whole["content"]) < 2_000
        assert "Introduction (" in whole["content"]
        assert "section_index 7" in whole["content"]
        assert "wikipedia_get_sections" in whole["content"]
        for index in range(8):
            read = await answer(at.live, "wikipedia_get_article", title="Long", section_index=index)
            assert f"({len(read['content'].encode()):,} bytes, section_index {index})" in whole["content"]


async def test_a_long_page_without_headings_becomes_an_outline_too() -> None:
    html = f'<section data-mw-section-id="0"><p>{"word " * 20_000}</p></section>'
    async with loopback(MadeWiki(MadePage("Long", 1, html=html))) as at:
        whole = await answer(at.live, "wikipedia_get_article", title="Long")
        assert whole["truncated"] is True
        assert "section_index 0" in whole["content"]
        read = await answer(at.live, "wikipedia_get_article", title="Long", section_index=0)
        assert (len(read["content"]), read["truncated"]) == (20_000 * 5 - 1, False)


async def test_a_huge_table_leaves_a_marker_with_its_rows() -> None:
    rows = "".join(f"<tr><td>{n}</td><td>{'x' * 40}</td></tr>" for n in range(MAX_TABLE_BYTES // 40))
    html = f'<section data-mw-section-id="0"><table class="wikitable"><tr><th>a</th><th>b</th></tr>{rows}</table></section>'
    async with loopback(MadeWiki(MadePage("List", 1, html=html))) as at:
        read = await answer(at.live, "wikipedia_get_article", title="List", section_index=0)
        assert read["content"] == "[table omitted: 1000 rows]"


async def test_an_outline_of_thousands_of_sections_is_cut_and_says_so() -> None:
    html = "".join(
        f'<section data-mw-section-id="{n}"><h2>Part {n}</h2><p>Text.</p></section>' for n in range(1, 5001)
    )
    async with loopback(MadeWiki(MadePage("Many", 1, html=html))) as at:
        content = (await answer(at.live, "wikipedia_get_article", title="Many"))["content"]
        lines = [line for line in content.split("\n") if "section_index " in line and line.startswith("Part")]
        assert len(content.encode()) < MAX_FULL_BYTES + 300
        assert f"… and {5000 - len(lines):,} sections more." in content
        assert lines[-1].endswith(f"section_index {len(lines)})")
