"""The board as bit sets: one bit for each hex of a hexagon.

A hex is an ``int``, 16 × letter + number − 1 (A1 is 0, E7 is 70), the same on
every size of board; a set of hexes is an ``int`` with those bits. Column 16 is
never used, so a shift by one step cannot run over into the next row. The order
of the bits is the canonical order of the hexes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import ascii_uppercase
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, PlainSerializer

from games.core.geometry.hexes import Direction, Hex, Hexagon, distance

Bits: TypeAlias = int
"""A set of hexes."""

_NAMES = tuple(f"{letter}{number}" for letter in ascii_uppercase[:15] for number in range(1, 17))
_INDEX = {name: index for index, name in enumerate(_NAMES)}

ALL: Bits = -1
"""Every hex."""

MoveList: TypeAlias = tuple[tuple[int, int | None], ...]


def name(hex: int) -> str:
    """``70`` is E7."""
    return _NAMES[hex]


def index_of(name: str) -> int:
    """``E7`` is 70. Raises ``ValueError`` for a name that is on no board."""
    found = _INDEX.get(name)
    if found is None:
        raise ValueError("there is no such hex")
    return found


def members(bits: Bits) -> Iterator[int]:
    """The hexes of a set, in canonical order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def names(bits: Bits) -> tuple[str, ...]:
    """The names of the hexes of a set, in canonical order."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(_NAMES[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything about a board that never changes. Made by ``board_of`` only.

    ``around[h]``      the neighbours of ``h``
    ``beyond[h]``      the hexes at distance two from ``h``
    ``rays[h]``        in each of the six directions the hexes from ``h`` to the
                       rim, nearest first, as pairs (bit, hex)
    ``between[h][k]``  the hexes strictly between ``h`` and ``k``; no entry when
                       the two are not on one straight line
    ``turns_at[h]``    for sets of hexes plantable from ``h``, the ready-made
                       list of turns that end there; filled in as play needs it
    """

    size: int
    mask: Bits
    hexes: tuple[int, ...]
    hex_of: Mapping[str, int]
    axial: Mapping[int, Hex]
    corners: Bits
    around: tuple[Bits, ...]
    beyond: tuple[Bits, ...]
    rays: tuple[tuple[tuple[tuple[Bits, int], ...], ...], ...]
    between: tuple[Mapping[int, Bits], ...]
    turns_at: tuple[dict[Bits, MoveList], ...]

    def bits(self, *hexes: str) -> Bits:
        """The set of the hexes with these names. Raises ``KeyError`` off the board."""
        found = 0
        for hex in hexes:
            found |= 1 << self.hex_of[hex]
        return found

    def row(self, number: int) -> Bits:
        """The hexes of a row, 0 at the bottom."""
        return self.mask & (0xFFFF << 16 * number)

    @property
    def rows(self) -> int:
        return 2 * self.size - 1

    def near(self, bits: Bits) -> Bits:
        """All hexes next to at least one hex of ``bits`` (AST-03)."""
        right, left = bits << 1, bits >> 1
        return (right | left | (bits | right) << 16 | (bits | left) >> 16) & self.mask


@cache
def board_of(size: int) -> Board:
    """The board with ``size`` hexes along an edge, 3 to 8 (AST-02)."""
    if not 3 <= size <= 8:
        raise ValueError(f"Astralis has no board of size {size}")
    hexagon = Hexagon(size)
    axial = {_INDEX[hexagon.name(hex)]: hex for hex in hexagon.all()}
    index = {hex: number for number, hex in axial.items()}
    around = [0] * len(_NAMES)
    beyond = [0] * len(_NAMES)
    rays: list[tuple[tuple[tuple[Bits, int], ...], ...]] = [()] * len(_NAMES)
    between: list[dict[int, Bits]] = [{} for _ in _NAMES]
    for number, hex in axial.items():
        around[number] = sum(1 << index[k] for k in hexagon.neighbours(hex))
        beyond[number] = sum(1 << n for n, far in axial.items() if distance(hex, far) == 2)
        lines = [[index[k] for k in hexagon.ray(hex, direction)] for direction in Direction]
        rays[number] = tuple(tuple((1 << k, k) for k in line) for line in lines)
        for line in lines:
            passed = 0
            for k in line:
                between[number][k] = passed
                passed |= 1 << k
    return Board(
        size=size,
        mask=sum(1 << number for number in axial),
        hexes=tuple(axial),
        hex_of={_NAMES[number]: number for number in axial},
        axial=axial,
        corners=sum(1 << n for n, bits in enumerate(around) if bits.bit_count() == 3),
        around=tuple(around),
        beyond=tuple(beyond),
        rays=tuple(rays),
        between=tuple(between),
        turns_at=tuple({} for _ in _NAMES),
    )


def _read_set(value: Any) -> int:
    if not isinstance(value, list):
        raise ValueError("a set of hexes is a list of names")
    found = 0
    for hex in value:
        found |= 1 << _read_hex(hex)
    return found


def _read_hex(value: Any) -> int:
    if not isinstance(value, str):
        raise ValueError("a hex is given by its name")
    return index_of(value)


StoredHex: TypeAlias = Annotated[
    int, BeforeValidator(_read_hex), PlainSerializer(name, return_type=str)
]
"""A hex; in JSON its name, ``"E7"``."""

StoredHexes: TypeAlias = Annotated[
    int, BeforeValidator(_read_set), PlainSerializer(names, return_type=tuple[str, ...])
]
"""A set of hexes; in JSON the list of their names in canonical order."""

HexName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z](0|[1-9][0-9]{0,2})$")]
"""The name of a hex, on the board or not; ``games.core.geometry.hexes.spelling`` makes one."""
