"""Units as a referee sets them (4.11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from games.core.geometry.plane import Point
from games.core.notation import Value
from games.core.referee import edits
from games.core.referee.edits import Act, Argument, choice, number
from games.core.referee.settable import Field, Units
from games.core.telling import listed
from games.core.types import Forbidden, Seat
from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.design_text import title
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.factions import Trait
from games.cosmic_conflict.content.limits import MOST_UNITS, FleetUnit, design_faults
from games.cosmic_conflict.editing import groups
from games.cosmic_conflict.editing.sound import CHOICES
from games.cosmic_conflict.notation import COMMAND, ORDER
from games.cosmic_conflict.options.fields import limits, name
from games.cosmic_conflict.rules import cloak, parting
from games.cosmic_conflict.rules.orders.marks import EFFECTS
from games.cosmic_conflict.rules.orders.usage import silenced
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.values import forbid, unknown
from games.cosmic_conflict.space import DU, LETTERS, MOST_PLAYERS, SCALE, SIDES
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.conditions import COMMUNICATIONS, LASTING, NAMES
from games.cosmic_conflict.table.orders import COMMANDS, ORDERS
from games.cosmic_conflict.table.units import Condition, OrderName, Table, Unit, UnitState
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.facts import gone

MOST_CONDITIONS = 24
_WINDS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

# --- Arguments ---


def word(wanted: str, pattern: str, **more: Any) -> Value[Any, str]:
    """One word; IDs have small letters, and codes and labels capitals."""

    def read(_: Any, text: str) -> str:
        text = text.lower() if pattern == pattern.lower() else text.upper()
        if not re.fullmatch(pattern, text):
            raise ValueError
        return text

    return Value(wanted, read, **more)


ID = word("a unit such as a1", rf"[{LETTERS}][1-9]\d{{0,2}}", extent=rf"[{LETTERS.upper()}]\d+")
NAMED_SIDES: Final = {str(side): side for side in SIDES}


def no_side(view: View, side: int) -> Forbidden | None:
    """E-UNKNOWN-ID for a side that the match does not have; 0 is nobody."""
    if side <= view.table.side_count:
        return None
    there = " and ".join(map(str, view.table.sides))
    return forbid("UNKNOWN-ID", "D-087", f"There is no side {side}.", f"There are sides {there}.")


SIDE = choice(
    "a side such as 1", NAMED_SIDES, "Which side?", called=lambda _, side: f"side {side}",
    offered=lambda view, *_: view.table.sides, missing=no_side,
)  # fmt: skip


def several(
    each: Value[Any, Any],
    now: Callable[..., Iterable[Any]],
    more: Callable[..., Iterable[Any]],
    example: str,
    named: Callable[[View, Any], str] | None = None,
) -> Argument:
    """Some values or NONE; offered is what is there without each, and with each of ``more``."""

    def read(view: Any, text: str) -> tuple[Any, ...]:
        return tuple(each.read(view, part) for part in text.split() if text != "NONE")

    def offered(view: View, *known: Any) -> Iterator[tuple[Any, ...]]:
        there = tuple(now(view, *known))
        for value in dict.fromkeys(there):
            at = there.index(value)
            yield there[:at] + there[at + 1 :]
        yield from ((*there, value) for value in more(view, *known) if value not in there)

    def write(values: tuple[Any, ...]) -> str:
        return " ".join(map(each.write, values)) or "NONE"

    def called(view: View, values: tuple[Any, ...]) -> str:
        told = (named(view, value) if named else each.write(value) for value in values)
        return listed(told) or "nothing"

    value = Value(f"a list such as {example}, or NONE", read, write, r"\S+(?: \S+)*")
    return Argument(value, offered=offered, label=called, called=called, example=example)


def _unit(view: View, id: str) -> Unit:
    return view.table.units[id]


def _named(view: View, id: str) -> str:
    return name(view.table, _unit(view, id))


def _state_of(view: View, id: str) -> str:
    unit = _unit(view, id)
    where = f"aboard {unit.aboard}" if unit.aboard else f"at {SCALE.name(unit.at or Point(0, 0))}"
    if unit.bogey:
        return where if unit.state == "in" else gone(unit)
    where = where if unit.state == "in" else gone(unit)
    return f"{where}, {unit.health} of {view.table.design(unit).health} Health filled"


OF_UNITS = Units(
    ID, _named, _state_of, lambda view, id: unknown(view.table, id), called=_named,
    group=lambda id: (id[0], f"Side {LETTERS.index(id[0]) + 1}"),
)  # fmt: skip


def around(table: Table, at: Point | None) -> Iterator[Point]:
    """A point and others 1 and 3 du away, then some all over the board: those first where there is
    no point, as the middle is where most units are."""
    board = table.board
    middle = at or Point(board.width // 2, board.height // 2)
    near = [middle, *(middle.plus(x * far, y * far) for far in (DU, 3 * DU) for x, y in _WINDS)]
    parts = [Point(board.width * x // 6, board.height * y // 6) for x in (1, 5) for y in (1, 3, 5)]
    found = (*near, *parts) if at else (*parts, *near)
    return (each for each in dict.fromkeys(found) if each in board)


def _off_board(view: View, at: Point) -> Forbidden | None:
    if at in view.table.board:
        return None
    return forbid("BOARD", "CC-008", f"{SCALE.name(at)} is not on the board.")


def spot(like: Callable[..., Point | None] = lambda *_: None) -> Argument:
    """The argument for a place; ``like`` finds one, near which places are offered first."""
    return edits.point(
        SCALE,
        lambda view, *known: limits(view.table),
        "Where?",
        offered=lambda view, *known: around(view.table, like(view, *known)),
        missing=_off_board,
    )


def who_knows(state: State, id: str, *_: Any) -> tuple[Seat, ...] | None:
    """Everybody, or those who know the SIC of a hidden ship (D-100)."""
    unit = state.table.units.get(id)
    if unit is None or not unit.hidden:
        return None
    sides = sorted({unit.side, *unit.known})
    return tuple(seat for side in sides for seat in state.table.members(side))


# --- Fields ---


def _title(_: Any, text: str) -> str:
    """Texts of moves are in capitals, so names are written in one way."""
    if not re.fullmatch("(?=.{3,24}$)[A-Za-z0-9']+([ -][A-Za-z0-9']+)*", text):
        raise ValueError
    return title(text.upper())


_NAME = Argument(
    Value[Any, str]("a name of 3 to 24 letters and digits", _title, extent=r".{3,24}"),
    "Which name?",
    lambda *_: ("Anonymous", "Renowned"),
    example="Old Hearth",
)
_CONDITIONS: Final[dict[tuple[int, str], Condition]] = {
    (result, option): Condition(result, option)
    for result in LASTING
    for option in CHOICES.get(result, ("",))
}


def _condition(_: Any, text: str) -> Condition:
    found = re.fullmatch(r"(\d{1,2})([AB]?)(S?)((?:/\d{1,2}){0,2})", text)
    plain = found and _CONDITIONS.get((int(found[1]), found[2].lower()))
    if not found or not plain:
        raise ValueError
    items = tuple(int(each) - 1 for each in found[4].split("/") if each)
    return replace(plain, start=bool(found[3]), items=items)


def _written_condition(condition: Condition) -> str:
    items = "".join(f"/{at + 1}" for at in condition.items)
    return f"{condition.result}{condition.choice.upper()}{'S' * condition.start}{items}"


_CONDITION = Value(
    "a Condition such as 4 or 11A, 4S if the ship had it before the match, and 8A/2 if it "
    "deactivated the second item",
    _condition,
    _written_condition,
    extent=r"\d+[AB]?S?(?:/\d+)*",
)


def _velocities(view: View, id: str) -> range:
    size = view.table.size(_unit(view, id))
    return range(hulls.vmax(size) + 1 if size else 1)


def _boxes(view: View, id: str) -> Iterator[tuple[int, ...]]:
    """Values offered for tracks: full, empty, one box more or less."""
    there = _unit(view, id).absorbers
    for at, (_, most) in enumerate(view.table.design(_unit(view, id)).absorbers):
        for left in dict.fromkeys((0, there[at] - 1, there[at] + 1, most)):
            yield (*there[:at], left, *there[at + 1 :])


def _bought(_: Any, text: str) -> tuple[str, Any]:
    id, _, effect = text.partition(":")
    return ID.read(_, id), EFFECTS[("1", "2", "3").index(effect)]


def _condition_name(_: View, condition: Condition) -> str:
    """``Propulsion Damage (11A)``"""
    return f"{NAMES[condition.result]} ({_written_condition(condition)})"


def _listed(
    field: str,
    each: Value[Any, Any],
    more: Iterable[Any],
    example: str,
    named: Callable[[View, Any], str] | None = None,
) -> Argument:
    def now(view: View, id: str) -> Any:
        return getattr(_unit(view, id), field)

    return several(each, now, lambda *_: more, example, named)


FIELDS = OF_UNITS.fields(
    Unit,
    Field("heading", "heading", range(360)),
    Field("velocity", "Velocity", number(_velocities)),
    Field(
        "health", "filled boxes of Health",
        number(lambda view, id: range(view.table.design(_unit(view, id)).health)),
    ),
    Field(
        "absorbers", "boxes left of its tracks",
        replace(
            _listed("absorbers", number(range(100)).value, (), "10 4"), offered=_boxes
        ),
        word="BOXES", act="boxes",
    ),
    Field(
        "shots", "attacks before it must resupply",
        number(lambda view, id: range(view.table.design(_unit(view, id)).shots + 1)),
        word="AMMO", act="ammo",
    ),
    Field("name", "name", _NAME),
    Field("activated", "activation this turn"),
    Field("navigated", "Navigate Order or Command this turn"),
    Field("attacked", "attack of its own this turn"),
    Field("token", "Command Token"),
    Field("second", "Token of its Command AI"),
    Field("drilled", "reroll of its veterans this turn"),
    Field(
        "commands", "Commands used",
        _listed("commands", COMMAND, COMMANDS, "DODGE SNAP", lambda _, name: COMMANDS[name].name),
    ),
    Field(
        "bought", "effects of marks",
        _listed(
            "bought",
            Value("a ship and an effect such as b1:2", _bought,
                  lambda pair: f"{pair[0]}:{EFFECTS.index(pair[1]) + 1}"),
            (), "b1:2", lambda _, pair: f"{pair[1]} against {pair[0]}",
        ),
    ),
    Field("ended", "Conditions that have ended", range(MOST_CONDITIONS + 1)),
    Field("jumping", "jump from the turn before"),
    Field("surveyed", "token of Deep Survey"),
    Field("owner", "player of its side who commands it", range(1, MOST_PLAYERS + 1)),
    Field("boarded", "turn in which it was collected"),
)  # fmt: skip
HIDING = OF_UNITS.fields(Unit, Field("hidden", "hiding of the SIC"))


def _items(field: str, what: str) -> Act:
    """Sets the places of items by their labels."""

    def labels(view: View, id: str) -> tuple[str, ...]:
        return view.table.design(_unit(view, id)).labels

    def now(view: View, id: str) -> tuple[str, ...]:
        return tuple(labels(view, id)[at] for at in getattr(_unit(view, id), field))

    def put(builder: StepBuilder, id: str, given: tuple[str, ...]) -> None:
        known = builder.table.design(builder.unit(id)).labels
        places = (known.index(each) if each in known else len(known) for each in given)
        builder.put(builder.unit(id), **{field: tuple(sorted(set(places)))})

    each = word("an item such as KIN1", "[A-Z]{2,4}[1-9][0-9]?")
    return OF_UNITS.act(
        field, f"{field.upper()} {{value}}", what[:1].upper() + what[1:],
        several(each, now, labels, "KIN1"), put, what=f"the {what} of {{unit}}", now=now,
    )  # fmt: skip


def _suffer(builder: StepBuilder, id: str, conditions: tuple[Condition, ...]) -> None:
    """Communications Damage ends at once what a unit has and hides, and what binds it (CC-055,
    D-041)."""
    if len(conditions) > MOST_CONDITIONS:
        raise forbid("TARGET", "CC-048", f"{id} can be given {MOST_CONDITIONS} Conditions.")
    before = builder.unit(id)
    unit = builder.put(before, conditions=conditions)
    if unit.suffers(COMMUNICATIONS) and not before.suffers(COMMUNICATIONS):
        if unit.bond or unit.stance:
            groups.part(builder, id)
        unit = builder.put(builder.unit(id), evading=False, bracing=False)
        quiet, left = silenced(unit, builder.hidden(unit))
        builder.put(quiet)
        builder.hide(quiet, left)


def _reveal(builder: StepBuilder, id: str, names: tuple[OrderName, ...]) -> None:
    """Reveal Orders, which work at once unless Communications Damage ends them."""
    unit = builder.unit(id)
    works = names if not unit.suffers(COMMUNICATIONS) else ()
    builder.put(unit, revealed=names, evading="evasive" in works, bracing="brace" in works)


# --- Its crew and its faction ---


def _redesign(builder: StepBuilder, id: str, design: Design) -> None:
    """Give a unit another design for what it has; Conditions stay as they are."""
    if builder.unit(id).bogey:
        raise forbid("TARGET", "CC-234", f"{id} is a false contact, without crew or faction.")
    table, found = preparation.with_design(builder.table, design, id)
    builder.table = table
    builder.put(builder.unit(id), sic=found.code)


def _design(match: View | StepBuilder, id: str) -> Design:
    return match.table.design(match.table.units[id])


def _traits(match: View | StepBuilder) -> Mapping[str, Trait]:
    """The catalogue's, and those of ships in the match."""
    there = (trait for each in match.table.designs.values() for trait in each.traits)
    return {**{each.code: each for each in there}, **match.course.agreement.catalogue.traits}


