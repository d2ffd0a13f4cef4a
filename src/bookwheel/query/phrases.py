"""How people ask, in English: the phrasings of every operation, most particular first. See `template` for the notation.

A row's templates are tried in order, and the rows in order; the first that fits the whole request wins, unless an
article is called as the request reads. What fits nothing is a bare topic.
"""

from __future__ import annotations

from bookwheel.query.intent import Operation as Op
from bookwheel.query.row import Row

MACROS = {
    "show": "(show|get|give|read|display|fetch|open|view|see|list|find|print|return|retrieve|extract) [me|us] [all] [of] [the|an|a]",
    "files": "zim files|zim file|zim archives|zim archive|zims|archives|archive files|zim file list",
    "zimfile": "zim file|zim archive|zim|archive|file",
    "thisfile": "[the|this|that|my] (zim file|zim archive|zim|archive|file)",
    "articles": "articles|pages|entries",
    "article": "article|page|entry|wikipedia article|wikipedia page|wiki page",
    "pictures": "images|pictures|photos|photographs|media|media files|videos|figures|illustrations|image|picture|photo|video|audio",
    "start": "(starting|start|starts|beginning|begin|begins) with",
}

ENGLISH = (
    Row(
        Op.LIST_FILES,
        """
        [list|show|get|give|display|see|view|print] [me] [all] [of] [the|my|your] [available|loaded|open|installed] (<files>|files)
        (what|which) [available] (<files>|files|encyclopaedias|encyclopedias) [are|do you have|have you got|can you read|is|exist] [loaded|available|there|here|open]
        (what is|what's|whats) (loaded|available|installed)
        how many (<files>|files) (are|do you have|have you got) [loaded|available|there|open]
        (what|which) [available] (<files>|files) can (i|you) (query|search|ask|read|use)
        (help|what can you do|what can i ask [you]|what can i do [here]|how do i use this [tool])
        list [available] (wikipedias|encyclopaedias|encyclopedias|libraries)
        (test|try|try out|check) [out] [this|the|your] (tool|server|connection|mcp|mcp server|zim tool|openzim tool)
        (does|is) (this|the) [tool] (work|working)
        (is|are) [the|this|your] [mcp|zim] server [ok|okay|healthy|alive|up|running|well|fine]
        [show|check|get] [the|your] [mcp|zim] server (health|status|state)
        (health|server) check
        """,
    ),
    Row(
        Op.VALIDATE,
        """
        (validate|verify) <thisfile> [{archive}]
        (validate|verify|check) {archive:zim}
        check [the] (integrity|checksum) of (<thisfile>|{archive:zim})
        is <thisfile> [{archive}] (corrupt|corrupted|damaged|valid|ok|okay|intact|broken|readable)
        is {archive:zim} (corrupt|corrupted|damaged|valid|ok|okay|intact|broken|readable)
        """,
    ),
    Row(Op.VALIDATE, "(validate|verify|check) [archive] {archive}", needs_title=True),
    Row(
        Op.METADATA,
        """
        [<show>] [archive|zim|file] (metadata|meta data)
        [<show>] [archive|zim|file] (metadata|meta data) (for|about|of|from|in|on) [<thisfile>] [{archive}]
        (describe|inspect) [the|this|that] (<zimfile>) [{archive}]
        (describe|inspect) {archive:zim}
        [<show>] (info|information|details) (for|about|of|on) {archive:zim}
        [<show>] (info|information|details) (for|about|of|on) [the|this|that] (<zimfile>)
        (what is|what's|whats) in [the|this|that] (<zimfile>) [{archive}]
        (what is|what's|whats) in {archive:zim}
        (what is|what's|whats) (this|that|the) (<zimfile>) [about]
        (tell me about|about) (this|that) (<zimfile>)
        (archive|zim|zim file) (info|information|details)
        how many (<articles>) (are|does) [there] [in] (this|the) (<zimfile>) [have|contain|hold]
        how many (<articles>) (are there|do you have)
        (when|how old|how big|how large|how recent|what language) (is|was) (this|the) (<zimfile>) [in|made|created|from]
        """,
    ),
    Row(
        Op.METADATA,
        """
        (describe|inspect) [archive] {archive}
        (what is|what's|whats) in [archive] {archive}
        [<show>] (info|information|details) (for|about|of|on) [archive] {archive}
        tell me about [the] {archive} (<zimfile>)
        """,
        needs_title=True,
    ),
    Row(Op.MAIN_PAGE, "[<show>|go to] [the|your] main page", is_command=True),
    Row(
        Op.MAIN_PAGE,
        """
        (what is|what's|whats) on the (main|home|start|front) page
        [<show>|go to] [the|your] (home|start|front|welcome|landing) page
        [<show>|go to] [the] (main|home|start|front|welcome|landing) page (of|for|from|in) [<thisfile>] [{archive}]
        [<show>] homepage
        """,
    ),
    Row(Op.MAIN_PAGE, "(what is|what's|whats) [in|inside] (here|there)", {"is_overview": True}),
    Row(
        Op.NAMESPACES,
        """
        [<show>|count|what|which] [are] [all] [the] [available] namespaces [are there|exist|do you have|are available]
        [<show>|count|what|which] [are] [all] [the] [available] namespaces (are in|in|of|for|from|does) [<thisfile>] [{archive}] [have]
        explore [the|this] (<zimfile>)
        """,
    ),
    Row(Op.NAMESPACES, "explore", {"is_overview": True}),
    Row(
        Op.CATEGORIES,
        """
        [<show>|what|which] [are] [the] categories [are there|do you have]
        [<show>|what|which] [are] [the] categories (of|for|in) {topic}
        [<show>|what|which] [are] [the] (<articles>) (in|of|from|are in) [the] category {topic}
        """,
    ),
    Row(
        Op.WALK,
        """
        (walk|iterate|dump|enumerate) [over|through] [all|every|each] [the] [entries|articles|pages] [of|in] [the] namespace {namespace:letters}
        (walk|iterate|dump|enumerate) [over|through] [the] {namespace:letter} namespace
        (walk|iterate|dump|enumerate) [over|through] [all|every|each] [the] [entry|entries|articles|pages] [in|of] [namespace] {namespace:letter}
        (list|show|walk|iterate|dump|enumerate) [me] (every|all|each) [the] [of the] (article|entry|page|<articles>) [(in|of|from) [the] [namespace] {namespace:letter}] [namespace]
        (walk|dump|enumerate) [the] (namespace|archive|everything)
        """,
    ),
    Row(
        Op.BROWSE,
        """
        (browse|explore|<show>) [the] [entries|articles|pages|files] [in|of|from] [the] namespace {namespace:letters}
        [the] [entries|articles|pages|files] [in|of|from] [the] namespace {namespace:letter}
        [browse|explore|<show>] [the] [entries|articles|pages|files] [in|of|from] [the] {namespace:letter} namespace
        (browse|explore) {namespace:letter}
        (browse|explore|<show>) [some|the|all] (<articles>)
        browse [[the] (archive|namespace|everything)]
        """,
    ),
    Row(
        Op.SECTION,
        """
        [<show>] (just|only|narrow) [the] section [called|named|titled|about|on] {section} (of|in|from) {topic}
        [<show>] (just|only|narrow) [the] {section} section (of|in|from) {topic}
        [<show>] (just|only|narrow) {topic} section {section}
        """,
        {"include_subsections": False},
    ),
    Row(
        Op.SECTION,
        """
        [<show>] section [called|named|titled|about|number] {section} (of|in|from) {topic}
        (<show>|tell me about) [the] {section} section (of|in|from) {topic}
        the {section} section (of|in|from) {topic}
        what does the {section} section (of|in) {topic} say
        """,
    ),
    Row(
        Op.SECTION,
        """
        {section} section (of|in|from) {topic}
        [<show>] {topic} section [called|named|titled|about|number] {section}
        [<show>] {topic}'s {section} section
        <show> {topic} {section} section
        """,
        needs_title=True,
    ),
    Row(
        Op.SECTION,
        "[<show>] (references|citations|footnotes) (of|in|for|from) {topic}",
        {"section": "References"},
        needs_title=True,
    ),
    Row(
        Op.CONTENTS,
        """
        [<show>|what is|what's] [the] (table of contents|toc|contents|contents list|headings|chapters|list of sections) (of|for|in|from) {topic}
        [<show>] (table of contents|toc) {topic}
        [<show>] {topic} (table of contents|toc)
        (what|which) (headings|chapters) (does|are in|are there in|has) {topic} [have|has]
        contents page (of|for) {topic}
        """,
    ),
    Row(
        Op.STRUCTURE,
        """
        <show> [article] (structure|outline|sections|section list|subsections) (of|for|in|from|to) {topic}
        (show|get|article) (structure|outline) {topic}
        (what|which) sections (does|are in|has|do|are there in) {topic} [have|has]
        what are the sections (of|in) {topic}
        how is [the] <article> {topic} (structured|organised|organized)
        [<show>] {topic} (article|page) (structure|outline|sections|headings)
        """,
    ),
    Row(
        Op.STRUCTURE,
        """
        [article] (structure|outline|section|sections|section list|subsections) (of|for|in|from|to) {topic}
        {topic} (outline|headings)
        """,
        needs_title=True,
    ),
    Row(
        Op.SUMMARY,
        """
        [<show>|write|make] [a|an|the] [short|brief|quick|lead|concise|one sentence] (summary|overview|synopsis|description|abstract|gist|tldr|tl;dr|brief|lead|introduction|intro) (of|for|on|about|to) {topic}
        (summarise|summarize|sum up|tldr|brief me on) [of|me] {topic}
        """,
    ),
    Row(
        Op.SUMMARY,
        """
        [short|brief|quick|one sentence] (summary|overview) {topic}
        {topic} (summary|overview|in a nutshell|tldr|in brief)
        """,
        needs_title=True,
    ),
    Row(
        Op.INBOUND,
        """
        (what|who|which|what other|which other) [<articles>|else] (links|link|linking|linked|points|point|refers|refer) [back] (to|here) [to|for] {topic}
        [<show>|list] [<articles>|everything|anything] (linking|pointing|that link|that links|which link|that point|that refer|referring) [back] to {topic}
        [<show>] (backlinks|back links|inbound links|incoming links|links pointing) (for|to|of|in|on) {topic}
        (backlinks|inbound links|incoming links) {topic}
        [<show>] [inbound|incoming] links to {topic}
        {topic} (backlinks|inbound links|incoming links)
        who (mentions|cites) {topic}
        (what|which) (<articles>) (mention|cite) {topic}
        """,
    ),
    Row(
        Op.RELATED,
        """
        [<show>|suggest|what|which] [are|is] [<articles>|topics|subjects|things|something|anything] [are|is|that are] (related|similar|connected) to {topic}
        (what is|what's|whats) (related|similar) to {topic}
        [<show>] related [<articles>|topics] (to|for|of|with) {topic}
        [<show>] similar [<articles>|topics] (to|for) {topic}
        [<show>|more] (<articles>|topics|things|something|more) like {topic}
        see also (for|of|to|on|in) {topic}
        {topic} related (<articles>|topics)
        what else is like {topic}
        """,
    ),
    Row(
        Op.LINKS,
        """
        [<show>] (external|outside|web|outgoing web) (links|references|sites|websites|addresses) (in|of|from|on|for) {topic}
        what websites does {topic} link to
        """,
        {"kind": "external"},
    ),
    Row(
        Op.LINKS,
        """
        <show> (<pictures>) (in|of|from|on|for|inside|about) {topic}
        (images|pictures|photos) (in|of|from|on|for|inside|about) {topic}
        (what|which) (<pictures>) are (in|on) {topic}
        """,
        {"kind": "media"},
    ),
    Row(
        Op.LINKS,
        """
        [<show>] [internal|outgoing|outbound|wiki|article] links (in|from|of|on|inside|for|out of) {topic}
        (what|where|which articles|which pages|what articles|what pages) (does|do) {topic} (link|links|point) [to]
        (what|which|which articles|which pages) (links|are linked|is linked) (in|from|by) {topic}
        (outgoing links|outbound links) {topic}
        {topic} (outgoing links|outbound links)
        what links (does|do) {topic} have
        """,
    ),
    Row(
        Op.BINARY,
        """
        [<show>|download|retrieve] [the|a|an] [raw] (image|picture|photo|figure|pdf|video|audio|sound|media|font|binary|raw|media file|image file|file|bytes) [file|content|data|bytes] [called|named|at|of|for|from] {topic:file}
        (get|fetch|download|retrieve|extract) [me] [the] (binary|bytes|raw bytes|base64) [file] {topic}
        [<show>|download] [the] (binary content|binary data|binary|raw bytes|raw content|raw data|bytes|base64) (of|for|from) {topic}
        download {topic}
        """,
    ),
    # Not a path: the pictures of the article that is so called.
    Row(
        Op.LINKS,
        "<show> (image|picture|photo|photograph) [called|named|of|for|from] {topic}",
        {"kind": "media"},
    ),
    Row(Op.LINKS, "(image|picture|photo|photograph) of {topic}", {"kind": "media"}, needs_title=True),
    Row(
        Op.SUGGEST,
        """
        [<show>|give me] [some] [title] (suggestions|autocomplete|autocompletions|completions|hints) (for|of|on|to) {topic}
        (suggest|autocomplete|autocompletion|prefix) [titles] [for] {topic}
        [<show>|what|which] [titles|<articles>|entries|words] [that] <start> {topic}
        """,
    ),
    Row(
        Op.FIND_TITLE,
        """
        (find|locate|resolve|search|search for|look up|lookup|look for) [the|a|an] (<article>|<articles>|title|path) [that is|which is] (titled|named|called|entitled|with title|with the title|with the name) {topic}
        (is there|do you have|have you got|does it have) [a|an|any] (<article>|anything) (titled|named|called) {topic}
        (is there|do you have|have you got|does it have) [a|an|any] (<article>) (on|about|for) {topic}
        (what is|what's|find|get) [the] path (for|of|to) {topic}
        (find|look up|lookup|resolve|check) [the] title [of] {topic}
        title (lookup|look up|search) [for] {topic}
        """,
    ),
    Row(
        Op.SEARCH,
        """
        (search|find|look|look up|query) [for] {topic} [in|within|inside] [the] namespace {namespace:letters}
        (search|find|look|look up|query) [for] {topic} (in|within|inside) [the] {namespace:letter} namespace
        (search|look|query) [in|within|inside] [the] namespace {namespace:letters} for {topic}
        (search|find|look|look up|query) [for] {topic} (in|within|of|with) [content|mime] type {content_type:type}
        """,
    ),
    Row(
        Op.SEARCH_ALL,
        """
        search [in|through|across] (all|every|each|across all|all of) [of|the|my] (<files>|files|file|archive) [for] {topic}
        search (everything|everywhere|across everything|across archives|across files) for {topic}
        (search|find|look) [for] {topic} (in|across|through) (all|every|all of) [the|my] (<files>|files|file|archive)
        (search|find|look) [for] {topic} everywhere
        """,
    ),
    Row(
        Op.SEARCH,
        """
        [list|show|find|get|give|search|search for|look for] [me] [all|any|some] [the] (<articles>) (about|on|regarding|concerning|mentioning|containing|that mention|which mention|with the words) {topic}
        (is there|are there|do you have|have you got) (anything|something) (on|about|regarding|mentioning) {topic}
        [do a] (full text|fulltext) search [for] {topic}
        search {archive:known} for {topic}
        (search|search for|look for|query|google|look up|hunt for) [the] (words|word|term|terms|phrase|text|keyword|keywords) {topic}
        (search for|search|query for|query|google|hunt for) {topic}
        [<show>] [the] [search] (results|hits|matches) (for|about|on) {topic}
        """,
    ),
    Row(
        Op.GET_ARTICLE,
        """
        (get|fetch|retrieve|read|open|show|load|give) [me] [the|both|these|several|multiple|all] (articles|entries|pages|multiple articles|multiple entries) [on|for|called|named|titled] {topic}
        """,
        is_list=True,
    ),
    Row(
        Op.TELL,
        """
        (compare|compare and contrast) {topic}
        [what is|what's|what are|tell me] [the] (difference|differences|similarities|comparison) (between|of) {topic}
        how (does|do) {topic} (differ|compare)
        how (does|do) {topic} (compare to|compare with|differ from) {other}
        {topic} compared (to|with) {other}
        """,
        is_list=True,
    ),
    Row(
        Op.TELL,
        """
        (is|was|are|were) {topic} {how:comparison} than {other}
        (who|what|which|which one) (is|was|are|were) {how:comparison} [of|between] {topic} (or|and) {other}
        how (is|are|was|were) {topic} (related to|connected to|connected with|linked to|different from) {other}
        what (is|was) the (relation|relationship|connection|link) (between|of) {topic}
        """,
        is_list=True,
        needs_title=True,
    ),
    Row(
        Op.TELL,
        """
        (tell|teach|inform) [me|us] [more|something|everything|all|a bit|a little|a little bit|a bit more] (about|of|on) {topic}
        (show|get|give|find|look up) [me] [some|all] [the] (everything|all|more|information|info|details|something|facts) (about|on|regarding|of|for) {topic}
        (everything|all|information|info|details|facts|more) (about|on) {topic}
        (learn|know|read|hear|find out|talk) [more|something|all] about {topic}
        (who|what) (is|was|are|were) {topic}
        (who's|what's|whos|whats) {topic}
        (describe|explain|define) [to me|me] {topic}
        (what do you know|what can you tell me|do you know anything|do you know|what about|how about) [about] {topic}
        (what does|what do) {topic} (mean|stand for)
        what does wikipedia say about {topic}
        [the] (definition|meaning) of {topic}
        (look up|lookup|check out|translate|wiki|wikipedia|about|explore|browse) {topic}
        """,
    ),
    Row(
        Op.TELL,
        """
        (who is|who was|who's|what is|what's|whats|what was|what are|what were) {topic} (about|known for|famous for|made of|used for|called)
        (who|what) {topic} (is|was|are|were|means)
        what does {topic} say
        """,
        needs_title=True,
    ),
    Row(Op.SEARCH, "(find|find me|look for|look for information on) {topic}"),
    Row(
        Op.GET_ARTICLE,
        """
        (get|show|read|display|fetch|open|give|view|retrieve|load|print|pull up|bring up) [me] [the|this|an|a] [full|whole|entire|complete|wikipedia] (article|page|entry|article text|text of) [titled|named|called|on|about|for|of|with title] {topic}
        """,
    ),
    Row(
        Op.GET_ARTICLE,
        """
        (get|show|read|display|fetch|open|view|give) [me|us] [the] (full|whole|entire|complete) {topic} (article|page|entry)
        (article|full article|full text|whole article) [on|about|for|of|titled|called] {topic}
        (get|show|read|display|fetch|open|view|retrieve|pull up|bring up|give me) [me|us] {topic}
        """,
        needs_title=True,
    ),
    Row(Op.TELL, "(get|show|read|display|fetch|open|view|retrieve|pull up|bring up|give me) [me|us] {topic}"),
)
