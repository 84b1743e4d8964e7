"""Conditional moves: a seat says beforehand what it answers to moves of the other side.

Only in games that can foresee (``Game.conditions``), where all is open and two sides move in
turns, and only while the other side is to move. Every answer is tried out on the position to
come: one that no foreseen move makes legal is refused at once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bot.play.context import Command, PlayContext, transactional
from bot.play.executor import Outcome
from bot.play.match import conditional_lines, table
from bot.play.match.conditional_lines import ConditionalLine, ConditionalLines
from bot.play.match.questions import TreeNode
from bot.play.match.transitions import Transition
from bot.play.match.views import MatchView
from bot.play.receipts import Receipt
from bot.play.refusals import NotNow, check_played
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Audit, Change, Match, MatchId, SeatHolder
from games.core.chance import Chance
from games.core.contract import AnyGame
from games.core.decisions import Decision, Decisions
from games.core.options import Choice, Completion, Options, Question, complete
from games.core.refusals import Refusal
from games.core.seats import Seat, Seated
from games.core.standing.conditions import Conditions

NEW = "-"
"""The key of a line that goes on from no other."""
TRIED = 200
"""Moves of the other side that are tried for a condition that many can meet."""
LOOKED_AT = 5000
"""Legal moves that are looked through for one that meets a condition."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A position to come, in which the other side (``theirs``) or one's own seat is to move."""

    state: Any
    decision: Decision


async def shown(context: PlayContext, match: MatchId, user: int) -> ConditionalLines:
    """What the seat has prepared."""
    async with context.store.reading() as reader:
        transition = await table.begun(reader, context, match)
    return conditional_lines.lines_of(transition.holders[table.seat_of(transition, user)])


async def asked(
    context: PlayContext, match_view: MatchView, user: int, path: tuple[str, ...]
) -> TreeNode:
    """The tree at ``path``: the line that it goes on from, the keys of the other side's move,
    the number of the condition that it stands for, the keys of the answer."""
    async with context.store.reading() as reader:
        transition = await table.begun(reader, context, match_view.match.id)
    seat = table.seat_of(transition, user)
    conditions_of(transition.game)
    return await asyncio.to_thread(_asked, match_view, transition, seat, path)


async def completions(
    context: PlayContext, match: MatchId, user: int, typed: str, condition: str | None, limit: int
) -> tuple[Completion, ...]:
    """Suggestions for the move of the other side, or for the answer to ``condition``."""
    async with context.store.reading() as reader:
        transition = await table.begun(reader, context, match)
    seat = table.seat_of(transition, user)
    conditions = conditions_of(transition.game)

    def found() -> tuple[Completion, ...]:
        there = _theirs(transition.game, transition.state, seat, transition.match)
        if condition is not None:
            when = conditions.read(condition)
            there = next(_after(transition.game, conditions, there, seat, when))
        options = _options(transition.game, there)
        return tuple(islice(complete(options, "".join(typed.upper().split())), limit))

    return await asyncio.to_thread(found)


@transactional
async def add(work: UnitOfWork, context: PlayContext, command: Command, text: str) -> Outcome:
    """Add the conditional line of this text form."""
    transition = await table.begun(work, context, command.match)
    seat = table.seat_of(transition, command.user)
    conditions = conditions_of(transition.game)
    levels = conditional_lines.parse(conditions, text)
    if len(levels) > conditional_lines.DEEPEST:
        raise NotNow(f"You can look {conditional_lines.DEEPEST} moves ahead at most.")
    line = conditional_lines.chain(_tried(transition, conditions, seat, levels))
    prepared = conditional_lines.merged(conditional_lines.lines_of(transition.holders[seat]), line)
    conditional_lines.check_size(prepared)
    first = conditional_lines.text_of((line,), (0,) * conditional_lines.depth((line,)))
    return _kept(
        context, transition, seat, prepared, command.user, f"Conditional move set: {first}"
    )


