"""The referee: who may act as one, and the one way in which all their actions are carried out.

An action is a function of a ``RefereeCase``: it adds its entries and returns its outcome.
What all actions have in common is here: the right to it, a reason, the one transaction.
"""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, cast

from bot.play.executor import NOTHING, Continuation, Outcome, PlayContext, Receipt, transactional
from bot.play.lobby.seating import Person
from bot.play.match import submission, transitions
from bot.play.match.changes import Cause
from bot.play.match.transitions import Transition
from bot.play.refusals import NotNow, NotSeated, check_running, load_seated
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import UnitOfWork, lock_key
from bot.play.storage.records import Match, MatchId, SeatHolder, Status
from games.core.types import SPECTATOR, Ending, Seat

LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who acts as the referee of ``match``, and why.

    ``manages``  whether they may manage the server
    ``reason``   in their own words, for everybody to read
    ``trial``    whether it is only tried, refused or not, and nothing of it is kept: for acts
                 that do no more than read and add to their run
    """

    match: MatchId
    by: Person
    manages: bool
    reason: str
    interaction: int
    trial: bool = False

    @property
    def lock(self) -> str:
        return self.match

    @property
    def user(self) -> int:
        return self.by.user


@dataclass(frozen=True, slots=True)
class RefereeCase:
    """What an act of the referee is given. It adds to ``transition`` and changes nothing else.

    ``seat``  the one that the referee holds, if any: such a referee must learn nothing
    ``line``  what each of their entries bears: more of a ``PendingEntry``
    """

    work: UnitOfWork
    context: PlayContext
    transition: Transition
    ruling: Ruling
    seat: Seat | None
    line: Mapping[str, Any]
    now: datetime

    @property
    def match(self) -> Match:
        return self.transition.match

    @property
    def is_over(self) -> bool:
        return self.transition.match.status is Status.OVER

    def seat_name(self, seat: Seat) -> str:
        """The seat's name, as everybody knows it."""
        game = self.transition.game
        return game.words.seat(game.view(self.transition.state, SPECTATOR), seat)

    def lock_channel(self, channel: int) -> None:
        """Let nobody else begin a match in this channel before the act is stored; a trial stores
        nothing."""
        if not self.ruling.trial:
            self.work.require_locks(lock_key("channel", channel))


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The outcome of a referee's action.

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


Check: TypeAlias = Callable[[Match, tuple[SeatHolder, ...], Ruling], None]
P = ParamSpec("P")


def _check(match: Match, _: tuple[SeatHolder, ...], ruling: Ruling) -> None:
    check_referee(match, ruling.user, manages=ruling.manages)


def referee_action(
    name: str, *, after_the_end: bool = False, check: Check = _check
) -> Callable[
    [Callable[Concatenate[RefereeCase, P], Awaitable[ActionResult]]],
    Callable[Concatenate[PlayContext, Ruling, P], Coroutine[Any, Any, Receipt]],
]:
    """Make a function of a ``RefereeCase`` an act, to be called with a ``Ruling`` instead.

    It is carried out once for its interaction. Raises a ``Refusal`` (nothing has changed then) or
    ``StoreBusy``.

    Args:
        name: what the audit calls it
        after_the_end: whether it can be done to a match that is over
        check: who may do it, where others than the referee may
    """

    def decorate(
        act: Callable[Concatenate[RefereeCase, P], Awaitable[ActionResult]],
    ) -> Callable[Concatenate[PlayContext, Ruling, P], Coroutine[Any, Any, Receipt]]:
        @transactional
        async def carry_out(
            work: UnitOfWork,
            context: PlayContext,
            ruling: Ruling,
            /,
            *args: P.args,
            **kwargs: P.kwargs,
        ) -> Outcome:
            case = await _load_case(work, context, ruling, check, after_the_end)
            return await _build_outcome(case, name, await act(case, *args, **kwargs))

        @wraps(act)
        async def handle(
            context: PlayContext, ruling: Ruling, /, *args: P.args, **kwargs: P.kwargs
        ) -> Receipt:
            if not ruling.trial:
                return await carry_out(context, ruling, *args, **kwargs)
            async with open_trial(context, ruling, check, after_the_end) as case:
                return Receipt(ruling.match, (await act(case, *args, **kwargs)).said)

        return handle

    return decorate


@asynccontextmanager
async def open_trial(
    context: PlayContext, ruling: Ruling, check: Check = _check, after_the_end: bool = False
) -> AsyncIterator[RefereeCase]:
    """A case of which nothing is kept, for previews and to find out whether an act is refused.

    Raises a ``Refusal``.
    """
    async with context.store.reading() as reader:
        work = cast(UnitOfWork, reader)  # acts that are tried only read
        yield await _load_case(work, context, replace(ruling, trial=True), check, after_the_end)


async def _load_case(
    work: UnitOfWork, context: PlayContext, ruling: Ruling, check: Check, after_the_end: bool
) -> RefereeCase:
    match, holders = await load_seated(work, ruling.match)
    check(match, holders, ruling)
    if match.status is not Status.OVER or not after_the_end:
        check_running(match, paused=True)
    state = await context.positions.load(work, match)
    transition = transitions.resume(context.games[match.game], match, holders, state)
    seat = find_seat(holders, ruling.user)
    line = {"user": ruling.user, "reason": clean_reason(ruling.reason)}
    if ruling.manages or ruling.user == match.referee:
        line |= {"referee": ruling.by.name, "referee_seat": seat}
    return RefereeCase(work, context, transition, ruling, seat, line, context.clock.now())


async def _build_outcome(case: RefereeCase, action: str, verdict: ActionResult) -> Outcome:
    transition, rest = case.transition, verdict.rest
    if rest is None:
        quiet = (
            verdict.still or verdict.ending is not None or transition.match.paused_at is not None
        )
        rest = NOTHING if quiet else await submission.carry_on(transition)
    cause = Cause(
        f"referee {action}", case.ruling.user, ending=verdict.ending, renewed=verdict.renewed
    )
    change = await submission.build_change(case.work, case.context, transition, cause)
    if verdict.outbox_messages:
        change = replace(
            change, outbox_messages=(*change.outbox_messages, *verdict.outbox_messages)
        )
    if case.match.ending is not None and change.match.status is Status.RUNNING:
        change = replace(change, results=())
    return Outcome(change, Receipt(transition.match.id, verdict.said), rest)


def is_referee(match: Match, user: int, *, manages: bool) -> bool:
    """``manages``: whether they may manage the server of the match."""
    return manages or match.referee == user


def check_referee(match: Match, user: int, *, manages: bool) -> None:
    """Raises ``NotSeated`` for somebody who is not the referee of ``match``."""
    if is_referee(match, user, manages=manages):
        return
    if match.referee is None:
        instead = "Those who manage this server name referees, and so does the host of a lobby."
    else:
        instead = "Referees are those whom the server has named, and the one of this match."
    raise NotSeated("Only the referee of this match can do this.", instead=instead)


def find_seat(holders: tuple[SeatHolder, ...], user: int) -> Seat | None:
    return next((holder.seat for holder in holders if holder.user == user), None)


def clean_reason(reason: str) -> str:
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
