"""Conditional moves: a seat says beforehand what it answers to moves of the other side.

Only in games that can foresee (``Game.conditions``), where all is open and two sides move in
turns, and only while the other side is to move. Every answer is tried out on the position to
come: one that no foreseen move makes legal is refused at once.
"""

from __future__ import annotations

import asyncio
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.play.match.questions import TreeNode
from bot.play.match.transitions import Transition
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow, check_running
from bot.play.seat_holders import ConditionalMove, Line
from games.core.contract import AnyGame
from games.core.events import Step
from games.core.questions import Choice, Completion, Options, Question, complete
from games.core.standing import Conditions
from games.core.types import Decision, Decisions, Refusal, Seat, Seated, Unreadable

NEW = "-"
"""The key of a line that goes on from no other."""
DEEPEST = 10
TRIED = 200
"""Moves of the other side that are tried for a condition that many can meet."""
LOOKED_AT = 5000
"""Legal moves that are looked through for one that meets a condition."""


async def load_node(match_view: MatchView, path: tuple[str, ...]) -> TreeNode:
    """The tree at ``path``: the mark of the line that it goes on from, the keys of the other
    side's move, the number of the condition that it stands for, the keys of the answer."""
    return await asyncio.to_thread(_build_node, match_view, path)


async def load_completions(
    match_view: MatchView, typed: str, condition: str | None, limit: int
) -> tuple[Completion, ...]:
    """Suggestions for the move of the other side, or for the answer to ``condition``."""

    def find() -> tuple[Completion, ...]:
        foresight = Foresight.from_view(match_view)
        position = foresight.theirs(foresight.state)
        if condition is not None:
            position = next(
                foresight.positions_after(position, foresight.conditions.read(condition))
            )
        options = foresight.options(position)
        return tuple(islice(complete(options, "".join(typed.upper().split())), limit))

    return await asyncio.to_thread(find)


def read_line(transition: Transition, seat: Seat, text: str) -> Line:
    """A typed line, its answers tried out and in their one form. Raises a ``Refusal``."""
    check_running(transition.match)
    foresight = Foresight(transition.game, transition.state, seat)
    return foresight.follow(parse_line(foresight.conditions, text))[1]


def parse_line(conditions: Conditions[Any, Any], text: str) -> Line:
    """``D7+E7 : C4+C5 / * : B5``: a condition and the answer to it, for one move after the other.

    Raises a ``Refusal``.
    """
    found = list[ConditionalMove]()
    for part in text.split("/"):
        when, colon, reply = part.partition(":")
        if not colon or not reply.strip():
            raise Unreadable(
                "A conditional move is a condition and an answer with a colon between them.",
                instead="Such as * : B5, or two moves ahead: D7+E7 : C4 / * : B5",
            )
        found.append(ConditionalMove(conditions.read(when), reply.strip()))
    if len(found) > DEEPEST:
        raise NotNow(f"You can look {DEEPEST} moves ahead at most, not {len(found)}.")
    return tuple(found)


def mark_for(line: Line) -> str:
    """The key of a choice that goes on from ``line``."""
    return build_mark(line_text(line)) if line else NEW


def _find_line(match_view: MatchView, key: str) -> Line:
    """Raises ``NotNow`` for a line that is not there any more."""
    for line in ((), *beginnings(match_view.answers.lines)):
        if mark_for(line) == key:
            return line
    raise NotNow("That conditional move is gone.", instead="`/orders` shows those that you have.")


def get_conditions(game: AnyGame) -> Conditions[Any, Any]:
    """Raises ``NotNow`` in a game in which nothing can be foreseen."""
    if game.conditions is None:
        raise NotNow(f"In {game.meta.title} there are no conditional moves.")
    return game.conditions


def can_prepare(match_view: MatchView) -> bool:
    """Whether the viewer's seat could prepare an answer now."""
    others = bool(match_view.awaited) and match_view.seat not in match_view.awaited
    return match_view.game.conditions is not None and match_view.seat is not None and others


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A position to come, in which the other side or one's own seat is to move."""

    state: Any
    decision: Decision


