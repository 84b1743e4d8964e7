"""Choices about units: which unit, which attribute, which value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from games.astral_sailors.adjusting.kinds import (
    Become,
    Create,
    Delete,
    Face,
    Hold,
    NumberOf,
    PutAway,
    PutOn,
    SetFlag,
    SetNumber,
    SetPoison,
    SetUses,
    Show,
    UsesOf,
)
from games.astral_sailors.adjusting.links import next_code
from games.astral_sailors.adjusting.replies import place_of
from games.astral_sailors.adjusting.tree import Grown, branch, leaf, numbers, where
from games.astral_sailors.adjusting.units import USES, number_of
from games.astral_sailors.board.terrain import anchor, gait, land_of, places, taken
from games.astral_sailors.names import facing_name, kind_name, seat_name
from games.astral_sailors.rules.combat.wounds import TICKS
from games.astral_sailors.rules.turns import action_points
from games.astral_sailors.table import LETTERS, Poison, Table, Unit
from games.astral_sailors.words import choice_notes
from games.core.geometry.squares import Facing, Square


def armies(table: Table) -> Iterator[Grown]:
    """Each player's units, then new units."""
    for player in table.players:
        yield _army(table, player.seat)
    if table.units:
        prompt = "Whose unit is it?"
        yield branch("create", "A new unit", "CREATE ", prompt, lambda: _owners(table))
        yield branch("delete", "Delete a unit", "DELETE ", prompt, lambda: _deletions(table))


def _army(table: Table, seat: int) -> Grown:
    return branch(
        f"u{LETTERS[seat]}",
        f"A unit of {seat_name(seat)}",
        LETTERS[seat],
        "Which unit?",
        lambda: (_unit(table, unit) for unit in table.of(seat)),
    )


def _unit(table: Table, unit: Unit) -> Grown:
    label = f"{unit.code} {kind_name(table, unit)}, {place_of(table, unit)}"
    prompt = f"What do you change about {unit.code}?"
    detail = choice_notes.unit_state(table, unit)
    return branch(unit.code, label, f"{unit.code} ", prompt, lambda: _what(table, unit), detail)


def _what(table: Table, unit: Unit) -> Iterator[Grown]:
    code = unit.code
    yield leaf("reserve", "To the Reserve", PutAway(code, "reserve"))
    yield leaf("out", "Out of the match", PutAway(code, "out"))
    yield branch(
        "to",
        "Put it on the board",
        f"{code} TO ",
        f"Where is {code}?",
        lambda: where(
            _squares(table, unit), f"{code} TO ", f"Where is {code}?", lambda at: PutOn(code, at)
        ),
        "keeps its facing; type a facing to change it",
    )
    yield branch("faces", "Facing", f"{code} FACES ", "Which direction?", lambda: _facings(unit))
    yield from _numbers(table, unit)
    yield leaf("acted", "Mark it as activated", SetFlag(code, "activated", on=True))
    yield leaf("fresh", "Let it be activated", SetFlag(code, "activated", on=False))
    yield leaf("covered", "Give it Cover", SetFlag(code, "cover", on=True))
    yield leaf("open", "End its Cover", SetFlag(code, "cover", on=False))
    yield branch(
        "poison",
        "Poison",
        f"{code} POISON ",
        "Poison from which unit?",
        lambda: _poison(table, unit),
    )
    spent: tuple[tuple[UsesOf, str], ...] = (
        ("rerolls", "Re-rolls used"),
        ("lent", "Re-rolls lent"),
    )
    for of, name in spent:
        yield branch(of, name, f"{code} {of.upper()} ", f"{name}:", partial(_uses, code, of))
    yield branch(
        "holds", "Make it hold a captive", f"{code} HOLDS ", "Whom?", lambda: _captives(table, unit)
    )
    yield branch(
        "becomes",
        "Change its owner",
        f"{code} BECOMES ",
        "Who owns it?",
        lambda: (
            leaf(
                LETTERS[each.seat], seat_name(each.seat), Become(code, next_code(table, each.seat))
            )
            for each in table.players
            if each.seat != unit.seat
        ),
    )
    yield leaf("seen", "Reveal it to everyone", Show(code))


