"""Proposals: a seat asks the others for something, they answer, and what is agreed on happens.

Each answer is a step like a move: one transaction, carried out once. No answer counts as no.
A proposal to undo something lapses when the match moves on, which nobody has to write down: its
public number has passed.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain

from bot.play import effects
from bot.play.clocks import time_controls
from bot.play.executor import NOTHING, Command, Outcome, PlayContext, Receipt, transactional
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import Transition
from bot.play.people.proposal_kinds import (
    KINDS,
    TERMS,
    Case,
    Consent,
    ProposalTerms,
    carry_out,
    find_consent,
    seats_of_people,
)
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.profiles import Proposal, ProposalStatus
from bot.play.storage.records import Audit, Change, Match, MatchId, Status
from games.core.types import Seat

LONGEST, SHORTEST = timedelta(hours=24), timedelta(hours=1)
"""So long, at most and at least, is waited for answers; between them as long as for a move."""
_AT_ONCE = 200
"""Proposals whose time is over, looked at in one sweep."""


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal with what exactly it is for."""

    proposal: Proposal
    terms: ProposalTerms


def parse_terms(proposal: Proposal) -> ProposalTerms:
    return TERMS.read(proposal.body)


def is_open(match: Match, proposal: Proposal, now: datetime) -> bool:
    """Whether it can still be answered."""
    return why_not(match, proposal, now) == ""


def why_not(match: Match, proposal: Proposal, now: datetime) -> str:
    """Why it cannot be answered any more, as a sentence; empty while it can."""
    if proposal.fate is not ProposalStatus.OPEN:
        return _FATES[proposal.fate]
    if match.status is not Status.RUNNING:
        return "The match is over, so the proposal has lapsed."
    if KINDS[proposal.kind].lapses and parse_terms(proposal).shown != match.shown:
        return "The match has moved on, so this can no longer be taken back."
    return "The time to answer is up, and no answer counts as no." if now >= proposal.until else ""


_FATES = {
    ProposalStatus.AGREED: "This has already been agreed.",
    ProposalStatus.DECLINED: "This has already been declined.",
    ProposalStatus.LAPSED: "The time to answer is up, and no answer counts as no.",
    ProposalStatus.WITHDRAWN: "This proposal has been withdrawn.",
}


@transactional
async def propose(
    work: UnitOfWork, context: PlayContext, command: Command, terms: ProposalTerms
) -> Outcome:
    """Ask the others for it; where nobody has to be asked, it happens. Raises a ``Refusal``.

    To take something back is proposed by ``undo.undo``, which knows what it would be.
    """
    transition, seat = await _load_seat(work, context, command.match, command.user)
    return await make_proposal(work, context, transition, seat, command.user, terms)


async def load_consent(
    context: PlayContext, match_id: MatchId, user: int, terms: ProposalTerms
) -> Consent:
    """Who would have to agree. Raises a ``Refusal`` when it cannot be proposed."""
    async with context.store.reading() as reader:
        transition, seat = await _load_seat(reader, context, match_id, user)
        return await find_consent(Case(reader, context, transition, seat, terms))


async def load_possible(
    context: PlayContext, match_id: MatchId, user: int
) -> tuple[ProposalTerms, ...]:
    """All that ``user`` could propose now; a pause and more time in one form each. Raises a
    ``Refusal`` for somebody who has no say in the match."""
    found: list[ProposalTerms] = []
    async with context.store.reading() as reader:
        transition, seat = await _load_seat(reader, context, match_id, user)
        for terms in chain(*(kind.imagine(transition, seat) for kind in KINDS.values())):
            with suppress(NotNow):
                await find_consent(Case(reader, context, transition, seat, terms))
                found.append(terms)
    return tuple(found)


async def make_proposal(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    user: int,
    terms: ProposalTerms,
) -> Outcome:
    """Add a proposal of ``seat``. Raises ``NotNow``."""
    now, match = context.clock.now(), transition.match
    case = Case(work, context, transition, seat, terms)
    consent = await find_consent(case)
    known = await work.read(queries.OpenProposals(match.id))
    gone = tuple(
        replace(each, fate=ProposalStatus.LAPSED) for each in known if not is_open(match, each, now)
    )
    for each in known:
        if each.kind == terms.kind and is_open(match, each, now):
            raise _refuse_known(transition, each, seat)
    if consent.needed == 0:
        return await _carry_out(work, case, user, gone)
    proposal = Proposal(
        id=base64.b32encode(context.entropy.bytes(5)).decode().lower(),
        match=match.id,
        kind=terms.kind,
        seat=seat,
        user=user,
        body=TERMS.write(replace(terms, shown=match.shown)).decode(),
        seq=match.seq,
        made_at=now,
        until=now + patience(match),
        asked=consent.asked,
        needed=consent.needed,
    )
    asked = [who for each in consent.asked if (who := transition.holders[each].user) is not None]
    told = effects.proposed_messages(match, proposal.id, asked, now)
    if not asked and match.referee is not None:
        told = effects.referee_messages(match, proposal.id, match.referee, now)
    change = await _change_beside(work, context, match.id, user, "propose", (*gone, proposal), told)
    return Outcome(change, Receipt(match.id, _describe_asked(transition, proposal)))


