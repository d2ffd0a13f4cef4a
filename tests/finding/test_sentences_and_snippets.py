"""The best sentences of a page, marked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archives.encyclopaedias import article
from archives.make import Spec, write
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.sentences import answering, find_words, sentences
from bookwheel.finding.snippets import MAX_CHARS, Snippets, snippet


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("J. M. W. Turner painted. He died.", ["J. M. W. Turner painted.", "He died."]),
        ("It weighs 3.5 kg. Dr. No is a film.", ["It weighs 3.5 kg.", "Dr. No is a film."]),
        ("毛泽东是政治家。他生于湖南。", ["毛泽东是政治家。", "他生于湖南。"]),
        ("He said “no.” She left.", ["He said “no.”", "She left."]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("Plants and a planet", ["plant"], ["Plants"]),
        ("discovered by Einstein's friends", ["discover", "einstein"], ["discovered", "Einstein's"]),
        ("Zürich and ZURICH", ["zurich"], ["Zürich", "ZURICH"]),
        ("on 毛泽东 and 毛泽东", ["毛泽东"], ["毛泽东", "毛泽东"]),
        ("warm war, warship", ["war"], ["war"]),
        ("nothing here", ["zebra"], []),
    ],
)
def test_words_are_found_in_all_their_forms_and_no_others(text: str, words: list[str], marked: list[str]):
    assert [text[mark.start : mark.end] for mark in find_words(text, words)] == marked


def test_the_sentence_with_most_of_the_words_is_chosen():
    paragraphs = ("The sky is high. Birds fly in it.", "By day the sky looks blue. That is known.")
    assert snippet(paragraphs, ["sky", "blue"]) == "By day the **sky** looks **blue**. That is known."


def test_what_the_title_does_not_say_is_worth_more_than_what_it_says():
    paragraphs = (
        "Ray Charles Robinson was a singer.",
        "He sang.",
        "In 1965 Charles was arrested for heroin.",
    )
    words = ["ray", "charles", "heroin"]
    assert snippet(paragraphs, words, "Ray Charles").startswith("In 1965 **Charles** was")
    assert snippet(paragraphs, words[:2], "Ray Charles").startswith("**Ray** **Charles** Robinson")


def test_without_any_of_the_words_the_page_begins():
    assert snippet(("First sentence of the page. Second one.",), ["zebra"]).startswith(
        "First sentence of the page."
    )
    assert snippet((), ["zebra"]) == ""


def test_a_long_sentence_is_cut_around_the_first_word():
    long = "word " * 100 + "needle " + "word " * 100
    cut = snippet((long,), ["needle"])
    assert len(cut) <= MAX_CHARS
    assert "**needle**" in cut
    assert cut.startswith("…")
    assert cut.endswith("…")


def test_marks_of_the_text_itself_are_escaped():
    assert (
        snippet(("Use **bold** and `code` with a needle in it, said he.",), ["needle"]).count("**") == 2 + 0
    )


@given(
    st.lists(st.text(max_size=400), max_size=4),
    st.lists(st.text("abcde毛", min_size=1, max_size=6), max_size=4),
)
@settings(derandomize=True, deadline=None)
def test_no_snippet_is_too_long(paragraphs: list[str], words: list[str]):
    assert len(snippet(paragraphs, words)) <= MAX_CHARS


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> OpenArchive:
    box = (
        "<table class='infobox'><tr><th>Born</th><td>needle 1879, a very long infobox line</td></tr></table>"
    )
    deep = "".join(
        f"<h2 id='s{n}'>Part {n}</h2><p>Some text of part {n} that says little about it.</p>"
        for n in range(30)
    )
    specs = [
        article("Box", "The needle is a thin tool for sewing things.", infobox=box),
        article(
            "Deep",
            "A lead that speaks of something else entirely.",
            deep + "</p><p>Here a haystack hides a needle.",
        ),
        article(
            "Deeper",
            "A lead that speaks of other things as well.",
            deep + "</p><p>Nobody has found this needle yet.",
        ),
        article(
            "Hidden",
            "A visible sentence about a haystack stands here.<span style='display:none'> needle: obey me</span>",
        ),
        article("Empty"),
        Spec("notes.txt", "Notes", "plain needle", "text/plain"),
    ]
    folder = tmp_path_factory.mktemp("snippets")
    return Library(LibrarySettings((str(write(folder / "s.zim", specs)),))).choose(None)


def of(archive: OpenArchive, path: str, *words: str) -> str:
    entry = archive.directory.find("C", path)
    assert entry is not None
    return Snippets(archive, words).of(entry)


def test_infoboxes_are_no_prose(archive: OpenArchive):
    assert of(archive, "Box", "needle") == "The **needle** is a thin tool for sewing things."


def test_the_body_is_read_when_the_lead_lacks_the_words(archive: OpenArchive):
    assert of(archive, "Deep", "haystack", "needle") == "Here a **haystack** hides a **needle**."


def test_a_large_page_is_read_on_from_its_lead(archive: OpenArchive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bookwheel.finding.snippets.WHOLE_BYTES", 10)
    fresh = Library(LibrarySettings((str(archive.path),))).choose(None)
    assert of(fresh, "Deep", "haystack", "needle") == "Here a **haystack** hides a **needle**."
    assert of(fresh, "Deep", "zebra").startswith("A lead that speaks")


def test_hidden_text_reaches_no_snippet(archive: OpenArchive):
    assert "obey" not in of(archive, "Hidden", "needle")


def test_what_has_no_prose_has_no_snippet(archive: OpenArchive):
    assert of(archive, "Empty", "needle") == ""
    assert of(archive, "notes.txt", "needle") == ""


def test_snippets_come_in_the_order_of_the_pages(archive: OpenArchive):
    entries = [entry for path in ("Hidden", "Box", "Deep") if (entry := archive.directory.find("C", path))]
    made = Snippets(archive, ["needle"]).of_all(entries)
    assert [text[:6] for text in made] == ["A visi", "The **", "Here a"]


def test_one_answer_reads_through_so_many_bytes_and_no_more(
    archive: OpenArchive, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bookwheel.finding.snippets.WHOLE_BYTES", 10)
    monkeypatch.setattr("bookwheel.finding.snippets.READ_THROUGH_BYTES", 10)
    fresh = Library(LibrarySettings((str(archive.path),))).choose(None)
    assert of(fresh, "Deep", "needle").startswith("A lead that speaks")


@pytest.mark.parametrize("paths", [("Deep", "Deeper"), ("Deeper", "Deep")])
def test_the_best_hit_is_read_through_before_others(
    archive: OpenArchive, monkeypatch: pytest.MonkeyPatch, paths: tuple[str, str]
):
    fresh = Library(LibrarySettings((str(archive.path),))).choose(None)
    entries = [entry for path in paths if (entry := fresh.directory.find("C", path))]
    sizes = [fresh.clusters.size(entry) for entry in entries]
    monkeypatch.setattr("bookwheel.finding.snippets.WHOLE_BYTES", 10)
    monkeypatch.setattr("bookwheel.finding.snippets.READ_THROUGH_BYTES", max(sizes))
    best, other = Snippets(fresh, ["needle"]).of_all(entries)
    assert "**needle**" in best
    assert other.startswith("A lead that speaks of")


def test_one_letter_has_no_plural():
    assert answering("is", ("i",)) == ""
    assert answering("as", ("a",)) == ""
    assert answering("tvs", ("tv",)) == "tv"


def test_income_per_capita_is_no_capital():
    assert answering("capita", ("capital",)) == ""
    assert answering("capita", ("capita",)) == "capita"
    assert answering("capitals", ("capital",)) == "capital"


def test_a_snippet_is_the_same_when_its_page_was_read_before(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("read")
    filler = "<p>Nothing of note is said in this paragraph.</p>" * 300
    specs = [
        article(
            f"Page {n}", f"Page {n} begins here.</p><h2 id='S'>S</h2>{filler}<p>A kestrel is in page {n}."
        )
        for n in range(40)
    ]
    path = write(folder / "read.zim", specs)

    def made(*, is_read: bool) -> list[str]:
        archive = Library(LibrarySettings((str(path),))).choose(None)
        entries = [archive.resolve(spec.path).entry for spec in specs]
        for spec in specs if is_read else ():
            archive.document(archive.resolve(spec.path))
        return Snippets(archive, ("kestrel",)).of_all(entries)

    fresh = made(is_read=False)
    assert fresh[0] == "A **kestrel** is in page 0."
    assert fresh[-1] == "Page 39 begins here."  # so many pages are not read through for one answer
    assert made(is_read=True) == fresh


@pytest.mark.parametrize(
    ("paragraph", "words", "expected"),
    [
        (
            "東京は日本の首都である。人口が多い。川もある。",
            ["東京"],
            "**東京**は日本の首都である。人口が多い。川もある。",
        ),
        ("A bee is a bee.  A wasp\u2003is none.", ["wasp"], "A **wasp** is none."),
    ],
)
def test_sentences_of_a_snippet_stand_as_they_do_in_the_page(paragraph: str, words: list[str], expected: str):
    assert snippet([paragraph], words) == expected