def _squares(table: Table, unit: Unit) -> tuple[Square, ...]:
    """Squares where the unit may stand, in reading order."""
    kind = table.kind(unit)
    land = land_of(table, gait(kind))
    return _anchors(land.rest & ~taken(table, unit, kind.base)[1], land.stride)


@lru_cache(maxsize=256)
def _anchors(free: int, stride: int) -> tuple[Square, ...]:
    return tuple(anchor(stride, place) for place in places(free))


def _facings(unit: Unit) -> Iterator[Grown]:
    for facing in Facing:
        label = facing_name(facing).capitalize()
        yield leaf(facing.name, label, Face(unit.code, facing))


def _numbers(table: Table, unit: Unit) -> Iterator[Grown]:
    kind, now = table.kind(unit), table.round
    kills = range(max(0, unit.kills - 3), unit.kills + 4)
    offered: tuple[tuple[NumberOf, str, Iterable[int]], ...] = (
        ("re", "RE", range(1, kind.resistance + 1)),
        ("ap", "AP", range(action_points.full(kind) + 1)),
        ("shot", "Round of its last shot (0: none)", sorted({0, max(0, now - 1), now})),
        ("used", "Limited shots used", range(kind.specials.limited + 1)),
        ("tough", "Wounds absorbed this round", range(kind.specials.tough + 1)),
        ("kills", "Military units eliminated", kills),
    )
    for of, label, values in offered:
        before = number_of(table, unit, of)
        grow = partial(numbers, values, partial(SetNumber, unit.code, of), before)
        text, detail = f"{unit.code} {of.upper()} ", f"now {before}"
        yield branch(of, label, text, f"{label}: which value?", grow, detail)


def _poison(table: Table, unit: Unit) -> Iterator[Grown]:
    yield leaf("none", "None", SetPoison(unit.code, ()))
    for source in table.on_board():
        venom = table.kind(source).specials.venom
        if venom and table.enemies(unit, source):
            marks = (Poison(source.code, venom, TICKS),)
            label = f"{source.code}, Damage {venom}, {TICKS} rounds"
            yield leaf(source.code, label, SetPoison(unit.code, marks), "type any other value")


def _uses(code: str, of: UsesOf) -> Iterator[Grown]:
    yield leaf("none", "None", SetUses(code, of, ()))
    for use in USES[of]:
        yield leaf(use.replace("-", "x"), use.capitalize(), SetUses(code, of, (use,)))
    if of == "rerolls":
        yield leaf("all", "All", SetUses(code, of, USES[of]))


def _captives(table: Table, unit: Unit) -> Iterator[Grown]:
    for other in table.on_board():
        if table.kind(other).category == "commander" and table.enemies(unit, other):
            yield leaf(
                other.code, f"{other.code} {kind_name(table, other)}", Hold(unit.code, other.code)
            )


def _owners(table: Table) -> Iterator[Grown]:
    for player in table.players:
        code = next_code(table, player.seat)
        yield branch(
            LETTERS[player.seat],
            f"{seat_name(player.seat)}, as {code}",
            f"CREATE {code} ",
            "Which kind?",
            partial(_kinds, table, code),
        )


def _deletions(table: Table) -> Iterator[Grown]:
    for player in table.players:
        yield branch(
            LETTERS[player.seat],
            seat_name(player.seat),
            f"DELETE {LETTERS[player.seat]}",
            "Which unit?",
            partial(_gone, table, player.seat),
        )


def _kinds(table: Table, code: str) -> Iterator[Grown]:
    for kind in table.catalogue.units.values():
        yield leaf(kind.code, f"{kind.code} {kind.name}", Create(code, kind.code))


def _gone(table: Table, seat: int) -> Iterator[Grown]:
    for unit in table.of(seat):
        yield leaf(unit.code, f"{unit.code} {kind_name(table, unit)}", Delete(unit.code))
