"""The state of a match, found as cheaply as possible.

From memory, else from the snapshot, else from the log: the log is the truth
and everything else is a cache.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.play.ports import Reader
from bot.play.records import MOVES, SCHEMA_VERSION, Entry, Kind, Match, MatchId, Snapshot
from games.core.chance import Roll, Rolled
from games.core.contract import AnyGame
from games.core.endings import Ending
from games.core.forms import Form, Malformed
from games.core.refusals import Refusal
from games.core.replay import Deed, Played, Thrown, fold
from games.core.seats import Seats

ENDINGS: Form[Ending] = Form(Ending)


@dataclass(frozen=True, slots=True)
class Throw:
    """The body of an entry of dice: what came up, and what had been asked for.

    ``asked``  empty in entries from before it was noted
    """

    faces: tuple[tuple[int, ...], ...]
    asked: tuple[Roll, ...] = ()


THROWS: Form[Throw] = Form(Throw)


class Lost(Exception):
    """The state of a match cannot be found: neither its snapshot nor its log can be read."""


def deeds(game: AnyGame, entries: Iterable[Entry]) -> Iterator[Deed]:
    """What the entries did to the state, in order. Raises ``Malformed``."""
    for entry in entries:
        if entry.kind in MOVES:
            assert entry.seat is not None
            assert entry.decision is not None
            yield Played(entry.seat, entry.decision, game.move_form.read(entry.body))
        elif entry.kind is Kind.DICE:
            yield Thrown(Rolled(THROWS.read(entry.body).faces))


class Positions:
    """States by match and entry, the least recently used forgotten first."""

    def __init__(self, games: Mapping[str, AnyGame], capacity: int = 256) -> None:
        self._games = games
        self._capacity = capacity
        self._states: OrderedDict[tuple[MatchId, int], Any] = OrderedDict()

    async def of(self, reader: Reader, match: Match) -> Any:
        """The state of a match that has started, after its last entry. Raises ``Lost``."""
        known = (match.id, match.seq)
        if known in self._states:
            self._states.move_to_end(known)
            return self._states[known]
        game = self._games[match.game]
        state = _kept(game, await reader.snapshot(match.id, match.seq))
        if state is None:
            state = await self._folded(reader, match, game)
        self.remember(match, state)
        return state

    def remember(self, match: Match, state: Any) -> None:
        self._states[(match.id, match.seq)] = state
        while len(self._states) > self._capacity:
            self._states.popitem(last=False)

    async def _folded(self, reader: Reader, match: Match, game: AnyGame) -> Any:
        # The match may have moved on since it was looked up: this is the state of that moment.
        entries = [each for each in await reader.entries(match.id) if each.seq <= match.seq]
        if any(entry.rules_version != game.meta.rules_version for entry in entries):
            raise Lost(f"the log of {match.id} was played under other rules")
        try:
            # A long match takes seconds: the others do not wait for it.
            return await asyncio.to_thread(_followed, game, entries)
        except (Refusal, ValueError, LookupError) as fault:
            # A refusal would be taken for one of what somebody wishes now.
            raise Lost(f"the log of {match.id} cannot be followed") from fault


def _followed(game: AnyGame, entries: Sequence[Entry]) -> Any:
    """The state after the last of these entries, the first of which is the start."""
    start = json.loads(entries[0].body)
    settings = game.settings.model_validate(start["settings"])
    state: Any = None
    for position in fold(game, settings, Seats(tuple(start["teams"])), deeds(game, entries)):
        state = position.state
    return state


def _kept(game: AnyGame, snapshot: Snapshot | None) -> Any:
    """The state of a snapshot, ``None`` when it cannot be read.

    One of older rules will do, and is the only way: what was played under them
    must not be played again under others.
    """
    if snapshot is None or snapshot.schema_version != SCHEMA_VERSION:
        return None
    try:
        return game.state_form.read(snapshot.state)
    except Malformed:
        return None
