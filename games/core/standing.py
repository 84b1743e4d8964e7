"""Answers that a seat gives in advance, so that a match does not wait for it.

Standing orders belong to the person on a seat and stand outside the log: the
host keeps them, changes them at any time, and hands them to the game whenever
one of the seat's decisions opens. What a game answers goes into the log as an
ordinary move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from games.core.decisions import Decision
from games.core.options import Options

V_contra = TypeVar("V_contra", contravariant=True)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Order:
    """One standing order: under ``topic``, for ``about`` (all when empty), do ``value``.

    An empty ``value`` takes the order back.
    """

    topic: str
    about: str
    value: str


Orders: TypeAlias = tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Answered(Generic[M]):
    """A move by standing order, and the orders that are left: some are used up by answering.

    Without a move the seat is asked, and the orders left are kept all the same:
    some have become pointless.
    """

    move: M | None
    left: Orders


class Standing(Protocol[V_contra, M]):
    """What a game lets a seat decide in advance, from the seat's own view only."""

    def options(self, view: V_contra) -> Options[Order]:
        """Every order that can be given now, as a tree of questions."""
        ...

    def read(self, view: V_contra, text: str) -> Order:
        """The order that ``text`` means. Raises ``Unreadable`` or ``Forbidden``."""
        ...

    def write(self, order: Order) -> str:
        """The text form of ``order``; ``read`` gives the same order back."""
        ...

    def given(self, orders: Orders, order: Order) -> Orders:
        """``orders`` with ``order`` among them, in place of what it replaces or takes back."""
        ...

    def show(self, view: V_contra, orders: Orders) -> tuple[str, ...]:
        """The orders in force, those that nobody gave included, a sentence each."""
        ...

    def answer(self, view: V_contra, decision: Decision, orders: Orders) -> Answered[M] | None:
        """The move that the orders make, or ``None`` when the seat wants to be asked."""
        ...

    def default(self, view: V_contra, decision: Decision, orders: Orders) -> M | None:
        """The move when time runs out or nobody sits there; ``None``: there is none, wait."""
        ...

    def unless(self, view: V_contra, decision: Decision, orders: Orders) -> str:
        """What ``default`` will do, as one sentence for the panel; empty when it does nothing.

        Everybody may read it: it must not depend on what only the seat knows.
        """
        ...