def _trait_name(view: View, code: str) -> str:
    found = _traits(view).get(code)
    return found.name if found else code


def _train(builder: StepBuilder, id: str, codes: tuple[str, ...]) -> None:
    known, design = _traits(builder), _design(builder, id)
    if wrong := next((code for code in codes if code not in known), ""):
        raise forbid("UNKNOWN-ID", "CC-253", f"There is no trait {wrong}.")
    if codes and design.fighter:
        raise forbid("FIGHTER", "CC-253", f"{id} is a Fighter, and has no crew traits.")
    traits = tuple(known[code] for code in dict.fromkeys(codes))
    _redesign(builder, id, replace(design, traits=traits))
    unit, now = builder.unit(id), _design(builder, id)
    second, drilled = unit.second and now.has("command"), unit.drilled and now.has("veteran")
    builder.put(unit, second=second, drilled=drilled)


def _join(builder: StepBuilder, id: str, code: str) -> None:
    found = builder.course.agreement.catalogue.factions.get(code)
    design = _design(builder, id).manned((), found)
    for fault in design_faults(design):
        raise fault
    _redesign(builder, id, design)


def _faction_of(view: View, id: str) -> str:
    faction = _design(view, id).faction
    return faction.code if faction else "NONE"


def _faction_name(view: View, code: str) -> str:
    faction = view.course.agreement.catalogue.factions.get(code)
    return faction.name if faction else code.lower()


