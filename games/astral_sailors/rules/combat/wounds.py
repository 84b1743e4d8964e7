"""Wounds, paying them off, elimination, rewards (2.14, D-31 to D-36, D-73)."""

from __future__ import annotations

from games.astral_sailors.events import PoisonMarked, RewardPaid, UnitEliminated, WoundsTaken
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Poison, Table, Unit
from games.core.geometry.squares import Square

TICKS = 3
"""Rounds that a poison mark lasts (ASCW-158)."""


def price(cost: int) -> int:
    """Points for ignoring one wound (ASCW-91, D-34)."""
    return cost // 2


def reward(cost: int) -> int:
    """Points for eliminating a unit (ASCW-95, D-35)."""
    return (cost + 1) // 2


def after_tough(table: Table, unit: Unit, wounds: int) -> int:
    """How many of ``wounds`` are left when Tough has absorbed what it still can (D-31)."""
    tough = table.kind(unit).specials.tough
    return max(0, wounds - max(0, tough - unit.absorbed))


def affordable(table: Table, unit: Unit, wounds: int) -> int:
    """How many of ``wounds`` (after Tough) the pool of the unit's army can cancel (D-34)."""
    each = price(table.kind(unit).cost)
    return min(wounds, table.players[unit.seat].pool // each) if each else wounds


def left(table: Table, unit: Unit) -> int:
    """The RE that ``unit`` still has."""
    return table.kind(unit).resistance - unit.lost


def lethal(table: Table, unit: Unit) -> int:
    """Wounds of one attack that eliminate ``unit`` if none is paid off: Tough absorbs some."""
    return left(table, unit) + max(0, table.kind(unit).specials.tough - unit.absorbed)


def suffer(builder: StepBuilder, code: str, wounds: int, paid: int) -> int:
    """Book the ``wounds`` of an attack, ``paid`` of them cancelled; returns the RE lost."""
    unit, table = builder.unit(code), builder.table
    standing = after_tough(table, unit, wounds)
    absorbed, lost = wounds - standing, min(standing - paid, left(table, unit))
    cost = paid * price(builder.kind(code).cost)
    pool = builder.player(unit.seat).pool - cost
    builder.put_player(unit.seat, pool=pool)
    hurt = builder.put(unit, lost=unit.lost + lost, absorbed=unit.absorbed + absorbed)
    if wounds:
        rest = left(builder.table, hurt)
        builder.tell(WoundsTaken(code, wounds, absorbed, paid, cost, lost, rest, pool))
    return lost


def poisoned(builder: StepBuilder, victim: str, source: str) -> None:
    """Mark ``victim``, which has lost RE to ``source`` and lives, if that is venomous (D-33)."""
    damage, unit = builder.kind(source).specials.venom, builder.unit(victim)
    if not damage:
        return
    kept = unit.poison
    if builder.table.agreement.venom_stack == "refresh":
        damage, kept = max([damage, *(old.damage for old in kept)]), ()
    builder.put(unit, poison=(*kept, Poison(source, damage, TICKS)))
    builder.tell(PoisonMarked(victim, source, damage))


def eliminate(builder: StepBuilder, fallen: tuple[tuple[str, str], ...]) -> None:
    """Remove units at one moment: pairs of a code and of who did it, empty for terrain. Then book
    rewards and kills, release captives, and put ``check`` on the agenda (D-73)."""
    for code, by in fallen:
        _remove(builder, code, by)
    for code, by in fallen:
        if by:
            _credit(builder, builder.unit(code), by)
    for code, _ in fallen:
        capture.let_go(builder, code)
        builder.put(builder.unit(code), c=-1, r=-1, holds="")
    builder.then("check")


def _remove(builder: StepBuilder, code: str, by: str) -> None:
    """Off the board. What it carries and where it stood are kept until captives are put down."""
    unit, commander = builder.unit(code), builder.kind(code).specials.commander
    used = 0 if builder.table.agreement.limited_reset else unit.used
    numbers = dict.fromkeys(("lost", "ap", "activated", "shot", "absorbed"), 0)
    marks = dict.fromkeys(("rerolls", "lent", "poison"), ())
    place = "out" if commander else "reserve"
    builder.put(unit, place=place, used=used, cover=False, **numbers, **marks)
    builder.tell(UnitEliminated(code, by, commander, Square(unit.c, unit.r)))
    if builder.table.turn.active == code:
        builder.idle()


def _credit(builder: StepBuilder, victim: Unit, by: str) -> None:
    """Points and kills for the unit ``by``, which may have fallen itself (D-21, D-35)."""
    killer, kind = builder.unit(by), builder.table.kind(victim)
    player = builder.player(killer.seat)
    if player.removed:
        return  # the army of a poisoner that has left (D-33)
    points, extra = reward(kind.cost), int(builder.kind(by).specials.elite)
    pool, civilians = player.pool + points + extra, player.civilians + (not kind.military)
    builder.put_player(player.seat, pool=pool, civilians=civilians)
    builder.tell(RewardPaid(killer.seat, points, extra, pool))
    if kind.military:
        builder.put(killer, kills=killer.kills + 1)
    if kind.specials.commander:
        kills = builder.table.teams[player.team].commanders
        builder.put_team(player.team, commanders=kills + 1)
