"""What a class name says about an element: furniture to drop, or a shape to read. All knowledge is data."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from bookwheel.html import tags
from bookwheel.html.tags import Attributes
from bookwheel.html.visibility import VISIBLE, ink_of, is_folded, is_hidden

# Traits, combined as bits.
DROP = 1 << 0  # never article text
BOX = (
    1 << 1
)  # dropped when the element is a box (div, ul, a table without data) or raised, not any other phrase
PHRASE = 1 << 2  # dropped when the element is a phrase (span, sup, small), kept as a box
METADATA = 1 << 3  # dropped on a table
NOTE = 1 << 4  # the mark of a footnote
MATH = 1 << 5
HATNOTE = 1 << 6
INFOBOX = 1 << 7
PAIRS = 1 << 8  # an infobox if it holds label/value pairs, else furniture
DATA = 1 << 9  # a data table whatever else it looks like
LAYOUT = 1 << 10
HLIST = 1 << 11
POEM = 1 << 12
QUOTE = 1 << 13
GALLERY = 1 << 14
REFERENCES = 1 << 15
CODE = 1 << 16
THUMB = 1 << 17
CAPTION = 1 << 18
PLACE = 1 << 19  # coordinates
STACK = 1 << 20  # superscript over subscript
DISAMBIGUATION = 1 << 21
MAP = 1 << 22
GALLERY_ITEM = 1 << 23
MEDIA = 1 << 24
MISSING = 1 << 25  # a link to a page that does not exist
GUTTER = 1 << 26  # line numbers on a phrase or cell; on any other element the words only ask for some
CLADE = 1 << 28  # a cladogram: each row a name and what branches off
PLAIN_LINKS = 1 << 27  # the links in a BOX that is a phrase are the wiki's own
TAB = 1 << 29  # what is shown under one of several tabs
HIEROGLYPHS = 1 << 30

# What running text leaves out, and all that is not simply read through there.
DROPPED_IN_TEXT = DROP | THUMB | MEDIA | GALLERY | MAP
SPECIAL_IN_TEXT = (
    DROPPED_IN_TEXT
    | PHRASE
    | BOX
    | METADATA
    | NOTE
    | MATH
    | STACK
    | HIEROGLYPHS
    | REFERENCES
    | PLACE
    | MISSING
)

_TOKENS: dict[int, str] = {
    DROP: """
        navbox navbox-styles navbox-inner navbox-subgroup nav-box navbox-collapse navbox-container
        navbar plainlinks-navbar infobox-navbar taxobox-edit-taxonomy
        mw-editsection mw-editsection-like editsection toc toctitle toclimit-2 tocright tocleft mw-toc-heading
        mw-indicators mw-indicator topicon catlinks printfooter mw-jump-link
        ambox tmbox ombox cmbox fmbox imbox mbox-small mbox-small-left side-box sistersitebox sister-bar
        sister-box sister-projects interproject interprojekt portalbox portalbox-entries portal-bar portal-box
        navigation-box navigationbox vertical-navbar spoken-wikipedia wikipedia-books library-resources
        mw-authority-control authority-control normdaten asbox bandeau-portail bandeau-ebauche
        mw-collapsible-toggle collapsebutton calculator-container mw-empty-elt mw-empty-li mw-cite-backlink
        cite-backlink cite-accessibility-label mw-linkback-text pcs-ref-back-link mw-ext-cite-error cite-error
        cs1-maint cs1-hidden-error cs1-visible-error preview-warning scribunto-error z3988 sortkey sort-key
        shortdescription mw-hidden geo-nondefault geo-multi-punct
        geo-inline-hidden coordinates-map-link mw-kartographer-autostyled-marker mw-kartographer-autostyled
        cdx-icon sitesub contentsub mw-page-tools mw-portlet vector-menu vector-header vector-toc
        vector-column-end vector-page-toolbar vector-settings mw-footer minerva-footer zim-footer
        pcs-edit-section-link-container pcs-edit-section-button pcs-collapse-table-collapsed-container
        pcs-collapse-table-collapsed-bottom pcs-section-control pcs-footer-container
        pcs-collapse-table-infobox-header page-actions-menu last-modified-bar read-more-container
        mw-fr-revisiontag flaggedrevs_short mwe-popups mw-mmv-overlay oo-ui-widget
        bandeau-niveau-grave bandeau-niveau-modere bandeau-niveau-ebauche
        line-numbers-wrapper line-numbers-rows
        sisterproject autres-projets liste-autorites avviso ts-stub noteta module-shortcutboxplain shortcutbox
        chess-board
        wikidata-link wikidata-linkback wikidata-edit penicon edit-icon no-wikidata-link
        katex-html mjx-container mathjax mathjax_display mathjax_svg
        mathjax_chtml mathjax_preview mjx_assistive_mml
        magnify headerlink sr-only-focusable skip-link breadcrumbs breadcrumb cookie-banner cookie-consent
        advertisement advert social-share share-buttons post-menu s-anchors
        js-add-link comments-link related-questions site-footer site-header
        edit-link permalink-anchor anchor-link hash-link page-nav pagination pager
        wb-otherproject-link interlanguage-link uls-settings
        _sourcehtml dmbox-footer
        mw-customtoggle mw-ui-button
        ext-phonos-attribution audiolinkinfo pagenum pageno x-ebookmaker-pageno step_num tpos
    """,
    BOX: "noprint visualclear stub",
    PHRASE: "error inline-template mw-fallbackid mw-broken-media linenos lineno line-numbers selfreference",
    GUTTER: "linenos lineno line-numbers gutter rouge-gutter",
    PLAIN_LINKS: "plainlinks",
    METADATA: "metadata",
    NOTE: "reference mw-ref",
    MATH: """
        mwe-math-element mwe-math-mathml-inline mwe-math-mathml-display mwe-math-fallback-image-inline
        mwe-math-fallback-image-display mwe-math-fallback-png-inline mwe-math-fallback-png-display
        mwe-math-fallback-source-inline mwe-math-fallback-source-display mwe-math-mathml-a11y tex texerror katex
        katex-display math-container
    """,
    HATNOTE: """
        hatnote dablink rellink homonymie bandeau-article bandeau-section bksicon hauptartikel vedi-anche
    """,
    INFOBOX: "infobox taxobox infotaula biota sinottico infobox_v2 infobox_v3 infobox-subbox chembox drugbox portable-infobox",
    PAIRS: "sidebar vertical-navbox",
    DATA: "wikitable sortable prettytable datatable",
    LAYOUT: "multicol col-begin succession-box",
    HLIST: "hlist hlist-separated",
    CLADE: "clade",
    POEM: "poem poetry stanza ws-poem verse",
    QUOTE: "quotebox templatequote quote-block citation-bloc cquote pullquote epigraph",
    GALLERY: "gallery mw-gallery-traditional mw-gallery-packed mw-gallery-nolines mw-gallery-packed-hover",
    GALLERY_ITEM: "gallerybox",
    REFERENCES: "references mw-references",
    CODE: "mw-highlight mw-geshi highlight source-code codehilite highlight-source",
    THUMB: """
        thumb thumbinner tmulti mw-broken-media floatright floatleft floatnone
        switcher-container locmap image-frame
    """,
    CAPTION: "thumbcaption gallerytext gallerycaption wp-caption-text",
    PLACE: "geo geo-dec geo-dms geo-default coordinates latitude longitude mw-kartographer-maplink",
    STACK: "template-chem2-su chem2-su",
    MAP: "mw-kartographer-map mw-kartographer-container",
    MEDIA: "mediacontainer mw-tmh-player mediawiki-player audiolink-player",
    MISSING: "new",
    TAB: "tabber__panel tabbertab",
    HIEROGLYPHS: "mw-hiero-table mw-hiero-outer",
    DISAMBIGUATION: """
        disambigbox dmbox-disambig mw-disambig disambig-box disambiguation-box homonymie-box bandeau-homonymie
        begriffsklaerung bkl-box
    """,
}
_BY_TOKEN: dict[str, int] = {}
for _trait, _words in _TOKENS.items():
    for _word in _words.split():
        _BY_TOKEN[_word] = _BY_TOKEN.get(_word, 0) | _trait

_PREFIXES: tuple[tuple[str, int], ...] = (
    ("infobox", INFOBOX), ("ib-", INFOBOX), ("sinottico", INFOBOX), ("taxobox", INFOBOX), ("infotaula", INFOBOX),
    ("mw-gallery", GALLERY), ("mwe-math-", MATH), ("mw-heading", 0),
)  # fmt: skip
# Parts of an infobox carry its prefix, and are no infobox themselves.
_PARTS = """
    infobox-above infobox-header infobox-label infobox-data infobox-full-data infobox-image infobox-caption
    infobox-below infobox-title infobox-subheader infobox-subbox-row infobox-data-a infobox-data-b
    infobox-data-c infobox-3cols-child infobox-has-images-with-white-backgrounds infobox-full-image
