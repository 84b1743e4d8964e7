"""What no match can be in, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from games.core.telling import listed
from games.core.types import Decisions, Forbidden, Seats
from games.cosmic_conflict import agreement
from games.cosmic_conflict.agenda import pending
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.designs import Item
from games.cosmic_conflict.content.terrain import Feature, is_off, solid_at
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules import cloak, movement
from games.cosmic_conflict.rules.fighters import LAUNCH_HANGAR
from games.cosmic_conflict.rules.orders.usage import refuse_cloak, slot_types
from games.cosmic_conflict.rules.setup import fleets, preparation
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.values import forbid, malformed, unknown
from games.cosmic_conflict.space import LETTERS, SCALE, shown_point
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table import bonds
from games.cosmic_conflict.table.conditions import COMMUNICATIONS, ENGINES, PROPULSION, Option
from games.cosmic_conflict.table.course import SETUP, ActivationPhase, Progress, seat_of
from games.cosmic_conflict.table.orders import MAIN, ORDERS, REPEATABLE, OrderType
from games.cosmic_conflict.table.units import Table, Unit, Vanished
from games.cosmic_conflict.view import Cloaked, Sheet

CHOICES: Mapping[int, tuple[Option, ...]] = {
    8: ("a", "b", ""),
    9: ("a", "b", ""),
    PROPULSION: ("a", "b"),
    ENGINES: ("", "b"),
}
"""The options of results that have some."""
SHARED_NAMES: Mapping[str, str] = {
    "at": "place",
    "heading": "heading",
    "velocity": "Velocity",
    "activated": "activation",
    "navigated": "Navigate Order",
    "evading": "Evasive Actions",
    "bracing": "Brace for Impact",
    "revealed": "revealed Orders",
    "attacked": "attacks",
    "bought": "effects of marks",
}
SECRET = (*SETUP, "orders")
"""The phases in which the sheets alone say what ships get."""


def faults(state: State) -> Iterator[Forbidden]:
    table, course = state.table, state.course
    yield from agreement.faults(course.agreement)
    strange = next((each for each in table.units.values() if not _is_known(table, each)), None)
    if strange:
        yield forbid("UNKNOWN-ID", "CC-005", f"There is no design {strange.sic}.")
        return
    if any(id != each.id for id, each in table.units.items()):
        yield forbid("UNKNOWN-ID", "CC-004", "A unit has the ID of another.")
        return
    yield from _of_board(table, course)
    for unit in table.units.values():
        yield from of_unit(table, unit)
        yield from of_carrier(table, unit)
        yield from _of_equipment(table, unit)
        yield from _of_turn(state, unit)
        yield from _of_owner(table, unit)
        yield from _of_cloak(state, unit)
        yield from of_bonds(table, unit)
    yield from _of_tokens(table)
    yield from _of_course(table, course)
    for side in table.sides:
        yield from _of_sheet(state, side)
    if course.ending is None and not course.agenda:
        yield from _of_waiting(state)


def _is_known(table: Table, unit: Unit) -> bool:
    return unit.sic in table.designs or unit.bogey


def _broken(what: str, *rules: tuple[object, str, str, str]) -> Iterator[Forbidden]:
    """The refusals of those rules that are broken: whether, code, ID and sentence of each."""
    return (forbid(code, rule, f"{what} {why}.") for is_so, code, rule, why in rules if is_so)


def _repeats(values: Iterable[object]) -> bool:
    found = list(values)
    return len(found) > len(set(found))


# --- The board ---


def _of_board(table: Table, course: Progress) -> Iterator[Forbidden]:
    agreed = preparation.opening(course.agreement)
    for name in ("board", "condition_table", *preparation.AGREED, "side_count"):
        if getattr(table, name) != getattr(agreed, name):
            yield forbid("OPTION", "CC-182", f"The players agreed on another {name}.")
    if wrong := _misread(table.features):
        yield forbid("TERRAIN", "CC-182", wrong)
    for each in table.features:
        if is_off(table.board, each):
            yield forbid("BOARD", "D-084", f"{each.id} is off the board.")
    scenario = course.agreement.scenario
    if not all(at in table.board for at in table.objectives) or (
        table.objectives and scenario not in ("contested_marks", "rescue")
    ):
        yield forbid("BOARD", "CC-225", "A mark is not on the board, or of another scenario.")
    carriers = [each for each in table.units.values() if each.vip]
    if len(carriers) + len(table.objectives) != 1 and (carriers or scenario == "rescue"):
        yield forbid("SCENARIO", "D-109", "The VIP is in one place: aboard a ship, or drifting.")
    elif any(table.design(each).fighter or each.state == "destroyed" for each in carriers):
        yield forbid("SCENARIO", "D-109", "Only a ship that is not destroyed has the VIP aboard.")
    elif carriers and scenario != "rescue":
        yield forbid("SCENARIO", "D-109", "There is no VIP in this scenario.")


@lru_cache(64)
def _misread(features: tuple[Feature, ...]) -> str:
    """Why features cannot be read as they are written."""
    try:
        maps.features([maps.written(each) for each in features])
    except ValueError as wrong:
        return str(wrong)
    return "Two pieces of terrain have one ID." if _repeats(each.id for each in features) else ""


def _of_tokens(table: Table) -> Iterator[Forbidden]:
    pairs = [(each.by, each.target) for each in table.marked]
    for by, on in (*pairs, *((each.launcher, each.target) for each in table.missiles)):
        sides = {table.units[id].side for id in (by, on) if id in table.units}
        if len(sides) < 2:
            yield forbid("TARGET", "CC-004", f"{by} and {on} are not units of two sides.")
            return
    for token in table.missiles:
        items = dict(enumerate(table.design(table.units[token.launcher]).items))
        found = items.get(token.weapon)
        yield from _broken(
            token.id,
            (token.at not in table.board, "BOARD", "CC-099", "is off the board"),
            (found is None or found.type != "MSL", "UNKNOWN-ID", "CC-099", "is of no Missiles"),
        )
    yield from _broken(
        "A Missile token or a mark",
        (_repeats(each.id for each in table.missiles), "UNKNOWN-ID", "CC-099", "is there twice"),
        (_repeats(pairs), "MARK", "CC-169", "is there twice"),
        (
            any(not table.size(table.units[on]) for _, on in pairs),
            "MARK",
            "CC-169",
            "is on no ship",
        ),
    )


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


def of_campaign(settings: agreement.Agreement, seats: Seats) -> Iterator[Forbidden]:
    """What fleets that come from another match cannot be (CC-249)."""
    if not settings.campaign:
        return
    try:
        table = fleets.opening(settings.replace(refit=0), seats).table
    except Forbidden as refused:
        yield refused
        return
    except (ValueError, LookupError):
        yield malformed("The fleets of the campaign are not those of a match.")
        return
    for unit in table.units.values():
        yield from of_unit(table, unit)
        yield from of_carrier(table, unit)
        yield from _of_equipment(table, unit)


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
    design = table.design(unit)
    own = unit.side in table.sides and unit.id[:1] == LETTERS[unit.side - 1]
    numbers = (unit.heading, unit.health, *unit.absorbers)
    most = design.shots
    shots = range(0 if design.fighter else most, most + 1)
    single = (COMMUNICATIONS, PROPULSION)
    once = [(each.result, each.choice) for each in unit.conditions if each.result in single]
    lost = {at for each in unit.conditions for at in each.items}
    odd = any(each.choice not in CHOICES.get(each.result, ("",)) for each in unit.conditions)
    yield from _broken(
        unit.id,
        (not own, "UNKNOWN-ID", "CC-004", "is not of its side"),
        (min(numbers) < 0 or unit.heading > 359, "FORMAT", "D-001", "has impossible numbers"),
        (unit.shots not in shots, "TARGET", "CC-136", "does not count its attacks so"),
        (odd, "FORMAT", "CC-048", "has a Condition without its option"),
        (
            bool(lost - {*range(len(design.items))}),
            "UNKNOWN-ID",
            "CC-013",
            "has a Condition of an item that it does not have",
        ),
        (_repeats(once), "TARGET", "CC-048", "cannot have that Condition too"),
        (unit.aboard and unit.aboard != unit.carrier, "HANGAR", "CC-125", "has another carrier"),
        (unit.boarded > table.turn, "HANGAR", "D-059", "was collected in a turn to come"),
    )
    if unit.hidden or unit.bogey:
        yield from _of_hidden(table, unit, design.fighter)
    if {*unit.off} - {*range(len(design.items))}:
        there = f"{unit.id} does not have that item, but {', '.join(design.labels)}."
        yield forbid("UNKNOWN-ID", "CC-013", there)
    if {*unit.used} - {at for at, each in enumerate(design.items) if _is_used(each)}:
        yield forbid("UNKNOWN-ID", "CC-013", f"{unit.id} does not use that item.")


def _of_hidden(table: Table, unit: Unit, fighter: bool) -> Iterator[Forbidden]:
    """What a ship with a hidden SIC cannot be (CC-231, D-100)."""
    yield from _broken(
        unit.id,
        (
            unit.bogey and unit.state == "in" and not unit.hidden,
            "TARGET",
            "CC-234",
            "is a false contact, which is gone once it is revealed",
        ),
        (table.stealth == "off", "OPTION", "CC-231", "is hidden, but all SICs are open"),
        (fighter, "FIGHTER", "CC-231", "is a Fighter, and those are never hidden"),
        (unit.hidden and unit.state != "in", "TARGET", "D-100", "is gone, which has revealed it"),
        (unit.surveyed or unit.vip, "TARGET", "D-100", "carries an objective, which reveals it"),
        (unit.side in unit.known, "OWNER", "D-100", "is known to its own side anyway"),
    )


def _is_used(item: Item) -> bool:
    return isinstance(item, Weapon) or item.type in ("AWS", LAUNCH_HANGAR)


def _of_cloak(state: State, unit: Unit) -> Iterator[Forbidden]:
    """A cloaked ship has vanished, and its side alone knows its course (CC-236, D-101)."""
    table, gone = state.table, unit.state == "cloaked"
    sheet = state.sheets[seat_of(unit.side)] if unit.side in table.sides else Sheet()
    course = sheet.cloaks.get(unit.id)
    yield from _broken(
        unit.id,
        (gone != (course is not None), "FORMAT", "CC-236", "is cloaked with a course, or neither"),
        (gone != (unit.vanished is not None), "FORMAT", "CC-236", "has not vanished in that way"),
        (gone and bool(refuse_cloak(table, unit)), "OPTION", "CC-236", "cannot cloak"),
        (gone and unit.hidden, "TARGET", "D-101", "has shown its SIC by cloaking"),
        (gone and unit.jumping, "JUMPING", "CC-177", "jumps, so it is not cloaked"),
    )
    if gone and course and unit.vanished:
        yield from _of_course_of(state, unit, course, unit.vanished)


def _of_course_of(
    state: State, unit: Unit, course: Cloaked, vanished: Vanished
) -> Iterator[Forbidden]:
    """What is left of a course is made of legal moves, and has turns to come."""
    done = cloak.moves_made(state.course, state.table.turn, vanished.turn)
    rest = len(course.left)
    late = rest == 0 and not cloak.is_returning(state.course)
    if not 0 <= done <= done + rest <= cloak.LONGEST or late:
        yield forbid("PHASE", "D-101", f"{unit.id} is cloaked for 1 to {cloak.LONGEST} turns.")
    if refused := cloak.refuse_legs(state.table, unit, course):
        yield refused


def _of_owner(table: Table, unit: Unit) -> Iterator[Forbidden]:
    count = len(table.members(unit.side)) if unit.side in table.sides else 1
    if not 1 <= unit.owner <= count:
        yield forbid("OWNER", "D-087", f"Side {unit.side} has no player {unit.owner}.")


def of_bonds(table: Table, unit: Unit) -> Iterator[Forbidden]:
    """What no Formation and no Escort can be (2.14, D-074)."""
    yield from _of_lead(table, unit)
    if unit.bond is None:
        return
    member, lead = unit.bond.kind == "member", table.units.get(unit.bond.to)
    code, rule = ("FORMATION", "CC-262") if member else ("ESCORT", "CC-274")
    if not (table.formations if member else table.escorts):
        yield forbid("OPTION", rule, f"{unit.id}: this match is played without that.")
        return
    if lead is None or lead.side != unit.side or lead.id == unit.id or lead.bond:
        yield forbid(code, rule, f"{unit.id} cannot be bound to {unit.bond.to}.")
        return
    shared = bonds.SHARED[unit.bond.kind]
    apart = [SHARED_NAMES[it] for it in shared if getattr(unit, it) != getattr(lead, it)]
    given = unit.tokens or unit.slots or unit.commands
    if apart:
        why = f"{unit.id} does not share the {listed(apart)} of {lead.id}."
        yield forbid(code, "CC-263", why, f"Set {lead.id}: the ships bound to it follow.")
    yield from _broken(
        unit.id,
        (not (unit.in_space and lead.in_space), code, "D-074", f"is not with {lead.id}"),
        (not (table.size(unit) and table.size(lead)), code, "D-074", "cannot be with a Fighter"),
        (unit.suffers(COMMUNICATIONS), code, "CC-055", "suffers Communications Damage"),
        (unit.hidden or lead.hidden, code, "D-074", "is with a hidden ship"),
        (unit.owner != lead.owner, code, "D-087", "has another player than its leader"),
        (unit.stance or table.bound(unit.id), code, "D-074", "is in two relationships"),
        (member and not lead.stance, code, "CC-268", "is in no Formation"),
        (not member and lead.stance, code, "D-074", "escorts a ship of a Formation"),
        (not member and table.size(unit) > table.size(lead), code, "CC-273", "is too large"),
        (member and given, "MEMBER", "CC-264", "gets neither an Order nor a Token"),
        (not 0 <= unit.bond.bearing < 360, "FORMAT", "D-077", "is at no bearing"),
    )


def _of_lead(table: Table, unit: Unit) -> Iterator[Forbidden]:
    if not unit.stance:
        return
    yield from _broken(
        unit.id,
        (not table.formations, "OPTION", "CC-260", "leads a Formation in a match without"),
        (not table.bound(unit.id), "FORMATION", "CC-260", "leads a Formation without members"),
        (unit.suffers(COMMUNICATIONS), "FORMATION", "CC-055", "suffers Communications Damage"),
    )


def _of_turn(state: State, unit: Unit) -> Iterator[Forbidden]:
    """What it has, has done and may still do this turn."""
    table, phase = state.table, state.course.phase
    fighter, silent = table.design(unit).fighter, unit.suffers(COMMUNICATIONS)
    solid = solid_at(table.features, unit.at) if unit.at and not state.course.agenda else None
    if solid and unit.at:
        why = f"{SCALE.name(unit.at)} is inside {solid.id}, which is Solid."
        yield forbid("SOLID", "CC-185", why)
    lost = unit.at is None and not unit.aboard and unit.state == "in"
    works, given = unit.evading or unit.bracing, unit.tokens or unit.slots
    orders = unit.tokens or unit.commands or {*unit.revealed} - {"jump"}
    extra = {*unit.slots} - {MAIN}
    again = _repeats(each for each in unit.revealed if each != REPEATABLE)
    ally = any(id not in table.units or id[:1] == unit.id[:1] for id, _ in unit.bought)
    yield from _broken(
        unit.id,
        (lost and phase not in SETUP, "TARGET", "CC-211", "has no place"),
        (unit.tokens and phase in SECRET, "ORDER-SLOT", "CC-063", "shows no Token yet"),
        (
            (unit.second and not table.design(unit).has("command"))
            or (unit.drilled and not table.design(unit).has("veteran")),
            "ORDER-SLOT",
            "CC-253",
            "has no crew for that",
        ),
        (unit.token and MAIN in unit.slots, "ORDER-SLOT", "CC-063", "has an Order, so no Token"),
        (silent and works, "ORDER-BANNED", "CC-055", "carries out no Orders"),
        (unit.jumping and given, "JUMPING", "CC-177", "jumps, and gets no Order and no Token"),
        (fighter and orders, "FIGHTER", "CC-139", "is a Fighter, without Orders and Commands"),
        (fighter and unit.surveyed, "FIGHTER", "CC-222", "is a Fighter, and surveys nothing"),
        (again or _repeats(unit.commands), "ORDER-TWICE", "CC-152", "does it twice in a turn"),
        (extra and extra - {*_slots(table, unit)}, "ORDER-SLOT", "D-054", "has no such slot"),
        (ally, "MARK", "CC-170", "has an effect against no enemy"),
    )


def _slots(table: Table, unit: Unit) -> dict[int, OrderType]:
    """The extra slots of a ship, also of items that do not work."""
    return slot_types(replace(unit, off=()), table.design(unit))


# --- The match ---


def _of_course(table: Table, course: Progress) -> Iterator[Forbidden]:
    now, acting = course.activation, course.acting
    unit = table.units.get(acting.unit) if acting else None
    idle = unit is None or unit.bond or unit.activated or now is None or unit.side != now.side
    odd = now and not {now.side, *now.passed} <= {*table.sides}
    scored = {each.condition for each in course.scores}
    wrong = table.turn < 1 or table.initiative not in table.sides
    stopping = {each for each in (course.stopping, *course.agreed) if each}
    strange = stopping - {*table.sides} or (course.agreed and not course.stopping)
    yield from _broken(
        "The match",
        (wrong, "PHASE", "CC-062", "has an invalid turn or initiative"),
        (odd or (now and course.phase in SECRET), "PHASE", "CC-069", "has an invalid activation"),
        (strange, "PHASE", "CC-213", "has sides that cannot propose its end"),
        (acting and idle, "PHASE", "CC-078", f"cannot have {acting and acting.unit} acting now"),
        (scored - {*course.drawn}, "PHASE", "CC-215", "scores a victory condition not drawn"),
        (_repeats(course.drawn), "PHASE", "D-090", "draws a victory condition twice"),
    )


def _of_sheet(state: State, side: int) -> Iterator[Forbidden]:
    table, course, sheet = state.table, state.course, state.sheets[seat_of(side)]
    secret = course.phase in SECRET
    yield from _broken(
        f"Side {side}",
        (sheet.locked and not secret, "PHASE", "CC-063", "has locked too late"),
        (sheet.steps and not course.acting, "PHASE", "CC-077", "has steps, but no unit acts"),
    )
    for id, given in sheet.orders.items():
        unit = table.units.get(id)
        if unit is None or unit.side != side or unit.state != "in":
            yield forbid("UNKNOWN-ID", "CC-063", f"{id} cannot hide an Order.")
            continue
        if table.commander(unit) is not unit:
            yield forbid("MEMBER", "CC-264", f"{id} gets no Orders: its Lead Ship does.")
        taken, types = {slot for slot, _ in given.hidden}, _slots(table, unit)
        odd = any(slot != MAIN and types.get(slot) != ORDERS[it].type for slot, it in given.hidden)
        yield from _broken(
            id,
            (given.token and MAIN in taken, "ORDER-SLOT", "CC-063", "has an Order, so no Token"),
            (given.token and not secret, "ORDER-SLOT", "CC-063", "has a Token that shows"),
            (odd, "ORDER-SLOT", "CC-111", "has an Order in a slot of another type"),
            (
                not secret and taken - {*unit.slots},
                "ORDER-SLOT",
                "CC-064",
                "has an Order in no slot of its own",
            ),
        )


def _of_waiting(state: State) -> Iterator[Forbidden]:
    """Check that somebody has something to do when there are no dice and no windows."""
    course, now = state.course, state.course.activation
    if course.phase in ("resolution", "scoring") or (course.phase == "activation" and now is None):
        yield forbid("PHASE", "CC-076", "The phase has steps that are left.")
        return
    if now and not course.acting and (refused := no_turn(state.table, now)):
        yield refused
    waits = pending(state)
    if not (isinstance(waits, Decisions) and any(each.waits for each in waits.open)):
        yield forbid("PHASE", "CC-062", "Nobody has anything to do.")


def no_turn(table: Table, now: ActivationPhase) -> Forbidden | None:
    """Why a side cannot be the one that activates a unit."""
    if any(activation.waiting(table, now.size, now.side)):
        return None
    why = f"Side {now.side} has no unit of Size {now.size} to activate."
    return forbid("SIZE-ORDER", "CC-069", why)
