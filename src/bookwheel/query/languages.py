"""The common ways to ask in German, French and Spanish. See `phrases` for the rows and `template` for the notation."""

from __future__ import annotations

from bookwheel.query.intent import Operation as Op
from bookwheel.query.row import Row

MACROS = {
    "zeig": "(zeige|zeig|gib|liste|lies|öffne|hole|hol) [mir|uns] [alle] [die|den|das|der|eine]",
    "montre": "(montre|montrez|affiche|affichez|donne|donnez|fais|faites|liste|lis|ouvre) [moi|nous] [tous|toutes] [les|la|le|l'|un|une]",
    "muestra": "(muestra|muéstrame|muestrame|dame|lista|lee|abre|enseña|enséñame) [todos|todas] [los|las|el|la|un|una]",
    "del": "de la|de l'|du|des|de|d'",
}

GERMAN = (
    Row(
        Op.LIST_FILES,
        """
        [<zeig>] [verfügbaren|geladenen] (archive|zim-dateien|dateien) [auf|an]
        welche (archive|dateien|zim-dateien) [gibt es|sind geladen|hast du|sind verfügbar]
        """,
    ),
    Row(Op.METADATA, "[<zeig>] metadaten [(von|für|zu) [des archivs] {archive}]"),
    Row(Op.MAIN_PAGE, "[<zeig>] (hauptseite|startseite)"),
    Row(Op.NAMESPACES, "[<zeig>] namensräume [auf]"),
    Row(Op.BROWSE, "(durchsuche|durchblättere|<zeig>) [den] namensraum {namespace:letters}"),
    Row(
        Op.SECTION,
        "[<zeig>] abschnitt {section} (von|aus|in|im artikel|des artikels|zu) {topic}",
        language="de",
    ),
    Row(Op.CONTENTS, "[<zeig>] inhaltsverzeichnis (von|zu|für|des artikels) {topic}", language="de"),
    Row(
        Op.STRUCTURE, "[<zeig>] (gliederung|struktur|abschnitte) (von|zu|des artikels) {topic}", language="de"
    ),
    Row(
        Op.SUMMARY,
        """
        [<zeig>|schreibe] [kurze] (zusammenfassung|überblick) (von|zu|über|des artikels) {topic}
        fasse {topic} zusammen
        """,
        language="de",
    ),
    Row(
        Op.INBOUND,
        """
        (was|wer|welche artikel|welche seiten) (verlinkt|verlinken|verweist|verweisen|linkt|linken) (auf|zu|nach) {topic}
        [<zeig>] (links|verweise) (auf|nach) {topic}
        """,
        language="de",
    ),
    Row(Op.RELATED, "[<zeig>] (verwandte|ähnliche) (artikel|themen) (zu|wie|von|mit) {topic}", language="de"),
    Row(Op.LINKS, "[<zeig>] (bilder|fotos) (in|von|zu|aus) {topic}", {"kind": "media"}, language="de"),
    Row(Op.LINKS, "[<zeig>] (links|verweise) (in|im artikel|von|aus) {topic}", language="de"),
    Row(Op.SUGGEST, "[<zeig>] vorschläge (für|zu) {topic}", language="de"),
    Row(Op.FIND_TITLE, "(finde|suche) [den|einen] artikel (namens|mit dem titel) {topic}", language="de"),
    Row(
        Op.SEARCH_ALL,
        """
        (suche|such) in allen (archiven|dateien) nach {topic}
        durchsuche alle (archive|dateien) nach {topic}
        """,
        language="de",
    ),
    Row(Op.SEARCH, "(suche|such|finde) [nach|mir] {topic}", language="de"),
    Row(
        Op.TELL,
        "(vergleiche|[der|den] unterschied zwischen|was ist der unterschied zwischen) {topic}",
        language="de",
        is_list=True,
    ),
    Row(
        Op.TELL,
        """
        (ist|war|sind|waren) {topic} {how:comparison} als {other}
        (wer|was|welcher|welche|welches) (ist|war) {how:comparison} {topic} (oder|und) {other}
        """,
        language="de",
        is_list=True,
        needs_title=True,
    ),
    Row(
        Op.TELL,
        """
        (erzähle|erzähl|sag|sage|berichte) [mir|uns] [etwas|mehr|alles|was] (über|von|zu) {topic}
        (wer|was) (ist|war|sind|waren) {topic}
        (erkläre|erklär|beschreibe|beschreib|definiere) [mir|uns] {topic}
        was (weißt|weisst) du über {topic}
        was (bedeutet|heißt|heisst) {topic}
        (informationen|infos|alles|etwas) (über|zu) {topic}
        """,
        language="de",
    ),
    Row(
        Op.GET_ARTICLE,
        """
        <zeig> (artikel|eintrag|seite) [über|zu|namens|von] {topic}
        <zeig> {topic}
        """,
        language="de",
    ),
)

