"""A player made of code: sees a seat's view, and answers its decisions."""

from __future__ import annotations

import random
from typing import Protocol, TypeVar

from games.core.decisions import Decision

V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Computer(Protocol[V_contra, M_co]):
    def choose(self, view: V_contra, decision: Decision, rng: random.Random) -> M_co | None:
        """A legal and sensible move. ``None`` leaves an offer alone, or waits for another seat's
        answer without which there is nothing sensible to do."""
        ...
