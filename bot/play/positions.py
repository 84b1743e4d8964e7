"""The states of a match: every entry keeps the position after it.

The log is the truth; positions are what it folds to under the rules of each entry, kept so that
the past can be shown under any later rules and nothing is played a second time.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.play.storage import queries
from bot.play.storage.packing import DamagedPosition, pack, unpack
from bot.play.storage.ports import Reader
from bot.play.storage.records import MOVES, Change, Entry, EntryKind, Match, MatchId, Snapshot
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log.replay import Adjusted, LogAction, Played, Replaced, Thrown
from games.core.telling import ScoreHistory
from games.core.types import Ending, Forbidden, Form, Malformed, Refusal, Roll, Rolled, Seat, Seats

ENDINGS: Form[Ending] = Form(Ending)


@dataclass(frozen=True, slots=True)
class DiceBody:
    """The body of an entry of dice: what came up, and what had been asked for.

    ``by_hand``  whether the referee has set some of the faces
    ``given``  whether they come from the file of another match, and so from no seed of this one
    ``only``   the seats that may know of it; ``None`` for everybody
    ``place``  what the dice come from (``games.core.log.dice_proofs``)
    """

    faces: tuple[tuple[int, ...], ...]
    asked: tuple[Roll, ...]
    place: str
    by_hand: bool = False
    given: bool = False
    only: tuple[Seat, ...] | None = None


THROWS: Form[DiceBody] = Form(DiceBody)


class Lost(Refusal):
    """The position after an entry is missing, or cannot be read."""

    def __init__(self) -> None:
        super().__init__(
            "The position of this match cannot be read.",
            instead="The owner of the bot finds the reason in its log.",
        )


def log_actions(game: AnyGame, entries: Iterable[Entry]) -> Iterator[LogAction]:
    """The actions of the entries on the state, in order. Raises ``Malformed``."""
    for entry in entries:
        if entry.kind in MOVES:
            assert entry.seat is not None
            assert entry.decision is not None
            yield Played(entry.seat, entry.decision, game.move_form.read(entry.body))
        elif entry.kind is EntryKind.DICE:
            yield Thrown(Rolled(THROWS.read(entry.body).faces))
        elif entry.kind is EntryKind.ADJUSTED:
            yield Adjusted(game.editing.form.read(entry.body))
        elif entry.kind is EntryKind.POSITION:
            yield Replaced(WrittenState(entry.body.encode(), entry.rules_version).load_state(game))


def read_events(game: AnyGame, entry: Entry) -> tuple[Event, ...]:
    """The events of an entry, for every audience. Raises ``Malformed``."""
    if entry.events == "[]":
        return ()
    return tuple(game.event_form.read(json.dumps(raw)) for raw in json.loads(entry.events))


def undone_to(entry: Entry) -> int:
    """The entry to which this undo rewinds the match."""
    to: int = json.loads(entry.body)["to"]
    return to


def base_of(entry: Entry) -> int | None:
    """The entry on whose position ``entry`` builds; ``None`` for the first."""
    if entry.kind is EntryKind.UNDONE:
        return undone_to(entry)
    return None if entry.kind is EntryKind.START else entry.seq - 1


def counting_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Drop the entries that were taken back.

    Entries that change no state are left where they stand; those that take back are left out.
    What was taken back counts again when a later entry goes back to it.
    """
    known = {entry.seq: entry for entry in entries}
    seq, kept = max(known, default=0), list[Entry]()
    while seq in known:
        entry = known[seq]
        if entry.kind is EntryKind.UNDONE:
            seq = undone_to(entry)
        else:
            kept.append(entry)
            seq -= 1
    return tuple(reversed(kept))


WHOLE_EVERY = 50
"""Positions packed each against the one before: this many are unpacked for one, at most."""
_IN_PASSING = 8
"""Positions packed at once while everybody waits; more are packed in a thread."""


@dataclass(frozen=True, slots=True)
class WrittenState:
    """JSON of a state, in the form of a version of the rules."""

    data: bytes
    rules_version: int

    def load_state(self, game: AnyGame) -> Any:
        """Raises ``Malformed``."""
        data = self.data
        if self.rules_version != game.meta.rules_version:
            data = json.dumps(game.upgrade(json.loads(data), self.rules_version)).encode()
        return game.state_form.read(data)


