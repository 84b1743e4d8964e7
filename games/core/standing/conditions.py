"""Conditions on the other side's move, for conditional moves.

For games in which sides move in turns and everything is open: "if they play this, I answer
that". A condition is a short text that the game can read, show and compare with a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from games.core.events import Event

M_contra = TypeVar("M_contra", contravariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)

ANYTHING = "*"
"""The condition that every move meets."""


class Conditions(Protocol[M_contra, E_contra]):
    def read(self, text: str) -> str:
        """Parse a condition into its canonical form, or raise ``Unreadable``."""
        ...

    def meets(self, condition: str, move: M_contra, events: Sequence[E_contra]) -> bool:
        """Whether ``move``, which led to ``events``, meets the condition."""
        ...

    def around(self, move: M_contra) -> tuple[str, ...]:
        """Conditions that ``move`` meets whatever its events, narrowest first."""
        ...

    def tell(self, condition: str, view: Any) -> str:
        """What the other side does in such a match, in words: "goes to D7 and plants E7"."""
        ...
