"""What can be proposed in a match. Each kind is one class, which says all there is to it.

A new kind is a new class in ``KINDS``. Nothing else knows of single kinds, but for the pictures of
an undo and the button with which to claim the win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar

from bot.play import seat_holders
from bot.play.clocks import time_controls
from bot.play.deadlines import extensions, pauses
from bot.play.deadlines.expiry import expire
from bot.play.executor import NOTHING, Continuation, PlayContext
from bot.play.match import submission
from bot.play.match.automation import Automation
from bot.play.match.rewind import rewind_match
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.people.leaving import Replacement, vacate
from bot.play.refusals import NotNow, check_has_channel
from bot.play.seat_holders import can_agree_on_draw, is_deserted, load_seatings
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import EntryKind, Match, Pauser
from games.core.types import Decision, Ending, Form, Seat

LONGEST_PAUSE = timedelta(days=30)
MOST_MORE = 14 * 24
"""Hours."""


@dataclass(frozen=True, slots=True)
class ProposalTerms:
    """What exactly is proposed.

    ``kind``   the name of a ``ProposalKind``
    ``seat``   the seat it is about; for a default ``None`` stands for those who have not chosen in
               secret: who that is must not be known
    ``until``  when a pause ends by itself
    ``hours``  how long a pause lasts, or how much more time is asked for
    ``to``     the entry after which the match shall stand again; ``numbers`` those it takes back,
               in words, and ``number`` the public number of the one that is the last then
    ``shown``  the last public entry when it was proposed
    """

    kind: str
    seat: Seat | None = None
    until: datetime | None = None
    hours: int = 0
    to: int = 0
    numbers: str = ""
    number: int = 0
    shown: int = 0

    @property
    def choice(self) -> str:
        """What stands for it in a list to choose from, and in custom ids: ``pause.72``."""
        detail = self.hours or self.seat
        return self.kind if detail is None else f"{self.kind}.{detail}"


TERMS: Form[ProposalTerms] = Form(ProposalTerms)


@dataclass(frozen=True, slots=True)
class Consent:
    """``needed`` of the ``asked`` seats must agree; none when it happens at once. Where nobody is
    asked and one is needed, the referee decides."""

    asked: tuple[Seat, ...]
    needed: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from carrying a proposal out, beside the entries of the run."""

    ending: Ending | None = None
    renewed: frozenset[Seat] = frozenset()
    rest: Continuation | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What ``seat`` proposes in a match, and the seats that have ``agreed``."""

    reader: Reader
    context: PlayContext
    transition: Transition
    seat: Seat
    terms: ProposalTerms
    agreed: tuple[Seat, ...] = ()

    @property
    def now(self) -> datetime:
        return self.context.clock.now()

    @property
    def match(self) -> Match:
        return self.transition.match

    @property
    def user(self) -> int | None:
        return self.transition.holders[self.seat].user

    @property
    def against(self) -> tuple[Seat, ...]:
        return self.match.sides.others(self.seat)

    @property
    def other_people(self) -> tuple[Seat, ...]:
        """The seats of the other people, of each one."""
        return other_people(self.transition, self.seat)

    @property
    def everybody(self) -> Consent:
        return Consent(self.other_people, len(self.other_people))

    def is_autopilot(self, seat: Seat) -> bool:
        return self.transition.holders[seat].is_autopilot

    def majority(self, *, but: tuple[Seat, ...] = (), absent: bool = True) -> Consent:
        """More than half of the people; the proposer is one of them and agrees.

        Args:
            but: the seats of those who have no say.
            absent: whether those have one who are not waited for.
        """
        voters = [
            each
            for each in seats_of_people(self.transition)
            if each not in but and (absent or not self.is_autopilot(each))
        ]
        asked = tuple(each for each in voters if each != self.seat)
        return Consent(asked, len(voters) // 2)

    async def late(self, seat: Seat | None) -> tuple[Decision, ...]:
        """What everybody may know to be late: of ``seat``, or, for ``None``, secret choices."""
        rows = {
            row.key
            for row in await self.reader.read(queries.OpenDecisions(self.match.id))
            if row.is_for_others
        }
        return tuple(
            each
            for each in self.transition.open_decisions
            if each.key in rows
            and each.waits
            and (each.secret if seat is None else each.seat == seat and not each.secret)
        )

    def add(self, kind: EntryKind) -> None:
        """An entry by the proposer."""
        state = self.transition.state
        self.transition.add(PendingEntry(kind, "{}", state, seat=self.seat, user=self.user))


@dataclass(frozen=True, slots=True)
class Wording:
    """``label`` in a list, ``sentence`` for everybody to read: ``{seat} proposes: {sentence}``.

    ``{seat}``, ``{hours}``, ``{length}``, ``{until}`` and ``{numbers}`` stand for the terms.
    """

    label: str
    sentence: str


class ProposalKind:
    """One kind of proposal.

    ``plain``       how it is worded without a seat or a length, if it can be proposed so
    ``detailed``    how it is worded with one
    ``lengths``     hours that can be chosen
    ``plays_on``    whether it moves the match, which nothing does during a pause
    ``lapses``      whether it cannot be answered any more once the match has moved on
    ``by_referee``  the command with which the referee decides it where all opponents are away;
                    without one, those who are away are asked as well
    ``done``        the receipt of the answer that decides it
    ``offer``       what the proposer reads when it is declined, if not the sentence
    """

    name: ClassVar[str]
    plain: ClassVar[Wording | None] = None
    detailed: ClassVar[Wording | None] = None
    lengths: ClassVar[tuple[int, ...]] = ()
    plays_on: ClassVar[bool] = True
    lapses: ClassVar[bool] = False
    by_referee: ClassVar[str] = ""
    done: ClassVar[str]
    offer: ClassVar[str] = ""

    def imagine(self, transition: Transition, seat: Seat) -> Iterator[ProposalTerms]:
        """Everything of which it is worth asking whether it makes sense now."""
        if self.plain:
            yield ProposalTerms(self.name)
        elif self.lengths:
            yield ProposalTerms(self.name, hours=self.lengths[0])
        if self.detailed and not self.lengths:
            yield from (ProposalTerms(self.name, each) for each in other_people(transition, seat))

    def read(self, number: int | None, now: datetime) -> ProposalTerms:
        """The terms with a seat or a length of this ``number``, or without. Raises ``NotNow``."""
        if (self.plain if number is None else self.detailed) is None:
            raise NotNow("Say more exactly what you propose.", instead="Choose it from the list.")
        if number is None:
            return ProposalTerms(self.name)
        if self.lengths:
            return ProposalTerms(self.name, hours=number)
        return ProposalTerms(self.name, Seat(number))

    def vary(self, terms: ProposalTerms, now: datetime) -> Iterator[ProposalTerms]:
        """``terms`` in all lengths that can be chosen."""
        if self.plain or not self.lengths:
            yield terms
        yield from (self.read(hours, now) for hours in self.lengths)

    def wording(self, terms: ProposalTerms) -> Wording:
        bare = terms.seat is None and terms.until is None and not terms.hours
        found = self.plain if bare else self.detailed
        assert found is not None
        return found

    async def consent(self, case: Case) -> Consent:
        """Who must agree. Raises ``NotNow`` where it makes no sense now."""
        raise NotImplementedError

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        """Add the entries of what was agreed on. Raises ``NotNow`` when it cannot be done."""
        raise NotImplementedError


class _Claim(ProposalKind):
    name = "claim"
    plain = Wording(
        "Claim the win", "claim the win, because the other side has left or is out of time"
    )
    done = "The win is yours."

    async def consent(self, case: Case) -> Consent:
        if await self._is_deserted(case):
            return case.majority(absent=False)
        if len(set(case.match.sides.teams)) != 2:
            raise NotNow("Only in a match of two sides can the win be claimed.")
        if case.match.seats == 2 and any(
            each.seat == case.seat and each.waits for each in case.transition.open_decisions
        ):
            raise NotNow("The match is waiting for you too.", instead="Make your move first.")
        holders = case.transition.holders
        sitting = [each for each in case.against if each in holders]
        if any(holders[each].is_computer for each in sitting) or not sitting:
            raise NotNow("No player holds a seat there.")
        for each in sitting:
            if not (case.is_autopilot(each) or await self._is_late(case, each)):
                raise NotNow(
                    "You can claim the win once everybody on the other side is out of time."
                )
        return case.majority(but=case.against, absent=False)

    @staticmethod
    async def _is_deserted(case: Case) -> bool:
        began = (await load_seatings(case.reader, case.match)).holders_after(1)
        people = [each.seat for each in began if each.user]
        return is_deserted(case.match, case.transition.holders.values(), case.seat, people)

    async def _is_late(self, case: Case, seat: Seat) -> bool:
        """Whether a seat is late; in a match of two, those who have chosen know of secrets too."""
        if await case.late(seat):
            return True
        secret = await case.late(None) if case.match.seats == 2 else ()
        return any(each.seat == seat for each in secret)

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        sides = case.match.sides
        case.add(EntryKind.CLOSED)
        if await self._is_deserted(case):
            own = tuple(each for each in sides.all() if each not in case.against)
            return Effect(Ending.left(own))
        return Effect(Ending.out_of_time(sides, case.against[0]))


class _Resume(ProposalKind):
    name = "resume"
    plain = Wording("End the pause", "end the pause")
    plays_on = False
    done = "Agreed: the match resumes."

    async def consent(self, case: Case) -> Consent:
        if case.match.paused_at is None:
            raise NotNow("The match is not paused.")
        check_has_channel(case.match)
        if case.match.paused_by == Pauser.REFEREE:
            raise NotNow("The referee has paused this match, so only the referee can resume it.")
        if case.match.paused_by == Pauser.IDLE:
            return Consent((), 0)
        return case.majority()

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        submission.mark_present(case.transition, case.seat)
        rest = await pauses.resume(case.transition, seat=case.seat, user=case.user)
        return Effect(rest=rest)


class _Draw(ProposalKind):
    name = "draw"
    plain = Wording("A draw", "a draw")
    plays_on = False
    by_referee = "/referee close winners:draw"
    done = "Agreed: the match is a draw."
    offer = "your offer of a draw"

    async def consent(self, case: Case) -> Consent:
        meta = case.transition.game.meta
        if not meta.draw_rule:
            raise NotNow(
                f"In {meta.title} a draw is offered like a move, by the rules of the game.",
                instead="See what can be chosen with Make a move.",
            )
        transition = case.transition
        if not can_agree_on_draw(
            transition.match, transition.holders.values(), transition.open_decisions
        ):
            raise NotNow(
                "A draw needs somebody to agree to it in every team, and computer players do not.",
                instead="You can resign, or leave the match.",
            )
        return case.everybody

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        case.add(EntryKind.DRAWN)
        return Effect(Ending.agreed(case.transition.game.meta.draw_rule))


class _Default(ProposalKind):
    """Play the default of a seat that is late, or of all secret choices that are."""

    name = "default"
    plain = Wording(
        "Play the default of those who are late",
        "play the default of those who missed the time for a secret choice",
    )
    detailed = Wording("{seat} is late: play the default", "play {seat}'s default")
    done = "Agreed: the default has been played."

    async def consent(self, case: Case) -> Consent:
        waiting, about = await self._waiting(case), case.terms.seat
        # Of secret choices nobody may learn anything by this: the game alone is looked at.
        if case.transition.game.standing is None or (
            about is not None and not all(map(Automation(case.transition).has_default, waiting))
        ):
            raise self._without_default(case)
        if about is None:
            return case.majority()
        _check_other(case, about)
        return case.majority(but=(about,), absent=False)

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        waiting = await self._waiting(case)
        left, _ = expire(case.transition, waiting, time_controls.from_stored(case.match.clock))
        if left:
            raise self._without_default(case)
        return Effect()

    async def _waiting(self, case: Case) -> tuple[Decision, ...]:
        waiting = await case.late(case.terms.seat)
        if not waiting:
            raise _not_late(case.terms.seat)
        return waiting

    @staticmethod
    def _without_default(case: Case) -> NotNow:
        return NotNow(
            f"{case.transition.game.meta.title} has no default move for that player.",
            instead="You can open the seat instead, for somebody else to take it.",
        )


class _OpenSeat(ProposalKind):
    """Let somebody else take the seat of a player who is away or late."""

    name = "open-seat"
    detailed = Wording(
        "{seat} is away: open the seat", "open the seat of {seat}, for somebody else to take it"
    )
    done = "Agreed: the seat is open. Anybody can take it with `/match join`."

    async def consent(self, case: Case) -> Consent:
        about = case.terms.seat
        assert about is not None
        _check_other(case, about)
        holder = case.transition.holders.get(about)
        if holder is None or holder.is_computer:
            raise NotNow("No player holds that seat.", instead="Anybody can take it: `/match join`")
        if not holder.is_autopilot and not await case.late(about):
            raise _not_late(about)
        return case.majority(but=(about,), absent=False)

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        assert case.terms.seat is not None
        vacate(case.transition, case.terms.seat, Replacement.VACANT, user=case.user)
        return Effect(renewed=frozenset({case.terms.seat}))


class _Extend(ProposalKind):
    name = "extend"
    detailed = Wording("{hours} more hours for me", "{length} more time for this turn")
    lengths = (12, 24, 72)
    done = "Agreed: more time."

    async def consent(self, case: Case) -> Consent:
        if not 0 < case.terms.hours <= MOST_MORE:
            raise NotNow("More time is between 1 hour and 14 days.")
        rows = await case.reader.read(queries.OpenDecisions(case.match.id))
        # Whether this seat has made its secret choice must not be told by this.
        if not any(extensions.concerns(row, case.seat) for row in rows):
            raise NotNow("You have no decision with a running clock.")
        if not case.other_people:
            raise NotNow("There is nobody who can grant you more time.")
        return Consent(case.other_people, 1)

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        by = timedelta(hours=case.terms.hours)
        await extensions.extend(work, case.transition, case.seat, by, user=case.user)
        return Effect(rest=NOTHING)


class _Pause(ProposalKind):
    name = "pause"
    plain = Wording("Pause until all want to go on", "pause the match")
    detailed = Wording("Pause for {length}", "pause the match until {until}")
    lengths = (24, 72, 168, 336, 720)
    plays_on = False
    done = "Agreed: the match is paused."

    def read(self, number: int | None, now: datetime) -> ProposalTerms:
        terms = super().read(number, now)
        until = now + timedelta(hours=terms.hours) if terms.hours else None
        return replace(terms, until=until)

    async def consent(self, case: Case) -> Consent:
        if case.match.paused_at is not None:
            raise NotNow(
                "The match is already paused.", instead="You can propose to end the pause."
            )
        until = case.terms.until
        if until is not None and not case.now < until <= case.now + LONGEST_PAUSE:
            raise NotNow("A pause lasts at most 30 days.", instead="It can be renewed.")
        return case.majority()

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        line = {"seat": case.seat, "user": case.user}
        pauses.pause(case.transition, case.now, Pauser.PLAYERS, case.terms.until, **line)
        return Effect(rest=NOTHING)


class _Abandon(ProposalKind):
    name = "abandon"
    plain = Wording("Abandon the match, without a result", "abandon the match, without a result")
    plays_on = False
    done = "Agreed: the match is abandoned, without a result."

    async def consent(self, case: Case) -> Consent:
        return case.majority()

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        case.add(EntryKind.CLOSED)
        return Effect(Ending.abandoned())


class _Undo(ProposalKind):
    """Proposed by ``undo.undo``, which knows what it would be."""

    name = "undo"
    plain = Wording("Take back my last move …", "take back {numbers}")
    lapses = True
    by_referee = "/referee undo to:{number}"
    done = "Agreed: it has been taken back."

    def imagine(self, transition: Transition, seat: Seat) -> Iterator[ProposalTerms]:
        yield from ()

    def read(self, number: int | None, now: datetime) -> ProposalTerms:
        raise NotNow("Say what to take back.", instead="Press Take back.")

    async def consent(self, case: Case) -> Consent:
        return case.everybody

    async def carry_out(self, case: Case, work: UnitOfWork) -> Effect:
        transition, user = case.transition, case.user
        await rewind_match(work, case.context, transition, case.terms.to, seat=case.seat, user=user)
        for each in (case.seat, *case.agreed):
            if each in transition.holders:
                submission.mark_present(transition, each)
        return Effect()


KINDS: Mapping[str, ProposalKind] = {
    each.name: each
    for each in (
        _Claim(),
        _Resume(),
        _Draw(),
        _Default(),
        _OpenSeat(),
        _Extend(),
        _Pause(),
        _Abandon(),
        _Undo(),
    )
}
"""All kinds by name, in the order in which they are offered."""
CLAIM, DRAW, UNDO = _Claim.name, _Draw.name, _Undo.name


def read_choice(choice: str, now: datetime) -> ProposalTerms:
    """The terms for which ``choice`` stands, of a list or a custom id. Raises ``NotNow``."""
    name, _, detail = choice.partition(".")
    if name not in KINDS:
        raise NotNow("That cannot be proposed any more.")
    number = int(detail) if detail.isdecimal() and len(detail) < 5 else None
    return KINDS[name].read(number, now)


def seats_of_people(transition: Transition) -> tuple[Seat, ...]:
    """The seats where people sit who have not given up; of somebody with several one."""
    return seat_holders.seats_of_people(
        transition.match, transition.holders.values(), transition.open_decisions
    )


def other_people(transition: Transition, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the other people, of each one."""
    user = transition.holders[seat].user
    return tuple(
        each for each in seats_of_people(transition) if transition.holders[each].user != user
    )


