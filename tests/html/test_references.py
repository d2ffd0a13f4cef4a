"""Footnotes, categories, coordinates, figures."""

from __future__ import annotations

import pytest
from html_reading import blocks, inline, only, read

from bookwheel.document.model import (
    Category,
    Coordinates,
    Figure,
    Infobox,
    NoteMark,
    Paragraph,
    ReferenceList,
    Table,
)

PARSER = (
    '<p>a<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">[</span>1<span>]'
    '</span></a></sup> b<sup id="cite_ref-x_2-0" class="reference"><a href="#cite_note-x-2">[2]</a></sup> c<sup '
    'class="reference"><a href="#cite_note-x-2">[2]</a></sup></p><h2>References</h2><div class="reflist"><div '
    'class="mw-references-wrap"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a '
    'href="#cite_ref-1">^</a></b></span> <span class="reference-text"><cite>Smith. <a class="external text" '
    'href="https://example.org/a">"Title"</a>. <a href="https://doi.org/10.1000%2Fxyz">doi</a>:<a class="external" '
    'href="https://doi.org/10.1000/xyz">10.1000/xyz</a>.</cite><span class="Z3988" title="x">junk</span></span></li>'
    '<li id="cite_note-x-2"><span class="mw-cite-backlink">^ <a href="#cite_ref-x_2-0">a</a></span> <span>Two</span>'
    "</li></ol></div></div>"
)
PARSOID = (
    '<p>a<sup class="mw-ref reference" typeof="mw:Extension/ref"><a href="./Page#cite_note-1"><span '
    'class="mw-reflink-text">[1]</span></a></sup></p><ol class="mw-references references" typeof="mw:Extension/references">'
    '<li about="#cite_note-1" id="cite_note-1"><a href="./Page#cite_ref-1" rel="mw:referencedBy"><span '
    'class="mw-linkback-text">↑ </span></a> <span class="mw-reference-text">One</span></li></ol>'
)


def test_references_are_data_and_their_list_a_place():
    document = read(PARSER)
    one, two = document.references
    assert (one.key, one.label, one.content.text) == ("cite_note-1", "1", 'Smith. "Title". doi:10.1000/xyz.')
    assert one.urls == (
        "https://example.org/a",
        "https://doi.org/10.1000%2Fxyz",
        "https://doi.org/10.1000/xyz",
    )
    assert one.doi == "10.1000/xyz"
    assert (two.key, two.label, two.content.text, two.urls, two.doi) == ("cite_note-x-2", "2", "Two", (), "")
    assert document.sections[1].blocks == (ReferenceList("", ("cite_note-1", "cite_note-x-2")),)


def test_a_named_note_used_twice_is_one_reference():
    marks = only(PARSER, Paragraph).content.marks
    assert marks == (
        NoteMark(1, 1, "cite_note-1", "1"),
        NoteMark(3, 3, "cite_note-x-2", "2"),
        NoteMark(5, 5, "cite_note-x-2", "2"),
    )


def test_parsoid_notes_are_the_same():
    document = read(PARSOID)
    assert [(note.key, note.label, note.content.text) for note in document.references] == [
        ("cite_note-1", "1", "One")
    ]
    assert only(PARSOID, Paragraph).content.marks == (NoteMark(1, 1, "cite_note-1", "1"),)


def test_notes_of_a_group_know_it():
    html = (
        '<p>a<sup class="reference"><a href="#cite_note-n-1">[note 1]</a></sup></p><ol class="references">'
        '<li id="cite_note-n-1"><span class="mw-cite-backlink">^</span> Text</li></ol>'
    )
    note = read(html).references[0]
    assert (note.group, note.label) == ("note", "note 1")


def test_notes_counted_in_letters_show_letters():
    html = (
        '<p>a<sup class="mw-ref reference"><a href="#cite_note-1"><span>[lower-alpha 2]</span></a></sup></p>'
    )
    assert inline(html[3:-4]).marks == (NoteMark(1, 1, "cite_note-1", "b"),)