@transactional
async def take_back(
    work: UnitOfWork, context: PlayContext, command: Command, place: Sequence[int] | None
) -> Outcome:
    """Take one line back with all that goes on from it, or for ``None`` all of them."""
    transition = await table.begun(work, context, command.match)
    seat = table.seat_of(transition, command.user)
    conditions_of(transition.game)
    if place is None:
        return _kept(
            context, transition, seat, (), command.user, "All conditional moves are removed."
        )
    try:
        left = conditional_lines.without(
            conditional_lines.lines_of(transition.holders[seat]), place
        )
    except LookupError:
        raise NotNow("That conditional move is gone.") from None
    return _kept(context, transition, seat, left, command.user, "Taken back.")


def _kept(
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    prepared: ConditionalLines,
    user: int,
    said: str,
) -> Outcome:
    """No entry, no message: nobody else is to know."""
    transition.keep(replace(transition.holders[seat], lines=conditional_lines.written(prepared)))
    holders: tuple[SeatHolder, ...] = tuple(
        transition.holders[each] for each in sorted(transition.holders)
    )
    change = Change(
        match=transition.match,
        expected=transition.match.seq,
        audit=Audit(context.clock.now(), user, "prepare", transition.match.id),
        holders=holders,
    )
    return Outcome(change, Receipt(transition.match.id, said))


def key_of(place: Sequence[int]) -> str:
    """The place of a line as the key of a choice: ``0-2``, and ``NEW`` for none."""
    return "-".join(map(str, place)) or NEW


def place_of(key: str) -> tuple[int, ...]:
    """Raises ``NotNow``."""
    steps = [] if key == NEW else key.split("-")
    if not all(step.isdecimal() and len(step) < 4 for step in steps):
        raise NotNow("That conditional move is gone.")
    return tuple(map(int, steps))


def conditions_of(game: AnyGame) -> Conditions[Any, Any]:
    """Raises ``NotNow`` in a game in which nothing can be foreseen."""
    if game.conditions is None:
        raise NotNow(f"In {game.meta.title} there are no conditional moves.")
    return game.conditions


def can_prepare(match_view: MatchView) -> bool:
    """Whether the viewer's seat could prepare an answer now."""
    others = bool(match_view.awaited) and all(
        seat != match_view.seat for seat in match_view.awaited
    )
    return match_view.game.conditions is not None and match_view.seat is not None and others


def _theirs(game: AnyGame, state: Any, seat: Seat, match: Match) -> Foreseen:
    """The decision of the other side that is waited for. Raises ``NotNow``."""
    check_played(match)
    pending = game.pending(state)
    awaited = [each for each in _open(pending) if each.waits]
    if any(each.seat == seat for each in awaited):
        raise NotNow(
            "It is your move.",
            instead="Play it first. You can set conditional moves while the others think.",
        )
    if len(awaited) != 1:
        raise NotNow("There is no move of the other side to wait for just now.")
    return Foreseen(state, awaited[0])


def _open(pending: Any) -> tuple[Decision, ...]:
    return pending.open if isinstance(pending, Decisions) else ()


def _options(game: AnyGame, there: Foreseen) -> Options[Any]:
    return game.options(game.view(there.state, Seated(there.decision.seat)), there.decision)


def _after(
    game: AnyGame, conditions: Conditions[Any, Any], there: Foreseen, seat: Seat, when: str
) -> Iterator[Foreseen]:
    """Positions after legal moves that meet ``when``, in which the seat is to answer.

    Raises ``NotNow`` when there is none.
    """
    none = True
    for move in islice(_options(game, there), LOOKED_AT):
        done = game.apply(there.state, there.decision.seat, there.decision, move)
        if not conditions.meets(when, move, done.events):
            continue
        pending = game.pending(done.state)
        mine = [each for each in _open(pending) if each.waits and each.seat == seat]
        if mine and not isinstance(pending, Chance):
            none = False
            yield Foreseen(done.state, mine[0])
    if none:
        raise NotNow(
            f"No move that the other side can make is {when}, with an answer of yours to follow."
        )


