"""What a referee may set (GA-G01 to GA-G04, GA-G06), and what no match could be in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from games.core.events import Event
from games.core.geometry import plane
from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.notation import Value
from games.core.referee import edits
from games.core.referee.edits import Act, ActGroup, Argument, Editing, number
from games.core.referee.settable import (
    COUNT,
    SIDE,
    Agreed,
    Field,
    Units,
    next_code,
    side_with_room,
    table_fields,
)
from games.core.steps import all_locked
from games.core.types import Forbidden, Seat
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import MOST_PIECES, OWN_EDGE, open_inches
from games.galaxy_aflame.ground import INCH, INCHES, Ground, inches
from games.galaxy_aflame.notation import CARD, CODE
from games.galaxy_aflame.options.fields import limits
from games.galaxy_aflame.rules import (
    armies,
    deployment,
    ending,
    movement,
    ranking,
    reinforcements,
    transports,
    turns,
)
from games.galaxy_aflame.rules.values import forbid, piece
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table import NAMES, SEATS, Table, Unit, other
from games.galaxy_aflame.view import Sheet, View

MOST_UNITS = 60
WINDS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

# --- Arguments ---


def _named(view: View, code: str) -> str:
    return str(piece(view.table, view.table.units[code]))


def _no_unit(view: View, code: str) -> Forbidden | None:
    return None if code in view.table.units else forbid("TARGET", "07", f"There is no unit {code}.")


def _state_of(view: View, code: str) -> str:
    table, unit = view.table, view.table.units[code]
    inside = table.carrier(code)
    where = f"inside {inside.code}" if inside else "out" if unit.out else "in reserve"
    where = where if unit.at is None else f"at {INCHES.name(unit.at)}"
    return f"{where}, {unit.models} of {table.card(unit).models} models"


def _around(at: Point) -> Iterator[Point]:
    """A point, and others an inch and three away from it."""
    yield at
    for far in (INCH, 3 * INCH):
        yield from (at.plus(x * far, y * far) for x, y in WINDS)


def _spots(table: Table, unit: Unit) -> Iterator[Point]:
    """Near where a unit stands, or else where the bot would place it."""
    middle = Point(table.ground.width // 2, table.ground.height // 2)
    return _around(table.place(unit) or deployment.auto_spot(table, unit) or middle)


def _spot_of(unit_of: Callable[..., Unit]) -> Argument:
    """A spot for a unit, which the view and the arguments before tell."""
    return edits.point(
        INCHES,
        lambda view, *known: limits(view.table, unit_of(view, *known)),
        "Where?",
        offered=lambda view, *known: _spots(view.table, unit_of(view, *known)),
    )


def _known(wanted: str, name: str, things: Callable[[View], Mapping[str, Any]]) -> Argument:
    """The key of one of the things of the catalogue."""

    def missing(view: View, key: str) -> Forbidden | None:
        known = things(view)
        if key in known:
            return None
        there = f"There are {', '.join(map(str.upper, known))}."
        return forbid("CARD", "05", f"There is no {name} {key.upper()}.", there)

    return Argument(
        CARD if name == "card" else Value(wanted, lambda _, text: text.lower(), str.upper),
        f"Which {name}?",
        lambda view, *_: tuple(things(view)),
        label=lambda view, key: str(things(view)[key].name),
        called=lambda view, key: key if name == "card" else str(things(view)[key].name),
        missing=missing,
    )


OF_UNITS = Units(CODE, _named, _state_of, _no_unit, called=_named)
A_CARD = _known("a card", "card", lambda view: view.table.catalogue.cards)
A_LAYOUT = _known("a layout", "layout", lambda view: view.table.catalogue.layouts)


def _one(prompt: str, found: Callable[[Table, Unit], Iterator[Unit]]) -> Argument:
    return OF_UNITS.one_of(prompt, lambda view, code: found(view.table, view.table.units[code]))


A_TRANSPORT = _one(
    "Which transport?",
    lambda table, unit: (each for each in table.on_table(unit.seat) if table.card(each).capacity),
)
AN_ENEMY = _one(
    "Which enemy?",
    lambda table, unit: (
        each for each in table.on_table(other(unit.seat)) if not _no_pair(table, unit, each)
    ),
)

# --- Units ---


def _leave(builder: StepBuilder, code: str) -> Unit:
    """A unit without the transport around it; one that was out returns with all its models."""
    if transport := builder.table.carrier(code):
        inside = tuple(each for each in transport.cargo if each != code)
        builder.put(transport, cargo=inside)
    unit = builder.unit(code)
    return builder.put(unit, models=unit.models or builder.table.card(unit).models, boarded=False)


def _in(builder: StepBuilder, code: str, transport: str) -> None:
    if code not in builder.unit(transport).cargo:
        builder.put(_leave(builder, code), at=None, out=False)
        into = builder.unit(transport)
        builder.put(into, cargo=(*into.cargo, code))


def _off(builder: StepBuilder, code: str, *, out: bool) -> None:
    unit = _leave(builder, code)
    models = 0 if out else unit.models
    builder.put(Unit(code, unit.card, unit.seat, models, cargo=unit.cargo, out=out))


def _part(builder: StepBuilder, code: str, enemy: str) -> None:
    pair = (min(code, enemy), max(code, enemy))
    builder.change(engaged=tuple(each for each in builder.table.engaged if each != pair))


def _new(view: View, seat: Seat, card: str) -> Unit:
    return Unit(next_code(view.table, seat), card, seat, view.table.catalogue.cards[card].models)


UNITS = (
    OF_UNITS.act(
        "to", "TO {value}", "Its place", _spot_of(lambda view, code: view.table.units[code]),
        lambda builder, code, at: builder.put(_leave(builder, code), at=at, out=False),
        said="puts {unit} at {value}",
    ),
    OF_UNITS.act(
        "in", "IN {value}", "Inside a transport", A_TRANSPORT, _in,
        said="puts {unit} inside {value}",
    ),
    *OF_UNITS.fields(
        Unit,
        Field(
            "models", "models", number(
                lambda view, code: range(1, view.table.card(view.table.units[code]).models + 1)
            ), rule="GA-06",
        ),
        Field("suppressed", "suppression"),
        Field("shaken", "shaking in the next turn"),
        Field("limited", "limit in this turn"),
        Field("moved", "move"),
        Field("ran", "run"),
        Field("shots", "shots", range(3), rule="GA-36"),
        Field("fails", "failed checks this turn", rule="GA-69"),
    ),
    OF_UNITS.act(
        "engaged", "ENGAGED {value}", "Engaged with an enemy", AN_ENEMY, movement.engage,
        said="sets {unit} and {value} engaged",
        refuse=lambda view, *codes: _no_pair(view.table, *map(view.table.units.get, codes)),
    ),
    OF_UNITS.act(
        "parted", "PARTED {value}", "No longer engaged with an enemy", AN_ENEMY, _part,
        said="sets {unit} and {value} no longer engaged",
    ),
    OF_UNITS.act(
        "reserve", "RESERVE", "Into the reserve", None, partial(_off, out=False),
        said="puts {unit} into the reserve",
    ),
    OF_UNITS.act(
        "out", "OUT", "Out of the game", None, partial(_off, out=True),
        said="takes {unit} out of the game",
    ),
)  # fmt: skip

# --- The match ---


def _losses(name: str, at: int, what: str) -> Act:
    def put(builder: StepBuilder, seat: Seat, count: int) -> None:
        losses = [list(pair) for pair in builder.table.losses]
        losses[seat][at] = count
        builder.change(losses=tuple((models, units) for models, units in losses))

    return Act(
        name, f"LOST {what.upper()} {{side}} {{count}}", f"Lost {what} that reinforcements count",
        {"side": SIDE, "count": number(COUNT)}, put, f"the lost {what} of {{side}}",
        lambda view, seat: view.table.losses[seat][at], rule="GA-89",
    )  # fmt: skip


def _rights(builder: StepBuilder, count: int) -> None:
    if count:
        builder.change(rights=count, phase="reinforce")
    elif builder.table.rights:
        reinforcements.end(builder)


def _turn(builder: StepBuilder, seat: Seat) -> None:
    if seat != builder.table.active:
        turns.begin(builder, seat)


MATCH = (
    Act(
        "add", "ADD {side} {card} {at}", "A new unit",
        {"side": side_with_room(MOST_UNITS), "card": A_CARD, "at": _spot_of(_new)},
        lambda builder, seat, card, at: builder.join(
            replace(_new(View(builder.table), seat, card), at=at)
        ),
        said="adds {card} for {side} at {at}",
    ),
    Act(
        "terrain", "TERRAIN {layout}", "All of the terrain", {"layout": A_LAYOUT},
        lambda builder, key: builder.change(ground=builder.table.catalogue.layouts[key].ground),
        said="lays out {layout}",
    ),
    _losses("lostmodels", 0, "models"),
    _losses("lostunits", 1, "units"),
    Act(
        "rights", "RIGHTS {count}", "Reinforcements that may be brought now",
        {"count": number(
            lambda view: range(min(2, len(view.table.reserve(view.table.active))) + 1)
        )},
        _rights, "the reinforcements that may be brought", lambda view: view.table.rights,
        rule="GA-88",
    ),
    Act(
        "turn", "TURN {side}", "Whose turn it is", {"side": SIDE}, _turn,
        "the side to play", lambda view: view.table.active,
    ),
    Act("end", "END TURN", "End the turn", {}, turns.end, said="ends the turn"),
    *table_fields(Table, Field("round", "round", range(1, 100), rule="GA-33")),
)  # fmt: skip


def _refused(view: View, name: str, _: Agreement) -> Forbidden | None:
    if name == "hand" and view.table.phase == "deploy":
        return forbid("OPTION", "07", "Units are being placed within hand range.")
    return None


AGREED = Agreed(Agreement, partial(forbid, "OPTION", "07"), _refused)

# --- What no match could be in ---


def _faults(table: Table) -> Iterator[Forbidden]:
    yield from _faults_of_ground(table.ground)
    for seat in SEATS:
        if len(table.of(seat)) > MOST_UNITS:
            yield forbid("CARD", "07", f"{NAMES[seat]} has at most {MOST_UNITS} units.")
    for unit in table.units.values():
        yield from _faults_of_unit(table, unit)
        if unit.at is None and table.carrier(unit.code) is None:
            yield from _faults_off_table(table, unit)
    for pair in table.engaged:
        if refused := _no_pair(table, *map(table.units.get, pair)):
            yield refused
    if (table.phase == "over") != (table.ending is not None):
        yield forbid("GAME_OVER", "102", "A match that is over has an ending, and no other.")


def _faults_of_sheets(state: State) -> Iterator[Forbidden]:
    table, sheets = state.table, state.sheets
    if sheets and (table.phase not in armies.SECRET or all_locked(sheets)):
        yield forbid("PHASE", "03", "Both have locked, so nothing is secret any more.")
        return
    for seat, sheet in zip(SEATS, sheets, strict=False):
        if refused := _refuse_sheet(table, seat, sheet):
            yield refused


def _refuse_sheet(table: Table, seat: Seat, sheet: Sheet) -> Forbidden | None:
    """Why a seat cannot have written that, or locked it."""
    if table.phase == "army":
        done = bool(sheet.army)
        if sheet.army not in ("", *armies.choices(table, seat)):
            return forbid("OPTION", "03", f"{NAMES[seat]} cannot have that army.")
    elif table.phase == "ranking":
        done = bool(sheet.own and sheet.enemy)
        for ranked, which in ((sheet.own, "own"), (sheet.enemy, "enemy")):
            if sorted(ranked) not in ([], sorted(ranking.deck(table, seat, which))):
                return forbid("CARD", "25", f"{NAMES[seat]} ranks another deck.")
    else:
        for placing in sheet.places:
            if refused := deployment.refuse_placing(table, seat, placing, "30"):
                return refused
            table = deployment.with_places(table, [placing])
        done = deployment.is_done(table, seat)
    if sheet.locked and not done:
        return forbid("PHASE", "03", f"{NAMES[seat]} has locked what is not complete.")
    return None


@lru_cache(maxsize=64)
def _faults_of_ground(ground: Ground) -> tuple[Forbidden, ...]:
    faults = []
    kinds = (ground.solid, ground.cover, ground.barriers)
    if any(len(pieces) > MOST_PIECES for pieces in kinds):
        faults.append(forbid("OPTION", "09", f"A table has at most {MOST_PIECES} of each piece."))
    for at in chain.from_iterable(map(_corners, chain(*kinds))):
        if at not in ground.table:
            why = f"{INCHES.name(at)} is not on the table of {ground.size}."
            faults.append(forbid("OPTION", "09", why))
    if any(open_inches(ground, y) < OWN_EDGE for y in (0, ground.height)):
        faults.append(forbid("SPOT", "13", f"A home edge needs {OWN_EDGE} in of legal spots."))
    return tuple(faults)


def _corners(shape: Any) -> tuple[Point, ...]:
    if isinstance(shape, Rectangle):
        return (Point(shape.x0, shape.y0), Point(shape.x1, shape.y1))
    return (shape.centre,) if isinstance(shape, Disc) else shape


def _faults_of_unit(table: Table, unit: Unit) -> Iterator[Forbidden]:
    code, vehicle = unit.code, table.card(unit).vehicle
    if unit.at is not None and (refused := movement.no_spot(table, unit, unit.at)):
        yield refused
    for place, inside in enumerate(unit.cargo):
        passenger = table.units[inside]
        if passenger.seat != unit.seat or passenger.cargo:
            yield forbid("CAPACITY", "92", f"{code} cannot carry {inside}.")
        if refused := transports.no_room(table, passenger, replace(unit, cargo=unit.cargo[:place])):
            yield refused
    if unit.cargo and unit.at is None:
        why = f"{code} carries {', '.join(unit.cargo)}; put them elsewhere first."
        yield forbid("CARRIED", "95", why)
    if unit.suppressed and vehicle:
        yield forbid("VEHICLE", "60", f"{code} is a Vehicle and cannot be suppressed.")
    pinned = table.agreement.suppression == "pinned"
    if not vehicle and (unit.shaken or (unit.limited and not pinned)):
        yield forbid("SHAKEN", "79", f"{code} is no Vehicle; only Vehicles are shaken.")
    if (unit.ran and (unit.moved or unit.shots)) or (unit.moved and unit.shots > 1):
        why = f"No unit does that in one turn. {movement.done_before(unit)}".strip()
        can = "A unit moves and shoots once, or runs, or shoots twice."
        yield forbid("BUDGET", "36", why, can)


def _faults_off_table(table: Table, unit: Unit) -> Iterator[Forbidden]:
    """Faults of units off the table: in reserve they have done nothing, out nothing is left."""
    fresh = Unit(unit.code, unit.card, unit.seat, unit.models, cargo=unit.cargo)
    if unit.models if unit.out else unit != fresh:
        why = f"{unit.code} is not on the table."
        yield forbid("TARGET", "07", why, f"Use {unit.code} TO 24 18.")


def _no_pair(table: Table, one: Unit | None, two: Unit | None) -> Forbidden | None:
    hand = table.agreement.hand
    if not (one and two and one.at and two.at) or one.seat == two.seat:
        return forbid("TARGET", "71", "Enemies that are both on the table are engaged.")
    if plane.within(one.at, two.at, hand):
        return None
    far = inches(plane.length((one.at, two.at)))
    return forbid(
        "RANGE", "71", f"{one.code} is {far} from {two.code}; the limit is {inches(hand)}."
    )


class GaEditing(Editing[State, View, StepBuilder, Event]):
    rule = "GA-07"
    example = (
        "R4 TO 24 19.5, R4 IN R9, R4 MODELS 2, R4 SUPPRESSED YES, R4 OUT, ADD RED INF 24 31, "
        "TERRAIN OPEN_BASIN, LOST MODELS RED 3, RIGHTS 1, TURN BLUE, END TURN, ROUND 3 "
        "or OPTION ROUND_LIMIT 12"
    )
    menu = (ActGroup("unit", "", OF_UNITS.any, UNITS), *MATCH, AGREED.act)
    builder, view_type = StepBuilder, View

    def sound(self, state: State) -> Iterator[Forbidden]:
        yield from _faults(state.table)
        yield from _faults_of_sheets(state)

    def closed(self, view: View, act: Act) -> Forbidden | None:
        """Terrain can be set before turns are played, but not while places are secret."""
        table = view.table
        if table.phase == "over":
            return forbid("GAME_OVER", "102", "The match is over.")
        if table.agenda:
            return forbid("PHASE", "21", "Dice are due; roll them first.")
        if table.phase in ("reinforce", "turn") or act is AGREED.act:
            return None
        if act.name == "terrain" and not (table.phase == "deploy" and view.sheets):
            return None
        return forbid("PHASE", "34", "That can be set once turns are played.")

    def settle(self, builder: StepBuilder) -> None:
        """GA-71 and GA-102 are tested; there are no more rights than units in reserve (GA-88)."""
        if builder.table.phase in ("reinforce", "turn"):
            movement.part(builder)
            ending.by_units(builder)
        if builder.table.phase == "reinforce":
            rights = min(builder.table.rights, len(builder.table.reserve(builder.table.active)))
            builder.change(rights=rights)
            if not rights:
                reinforcements.end(builder)
