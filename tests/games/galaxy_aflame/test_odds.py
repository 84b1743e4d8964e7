"""Chances of shots, against every roll that there can be, and against worked numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import pytest

from games.galaxy_aflame.odds import AttackDice, Defender, Odds, at_least, capped, exactly, odds


def rolled(attack: AttackDice, target: Defender, own: Defender | None) -> Odds:
    """The odds, counted roll by roll in the order of GA-21."""
    found = dict.fromkeys(Odds.__dataclass_fields__, Fraction())
    for (hits, suppressed), weight in _hits(attack).items():
        found["suppress"] += weight * suppressed
        found["hits"] += weight * hits
        for saves, ways in _successes(hits, target.sides, target.need).items():
            share = weight * ways / target.sides**hits
            for name, value in _fate(target, saves, hits - saves).items():
                found[name] += share * value
            for saved, more in _successes(saves, own.sides, own.need).items() if own else ():
                assert own is not None
                each = share * more / own.sides**saves
                for name, value in _fate(own, saved, saves - saved).items():
                    if name != "shake":
                        found[f"own_{name}"] += each * value
    return Odds(**found)


def _successes(dice: int, sides: int, need: int) -> Counter[int]:
    """How many rolls show so many successes."""
    rolls = product(range(1, sides + 1), repeat=dice)
    return Counter(sum(face >= need for face in faces) for faces in rolls)


def _hits(attack: AttackDice) -> dict[tuple[int, int], Fraction]:
    """The weights of hits and whether the target is suppressed."""
    found = defaultdict[tuple[int, int], Fraction](Fraction)
    quarter = Fraction(1, 4)
    if attack.suppress and attack.auto:
        return {(die, 1): quarter for die in range(1, 5)}
    for bonus in range(1, 5) if attack.bonus else (0,):
        dice = attack.dice + bonus
        share = (quarter if attack.bonus else 1) / Fraction(attack.sides**dice)
        for successes, ways in _successes(dice, attack.sides, attack.need).items():
            if not attack.suppress:
                found[successes, 0] += share * ways
            elif successes < 2:
                found[0, successes] += share * ways
            else:
                for die in range(1, 5):
                    found[die, 1] += quarter * share * ways
    return found


def _fate(unit: Defender, saves: int, failures: int) -> dict[str, int]:
    if unit.vehicle:
        out = unit.killed and failures > saves
        fled = not out and 0 < unit.left <= failures
        shaken = failures > 0 and not out
        return {"lost": out, "destroy": out, "breaks": fled, "shake": shaken}
    out = failures >= unit.models
    fled = not out and 0 < unit.left <= failures
    return {"lost": min(failures, unit.models), "destroy": out, "breaks": fled, "shake": 0}


ATTACKS = {
    "kill": AttackDice(3, 6, 4),
    "kill a suppressed unit": AttackDice(2, 4, 3),
    "assault": AttackDice(1, 4, 4, bonus=True),
    "suppress": AttackDice(3, 4, 4, suppress=True),
    "suppress in an assault": AttackDice(1, 4, 3, bonus=True, suppress=True),
    "suppress automatically": AttackDice(3, 6, 4, suppress=True, auto=True),
}
TARGETS = {
    "many": Defender(9, 4, 4, 3),
    "few in cover": Defender(2, 6, 3, 3),
    "shaky": Defender(3, 4, 4, 1),
    "fearless": Defender(2, 6, 4, 0),
    "vehicle": Defender(1, 4, 4, 1, vehicle=True),
    "vehicle that cannot be destroyed": Defender(1, 4, 3, 2, vehicle=True, killed=False),
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("attack", ATTACKS)
def test_odds_are_what_all_possible_rolls_amount_to(attack: str, target: str) -> None:
    assert odds(ATTACKS[attack], TARGETS[target]) == rolled(ATTACKS[attack], TARGETS[target], None)


@pytest.mark.parametrize(
    "own", [Defender(1, 4, 4, 2), Defender(3, 4, 4, 1), Defender(1, 4, 4, 1, vehicle=True)]
)
def test_hits_are_returned_by_saves(own: Defender) -> None:
    for attack in (AttackDice(2, 4, 4), AttackDice(1, 4, 4, suppress=True, auto=True)):
        target = Defender(2, 4, 3, 3)
        assert odds(attack, target, own) == rolled(attack, target, own)


def test_ten_dice_with_four_sides_are_worked_out_by_hand() -> None:
    """Infectors at Line Rifles, as in GA-T03 and GA-T04."""
    kill = odds(AttackDice(10, 4, 4), Defender(7, 6, 4, 3))
    assert kill.hits == Fraction(10, 4)
    assert kill.suppress == 0
    eighth = Fraction(1, 8)
    assert kill.destroy == sum(exactly(10, eighth, count) for count in (7, 8, 9, 10))
    assert kill.breaks == sum(exactly(10, eighth, count) for count in (3, 4, 5, 6))
    suppress = odds(AttackDice(10, 4, 4, suppress=True), Defender(7, 6, 4, 3))
    assert suppress.suppress == 1 - Fraction(3, 4) ** 10
    twice = 1 - Fraction(3, 4) ** 10 - 10 * Fraction(1, 4) * Fraction(3, 4) ** 9
    assert suppress.hits == twice * Fraction(5, 2)


def test_one_hit_destroys_a_vehicle_as_often_as_its_check_fails() -> None:
    found = odds(AttackDice(1, 10, 4), Defender(1, 8, 4, 3, vehicle=True))
    assert found.destroy == Fraction(7, 10) * Fraction(3, 8)


def test_small_sums_are_right() -> None:
    half = Fraction(1, 2)
    assert [exactly(3, half, count) * 8 for count in range(4)] == [1, 3, 3, 1]
    assert at_least(3, half, 0) == 1
    assert at_least(3, half, 4) == 0
    assert capped(3, half, 1) == Fraction(7, 8)
    assert capped(3, half, 5) == Fraction(3, 2)