FRENCH = (
    Row(
        Op.LIST_FILES,
        """
        [<montre>] (archives|fichiers zim|fichiers) [disponibles|chargées|chargés]
        quelles sont les archives [disponibles|chargées]
        quelles archives [sont disponibles|sont chargées|as-tu|avez-vous]
        """,
    ),
    Row(Op.METADATA, "[<montre>] métadonnées [(<del>|pour) {archive}]"),
    Row(Op.MAIN_PAGE, "[<montre>] (page d'accueil|page principale)"),
    Row(Op.NAMESPACES, "[<montre>] espaces de noms"),
    Row(
        Op.BROWSE,
        """
        (parcours|<montre>) [l'] espace de noms {namespace:letters}
        [l'] espace de noms {namespace:letter}
        """,
    ),
    Row(Op.SECTION, "[<montre>] section {section} (<del>|dans) {topic}", language="fr"),
    Row(Op.CONTENTS, "[<montre>] (table des matières|sommaire) (<del>) {topic}", language="fr"),
    Row(Op.STRUCTURE, "[<montre>] (structure|sections) (<del>) {topic}", language="fr"),
    Row(
        Op.SUMMARY,
        """
        [<montre>] [un] [court|bref] (résumé|aperçu) (<del>|sur) {topic}
        (résume|résumer|résumez) {topic}
        """,
        language="fr",
    ),
    Row(
        Op.INBOUND,
        """
        (qu'est-ce qui|quels articles|quelles pages|qui) (renvoie|renvoient|mène|mènent|pointe|pointent) (vers|à|sur) {topic}
        [<montre>] (liens|pages liées|articles liés) (vers|pointant vers) {topic}
        """,
        language="fr",
    ),
    Row(
        Op.RELATED,
        "[<montre>] articles (similaires|liés|semblables|proches|apparentés) (à|<del>) {topic}",
        language="fr",
    ),
    Row(
        Op.LINKS,
        "[<montre>] (images|photos|illustrations) (<del>|dans) {topic}",
        {"kind": "media"},
        language="fr",
    ),
    Row(Op.LINKS, "[<montre>] liens (<del>|dans) {topic}", language="fr"),
    Row(Op.SUGGEST, "[<montre>] suggestions pour {topic}", language="fr"),
    Row(Op.FIND_TITLE, "(trouve|cherche) [l'] article (intitulé|nommé|appelé) {topic}", language="fr"),
    Row(Op.SEARCH_ALL, "(cherche|recherche) dans toutes les archives {topic}", language="fr"),
    Row(Op.SEARCH, "(cherche|recherche|chercher|rechercher|trouve|cherchez) [après] {topic}", language="fr"),
    Row(
        Op.TELL, "(comparer|comparez|[quelle est] [la] différence entre) {topic}", language="fr", is_list=True
    ),
    Row(
        Op.TELL,
        """
        [est-ce que] {topic} (est|était) (plus|moins) {how:adjective} que {other}
        (qui|lequel|laquelle) (est|était) [le|la] (plus|moins) {how:adjective} [de|entre] {topic} (ou|et) {other}
        """,
        language="fr",
        is_list=True,
        needs_title=True,
    ),
    Row(
        Op.TELL,
        """
        (parle|parlez|raconte) [moi|nous] (<del>) {topic}
        (dis|dites) [moi|nous] [tout|plus] (sur|<del>) {topic}
        qui (est|était|sont|étaient) {topic}
        (qu'est-ce que|qu'est-ce qu'|c'est quoi|que signifie|que veut dire) [c'est que] [c'est qu'] {topic}
        (quel|quelle|quels|quelles) (est|sont|était) {topic}
        (explique|expliquez|décris|décrivez|définis) [moi|nous] {topic}
        (informations|infos|tout) (sur) {topic}
        """,
        language="fr",
    ),
    Row(
        Op.GET_ARTICLE,
        """
        <montre> (article|page) [sur|intitulé|intitulée|<del>] {topic}
        <montre> {topic}
        """,
        language="fr",
    ),
)

