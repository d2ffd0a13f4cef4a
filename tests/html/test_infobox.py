"""Infoboxes of many wikis."""

from __future__ import annotations

import pytest
from html_reading import blocks, only, read

from bookwheel.document.model import Figure, Infobox


def facts(html: str) -> list[tuple[str, str]]:
    return [(row.label.text, row.value.text) for row in only(html, Infobox).rows]


def box(*rows: str) -> str:
    return "<table class=infobox>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


@pytest.mark.parametrize(
    "names",
    ["infobox vcard", "infobox_v2", "infobox biota", "taxobox", "wikitable infobox float-right", "sinottico",
     "infobox geography", "ib-settlement vcard", "infotaula", "toccolours infobox", "infobox_v3 large"],
)  # fmt: skip
def test_label_and_value_are_paired_whatever_the_class(names: str):
    html = f'<table class="{names}"><tr><th colspan="2">Name</th></tr><tr><th>Born:</th><td>1 May</td></tr></table>'
    box = only(html, Infobox)
    assert box.title.text == "Name"
    assert facts(html) == [("Born", "1 May")]


def test_a_label_may_be_an_ordinary_cell():
    html = '<table class="infobox"><tr><td>• Total:</td><td>12</td></tr><tr><td>Kingdom:</td><td>Animalia</td></tr></table>'
    assert facts(html) == [("Total", "12"), ("Kingdom", "Animalia")]


def test_names_of_columns_are_no_fact():
    html = box(
        "<th>Arms</th><th>Map</th>",
        "<td><img src=a></td><td><img src=b></td>",
        "<td>Water<br>area</td><td>1</td>",
    )
    assert facts(html) == [("", "Arms | Map"), ("Water area", "1")]


def test_coordinates_that_open_a_map_are_a_fact():
    link = '<a class="mw-kartographer-maplink" data-lat="48.85" data-lon="2.35" href="/wiki/Special:Map">48° 51′ N</a>'
    assert facts(box(f"<th>Coordonnées</th><td>{link}</td>")) == [("Coordonnées", "48° 51′ N")]


def test_the_medal_in_front_of_a_contest_is_told():
    medal = '<td><span title="Gold medal"><img alt="Gold medal" width="16"></span></td><td>2008 Beijing</td><td>100 m</td>'
    assert facts(box("<th>Medals</th>", medal)) == [("", "Gold medal | 2008 Beijing | 100 m")]


def test_two_sides_that_face_each_other_are_no_fact():
    sides = "<td style='width: 50%; border-right:1px'>France</td><td style='width:50%'>Spain<br>Britain</td>"
    assert facts(box("<th>Battle</th>", "<th colspan=2>Belligerents</th>", sides)) == [
        ("Belligerents", ""),
        ("", "France | Spain; Britain"),
    ]


def test_a_table_of_several_values_for_each_label_is_read_row_by_row():
    rows = [
        "<td colspan=3>538 members</td>",
        "<th>Nominee</th><td>A</td><td>B</td>",
        "<th>Votes</th><td>306</td><td>232</td>",
    ]
    inner = "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
    assert facts(box(f"<td colspan=2>{inner}</td>")) == [
        ("", "538 members"),
        ("Nominee", "A; B"),
        ("Votes", "306; 232"),
    ]


def test_lists_and_breaks_in_a_value_are_joined():
    html = '<table class="infobox"><tr><th>Genres</th><td><div class="hlist"><ul><li>soul</li><li>blues</li></ul></div></td></tr><tr><th>Died</th><td>June 10<br>Beverly Hills</td></tr></table>'
    assert facts(html) == [("Genres", "soul; blues"), ("Died", "June 10; Beverly Hills")]


def test_groups_keep_their_heading_and_a_full_row_follows_its_label():
    html = (
        '<table class="infobox"><tr><th class="infobox-above" colspan="2">X</th></tr>'
        '<tr><th class="infobox-header" colspan="2">Career</th></tr><tr><th>Years</th><td>1947</td></tr>'
        '<tr><th class="infobox-header" colspan="2">Motto</th></tr><tr><td class="infobox-full-data" colspan="2">Fiat</td></tr>'
        '<tr><th class="infobox-header" colspan="2">Empty</th></tr></table>'
    )
    assert facts(html) == [("Career", ""), ("Years", "1947"), ("Motto", "Fiat")]


def test_a_group_above_groups_keeps_its_heading_and_one_of_pictures_alone_has_none():
    heading, picture = "<th colspan=2>{}</th>".format, "<td colspan=2><img src=x></td>"
    rows = [heading("Song"), heading("Single by A"), heading("from B"), "<th>Label</th><td>C</td>"]
    rows += [heading("Signature"), picture, heading("Flags"), '<td class="infobox-image"><img src=y></td>']
    rows += [
        heading("Seals"),
        "<th>Great</th><td><img src=z></td>",
        heading("Names"),
        picture,
        "<td>A</td><td>B</td>",
    ]
    assert facts(box(*rows)) == [
        ("Single by A", ""),
        ("from B", ""),
        ("Label", "C"),
        ("Names", ""),
        ("A", "B"),
    ]


