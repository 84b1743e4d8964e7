"""Undo for players: preview it first, then do it or ask for consent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.history.undo_rules import UndoClass, UndoPlan, describe_numbers, judge, plan_undo
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.rewind import backwards, entries_beyond, is_hidden_from, rewind_match
from bot.play.match.transitions import Transition
from bot.play.match.views import LogLine, readable_line
from bot.play.people import proposals
from bot.play.people.proposal_kinds import UNDO, ProposalTerms, other_people
from bot.play.people.proposals import OpenProposal
from bot.play.refusals import NotNow
from bot.play.seat_holders import load_seatings
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import CHANGING, MOVES, Entry, EntryKind, MatchId
from games.core.types import Refusal, Seat, Seated


@dataclass(frozen=True, slots=True)
class Undo:
    """The preview of an undo, as one viewer may see it.

    ``lines``   the entries that would no longer count
    ``before``  the viewer's board now
    ``after``   their board after the undo; ``None`` for an undo that is refused
    ``plan``    for the player who wants it
    ``mark``    identifies this undo: only what was previewed can be confirmed
    """

    lines: tuple[LogLine, ...]
    before: Any
    after: Any = None
    plan: UndoPlan | None = None
    mark: str = ""


async def classify(
    context: PlayContext, match_id: MatchId, user: int, to: int | None = None
) -> Undo:
    """Preview an undo of the last move of ``user``, or of all after the public entry ``to``.

    Raises a ``Refusal``.
    """
    async with context.store.reading() as reader:
        transition = await submission.begin_transition(reader, context, match_id)
        seat = await _find_mover(reader, transition, user)
        plan = await _load_plan(reader, transition, seat, to)
        return await _build_undo(reader, context, transition, plan, seat)


async def is_possible(context: PlayContext, match_id: MatchId, user: int) -> bool:
    """Whether ``user`` could undo their last move, freely or with consent."""
    try:
        async with context.store.reading() as reader:
            transition = await submission.begin_transition(reader, context, match_id)
            plan = await _load_plan(
                reader, transition, await _find_mover(reader, transition, user), None
            )
    except Refusal:
        return False
    return plan.verdict.of is not UndoClass.REFUSED


async def list_places(
    context: PlayContext, match_id: MatchId, user: int, most: int, begin: str = ""
) -> tuple[tuple[int, str], ...]:
    """The public entries to which ``user`` could rewind, the newest first, each described.

    Freely, or with the consent of the others. Raises a ``Refusal``.

    Args:
        begin: The first digits of the numbers.
    """
    found: list[tuple[int, str]] = []
    async with context.store.reading() as reader:
        transition = await submission.begin_transition(reader, context, match_id)
        seat = await _find_mover(reader, transition, user)
        others = other_people(transition, seat)
        moved = False
        async for entry in backwards(reader, match_id, transition.match.seq):
            if len(found) == most or entry.rules_version != transition.game.meta.rules_version:
                break
            if is_hidden_from(entry, seat):
                continue
            if moved and entry.shown is not None and str(entry.shown).startswith(begin):
                found.append((entry.shown, _describe_entry(transition, entry, seat)))
            if judge(transition.game, entry, seat, others).of is UndoClass.REFUSED:
                break
            moved = moved or entry.kind in CHANGING
    return tuple(found)


def _describe_entry(transition: Transition, entry: Entry, seat: Seat) -> str:
    if entry.kind is EntryKind.START:
        return "as the match began"
    line = readable_line(transition.game, entry, Seated(seat))
    told = "" if line is None else " ".join(line.sentences)
    return " · ".join(part for part in (entry.text, told) if part) or entry.kind.value


async def load_asked_undo(context: PlayContext, put: OpenProposal, user: int) -> Undo:
    """Preview a proposed undo for ``user``, who is asked to agree.

    Raises a ``Refusal``, also when the match has moved on.
    """
    proposer, to = Seat(put.proposal.seat), put.terms.to
    async with context.store.reading() as reader:
        transition = await submission.begin_transition(
            reader, context, put.proposal.match, paused=True
        )
        viewer = Seated(submission.find_seat(transition, user))
        later = await entries_beyond(reader, transition.match.id, transition.match.seq, to)
        before = transition.game.view(transition.state, viewer)
        seated = await load_seatings(reader, transition.match)
        await rewind_match(reader, context, transition, to, seat=proposer)
    public = (each for each in later if each.shown is not None and each.kind in CHANGING)
    lines = (readable_line(transition.game, entry, viewer, seated=seated) for entry in public)
    known = tuple(line for line in lines if line is not None)
    return Undo(known, before, transition.game.view(transition.state, viewer))


@transactional
async def undo(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    to: int | None = None,
    mark: str | None = None,
) -> Outcome:
    """Undo what may be undone freely, and ask the others to agree to the rest.

    Args:
        mark: Of the undo that was previewed: if it would be another one by now, nothing happens.

    Raises:
        Refusal: It says why this cannot be undone.
    """
    transition = await submission.begin_transition(work, context, command.match)
    seat = await _find_mover(work, transition, command.user)
    plan = await _load_plan(work, transition, seat, to)
    if plan.verdict.of is UndoClass.REFUSED:
        raise NotNow(plan.verdict.reason, instead=plan.verdict.instead)
    if mark is not None and mark != plan.mark(transition.match):
        raise NotNow("The match has moved on since you looked.", instead="Please look again.")
    if plan.verdict.of is UndoClass.CONSENT:
        terms = undo_terms(plan)
        return await proposals.make_proposal(work, context, transition, seat, command.user, terms)
    await rewind_match(
        work, context, transition, plan.to, seat=seat, user=command.user, hidden=plan.is_hidden
    )
    transition.freely = seat
    if not plan.is_hidden:
        submission.mark_present(transition, seat)
    rest = await submission.carry_on(transition)
    change = await submission.build_change(
        work, context, transition, Cause("undo", command.user, seat)
    )
    return Outcome(change, Receipt(command.match, _describe_undo(plan)), rest)


def undo_terms(plan: UndoPlan) -> ProposalTerms:
    """What is proposed where others must agree."""
    return ProposalTerms(UNDO, to=plan.to, numbers=describe_numbers(plan), number=plan.number)


async def _load_plan(
    reader: Reader, transition: Transition, seat: Seat, to: int | None
) -> UndoPlan:
    return await plan_undo(
        reader, transition.game, transition.match, seat, other_people(transition, seat), to
    )


async def _build_undo(
    reader: Reader, context: PlayContext, transition: Transition, plan: UndoPlan, seat: Seat
) -> Undo:
    game, viewer = transition.game, Seated(seat)
    seated = await load_seatings(reader, transition.match)
    lines = (readable_line(game, entry, viewer, seated=seated) for entry in plan.taken)
    known = tuple(line for line in lines if line is not None)
    before = game.view(transition.state, viewer)
    mark = plan.mark(transition.match)
    if plan.verdict.of is UndoClass.REFUSED:
        return Undo(known, before, None, plan, mark)
    await rewind_match(reader, context, transition, plan.to, seat=plan.seat, hidden=plan.is_hidden)
    return Undo(known, before, game.view(transition.state, viewer), plan, mark)


async def _find_mover(reader: Reader, transition: Transition, user: int) -> Seat:
    """The seat whose move ``user`` would undo: of several, the one that moved last."""
    seat = submission.find_seat(transition, user)
    own = {each for each, holder in transition.holders.items() if holder.user == user}
    if len(own) > 1:
        async for entry in backwards(reader, transition.match.id, transition.match.seq):
            if entry.kind in MOVES and entry.seat in own:
                return entry.seat
    return seat


def _describe_undo(plan: UndoPlan) -> str:
    if plan.is_hidden:
        return "Taken back. Nobody else knows of it."
    back = f"#{plan.number}" if plan.number > 1 else "the start"
    return f"Taken back: {describe_numbers(plan)}. Rewound to {back}."