"""
_BY_TOKEN.update(dict.fromkeys(_PARTS.split(), 0))

# Elements whose id, not class, says what they are.
_CHROME = """
    toc catlinks siteSub contentSub contentSub2 jump-to-nav mw-navigation mw-head mw-panel footer
    mw-hidden-catlinks mw-page-base mw-head-base p-lang-btn vector-toc mw-fr-revisiontag siteNotice
    mw-data-after-content pcs-footer-container pcs-edit-section-title-description
    pcs-edit-section-add-title-description normdaten interProject mw-notification-area p-cactions mw-indicators
    mw-previewheader mwe-popups-settings mw-panel-toc vector-page-tools
"""
DROPPED_IDS = frozenset(_CHROME.split())
HATNOTE_IDS = frozenset(
    ["Vorlage_Begriffsklärungshinweis", "Vorlage_Begriffsklaerungshinweis", "Vorlage_Dieser_Artikel"]
)
_DISAMBIGUATION_BOXES = """
    disambigbox disambig disambiguation homonymie Vorlage_Begriffsklärung Vorlage_Begriffsklaerung
    Begriffsklaerung dmbox desambig desambiguacion disambigua zdisambig
"""
DISAMBIGUATION_IDS = frozenset(_DISAMBIGUATION_BOXES.split())


# Traits of the class attributes met so far; cleared when it grows beyond what wikis use.
TRAITS: dict[str, int] = {}
_MOST_REMEMBERED = 8192


def traits_of(class_names: str) -> int:
    """Return the traits of an element's class attribute, as bits."""
    known = TRAITS.get(class_names)
    if known is not None:
        return known
    traits = 0
    for token in class_names.lower().split():
        found = _BY_TOKEN.get(token)
        if found is None:
            found = next((trait for prefix, trait in _PREFIXES if token.startswith(prefix)), 0)
        traits |= found
    if traits & NOTE and "mw-reflink-text" in class_names:
        traits &= ~NOTE
    if len(TRAITS) >= _MOST_REMEMBERED:
        TRAITS.clear()
    if len(class_names) < 400:
        TRAITS[class_names] = traits
    return traits


