"""What deploying and reinforcing have in common: putting a unit from the Reserve on the board."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from games.astral_sailors.board import terrain
from games.astral_sailors.board.terrain import around
from games.astral_sailors.events import UnitRevealed
from games.astral_sailors.names import called, stretches
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from games.core.types import Forbidden

DETECTION = 8
"""How far Detect keeps enemy Silent units away (ASCW-141)."""


def placed(unit: Unit, at: Square, facing: Facing) -> Unit:
    """The unit on the board: without AP until the next activation phase (D-29, D-47)."""
    return replace(unit, place="board", seen=True, c=at.c, r=at.r, facing=facing, ap=0)


def appears(builder: StepBuilder, code: str, at: Square, facing: Facing) -> None:
    """Put the unit on the board; with closed armies all learn now what it is."""
    unit = builder.unit(code)
    if not (unit.seen or builder.table.agreement.open_armies):
        builder.tell(UnitRevealed(code, unit.kind))
    builder.put(placed(unit, at, facing))


def not_in_reserve(table: Table, seat: int, code: str, rule: str) -> Forbidden:
    own = [unit.code for unit in table.of(seat) if unit.place == "reserve"]
    can = f"It holds {', '.join(own)}." if own else "It is empty."
    why = f"{called(table, code)} is not in your Reserve."
    return Forbidden(rule, why, instead=can, code="NOT_IN_RESERVE")


def no_hold(hold: Collection[str]) -> Forbidden | None:
    """Units are only named for the end of a half-turn."""
    if not hold:
        return None
    why = "You can name units that hold only when you end an activation turn."
    return Forbidden("ASCW-D43", why, instead="Write only DONE.", code="NOT_A_HALF")


def no_room(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    """Why the unit may not stand there at all (D-05)."""
    if terrain.stands(table, unit, base):
        return None
    name = called(table, unit.code)
    if not base.within(table.size):
        return Forbidden("ASCW-D05", f"{name} would not fit on the board.", code="NOT_STANDABLE")
    for other in table.on_board():
        if other.code != unit.code and table.base(other).gap(base) == 0:
            why = f"{called(table, other.code)} already stands there."
            return Forbidden("ASCW-D05", why, code="OCCUPIED")
    pieces = (terrain.terrain_at(table, at) for at in base.squares())
    names = dict.fromkeys(terrain.piece_kind(table, at).name for at in pieces if at is not None)
    why = f"{name} cannot stand on {' or '.join(names) or base.anchor}."
    return Forbidden("ASCW-D05", why, code="NOT_STANDABLE")


def enemies_of(table: Table, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units in the game area."""
    return tuple(other for other in table.on_board() if table.enemies(unit, other))


def nearest_enemy(table: Table, unit: Unit, base: Base) -> tuple[Unit | None, int]:
    """The enemy nearest to ``base`` and its distance; without enemies that is the whole board."""
    enemies = enemies_of(table, unit)
    found = min(enemies, key=lambda other: table.base(other).gap(base), default=None)
    return found, table.base(found).gap(base) if found else table.size


def too_close(
    table: Table, unit: Unit, base: Base, gap: int, rule: str, do: str, code: str
) -> Forbidden | None:
    """Why the unit cannot come so near to an enemy."""
    enemy, distance = nearest_enemy(table, unit, base)
    if enemy is None or distance >= gap:
        return None
    why = f"{called(table, enemy.code)} would be {distance} away; {do} at least {gap} from "
    return Forbidden(rule, f"{why}every enemy.", code=code)


def detected(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    """Why a Silent unit cannot enter there: an enemy with Detect is too near (ASCW-141, D-48)."""
    for other in enemies_of(table, unit) if table.kind(unit).specials.silent else ():
        distance = table.base(other).gap(base)
        if table.kind(other).specials.detect and distance <= DETECTION:
            why = (
                f"{called(table, other.code)} has Detect and would be {distance} away; it keeps "
                f"Silent units out within {DETECTION} squares."
            )
            can = f"Choose a square at least {DETECTION + 1} away from it."
            return Forbidden("ASCW-141", why, instead=can, code="DETECTED")
    return None


def too_near(table: Table, unit: Unit, gap: int) -> int:
    """The anchors, as a set as in ``Land``, from which ``unit`` would be nearer than ``gap`` to an
    enemy, or detected."""
    kind = table.kind(unit)
    found = 0
    for other in enemies_of(table, unit):
        reach = gap - 1
        if kind.specials.silent and table.kind(other).specials.detect:
            reach = max(reach, DETECTION)
        found |= around(table.size, table.base(other), kind.base, reach)
    return found


def extent(squares: Collection[Square]) -> str:
    """A set of squares by its rows, equal ones together: ``A1–P6``."""
    rows: dict[int, list[int]] = {}
    for at in sorted(squares):
        rows.setdefault(at.r, []).append(at.c)
    blocks: dict[tuple[int, int], list[int]] = {}
    for r in sorted(rows):
        for across in stretches(rows[r]):
            blocks.setdefault(across, []).append(r)
    found = [
        (top, first, last, low) for (first, last), r in blocks.items() for top, low in stretches(r)
    ]
    return ", ".join(f"{Square(a, top)}–{Square(b, low)}" for top, a, b, low in sorted(found))
