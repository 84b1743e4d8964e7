"""A whole position as one line of text: ``N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y``.

The size of the board, the planets and ships of both sides, and who is to move; ``-`` stands for
none. Without Yellow's ship, or without Cyan's, the ships are still to be placed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.astralis.board import HexName, name, names
from games.astralis.sides import Side
from games.astralis.view import AstralisView
from games.core.geometry.hexes import spelling

_HEX = "[A-Z][0-9]{1,3}"
_SOME = f"(-|{_HEX}(?:,{_HEX})*)"
_LINE = re.compile(rf"N([0-9])Y:{_SOME}C:{_SOME}SY:(-|{_HEX})SC:(-|{_HEX})T:([YC])")


@dataclass(frozen=True, slots=True)
class PositionLine:
    """A parsed position; its soundness is checked elsewhere."""

    size: int
    yellow: tuple[HexName, ...]
    cyan: tuple[HexName, ...]
    ships: tuple[HexName | None, HexName | None]
    to_move: Side


def line_of(state: AstralisView) -> PositionLine:
    """The position of a match."""
    yellow, cyan = state.planets
    first, second = (None if ship is None else name(ship) for ship in state.ships)
    return PositionLine(
        state.agreement.size, names(yellow), names(cyan), (first, second), state.to_move
    )


def written(line: PositionLine) -> str:
    first, second = (ship or "-" for ship in line.ships)
    yellow, cyan = (",".join(planets) or "-" for planets in (line.yellow, line.cyan))
    return f"N{line.size} Y:{yellow} C:{cyan} SY:{first} SC:{second} T:{line.to_move.name[0]}"


def line_read(tidy: str) -> PositionLine | None:
    """Parse a line in capitals without spaces, or return ``None``."""
    found = _LINE.fullmatch(tidy)
    if found is None:
        return None
    size, yellow, cyan, first, second, to_move = found.groups()
    return PositionLine(
        int(size),
        _hexes(yellow),
        _hexes(cyan),
        (_hex(first), _hex(second)),
        Side.YELLOW if to_move == "Y" else Side.CYAN,
    )


def _hexes(text: str) -> tuple[str, ...]:
    return tuple(hex for each in text.split(",") if (hex := _hex(each)) is not None)


def _hex(text: str) -> str | None:
    return None if text == "-" else spelling(text) or text
