"""A cache bounded by bytes: the least recently used entries go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class CacheStatistics(NamedTuple):
    """How full a cache is (entries, bytes) and how often it helped since it was made."""

    entries: int
    bytes: int
    max_bytes: int
    hits: int
    misses: int


class ByteBoundedCache(Generic[K, V]):
    """Map keys to values whose declared sizes add up to at most `max_bytes`.

    A value larger than a quarter of the whole is not kept: it would push out everything else for one reader.
    Not safe for several threads; each reader process owns its own.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max(0, max_bytes)
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._bytes = 0
        self._hits = 0
        self._misses = 0

    def get(self, key: K) -> V | None:
        """Return the value and mark it as just used, or None."""
        entry = self._entries.get(key)
        if entry is None:
            self._misses += 1
            return None
        self._hits += 1
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep `value`, which occupies `size` bytes, and drop old entries until the bound holds."""
        if size < 0:
            raise ValueError(f"a size cannot be negative: {size}")
        self.discard(key)
        if size * 4 > self.max_bytes:
            return
        self._entries[key] = (value, size)
        self._bytes += size
        while self._bytes > self.max_bytes:
            _, (_, dropped) = self._entries.popitem(last=False)
            self._bytes -= dropped

    def discard(self, key: K) -> None:
        """Forget one key, if it is there."""
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry[1]

    def clear(self) -> None:
        """Forget everything; the statistics go on."""
        self._entries.clear()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    @property
    def statistics(self) -> CacheStatistics:
        """The present state, as plain numbers."""
        return CacheStatistics(len(self._entries), self._bytes, self.max_bytes, self._hits, self._misses)
