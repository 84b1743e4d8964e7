"""Proposals: a seat asks the others for something, they answer, and what is agreed on happens.

Each answer is a step like a move: one transaction, carried out once. Silence is no. A proposal
to take something back falls when the match moves on, which nobody has to write down: its
public number has passed.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play import effects
from bot.play.clocks import time_controls
from bot.play.executor import Executor, Outcome
from bot.play.match import table
from bot.play.match.automation import NOTHING
from bot.play.match.transitions import Cause, Transition
from bot.play.people import proposal_kinds
from bot.play.people.proposal_kinds import WISHES, Consent, ProposalTerms
from bot.play.ports import Entropy, Reader, UnitOfWork
from bot.play.profiles import Proposal, ProposalStatus, Proposed
from bot.play.receipts import Receipt
from bot.play.records import Audit, Change, Match, MatchId, OutboxMessage, Status
from bot.play.refusals import NoMatch, NotNow
from games.core.contract import AnyGame
from games.core.seats import Seat

LONGEST, SHORTEST = timedelta(hours=24), timedelta(hours=1)
"""So long, at most and at least, is waited for answers; between them as long as for a move."""
_AT_ONCE = 200
"""Proposals whose time is over, looked at in one sweep."""


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal with what exactly it is for."""

    proposal: Proposal
    wish: ProposalTerms


def wish_of(proposal: Proposal) -> ProposalTerms:
    return WISHES.read(proposal.body)


def stands(match: Match, proposal: Proposal, now: datetime) -> bool:
    """Whether it can still be answered."""
    return why_not(match, proposal, now) == ""


def why_not(match: Match, proposal: Proposal, now: datetime) -> str:
    """Why it cannot be answered any more, as a sentence."""
    if proposal.fate is not ProposalStatus.OPEN:
        return _FATES[proposal.fate]
    if match.status is not Status.RUNNING:
        return "The match is over, and with it what was proposed."
    if proposal.kind is Proposed.UNDO and wish_of(proposal).shown != match.shown:
        return "The match has gone on since then, so this cannot be taken back any more."
    return "The time to answer is over, and silence is no." if now >= proposal.until else ""


_FATES = {
    ProposalStatus.AGREED: "This has been agreed on already.",
    ProposalStatus.DECLINED: "This has been declined already.",
    ProposalStatus.LAPSED: "The time to answer is over, and silence is no.",
    ProposalStatus.WITHDRAWN: "Whoever proposed this has withdrawn it.",
}


