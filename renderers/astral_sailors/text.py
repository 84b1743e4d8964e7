"""The alt text and the text board, which say what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.content.pack_form import write_specials
from games.astral_sailors.names import COLOURS, counted
from games.astral_sailors.names import team_name as short_team
from games.astral_sailors.table import QUADRANT, Scenery, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Square, column
from games.core.telling import roster
from renderers import Look
from renderers.astral_sailors import threat_marks
from renderers.astral_sailors.scenery import height_text
from renderers.astral_sailors.summary import (
    acting,
    deed,
    does,
    hits,
    left,
    listed,
    objective,
    outcome,
    over,
    phase,
    prospect,
    question,
    reserve,
    team_name,
    under_way,
)
from renderers.boards.squaremap import Window
from renderers.lettering import plain, shorten
from renderers.overlay import overlays

GRID = 16
"""Most columns of a board or close-up that is also written as a grid."""


def alt(view: SailorsView, look: Look, window: Window | None = None) -> str:
    """Round, phase, whose turn, last action, forces, Commanders: at most 1,024 characters."""
    first = "Astral Sailors."
    if window is not None:
        first = f"Astral Sailors, close-up of {window.name}."
    said = [overlays.told(look.overlay)] if look.overlay else _last(view, 3)
    parts = [first, *_plan(view), *_standing(view), *said, *_fates(view), *_held(view)]
    parts += [f"{line}." for line in _draft(view)]
    if look.threats:
        parts += [f"{line}." for line in threat_marks.lines(view)]
    if window is None:
        parts += [f"{line}." for line in _forces(view, look, brief=len(view.table.players) > 4)]
    else:
        shown = [unit for unit in view.table.on_board() if window.shows(view.table.base(unit))]
        listed = ", ".join(f"{one.code} {_square(one)}" for one in shown)
        parts.append(f"Units: {listed or 'none'}.")
    return shorten(" ".join(parts))


def board(view: SailorsView, look: Look, window: Window | None = None) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    lines = [*_standing(view), *_last(view, 99), *_plan(view), ""]
    lines += [*_forces(view, look), *_fates(view), *_held(view)]
    lines += _draft(view)
    shown = window or Window.whole(view.table.size)
    if shown.columns <= GRID and (view.table.units or view.table.pieces):
        lines += ["", *_grid(view, look, shown)]
    lines += ["", *_units(view, shown)]
    if look.threats:
        lines += ["", *threat_marks.lines(view)]
    if window is None:
        lines += [*_off(view)]
    lines += ["", *_scenery(view, shown)]
    if window is None:
        lines += ["", *_kinds(view)]
    if view.table.phase in ("scenery", "deployment") and window is None:
        lines += ["", *_zones(view)]
    gaps = (not line and not after for line, after in zip(lines, [*lines[1:], ""], strict=True))
    return "\n".join(line for line, gap in zip(lines, gaps, strict=True) if not gap)


def _standing(view: SailorsView) -> Iterator[str]:
    if over(view):
        rounds = view.table.round
        yield f"Over{f' in round {rounds}' if rounds else ''}: {outcome(view)}."
        return
    yield f"{phase(view)}."
    table, seat = view.table, acting(view)
    if seat != NOBODY:
        more = ""
        if table.phase == "activation":
            more = f", {counted(table.turn.quota, 'unit')} left to activate"
            if table.turn.active:
                more += f", {table.turn.active} is active"
        order = "-".join(COLOURS[one] for one in table.turn.order)
        yield f"{COLOURS[seat]} to act{more}. Order: {order}."
    if asked := question(view):
        yield f"{asked[0].upper()}{asked[1:]}."


def _last(view: SailorsView, most: int) -> Iterator[str]:
    last = view.table.last
    if last is None:
        return
    found = list(hits(last))
    said = "; ".join(found[:most])
    if len(found) > most:
        said += f"; and {len(found) - most} more"
    when = "Last" if under_way(view) is None else "Now"
    yield f"{when}: {deed(view, last)}{f': {said}' if said else ''}."


def _plan(view: SailorsView) -> Iterator[str]:
    plan = view.plan
    if plan is None:
        return
    words = [f"Preview: {plan.unit} {does(plan.how).removesuffix(' at')}"]
    if plan.path:
        words.append("-".join(str(base.anchor) for base in plan.path))
    if plan.facing is not None:
        words.append(f"facing {plan.facing.name}")
    if plan.aims:
        aims = [f"{base.anchor}{prospect(plan, at)}" for at, base in enumerate(plan.aims)]
        words.append(f"at {', '.join(aims)}")
    yield f"{' '.join(words)}. Nothing has been played yet."


def _forces(view: SailorsView, look: Look, *, brief: bool = False) -> Iterator[str]:
    """A line for every seat: name, points, units, objective of its team.

    In ``brief``, what is nothing or not known is left out.
    """
    table = view.table
    together = any(len(team.seats) > 1 for team in table.teams)
    for player in table.players:
        name = look.name(player.seat, 16 if brief else 32).replace("`", "'")
        who = COLOURS[player.seat] + (f" ({name})" if name else "")
        if together:
            who += f", {short_team(player.team)}"
        units = table.of(player.seat)
        parts = [counted(player.pool, "point")]
        if units:
            parts.append(f"{sum(unit.on_board for unit in units)} on board")
            waiting = reserve(view, player.seat)
            if waiting is None:
                parts.append("Reserve hidden")
            elif waiting or not brief:
                parts.append(f"{waiting} in Reserve")
        if player.civilians:
            parts.append(f"{counted(player.civilians, 'civilian')} killed")
        if player.left or player.removed:
            parts.append("has left")
        aim = objective(view, player.team)
        if aim != "secret" or not brief:
            parts.append("secret objective" if aim == "secret" else aim)
        yield f"{who}: {', '.join(parts)}"


def _fates(view: SailorsView) -> Iterator[str]:
    found = []
    for unit in view.table.units.values():
        kind = view.table.kind(unit)
        if not kind.specials.commander:
            continue
        strength = f"RE {left(view, unit)}/{kind.resistance}"
        if unit.delivered:
            found.append(f"{unit.code} delivered")
        elif unit.place == "captive":
            found.append(f"{unit.code} {strength} held by {unit.held_by}")
        elif unit.place == "board":
            found.append(f"{unit.code} {_square(unit)} {strength}")
        elif unit.place == "out":
            found.append(f"{unit.code} fallen")
        else:
            found.append(f"{unit.code} not deployed")
    if found:
        yield f"Commanders: {', '.join(found)}."


def _held(view: SailorsView) -> Iterator[str]:
    found = [
        f"{name} {'captured' if count > 1 else 'held once'} by {team_name(view, number)}"
        for number, team in enumerate(view.table.teams)
        for name, count in sorted(team.quadrants.items())
        if count
    ]
    if found:
        yield f"Quadrants: {', '.join(found)}."


def _units(view: SailorsView, window: Window) -> Iterator[str]:
    """Every unit on the board, a line each, by seat."""
    table = view.table
    found = [unit for unit in table.on_board() if window.shows(table.base(unit))]
    if found:
        yield "Units: code, kind, square, facing, RE, AP, state"
        yield from _MARKS
    for unit in found:
        place = f"{_square(unit)} {unit.facing.name}"
        yield f"{unit.code:<3} {_kind(view, unit)}, {place}, {_state(view, unit)}"


_MARKS = (
    "In the picture: white wedge facing, golden tab Commander, dark plate activated,",
    "bar RE (dark parts lost), diamonds AP, cross-hair has shot, yellow bar Cover,",
    "green disc rounds of poison",
)


def _state(view: SailorsView, unit: Unit) -> str:
    table, kind = view.table, view.table.kind(unit)
    found = [f"RE {left(view, unit)}/{kind.resistance}"]
    if table.phase in ("activation", "reinforcement"):
        found.append(f"AP {unit.ap}")
        if unit.code == table.turn.active:
            found.append("active")
        elif unit.activated == table.round:
            found.append("activated")
        else:
            found.append("ready")
    if unit.shot and unit.shot == table.round:
        found.append("has shot")
    if unit.cover:
        found.append("Cover")
    if kind.specials.fly:
        found.append("flies")
    if kind.specials.limited:
        found.append(f"{max(0, kind.specials.limited - unit.used)} shots left")
    if kind.specials.tough:
        found.append(f"Tough {max(0, kind.specials.tough - unit.absorbed)} left")
    found += [
        f"poison of {one.source}: Damage {one.damage}, {counted(one.ticks, 'round')} left"
        for one in unit.poison
    ]
    if unit.kills:
        found.append(counted(unit.kills, "kill"))
    if unit.holds:
        found.append(f"holds {unit.holds}")
    return ", ".join(found)


def _off(view: SailorsView) -> Iterator[str]:
    """Reserves and the fallen of every seat."""
    table = view.table
    for player in table.players:
        for place, title in (("reserve", "Reserve"), ("captive", "captive"), ("out", "out")):
            found = [unit for unit in table.of(player.seat) if unit.place == place]
            if found:
                said = "; ".join(_waiting(view, found))
                yield f"{COLOURS[player.seat]}, {title}: {said}"


def _waiting(view: SailorsView, units: list[Unit]) -> Iterator[str]:
    """Units off the board; those of one kind that follow one another stand together."""
    for (name, cost, captor), alike in groupby(units, lambda unit: _off_board(view, unit)):
        numbers = [unit.number for unit in alike]
        letter = COLOURS[units[0].seat][0]
        runs = (
            f"{letter}{first}" if first == last else f"{letter}{first}-{letter}{last}"
            for first, last in _runs(numbers)
        )
        yield f"{', '.join(runs)} {name}{f', held by {captor}' if captor else f' {cost}'}"


def _off_board(view: SailorsView, unit: Unit) -> tuple[str, int, str]:
    captor = unit.held_by if unit.place == "captive" else ""
    return _kind(view, unit), view.table.kind(unit).cost, captor


def _draft(view: SailorsView) -> Iterator[str]:
    """The army that the viewer is building."""
    table = view.table
    draft = None if view.seat is None else view.sheets[view.seat]
    if draft is None or table.phase not in ("bellicose", "muster"):
        return
    kinds = [table.catalogue.units[code] for code in draft.units]
    price = f"{sum(kind.cost for kind in kinds)} of {table.agreement.army_size} points"
    found = roster(plain(kind.name, 32) for kind in kinds) if kinds else ""
    state = "locked" if draft.locked else "not locked"
    yield f"Your army, {price}, {state}: {found or 'no units yet'}"


def _kinds(view: SailorsView) -> Iterator[str]:
    """The values of every kind of unit in the match; of all there are while armies are built."""
    table = view.table
    codes = dict.fromkeys(unit.kind for unit in table.units.values())
    if table.phase in ("bellicose", "muster"):
        codes = dict.fromkeys(table.catalogue.units)
    if codes:
        yield "Kinds: attacks ranged/melee, Damage, range, defence, movement, cost, base, height"
    for code in codes:
        kind = table.catalogue.units[code]
        damage = (kind.shot_damage if kind.shots else "-", kind.blow_damage if kind.blows else "-")
        reach = f"{kind.nearest}-{kind.farthest}" if kind.shots else "-"
        values = (
            f"AT {kind.shots}/{kind.blows}",
            f"DA {damage[0]}/{damage[1]}",
            f"RA {reach}",
            f"DE {kind.defence}",
            f"MV {kind.movement}",
            f"CO {kind.cost}",
            f"{kind.base}x{kind.base}",
            f"{height_text(kind.height)} high",
            *write_specials(kind.specials),
        )
        yield f"{plain(kind.name, 32)}: {', '.join(values)}"


def _scenery(view: SailorsView, window: Window) -> Iterator[str]:
    table = view.table
    found = []
    for piece in table.pieces:
        kind = table.catalogue.pieces[piece.kind]
        wide, high = (kind.rows, kind.columns) if piece.turned else (kind.columns, kind.rows)
        corners = [Base(piece.c + x, piece.r + y) for x in range(wide) for y in range(high)]
        if any(map(window.shows, corners)):
            found.append(f"{_span(piece, wide, high)} {_nature(kind)}")
    if found:
        yield "Scenery"
        yield from found


def _span(piece: Scenery, wide: int, high: int) -> str:
    first = Square(piece.c, piece.r)
    last = Square(piece.c + wide - 1, piece.r + high - 1)
    return str(first) if first == last else f"{first}-{last}"


def _nature(kind: PieceKind) -> str:
    parts = [plain(kind.name, 32)]
    if kind.height:
        parts.append(f"{height_text(kind.height)} high")
    if kind.opacity:
        parts.append(kind.opacity)
    if kind.entry != "open":
        parts.append(kind.entry)
    if kind.water:
        parts.append("water")
    if kind.danger is not None:
        parts.append(f"Damage {kind.danger}")
    return ", ".join(parts)


def _zones(view: SailorsView) -> Iterator[str]:
    """The deployment zones row by row."""
    for player in view.table.players:
        rows: dict[int, list[int]] = {}
        for square in view.zone(player.seat):
            rows.setdefault(square.r, []).append(square.c)
        runs = [
            f"{column(first)}-{column(last)} {row + 1}"
            for row in sorted(rows)
            for first, last in _runs(sorted(rows[row]))
        ]
        yield f"Zone of {COLOURS[player.seat]}: {listed(_together(runs), 40)}"


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def _together(runs: list[str]) -> list[str]:
    """``A-P 1``, ``A-P 2``, ... as ``A-P 1 to 6``."""
    rows: dict[str, list[int]] = {}
    for run in runs:
        span, _, row = run.rpartition(" ")
        rows.setdefault(span, []).append(int(row))
    return [
        f"{span} {first}" if first == last else f"{span} {first} to {last}"
        for span, numbers in rows.items()
        for first, last in _runs(numbers)
    ]


def _grid(view: SailorsView, look: Look, window: Window) -> Iterator[str]:
    """Rows of squares with four characters each: codes, scenery in small letters, dots."""
    table = view.table
    signs: dict[Square, str] = {}
    for piece in table.pieces:
        kind = table.catalogue.pieces[piece.kind]
        wide, high = (kind.rows, kind.columns) if piece.turned else (kind.columns, kind.rows)
        for x in range(wide):
            for y in range(high):
                signs[Square(piece.c + x, piece.r + y)] = kind.code.lower()[:3]
    for unit in table.on_board():
        for square in table.base(unit).squares():
            signs[square] = unit.code
    columns = list(range(window.c, window.c + window.columns))
    rows = list(range(window.r, window.r + window.rows))
    if look.turned:
        columns.reverse()
        rows.reverse()
    heads = "".join(f"{_divided(c, columns)}{column(c):<4}" for c in columns).rstrip()
    yield f"    {heads}"
    for number, r in enumerate(rows):
        if number and (r if not look.turned else r + 1) % QUADRANT == 0:
            yield f"    {'-' * len(heads)}"
        cells = (f"{_divided(c, columns)}{signs.get(Square(c, r), '.'):<4}" for c in columns)
        yield f"{r + 1:<4}{''.join(cells)}".rstrip()
    yield "Small letters: scenery, see below."


def _divided(c: int, columns: list[int]) -> str:
    """A stroke before a column at which a quadrant begins."""
    before = c if len(columns) < 2 or columns[0] < columns[-1] else c + 1
    return "| " if c != columns[0] and before % QUADRANT == 0 else ""


def _kind(view: SailorsView, unit: Unit) -> str:
    return plain(view.table.kind(unit).name, 32)


def _square(unit: Unit) -> str:
    return str(Square(unit.c, unit.r))
