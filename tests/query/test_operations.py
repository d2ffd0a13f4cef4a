"""Every operation in several phrasings."""

from __future__ import annotations

import pytest

from bookwheel.query import Operation as Op
from query.known import one

ABOUT_THE_ARCHIVE = {
    Op.LIST_FILES: (
        "list available ZIM files", "show me the loaded archives", "what archives do you have?", "list files",
        "what's loaded", "test this tool", "please list all zim files", "is the server ok?", "server health",
        "welche Archive gibt es?", "quelles archives sont disponibles ?", "qué archivos hay",
    ),
    Op.MAIN_PAGE: (
        "show main page", "main page", "open the home page", "what's in here", "What is in here?",
        "get the start page", "zeige die Hauptseite", "page d'accueil", "página principal",
    ),
    Op.NAMESPACES: (
        "list namespaces", "what namespaces are there", "show all namespaces", "explore", "explore the archive",
        "namespaces", "zeige alle Namensräume", "espaces de noms", "espacios de nombres",
    ),
    Op.METADATA: (
        "metadata", "show metadata for this archive", "describe the archive", "what's in this zim",
        "info about this file", "metadaten", "métadonnées", "metadatos",
    ),
    Op.VALIDATE: ("validate this zim", "is this archive corrupt?", "check the integrity of the archive"),
    Op.CATEGORIES: ("list categories", "what categories are there?", "show me the categories"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "operation"), [(text, op) for op, texts in ABOUT_THE_ARCHIVE.items() for text in texts]
)
def test_a_request_about_the_archive_needs_no_topic(text: str, operation: Op) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic, intent.archive) == (operation, "", "")


ABOUT_BERLIN = {
    Op.TELL: (
        "tell me about Berlin", "Berlin", "what is Berlin?", "who was Berlin", "describe Berlin", "explain Berlin to me",
        "information about Berlin", "show me everything about Berlin", "what do you know about Berlin", "look up Berlin",
        "I want to learn about Berlin", "translate Berlin", "compare Berlin", "Berlin please", "define Berlin",
        "Was ist Berlin?", "Wer war Berlin?", "Erzähl mir etwas über Berlin", "erkläre mir Berlin",
        "qui est Berlin", "Qu'est-ce que Berlin ?", "parle-moi de Berlin", "c'est quoi Berlin",
        "háblame de Berlin", "¿Qué es Berlin?", "quién fue Berlin", "cuéntame sobre Berlin",
    ),
    Op.GET_ARTICLE: (
        "get article Berlin", "show me the Berlin article", "read Berlin", "open Berlin", "fetch the page Berlin",
        'show article "Berlin"', "get the full article about Berlin", "show me Berlin",
        "zeige den Artikel Berlin", "montre-moi l'article Berlin", "muéstrame el artículo Berlin",
    ),
    Op.SUMMARY: (
        "summary of Berlin", "summarize Berlin", "give me a short summary of Berlin", "an overview of Berlin",
        "Berlin summary", "can you summarise the article Berlin?", "Berlin in a nutshell",
        "Zusammenfassung von Berlin", "fasse Berlin zusammen", "résumé de Berlin", "resumen de Berlin",
    ),
    Op.CATEGORIES: (
        "categories of Berlin", "articles in category Berlin", "list all pages in the category Berlin",
        "what articles are in category Berlin?",
    ),
    Op.CONTENTS: (
        "table of contents Berlin", "table of contents of Berlin", "toc of Berlin", "show the contents of Berlin",
        "Berlin toc", "list the headings of Berlin", "Inhaltsverzeichnis von Berlin", "table des matières de Berlin",
        "índice de Berlin",
    ),
    Op.STRUCTURE: (
        "show structure of Berlin", "structure of Berlin", "outline of Berlin", "what sections does Berlin have?",
        "list the sections of Berlin", "sections in Berlin", "Gliederung von Berlin", "estructura de Berlin",
    ),
    Op.LINKS: (
        "links in Berlin", "show links from Berlin", "outgoing links of Berlin", "what does Berlin link to?",
        "list all links in the article Berlin", "Links in Berlin", "liens dans Berlin", "enlaces de Berlin",
    ),
    Op.INBOUND: (
        "what links to Berlin", "what links here Berlin", "backlinks for Berlin", "links to Berlin",
        "which articles link to Berlin?", "pages linking to Berlin", "inbound links to Berlin", "Berlin backlinks",
        "backlinks Berlin", "articles that link to Berlin", "who links to Berlin", "what links here to Berlin",
        "welche Artikel verlinken auf Berlin", "liens vers Berlin", "qué enlaza a Berlin",
    ),
    Op.RELATED: (
        "articles related to Berlin", "related articles to Berlin", "what is related to Berlin", "pages like Berlin",
        "similar articles to Berlin", "related to Berlin", "see also for Berlin", "show me topics similar to Berlin",
        "ähnliche Artikel wie Berlin", "articles similaires à Berlin", "artículos relacionados con Berlin",
    ),
    Op.SUGGEST: (
        "suggestions for Berlin", "autocomplete Berlin", "suggest titles for Berlin", "articles starting with Berlin",
        "titles that begin with Berlin", "prefix Berlin", "Vorschläge für Berlin", "suggestions pour Berlin",
        "sugerencias para Berlin",
    ),
    Op.FIND_TITLE: (
        "find article titled Berlin", "find the page called Berlin", "is there an article about Berlin?",
        "what's the path for Berlin", "do you have an article on Berlin", "look up the title Berlin",
        'find article named "Berlin"', "finde den Artikel namens Berlin", "trouve l'article intitulé Berlin",
    ),
    Op.SEARCH: (
        "search for Berlin", "search Berlin", "find Berlin", "query Berlin", "look for Berlin", "search: Berlin",
        "list articles about Berlin", "do a full text search for Berlin", "google Berlin", "articles mentioning Berlin",
        "suche nach Berlin", "cherche Berlin", "busca Berlin",
    ),
    Op.SEARCH_ALL: (
        "search all files for Berlin", "search everywhere for Berlin", "search across all archives for Berlin",
        "find Berlin in all archives", "suche in allen Archiven nach Berlin", "busca en todos los archivos Berlin",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "operation"), [(text, op) for op, texts in ABOUT_BERLIN.items() for text in texts]
)
def test_a_request_about_an_article_names_it(text: str, operation: Op) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (operation, "Berlin")
    assert intent.kind == "internal"


