"""Computer players, which answer decisions from a seat's view, and searches for good moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from games.core.overlay import Overlay, OverlayPart
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


@dataclass(frozen=True, slots=True)
class ComputerPlayer(Generic[V, M, K]):
    """A ``Computer`` with one way to think, whose levels are data.

    ``skills``  by level, weakest first: how deep it looks, how much it misjudges, what it looks at
    ``think``   chooses a move; it is told the skill, never the name of the level
    """

    skills: Mapping[Level, K]
    think: Callable[[V, Decision, random.Random, K], M | None]

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
    return Overlay(tuple(parts), asks=True)
