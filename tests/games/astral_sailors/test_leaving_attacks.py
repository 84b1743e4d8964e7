"""Leaving a match in the middle of an attack, or while terrain strikes."""

from __future__ import annotations

from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.agenda import perform
from games.astral_sailors.events import ArmyRemoved, AttackDeclared, TurnEnded
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.any_time import Done, Leave
from games.astral_sailors.rules.combat.answering import React, Reroll
from games.astral_sailors.rules.turns.activation import March, Shoot, TurnTo
from games.astral_sailors.state import StepBuilder
from games.core.geometry.squares import Base, Facing
from games.core.types import Chance, Decision, Decisions, Rolled
from tests.games.astral_sailors.flow import of
from tests.games.astral_sailors.goals import commander, told
from tests.games.astral_sailors.positions import builder, kind, piece, table, unit
from tests.games.astral_sailors.test_leaving import GLORY, PROMOTION, open_keys, say

# --- In the middle of an attack ---


def attacked() -> StepBuilder:
    """Red shoots at a unit of Blue (EX4: Cover 2), who is asked how it reacts."""
    units = [
        commander(0),
        unit("R2", "EX3", "F9"),
        commander(1),
        unit("B2", "EX4", "F10", activated=1),
        commander(2),
        unit("G2", "EX3", "C15"),
    ]
    match = builder(table(units, teams=(1, 2), turn=0), (GLORY, PROMOTION))
    activation_move(match, 0, Shoot("R2", (Aim("B2", 2),)))
    return match


def activation_move(match: StepBuilder, seat: int, move: Any) -> None:
    asked = next(
        each
        for each in agenda.pending(match.done().state).open  # type: ignore[union-attr]
        if (each.seat, each.kind) == (seat, "activate")
    )
    perform(match, asked, move)
    agenda.run(match)


def dice(match: StepBuilder, *faces: int) -> None:
    left = iter(faces)
    while isinstance(pending := agenda.pending(match.done().state), Chance):
        rolled = tuple(tuple(next(left) for _ in range(each.count)) for each in pending.rolls)
        agenda.rolled(match, Rolled(rolled))


@pytest.mark.rules("ASCW-D59")
def test_an_open_question_of_a_leaver_stays_for_its_orders() -> None:
    match = attacked()
    assert [(each.seat, each.left) for each in reactions(match)] == [(1, False)]
    say(match, 1, Leave())
    (react,) = reactions(match)
    assert (react.seat, react.left) == (1, True), "the host answers at once"
    assert match.unit("B2").on_board, "what leaving means waits for the attack"
    perform(match, react, React("B2", "cover"))
    agenda.run(match)
    dice(match, 6, 6, 1, 1, 1, 1)
    assert told(match, ArmyRemoved)
    assert match.table.turn.seat == 0
    assert match.table.agenda == ()


def reactions(match: StepBuilder) -> list[Decision]:
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Decisions)
    return [each for each in pending.open if each.kind == "react"]


@pytest.mark.rules("ASCW-D59")
def test_an_attacker_who_leaves_still_sees_its_attack_to_the_end() -> None:
    units = [commander(seat) for seat in range(3)]
    units += [unit("B2", "EX3", "F9"), unit("G2", "EX4", "F10", activated=1)]
    units += [unit("R2", "CV1", "A9"), unit("B3", "CV1", "P9")]
    match = builder(table(units, teams=(2, 1), turn=1), (GLORY, PROMOTION))
    activation_move(match, 1, Shoot("B2", (Aim("G2", 2),)))
    assert len(open_keys(match, "react")) == 1
    say(match, 1, Leave())
    react = agenda.pending(match.done().state).open[0]  # type: ignore[union-attr]
    perform(match, react, React("G2", "none"))
    agenda.run(match)
    dice(match, 1, 1, 6, 6)
    assert match.table.turn.seat != 1
    assert told(match, ArmyRemoved)
    assert match.unit("B2").place == "out"
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Decisions)
    assert 1 not in pending.awaited()


# --- While terrain strikes ---

KINDS = (kind("QW1", resistance=3), kind("QW2", resistance=3, base=2))
WALKER, WIDE = unit("R2", "QW1", "E8"), unit("R2", "QW2", "F8")


def struck(*moves: Any, wide: bool = False) -> StepBuilder:
    """Red makes these moves; R2 is struck by lava, and Red may throw its defence again."""
    units = [unit("R1", "EX1", "E10"), WIDE if wide else WALKER, unit("R3", "EX3", "C13")]
    units += [commander(1), commander(2), unit("B2", "CV1", "J15"), unit("G2", "CV1", "C15")]
    pieces = (piece("LV", "E8"), piece("MI", "G8"))
    at = table(units, pieces, teams=(2, 1), kinds=KINDS)
    match = builder(at, (GLORY, PROMOTION))
    for move in moves:
        activation_move(match, 0, move)
    agenda.rolled(match, Rolled(((6,), (1,))))
    return match


def keep(match: StepBuilder) -> None:
    """Red's dice stay as they are."""
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Decisions)
    (asked,) = (each for each in pending.open if each.kind == "reroll")
    perform(match, asked, Reroll(()))
    agenda.run(match)


def terrain(match: StepBuilder) -> list[str]:
    """The pieces that have struck, in order."""
    return [each.piece for each in of(match.done(), AttackDeclared)]


@pytest.mark.rules("ASCW-D59")
@pytest.mark.parametrize(("leaver", "goes"), [(0, False), (1, True)])
def test_an_action_that_waits_for_terrain_is_lost_when_its_own_player_leaves(
    leaver: int, goes: bool
) -> None:
    match = struck(TurnTo("R2", Facing.S), TurnTo("R3", Facing.S))
    say(match, leaver, Leave())
    keep(match)
    assert terrain(match) == ["LV"]
    assert (match.unit("R3").facing is Facing.S) == goes


@pytest.mark.rules("ASCW-D16", "ASCW-D59")
def test_all_that_a_unit_has_touched_strikes_it_before_its_player_is_gone() -> None:
    to = Base(6, 7).anchor
    match = struck(March("R2", to, (Facing.E, Facing.E)))
    say(match, 0, Leave())
    keep(match)
    assert told(match, TurnEnded) == []
    agenda.rolled(match, Rolled(((6,), (1,))))
    keep(match)
    assert terrain(match) == ["LV", "MI"]
    assert match.unit("R2").lost == 2
    assert match.table.turn.seat == 1


@pytest.mark.rules("ASCW-D16", "ASCW-D59")
def test_who_leaves_while_the_turn_is_ending_ends_it_once() -> None:
    match = struck(Done(), wide=True)
    say(match, 0, Leave())
    keep(match)
    agenda.rolled(match, Rolled(((6,), (1,))))
    keep(match)
    assert terrain(match) == ["LV", "MI"]
    assert [each.seat for each in of(match.done(), TurnEnded)] == [0]
    assert told(match, ArmyRemoved)
    assert match.table.turn.seat == 1
