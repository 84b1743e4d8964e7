"""What a target may do before the dice: Counter-attack or Cover (ASCW-136 to 140, D-27, D-28)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.board import ground
from games.astral_sailors.rules.strikes import strike_refusal
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Attack, Part


def reactions(table: Table, task: Attack, part: Part) -> tuple[str, ...]:
    """What the target may do before the dice: ``none`` and perhaps ``counter``, ``cover``."""
    if task.how in ("terrain", "poison"):
        return ("none",)  # no direction, so nothing comes at the front (D-20)
    attacker, target = table.units[task.attacker], table.units[part.target]
    if not (attacker.on_board and target.on_board) or target.ap < 1:
        return ("none",)
    if ground.in_rear(table, target, table.base(attacker)):
        return ("none",)
    found = ["none"]
    if task.how in ("melee", "charge") and _can_counter(table, target, attacker):
        found.append("counter")
    if table.kind(target).specials.cover and not target.cover:
        found.append("cover")
    return tuple(found)


def book(builder: StepBuilder, part: Part) -> None:
    """Pay for the reaction of the part whose turn has come (D-27, D-28)."""
    unit = builder.unit(part.target)
    if part.reaction == "counter":
        builder.put(replace(unit, ap=unit.ap - 1, cover=False))
    elif part.reaction == "cover":
        builder.put(replace(unit, ap=unit.ap - 1, cover=True))


def _can_counter(table: Table, unit: Unit, aggressor: Unit) -> bool:
    kind = table.kind(unit)
    if not kind.specials.counter or kind.blows < 1 or unit.holds:
        return False
    if table.kind(aggressor).specials.fly and not kind.specials.fly:
        return False
    return strike_refusal(table, unit, aggressor) is None
