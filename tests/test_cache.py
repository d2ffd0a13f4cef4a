import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.cache import ByteBoundedCache


def test_a_kept_value_is_found_again():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(100)
    cache.put("a", 1, 10)
    assert cache.get("a") == 1
    assert cache.get("b") is None


def test_the_least_recently_used_value_goes_first():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(40)
    for key in "abcd":
        cache.put(key, ord(key), 10)
    cache.get("a")
    cache.put("e", 5, 10)
    assert "a" in cache
    assert "b" not in cache


def test_a_value_larger_than_a_quarter_of_the_cache_is_not_kept():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(100)
    cache.put("small", 1, 25)
    cache.put("large", 2, 26)
    assert "small" in cache
    assert "large" not in cache


def test_replacing_a_value_counts_its_size_once():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(100)
    cache.put("a", 1, 20)
    cache.put("a", 2, 5)
    assert cache.get("a") == 2
    assert cache.statistics.bytes == 5


def test_a_value_that_became_too_large_is_forgotten():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(100)
    cache.put("a", 1, 5)
    cache.put("a", 2, 90)
    assert cache.get("a") is None
    assert cache.statistics.bytes == 0


def test_statistics_tell_hits_misses_and_bytes():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(100)
    cache.put("a", 1, 7)
    cache.get("a")
    cache.get("b")
    assert cache.statistics == (1, 7, 100, 1, 1)


def test_clearing_forgets_values_and_keeps_the_count_of_hits():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(100)
    cache.put("a", 1, 7)
    cache.get("a")
    cache.clear()
    assert len(cache) == 0
    assert cache.statistics.hits == 1


def test_a_cache_of_no_bytes_keeps_only_values_of_no_size():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(0)
    cache.put("a", 1, 1)
    cache.put("b", 1, 0)
    assert "a" not in cache
    assert "b" in cache


def test_a_negative_size_is_a_mistake():
    cache: ByteBoundedCache[str, int] = ByteBoundedCache(10)
    with pytest.raises(ValueError, match="negative"):
        cache.put("a", 1, -1)


@settings(derandomize=True, deadline=None)
@given(st.integers(0, 200), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 60)), max_size=60))
def test_the_bound_always_holds_and_the_bytes_are_those_of_the_values_kept(
    bound: int, puts: list[tuple[int, int]]
):
    cache: ByteBoundedCache[int, int] = ByteBoundedCache(bound)
    sizes: dict[int, int] = {}
    for key, size in puts:
        cache.put(key, size, size)
        sizes[key] = size
        kept = [key for key in sizes if key in cache]
        assert cache.statistics.bytes == sum(sizes[key] for key in kept) <= bound
