"""The table: where seats answer decisions.

Read top to bottom: a move is final when ``submit`` returns a receipt.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeAlias

from bot.play import effects
from bot.play.clocks.due_times import load_times
from bot.play.executor import Command, Continuation, Outcome, PlayContext, Receipt, transactional
from bot.play.match import changes, outcomes, transitions
from bot.play.match.automation import AT_ONCE, Automation, decisions_of_computers
from bot.play.match.changes import Cause, release_proposals
from bot.play.match.transitions import Transition
from bot.play.refusals import ONLY_WATCHING, NotSeated, check_running, load_seated
from bot.play.seat_holders import acting_seat, load_seatings
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import Change, EntryKind, Match, MatchId, SeatHolder
from games.core.contract import AnyGame
from games.core.events import Step as Played
from games.core.events import is_harm
from games.core.log import replay
from games.core.questions import Question
from games.core.types import Decision, Ending, Refusal, Seat, Seated, Unreadable


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A move in its text form."""

    text: str


@dataclass(frozen=True, slots=True)
class Picked:
    """A move as the keys of choices, for one named decision."""

    decision: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """Moves in their text forms, the first of them for one named decision."""

    decision: str
    texts: tuple[str, ...]


Answer: TypeAlias = TypedMove | Picked | Planned

AT_HAND = 6
"""Entries that follow without a thread of their own: some 20 ms of a large game."""
_ASIDE = ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")
"""Reserved for the holder of the write lock, who must not queue behind pictures and computer
players."""
_MOST_TOLD = 8
"""Most sentences of a receipt; the least important ones are only in the log."""
_ARTICLE = re.compile("^(an?|the) ")
_ONLY_UNSEEN = " Press I am back on `/orders` so that the match waits for you again."
"""To somebody who is away, and has done what nobody else may see."""


@transactional
async def submit(
    work: UnitOfWork, context: PlayContext, command: Command, answer: Answer
) -> Outcome:
    """Play a move, or those of a plan as far as they stay possible. Raises a ``Refusal`` (nothing
    has changed then) or ``StoreBusy``."""
    transition = await begin_transition(work, context, command.match)
    key = None if isinstance(answer, TypedMove) else answer.decision
    seat = find_seat(transition, command.user, key)
    before = transition.state
    decision, move, done = _play_answer(transition.game, before, seat, answer)
    transition.play(EntryKind.MOVE, decision, move, done, command.user)
    openly = _shows_presence(transition, decision)
    if openly:
        mark_present(transition, seat)
    said = _ONLY_UNSEEN if transition.holders[seat].is_autopilot and not openly else ""
    rest = await carry_on(transition)
    if isinstance(answer, Planned):
        rest, stopped = await _play_on(transition, decision, answer.texts[1:], rest, command.user)
        said = f"{said}{stopped}"
    change = await build_change(work, context, transition, Cause("move", command.user, seat))
    said = f"{describe_move(transition, before, decision, move)}{said}"
    return Outcome(
        change, Receipt(command.match, said, changes.match_after(transition, change)), rest
    )


async def _play_on(
    transition: Transition, first: Decision, texts: Sequence[str], rest: Continuation, user: int
) -> tuple[Continuation, str]:
    """Play the rest of a plan while the seat is asked the same and the next move is legal; what to
    say where it stops."""
    game, seat = transition.game, first.seat
    for text in texts:
        asked = [d for d in transition.open_decisions if (d.seat, d.kind) == (seat, first.kind)]
        # A computer player that thinks about a secret choice of its own does not end the plan.
        thinking = decisions_of_computers(transition)
        if rest.unasked or (rest.more and not thinking) or not asked:
            return rest, f" The plan ends before {text}."
        try:
            decision, move, done = replay.answer(game, transition.state, seat, text)
        except Refusal as refusal:
            return rest, f" The plan stops before {text}: {refusal.sentence}"
        transition.play(EntryKind.MOVE, decision, move, done, user)
        rest = await carry_on(transition)
    return rest, ""


