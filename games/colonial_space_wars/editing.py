"""What a referee may set (CSW-G01 to G04). Nothing but CSW-117 is tested afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.notation import SQUARE, TYPE, UNIT
from games.colonial_space_wars.rules import armies, ending, transports, turns
from games.colonial_space_wars.rules.movement import not_free, off_board
from games.colonial_space_wars.rules.values import forbid, piece
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import NAMES, UNDAMAGED, Activation, Table, Unit
from games.colonial_space_wars.view import View
from games.core.events import Event
from games.core.geometry.squares import Square
from games.core.referee.edits import Act, ActGroup, Argument, Editing, Former, choice, number
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

MOST_UNITS = 60
_DEPLOYING = ("to", "in", "add", "bonus")
"""What can be set while units are deployed."""

# --- Arguments ---


def _named(view: View, code: str) -> str:
    return str(piece(view.table, view.table.units[code]))


def _no_unit(view: View, code: str) -> Forbidden | None:
    if code in view.table.units:
        return None
    return forbid("NO_UNIT", "06", f"There is no unit {code}.")


def _state_of(view: View, code: str) -> str:
    unit = view.table.units[code]
    inside = view.table.carrier(code)
    where = f"inside {inside.code}" if inside else f"on {unit.at}" if unit.at else "off the board"
    return f"{where}, health {unit.health}"


def _squares(view: View, *_: object) -> tuple[Square, ...]:
    board = view.table.board
    return tuple(Square(c, r) for c in range(board.columns) for r in range(len(board.rows)))


UNITS = Units(UNIT, _named, _state_of, _no_unit)
A_SQUARE = Argument(
    SQUARE,
    "Which square?",
    _squares,
    group=lambda _, square: (str(square).rstrip("0123456789"), f"Column {str(square)[0]}"),
    missing=lambda view, square: off_board(view.table.board, square),
)
TRANSPORT = UNITS.one_of(
    "Which transport?",
    lambda view, code: (
        each
        for each in view.table.on_board(view.table.units[code].seat)
        if view.table.kind(each).seats
    ),
)


def _no_type(view: View, code: str) -> Forbidden | None:
    if code in view.table.catalogue.units:
        return None
    known = ", ".join(view.table.catalogue.units)
    return forbid("OPTION", "02", f"There is no type {code}.", f"There are {known}.")


A_TYPE = Argument(
    TYPE,
    "Which type?",
    lambda view, *_: tuple(view.table.catalogue.units),
    label=lambda view, code: view.table.catalogue.units[code].name,
    missing=_no_type,
)
# --- Acts ---


def _to(builder: StepBuilder, code: str, at: Square) -> None:
    """Put a unit on a square; a destroyed one is restored."""
    transports.get_off(builder, builder.unit(code))
    unit = builder.unit(code)
    builder.put(unit, at=at, dug_in=False, health=unit.health or UNDAMAGED)


def _in(builder: StepBuilder, code: str, transport: str) -> None:
    transports.get_off(builder, builder.unit(code))
    unit = builder.unit(code)
    unit = builder.put(unit, at=None, dug_in=False, health=unit.health or UNDAMAGED)
    transports.board(builder, unit, builder.unit(transport))


def _destroy(builder: StepBuilder, code: str) -> None:
    transports.get_off(builder, builder.unit(code))
    builder.put(builder.unit(code), at=None, health=0, dug_in=False, inspired=False, dread=False)


def _open(builder: StepBuilder, code: str) -> None:
    unit = builder.put(builder.unit(code), activated=True)
    builder.change(open=Activation(code, builder.table.kind(unit).movement))


def _bonus(builder: StepBuilder, seat: Seat, points: int) -> None:
    """Set the bonus of a seat; 0 takes back a Martyr's as well."""
    table = builder.table
    builder.table = table.promise(seat, points, martyr=table.martyrs[seat] and points > 0)


def _paint(builder: StepBuilder, at: Square, terrain: str) -> None:
    rows = list(builder.table.rows)
    rows[at.r] = rows[at.r][: at.c] + terrain + rows[at.r][at.c + 1 :]
    builder.change(rows=tuple(rows))


def _turn(builder: StepBuilder, seat: Seat) -> None:
    table = builder.table
    if seat != table.active:
        builder.change(active=seat, open=None, turns=table.turns + 1, first_step=table.steps)


OF_UNITS = (
    UNITS.act(
        "to", "TO {value}", "Its square", A_SQUARE, _to, said="puts {unit} on {value}",
        refuse=lambda view, _, at: not_free(view.table, at, "26"),
    ),
    UNITS.act(
        "in", "IN {value}", "Inside a transport", TRANSPORT, _in, said="puts {unit} inside {value}",
    ),
    *UNITS.fields(
        Unit,
        Field("health", "health", range(1, UNDAMAGED + 1), rule="CSW-83"),
        Field("struck", "points received"),
        Field("hits", "hits applied"),
        Field("activated", "activation"),
        Field("dug_in", "digging in", word="DUG IN", act="dug"),
        Field("inspired", "inspiration"),
        Field("dread", "dread"),
        Field("healed", "recovery this turn"),
    ),
    UNITS.act(
        "open", "OPEN", "Open its activation", None, _open,
        said="opens the activation of {unit}",
    ),
    UNITS.act("destroy", "DESTROY", "Destroy it", None, _destroy, said="destroys {unit}"),
)  # fmt: skip

