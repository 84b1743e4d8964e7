"""Computer players, which answer decisions from a seat's view and suggest moves to people, and
searches for good moves."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from games.core.overlay import Overlay, OverlayPart
from games.core.questions import Choice, Question, typed_key
from games.core.types import Decision

V = TypeVar("V")
M = TypeVar("M")
K = TypeVar("K")
V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)
P = TypeVar("P", bound="Plan")

# --- Computer players ---


Level: TypeAlias = Literal["easy", "normal", "hard"]
"""The strength of a computer player."""

USUAL: Level = "normal"
"""The default level."""


def usual(levels: Collection[Level]) -> Level:
    """The default level of a game's computer player."""
    return USUAL if USUAL in levels else next(iter(levels))


LONGEST_KEY = 56
"""Characters of a key that a button can hold; a longer move, and several, are named by a number."""


@dataclass(frozen=True, slots=True)
class Suggestion(Generic[M_co]):
    """A whole turn, or all that one piece does in it, that is worth playing.

    ``key``     of the first choice that leads there: that of the piece; empty where no choice
                leads to all of it
    ``label``   what is done, as on a button: ``R5 to D6, attacks B5``
    ``reason``  what for, or why a choice leads to nothing useful
    ``moves``   the answer to the decision, and those to the seat's next decisions; none for a
                choice that leads to nothing useful
    ``at``      where it is marked on the board, in the game's own type
    ``mark``    its effect in a few characters, drawn there
    """

    key: str
    label: str
    reason: str
    moves: tuple[M_co, ...] = ()
    at: Any = None
    mark: str = ""


def rank_choices(
    question: Question, found: Sequence[Suggestion[M]], write: Callable[[M], str], whole: int
) -> Question:
    """Sort the choices of a question by the best of ``found`` that each leads to; choices that lead
    to none come last.

    Args:
        found: what is worth doing, the best first
        write: the text form of a move
        whole: so many of ``found`` are offered as whole moves, before all other choices; one that
            is a part of a better one is told with the choice that leads to it
    """
    best: dict[str, Suggestion[M]] = {}
    for each in found:
        best.setdefault(each.key, each)
    places = {key: place for place, key in enumerate(best) if best[key].moves}
    idle, between = len(best) + 1, len(best)

    def place(choice: Choice) -> int:
        return places.get(choice.key, idle if choice.key in best else between)

    useful = _whole_moves(found)[:whole]
    final = {choice.text: choice for choice in question.choices if choice.final}
    first = [
        _whole_move(each, write(each.moves[0]), at, final) for at, each in enumerate(useful, 1)
    ]
    keys = {choice.key for choice in first}
    rest = (
        _promising(choice, best[choice.key], useful) if choice.key in best else choice
        for choice in sorted(question.choices, key=place)
        if choice.key not in keys
    )
    return replace(question, choices=(*first, *rest), whole=len(first))


def is_number(key: str) -> bool:
    """Whether a key names a suggestion by its number."""
    return re.fullmatch("w[1-9]", key) is not None


def numbered_moves(found: Sequence[Suggestion[M]], key: str) -> tuple[M, ...]:
    """The moves of the suggestion that a key names by its number."""
    useful = _whole_moves(found)
    number = int(key[1:]) if is_number(key) else 0
    return useful[number - 1].moves if 0 < number <= len(useful) else ()


def _whole_moves(found: Sequence[Suggestion[M]]) -> list[Suggestion[M]]:
    """Suggestions with moves, except parts of better ones: their choices are offered anyway."""
    useful: list[Suggestion[M]] = []
    for each in found:
        parts = (all(move in better.moves for move in each.moves) for better in useful)
        if each.moves and not any(parts):
            useful.append(each)
    return useful


def _whole_move(
    found: Suggestion[Any], text: str, number: int, final: Mapping[str, Choice]
) -> Choice:
    """``final`` are the choices that are whole moves themselves: such a one is offered once."""
    key, alone = typed_key(text), len(found.moves) == 1
    if alone and text in final:
        same = final[text]
        return replace(same, label=found.label, reason=found.reason, at=found.at, mark=found.mark)
    return Choice(
        *(key if alone and len(key) <= LONGEST_KEY else f"w{number}", found.label, text),
        final=True,
        reason=found.reason,
        at=found.at,
        mark=found.mark,
    )


