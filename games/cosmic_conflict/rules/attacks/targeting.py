"""Attacks: who may fire at whom, what the dice come to, Missile tokens (2.4, 3.7).

An attack goes through ``declared``, then dice, rerolls, Blocking requests and Dodge over its
``Terms``, then damage (rules/damage.py), then ``spent``. A Missile at a distant target leaves after
``declared`` as a token, which ``resolved`` makes an attack of again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.core.geometry.plane import Point, within
from games.core.telling import listed
from games.core.types import Forbidden
from games.cosmic_conflict import space
from games.cosmic_conflict.content.hulls import Chart
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import LineOfFire, solid_at, solid_between
from games.cosmic_conflict.content.weapons import RangeBand, Weapon
from games.cosmic_conflict.odds import Modifier, Terms
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import MISSILE_REACH, shown
from games.cosmic_conflict.table.conditions import FEED
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import MarkEffect, MissileToken, Table, Unit

MARK_ACCURACY, MARK_RANGE = 2, 4 * space.DU
"""CC-171, CC-173."""

# --- Terms ---


@dataclass(frozen=True, slots=True)
class Defense:
    """What the target of an attack brings along.

    ``ecm``  Primary ECM that work; Secondary ones are in the chart (CC-109, CC-110)
    ``pws``  its own Proximity Weapon Systems that work
    ``aws``  Area Weapons Systems that cover it
    """

    size: int
    chart: Chart
    ecm: int = 0
    pws: int = 0
    aws: int = 0
    evasive: bool = False


def terms(
    weapon: Weapon,
    band: int,
    target: Defense,
    *,
    fighter: bool = False,
    terrain: Sequence[tuple[str, int]] = (),
    marked: bool = False,
) -> Terms:
    """The terms of an attack in a range band from 0 (canon 3.7, step 7).

    Args:
        fighter: Whether a Fighter attacks.
        terrain: The Obscuring features between, each with its X.
        marked: Whether Mark effect 1 is in force (CC-171).
    """
    effect, reach = weapon.effect, weapon.bands()[band]
    accuracy = (
        Modifier("size", target.size - weapon.size),
        Modifier("range", -reach.penalty),
        Modifier("variant", effect.accuracy, weapon.variant),
        Modifier("mark", MARK_ACCURACY if marked else 0),
        Modifier("evasive", -target.evasive),
        Modifier("ecm", -target.ecm),
        *(Modifier("terrain", -penalty, feature) for feature, penalty in terrain),
    )
    covered = weapon.type == "MSL" or (fighter and weapon.kind.pws)
    damage = (
        Modifier("size", weapon.size - target.size),
        Modifier("variant", effect.damage, weapon.variant),
        Modifier("pws", -target.pws if weapon.kind.pws else 0),
        Modifier("aws", -target.aws if covered else 0),
    )
    return Terms(reach.roll, target.chart, _telling(accuracy), _telling(damage))


def _telling(lines: Sequence[Modifier]) -> tuple[Modifier, ...]:
    return tuple(line for line in lines if line.value)


def defense(table: Table, unit: Unit) -> Defense:
    """What a unit on the board brings against an attack."""
    design, off = table.design(unit), unit.off
    return Defense(
        design.size,
        design.chart(off),
        design.count("ECM", off=off, primary=True),
        design.count("PWS", off=off),
        covering_aws(table, unit),
        unit.evading,
    )


def covering_aws(table: Table, unit: Unit) -> int:
    """How many Area Weapons Systems cover a ship, its own included (CC-102, D-051).

    Those of a hidden ship cover itself alone: the terms of a shot at another would tell of them
    (D-100).
    """
    if unit.at is None or table.design(unit).fighter:
        return 0
    return sum(
        table.design(friend).count("AWS", off=friend.off)
        for friend in table.in_space(unit.side)
        if friend == unit or not friend.hidden
        if friend.at is not None and within(friend.at, unit.at, aws_reach(table, friend))
    )


def aws_reach(table: Table, unit: Unit) -> int:
    """How far its Area Weapons Systems reach, in cu (CC-102, CC-103)."""
    return 2 * space.DU * table.size(unit)


def declared(
    table: Table, unit: Unit, place: int, target: Unit, effects: Collection[MarkEffect] = ()
) -> Attack:
    """The attack of a unit with the Weapon at a place, with the Marked effects bought for it.

    Raises ``Forbidden``: the first check of canon 3.7, step 1, that fails. Changes nothing, so it
    may be asked again after an interrupt.
    """
    if not _is_ready(table, unit, place):
        raise _unready(table, unit, place)
    if not _is_target(unit, target):
        what = "is not on the board" if target.side != unit.side else "is on your side"
        raise forbid("TARGET", "CC-028", f"{target.id} {what}.")
    distance = space.distance(*_places(unit, target))
    wider = _wider(effects)
    band = _band(table, unit, place, target, distance, wider)
    if band is None:
        raise _too_far(table, unit, place, target, distance, wider)
    if not _bears(table, unit, place, target):
        raise _beside(table, unit, place, target)
    line = _line(table, unit, place, target, effects)
    if line.stopped:
        what = _feature(table, line.stopped)
        raise forbid("LOS", "CC-184", f"{what} is between {unit.id} and {target.id}.")
    return _attack(table, unit, place, target, distance, band, line, "accuracy" in effects)


def can_attack(
    table: Table, unit: Unit, place: int, target: Unit, effects: Collection[MarkEffect] = ()
) -> bool:
    """Whether ``declared`` finds no fault; what is asked most often is not told in sentences."""
    if not (_is_ready(table, unit, place) and _is_target(unit, target)):
        return False
    distance = space.distance(*_places(unit, target))
    return (
        _band(table, unit, place, target, distance, _wider(effects)) is not None
        and _bears(table, unit, place, target)
        and not _line(table, unit, place, target, effects).stopped
    )


def _attack(
    table: Table,
    unit: Unit,
    place: int,
    target: Unit,
    distance: int,
    band: int,
    line: LineOfFire,
    marked: bool,
) -> Attack:
    weapon = weapon_at(table, unit, place)
    against = terms(
        weapon,
        band,
        defense(table, target),
        fighter=table.design(unit).fighter,
        terrain=line.obscuring,
        marked=marked,
    )
    return Attack(
        unit.id, place, target.id, weapon.type, distance, band + 1, against, line.blocking
    )


def weapon_at(table: Table, unit: Unit, place: int) -> Weapon:
    """The Weapon at a place of the unit's design."""
    weapon = table.design(unit).items[place]
    assert isinstance(weapon, Weapon), f"{weapon.name} is not a Weapon"
    return weapon


