"""The picture of a match of Astral Sailors: the board, the last action, the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.astral_sailors.content.catalogue import QUADRANT
from games.astral_sailors.names import COLOURS
from games.astral_sailors.table import LETTERS, Unit
from games.astral_sailors.tasks import NOBODY, Attack
from games.astral_sailors.view import PlannedMove, SailorsView
from games.core.geometry.squares import Base, Square
from games.core.overlay import Arrow, Loss, Marker, Overlay, OverlayPart, Route
from games.core.types import Seat
from renderers import Look
from renderers import palette as c
from renderers.astral_sailors import backdrop, roster, text, traces
from renderers.astral_sailors.backdrop import Backdrop
from renderers.astral_sailors.units import BODIES, UnitLook, silhouette_of, unit_of
from renderers.boards.squaremap import SquareMap, Window
from renderers.overlay import overlays, threat_marks
from renderers.overlay.callouts import Box
from renderers.palette import VOID, Colour
from renderers.scene import Caption, Drawing, Mark


def draw(view: SailorsView, look: Look, window: Window | None = None) -> Drawing:
    """The whole picture, or a close-up of a window of the board."""
    table, empty = view.table, bare(view)
    kinds = tuple(table.catalogue.pieces[piece.kind] for piece in table.pieces)
    plan = backdrop.plan_for(table.size, look.turned, window, empty)
    inset = None
    if window is not None:
        units = [(table.base(unit), BODIES[unit.seat]) for unit in table.on_board()]
        inset = backdrop.whole_in_small(plan, table.pieces, kinds, units)
    parts = [roster.head(plan, view, look), roster.story(plan, view, look, inset)]
    if empty:
        parts.append(roster.army(plan, view, parts[-1].end))
    if window is None:
        parts.append(roster.cards(plan, view, look, parts[-1].end))
    high, below = parts[-1].end, None
    marks: list[Mark] = []
    captions: list[Caption] = []
    if not empty:
        field = backdrop.field_for(plan, table.pieces, kinds)
        # There are as many parts as choices: kept, they would push out the boards.
        below = None if window else field.drawing
        marks += field.drawing.marks if window else ()
        marks += (*field.marks, *_board(view, look, field))
    if window is not None:
        marks += backdrop.mats(plan)
        captions += backdrop.rim(plan)
    for part in parts:
        marks += part.marks
        captions += part.words
    return Drawing(plan.width, high, VOID, marks, captions, below)


def bare(view: SailorsView) -> bool:
    """Whether there is no board to be shown yet."""
    return view.table.phase in ("bellicose", "muster") and not view.table.pieces


def _board(view: SailorsView, look: Look, field: Backdrop) -> list[Mark]:
    """Everything on the board that changes."""
    plan = field.plan
    marks: list[Mark] = [*_tints(view, field), *plan.map.lines(QUADRANT, 6, c.STAR)]
    counters = list(_counters(view, field))
    marks += counters
    taken = [Box(x, y, art.width, art.height) for art, x, y in counters]
    taken += map(plan.map.bounds, _bases(view))
    over = overlays.draw(overlay(view, look), plan.map, BODIES, taken, plan.px(36))
    marks += over.under
    for unit in view.table.on_board():
        base = view.table.base(unit)
        if plan.map.window.shows(base):
            art = unit_of(look_of(view, plan.map, unit), plan.map.cell)
            marks.append((art, *plan.map.corner(base)))
    marks += _ghost(view, plan.map)
    active = stand(view, view.table.turn.active)
    if active is not None:
        marks.append(traces.frame(plan.map, active))
    marks += over.over
    marks += _goals(view, plan.map)
    if look.threats:
        marks += _threats(view, plan.map)
    return marks


# --- Under the units ---


def _held(view: SailorsView) -> Iterator[tuple[str, Base, int, int]]:
    """The quadrants that teams hold: name and place, the team, and how often it does."""
    for number, team in enumerate(view.table.teams):
        for name, count in team.quadrants.items():
            column, row = (int(part) - 1 for part in name.removeprefix("Q").split("-"))
            if count:
                yield name, Base(column * QUADRANT, row * QUADRANT, QUADRANT), number, count


def _tints(view: SailorsView, field: Backdrop) -> Iterator[Mark]:
    """Deployment zones before the battle, and the quadrants that teams hold."""
    grid, tinted = field.plan.map, dict[Square, tuple[Colour, bool]]()
    for _, quadrant, team, count in _held(view):
        tinted |= dict.fromkeys(quadrant.squares(), (_body(view, team), count > 1))
    for seat in _zones(view):
        tinted |= dict.fromkeys(view.zone(seat), (BODIES[seat], True))
    held = {name for name, *_ in _held(view)}
    names = {at: name for at, name in field.names.items() if name not in held}
    for square, (colour, striped) in tinted.items():
        if square not in field.covered and grid.window.shows(Base(*square)):
            yield backdrop.ground(grid, names, square, colour, striped=striped)


def _zones(view: SailorsView) -> tuple[int, ...]:
    """Whose deployment zones are tinted: all before the battle."""
    setting = view.table.phase in ("scenery", "deployment")
    return tuple(each.seat for each in view.table.players if setting and not each.removed)


def _body(view: SailorsView, team: int) -> Colour:
    return BODIES[view.table.teams[team].seats[0]]


def _free_row(field: Backdrop, quadrant: Base) -> int:
    """The first row whose first three squares (as they are shown) hold no scenery."""
    turned = field.plan.map.turned
    rows = range(quadrant.r, quadrant.r + QUADRANT)
    first = quadrant.c + (QUADRANT - 3 if turned else 0)
    for r in reversed(rows) if turned else rows:
        if not any(Square(c, r) in field.covered for c in range(first, first + 3)):
            return r - (QUADRANT - 1 if turned else 0)
    return quadrant.r


# --- Units ---


def look_of(view: SailorsView, grid: SquareMap, unit: Unit) -> UnitLook:
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
        text.left(view, unit),
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
    looks = look_of(view, grid, unit)._replace(state="plan", ap=-1, cover=False)
    if plan.facing is not None:
        looks = looks._replace(facing=grid.shown(plan.facing))
    yield unit_of(looks, grid.cell), *grid.corner(plan.path[-1])


# --- Above the units ---


def overlay(view: SailorsView, look: Look) -> Overlay[Base]:
    """The preview; or what was told of the turn, else the last action, and the attack that waits
    for an answer. Captives and the owners of zones in any case."""
    attack = view.table.attack
    if view.plan is not None:
        parts = tuple(_planned(view, view.plan))
    else:
        parts = look.overlay.parts if look.overlay else tuple(_last(view))
        if attack is not None and attack.attacker:
            parts += tuple(_aimed(view, attack))
    return Overlay((*parts, *_captives(view), *_owners(view)))


def _planned(view: SailorsView, plan: PlannedMove) -> Iterator[OverlayPart[Base]]:
    if len(plan.path) > 1:
        yield Route(places=plan.path)
    start = plan.path[-1] if plan.path else stand(view, plan.unit)
    for at, aim in enumerate(plan.aims):
        if start is not None:
            label = _named(view, plan.aims, aim, "".join(plan.chances[at : at + 1]))
            yield Arrow(start=start, end=aim, label=label)


def _last(view: SailorsView) -> Iterator[OverlayPart[Base]]:
    """The last action, for those who have not told more of the turn."""
    last, attack = view.table.last, view.table.attack
    if last is None or (attack is not None and attack.attacker):
        return
    seat = None if last.seat == NOBODY else Seat(last.seat)
    if len(last.path) > 1:
        yield Route(places=last.path, seat=seat)
    struck = dict.fromkeys(hit.target for hit in last.hits if hit.attacker and not hit.counter)
    places = dict(zip(struck, last.aims, strict=False))
    start = stand(view, last.unit) or (last.path[-1] if last.path else None)
    for aim in last.aims if last.how != "poison" else ():
        if start is not None:
            yield Arrow(start=start, end=aim, seat=seat)
    for hit in last.hits:
        base = places.get(hit.target) or stand(view, hit.target)
        base = start if base is None and hit.target == last.unit else base
        if base is not None and hit.gone:
            yield Loss(place=base, seat=_seat(hit.target), label=hit.target)
        elif base is not None:
            label = f"-{hit.wounds}" if hit.wounds else "miss"
            yield Marker(place=base, seat=_seat(hit.attacker), label=label)


def _aimed(view: SailorsView, attack: Attack) -> Iterator[Arrow[Base]]:
    """An attack that nobody has answered, with how much hides each target."""
    start = stand(view, attack.attacker)
    for part in attack.parts:
        end = stand(view, part.target)
        if start is not None and end is not None:
            seen = text.brief(part.score) if attack.how == "shoot" else ""
            label = _named(view, attack.parts, end, seen)
            yield Arrow(start=start, end=end, seat=_seat(attack.attacker), label=label)


def _named(view: SailorsView, aims: Sequence[object], aim: Base, said: str) -> str:
    return f"{text.who(view, aim)} {said}" if said and len(aims) > 1 else said


def _seat(code: str) -> Seat | None:
    """The seat of a unit; ``None`` for terrain."""
    return Seat(LETTERS.index(code[0])) if code else None


def _bases(view: SailorsView) -> Iterator[Base]:
    """Where units stand, and where the preview takes one."""
    yield from map(view.table.base, view.table.on_board())
    if view.plan is not None:
        yield from view.plan.path[-1:]


def stand(view: SailorsView, code: str) -> Base | None:
    unit = view.table.units.get(code)
    return view.table.base(unit) if unit is not None and unit.on_board else None


def _captives(view: SailorsView) -> Iterator[Marker[Base]]:
    """The codes of captives, each beside its captor."""
    for unit in view.table.on_board():
        if unit.holds:
            base = view.table.base(unit)
            yield Marker(place=base, seat=_seat(unit.holds), label=f"+ {unit.holds}")


def _goals(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """The outline of where captors lead their captives."""
    table = view.table
    captors = {unit.seat for unit in table.on_board() if unit.holds}
    for seat in sorted({table.controller(seat) for seat in captors}):
        yield from traces.border(grid, view.zone(seat), BODIES[seat])


def _counters(view: SailorsView, field: Backdrop) -> Iterator[Mark]:
    """The counter of every quadrant that a team holds, at its edge and under the units."""
    grid = field.plan.map
    for name, quadrant, team, count in _held(view):
        if grid.window.shows(quadrant):
            said = f"{text.letters(view, team)} {count}/2 {name}"
            art = traces.label_of(said, grid.cell // 3, _body(view, team))
            x, y = grid.corner(quadrant._replace(r=_free_row(field, quadrant)))
            yield art, max(x, grid.x) + 6, max(y, grid.y) + 6


def _threats(view: SailorsView, grid: SquareMap) -> Iterator[Mark]:
    """The plates of threats, at the left of every unit in danger."""
    units, high = view.table.units, grid.cell * 29 // 100
    for code, ways in text.threats(view):
        base = view.table.base(units[code])
        if grid.window.shows(base):
            x, y = grid.corner(base)
            for art in threat_marks.plates(ways, lambda code: BODIES[units[code].seat], high):
                yield art, x, y
                y += high + 2


def _owners(view: SailorsView) -> Iterator[Marker[Base]]:
    """The owners of deployment zones, each at the square nearest to the middle."""
    for seat in _zones(view):
        zone = view.zone(seat)
        across, down = (sum(at[side] for at in zone) // len(zone) for side in (0, 1))
        heart = min(zone, key=lambda at: (max(abs(at.c - across), abs(at.r - down)), at))
        yield Marker(place=Base(*heart), seat=Seat(seat), label=f"{COLOURS[seat]}'s zone")


def focus(view: SailorsView, look: Look) -> tuple[Base, ...]:
    """The bases that matter now, the most important one last; empty when there are none."""
    if look.overlay is not None and (look.overlay.focus or look.overlay.is_question):
        return tuple(Base(*place) for place in look.overlay.focus)
    table, last, attack = view.table, view.table.last, view.table.attack
    if view.plan is not None:
        units = (stand(view, view.plan.unit), *view.plan.path, *view.plan.aims)
        return tuple(filter(None, units))
    found = [stand(view, last.unit), *last.path, *last.aims] if last is not None else []
    codes = [table.turn.active]
    if attack is not None:
        codes += [*(part.target for part in attack.parts), attack.attacker]
    found += (stand(view, code) for code in codes)
    if places := tuple(filter(None, found)):
        return places
    seat = text.acting(view)
    if seat == NOBODY:
        return ()
    if table.phase in ("scenery", "deployment"):
        return tuple(sorted(Base(*square) for square in view.zone(seat)))
    return tuple(table.base(unit) for unit in table.of(seat) if unit.on_board)
