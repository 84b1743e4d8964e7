"""The state of a match, found as cheaply as possible.

From memory, else from the snapshot, else from the log: the log is the truth
and everything else is a cache.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.play.ports import Reader
from bot.play.records import Entry, Kind, Match, MatchId
from games.core.chance import Rolled
from games.core.contract import AnyGame
from games.core.endings import Ending
from games.core.forms import Form
from games.core.replay import Deed, Played, Thrown, fold
from games.core.seats import Seats

ENDINGS: Form[Ending] = Form(Ending)
ROLLS: Form[Rolled] = Form(Rolled)


def deeds(game: AnyGame, entries: Iterable[Entry]) -> Iterator[Deed]:
    """What the entries did to the state, in order. Raises ``Malformed``."""
    for entry in entries:
        if entry.kind is Kind.MOVE:
            assert entry.seat is not None
            assert entry.decision is not None
            yield Played(entry.seat, entry.decision, game.move_form.read(entry.body))
        elif entry.kind is Kind.DICE:
            yield Thrown(ROLLS.read(entry.body))


class Positions:
    """States by match and entry, the least recently used forgotten first."""

    def __init__(self, games: Mapping[str, AnyGame], capacity: int = 256) -> None:
        self._games = games
        self._capacity = capacity
        self._states: OrderedDict[tuple[MatchId, int], Any] = OrderedDict()

    async def of(self, reader: Reader, match: Match) -> Any:
        """The state of a match that has started, after its last entry."""
        known = (match.id, match.seq)
        if known in self._states:
            self._states.move_to_end(known)
            return self._states[known]
        game = self._games[match.game]
        snapshot = await reader.snapshot(match.id, match.seq)
        if snapshot is not None and snapshot.rules_version == game.meta.rules_version:
            state = game.state_form.read(snapshot.state)
        else:
            state = await self._folded(reader, match, game)
        self.remember(match, state)
        return state

    def remember(self, match: Match, state: Any) -> None:
        self._states[(match.id, match.seq)] = state
        while len(self._states) > self._capacity:
            self._states.popitem(last=False)

    async def _folded(self, reader: Reader, match: Match, game: AnyGame) -> Any:
        entries = await reader.entries(match.id)
        start = json.loads(entries[0].body)
        settings = game.settings.model_validate(start["settings"])
        seats = Seats(tuple(start["teams"]))
        state: Any = None
        for position in fold(game, settings, seats, deeds(game, entries)):
            state = position.state
        return state