def _is_ready(table: Table, unit: Unit, place: int) -> bool:
    """Whether a Weapon works, was not used, and is loaded (CC-029, CC-053, CC-136)."""
    if place in unit.used or place in unit.off:
        return False
    return bool(unit.shots) or not table.design(unit).fighter


def _unready(table: Table, unit: Unit, place: int) -> Forbidden:
    name = f"{unit.id}'s {table.design(unit).labels[place]}"
    if place in unit.used:
        return forbid("WEAPON-USED", "CC-029", f"{name} has already attacked this turn.")
    if place in unit.off:
        return forbid("WEAPON-OFF", "CC-053", f"{name} has been deactivated.")
    shots = table.design(unit).shots
    sentence = f"{name} has no attack left of {shots}: it must resupply aboard its carrier."
    return forbid("AMMO", "CC-136", sentence)


def _is_target(unit: Unit, target: Unit) -> bool:
    return target.in_space and target.side != unit.side


def _places(unit: Unit, target: Unit) -> tuple[Point, Point]:
    return unit.spot, target.spot


def _wider(effects: Collection[MarkEffect]) -> int:
    """How much farther the outermost band reaches (CC-173)."""
    return MARK_RANGE if "range" in effects else 0


def range_band(
    weapon: Weapon, distance: int, wider: int = 0, *, fighter: bool = False
) -> int | None:
    """The band from 0 that a distance is in, if it is in any.

    ``fighter``  a Fighter attacks or is the target: only Range counts (CC-127, CC-135)
    """
    bands = _usable(weapon, wider, fighter)
    return next((at for at, band in enumerate(bands) if distance <= band.reach), None)


def _usable(weapon: Weapon, wider: int, fighter: bool) -> tuple[RangeBand, ...]:
    return weapon.bands(wider)[:1] if fighter else weapon.bands(wider)


def _band(
    table: Table, unit: Unit, place: int, target: Unit, distance: int, wider: int
) -> int | None:
    fighter = table.design(unit).fighter or table.design(target).fighter
    return range_band(weapon_at(table, unit, place), distance, wider, fighter=fighter)


def _too_far(
    table: Table, unit: Unit, place: int, target: Unit, distance: int, wider: int
) -> Forbidden:
    weapon, ours = weapon_at(table, unit, place), table.design(unit).fighter
    fighter = ours or table.design(target).fighter
    name, reach = table.design(unit).labels[place], _usable(weapon, wider, fighter)[-1].reach
    rule = "CC-135" if ours else "CC-127" if fighter else "CC-030"
    suffix = {"CC-135": " for a Fighter", "CC-127": " against a Fighter"}.get(rule, "")
    sentence = f"{target.id} is {shown(distance)} away, and {unit.id}'s {name} reaches"
    return forbid("RANGE", rule, f"{sentence} {shown(reach)}{suffix}.")


_SIDES = {"F": "fore", "P": "port", "S": "starboard", "A": "aft"}


