"""The table: where seats answer decisions.

Read top to bottom: a move is final when ``submit`` returns a receipt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.play import steps
from bot.play.door import Door, Outcome
from bot.play.ports import Reader, UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import Change, Hold, Kind, Match, MatchId
from bot.play.refusals import ONLY_WATCHING, NoMatch, NotNow, NotSeated, check_played
from games.core import replay
from games.core.contract import AnyGame
from games.core.decisions import Decision, Decisions
from games.core.endings import resignation
from games.core.options import Question
from games.core.refusals import Unreadable
from games.core.seats import Seat, Seated, Seats


@dataclass(frozen=True, slots=True)
class Typed:
    """A move in its text form."""

    text: str


@dataclass(frozen=True, slots=True)
class Picked:
    """A move as the keys of choices, for one named decision."""

    decision: str
    path: tuple[str, ...]


Answer: TypeAlias = Typed | Picked


@dataclass(frozen=True, slots=True)
class Submit:
    """``user`` answers a decision of their seat in ``match``."""

    match: MatchId
    user: int
    answer: Answer
    interaction: int


class Table:
    def __init__(self, door: Door, games: Mapping[str, AnyGame]) -> None:
        self._door = door
        self._games = games

    async def submit(self, wish: Submit) -> Receipt:
        """Play a move. Raises a ``Refusal`` (nothing has changed then) or ``StoreBusy``."""

        async def step(work: UnitOfWork) -> Outcome:
            match, holds = await running(work, wish.match)
            seat = seat_of(holds, wish.user)
            game = self._games[match.game]
            state = await self._door.positions.of(work, match)
            decision, move = self._understood(game, state, seat, wish.answer)
            done = replay.play(game, state, decision, move)
            text = game.write(move)
            line = steps.Line(
                Kind.MOVE,
                game.move_form.write(move).decode(),
                done.state,
                done.events,
                seat=seat,
                decision=decision,
                text=text,
            )
            lines = steps.with_dice(game, match, line)
            change = steps.change(
                game,
                match,
                holds,
                lines,
                user=wish.user,
                before=open_keys(game, state),
                now=self._door.clock.now(),
                action="move",
            )
            receipt = Receipt(match.id, _played(change, decision, text))
            return Outcome(change, receipt, lines[-1].state)

        return await self._door.pass_through(wish.match, wish.user, wish.interaction, step)

    async def resign(self, match_id: MatchId, user: int, interaction: int) -> Receipt:
        """Give up a match of two sides. Raises a ``Refusal``."""

        async def step(work: UnitOfWork) -> Outcome:
            match, holds = await running(work, match_id)
            seat = seat_of(holds, user)
            game = self._games[match.game]
            state = await self._door.positions.of(work, match)
            seats = Seats.alone(match.seats)
            if len(set(seats.teams)) != 2:
                raise NotNow("Giving up is only possible in a match of two sides so far.")
            ending = resignation(seats, seat, game.meta.resign_rule)
            line = steps.Line(Kind.RESIGNATION, "{}", state, (), seat=seat)
            change = steps.change(
                game,
                match,
                holds,
                [line],
                user=user,
                before=open_keys(game, state),
                now=self._door.clock.now(),
                action="resign",
                ending=ending,
            )
            receipt = Receipt(match.id, "You have resigned. Thank you for the match.")
            return Outcome(change, receipt, state)

        return await self._door.pass_through(match_id, user, interaction, step)

    @staticmethod
    def _understood(game: AnyGame, state: Any, seat: Seat, answer: Answer) -> tuple[Decision, Any]:
        if isinstance(answer, Typed):
            return replay.read(game, state, seat, answer.text)
        decision = replay.open_decision(game, state, seat, answer.decision)
        options = game.options(game.view(state, Seated(seat)), decision)
        move = options.question(answer.path)
        if isinstance(move, Question):
            raise Unreadable("Something is still to be chosen for this move.")
        return decision, move


async def running(reader: Reader, match_id: MatchId) -> tuple[Match, tuple[Hold, ...]]:
    """The match with its holds, if it is being played. Raises ``NoMatch`` or ``NotNow``."""
    found = await reader.seated(match_id)
    if found is None:
        raise NoMatch("There is no such match.")
    check_played(found[0])
    return found


def seat_of(holds: tuple[Hold, ...], user: int) -> Seat:
    """The seat of ``user``. Raises ``NotSeated``."""
    for hold in holds:
        if hold.user == user:
            return hold.seat
    raise NotSeated(ONLY_WATCHING)


def open_keys(game: AnyGame, state: Any) -> frozenset[str]:
    pending = game.pending(state)
    if not isinstance(pending, Decisions):
        return frozenset()
    return frozenset(decision.key for decision in pending.open)


def _played(change: Change, decision: Decision, text: str) -> str:
    if decision.secret:
        return f"Recorded: {text}. Nobody else sees it before everybody has chosen."
    return f"Played: {text} (#{change.entries[0].shown})"
