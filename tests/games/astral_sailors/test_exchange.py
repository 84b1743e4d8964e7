"""The arithmetic of one exchange: extensions, and properties of any throw."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.rules.combat import exchange
from games.astral_sailors.rules.combat.exchange import Sides
from games.astral_sailors.rules.combat.questions import reactions
from games.astral_sailors.tasks import Attack, AttackTarget, Throw
from tests.games.astral_sailors.positions import table, unit

AGREED, SAME = Agreement(), Sides(1, 1)


def throw(
    attack: tuple[int, ...], defence: tuple[int, ...], mods: tuple[int, int], half: bool = False
) -> Throw:
    return Throw("R1", "B1", half, *mods, attack, defence)


@pytest.mark.rules("ASCW-13", "ASCW-14", "ASCW-15", "ASCW-D20", "ASCW-D22", "ASCW-D25")
@pytest.mark.parametrize(
    ("attack", "defence", "mods", "sides", "agreed", "second", "wounds"),
    [
        ((6,), (6,), (30, 1), SAME, {}, (4,), 0),  # whatever the total of the attack
        ((6,), (6,), (2, -1), SAME, {}, (6,), 0),  # the same modifiers for the second die
        ((6,), (6,), (2, -1), SAME, {}, (5,), 1),
        ((6,), (6,), (9, 4), SAME, {}, (1,), 0),
        ((6,), (6,), (2, 1), Sides(2, 1), {}, (), 1),
        ((6,), (6,), (2, 1), Sides(3, 2), {}, (4,), 0),
        ((6,), (6,), (3, 1), Sides(), {}, (4,), 0),  # terrain and poison have no base
        ((6, 6, 6, 1), (6, 6, 2, 6), (2, 1), SAME, {}, (4, 3, 6), 1),
        ((6,), (5,), (3, 2), SAME, {}, (), 1),
        ((6,), (4,), (1, 2), SAME, {"extension_first": "total6"}, (), 1),  # 7 would have won
        ((6,), (3,), (3, 2), SAME, {"extension_first": "total6"}, (), 1),
        ((6,), (4,), (3, 2), SAME, {"extension_first": "total6"}, (2,), 1),
        ((6,), (1,), (0, 5), SAME, {}, (), 0),  # no sure hit, no sure miss
        ((1,), (5,), (9, 0), SAME, {}, (), 1),
        ((1, 1), (2, 1), (-1, -2), SAME, {}, (), 1),  # totals of 0, 0 and 0, -1
        ((6, 6, 2), (1, 1, 1), (0, 5), SAME, {}, (), 0),
        ((6, 6, 2), (1, 1, 1), (0, 5), SAME, {"attacker_extension": True}, (5, 4), 1),
        ((6, 6, 2), (1, 1, 1), (0, 5), Sides(1, 2), {"attacker_extension": True}, (), 0),
        ((6, 6, 2), (1, 1, 1), (0, 5), Sides(2, 3), {"attacker_extension": True}, (5, 5), 2),
        ((6,), (6,), (0, 4), SAME, {"attacker_extension": True}, (), 0),  # a 6 might have won
    ],
)
def test_a_natural_six_is_thrown_on_where_that_helps(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    mods: tuple[int, int],
    sides: Sides,
    agreed: dict[str, Any],
    second: tuple[int, ...],
    wounds: int,
) -> None:
    before, options = throw(attack, defence, mods), Agreement.model_validate(agreed)
    places = exchange.extending(before, sides, options)
    after = replace(before, extended=tuple(zip(places, second, strict=True)))
    assert exchange.wounds(after, options) == wounds


@pytest.mark.rules("ASCW-139", "ASCW-D21")
def test_nobody_reacts_to_an_attacker_that_is_gone() -> None:
    of = table([unit("R1", "EX3", "F2"), unit("B1", "EX4", "F5")])
    part = AttackTarget("B1", 2)
    task = Attack("shoot", "R1", (part,))
    assert reactions(of, task, part) == ("none", "cover")
    gone = of.put(replace(of.units["R1"], place="reserve"))
    assert reactions(gone, task, part) == ("none",)


faces = st.integers(1, 6)
mods = st.tuples(st.integers(-4, 6), st.integers(-4, 6))


@st.composite
def throws(draw: st.DrawFn) -> Throw:
    dice = st.tuples(*[faces] * draw(st.integers(1, 5)))
    return throw(draw(dice), draw(dice), draw(mods), draw(st.booleans()))


@pytest.mark.rules("ASCW-88", "ASCW-89", "ASCW-D26")
@given(throws())
def test_pairs_agree_with_a_plain_reading_of_the_rule(dice: Throw) -> None:
    attack = [exchange.value(face, half=dice.half) + dice.a_mod for face in dice.attack]
    defence = [face + dice.d_mod for face in dice.defence]
    found = exchange.pairs(dice)
    totals = [(pair.a_total, pair.d_total) for pair in found]
    assert totals == list(zip(_falling(attack), _falling(defence), strict=True))
    assert sorted(pair.attack for pair in found) == list(range(len(attack)))
    assert sorted(pair.defence for pair in found) == list(range(len(attack)))
    for pair in found:
        assert (attack[pair.attack], defence[pair.defence]) == (pair.a_total, pair.d_total)
    lost, won = exchange.failed(dice, "attack"), exchange.failed(dice, "defence")
    assert len(lost) + len(won) == len(dice.attack), "each pair has failed for one side"
    assert len(won) == exchange.wounds(dice, AGREED)


def _falling(values: list[int]) -> list[int]:
    """By trying every order."""
    return next(
        list(order) for order in permutations(values) if all(a >= b for a, b in pairwise(order))
    )


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
