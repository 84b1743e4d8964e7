"""Text forms of the fields of moves, and defaults for omitted ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from games.astral_sailors import moves as m
from games.astral_sailors import subjects
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.names import COLOURS, DIRECTIONS, listed, team_letter
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LETTERS
from games.astral_sailors.view import Asked
from games.core import notation
from games.core.decisions import Decision
from games.core.geometry.squares import Facing, Square, square
from games.core.notation import Value, many, number, one_of
from games.core.refusals import Forbidden, Unreadable

Verb: TypeAlias = notation.Verb[Asked, StepBuilder, Any, None]
Values: TypeAlias = dict[str, Any]
M = TypeVar("M", bound=m.Move)

LONGEST_NAME = 20
MOST_STEPS, MOST_AIMS, MOST_DICE, MOST_UNITS = 40, 12, 12, 200
UNDEALT = -1
"""Stands for the dice of a target without a number, until they are filled in."""

_UNIT = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
_PIECE = re.compile("[A-Z][A-Z0-9]")
_FACINGS = {facing.name: facing for facing in Facing} | {
    name.replace("-", "").upper(): Facing(place) for place, name in enumerate(DIRECTIONS)
}


def _read_unit(_: Asked, text: str) -> str:
    if not _UNIT.fullmatch(text):
        raise ValueError
    return text


def _read_square(_: Asked, text: str) -> Square:
    if (found := square(text)) is None:
        raise ValueError
    return found


def _read_facing(_: Asked, text: str) -> Facing:
    if (found := _FACINGS.get(text.replace("-", ""))) is None:
        raise ValueError
    return found


def _read_aim(asked: Asked, text: str) -> m.Aim:
    target, colon, dice = text.partition(":")
    return m.Aim(_read_unit(asked, target), NUMBER.read(asked, dice) if colon else UNDEALT)


def _spelt(text: str, known: Mapping[str, object]) -> str:
    """A name as it is spelt among the ``known`` ones, else unchanged."""
    if len(text) > LONGEST_NAME:
        raise ValueError
    return next((name for name in known if name.upper() == text), text)


def _read_kind(asked: Asked, text: str) -> str:
    return _spelt(text, asked.view.table.catalogue.units)


def _read_list(asked: Asked, text: str) -> str:
    return _spelt(text, armies.ready(asked.view.table.agreed_with(asked.decision.seat)))


def _read_piece(_: Asked, text: str) -> str:
    if not _PIECE.fullmatch(text):
        raise ValueError
    return text


def _read_team(asked: Asked, text: str) -> int:
    for place, team in enumerate(asked.view.table.teams):
        if text in (team_letter(place), *(COLOURS[seat].upper() for seat in team.seats)):
            return place
    return NUMBER.read(asked, text) - 1


def _read_seat(asked: Asked, text: str) -> int:
    for seat in range(len(asked.view.table.players)):
        if text == COLOURS[seat].upper():
            return seat
    return NUMBER.read(asked, text) - 1


def _read_dice(asked: Asked, text: str) -> tuple[int, ...]:
    match text:
        case "NONE":
            return ()
        case "ALL":
            return subjects.failed_dice(asked.view, asked.decision)
        case _:
            return tuple(sorted({place - 1 for place in _PLACES.read(asked, text)}))


def _write_dice(dice: tuple[int, ...]) -> str:
    return " ".join(str(die + 1) for die in dice) or "NONE"


def _from_one(place: int) -> str:
    return str(place + 1)


NUMBER = number("a whole number from 0 to 9999")
UNIT = Value("a unit code", _read_unit)
UNITS = many(UNIT, MOST_UNITS)
SQUARE = Value("a square", _read_square)
FACING = Value(
    f"a direction ({listed([facing.name for facing in Facing], 'or')})",
    _read_facing,
    lambda facing: facing.name,
)
AIM = Value("a target", _read_aim, lambda aim: f"{aim.target}:{aim.dice}")
AIMS = many(AIM, MOST_AIMS)
REACTIONS = {"COUNTER": "counter", "COVER": "cover", "NONE": "none"}
KIND = Value("a kind of unit such as EX1", _read_kind)
PIECE = Value("a piece such as WA", _read_piece)
_PLACES = many(NUMBER, MOST_DICE)

FIELDS: Mapping[str, Value[Asked, Any]] = {
    "unit": UNIT,
    "target": UNIT,
    "hold": UNITS,
    "aims": AIMS,
    "at": SQUARE,
    "to": SQUARE,
    "path": many(FACING, MOST_STEPS),
    "facing": FACING,
    "steps": NUMBER,
    "squares": NUMBER,
    "wounds": NUMBER,
    "count": NUMBER,
    "choice": one_of("COUNTER, COVER or NONE", REACTIONS),
    "dice": Value("ALL, NONE or numbers of dice", _read_dice, _write_dice, _PLACES.extent),
    "kind": KIND,
    "main": KIND,
    "key": Value("the name of a ready-made list", _read_list, str.upper),
    "team": Value("a team", _read_team, _from_one),
    "seat": Value("a player", _read_seat, _from_one),
    "yes": one_of("YES or NO", {"YES": True, "Y": True, "NO": False, "N": False}),
    "turned": one_of("TURNED", {"TURNED": True}),
}
"""How the fields of moves are written, by their names."""
PIECE_FIELDS = {**FIELDS, "kind": PIECE}
UNIT_FIELDS = [name for name, value in FIELDS.items() if value is UNIT]

DONE = "DONE[ HOLD {hold}] | ENDTURN | END TURN"
"""The forms of the move that ends a turn, whichever it is."""


def verb(
    of: type[M],
    kind: str,
    forms: str,
    refuse: Callable[[Asked, M], Forbidden | None],
    do: Callable[[StepBuilder, Decision, M], None],
    *,
    fields: Mapping[str, Value[Asked, Any]] = FIELDS,
    **more: Any,
) -> Verb:
    """A verb for one kind of decisions, with forms such as ``ENDUNIT | END UNIT``."""
    return Verb(of, (kind,), tuple(forms.split(" | ")), refuse, do, fields, **more)


def always(asked: Asked, move: m.Move) -> None:
    """Nothing forbids the move."""


def units_named(move: m.Move) -> Iterator[str]:
    """The codes of all units that a move names."""
    for name in UNIT_FIELDS:
        if code := getattr(move, name, ""):
            yield code
    yield from getattr(move, "hold", ())
    for aim in getattr(move, "aims", ()):
        yield aim.target


# --- What is left out ---


def charged(asked: Asked, values: Values) -> Values:
    """A Run without a target charges the enemy with the lowest code (D-19)."""
    run = m.Run(**values)
    return {**values, "target": run.target or subjects.charged(asked.view, run)}


def all_shots(asked: Asked, values: Values) -> Values:
    """A single target gets all dice of the attacker."""
    return _dealt(asked, values, attrgetter("shots"))


def all_blows(asked: Asked, values: Values) -> Values:
    return _dealt(asked, values, attrgetter("blows"))


def _dealt(asked: Asked, values: Values, dice: Callable[[UnitKind], int]) -> Values:
    table, aims = asked.view.table, values["aims"]
    if all(aim.dice != UNDEALT for aim in aims):
        return values
    if len(aims) > 1:
        raise Unreadable("With several targets, give each its number of dice.")
    unit = table.units.get(values["unit"])
    dealt = dice(table.kind(unit)) if unit else 1
    return {**values, "aims": (m.Aim(aims[0].target, dealt),)}


def unit_asked(asked: Asked, values: Values) -> Values:
    """The only unit that is asked."""
    units = subjects.units_asked(asked.view, asked.decision)
    if "unit" in values or len(units) == 1:
        return {"unit": units[0] if units else "", **values}
    between = f": {listed(units, 'or')}" if units else ""
    raise Unreadable(f"Say which unit{between}.")


def nothing(asked: Asked, values: Values) -> Values:
    """For a move without fields: ignores names in its text."""
    return {}