@dataclass(frozen=True, slots=True)
class Kept:
    """A state with its JSON, and how many positions it is packed against."""

    state: Any
    data: bytes
    depth: int


class Positions:
    """States by match and entry, the least recently used forgotten first.

    ``courses``  how matches went up to an entry, kept by who works them out
    """

    def __init__(self, games: Mapping[str, AnyGame], capacity: int = 256) -> None:
        self._games = games
        self._capacity = capacity
        self._states: OrderedDict[tuple[MatchId, int], Kept] = OrderedDict()
        self.courses: dict[tuple[MatchId, int], ScoreHistory] = {}

    async def load(self, reader: Reader, match: Match) -> Any:
        """The state of a match that has started, after its last entry. Raises ``Lost``."""
        kept = await self._read(reader, match, match.seq)
        self.remember(match, kept)
        return kept.state

    async def find_fault(self, reader: Reader, match: Match) -> Forbidden | None:
        """Check whether play by the rules could have led to this position; such a match still
        opens. Raises ``Lost``."""
        state = await self.load(reader, match)
        return next(self._games[match.game].editing.sound(state), None)

    async def load_after(self, reader: Reader, match: Match, seq: int) -> Any:
        """The state after entry ``seq`` of the log, taken back since or not. Raises ``Lost``."""
        return (await self._read(reader, match, seq)).state

    def remember(self, match: Match, kept: Kept) -> None:
        self._states[(match.id, match.seq)] = kept
        while len(self._states) > self._capacity:
            self._states.popitem(last=False)

    async def pack(self, reader: Reader, change: Change) -> tuple[Change, Kept | None]:
        """``change`` with its positions packed, and the last of them."""
        if not change.positions:
            return change, None
        bases, own = dict[int, Kept](), {each.seq for each in change.positions}
        for seq in {each.follows for each in change.positions if each.follows is not None}:
            with suppress(Lost):  # what follows that one is packed whole
                if seq not in own:
                    bases[seq] = await self._read(reader, change.match, seq)
        game = self._games[change.match.game]
        if len(change.positions) <= _IN_PASSING:
            return _pack_change(game, change, bases)
        return await asyncio.to_thread(_pack_change, game, change, bases)

    async def _read(self, reader: Reader, match: Match, seq: int) -> Kept:
        known = (match.id, seq)
        if known in self._states:
            self._states.move_to_end(known)
            return self._states[known]
        rows = await reader.read(queries.Snapshots(match.id, seq))
        try:
            found = unpack_rows(rows)[seq]
            return Kept(found.load_state(self._games[match.game]), found.data, len(rows) - 1)
        except (KeyError, Malformed) as fault:
            raise Lost from fault


def _pack_change(game: AnyGame, change: Change, bases: dict[int, Kept]) -> tuple[Change, Kept]:
    uses = Counter(each.follows for each in change.positions)
    rows = list[Snapshot]()
    for each in change.positions:
        base = None if each.follows is None else bases.get(each.follows)
        uses[each.follows] -= 1
        if each.follows is not None and not uses[each.follows]:
            bases.pop(each.follows, None)
        if base is not None and base.depth + 1 == WHOLE_EVERY:
            base = None
        data = game.state_form.proved(each.state)
        kept = Kept(each.state, data, 0 if base is None else base.depth + 1)
        state = pack(data, b"" if base is None else base.data)
        below = None if base is None else each.follows
        rows.append(Snapshot(change.match.id, each.seq, state, game.meta.rules_version, below))
        if uses[each.seq]:
            bases[each.seq] = kept
    return replace(change, positions=(), snapshots=tuple(rows)), kept


def unpack_rows(rows: Iterable[Snapshot]) -> dict[int, WrittenState]:
    """Positions by entry; what is damaged is left out.

    ``rows``  in order, after those that they are packed against
    """
    found = dict[int, WrittenState]()
    for row in rows:
        with suppress(DamagedPosition, KeyError):
            data = unpack(row.state, b"" if row.base is None else found[row.base].data)
            found[row.seq] = WrittenState(data, row.rules_version)
    return found


def first_state(game: AnyGame, start: Entry) -> Any:
    """The state with which a match begins."""
    body = json.loads(start.body)
    settings = game.settings.model_validate(body["settings"])
    return game.setup(settings, Seats(tuple(body["teams"])))
