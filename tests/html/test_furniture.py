"""Furniture goes, hatnotes and content stay."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, only, read, rows

from bookwheel.document.model import Hatnote, Infobox, Paragraph

FURNITURE = [
    '<table class="ambox metadata"><tr><td>junk</td></tr></table>',
    '<table class="metadata mbox-small" role="presentation"><tr><td>junk</td></tr></table>',
    '<table role="presentation" class="metadata plainlinks"><tr><td>junk</td></tr></table>',
    '<div class="navbox" role="navigation"><table><tr><td>junk</td></tr></table></div>',
    '<div role="navigation"><ul><li>junk</li></ul></div>',
    '<table class="navbox"><tr><td><h2>junk</h2></td></tr></table>',
    '<div class="side-box metadata">junk</div>',
    '<div class="sistersitebox">junk</div>',
    '<ul class="portalbox"><li>junk</li></ul>',
    '<div class="portal-bar noprint">junk</div>',
    '<div class="noprint portal">junk</div>',
    '<div class="spoken-wikipedia">junk</div>',
    '<div class="mw-authority-control">junk</div>',
    '<div id="catlinks" class="catlinks">junk</div>',
    '<div class="printfooter">junk</div>',
    '<div class="vertical-navbox"><ul><li>junk</li></ul></div>',
    '<div class="stub">junk</div>',
    '<div class="toc">junk</div>',
    '<a class="mw-jump-link" href="#x">junk</a>',
    '<span class="mw-editsection">junk</span>',
    '<span class="Z3988" title="x">junk</span>',
    '<span class="shortdescription">junk</span>',
    '<div class="shortdescription nomobile noexcerpt noprint">junk</div>',
    '<div class="mw-empty-elt">junk</div>',
    '<span class="mw-ext-cite-error error">junk</span>',
    '<span class="cs1-maint">junk</span>',
    '<div class="mw-indicators">junk</div>',
    '<div class="calculator-container">junk</div>',
    '<sup class="ext-phonos-attribution noexcerpt"><a href="/wiki/File:X.ogg">junk</a></sup>',
    '<small class="metadata audiolinkinfo">(<a href="/wiki/Help:X">junk</a>)</small>',
    '<span class="pagenum">[junk]</span>',
    '<div id="siteSub">junk</div>',
    '<div class="bandeau-portail">junk</div>',
    '<div class="zim-footer">junk</div>',
    '<table class="chess-board"><tr><td>junk</td></tr></table>',
    '<div class="shortdescription noexcerpt noprint">junk</div>',
    '<table class="noprint"><tr><td>junk</td><td>junk</td></tr></table>',
    '<table class="wikitable noprint metadata"><tr><th>junk</th></tr></table>',
    '<span class="plainlinks noprint">junk</span>',
    '<sup class="noprint Inline-Template">junk</sup>',
    '<table class="navbox-inner"><tr><td>junk</td></tr></table>',
    '<div class="infobox sisterproject noprint">junk</div>',
    '<div class="bandeau-container bandeau-article bandeau-niveau-modere plainlinks metadata ambox">junk</div>',
    '<div class="bandeau-container metadata bandeau-article bandeau-niveau-ebauche">junk</div>',
    '<div class="bandeau-container bandeau-section metadata bandeau-niveau-grave">junk</div>',
    '<div class="module-shortcutboxplain noprint" role="note">junk</div>',
    '<div role="note" class="hatnote" hidden>junk</div>',
    "<!--htdig_noindex--><div><p>junk</p></div><!--/htdig_noindex-->",
]


@pytest.mark.parametrize("html", FURNITURE)
def test_furniture_is_dropped(html: str):
    assert "junk" not in all_text(f"<p>one</p>{html}<p>two</p>")
    assert all_text(f"<p>one</p>{html}<p>two</p>") == "\none\ntwo"


@pytest.mark.parametrize(
    "html",
    [
        '<div class="hatnote">See <a href="/wiki/X">X</a></div>',
        '<div role="note" class="hatnote navigation-not-searchable">See <a href="/wiki/X">X</a></div>',
        '<div class="dablink">See <a href="/wiki/X">X</a></div>',
        '<div class="rellink relarticle mainarticle">See <a href="/wiki/X">X</a></div>',
        '<div class="bandeau-container metadata bandeau-article">See <a href="/wiki/X">X</a></div>',
        '<div id="Vorlage_Begriffsklärungshinweis" class="bksicon noprint">See <a href="/wiki/X">X</a></div>',
        '<div id="Vorlage_Begriffsklärungshinweis" class="noprint">See <a href="/wiki/X">X</a></div>',
        '<table id="Vorlage_Begriffsklaerungshinweis" class="noprint"><tr><td>See <a href="/wiki/X">X</a></td></tr></table>',
        '<div role="note" class="noprint">See <a href="/wiki/X">X</a></div>',
        '<div class="rellink noprint">See <a href="/wiki/X">X</a></div>',
        '<table class="vedi-anche noprint" role="presentation"><tr><td>See <a href="/wiki/X">X</a></td></tr></table>',
        (
            '<div class="bandeau-container bandeau-section metadata bandeau-niveau-information"><div class="bandeau-cell">'
            'See <a href="/wiki/X">X</a></div></div>'
        ),
        '<div class="bandeau-section bandeau-niveau-detail loupe noprint">See <a href="/wiki/X">X</a></div>',
        '<div class="homonymie">See <a href="/wiki/X">X</a></div>',
        '<div class="hauptartikel" role="navigation">See <a href="/wiki/X">X</a></div>',
    ],
)
def test_hatnotes_are_kept_as_such(html: str):
    block = only(f"{html}<p>text</p>", Hatnote)
    assert block.content.text == "See X"
    assert len(block.content.marks) == 1


@pytest.mark.parametrize(
    "html",
    [
        '<div class="nomobile">text</div>',
        '<div class="metadata">text</div>',
        '<div class="div-col columns"><p>text</p></div>',
        '<div class="NavFrame"><div class="NavHead">text</div></div>',
        '<a class="stub" href="/wiki/X">text</a>',
        '<div class="mw-collapsible">text</div>',
        '<div class="plainlist"><ul><li>text</li></ul></div>',
        '<p class="reference-text">text</p>',
        '<div class="noexcerpt"><p>text</p></div>',
        '<table class="wikitable noprint"><tr><th>A</th></tr><tr><td>text</td></tr></table>',
        '<table class="wikitable succession-box noprint"><tr><td>text</td><td>B</td></tr></table>',
        '<ul><li class="noprint">text</li></ul>',
        '<p>see <span class="noprint">text</span></p>',
        '<p>see <code class="error">text</code></p>',
    ],
)
def test_content_that_resembles_furniture_is_kept(html: str):
    assert "text" in all_text(html)


def test_one_dropped_element_of_a_template_leaves_its_siblings():
    html = '<div about="#mwt1" class="navbox">junk</div><p about="#mwt1">text</p>'
    assert [block.content.text for block in blocks(html) if isinstance(block, Paragraph)] == ["text"]


def test_the_footer_of_an_old_archive_is_dropped():
    html = (
        '<div id="mw-content-text"><p>text</p><div><div style="clear:both">This article is issued from <a '
        'href="http://en.wikipedia.org/wiki/X">Wikipedia</a> - version of 2015. The text is available under a '
        "licence.</div></div></div>"
    )
    assert all_text(f"<html><head><title>x</title></head><body>{html}</body></html>") == "\ntext"


def test_the_page_around_the_content_is_left_out():
    html = (
        "<html><head><title>X</title></head><body><nav>junk</nav><header>junk</header><main><h1>X</h1><p>text</p></main>"
        "<footer>junk</footer></body></html>"
    )
    assert [section.title.text for section in read(html, title="X").sections] == [""]
    assert "junk" not in all_text(html)


def test_an_age_is_told_beside_the_date():
    html = (
        '<table class="infobox"><tr><th>Born</th><td>1 May 1950<span class="noprint ForceAgeToShow"> (age&nbsp;70)</span>'
        "</td></tr></table>"
    )
    assert [row.value.text for row in only(html, Infobox).rows] == ["1 May 1950 (age 70)"]


def test_cells_keep_their_place_whatever_they_share_with_navigation_boxes():
    table = '<table class="wikitable"><tr><th class="navbox-title">A</th><th>B</th></tr><tr><td class="navbox-list">1</td><td>2</td></tr></table>'
    assert rows(table) == [["A", "B"], ["1", "2"]]
    box = (
        '<table class="infobox"><tr><th colspan="2">Name</th></tr><tr><th colspan="2" class="navbox-title">Group</th></tr>'
        "<tr><th>A</th><td>1</td></tr></table>"
    )
    assert [row.label.text for row in only(box, Infobox).rows] == ["Group", "A"]
