"""What no match can be in, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from games.core.decisions import Decisions
from games.core.refusals import Forbidden
from games.cosmic_conflict import agreement, maps, orders
from games.cosmic_conflict.agenda import pending
from games.cosmic_conflict.course import Course, seat_of
from games.cosmic_conflict.limits import MOST_UNITS
from games.cosmic_conflict.orders import EXTRA_SLOTS, MAIN, REPEATABLE, Orders
from games.cosmic_conflict.rules import activation, movement, setup
from games.cosmic_conflict.rules.activation import Activation
from games.cosmic_conflict.rules.arrivals import LAUNCH_HANGAR
from games.cosmic_conflict.rules.conditions import COMMUNICATIONS, PROPULSION, Option
from games.cosmic_conflict.rules.values import forbid, malformed, unknown
from games.cosmic_conflict.space import EDGES, SCALE, shown_point
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.terrain import Feature, is_off, solid_at
from games.cosmic_conflict.weapons import Weapon

MOST_CONDITIONS = 24
CHOICES: Mapping[int, tuple[Option, ...]] = {
    8: ("a", "b", ""),
    9: ("a", "b", ""),
    PROPULSION: ("a", "b"),
}
"""The options of results that have some."""
SECRET = ("fleet", "deploy", "orders")
"""The phases in which the sheets alone say what ships get."""


def faults(state: State) -> Iterator[Forbidden]:
    table = state.table
    yield from agreement.faults(state.course.agreement)
    yield from _of_board(table, state.course)
    unknown_designs = {each.sic for each in table.units.values()} - table.designs.keys()
    if unknown_designs:
        yield forbid("UNKNOWN-ID", "CC-005", f"There is no design {unknown_designs.pop()}.")
        return
    for unit in table.units.values():
        yield from of_unit(table, unit)
        yield from of_carrier(table, unit)
        yield from _of_equipment(table, unit)
        yield from _of_turn(state, unit)
    yield from _of_tokens(table, state.course)
    yield from _of_course(state)
    yield from _of_sheets(state)


# --- The board ---


def _of_board(table: Table, course: Course) -> Iterator[Forbidden]:
    agreed = setup.opening(course.agreement)
    for name in ("board", "condition_table", "edge", "pws_range", "pws_election"):
        if getattr(table, name) != getattr(agreed, name):
            yield forbid("OPTION", "CC-182", f"The players agreed on another {name}.")
    if wrong := _misread(table.features):
        yield forbid("TERRAIN", "CC-182", wrong)
    if len({each.id for each in table.features}) < len(table.features):
        yield forbid("TERRAIN", "CC-182", "Two pieces of terrain have one ID.")
    for each in table.features:
        if is_off(table.board, each):
            yield forbid("BOARD", "D-084", f"{each.id} is off the board.")
    for number, at in enumerate(table.objectives, 1):
        if at not in table.board or course.agreement.scenario != "contested_marks":
            yield forbid("BOARD", "CC-225", f"Contested Mark {number} is not on the board.")


@lru_cache(64)
def _misread(features: tuple[Feature, ...]) -> str:
    """Why features cannot be read as they are written."""
    try:
        maps.features([maps.written(each) for each in features])
    except ValueError as wrong:
        return str(wrong)
    return ""


# --- Units ---


def of_unit(table: Table, unit: Unit) -> Iterator[Forbidden]:
    """What a unit cannot be on any table, nor in a position."""
    design = table.design(unit)
    boxes = tuple(size for _, size in design.absorbers)
    if len(unit.absorbers) != len(boxes) or any(map(int.__gt__, unit.absorbers, boxes)):
        there = ", ".join(map(str, boxes)) or "none"
        yield malformed(f"{unit.id}: the boxes of its absorbers are {there}.")
    if sum((unit.at is not None, bool(unit.aboard), unit.state != "in")) > 1:
        yield malformed(f"{unit.id} has one of at, aboard and a state other than in.")
    if design.fighter and (unit.heading or unit.velocity):
        yield forbid("FIGHTER", "D-057", f"{unit.id} is a Fighter: it has no Velocity.")
    most = design.health - (unit.state != "destroyed")
    if unit.health > most:
        yield malformed(f"{unit.id} can have up to {most} boxes of Health filled.")
    if unit.at is not None and unit.at not in table.board:
        where = shown_point(unit.at)
        yield forbid("BOARD", "D-003", f"{unit.id}: {where} is off the board.")
    refused = None if design.fighter else movement.refuse_velocity(table, unit, 0)
    if refused:
        yield refused


def of_carrier(table: Table, unit: Unit) -> Iterator[Forbidden]:
    """A Fighter is aboard a ship of its side that has room (CC-115, D-055)."""
    for id in filter(None, (unit.carrier, unit.aboard)):
        if refused := unknown(table, id):
            yield refused
            return
        if table.units[id].side != unit.side or not table.design(unit).fighter:
            why = f"{unit.id} cannot be aboard {id}: Fighters are, in ships of their side."
            yield forbid("HANGAR", "CC-115", why)
    if unit.aboard:
        carrier = table.units[unit.aboard]
        if len(table.aboard(carrier.id)) > (room := table.design(carrier).hangars()):
            why = f"{carrier.id} has room for {room} Fighters."
            yield forbid("HANGAR", "CC-119", why)


def _of_equipment(table: Table, unit: Unit) -> Iterator[Forbidden]:
    id, design, items = unit.id, table.design(unit), table.design(unit).items
    places = range(len(items))
    usable = {
        at
        for at, item in enumerate(items)
        if isinstance(item, Weapon) or item.type in ("AWS", LAUNCH_HANGAR)
    }
    if unit.side not in EDGES or id[:1] != setup.LETTERS[unit.side] or table.units[id] != unit:
        yield forbid("UNKNOWN-ID", "CC-004", f"{id} is not an ID of its side.")
    if unit.heading not in range(360) or unit.health < 0 or min((0, *unit.absorbers)) < 0:
        yield malformed(f"{id} has a heading, Health or tracks that do not exist.")
    if not {*unit.off}.issubset(places) or not {*unit.used}.issubset(usable):
        there = ", ".join(design.labels)
        yield forbid("UNKNOWN-ID", "CC-013", f"{id} has no such item.", f"It has {there}.")
    if unit.shots not in range(0 if design.fighter else design.shots, design.shots + 1):
        yield forbid("TARGET", "CC-136", f"{id} has no {unit.shots} attacks left.")
    for each in unit.conditions:
        if each.choice not in CHOICES.get(each.result, ("",)):
            yield malformed(f"{id}: {each.result}{each.choice} is not a Condition.")
    once = [each for each in unit.conditions if each.result in (COMMUNICATIONS, PROPULSION)]
    if len(once) > len(set(once)) or len(unit.conditions) > MOST_CONDITIONS:
        yield forbid("TARGET", "CC-048", f"{id} cannot have that Condition too.")
    if unit.aboard and unit.carrier != unit.aboard:
        yield forbid("HANGAR", "CC-125", f"{id} is aboard {unit.aboard}, but not of it.")
    if unit.boarded not in range(table.turn + 1):
        yield forbid("HANGAR", "D-059", f"{id} was collected in a turn to come.")


def _of_turn(state: State, unit: Unit) -> Iterator[Forbidden]:
    """What it has, has done and may still do this turn."""
    id, table, course = unit.id, state.table, state.course
    fighter, silent = table.design(unit).fighter, unit.suffers(COMMUNICATIONS)
    if (solid := unit.at and solid_at(table.features, unit.at)) and not course.agenda:
        assert unit.at is not None
        why = f"{SCALE.name(unit.at)} is inside {solid.id}, which is Solid."
        yield forbid("SOLID", "CC-185", why)
    placed = unit.at is not None or unit.aboard or unit.state != "in"
    if not placed and course.phase not in ("fleet", "deploy"):
        yield forbid("TARGET", "CC-211", f"{id} has no place.")
    if unit.token and (course.phase in SECRET or MAIN in unit.slots):
        yield forbid("ORDER-SLOT", "CC-063", f"{id} has no Token that shows.")
    if silent and (unit.evading or unit.bracing):
        yield forbid("ORDER-BANNED", "CC-055", f"Communications Damage of {id} bars that.")
    if unit.jumping and (unit.token or unit.slots):
        yield forbid("JUMPING", "CC-177", f"{id} jumps this turn and gets nothing.")
    if fighter and (unit.token or unit.commands or {*unit.revealed} - {"jump"}):
        yield forbid("FIGHTER", "CC-139", f"{id} is a Fighter: it has no Orders and Commands.")
    if fighter and unit.surveyed:
        yield forbid("FIGHTER", "CC-222", f"{id} is a Fighter: it surveys nothing.")
    for names in (unit.revealed, unit.commands):
        rest = [each for each in names if each != REPEATABLE]
        if len(rest) > len(set(rest)):
            yield forbid("ORDER-TWICE", "CC-152", f"{id} does each of that once a turn.")
    if any(slot != MAIN and not _is_slot(table, unit, slot) for slot in unit.slots):
        yield forbid("ORDER-SLOT", "D-054", f"{id} does not have that slot.")
    if any(on not in table.units or on[:1] == id[:1] for on, _ in unit.bought):
        yield forbid("MARK", "CC-170", f"{id} has an effect against no enemy.")


def _is_slot(table: Table, unit: Unit, slot: int) -> bool:
    items = table.design(unit).items
    return 0 <= slot < len(items) and items[slot].type in EXTRA_SLOTS


# --- Tokens, the turn, sheets ---


def _of_tokens(table: Table, course: Course) -> Iterator[Forbidden]:
    ids = [each.id for each in table.missiles]
    if len(ids) > len(set(ids)):
        yield forbid("UNKNOWN-ID", "CC-099", "Two Missile tokens have one ID.")
    for token in table.missiles:
        launcher, target = table.units.get(token.launcher), table.units.get(token.target)
        if launcher is None or target is None or launcher.side == target.side:
            yield forbid("TARGET", "CC-099", f"{token.id} has no launcher or no target.")
        elif not _is_launcher(table, launcher, token.weapon):
            yield forbid("UNKNOWN-ID", "CC-099", f"{token.id} is of no Missile Weapon.")
        if token.at not in table.board:
            yield forbid("BOARD", "CC-099", f"{token.id} is off the board.")
    pairs = [(each.by, each.target) for each in table.marked]
    for pair in pairs:
        one, other = map(table.units.get, pair)
        if one is None or other is None or one.side == other.side or not table.size(other):
            yield forbid("MARK", "CC-169", f"{pair[0]} cannot mark {pair[1]}.")
    if len(pairs) > len(set(pairs)):
        yield forbid("MARK", "CC-169", "A ship marks another once a turn.")


def _is_launcher(table: Table, unit: Unit, place: int) -> bool:
    items = table.design(unit).items
    return 0 <= place < len(items) and items[place].type == "MSL"


def _of_course(state: State) -> Iterator[Forbidden]:
    table, course = state.table, state.course
    now, acting, phase = course.activation, course.acting, course.phase
    for side in EDGES:
        if len(table.of(side)) > MOST_UNITS:
            yield forbid("POINTS", "CC-T01", f"Side {side} has at most {MOST_UNITS} units.")
    if table.turn < 1 or table.initiative not in EDGES:
        yield forbid("PHASE", "CC-062", "That turn does not exist.")
    if now and (now.side not in EDGES or not {*now.passed} <= {*EDGES} or phase == "orders"):
        yield forbid("PHASE", "CC-069", "No side activates units so.")
    if acting:
        unit = table.units.get(acting.unit)
        if unit is None or unit.activated or now is None or unit.side != now.side:
            yield forbid("PHASE", "CC-078", f"{acting.unit} is being activated.")
    for score in course.scores:
        if score.condition not in course.drawn:
            yield forbid("PHASE", "CC-215", f"{score.condition} is not being scored.")
    if len(set(course.drawn)) < len(course.drawn):
        yield forbid("PHASE", "D-090", "A victory condition is drawn once.")
    if course.ending is None and not course.agenda:
        yield from _of_waiting(state)


def _of_waiting(state: State) -> Iterator[Forbidden]:
    """Somebody can do something at rest."""
    table, course, now = state.table, state.course, state.course.activation
    if course.phase in ("resolution", "scoring") or (course.phase == "activation" and now is None):
        yield forbid("PHASE", "CC-076", "The phase has steps that are left.")
        return
    turn = now if course.phase == "activation" and not course.acting else None
    if refused := turn and no_turn(table, turn):
        yield refused
    waits = pending(state)
    if not (isinstance(waits, Decisions) and any(each.waits for each in waits.open)):
        yield forbid("PHASE", "CC-062", "Nobody has anything to do.")


def no_turn(table: Table, now: Activation) -> Forbidden | None:
    if any(activation.waiting(table, now.size, now.side)):
        return None
    why = f"Side {now.side} has no unit of Size {now.size} to activate."
    return forbid("SIZE-ORDER", "CC-069", why)


def _of_sheets(state: State) -> Iterator[Forbidden]:
    table, course = state.table, state.course
    for side in EDGES:
        sheet = state.sheets[seat_of(side)]
        for id, given in sheet.orders.items():
            unit = table.units.get(id)
            if unit is None or unit.side != side or unit.state != "in":
                yield forbid("UNKNOWN-ID", "CC-063", f"{id} cannot hide an Order.")
            else:
                yield from _of_orders(state, unit, given)
        if sheet.locked and course.phase not in SECRET:
            yield forbid("PHASE", "CC-063", f"Side {side} has locked too late.")
        if sheet.steps and not course.acting:
            yield forbid("PHASE", "CC-077", f"Side {side} has steps of no activation.")


def _of_orders(state: State, unit: Unit, given: Orders) -> Iterator[Forbidden]:
    id, table, secret = unit.id, state.table, state.course.phase in SECRET
    slots = [slot for slot, _ in given.hidden]
    if given.token and (MAIN in slots or not secret):
        yield forbid("ORDER-SLOT", "CC-063", f"{id} has an Order or a Token, not both.")
    for slot, name in given.hidden:
        kind = orders.ORDERS[name].type
        known = _is_slot(table, unit, slot)
        if slot != MAIN and not (
            known and EXTRA_SLOTS[table.design(unit).items[slot].type] == kind
        ):
            yield forbid("ORDER-SLOT", "CC-111", f"{id} has no such slot for {name}.")
        if not secret and slot not in unit.slots:
            yield forbid("ORDER-SLOT", "CC-064", f"{id} shows that it hides nothing there.")