class Proposals:
    def __init__(self, door: Executor, games: Mapping[str, AnyGame], entropy: Entropy) -> None:
        self._door = door
        self._games = games
        self._entropy = entropy

    async def propose(
        self, match_id: MatchId, user: int, interaction: int, wish: ProposalTerms
    ) -> Receipt:
        """Ask the others for it; where nobody has to be asked, it happens. Raises a ``Refusal``.

        To take something back is proposed by ``Undoing``, which knows what it would be.
        """

        async def step(work: UnitOfWork) -> Outcome:
            run, seat = await self._at_table(work, match_id, user)
            return await self.made(work, run, seat, user, wish)

        return await self._door.pass_through(match_id, user, interaction, step)

    async def terms(self, match_id: MatchId, user: int, wish: ProposalTerms) -> Consent:
        """Who would have to agree. Raises a ``Refusal`` when it cannot be proposed."""
        async with self._door.store.reading() as reader:
            run, seat = await self._at_table(reader, match_id, user)
            return await proposal_kinds.terms(reader, run, seat, wish, self._door.clock.now())

    async def possible(self, match_id: MatchId, user: int) -> tuple[ProposalTerms, ...]:
        """All that ``user`` could propose now; a pause and more time in one form each. Raises a
        ``Refusal`` for somebody who has no say in the match."""
        found: list[ProposalTerms] = []
        async with self._door.store.reading() as reader:
            run, seat = await self._at_table(reader, match_id, user)
            for wish in proposal_kinds.imaginable(run, seat):
                with suppress(NotNow):
                    await proposal_kinds.terms(reader, run, seat, wish, self._door.clock.now())
                    found.append(wish)
        return tuple(found)

    async def made(
        self, work: UnitOfWork, run: Transition, seat: Seat, user: int, wish: ProposalTerms
    ) -> Outcome:
        """A piece of a step: ``seat`` proposes it. Raises ``NotNow``."""
        now, match = self._door.clock.now(), run.match
        terms = await proposal_kinds.terms(work, run, seat, wish, now)
        known = await work.proposals(match.id)
        gone = tuple(
            replace(each, fate=ProposalStatus.LAPSED)
            for each in known
            if not stands(match, each, now)
        )
        for each in known:
            if each.kind is wish.kind and stands(match, each, now):
                raise _known(run, each, seat)
        if terms.needed == 0:
            return await self._happened(work, run, seat, user, wish, (), gone)
        proposal = Proposal(
            id=base64.b32encode(self._entropy.bytes(5)).decode().lower(),
            match=match.id,
            kind=wish.kind,
            seat=seat,
            user=user,
            body=WISHES.write(replace(wish, shown=match.shown)).decode(),
            seq=match.seq,
            made_at=now,
            until=now + patience(match),
            asked=terms.asked,
            needed=terms.needed,
        )
        asked = [who for each in terms.asked if (who := run.holds[each].user) is not None]
        told = effects.proposed(match, proposal.id, asked, now)
        if not asked and match.referee is not None:
            told = effects.referee_asked(match, proposal.id, match.referee, now)
        change = await self._beside(work, match.id, user, "propose", (*gone, proposal), told)
        return Outcome(change, Receipt(match.id, _asked(run, proposal)))

    async def answer(self, proposal: str, user: int, interaction: int, *, agree: bool) -> Receipt:
        """Agree or decline; until it is decided the answer can be changed. Raises a
        ``Refusal``."""

        async def step(work: UnitOfWork) -> Outcome:
            put, run, seat = await self._open(work, proposal, user)
            if seat == put.seat:
                raise NotNow("You have proposed this yourself.", instead="You can withdraw it.")
            if seat not in put.asked:
                raise NotNow("You are not among those who are asked.")
            answered = _answered(put, seat, agree=agree)
            if len(answered.agreed) >= answered.needed:
                agreed = replace(answered, fate=ProposalStatus.AGREED)
                return await self._agreed(work, run, agreed, user)
            can = set(put.asked) & set(proposal_kinds.people(run)) - set(answered.declined)
            if len(can) < answered.needed:
                answered = replace(answered, fate=ProposalStatus.DECLINED)
            told = effects.answered(run.match, answered, self._door.clock.now())
            change = await self._beside(work, put.match, user, "answer", (answered,), told)
            return Outcome(change, Receipt(put.match, _noted(answered, agree=agree)))

        return await self._door.pass_through(
            await self._match_of(proposal), user, interaction, step
        )

    async def withdraw(self, proposal: str, user: int, interaction: int) -> Receipt:
        """Take the question back. Raises a ``Refusal``."""

        async def step(work: UnitOfWork) -> Outcome:
            put, run, seat = await self._open(work, proposal, user)
            if seat != put.seat:
                raise NotNow("Somebody else has proposed this.", instead="You can answer it.")
            gone = replace(put, fate=ProposalStatus.WITHDRAWN)
            told = effects.answered(run.match, gone, self._door.clock.now())
            change = await self._beside(work, put.match, user, "withdraw", (gone,), told)
            return Outcome(change, Receipt(put.match, "Withdrawn: nothing changes."))

        return await self._door.pass_through(
            await self._match_of(proposal), user, interaction, step
        )

    async def lapse_due(self, now: datetime) -> int:
        """Close what nobody has decided in time; how many that were. Raises ``StoreBusy`` or
        ``StoreUnwritable``."""
        async with self._door.store.reading() as reader:
            due = await reader.due_proposals(now, _AT_ONCE)
        lapsed = 0
        for each in due:
            lapsed += await self._lapse(each, now)
        return lapsed

    async def put(self, proposal: str) -> tuple[OpenProposal, Match]:
        """One of them, whatever has become of it. Raises ``NoMatch``."""
        async with self._door.store.reading() as reader:
            found = await reader.proposal(proposal)
            match = None if found is None else await reader.match(found.match)
        if found is None or match is None:
            raise NoMatch("There is no such proposal.")
        return OpenProposal(found, wish_of(found)), match

    def why_not(self, match: Match, put: OpenProposal) -> str:
        """Why it cannot be answered any more, as a sentence; empty while it can."""
        return why_not(match, put.proposal, self._door.clock.now())

    async def open_in(self, match: Match) -> tuple[OpenProposal, ...]:
        """What can be answered in this match, the oldest first."""
        if match.status is not Status.RUNNING:
            return ()
        now = self._door.clock.now()
        async with self._door.store.reading() as reader:
            known = await reader.proposals(match.id)
        return tuple(
            OpenProposal(each, wish_of(each)) for each in known if stands(match, each, now)
        )

    async def _agreed(
        self, work: UnitOfWork, run: Transition, proposal: Proposal, user: int
    ) -> Outcome:
        wish = wish_of(proposal)
        if proposal.seat not in run.holds:
            raise NotNow("Whoever proposed this has left the match.")
        now = self._door.clock.now()
        await proposal_kinds.terms(work, run, proposal.seat, wish, now, asking=False)
        agreed = tuple(map(Seat, proposal.agreed))
        return await self._happened(work, run, proposal.seat, user, wish, agreed, (proposal,))

    async def _happened(
        self,
        work: UnitOfWork,
        run: Transition,
        proposer: Seat,
        user: int,
        wish: ProposalTerms,
        agreed: tuple[Seat, ...],
        proposals: tuple[Proposal, ...],
    ) -> Outcome:
        """Carried out, with all that follows, in one change."""
        done = await proposal_kinds.carry_out(work, self._door, run, proposer, wish, agreed)
        rest = done.rest
        if rest is None:
            rest = NOTHING if done.ending else await table.carried_on(run)
        # As nobody's turn: what all have agreed on is told with a panel of its own.
        cause = Cause(f"{wish.kind} agreed", user, ending=done.ending, renewed=done.renewed)
        change = await table.changed(work, run, cause, self._door)
        now = self._door.clock.now()
        told = [
            parcel
            for each in proposals
            if each.fate is ProposalStatus.AGREED
            for parcel in effects.answered(change.match, each, now, panel=False)
        ]
        decided = {each.id for each in proposals}
        others = (each for each in change.proposals if each.id not in decided)
        change = replace(change, proposals=(*others, *proposals), parcels=(*change.parcels, *told))
        return Outcome(change, Receipt(change.match.id, _DONE[wish.kind]), run.state, rest)

    async def _at_table(
        self, reader: Reader, match_id: MatchId, user: int
    ) -> tuple[Transition, Seat]:
        run = await table.begun(reader, self._door, self._games, match_id, paused=True)
        seat = table.seat_of(run, user)
        if seat in run.match.resigned:
            raise NotNow("You have given up, so how the match goes on is up to the others.")
        return run, seat

    async def _open(
        self, work: UnitOfWork, proposal: str, user: int
    ) -> tuple[Proposal, Transition, Seat]:
        """One that can still be answered, and the seat of ``user``. Raises a ``Refusal``."""
        found = await work.proposal(proposal)
        if found is None:
            raise NoMatch("There is no such proposal.")
        run = await table.begun(work, self._door, self._games, found.match, paused=True)
        seat = table.seat_of(run, user)
        if seat not in (found.seat, *found.asked):  # with several, the one that is concerned
            concerned = (Seat(each) for each in (found.seat, *found.asked) if each in run.holds)
            seat = next((each for each in concerned if run.holds[each].user == user), seat)
        over = why_not(run.match, found, self._door.clock.now())
        if over:
            raise NotNow(over)
        return found, run, seat

    async def _lapse(self, proposal: Proposal, now: datetime) -> bool:
        async def deed(work: UnitOfWork) -> Outcome | None:
            found = await work.proposal(proposal.id)
            match = await work.match(proposal.match)
            if (
                match is None
                or found is None
                or found.fate is not ProposalStatus.OPEN
                or now < found.until
            ):
                return None
            lapsed = replace(found, fate=ProposalStatus.LAPSED)
            # Of what fell before, when the match went on, everybody knows.
            just_now = stands(match, replace(found, until=now + SHORTEST), now)
            told = effects.answered(match, lapsed, now) if just_now else ()
            change = await self._beside(work, match.id, 0, "lapse", (lapsed,), told)
            return Outcome(change, Receipt(match.id, ""))

        return await self._door.by_itself(proposal.match, deed)

    async def _beside(
        self,
        reader: Reader,
        match_id: MatchId,
        user: int,
        action: str,
        proposals: tuple[Proposal, ...],
        parcels: tuple[OutboxMessage, ...],
    ) -> Change:
        """A change without an entry: the match itself stays as it is stored."""
        match = await reader.match(match_id)
        assert match is not None
        audit = Audit(self._door.clock.now(), user, action, match.id)
        return Change(match, match.seq, audit, parcels=parcels, proposals=proposals)

    async def _match_of(self, proposal: str) -> MatchId:
        put, _ = await self.put(proposal)
        return put.proposal.match


