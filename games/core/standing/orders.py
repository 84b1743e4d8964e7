"""Standing orders: a seat's answers in advance.

Standing orders belong to the person on a seat and stand outside the log: the
host keeps them, changes them at any time, and hands them to the game whenever
one of the seat's decisions opens. What a game answers goes into the log as an
ordinary move.

A game declares its ``Topic``s (``topics``); ``StandingOrders`` reads, writes, offers and shows
orders on them. Text forms: ``PAY ALL LETHAL``, ``R3 COUNTER ALWAYS``, ``PAY-KEEP
10``, ``QUEUE R3 MOVE C4``; ``CLEAR`` takes back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from games.core.decisions import Decision
from games.core.options import Options

V_contra = TypeVar("V_contra", contravariant=True)
M = TypeVar("M")

ASK: Final = "ask"
"""The value of a topic that means: ask the player."""
ALL, CLEAR = "ALL", "CLEAR"
LONGEST = 4000
"""Longest text of an order, in characters."""


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
    """A move by standing order and the orders left afterwards.

    Without a move the seat is asked; the orders left still replace the old ones, as
    some may have become pointless.
    """

    move: M | None
    left: Orders


class Standing(Protocol[V_contra, M]):
    """The standing orders of a game, from a seat's own view."""

    @property
    def queues(self) -> tuple[tuple[str, str], ...]:
        """The first keys of orders that wait one behind the other, with their labels."""
        ...

    def known(self, orders: Orders) -> Orders:
        """Those of ``orders`` that can still be given: an earlier release may have had others."""
        ...

    def options(self, view: V_contra) -> Options[Order]:
        """The tree of questions for orders that can be given now."""
        ...

    def read(self, view: V_contra, text: str) -> Order:
        """Parse an order; raise ``Unreadable`` or ``Forbidden``."""
        ...

    def write(self, order: Order) -> str:
        """The text form of ``order``, the inverse of ``read``."""
        ...

    def given(self, orders: Orders, order: Order) -> Orders:
        """``orders`` after adding or withdrawing ``order``."""
        ...

    def show(self, view: V_contra, orders: Orders) -> tuple[str, ...]:
        """The orders in force, defaults included, one sentence each."""
        ...

    def answer(self, view: V_contra, decision: Decision, orders: Orders) -> Answered[M] | None:
        """The move that the orders give, or ``None`` to ask the seat."""
        ...

    def default(self, view: V_contra, decision: Decision, orders: Orders) -> M | None:
        """The default move on timeout or for an empty seat, or ``None`` to wait."""
        ...

    def unless(self, view: V_contra, decision: Decision, orders: Orders) -> str:
        """One sentence about ``default`` for the panel, or an empty text.

        Everybody may read it: it must not depend on what only the seat knows.
        """
        ...
