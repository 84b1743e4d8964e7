"""What can be set of one unit: place, facing, numbers, marks, and whom it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.astral_sailors.board.terrain import anchor, gait, land_of, places, taken
from games.astral_sailors.editing.armies import BECOMES
from games.astral_sailors.editing.values import (
    BATTLE,
    FACING,
    FIELD,
    UNIT,
    by_column,
    flag,
    idle,
    is_hidden,
    no_unit,
    not_in,
    off_board,
    place_of,
    read_name,
    read_square,
    refuse,
    same,
    some,
    who_knows,
)
from games.astral_sailors.events.battle import UnitRevealed
from games.astral_sailors.names import called, counted, facing_name, kind_name, listed
from games.astral_sailors.rules.combat.wounds import TICKS
from games.astral_sailors.rules.turns import action_points, placing
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Poison, Table, Unit
from games.astral_sailors.view import SailorsView
from games.core.editing import Act, Argument, Kind, number
from games.core.geometry.squares import Base, Facing, Square
from games.core.notation import Value
from games.core.refusals import Forbidden

MOST_KILLS = 99
MOST_MARKS, MOST_DAMAGE, MOST_TICKS = 6, 9, 3

USES = {
    "rerolls": ("attack-elite", "attack-aura", "defence-elite", "defence-aura"),
    "lent": ("attack", "defence"),
}


def _of_unit(
    name: str, form: str, label: str, value: Argument | None, put: Any, **more: Any
) -> Act:
    args = {"unit": UNIT, "value": value} if value else {"unit": UNIT}
    return Act(name, f"{{unit}} {form}", label, args, put, **{"only": who_knows, **more})


def _too_early(view: SailorsView, code: str, *_: Any) -> Forbidden | None:
    """Before the first round units carry no marks: deployment ignores them."""
    unit = view.table.units[code]
    return off_board(unit) or not_in(view.table, BATTLE, "Units can be marked")


# --- Numbers ---


def _number(
    word: str, label: str, what: str, field: str, most: Callable[[Table, Unit], int], **more: Any
) -> Act:
    def bounds(view: SailorsView, code: str) -> range:
        return range(most(view.table, view.table.units[code]) + 1)

    def put(builder: StepBuilder, code: str, value: int) -> None:
        changed: dict[str, Any] = {field: value}
        builder.put(replace(builder.unit(code), **changed))

    value = number(bounds, called=more.pop("called", None))
    more = {
        "refuse": _too_early,
        "now": lambda view, code: getattr(_unit(view, code), field),
    } | more
    return _of_unit(word.lower(), f"{word} {{value}}", label, value, put, what=what, **more)


def _unit(view: SailorsView, code: str) -> Unit:
    return view.table.units[code]


def _left(view: SailorsView, code: str) -> int:
    return view.table.kind(_unit(view, code)).resistance - _unit(view, code).lost


def _set_left(builder: StepBuilder, code: str, value: int) -> None:
    builder.put(replace(builder.unit(code), lost=builder.kind(code).resistance - value))


def _full(view: SailorsView, code: str) -> range:
    return range(1, view.table.kind(_unit(view, code)).resistance + 1)


# --- Places ---


@dataclass(frozen=True)
class _Spot:
    """A square, and a facing if that changes too."""

    at: Square
    facing: Facing | None = None

    @property
    def c(self) -> int:
        return self.at.c


def _read_spot(view: SailorsView, text: str) -> _Spot:
    at, *facing = text.split()
    return _Spot(read_square(view, at), FACING.value.read(view, facing[0]) if facing else None)


def _write_spot(spot: _Spot) -> str:
    return f"{spot.at}{f' {spot.facing.name}' if spot.facing is not None else ''}"


def _spots(view: SailorsView, code: str) -> Iterator[_Spot]:
    """Squares where the unit may stand, in reading order."""
    if not_in(view.table, FIELD, ""):
        return
    unit = _unit(view, code)
    kind = view.table.kind(unit)
    land = land_of(view.table, gait(kind))
    free = land.rest & ~taken(view.table, unit, kind.base)[1]
    yield from map(_Spot, _anchors(free, land.stride))


@lru_cache(maxsize=256)
def _anchors(free: int, stride: int) -> tuple[Square, ...]:
    return tuple(anchor(stride, place) for place in places(free))


def _no_room(view: SailorsView, code: str, spot: _Spot) -> Forbidden | None:
    table, unit, at = view.table, _unit(view, code), spot.at
    if found := not_in(table, FIELD, "Units can stand on the board"):
        return found
    if unit.on_board and (unit.c, unit.r) == at and spot.facing in (None, unit.facing):
        return same(f"{code} is already there.")
    if table.players[unit.seat].removed:
        why = "The player of that unit is out of the match."
        return refuse(why, "Let the player return first.")
    return placing.no_room(table, unit, Base(at.c, at.r, table.kind(unit).base))


def _moved(view: SailorsView, code: str, spot: _Spot) -> tuple[str, str]:
    unit = _unit(view, code)
    turned = spot.facing is not None and spot.facing != unit.facing
    facing = f", facing {facing_name(spot.facing)}" if spot.facing is not None and turned else ""
    return place_of(view.table, unit), f"{spot.at}{facing}"


def _appear(builder: StepBuilder, code: str, spot: _Spot) -> None:
    """Put a unit on the board with its captive; from elsewhere without AP."""
    _reveal(builder, code)
    _free(builder, code)
    unit = builder.unit(code)
    facing = unit.facing if spot.facing is None else spot.facing
    put = placing.placed(unit, spot.at, facing)
    builder.put(replace(put, ap=unit.ap if unit.on_board else 0, delivered=False))
    if unit.holds:
        builder.put(replace(builder.unit(unit.holds), c=spot.at.c, r=spot.at.r))


def _reveal(builder: StepBuilder, code: str) -> None:
    unit = builder.unit(code)
    if is_hidden(builder.table, unit):
        builder.tell(UnitRevealed(unit=code, of=unit.kind))
    builder.put(replace(unit, seen=True))


def _stays(place: str) -> Callable[..., Forbidden | None]:
    def refused(view: SailorsView, code: str) -> Forbidden | None:
        unit = _unit(view, code)
        if unit.place == place:
            return same(f"{code} is already there.")
        if unit.holds:
            return refuse(f"{code} holds {unit.holds}.", f"Free it first: {unit.holds} TO C5.")
        return None

    return refused


def _leave(builder: StepBuilder, code: str, place: Any) -> None:
    """Take a unit off the board and clear its marks."""
    unit = builder.unit(code)
    _free(builder, code)
    idle(builder, code)
    fresh = Unit(code, unit.kind, unit.seat, place=place)
    builder.put(
        replace(fresh, seen=unit.seen, facing=unit.facing, used=unit.used, kills=unit.kills)
    )


def _free(builder: StepBuilder, code: str) -> None:
    """Free a captive unit."""
    unit = builder.unit(code)
    if unit.held_by:
        builder.put(replace(builder.unit(unit.held_by), holds=""), replace(unit, held_by=""))


# --- Marks ---


def activated(view: SailorsView, code: str) -> bool:
    return 0 < view.table.round == _unit(view, code).activated


def _activate(builder: StepBuilder, code: str, on: bool) -> None:
    builder.put(replace(builder.unit(code), activated=builder.table.round if on else 0))
    if not on:
        idle(builder, code)


def _no_cover(view: SailorsView, code: str, _: bool) -> Forbidden | None:
    if found := _too_early(view, code):
        return found
    if view.table.kind(_unit(view, code)).specials.cover:
        return None
    return refuse(f"{code} does not have the special rule Cover.", rule="ASCW-139")


def _read_mark(view: SailorsView, text: str) -> Poison:
    source, damage, ticks = text.split(":")
    number = range(10000)
    if not (damage.isdecimal() and ticks.isdecimal() and text.isascii()):
        raise ValueError
    if int(damage) not in number or int(ticks) not in number:
        raise ValueError
    return Poison(UNIT.value.read(view, source), int(damage), int(ticks))


def _marks(_: SailorsView, marks: tuple[Poison, ...]) -> str:
    found = [
        f"{mark.source}, Damage {mark.damage}, {counted(mark.ticks, 'round')}" for mark in marks
    ]
    return "; ".join(found) or "none"


def _poisons(view: SailorsView, code: str) -> Iterator[tuple[Poison, ...]]:
    yield ()
    for source in view.table.on_board():
        venom = view.table.kind(source).specials.venom
        if venom and view.table.enemies(_unit(view, code), source):
            yield (Poison(source.code, venom, TICKS),)


def _no_poison(view: SailorsView, code: str, marks: tuple[Poison, ...]) -> Forbidden | None:
    table = view.table
    most = MOST_MARKS if table.agreement.venom_stack == "stack" else 1
    if early := _too_early(view, code):
        return early
    if len(marks) > most:
        why = f"The number of poison marks on {code} must be from 0 to {most}, not {len(marks)}."
        return refuse(why, rule="ASCW-D33")
    return next((wrong for mark in marks if (wrong := _no_mark(view, code, mark))), None)


def _no_mark(view: SailorsView, code: str, mark: Poison) -> Forbidden | None:
    source = view.table.units.get(mark.source)
    if source is None:
        return no_unit(view, mark.source)
    if is_hidden(view.table, source):
        return refuse(f"{source.code} is not yet known to everyone.", f"{source.code} SEEN")
    if not view.table.enemies(_unit(view, code), source):
        return refuse(f"{source.code} is not an enemy of {code}.", rule="ASCW-158")
    if not 1 <= mark.damage <= MOST_DAMAGE:
        why = f"The Damage of poison must be from 1 to {MOST_DAMAGE}, not {mark.damage}."
        return refuse(why, rule="ASCW-158")
    if not 1 <= mark.ticks <= MOST_TICKS:
        why = f"The rounds that poison lasts must be from 1 to {MOST_TICKS}, not {mark.ticks}."
        return refuse(why, rule="ASCW-158")
    return None


def _uses(of: str, label: str, what: str) -> Act:
    """Re-rolls that are spent, by their words."""
    known = USES[of]
    word: Value[Any, str] = Value(
        "the word of a re-roll", lambda view, text: read_name(view, text).lower(), str.upper
    )

    def wrong(view: SailorsView, code: str, uses: tuple[str, ...]) -> Forbidden | None:
        if early := _too_early(view, code):
            return early
        if any(use not in known for use in uses) or len(set(uses)) < len(uses):
            words = listed([each.upper() for each in known], "or")
            why = "Each re-roll can be named once, by its own word."
            return refuse(why, f"The words are {words}.", "ASCW-D26")
        if of == "lent" and not view.table.kind(_unit(view, code)).specials.commander:
            return refuse(f"{code} is not a Commander and lends no re-rolls.", rule="ASCW-148")
        return None

    def put(builder: StepBuilder, code: str, uses: tuple[str, ...]) -> None:
        changed: dict[str, Any] = {of: uses}
        builder.put(replace(builder.unit(code), **changed))

    value = Argument(
        some(word, len(known)),
        offered=lambda *_: [(), *((use,) for use in known), known],
        label=lambda _, uses: listed(uses).capitalize() or "None",
        called=lambda _, uses: listed(uses) or "none",
        example=known[0].upper(),
    )
    return _of_unit(
        of, f"{of.upper()} {{value}}", label, value, put, what=what, refuse=wrong,
        now=lambda view, code: getattr(_unit(view, code), of),
    )  # fmt: skip


# --- Captives ---


def _captives(view: SailorsView, code: str) -> list[str]:
    table = view.table
    return [
        each.code
        for each in table.on_board()
        if table.kind(each).category == "commander" and table.enemies(_unit(view, code), each)
    ]


def _cannot_hold(view: SailorsView, code: str, other: str) -> Forbidden | None:
    table, captor, captive = view.table, _unit(view, code), _unit(view, other)
    if early := not_in(table, BATTLE, "Commanders can be captured"):
        return early
    if found := off_board(captor) or off_board(captive):
        return found
    for unit in (captor, captive):
        if unit.holds:
            return refuse(f"{unit.code} already holds {unit.holds}.", f"{unit.holds} TO C5")
    if table.kind(captive).category != "commander":
        return refuse(f"{called(table, other)} is not a Commander.", rule="ASCW-119")
    if not table.enemies(captor, captive):
        return refuse(f"{other} is not an enemy of {code}.", rule="ASCW-119")
    return None


def _seize(builder: StepBuilder, code: str, other: str) -> None:
    captor, captive = builder.unit(code), builder.unit(other)
    idle(builder, other)
    held = replace(captive, place="captive", held_by=code, c=captor.c, r=captor.r)
    builder.put(
        replace(captor, holds=other, cover=False), replace(held, ap=0, cover=False, poison=())
    )


def _known(view: SailorsView, code: str) -> Forbidden | None:
    hidden = is_hidden(view.table, _unit(view, code))
    return None if hidden else same(f"{code} is already known to everyone.")


def _when(_: SailorsView, number: int) -> str:
    return f"round {number}" if number else "never"


_SPOT = Argument(
    Value("a square", _read_spot, _write_spot, r"\S+(?:\s+\S+)?"),
    "Which square?",
    _spots,
    label=lambda _, spot: str(spot.at),
    group=lambda view, spot: by_column(view, spot.at),
    example="C5 SE",
)
_MARKS = Argument(
    some(Value("a mark such as B2:1:3 (poison of B2, Damage 1, 3 rounds)", _read_mark,
               lambda mark: f"{mark.source}:{mark.damage}:{mark.ticks}"), MOST_MARKS + 1),
    "Poison from which unit?",
    _poisons,
    label=_marks,
    called=_marks,
    example="B2:1:3",
)  # fmt: skip
_CAPTIVE = replace(
    UNIT,
    prompt="Whom?",
    offered=_captives,
    group=None,
    label=lambda view, code: f"{code} {kind_name(view.table, _unit(view, code))}",
)

UNITS = Kind(
    "unit",
    "",
    UNIT,
    (
        _of_unit(
            "reserve", "RESERVE", "To the Reserve", None,
            lambda builder, code: _leave(builder, code, "reserve"), said="moves {unit}",
            words=lambda view, code: (place_of(view.table, _unit(view, code)), "the Reserve"),
            refuse=_stays("reserve"),
        ),
        _of_unit(
            "out", "OUT", "Out of the match", None,
            lambda builder, code: _leave(builder, code, "out"),
            said="takes {unit} out of the match", refuse=_stays("out"),
        ),
        _of_unit(
            "to", "TO {value}", "Put it on the board", _SPOT, _appear, said="moves {unit}",
            words=_moved, refuse=_no_room, only=lambda *_: None,
            detail="keeps its facing; type a facing to change it",
        ),
        _of_unit(
            "faces", "FACES {value}", "Facing", FACING,
            lambda builder, code, facing: builder.put(replace(builder.unit(code), facing=facing)),
            what="the facing of {unit}", said="turns {unit}",
            now=lambda view, code: _unit(view, code).facing,
            refuse=lambda view, code, _: off_board(_unit(view, code)),
        ),
        _of_unit(
            "re", "RE {value}", "RE left", number(_full), _set_left, what="the RE of {unit}",
            now=_left, refuse=_too_early, rule="ASCW-91",
        ),
        _number(
            "AP", "AP", "the AP of {unit}", "ap",
            lambda table, unit: action_points.full(table.kind(unit)), rule="ASCW-51",
        ),
        _number(
            "SHOT", "The round of its last shot", "the last shot of {unit}", "shot",
            lambda table, _: table.round, rule="ASCW-86", called=_when,
        ),
        _number(
            "USED", "Limited shots used", "the Limited shots used by {unit}", "used",
            lambda table, unit: table.kind(unit).specials.limited, rule="ASCW-150",
            refuse=lambda *_: None,
        ),
        _number(
            "TOUGH", "Wounds absorbed", "the wounds absorbed by {unit} this round", "absorbed",
            lambda table, unit: table.kind(unit).specials.tough, rule="ASCW-144",
        ),
        _number(
            "KILLS", "Kills", "the kills of {unit}", "kills", lambda *_: MOST_KILLS,
            refuse=lambda *_: None,
        ),
        _of_unit(
            "activated", "ACTIVATED {value}", "Activated this round or not",
            flag("done", "not done"), _activate,
            what="the activation of {unit}", now=activated, refuse=_too_early,
        ),
        _of_unit(
            "cover", "COVER {value}", "Cover", flag("active", "over"),
            lambda builder, code, on: builder.put(replace(builder.unit(code), cover=on)),
            what="the Cover of {unit}", now=lambda view, code: _unit(view, code).cover,
            refuse=_no_cover,
        ),
        _of_unit(
            "poison", "POISON {value}", "Poison", _MARKS,
            lambda builder, code, marks: builder.put(replace(builder.unit(code), poison=marks)),
            what="the poison of {unit}", now=lambda view, code: _unit(view, code).poison,
            refuse=_no_poison,
        ),
        _uses("rerolls", "Re-rolls used", "the re-rolls used by {unit}"),
        _uses("lent", "Re-rolls lent", "the re-rolls lent by {unit}"),
        _of_unit(
            "holds", "HOLDS {value}", "Make it hold a captive", _CAPTIVE, _seize,
            said="makes {value} a captive of {unit}", refuse=_cannot_hold,
        ),
        BECOMES,
        _of_unit(
            "seen", "SEEN", "Reveal it to everyone", None, _reveal,
            said="reveals {unit} to everyone", refuse=_known, only=lambda *_: None,
        ),
    ),
)  # fmt: skip
