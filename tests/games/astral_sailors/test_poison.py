"""Venomous and Electric: marks, ticks, who is paid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.events import AttackDeclared, ExchangeResolved, PoisonMarked
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Poison
from games.core.geometry.squares import Facing
from games.core.types import Chance
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, unit


def round_start(fight: Battle, number: int, *dice: int) -> Battle:
    """The ticks of a round."""
    fight.then(round=number)
    builder = StepBuilder(fight.state)
    attack.start_poison(builder)
    agenda.run(builder)
    return fight._took(builder).dice(*dice)


def bitten(**options: Any) -> Battle:
    cast = [unit("R1", "GU8", "H6", Facing.N), unit("B1", "EX4", "H5", Facing.N)]
    return Battle(cast, round=2, pools={1: 12}, **options)


@pytest.mark.rules("WE-28", "ASCW-158", "ASCW-159", "ASCW-59", "ASCW-D33")
def test_a_mark_ticks_at_the_start_of_three_rounds() -> None:
    fight = bitten().attack("melee", "R1", "B1", 1, 3, 2)
    fight.answer(1, Pay("B1", 0))
    assert fight.unit("B1").lost == 1
    assert fight.unit("B1").poison == (Poison("R1", 1, 3),)
    assert fight.last(PoisonMarked) == PoisonMarked(unit="B1", source="R1", damage=1)
    round_start(fight, 3)
    assert isinstance(fight.pending, Chance)
    assert [roll.why for roll in fight.pending.rolls] == ["poison of R1 on B1", "B1 defends"]
    fight.dice(2, 4)
    assert fight.last(ExchangeResolved).pairs == ((3, 6),)
    round_start(fight, 4, 6, 3)
    assert fight.last(ExchangeResolved).pairs == ((7, 5),)
    fight.answer(1, Pay("B1", 1))
    assert (fight.pool(1), fight.unit("B1").lost) == (6, 1)
    round_start(fight, 5, 5, 1)
    fight.answer(1, Pay("B1", 0))
    assert fight.unit("B1").place == "reserve"
    assert (fight.pool(0), fight.unit("R1").kills) == (6, 1)
    round_start(fight, 6)
    assert fight.counts == ()


@pytest.mark.rules("ASCW-158", "ASCW-D33")
def test_the_mark_wears_off_after_its_third_tick() -> None:
    fight = bitten().attack("melee", "R1", "B1", 1, 3, 2)
    fight.answer(1, Pay("B1", 0))
    for number in (3, 4, 5):
        assert fight.unit("B1").poison
        round_start(fight, number, 1, 6)
    assert fight.unit("B1").poison == ()
    round_start(fight, 6)
    assert fight.counts == ()
    ticked = AttackDeclared(how="poison", attacker="R1", targets=("B1",), dice=(1,))
    assert fight.told(AttackDeclared)[1:] == [ticked] * 3


@pytest.mark.rules("WE-28", "ASCW-D31", "ASCW-D33")
def test_wounds_that_were_paid_or_absorbed_do_not_poison() -> None:
    fight = bitten().attack("melee", "R1", "B1", 1, 3, 2)
    fight.answer(1, Pay("B1", 1))
    assert fight.unit("B1").poison == ()
    tough = Battle([unit("R1", "GU8", "H6", Facing.N), unit("B1", "GU1", "H5", Facing.N)])
    tough.attack("shoot", "R1", "B1", 1, 6, 4)
    tough.answer(1, Reroll())
    assert tough.unit("B1").absorbed == 1
    assert tough.unit("B1").poison == ()


@pytest.mark.rules("ASCW-D33")
def test_the_fallen_are_not_marked_and_lose_their_marks() -> None:
    fight = bitten().put("B1", lost=1, poison=(Poison("R1", 1, 3),))
    fight.then(players=tuple(replace(player, pool=0) for player in fight.table.players))
    fight.attack("melee", "R1", "B1", 1, 6, 1)
    assert fight.unit("B1").place == "reserve"
    assert fight.unit("B1").poison == ()
    assert fight.told(PoisonMarked) == []


STRONG = kind("QV1", "Venomous 2", blows=2)
SPARK = kind("QE1", "Electric 1", "Counter-attack", blows=1)
MEAT = kind("QM1", resistance=9, defence=0)


def meat(*marks: Poison, **options: Any) -> Battle:
    cast = [
        unit("R1", "QV1", "H6", Facing.N),
        unit("R2", "QE1", "I6", Facing.N),
        unit("B1", "QM1", "H5", Facing.S, poison=marks),
    ]
    return Battle(cast, kinds=[STRONG, SPARK, MEAT], **options)


@pytest.mark.rules("ASCW-158", "ASCW-D33")
def test_a_new_mark_takes_the_place_of_the_old_and_keeps_the_higher_damage() -> None:
    fight = meat(Poison("R1", 2, 1)).attack("melee", "R2", "B1", 1, 6, 1)
    assert fight.unit("B1").poison == (Poison("R2", 2, 3),)
    fight = meat(Poison("R2", 1, 1)).attack("melee", "R1", "B1", 1, 6, 1)
    assert fight.unit("B1").poison == (Poison("R1", 2, 3),)
    stacked = meat(Poison("R1", 2, 1), venom_stack="stack")
    stacked.attack("melee", "R2", "B1", 1, 6, 1)
    assert stacked.unit("B1").poison == (Poison("R1", 2, 1), Poison("R2", 1, 3))


@pytest.mark.rules("ASCW-159", "ASCW-D33")
def test_stacked_marks_tick_one_after_the_other() -> None:
    marks = (Poison("R1", 2, 1), Poison("R2", 1, 3), Poison("R2", 1, 1))
    fight = meat(*marks, venom_stack="stack")
    round_start(fight, 3, 1, 6, 1, 6, 1, 6)
    assert [each.attacker for each in fight.told(AttackDeclared)] == ["R1", "R2", "R2"]
    assert [each.a_why for each in fight.told(ExchangeResolved)] == [
        (("Damage", 2),),
        (("Damage", 1),),
        (("Damage", 1),),
    ]
    assert fight.unit("B1").poison == (Poison("R2", 1, 2),)


@pytest.mark.rules("ASCW-D33")
def test_a_victim_that_falls_is_not_ticked_again() -> None:
    for ticks in (3, 1):
        marks = (Poison("R1", 2, ticks), Poison("R2", 1, 3))
        fight = meat(*marks, venom_stack="stack").put("B1", lost=8)
        round_start(fight, 3, 6, 1)
        assert fight.unit("B1").place == "reserve"
        assert fight.counts == ()


@pytest.mark.rules("ASCW-D33")
def test_a_tick_does_not_poison_anew() -> None:
    fight = meat(Poison("R1", 2, 3))
    round_start(fight, 3, 6, 1)
    assert fight.unit("B1").lost == 1
    assert fight.unit("B1").poison == (Poison("R1", 2, 2),)


@pytest.mark.rules("ASCW-158", "ASCW-D33")
def test_a_counter_attack_poisons_too() -> None:
    cast = [unit("R1", "QM1", "H6", Facing.N), unit("B1", "QE1", "H5", Facing.S)]
    fight = Battle(cast, kinds=[SPARK, MEAT]).attack("melee", "R1", "B1", 1)
    fight.answer(1, React("B1", "counter"), 1, 6, 6, 1)
    assert fight.unit("R1").poison == (Poison("B1", 1, 3),)


@pytest.mark.rules("ASCW-D33")
def test_the_kill_is_its_poisoners_even_from_the_reserve() -> None:
    fight = meat(Poison("R1", 2, 3)).put("B1", lost=8)
    fight.put("R1", place="reserve", c=-1, r=-1)
    round_start(fight, 3, 6, 1)
    assert (fight.unit("R1").kills, fight.pool(0)) == (1, 4)


@pytest.mark.rules("ASCW-D33", "ASCW-D57")
def test_victims_tick_in_the_order_of_their_codes() -> None:
    mark = (Poison("R1", 1, 3),)
    cast = [unit(f"B{number}", "QM1", f"{'CFI'[number - 1]}5", poison=mark) for number in (2, 1, 3)]
    fight = Battle([unit("R1", "QV1", "H9"), *cast], kinds=[STRONG, MEAT])
    round_start(fight, 2, 1, 6, 1, 6, 1, 6)
    assert [each.targets[0] for each in fight.told(AttackDeclared)] == ["B1", "B2", "B3"]