def test_pictures_captions_and_tool_links_are_no_facts():
    html = (
        '<table class="infobox"><tr><td class="infobox-image" colspan="2"><img alt="x"><div class="infobox-caption">In 1990</div></td></tr>'
        '<tr><th>A</th><td>b</td></tr><tr><td class="infobox-navbar" colspan="2">v t e</td></tr></table>'
    )
    assert facts(html) == [("A", "b")]


def pictures(html: str) -> list[tuple[str, str, str]]:
    """Return (caption, alternative text, source) of the figures read from a box."""
    found = [block for block in blocks(html) if isinstance(block, Figure)]
    return [(figure.caption.text, figure.alt, figure.source) for figure in found]


PICTURE = '<img src="p.jpg" alt="{}" width=220 height=180>'
CAPTION = "<div class=infobox-caption>In <i>1990</i></div>"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (PICTURE.format("A man at a desk") + CAPTION, [("In 1990", "A man at a desk", "p.jpg")]),
        (CAPTION, [("In 1990", "", "")]),
        (PICTURE.format("A man at a desk"), [("", "A man at a desk", "p.jpg")]),
        (PICTURE.format("p.jpg"), []),
        (PICTURE.format(""), []),
        ("<span style=display:none>In 1990</span>", []),
    ],
    ids=["with caption", "caption alone", "described", "named after its file", "bare", "hidden"],
)
def test_a_picture_in_the_box_is_a_figure_after_it(cell: str, expected: list[tuple[str, str, str]]):
    html = box(
        "<th colspan=2>Ada</th>", f"<td colspan=2 class=infobox-image>{cell}</td>", "<th>A</th><td>b</td>"
    )
    assert facts(html) == [("A", "b")]
    assert pictures(html) == expected


def test_a_caption_beside_its_picture_in_a_box_of_divs_goes_with_it():
    html = (
        "<div class=infobox_v3><div class=entete>Salle</div><div class=images><img src=s.jpg alt=''></div>"
        "<p class=legend>La grande salle.</p><table><tr><th>A</th><td>b</td></tr></table></div>"
    )
    assert pictures(html) == [("La grande salle.", "", "s.jpg")]
    assert pictures(PORTABLE) == [("In action", "Luke", "a.png")]


def test_an_empty_value_drops_its_row():
    assert facts(
        '<table class="infobox"><tr><th>A</th><td></td></tr><tr><th>B</th><td>c</td></tr></table>'
    ) == [("B", "c")]


def test_a_nested_box_is_read_into_the_outer_one():
    html = (
        '<table class="infobox"><tr><th colspan="2">X</th></tr><tr><td colspan="2"><table class="infobox-subbox">'
        "<tr><th>Inner</th><td>1</td></tr></table></td></tr><tr><th>Outer</th><td>2</td></tr></table>"
    )
    assert facts(html) == [("Inner", "1"), ("Outer", "2")]


def test_a_box_of_divs_is_read_in_order():
    html = (
        '<div class="infobox_v3"><div class="entete">Belle</div><div class="images"><img src="x"></div>'
        "<table><caption>Présentation</caption><tr><th>Type</th><td>Bibliothèque</td></tr></table>"
        "<table><tr><th>Fonds</th><td>12</td></tr></table></div>"
    )
    assert only(html, Infobox).title.text == "Belle"
    assert facts(html) == [("Présentation", ""), ("Type", "Bibliothèque"), ("Fonds", "12")]


def test_a_side_bar_of_pairs_is_an_infobox_and_one_of_links_is_furniture():
    pairs = '<table class="sidebar"><tr><th>A</th><td>1</td></tr><tr><th>B</th><td>2</td></tr></table>'
    links = '<table class="sidebar"><tr><th>Series</th></tr><tr><td><a href="/wiki/X">X</a></td></tr></table>'
    assert facts(pairs) == [("A", "1"), ("B", "2")]
    assert blocks(links) == []


def test_the_caption_of_a_box_is_its_title_once():
    html = '<table class="infobox"><caption>Name</caption><tr><th colspan="2">Name</th></tr><tr><th>A</th><td>1</td></tr></table>'
    assert only(html, Infobox).title.text == "Name"
    assert facts(html) == [("A", "1")]


def test_rows_not_for_print_in_an_infobox_are_kept():
    html = '<table class="infobox"><tr class="noprint"><th>A</th><td>1</td></tr></table>'
    assert facts(html) == [("A", "1")]