def _no_faction(view: View, code: str) -> Forbidden | None:
    if code == "NONE" or code in view.course.agreement.catalogue.factions:
        return None
    return forbid("UNKNOWN-ID", "CC-237", f"There is no faction {code}.")


CREW: Final = (
    OF_UNITS.act(
        "traits", "TRAITS {value}", "Crew traits",
        several(
            word("a trait such as LUCKY", "[A-Z]{2,8}"),
            lambda view, id: (each.code for each in _design(view, id).traits),
            lambda view, id: () if _design(view, id).fighter else _traits(view),
            "VETERAN LUCKY",
            _trait_name,
        ),
        _train, what="the crew traits of {unit}",
        now=lambda view, id: tuple(each.code for each in _design(view, id).traits),
    ),
    OF_UNITS.act(
        "faction", "FACTION {value}", "Faction",
        Argument(
            word("a faction such as MERC, or NONE", "[A-Z]{2,8}"), "Which faction?",
            lambda view, *_: ("NONE", *view.course.agreement.catalogue.factions),
            missing=_no_faction, label=_faction_name, called=_faction_name,
        ),
        _join, what="the faction of {unit}", now=_faction_of,
    ),
)  # fmt: skip

# --- Where it is ---


def _back(builder: StepBuilder, id: str, **where: Any) -> None:
    """Bring a unit back into play, with at least one box of Health open."""
    unit = builder.unit(id)
    health = min(unit.health, builder.table.design(unit).health - 1)
    builder.put(unit, **{"at": None, "aboard": "", "state": "in", "health": health, **where})