def _bears(table: Table, unit: Unit, place: int, target: Unit) -> bool:
    """Whether a target is in an arc of a Weapon (CC-031); a Fighter has none."""
    weapon = weapon_at(table, unit, place)
    if table.design(unit).fighter:
        return True
    at, goal = _places(unit, target)
    return not set(space.arcs(at, unit.heading, goal)).isdisjoint(weapon.arcs)


def _beside(table: Table, unit: Unit, place: int, target: Unit) -> Forbidden:
    at, goal = _places(unit, target)
    arcs, weapon = space.arcs(at, unit.heading, goal), weapon_at(table, unit, place)
    where, fires = (listed(_SIDES[arc] for arc in each) for each in (arcs, weapon.arcs))
    name = table.design(unit).labels[place]
    sentence = f"{target.id} is {where} of {unit.id}, whose {name} fires {fires} only."
    return forbid("ARC", "CC-031", sentence)


def _line(
    table: Table, unit: Unit, place: int, target: Unit, effects: Collection[MarkEffect]
) -> LineOfFire:
    at, goal = _places(unit, target)
    missile = weapon_at(table, unit, place).type == "MSL"
    return table.origin(at).to(goal, missile=missile, mark="terrain" in effects)


def _feature(table: Table, id: str) -> str:
    return f"{kind_name(next(each.kind for each in table.features if each.id == id))} {id}"


def spent(table: Table, unit: Unit, place: int) -> Unit:
    """A unit whose Weapon has attacked or launched (canon 3.7, step 12).

    What stops a Fighter's last attack from being repeated is its ammunition (W-31).
    """
    if not table.design(unit).fighter:
        used = (*(at for at in unit.used if at != place), place)
        fed = any(each.result == FEED and place in each.items for each in unit.conditions)
        off = tuple(sorted({*unit.off, place})) if fed else unit.off
        return replace(unit, used=used, off=off)
    shots = unit.shots - 1
    return replace(unit, shots=shots, used=(*unit.used, place) if shots else unit.used)


def rearmed(unit: Unit, place: int) -> Unit:
    """A unit with a Weapon that may attack once more (CC-251)."""
    return replace(unit, used=tuple(at for at in unit.used if at != place))


# --- Missile tokens ---


def launched(
    table: Table,
    attack: Attack,
    id: str,
    effects: Collection[MarkEffect] = (),
    point: Point | None = None,
) -> MissileToken:
    """The token that a declared attack sets, at a point or where the canon puts it (D-049).

    Raises ``Forbidden`` (E-TOKEN-POINT).
    """
    unit = table.units[attack.attacker]
    at, goal = _places(unit, table.units[attack.target])
    found = space.token_point(at, goal) if point is None else point
    for sentence in _token_faults(table, attack, at, found):
        raise forbid("TOKEN-POINT", "CC-099", sentence)
    limit = weapon_at(table, unit, attack.weapon).bands(_wider(effects))[-1].reach
    kept = tuple(sorted(set(effects)))
    return MissileToken(id, found, unit.id, attack.weapon, attack.target, limit, kept)


def _token_faults(table: Table, attack: Attack, at: Point, found: Point) -> Iterator[str]:
    if not attack.needs_token:
        yield "Only Missiles at a target beyond 10.00 set a token."
    where = f"The token's point {space.shown_point(found)}"
    if not within(at, found, MISSILE_REACH):
        far = shown(space.distance(at, found))
        yield f"{where} is {far} from {attack.attacker}; at most 10.00 are allowed."
    if found not in table.board:
        yield f"{where} is off the board."
    if solid := solid_at(table.features, found):
        yield f"{where} is inside {_feature(table, solid.id)}."
    if solid := solid_between(table.features, at, found):
        yield f"{_feature(table, solid.id)} is between {attack.attacker} and the token's point."


@dataclass(frozen=True, slots=True)
class LostToken:
    """Why a token is removed without an attack: its target left, is too far, or is hidden.

    ``distance``  to the target, in cu, where that is on the board
    ``feature``   the ID of the one that stops it
    """

    token: str
    reason: Literal["target", "range", "line"]
    distance: int = 0
    feature: str = ""


def resolved(table: Table, token: MissileToken) -> Attack | LostToken:
    """The attack of a token in the Resolution Phase, from where it is (CC-100, D-050)."""
    target = table.units[token.target]
    if not target.in_space:
        return LostToken(token.id, "target")
    distance = space.distance(token.at, target.spot)
    if distance > token.limit:
        return LostToken(token.id, "range", distance)
    line = table.origin(token.at).to(target.spot, missile=True, mark="terrain" in token.effects)
    if line.stopped:
        return LostToken(token.id, "line", distance, line.stopped)
    launcher, marked = table.units[token.launcher], "accuracy" in token.effects
    attack = _attack(table, launcher, token.weapon, target, distance, 0, line, marked)
    return replace(attack, token=token.id, terms=attack.terms.supported(token.support))
