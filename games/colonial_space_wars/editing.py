"""What a referee may set (CSW-G01 to G04). Nothing but CSW-117 is tested afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.colonial_space_wars.events import CswEvent
from games.colonial_space_wars.meta import CswSettings
from games.colonial_space_wars.notation import SQUARE, TYPE, UNIT
from games.colonial_space_wars.rules import damage, ending, transports, turns
from games.colonial_space_wars.rules.movement import not_free, off_board
from games.colonial_space_wars.rules.values import forbid, piece
from games.colonial_space_wars.state import State, StepBuilder, view_of
from games.colonial_space_wars.table import (
    NAMES,
    UNDAMAGED,
    Activation,
    Phase,
    Table,
    Unit,
)
from games.colonial_space_wars.view import View
from games.core.editing.acts import Act, Argument, Edited, Former, Kind, choice, number
from games.core.editing.agreed import Agreed
from games.core.editing.editing import Editing
from games.core.editing.units import SIDE, YES, Units, next_code
from games.core.events import Step
from games.core.geometry.squares import Square
from games.core.refusals import Forbidden
from games.core.seats import REFEREE, Seat

MOST_UNITS, MOST_POINTS = 60, 99

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
# --- One unit ---


def _unit(view: View, code: str) -> Unit:
    return view.table.units[code]


def _not_in_play(view: View, code: str, *_: object) -> Forbidden | None:
    unit = _unit(view, code)
    if unit.destroyed or (unit.at is None and view.table.carrier(code) is None):
        return forbid("NO_UNIT", "06", f"{code} is not in play.", f"Use {code} TO F5.")
    return None


def _not_in_turn(view: View, code: str, *_: object) -> Forbidden | None:
    return _not_in_play(view, code) or _no_turn(view)


def _no_turn(view: View, *_: object) -> Forbidden | None:
    if view.table.phase == "turn":
        return None
    return forbid("PHASE", "30", "That can be set once turns are played.")


def _field(
    name: str, form: str, value: Argument, what: str, field: str = "", rule: str = ""
) -> Act:
    return UNITS.field(name, form, value, what, field, refuse=_not_in_turn, rule=rule)


def _to(builder: StepBuilder, code: str, at: Square) -> None:
    """A destroyed unit is restored."""
    unit = builder.unit(code)
    transports.get_off(builder, unit)
    builder.put(builder.unit(code), at=at, dug_in=False, health=unit.health or UNDAMAGED)


def _no_place(view: View, code: str, at: Square) -> Forbidden | None:
    return not_free(view.table, at, "26")


def _in(builder: StepBuilder, code: str, transport: str) -> None:
    unit = builder.unit(code)
    transports.get_off(builder, unit)
    builder.put(unit, at=None, dug_in=False, health=unit.health or UNDAMAGED)
    transports.board(builder, unit, builder.unit(transport))


def _no_seat(view: View, code: str, transport: str) -> Forbidden | None:
    table = view.table
    unit, into = table.units[code], table.units[transport]
    if into.at is None or code in into.cargo:
        return forbid("CARRY", "66", f"{code} cannot board {transport}.")
    return transports.no_room(table, unit, into)


def _destroy(builder: StepBuilder, code: str) -> None:
    unit = builder.unit(code)
    transports.get_off(builder, unit)
    before = builder.table
    damage.destroy(builder, unit)
    builder.change(bonus=before.bonus, martyrs=before.martyrs)
    if builder.table.open and builder.table.open.unit == code:
        builder.change(open=None)


def _no_destroying(view: View, code: str) -> Forbidden | None:
    unit = _unit(view, code)
    if unit.cargo:
        inside = ", ".join(unit.cargo)
        return forbid("CARRY", "71", f"{code} carries {inside}; put them elsewhere first.")
    return _not_in_turn(view, code)


def _open(builder: StepBuilder, code: str) -> None:
    kind = builder.table.kind(builder.unit(code))
    builder.put(builder.unit(code), activated=True)
    builder.change(open=Activation(code, kind.movement))


def _no_opening(view: View, code: str) -> Forbidden | None:
    if refused := _not_in_turn(view, code):
        return refused
    if _unit(view, code).seat != view.table.active:
        return forbid("NOT_OWNER", "41", f"It is the turn of {NAMES[view.table.active]}.")
    if view.table.open is not None and view.table.open.unit == code:
        return forbid("ALREADY_ACTIVATED", "43", f"{code} is active.")
    return None


OF_UNITS = (
    UNITS.act(
        "to", "TO {value}", "Its square", A_SQUARE, _to, said="puts {unit} on {value}",
        refuse=_no_place,
    ),
    UNITS.act(
        "in", "IN {value}", "Inside a transport", TRANSPORT, _in,
        said="puts {unit} inside {value}", refuse=_no_seat,
    ),
    _field("health", "HEALTH", number(range(1, 5)), "health", rule="CSW-83"),
    _field("struck", "STRUCK", number(range(MOST_POINTS + 1)), "points received"),
    _field("hits", "HITS", number(range(MOST_POINTS + 1)), "hits applied"),
    _field("activated", "ACTIVATED", YES, "activation"),
    _field("dug", "DUG IN", YES, "digging in", "dug_in"),
    _field("inspired", "INSPIRED", YES, "inspiration"),
    _field("dread", "DREAD", YES, "dread"),
    _field("healed", "HEALED", YES, "recovery this turn"),
    UNITS.act(
        "open", "OPEN", "Open its activation", None, _open,
        said="opens the activation of {unit}", refuse=_no_opening,
    ),
    UNITS.act(
        "destroy", "DESTROY", "Destroy it", None, _destroy, said="destroys {unit}",
        refuse=_no_destroying,
    ),
)  # fmt: skip

# --- The match ---


def _create(builder: StepBuilder, seat: Seat, kind: str, at: Square) -> None:
    builder.put(Unit(next_code(builder.table, seat), kind, seat, at))


def _no_creating(view: View, seat: Seat, kind: str, at: Square) -> Forbidden | None:
    if len(view.table.of(seat)) >= MOST_UNITS:
        return forbid("OPTION", "02", f"{NAMES[seat]} has {MOST_UNITS} units, the most there are.")
    return not_free(view.table, at, "26")


def _bonus(builder: StepBuilder, seat: Seat, points: int) -> None:
    """With none at all a Martyr's is taken back as well."""
    table = builder.table
    builder.table = table.promise(seat, points, martyr=table.martyrs[seat] and points > 0)