def _aboard(builder: StepBuilder, id: str, carrier: str) -> None:
    if builder.unit(id).aboard != carrier:
        turn = builder.table.turn
        _back(builder, id, aboard=carrier, carrier=carrier, boarded=turn)


def _gone(builder: StepBuilder, id: str, state: UnitState) -> None:
    before = builder.table
    builder.table = before.removed(builder.unit(id), state)
    parting.tell_parted(builder, before)


def _decloak(builder: StepBuilder, id: str) -> None:
    """Back on the board where its course has brought it."""
    if builder.unit(id).state != "cloaked":
        raise forbid("TARGET", "CC-236", f"{id} is not cloaked.")
    cloak.back(builder, id)


def _rescue(builder: StepBuilder, id: str) -> None:
    """The VIP is aboard this ship alone."""
    if carrier := builder.table.rescuer:
        builder.put(carrier, vip=False)
    builder.put(builder.unit(id), vip=True)
    builder.lay(objectives=())


def _remove(builder: StepBuilder, id: str) -> None:
    """Remove a unit with the Fighters aboard, its Missile tokens and marks."""
    groups.part(builder, id)
    table = builder.table
    gone = {id, *(each.id for each in table.aboard(id))}
    units = {
        each.id: replace(each, carrier="" if each.carrier in gone else each.carrier)
        for each in table.units.values()
        if each.id not in gone
    }
    missiles = (each for each in table.missiles if not gone & {each.launcher, each.target})
    marked = (each for each in table.marked if not gone & {each.by, each.target})
    builder.lay(units=units, missiles=tuple(missiles), marked=tuple(marked))