def test_notes_of_old_archives_without_classes_are_read():
    html = (
        '<p>a<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup></p><ol class="references"><li id="cite_note-1">'
        '<a href="#cite_ref-1">↑</a> Text</li></ol>'
    )
    document = read(html)
    assert document.references[0].content.text == "Text"
    assert only(html, Paragraph).content.text == "a"


@pytest.mark.parametrize("space", ["", " ", "\n", "&nbsp;", " \n "])
def test_a_note_alone_in_a_paragraph_joins_the_text_before(space: str):
    note = '<sup class="reference"><a href="#cite_note-1">[1]</a></sup>'
    found = blocks(f"<p>text</p><p>{space}{note}{space}</p><p>{space}{note}<b> </b></p>")
    assert [(b.content.text, len(b.content.marks)) for b in found if isinstance(b, Paragraph)] == [
        ("text", 2)
    ]
    assert blocks(f"<ul><li>{space}{note}</li></ul>") == []


def test_a_list_of_works_is_an_ordinary_list():
    assert len(blocks("<h2>References</h2><ul><li><cite>Smith</cite></li></ul>")) == 1


def test_categories_come_with_their_visibility():
    html = (
        '<html><head><title>x</title></head><body><div id="mw-content-text"><p>x</p></div><div id="catlinks" '
        'class="catlinks"><div id="mw-normal-catlinks"><a href="/wiki/Special:Categories">Categories</a>: <ul><li><a '
        'href="/wiki/Category:A_b">A b</a></li></ul></div><div id="mw-hidden-catlinks"><ul><li><a>Hidden ones</a></li>'
        "</ul></div></div></body></html>"
    )
    assert read(html).categories == (Category("A b"), Category("Hidden ones", is_hidden=True))


def test_categories_of_parsoid_come_from_its_links():
    html = (
        '<html prefix="mw: http://mediawiki.org/rdf/"><head><title>x</title></head><body><p>x</p><link '
        'rel="mw:PageProp/Category" href="./Category:Reading_machines#sort"/><link rel="mw:PageProp/Category" '
        'href="./Kategorie:Caf%C3%A9"/></body></html>'
    )
    assert [category.name for category in read(html).categories] == ["Reading machines", "Café"]


GEO = '<span class="geo-default"><span class="geo-dms"><span class="latitude">48°51′N</span> <span class="longitude">2°21′E</span></span></span><span class="geo-multi-punct">\ufeff / \ufeff</span><span class="geo-nondefault"><span class="geo-dec">48.85°N 2.35°E</span><span style="display:none">\ufeff / <span class="geo">48.85; 2.35</span></span></span>'


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f'<p><span id="coordinates"><a href="#">Coordinates</a>: {GEO}</span></p>', Coordinates(48.85, 2.35)),
        ('<span class="geo">-33.5; 151.25</span>', Coordinates(-33.5, 151.25)),
        ('<p><a class="mw-kartographer-maplink" data-lat="1.5" data-lon="-2.5" href="#">map</a></p>', Coordinates(1.5, -2.5)),
        ('<span id="coordinates"><a href="//geohack.toolforge.org/geohack.php?params=48_51_0_N_2_21_0_E_type:city">x</a></span>', Coordinates(48.85, 2.35)),
        ('<span id="coordinates"><a href="//x/geohack.php?params=48.85_N_2.35_W_">x</a></span>', Coordinates(48.85, -2.35)),
        ('<div id="coordinates"><span class="geo">12,5; 200</span></div>', None),
        ('<span id="coordinates"><a href="//x/geohack.php?params=1_N_2_E_globe:moon">x</a></span>', None),
        ('<span class="geo">1; 2</span><span class="geo">3; 4</span>', None),
        (f'<p><span class="geo">1; 2</span></p><span id="coordinates">{GEO}</span>', Coordinates(48.85, 2.35)),
    ],
)  # fmt: skip
def test_coordinates_are_those_of_the_subject(html: str, expected: Coordinates | None):
    assert read(html).coordinates == expected


