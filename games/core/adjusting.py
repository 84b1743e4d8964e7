"""Adjustments by a referee, typed and checked like moves.

An adjustment is chosen from options that are worked out from a view: that of the referee, or
that of the seat of a referee who plays and must not learn anything by it. It never triggers
rules by itself. A state that no match can be in is refused.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from games.core.events import Event, Step
from games.core.forms import Form
from games.core.options import Options

S = TypeVar("S")
V_contra = TypeVar("V_contra", contravariant=True)
A = TypeVar("A")
E = TypeVar("E", bound=Event)


class Adjusting(Protocol[S, V_contra, A, E]):
    """The adjustments of a game; ``form`` is their JSON form in the log."""

    form: Form[A]

    def options(self, view: V_contra) -> Options[A]:
        """Every adjustment that can be made now by whoever sees ``view``, as a tree of questions:
        which piece, what of it, which value."""
        ...

    def read(self, view: V_contra, text: str) -> A:
        """Parse an adjustment; raise ``Unreadable`` or ``Forbidden``."""
        ...

    def write(self, adjustment: A) -> str:
        """The text form of ``adjustment``, the inverse of ``read``."""
        ...

    def apply(self, state: S, adjustment: A) -> Step[S, E]:
        """The state with ``adjustment``, and events that say what was and what is now: with an
        audience where that is secret. Raises ``Forbidden`` for a state that cannot be."""
        ...