def _carriers(view: View, id: str) -> Iterator[Unit]:
    own = view.table.of(_unit(view, id).side)
    return (each for each in own if each.state == "in" and view.table.design(each).hangars())


_OUT: Final[dict[str, UnitState]] = {"DESTROYED": "destroyed", "FLED": "fled"}
_ACTS = (
    OF_UNITS.act(
        "to", "TO {value}", "Its place", spot(lambda view, id: _unit(view, id).at),
        lambda builder, id, at: _back(builder, id, at=at), said="puts {unit} at {value}",
    ),
    OF_UNITS.act(
        "aboard", "ABOARD {value}", "Aboard a carrier",
        OF_UNITS.one_of("Which carrier?", _carriers), _aboard, said="puts {unit} aboard {value}",
    ),
    OF_UNITS.act(
        "carrier", "CARRIER {value}", "Its carrier",
        OF_UNITS.one_of("Which carrier?", _carriers),
        lambda builder, id, carrier: builder.put(builder.unit(id), carrier=carrier),
        said="sets {value} as the carrier of {unit}",
    ),
    OF_UNITS.act(
        "out", "OUT {value}", "Out of the game", choice("DESTROYED or FLED", _OUT, "How?"), _gone,
        said="sets {unit} {value}",
    ),
    OF_UNITS.act(
        "remove", "REMOVE", "Remove it for good", None, _remove, said="removes {unit}",
    ),
    OF_UNITS.act(
        "decloak", "DECLOAK", "Back from its cloak", None, _decloak,
        said="ends the cloak of {unit}",
    ),
    OF_UNITS.act("vip", "VIP", "The VIP aboard", None, _rescue, said="puts the VIP aboard {unit}"),
    *FIELDS,
    _items("off", "items that do not work"),
    _items("used", "items used this turn"),
    OF_UNITS.act(
        "conditions", "CONDITIONS {value}", "Conditions",
        _listed(
            "conditions", _CONDITION, tuple(_CONDITIONS.values()), "4 4 11A", _condition_name
        ), _suffer,
        what="the Conditions of {unit}", now=lambda view, id: _unit(view, id).conditions,
    ),
    OF_UNITS.act(
        "revealed", "REVEALED {value}", "Orders revealed this turn",
        _listed(
            "revealed", ORDER, ORDERS, "EVASIVE BRACE", lambda _, name: ORDERS[name].name
        ), _reveal,
        what="the Orders revealed of {unit}", now=lambda view, id: _unit(view, id).revealed,
    ),
    *CREW,
    *groups.acts(OF_UNITS),
)  # fmt: skip
UNITS = (*(replace(each, only=who_knows) for each in _ACTS), *HIDING)

