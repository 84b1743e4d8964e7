"""Protection, hits, health, and what a wreck does to those inside (2.11, CSW-71)."""

from __future__ import annotations

from games.colonial_space_wars import events as e
from games.colonial_space_wars.events import Piece
from games.colonial_space_wars.rules import ending
from games.colonial_space_wars.rules.values import piece
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Table, Unit
from games.core.geometry.squares import Square


def protection_left(table: Table, target: Unit) -> int:
    """The points that a unit still absorbs before it is hit (CSW-92; CSW-D01 for the other model
    of hits); below 0 where its protection has become lower since it was struck."""
    absorbed = table.protection(target)
    if table.agreement.hit_model == "attack":
        return absorbed
    return absorbed + target.hits - target.struck


def new_hits(table: Table, target: Unit, points: int) -> int:
    """The hits that points cause now."""
    return max(0, points - protection_left(table, target))


def strike(
    builder: StepBuilder, attacker: Unit, target: Unit, points: int, *, barrage: bool = False
) -> None:
    """Points strike a unit on the board; its hits take effect at once (CSW-92 to 94)."""
    table = builder.table
    hits, absorbed = new_hits(table, target, points), table.protection(target)
    who, whom = piece(table, attacker), piece(table, target)
    struck = target.struck + points
    hurt = builder.put(target, struck=struck, hits=target.hits + hits)
    builder.tell(
        e.Attacked(
            who,
            attacker.square,
            whom,
            target.square,
            points,
            struck,
            absorbed,
            hits,
            barrage=barrage,
        )
    )
    if hits:
        _lose(builder, hurt, hits, who, target.square)
        ending.without_units(builder)


def _lose(builder: StepBuilder, unit: Unit, levels: int, by: Piece | None, at: Square) -> bool:
    """Take health levels; whether the unit survives. Surplus hits are lost (CSW-94)."""
    after = max(0, unit.health - levels)
    named = piece(builder.table, unit)
    if after:
        builder.put(unit, health=after)
        builder.tell(e.HealthLost(named, unit.health, after, wreck=by is None))
        return True
    destroy(builder, unit)
    builder.tell(e.Destroyed(named, at, by))
    for code in unit.cargo:
        _bail_out(builder, builder.unit(code), at)
    return False


def destroy(builder: StepBuilder, unit: Unit) -> None:
    """Take a unit out of the game. A Martyr promises its owner a command point (CSW-108)."""
    table = builder.table
    promised = table.martyrs[unit.seat]
    if table.kind(unit).has("martyr") and table.active != unit.seat and not promised:
        builder.table = table.promise(unit.seat, table.bonus[unit.seat] + 1, martyr=True)
    builder.put(unit, at=None, cargo=(), health=0, dug_in=False, inspired=False, dread=False)


def _bail_out(builder: StepBuilder, unit: Unit, wreck: Square) -> None:
    """One level is lost whatever the PRT (CSW-97); survivors stand on the first free square."""
    if not _lose(builder, unit, 1, None, wreck):
        return
    table, unit = builder.table, builder.unit(unit.code)
    squares = (wreck, *table.board.around(wreck))
    free = next((square for square in squares if table.is_free(square)), None)
    if free is None:
        destroy(builder, unit)
        builder.tell(e.Destroyed(piece(table, unit), wreck, None))
        return
    builder.put(unit, at=free)
    builder.tell(e.BailedOut(piece(table, unit), free, unit.health))
