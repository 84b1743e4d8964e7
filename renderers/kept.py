"""What has been made, kept in a number of bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Makes a thing for each key, and keeps those asked for last in at most ``most`` bytes.

    There are two generations. When the young one has half of the bytes, it becomes the old one,
    and the old one is let go, but for what was asked for since. A thing that alone is more than
    half of the bytes goes with the next one. Two threads may make the same thing.
    """

    def __init__(self, most: int, make: Callable[[K], V], size: Callable[[V], int]) -> None:
        self.most = most
        self._make, self._size = make, size
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        self._bytes = 0

    def __call__(self, key: K) -> V:
        found = self._young.get(key)
        return self._renewed(key) if found is None else found

    @property
    def bytes(self) -> int:
        """The size in bytes of everything that is kept."""
        with self._lock:
            return sum(map(self._size, (self._old | self._young).values()))

    def _renewed(self, key: K) -> V:
        found = self._old.get(key)
        if found is None:
            found = self._make(key)
        size = self._size(found)
        with self._lock:
            if key not in self._young:
                if self._bytes + size > self.most // 2:
                    self._old = self._young if self._bytes <= self.most // 2 else {}
                    self._young, self._bytes = {}, 0
                self._young[key] = found
                self._bytes += size
        return found