# --- The settings ---

AGREED = Agreed(Agreement, partial(forbid, "OPTION", "30"))


# --- What no match can be in ---


def _faults(table: Table) -> Iterator[Forbidden]:
    for seat in ending.SEATS:
        if len(table.of(seat)) > MOST_UNITS:
            yield forbid("OPTION", "02", f"{NAMES[seat]} has at most {MOST_UNITS} units.")
    for unit in table.units.values():
        yield from _faults_of(table, unit)
    if (table.phase == "over") != (table.ending is not None):
        yield forbid("GAME_OVER", "15", "A match that is over has an ending, and no other.")
    if table.open and table.units[table.open.unit].seat != table.active:
        yield forbid("NOT_OWNER", "41", f"It is the turn of {NAMES[table.active]}.")


def _faults_of(table: Table, unit: Unit) -> Iterator[Forbidden]:
    code, inside = unit.code, table.carrier(unit.code)
    in_play = unit.at is not None or inside is not None
    if unit.destroyed == in_play and (in_play or table.phase == "turn"):
        yield forbid("NO_UNIT", "06", f"{code} is not in play.", f"Use {code} TO F5.")
    if unit.at is not None and (refused := off_board(table.board, unit.at)):
        yield refused
    if unit.at is not None and (there := table.unit_at(unit.at)) not in (None, unit):
        yield forbid("OCCUPIED", "26", f"{code} and {there.code} are both on {unit.at}.")
    if unit.cargo and unit.at is None:
        carried = ", ".join(unit.cargo)
        yield forbid("CARRY", "71", f"{code} carries {carried}; put them elsewhere first.")
    for place, each in enumerate(unit.cargo):
        before = replace(unit, cargo=unit.cargo[:place])
        if refused := transports.no_room(table, table.units[each], before):
            yield refused


class CswEditing(Editing[State, View, StepBuilder, Event]):
    rule = "CSW-30"
    example = (
        "R4 TO F5, R4 IN R9, R4 HEALTH 2, R4 DESTROY, ADD RED BRI F5, POOL 5, BONUS BLUE 1, "
        "SQUARE F5 A, TURN BLUE, END TURN, ROUND 3 or OPTION ROUND_LIMIT 12"
    )
    menu = (
        ActGroup("unit", "", UNITS.any, OF_UNITS),
        Act(
            "add", "ADD {side} {type} {square}", "A new unit",
            {"side": side_with_room(MOST_UNITS), "type": A_TYPE, "square": A_SQUARE},
            lambda builder, seat, kind, at: builder.put(
                Unit(next_code(builder.table, seat), kind, seat, at)
            ),
            said="adds {type} for {side} on {square}",
            refuse=lambda view, _, __, at: not_free(view.table, at, "26"),
        ),
        *table_fields(Table, Field("pool", "pool")),
        Act(
            "bonus", "BONUS {side} {points}", "Points with the next income",
            {"side": SIDE, "points": number(COUNT)}, _bonus,
            "the bonus of {side}", lambda view, seat: view.table.bonus[seat],
        ),
        Act(
            "square", "SQUARE {square} {terrain}", "A square",
            {
                "square": A_SQUARE,
                "terrain": choice("N, A, B or C", {"N": ".", "A": "A", "B": "B", "C": "C"}),
            },
            _paint, "the type of {square}", lambda view, square: view.table.board.type(square),
        ),
        Act(
            "turn", "TURN {side}", "Whose turn it is", {"side": SIDE}, _turn,
            "the side to play", lambda view: view.table.active,
        ),
        Act("end", "END TURN", "End the turn", {}, turns.end, said="ends the turn"),
        *table_fields(Table, Field("round", "round", range(1, 100))),
        AGREED.act,
    )  # fmt: skip
    builder, view_type = StepBuilder, View
    former = tuple(
        Former(name.replace("_", ""), "", "option", (name.upper(),))
        for name in ("round_limit", "auto_end", "pass_friends", "metric", "hit_model")
    )

    def sound(self, state: State) -> Iterator[Forbidden]:
        yield from _faults(state.table)
        if bool(state.sheets) != (state.table.phase == "army") or (
            state.sheets and all_locked(state.sheets)
        ):
            yield forbid("ARMY", "19", "Lists are written until both are locked.")
        for seat, sheet in zip(ending.SEATS, state.sheets, strict=False):
            yield from armies.sheet_faults(state.table, seat, sheet)

    def closed(self, view: View, act: Act) -> Forbidden | None:
        phase = view.table.phase
        if phase == "over":
            return forbid("GAME_OVER", "15", "The match is over.")
        if act is AGREED.act or phase == "turn" or (phase == "deploy" and act.name in _DEPLOYING):
            return None
        return forbid("PHASE", "30", "That can be set once turns are played.")

    def settle(self, builder: StepBuilder) -> None:
        """A unit that has gone has no open activation; CSW-117 alone is tested."""
        opened = builder.table.open
        if opened and builder.unit(opened.unit).destroyed:
            builder.change(open=None)
        if builder.table.phase == "turn":
            ending.without_units(builder)
