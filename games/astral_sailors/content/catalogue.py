"""Types of content: units, scenery, presets and army lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from games.core.geometry.squares import Square

Class: TypeAlias = Literal["commander", "troop", "machine", "mercenary", "civilian"]
Opacity: TypeAlias = Literal["", "soft", "solid"]
Entry: TypeAlias = Literal["open", "difficult", "crossable", "impassable"]


@dataclass(frozen=True, slots=True)
class Specials:
    """The special rules of a kind of unit (ASCW-136 to 161, D-06); 0 and ``False`` for none.

    Two-part values such as Jump 5/2 are ``jump`` squares over ``jump_over`` half
    squares of height.
    """

    commander: bool = False
    counter: bool = False
    cover: int = 0
    detect: bool = False
    split: bool = False
    tough: int = 0
    elite: bool = False
    limited: int = 0
    light_feet: bool = False
    fast: bool = False
    reflexes: bool = False
    jump: int = 0
    jump_over: int = 0
    silent: bool = False
    venom: int = 0
    electric: bool = False
    """Whether the poison is called Electric: the same rule under its other name."""
    fly: bool = False
    aquatic: bool = False


@dataclass(frozen=True, slots=True)
class UnitKind:
    """One line of an army list (canon 5.1 to 5.3).

    ``army``     code of the faction, ``MC`` for mercenaries, ``CV`` for civilians
    ``shots``/``blows``        AT, ranged and melee
    ``shot_damage``/``blow_damage``  DA, ranged and melee
    ``nearest``/``farthest``   RA
    ``height``   in half squares
    """

    code: str
    name: str
    army: str
    category: Class
    resistance: int
    shots: int
    blows: int
    shot_damage: int
    blow_damage: int
    nearest: int
    farthest: int
    defence: int
    movement: int
    cost: int
    base: int
    height: int
    specials: Specials = field(default_factory=Specials)

    @property
    def military(self) -> bool:
        """Everything but civilians (ASCW-26)."""
        return self.category != "civilian"


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A piece of scenery or a field of terrain (canon 5.5).

    ``columns``/``rows``  before it is turned
    ``height``   in half squares, 0 for a flat field
    ``entry``    for units on the ground: ``open``, ``difficult``, ``crossable``
                 (difficult, no stopping), ``impassable``
    ``water``    Aquatic units take it as normal ground
    ``danger``   the Damage of its automatic attack, ``None`` for none
    """

    code: str
    name: str
    columns: int
    rows: int
    height: int
    opacity: Opacity
    entry: Entry
    water: bool = False
    danger: int | None = None

    def extent(self, turned: bool) -> tuple[int, int]:
        """Columns and rows as it lies, a quarter ``turned`` or not."""
        return (self.rows, self.columns) if turned else (self.columns, self.rows)


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a preset: its kind and the square of its north-western corner."""

    piece: str
    square: str
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of a pattern: column and row inside a quadrant, both from 0."""

    piece: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made set of scenery: fixed ``spots`` for one ``size`` of board, or a pattern of
    ``even`` and ``odd`` slots for all boards of quadrants."""

    key: str
    name: str
    sizes: tuple[int, ...]
    spots: tuple[Spot, ...] = ()
    even: tuple[Slot, ...] = ()
    odd: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmyList:
    """A ready-made army: codes of units, repeated as often as they are in it."""

    key: str
    name: str
    army: str
    size: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything a match may use. Mappings are by code or key, in the order of the data."""

    title: str
    armies: Mapping[str, str]
    """Factions by code: ``EX``, ``GU`` and those of a pack; not mercenaries and civilians."""
    units: Mapping[str, UnitKind]
    pieces: Mapping[str, PieceKind]
    presets: Mapping[str, Preset]
    lists: Mapping[str, ArmyList]


def quadrant_name(column: int, row: int) -> str:
    """``Q1-2``, counted from 0."""
    return f"Q{column + 1}-{row + 1}"


# --- Ready-made scenery ---

QUADRANT = 8
"""Squares of a side of a quadrant."""
PER_PLAYER = 5
"""Pieces of scenery (ASCW-20)."""
PLAYERS = {16: range(2, 3), 24: range(3, 7), 32: range(7, 9)}
"""Board → numbers of players who play on it (ASCW-17 to 19)."""


def spots_of(preset: Preset, size: int) -> tuple[Spot, ...]:
    """All pieces of ``preset`` for a board of ``size``; a match lays the first 5 per player (5.5).

    Of a pattern: the first slot in all quadrants in reading order, then the second in all, ...
    """
    if preset.spots:
        return preset.spots
    across = range(size // QUADRANT)
    found = []
    for number in range(len(preset.even)):
        for j in across:
            for i in across:
                slot = (preset.odd if (i + j) % 2 else preset.even)[number]
                where = Square(QUADRANT * i + slot.x, QUADRANT * j + slot.y)
                found.append(Spot(slot.piece, str(where)))
    return tuple(found)


def fewest(size: int, players: int) -> int:
    """Pieces that every quadrant must have in the end (ASCW-22, D-50)."""
    return min(2, PER_PLAYER * players // (size // QUADRANT) ** 2)


def quadrants(anchors: Sequence[Square], size: int) -> dict[tuple[int, int], int]:
    """How many of these pieces each quadrant has, column band and row band from 0 (D-49)."""
    across = range(size // QUADRANT)
    count = {(i, j): 0 for j in across for i in across}
    for anchor in anchors:
        count[anchor.c // QUADRANT, anchor.r // QUADRANT] += 1
    return count