@transactional
async def answer(
    work: UnitOfWork, context: PlayContext, command: Command, proposal: str, *, agree: bool
) -> Outcome:
    """Agree or decline; until it is decided the answer can be changed. Raises a ``Refusal``."""
    user = command.user
    put, transition, seat = await _load_open_one(work, context, command, proposal)
    if seat == put.seat:
        raise NotNow("You have proposed this yourself.", instead="You can withdraw it.")
    if seat not in put.asked:
        raise NotNow("This proposal does not ask you.")
    answered = _with_answer(put, seat, agree=agree)
    if len(answered.agreed) >= answered.needed:
        agreed = replace(answered, fate=ProposalStatus.AGREED)
        return await _carry_out_agreed(work, context, transition, agreed, user)
    can = set(put.asked) & set(seats_of_people(transition)) - set(answered.declined)
    if len(can) < answered.needed:
        answered = replace(answered, fate=ProposalStatus.DECLINED)
    told = effects.answered_messages(transition.match, answered, context.clock.now())
    change = await _change_beside(work, context, put.match, user, "answer", (answered,), told)
    return Outcome(change, Receipt(put.match, _describe_answer(answered, agree=agree)))


@transactional
async def withdraw(
    work: UnitOfWork, context: PlayContext, command: Command, proposal: str
) -> Outcome:
    """Withdraw a proposal. Raises a ``Refusal``."""
    user = command.user
    put, transition, seat = await _load_open_one(work, context, command, proposal)
    if seat != put.seat:
        raise NotNow("This is somebody else's proposal.", instead="You can answer it.")
    gone = replace(put, fate=ProposalStatus.WITHDRAWN)
    told = effects.answered_messages(transition.match, gone, context.clock.now())
    change = await _change_beside(work, context, put.match, user, "withdraw", (gone,), told)
    return Outcome(change, Receipt(put.match, "Withdrawn: nothing changes."))


async def lapse_due(context: PlayContext, now: datetime) -> int:
    """Close what nobody has decided in time; how many that were. Raises ``StoreBusy`` or
    ``StoreUnwritable``."""
    async with context.store.reading() as reader:
        due = await reader.read(queries.DueProposals(now, _AT_ONCE))
    lapsed = 0
    for each in due:
        lapsed += await context.executor.execute_automatic(each.match, _lapse, context, each, now)
    return lapsed


async def load(context: PlayContext, proposal: str) -> OpenProposal:
    """Load a proposal, open or not. Raises ``NoMatch``."""
    async with context.store.reading() as reader:
        found = await reader.read(queries.ProposalById(proposal))
    if found is None:
        raise NoMatch("There is no such proposal.")
    return OpenProposal(found, parse_terms(found))


async def load_open(context: PlayContext, match: Match) -> tuple[OpenProposal, ...]:
    """Load the proposals that can be answered in this match, the oldest first."""
    if match.status is not Status.RUNNING:
        return ()
    async with context.store.reading() as reader:
        known = await reader.read(queries.OpenProposals(match.id))
    return select_open(match, known, context.clock.now())


def select_open(match: Match, known: Iterable[Proposal], now: datetime) -> tuple[OpenProposal, ...]:
    """Those of the ``known`` proposals that can still be answered."""
    return tuple(
        OpenProposal(each, parse_terms(each)) for each in known if is_open(match, each, now)
    )


async def _carry_out_agreed(
    work: UnitOfWork, context: PlayContext, transition: Transition, proposal: Proposal, user: int
) -> Outcome:
    terms = parse_terms(proposal)
    if proposal.seat not in transition.holders:
        raise NotNow("The player who proposed this has left the match.")
    agreed = tuple(map(Seat, proposal.agreed))
    case = Case(work, context, transition, proposal.seat, terms, agreed)
    await find_consent(case, asking=False)
    return await _carry_out(work, case, user, (proposal,))


async def _carry_out(
    work: UnitOfWork, case: Case, user: int, proposals: tuple[Proposal, ...]
) -> Outcome:
    """Do it, with all that follows, in one change."""
    done, transition = await carry_out(case, work), case.transition
    rest = done.rest
    if rest is None:
        rest = NOTHING if done.ending else await submission.carry_on(transition)
    # As nobody's turn: what all have agreed on is told with a panel of its own.
    cause = Cause(f"{case.terms.kind} agreed", user, ending=done.ending, renewed=done.renewed)
    change = await submission.build_change(work, case.context, transition, cause)
    told = [
        outbox_message
        for each in proposals
        if each.fate is ProposalStatus.AGREED
        for outbox_message in effects.answered_messages(change.match, each, case.now, panel=False)
    ]
    decided = {each.id for each in proposals}
    others = (each for each in change.proposals if each.id not in decided)
    change = replace(
        change, proposals=(*others, *proposals), outbox_messages=(*change.outbox_messages, *told)
    )
    return Outcome(change, Receipt(change.match.id, KINDS[case.terms.kind].done), rest)