def _paint(builder: StepBuilder, at: Square, terrain: str) -> None:
    rows = list(builder.table.rows)
    rows[at.r] = rows[at.r][: at.c] + terrain + rows[at.r][at.c + 1 :]
    builder.change(rows=tuple(rows))


def _turn(builder: StepBuilder, seat: Seat) -> None:
    table = builder.table
    if seat == table.active:
        return
    builder.change(active=seat, open=None, turns=table.turns + 1, first_step=table.steps)


_CHOSEN = "the armies are chosen by it"
_SET: Mapping[str, tuple[str, tuple[Phase, ...]]] = {
    "swords": (_CHOSEN, ()),
    "board": ("the board has been laid", ()),
    "army_mode": (_CHOSEN, ()),
    "mirror": (_CHOSEN, ()),
    "pack": ("the units come from it", ()),
    "initiative": ("it has been rolled for", ("army",)),
    "deploy_depth": ("the zones have been laid out", ("army", "initiative", "role", "zone")),
}
"""What fixes a setting, and the phases before that."""


def _fixed(view: View, name: str) -> str:
    why, before = _SET.get(name, ("", (view.table.phase,)))
    return "" if view.table.phase in before else f"can no longer be changed: {why}"


AGREED = Agreed(
    CswSettings,
    lambda holder: holder.table.agreement,
    lambda builder, agreement: builder.change(agreement=agreement),
    partial(forbid, "OPTION", "30"),
    _fixed,
)


class CswEditing(Editing[State, View, StepBuilder, CswEvent]):
    rule = "CSW-30"
    example = (
        "R4 TO F5, R4 IN R9, R4 HEALTH 2, R4 DESTROY, ADD RED BRI F5, POOL 5, BONUS BLUE 1, "
        "SQUARE F5 A, TURN BLUE, END TURN, ROUND 3 or OPTION ROUND_LIMIT 12"
    )
    menu = (
        Kind("unit", "", UNITS.any, OF_UNITS),
        Act(
            "add", "ADD {side} {type} {square}", "A new unit",
            {"side": SIDE, "type": A_TYPE, "square": A_SQUARE}, _create,
            said="adds {type} for {side} on {square}", refuse=_no_creating,
        ),
        Act(
            "pool", "POOL {points}", "Command points", {"points": number(range(MOST_POINTS + 1))},
            lambda builder, points: builder.change(pool=points), "the pool",
            lambda view: view.table.pool, refuse=_no_turn,
        ),
        Act(
            "bonus", "BONUS {side} {points}", "Points with the next income",
            {"side": SIDE, "points": number(range(MOST_POINTS + 1))}, _bonus,
            "the bonus of {side}", lambda view, seat: view.table.bonus[seat],
        ),
        Act(
            "square", "SQUARE {square} {terrain}", "A square",
            {
                "square": A_SQUARE,
                "terrain": choice("N, A, B or C", {"N": ".", "A": "A", "B": "B", "C": "C"}),
            },
            _paint, "the type of {square}",
            lambda view, square: view.table.board.type(square), refuse=_no_turn,
        ),
        Act(
            "turn", "TURN {side}", "Whose turn it is", {"side": SIDE}, _turn,
            "the side to play", lambda view: view.table.active, refuse=_no_turn,
        ),
        Act(
            "end", "END TURN", "End the turn", {}, turns.end, said="ends the turn",
            refuse=_no_turn,
        ),
        Act(
            "round", "ROUND {number}", "The round", {"number": number(range(1, 100))},
            lambda builder, value: builder.change(round=value), "the round",
            lambda view: view.table.round, refuse=_no_turn,
        ),
        AGREED.act,
    )  # fmt: skip
    former = tuple(
        Former(name.replace("_", ""), "", "option", (name.upper(),))
        for name in ("round_limit", "auto_end", "pass_friends", "metric", "hit_model")
    )

    def see(self, state: State) -> View:
        return view_of(state, REFEREE)

    def closed(self, view: View, act: Act) -> Forbidden | None:
        table = view.table
        if table.phase == "over":
            return forbid("GAME_OVER", "15", "The match is over.")
        if act is AGREED.act or _is_deployed(table):
            return None
        return forbid("PHASE", "30", "Armies are not on the board yet.")

    def perform(
        self, state: State, edited: Edited, put: Callable[[StepBuilder], Any]
    ) -> Step[State, CswEvent]:
        builder = StepBuilder(state)
        builder.tell(edited)
        put(builder)
        if builder.table.phase == "turn":
            ending.without_units(builder)
        return builder.done()


def _is_deployed(table: Table) -> bool:
    return table.phase in ("deploy", "turn")
