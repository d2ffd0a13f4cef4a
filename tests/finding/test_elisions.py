"""French and Italian words with what clings to them: "l'eau" asks for water, whichever way a page has it."""

from __future__ import annotations

import pytest

from archives.make import write
from archives.towns import META, page
from bookwheel.archive.library import Library
from bookwheel.finding import ladder, ranking, results
from bookwheel.finding.named import named_in
from bookwheel.finding.passages import gather
from bookwheel.finding.snippets import Snippets
from bookwheel.finding.terms import share_of, terms_of
from bookwheel.finding.words import tables
from calls import library_of

PAGES = [
    page("Eau", "<p>L'eau est un liquide transparent, sans odeur.</p>"),
    page("Acide nucléique", "<p>L'acide nucléique, ou ADN, est une grande molécule des cellules.</p>"),
    page("Rome", "<p>Rome est la capitale de l'Italie et sa plus grande ville.</p>"),
    page("Florence", "<p>Florence est une ville d'Italie, capitale de la région de Toscane.</p>"),
    page("Italie", "<p>L'Italie est un pays du sud de l'Europe.</p>"),
    page("Fin de l'Italie", "<p>Ce livre est un roman.</p>"),
    page("Moteur", "<p>Le moteur brûle de l'essence et produit de la chaleur.</p>"),
    page("Colline", "<p>Une colline est un relief de faible hauteur.</p>"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("elisions")
    metadata = {**META, "Name": "elisions", "Language": "fra"}
    write(folder / "elisions.zim", PAGES, metadata=metadata, language="fra")
    return library_of(folder)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Qu'est-ce que l'eau ?", "Eau"),
        ("qu’est-ce que l’ADN", "Acide nucléique"),
        ("c'est quoi l'ADN", "Acide nucléique"),
        ("Quelle est la capitale de l'Italie ?", "Rome"),
        ("qui brûle de l'essence", "Moteur"),
    ],
)
def test_a_question_with_an_elision_is_answered(library: Library, question: str, title: str) -> None:
    found = gather([library.choose(None)], question, 5).passages
    answering = {passage.article.resolved.entry.title: passage.missing for passage in found[:2]}
    assert answering[title] == ()


@pytest.mark.parametrize(("query", "marked"), [("l'ADN", "**ADN**"), ("d'essence", "l'**essence**")])
def test_a_search_finds_a_word_with_and_without_what_clings_to_it(
    library: Library, query: str, marked: str
) -> None:
    archive = library.choose(None)
    plan = ladder.plan(archive, query)
    entries = results.page(archive, plan, 0, 10, results.Filters()).entries
    assert len(entries) == 1
    assert marked in Snippets(archive, plan.words).of(entries[0])


def test_a_title_with_an_elision_is_named_whole(library: Library) -> None:
    archive = library.choose(None)
    assert [one.title for one in named_in(archive, "pourquoi lire la Fin de l'Italie")] == ["Fin de l'Italie"]
    assert [one.title for one in named_in(archive, "les fleuves de l'Italie du nord")] == ["Italie"]
    assert ranking.told("Fin de l'Italie", {"fin": 1.0, "italie": 1.0}) > ranking.told(
        "Italie", {"fin": 1.0, "italie": 1.0}
    )


def test_an_apostrophe_elsewhere_parts_no_word() -> None:
    english = tables(["en"], "")
    assert [term.folded for term in terms_of("d'Artagnan's sword", english).all] == ["dartagnans", "sword"]
    french = tables(["fr"], "")
    assert [term.folded for term in terms_of("aujourd'hui l'Oréal", french).all] == ["aujourdhui", "oreal"]


def test_the_share_of_a_query_counts_words_with_what_clings_to_them() -> None:
    assert share_of("l'eau pure", ["fr"], "de l'eau") == 0.5
    assert share_of("Newton's law", ["en"], "Newton's law") == 1.0


def test_a_noun_with_its_article_carries_the_topic_whatever_else_the_word_means() -> None:
    french = tables(["fr"], "")
    assert [term.folded for term in terms_of("qui a inventé la règle d'or", french).content][-1] == "or"
    assert [term.folded for term in terms_of("les Jeux d'été", french).content] == ["jeux", "ete"]
    assert [term.folded for term in terms_of("l'histoire d'une ville", french).content] == [
        "histoire",
        "ville",
    ]