async def _load_seat(
    reader: Reader, context: PlayContext, match_id: MatchId, user: int
) -> tuple[Transition, Seat]:
    transition = await submission.begin_transition(reader, context, match_id, paused=True)
    seat = submission.find_seat(transition, user)
    if seat in transition.match.resigned:
        raise NotNow("You have resigned, so the others decide how the match goes on.")
    return transition, seat


async def _load_open_one(
    work: UnitOfWork, context: PlayContext, command: Command, proposal: str
) -> tuple[Proposal, Transition, Seat]:
    """Load an open proposal, and the seat that answers it. Raises a ``Refusal``."""
    found, user = await work.read(queries.ProposalById(proposal)), command.user
    if found is None or found.match != command.match:
        raise NoMatch("There is no such proposal.")
    transition = await submission.begin_transition(work, context, found.match, paused=True)
    seat = submission.find_seat(transition, user)
    if seat not in (found.seat, *found.asked):  # with several, the one that is concerned
        concerned = (
            Seat(each) for each in (found.seat, *found.asked) if each in transition.holders
        )
        seat = next((each for each in concerned if transition.holders[each].user == user), seat)
    over = why_not(transition.match, found, context.clock.now())
    if over:
        raise NotNow(over)
    return found, transition, seat


async def _lapse(
    work: UnitOfWork, context: PlayContext, proposal: Proposal, now: datetime
) -> Outcome | None:
    found = await work.read(queries.ProposalById(proposal.id))
    match = await work.read(queries.MatchById(proposal.match))
    if match is None or found is None or found.fate is not ProposalStatus.OPEN or now < found.until:
        return None
    lapsed = replace(found, fate=ProposalStatus.LAPSED)
    # Of what fell before, when the match went on, everybody knows.
    just_now = is_open(match, replace(found, until=now + SHORTEST), now)
    told = effects.answered_messages(match, lapsed, now) if just_now else ()
    change = await _change_beside(work, context, match.id, 0, "lapse", (lapsed,), told)
    return Outcome(change, Receipt(match.id, ""))


async def _change_beside(
    reader: Reader,
    context: PlayContext,
    match_id: MatchId,
    user: int,
    action: str,
    proposals: tuple[Proposal, ...],
    outbox_messages: tuple[OutboxMessage, ...],
) -> Change:
    """A change without an entry: the match itself stays as it is stored."""
    match = await reader.read(queries.MatchById(match_id))
    assert match is not None
    audit = Audit(context.clock.now(), user, action, match.id)
    return Change(match, match.seq, audit, outbox_messages=outbox_messages, proposals=proposals)


def patience(match: Match) -> timedelta:
    """How long answers are waited for."""
    usual = time_controls.from_stored(match.clock).usual.time
    return LONGEST if usual is None else min(LONGEST, max(SHORTEST, usual))


def _with_answer(proposal: Proposal, seat: Seat, *, agree: bool) -> Proposal:
    agreed = tuple(each for each in proposal.agreed if each != seat)
    declined = tuple(each for each in proposal.declined if each != seat)
    if agree:
        return replace(proposal, agreed=(*agreed, seat), declined=declined)
    return replace(proposal, agreed=agreed, declined=(*declined, seat))


def _refuse_known(transition: Transition, proposal: Proposal, seat: Seat) -> NotNow:
    if proposal.seat == seat:
        return NotNow("You have already asked for that.", instead="You can withdraw it first.")
    holder = transition.holders.get(Seat(proposal.seat))
    name = "Somebody" if holder is None else holder.name
    return NotNow(f"{name} has already proposed that.", instead="Press Answer to agree or not.")


def _describe_asked(transition: Transition, proposal: Proposal) -> str:
    if not proposal.asked:
        return "The others are away, so the referee is asked to decide. No answer counts as no."
    names = [transition.holders[Seat(seat)].name for seat in proposal.asked]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    if proposal.needed == len(names):
        return f"Asked: {listed}. No answer counts as no."
    return f"Asked: {listed}. {proposal.needed} of them must agree, and no answer counts as no."


def _describe_answer(proposal: Proposal, *, agree: bool) -> str:
    if proposal.fate is ProposalStatus.DECLINED:
        return "Declined: nothing changes."
    said = "You agree" if agree else "You decline"
    return f"{said}. {len(proposal.agreed)} of {proposal.needed} have agreed so far."
