"""Leases: which process works on which match, where several share a database (docs/adr/0051)."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.play.storage.stored_fields import MatchId

_WRITTEN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process serves: ``first`` to ``last`` of ``count``."""

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
        """Whether this process receives the events of the server."""
        return find_shard(server, self.count) in self.ids

    def __str__(self) -> str:
        return "all" if self == ALL else f"{self.first}-{self.last}/{self.count}"


ALL = Shards(0, 0, 1)
"""Of a process that serves every server, whatever number of shards Discord advises."""


def parse(text: str) -> Shards:
    """Parse ``0-3/8``, ``5/8`` or ``all``. Raises ``ValueError`` with a sentence for the owner."""
    if text == "all":
        return ALL
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError("write the shards of this process, and how many there are, as 0-3/8")
    first, last, count = map(int, found.groups(default=found[1]))
    if not first <= last < count:
        raise ValueError(f"{text} does not fit: of {count} shards the first is 0")
    return Shards(first, last, count)


def find_shard(server: int, count: int) -> int:
    """The shard of a server, by Discord's formula."""
    return (server >> 22) % count


class LeaseLost(Exception):
    """Another process has taken the match over, with the work that is left."""


class Leases(Protocol):
    """The matches at which this process works: it alone sends their messages, keeps their
    deadlines and thinks for their computer players.

    A lease runs for a minute by the database's clock. What is committed takes or renews that of
    its match, in the same transaction; where another process holds it, that one is told. A process
    that takes a match over does not know what its former holder had tried to send.
    """

    @property
    def alone(self) -> bool:
        """Whether no other process works on the database: every match is held then, and nothing
        here asks the database."""
        ...

    def held_matches(self) -> frozenset[MatchId]:
        """The matches held for long enough to begin something."""
        ...

    def last_in_doubt(self, match: MatchId) -> int:
        """The newest message of the match that another process may have tried to send."""
        ...

    async def hold(self, match: MatchId, seconds: float = 0.0) -> bool:
        """Try to hold the match for ``seconds`` at least: takes a free lease, and renews one that
        ends sooner."""
        ...

    async def take_due(self, now: datetime, most: int, but: frozenset[MatchId]) -> bool:
        """Take matches with messages that are due and that nobody holds, the most urgent first,
        without those in ``but``; whether there may be more."""
        ...

    async def take_going(self, most: int, but: Collection[MatchId]) -> tuple[MatchId, ...]:
        """Take matches that are to go on by themselves and that nobody else holds, without those
        in ``but``."""
        ...

    async def listen(self, hear: Hear) -> None:
        """Call ``hear`` from now on for what other processes commit in matches held here; what
        already hears goes on, or begins again if its connection was lost."""
        ...


class Hear(Protocol):
    """Something is to be sent; and the match goes on by itself unless ``unasked`` is ``None``."""

    def __call__(self, match: MatchId, unasked: frozenset[str] | None, /) -> None: ...


class Alone:
    """``Leases`` of the only process."""

    alone = True

    def held_matches(self) -> frozenset[MatchId]:
        return frozenset()

    def last_in_doubt(self, match: MatchId) -> int:
        return 0

    async def hold(self, match: MatchId, seconds: float = 0.0) -> bool:
        return True

    async def take_due(self, now: datetime, most: int, but: frozenset[MatchId]) -> bool:
        return False

    async def take_going(self, most: int, but: Collection[MatchId]) -> tuple[MatchId, ...]:
        return ()

    async def listen(self, hear: Hear) -> None:
        pass
