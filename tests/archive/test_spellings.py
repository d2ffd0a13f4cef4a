from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.archive.spellings import cuts, plain, spellings


def readings(requested: str) -> list[tuple[str, str, str]]:
    return [(spelling.text, spelling.matched, spelling.fragment) for spelling in spellings(requested)]


def test_the_literal_text_is_tried_first():
    assert readings("a b#c?d%20/")[0] == ("a b#c?d%20/", "exact", "")


def test_fragments_are_cut_from_the_last_sign_on():
    assert list(cuts("C#_(x)#y")) == [("C#_(x)#y", ""), ("C#_(x)", "y"), ("C", "_(x)#y")]
    assert list(cuts("#y")) == [("#y", "")]


def test_the_whole_text_is_tried_with_underscores_before_its_fragment_is_cut():
    found = readings("C# (x)")
    assert found.index(("C#_(x)", "underscore", "")) < found.index(("C", "exact", " (x)"))


def test_an_escape_is_decoded_once():
    texts = [text for text, _, _ in readings("100%2525")]
    assert "100%25" in texts
    assert "100%" not in texts


def test_a_capital_first_letter_counts_as_another_case():
    assert ("Ipod_mini", "case", "") in readings("ipod mini")
    assert ("IPod_mini", "case", "") not in readings("IPod mini")


def test_plain_text_is_what_a_reader_would_write():
    assert plain(" Caf%C3%A9__noir\n") == "Café noir"


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_a_bounded_number_of_readings(text: str):
    found = readings(text)
    assert found[0] == (text, "exact", "")
    assert len(found) < 400
