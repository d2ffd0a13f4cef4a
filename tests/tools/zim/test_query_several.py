"""With several archives loaded: which of them answers, how their hits are merged, and what is said when one is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives.make import PNG, Spec, write
from bookwheel.archive.library import Library
from bookwheel.errors import BookwheelError
from bookwheel.tools import instructions
from bookwheel.tools.zim import query
from calls import answer, call, error, library_of
from query.archives import article, told

SINGER = "Ray Charles was a singer and pianist. He won a Grammy."


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("several")
    for name, date in (("a_2015", "2015-06-02"), ("b_mini", "2018-10-12"), ("c_full", "2018-10-12")):
        rest = "" if "mini" in name else '<h2 id="Death">Death</h2><p>He did die in June.</p>'
        write(
            folder / f"{name}.zim",
            [
                article("Ray Charles", f"{SINGER} This is the page of {date}.", rest),
                article("Ray Charles Live", "Ray Charles Live is an album. Grammy, Grammy, win, win."),
            ],
            metadata={"Name": name, "Date": date, "Language": "eng"},
        )
    write(
        folder / "d_other.zim",
        [article("Charles Darwin", "Charles Darwin was a naturalist with an image of the world.")],
        metadata={"Name": "d_other", "Date": "2022-01-01", "Language": "eng"},
    )
    return library_of(folder)


def _refusal(library: Library, text: str) -> BookwheelError:
    with pytest.raises(BookwheelError) as caught:
        query.read(library, query.Arguments(query=text))
    return caught.value


def test_a_question_is_answered_by_the_page_it_names_not_by_a_respelling(several: Library) -> None:
    text = told(several, "How did Ray Charles die?")
    assert "this is “Ray Charles”, which it is about" in text
    assert "spelling corrected" not in text
    assert "synthesize=true" in text


def test_the_newest_archive_answers_and_of_its_peers_the_fuller_one(several: Library) -> None:
    text = told(several, "tell me about Ray Charles")
    assert "this is from c_full. Also in: b_mini, a_2015." in text
    assert "Death" in told(several, "section Death of Ray Charles")


def test_merged_hits_begin_with_the_page_that_the_query_names(several: Library) -> None:
    text = told(several, "search for did Ray Charles win a Grammy")
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    assert first.startswith("1. Ray Charles · ")
    assert "merged, the best first" in text
    assert "c_full: the page “Ray Charles” first" in text
    ranking = answer(several, "zim_search", query="did Ray Charles win a Grammy", cross_file=True)["_meta"][
        "ranking"
    ]
    assert ranking[0] == {"archive": "b_mini", "path": "Ray_Charles"}
    assert ranking[-1]["archive"] == "d_other"


def test_nothing_found_is_said_plainly_with_what_to_try(several: Library) -> None:
    text = told(several, "search for xyzzyqwv plughfoo")
    assert text.startswith("Nothing was found in 4 archives. Try ")
    assert "0 with hits" not in text
    assert "Nothing was found" in call(several, "zim_search", query="xyzzyqwv", cross_file=True).text


def test_words_of_one_archive_are_not_respelt_in_another(several: Library) -> None:
    assert "→" not in told(several, "search for image")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("show main page", "show main page"),
        ("list namespaces", "list namespaces"),
        ("metadata", "metadata"),
        ("browse namespace C", "browse namespace C"),
        ("search for piano in namespace C", "search for piano in namespace C"),
    ],
)
def test_what_needs_one_archive_gives_the_call_to_make(several: Library, text: str, said: str) -> None:
    refusal = _refusal(several, text)
    assert refusal.reason == "missing_archive"
    assert "a_2015, b_mini, c_full, d_other" in refusal.message
    assert f'zim_query(query="{said}", zim_file_path="a_2015")' in refusal.hint


def test_the_archive_named_in_an_example_can_be_read_and_searched(tmp_path: Path) -> None:
    for name, has_index in (("a_bare", False), ("b_cut", True), ("c_good", True)):
        write(tmp_path / f"{name}.zim", [article("Ray", "Ray is a fish.")], has_index=has_index)
    cut = tmp_path / "b_cut.zim"
    cut.write_bytes(cut.read_bytes()[:-2000])
    library = library_of(tmp_path)
    call_to_make = 'zim_query(query="show main page", zim_file_path="c_good")'
    assert call_to_make in told(library, "what's in here")
    assert call_to_make in _refusal(library, "show main page").hint
    assert [one.name for one in instructions.describe(library, None)] == ["c_good", "a_bare"]


@pytest.mark.parametrize("text", ["explore", "what's in here"])
def test_asked_what_there_is_it_lists_the_archives(several: Library, text: str) -> None:
    listing = told(several, text)
    assert listing.startswith("4 archives are loaded. To look into one: zim_query(")
    assert "- d_other" in listing


def test_a_search_without_an_archive_is_told_how_to_search_all(several: Library) -> None:
    assert "cross_file=true" in error(several, "zim_search", query="piano")["hint"]
    assert "cross_file" not in error(several, "zim_search", query="piano", mode="suggest")["hint"]


def test_the_picture_of_something_is_asked_of_its_page(several: Library) -> None:
    assert "Vulcan" in _refusal(several, "get image Vulcan").message
    assert "media" in told(several, "get image of Ray Charles")


def test_titles_are_counted_and_described_in_words(several: Library) -> None:
    one = call(several, "zim_search", query="Charles Darwin", mode="title", zim_file_path="d_other").text
    assert one.startswith("d_other: 1 title for")
    assert "1.00" not in one
    near = call(several, "zim_search", query="Charles Darwn", mode="title", zim_file_path="d_other").text
    assert "(spelt like it)" in near


def test_merged_hits_have_one_page_and_the_refusal_says_how_to_page(several: Library) -> None:
    with pytest.raises(BookwheelError) as caught:
        query.read(several, query.Arguments(query="search for Grammy", offset=2))
    assert caught.value.reason == "invalid_combination"
    assert "cross_file" not in caught.value.message
    assert 'zim_file_path="a_2015"' in caught.value.hint


def test_a_picture_that_is_asked_for_by_its_title_is_sent(tmp_path: Path) -> None:
    picture = Spec("I/logo.png", "Logo", PNG, "image/png", is_front=True)
    library = library_of(write(tmp_path / "pictures.zim", [picture, article("Logos", "On logos.")]))
    result = call(library, "zim_query", query="get image Logo")
    assert len(result.images) == 1
    assert "image/png" in result.text


@pytest.mark.parametrize(
    ("text", "archive"),
    [
        ("summary of Ray Charles in the 2015 archive", "a_2015"),
        ("summary of Ray Charles in the mini one", "b_mini"),
        ("in the full archive, summary of Ray Charles", "c_full"),
        ("tell me about Ray Charles from a_2015", "a_2015"),
    ],
)
def test_an_archive_is_meant_by_a_part_of_its_name(several: Library, text: str, archive: str) -> None:
    shown = told(several, text)
    assert f"Ray Charles · {archive} " in shown
    assert "fits" not in shown


def test_words_that_fit_several_archives_mean_the_newest_and_say_so(tmp_path: Path) -> None:
    for name, date in (("ray_old", "2015-01-01"), ("ray_new", "2018-01-01"), ("ray_mini", "2020-01-01")):
        write(
            tmp_path / f"{name}.zim", [article("Georgia", SINGER)], metadata={"Date": date, "Language": "eng"}
        )
    shown = told(library_of(tmp_path), "tell me about Georgia from the Ray archive")
    assert shown.startswith("“the Ray archive” fits 3 archives; ray_new was asked. Also: ray_old, ray_mini.")
    assert "Georgia · ray_new 2018-01-01" in shown


def test_a_year_alone_names_no_archive(several: Library) -> None:
    assert "in 2015" in told(several, "tell me about Ray Charles in 2015")


def test_archives_that_cannot_be_read_are_not_called_several_to_choose_from(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.zim").write_bytes(b"no archive")
    error = _refusal(library_of(tmp_path), "tell me about tiger")
    assert (error.reason, "one" in error.message) == ("archive_unreadable", True)


def test_remarks_of_many_archives_give_way_before_the_hits_are_cut_open(tmp_path: Path) -> None:
    for number in range(8):
        name = f"archive_with_a_rather_long_name_{number}"
        write(tmp_path / f"{name}.zim", [article("Georgia", f"{SINGER} " * 20)], metadata={"Language": "eng"})
    shown = call(
        library_of(tmp_path), "zim_query", query="which is older, a singer or jazz", compact_budget=500
    ).text
    assert len(shown) <= 500
    assert shown.count("<article_text") == shown.count("</article_text>") == 1
    assert "go on with content_offset=" in shown


def test_merged_hits_are_no_more_than_asked_for_and_the_others_are_told_of(several: Library) -> None:
    text = told(several, "search for Ray Charles music", limit=2)
    rows = [line for line in text.splitlines() if line[:1].isdigit() and line[1:3] == ". "]
    assert [row[:2] for row in rows] == ["1.", "2."]
    assert "more: raise limit, or name one archive." in text
    assert "raise limit" not in told(several, "search for Ray Charles music", limit=50)


def test_merged_completions_are_no_more_than_asked_for(several: Library) -> None:
    text = told(several, "suggestions for Ray", limit=1)
    assert text.count("\n- ") == 1
    assert "more: raise limit" in text


@pytest.fixture(scope="module")
def beginnings(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """An archive of beginnings that is the newer one, another of whole articles, and a French one."""
    folder = tmp_path_factory.mktemp("beginnings")
    whole = '<h2 id="Youth">Early years</h2><p>In <a href="Georgia">Georgia</a>.</p><p><img src="I/p.png" alt=""></p>'
    for name, date, language, rest in (
        ("leads", "2026-01-01", "eng", ""),
        ("whole", "2015-06-02", "eng", whole),
        ("entier", "2026-01-01", "fra", ""),
    ):
        pages = [article("Ray Charles", f"{SINGER}", rest)]
        if rest:
            pages.append(article("Georgia", 'A state, sung of by <a href="Ray_Charles">Ray Charles</a>.'))
            pages.append(Spec("I/p.png", "", PNG, "image/png"))
        write(folder / f"{name}.zim", pages, metadata={"Name": name, "Date": date, "Language": language})
    return library_of(folder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("table of contents of Ray Charles", "Early years"),
        ("show structure of Ray Charles", "Early years"),
        ("section Early years of Ray Charles", "In Georgia"),
        ("links in Ray Charles", "- Georgia"),
        ("what links to Ray Charles", "Georgia"),
        ("images in Ray Charles", "I/p.png"),
    ],
)
def test_what_an_archive_of_beginnings_lacks_is_taken_from_another(
    beginnings: Library, text: str, expected: str
) -> None:
    shown = told(beginnings, text)
    assert "this is from whole. Also in: leads (without this), entier" in shown
    assert expected in shown


def test_of_a_section_that_no_archive_has_it_says_which_there_are_and_where(beginnings: Library) -> None:
    refused = _refusal(beginnings, "section Awards of Ray Charles")
    assert refused.message.startswith("In whole: Ray_Charles has no section")
    assert "Early years" in refused.hint


@pytest.mark.parametrize(
    ("text", "archive"),
    [
        ("qui est Ray Charles ?", "entier"),
        ("résumé de Ray Charles", "entier"),
        ("who is Ray Charles?", "leads"),
        ("Ray Charles", "leads"),
    ],
)
def test_of_archives_with_a_title_one_in_the_language_of_the_request_answers(
    beginnings: Library, text: str, archive: str
) -> None:
    assert f"this is from {archive}." in told(beginnings, text)


def test_of_the_same_page_in_two_languages_the_one_of_the_request_is_first(tmp_path: Path) -> None:
    for name, language, text in (
        ("a_en", "eng", "Les Misérables is a novel by Victor Hugo."),
        ("b_fr", "fra", "Les Misérables est un roman écrit par Victor Hugo."),
    ):
        pages = [article("Les Misérables", text), article("Roman", "Un roman, a novel.")]
        write(tmp_path / f"{name}.zim", pages, metadata={"Name": name, "Language": language})
    library = library_of(tmp_path)
    for text, first in (("qui a écrit Les Misérables", "b_fr"), ("who wrote Les Misérables", "a_en")):
        ranking = answer(library, "zim_search", query=text, cross_file=True)["_meta"]["ranking"]
        assert ranking[0] == {"archive": first, "path": "Les_Misérables"}


def test_merged_hits_with_the_words_in_their_titles_go_before_those_without(tmp_path: Path) -> None:
    texts = [
        article(f"Place {letter}", f"Place {letter} lies in Georgia, and Georgia it is.") for letter in "ABCD"
    ]
    write(tmp_path / "a_places.zim", texts, metadata={"Name": "a_places", "Language": "eng"})
    songs = [
        article("Georgia on My Mind", "A song of 1930, of Georgia, in which much else is said of a far home.")
    ]
    write(tmp_path / "b_songs.zim", songs, metadata={"Name": "b_songs", "Language": "eng"})
    ranking = answer(library_of(tmp_path), "zim_search", query="georgia", cross_file=True)["_meta"]["ranking"]
    assert ranking[0] == {"archive": "b_songs", "path": "Georgia_on_My_Mind"}
    assert len(ranking) == 5


def test_titles_that_have_the_text_as_words_go_before_slips_of_it(tmp_path: Path) -> None:
    names = ("Beach", "Bleach", "Birch", "Bacon", "Black", "Johann Sebastian Bach")
    library = library_of(write(tmp_path / "names.zim", [article(name, f"{name} it is.") for name in names]))
    rows = answer(library, "zim_search", query="Bach", mode="title", limit=3)["results"]
    assert rows[0]["title"] == "Johann Sebastian Bach"
    assert len(rows) == 3
    slip = answer(library, "zim_search", query="Bleech", mode="title")["results"]
    assert slip[0]["title"] == "Bleach"


@pytest.mark.parametrize(
    "text",
    [
        "tell me about zebras and such",
        "search for zebra",
        "find article titled Zebra",
        "suggestions for Zebr",
    ],
)
def test_what_cannot_be_read_is_named_where_the_only_other_archive_has_nothing(
    tmp_path: Path, text: str
) -> None:
    write(tmp_path / "sound.zim", [article("Tern", "A tern is a bird.")])
    (tmp_path / "broken.zim").write_bytes(b"ZIM\x04" + bytes(200))
    library = library_of(tmp_path)
    remark = "Not searched, since they cannot be read: broken; zim_health tells why."
    assert remark in told(library, text)
    assert remark not in told(library, "search for tern")
    assert answer(library, "zim_search", query="zebra")["_meta"]["hint"].endswith(remark)