def test_coordinates_in_the_text_are_kept_once_and_those_of_the_title_dropped():
    assert inline(f"at {GEO}.").text == "at 48°51′N 2°21′E."
    assert inline(f'text<span id="coordinates">{GEO}</span>').text == "text"


def test_coordinates_of_an_infobox_win_over_others():
    html = (
        '<table class="infobox"><tr><th>Place</th><td><span class="geo">5; 6</span></td></tr></table>'
        '<p><span class="geo">1; 2</span> <span class="geo">3; 4</span></p>'
    )
    assert read(html).coordinates == Coordinates(5.0, 6.0)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            (
                '<figure typeof="mw:File/Thumb"><a href="./File:X.jpg"><img alt="A tree" src="//up.org/x.jpg"></a><figcaption>'
                "An <i>old</i> tree</figcaption></figure>"
            ),
            ("An old tree", "A tree", "https://up.org/x.jpg", "image"),
        ),
        (
            (
                '<div class="thumb tright"><div class="thumbinner"><a class="image"><img alt="" src="//up.org/x.jpg"></a><div '
                'class="thumbcaption"><div class="magnify">x</div>Old caption</div></div></div>'
            ),
            ("Old caption", "", "https://up.org/x.jpg", "image"),
        ),
        (
            '<figure><span><video poster="p.jpg"><source src="//up.org/v.webm"></video></span><figcaption>Film</figcaption></figure>',
            ("Film", "", "https://up.org/v.webm", "video"),
        ),
        ('<audio src="//up.org/a.ogg"></audio>', ("", "", "https://up.org/a.ogg", "audio")),
    ],
)
def test_figures_are_what_they_show(html: str, expected: tuple[str, str, str, str]):
    figure = only(html, Figure)
    assert (figure.caption.text, figure.alt, figure.source, figure.kind) == expected


def test_a_gallery_is_its_pictures_with_captions():
    html = "".join(
        f'<li class="gallerybox"><div class="thumb"><img alt="" src="//up.org/{n}.jpg"></div><div class="gallerytext">'
        f"<p>Picture {n}</p></div></li>"
        for n in range(3)
    )
    found = blocks(f'<ul class="gallery mw-gallery-packed"><li class="gallerycaption">All</li>{html}</ul>')
    assert [block.caption.text for block in found if isinstance(block, Figure)] == [
        "All",
        "Picture 0",
        "Picture 1",
        "Picture 2",
    ]


def test_a_picture_that_says_nothing_is_left_out():
    assert blocks('<figure><img src="x.png"></figure><p><img src="y.png"></p>') == []


