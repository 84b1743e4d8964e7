"""The exact chances of an attack, compared with counting every throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from games.astral_sailors import odds
from games.astral_sailors.odds import FACES, Exchange, chances
from games.astral_sailors.rules.combat.exchange import value
from games.astral_sailors.table import Unit
from games.core.geometry.squares import Facing
from tests.games.astral_sailors.positions import table, unit

# --- The plain way: every throw there is ---


def counted(x: Exchange) -> dict[int, Fraction]:
    """Every throw of both sides, every throw of the dice thrown again, one after the other."""
    found: Counter[int] = Counter()
    throws = list(product(FACES, repeat=x.dice))
    for attack in throws:
        for defence in throws:
            for later, weight in _attack_again(x, attack, defence):
                for last, times in _defence_again(x, later, defence):
                    for wounds, ways in _extended(x, later, last):
                        found[wounds] += weight * times * ways
    whole = 6 ** (5 * x.dice)
    assert sum(found.values()) == whole
    return {wounds: Fraction(found[wounds], whole) for wounds in range(x.dice + 1)}


def _pairs(x: Exchange, attack: tuple[int, ...], defence: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=True))


def _won(x: Exchange, a: int, d: int) -> bool:
    return value(a, half=x.half) + x.a_mod > d + x.d_mod


def _may_extend(x: Exchange, a: int, d: int) -> bool:
    if not x.extension or not _won(x, a, d):
        return False
    if not x.by_total:
        return d == 6
    return d + x.d_mod >= 6 and value(a, half=x.half) + x.a_mod - x.d_mod >= 7


def _thrown(kept: list[int], again: int, dice: int) -> list[tuple[tuple[int, ...], int]]:
    """Each throw of ``again`` dice beside those kept; all weights together are 6 ** dice."""
    weight = 6 ** (dice - again)
    return [((*kept, *faces), weight) for faces in product(FACES, repeat=again)]


def _attack_again(
    x: Exchange, attack: tuple[int, ...], defence: tuple[int, ...]
) -> list[tuple[tuple[int, ...], int]]:
    if not x.a_again:
        return [(attack, 6**x.dice)]
    kept = [a for a, d in _pairs(x, attack, defence) if _won(x, a, d)]
    return _thrown(kept, x.dice - len(kept), x.dice)


def _defence_again(
    x: Exchange, attack: tuple[int, ...], defence: tuple[int, ...]
) -> list[tuple[tuple[int, ...], int]]:
    if not x.d_again:
        return [(defence, 6**x.dice)]
    pairs = _pairs(x, attack, defence)
    kept = [d for a, d in pairs if not _won(x, a, d) or (d == 6 and _may_extend(x, a, d))]
    return _thrown(kept, x.dice - len(kept), x.dice)


def _extended(
    x: Exchange, attack: tuple[int, ...], defence: tuple[int, ...]
) -> list[tuple[int, int]]:
    """Wounds, and in how many of 6 ** dice ways the second dice leave so many."""
    pairs = _pairs(x, attack, defence)
    won = sum(_won(x, a, d) for a, d in pairs)
    if x.a_extension and value(6, half=x.half) + x.a_mod <= 1 + x.d_mod:
        more, modifiers, sign = attack.count(6), x.a_mod, 1
    else:
        more, modifiers, sign = sum(_may_extend(x, a, d) for a, d in pairs), x.d_mod, -1
    good = sum(face + modifiers >= 5 for face in FACES)
    return [
        (
            won + sign * hits,
            comb(more, hits) * good**hits * (6 - good) ** (more - hits) * 6 ** (x.dice - more),
        )
        for hits in range(more + 1)
    ]


# --- The numbers alone ---


@pytest.mark.rules("ASCW-12", "ASCW-13", "ASCW-14", "ASCW-15", "ASCW-D22", "ASCW-D24", "ASCW-D25")
@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("extension", [False, True])
@pytest.mark.parametrize("by_total", [False, True])
def test_one_die_is_as_likely_as_counting_says(half: bool, extension: bool, by_total: bool) -> None:
    for a_mod in (-3, -1, 0, 1, 2, 3, 4, 6, 7):
        for d_mod in (-2, -1, 0, 1, 2, 3, 5, 6):
            x = Exchange(1, a_mod, d_mod, half, extension, by_total=by_total)
            for a_again, d_again, a_extension in product((False, True), repeat=3):
                each = replace(x, a_again=a_again, d_again=d_again, a_extension=a_extension)
                assert chances(each) == counted(each), each


@pytest.mark.rules("ASCW-87", "ASCW-88", "ASCW-89", "ASCW-90", "ASCW-D23", "ASCW-D26")
@pytest.mark.parametrize("seed", range(16))
def test_two_dice_are_as_likely_as_counting_says(seed: int) -> None:
    chance = Random(seed)

    def toss() -> bool:
        return chance.random() < 0.5

    x = Exchange(
        2,
        chance.randrange(-1, 6),
        chance.randrange(-2, 5),
        half=toss(),
        extension=chance.random() < 0.8,
        a_again=seed % 4 in (1, 3),
        d_again=seed % 4 in (2, 3),
        by_total=toss(),
        a_extension=toss(),
    )
    assert chances(x) == counted(x), x


@pytest.mark.rules("ASCW-88", "ASCW-89", "ASCW-90", "ASCW-D25")
@pytest.mark.parametrize(
    "x",
    [
        Exchange(3, 1, 1),
        Exchange(3, 3, 1),
        Exchange(3, 2, 1, half=True),
        Exchange(3, 3, 2, by_total=True),
    ],
)
def test_three_dice_are_as_likely_as_counting_says(x: Exchange) -> None:
    assert chances(x) == counted(x)


@pytest.mark.rules("ASCW-D26")
@pytest.mark.parametrize("x", [Exchange(3, 1, 1, a_again=True), Exchange(3, 3, 2, d_again=True)])
def test_three_dice_with_a_re_roll_are_as_likely_as_counting_says(x: Exchange) -> None:
    assert chances(x) == _counted_by_multisets(x)


def _counted_by_multisets(x: Exchange) -> dict[int, Fraction]:
    """As ``counted``, each set of faces once: the order of dice does not matter."""
    sets = Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=x.dice))
    found: Counter[int] = Counter()
    for attack, a_ways in sets.items():
        for defence, d_ways in sets.items():
            for later, weight in _attack_again(x, attack, defence):
                for last, times in _defence_again(x, later, defence):
                    for wounds, ways in _extended(x, later, last):
                        found[wounds] += a_ways * d_ways * weight * times * ways
    return {wounds: Fraction(found[wounds], 6 ** (5 * x.dice)) for wounds in range(x.dice + 1)}


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


@pytest.mark.rules("ASCW-D25")
@pytest.mark.parametrize("again", list(product((False, True), repeat=2)))
@pytest.mark.parametrize("dice", [0, 1, 4, 5])
def test_chances_sum_to_one(dice: int, again: tuple[bool, bool]) -> None:
    for by_total in (False, True):
        found = chances(Exchange(dice, 3, 2, a_again=again[0], d_again=again[1], by_total=by_total))
        assert list(found) == list(range(dice + 1))
        assert sum(found.values()) == 1
        assert all(chance >= 0 for chance in found.values())


def test_ten_dice_are_no_trouble() -> None:
    found = chances(Exchange(10, 2, 1))
    assert sum(found.values()) == 1
    assert mean(found) > mean(chances(Exchange(10, 2, 2)))


# --- By hand ---


@pytest.mark.rules("WE-01", "WE-02", "ASCW-12", "ASCW-13", "ASCW-14")
def test_a_natural_six_that_loses_is_saved_by_a_four_or_more_with_defence_1() -> None:
    """Attack 2 + die beats defence 1 + die unless it is lower; the lost 6 is that against 6."""
    plain = Fraction(sum(a + 2 > d + 1 for a in FACES for d in FACES), 36)
    saved = Fraction(1, 36) * Fraction(3, 6)
    found = chances(Exchange(1, 2, 1))
    assert found[1] == plain - saved
    assert chances(Exchange(1, 2, 1, extension=False))[1] == plain


@pytest.mark.rules("WE-04", "ASCW-12", "ASCW-D25")
def test_with_totals_of_six_a_natural_five_may_be_saved_too() -> None:
    natural, total = chances(Exchange(1, 3, 2)), chances(Exchange(1, 3, 2, by_total=True))
    lost_fives = Fraction(1, 36)  # 9 against 7
    lost_fours = Fraction(1, 36)  # 9 against 6
    assert natural[1] - total[1] == (lost_fives + lost_fours) * Fraction(4, 6)


@pytest.mark.rules("WE-07", "ASCW-108", "ASCW-109", "ASCW-110", "ASCW-D24")
def test_half_cover_halves_the_die_before_anything_is_added() -> None:
    assert [value(face, half=True) for face in FACES] == [1, 1, 1, 2, 2, 3]
    found = chances(Exchange(1, 2, 1, half=True))
    assert found[1] == Fraction(
        sum(value(a, half=True) + 2 > d + 1 for a in FACES for d in FACES), 36
    )


@pytest.mark.rules("ASCW-D22")
def test_there_is_no_sure_hit_and_no_sure_miss() -> None:
    assert chances(Exchange(2, -5, 1))[0] == 1
    assert chances(Exchange(2, 7, 0, extension=False))[2] == 1
    assert chances(Exchange(1, 7, -3))[1] == 1, "even the second die cannot reach 5"


@pytest.mark.rules("ASCW-D25")
def test_the_attackers_extension_counts_only_where_a_six_could_never_win() -> None:
    """Half cover, damage 1: a natural 6 counts 4, the lowest defence is 1 + 3."""
    x = Exchange(1, 1, 3, half=True, a_extension=True)
    assert chances(x)[1] == Fraction(1, 6) * Fraction(3, 6)
    assert chances(replace(x, a_extension=False))[1] == 0
    hopeful = replace(x, d_mod=2)
    assert chances(hopeful) == chances(replace(hopeful, a_extension=False))


@pytest.mark.rules("WE-24", "ASCW-145", "ASCW-D26")
def test_a_re_roll_helps_its_side() -> None:
    plain = mean(chances(Exchange(2, 1, 1)))
    assert mean(chances(Exchange(2, 1, 1, a_again=True))) > plain
    assert mean(chances(Exchange(2, 1, 1, d_again=True))) < plain


# --- On the table ---


def met(attacker: Unit, target: Unit, how: str, dice: int, **options: Any) -> Exchange:
    of = table([attacker, target], round=3, **options)
    return odds.parameters(of, attacker, target, how, dice)


@pytest.mark.rules("WE-08", "WE-16", "ASCW-D22")
def test_what_counts_on_the_table_is_what_the_dice_get() -> None:
    trooper, warrant = unit("R1", "EX3", "C3"), unit("B1", "GU8", "C6", Facing.N)
    assert met(trooper, warrant, "shoot", 2) == Exchange(2, 1 - 2, 1)
    behind = unit("R1", "EX3", "C7")
    shot = replace(warrant, shot=2)
    assert met(behind, shot, "melee", 1) == Exchange(1, 0 + 2 + 1, 1)


@pytest.mark.rules("WE-03", "ASCW-15")
def test_base_sides_decide_who_may_extend() -> None:
    sled, strider, crawler = (
        unit("R1", "EX10", "A1"),
        unit("R1", "EX8", "A1"),
        unit("R1", "GU9", "A1"),
    )
    man, big = unit("B1", "GU3", "H8"), unit("B1", "EX8", "H8")
    assert not met(sled, man, "shoot", 3).extension
    assert met(strider, big, "shoot", 2).extension
    assert met(crawler, big, "shoot", 3).extension
    assert not met(unit("R1", "EX3", "A1"), big, "shoot", 2, attacker_extension=True).a_extension
    assert met(sled, big, "shoot", 2, attacker_extension=True).a_extension
    assert met(sled, man, "shoot", 2, extension_first="total6").by_total


@pytest.mark.rules("WE-23", "WE-25", "ASCW-145", "ASCW-148", "ASCW-D26")
def test_re_rolls_count_while_a_use_is_left() -> None:
    auditor, conscript = unit("R1", "EX6", "A1"), unit("B1", "GU3", "A6")
    assert met(auditor, conscript, "shoot", 1).a_again
    spent = replace(auditor, rerolls=("attack-elite",))
    assert not met(spent, conscript, "shoot", 1).a_again
    acolyte = unit("B1", "GU7", "A6")
    assert met(auditor, acolyte, "shoot", 1).d_again
    assert not met(auditor, conscript, "shoot", 1).d_again


@pytest.mark.rules("WE-05", "ASCW-60", "ASCW-87", "ASCW-88", "ASCW-89", "ASCW-90")
def test_a_plain_shot_on_the_table_is_as_likely_as_counting_says() -> None:
    conscript, trooper = unit("R1", "GU3", "A1"), unit("B1", "EX3", "A5")
    of = table([conscript, trooper])
    found = odds.of_attack(of, conscript, trooper, "shoot", 2)
    assert found == counted(Exchange(2, 0, 1))
    hidden = odds.of_attack(of, conscript, trooper, "shoot", 2, half=True)
    assert hidden == counted(Exchange(2, 0, 1, half=True))