def _tried(
    transition: Transition,
    conditions: Conditions[Any, Any],
    seat: Seat,
    levels: Sequence[tuple[str, str]],
) -> list[tuple[str, str]]:
    """The levels with the answers in their one form, each tried out. Raises a ``Refusal``."""
    game = transition.game
    there = _theirs(game, transition.state, seat, transition.match)
    told: list[tuple[str, str]] = []
    for number, (when, text) in enumerate(levels):
        there, reply = _answered(game, conditions, there, seat, when, text)
        told.append((when, reply))
        if number + 1 < len(levels):
            there = _theirs(game, there.state, seat, transition.match)
    return told


def _answered(
    game: AnyGame,
    conditions: Conditions[Any, Any],
    there: Foreseen,
    seat: Seat,
    when: str,
    text: str,
) -> tuple[Foreseen, str]:
    """The position after the first foreseen move to which ``text`` is a legal answer, and its
    form. It is that of the preview, as a game may keep back what comes of an answer. Raises the
    ``Refusal`` of the first when it is legal after none of them."""
    first: Refusal | None = None
    for mine in islice(_after(game, conditions, there, seat, when), TRIED):
        view = game.view(mine.state, Seated(seat))
        try:
            move = game.read(view, mine.decision, text)
            game.options(view, mine.decision).check(move)
            there = game.reimagine(game.preview(view, mine.decision, move), random.Random(0))
            return Foreseen(there, mine.decision), game.write(move)
        except Refusal as refusal:
            first = first or refusal
    assert first is not None
    raise first


def _followed(
    transition: Transition, seat: Seat, known: ConditionalLines, place: Sequence[int]
) -> Foreseen:
    """The position after the line at ``place``. Raises a ``Refusal``."""
    there = _theirs(transition.game, transition.state, seat, transition.match)
    conditions = conditions_of(transition.game)
    level = known
    for at in place:
        if at >= len(level):
            raise NotNow("That conditional move is gone.")
        line: ConditionalLine = level[at]
        there, _ = _answered(transition.game, conditions, there, seat, line.when, line.reply)
        there = _theirs(transition.game, there.state, seat, transition.match)
        level = line.further
    return there


def _asked(
    match_view: MatchView, transition: Transition, seat: Seat, path: tuple[str, ...]
) -> TreeNode:
    game, conditions = transition.game, conditions_of(transition.game)
    known = conditional_lines.lines_of(transition.holders[seat])
    place = place_of(path[0]) if path else ()
    there = _followed(transition, seat, known, place)
    found, rest = _along(_options(game, there), path[1:])
    if isinstance(found, Question):
        asked_about = game.view(there.state, Seated(there.decision.seat))
        return TreeNode(match_view, path, found.advised(), there.decision, preview=asked_about)
    around = conditions.around(found)
    if not rest:
        choices = ((f"{number}", each) for number, each in enumerate(around))
        view = game.view(there.state, Seated(there.decision.seat))
        told = tuple(
            Choice(number, f"{each}: {conditions.tell(each, view)}", each)
            for number, each in choices
        )
        return TreeNode(match_view, path, Question("Which do you mean?", told))
    if not rest[0].isdecimal() or int(rest[0]) >= len(around):
        raise NotNow("There is no such condition.")
    condition = around[int(rest[0])]
    done = game.apply(there.state, there.decision.seat, there.decision, found)
    mine = [each for each in _open(game.pending(done.state)) if each.waits and each.seat == seat]
    if not mine:
        raise NotNow("After this move you have nothing to answer.")
    view = game.view(done.state, Seated(seat))
    answer = game.options(view, mine[0]).question(rest[1:])
    if isinstance(answer, Question):
        return TreeNode(match_view, path, answer.advised(), mine[0], preview=view)
    before = f"{conditional_lines.text_of(known, place)} / " if place else ""
    text = f"{before}{condition} : {game.write(answer)}"
    preview = game.preview(view, mine[0], answer)
    return TreeNode(match_view, path, None, mine[0], text, preview=preview)


def _along(options: Options[Any], keys: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """The question or the move that the first keys lead to, and the keys that are left."""
    for length in range(len(keys) + 1):
        found = options.question(keys[:length])
        if not isinstance(found, Question):
            return found, keys[length:]
    return found, ()
