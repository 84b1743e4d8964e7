"""The picture of a match of Astral Sailors: the board, the last action, the players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.astral_sailors.names import COLOURS
from games.astral_sailors.table import NOBODY, QUADRANT, LastAction, Unit
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Facing, Square
from renderers import Look
from renderers import palette as c
from renderers.astral_sailors import backdrop, roster, traces
from renderers.astral_sailors.backdrop import Field
from renderers.astral_sailors.silhouettes import silhouette_of
from renderers.astral_sailors.summary import acting, brief, left, letters, under_way, who
from renderers.astral_sailors.traces import Box
from renderers.astral_sailors.units import BODIES, UnitLook, unit_of
from renderers.palette import VOID, Colour
from renderers.scene import Caption, Drawing, Mark
from renderers.squaremap import SquareMap, Window

RADIUS = 2
"""How far a Commander's aura and income reach."""


def draw(view: SailorsView, look: Look, window: Window | None = None) -> Drawing:
    """The whole picture, or a close-up of a window of the board."""
    table = view.table
    bare = table.phase in ("bellicose", "muster") and not table.pieces
    plan = backdrop.plan_for(table.size, len(table.players), look.turned, window, bare=bare)
    marks: list[Mark] = []
    below = None
    if not bare:
        kinds = tuple(table.catalogue.pieces[piece.kind] for piece in table.pieces)
        field = backdrop.field_for(plan, table.pieces, kinds)
        below = field.drawing
        marks += _board(view, look, field)
    captions: list[Caption] = []
    if window is not None:
        marks += backdrop.mats(plan)
        captions += backdrop.rim(plan)
    parts = [roster.head(plan, view), roster.strip(plan, view)]
    for part in (*parts, *([] if window else [roster.cards(plan, view, look)])):
        marks += part[0]
        captions += part[1]
    return Drawing(plan.width, plan.height, VOID, marks, captions, below)


def _board(view: SailorsView, look: Look, field: Field) -> list[Mark]:
    """Everything on the board that changes."""
    plan = field.plan
    marks: list[Mark] = [*_tints(view, field), *plan.map.lines(QUADRANT, 6, c.STAR)]
    marks += _counters(view, field)
    marks += _ways(view, plan.map)
    marks += _lines(view, plan.map)
    for unit in view.table.on_board():
        base = view.table.base(unit)
        if plan.map.window.shows(base):
            marks.append(_unit(view, plan.map, unit, base))
    marks += _ghost(view, plan.map)
    marks += _pointers(view, plan.map)
    marks += _captives(view, plan.map)
    if look.threats:
        marks += _auras(view, plan.map)
    marks += _notes(view, plan.map)
    return marks


# --- Under the units ---


def _tints(view: SailorsView, field: Field) -> Iterator[Mark]:
    """Deployment zones before the battle, and the quadrants that teams hold."""
    table, grid = view.table, field.plan.map
    tinted: dict[Square, tuple[Colour, bool]] = {}
    names = field.names
    for number, team in enumerate(table.teams):
        for name, count in team.quadrants.items():
            if count:
                names = {at: other for at, other in names.items() if other != name}
                for square in _quadrant(name):
                    tinted[square] = (_body(view, number), count > 1)
    for seat in _zones(view):
        for square in view.zone(seat):
            tinted[square] = (BODIES[seat], True)
    window = grid.window
    for square, (colour, striped) in tinted.items():
        if square not in field.covered and window.shows(Base(*square)):
            yield backdrop.ground(grid, names, square, colour, striped=striped)


def _zones(view: SailorsView) -> tuple[int, ...]:
    """Whose deployment zones are tinted: all before the battle."""
    table = view.table
    if table.phase not in ("scenery", "deployment"):
        return ()
    return tuple(player.seat for player in table.players if not player.removed)


@lru_cache(maxsize=32)
def _quadrant(name: str) -> tuple[Square, ...]:
    left_, top = _corner(name)
    return tuple(Base(left_, top, QUADRANT).squares())


def _corner(name: str) -> tuple[int, int]:
    """The north-western square of ``Q2-1``."""
    column, _, row = name.removeprefix("Q").partition("-")
    return (int(column) - 1) * QUADRANT, (int(row) - 1) * QUADRANT


def _body(view: SailorsView, team: int) -> Colour:
    return BODIES[view.table.teams[team].seats[0]]


