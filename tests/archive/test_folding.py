import random
import string

from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.archive.folding import MAX_PROBES, find_folded, find_one_typo, fold


class Keys:
    """A sorted list in memory that counts how often it is looked at."""

    def __init__(self, texts: list[str]) -> None:
        self.keys = sorted(
            {("C" + text).encode() for text in texts} | {b"M" + text.encode() for text in texts}
        )
        self.looks = 0

    @property
    def count(self) -> int:
        return len(self.keys)

    def key_at(self, place: int) -> bytes:
        self.looks += 1
        return self.keys[place]

    def first_at_or_after(self, key: bytes, low: int = 0, high: int | None = None) -> int:
        high = len(self.keys) if high is None else high
        while low < high:
            middle = (low + high) // 2
            if self.key_at(middle) < key:
                low = middle + 1
            else:
                high = middle
        return low

    def folded(self, text: str) -> list[str]:
        return [self.keys[place][1:].decode() for place in find_folded(self, self.key_at, "C", text)]

    def near(self, text: str) -> list[str]:
        return [self.keys[place][1:].decode() for place in find_one_typo(self, self.key_at, "C", text)]


ALPHABET = "aAbB _-–'’éÉßẞ東"


@settings(derandomize=True, deadline=None)
@given(st.lists(st.text(ALPHABET, max_size=5), max_size=30), st.text(ALPHABET, max_size=5))
def test_the_same_is_found_as_by_looking_at_every_key(texts: list[str], wanted: str):
    keys = Keys(texts)
    alike = {text for text in texts if fold(text) == fold(wanted) and len(text) == len(wanted)}
    found = keys.folded(wanted)
    assert len(alike) > 8 or alike <= set(found)
    assert all(fold(text) == fold(wanted) for text in found)


def test_the_nearest_spelling_comes_first():
    keys = Keys(["mercury", "MERCURY", "Mercury", "mercurY"])
    assert keys.folded("MERCURy")[0] == "MERCURY"
    assert keys.folded("Mercury")[0] == "Mercury"


def test_a_large_list_is_hardly_looked_at():
    rng = random.Random(7)  # noise, not secrets
    keys = Keys(["".join(rng.choices(string.ascii_lowercase, k=12)).title() for _ in range(50_000)])
    wanted = keys.keys[12_345][1:].decode()
    keys.looks = 0
    assert keys.folded(wanted.swapcase()) == [wanted]
    assert keys.looks < 1_500


def test_a_list_made_to_be_slow_is_given_up():
    keys = Keys([format(number, "014b").replace("0", "a").replace("1", "A") for number in range(1 << 14)])
    keys.folded("a" * 13 + "q")
    assert keys.looks < MAX_PROBES * 16


def test_one_slip_is_put_right():
    keys = Keys(["Albert_Einstein", "Photosynthesis", "Theory_of_relativity", "Paris", "Île-de-France"])
    assert keys.near("Albert_Einstien") == ["Albert_Einstein"]
    assert keys.near("Photosynthsis") == ["Photosynthesis"]
    assert keys.near("Theory_of_relatiivity") == ["Theory_of_relativity"]
    assert keys.near("Pariz") == ["Paris"]
    assert keys.near("Paris") == ["Paris"] or keys.near("Paris") == []
    assert keys.near("Entirely_else") == []
    assert keys.near("") == []
