"""Charges: the automatic attack at the end of a Run."""

from __future__ import annotations

import pytest

from games.astral_sailors.events import AttackDeclared, ExchangeResolved
from games.astral_sailors.rules.combat.answering import React
from games.astral_sailors.rules.turns.activation import Run
from games.core.geometry.squares import Facing
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, unit


@pytest.mark.rules(
    "WE-32",
    "ASCW-71",
    "ASCW-74",
    "ASCW-75",
    "ASCW-76",
    "ASCW-77",
    "ASCW-85",
    "ASCW-D19",
    "ASCW-D20",
)
@pytest.mark.parametrize(
    ("facing", "pairs"), [(Facing.N, ((5, 4), (3, 4))), (Facing.S, ((7, 4), (5, 4)))]
)
def test_a_charge_of_a_bigger_base_strikes_with_two_dice_and_no_damage(
    facing: Facing, pairs: tuple[tuple[int, int], ...]
) -> None:
    fight = Battle([unit("R1", "EX8", "C3", Facing.S), unit("B1", "GU3", "E9", facing)])
    fight.act(Run("R1", Facing.S, 4, "B1"), 5, 3, 3, 3)
    assert (fight.unit("R1").c, fight.unit("R1").r, fight.unit("R1").ap) == (2, 6, 1)
    declared = fight.last(AttackDeclared)
    assert (declared.how, declared.targets, declared.dice) == ("charge", ("B1",), (2,))
    assert fight.last(ExchangeResolved).pairs == pairs
    assert fight.unit("B1").place == "reserve"
    assert fight.pool(0) == 3


@pytest.mark.rules("WE-32", "ASCW-77")
def test_against_a_base_of_its_own_size_a_charge_has_one_die() -> None:
    fight = Battle([unit("R1", "EX8", "C3", Facing.S), unit("B1", "EX10", "D9", Facing.S)])
    fight.act(Run("R1", Facing.S, 4))
    assert fight.last(AttackDeclared).dice == (1,)


@pytest.mark.rules("ASCW-76", "ASCW-77", "ASCW-136", "ASCW-D20", "ASCW-D22", "ASCW-D27")
def test_a_counter_attack_against_a_charge_has_its_full_dice_and_damage() -> None:
    keen = kind("QC1", "Counter-attack", blows=3, blow_damage=2)
    cast = [unit("R1", "EX8", "C3", Facing.S), unit("B1", "QC1", "E9", Facing.N, ap=1)]
    fight = Battle(cast, kinds=[keen]).act(Run("R1", Facing.S, 4, "B1"))
    fight.answer(1, React("B1", "counter"))
    assert fight.counts == (2, 2)
    fight.dice(1, 1, 6, 6)
    assert fight.counts == (3, 3)
    fight.dice(1, 1, 1, 6, 6, 6)
    charge, back = fight.told(ExchangeResolved)
    assert (charge.how, charge.a_why) == ("charge", ())
    assert (back.how, back.a_why) == ("counter", (("Damage", 2), ("Counter-attack", -1)))
    assert fight.unit("B1").ap == 0


@pytest.mark.rules("ASCW-75", "ASCW-D19")
def test_a_charge_without_a_name_strikes_the_lowest_code() -> None:
    cast = [unit("R1", "EX3", "F9", Facing.N)]
    cast += [unit("B2", "GU3", "E5", Facing.S), unit("B1", "GU3", "G5", Facing.S)]
    fight = Battle(cast)
    refused = fight.refusal(Run("R1", Facing.N, 3, "B9"))
    assert refused is not None
    assert refused.code == "NOT_A_CHARGE"
    assert refused.sentence == "The Run of R1 to F6 does not charge B9."
    assert refused.instead == "There it can charge B1, B2."
    refused = fight.refusal(Run("R1", Facing.E, 3, "B1"))
    assert refused is not None
    assert refused.instead == "You can run without a target."
    fight.act(Run("R1", Facing.N, 3))
    assert fight.last(AttackDeclared).targets == ("B1",)
    named = Battle(cast).act(Run("R1", Facing.N, 3, "B2"))
    assert named.last(AttackDeclared).targets == ("B2",)


@pytest.mark.rules("ASCW-74", "ASCW-D19")
def test_a_run_along_an_enemy_that_was_touched_before_is_no_charge() -> None:
    cast = [unit("R1", "EX8", "F9", Facing.N), unit("B1", "GU9", "C7", Facing.S)]
    fight = Battle(cast).act(Run("R1", Facing.N, 3))
    assert fight.told(AttackDeclared) == []
    assert fight.counts == ()
