"""Whom a unit may shoot at or strike, and with how many dice (2.12, D-09, D-10, D-18, D-30)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from games.astral_sailors.board import line_of_sight, terrain
from games.astral_sailors.names import counted
from games.astral_sailors.notation import Aim
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Part
from games.core.types import Forbidden

if TYPE_CHECKING:
    from games.astral_sailors.rules.turns.activation import Strike


def strike_refusal(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Why ``unit`` cannot strike this enemy from where it stands."""
    own, other = table.kind(unit), table.kind(target)
    agreed = table.agreement
    if other.specials.fly and not own.specials.fly:
        return Forbidden(
            "ASCW-161",
            f"{target.code} flies, and {unit.code} on the ground cannot reach it.",
            instead="Only flying units can strike it; others can shoot at it.",
            code="FLYING_TARGET",
        )
    if own.specials.fly and not other.specials.fly and not agreed.fly_melee_down:
        return Forbidden(
            "ASCW-D18",
            f"{unit.code} flies, and in this match flying units cannot strike the ground.",
            instead="It can strike other flying units.",
            code="FLYING_TARGET",
        )
    if not terrain.touching(table, unit, target):
        squares = terrain.distance(table, unit, target)
        return Forbidden(
            "ASCW-84",
            _apart(unit, target, squares),
            instead="Move next to it first.",
            code="NOT_IN_CONTACT",
        )
    if not in_melee_arc(table, unit, target):
        return Forbidden(
            "ASCW-D10",
            f"{unit.code} faces {unit.facing.name} and has {target.code} behind it.",
            instead="Turn first: it can strike only what it touches in front.",
            code="NOT_IN_ARC",
        )
    return None


def charge_dice(table: Table, unit: Unit, target: Unit) -> int:
    """Dice of the automatic attack of a Charge: two for the bigger base (ASCW-76, 77)."""
    return 2 if table.kind(unit).base > table.kind(target).base else 1


def in_melee_arc(table: Table, unit: Unit, target: Unit) -> bool:
    """Whether ``unit`` is turned to a square of ``target`` that touches it (D-10)."""
    return table.agreement.melee_arc == "all" or terrain.in_arc(table, unit, target, touching=True)


def in_shooting_arc(table: Table, unit: Unit, target: Unit) -> bool:
    """Whether ``unit`` is turned to ``target`` enough to shoot (D-10)."""
    return not shoots_ahead(table) or terrain.in_arc(table, unit, target, touching=False)


def shoots_ahead(table: Table) -> bool:
    """Whether units shoot to the front only."""
    return table.agreement.shoot_arc == "front"


def _apart(unit: Unit, target: Unit, squares: int) -> str:
    if squares > 1:
        return f"{target.code} is {squares} squares from {unit.code}, but a strike needs contact."
    return f"{unit.code} and {target.code} touch only at a corner closed by solid scenery."


# --- Shooting and splitting ---


def refusal(table: Table, unit: Unit, move: Strike) -> Forbidden | None:
    """Why ``unit`` cannot make this attack. Turn, selection and AP have been checked."""
    how = move.how
    blocked = _unable(table, unit, how)
    if blocked is not None:
        return blocked
    for aim in move.aims:
        wrong = _target_refusal(table, unit, aim.target, how)
        if wrong is not None:
            return wrong
    return _split_refusal(table, unit, move)


def in_reach(
    table: Table, unit: Unit, how: str, enemies: Sequence[Unit] | None = None
) -> tuple[Unit, ...]:
    """Legal single targets of Shoot or Melee (``how``) among ``enemies``, by default all on the
    board."""
    if _unable(table, unit, how) is not None:
        return ()
    if enemies is None:
        enemies = [other for other in table.on_board() if table.enemies(unit, other)]
    if how == "melee":
        return tuple(other for other in enemies if strike_refusal(table, unit, other) is None)
    seen = sights(table, unit, enemies)
    return tuple(other for other in enemies if other.code in seen)


def sights(table: Table, unit: Unit, enemies: Iterable[Unit]) -> dict[str, line_of_sight.Sight]:
    """What ``unit``, which can shoot, sees of those of ``enemies`` that it may shoot at."""
    near = tuple(other for other in enemies if _aim_refusal(table, unit, other) is None)
    seen = line_of_sight.look_all(table, unit, near)
    return {code: sight for code, sight in seen.items() if sight.result != "blocked"}


def parts(table: Table, unit: Unit, move: Strike) -> tuple[Part, ...]:
    """The parts of a legal attack, as they are declared."""
    if move.how == "melee":
        return tuple(Part(aim.target, aim.dice) for aim in move.aims)
    seen = line_of_sight.look_all(table, unit, tuple(table.units[aim.target] for aim in move.aims))
    return tuple(
        Part(aim.target, aim.dice, seen[aim.target].score, seen[aim.target].result == "half")
        for aim in move.aims
    )