@pytest.mark.parametrize(
    "backlink",
    [
        '<span><a href="#cite_ref-2">↑</a></span>',
        '<b><a href="#cite_ref-2">^</a></b>',
        '<span class="mw-cite-backlink"><a href="./Page#cite_ref-2">↑</a></span>',
        "↑ ",
        '<span>↑ <a href="#cite_ref-D_1-0">2.0</a> <a href="#cite_ref-D_1-1">2.1</a></span>',
        '↑ <sup><a href="#cite_ref-D_1-0">2.0</a></sup> <sup><i><b><a href="#cite_ref-D_1-1">2.1</a></b></i></sup>',
        "↑ <span>2.0 2.1</span>",
        "<span>↑ <span>2.0</span> <span>2.1</span></span>",
        "↑ <sup>2.0</sup>, <sup>2.1</sup> ",
        "<!-- x --><span id='x'></span>^ <sup><b>a</b></sup> <sup><b>b</b></sup>",
        '<span rel="mw:referencedBy">↑ <a href="./P#a">2.0</a> <a href="./P#b">2.1</a></span>',
        '<a href="./P#a" rel="mw:referencedBy">2.0</a> <a href="./P#b" rel="mw:referencedBy">2.1</a>',
        "<span>↑ " + " ".join(f'<a href="#cite_ref-D_1-{n}">1.{n}</a>' for n in range(60)) + "</span>",
    ],
)
def test_what_leads_back_to_the_text_is_no_part_of_a_note(backlink: str):
    html = f'<ol class="references"><li id="n">{backlink} <span>^ Smith</span></li></ol>'
    assert read(html).references[0].content.text == "^ Smith"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("↑ <span>alpha</span>", "alpha"),
        ('<span><a href="#cite_ref-2">↑</a> See</span> Smith', "↑ See Smith"),
        ("↑ <b>2.0 beta</b> was new", "2.0 beta was new"),
        ("<sup>a</sup> Smith", "ᵃ Smith"),
        ('↑ <span><img class="tex" alt="a"></span> is a letter', "a is a letter"),
        ("<b>2.0</b> was the version", "2.0 was the version"),
        ('See <a href="#cite_ref-2">above</a>', "See above"),
    ],
)
def test_a_note_keeps_its_own_first_words(html: str, expected: str):
    notes = read(f'<ol class="references"><li id="n">{html}</li></ol>').references
    assert notes[0].content.text == expected


def test_a_note_that_is_only_a_link_without_words_is_read_as_its_address():
    html = (
        '<ol class="references"><li id="n"><span><a href="#cite_ref-1">↑</a></span> <a class="external" '
        'href="https://example.org/x"></a></li><li id="m"><a href="#cite_ref-2">↑</a></li></ol>'
    )
    (reference,) = read(html).references
    assert (reference.content.text, reference.urls) == ("https://example.org/x", ("https://example.org/x",))


def test_notes_inside_an_infobox_are_references():
    html = (
        '<table class="infobox"><tr><th>Language</th><td>Spanish<sup class="reference"><a href="#n">[lower-alpha 1]</a></sup>'
        '</td></tr><tr><td colspan="2"><div class="reflist"><ol class="mw-references references" '
        'data-mw-group="lower-alpha"><li id="n">De jure.</li></ol></div></td></tr></table>'
    )
    (reference,) = read(html).references
    assert (reference.key, reference.label, reference.content.text) == ("n", "a", "De jure.")
    assert blocks(html)[1:] == [ReferenceList("lower-alpha", ("n",))]
    assert not any("De jure" in row.value.text for row in only(html, Infobox).rows)


def test_notes_inside_a_data_table_are_references_listed_after_it():
    html = (
        '<table class="wikitable"><tr><th>Name</th><th>Score</th></tr><tr><td>A<sup class="reference"><a href="#n">[1]'
        '</a></sup></td><td>2</td></tr><tr><td colspan="2"><ol class="references"><li id="n">Estimated.</li></ol></td>'
        "</tr></table>"
    )
    table, place = blocks(html)
    assert isinstance(table, Table)
    assert [[cell.text for cell in row] for row in table.rows] == [["A", "2"]]
    assert place == ReferenceList("", ("n",))
    assert read(html).references[0].content.text == "Estimated."


def test_notes_without_marks_are_counted_in_the_style_of_their_group():
    html = '<ol class="references" data-mw-group="lower-alpha"><li id="m">One</li><li id="n">Two</li></ol>'
    assert [note.label for note in read(html).references] == ["a", "b"]


def test_a_short_word_between_ways_back_is_no_part_of_the_note():
    html = (
        '<ol class="references"><li id="n"><span>↑ <sup><a href="#cite_ref-a_1-0">a</a>, <a href="#cite_ref-a_1-1">b</a>'
        ' et <a href="#cite_ref-a_1-2">c</a></sup></span> <span class="reference-text">Smith</span></li></ol>'
    )
    assert read(html).references[0].content.text == "Smith"