_PHRASES = tags.tag_ids("span sup sub small i b em strong a abbr cite font s u bdi ins del big time")
_BOXES = tags.tag_ids("div table ul ol aside center form")
_CELLS = frozenset((tags.TD, tags.TH))
# What an id names here is content.
_NAMED_AS_CONTENT = tags.tag_ids("h1 h2 h3 h4 h5 h6 li dt dd code pre main article body")

_TELLING = frozenset(["hidden", "role", "id", "color"])
_CONDITIONAL = DROP | PHRASE | BOX | METADATA | MATH | HATNOTE | GUTTER


def is_dropped(node: LexborNode, attributes: Attributes) -> bool:
    """Tell whether an element is furniture or invisible; formulas are neither."""
    names, style = attributes.get("class"), attributes.get("style")
    if names:
        traits = traits_of(names)
        if traits & _CONDITIONAL:
            if traits & MATH:
                return False
            if traits & DROP:
                return True
            if traits & HATNOTE:
                return is_hidden(node, attributes)
            if _is_furniture_here(node.tag_id, traits) and not is_note(attributes):
                return True
    if not _TELLING.isdisjoint(attributes) and (
        attributes.get("role") == "navigation"
        or (attributes.get("id") in DROPPED_IDS and _is_chrome(node, names))
        or "hidden" in attributes
    ):
        return not is_folded(node, attributes)
    if "color" in attributes:
        return is_hidden(node, attributes)
    return bool(style) and ink_of(style) != VISIBLE and is_hidden(node, attributes)


def is_foldable(names: str | None) -> bool:
    """Recognise content that scripts fold away, yet is article text."""
    return bool(names) and ("pcs-collapse-table-content" in names or "NavContent" in names)


def is_note(attributes: Attributes) -> bool:
    """Recognise a note above the text that no class announces."""
    return attributes.get("role") == "note" or attributes.get("id") in HATNOTE_IDS


def _is_chrome(node: LexborNode, names: str | None) -> bool:
    """Tell whether an element with an id of the page's chrome is none of its sections, which may be named alike."""
    if node.tag_id in _NAMED_AS_CONTENT or (names and "section" in names.split()):
        return False
    return node.tag_id != tags.SECTION or not any(child.tag_id in tags.HEADINGS for child in node.iter())


def _is_furniture_here(tag: int | None, traits: int) -> bool:
    """Decide for the classes that drop a phrase but not a box, or the other way round."""
    if tag in _PHRASES:
        return bool(traits & PHRASE or (traits & BOX and (tag == tags.SUP or traits & PLAIN_LINKS)))
    if tag in _CELLS:
        return bool(traits & GUTTER)
    if tag == tags.TABLE and traits & (METADATA | DATA | LAYOUT):
        return bool(traits & METADATA)
    return bool(traits & BOX and tag in _BOXES and not traits & INFOBOX)
