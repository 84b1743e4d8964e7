"""Who works at what, where several processes share one database (docs/adr/0051)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """Those of Discord's shards that a process serves: ``first`` to ``last`` of ``count``."""

    first: int
    last: int
    count: int

    def serve(self, server: int) -> bool:
        """Whether what happens on this server comes to this process."""
        return self.first <= shard_of(server, self.count) <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"


ALL = Shards(0, 0, 1)
"""Of a process that serves every server, whatever number of shards Discord advises."""


def shard_of(server: int, count: int) -> int:
    """Discord's rule."""
    return (server >> 22) % count