def _play_answer(
    game: AnyGame, state: Any, seat: Seat, answer: Answer
) -> tuple[Decision, Any, Played[Any, Any]]:
    """The decision, the move, and what it does. Raises a ``Refusal``."""
    if isinstance(answer, TypedMove):
        return replay.answer(game, state, seat, answer.text)
    decision = replay.open_decision(game, state, seat, answer.decision)
    if isinstance(answer, Planned):
        return replay.answer(game, state, seat, answer.texts[0])
    options = game.options(game.view(state, Seated(seat)), decision)
    move = options.question(answer.path)
    if isinstance(move, Question):
        raise Unreadable("This move is not complete yet.")
    return decision, move, game.apply(state, seat, decision, move, options.check(move))


async def load_running(
    reader: Reader, match_id: MatchId, *, paused: bool = False
) -> tuple[Match, tuple[SeatHolder, ...]]:
    """The match with its holds, if it is being played. Raises ``NoMatch`` or ``NotNow``.

    ``paused``  whether one that is paused will do
    """
    match, holders = await load_seated(reader, match_id)
    check_running(match, paused=paused)
    return match, holders


async def begin_transition(
    reader: Reader, context: PlayContext, match_id: MatchId, *, paused: bool = False
) -> Transition:
    """Load a running match as the start of a transition. Raises ``NoMatch`` or ``NotNow``.

    ``paused``  whether it can also be done while the match is paused
    """
    match, holders = await load_running(reader, match_id, paused=paused)
    state = await context.positions.load(reader, match)
    return transitions.resume(context.games[match.game], match, holders, state)


def find_seat(transition: Transition, user: int, key: str | None = None) -> Seat:
    """The seat with which ``user`` acts. Raises ``NotSeated``.

    ``key``  of the decision that they answer, if it is known
    """
    seat = acting_seat(transition.holders.values(), user, transition.open_decisions, key)
    if seat is None:
        raise NotSeated(ONLY_WATCHING)
    return seat


def mark_present(transition: Transition, seat: Seat) -> None:
    """Note that the player of this seat is present: earlier timeouts no longer count.

    Not for what nobody may know to have been done: everybody sees when a seat is away.
    """
    holder = transition.holders[seat]
    if holder.lapsed or holder.expired:
        transition.keep(replace(holder, lapsed="", expired=0, away=False))


def _shows_presence(transition: Transition, decision: Decision) -> bool:
    """Whether an answer shows everybody that its player is present.

    A secret one does only as the last of its batch: nobody else may learn how many there are.
    """
    if not decision.secret:
        return True
    return decision.waits and not any(
        each.waits and each.seat == decision.seat and each.batch == decision.batch != ""
        for each in transition.open_decisions
    )


async def carry_on(transition: Transition) -> Continuation:
    """Add what follows automatically; in a thread if that is much, so that others can play."""
    pilot, full = Automation(transition), len(transition.lines) + AT_HAND
    rest = pilot.carry_on(AT_HAND)
    if len(transition.lines) < full:
        return rest
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_ASIDE, pilot.carry_on, AT_ONCE - AT_HAND)


async def build_change(
    reader: Reader, context: PlayContext, transition: Transition, cause: Cause
) -> Change:
    """Build the change that stores the transition; times are loaded only if there are limits."""
    transition.times = await load_times(
        reader, transition.match, (holder.user for holder in transition.holders.values())
    )
    ends = isinstance(cause.ending or transition.pending, Ending)
    began = (
        (await load_seatings(reader, transition.match)).holders_after(1)
        if ends and transition.match.seq
        else None
    )
    change = changes.build_change(transition, cause, context.clock.now(), began)
    if not change.match.practice:
        left = ends or any(entry.kind is EntryKind.LEFT for entry in change.entries)
        server = await reader.read(queries.ServerById(change.match.server)) if left else None
        change = effects.announce(change, server)
    if not cause.renewed:
        return change
    known = await reader.read(queries.OpenProposals(transition.match.id))
    return replace(change, proposals=release_proposals(known, cause.renewed))