# --- New units ---


def _designs(match: View | StepBuilder) -> Mapping[str, Design]:
    """All that can be added: the catalogue's, and what the match has besides."""
    both = {**match.course.agreement.catalogue.designs, **match.table.designs}
    return {code: each for code, each in both.items() if re.fullmatch("[A-Z]{4}", code)}


def _no_sic(view: View, code: str) -> Forbidden | None:
    if code in _designs(view):
        return None
    return forbid("UNKNOWN-ID", "CC-004", f"There is no design {code}.")


def _no_room(view: View, side: int) -> Forbidden | None:
    """A fleet that was chosen under older rules may have more."""
    if refused := no_side(view, side):
        return refused
    if len(view.table.of(side)) < MOST_UNITS:
        return None
    return forbid("POINTS", "CC-T01", f"Side {side} has {MOST_UNITS} units, the most there are.")


def _with_room(view: View) -> Iterator[int]:
    return (side for side in view.table.sides if _no_room(view, side) is None)


def _add(builder: StepBuilder, side: int, code: str, at: Point) -> None:
    table, designs = builder.table, _designs(builder)
    (unit,) = preparation.units(designs, side, (FleetUnit(code),))
    # With Stealth behind all that there could be: the next number would tell what is aboard.
    least = MOST_UNITS if table.stealth != "off" else 0
    last = max((least, *(int(each.id[1:]) for each in table.of(side))))
    unit = replace(unit, id=f"{LETTERS[side - 1]}{last + 1}", at=at)
    sorted_units = sorted((*table.units.values(), unit), key=lambda each: each.side)
    builder.lay(
        designs={**table.designs, code: designs[code]},
        units={each.id: each for each in sorted_units},
    )


ADD = Act(
    "add", "ADD {side} {sic} {at}", "A new unit",
    {
        "side": replace(SIDE, missing=_no_room, offered=_with_room),
        "sic": Argument(
            word("a design such as WREN", "[A-Z]{4}"), "Which design?",
            lambda view, *_: _designs(view),
            label=lambda view, code: f"{code} {_designs(view)[code].name}",
            missing=_no_sic,
        ),
        "at": spot(),
    },
    _add, said="adds {sic} for {side} at {at}",
)  # fmt: skip
