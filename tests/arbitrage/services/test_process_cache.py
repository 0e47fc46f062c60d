"""The cache of a process returns a value while its version is current, and evicts the least recently used values."""

from arbitrage.services.process_cache import ProcessCache


def test_a_value_of_another_version_is_not_found():
    cache: ProcessCache[str] = ProcessCache(most=2)
    cache.put("room", "one", "quiet")
    assert (cache.get("room", "one"), cache.get("room", "two"), cache.get("bar", "one")) == ("quiet", None, None)
    cache.put("room", "two", "loud")
    assert (cache.get("room", "one"), cache.get("room", "two")) == (None, "loud")


def test_the_least_recently_used_make_room_by_their_weight():
    cache: ProcessCache[str] = ProcessCache(most=6, weight=len)
    for key in ("a", "b", "c"):
        cache.put(key, 1, key * 2)
    assert cache.get("a", 1) == "aa"
    cache.put("d", 1, "ddd")
    assert [cache.get(key, 1) for key in "abcd"] == ["aa", None, None, "ddd"]


def test_a_value_put_again_weighs_once():
    cache: ProcessCache[str] = ProcessCache(most=4, weight=len)
    cache.put("a", 1, "aa")
    for version in range(10):
        cache.put("b", version, "bb")
    assert (cache.get("a", 1), cache.get("b", 9)) == ("aa", "bb")


def test_what_is_too_heavy_is_kept_alone_and_a_cleared_cache_takes_as_much_as_a_new_one():
    cache: ProcessCache[str] = ProcessCache(most=3, weight=len)
    cache.put("a", 1, "aa")
    cache.put("b", 1, "b" * 9)
    assert (cache.get("a", 1), cache.get("b", 1)) == (None, "b" * 9)
    cache.clear()
    cache.put("a", 1, "aa")
    cache.put("c", 1, "c")
    assert (cache.get("a", 1), cache.get("b", 1), cache.get("c", 1)) == ("aa", None, "c")
