"""What can be proposed in a match: who is asked, how many must agree, and what happens then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play.clocks import time_controls
from bot.play.deadlines import extensions, pauses
from bot.play.deadlines.expiry import expire
from bot.play.executor import Executor
from bot.play.lobby.seating import Replacement, vacate
from bot.play.match import table
from bot.play.match.automation import NOTHING, Automation, Continuation
from bot.play.match.rewind import cut_back
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.ports import Reader, UnitOfWork
from bot.play.profiles import Proposed
from bot.play.records import Kind, Pauser
from bot.play.refusals import NotNow, check_placed
from bot.play.seat_holders import seatings
from games.core import endings
from games.core.decisions import Decision
from games.core.endings import Ending
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


WISHES: Form[ProposalTerms] = Form(ProposalTerms)


@dataclass(frozen=True, slots=True)
class Consent:
    """``needed`` of the ``asked`` seats must agree; none when it happens at once. Where nobody is
    asked and one is needed, the referee decides."""

    asked: tuple[Seat, ...]
    needed: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What came of carrying it out, beside the entries of the run."""

    ending: Ending | None = None
    renewed: frozenset[Seat] = frozenset()
    rest: Continuation | None = None


def people(run: Transition) -> tuple[Seat, ...]:
    """The seats where people sit who have not given up; of somebody with several one."""
    return tuple(
        seat
        for seat, hold in sorted(run.holds.items())
        if hold.user is not None
        and seat == table.seat_of(run, hold.user)
        and seat not in run.match.resigned
    )


async def terms(
    reader: Reader,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    now: datetime,
    *,
    asking: bool = True,
) -> Consent:
    """Who must agree when ``seat`` proposes it. Raises ``NotNow`` for what makes no sense now.

    ``asking``  whether somebody is still to be asked, who has to be there
    """
    if run.match.paused_at is not None and wish.kind in _PLAYS_ON:
        raise NotNow(
            "The match is paused, so nothing in it moves.", instead="You can propose to go on."
        )
    found = await _TERMS[wish.kind](reader, run, seat, wish, now)
    instead = _BY_REFEREE.get(wish.kind)
    if instead is None or not asking:
        return found
    return await _of_those_here(reader, run, seat, found, instead, now)


