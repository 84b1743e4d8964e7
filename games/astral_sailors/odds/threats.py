"""Threats: what units could hit when they are next activated, as far as a view knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from games.astral_sailors.board import paths
from games.astral_sailors.board.line_of_sight import Lookout, Sight, Thing, eye, things
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.combat.aiming import in_shooting_arc, shoots_ahead, strike_refusal
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.view import Threat
from games.core.geometry.squares import Base

HIDDEN = 97
"""From this score on a target cannot be shot at (ASCW-103)."""


def threats(table: Table, team: int) -> tuple[Threat, ...]:
    """What units of this team could hit, and what could hit them: with the first action of an
    activation, or with an attack after a Move."""
    found: dict[str, dict[str, list[str]]] = {}
    sights = _Sights(table)
    stands = [(unit, table.base(unit)) for unit in table.on_board()]
    for unit, base in stands:
        foes = [
            (other, at)
            for other, at in stands
            if table.enemies(unit, other)
            and team in (table.team(unit.seat), table.team(other.seat))
        ]
        if foes and not unit.holds:
            for way, codes in _ways(sights, replace(unit, ap=2, shot=0), base, foes).items():
                for code in codes:
                    found.setdefault(code, {}).setdefault(way, []).append(unit.code)
    return tuple(
        Threat(unit.code, **{way: tuple(codes) for way, codes in found[unit.code].items()})
        for unit, _ in stands
        if unit.code in found
    )


_Foes: TypeAlias = Sequence[tuple[Unit, Base]]
"""Enemies with the bases on which they stand."""


def _ways(sights: _Sights, unit: Unit, base: Base, foes: _Foes) -> dict[str, tuple[str, ...]]:
    """The codes of those whom the unit could hit, by field of ``Threat``."""
    table = sights.table
    shots = aiming.in_reach(table, unit, "shoot", [foe for foe, _ in foes])
    touched = [foe for foe, at in foes if at.gap(base) == 1]
    blows = {foe.code for foe in aiming.in_reach(table, unit, "melee", touched)}
    blows.update(_charged(table, unit, base, foes))
    now = blows.union(foe.code for foe in shots)
    rest = [(foe, at) for foe, at in foes if foe.code not in now]
    return {
        "shots": tuple(foe.code for foe in shots),
        "blows": tuple(blows),
        "later": tuple(_later(sights, unit, base, rest)),
    }


def _charged(table: Table, unit: Unit, base: Base, foes: _Foes) -> Iterator[str]:
    """The units that a Run could strike. A step costs at least one point."""
    _, most = paths.run_limits(table, unit)
    near = {foe.code: at for foe, at in foes if at.gap(base) <= most + 1}
    if not near:
        return
    for ways in paths.all_runs(table, unit).values():
        for path in ways.values():
            if any(path.bases[-1].gap(at) == 1 for at in near.values()):
                yield from near.keys() & aiming.charged(table, unit, path)


def _later(sights: _Sights, unit: Unit, base: Base, foes: _Foes) -> Iterator[str]:
    """Whom the unit could shoot or strike after a Move."""
    kind = sights.table.kind(unit)
    far = max(kind.farthest if kind.shots else 0, 1) + kind.movement
    near = [(foe, at) for foe, at in foes if at.gap(base) <= far]
    if not near:
        return
    spots = _Spots(sights, unit)
    farthest_first = sorted(map(base.at, spots.reach), key=lambda to: -to.gap(base))
    for foe, at in near:
        if any(spots.hits(to, foe, to.gap(at)) for to in farthest_first):
            yield foe.code


class _Sights:
    """What can be seen from places of the board, remembered for all who could stand there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._around = things(table)
        self._heights = {
            code: eye(Base(0, 0, kind.base), kind).z for code, kind in table.catalogue.units.items()
        }
        self._lookouts: dict[tuple[Base, int], Lookout] = {}
        self._seen: dict[tuple[Base, int, str], Sight] = {}

    def sees(self, unit: Unit, to: Base, target: Unit) -> bool:
        """Whether the unit would see the target from there, no longer standing where it does.

        It is looked at first as if it stood in both places: nobody sees less than that, and it
        hides nothing from itself unless it is among what hides the target.
        """
        known = to, self._heights[unit.kind], target.code
        sight = self._seen.get(known)
        if sight is None:
            if known[:2] not in self._lookouts:
                self._lookouts[known[:2]] = self._lookout(replace(unit, code=""), to, self._around)
            sight = self._seen[known] = self._lookouts[known[:2]].see(target, enough=HIDDEN)
        if sight.score >= HIDDEN and unit.code in sight.blockers:
            around = [each for each in self._around if each.whole.owner != unit.code]
            sight = self._lookout(unit, to, around).see(target, enough=HIDDEN)
        return sight.score < HIDDEN

    def _lookout(self, unit: Unit, to: Base, around: Sequence[Thing]) -> Lookout:
        return Lookout(self.table.catalogue.units, replace(unit, c=to.c, r=to.r), around)


class _Spots:
    """Attacks of a unit after a Move."""

    def __init__(self, sights: _Sights, unit: Unit) -> None:
        self._sights, self._table, self._unit = sights, sights.table, unit
        self._kind = self._table.kind(unit)
        self._armed = bool(self._table.shots(unit))
        self.reach = paths.moves(self._table, unit)

    def hits(self, to: Base, target: Unit, gap: int) -> bool:
        """Whether it could shoot or strike the target, which is ``gap`` squares away."""
        strikes = gap == 1 and self._kind.blows
        if strikes and strike_refusal(self._table, self._stand(to), target) is None:
            return True
        return self._shoots(to, target, gap)

    def _shoots(self, to: Base, target: Unit, gap: int) -> bool:
        kind, table = self._kind, self._table
        if not self._armed or not kind.nearest <= gap <= kind.farthest:
            return False
        if shoots_ahead(table) and not in_shooting_arc(table, self._stand(to), target):
            return False
        return self._sights.sees(self._unit, to, target)

    def _stand(self, to: Base) -> Unit:
        """The unit after the Move, facing in its last direction."""
        facing = self.reach[to.anchor].facing
        return replace(self._unit, c=to.c, r=to.r, facing=facing)
