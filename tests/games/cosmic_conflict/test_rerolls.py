"""Rerolls and reactions, with the canon's numbers (2.7, canon 3.7)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.types import Forbidden
from games.cosmic_conflict.odds import best_request, best_reroll, named_die, rerolled
from games.cosmic_conflict.rules.windows import by_veterans
from tests.games.cosmic_conflict.duels import attack, duel, gun
from tests.games.cosmic_conflict.scenes import plain


@pytest.mark.rules("CC-154", "CC-155", "D-026")
def test_a_reroll_replaces_the_one_die_that_is_named() -> None:
    dice = (1, 2, 3)
    assert rerolled(dice, "acc", 6) == (6, 2, 3)
    assert rerolled(dice, "dmg1", 6) == (1, 6, 3)
    assert rerolled(dice, "dmg2", 6) == (1, 2, 6)
    assert named_die("dmg2", dice) == "dmg2"
    with pytest.raises(Forbidden, match=r"^The dice of this attack are ACC, DMG1\.$") as wrong:
        named_die("dmg2", (1, 2))
    assert wrong.value.code == "E-DIE"


@pytest.mark.rules("CC-191", "CC-T07", "D-026")
def test_a_blocking_request_needs_a_mean_below_and_prefers_the_accuracy_die() -> None:
    terms = attack(duel(gun("BEAM", 4), 4, "10")).terms
    assert best_request(terms, (1, 1)) is None
    tied = attack(duel(gun("KIN", 1), 1, "9")).terms
    assert tied.reroll_sums((5, 5)) == (21, 21)
    assert best_request(tied, (5, 5)) == "acc"
    equal = attack(duel(gun("RKT", 4), 4, "6")).terms
    assert equal.reroll_sums((4, 6, 6))[1:] == (57, 57)
    assert best_request(equal, (4, 6, 6)) == "dmg1"


@pytest.mark.rules("CC-154")
def test_the_attacker_keeps_dice_that_no_reroll_betters_on_average() -> None:
    terms = attack(duel(gun("BEAM", 4), 4, "10")).terms
    assert best_reroll(terms, (6, 6)) is None
    assert best_reroll(terms, (6, 1)) == "dmg1"
    two = attack(duel(gun("RKT", 4), 4, "6")).terms
    assert best_reroll(two, (6, 1, 1)) == "dmg1"


@pytest.mark.rules("CC-163")
@given(st.tuples(st.integers(1, 6), st.integers(1, 6)), st.integers(0, 6), st.integers(0, 6))
def test_a_dodge_never_adds_damage(dice: tuple[int, int], weapon: int, size: int) -> None:
    target = plain(size) if size else "WASP"
    terms = attack(duel(gun("KIN", weapon), target, "9")).terms
    before, after = terms.result(dice), terms.dodged.result(dice)
    assert after.applied <= before.applied
    assert (after.accuracy, after.damage) == (before.accuracy - 1, before.damage)


@pytest.mark.rules("CC-254")
@pytest.mark.parametrize(
    ("means", "activated", "may"),
    [
        ("own", True, True),
        ("again", True, True),
        ("contingent", False, True),
        ("contingent", True, False),
        ("snap", False, False),
    ],
)
def test_veterans_roll_again_in_their_activation_alone(
    means: str, activated: bool, may: bool
) -> None:
    crew: Any = SimpleNamespace(activated=activated, drilled=False)
    table: Any = SimpleNamespace(design=lambda unit: SimpleNamespace(has={"veteran"}.__contains__))
    task: Any = SimpleNamespace(means=means)
    assert by_veterans(table, task, crew) == may
