"""What can be set of one unit: place, facing, numbers, marks, and whom it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.astral_sailors.editing.armies import BECOMES
from games.astral_sailors.editing.places import (
    SPOT,
    appear,
    known_already,
    leave,
    moved,
    no_room,
    reveal,
    stays,
)
from games.astral_sailors.editing.poison import MARKS, no_poison
from games.astral_sailors.editing.values import (
    BATTLE,
    FACING,
    UNIT,
    flag,
    idle,
    not_in,
    of_unit,
    off_board,
    place_of,
    read_name,
    refuse,
    some,
    too_early,
    unit_of,
)
from games.astral_sailors.names import called, kind_name, listed
from games.astral_sailors.rules.turns import action_points
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument, Kind, number
from games.core.notation import Value
from games.core.refusals import Forbidden

MOST_KILLS = 99

USES = {
    "rerolls": ("attack-elite", "attack-aura", "defence-elite", "defence-aura"),
    "lent": ("attack", "defence"),
}


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
        "refuse": too_early,
        "now": lambda view, code: getattr(unit_of(view, code), field),
    } | more
    return of_unit(word.lower(), f"{word} {{value}}", label, value, put, what=what, **more)


def _left(view: SailorsView, code: str) -> int:
    return view.table.kind(unit_of(view, code)).resistance - unit_of(view, code).lost


def _set_left(builder: StepBuilder, code: str, value: int) -> None:
    builder.put(replace(builder.unit(code), lost=builder.kind(code).resistance - value))


def _full(view: SailorsView, code: str) -> range:
    return range(1, view.table.kind(unit_of(view, code)).resistance + 1)


# --- Marks ---


def activated(view: SailorsView, code: str) -> bool:
    return 0 < view.table.round == unit_of(view, code).activated


def _activate(builder: StepBuilder, code: str, on: bool) -> None:
    builder.put(replace(builder.unit(code), activated=builder.table.round if on else 0))
    if not on:
        idle(builder, code)


def _no_cover(view: SailorsView, code: str, _: bool) -> Forbidden | None:
    if found := too_early(view, code):
        return found
    if view.table.kind(unit_of(view, code)).specials.cover:
        return None
    return refuse(f"{code} does not have the special rule Cover.", rule="ASCW-139")


def _uses(of: str, label: str, what: str) -> Act:
    """Re-rolls that are spent, by their words."""
    known = USES[of]
    word: Value[Any, str] = Value(
        "the word of a re-roll", lambda view, text: read_name(view, text).lower(), str.upper
    )

    def wrong(view: SailorsView, code: str, uses: tuple[str, ...]) -> Forbidden | None:
        if early := too_early(view, code):
            return early
        if any(use not in known for use in uses) or len(set(uses)) < len(uses):
            words = listed([each.upper() for each in known], "or")
            why = "Each re-roll can be named once, by its own word."
            return refuse(why, f"The words are {words}.", "ASCW-D26")
        spent: dict[str, Any] = {of: uses}
        return not_lent(view.table, replace(unit_of(view, code), **spent))

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
    return of_unit(
        of, f"{of.upper()} {{value}}", label, value, put, what=what, refuse=wrong,
        now=lambda view, code: getattr(unit_of(view, code), of),
    )  # fmt: skip


def not_lent(table: Table, unit: Unit) -> Forbidden | None:
    if not unit.lent or table.kind(unit).specials.commander:
        return None
    return refuse(f"{unit.code} is not a Commander and lends no re-rolls.", rule="ASCW-148")


# --- Captives ---


def _captives(view: SailorsView, code: str) -> list[str]:
    table = view.table
    return [
        each.code
        for each in table.on_board()
        if table.kind(each).category == "commander" and table.enemies(unit_of(view, code), each)
    ]


def _cannot_hold(view: SailorsView, code: str, other: str) -> Forbidden | None:
    table, captor, captive = view.table, unit_of(view, code), unit_of(view, other)
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


def _when(_: SailorsView, number: int) -> str:
    return f"round {number}" if number else "never"


_CAPTIVE = replace(
    UNIT,
    prompt="Whom?",
    offered=_captives,
    group=None,
    label=lambda view, code: f"{code} {kind_name(view.table, unit_of(view, code))}",
)

UNITS = Kind(
    "unit",
    "",
    UNIT,
    (
        of_unit(
            "reserve", "RESERVE", "To the Reserve", None,
            lambda builder, code: leave(builder, code, "reserve"), said="moves {unit}",
            words=lambda view, code: (place_of(view.table, unit_of(view, code)), "the Reserve"),
            refuse=stays("reserve"),
        ),
        of_unit(
            "out", "OUT", "Out of the match", None,
            lambda builder, code: leave(builder, code, "out"),
            said="takes {unit} out of the match", refuse=stays("out"),
        ),
        of_unit(
            "to", "TO {value}", "Put it on the board", SPOT, appear, said="moves {unit}",
            words=moved, refuse=no_room, only=lambda *_: None,
            detail="keeps its facing; type a facing to change it",
        ),
        of_unit(
            "faces", "FACES {value}", "Facing", FACING,
            lambda builder, code, facing: builder.put(replace(builder.unit(code), facing=facing)),
            what="the facing of {unit}", said="turns {unit}",
            now=lambda view, code: unit_of(view, code).facing,
            refuse=lambda view, code, _: off_board(unit_of(view, code)),
        ),
        of_unit(
            "re", "RE {value}", "RE left", number(_full), _set_left, what="the RE of {unit}",
            now=_left, refuse=too_early, rule="ASCW-91",
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
        of_unit(
            "activated", "ACTIVATED {value}", "Activated this round or not",
            flag("done", "not done"), _activate,
            what="the activation of {unit}", now=activated, refuse=too_early,
        ),
        of_unit(
            "cover", "COVER {value}", "Cover", flag("active", "over"),
            lambda builder, code, on: builder.put(replace(builder.unit(code), cover=on)),
            what="the Cover of {unit}", now=lambda view, code: unit_of(view, code).cover,
            refuse=_no_cover,
        ),
        of_unit(
            "poison", "POISON {value}", "Poison", MARKS,
            lambda builder, code, marks: builder.put(replace(builder.unit(code), poison=marks)),
            what="the poison of {unit}", now=lambda view, code: unit_of(view, code).poison,
            refuse=no_poison,
        ),
        _uses("rerolls", "Re-rolls used", "the re-rolls used by {unit}"),
        _uses("lent", "Re-rolls lent", "the re-rolls lent by {unit}"),
        of_unit(
            "holds", "HOLDS {value}", "Make it hold a captive", _CAPTIVE, _seize,
            said="makes {value} a captive of {unit}", refuse=_cannot_hold,
        ),
        BECOMES,
        of_unit(
            "seen", "SEEN", "Reveal it to everyone", None, reveal,
            said="reveals {unit} to everyone", refuse=known_already, only=lambda *_: None,
        ),
    ),
)  # fmt: skip
