"""Events for the tests of words, made by the rules of attacks and damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.cosmic_conflict import events as e
from games.cosmic_conflict.events import UnitDestroyed
from games.cosmic_conflict.odds import rerolled
from games.cosmic_conflict.table.tasks import Attack, Cause, HitSource, Means, RerolledDie
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.duels import attack
from tests.games.cosmic_conflict.outcomes import Outcome
from tests.games.cosmic_conflict.scenes import du

CITADEL, LONGBOW = e.Piece("a1", "Citadel"), e.Piece("a2", "Longbow")
BULWARK, HALBERD = e.Piece("b3", "Bulwark"), e.Piece("b1", "Halberd")
HEARTH, HORNET = e.Piece("a5", "Hearth"), e.Piece("a6", "Hornet")


def piece(table: Table, id: str) -> e.Piece:
    return e.Piece(id, table.design(table.units[id]).name)


def attacked(
    found: Table | tuple[Table, Attack],
    *dice: int,
    rerolls: Sequence[RerolledDie] = (),
    dodged: bool = False,
    means: Means = "own",
) -> e.Attacked:
    """What ``a1`` does to ``b1``; ``dice`` are those before the rerolls."""
    table, made = found if isinstance(found, tuple) else (found, attack(found))
    terms = made.terms.dodged if dodged else made.terms
    for each in rerolls:
        dice = rerolled(dice, each.die, each.new)
    result, unit, target = terms.result(dice), table.units["a1"], table.units["b1"]
    design = table.design(unit)
    assert unit.at is not None
    assert target.at is not None
    return e.Attacked(
        piece(table, "a1"),
        (design.labels[made.weapon], design.items[made.weapon].name),
        piece(table, "b1"),
        means,
        unit.at,
        target.at,
        made.distance,
        made.band,
        dice,
        tuple(rerolls),
        terms.accuracy,
        terms.damage,
        result.accuracy,
        result.band,
        result.damage,
        result.applied,
        made.token,
        max(0, terms.chart.miss + 1 - result.accuracy),
    )


def damaged(
    table: Table,
    amount: int,
    *dice: int,
    shot: HitSource | None = None,
    cause: Cause = "attack",
    by: str = "a1",
) -> e.UnitDamaged:
    """All that damage to ``b1`` does, with everything answered by the automatic rules."""
    found: Any = Outcome(table, amount, *dice, shot=shot).events
    return hurt(table, amount, *found, cause=cause, by=by, filled=_filled(found))


def _filled(events: Sequence[Any]) -> int:
    return max((each.health for each in events if hasattr(each, "health")), default=0)


def hurt(
    table: Table,
    amount: int,
    *parts: e.DamagePart,
    cause: Cause = "attack",
    by: str = "a1",
    filled: int = 0,
) -> e.UnitDamaged:
    unit = table.units["b1"]
    design = table.design(unit)
    assert unit.at is not None
    who = e.Piece("b1", design.name)
    return e.UnitDamaged(
        who, amount, cause, by, design.labels, parts, design.health, filled, unit.at
    )


def lost(unit: e.Piece, *aboard: str) -> e.UnitDamaged:
    """A unit that is destroyed by an attack of ``a1``."""
    gone = UnitDestroyed(unit.id, aboard)
    return e.UnitDamaged(unit, 5, "attack", "a1", (), (gone,), 20, 20, du("10 10"))
