"""Code blocks and inline code."""

from __future__ import annotations

import pytest
from html_reading import blocks, inline, only

from bookwheel.document.model import Code, CodeSpan, ListBlock


@pytest.mark.parametrize(
    ("html", "language", "expected"),
    [
        (('<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre><span></span><span class="k">def</span>'
         " f():\n    <span>return</span> 1\n</pre></div>"), "python", "def f():\n    return 1"),
        ('<div class="highlight highlight-source-rust"><pre>fn main() {}</pre></div>', "rust", "fn main() {}"),
        ('<div class="highlight-python3 notranslate"><div class="highlight"><pre>x = 1</pre></div></div>', "python3", "x = 1"),
        ('<pre><code class="language-js">a\n\n  b</code></pre>', "js", "a\n\n  b"),
        ('<pre class="lang-c prettyprint"><code>x;</code></pre>', "c", "x;"),
        ('<pre data-language="ruby">puts</pre>', "ruby", "puts"),
        ("<pre>\n  two spaces\n\ttab\n</pre>", "", "  two spaces\n\ttab"),
        ("<pre>a<br>b</pre>", "", "a\nb"),
        ("<pre>if a &lt; b &amp;&amp; c: `x` ```` y</pre>", "", "if a < b && c: `x` ```` y"),
        ("<pre>a  b\u00a0c</pre>", "", "a  b\u00a0c"),
    ],
)  # fmt: skip
def test_a_code_block_keeps_its_text_and_language(html: str, language: str, expected: str):
    assert only(html, Code) == Code(expected, language)


def test_line_numbers_are_no_code():
    html = (
        '<div class="mw-highlight mw-highlight-lang-c mw-highlight-lines"><pre><a href="#L1"><span class="linenos" '
        'data-line="1"></span></a>int x;\n<span class="linenos">2</span>int y;\n</pre></div>'
    )
    assert only(html, Code).text == "int x;\nint y;"


def test_the_exact_source_is_taken_where_the_page_carries_it():
    html = (
        '<div class="mw-highlight mw-highlight-lang-python" typeof="mw:Extension/syntaxhighlight" '
        'data-mw=\'{"body":{"extsrc":"\\n\\tx = 1\\n"}}\'><pre>    x = 1</pre></div>'
    )
    assert only(html, Code) == Code("\tx = 1", "python")


def test_a_preformatted_block_is_what_the_page_shows_not_its_wikitext():
    html = (
        '<pre typeof="mw:Extension/pre" data-mw=\'{"name":"pre","body":{"extsrc":"a &amp;amp;lt; '
        "<nowiki>[[b]]</nowiki>\"}}'>a &amp;lt; [[b]]</pre>"
    )
    assert only(html, Code) == Code("a &lt; [[b]]", "")


def test_code_inside_a_list_item_stays_inside_it():
    block = only("<ol><li>run<pre>make</pre>then</li></ol>", ListBlock)
    assert block.items[0].content.text == "run"
    assert block.items[0].blocks[0] == Code("make", "")


def test_inline_code_is_marked():
    content = inline("use <code>a | `b`</code> now")
    assert content.text == "use a | `b` now"
    assert content.marks == (CodeSpan(4, 11),)


def test_an_empty_code_block_is_nothing():
    assert blocks("<pre> \n </pre>") == []
