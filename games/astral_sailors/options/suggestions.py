"""Suggested squares with reasons, from what the viewer sees.

They are computed when the question is shown, and examine a limited number of squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight, paths, terrain, zones
from games.astral_sailors.board.line_of_sight import things
from games.astral_sailors.board.paths import Reach
from games.astral_sailors.content.catalogue import QUADRANT
from games.astral_sailors.names import counted, inside, per_cent
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.combat.attack import hazards_under, new_hazards
from games.astral_sailors.rules.setup import scenery
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Base, Facing, Square

MOST = 10
"""Most suggestions for one question."""
MOST_LOOKS = 800
"""Most lines of sight from enemies to squares that are computed."""
MOST_SQUARES = 150
"""Most squares that are compared for deployment and reinforcements."""
REASONS = 2
"""Most reasons given for one square."""
LOOKED_AT = 16
"""Most squares from which targets are looked for."""
TARGETS, CONTACTS = 4, 2
"""Most suggested enemies to shoot at, and to strike."""
HALF, CLEAR = 1, 2
LEVELS = {"blocked": 0, "half": HALF, "clear": CLEAR}
HOPE = 0.1
"""A lower chance of a wound is not worth suggesting."""
COVERED = ", itself in half cover"
FAR = 24
"""Squares within which targets are looked for."""

Suggestions: TypeAlias = Iterator[tuple[Square, str, str]]
"""Squares with the reasons and a mark in few characters, the best first."""


class Exposure(NamedTuple):
    """How well shooting enemies see a place, 0 for not at all, and the one that sees it best."""

    level: int
    enemy: Unit | None


class AttackOdds(NamedTuple):
    """The chances that an attack kills and wounds its target, in words and in short."""

    rank: tuple[float, float]
    said: str
    short: str


@dataclass(frozen=True)
class Outlook:
    """What a unit could do and suffer at the squares it may go to.

    ``facing``  the direction it would face on each
    """

    table: Table
    unit: Unit
    squares: Sequence[Square]
    facing: Callable[[Square], Facing]

    def base(self, at: Square) -> Base:
        return Base(at.c, at.r, self.table.kind(self.unit).base)

    @cached_property
    def fronts(self) -> tuple[tuple[Base, Unit], ...]:
        """Where the enemies stand."""
        table = self.table
        return tuple((table.base(u), u) for u in table.on_board() if table.enemies(self.unit, u))

    def ahead(self, at: Square) -> int:
        """Squares from the own side of the board."""
        edge = zones.own_edge(self.table, self.unit.seat)
        return zones.from_edge(self.table.size, edge, self.base(at))

    def forward(self, at: Square) -> tuple[int, int]:
        """Sorts the squares farthest ahead first, in the middle before the sides."""
        return -self.ahead(at), self.off_middle(at)

    def off_middle(self, at: Square) -> int:
        return zones.off_middle(self.table, self.unit.seat, self.base(at))

    def nearest(self, at: Square) -> tuple[int, str]:
        """The distance of the nearest enemy, and who it is."""
        base = self.base(at)
        gaps = ((front.gap(base), enemy.code) for front, enemy in self.fronts)
        return min(gaps, default=(self.table.size, ""))

    # --- Being seen ---

    @cached_property
    def _lookouts(self) -> list[tuple[Unit, line_of_sight.Lookout]]:
        """The enemies who shoot, those first who saw the last square."""
        kinds, around = self.table.catalogue.units, things(self.table)
        shooters = (enemy for _, enemy in self.fronts if self.table.kind(enemy).shots)
        return [(each, line_of_sight.Lookout(kinds, each, around)) for each in shooters]

    @cached_property
    def exposure(self) -> Callable[[Square], Exposure]:
        """How exposed a unit is on a square, worked out once for each."""
        return cache(self._exposure)

    def _exposure(self, at: Square) -> Exposure:
        base, found = self.base(at), Exposure(0, None)
        for place, (enemy, eye) in enumerate(self._lookouts):
            level = LEVELS[eye.see(self.unit, base).result]
            if level > found.level:
                found = Exposure(level, enemy)
            if level == CLEAR:
                self._lookouts.insert(0, self._lookouts.pop(place))
                break
        return found

    def some(self, squares: Sequence[Square]) -> Sequence[Square]:
        """An even sample of as many as the limit on lines of sight allows."""
        return _spread(squares, max(LOOKED_AT, MOST_LOOKS // (1 + len(self._lookouts))))

    # --- Attacking ---

    def shots(self, at: Square) -> Mapping[str, AttackOdds]:
        """The possible shots from a square, by the codes of their targets."""
        there, table = self._there(at)
        near = [u for front, u in self.fronts if front.gap(self.base(at)) <= FAR]
        seen = aiming.sights(table, there, near)
        dice = table.kind(there).shots
        return {
            code: self._odds(table, there, code, "shoot", dice, half=sight.result == "half")
            for code, sight in seen.items()
        }

    def blows(self, at: Square) -> Mapping[str, AttackOdds]:
        there, table = self._there(at)
        dice = table.kind(there).blows
        return {
            target.code: self._odds(table, there, target.code, "melee", dice)
            for target in aiming.in_reach(table, there, "melee")
        }

    def _there(self, at: Square) -> tuple[Unit, Table]:
        facing = self.facing(at)
        there = replace(self.unit, place="board", c=at.c, r=at.r, facing=facing, cover=False)
        return there, self.table.put(there)

    def _odds(
        self, table: Table, unit: Unit, code: str, how: str, dice: int, *, half: bool = False
    ) -> AttackOdds:
        target = table.units[code]
        found = odds.of_attack(table, unit, target, how, dice, half=half)
        kill = considerations.to_kill(table, target, found)
        wound = considerations.at_least(found, 1)
        said = considerations.wound_chances(table, target, found)
        return AttackOdds((float(kill), float(wound)), said, per_cent(wound))


def _spread(squares: Sequence[Square], most: int) -> Sequence[Square]:
    """An even sample of at most ``most`` squares."""
    return squares[:: max(1, -(-len(squares) // most))]


# --- Moving ---


def of_move(table: Table, unit: Unit, found: Reach, points: int) -> Suggestions:
    """Where a Move may go, with ``points`` AP left for it and for what follows."""

    def facing(at: Square) -> Facing:
        return found[at].facing if at in found else unit.facing

    look = Outlook(table, unit, tuple(found), facing)
    fights = points > 1 and not unit.holds
    ideas = [
        *(_delivers(look) if unit.holds else ()),
        *(_attacks(look) if fights else ()),
        *_covers(look),
        *_ends(look),
    ]

    under = hazards_under(table, unit)

    def safe(at: Square) -> bool:
        crossed = paths.crossed(table, unit, found[at], leap=False)
        return set(new_hazards(table, unit, crossed)) <= set(under)

    return joined(ideas, safe)


Idea: TypeAlias = tuple[str, str, Sequence[Square]]
"""A reason, its mark, and the squares for which it holds, the best first."""


def joined(ideas: Iterable[Idea], safe: Callable[[Square], bool] = lambda at: True) -> Suggestions:
    """The best safe square of each idea, with all reasons for it, and the mark of the first."""
    reasons: dict[Square, list[str]] = {}
    marks: dict[Square, str] = {}
    for reason, mark, squares in ideas:
        at = next((at for at in squares[:LOOKED_AT] if safe(at)), None)
        if at is not None:
            reasons.setdefault(at, []).append(reason)
            marks.setdefault(at, mark)
    for at in list(reasons)[:MOST]:
        some = reasons[at][:REASONS]
        covered = COVERED if any(reason.endswith(COVERED) for reason in some) else ""
        said = ", ".join(reason.removesuffix(COVERED) for reason in some)
        yield at, said + covered, marks[at]


def _delivers(look: Outlook) -> Iterator[Idea]:
    zone = zones.zone(look.table, look.unit.seat)
    home = [at for at in look.squares if not zone.isdisjoint(look.base(at).squares())]
    if home:
        yield f"in your zone, delivers {look.unit.holds}", "home", home

    def far(at: Square) -> int:
        return min(look.base(at).gap(Base(*each)) for each in zone)

    yield "nearest to your zone", "home", sorted(look.squares, key=far)


def _attacks(look: Outlook) -> Iterator[Idea]:
    """Squares for a blow or a shot, the best odds first."""
    found = sorted((*_strikes(look), *_shoots(look)), key=lambda pair: pair[0].rank, reverse=True)
    return (idea for _, idea in found)


def _strikes(look: Outlook) -> Iterator[tuple[AttackOdds, Idea]]:
    """Squares next to the best targets of a blow, behind them where possible."""
    if not look.table.kind(look.unit).blows:
        return
    beside = [at for at in look.squares if look.nearest(at)[0] == 1]
    for code, at, attack in _best(look, beside, look.blows)[:CONTACTS]:
        rear = terrain.in_rear(look.table, look.table.units[code], look.base(at))
        where = "behind" if rear else "beside"
        reason = f"{where} {code}, strikes it: {attack.said}"
        yield attack, (reason, f"{code} {attack.short}", (at,))


def _shoots(look: Outlook) -> Iterator[tuple[AttackOdds, Idea]]:
    """Squares for a shot at the best targets, in cover where possible."""
    kind, unit = look.table.kind(look.unit), look.unit
    if not look.table.shots(unit):
        return
    near = [at for at in look.squares if 1 < look.nearest(at)[0] <= kind.farthest]
    some = sorted(
        look.some(near), key=lambda at: (look.exposure(at).level != HALF, look.nearest(at))
    )
    for code, at, attack in _best(look, some, look.shots)[:TARGETS]:
        covered = COVERED if look.exposure(at).level == HALF else ""
        reason = f"shoots {code}: {attack.said}{covered}"
        yield attack, (reason, f"{code} {attack.short}", (at,))


def _best(
    look: Outlook, squares: Sequence[Square], attacks: Callable[[Square], Mapping[str, AttackOdds]]
) -> list[tuple[str, Square, AttackOdds]]:
    """The best square, the nearest of equals, for each target with better odds than from here;
    the best target first."""
    here = attacks(Square(look.unit.c, look.unit.r)) if look.unit.on_board else {}
    least = {code: attack.rank for code, attack in here.items()}
    found: dict[str, tuple[tuple[float, float], int, int, Square, AttackOdds]] = {}
    start = look.table.base(look.unit) if look.unit.on_board else None
    for at in _spread(squares, LOOKED_AT):
        for code, attack in attacks(at).items():
            if attack.rank[1] < HOPE or attack.rank <= least.get(code, (0.0, 0.0)):
                continue
            far = start.gap(look.base(at)) if start else 0
            worth = attack.rank, -look.exposure(at).level, -far
            if code not in found or worth > found[code][:3]:
                found[code] = (*worth, at, attack)
    best = sorted(found.items(), key=lambda each: each[1][0], reverse=True)
    return [(code, at, attack) for code, (*_, at, attack) in best]


def _covers(look: Outlook) -> Iterator[Idea]:
    """The farthest squares ahead out of sight, and in half cover."""
    by_level: dict[int, list[Square]] = {0: [], HALF: [], CLEAR: []}
    for at in look.some(sorted(look.squares, key=look.forward)):
        by_level[look.exposure(at).level].append(at)
    hidden, half = by_level[0], by_level[HALF]
    if hidden and (half or by_level[CLEAR]):
        yield "out of sight of all who shoot", "hidden", hidden
    if half:
        enemy = look.exposure(half[0]).enemy
        assert enemy is not None
        gap = look.table.base(enemy).gap(look.base(half[0]))
        yield f"at worst seen in half cover, {gap} from {enemy.code}", "half cover", half[:1]


def _ends(look: Outlook) -> Iterator[Idea]:
    """The farthest square ahead; for non-fighters also the farthest from all enemies."""
    kind = look.table.kind(look.unit)
    yield "farthest ahead", "ahead", sorted(look.squares, key=look.forward)
    if look.fronts and (not kind.military or kind.category == "commander"):
        away = max(look.squares, key=lambda at: look.nearest(at)[0])
        gap, code = look.nearest(away)
        yield f"farthest from every enemy, {gap} from {code}", "far", (away,)


# --- Deployment and reinforcements ---


def of_deployment(table: Table, unit: Unit, squares: Sequence[Square]) -> Suggestions:
    """Where a unit of the first deployment may stand: fighters to the front, others at the back."""
    look = _arriving(table, unit, squares)
    fights = table.kind(unit).military and table.kind(unit).category != "commander"
    back = sorted(look.squares, key=lambda at: (look.ahead(at), look.off_middle(at)))
    walls = [at for at in look.squares if _walled(look, at)]
    walls.sort(key=look.forward, reverse=not fights)
    return joined(
        [
            *(_attacks(look) if fights else ()),
            *(_covers(look) if look.fronts else ()),
            *((f"behind {_walled(look, at)}", "behind", (at,)) for at in walls[:CONTACTS]),
            *(_ends(look) if fights else [("in the middle of your side", "back", back)]),
        ]
    )


def of_reinforcement(table: Table, unit: Unit, squares: Sequence[Square]) -> Suggestions:
    look = _arriving(table, unit, squares)
    near = sorted(look.squares, key=look.nearest)
    gap, code = look.nearest(near[0])
    closest = [(f"nearest to an enemy, {gap} from {code}", "near", near[:1])] if code else []
    fights = table.kind(unit).military
    return joined([*(_attacks(look) if fights else ()), *_covers(look), *closest, *_ends(look)])


def _arriving(table: Table, unit: Unit, squares: Sequence[Square]) -> Outlook:
    inward = zones.inward(table, unit.seat)
    return Outlook(table, unit, _spread(squares, MOST_SQUARES), lambda at: inward)


def _walled(look: Outlook, at: Square) -> str:
    """Opaque scenery directly in front, towards the other side."""
    inward, base = look.facing(at), look.base(at)
    for square in base.at(at.plus(inward)).squares():
        place = terrain.terrain_at(look.table, square)
        if place is not None and base.gap(Base(*square)) == 1:
            kind = look.table.catalogue.pieces[look.table.pieces[place].kind]
            if kind.opacity and kind.height:
                return f"the {inside(kind.name)}"
    return ""


# --- Scenery ---


def of_scenery(table: Table, kind: str, squares: Sequence[Square], *, turned: bool) -> Suggestions:
    """The middle of quadrants with few pieces, and where the bot would put such a piece."""
    ideas: list[Idea] = []
    wish = scenery.wish(table, kind, turned=turned)
    if wish is not None:
        ideas.append(("where the bot would place it", "bot", (wish,)))
    by_quadrant: dict[Square, list[Square]] = {}
    for at in squares:
        by_quadrant.setdefault(Square(at.c // QUADRANT, at.r // QUADRANT), []).append(at)
    lying = Counter((each.c // QUADRANT, each.r // QUADRANT) for each in table.pieces)
    for quadrant in sorted(by_quadrant, key=lambda each: (lying[each], each.r, each.c)):
        middle = Base(quadrant.c * QUADRANT + 3, quadrant.r * QUADRANT + 3, 2)
        inner = sorted(by_quadrant[quadrant], key=lambda at: middle.gap(Base(*at)))
        number = counted(lying[quadrant], "piece") if lying[quadrant] else "no piece"
        ideas.append((f"Q{quadrant.c + 1}-{quadrant.r + 1} has {number} so far", "", inner))
    return joined(ideas)