def describe_move(transition: Transition, before: Any, decision: Decision, move: Any) -> str:
    """Describe the outcome of ``move`` as its seat may know it, and who acts next.

    ``R3 shoots at B4: 1 wound (…). It waits for Blue's payment.``

    Where no event tells of it, as where nobody reacts, it is what its preview foretold in the
    state ``before``.
    """
    game, seat = transition.game, Seated(decision.seat)
    view = game.view(transition.state, seat)
    happened = _sentences(transition, decision.seat, view)
    if not happened:
        told = game.foretell(game.view(before, seat), decision, move)
        happened = [told or f"{game.write(move)}."]
    said = [*happened, _describe_secrecy(transition, decision)]
    if isinstance(transition.pending, Ending):
        result = outcomes.describe_ending(game, view, transition.pending, transition.match.sides)
        said.append("" if result in " ".join(said) else result)
    else:
        said.append(_describe_next(transition, decision.seat, view))
    return " ".join(filter(None, said))


def _sentences(transition: Transition, seat: Seat, view: Any) -> list[str]:
    """What came of a move, in at most ``_MOST_TOLD`` sentences: harm first, the rest in order.

    Events without weight are left out, but for those up to the first that is news, which tell the
    move itself where nobody was harmed; several of the kind of the first are summed up. Of quiet
    ones without weight only the last of each kind counts: it says how things are now."""
    words, viewer = transition.game.words, Seated(seat)
    events = (event for line in transition.lines for event in line.events)
    visible = [event for event in events if event.visible_to(viewer)]
    last = {type(event): event for event in visible if event.quiet and not event.weight}
    visible = [event for event in visible if last.get(type(event), event) is event]
    told = [(event, said) for event in visible if (said := words.outcome(view, event))]
    harms = [said for event, said in told if is_harm(event)]
    quiet = len([*takewhile(lambda each: each[0].quiet, told)])
    trifles = -1 if harms else quiet
    found = [(event.weight, said) for event, said in told]
    alike = [event for event in visible if isinstance(event, type(visible[0]))]
    if len(alike) > 1 and not alike[0].weight:
        found[:0] = [(1, said) for said in words.digest(view, alike, viewer)]
    kept = [place for place, (weight, _) in enumerate(found) if weight or place <= trifles]
    most = sorted(kept, key=lambda place: (place > 0, -found[place][0]))[:_MOST_TOLD]
    kept_words = dict.fromkeys(found[place][1] for place in sorted(most))
    return sorted(kept_words, key=lambda each: each not in harms)


def _describe_secrecy(transition: Transition, decision: Decision) -> str:
    if not decision.secret:
        return ""
    if not decision.waits:
        return "Nobody else sees it."
    waiting = (each for each in transition.open_decisions if each.secret and each.waits)
    chosen = all(each.kind != decision.kind for each in waiting)
    return "" if chosen else "Nobody else sees it before everybody has chosen."


def _describe_next(transition: Transition, seat: Seat, view: Any) -> str:
    """``It is Blue's turn.``, as everybody may know: nothing of secret choices."""
    waiting = [each for each in transition.open_decisions if each.waits and not each.secret]
    if any(each.seat == seat for each in waiting):
        return "It is still your turn."
    game = transition.game
    names = list(dict.fromkeys(game.words.seat(view, each.seat) for each in waiting))
    kinds = {_ARTICLE.sub("", game.meta.kinds.get(each.kind, "")) for each in waiting}
    kind = kinds.pop() if len(kinds) == 1 else ""
    if len(names) != 1 or not kind:
        return f"It waits for {outcomes.join_names(names)}." if names else ""
    return f"It is {names[0]}'s turn." if kind == "turn" else f"It waits for {names[0]}'s {kind}."
