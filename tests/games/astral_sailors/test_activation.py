"""Activating units: who may act, AP, the order of a half-turn, what actions do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors.events import ActivationEnded, TurnEnded, UnitHeld, UnitMoved, UnitTurned
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat.answering import React
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.turns.activation import (
    Capture,
    EndUnit,
    Hold,
    Jump,
    March,
    Melee,
    Release,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.rules.turns.turns import available_points, full_points
from games.core.geometry.squares import Facing, Square, square
from games.core.types import Decisions
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, piece, unit


def to(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def troop(count: int = 3, **of: Any) -> Battle:
    """R1, R2, ... in a row on row 8, beside the Commander R9."""
    cast = [unit(f"R{number}", "EX3", f"{'CEGIK'[number - 1]}8") for number in range(1, count + 1)]
    return Battle(cast, **of)


def selectable(fight: Battle) -> list[str]:
    return [each.code for each in turns.selectable(fight.table, 0)]


# --- Actions ---


@pytest.mark.rules("WE-34", "ASCW-67", "ASCW-68", "ASCW-69", "ASCW-70", "ASCW-52", "ASCW-64")
def test_a_move_turns_the_unit_and_another_facing_is_an_action_of_its_own() -> None:
    cast = [unit("R1", "GU3", "C5", Facing.N)]
    assert Battle(cast).act(March("R1", to("F6"))).unit("R1").facing == Facing.SE
    fight = Battle(cast).act(March("R1", to("F6"), (Facing.E, Facing.E, Facing.SE)))
    moved = fight.unit("R1")
    assert (moved.c, moved.r, moved.facing, moved.ap) == (5, 5, Facing.SE, 1)
    told = fight.last(UnitMoved)
    assert [str(each) for each in told.path] == ["C5", "D5", "E5", "F6"]
    assert (told.how, told.cost, told.facing) == ("move", 3, Facing.SE)
    assert fight.code(TurnTo("R1", Facing.SE)) == "SAME_FACING"
    fight.act(TurnTo("R1", Facing.N))
    assert (fight.unit("R1").facing, fight.unit("R1").ap) == (Facing.N, 0)
    assert fight.last(UnitTurned) == UnitTurned(unit="R1", facing=Facing.N)
    assert fight.code(TurnTo("R1", Facing.S)) == "NO_AP"


@pytest.mark.rules("ASCW-68", "ASCW-D12")
def test_a_move_ends_on_the_square_that_is_named() -> None:
    fight = Battle([unit("R1", "GU3", "C5")])
    assert fight.code(March("R1", to("H5"))) == "TOO_FAR"
    wrong = fight.refusal(March("R1", to("E5"), (Facing.E,)))
    assert wrong is not None
    assert wrong.rule == "ASCW-D12"
    assert "D5" in wrong.sentence
    assert fight.refusal(March("R1", to("E5"))) is None


@pytest.mark.rules("ASCW-71", "ASCW-72", "ASCW-73", "WE-33", "ASCW-D11", "ASCW-D13", "ASCW-D14")
def test_a_run_costs_1_ap_and_can_be_repeated() -> None:
    fight = Battle([unit("R1", "EX3", "B8", Facing.N)])
    assert fight.code(Run("R1", Facing.E, 2)) == "TOO_SHORT"
    assert fight.code(Run("R1", Facing.E, 11)) == "TOO_FAR"
    fight.act(Run("R1", Facing.E, 3)).act(Run("R1", Facing.SE, 3))
    ran = fight.unit("R1")
    assert (ran.c, ran.r, ran.facing, ran.ap) == (7, 10, Facing.SE, 0)
    assert [each.how for each in fight.told(UnitMoved)] == ["run", "run"]


@pytest.mark.rules("WE-30", "ASCW-154", "ASCW-D17", "ASCW-D11")
def test_a_leap_over_a_wall() -> None:
    cast = [unit("R1", "EX5", "D8", Facing.W), unit("R2", "EX3", "J8")]
    fight = Battle(cast, [piece("WA", "C7")])
    for squares, legal in ((1, False), (2, True), (5, True), (6, False)):
        assert (fight.refusal(Jump("R1", Facing.N, squares)) is None) == legal
    assert fight.code(Jump("R2", Facing.N, 2)) == "NO_JUMP"
    fight.act(Jump("R1", Facing.N, 4))
    leapt = fight.unit("R1")
    assert (leapt.c, leapt.r, leapt.facing, leapt.ap) == (3, 3, Facing.N, 1)
    assert fight.last(UnitMoved).how == "jump"
    tower = Battle(cast, [piece("TW", "D7")])
    assert all(tower.code(Jump("R1", Facing.N, each)) for each in range(1, 6))


@pytest.mark.rules("ASCW-124", "ASCW-D61")
def test_a_captor_does_not_run_but_moves() -> None:
    captive = unit("B8", "GU1", "", place="captive", held_by="R1", lost=1)
    fight = Battle([unit("R1", "EX3", "H8", holds="B8"), captive])
    assert fight.code(Run("R1", Facing.E, 3)) == "CAPTOR"
    assert fight.code(Melee("R1", (Aim("B9", 1),))) == "CAPTOR"
    assert fight.refusal(March("R1", to("H9"))) is None
    assert fight.refusal(TurnTo("R1", Facing.E)) is None


@pytest.mark.rules("ASCW-D43", "ASCW-D57")
def test_the_last_action_is_kept_for_the_picture() -> None:
    cast = [unit("R1", "EX3", "C8", Facing.E), unit("B1", "GU3", "H8", Facing.S)]
    fight = Battle(cast).act(Run("R1", Facing.E, 4))
    last = fight.table.last
    assert last is not None
    assert (last.unit, last.how, len(last.path)) == ("R1", "charge", 5)
    assert [each.anchor for each in last.aims] == [to("H8")]
    moved = Battle(cast).act(March("R1", to("D8"))).table.last
    assert moved is not None
    assert (moved.how, moved.aims) == ("move", ())


# --- AP ---


@pytest.mark.rules("ASCW-50", "ASCW-51", "ASCW-52", "ASCW-147", "ASCW-D71")
def test_ap_limit_an_activation_and_a_commander_has_three() -> None:
    fight = troop().put("R9", ap=3)
    kinds = fight.table.catalogue.units
    assert [full_points(kinds[code]) for code in ("EX3", "EX8", "CV1", "EX1")] == [2, 2, 2, 3]
    for facing in (Facing.N, Facing.E, Facing.W):
        fight.act(TurnTo("R9", facing))
    assert fight.code(TurnTo("R9", Facing.S)) == "NO_AP"


@pytest.mark.rules("ASCW-50", "ASCW-52", "ASCW-67", "ASCW-71", "ASCW-78", "ASCW-82")
@pytest.mark.rules("ASCW-D11", "ASCW-D17")
@pytest.mark.parametrize(
    ("action", "facing"),
    [
        (March("R1", to("F7")), Facing.N),
        (Run("R1", Facing.W, 3), Facing.W),
        (Jump("R1", Facing.N, 2), Facing.N),
        (TurnTo("R1", Facing.W), Facing.W),
        (Shoot("R1", (Aim("B1", 1),)), Facing.E),
        (Melee("R1", (Aim("B1", 1),)), Facing.E),
    ],
)
def test_every_action_costs_1_ap_and_only_attacks_turn_no_one(
    action: March | Run | Jump | TurnTo | Shoot | Melee, facing: Facing
) -> None:
    able = kind("QA1", "Jump 5/2", movement=5)
    cast = [unit("R1", "QA1", "F8", Facing.E), unit("B1", "QB1", "G9")]
    fight = Battle(cast, kinds=[able, kind("QB1", resistance=9)])
    acted = fight.act(action).unit("R1")
    assert (acted.ap, acted.facing) == (1, facing)


@pytest.mark.rules("ASCW-53", "ASCW-D29")
def test_unspent_ap_are_kept_when_the_activation_ends() -> None:
    fight = troop().act(TurnTo("R1", Facing.E)).act(EndUnit())
    assert fight.unit("R1").ap == 1
    held = troop().act(Hold("R1"))
    assert held.unit("R1").ap == 2
    assert held.last(UnitHeld) == UnitHeld(unit="R1")


@pytest.mark.rules("ASCW-D29")
def test_with_the_option_ap_are_granted_when_the_activation_begins() -> None:
    fight = troop(saved_ap="carry").put("R1", ap=0).put("R2", ap=1).put("R9", ap=0)
    assert available_points(fight.table, fight.unit("R1")) == 2
    fight.act(TurnTo("R1", Facing.E))
    assert fight.unit("R1").ap == 1
    fight.act(Hold("R2"))
    assert fight.unit("R2").ap == 2
    fight.act(TurnTo("R9", Facing.E))
    assert fight.unit("R9").ap == 2
    assert fight.unit("R1").ap == 1


# --- Who may act ---


@pytest.mark.rules("ASCW-48", "ASCW-D43", "ASCW-49")
def test_units_act_one_after_the_other_and_each_once() -> None:
    fight = troop()
    fight.then(turn=replace(fight.table.turn, quota=2))
    assert selectable(fight) == ["R1", "R2", "R3", "R9"]
    fight.act(TurnTo("R2", Facing.E))
    assert selectable(fight) == ["R2", "R1", "R3", "R9"]
    fight.act(TurnTo("R1", Facing.E))
    assert fight.told(ActivationEnded) == [ActivationEnded(unit="R2")]
    assert selectable(fight) == ["R1"]
    assert fight.code(TurnTo("R2", Facing.W)) == "ALREADY_ACTIVATED"
    assert fight.code(TurnTo("R3", Facing.E)) == "QUOTA_USED"
    refused = fight.refusal(TurnTo("R3", Facing.E))
    assert refused is not None
    assert refused.instead == "Still to act: R1."
    assert fight.code(Hold("R1")) == "ALREADY_ACTIVATED"
    fight.act(TurnTo("R1", Facing.W))
    assert fight.table.turn.active == "R1"


@pytest.mark.rules("ASCW-48", "ASCW-127")
def test_others_units_captives_and_the_reserve_do_not_act() -> None:
    captive = unit("R2", "EX1", "", place="captive", held_by="B1")
    cast = [unit("R1", "EX3", "C8"), captive, unit("R3", "EX3", ""), unit("B1", "GU3", "H8")]
    fight = Battle(cast)
    assert selectable(fight) == ["R1", "R9"]
    assert turns.selectable(fight.table, 1) == ()
    assert fight.code(Hold("R2")) == "CAPTIVE"
    assert fight.code(Hold("B1")) == "NOT_YOUR_TURN"
    for code in ("R3", "R7"):
        refused = fight.refusal(Hold(code))
        assert refused is not None
        assert refused.rule == "ASCW-48"


@pytest.mark.rules("ASCW-D43")
def test_there_must_be_a_unit_to_end() -> None:
    fight = troop()
    assert fight.code(EndUnit()) == "NO_UNIT"
    fight.act(TurnTo("R1", Facing.E)).act(EndUnit())
    assert fight.table.turn.active == ""
    assert fight.code(EndUnit()) == "NO_UNIT"


@pytest.mark.rules("ASCW-D71", "ASCW-D61")
def test_letting_go_begins_no_activation_and_capturing_does() -> None:
    captive = unit("B8", "GU1", "", place="captive", held_by="R1", lost=1)
    fight = Battle([unit("R1", "EX3", "H8", holds="B8", activated=1, ap=0), captive])
    assert fight.code(Release("R9")) == "NO_CAPTIVE"
    fight.act(Release("R1"))
    assert fight.unit("B8").place == "board"
    assert fight.table.turn.active == ""
    hunter = Battle([unit("R1", "EX3", "H8", ap=0), unit("B8", "GU1", "H7", Facing.N, lost=1)])
    own, *others = hunter.state.secrets
    hunt = replace(own, objective=3, target=1)
    hunter.state = replace(hunter.state, secrets=(hunt, *others))
    hunter.put("R1", cover=True).act(Capture("R1", "B8"))
    assert hunter.unit("R1").holds == "B8"
    assert hunter.unit("R1").activated == 1
    assert (hunter.table.turn.active, hunter.unit("R1").cover) == ("R1", False)


# --- The end of a half-turn ---


@pytest.mark.rules("ASCW-D43")
@pytest.mark.parametrize(
    ("quota", "named", "held"),
    [
        (0, (), ()),
        (2, (), ("R3", "R2")),
        (2, ("R9",), ("R9", "R3")),
        (3, ("R1", "R9"), ("R1", "R9", "R3")),
        (4, (), ("R3", "R2", "R1", "R9")),
    ],
)
def test_missing_units_count_as_activated_the_named_first_then_the_cheapest(
    quota: int, named: tuple[str, ...], held: tuple[str, ...]
) -> None:
    cast = [unit("R1", "EX4", "C8"), unit("R2", "EX3", "E8"), unit("R3", "CV1", "G8")]
    fight = Battle(cast)
    fight.then(turn=replace(fight.table.turn, quota=quota))
    fight.act(Done(named))
    assert fight.told(TurnEnded)[0] == TurnEnded(seat=0, held=held)
    for code in ("R1", "R2", "R3", "R9"):
        assert fight.unit(code).activated == (code in held)


@pytest.mark.rules("ASCW-D43")
def test_only_units_that_are_still_to_act_can_be_named() -> None:
    fight = troop()
    fight.then(turn=replace(fight.table.turn, quota=2)).act(TurnTo("R1", Facing.E))
    for hold in (("R1",), ("B9",), ("R2", "R2"), ("R2", "R3")):
        refused = fight.refusal(Done(hold))
        assert refused is not None
        assert refused.rule == "ASCW-D43"
    refused = fight.refusal(Done(("B9",)))
    assert refused is not None
    assert refused.instead == "You can name R2, R3, R9."
    assert fight.refusal(Done(("R3",))) is None
    alone = Battle([]).act(TurnTo("R9", Facing.E)).refusal(Done(("R9",)))
    assert alone is not None
    assert alone.instead == "Name no unit."


@pytest.mark.rules("ASCW-D43")
def test_when_no_more_units_can_be_begun_the_turn_is_to_be_ended() -> None:
    fight = troop()
    refused = fight.then(turn=replace(fight.table.turn, quota=0)).refusal(Hold("R1"))
    assert refused is not None
    assert (refused.code, refused.instead) == ("QUOTA_USED", "End the turn.")


@pytest.mark.rules("ASCW-D76")
def test_a_turn_ends_by_itself_when_nothing_is_left_to_begin() -> None:
    fight = troop(1)
    fight.then(turn=replace(fight.table.turn, quota=1))
    fight.act(TurnTo("R1", Facing.E))
    assert fight.told(TurnEnded) == []
    fight.act(EndUnit())
    assert fight.told(TurnEnded)[0] == TurnEnded(seat=0)
    assert fight.table.turn.seat == 1


@pytest.mark.rules("ASCW-D71", "ASCW-D76")
def test_a_turn_ends_by_itself_when_its_last_unit_falls() -> None:
    riposte = kind("QR1", "Counter-attack", blow_damage=5)
    cast = [unit("R1", "EX3", "F6", Facing.N), unit("B1", "QR1", "F5", Facing.S)]
    fight = Battle(cast, kinds=[riposte])
    fight.then(turn=replace(fight.table.turn, quota=1))
    fight.act(Melee("R1", (Aim("B1", 1),)))
    fight.answer(1, React("B1", "counter"), 1, 6, 6, 1)
    assert not fight.unit("R1").on_board
    assert fight.table.turn.seat == 1


@pytest.mark.rules("ASCW-D43", "ASCW-D69")
def test_every_decision_of_a_turn_has_a_key_of_its_own() -> None:
    fight = troop()
    keys = []
    for move in (TurnTo("R1", Facing.E), TurnTo("R1", Facing.W), EndUnit(), Hold("R2")):
        waiting = fight.pending
        assert isinstance(waiting, Decisions)
        keys += [each.key for each in waiting.open if each.kind == "activate"]
        fight.act(move)
    assert len(set(keys)) == len(keys) == 4


@pytest.mark.rules("ASCW-D28")
@pytest.mark.parametrize(
    ("move", "covered"),
    [
        (March("R1", Square(5, 6)), False),
        (TurnTo("R1", Facing.E), False),
        (Run("R1", Facing.S, 3), False),
        (Shoot("R1", (Aim("B1", 2),)), False),
        (Melee("R1", (Aim("B1", 2),)), False),
        (Hold("R1"), True),
        (EndUnit(), True),
    ],
)
def test_cover_ends_with_any_action_of_the_units_own(move: object, covered: bool) -> None:
    cast = [unit("R1", "EX4", "F6", Facing.N, cover=True), unit("B1", "GU3", "F5", Facing.S)]
    fight = Battle(cast)
    if isinstance(move, EndUnit):
        fight.then(turn=replace(fight.table.turn, active="R1"))
    fight.act(move)  # type: ignore[arg-type]
    assert fight.unit("R1").cover == covered
