"""What a caller may write, and the entry it means."""

from pathlib import Path
from urllib.parse import quote

import pytest

from archives import make
from archives.make import ODD_PATHS, PNG, Spec, page, write
from bookwheel.archive.library import Library, LibrarySettings
from bookwheel.archive.opened import OpenArchive
from bookwheel.errors import InvalidValue, NotFound, Unavailable


@pytest.fixture
def odd(library: Library) -> OpenArchive:
    return library.open("odd_titles")


@pytest.mark.parametrize("path", ODD_PATHS)
def test_a_path_opens_raw_and_escaped(odd: OpenArchive, path: str):
    assert odd.resolve(path).path == path
    assert odd.resolve(path).matched == "exact"
    assert odd.resolve(quote(path, safe="")).path == path
    assert odd.resolve(quote(path)).path == path


@pytest.mark.parametrize("path", ODD_PATHS)
def test_a_path_opens_with_the_namespace_written_before_it(odd: OpenArchive, path: str):
    assert odd.resolve(f"C/{path}").path == path
    assert odd.resolve(f"/{path}").path == path


@pytest.mark.parametrize(
    ("requested", "path", "matched"),
    [
        ("Rock 'n' Roll", "Rock_'n'_Roll", "underscore"),
        ("with_space", "with space", "underscore"),
        ("C# (lang)", "C#_(lang)", "underscore"),
        ("Caf%C3%A9", "Café", "decoded"),
        ("100%25", "100%", "decoded"),
        ("Cafe\u0301", "Café", "normalised"),
        ("Café noir", "Cafe\u0301_noir", "normalised"),
        ("A\u030angström", "Ångström", "normalised"),
        ("\u212bngström", "Ångström", "normalised"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국", "normalised"),
        ("\u200eUnited\u00a0States\u200f", "United_States", "underscore"),
        ("東\u200b京", "東京", "normalised"),
        ("\u3000notes\u00a0", "notes", "underscore"),
        ("./United_States", "United_States", "namespace"),
        ("../A/Caf%C3%A9", "Café", "namespace"),
        ("en.wikipedia.org/wiki/United_States", "United_States", "url"),
        ("blog", "blog/", "slash"),
        ("notes/", "notes", "slash"),
        ("notes?action=raw", "notes", "query"),
        ("What??x=1", "What?", "query"),
        ("What%3F?x=1", "What?", "query"),
        ("file", "file.html", "suffix"),
        ("A/United_States", "United_States", "namespace"),
        ("Kant (Encyclopedia)", "k/17", "title"),
        ("Kant_(Encyclopedia)", "k/17", "title"),
        ("kant (encyclopedia)", "k/17", "case"),
        ("united states", "United_States", "case"),
        ("UNITED STATES", "United_States", "case"),
        ("  united   states ", "United_States", "case"),
        ("c#", "C#", "case"),
        ("ac/dc", "AC/DC", "case"),
        ("STRASSE", "Straße", "case"),
        ("rock ’n’ roll", "Rock_'n'_Roll", "case"),
        ("IPOD", "iPod", "case"),
    ],
)
def test_another_spelling_finds_the_entry_and_says_how(
    odd: OpenArchive, requested: str, path: str, matched: str
):
    found = odd.resolve(requested)
    assert (found.path, found.matched, found.requested) == (path, matched, requested)


def test_a_fragment_may_be_escaped_with_its_path(odd: OpenArchive):
    found = odd.resolve("Estrus%23The_cycle")
    assert (found.path, found.fragment, found.matched) == ("Estrus", "The_cycle", "decoded")
    assert odd.resolve("C%23").path == "C#"


def test_an_existing_path_wins_over_any_other_reading(odd: OpenArchive):
    assert odd.resolve("MERCURY").path == "MERCURY"
    assert odd.resolve("Mercury").path == "Mercury"
    assert odd.resolve("C").path == "C"
    assert odd.resolve("index.html").path == "index.html"


@pytest.mark.parametrize(
    ("requested", "path", "fragment"),
    [
        ("United_States#History", "United_States", "History"),
        ("united states#History", "United_States", "History"),
        ("C#History", "C", "History"),
        ("C#", "C#", ""),
        ("C##History", "C#", "History"),
        ("C%23#History", "C#", "History"),
        ("C#_(lang)#Early_years", "C#_(lang)", "Early_years"),
        ("United_States#Stra%C3%9Fen", "United_States", "Straßen"),
        ("notes?x=1#part", "notes", "part"),
    ],
)
def test_a_fragment_is_cut_off_after_the_exact_path_was_tried(
    odd: OpenArchive, requested: str, path: str, fragment: str
):
    found = odd.resolve(requested)
    assert (found.path, found.fragment) == (path, fragment)


@pytest.mark.parametrize(
    ("requested", "path"),
    [
        ("https://en.wikipedia.org/wiki/United_States", "United_States"),
        ("https://en.m.wikipedia.org/wiki/United_States#History", "United_States"),
        ("http://en.wikipedia.org/w/index.php?title=C%23&action=edit", "C#"),
        ("//en.wikipedia.org/wiki/AC/DC", "AC/DC"),
        ("https://en.wikipedia.org/wiki/What%3F", "What?"),
        ("http://localhost:8080/content/odd_titles/United_States", "United_States"),
        ("http://localhost:8080/odd_titles/A/United_States", "United_States"),
        ("http://localhost:8080/viewer#odd_titles/A/United_States", "United_States"),
        ("http://localhost:8080/content/wikipedia_en_odd/Caf%C3%A9", "Café"),
    ],
)
def test_the_web_address_of_a_page_finds_it(odd: OpenArchive, requested: str, path: str):
    found = odd.resolve(requested)
    assert (found.path, found.matched) == (path, "url")


@pytest.mark.parametrize(
    "requested",
    [
        "https://fr.wikipedia.org/wiki/United_States",
        "https://en.wiktionary.org/wiki/United_States",
        "https://example.com/United_States",
        "https://[broken/United_States",
    ],
)
def test_the_same_title_on_another_site_is_another_page(odd: OpenArchive, requested: str):
    with pytest.raises(NotFound):
        odd.resolve(requested)


@pytest.mark.parametrize(
    ("requested", "path"),
    [
        ("https://www.site.org/docs/a", "www.site.org/docs/a"),
        ("https://www.site.org/docs", "www.site.org/docs/"),
        ("http://site.org/docs/a#b", "www.site.org/docs/a"),
        ("https://www.site.org/list?page=2", "www.site.org/list?page=2"),
        ("www.site.org/docs/a?utm=1", "www.site.org/docs/a"),
        ("www.site.org/docs", "www.site.org/docs/"),
        ("Docs A", "www.site.org/docs/a"),
    ],
)
def test_addresses_of_a_crawled_site_are_its_paths(library: Library, requested: str, path: str):
    assert library.open("crawled").resolve(requested).path == path


def test_redirects_are_followed_and_told(odd: OpenArchive):
    found = odd.resolve("America")
    assert (found.path, found.redirects, found.matched) == ("United_States", ("America", "USA"), "redirect")
    assert odd.resolve("usa").matched == "case"
    assert odd.resolve("Dot").entry.mimetype == "image/png"


def test_a_page_that_only_forwards_is_a_redirect_to_a_section(odd: OpenArchive):
    found = odd.resolve("Oestrous_phase")
    assert (found.path, found.fragment, found.redirects) == ("Estrus", "The_cycle", ("Oestrous_phase",))


@pytest.mark.parametrize(
    ("refresh", "path"),
    [
        ('<meta http-equiv=refresh content="0;url=L\'Aquila">', "L'Aquila"),
        ("<meta content='0;url=www.site.org/C%2523' http-equiv=refresh>", "www.site.org/C%23"),
        ('<meta http-equiv="refresh" content="0;url=https://www.site.org/C%23">', "www.site.org/C%23"),
        ('<meta http-equiv="refresh" content="600;url=L\'Aquila">', "stub"),
        ('<!-- <meta http-equiv="refresh" content="0;url=L\'Aquila"> -->', "stub"),
        ('<noscript><meta http-equiv="refresh" content="0;url=L\'Aquila"></noscript>', "stub"),
        ('<meta http-equiv="refresh" content="0;url=stub">', "stub"),
    ],
)
def test_only_a_forward_that_takes_its_reader_at_once_is_followed(tmp_path: Path, refresh: str, path: str):
    stub = make.Spec("stub", "Stub", f"<html><head>{refresh}</head><body><p>Text.</p></body></html>")
    make.write(tmp_path / "site.zim", [stub, make.page("L'Aquila"), make.page("www.site.org/C%23")])
    assert Library(LibrarySettings((str(tmp_path),))).open("site").resolve("stub").path == path


@pytest.mark.parametrize(
    ("path", "chain"),
    [
        ("self", ["self", "self"]),
        ("two_a", ["two_a", "two_b", "two_a"]),
        ("three_a", ["three_a", "three_b", "three_c", "three_b"]),
    ],
)
def test_a_redirect_loop_is_an_error_that_names_the_chain(library: Library, path: str, chain: list[str]):
    with pytest.raises(InvalidValue) as caught:
        library.open("redirect_circles").resolve(path)
    assert caught.value.reason == "redirect_loop"
    assert caught.value.data["chain"] == chain


def test_a_chain_of_redirects_is_followed_fifty_steps_and_no_further(library: Library):
    archive = library.open("redirect_circles")
    assert archive.resolve("chain10").path == "Goal"
    assert len(archive.resolve("chain10").redirects) == 50
    with pytest.raises(InvalidValue) as caught:
        archive.resolve("chain09")
    assert caught.value.reason == "redirect_loop"


def test_a_redirect_to_nowhere_is_damage_of_that_entry_only(library: Library):
    archive = library.open("redirect_circles")
    with pytest.raises(Unavailable) as caught:
        archive.resolve("nowhere")
    assert caught.value.data["entry_path"] == "nowhere"
    assert archive.resolve("Goal").path == "Goal"


def test_metadata_and_wellknown_entries_have_paths(odd: OpenArchive):
    assert odd.read(odd.resolve("M/Title")).content == b"Odd titles"
    assert odd.resolve("W/mainPage").path == "United_States"
    with pytest.raises(NotFound) as caught:
        odd.resolve("M/Titel")
    assert caught.value.data["closest_match"] == "M/Title"


@pytest.mark.parametrize(
    "requested",
    [
        "",
        "/",
        "#",
        "#History",
        "%",
        "?",
        "\0",
        "a\0b",
        "../up",
        "../../etc/passwd",
        "M/",
        "x" * 5000,
        "\ud800",
        "_",
        " ",
    ],
)
def test_what_names_no_entry_is_not_found(odd: OpenArchive, requested: str):
    with pytest.raises(NotFound) as caught:
        odd.resolve(requested)
    assert caught.value.reason == "entry_not_found"
    assert len(caught.value.message) < 400


@pytest.mark.parametrize(
    ("requested", "nearest"),
    [
        ("UnitedStates", "United_States"),
        ("Untied_States", "United_States"),
        ("Unted States", "United_States"),
        ("Mercurry", "Mercury"),
        ("Foo/United_States", "United_States"),
        ("Estrsu", "Estrus"),
        ("The united states", "United_States"),
        ("States", "United_States"),
    ],
)
def test_not_found_names_the_nearest_entry(odd: OpenArchive, requested: str, nearest: str):
    with pytest.raises(NotFound) as caught:
        odd.resolve(requested)
    assert caught.value.data["closest_match"] == nearest
    assert nearest in caught.value.data["suggestions"]
    assert nearest in caught.value.hint


@pytest.mark.parametrize("requested", ["Rebus", "Merit", "Mystery", "Estimate"])
def test_what_merely_shares_letters_is_not_offered(odd: OpenArchive, requested: str):
    with pytest.raises(NotFound) as caught:
        odd.resolve(requested)
    assert caught.value.data.get("suggestions", []) == []


@pytest.mark.parametrize("requested", ["A/Hello", "nothing like it", "main"])
def test_an_archive_without_title_index_or_listing_answers_all_the_same(
    shared_library: Library, requested: str
):
    for name in ("small_4070", "testzim", "wikipedia_en_ray_charles_2015-06", "withns/small"):
        with pytest.raises(NotFound) as caught:
            shared_library.open(name).resolve(requested + " zzz")
        assert caught.value.reason == "entry_not_found"


@pytest.mark.parametrize(
    "requested",
    [
        "A/A_Fool_for_You.html",
        "A_Fool_for_You.html",
        "/A/A_Fool_for_You.html",
        "C/A_Fool_for_You.html",
        "A_Fool_for_You",
        "A Fool for You",
        "a fool for you",
        "A/A Fool for You.html#x",
    ],
)
def test_older_archives_accept_every_spelling_of_the_namespace(shared_library: Library, requested: str):
    assert (
        shared_library.open("wikipedia_en_ray_charles_2015-06").resolve(requested).path
        == "A/A_Fool_for_You.html"
    )


@pytest.mark.parametrize(
    "name", ["wikipedia_en_100_mini_2022-10", "wikipedia_en_ray_charles_2015-06", "testzim"]
)
def test_the_icon_is_found_in_older_archives(shared_library: Library, name: str):
    archive = shared_library.open(name)
    assert archive.resolve("W/favicon").entry.mimetype.startswith("image/")
    assert archive.resolve("W/mainPage").path == archive.main_page().path


def test_a_link_in_a_page_is_found_without_guessing(odd: OpenArchive):
    assert odd.find_path("Caf%C3%A9#History") == "Café"
    assert odd.find_path("C%23") == "C#"
    assert odd.find_path("USA") == "USA"
    assert odd.find_path("notes?x") == "notes"
    assert odd.find_path("mercury") is None
    assert odd.find_path("../evil") is None
    assert odd.find_path("") is None


@pytest.mark.parametrize("requested", ["Counter", "Date", "Language", "counter"])
def test_metadata_of_older_archives_is_never_taken_for_a_page(shared_library: Library, requested: str):
    for name in ("testzim", "wikipedia_en_ray_charles_2015-06"):
        archive = shared_library.open(name)
        with pytest.raises(NotFound):
            archive.resolve(requested)
        assert archive.resolve(f"M/{requested.title()}").entry.namespace == "M"


@pytest.mark.parametrize("damage", ["first_title_entry", "last_title_entry"])
def test_a_damaged_list_of_titles_leaves_paths_readable(shared_library: Library, damage: str):
    archive = shared_library.open(f"invalid.outofbounds_{damage}")
    assert archive.resolve("main.html").path == "main.html"
    assert archive.resolve("MAIN.html").path == "main.html"
    with pytest.raises(NotFound):
        archive.resolve("no such page")
    with pytest.raises(NotFound):
        archive.resolve("zzz")


@pytest.mark.parametrize("path", ["_assets_/Bridge at Night.png", "I/Bridge_at_Night.png"])
def test_a_file_called_without_its_folder_is_the_nearest(tmp_path: Path, path: str):
    picture = Spec(path.replace(" ", "_"), "", PNG, "image/png")
    archive = Library(LibrarySettings((str(write(tmp_path / "files.zim", [page("Bridge"), picture])),))).open(
        "files"
    )
    with pytest.raises(NotFound) as caught:
        archive.resolve("Bridge at Night.png")
    assert caught.value.data["closest_match"] == picture.path