@pytest.mark.parametrize(
    ("text", "operation", "letter"),
    [
        ("browse namespace C", Op.BROWSE, "C"),
        ("browse C", Op.BROWSE, "C"),
        ("show the entries in namespace M", Op.BROWSE, "M"),
        ("list namespace W", Op.BROWSE, "W"),
        ("browse namespace -", Op.BROWSE, "-"),
        ("browse namespace ZZ", Op.BROWSE, "ZZ"),
        ("parcours l'espace de noms ZZ", Op.BROWSE, "ZZ"),
        ("espace de noms C", Op.BROWSE, "C"),
        ("explore articles", Op.BROWSE, "articles"),
        ("browse metadata", Op.BROWSE, "metadata"),
        ("durchsuche Namensraum C", Op.BROWSE, "C"),
        ("walk namespace C", Op.WALK, "C"),
        ("enumerate namespace A", Op.WALK, "A"),
        ("dump all entries of namespace C", Op.WALK, "C"),
        ("list every article in namespace A", Op.WALK, "A"),
        ("iterate over namespace c", Op.WALK, "c"),
    ],
)
def test_a_namespace_is_named_by_its_letter_or_word(text: str, operation: Op, letter: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.namespace) == (operation, letter)


@pytest.mark.parametrize("text", ["namespace XML", "espace de noms DNS"])
def test_a_namespace_of_another_kind_is_a_topic(text: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (Op.TELL, text)


@pytest.mark.parametrize(
    ("text", "namespace", "content_type"),
    [
        ("search biology in namespace C", "C", ""),
        ("search for biology within the namespace C", "C", ""),
        ("search namespace C for biology", "C", ""),
        ("search for biology in namespace ZZ", "ZZ", ""),
        ("find biology in the C namespace", "C", ""),
        ("search biology in type text/html", "", "text/html"),
        ("find biology of content type image/png", "", "image/png"),
        ("look for biology with mime type text/html", "", "text/html"),
    ],
)
def test_a_search_may_be_narrowed(text: str, namespace: str, content_type: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (Op.SEARCH, "biology")
    assert (intent.namespace, intent.content_type) == (namespace, content_type)


@pytest.mark.parametrize(
    ("text", "section", "topic"),
    [
        ("section History of Paris", "History", "Paris"),
        ("Paris section History", "History", "Paris"),
        ("show me the History section of Paris", "History", "Paris"),
        ("the History section in the article Paris", "History", "Paris"),
        ("read section 'Early history' of Paris", "Early history", "Paris"),
        ("section 3 of Paris", "3", "Paris"),
        ("the third section of Paris", "3", "Paris"),
        ("section number 2 of Paris", "2", "Paris"),
        ("Paris#History", "History", "Paris"),
        ("tell me about Paris#Early_history", "Early_history", "Paris"),
        ("Paris's History section", "History", "Paris"),
        ("section History of University of Oxford", "History", "University of Oxford"),
        ("section History of medicine of Paris", "History of medicine", "Paris"),
        ("what does the History section of Paris say?", "History", "Paris"),
        ("references of Paris", "References", "Paris"),
        ("Abschnitt Geschichte von Paris", "Geschichte", "Paris"),
        ("section Histoire de Paris", "Histoire", "Paris"),
        ("sección Historia de Paris", "Historia", "Paris"),
    ],
)
def test_a_section_is_named_by_heading_or_number(text: str, section: str, topic: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.section, intent.topic) == (Op.SECTION, section, topic)
    assert intent.include_subsections


def test_only_a_section_leaves_out_those_below_it() -> None:
    assert one("show just the section History of Paris").include_subsections is False
    assert one("only the History section of Paris").include_subsections is False


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("external links in Berlin", "external"),
        ("show web links of Berlin", "external"),
        ("images in Berlin", "media"),
        ("show me pictures of Berlin", "media"),
        ("get image of Berlin", "media"),
        ("list media files in Berlin", "media"),
        ("Bilder von Berlin", "media"),
        ("images de Berlin", "media"),
    ],
)
def test_links_come_in_kinds(text: str, kind: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic, intent.kind) == (Op.LINKS, "Berlin", kind)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("get image I/photo.png", "I/photo.png"),
        ("download the file docs/a.pdf", "docs/a.pdf"),
        ('fetch image "I/big photo.png"', "I/big photo.png"),
        ("show me the picture tiger.jpg", "tiger.jpg"),
        ("get binary content for I/photo.png", "I/photo.png"),
        ("raw bytes of I/photo.png", "I/photo.png"),
    ],
)
def test_a_file_is_named_by_its_path(text: str, path: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.topic) == (Op.BINARY, path)


@pytest.mark.parametrize(
    ("text", "operation", "archive"),
    [
        ("metadata for wiki_en", Op.METADATA, "wiki_en"),
        ("metadata for wiki_en.zim", Op.METADATA, "wiki_en.zim"),
        ("validate wiki_en.zim", Op.VALIDATE, "wiki_en.zim"),
        ("is wiki_en.zim corrupt?", Op.VALIDATE, "wiki_en.zim"),
        ("what's in wiki_en.zim", Op.METADATA, "wiki_en.zim"),
        ("show the main page of wiki_fr", Op.MAIN_PAGE, "wiki_fr"),
        ("list namespaces in wiki_fr", Op.NAMESPACES, "wiki_fr"),
        ("search wiki_fr for Berlin", Op.SEARCH, "wiki_fr"),
        ("tell me about Berlin in wiki_fr", Op.TELL, "wiki_fr"),
        ("get article Berlin from other.zim", Op.GET_ARTICLE, "other.zim"),
    ],
)
def test_an_archive_may_be_named_in_the_request(text: str, operation: Op, archive: str) -> None:
    intent = one(text)
    assert (intent.operation, intent.archive) == (operation, archive)
    assert intent.topic in ("", "Berlin")
