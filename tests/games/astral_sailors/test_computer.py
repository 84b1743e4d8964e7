"""What the computer player does with its units; the contract kit shows that it is legal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bench.strength import by_computer, course, opening
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.computer import COMPUTER
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.setup import armies, deployment
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.setup.muster import Lock
from games.astral_sailors.rules.turns.activation import (
    Capture,
    Jump,
    March,
    Melee,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.secrets import ArmyDraft
from games.astral_sailors.state import State
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.computer import Level, Suggestion
from games.core.geometry.squares import Base, Facing, ahead
from games.core.types import Decision, Decisions, Seat, Seated, Seats
from tests.games.astral_sailors import positions

GAME = AstralSailors()


def first_move(
    level: Level, *units: Unit, objective: int = 6, seed: int = 1, **options: Any
) -> Move | None:
    """What Red does first in its turn."""
    of = positions.table(units, **options)
    state = positions.state(of, (objective, 6), {0: 1})
    view, pending = GAME.view(state, Seated(Seat(0))), GAME.pending(state)
    assert isinstance(pending, Decisions)
    turn = next(each for each in pending.open if each.waits)
    return COMPUTER.choose(view, turn, random.Random(seed), level)


@pytest.mark.rules("ASCW-142")
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_splits_an_attack_that_one_target_does_not_need(level: Level) -> None:
    """Scourge Team: three dice, range 4; two Labourers side by side are worth more than one."""
    move = first_move(
        level,
        positions.unit("R1", "GU6", "H6"),
        positions.unit("B1", "CV1", "H8"),
        positions.unit("B2", "CV1", "I8"),
    )
    assert isinstance(move, Shoot)
    assert {aim.target for aim in move.aims} == {"B1", "B2"}


@pytest.mark.rules("ASCW-142")
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_splits_blows_as_it_splits_shots(level: Level) -> None:
    cutter = positions.kind("XX1", "Split attacks", shots=0, blows=2, blow_damage=1)
    move = first_move(
        level,
        positions.unit("R1", "XX1", "H8", ap=1),
        positions.unit("B1", "CV1", "G7"),
        positions.unit("B2", "CV1", "H7"),
        kinds=[cutter],
    )
    assert move == Melee("R1", (Aim("B1", 1), Aim("B2", 1)))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_turns_to_what_may_come_from_behind(level: Level) -> None:
    rooted = positions.kind("XX1", shots=0, movement=0)
    unit = positions.unit("R1", "XX1", "H8", Facing.N, ap=1)
    move = first_move(level, unit, positions.unit("B1", "GU4", "H12"), kinds=[rooted])
    assert isinstance(move, TurnTo)
    assert ahead(Base(unit.c, unit.r), move.facing, Base(7, 11).middle) >= 0


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_jumps_over_what_stands_in_its_way(level: Level) -> None:
    """A Skyjumper behind a high wall: Jump 5/2."""
    move = first_move(
        level,
        positions.unit("R1", "EX5", "H9", ap=1),
        positions.unit("B1", "CV1", "H2"),
        pieces=[positions.piece("WA", "G8")],
    )
    assert move == Jump("R1", Facing.N, 5)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_its_commander_charges_only_where_nobody_waits_for_it(level: Level) -> None:
    """Three Acolytes and a Void Hound near a Labourer: a Commander does not go there."""
    marshal = positions.unit("R1", "EX1", "H3", Facing.S, ap=3)
    bait = positions.unit("B1", "CV1", "H14")
    guards = [
        positions.unit(code, kind, at)
        for code, kind, at in (
            ("B2", "GU7", "F14"),
            ("B3", "GU7", "J14"),
            ("B4", "GU7", "H16"),
            ("B5", "MC2", "G16"),
        )
    ]
    assert first_move(level, marshal, bait, objective=1) == Run("R1", Facing.S, 10, "B1")
    assert not isinstance(first_move(level, marshal, bait, *guards, objective=1), Run)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_brings_an_enemy_commander_no_points_by_crowding_it(level: Level) -> None:
    """5 a round for a unit within 2 squares. Nobody gets behind the second one, so that it cannot
    be captured there."""
    shooter, marshal = positions.unit("R1", "EX3", "H4"), positions.unit("B1", "EX1", "H2")
    assert isinstance(first_move(level, shooter, marshal, objective=1), March | Run)
    shooter, prey = positions.unit("R1", "EX3", "H3"), positions.unit("B1", "EX1", "H1", lost=1)
    assert isinstance(first_move(level, shooter, prey, objective=3), March | Run)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_captor_goes_to_the_back_of_a_wounded_commander(level: Level) -> None:
    captor, prey = positions.unit("R1", "EX3", "H6"), positions.unit("B1", "EX1", "H2", lost=1)
    move = first_move(level, captor, prey, objective=3)
    assert isinstance(move, March)
    assert move.to.r == 2


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_does_not_poison_whom_it_wants_alive(level: Level) -> None:
    units = positions.unit("R1", "XX1", "H8"), positions.unit("B1", "EX1", "H2")
    for specials, shoots in (((), True), (("Venomous 1",), False)):
        rooted = positions.kind("XX1", *specials, shots=2, movement=0)
        move = first_move(level, *units, objective=3, kinds=[rooted])
        assert isinstance(move, Shoot) is shoots


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_closes_the_border_of_what_it_occupies_and_opens_it_to_whom_it_hunts(
    level: Level,
) -> None:
    """Nobody enters within 2 squares of an enemy, and in the own zone if there is no friend. Only
    Manpower needs those who come back."""
    inside, outside = positions.unit("R1", "EX3", "D4"), positions.unit("R1", "EX3", "D16")
    assert isinstance(first_move(level, inside, objective=5), March | Run)
    assert isinstance(first_move(level, outside, objective=6), March | Run)
    for unit in (inside, outside):
        assert not isinstance(first_move(level, unit, objective=1), March | Run)


def test_a_unit_on_dangerous_ground_goes_on() -> None:
    """It is struck there whether it leaves or stays."""
    mines = [positions.piece("MI", "H8")]
    runner = positions.unit("R1", "GU4", "I8")
    move = first_move("normal", runner, positions.unit("B1", "EX1", "I16"), pieces=mines)
    assert isinstance(move, March | Run)


@pytest.mark.rules("ASCW-128")
def test_the_last_enemies_are_left_to_a_commander_that_wants_its_promotion() -> None:
    shooter, prey = positions.unit("R2", "EX3", "H8"), positions.unit("B2", "EX3", "H11")
    marshal = positions.unit("R1", "EX1", "A1", activated=1, ap=0)
    assert not isinstance(first_move("normal", marshal, shooter, prey, objective=4), Shoot)
    assert first_move("normal", marshal, shooter, prey, objective=1) == Shoot("R2", (Aim("B2", 2),))


@pytest.mark.rules("ASCW-135")
@pytest.mark.parametrize(("objective", "goes"), [(0, True), (1, False)])
def test_an_easy_commander_goes_to_the_enemy_for_bellicose_hedonists_alone(
    objective: int, goes: bool
) -> None:
    marshal = positions.unit("R1", "EX1", "H3", Facing.S, ap=3)
    bait = positions.unit("B1", "CV1", "H14")
    assert isinstance(first_move("easy", marshal, bait, objective=objective), Run) is goes


@pytest.mark.rules("ASCW-122")
def test_an_easy_player_captures_whom_it_hunts() -> None:
    """It overlooks more than half of what it could do, but knows what it is after."""
    captor = positions.unit("R1", "EX3", "H7")
    prey = positions.unit("B1", "GU2", "H8", Facing.S, lost=1)
    moves = [first_move("easy", captor, prey, objective=3, seed=seed) for seed in range(20)]
    assert moves.count(Capture("R1", "B1")) >= 5


@pytest.mark.parametrize("size", [100, 150, 200])
def test_a_hard_player_builds_a_legal_army_for_nearly_all_points(size: int) -> None:
    state = GAME.setup(Agreement.model_validate({"army_size": size}), Seats((0, 1)))
    view = GAME.view(state, Seated(Seat(0)))
    units: list[str] = []
    army = Decision(Seat(0), "army", 0)
    while not isinstance(
        move := COMPUTER.choose(_drafting(view, units), army, random.Random(1), "hard"), Lock
    ):
        assert isinstance(move, Enlist)
        units += [move.kind] * move.count
    table = view.table
    assert armies.fault(table.agreement, table.catalogue, units) is None
    assert armies.price(table.catalogue, units) > size - 3


def _drafting(view: SailorsView, units: Sequence[str]) -> SailorsView:
    return replace(view, sheets=(ArmyDraft(tuple(units)), None))


def coming_to(phase: str) -> State:
    """The first state of a phase, in a match of two computer players."""
    start = opening(GAME, {"scenery": "preset", "round_limit": 1})
    match = course(GAME, start, by_computer(GAME), random.Random(3))
    found: State = next(
        each.state for each in match if each.decision and each.state.table.phase == phase
    )
    return found


@pytest.mark.rules("ASCW-36")
def test_it_deploys_more_than_the_bot_would() -> None:
    table = coming_to("activation").table
    assert all(deployment.spent(table, seat) >= 43 for seat in (0, 1))


def test_it_leaves_talk_to_people() -> None:
    state = coming_to("muster")
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    talks = [each for each in pending.open if each.kind == "talk"]
    assert len(talks) == 2
    for decision in talks:
        view = GAME.view(state, Seated(decision.seat))
        assert COMPUTER.choose(view, decision, random.Random(1)) is None


def test_a_way_is_suggested_with_the_attack_at_its_end() -> None:
    """Its range ends short of the target."""
    gunner = positions.kind("XX1", shots=3, blows=0, range=[1, 6], movement=4)
    others = (
        positions.unit("R2", "EX1", "A1", Facing.S),
        positions.unit("B1", "CV1", "H13"),
        positions.unit("B2", "EX1", "P16"),
    )

    def first(points: int) -> Suggestion[Move]:
        unit = positions.unit("R1", "XX1", "H3", Facing.S, ap=points)
        state = positions.state(positions.table((unit, *others), kinds=[gunner]), (2, 2))
        view, pending = GAME.view(state, Seated(Seat(0))), GAME.pending(state)
        assert isinstance(pending, Decisions)
        turn = next(each for each in pending.open if each.waits)
        found = COMPUTER.suggest(view, turn)
        return next(each for each in found if each.key == "R1")

    way, shot = first(2).moves
    assert isinstance(way, March | Run)
    assert isinstance(shot, Shoot)
    target = shot.aims[0].target
    assert first(2).label.endswith(f", shoots {target}")
    assert first(2).mark.startswith(f"{target} ")
    assert len(first(1).moves) == 1
