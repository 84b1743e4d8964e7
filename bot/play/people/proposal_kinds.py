"""What can be proposed in a match: who is asked, how many must agree, and what happens then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.play.deadlines import extensions
from bot.play.match import table
from bot.play.match.automation import Automation
from bot.play.match.transitions import Transition
from bot.play.people.leaving import is_deserted
from bot.play.refusals import NotNow, check_placed
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.profiles import Proposed
from bot.play.storage.records import Pauser
from games.core.decisions import Decision
from games.core.forms import Form
from games.core.seats import Seat

LONGEST_PAUSE = timedelta(days=30)
MORE_TIME, MOST_MORE = 24, 14 * 24
"""Hours: asked for when nobody says how many, and the most."""


@dataclass(frozen=True, slots=True)
class ProposalTerms:
    """What exactly is proposed.

    ``seat``   whom it is about; for a default ``None`` stands for those who have not chosen in
               secret: who that is must not be known
    ``until``  when a pause ends by itself
    ``hours``  how much more time
    ``to``     the entry after which the match shall stand again; ``numbers`` those it takes back,
               in words, and ``number`` the public number of the one that is the last then
    ``shown``  the last public entry when it was proposed
    """

    kind: Proposed
    seat: Seat | None = None
    until: datetime | None = None
    hours: int = 0
    to: int = 0
    numbers: str = ""
    number: int = 0
    shown: int = 0


TERMS: Form[ProposalTerms] = Form(ProposalTerms)


@dataclass(frozen=True, slots=True)
class Consent:
    """``needed`` of the ``asked`` seats must agree; none when it happens at once. Where nobody is
    asked and one is needed, the referee decides."""

    asked: tuple[Seat, ...]
    needed: int


@dataclass(frozen=True, slots=True)
class _Case:
    """What ``seat`` wants to propose."""

    reader: Reader
    transition: Transition
    seat: Seat
    terms: ProposalTerms
    now: datetime


def people(transition: Transition) -> tuple[Seat, ...]:
    """The seats where people sit who have not given up; of somebody with several one."""
    return tuple(
        seat
        for seat, holder in sorted(transition.holders.items())
        if holder.user is not None
        and seat == table.seat_of(transition, holder.user)
        and seat not in transition.match.resigned
    )


async def consent(
    reader: Reader,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    now: datetime,
    *,
    asking: bool = True,
) -> Consent:
    """Who must agree when ``seat`` proposes it. Raises ``NotNow`` for what makes no sense now.

    ``asking``  whether somebody is still to be asked, who has to be there
    """
    if transition.match.paused_at is not None and terms.kind in _PLAYS_ON:
        raise NotNow("The match is paused.", instead="You can propose to end the pause.")
    found = await _CONSENT[terms.kind](_Case(reader, transition, seat, terms, now))
    instead = _BY_REFEREE.get(terms.kind)
    if instead is None or not asking:
        return found
    return await _of_those_here(reader, transition, seat, found, instead, now)


def imaginable(transition: Transition, seat: Seat) -> tuple[ProposalTerms, ...]:
    """Everything of which it is worth asking whether it makes sense now, but for taking back."""
    others = [each for each in people(transition) if each != seat]
    return (
        ProposalTerms(Proposed.CLAIM),
        ProposalTerms(Proposed.RESUME),
        ProposalTerms(Proposed.DRAW),
        *(ProposalTerms(Proposed.DEFAULT, each) for each in (None, *others)),
        *(ProposalTerms(Proposed.OPEN_SEAT, each) for each in others),
        ProposalTerms(Proposed.EXTEND, hours=MORE_TIME),
        ProposalTerms(Proposed.PAUSE),
        ProposalTerms(Proposed.ABANDON),
    )


def others_than(transition: Transition, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the other people, of each one."""
    user = transition.holders[seat].user
    return tuple(each for each in people(transition) if transition.holders[each].user != user)


def _everybody(transition: Transition, seat: Seat) -> Consent:
    asked = others_than(transition, seat)
    return Consent(asked, len(asked))