class Foresight:
    """The positions that a seat foresees, beginning with ``state``. Raises ``NotNow`` if there are
    none."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat) -> None:
        self._game, self.state, self._seat = game, state, seat
        self.conditions = get_conditions(game)

    @classmethod
    def from_view(cls, match_view: MatchView) -> Foresight:
        """Begin with the board as the viewer sees it. Raises a ``Refusal``."""
        check_running(match_view.match)
        game, seat = match_view.game, match_view.own_seat()
        get_conditions(game)
        return cls(game, game.reimagine(match_view.view, random.Random(0)), seat)

    def theirs(self, state: Any) -> Foreseen:
        """The decision of the other side that is waited for. Raises ``NotNow``."""
        awaited = _awaited_decisions(self._game.pending(state))
        if any(each.seat == self._seat for each in awaited):
            raise NotNow(
                "It is your move.",
                instead="Play it first. You can set conditional moves while the others think.",
            )
        if len(awaited) != 1:
            raise NotNow("The other side has no move to make just now.")
        return Foreseen(state, awaited[0])

    def own_decision(self, state: Any) -> Foreseen | None:
        """The decision that the seat has to answer, if it has one."""
        awaited = _awaited_decisions(self._game.pending(state))
        return next((Foreseen(state, each) for each in awaited if each.seat == self._seat), None)

    def view(self, position: Foreseen) -> Any:
        return self._game.view(position.state, Seated(position.decision.seat))

    def options(self, position: Foreseen) -> Options[Any]:
        return self._game.options(self.view(position), position.decision)

    def positions_after(self, position: Foreseen, when: str) -> Iterator[Foreseen]:
        """Positions after legal moves that meet ``when``, in which the seat is to answer.

        Raises ``NotNow`` when there is none.
        """
        none = True
        for move in islice(self.options(position), LOOKED_AT):
            done = self.play(position, move)
            if not self.conditions.meets(when, move, done.events):
                continue
            if mine := self.own_decision(done.state):
                none = False
                yield mine
        if none:
            raise NotNow(
                f"No move that the other side can make is {when}, with an answer of yours to"
                " follow."
            )

    def play(self, position: Foreseen, move: Any) -> Step[Any, Any]:
        seat, decision = position.decision.seat, position.decision
        return self._game.apply(position.state, seat, decision, move)

    def follow(self, line: Line) -> tuple[Any, Line]:
        """The state after ``line``, and its answers in their one form. Raises a ``Refusal``."""
        state, found = self.state, list[ConditionalMove]()
        for move in line:
            state, reply = self._answer(self.theirs(state), move)
            found.append(ConditionalMove(move.when, reply))
        return state, tuple(found)

    def _answer(self, position: Foreseen, move: ConditionalMove) -> tuple[Any, str]:
        """The state after the first foreseen move to which the answer is legal, and its form.

        It is that of the preview, as a game may keep back what comes of an answer. Raises the
        ``Refusal`` of the first when it is legal after none of them.
        """
        game, first = self._game, None
        for mine in islice(self.positions_after(position, move.when), TRIED):
            view = self.view(mine)
            try:
                reply = game.read(view, mine.decision, move.reply)
                game.options(view, mine.decision).check(reply)
                seen = game.preview(view, mine.decision, reply)
                return game.reimagine(seen, random.Random(0)), game.write(reply)
            except Refusal as refusal:
                first = first or refusal
        assert first is not None
        raise first


def _awaited_decisions(pending: Any) -> tuple[Decision, ...]:
    opened = pending.open if isinstance(pending, Decisions) else ()
    return tuple(each for each in opened if each.waits)


def _build_node(match_view: MatchView, path: tuple[str, ...]) -> TreeNode:
    game, foresight = match_view.game, Foresight.from_view(match_view)
    before = _find_line(match_view, path[0] if path else NEW)
    theirs = foresight.theirs(foresight.follow(before)[0])
    found, rest = _go_along(foresight.options(theirs), path[1:])
    view = foresight.view(theirs)
    if isinstance(found, Question):
        return TreeNode(match_view, path, found.advised(), theirs.decision, preview=view)
    around = foresight.conditions.around(found)
    if not rest:
        choices = tuple(
            Choice(str(number), f"{each}: {foresight.conditions.tell(each, view)}", each)
            for number, each in enumerate(around)
        )
        return TreeNode(match_view, path, Question("Which do you mean?", choices))
    if not rest[0].isdecimal() or int(rest[0]) >= len(around):
        raise NotNow("There is no such condition.")
    mine = foresight.own_decision(foresight.play(theirs, found).state)
    if mine is None:
        raise NotNow("After this move you have nothing to answer.")
    view = foresight.view(mine)
    answer = foresight.options(mine).question(rest[1:])
    if isinstance(answer, Question):
        return TreeNode(match_view, path, answer.advised(), mine.decision, preview=view)
    text = line_text((*before, ConditionalMove(around[int(rest[0])], game.write(answer))))
    preview = game.preview(view, mine.decision, answer)
    return TreeNode(match_view, path, None, mine.decision, text, preview=preview)


def _go_along(options: Options[Any], keys: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """The question or the move that the first keys lead to, and the keys that are left."""
    for length in range(len(keys) + 1):
        found = options.question(keys[:length])
        if not isinstance(found, Question):
            return found, keys[length:]
    return found, ()


# --- Lines of conditional moves ---


def with_line(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """``lines`` with ``line``, instead of those that it continues or contradicts."""
    if any(each[: len(line)] == line for each in lines):
        return lines
    kept = [each for each in lines if not _gives_way(each, line)]
    at = next((n for n, each in enumerate(lines) if each not in kept), len(lines))
    return (*kept[:at], line, *kept[at:])


def _gives_way(known: Line, line: Line) -> bool:
    """Whether ``known`` is the beginning of ``line``, or answers a move of it differently."""
    differ = [n for n, (old, new) in enumerate(zip(known, line, strict=False)) if old != new]
    return known[differ[0]].when == line[differ[0]].when if differ else len(known) < len(line)


def without_line(lines: tuple[Line, ...], beginning: Line) -> tuple[Line, ...]:
    """``lines`` without the last move of ``beginning`` and all that follows it."""
    gone = [each for each in lines if each[: len(beginning)] == beginning]
    kept = [each for each in lines if each not in gone]
    before = beginning[:-1]
    if gone and before and not any(each[: len(before)] == before for each in kept):
        kept.insert(lines.index(gone[0]), before)
    return tuple(kept)


def beginnings(lines: Sequence[Line]) -> list[Line]:
    """All beginnings of ``lines``, each once and before those that go on from it."""
    places: dict[Line, int] = {}
    for line in lines:
        for length in range(1, len(line) + 1):
            places.setdefault(line[:length], len(places))
    return sorted(
        places, key=lambda line: [places[line[:length]] for length in range(1, len(line) + 1)]
    )


def line_text(line: Line) -> str:
    """Write a line of moves: ``D7+E7 : C4+C5 / * : B5``."""
    return " / ".join(f"{move.when} : {move.reply}" for move in line)


def build_mark(text: str) -> str:
    """Tells an answer, by its text form, from all others of its seat."""
    return f"{zlib.crc32(text.encode()):08x}"