def _promising(choice: Choice, best: Suggestion[Any], useful: Sequence[Suggestion[Any]]) -> Choice:
    """A choice with the best that it leads to, named as such because the choice alone does not do
    it, if that is not offered as a whole already; or why that is nothing useful."""
    if not best.moves:
        return replace(choice, detail=best.reason)
    label = f"{choice.label} · {best.mark}" if best.mark else choice.label
    if best in useful:
        return replace(choice, label=label)
    same = best.label == choice.label
    return replace(
        choice, label=label, detail=best.reason if same else f"best: {best.label}: {best.reason}"
    )


class Computer(Protocol[V_contra, M_co]):
    @property
    def levels(self) -> tuple[Level, ...]:
        """Its levels, weakest first; at least one."""
        ...

    def choose(
        self, view: V_contra, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> M_co | None:
        """A legal and sensible move at this level. ``None`` declines an offer, or waits for
        another seat's answer when nothing sensible can be done before it."""
        ...

    def suggest(self, view: V_contra, decision: Decision) -> tuple[Suggestion[M_co], ...]:
        """What a person could do, the best first, and those without moves last.

        It looks no further than the seat's own turn, and is the same for equal views; empty for
        a decision that it has nothing to say about.
        """
        ...


def no_suggestions(view: Any, decision: Decision) -> tuple[Suggestion[Any], ...]:
    return ()


@dataclass(frozen=True, slots=True)
class ComputerPlayer(Generic[V, M, K]):
    """A ``Computer`` with one way to think, whose levels are data.

    ``skills``  by level, weakest first: how deep it looks, how much it misjudges, what it looks at
    ``think``   chooses a move; it is told the skill, never the name of the level
    ``suggest``  see ``Computer``
    """

    skills: Mapping[Level, K]
    think: Callable[[V, Decision, random.Random, K], M | None]
    suggest: Callable[[V, Decision], tuple[Suggestion[M], ...]] = no_suggestions

    @property
    def levels(self) -> tuple[Level, ...]:
        return tuple(self.skills)

    def choose(
        self, view: V, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> M | None:
        return self.think(view, decision, rng, self.skills[level])


class Plan(Protocol):
    """What a seat could do, with what it is worth to the seat."""

    @property
    def score(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a computer player compares plans; a base class of skills.

    ``noise``   the share by which it may underrate a plan
    ``closer``  how many of the best plans it looks at again
    """

    noise: float = 0.0
    closer: int = 0

    def ranked(
        self, plans: Iterable[P], rng: random.Random, outlook: Callable[[P], float]
    ) -> list[P]:
        """Plans as it judges them, the best first.

        Args:
            outlook: what a plan is worth at a closer look
        """

        def misjudged() -> float:
            return rng.uniform(1 - self.noise, 1.0) if self.noise else 1.0

        found = sorted(plans, key=lambda plan: -plan.score * misjudged())
        closer = sorted(found[: self.closer], key=lambda plan: -outlook(plan))
        return [*closer, *found[self.closer :]]


# --- Moves worth considering ---


@dataclass(frozen=True, slots=True)
class Candidate(Generic[M_co]):
    """A legal move worth considering.

    ``gains``  what it brings, as a phrase for players
    ``parts``  how it is drawn over the board; what is ``told`` of them gets its number there
    """

    move: M_co
    gains: str
    parts: tuple[OverlayPart[Any], ...] = ()


class Analysis(Protocol[V_contra, M_co]):
    """Looks for good moves. It takes its time, up to a few seconds."""

    def looks_into(self, view: V_contra, decision: Decision, *, over: bool) -> bool:
        """Whether it has candidates for a decision; ``over``: the match has ended since."""
        ...

    def candidates(
        self, view: V_contra, decision: Decision, rng: random.Random
    ) -> Sequence[Candidate[M_co]]:
        """Up to three moves, the best first; at least one.

        ``view`` is that of the decision's seat. The same view, decision and ``rng`` give the same
        moves.
        """
        ...


def drawing(candidates: Sequence[Candidate[Any]]) -> Overlay[Any]:
    """All candidates over one board, numbered from 1."""
    parts = (
        replace(part, number=number if part.told else 0)
        for number, candidate in enumerate(candidates, 1)
        for part in candidate.parts
    )
    return Overlay(tuple(parts), is_question=True)