def test_a_label_or_value_that_reaches_down_counts_for_every_row():
    label = box(
        "<th rowspan=2>2001</th><td>A</td><td>1</td>", "<td>B</td><td>2</td>", "<th>2002</th><td>C</td>"
    )
    assert facts(label) == [("2001", "A; 1"), ("2001", "B; 2"), ("2002", "C")]
    value = box("<th>Parents</th><td rowspan=2>A</td>", "<th>Raised by</th>")
    assert facts(value) == [("Parents", "A"), ("Raised by", "A")]


def test_cells_that_reach_down_for_ever_are_bounded():
    html = box(*(["<th rowspan=65534>x</th><td>1</td>"] * 400))
    assert sum(len(value) for _, value in facts(html)) < 10_000


def test_words_beside_a_nested_box_are_kept_in_their_place():
    inner = "<table><tr><th>G</th><td>3</td></tr></table>"
    assert facts(box("<th>a</th><td>b</td>", f"<td colspan=2>Lead {inner} Tail</td>")) == [
        ("a", "b"),
        ("", "Lead"),
        ("G", "3"),
        ("", "Tail"),
    ]
    wrapped = f"<td colspan=2><center>Lead <span>{inner}</span></center></td>"
    assert facts(box("<th>a</th><td>b</td>", wrapped)) == [("a", "b"), ("", "Lead"), ("G", "3")]
    beside = f"<td></td><td>Lead {inner}</td>"
    assert facts(box("<th>a</th><td>b</td>", beside)) == [("a", "b"), ("", "Lead"), ("G", "3")]


def test_a_nested_table_of_pairs_in_a_full_row_is_read_as_pairs():
    nested = "<table class='wikitable'><tr><td>CAS</td><td>541</td><td></td></tr><tr><td>Wikidata</td><td>Q4</td></tr></table>"
    assert facts(box(f'<td colspan="2">{nested}</td>')) == [("CAS", "541"), ("Wikidata", "Q4")]
    begun = "<table><tr><th>Group</th><th>18</th></tr><tr><td>Name</td><td>noble gases</td></tr></table>"
    assert facts(box(f'<td colspan="2">{begun}</td>')) == [("", "Group | 18"), ("Name", "noble gases")]


def test_of_three_cells_with_one_value_the_first_is_its_label():
    assert facts(box("<td>Rider</td><td></td><td>Rossi</td>")) == [("Rider", "Rossi")]
    assert facts(box("<td>A</td><td>2</td><td>3</td>")) == [("", "A | 2 | 3")]


NOTE = '<sup class="reference"><a href="#n">[1]</a></sup>'


@pytest.mark.parametrize(
    ("html", "place"),
    [
        (f"a {NOTE}<br>b", 1),
        (f"<ul><li>a {NOTE}</li><li>b</li></ul>", 1),
        (f"<ul><li>a</li><li>{NOTE} b</li></ul>", 3),
        (f"a<br>{NOTE} b", 3),
        (f"a {NOTE} b", 1),
        (f"a {NOTE}b", 2),
    ],
)
def test_the_mark_of_a_note_stays_with_the_word_before_it(html: str, place: int):
    (row,) = only(box(f"<th>K</th><td>{html}</td>"), Infobox).rows
    assert [mark.start for mark in row.value.marks] == [place]


def test_a_line_below_the_title_stays_when_only_a_picture_follows():
    html = box(
        "<th colspan=2 class=infobox-above>Elizabeth</th>",
        "<td colspan=2 class=infobox-subheader>Head of the league</td>",
        "<td colspan=2 class=infobox-image><img src=a></td>",
        "<th colspan=2 class=infobox-header>Queen</th>",
        "<th>Reign</th><td>1952</td>",
    )
    assert facts(html) == [("", "Head of the league"), ("Queen", ""), ("Reign", "1952")]


PORTABLE = """
<aside class="portable-infobox pi-background"><h2 class="pi-item pi-title">Luke</h2>
<figure class="pi-item pi-image"><img src="a.png" alt="Luke"><figcaption class="pi-caption">In action</figcaption></figure>
<section class="pi-item pi-group"><h2 class="pi-item pi-header">Life</h2>
<div class="pi-item pi-data"><h3 class="pi-data-label">Height</h3><div class="pi-data-value">1.72 m<br>tall</div></div>
<div class="pi-item pi-data"><div class="pi-data-value">A hero</div></div>
<div class="pi-item pi-data"><h3 class="pi-data-label">Rank</h3><div class="pi-data-value"></div></div></section></aside>
"""


def test_the_headings_in_a_portable_infobox_are_its_own():
    document = read(f"<p>Lead.</p>{PORTABLE}<p>More.</p><h2>History</h2>")
    assert [section.title.text for section in document.sections] == ["", "History"]
    assert facts(PORTABLE) == [("Life", ""), ("Height", "1.72 m; tall"), ("", "A hero")]
    assert only(PORTABLE, Infobox).title.text == "Luke"
