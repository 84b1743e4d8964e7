"""The arithmetic of one exchange: totals, pairs, ties, half cover, extension."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.rules.combat import exchange
from games.astral_sailors.rules.combat.exchange import Sides
from games.astral_sailors.tasks import Throw

AGREED = Agreement()
SAME = Sides(1, 1)


def throw(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    a_mod: int = 0,
    d_mod: int = 0,
    *,
    half: bool = False,
) -> Throw:
    return Throw("R1", "B1", half, a_mod, d_mod, attack, defence)


def extended(before: Throw, *faces: int, sides: Sides = SAME, agreed: Agreement = AGREED) -> int:
    """Wounds after the extension dice; the test fails when another number of them is due."""
    places = exchange.extending(before, sides, agreed)
    after = replace(before, extended=tuple(zip(places, faces, strict=True)))
    return exchange.wounds(after, agreed)


def totals(of: Throw) -> list[tuple[int, int]]:
    return [(pair.a_total, pair.d_total) for pair in exchange.pairs(of)]


@pytest.mark.rules("WE-01", "ASCW-12", "ASCW-13", "ASCW-14", "ASCW-D25")
def test_a_six_and_then_a_four_with_defence_1_block_an_eight() -> None:
    dice = throw((6,), (6,), 2, 1)
    assert totals(dice) == [(8, 7)]
    assert extended(dice, 4) == 0


@pytest.mark.rules("ASCW-14")
def test_an_extension_blocks_whatever_the_total_of_the_attack() -> None:
    assert extended(throw((6,), (6,), 30, 1), 4) == 0


@pytest.mark.rules("WE-02", "ASCW-12", "ASCW-13")
def test_a_three_with_defence_1_is_not_enough() -> None:
    assert extended(throw((6,), (6,), 2, 1), 3) == 1


@pytest.mark.rules("ASCW-13", "ASCW-D25")
def test_the_same_modifiers_count_for_the_second_die() -> None:
    assert extended(throw((6,), (6,), 2, -1), 6) == 0
    assert extended(throw((6,), (6,), 2, -1), 5) == 1
    assert extended(throw((6,), (6,), 9, 4), 1) == 0


@pytest.mark.rules("WE-03", "ASCW-15", "ASCW-D25")
@pytest.mark.parametrize(("sides", "faces", "wounds"), [((2, 1), (), 1), ((3, 2), (4,), 0)])
def test_no_extension_against_a_base_twice_as_big(
    sides: tuple[int, int], faces: tuple[int, ...], wounds: int
) -> None:
    assert extended(throw((6,), (6,), 2, 1), *faces, sides=Sides(*sides)) == wounds


@pytest.mark.rules("ASCW-D20", "ASCW-D25")
def test_terrain_and_poison_have_no_base_so_the_extension_is_there() -> None:
    assert extended(throw((6,), (6,), 3, 1), 4, sides=Sides()) == 0


@pytest.mark.rules("WE-04", "ASCW-12", "ASCW-D25")
def test_a_total_of_six_extends_only_with_the_option() -> None:
    dice = throw((6,), (5,), 3, 2)
    assert totals(dice) == [(9, 7)]
    assert extended(dice) == 1
    option = Agreement(extension_first="total6")
    assert extended(dice, 3, agreed=option) == 0
    assert extended(dice, 2, agreed=option) == 1


@pytest.mark.rules("ASCW-D25")
def test_with_total6_no_die_is_due_where_a_natural_six_would_have_done() -> None:
    option = Agreement(extension_first="total6")
    assert exchange.extending(throw((6,), (4,), 1, 2), SAME, option) == ()
    assert exchange.extending(throw((6,), (3,), 3, 2), SAME, option) == ()
    assert exchange.extending(throw((6,), (4,), 3, 2), SAME, option) == (0,)


@pytest.mark.rules("WE-05", "ASCW-60", "ASCW-87", "ASCW-88", "ASCW-89", "ASCW-90")
def test_the_printed_example_of_two_dice() -> None:
    dice = throw((6, 4), (5, 2), 0, 1)
    assert totals(dice) == [(6, 6), (4, 3)]
    assert exchange.extending(dice, SAME, AGREED) == ()
    assert exchange.wounds(dice, AGREED) == 1


@pytest.mark.rules("WE-06", "ASCW-88", "ASCW-89", "ASCW-90")
def test_three_dice_are_sorted_before_they_are_paired() -> None:
    dice = throw((1, 6, 3), (2, 5, 4), 1, 1)
    assert totals(dice) == [(7, 6), (4, 5), (2, 3)]
    assert exchange.wounds(dice, AGREED) == 1
    assert exchange.failed(dice, "attack") == (0, 2)
    assert exchange.failed(dice, "defence") == (1,)


@pytest.mark.rules("WE-07", "ASCW-108", "ASCW-109", "ASCW-110", "ASCW-D24")
def test_half_cover_halves_dice_downwards_before_damage_is_added() -> None:
    assert [exchange.value(face, half=True) for face in range(1, 7)] == [1, 1, 1, 2, 2, 3]
    dice = throw((1, 3, 5, 6), (4, 2, 1, 1), 2, 1, half=True)
    assert totals(dice) == [(5, 5), (4, 3), (3, 2), (3, 2)]
    assert exchange.wounds(dice, AGREED) == 3


@pytest.mark.rules("WE-08", "ASCW-152", "ASCW-157", "ASCW-D22")
def test_totals_may_be_zero() -> None:
    dice = throw((6, 5), (1, 1), 1 - 1 - 2, 1, half=True)
    assert totals(dice) == [(1, 2), (0, 2)]
    assert exchange.wounds(dice, AGREED) == 0
    below = throw((1, 1), (2, 1), -1, -2)  # a Counter-attack against a captor
    assert totals(below) == [(0, 0), (0, -1)]
    assert exchange.wounds(below, AGREED) == 1


@pytest.mark.rules("ASCW-D22")
def test_a_six_does_not_hit_and_a_one_does_not_miss_by_themselves() -> None:
    assert exchange.wounds(throw((6,), (1,), 0, 5), AGREED) == 0
    assert exchange.wounds(throw((1,), (5,), 9, 0), AGREED) == 1


@pytest.mark.rules("ASCW-D25")
def test_every_lost_six_extends_and_no_other_die() -> None:
    dice = throw((6, 6, 6, 1), (6, 6, 2, 6), 2, 1)
    assert exchange.extending(dice, SAME, AGREED) == (0, 1, 3)
    assert extended(dice, 4, 3, 6) == 1


@pytest.mark.rules("ASCW-D25")
def test_attack_dice_extend_only_with_the_option_and_without_hope() -> None:
    option = Agreement(attacker_extension=True)
    dice = throw((6, 6, 2), (1, 1, 1), 0, 5)
    assert exchange.hopeless(dice)
    assert extended(dice) == 0
    assert exchange.extending(dice, SAME, option) == (0, 1)
    assert extended(dice, 5, 4, agreed=option) == 1
    assert exchange.extending(dice, Sides(1, 2), option) == ()
    assert exchange.extending(dice, Sides(2, 3), option) == (0, 1)
    hopeful = throw((6,), (6,), 0, 4)
    assert not exchange.hopeless(hopeful)
    assert extended(hopeful, agreed=option) == 0


faces = st.integers(1, 6)
mods = st.integers(-4, 6)


@st.composite
def throws(draw: st.DrawFn) -> Throw:
    count = draw(st.integers(1, 5))
    dice = st.tuples(*[faces] * count)
    return throw(draw(dice), draw(dice), draw(mods), draw(mods), half=draw(st.booleans()))


@pytest.mark.rules("ASCW-88", "ASCW-89")
@given(throws())
def test_pairs_agree_with_a_plain_reading_of_the_rule(dice: Throw) -> None:
    attack = [exchange.value(face, half=dice.half) + dice.a_mod for face in dice.attack]
    defence = [face + dice.d_mod for face in dice.defence]
    expected = list(zip(_falling(attack), _falling(defence), strict=True))
    assert totals(dice) == expected
    found = exchange.pairs(dice)
    assert sorted(pair.attack for pair in found) == list(range(len(attack)))
    assert sorted(pair.defence for pair in found) == list(range(len(attack)))
    for pair in found:
        assert attack[pair.attack] == pair.a_total
        assert defence[pair.defence] == pair.d_total


def _falling(values: list[int]) -> list[int]:
    """By trying every order."""
    return next(
        list(order) for order in permutations(values) if all(a >= b for a, b in pairwise(order))
    )


@pytest.mark.rules("ASCW-D26")
@given(throws())
def test_each_pair_has_failed_for_exactly_one_side(dice: Throw) -> None:
    lost, won = exchange.failed(dice, "attack"), exchange.failed(dice, "defence")
    assert len(lost) + len(won) == len(dice.attack)
    assert len(won) == exchange.wounds(dice, AGREED)


@given(throws(), st.lists(faces, min_size=5, max_size=5), st.booleans(), st.booleans())
def test_wounds_are_never_negative_nor_more_than_the_dice(
    dice: Throw, more: list[int], total6: bool, attackers: bool
) -> None:
    agreed = Agreement(
        extension_first="total6" if total6 else "natural6", attacker_extension=attackers
    )
    places = exchange.extending(dice, SAME, agreed)
    assert len(set(places)) == len(places) <= len(dice.attack)
    after = replace(dice, extended=tuple(zip(places, more, strict=False)))
    assert 0 <= exchange.wounds(after, agreed) <= len(dice.attack)