async def carry_out(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    """Add the entries of what was agreed on. Raises ``NotNow`` when it cannot be done any more."""
    at = len(run.lines)
    done = await _DEEDS[wish.kind](work, door, run, seat, wish, agreed)
    for place, line in enumerate(run.lines[at:], at):
        # The first is the deed itself; of several late seats each has its default.
        if place == at or line.kind is Kind.DEFAULT:
            run.lines[place] = replace(line, agreed=(seat, *agreed))
    return done


def imaginable(run: Transition, seat: Seat) -> tuple[ProposalTerms, ...]:
    """Everything of which it is worth asking whether it makes sense now, but for taking back."""
    others = [each for each in people(run) if each != seat]
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


def others_than(run: Transition, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the other people, of each one."""
    user = run.holds[seat].user
    return tuple(each for each in people(run) if run.holds[each].user != user)


def _everybody(run: Transition, seat: Seat) -> Consent:
    asked = others_than(run, seat)
    return Consent(asked, len(asked))


async def _of_those_here(
    reader: Reader, run: Transition, seat: Seat, terms: Consent, instead: str, now: datetime
) -> Consent:
    """Who is away is not asked. Where no opponent is there the referee decides, by ``instead``:
    nobody takes a move back in somebody's holiday. Raises ``NotNow`` when that is nobody else by
    name."""
    there = tuple([each for each in terms.asked if not await _away(reader, run, each, now)])
    against = run.match.sides.others(seat)
    if any(each in against for each in terms.asked) and not any(each in against for each in there):
        if run.match.referee not in (None, run.holds[seat].user):
            return Consent((), 1)
        raise NotNow(
            "Your opponents are away, so nobody can agree.",
            instead=f"The referee, or somebody who manages this server, can decide: {instead}",
        )
    return Consent(there, len(there))


async def _away(reader: Reader, run: Transition, seat: Seat, now: datetime) -> bool:
    """Whether the seat is waited for no more, or its player is on holiday. Quiet hours are none."""
    hold = run.holds[seat]
    if hold.autopilot or hold.user is None:
        return True
    return any(each.begins_at <= now < each.ends_at for each in await reader.holidays(hold.user))


def _majority(voters: tuple[Seat, ...], seat: Seat) -> Consent:
    """More than half of the ``voters``, of whom ``seat`` is one and agrees."""
    asked = tuple(each for each in voters if each != seat)
    return Consent(asked, len(voters) // 2)


async def _undo(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    return _everybody(run, seat)


async def _draw(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    meta = run.game.meta
    if not meta.draw_rule:
        raise NotNow(
            f"In {meta.title} a draw is a matter of its own rules: it is offered like a move.",
            instead="See what can be chosen with Make a move.",
        )
    teams = run.match.sides.teams
    there = {teams[each] for each in people(run)}
    if there != set(teams):
        raise NotNow(
            "A draw needs somebody to agree to it in every team, and computer players do not.",
            instead="You can resign, or leave the match.",
        )
    return _everybody(run, seat)


async def _pause(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    if run.match.paused_at is not None:
        raise NotNow("The match is paused already.", instead="You can propose to go on.")
    if wish.until is not None and not now < wish.until <= now + LONGEST_PAUSE:
        raise NotNow("A pause lasts at most 30 days.", instead="It can be renewed.")
    return _majority(people(run), seat)


async def _resume(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    if run.match.paused_at is None:
        raise NotNow("The match is not paused.")
    check_placed(run.match)
    if run.match.paused_by == Pauser.REFEREE:
        raise NotNow("The referee has paused this match, so only the referee lets it go on.")
    return _majority(people(run), seat)


async def _abandon(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    return _majority(people(run), seat)


async def _extend(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    if not 0 < wish.hours <= MOST_MORE:
        raise NotNow("More time is between 1 hour and 14 days.")
    rows = await reader.decisions(run.match.id)
    # Whether this seat has made its secret choice must not be told by this.
    if not any(extensions.concerns(row, seat) for row in rows):
        raise NotNow("Nothing that you have to decide runs out of time.")
    asked = others_than(run, seat)
    if not asked:
        raise NotNow("There is nobody who could grant you more time.")
    return Consent(asked, 1)


async def _default(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    waiting = await late(reader, run, wish.seat)
    if not waiting:
        raise _not_late(run, wish)
    # Of secret choices nobody may learn anything by this: the game alone is looked at.
    if run.game.standing is None or (
        wish.seat is not None and not all(map(Automation(run).has_default, waiting))
    ):
        raise _no_default(run)
    if wish.seat is None:
        return _majority(people(run), seat)
    _not_oneself(seat, wish)
    return _of_those_there(run, seat, wish.seat)


async def _open_seat(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    assert wish.seat is not None
    _not_oneself(seat, wish)
    hold = run.holds.get(wish.seat)
    if hold is None or hold.computer:
        raise NotNow("No player holds that seat.", instead="Anybody can take it: /match join")
    if not hold.autopilot and not await late(reader, run, wish.seat):
        raise _not_late(run, wish)
    return _of_those_there(run, seat, wish.seat)


async def _claim(
    reader: Reader, run: Transition, seat: Seat, wish: ProposalTerms, now: datetime
) -> Consent:
    sides = run.match.sides
    if await _deserted(reader, run, seat):
        return _majority(tuple(each for each in people(run) if not run.holds[each].autopilot), seat)
    if len(set(sides.teams)) != 2:
        raise NotNow("Only in a match of two sides can the win be claimed.")
    if run.match.seats == 2 and any(each.seat == seat and each.waits for each in run.opened):
        raise NotNow("The match waits for you, too.", instead="Make your move first.")
    against = sides.others(seat)
    sitting = [run.holds[each] for each in against if each in run.holds]
    if any(hold.computer for hold in sitting) or not sitting:
        raise NotNow("No player sits there whose time could be over.")
    gone = [hold for hold in sitting if hold.autopilot or await _late_of(reader, run, hold.seat)]
    if len(gone) < len(sitting):
        raise NotNow(
            "The win can be claimed when the time of everybody on the other side is over.",
        )
    mates = tuple(each for each in people(run) if each not in against)
    return _majority(tuple(each for each in mates if not run.holds[each].autopilot), seat)


async def _deserted(reader: Reader, run: Transition, seat: Seat) -> bool:
    """Whether nobody plays against ``seat`` any more: all others have left their seats empty, or to
    a computer player. One that was there from the start is an opponent like any other."""
    if run.match.practice:
        return False
    others = run.match.sides.others(seat)
    began = {hold.seat for hold in (await seatings(reader, run.match)).at(1) if hold.user}
    return all(
        hold is None or (hold.computer and other in began)
        for other in others
        for hold in (run.holds.get(other),)
    )


def _of_those_there(run: Transition, seat: Seat, about: Seat) -> Consent:
    """More than half of the others, as far as they are there."""
    voters = (each for each in people(run) if each != about and not run.holds[each].autopilot)
    return _majority(tuple(voters), seat)


def _not_oneself(seat: Seat, wish: ProposalTerms) -> None:
    if wish.seat == seat:
        raise NotNow("That is about yourself.", instead="You can move, or leave the match.")


def _not_late(run: Transition, wish: ProposalTerms) -> NotNow:
    whose = "of that player" if wish.seat is not None else "for the secret choices"
    return NotNow(f"The time {whose} is not over.", instead="The panel says until when it is.")


def _no_default(run: Transition) -> NotNow:
    return NotNow(
        f"{run.game.meta.title} has no default move for that player.",
        instead="You can open the seat instead, for somebody else to take it.",
    )


async def late(reader: Reader, run: Transition, seat: Seat | None) -> tuple[Decision, ...]:
    """What everybody may know to be late: of ``seat``, or, for ``None``, the secret choices."""
    rows = {row.key for row in await reader.decisions(run.match.id) if row.for_the_others}
    return tuple(
        each
        for each in run.opened
        if each.key in rows
        and each.waits
        and (each.secret if seat is None else each.seat == seat and not each.secret)
    )


async def _late_of(reader: Reader, run: Transition, seat: Seat) -> bool:
    """In a match of two who has chosen knows for whom the match waits."""
    if await late(reader, run, seat):
        return True
    secret = await late(reader, run, None) if run.match.seats == 2 else ()
    return any(each.seat == seat for each in secret)


async def _undone(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    await cut_back(work, door, run, wish.to, seat=seat, user=run.holds[seat].user)
    for each in (seat, *agreed):
        if each in run.holds:
            table.awake(run, each)
    return Effect()


async def _drawn(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    run.add(PendingEntry(Kind.DRAWN, "{}", run.state, seat=seat, user=run.holds[seat].user))
    return Effect(endings.agreed(run.game.meta.draw_rule))


async def _paused(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    now = door.clock.now()
    pauses.pause(run, now, Pauser.PLAYERS, wish.until, seat=seat, user=run.holds[seat].user)
    return Effect(rest=NOTHING)


async def _resumed(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    now = door.clock.now()
    rest = await pauses.resume(work, run, now, seat=seat, user=run.holds[seat].user)
    return Effect(rest=rest)


async def _abandoned(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    run.add(PendingEntry(Kind.CLOSED, "{}", run.state, seat=seat, user=run.holds[seat].user))
    return Effect(endings.abandoned())


async def _extended(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    by, now = timedelta(hours=wish.hours), door.clock.now()
    await extensions.extend(work, run, seat, by, now, user=run.holds[seat].user)
    return Effect(rest=NOTHING)


async def _expired(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    waiting = await late(work, run, wish.seat)
    if not waiting:
        raise _not_late(run, wish)
    left, _ = expire(run, waiting, time_controls.stored(run.match.clock))
    if left:
        raise _no_default(run)
    return Effect()


async def _opened(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    assert wish.seat is not None
    vacate(run, wish.seat, Replacement.VACANT, user=run.holds[seat].user)
    return Effect(renewed=frozenset({wish.seat}))


async def _claimed(
    work: UnitOfWork,
    door: Executor,
    run: Transition,
    seat: Seat,
    wish: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    sides = run.match.sides
    others = sides.others(seat)
    run.add(PendingEntry(Kind.CLOSED, "{}", run.state, seat=seat, user=run.holds[seat].user))
    if await _deserted(work, run, seat):
        return Effect(endings.left(tuple(each for each in sides.all() if each not in others)))
    return Effect(endings.out_of_time(sides, others[0]))


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
_Terms = Callable[[Reader, Transition, Seat, ProposalTerms, datetime], Awaitable[Consent]]
_TERMS: Mapping[Proposed, _Terms] = {
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
_Deed = Callable[
    [UnitOfWork, Executor, Transition, Seat, ProposalTerms, tuple[Seat, ...]], Awaitable[Effect]
]
_DEEDS: Mapping[Proposed, _Deed] = {
    Proposed.UNDO: _undone,
    Proposed.DRAW: _drawn,
    Proposed.PAUSE: _paused,
    Proposed.RESUME: _resumed,
    Proposed.ABANDON: _abandoned,
    Proposed.EXTEND: _extended,
    Proposed.DEFAULT: _expired,
    Proposed.OPEN_SEAT: _opened,
    Proposed.CLAIM: _claimed,
}