async def find_consent(case: Case, *, asking: bool = True) -> Consent:
    """Who must agree. Raises ``NotNow`` for what makes no sense now.

    ``asking``  whether somebody is still to be asked, who has to be there
    """
    kind = KINDS[case.terms.kind]
    if case.match.paused_at is not None and kind.plays_on:
        raise NotNow("The match is paused.", instead="You can propose to end the pause.")
    found = await kind.consent(case)
    return await _ask_those_present(case, kind, found) if kind.by_referee and asking else found


async def carry_out(case: Case, work: UnitOfWork) -> Effect:
    """Add the entries of what was agreed on. Raises ``NotNow`` when it cannot be done any more."""
    lines = case.transition.lines
    at = len(lines)
    done = await KINDS[case.terms.kind].carry_out(case, work)
    for place, line in enumerate(lines[at:], at):
        # The first is the action itself; of several late seats each has its default.
        if place == at or line.kind is EntryKind.DEFAULT:
            lines[place] = replace(line, agreed=(case.seat, *case.agreed))
    return done


async def _ask_those_present(case: Case, kind: ProposalKind, consent: Consent) -> Consent:
    """Ask only those who are present; where no opponent is, the referee decides.

    So nobody takes a move back during an opponent's holiday. Raises ``NotNow`` when no other
    person is named as referee.
    """
    there = tuple([each for each in consent.asked if not await _is_away(case, each)])
    if not {*consent.asked} & {*case.against} or {*there} & {*case.against}:
        return Consent(there, len(there))
    if case.match.referee not in (None, case.user):
        return Consent((), 1)
    command = kind.by_referee.format(number=case.terms.number)
    raise NotNow(
        "Your opponents are away, so nobody can agree.",
        instead=f"The referee, or somebody who manages this server, can decide: `{command}`",
    )


async def _is_away(case: Case, seat: Seat) -> bool:
    """Whether the seat is on autopilot or its player on holiday; quiet hours do not count."""
    holder = case.transition.holders[seat]
    if holder.is_autopilot or holder.user is None:
        return True
    holidays = await case.reader.read(queries.HolidaysOf(holder.user))
    return any(each.begins_at <= case.now < each.ends_at for each in holidays)


def _check_other(case: Case, about: Seat) -> None:
    if about == case.seat:
        raise NotNow("That is your own seat.", instead="You can move, or leave the match.")


def _not_late(seat: Seat | None) -> NotNow:
    whose = "of that player" if seat is not None else "for the secret choices"
    return NotNow(f"The time {whose} is not up.", instead="The panel shows the deadline.")
