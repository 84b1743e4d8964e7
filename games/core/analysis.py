"""Moves worth considering, for learning from a match: with what they gain, and as a drawing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from games.core.decisions import Decision
from games.core.overlay import Overlay, OverlayPart

V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


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
