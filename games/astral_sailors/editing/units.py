"""What can be set of units: place, numbers, marks, whom they hold and who owns them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.astral_sailors import notation
from games.astral_sailors.board.terrain import anchor, gait, land_of, places, taken
from games.astral_sailors.editing.sound import NUMBERS, REROLLS, ROLES
from games.astral_sailors.editing.values import (
    MarkedSquare,
    flag,
    kind_of,
    read_name,
    refuse,
    several,
    spot,
)
from games.astral_sailors.events import UnitRevealed
from games.astral_sailors.names import called, counted, facing_name, seat_name
from games.astral_sailors.rules.combat.wounds import TICKS
from games.astral_sailors.rules.turns import placing
from games.astral_sailors.rules.victory.conditions import living
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import LETTERS, Poison, Table, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Facing, Square
from games.core.notation import Value
from games.core.referee.edits import Act, ActGroup, Argument, Audience, number
from games.core.referee.settable import Field, Fields
from games.core.types import Forbidden, Seat

# --- Which unit ---


def owner(code: str) -> int:
    """The seat that a unit code names by its letter, or ``NOBODY``."""
    return LETTERS.index(code[0]) if code else NOBODY


def unit_of(holder: Any, code: str) -> Unit:
    """A unit of a view, a state, or what changes a state."""
    found: Unit = holder.table.units[code]
    return found


def who_knows(state: State, code: str, *_: Any) -> Audience:
    """Everyone, or the team of a hidden unit; a new one is hidden with closed armies."""
    unit, table = state.table.units.get(code), state.table
    if table.agreement.open_armies or (unit and unit.seen):
        return None
    return tuple(map(Seat, table.teams[table.team(owner(code))].seats))


def _place_of(view: SailorsView, code: str) -> str:
    unit = unit_of(view, code)
    places = {
        "board": str(Square(unit.c, unit.r)),
        "reserve": "the Reserve",
        "captive": f"captivity with {unit.held_by}",
    }
    return places.get(unit.place, "out of the match")


def _no_unit(view: SailorsView, code: str) -> Forbidden | None:
    army = [each for each in view.table.units if each[0] == code[0]]
    instead = f"The codes run from {army[0]} to {army[-1]}." if army else ""
    return None if code in view.table.units else refuse(f"There is no unit {code}.", instead)


def _label(view: SailorsView, code: str) -> str:
    return f"{called(view.table, code)}, {_place_of(view, code)}"


def _is_gone(view: SailorsView, code: str) -> bool:
    return view.table.players[owner(code)].removed


UNIT = Argument(
    notation.UNIT, "Which unit?", label=_label,
    offered=lambda view: [code for code in view.table.units if not _is_gone(view, code)],
    detail=lambda view, code: considerations.unit_state(view.table, unit_of(view, code)),
    group=lambda _, code: (code[0], f"A unit of {seat_name(owner(code))}"), missing=_no_unit,
)  # fmt: skip


def commander(prompt: str, fits: Callable[[Table, Unit, Any], bool]) -> Argument:
    """A unit, Commanders that fit what was named before being offered."""

    def offered(view: SailorsView, before: Any) -> Iterator[str]:
        table = view.table
        for unit in table.units.values():
            if table.kind(unit).category == "commander" and fits(table, unit, before):
                yield unit.code

    return Argument(notation.UNIT, prompt, offered, label=_label, missing=_no_unit)


def _gone(view: SailorsView, code: str, *_: Any) -> Forbidden | None:
    name = seat_name(owner(code))
    if not _is_gone(view, code):
        return None
    return refuse(f"{name} is out of the match.", f"Use RETURN {name.upper()} first.", "ASCW-D59")


def _act(name: str, form: str, label: str, value: Argument | None, put: Any, **more: Any) -> Act:
    args = {"unit": UNIT, "value": value} if value else {"unit": UNIT}
    return Act(name, form, label, args, put, **{"only": who_knows, "refuse": _gone, **more})


def _put(builder: StepBuilder, code: str, **values: Any) -> None:
    builder.put(builder.unit(code), **values)


# --- Where it is ---


def _free_squares(table: Table, code: str) -> tuple[Square, ...]:
    """Squares where the unit may stand, in reading order."""
    unit = table.units[code]
    kind = table.kind(unit)
    land = land_of(table, gait(kind))
    return _anchors(land.rest & ~taken(table, unit, kind.base)[1], land.stride)


@lru_cache(maxsize=256)
def _anchors(free: int, stride: int) -> tuple[Square, ...]:
    return tuple(anchor(stride, place) for place in places(free))


FACINGS = {facing.name: facing for facing in Facing}
FACING = Argument(
    notation.FACING,
    "Which direction?",
    lambda *_: Facing,
    label=lambda _, facing: facing_name(facing).capitalize(),
    called=lambda _, facing: facing_name(facing),
)


def _appear(builder: StepBuilder, code: str, at: MarkedSquare) -> None:
    """Put a unit on the board with its captive; from elsewhere without AP."""
    _reveal(builder, code)
    _free(builder, code)
    unit = builder.unit(code)
    put = placing.placed(unit, at.at, unit.facing if at.more is None else at.more)
    builder.put(put, ap=unit.ap if unit.on_board else 0, delivered=False)
    if unit.holds:
        _put(builder, unit.holds, c=at.at.c, r=at.at.r)


def _moved(view: SailorsView, code: str, at: MarkedSquare) -> tuple[str, str]:
    turns = at.more not in (None, unit_of(view, code).facing)
    return _place_of(view, code), f"{at.at}{f', facing {facing_name(at.more)}' if turns else ''}"


def _reveal(builder: StepBuilder, code: str) -> None:
    unit = builder.unit(code)
    if not (unit.seen or builder.table.agreement.open_armies):
        builder.tell(UnitRevealed(unit=code, of=unit.kind))
        _put(builder, code, seen=True)


def _leave(builder: StepBuilder, code: str, place: Any) -> None:
    """Take a unit off the board and clear its marks."""
    unit = builder.unit(code)
    if unit.place == place:
        return
    _free(builder, code)
    _idle(builder, code)
    fresh = Unit(code, unit.kind, unit.seat, place=place, seen=unit.seen, facing=unit.facing)
    builder.put(fresh, holds=unit.holds, used=unit.used, kills=unit.kills)


def _free(builder: StepBuilder, code: str) -> None:
    """Free a captive unit."""
    if captor := builder.unit(code).held_by:
        _put(builder, captor, holds="")
        _put(builder, code, held_by="")


def _idle(builder: StepBuilder, code: str) -> None:
    """Deactivate the unit without ending its activation."""
    turn = builder.table.turn
    if turn.active == code:
        builder.idle()


def _seize(builder: StepBuilder, code: str, other: str) -> None:
    captor = builder.unit(code)
    _idle(builder, other)
    _put(builder, code, holds=other, cover=False)
    held = {"place": "captive", "held_by": code, "c": captor.c, "r": captor.r}
    _put(builder, other, **held, ap=0, cover=False, poison=())


# --- Numbers and marks ---


def _left(view: SailorsView, code: str) -> int:
    return view.table.kind(unit_of(view, code)).resistance - unit_of(view, code).lost


def _all_left(view: SailorsView, code: str) -> range:
    return range(1, view.table.kind(unit_of(view, code)).resistance + 1)


def _set_left(builder: StepBuilder, code: str, left: int) -> None:
    _put(builder, code, lost=builder.kind(code).resistance - left)


def _activate(builder: StepBuilder, code: str, on: bool) -> None:
    _put(builder, code, activated=builder.table.round if on else 0)
    if not on:
        _idle(builder, code)


def _begin(builder: StepBuilder, code: str) -> None:
    """Make it the active unit."""
    if builder.table.turn.active != code:
        _idle(builder, builder.table.turn.active)
        _put(builder, code, activated=builder.table.round)
        builder.turn(active=code)


def _read_mark(_: SailorsView, text: str) -> Poison:
    found = re.fullmatch(rf"({notation.UNIT_CODE}):(\d{{1,4}}):(\d{{1,4}})", text, re.ASCII)
    if found is None:
        raise ValueError
    return Poison(found[1], int(found[2]), int(found[3]))


def _write_mark(mark: Poison) -> str:
    return f"{mark.source}:{mark.damage}:{mark.ticks}"


def _poisons(view: SailorsView, _: str) -> Iterator[tuple[Poison, ...]]:
    yield ()
    for source in view.table.on_board():
        if venom := view.table.kind(source).specials.venom:
            yield (Poison(source.code, venom, TICKS),)


MARK = Value("a mark such as B2:1:3 (poison of B2, Damage 1, 3 rounds)", _read_mark, _write_mark)
POISON = several(
    MARK, 9, lambda mark: f"{mark.source}, Damage {mark.damage}, {counted(mark.ticks, 'round')}",
    _poisons, "B2:1:3",
)  # fmt: skip


def _uses(known: tuple[str, ...]) -> Argument:
    """Re-rolls that are spent, by their words."""
    word: Value[Any, str] = Value(
        "the word of a re-roll", lambda view, text: read_name(view, text).lower(), str.upper
    )
    some = ((), *((use,) for use in known), known)
    return several(word, len(known), str, lambda *_: some, known[0].upper())


def _number(field: str, word: str, act: str = "", **more: Any) -> Field:
    rule, what, most_of = NUMBERS[field]

    def bounds(view: SailorsView, code: str) -> range:
        return range(most_of(view.table, view.table.kind(unit_of(view, code))) + 1)

    return Field(field, what, number(bounds, **more), word, act, f"ASCW-{rule}")


FIELDS = Fields(
    Unit, {"unit": UNIT}, "{unit} WORD {value}", "the WHAT of {unit}", unit_of, _put
).acts(
    Field("facing", "facing", FACING, "FACES", "faces"),
    _number("ap", "AP"),
    _number("shot", "SHOT", called=lambda _, shot: f"round {shot}" if shot else "never"),
    _number("used", "USED"),
    _number("absorbed", "TOUGH", "tough"),
    _number("kills", "KILLS"),
    Field("cover", "Cover", flag("active", "over")),
    Field("poison", "poison", POISON),
    Field("rerolls", "re-rolls used", _uses(REROLLS)),
    Field("lent", "re-rolls lent", _uses(ROLES)),
    Field("delivered", "delivery", flag("done", "not done"), act="handedin"),
    only=who_knows,
    refuse=_gone,
)

# --- Owners ---


def _no_code(view: SailorsView, code: str) -> Forbidden | None:
    """Why no unit can have this code from now on. How large a hidden army is, only its team and a
    referee who does not play can know."""
    table, seat = view.table, owner(code)
    if seat >= len(table.players):
        return refuse("No player has that colour in this match.")
    if not table.agreement.open_armies and view.secrets[table.team(seat)] is None:
        why = f"You may not know which units {seat_name(seat)} has."
        return refuse(why, "A referee who is not playing can do this.")
    if code in table.units:
        return refuse(f"{called(table, code)} already exists.", "Use a free number.")
    return None


def _new_codes(view: SailorsView, code: str = "") -> Iterator[str]:
    """The next free code of each army but that of the unit ``code``."""
    for seat in range(len(view.table.players)):
        if seat != owner(code) and not view.table.players[seat].removed:
            numbers = (unit.number for unit in view.table.of(seat))
            yield f"{LETTERS[seat]}{max(numbers, default=0) + 1}"


NEW = Argument(
    notation.UNIT, "Who owns it?", _new_codes, missing=_no_code, example="B9",
    label=lambda _, code: f"{seat_name(owner(code))}, as {code}",
)  # fmt: skip


def _owners(state: State, code: str, new: str) -> Audience:
    """Both teams, where the unit is hidden."""
    own = who_knows(state, code)
    return None if own is None else tuple(sorted({*own, *(who_knows(state, new) or ())}))


def _create(builder: StepBuilder, code: str, kind: str) -> None:
    _arrange(builder, (*builder.table.units.values(), Unit(code, kind, owner(code))))


def _delete(builder: StepBuilder, code: str) -> None:
    """Remove a unit, also as the active one or in the last action."""
    _idle(builder, code)
    last = builder.table.last
    hits = last.hits if last else ()
    if last and code in (last.unit, *(each for hit in hits for each in (hit.attacker, hit.target))):
        builder.change(last=None)
    _arrange(builder, (each for each in builder.table.units.values() if each.code != code))


def _become(builder: StepBuilder, code: str, new: str) -> None:
    """Give a unit another code; its poison on others keeps working."""
    unit = replace(builder.unit(code), code=new, seat=owner(new))
    _delete(builder, code)
    _arrange(builder, (*builder.table.units.values(), unit))
    for other in builder.table.units.values():
        sources = ((new if mark.source == code else mark.source, mark) for mark in other.poison)
        poison = tuple(replace(mark, source=source) for source, mark in sources)
        _put(builder, other.code, poison=poison)


def _arrange(builder: StepBuilder, units: Iterable[Unit]) -> None:
    """Sort units by seat and number; a seat without its main Commander has the next one."""
    order = sorted(units, key=lambda each: (each.seat, each.number))
    builder.change(units={each.code: each for each in order})
    for player in builder.table.players:
        if player.main not in builder.table.units:
            leaders = living(builder.table, player.seat)
            builder.put_player(player.seat, main=leaders[0].code if leaders else "")


UNITS = ActGroup(
    "unit", "", UNIT,
    (
        _act(
            "reserve", "{unit} RESERVE", "To the Reserve", None,
            lambda builder, code: _leave(builder, code, "reserve"), said="moves {unit}",
            words=lambda view, code: (_place_of(view, code), "the Reserve"),
        ),
        _act(
            "out", "{unit} OUT", "Out of the match", None,
            lambda builder, code: _leave(builder, code, "out"),
            said="takes {unit} out of the match",
        ),
        _act(
            "to", "{unit} TO {value}", "Put it on the board",
            spot("a facing", FACINGS, _free_squares, "Which square?", "C5 SE"), _appear,
            said="moves {unit}", words=_moved, only=lambda *_: None,
            detail="keeps its facing; type a facing to change it",
        ),
        _act(
            "re", "{unit} RE {value}", "RE left", number(_all_left), _set_left,
            what="the RE of {unit}", now=_left, rule="ASCW-93",
        ),
        _act(
            "activated", "{unit} ACTIVATED {value}", "Activated this round or not",
            flag("done", "not done"), _activate, what="the activation of {unit}",
            now=lambda view, code: 0 < view.table.round == unit_of(view, code).activated,
        ),
        _act(
            "begun", "{unit} BEGUN", "Make it the active unit", None, _begin,
            said="begins the activation of {unit}",
        ),
        *FIELDS,
        _act(
            "holds", "{unit} HOLDS {value}", "Make it hold a captive",
            commander("Whom?", lambda table, unit, code: unit.on_board and table.enemies(
                unit, table.units[code])),
            _seize, said="makes {value} a captive of {unit}",
        ),
        _act(
            "becomes", "{unit} BECOMES {value}", "Change its owner", NEW, _become, only=_owners,
            said=lambda _, code, new: f"gives {code} to {seat_name(owner(new))} as {new}",
        ),
        _act(
            "seen", "{unit} SEEN", "Reveal it to everyone", None, _reveal,
            said="reveals {unit} to everyone", only=lambda *_: None,
        ),
    ),
)  # fmt: skip
ARMIES = (
    Act(
        "create", "CREATE {code} {kind}", "A new unit",
        {"code": NEW, "kind": kind_of("unit type", lambda table: table.catalogue.units)}, _create,
        said="adds a unit to the Reserve: {code} {kind}", only=who_knows,
    ),
    _act(
        "delete", "DELETE {unit}", "Delete a unit", None, _delete,
        said=lambda view, code: f"deletes {called(view.table, code)}",
    ),
)  # fmt: skip
