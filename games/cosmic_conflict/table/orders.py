"""The table of Orders and Commands (canon 3.9), and what a unit hides.

What a ship hides is an ``Orders`` value, which is never part of a ``Table``. What everybody knows
is in ``Unit``: its Token, the slots that may still hide something, what it revealed and used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from games.cosmic_conflict.table.units import CommandName, OrderName

OrderType: TypeAlias = Literal["offensive", "defensive", "navigate", "scanning", "hyperspace"]


# --- The table (canon 3.9) ---

Moment: TypeAlias = Literal[
    "idle",
    "declared",
    "attacks",
    "reroll",
    "moving",
    "aimed",
    "dodge",
    "damage",
    "condition",
    "R1",
    "R5",
    "R6",
    "R8",
]
"""What happens, as a ship sees it.

``idle``       the Activation Phase waits, or is at an interrupt point outside an attack (D-065)
``declared``   an attack of the enemy has been declared, on whatever ship (D-065)
``attacks``    its own attack sequence, between two attacks
``reroll``     step 6 of an attack of its own
``moving``     its own move sequence
``aimed``      step 4 of an attack on it; ``dodge``: step 9 of one
``damage``     it is about to take damage of any kind (D-043)
``condition``  a Condition of it has been determined
``R1`` …       a step of the Resolution Phase
"""
ACTIVATION: Final[frozenset[Moment]] = frozenset({"idle", "declared", "attacks", "moving"})
ANY: Final[frozenset[Moment]] = frozenset(get_args(Moment))


@dataclass(frozen=True, slots=True)
class OrderKind:
    """An Order or a Command, with the moments when it may be revealed or used."""

    name: str
    type: OrderType
    rule: str
    window: frozenset[Moment]


ORDERS: Final[Mapping[OrderName, OrderKind]] = {
    "contingent": OrderKind("Contingent Attack", "offensive", "CC-153", ACTIVATION),
    "focus": OrderKind("Offensive Focus", "offensive", "CC-154", ACTIVATION | {"aimed", "reroll"}),
    "brace": OrderKind("Brace for Impact", "defensive", "CC-157", ANY),
    "reinforce": OrderKind("Reinforce Shields", "defensive", "CC-159", ACTIVATION | {"R1"}),
    "evasive": OrderKind(
        "Evasive Actions", "navigate", "CC-161", ANY - {"dodge", "damage", "condition"}
    ),
    "velocity": OrderKind("Change Velocity", "navigate", "CC-162", ANY),
    "scanners": OrderKind(
        "Enhance Scanners", "scanning", "CC-165", frozenset({"attacks", "moving", "R5"})
    ),
    "mark": OrderKind("Mark Target", "scanning", "CC-169", frozenset({"attacks"})),
    "jump": OrderKind("Jump to Hyperspace", "hyperspace", "CC-176", frozenset({"R8"})),
    "repair": OrderKind("Repair", "defensive", "CC-248", ACTIVATION | {"R6"}),
    "cloak": OrderKind("Cloak", "navigate", "CC-236", frozenset({"R8"})),
}
"""Their owner may reveal them earlier than they have an effect (D-063), save those that need a
target or a course: these are executed when they are revealed."""
COMMANDS: Final[Mapping[CommandName, OrderKind]] = {
    "reaim": OrderKind("Re-aim", "offensive", "CC-155", frozenset({"reroll"})),
    "snap": OrderKind(
        "Snap Attack", "offensive", "CC-156", frozenset({"idle", "declared", "attacks"})
    ),
    "damcon": OrderKind("Damage Control", "defensive", "CC-160", frozenset({"condition"})),
    "dodge": OrderKind("Dodge", "navigate", "CC-163", frozenset({"dodge"})),
    "velocity": OrderKind(
        "Change Velocity",
        "navigate",
        "CC-164",
        frozenset({"idle", "attacks", "moving", "R1", "R5", "R8"}),
    ),
    "sensors": OrderKind(
        "Enhance Sensors", "scanning", "CC-175", frozenset({"attacks", "moving", "R5"})
    ),
}

MAIN: Final = -1
"""The slot that every ship has; the others are the places of the items that give them."""
EXTRA_SLOTS: Final[Mapping[str, OrderType]] = {"NAV": "navigate", "SEN": "scanning"}
"""The items that give another slot, and the type of Orders that it takes (CC-111, CC-114)."""
REPEATABLE: Final = "mark"
"""The Order that may be given again, for another target (CC-169)."""


# --- What is hidden ---


@dataclass(frozen=True, slots=True)
class Orders:
    """What the owner of a ship alone knows.

    ``token``   it gets a Token, until all sides have locked: then ``Unit.token`` tells
    ``hidden``  Orders that are not revealed yet, each with its slot, the main one first
    """

    token: bool = False
    hidden: tuple[tuple[int, OrderName], ...] = ()

    @property
    def names(self) -> tuple[OrderName, ...]:
        """What a scan finds (CC-168)."""
        return tuple(name for _, name in self.hidden)

    def at(self, slot: int) -> OrderName | None:
        return dict(self.hidden).get(slot)

    def without(self, slot: int) -> Orders:
        """The Orders with one slot emptied."""
        kept = tuple(each for each in self.hidden if each[0] != slot)
        return Orders(self.token and slot != MAIN, kept)

    def given(self, slot: int, name: OrderName) -> Orders:
        """These Orders, with another one in a slot."""
        kept = self.without(slot)
        return replace(kept, hidden=tuple(sorted((*kept.hidden, (slot, name)))))

    def with_token(self) -> Orders:
        """These Orders, with a Token in the main slot (CC-063)."""
        return replace(self.without(MAIN), token=True)

    @property
    def jump(self) -> Orders:
        """What Communications Damage leaves (CC-055)."""
        return self._only("jump")

    @property
    def late(self) -> Orders:
        """What the clean-up leaves: Orders that are revealed in step R8 (3.11)."""
        return self._only("jump", "cloak")

    def _only(self, *names: OrderName) -> Orders:
        return Orders(hidden=tuple(each for each in self.hidden if each[1] in names))


TOKEN: Final = -2
"""What a Command is paid with, else the slot of a hidden Order (CC-065, CC-068)."""
