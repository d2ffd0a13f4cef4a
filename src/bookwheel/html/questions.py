"""Question-and-answer pages: the question is the lead, each answer a section, the accepted one first."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.document.model import EMPTY, Infobox, InfoboxRow, Inline, ListBlock, ListItem
from bookwheel.html import tags
from bookwheel.html.visibility import is_within_hidden
from bookwheel.html.walk import Walker

_BODIES = ".js-post-body, .s-prose, .post-text, .postbody, .post-body"
_COMMENTS = ".comment-copy, .comment-text, .comment-body"
_VOTES = ".js-vote-count, .vote-count-post, .vote-count"
_TAGS = ".post-tag, .s-tag"
_ACCEPTED = frozenset(["accepted-answer", "js-accepted-answer", "accepted"])


def find_posts(tree: LexborHTMLParser) -> tuple[LexborNode, list[LexborNode]] | None:
    """Return the question and its answers, accepted first, or None on any other page."""
    question = tree.css_first("#question, .question, .js-question")
    if question is None or question.css_first(_BODIES) is None:
        return None
    page = tree.body or question
    answers = [
        answer
        for answer in tags.outermost(page, ".answer, .js-answer")
        if answer.css_first(_BODIES) is not None
    ]
    return question, sorted(answers, key=lambda answer: not _is_accepted(answer))


def walk_posts(walker: Walker, question: LexborNode, answers: list[LexborNode]) -> None:
    """Read the posts into sections."""
    _walk_post(walker, question, tagged=True)
    for number, answer in enumerate(answers, 1):
        name = "Accepted answer" if _is_accepted(answer) else "Answer"
        score = _score(answer)
        title = f"{name} (score {score})" if score else name
        walker.begin_section(title, answer.id or f"answer-{number}")
        _walk_post(walker, answer, tagged=False)


def _walk_post(walker: Walker, post: LexborNode, *, tagged: bool) -> None:
    if tagged:
        facts = [
            ("Score", _score(post)),
            ("Tags", ", ".join(tag.text().strip() for tag in tags.outermost(post, _TAGS))),
        ]
        rows = tuple(InfoboxRow(Inline(label), Inline(value)) for label, value in facts if value)
        if rows:
            walker.add(Infobox(EMPTY, rows))
    body = post.css_first(_BODIES)
    if body is not None and not is_within_hidden(body, post):
        walker.walk(body)
    comments = tuple(
        ListItem(content)
        for comment in tags.outermost(post, _COMMENTS)
        if not is_within_hidden(comment, post) and (content := walker.inline.children(comment)).text
    )
    if comments:
        walker.add(ListBlock("bullet", comments))


def _is_accepted(answer: LexborNode) -> bool:
    names = (answer.attributes.get("class") or "").split()
    return (
        not _ACCEPTED.isdisjoint(names)
        or answer.css_first(".vote-accepted-on, .js-accepted-answer-indicator:not(.d-none)") is not None
    )


def _score(post: LexborNode) -> str:
    score = post.attributes.get("data-score") or ""
    if not score:
        votes = post.css_first(_VOTES)
        if votes is not None:
            score = votes.attributes.get("data-value") or votes.text()
    score = score.strip().replace("\u2212", "-")
    return score if score.lstrip("-+").isdigit() else ""