def _ways(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    last = view.table.last
    if view.plan is not None:
        yield from traces.way(grid, view.plan.path, c.WHITE)
    elif last is not None:
        yield from traces.way(grid, last.path, BODIES[last.seat])


def _free_row(field: Field, quadrant: Base) -> int:
    """The first row whose first three squares (as they are shown) hold no scenery."""
    turned = field.plan.map.turned
    rows = range(quadrant.r, quadrant.r + QUADRANT)
    first = quadrant.c + (QUADRANT - 3 if turned else 0)
    for r in reversed(rows) if turned else rows:
        if not any(Square(c, r) in field.covered for c in range(first, first + 3)):
            return r - (QUADRANT - 1 if turned else 0)
    return quadrant.r


# --- Units ---


def _unit(view: SailorsView, grid: SquareMap, unit: Unit, base: Base) -> Mark:
    return unit_of(_looks(view, grid, unit), grid.cell), *grid.corner(base)


def _looks(view: SailorsView, grid: SquareMap, unit: Unit) -> UnitLook:
    table = view.table
    kind = table.kind(unit)
    fighting = table.phase in ("activation", "reinforcement")
    done = table.phase == "activation" and unit.activated == table.round
    done = done and table.turn.active != unit.code
    return UnitLook(
        unit.code,
        unit.seat,
        silhouette_of(kind),
        kind.specials.commander,
        kind.base,
        grid.shown(unit.facing),
        "done" if done else "ready",
        left(view, unit),
        kind.resistance,
        unit.ap if fighting else -1,
        unit.cover,
        bool(unit.shot) and unit.shot == table.round,
        sum(mark.ticks for mark in unit.poison),
    )


def _ghost(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """The unit where the preview takes it."""
    plan = view.plan
    unit = None if plan is None else view.table.units.get(plan.unit)
    if plan is None or unit is None or not plan.path:
        return
    if unit.on_board and plan.path[-1] == view.table.base(unit):
        return
    looks = _looks(view, grid, unit)._replace(state="plan", ap=-1, cover=False)
    if plan.facing is not None:
        looks = looks._replace(facing=grid.shown(plan.facing))
    if len(plan.path) > 1:
        looks = looks._replace(facing=grid.shown(_course(plan.path, unit)))
    yield unit_of(looks, grid.cell), *grid.corner(plan.path[-1])


def _course(path: tuple[Base, ...], unit: Unit) -> Facing:
    """Where the last step leads."""
    here, there = path[-2], path[-1]
    step = (_sign(there.c - here.c), _sign(there.r - here.r))
    return next((facing for facing in Facing if facing.step == step), unit.facing)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# --- Above the units ---


class Strike(NamedTuple):
    """A shot or a blow: from where, at what, and how much hides each target, where it is known."""

    start: Base
    aims: tuple[Base, ...]
    scores: tuple[int | None, ...]
    colour: Colour
    ranged: bool


def _strike(view: SailorsView) -> Strike | None:
    """That of the preview, of the attack under way, or of the last action."""
    table, plan, attack, last = view.table, view.plan, under_way(view), view.table.last
    scores: tuple[int | None, ...]
    if plan is not None:
        start = plan.path[-1] if plan.path else _stand(view, plan.unit)
        aims, scores, colour, how = plan.aims, plan.scores, c.WHITE, plan.how
    elif attack is not None and attack.attacker:
        start, how = _stand(view, attack.attacker), attack.how
        ends = {part: _stand(view, part.target) for part in attack.parts}
        aims = tuple(base for base in ends.values() if base is not None)
        scores = tuple(part.score for part, base in ends.items() if base is not None)
        colour = BODIES[table.units[attack.attacker].seat]
    elif last is not None and last.how != "poison":
        start = _stand(view, last.unit) or (last.path[-1] if last.path else None)
        found = {hit.target: hit.score for hit in last.hits if hit.attacker and not hit.counter}
        aims, scores, how = last.aims, tuple(found.values()), last.how
        colour = BODIES[last.seat] if last.seat != NOBODY else c.WHITE
    else:
        return None
    scores += (None,) * (len(aims) - len(scores))
    return start and Strike(start, aims, scores, colour, how == "shoot")


def _lines(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    strike = _strike(view)
    if strike is not None and strike.ranged:
        for aim in strike.aims:
            yield from traces.line(grid, strike.start, aim, strike.colour)


def _pointers(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """The unit that is active, where shots and blows go, and what came of them.

    No label covers a unit or another label where there is room beside them.
    """
    table, strike, last = view.table, _strike(view), view.table.last
    active = _stand(view, table.turn.active)
    if active is not None:
        yield traces.frame(grid, active)
    if strike is not None:
        start, aims, scores, colour, ranged = strike
        for aim in aims:
            yield traces.head(grid, start, aim, colour, near=not ranged)
        taken = _taken(view, grid)
        for aim, score in zip(aims, scores, strict=False):
            seen = grid.window.shows(start) or grid.window.shows(aim)
            if ranged and score is not None and seen:
                text = brief(score) if len(aims) == 1 else f"{who(view, aim)} {brief(score)}"
                mark = traces.tag(grid, text, start, aim, colour, taken)
                taken.append((mark[1], mark[2], mark[0].width, mark[0].height))
                yield mark
    attack = under_way(view)
    if last is not None and view.plan is None and (attack is None or not attack.attacker):
        yield from _wounds(view, grid, last)


def _wounds(view: SailorsView, grid: SquareMap, last: LastAction) -> Iterator[Mark]:
    targets = dict.fromkeys(hit.target for hit in last.hits if hit.attacker and not hit.counter)
    places = dict(zip(targets, last.aims, strict=False))
    for hit in last.hits:
        base = places.get(hit.target) or _stand(view, hit.target)
        if base is None and hit.target == last.unit and last.path:
            base = last.path[-1]
        if base is not None and grid.window.shows(base):
            yield traces.wound(grid, base, hit.wounds, gone=hit.gone)


def _taken(view: SailorsView, grid: SquareMap) -> list[Box]:
    """Where units stand on the picture."""
    bases = map(view.table.base, view.table.on_board())
    return [(*grid.corner(base), *(2 * (base.side * grid.cell,))) for base in bases]


def _stand(view: SailorsView, code: str) -> Base | None:
    unit = view.table.units.get(code)
    return view.table.base(unit) if unit is not None and unit.on_board else None


def _captives(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """Beside every captor the code of whom it leads away, and the outline of where to."""
    table = view.table
    captors = {unit.seat for unit in table.on_board() if unit.holds}
    for seat in sorted({table.controller(seat) for seat in captors}):
        yield from traces.border(grid, view.zone(seat), BODIES[seat])
    for unit in table.on_board():
        base = table.base(unit)
        if unit.holds and grid.window.shows(base):
            captive = table.units[unit.holds]
            x, y = grid.centre(base)
            low = y + base.side * grid.cell // 2
            text, size = f"+ {captive.code}", grid.cell // 3
            yield traces.label(grid, text, (x, low), size, BODIES[captive.seat])


def _auras(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """The radius of every Commander, and the range of the unit that is being activated."""
    table = view.table
    for unit in table.on_board():
        if table.kind(unit).specials.commander:
            yield from traces.outline(grid, table.base(unit), RADIUS, BODIES[unit.seat])
    active = table.units.get(table.turn.active)
    if active is not None and active.on_board and table.kind(active).shots:
        kind = table.kind(active)
        yield from traces.outline(grid, table.base(active), kind.farthest, c.WHITE)
        if kind.nearest > 1:
            yield from traces.outline(grid, table.base(active), kind.nearest - 1, c.MUTED)


def _counters(view: SailorsView, field: Field) -> Iterator[Mark]:
    """The counter of every quadrant that a team holds, at its edge and under the units."""
    grid = field.plan.map
    for number, team in enumerate(view.table.teams):
        for name, count in team.quadrants.items():
            if not count:
                continue
            base = Base(*_corner(name), QUADRANT)
            if grid.window.shows(base):
                size = grid.cell // 3
                text = f"{letters(view, number)} {count}/2 {name}"
                art = traces.label_of(text, size, _body(view, number))
                x, y = grid.corner(Base(base.c, _free_row(field, base), QUADRANT))
                yield art, max(x, grid.x) + 6, max(y, grid.y) + 6


def _notes(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """Whose a deployment zone is; what an empty board waits for."""
    table = view.table
    size = grid.cell * 20 // 48
    if table.phase in ("scenery", "deployment"):
        for seat in _zones(view):
            at = _heart(grid, view.zone(seat))
            yield traces.label(grid, f"{COLOURS[seat]}'s zone", at, size, BODIES[seat])
    elif table.phase in ("bellicose", "muster"):
        text = "Armies are being built" if table.phase == "muster" else "Teams choose their role"
        at = (grid.x + grid.wide // 2, grid.y + grid.high // 2)
        yield traces.label(grid, text, at, grid.cell * 2 // 3, c.CARD, c.WHITE)


def _heart(grid: SquareMap, zone: frozenset[Square]) -> tuple[int, int]:
    """The square of a zone that lies nearest to its middle, on the picture."""
    c_sum = sum(square.c for square in zone) // len(zone)
    r_sum = sum(square.r for square in zone) // len(zone)
    found = min(zone, key=lambda at: (max(abs(at.c - c_sum), abs(at.r - r_sum)), at))
    return grid.clamped(*grid.centre(Base(*found)), 2 * grid.cell)


def focus(view: SailorsView) -> tuple[Base, ...]:
    """The bases that matter now, the most important one last; empty when there are none."""
    table, found = view.table, list[Base]()
    if view.plan is not None:
        found += [base for base in (_stand(view, view.plan.unit),) if base is not None]
        found += (*view.plan.path, *view.plan.aims)
        return tuple(found)
    if table.last is not None:
        stand = _stand(view, table.last.unit)
        found += (*(() if stand is None else (stand,)), *table.last.path, *table.last.aims)
    attack = under_way(view)
    codes = [table.turn.active]
    if attack is not None:
        codes += [*(part.target for part in attack.parts), attack.attacker]
    found += [base for code in codes if (base := _stand(view, code)) is not None]
    if found:
        return tuple(found)
    seat = acting(view)
    if seat == NOBODY:
        return ()
    if table.phase in ("scenery", "deployment"):
        return tuple(sorted(Base(*square) for square in view.zone(seat)))
    own = [table.base(unit) for unit in table.of(seat) if unit.on_board]
    return tuple(own)
