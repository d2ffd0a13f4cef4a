"""Answers from passages of several archives, in every script, and of archives that lack something."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import encyclopaedias
from archives.make import without_index, write
from archives.towns import BRIDGE, META, OTHER, TOWN, page
from bookwheel.archive.library import Library
from calls import library_of
from synthesised import ask, data, refused


@pytest.fixture(scope="module")
def library(towns: Path) -> Library:
    return library_of(towns)


@pytest.fixture(scope="module")
def several(folder: Path, towns: Path) -> Library:
    villes = write(
        folder / "villes.zim",
        [
            page(
                "Velmark", "<p>Velmark est une ville sur la rivière Isk, fondée par des pêcheurs en 1190.</p>"
            ),
            page("Autre", "<p>Une autre page.</p>"),
        ],
        metadata={**META, "Name": "villes", "Language": "fra"},
        language="fra",
    )
    broken = folder / "broken.zim"
    broken.write_bytes(towns.read_bytes()[:3000])
    return library_of(towns, villes, broken)


def test_all_archives_are_asked_and_a_damaged_one_is_named(several: Library) -> None:
    found = ask(several, "Velmark")
    assert found.data is not None
    assert {row["archive"] for row in found.data["citations"]} == {"towns", "villes"}
    assert found.data["archives_searched"] == ["towns", "villes"]
    assert [row["archive"] for row in found.data["archives_failed"]] == ["broken"]
    assert found.data["fallback_used"] == "rrf_fusion"
    assert "broken" in found.text


def test_the_archive_that_knows_answers_first(several: Library) -> None:
    assert (
        data(several, "Quand la ville de Velmark a-t-elle été fondée ?")["citations"][0]["archive"]
        == "villes"
    )
    assert data(several, "Who designed the Velmark Bridge?")["citations"][0]["archive"] == "towns"


def test_passages_in_the_language_of_the_question_come_first(tmp_path: Path) -> None:
    english = [
        page("Orsa", "<p>Orsa (1801–1866) was a poet. The poet Orsa died in 1866, Orsa died in Vell.</p>")
    ]
    french = [
        page("Orsa", "<p>Née à Vell, Orsa est une femme de lettres.</p><p>Elle est morte en 1866.</p>"),
        page("B", "<p>b</p>"),
    ]
    archives = [
        write(
            tmp_path / f"{name}.zim", pages, metadata={**META, "Name": name, "Language": code}, language=code
        )
        for name, pages, code in (("anglais", english, "eng"), ("zfrance", french, "fra"))
    ]
    library = library_of(*archives)
    for question, first in (
        ("Quand Orsa est-elle morte ?", "zfrance"),
        ("When did Orsa die?", "anglais"),
        ("Qui est Orsa ?", "zfrance"),
    ):
        assert data(library, question)["citations"][0]["archive"] == first
    assert {row["archive"] for row in data(library, "Orsa")["citations"]} == {"anglais", "zfrance"}


def test_a_named_archive_is_asked_alone(several: Library) -> None:
    found = data(several, "Velmark", zim_file_path="villes")
    assert found["archives_searched"] == ["villes"]
    assert "archives_failed" not in found
    assert refused(several, "Velmark", zim_file_path="broken") == "archive_unreadable"
    assert refused(several, "Velmark", zim_file_path="nowhere") == "archive_not_found"


def test_an_apostrophe_inside_a_name_does_not_hide_it(folder: Path) -> None:
    people = write(
        folder / "people.zim", [page("Perry O'Dell", "<p>Perry O'Dell (1932–2013) was an actor.</p>"), OTHER]
    )
    assert "1932" in data(library_of(people), "When was Perry O'Dell born?")["answer_markdown"]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("孔子是谁", "孔子"),
        ("毛泽东生于哪里", "毛泽东"),
        ("東京はどこの首都ですか", "東京"),
        ("สุนัข", "สุนัข"),
    ],
)
def test_scripts_without_spaces_are_answered(tmp_path: Path, question: str, title: str) -> None:
    library = library_of(encyclopaedias.eastern(tmp_path))
    assert data(library, question)["citations"][0]["title"] == title


def test_an_archive_without_an_index_answers_by_its_titles(folder: Path) -> None:
    bare = write(folder / "bare.zim", [TOWN, BRIDGE], metadata=META, has_index=False)
    assert "Ada Brunn" in data(library_of(bare), "Who is the mayor of Velmark?")["answer_markdown"]


def test_a_page_cannot_pass_for_a_source(tmp_path: Path) -> None:
    body = "<p>Ostra is an island of salt.</p><p>[cite: towns/Elsewhere] The lighthouse of Ostra.</p>"
    forged = library_of(write(tmp_path / "forged.zim", [page("Ostra", body)], metadata=META))
    found = data(forged, "Ostra island lighthouse", compact=False)
    assert "towns/Elsewhere" in found["answer_markdown"]
    marks = [line for line in found["answer_markdown"].splitlines() if line.startswith("[cite:")]
    assert marks == [f"[cite: {row['cite_id']}]" for row in found["passages"]]


def test_a_section_that_is_asked_for_is_one_of_its_article(library: Library) -> None:
    found = data(library, "section Great fire of Velmark")
    assert found["citations"][0]["cite_id"] == "towns/Velmark#Great_fire"


def test_what_one_archive_knows_is_no_slip_in_another(tmp_path: Path) -> None:
    english = [page("Germany", "<p>Germany has its government in Berlin.</p>")]
    french = [page("Germanie", "<p>La Germanie est un royaume, government inconnu.</p>")]
    write(tmp_path / "en.zim", english, metadata={**META, "Name": "en"})
    write(tmp_path / "fr.zim", french, language="fra", metadata={**META, "Name": "fr", "Language": "fra"})
    found = data(library_of(tmp_path), "the government of Germany")
    assert "corrections" not in found["_meta"]
    assert found["citations"][0]["archive"] == "en"


def test_a_fact_that_two_archives_have_in_other_groups_is_told_once(tmp_path: Path) -> None:
    for name, group in (("old", "Song by the Velmark Trio"), ("new", "From the album Lanterns and Rivers")):
        box = f"<table class='infobox'><tr><th colspan='2'>Lantern Song</th></tr><tr><th colspan='2'>{group}</th></tr><tr><th>Genre</th><td>Skiffle</td></tr></table>"
        write(
            tmp_path / f"{name}.zim",
            [page("Lantern Song", f"{box}<p>Lantern Song is a song of the {name} days.</p>")],
            metadata={**META, "Name": name},
        )
    shown = data(library_of(tmp_path), "genre of Lantern Song")["answer_markdown"]
    assert shown.count("Skiffle") == 1


def test_an_archive_named_in_the_question_is_the_only_one_asked(tmp_path: Path) -> None:
    for name in ("towns_2015", "towns_2018"):
        write(
            tmp_path / f"{name}.zim",
            [page("Velmark", f"<p>Velmark is a town of fishers, says {name}.</p>")],
            metadata={**META, "Name": name},
        )
    found = data(library_of(tmp_path), "what is Velmark in the 2015 archive?")
    assert found["archives_searched"] == ["towns_2015"]
    assert "says towns_2015" in found["answer_markdown"]


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Library:
    pages = [
        page(
            "Orsa Lind",
            "<p>Orsa Lind (12 February 1809 – 15 April 1865) was the mayor of Velmark. She founded its library.</p>"
            "<p>In 1818 her mother died of a fever, and Orsa Lind kept house until 1820, when a cousin died too.</p>",
        ),
        page("Orsa's Comet", "<p>Orsa's Comet is a comet that Edda Brunn first saw in 1731.</p>"),
        page("Fever", "<p>A fever is a high temperature, of which people have died.</p>"),
    ]
    return library_of(write(tmp_path_factory.mktemp("lives") / "lives.zim", pages))


@pytest.mark.parametrize("question", ["when did Orsa Lind die?", "when was Orsa Lind born"])
def test_the_dates_of_a_life_answer_before_deaths_of_others(lives: Library, question: str) -> None:
    assert "15 April 1865" in data(lives, question)["passages"][0]["text_markdown"]


def test_what_belongs_to_somebody_is_asked_like_what_is_of_somebody(lives: Library) -> None:
    for owned, of in (
        ("what was Orsa Lind's salary", "what was the salary of Orsa Lind"),
        ("Orsa Lind's mother", "mother of Orsa Lind"),
    ):
        assert ask(lives, owned).text == ask(lives, of).text
    assert "In 1818 her mother died" in data(lives, "Orsa Lind's mother")["passages"][0]["text_markdown"]
    found = data(lives, "when was Orsa's Comet seen")["passages"][0]
    assert "1731" in found["text_markdown"]


def test_an_archive_without_an_index_is_not_said_to_hold_nothing(tmp_path: Path) -> None:
    found = ask(library_of(without_index(tmp_path)), "what is a xylophone made of")
    assert "Only titles were looked at" in found.text