def _unable(table: Table, unit: Unit, how: str) -> Forbidden | None:
    """Why the unit cannot attack like this at all."""
    kind = table.kind(unit)
    if unit.holds:
        return Forbidden(
            "ASCW-124",
            f"{unit.code} holds {unit.holds} and cannot attack.",
            instead="It can move, turn or release its captive.",
            code="CAPTOR",
        )
    if how == "melee":
        if kind.blows:
            return None
        said = f"{kind.name} {unit.code} has no melee attack."
        return Forbidden("ASCW-60", said, code="NO_MELEE")
    if not kind.shots:
        return Forbidden("ASCW-60", f"{kind.name} {unit.code} cannot shoot.", code="NO_RANGED")
    limited = kind.specials.limited
    if limited and unit.used >= limited:
        return Forbidden(
            "ASCW-150",
            f"{unit.code} has no shots left: {unit.used} of {limited} used.",
            code="LIMITED_USED",
        )
    return None


def _target_refusal(table: Table, unit: Unit, code: str, how: str) -> Forbidden | None:
    target = table.units.get(code)
    if target is None or not target.on_board:
        rule = "ASCW-79" if how == "shoot" else "ASCW-84"
        return Forbidden(rule, f"There is no unit {code} on the board to attack.")
    if not table.enemies(unit, target):
        return Forbidden(
            "ASCW-D35",
            f"{code} is on {unit.code}'s own side.",
            instead="You can attack only enemies.",
            code="FRIENDLY",
        )
    if how == "melee":
        return strike_refusal(table, unit, target)
    wrong = _aim_refusal(table, unit, target)
    if wrong is not None:
        return wrong
    found = line_of_sight.look(table, unit, target)
    if found.result != "blocked":
        return None
    return Forbidden(
        "ASCW-103",
        f"{unit.code} cannot see {code}: {found.score} of its 128 parts are hidden.",
        instead="A target can be shot at if at most 96 are hidden.",
        code="NO_LOS",
    )


def _aim_refusal(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Range and arc; sight is dearer and comes last."""
    kind = table.kind(unit)
    squares = terrain.distance(table, unit, target)
    reach = f"Its range is {kind.nearest} to {counted(kind.farthest, 'square')}."
    away = counted(squares, "square")
    if squares < kind.nearest:
        said = f"{target.code} is too close to {unit.code}: {away}."
        return Forbidden("ASCW-62", said, instead=reach, code="TOO_NEAR")
    if squares > kind.farthest:
        said = f"{target.code} is too far from {unit.code}: {away}."
        return Forbidden("ASCW-62", said, instead=reach, code="OUT_OF_RANGE")
    if not in_shooting_arc(table, unit, target):
        return Forbidden(
            "ASCW-D10",
            f"{unit.code} faces {unit.facing.name} and has {target.code} behind it.",
            instead="Turn first: in this match units shoot only to the front.",
            code="NOT_IN_ARC",
        )
    return None


def _split_refusal(table: Table, unit: Unit, move: Strike) -> Forbidden | None:
    """How the dice are dealt out (ASCW-142, 143, D-30)."""
    kind = table.kind(unit)
    dice = kind.shots if move.how == "shoot" else kind.blows
    codes = [aim.target for aim in move.aims]
    if not codes:
        return Forbidden("ASCW-79", "An attack needs a target.")
    if len(codes) > 1 and not kind.specials.split:
        return Forbidden(
            "ASCW-142",
            f"{kind.name} {unit.code} cannot split its attack among {len(codes)} targets.",
            instead="Aim all its dice at one target.",
        )
    if len(set(codes)) < len(codes):
        return Forbidden("ASCW-D30", "Name each target of a split attack once.")
    if any(aim.dice < 1 for aim in move.aims) or sum(aim.dice for aim in move.aims) != dice:
        return _sum_refusal(unit, move.aims, dice)
    if not _connected(table, [table.units[code] for code in codes]):
        return Forbidden(
            "ASCW-143",
            f"{', '.join(codes)} do not form one group.",
            instead="Each target of a split attack must touch another one.",
            code="NOT_CONTIGUOUS",
        )
    return None


def _sum_refusal(unit: Unit, aims: tuple[Aim, ...], dice: int) -> Forbidden:
    dealt = " + ".join(str(aim.dice) for aim in aims)
    return Forbidden(
        "ASCW-D30",
        f"{unit.code} attacks with {counted(dice, 'die', 'dice')}, but you gave out {dealt}.",
        instead="Use every die, at least one for each target.",
        code="DICE_SUM",
    )


def _connected(table: Table, targets: list[Unit]) -> bool:
    """Whether the targets form one group in which neighbours are at distance 1 (D-30)."""
    reached, waiting = [targets[0]], targets[1:]
    for one in reached:  # grows while it is walked through
        near = [other for other in waiting if terrain.distance(table, one, other) == 1]
        reached += near
        waiting = [other for other in waiting if other not in near]
    return not waiting
