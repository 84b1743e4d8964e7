"""Whom a unit may shoot at or strike, and with how many dice (2.12, D-09, D-10, D-18, D-30)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.astral_sailors.board import line_of_sight, paths, terrain
from games.astral_sailors.names import counted
from games.astral_sailors.notation import Aim
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import AttackTarget
from games.core.geometry.squares import Base
from games.core.types import Forbidden


def strike_refusal(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Why ``unit`` cannot strike this enemy from where it stands."""
    flies, other_flies = table.kind(unit).specials.fly, table.kind(target).specials.fly
    if other_flies and not flies:
        why = f"{target.code} flies, and {unit.code} on the ground cannot reach it."
        can = "Only flying units can strike it; others can shoot at it."
        return Forbidden("ASCW-161", why, instead=can, code="FLYING_TARGET")
    if flies and not other_flies and not table.agreement.fly_melee_down:
        why = f"{unit.code} flies, and in this match flying units cannot strike the ground."
        can = "It can strike other flying units."
        return Forbidden("ASCW-D18", why, instead=can, code="FLYING_TARGET")
    if not terrain.touching(table, unit, target):
        squares = terrain.distance(table, unit, target)
        why = f"{target.code} is {squares} squares from {unit.code}, but a strike needs contact."
        if squares <= 1:
            why = f"{unit.code} and {target.code} touch only at a corner closed by solid scenery."
        can = "Move next to it first."
        return Forbidden("ASCW-84", why, instead=can, code="NOT_IN_CONTACT")
    if not in_melee_arc(table, unit, target):
        can = "Turn first: it can strike only what it touches in front."
        return _behind(unit, target, can)
    return None


def _behind(unit: Unit, target: Unit, instead: str) -> Forbidden:
    why = f"{unit.code} faces {unit.facing.name} and has {target.code} behind it."
    return Forbidden("ASCW-D10", why, instead=instead, code="NOT_IN_ARC")


def charged(table: Table, unit: Unit, path: paths.Path) -> tuple[str, ...]:
    """Codes of the enemies that a Run along ``path`` may strike (D-19), the lowest first."""
    start, end = path.bases[0], path.bases[-1]
    kinds, players = table.catalogue.units, table.players
    team = players[unit.seat].team
    near = [
        (other, base)
        for other in table.units.values()
        if other.place == "board"
        and players[other.seat].team != team
        and end.gap(base := Base(other.c, other.r, kinds[other.kind].base)) == 1
    ]
    if not near:
        return ()
    there = replace(unit, c=end.c, r=end.r, facing=path.facing)
    return tuple(
        other.code
        for other, base in near
        if not terrain.in_contact(table, start, base)
        and strike_refusal(table, there, other) is None
    )


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


# --- Shooting and splitting ---


def refusal(table: Table, unit: Unit, how: str, aims: Sequence[Aim]) -> Forbidden | None:
    """Why ``unit`` cannot make this attack. Turn, selection and AP have been checked."""
    if wrong := _unable(table, unit, how):
        return wrong
    targets = (_target_refusal(table, unit, aim.target, how) for aim in aims)
    return next(filter(None, targets), None) or _split_refusal(table, unit, how, aims)


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


def parts(table: Table, unit: Unit, how: str, aims: Sequence[Aim]) -> tuple[AttackTarget, ...]:
    """The parts of a legal attack, as they are declared."""
    if how == "melee":
        return tuple(AttackTarget(aim.target, aim.dice) for aim in aims)
    seen = line_of_sight.look_all(table, unit, tuple(table.units[aim.target] for aim in aims))
    return tuple(
        AttackTarget(
            aim.target, aim.dice, seen[aim.target].score, seen[aim.target].result == "half"
        )
        for aim in aims
    )


