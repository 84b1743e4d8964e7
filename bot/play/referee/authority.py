"""The referee: who may be it, and the one way that everything goes that a referee does.

An act is a function of a ``RefereeCase``: it adds its entries to the run and says what came of it.
What all acts have in common is here: the right to it, a reason, the one transaction.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias, cast

from bot.play import queries
from bot.play.executor import NOTHING, Continuation, Executor, Outcome
from bot.play.lobby.seating import Person
from bot.play.match import table, transitions
from bot.play.match.changes import Cause
from bot.play.match.transitions import Transition
from bot.play.ports import UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import Match, MatchId, OutboxMessage, SeatHolder, Status
from bot.play.refusals import NoMatch, NotNow, NotSeated, check_played
from games.core.contract import AnyGame
from games.core.endings import Ending
from games.core.seats import SPECTATOR, Seat

LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who acts as the referee of ``match``, and why.

    ``manages``  whether they may manage the server
    ``reason``   in their own words, for everybody to read
    """

    match: MatchId
    by: Person
    manages: bool
    reason: str
    interaction: int


@dataclass(frozen=True, slots=True)
class RefereeCase:
    """What an act of the referee is given. It adds to ``transition`` and changes nothing else.

    ``seat``  the one that the referee holds, if any: such a referee must learn nothing
    ``line``  what each of their entries bears: more of a ``PendingEntry``
    """

    work: UnitOfWork
    executor: Executor
    transition: Transition
    ruling: Ruling
    seat: Seat | None
    line: Mapping[str, Any]
    now: datetime

    @property
    def match(self) -> Match:
        return self.transition.match

    @property
    def over(self) -> bool:
        return self.transition.match.status is Status.OVER

    def name(self, seat: Seat) -> str:
        """The seat's name, as everybody knows it."""
        game = self.transition.game
        return game.words.seat(game.view(self.transition.state, SPECTATOR), seat)


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What came of an act.

    ``said``     to the referee
    ``ending``   ends the match from outside the rules
    ``renewed``  seats in which somebody else sits now
    ``rest``     what goes on by itself, where the act has let the match go on already
    ``still``    nothing goes on because of this act
    ``outbox_messages``  what must leave beside what its entries bring about
    """

    said: str
    ending: Ending | None = None
    renewed: frozenset[Seat] = frozenset()
    rest: Continuation | None = None
    still: bool = False
    outbox_messages: tuple[OutboxMessage, ...] = ()


RefereeAction: TypeAlias = Callable[[RefereeCase], Awaitable[ActionResult]]
Check: TypeAlias = Callable[[Match, tuple[SeatHolder, ...], Ruling], None]


class RefereeActions:
    """``tries``: acts are tried, refused or not, and nothing of them is kept. Only for acts that do
    no more than read and add to their run."""

    def __init__(
        self, executor: Executor, games: Mapping[str, AnyGame], *, tries: bool = False
    ) -> None:
        self._executor = executor
        self._games = games
        self._tries = tries

    @property
    def trying(self) -> RefereeActions:
        return RefereeActions(self._executor, self._games, tries=True)

    async def rule(
        self,
        ruling: Ruling,
        action: str,
        act: RefereeAction,
        *,
        after_the_end: bool = False,
        check: Check | None = None,
    ) -> Receipt:
        """Carry out an act, once for its interaction.

        ``action``  what the audit calls it
        ``after_the_end``  whether it can be done to a match that is over
        ``check``  who may do it, where others than the referee may
        Raises a ``Refusal`` (nothing has changed then) or ``StoreBusy``.
        """

        async def case(work: UnitOfWork) -> RefereeCase:
            match, holders = await self._found(work, ruling, check or _checked)
            if match.status is not Status.OVER or not after_the_end:
                check_played(match, paused=True)
            state = await self._executor.positions.of(work, match)
            transition = transitions.resumed(self._games[match.game], match, holders, state)
            seat = seat_held(holders, ruling.by.user)
            line = {"user": ruling.by.user, "reason": stated(ruling.reason)}
            if ruling.manages or ruling.by.user == match.referee:
                line |= {"referee": ruling.by.name, "referee_seat": seat}
            return RefereeCase(
                work, self._executor, transition, ruling, seat, line, self._executor.clock.now()
            )

        async def step(work: UnitOfWork) -> Outcome:
            found = await case(work)
            return await self._outcome(found, action, await act(found))

        if self._tries:
            async with self._executor.store.reading() as reader:
                found = await case(cast(UnitOfWork, reader))
                return Receipt(ruling.match, (await act(found)).said)
        return await self._executor.execute(ruling.match, ruling.by.user, ruling.interaction, step)

    async def _found(
        self, work: UnitOfWork, ruling: Ruling, check: Check
    ) -> tuple[Match, tuple[SeatHolder, ...]]:
        found = await work.read(queries.Seated(ruling.match))
        if found is None:
            raise NoMatch("There is no such match.")
        check(*found, ruling)
        return found

    async def _outcome(self, case: RefereeCase, action: str, verdict: ActionResult) -> Outcome:
        transition, rest = case.transition, verdict.rest
        if rest is None:
            quiet = (
                verdict.still
                or verdict.ending is not None
                or transition.match.paused_at is not None
            )
            rest = NOTHING if quiet else await table.carried_on(transition)
        cause = Cause(
            f"referee {action}",
            case.ruling.by.user,
            ending=verdict.ending,
            renewed=verdict.renewed,
        )
        change = await table.changed(case.work, transition, cause, self._executor)
        if verdict.outbox_messages:
            change = replace(
                change, outbox_messages=(*change.outbox_messages, *verdict.outbox_messages)
            )
        if case.match.ending is not None and change.match.status is Status.RUNNING:
            change = replace(change, results=())
        return Outcome(change, Receipt(transition.match.id, verdict.said), transition.state, rest)


def _checked(match: Match, _: tuple[SeatHolder, ...], ruling: Ruling) -> None:
    check_referee(match, ruling.by.user, manages=ruling.manages)


def check_referee(match: Match, user: int, *, manages: bool) -> None:
    """Raises ``NotSeated`` for somebody who is not the referee of ``match``."""
    if manages or match.referee == user:
        return
    if match.referee is None:
        instead = "Members with Manage Server are referees; the host can name one in the lobby."
    else:
        instead = "Members with Manage Server are referees, and the one the host has named."
    raise NotSeated("Only the referee of this match can do this.", instead=instead)


def seat_held(holders: tuple[SeatHolder, ...], user: int) -> Seat | None:
    return next((holder.seat for holder in holders if holder.user == user), None)


def stated(reason: str) -> str:
    """The reason on one line, without what nobody sees. Raises ``NotNow``."""
    kept = "".join(
        " " if each.isspace() else each
        for each in reason
        if each.isspace() or not unicodedata.category(each).startswith("C")
    )
    tidy = " ".join(kept.split())
    if not tidy:
        raise NotNow(
            "A referee must give a reason.",
            instead="One sentence is enough. Everybody can read it.",
        )
    if len(tidy) > LONGEST_REASON:
        raise NotNow(f"The reason has {len(tidy)} characters; {LONGEST_REASON} is the limit.")
    return tidy
