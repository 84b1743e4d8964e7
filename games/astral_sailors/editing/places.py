"""Where a unit is: on the board, in the Reserve or out of the match, and whether it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.astral_sailors.board.terrain import anchor, gait, land_of, places, taken
from games.astral_sailors.editing.values import (
    FACING,
    FIELD,
    by_column,
    idle,
    is_hidden,
    not_in,
    place_of,
    read_square,
    refuse,
    same,
    unit_of,
)
from games.astral_sailors.events.battle import UnitRevealed
from games.astral_sailors.names import facing_name
from games.astral_sailors.rules.turns import placing
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Unit
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Argument
from games.core.geometry.squares import Base, Facing, Square
from games.core.notation import Value
from games.core.refusals import Forbidden


@dataclass(frozen=True)
class Spot:
    """A square, and a facing if that changes too."""

    at: Square
    facing: Facing | None = None

    @property
    def c(self) -> int:
        return self.at.c


def _read_spot(view: SailorsView, text: str) -> Spot:
    at, *facing = text.split()
    return Spot(read_square(view, at), FACING.value.read(view, facing[0]) if facing else None)


def _write_spot(spot: Spot) -> str:
    return f"{spot.at}{f' {spot.facing.name}' if spot.facing is not None else ''}"


def _spots(view: SailorsView, code: str) -> Iterator[Spot]:
    """Squares where the unit may stand, in reading order."""
    if not_in(view.table, FIELD, ""):
        return
    unit = unit_of(view, code)
    kind = view.table.kind(unit)
    land = land_of(view.table, gait(kind))
    free = land.rest & ~taken(view.table, unit, kind.base)[1]
    yield from map(Spot, _anchors(free, land.stride))


@lru_cache(maxsize=256)
def _anchors(free: int, stride: int) -> tuple[Square, ...]:
    return tuple(anchor(stride, place) for place in places(free))


def no_room(view: SailorsView, code: str, spot: Spot) -> Forbidden | None:
    table, unit, at = view.table, unit_of(view, code), spot.at
    if found := not_in(table, FIELD, "Units can stand on the board"):
        return found
    if unit.on_board and (unit.c, unit.r) == at and spot.facing in (None, unit.facing):
        return same(f"{code} is already there.")
    if table.players[unit.seat].removed:
        why = "The player of that unit is out of the match."
        return refuse(why, "Let the player return first.")
    return placing.no_room(table, unit, Base(at.c, at.r, table.kind(unit).base))


def moved(view: SailorsView, code: str, spot: Spot) -> tuple[str, str]:
    unit = unit_of(view, code)
    turned = spot.facing is not None and spot.facing != unit.facing
    facing = f", facing {facing_name(spot.facing)}" if spot.facing is not None and turned else ""
    return place_of(view.table, unit), f"{spot.at}{facing}"


def appear(builder: StepBuilder, code: str, spot: Spot) -> None:
    """Put a unit on the board with its captive; from elsewhere without AP."""
    reveal(builder, code)
    _free(builder, code)
    unit = builder.unit(code)
    facing = unit.facing if spot.facing is None else spot.facing
    put = placing.placed(unit, spot.at, facing)
    builder.put(replace(put, ap=unit.ap if unit.on_board else 0, delivered=False))
    if unit.holds:
        builder.put(replace(builder.unit(unit.holds), c=spot.at.c, r=spot.at.r))


def reveal(builder: StepBuilder, code: str) -> None:
    unit = builder.unit(code)
    if is_hidden(builder.table, unit):
        builder.tell(UnitRevealed(unit=code, of=unit.kind))
    builder.put(replace(unit, seen=True))


def stays(place: str) -> Callable[..., Forbidden | None]:
    def refused(view: SailorsView, code: str) -> Forbidden | None:
        unit = unit_of(view, code)
        if unit.place == place:
            return same(f"{code} is already there.")
        if unit.holds:
            return refuse(f"{code} holds {unit.holds}.", f"Free it first: {unit.holds} TO C5.")
        return None

    return refused


def leave(builder: StepBuilder, code: str, place: Any) -> None:
    """Take a unit off the board and clear its marks."""
    unit = builder.unit(code)
    _free(builder, code)
    idle(builder, code)
    fresh = Unit(code, unit.kind, unit.seat, place=place)
    builder.put(
        replace(fresh, seen=unit.seen, facing=unit.facing, used=unit.used, kills=unit.kills)
    )


def _free(builder: StepBuilder, code: str) -> None:
    """Free a captive unit."""
    unit = builder.unit(code)
    if unit.held_by:
        builder.put(replace(builder.unit(unit.held_by), holds=""), replace(unit, held_by=""))


def known_already(view: SailorsView, code: str) -> Forbidden | None:
    hidden = is_hidden(view.table, unit_of(view, code))
    return None if hidden else same(f"{code} is already known to everyone.")


SPOT = Argument(
    Value("a square", _read_spot, _write_spot, r"\S+(?:\s+\S+)?"),
    "Which square?",
    _spots,
    label=lambda _, spot: str(spot.at),
    group=lambda view, spot: by_column(view, spot.at),
    example="C5 SE",
)