async def _of_those_here(
    reader: Reader,
    transition: Transition,
    seat: Seat,
    consent: Consent,
    instead: str,
    now: datetime,
) -> Consent:
    """Who is away is not asked. Where no opponent is there the referee decides, by ``instead``:
    nobody takes a move back in somebody's holiday. Raises ``NotNow`` when that is nobody else by
    name."""
    there = tuple(
        [each for each in consent.asked if not await _away(reader, transition, each, now)]
    )
    against = transition.match.sides.others(seat)
    if any(each in against for each in consent.asked) and not any(
        each in against for each in there
    ):
        if transition.match.referee not in (None, transition.holders[seat].user):
            return Consent((), 1)
        raise NotNow(
            "Your opponents are away, so nobody can agree.",
            instead=f"The referee, or somebody who manages this server, can decide: {instead}",
        )
    return Consent(there, len(there))


async def _away(reader: Reader, transition: Transition, seat: Seat, now: datetime) -> bool:
    """Whether the seat is waited for no more, or its player is on holiday. Quiet hours are none."""
    holder = transition.holders[seat]
    if holder.autopilot or holder.user is None:
        return True
    return any(
        each.begins_at <= now < each.ends_at
        for each in await reader.read(queries.HolidaysOf(holder.user))
    )


def _majority(voters: tuple[Seat, ...], seat: Seat) -> Consent:
    """More than half of the ``voters``, of whom ``seat`` is one and agrees."""
    asked = tuple(each for each in voters if each != seat)
    return Consent(asked, len(voters) // 2)


async def _undo(case: _Case) -> Consent:
    return _everybody(case.transition, case.seat)


async def _draw(case: _Case) -> Consent:
    meta = case.transition.game.meta
    if not meta.draw_rule:
        raise NotNow(
            f"In {meta.title} a draw is offered like a move, by the rules of the game.",
            instead="See what can be chosen with Make a move.",
        )
    teams = case.transition.match.sides.teams
    there = {teams[each] for each in people(case.transition)}
    if there != set(teams):
        raise NotNow(
            "A draw needs somebody to agree to it in every team, and computer players do not.",
            instead="You can resign, or leave the match.",
        )
    return _everybody(case.transition, case.seat)


async def _pause(case: _Case) -> Consent:
    if case.transition.match.paused_at is not None:
        raise NotNow("The match is already paused.", instead="You can propose to end the pause.")
    if case.terms.until is not None and not case.now < case.terms.until <= case.now + LONGEST_PAUSE:
        raise NotNow("A pause lasts at most 30 days.", instead="It can be renewed.")
    return _majority(people(case.transition), case.seat)


async def _resume(case: _Case) -> Consent:
    if case.transition.match.paused_at is None:
        raise NotNow("The match is not paused.")
    check_placed(case.transition.match)
    if case.transition.match.paused_by == Pauser.REFEREE:
        raise NotNow("The referee has paused this match, so only the referee can resume it.")
    if case.transition.match.paused_by == Pauser.IDLE:
        return Consent((), 0)
    return _majority(people(case.transition), case.seat)


async def _abandon(case: _Case) -> Consent:
    return _majority(people(case.transition), case.seat)


async def _extend(case: _Case) -> Consent:
    if not 0 < case.terms.hours <= MOST_MORE:
        raise NotNow("More time is between 1 hour and 14 days.")
    rows = await case.reader.read(queries.Decisions(case.transition.match.id))
    # Whether this seat has made its secret choice must not be told by this.
    if not any(extensions.concerns(row, case.seat) for row in rows):
        raise NotNow("You have no decision with a running clock.")
    asked = others_than(case.transition, case.seat)
    if not asked:
        raise NotNow("There is nobody who can grant you more time.")
    return Consent(asked, 1)


async def _default(case: _Case) -> Consent:
    waiting = await late(case.reader, case.transition, case.terms.seat)
    if not waiting:
        raise not_late(case.terms)
    # Of secret choices nobody may learn anything by this: the game alone is looked at.
    if case.transition.game.standing is None or (
        case.terms.seat is not None
        and not all(map(Automation(case.transition).has_default, waiting))
    ):
        raise no_default(case.transition)
    if case.terms.seat is None:
        return _majority(people(case.transition), case.seat)
    _not_oneself(case.seat, case.terms)
    return _of_those_there(case.transition, case.seat, case.terms.seat)


async def _open_seat(case: _Case) -> Consent:
    assert case.terms.seat is not None
    _not_oneself(case.seat, case.terms)
    holder = case.transition.holders.get(case.terms.seat)
    if holder is None or holder.computer:
        raise NotNow("No player holds that seat.", instead="Anybody can take it: /match join")
    if not holder.autopilot and not await late(case.reader, case.transition, case.terms.seat):
        raise not_late(case.terms)
    return _of_those_there(case.transition, case.seat, case.terms.seat)


async def _claim(case: _Case) -> Consent:
    sides = case.transition.match.sides
    if await is_deserted(case.reader, case.transition, case.seat):
        return _majority(
            tuple(
                each
                for each in people(case.transition)
                if not case.transition.holders[each].autopilot
            ),
            case.seat,
        )
    if len(set(sides.teams)) != 2:
        raise NotNow("Only in a match of two sides can the win be claimed.")
    if case.transition.match.seats == 2 and any(
        each.seat == case.seat and each.waits for each in case.transition.opened
    ):
        raise NotNow("The match is waiting for you too.", instead="Make your move first.")
    against = sides.others(case.seat)
    sitting = [case.transition.holders[each] for each in against if each in case.transition.holders]
    if any(holder.computer for holder in sitting) or not sitting:
        raise NotNow("No player holds a seat there.")
    gone = [
        holder
        for holder in sitting
        if holder.autopilot or await _late_of(case.reader, case.transition, holder.seat)
    ]
    if len(gone) < len(sitting):
        raise NotNow(
            "You can claim the win once everybody on the other side is out of time.",
        )
    mates = tuple(each for each in people(case.transition) if each not in against)
    return _majority(
        tuple(each for each in mates if not case.transition.holders[each].autopilot), case.seat
    )


def _of_those_there(transition: Transition, seat: Seat, about: Seat) -> Consent:
    """More than half of the others, as far as they are there."""
    voters = (
        each
        for each in people(transition)
        if each != about and not transition.holders[each].autopilot
    )
    return _majority(tuple(voters), seat)


def _not_oneself(seat: Seat, terms: ProposalTerms) -> None:
    if terms.seat == seat:
        raise NotNow("That is your own seat.", instead="You can move, or leave the match.")


def not_late(terms: ProposalTerms) -> NotNow:
    whose = "of that player" if terms.seat is not None else "for the secret choices"
    return NotNow(f"The time {whose} is not up.", instead="The panel shows the deadline.")


def no_default(transition: Transition) -> NotNow:
    return NotNow(
        f"{transition.game.meta.title} has no default move for that player.",
        instead="You can open the seat instead, for somebody else to take it.",
    )


async def late(reader: Reader, transition: Transition, seat: Seat | None) -> tuple[Decision, ...]:
    """What everybody may know to be late: of ``seat``, or, for ``None``, the secret choices."""
    rows = {
        row.key
        for row in await reader.read(queries.Decisions(transition.match.id))
        if row.for_the_others
    }
    return tuple(
        each
        for each in transition.opened
        if each.key in rows
        and each.waits
        and (each.secret if seat is None else each.seat == seat and not each.secret)
    )


async def _late_of(reader: Reader, transition: Transition, seat: Seat) -> bool:
    """In a match of two who has chosen knows for whom the match waits."""
    if await late(reader, transition, seat):
        return True
    secret = await late(reader, transition, None) if transition.match.seats == 2 else ()
    return any(each.seat == seat for each in secret)


_BY_REFEREE = {Proposed.UNDO: "/referee undo", Proposed.DRAW: "/referee close"}
"""What everybody who is there must agree to, and how the referee decides it."""
_PLAYS_ON = frozenset(
    {
        Proposed.UNDO,
        Proposed.EXTEND,
        Proposed.DEFAULT,
        Proposed.OPEN_SEAT,
        Proposed.CLAIM,
    }
)
_CONSENT: Mapping[Proposed, Callable[[_Case], Awaitable[Consent]]] = {
    Proposed.UNDO: _undo,
    Proposed.DRAW: _draw,
    Proposed.PAUSE: _pause,
    Proposed.RESUME: _resume,
    Proposed.ABANDON: _abandon,
    Proposed.EXTEND: _extend,
    Proposed.DEFAULT: _default,
    Proposed.OPEN_SEAT: _open_seat,
    Proposed.CLAIM: _claim,
}
