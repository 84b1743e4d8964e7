"""One lock per match, so that two moves of a match do not race in this process.

The lock is comfort: it turns a conflict into a short wait. Safety comes from
the unique keys of the store.
"""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, name: str) -> asyncio.Lock:
        """The lock with this name; it lives as long as somebody holds or awaits it."""
        lock = self._locks.get(name)
        if lock is None:
            lock = asyncio.Lock()
            self._locks[name] = lock
        return lock
