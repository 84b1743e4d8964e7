"""The Resolution Phase (CC-076, CC-159, CC-174, CC-176, CC-213, CC-214, D-067 to D-073, 3.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.rules.attacks.targeting import LostToken
from games.cosmic_conflict.rules.orders import usage
from games.cosmic_conflict.rules.turns import activation, resolution
from games.cosmic_conflict.rules.turns.resolution import reinforced
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import (
    Condition,
    MarkedToken,
    MissileToken,
    OrderName,
    Table,
    Unit,
)
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit


def boxes(sic: str, *left: int, order: tuple[int, ...] = (), **fields: Any) -> tuple[int, ...]:
    """The boxes of a ship after Reinforce Shields."""
    table = scene(unit("a1", sic, "10 10", absorbers=left, **fields))
    return reinforced(table, table.units["a1"], order).absorbers


@pytest.mark.rules("CC-076", "D-073")
def test_the_steps_are_in_the_canons_order() -> None:
    assert [name for name, _ in resolution.RESOLUTION] == [f"R{number}" for number in range(1, 10)]
    what = [text for _, text in resolution.RESOLUTION]
    assert what.index("Reinforce Shields") < what.index("Mobile terrain")
    assert what.index("Dangerous terrain") < what.index("Missiles")
    assert what.index("Clean-up") < what.index("Jumps to Hyperspace")


# --- R1 ---


@pytest.mark.rules("W-53", "CC-076", "CC-159", "D-067")
def test_w53_reinforce_shields() -> None:
    assert boxes("PART", 3, 5) == (7, 5)
    assert boxes("CITA", 9, 10, 0) == (10, 10, 5)


@pytest.mark.rules("CC-159", "D-067")
def test_shields_regain_in_sic_order_or_the_owners() -> None:
    assert boxes("CITA", 5, 10, 0) == (10, 10, 3)
    assert boxes("CITA", 5, 10, 0, order=(10,)) == (8, 10, 5)
    assert boxes("CITA", 5, 2, 5) == (10, 2, 5), "Armor is not reinforced"


@pytest.mark.rules("CC-159", "D-067")
def test_a_shield_that_is_off_neither_counts_nor_regains() -> None:
    assert boxes("CITA", 1, 10, 0, off=(3,)) == (1, 10, 5)
    assert boxes("CITA", 1, 10, 0, off=(10,)) == (8, 10, 0)


@pytest.mark.rules("CC-159")
def test_ships_that_revealed_the_order_are_reinforced_the_initiatives_side_first() -> None:
    known: dict[str, tuple[OrderName, ...]] = {"revealed": ("reinforce",)}
    table = scene(
        unit("a1", "PART", "10 10", **known),
        unit("a2", "PART", "12 10"),
        unit("b1", "PART", "10 20", **known),
        unit("b2", "PART", "12 20", conditions=(Condition(10),), **known),
        unit("b3", "PART", "14 20", conditions=(Condition(9, "b"),), **known),
        initiative=2,
    )
    assert [each.id for each in resolution.reinforcing(table)] == ["b1", "b3", "a1"]


# --- R4 ---


@pytest.mark.rules("CC-100", "D-050", "D-073")
def test_missiles_attack_in_the_order_of_their_launch() -> None:
    table = scene(unit("a1", "LONG", "10 5"), unit("b1", "VANG", "10 20"))
    first = MissileToken("m2", du("10 15"), "a1", 1, "b1", 2400)
    second = MissileToken("m1", du("10 15"), "a1", 0, "b1", 400)
    found = resolution.next_missile(replace(table, missiles=(first, second)))
    assert found is not None
    attack, table = found
    assert isinstance(attack, Attack)
    assert (attack.token, attack.weapon, table.missiles) == ("m2", 1, (second,))
    found = resolution.next_missile(table)
    assert found is not None
    lost, table = found
    assert isinstance(lost, LostToken)
    assert (lost.token, lost.reason) == ("m1", "range")
    assert resolution.next_missile(table) is None


# --- R7 ---


@pytest.mark.rules("CC-076", "CC-174", "D-068")
def test_the_clean_up_takes_all_that_lasts_a_turn() -> None:
    spent: dict[str, Any] = {
        "activated": True,
        "used": (0, 1),
        "navigated": True,
        "evading": True,
        "bracing": True,
        "token": True,
        "slots": (4,),
        "revealed": ("evasive", "brace"),
        "commands": ("dodge",),
        "attacked": True,
        "bought": (("b1", "range"),),
        "jumping": True,
    }
    table = scene(unit("a1", "TEMP", "10 10", **spent), unit("b1", "VANG", "10 20"))
    fresh = scene(unit("a1", "TEMP", "10 10"), unit("b1", "VANG", "10 20"))
    table = replace(table, marked=(MarkedToken("a1", "b1"),))
    assert resolution.cleaned(table) == fresh


@pytest.mark.rules("CC-137", "D-059")
def test_the_clean_up_completes_resupply() -> None:
    inside: dict[str, Any] = {"aboard": "a1", "carrier": "a1", "shots": 0, "used": (0,)}
    ships = unit("a1", "HEAR", "10 10"), unit("a2", "MAUL", **inside)
    late = unit("a3", "MAUL", **inside, boarded=3)
    units = resolution.cleaned(scene(*ships, late, turn=3)).units
    assert (units["a2"].shots, units["a2"].used, units["a3"].shots) == (2, (), 0)
    assert units["a2"].aboard == "a1"


@pytest.mark.rules("CC-076", "D-063")
def test_conditions_and_damage_stay() -> None:
    lasting: dict[str, Any] = {"conditions": (Condition(5),), "health": 12, "off": (0,)}
    table = scene(unit("a1", "VANG", "10 10", **lasting, velocity=3, heading=40))
    assert resolution.cleaned(table) == table


# --- R8 ---


def turn_3(**fields: Any) -> tuple[Table, Unit, Orders]:
    """A Halberd that hides a Jump, in step R8 of turn 3."""
    table = scene(unit("a2", "HALB", "10 10", slots=(MAIN,), **fields), turn=3)
    table = resolution.cleaned(table)
    return table, table.units["a2"], Orders().given(MAIN, "jump").jump


@pytest.mark.rules("W-54", "CC-176", "CC-177", "CC-178", "CC-218", "D-070")
def test_w54_hyperspace() -> None:
    table, ship, hidden = turn_3()
    assert usage.may_hide(table, ship, "jump")
    assert usage.refuse_reveal(ship, "jump", "R8") is None
    shown, hidden = usage.reveal(ship, hidden, MAIN)
    table = resolution.next_turn(resolution.jumped(table.put(shown)))
    ship = table.units["a2"]
    assert (table.turn, ship.jumping, ship.slots, ship.revealed) == (4, True, (), ())
    refusals = (
        usage.refuse_order(table, ship, hidden, MAIN, "brace"),
        usage.refuse_token(table, ship),
    )
    assert [code(each) for each in refusals] == ["E-JUMPING", "E-JUMPING"]
    gone = activation.departed(table, ship)
    assert gone.units["a2"].state == "fled"
    hit = replace(ship, conditions=(Condition(11, "a"),))
    assert not activation.is_leaving(hit)
    assert resolution.cleaned(table.put(hit)).units["a2"].jumping is False


@pytest.mark.rules("CC-176", "D-070")
def test_a_jump_that_its_owner_declines_is_lost() -> None:
    table, _, _ = turn_3()
    ship = resolution.jumped(table).units["a2"]
    assert (ship.jumping, ship.slots) == (False, ())


@pytest.mark.rules("D-063", "D-070")
def test_a_jump_revealed_before_step_r8_begins_in_it() -> None:
    table, ship, _ = turn_3(revealed=("evasive", "jump"))
    assert ship.revealed == ("jump",)
    assert not ship.jumping
    assert resolution.jumped(table).units["a2"].jumping


@pytest.mark.rules("CC-056", "D-042", "D-070")
def test_propulsion_damage_before_step_r8_forbids_the_jump() -> None:
    table, ship, _ = turn_3(conditions=(Condition(11, "a"),), revealed=("jump",))
    assert code(usage.refuse_reveal(ship, "jump", "R8")) == "E-ORDER-BANNED"
    assert not resolution.jumped(table).units["a2"].jumping


@pytest.mark.rules("CC-065", "CC-076", "D-063")
def test_of_hidden_orders_only_a_jump_outlasts_the_clean_up() -> None:
    hidden = Orders().given(MAIN, "jump").given(4, "evasive")
    assert hidden.jump == Orders(hidden=((MAIN, "jump"),))
    assert Orders(True).given(4, "evasive").jump == Orders()


# --- R9 ---


def battle(turn: int, *ships: str) -> Table:
    """``a`` and ``b`` for ships of the sides, ``f`` for a Fighter of side 2."""
    units = (
        unit(f"{'b' if kind == 'f' else kind}{at}", "WASP" if kind == "f" else plain(2), "10 10")
        for at, kind in enumerate(ships)
    )
    return scene(*units, turn=turn)


@pytest.mark.rules("W-55", "CC-213", "CC-214", "D-089")
def test_w55_game_end() -> None:
    fifth, sixth = battle(5, "a", "b"), battle(6, "a", "b")
    assert resolution.needs_end_die(fifth)
    assert not resolution.is_over(fifth, die=3)
    assert resolution.is_over(sixth, die=4)
    third = battle(3, "a", "f")
    assert not resolution.needs_end_die(third)
    assert resolution.is_over(third)


@pytest.mark.rules("CC-213", "D-089")
def test_the_end_is_rolled_for_from_the_least_to_the_most_turns() -> None:
    rolled = [resolution.needs_end_die(battle(turn, "a", "b"), 4, 7) for turn in range(1, 9)]
    assert rolled == [False] * 3 + [True] * 3 + [False] * 2
    over = [resolution.is_over(battle(turn, "a", "b"), 7) for turn in range(1, 9)]
    assert over == [False] * 6 + [True] * 2
    assert not resolution.needs_end_die(battle(4, "a", "b"))
    dice = [resolution.is_over(battle(5, "a", "b"), die=die) for die in range(1, 7)]
    assert dice == [False] * 3 + [True] * 3


@pytest.mark.rules("CC-214")
@pytest.mark.parametrize("ships", ["af", "bf", "f", "aa"])
def test_the_match_ends_where_fewer_than_two_sides_have_ships(ships: str) -> None:
    table = battle(6, *ships)
    assert resolution.is_over(table)
    assert not resolution.needs_end_die(table)


@pytest.mark.rules("CC-061", "D-071")
def test_the_initiative_passes_stays_or_is_rolled_for() -> None:
    table = replace(battle(2, "a", "b"), initiative=2)
    assert (resolution.next_turn(table).initiative, resolution.next_turn(table).turn) == (1, 3)
    assert resolution.next_turn(resolution.next_turn(table)).initiative == 2
    assert resolution.next_turn(table, "fixed").initiative == 2
    assert resolution.next_turn(table, "roll", 2).initiative == 2
    assert [resolution.roll_off(dice) for dice in ((4, 3), (3, 4), (5, 5))] == [1, 2, 0]
