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

from bot.play import queries
from bot.play.ports import Reader
from bot.play.records import CHANGING, MOVES, Entry, Kind, Match, MatchId, Snapshot
from games.core.chance import Roll, Rolled
from games.core.contract import AnyGame
from games.core.endings import Ending
from games.core.events import Event
from games.core.forms import Form, Malformed
from games.core.log.replay import Adjusted, LogAction, Placed, Played, Thrown, act
from games.core.refusals import Refusal
from games.core.seats import Seat, Seats
from games.core.telling.course import Course

ENDINGS: Form[Ending] = Form(Ending)


@dataclass(frozen=True, slots=True)
class Throw:
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


THROWS: Form[Throw] = Form(Throw)


class Lost(Exception):
    """The state of a match cannot be found: neither its snapshot nor its log can be read."""


def log_actions(game: AnyGame, entries: Iterable[Entry]) -> Iterator[LogAction]:
    """What the entries did to the state, in order. Raises ``Malformed``."""
    for entry in entries:
        if entry.kind in MOVES:
            assert entry.seat is not None
            assert entry.decision is not None
            yield Played(entry.seat, entry.decision, game.move_form.read(entry.body))
        elif entry.kind is Kind.DICE:
            yield Thrown(Rolled(THROWS.read(entry.body).faces))
        elif entry.kind is Kind.ADJUSTED:
            yield Adjusted(game.editing.form.read(entry.body))
        elif entry.kind is Kind.POSITION:
            yield Placed(game.state_form.read(entry.body))


def events_of(game: AnyGame, entry: Entry) -> tuple[Event, ...]:
    """What happened with the entry, for whomever. Raises ``Malformed``."""
    if entry.events == "[]":
        return ()
    return tuple(game.event_form.read(json.dumps(raw)) for raw in json.loads(entry.events))


def back_to(entry: Entry) -> int:
    """The entry as after which the match stands again after this one, that takes back."""
    to: int = json.loads(entry.body)["to"]
    return to


def path(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Of the first entries of a log those that count: what was taken back is not among them.

    Entries that change no state are left where they stand; those that take back are left out.
    What was taken back counts again when a later entry goes back to it.
    """
    known = {entry.seq: entry for entry in entries}
    seq, kept = max(known, default=0), list[Entry]()
    while seq in known:
        entry = known[seq]
        if entry.kind is Kind.UNDONE:
            seq = back_to(entry)
        else:
            kept.append(entry)
            seq -= 1
    return tuple(reversed(kept))


class Positions:
    """States by match and entry, the least recently used forgotten first.

    ``courses``  how matches went up to an entry, kept by who works them out
    """

    def __init__(self, games: Mapping[str, AnyGame], capacity: int = 256) -> None:
        self._games = games
        self._capacity = capacity
        self._states: OrderedDict[tuple[MatchId, int], Any] = OrderedDict()
        self.courses: dict[tuple[MatchId, int], Course] = {}

    async def of(self, reader: Reader, match: Match) -> Any:
        """The state of a match that has started, after its last entry. Raises ``Lost``."""
        known = (match.id, match.seq)
        if known in self._states:
            self._states.move_to_end(known)
            return self._states[known]
        game = self._games[match.game]
        state = _kept(game, await reader.read(queries.SnapshotAt(match.id, match.seq)))
        if state is None:
            state = await self._folded(reader, match, game, match.seq)
        self.remember(match, state)
        return state

    def remember(self, match: Match, state: Any) -> None:
        self._states[(match.id, match.seq)] = state
        while len(self._states) > self._capacity:
            self._states.popitem(last=False)

    async def after(self, reader: Reader, match: Match, seq: int) -> Any:
        """The state after entry ``seq`` of the log, taken back since or not. Raises ``Lost``."""
        known = (match.id, seq)
        if known in self._states:
            self._states.move_to_end(known)
            return self._states[known]
        return await self._folded(reader, match, self._games[match.game], seq)

    async def _folded(self, reader: Reader, match: Match, game: AnyGame, seq: int) -> Any:
        """Played again from the last snapshot before it."""
        end, later = seq, list[Entry]()
        while True:
            snapshot = await reader.read(queries.SnapshotBefore(match.id, end))
            state = _kept(game, snapshot)
            since = 0 if snapshot is None or state is None else snapshot.seq
            entries = await reader.read(queries.Entries(match.id, after=since, until=end))
            back = next((each for each in reversed(entries) if each.kind is Kind.UNDONE), None)
            if back is None:
                return await played(game, state, (*entries, *later), match.id)
            later = [*(each for each in entries if each.seq > back.seq), *later]
            end = back_to(back)


async def played(game: AnyGame, state: Any, entries: Sequence[Entry], match: MatchId) -> Any:
    """The state after ``entries``, from ``state`` or, for ``None``, from the start.

    Raises ``Lost``.
    """
    version = game.meta.rules_version
    after_epoch = max(
        (at for at, entry in enumerate(entries) if entry.kind is Kind.POSITION), default=0
    )
    if any(
        entry.rules_version != version
        for entry in entries[after_epoch:]
        if entry.kind in CHANGING or entry.kind is Kind.START
    ):
        raise Lost(f"the log of {match} was played under other rules")
    if not entries:
        return state
    try:
        # A long match takes seconds: the others do not wait for it.
        return await asyncio.to_thread(followed, game, state, entries[after_epoch:])
    except (Refusal, ValueError, LookupError) as fault:
        # A refusal would be taken for one of what somebody wishes now.
        raise Lost(f"the log of {match} cannot be followed") from fault


def followed(game: AnyGame, state: Any, entries: Iterable[Entry]) -> Any:
    """The state after the last of these entries, none of which takes back.

    ``state``  that before them; of no matter when the first is the start or a position
    """
    rest = list(entries)
    if rest and rest[0].kind is Kind.START:
        state = begun(game, rest[0])
    for log_action in log_actions(game, rest):
        state = act(game, state, log_action).state
    return state


def begun(game: AnyGame, start: Entry) -> Any:
    """The state with which a match begins."""
    body = json.loads(start.body)
    settings = game.settings.model_validate(body["settings"])
    return game.setup(settings, Seats(tuple(body["teams"])))


def _kept(game: AnyGame, snapshot: Snapshot | None) -> Any:
    """The state of a snapshot, ``None`` when it cannot be read.

    One of older rules will do, and is the only way: what was played under them
    must not be played again under others.
    """
    if snapshot is None:
        return None
    try:
        return game.state_form.read(snapshot.state)
    except Malformed:
        return None
