"""The odds of attacks against an independent count, and the mean table of canon 3.6."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cosmic_conflict.content.hulls import Chart, chart
from games.cosmic_conflict.content.weapons import DamageRoll, Weapon
from games.cosmic_conflict.odds import (
    Die,
    Modifier,
    Terms,
    applied,
    best_request,
    best_reroll,
    odds,
    rerolled,
)
from games.cosmic_conflict.rules.attacks.targeting import Defense, terms

MEANS = """
2.42 2.17 1.67 1.00 0.50 0.17 0.00
2.33 2.42 2.33 1.67 1.00 0.50 0.17
1.92 2.33 2.67 2.33 1.67 1.00 0.50
1.17 1.92 2.67 3.00 2.50 1.67 1.00
0.67 1.17 2.33 3.08 3.25 2.50 1.67
0.00 0.67 1.67 2.83 3.42 3.25 2.50
0.00 0.00 0.67 2.25 3.25 3.42 3.50
""".strip().splitlines()
"""Canon 3.6: mean F by Weapon Size (rows) and by Size of the target (columns)."""

ROLLS = st.sampled_from(["one", "higher", "sum"])
TERMS = st.builds(
    lambda size, ecm, roll, accuracy, damage: Terms(
        roll, chart(size, ecm), (Modifier("mark", accuracy),), (Modifier("pws", damage),)
    ),
    *(st.integers(0, 6), st.integers(0, 2), ROLLS, st.integers(-7, 9), st.integers(-9, 6)),
)


def throws(found: Terms) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=found.dice))


@pytest.mark.rules("CC-018", "CC-036", "CC-037", "CC-038", "CC-039", "CC-040", "D-017", "D-027")
def test_the_mean_table_of_the_canon() -> None:
    for size_of_weapon, row in enumerate(MEANS):
        for size, printed in enumerate(row.split()):
            weapon = Weapon("KIN", True, size_of_weapon)
            mean = terms(weapon, 0, Defense(size, chart(size))).odds.mean
            # Printed to the nearest hundredth; a half is rounded up there.
            assert (mean * 100 + Fraction(1, 2)).__floor__() == int(printed.replace(".", ""))


@pytest.mark.rules("CC-038", "CC-039", "CC-040", "D-027")
def test_a_band_applies_all_the_rounded_half_or_nothing() -> None:
    assert [applied("hit", each) for each in (0, 4, 5)] == [0, 4, 5]
    assert [applied("glance", each) for each in (0, 1, 4, 5)] == [0, 1, 2, 3]
    assert applied("miss", 12) == 0


@pytest.mark.rules("CC-032", "CC-089", "CC-090", "CC-096")
@pytest.mark.parametrize(
    ("roll", "dice", "shown"), [("one", (5,), 5), ("higher", (2, 5), 5), ("sum", (2, 5), 7)]
)
def test_each_way_of_rolling_damage(roll: DamageRoll, dice: tuple[int, ...], shown: int) -> None:
    found = Terms(roll, Chart(-9, -9))
    assert found.dice == 1 + len(dice)
    assert found.result((1, *dice)).damage == shown


@given(TERMS)
def test_odds_are_the_shares_of_all_throws(found: Terms) -> None:
    results = [found.result(dice) for dice in throws(found)]
    every = len(results)
    for band in ("miss", "glance", "hit"):
        share = Fraction(sum(one.band == band for one in results), every)
        assert getattr(found.odds, band) == share
    assert found.odds.mean == Fraction(sum(one.applied for one in results), every)


@given(TERMS, st.data())
def test_automatic_rerolls_take_the_best_mean_if_it_is_better(
    found: Terms, data: st.DataObject
) -> None:
    dice = data.draw(st.sampled_from(throws(found)))
    now = found.result(dice).applied
    names: tuple[Die, ...] = ("acc", "dmg1", "dmg2")
    means = {}
    for name in names[: found.dice]:
        results = [found.result(rerolled(dice, name, face)).applied for face in range(1, 7)]
        means[name] = Fraction(sum(results), 6)
    assert [6 * mean for mean in means.values()] == list(found.reroll_sums(dice))
    highest, lowest = max(means.values()), min(means.values())
    first = {mean: name for name, mean in reversed(means.items())}
    assert best_reroll(found, dice) == (first[highest] if highest > now else None)
    assert best_request(found, dice) == (first[lowest] if lowest < now else None)


def test_what_glances_off_or_hits_may_do_no_damage() -> None:
    found = odds(chart(3), "one", 2, -3)
    assert found.miss == 0
    assert found.harm == Fraction(1, 2), "a 1, 2 or 3 is taken off by three smaller Sizes"
    assert odds(chart(3), "one", -9, 9).harm == 0, "misses do none"