SPANISH = (
    Row(
        Op.LIST_FILES,
        """
        [<muestra>] (archivos zim|archivos) [disponibles|cargados]
        qué archivos [hay|tienes|están disponibles|están cargados]
        """,
    ),
    Row(Op.METADATA, "[<muestra>] metadatos [(de|del|para) {archive}]"),
    Row(Op.MAIN_PAGE, "[<muestra>] (página principal|portada)"),
    Row(Op.NAMESPACES, "[<muestra>] espacios de nombres"),
    Row(Op.BROWSE, "(explora|<muestra>) [el] espacio de nombres {namespace:letters}"),
    Row(Op.SECTION, "[<muestra>] sección {section} (de|del|en) {topic}", language="es"),
    Row(
        Op.CONTENTS,
        "[<muestra>] (índice|tabla de contenido|tabla de contenidos) (de|del) {topic}",
        language="es",
    ),
    Row(Op.STRUCTURE, "[<muestra>] (estructura|secciones) (de|del) {topic}", language="es"),
    Row(
        Op.SUMMARY,
        """
        [<muestra>] (resumen) (de|del|sobre) {topic}
        (resume|resumir) {topic}
        """,
        language="es",
    ),
    Row(
        Op.INBOUND,
        """
        (qué|qué artículos|qué páginas) (enlaza|enlazan|apunta|apuntan) (a|hacia|con) {topic}
        [<muestra>] enlaces (a|hacia) {topic}
        """,
        language="es",
    ),
    Row(
        Op.RELATED, "[<muestra>] artículos (relacionados|similares|parecidos) (con|a) {topic}", language="es"
    ),
    Row(Op.LINKS, "[<muestra>] (imágenes|fotos) (de|del|en) {topic}", {"kind": "media"}, language="es"),
    Row(Op.LINKS, "[<muestra>] enlaces (de|del|en) {topic}", language="es"),
    Row(Op.SUGGEST, "[<muestra>] sugerencias (para|de) {topic}", language="es"),
    Row(Op.FIND_TITLE, "(encuentra|busca) [el] artículo (titulado|llamado) {topic}", language="es"),
    Row(Op.SEARCH_ALL, "busca en todos los archivos {topic}", language="es"),
    Row(Op.SEARCH, "(busca|buscar|encuentra|búscame) [a] {topic}", language="es"),
    Row(Op.TELL, "(compara|[cuál es] [la] diferencia entre) {topic}", language="es", is_list=True),
    Row(
        Op.TELL,
        """
        [es|era] {topic} [es|era] (más|menos) {how:adjective} que {other}
        (quién|cuál) (es|era) (más|menos) {how:adjective} [de|entre] {topic} (o|y) {other}
        """,
        language="es",
        is_list=True,
        needs_title=True,
    ),
    Row(
        Op.TELL,
        """
        (háblame|cuéntame|dime|infórmame) [algo|más|todo] (de|del|sobre|acerca de) {topic}
        (quién|quiénes|qué|cuál) (es|era|fue|son|eran) {topic}
        qué significa {topic}
        (explica|explícame|describe|descríbeme|define) {topic}
        (información|todo) sobre {topic}
        """,
        language="es",
    ),
    Row(
        Op.GET_ARTICLE,
        """
        <muestra> (artículo|página) [sobre|titulado|de] {topic}
        <muestra> {topic}
        """,
        language="es",
    ),
)

DETERMINERS = {
    "en": ("the", "a", "an", "this", "that", "teh", "some"),
    "de": ("der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer"),
    "fr": ("le", "la", "les", "l'", "un", "une", "des", "du", "d'"),
    "es": ("el", "la", "los", "las", "lo", "un", "una", "unos", "unas"),
}

ARTICLE_WORDS = {
    "en": ("article", "page", "entry", "wikipedia page", "wikipedia article", "wiki page"),
    "de": ("artikel", "seite", "eintrag"),
    "fr": ("article", "page"),
    "es": ("artículo", "página"),
}
"""Nouns that may stand before or behind a title without being part of it."""

PRONOUNS = frozenset(
    (
        *(
            "it",
            "its",
            "this",
            "that",
            "these",
            "those",
            "them",
            "him",
            "her",
            "they",
            "he",
            "she",
            "one",
            "article",
        ),
        *(
            "page",
            "entry",
            "topic",
            "subject",
            "es",
            "ihn",
            "ihm",
            "sie",
            "das",
            "dieser artikel",
            "diesem artikel",
        ),
        *("lui", "elle", "eux", "ca", "cela", "cet article", "el", "ella", "ellos", "eso", "este articulo"),
    )
)
"""What stands for something spoken of before, folded."""

JOINERS = ("and", "und", "et", "y", "e", "or", "oder", "ou", "o", "vs", "vs.", "versus")
LIST_JOINERS = ("with", "to")  # of things that are compared; elsewhere "distance to the Moon" is one thing
