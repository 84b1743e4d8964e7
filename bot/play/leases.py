"""Who works at what, where several processes share one database (docs/adr/0051)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WRITTEN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shards:
    """Those of Discord's shards that a process serves: ``first`` to ``last`` of ``count``."""

    first: int
    last: int
    count: int

    @property
    def ids(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def are_all(self) -> bool:
        return len(self.ids) == self.count

    def serve(self, server: int) -> bool:
        """Whether what happens on this server comes to this process."""
        return shard_of(server, self.count) in self.ids

    def __str__(self) -> str:
        return "all" if self == ALL else f"{self.first}-{self.last}/{self.count}"


ALL = Shards(0, 0, 1)
"""Of a process that serves every server, whatever number of shards Discord advises."""


def parse(text: str) -> Shards:
    """The shards in ``0-3/8``, ``5/8`` or ``all``. Raises ``ValueError`` in words for the owner."""
    if text == "all":
        return ALL
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError("write the shards of this process, and how many there are, as 0-3/8")
    first, last, count = map(int, found.groups(default=found[1]))
    if not first <= last < count:
        raise ValueError(f"{text} does not fit: of {count} shards the first is 0")
    return Shards(first, last, count)


def shard_of(server: int, count: int) -> int:
    """Discord's rule."""
    return (server >> 22) % count
