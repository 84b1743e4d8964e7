"""Turns: their beginning, the Resolution Phase, the end of the match (3.11, 2.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import Firing
from games.cosmic_conflict.table.units import Condition, MarkedToken, MissileToken, OrderName, Unit
from tests.games.cosmic_conflict.matches import Match, at_end, deployed, standing
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

Pair = tuple[Unit, Design]


def hiding(*ids: str, order: OrderName, slot: int = MAIN) -> dict[str, Orders]:
    return {id: Orders(hidden=((slot, order),)) for id in ids}


def ships(id: str, sic: str | Design, at: str, **fields: Any) -> Pair:
    """A ship whose main slot hides something."""
    return unit(id, sic, at, **{"slots": (MAIN,), **fields})


# --- The beginning ---


@pytest.mark.rules("W-65", "CC-061", "CC-062", "D-071")
@pytest.mark.parametrize(("option", "side"), [("alternate", 1), ("fixed", 2)])
def test_w65_the_initiative_passes_or_stays(option: str, side: int) -> None:
    found = deployed(initiative=option, min_turns=9)
    found.state = replace(found.state, table=replace(found.table, initiative=2))
    found.step("R9")
    assert found.table.turn == 2
    (began,) = found.told("TurnBegan")
    assert (began.turn, began.initiative) == (2, side)
    assert found.asked == ["1: orders", "2: orders"]


@pytest.mark.rules("CC-061", "D-071")
def test_the_initiative_may_be_rolled_for_every_turn() -> None:
    found = at_end(1, initiative="roll")
    assert found.told("TurnBegan") == []
    found.roll(3, 3, 1, 6)
    assert [each.side for each in found.told("InitiativeRolled")] == [0, 2]
    assert (found.table.turn, found.table.initiative) == (2, 2)
    assert found.told("TurnBegan")[0].initiative == 2


@pytest.mark.rules("CC-062", "CC-076", "D-073")
def test_the_steps_of_the_resolution_phase_follow_each_other() -> None:
    found = standing(scene(unit("a1", "WREN", "10 3"), unit("b1", "WREN", "10 27")), "activation")
    found.step("resolution")
    assert found.kinds() == ["TurnEnded", "TurnBegan"]
    assert found.course.phase == "orders"
    assert (found.course.activation, found.course.acting) == (None, None)


# --- R1 ---


@pytest.mark.rules("W-53", "CC-076", "CC-159", "D-067")
def test_w53_reinforce_before_missiles() -> None:
    table = scene(
        ships("a1", "PART", "10 10", absorbers=(3, 5)),
        unit("b1", "LONG", "10 25"),
        missiles=(MissileToken("t1", du("10 16"), "b1", 0, "a1", 2400),),
        turn=2,
    )
    found = standing(table, orders=hiding("a1", order="reinforce")).step("resolution")
    assert found.asked == ["1: react"]
    found.play("REACT REINFORCE")
    assert found.unit("a1").absorbers == (7, 5)
    assert found.kinds()[:2] == ["OrderRevealed", "ShieldsRestored"]
    assert found.told("ShieldsRestored")[0].boxes == 4
    assert found.sheet(1).orders == {}
    assert len(found.dice) == 2, "the missile"
    assert found.table.missiles == ()


@pytest.mark.rules("W-53", "CC-159", "D-067")
def test_w53_shields_regain_in_sic_order_or_the_owners() -> None:
    def restored(text: str, *left: int) -> tuple[int, ...]:
        table = scene(ships("a1", "CITA", "10 10", absorbers=left))
        found = standing(table, orders=hiding("a1", order="reinforce")).step("R1").play(text)
        return found.unit("a1").absorbers

    assert restored("REACT REINFORCE", 9, 10, 0) == (10, 10, 5)
    assert restored("REACT REINFORCE", 5, 10, 0) == (10, 10, 3)
    assert restored("REACT REINFORCE SHD2", 5, 10, 0) == (8, 10, 5)
    assert restored("REACT NO", 5, 10, 0) == (5, 10, 0)


@pytest.mark.rules("CC-159", "CC-064", "D-067")
def test_who_may_hide_it_and_lacks_boxes_is_asked_the_initiatives_side_first() -> None:
    worn = {"absorbers": (3, 5)}
    table = scene(
        ships("a1", "PART", "10 10", **worn),
        ships("a2", "PART", "12 10"),
        unit("a3", "PART", "14 10", token=True, **worn),
        ships("a4", "PART", "16 10", conditions=(Condition(9, "b"),), **worn),
        ships("b1", "PART", "10 20", **worn),
        unit("b2", "PART", "12 20", revealed=("reinforce",), **worn),
        initiative=2,
    )
    found = standing(table, orders=hiding("a1", order="evasive")).step("R1")
    assert [str(each.unit.id) for each in found.told("ShieldsRestored")] == ["b2"]
    assert found.asked == ["2: react"]
    assert found.refused("REACT REINFORCE") == "E-WINDOW", "b1 hides nothing"
    found.play("REACT NO")
    assert found.asked == ["1: react"]
    assert found.refused("REACT REINFORCE") == "E-WINDOW", "a1 hides something else"
    found.play("REACT NO")
    assert not found.course.agenda
    assert found.sheet(1).of("a1").names == ("evasive",)


# --- R2 and R3 ---


@pytest.mark.rules("W-43", "CC-185", "CC-192", "D-084")
def test_w43_mobile_terrain_destroys_what_it_catches() -> None:
    asteroid = {"kind": "massive_asteroid", "at": [15, 12], "direction": 110}
    table = scene(
        unit("a1", "ROOS", "18 11"),
        unit("a2", "WASP", aboard="a1", carrier="a1"),
        unit("b1", plain(2), "18.38 11.32"),
        terrain=[asteroid],
    )
    found = standing(table, orders=hiding("a1", order="brace")).step("R2")
    (moved,) = found.told("TerrainMoved")
    assert moved.moved == (("T1", du("15 12"), du("16.88 11.32")),)
    (crashed,) = found.told("Crashed")
    assert (crashed.unit.id, crashed.feature, crashed.at, crashed.aboard) == (
        "a1",
        "T1",
        du("18 11"),
        ("a2",),
    )
    assert [each.state for each in found.table.units.values()] == ["destroyed", "destroyed", "in"]
    assert found.sheet(1).orders == {}


@pytest.mark.rules("CC-192", "D-084")
def test_terrain_that_leaves_the_board_is_told() -> None:
    swarm = {"kind": "meteor_swarm", "at": [54, 12], "direction": 90}
    found = standing(scene(unit("a1", "WREN", "10 3"), terrain=[swarm])).step("R2")
    (moved,) = found.told("TerrainMoved")
    assert (moved.moved, moved.gone) == ((), ("T1",))
    assert standing(scene(unit("a1", "WREN", "10 3"))).step("R2").events == ()


@pytest.mark.rules("W-40", "CC-189", "CC-204", "D-073", "D-082")
def test_w40_dangerous_terrain_hurts_the_initiatives_side_first() -> None:
    table = scene(
        unit("a1", "VANG", "20 10.5", navigated=True),
        unit("b1", "HORN", "21 10.5"),
        initiative=2,
        terrain=[{"kind": "minefield", "at": [20, 10.5]}],
    )
    found = standing(table).step("R3")
    assert found.asked == ["1: react"]
    assert found.unit("b1").health == 2
    told = found.events
    found.play("REACT NO")
    found.events = (*told, *found.events)
    hurt = [(each.unit.id, each.amount, each.cause, each.by) for each in found.told("UnitDamaged")]
    assert hurt == [("b1", 2, "danger", "T1"), ("a1", 8, "danger", "T1")]
    assert found.unit("a1").absorbers == (2, 10)


# --- R4 ---


@pytest.mark.rules("CC-100", "D-050")
def test_missile_tokens_attack_one_by_one_or_are_lost() -> None:
    tokens = (
        MissileToken("t2", du("10 15"), "a1", 0, "b1", 400),
        MissileToken("t1", du("10 15"), "a1", 1, "b1", 2400),
        MissileToken("t3", du("10 15"), "a1", 1, "b2", 2400),
    )
    table = scene(
        unit("a1", "LONG", "10 5"),
        unit("b1", "PART", "10 20"),
        unit("b2", "WREN", state="fled"),
        missiles=tokens,
    )
    found = standing(table).step("R4")
    (lost,) = found.told("MissileLost")
    assert (lost.token, lost.at, lost.target.id, lost.reason, lost.distance) == (
        "t2",
        du("10 15"),
        "b1",
        "range",
        500,
    )
    task = found.course.agenda[-1]
    assert isinstance(task, Firing)
    assert (task.means, task.weapon, task.point) == ("missile", 1, du("10 15"))
    assert task.attack is not None
    assert task.attack.token == "t1"
    assert [each.id for each in found.table.missiles] == ["t3"]
    found.roll(6, 6)
    (hit,) = found.told("Attacked")
    assert (hit.means, hit.token, hit.start) == ("missile", "t1", du("10 15"))
    found.play("REACT NO")
    assert [each.reason for each in found.told("MissileLost")] == ["target"]
    assert not found.course.agenda


@pytest.mark.rules("CC-191", "CC-100", "D-048", "D-050")
def test_a_missile_from_afar_can_be_asked_to_reroll_through_blocking_terrain() -> None:
    def left(token: str) -> int:
        table = scene(
            unit("a1", "LONG", "10 5"),
            unit("b1", "PART", "10 26"),
            missiles=(MissileToken("t1", du(token), "a1", 0, "b1", 2400),),
            terrain=[{"kind": "asteroid_field", "disc": [10, 20, 2]}],
        )
        task = standing(table).step("R4").course.agenda[-1]
        assert isinstance(task, Firing)
        return task.left

    assert left("10 15") == 1
    assert left("10 16") == 0


@pytest.mark.rules("CC-100", "CC-154", "CC-161", "D-045", "D-050")
@pytest.mark.parametrize(("shown", "asked"), [(("focus",), ["1: react"]), ((), [])])
def test_a_missile_meets_evasive_actions_and_is_helped_by_a_focus_that_is_revealed(
    shown: tuple[OrderName, ...], asked: list[str]
) -> None:
    table = scene(
        unit("a1", "LONG", "10 5", revealed=shown),
        ships("b1", plain(2), "10 20"),
        missiles=(MissileToken("t1", du("10 15"), "a1", 0, "b1", 2400),),
    )
    found = standing(table, orders=hiding("b1", order="evasive")).step("R4")
    assert found.asked == ["2: react"]
    found.play("REACT EVASIVE").roll(4, 6)
    assert found.asked == asked
    if asked:
        found.play("REROLL ACC").roll(3)
    (hit,) = found.told("Attacked")
    assert [(each.source, each.value) for each in hit.accuracy] == [("evasive", -1)]


# --- R5 ---


def surveying(at: str, **fields: Any) -> Match:
    table = scene(ships("a1", "WREN", at, **fields), unit("b1", "WREN", "20 27"))
    return standing(table, orders=hiding("a1", order="scanners")).step("R5")


@pytest.mark.rules("W-59", "CC-167", "CC-221", "CC-222", "CC-223", "D-096")
def test_w59_deep_survey() -> None:
    assert surveying("20 15").asked == []
    assert surveying("20 20", surveyed=True).asked == []
    found = surveying("20 15.01")
    assert found.asked == ["1: resolve"]
    found.play("REACT SURVEY")
    assert found.unit("a1").surveyed
    assert found.kinds() == ["OrderRevealed", "Surveyed"]
    assert found.told("OrderRevealed")[0].order == "scanners"
    assert found.sheet(1).orders == {}
    assert found.unit("a1").slots == ()


@pytest.mark.rules("CC-167", "CC-222", "D-096")
def test_a_survey_needs_the_order_and_may_be_declined() -> None:
    table = scene(
        ships("a1", "WREN", "20 20"),
        ships("a2", "LONG", "22 20", slots=(3,)),
        unit("a3", "WREN", "24 20", token=True),
        ships("b1", "WREN", "20 10"),
        initiative=2,
    )
    hidden = {**hiding("a1", order="evasive"), **hiding("a2", order="scanners", slot=3)}
    found = standing(table, orders=hidden).step("R5")
    assert found.asked == ["2: resolve"]
    assert found.refused("REACT SURVEY") == "E-SCENARIO"
    found.play("REACT NO")
    assert found.asked == ["1: resolve"]
    assert found.refused("REACT SURVEY") == "E-SCENARIO"
    found.play("REACT NO", "REACT SURVEY")
    assert [id for id, each in found.table.units.items() if each.surveyed] == ["a2"]
    assert not found.course.agenda


@pytest.mark.rules("CC-210", "CC-222")
@pytest.mark.parametrize("scenario", ["open", "contested_marks"])
def test_other_scenarios_have_no_survey(scenario: str) -> None:
    table = scene(ships("a1", "WREN", "20 20"), unit("b1", "WREN", "20 27"))
    assert standing(table, scenario=scenario).step("R5").asked == []


# --- R7 and R8 ---


@pytest.mark.rules("CC-076", "CC-137", "CC-174", "D-059")
def test_the_clean_up_forgets_all_hidden_orders_but_a_jump() -> None:
    table = scene(
        ships("a1", "HEAR", "10 3", activated=True, evading=True),
        unit("a2", "MACE", aboard="a1", carrier="a1", shots=0),
        ships("b1", "WREN", "10 27"),
        marked=(MarkedToken("a1", "b1"),),
        turn=2,
    )
    hidden = {**hiding("a1", order="brace"), **hiding("b1", order="jump")}
    found = standing(table, orders=hidden).step("R7")
    assert found.sheet(1).orders == {}
    assert found.sheet(2).orders == hiding("b1", order="jump")
    assert (found.unit("a1").activated, found.unit("a1").evading) == (False, False)
    assert found.table.marked == ()
    assert [str(each) for each in found.told("Resupplied")[0].units] == ["a2 Mace"]
    assert found.unit("a2").shots == 1


@pytest.mark.rules("W-54", "CC-176", "CC-177", "CC-178", "CC-218", "D-070")
def test_w54_hyperspace() -> None:
    table = scene(ships("a1", "HALB", "10 3"), ships("b1", "WREN", "10 27"), turn=3, initiative=2)
    hidden = {**hiding("a1", order="jump"), **hiding("b1", order="brace")}
    found = standing(table, orders=hidden).step("R7", "R8", "R9")
    assert found.asked == ["2: react"]
    assert found.refused("REACT JUMP") == "E-WINDOW"
    found.play("REACT NO")
    assert found.asked == ["1: react"]
    found.play("REACT JUMP")
    assert found.kinds() == ["OrderRevealed", "TurnEnded", "TurnBegan"]
    assert found.told("OrderRevealed")[0].order == "jump"
    assert found.unit("a1").jumping
    assert [found.sheet(side).orders for side in (1, 2)] == [{}, {}]
    assert found.table.turn == 4
    assert found.asked == ["2: orders"]
    found.play("LOCK")
    while found.unit("b1").activated is False and found.asked[0] == "2: activate":
        found.play("ACTIVATE b1; MOVE V0")
    found.play("ACTIVATE a1")
    (fled,) = found.told("Fled")
    assert (fled.unit.id, fled.how) == ("a1", "jump")
    assert found.unit("a1").state == "fled"


@pytest.mark.rules("CC-056", "CC-064", "CC-176", "D-042", "D-063", "D-070")
def test_only_who_may_still_jump_is_asked() -> None:
    table = scene(
        ships("a1", "HALB", "10 3", conditions=(Condition(11, "a"),)),
        ships("a2", "HALB", "12 3"),
        unit("a3", "HALB", "14 3", slots=()),
        unit("b1", "WREN", "10 27"),
    )
    found = standing(table, orders=hiding("a2", order="jump")).step("R8")
    assert found.asked == ["1: react"]
    found.play("REACT NO")
    assert found.told("OrderRevealed") == []
    assert not found.course.agenda
    assert not any(each.jumping for each in found.table.units.values())
    assert found.sheet(1).orders == {}


# --- All of it ---


@pytest.mark.rules("CC-062", "CC-076")
def test_turns_follow_each_other() -> None:
    found = deployed("Q1", "Q1")
    for turn in (1, 2, 3):
        assert (found.table.turn, found.course.phase) == (turn, "orders")
        found.play("1: ORDER a1 BRACE", "1: LOCK", "2: LOCK")
        while found.course.phase != "orders":
            found.play(_drifting(found))
    assert (found.table.turn, found.table.initiative) == (4, 2)
    assert not any(each.activated or each.token for each in found.table.units.values())


def _drifting(found: Match) -> str:
    """The next activation without an attack; no to every window."""
    now = found.course.activation
    if found.course.agenda or now is None:
        return "REACT NO"
    waiting = activation.waiting(found.table, now.size, now.side)
    return f"{now.side}: ACTIVATE {next(waiting).id}; MOVE V0; DONE"
