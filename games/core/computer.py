"""Computer players, which answer decisions from a seat's view."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Literal, Protocol, TypeAlias, TypeVar

from games.core.decisions import Decision

V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

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