def patience(match: Match) -> timedelta:
    """How long answers are waited for."""
    usual = time_controls.stored(match.clock).usual.time
    return LONGEST if usual is None else min(LONGEST, max(SHORTEST, usual))


def _answered(proposal: Proposal, seat: Seat, *, agree: bool) -> Proposal:
    agreed = tuple(each for each in proposal.agreed if each != seat)
    declined = tuple(each for each in proposal.declined if each != seat)
    if agree:
        return replace(proposal, agreed=(*agreed, seat), declined=declined)
    return replace(proposal, agreed=agreed, declined=(*declined, seat))


def _known(run: Transition, proposal: Proposal, seat: Seat) -> NotNow:
    if proposal.seat == seat:
        return NotNow("You have asked for that already.", instead="You can withdraw it first.")
    hold = run.holds.get(Seat(proposal.seat))
    name = "Somebody" if hold is None else hold.name
    return NotNow(f"{name} has proposed that already.", instead="Press Answer to agree or not.")


def _asked(run: Transition, proposal: Proposal) -> str:
    if not proposal.asked:
        return "The others are away, so the referee is asked to decide. Silence is no."
    names = [run.holds[Seat(seat)].name for seat in proposal.asked]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    if proposal.needed == len(names):
        return f"Asked: {listed}. Silence is no."
    return f"Asked: {listed}. {proposal.needed} of them must agree, and silence is no."


def _noted(proposal: Proposal, *, agree: bool) -> str:
    if proposal.fate is ProposalStatus.DECLINED:
        return "Declined: nothing changes."
    said = "You agree" if agree else "You decline"
    return f"{said}. {len(proposal.agreed)} of {proposal.needed} have agreed so far."


_DONE = {
    Proposed.UNDO: "Agreed: it has been taken back.",
    Proposed.DRAW: "Agreed: the match is a draw.",
    Proposed.PAUSE: "Agreed: the match is paused.",
    Proposed.RESUME: "Agreed: the match goes on.",
    Proposed.ABANDON: "Agreed: the match is abandoned, without a result.",
    Proposed.EXTEND: "Agreed: there is more time.",
    Proposed.DEFAULT: "Agreed: what happens when nothing is done has been done.",
    Proposed.OPEN_SEAT: "Agreed: the seat is open. Anybody can take it with /match join.",
    Proposed.CLAIM: "The win is yours.",
}