def _unable(table: Table, unit: Unit, how: str) -> Forbidden | None:
    """Why the unit cannot attack like this at all."""
    kind, limited = table.kind(unit), table.kind(unit).specials.limited
    name = f"{kind.name} {unit.code}"
    if unit.holds:
        why = f"{unit.code} holds {unit.holds} and cannot attack."
        can = "It can move, turn or release its captive."
        return Forbidden("ASCW-124", why, instead=can, code="CAPTOR")
    if how == "melee":
        if kind.blows:
            return None
        return Forbidden("ASCW-60", f"{name} has no melee attack.", code="NO_MELEE")
    if not kind.shots:
        return Forbidden("ASCW-60", f"{name} cannot shoot.", code="NO_RANGED")
    if limited and unit.used >= limited:
        why = f"{unit.code} has no shots left: {unit.used} of {limited} used."
        return Forbidden("ASCW-150", why, code="LIMITED_USED")
    return None


def _target_refusal(table: Table, unit: Unit, code: str, how: str) -> Forbidden | None:
    target = table.units.get(code)
    if target is None or not target.on_board:
        rule = "ASCW-79" if how == "shoot" else "ASCW-84"
        return Forbidden(rule, f"There is no unit {code} on the board to attack.")
    if not table.enemies(unit, target):
        why, can = f"{code} is on {unit.code}'s own side.", "You can attack only enemies."
        return Forbidden("ASCW-D35", why, instead=can, code="FRIENDLY")
    if how == "melee":
        return strike_refusal(table, unit, target)
    if wrong := _aim_refusal(table, unit, target):
        return wrong
    found = line_of_sight.look(table, unit, target)
    if found.result != "blocked":
        return None
    why = f"{unit.code} cannot see {code}: {found.score} of its 128 parts are hidden."
    can = "A target can be shot at if at most 96 are hidden."
    return Forbidden("ASCW-103", why, instead=can, code="NO_LOS")


def _aim_refusal(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Range and arc; sight is dearer and comes last."""
    kind, squares = table.kind(unit), terrain.distance(table, unit, target)
    if not kind.nearest <= squares <= kind.farthest:
        near = squares < kind.nearest
        too, code = ("close to", "TOO_NEAR") if near else ("far from", "OUT_OF_RANGE")
        why = f"{target.code} is too {too} {unit.code}: {counted(squares, 'square')}."
        can = f"Its range is {kind.nearest} to {counted(kind.farthest, 'square')}."
        return Forbidden("ASCW-62", why, instead=can, code=code)
    if in_shooting_arc(table, unit, target):
        return None
    return _behind(unit, target, "Turn first: in this match units shoot only to the front.")


def _split_refusal(table: Table, unit: Unit, how: str, aims: Sequence[Aim]) -> Forbidden | None:
    """How the dice are dealt out (ASCW-142, 143, D-30)."""
    kind = table.kind(unit)
    dice = kind.shots if how == "shoot" else kind.blows
    codes = [aim.target for aim in aims]
    if not codes:
        return Forbidden("ASCW-79", "An attack needs a target.")
    if len(codes) > 1 and not kind.specials.split:
        why = f"{kind.name} {unit.code} cannot split its attack among {len(codes)} targets."
        return Forbidden("ASCW-142", why, instead="Aim all its dice at one target.")
    if len(set(codes)) < len(codes):
        return Forbidden("ASCW-D30", "Name each target of a split attack once.")
    if any(aim.dice < 1 for aim in aims) or sum(aim.dice for aim in aims) != dice:
        dealt, some = " + ".join(str(aim.dice) for aim in aims), counted(dice, "die", "dice")
        why = f"{unit.code} attacks with {some}, but you gave out {dealt}."
        can = "Use every die, at least one for each target."
        return Forbidden("ASCW-D30", why, instead=can, code="DICE_SUM")
    if _connected(table, [table.units[code] for code in codes]):
        return None
    why = f"{', '.join(codes)} do not form one group."
    can = "Each target of a split attack must touch another one."
    return Forbidden("ASCW-143", why, instead=can, code="NOT_CONTIGUOUS")


def _connected(table: Table, targets: list[Unit]) -> bool:
    """Whether the targets form one group in which neighbours are at distance 1 (D-30)."""
    reached, waiting = [targets[0]], targets[1:]
    for one in reached:  # grows while it is walked through
        near = [other for other in waiting if terrain.distance(table, one, other) == 1]
        reached += near
        waiting = [other for other in waiting if other not in near]
    return not waiting
