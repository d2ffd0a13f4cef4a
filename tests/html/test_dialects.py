"""Which part of a page is its content, on wikis and on other sites."""

from __future__ import annotations

import pytest
from html_reading import all_text, blocks, page, read

from bookwheel.document.model import Code, Infobox, Paragraph
from bookwheel.html import parse


def full(body: str, head: str = "<title>T</title>", attributes: str = "") -> str:
    return f"<!DOCTYPE html><html><head>{head}</head><body {attributes}>{body}</body></html>"


def test_the_content_of_a_skin_is_read_and_its_chrome_is_not():
    html = full(
        '<div id="mw-navigation"><h2>Navigation menu</h2>junk</div><div class="mw-indicators"><div '
        'class="mw-parser-output">junk</div></div><div id="content"><h1 id="firstHeading">T</h1><div id="bodyContent">'
        '<div id="siteSub">junk</div><div id="mw-content-text"><div class="mw-parser-output"><p>text</p></div></div>'
        '<div id="catlinks">junk</div></div></div><div id="footer">junk</div>',
        attributes='class="mediawiki"',
    )
    assert all_text(html) == "\ntext"


def test_an_indicator_is_not_the_content():
    html = full(
        '<div class="mw-indicators"><div class="mw-parser-output">junk</div></div><div class="mw-parser-output"><p>text '
        "of the page</p></div>"
    )
    assert all_text(html) == "\ntext of the page"


def test_a_fragment_of_the_wiki_s_api_is_read_whole():
    assert all_text('<div class="mw-content-ltr mw-parser-output"><p>one</p></div><p>two</p>') == "\none\ntwo"


def test_the_body_of_parsoid_is_the_content():
    html = full(
        '<section data-mw-section-id="0"><p>lead</p></section><section data-mw-section-id="1"><h2 id="A">A</h2></section>',
        attributes='class="mw-body-content parsoid-body mediawiki mw-parser-output"',
    )
    assert [section.title.text for section in read(html).sections] == ["", "A"]


def test_an_article_that_says_little_more_than_its_chrome_is_found_by_its_main_element():
    html = full(
        "<header>junk</header><nav>junk</nav><main><article><h1>T</h1><p>text</p></article></main><footer>junk</footer>"
    )
    assert all_text(html, title="T") == "\ntext"


def test_a_role_marks_the_content_too():
    html = full('<div class="menu">junk</div><div role="main"><p>text</p></div><div>junk</div>')
    assert all_text(html) == "\ntext"


@pytest.mark.parametrize("name", ["content", "main", "main-content"])
def test_a_name_marks_the_content_of_other_sites(name: str):
    around = '<div id="nav"><ul><li>junk</li></ul></div>{}<div id="sidebar"><p>junk</p></div>'
    html = full(around.format(f'<div id="{name}"><p>text</p></div>'))
    assert all_text(html) == "\ntext"
    # A table of contents of that name, before the book.
    book = full(f'<div id="{name}"><a href="#one">One</a></div><p>text</p><p>more</p>')
    assert "text" in all_text(book)
    assert "more" in all_text(book)


def test_the_inner_content_of_a_wiki_comes_before_its_outer():
    html = full('<div id="content"><p>junk</p><div id="bodyContent"><p>text</p></div></div>')
    assert all_text(html) == "\ntext"
    html = full(
        '<div id="content"><p>junk</p><p>junk</p><div class="mw-parser-output"><p>text</p></div></div>'
    )
    assert all_text(html) == "\ntext"


def test_several_articles_beside_each_other_are_all_read():
    html = full("<main><article><p>one</p></article><article><p>two</p></article></main>")
    assert all_text(html) == "\none\ntwo"


def test_a_page_without_any_mark_of_content_is_read_from_its_body():
    html = full("<p>one</p><div><p>two</p></div>")
    assert all_text(html) == "\none\ntwo"


STACK_EXCHANGE = full(
    '<header class="s-topbar">junk</header><div id="content"><div id="question-header"><h1>How to loop?</h1></div>'
    '<div id="mainbar"><div class="question js-question" id="question"><div class="js-vote-count" data-value="42">42</div>'
    '<div class="s-prose js-post-body"><p>I want to loop.</p><pre><code>for x</code></pre></div>'
    '<div class="comments"><ul><li><span class="comment-copy">Why?</span></li></ul></div></div>'
    '<div id="answers"><div id="answer-1" class="answer" data-score="3"><div class="js-vote-count">3</div>'
    '<div class="s-prose js-post-body"><p>Second best.</p></div></div>'
    '<div id="answer-2" class="answer accepted-answer js-accepted-answer" data-score="9"><div class="js-vote-count">9</div>'
    '<div class="s-prose js-post-body"><p>Use while.</p></div></div></div></div>'
    '<div id="sidebar">junk</div></div><footer>junk</footer>'
)


def test_a_question_page_gives_the_accepted_answer_first():
    document = read(STACK_EXCHANGE, title="How to loop?")
    titles = [section.title.text for section in document.sections]
    assert titles == ["", "Accepted answer (score 9)", "Answer (score 3)"]
    box = document.sections[0].blocks[0]
    assert isinstance(box, Infobox)
    assert [(row.label.text, row.value.text) for row in box.rows] == [("Score", "42")]
    assert [block.content.text for block in document.sections[1].blocks if isinstance(block, Paragraph)] == [
        "Use while."
    ]
    text = all_text(STACK_EXCHANGE)
    assert "junk" not in text
    assert "Why?" in text
    assert text.index("I want to loop.") < text.index("Use while.") < text.index("Second best.")


def test_a_reference_manual_keeps_its_code_and_loses_its_anchors():
    html = full(
        '<div class="_page"><h1>Vec</h1><h2 id="new">new <a class="headerlink" href="#new">¶</a></h2><pre '
        'data-language="rust">fn new()</pre></div>'
    )
    document = read(html, title="Vec")
    assert [section.title.text for section in document.sections] == ["", "new"]
    assert document.sections[1].blocks == (Code("fn new()", "rust"),)


def test_a_book_without_a_main_element_is_read_in_chapters():
    html = full(
        "<h1>The Book</h1><p>by A</p>" + "".join(f"<h2>Chapter {n}</h2><p>text {n}</p>" for n in range(30))
    )
    document = read(html, title="The Book")
    assert len(document.sections) == 31
    assert [block.content.text for block in document.sections[0].blocks if isinstance(block, Paragraph)] == [
        "by A"
    ]


def test_another_encoding_is_read_as_declared():
    raw = full("<p>Z\u00fcrich</p>", '<meta charset="windows-1252"><title>T</title>').encode("cp1252")
    assert [b.content.text for b in parse(page(raw)).sections[0].blocks if isinstance(b, Paragraph)] == [
        "Zürich"
    ]
    wide = full("<p>Zürich</p>").encode("utf-16")
    assert [b.content.text for b in parse(page(wide)).sections[0].blocks if isinstance(b, Paragraph)] == [
        "Zürich"
    ]


def test_an_application_page_has_no_text():
    assert (
        blocks(
            full('<div id="app"></div><script src="app.js"></script><noscript>Enable JavaScript</noscript>')
        )
        == []
    )
