"""Attacks from the declaration to the last die: targets, modifiers, charges, split attacks."""

from __future__ import annotations

import pytest

from games.astral_sailors.events import AttackDeclared, ExchangeResolved
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.combat.answering import Reroll
from games.astral_sailors.rules.combat.exchange import has_shot, modifiers
from games.astral_sailors.rules.turns.activation import Melee, Shoot
from games.astral_sailors.tasks import Part
from games.core.geometry.squares import Facing
from games.core.types import Chance
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, piece, unit

PLAIN = kind("QB1", resistance=4)


def shot(unit_: str, target: str, dice: int) -> Shoot:
    return Shoot(unit_, (Aim(target, dice),))


def blow(unit_: str, target: str, dice: int) -> Melee:
    return Melee(unit_, (Aim(target, dice),))


# --- Shoot ---


@pytest.mark.rules("WE-05", "ASCW-78", "ASCW-60", "ASCW-63", "ASCW-87", "ASCW-D23")
def test_a_shot_costs_1_ap_and_rolls_as_many_dice_as_at() -> None:
    fight = Battle(
        [unit("R1", "QA1", "F6"), unit("B1", "QB1", "F3")], kinds=[kind("QA1", shots=2), PLAIN]
    )
    fight.act(shot("R1", "B1", 2))
    assert fight.counts == (2, 2)
    fight.dice(6, 4, 5, 2)
    assert fight.unit("R1").ap == 1
    assert fight.unit("R1").shot == 1
    assert fight.unit("B1").lost == 1
    found = fight.last(ExchangeResolved)
    assert found.pairs == ((6, 6), (4, 3))
    assert (found.a_why, found.d_why, found.wounds) == ((), (("Defence", 1),), 1)
    assert fight.table.last is not None
    assert [(hit.target, hit.wounds, hit.gone) for hit in fight.table.last.hits] == [
        ("B1", 1, False)
    ]


@pytest.mark.rules("ASCW-60", "ASCW-61", "ASCW-81", "ASCW-83")
@pytest.mark.parametrize(
    ("how", "added", "dice"),
    [("shoot", 1, (4, 2, 3, 3)), ("melee", 2, (4, 3, 2, 3, 4, 3))],
)
def test_damage_is_added_to_each_die(how: str, added: int, dice: tuple[int, ...]) -> None:
    # 5 and 3 against 4 and 4, from afar; 6, 5 and 4 against 5, 4 and 4, at hand
    kinds = [kind("QA1", shots=2, blows=3, shot_damage=1, blow_damage=2), PLAIN]
    cast = [unit("R1", "QA1", "F4"), unit("B1", "QB1", "F3", Facing.S)]
    fight = Battle(cast, kinds=kinds)
    move = shot if how == "shoot" else blow
    count = len(dice) // 2
    fight.act(move("R1", "B1", count))
    assert fight.counts == (count, count)
    fight.dice(*dice)
    assert fight.last(ExchangeResolved).a_why == (("Damage", added),)
    assert fight.unit("B1").lost == {"shoot": 1, "melee": 2}[how]


@pytest.mark.rules("WE-01", "WE-02", "ASCW-61", "ASCW-D21", "ASCW-D25")
@pytest.mark.parametrize(("last", "lost"), [(4, 0), (3, 1)])
def test_the_extension_die_comes_last(last: int, lost: int) -> None:
    cast = [unit("R1", "QA1", "F6"), unit("B1", "QB1", "F3")]
    fight = Battle(cast, kinds=[kind("QA1", shot_damage=2), PLAIN])
    fight.attack("shoot", "R1", "B1", 1, 6, 6)
    waiting = fight.pending
    assert isinstance(waiting, Chance)
    assert [roll.why for roll in waiting.rolls] == ["B1: extension"]
    fight.dice(last)
    assert fight.unit("B1").lost == lost


@pytest.mark.rules("WE-03", "ASCW-15")
def test_a_small_target_has_no_extension_against_a_big_base() -> None:
    kinds = [kind("QA1", shot_damage=2, base=2), kind("QA2", shot_damage=2, base=3), PLAIN]
    cast = [unit("R1", "QA1", "F6"), unit("R2", "QA2", "I6"), unit("B1", "QB1", "F3")]
    cast.append(unit("B2", "QC1", "I2"))
    fight = Battle(cast, kinds=[*kinds, kind("QC1", base=2, resistance=3)])
    fight.attack("shoot", "R1", "B1", 1, 6, 6)
    assert fight.unit("B1").lost == 1
    fight.attack("shoot", "R2", "B2", 1, 6, 6, 4)
    assert fight.unit("B2").lost == 0


@pytest.mark.rules("ASCW-D25")
def test_with_the_option_a_hopeless_six_of_the_attacker_gets_a_second_die() -> None:
    cast = [unit("R1", "QA1", "F6"), unit("B1", "QC1", "F3")]
    kinds = [kind("QA1"), kind("QC1", defence=5, resistance=2)]
    fight = Battle(cast, kinds=kinds, attacker_extension=True)
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    waiting = fight.pending
    assert isinstance(waiting, Chance)
    assert waiting.rolls[0].why == "R1: extension"
    fight.dice(5)
    assert fight.unit("B1").lost == 1


@pytest.mark.rules("WE-08", "ASCW-108", "ASCW-109", "ASCW-152", "ASCW-157", "ASCW-D22")
def test_fast_silent_and_half_cover_add_up_for_shots_and_not_in_melee() -> None:
    cast = [unit("R1", "QA1", "F6"), unit("B1", "QC1", "F5", Facing.S)]
    kinds = [kind("QA1", shots=2, shot_damage=1), kind("QC1", "Fast", "Silent")]
    fight = Battle(cast, kinds=kinds)
    fight.attacks("shoot", "R1", Part("B1", 2, 40, True), dice=(6, 5, 1, 1))
    found = fight.last(ExchangeResolved)
    assert found.a_why == (("Damage", 1), ("Fast", -1), ("Silent", -2))
    assert found.pairs == ((1, 2), (0, 2))
    assert found.wounds == 0
    table = fight.table
    a_why, _ = modifiers(table, "melee", table.units["R1"], table.units["B1"], counter=False)
    assert a_why == ()


@pytest.mark.rules("ASCW-108", "ASCW-D21", "ASCW-D24", "ASCW-D39")
def test_a_shot_through_woods_is_halved_and_a_blow_never() -> None:
    cast = [
        unit("R1", "QA1", "F9", Facing.N),
        unit("B1", "QB1", "F3"),
        unit("B2", "QB1", "F8", Facing.S),
    ]
    kinds = [kind("QA1", shots=2, blows=2, height=2), PLAIN]
    fight = Battle(cast, [piece("WO", "F5")], kinds=kinds)
    fight.act(shot("R1", "B1", 2), 6, 5, 2, 1)
    assert fight.last(AttackDeclared) == AttackDeclared(
        how="shoot", attacker="R1", targets=("B1",), dice=(2,), scores=(64,)
    )
    assert fight.last(ExchangeResolved).pairs == ((3, 3), (2, 2))
    assert fight.table.last is not None
    assert [(hit.score, hit.counter) for hit in fight.table.last.hits] == [(64, False)]
    fight.act(blow("R1", "B2", 2), 6, 5, 2, 1)
    assert fight.last(AttackDeclared).scores == ()
    assert fight.last(ExchangeResolved).pairs == ((6, 3), (5, 2))


@pytest.mark.rules("ASCW-108", "ASCW-D24", "ASCW-D26")
def test_a_rerolled_die_is_halved_too() -> None:
    cast = [unit("R1", "QA1", "F6"), unit("B1", "QC1", "F3")]
    kinds = [kind("QA1", "Elite", shots=2), kind("QC1", defence=0, resistance=3)]
    fight = Battle(cast, kinds=kinds)
    fight.attacks("shoot", "R1", Part("B1", 2, 40, True), dice=(3, 2, 2, 1))
    fight.answer(0, Reroll((0, 1)), 6, 5)
    assert fight.last(ExchangeResolved).pairs == ((3, 2), (2, 1))


@pytest.mark.rules("WE-56", "ASCW-62", "ASCW-80")
@pytest.mark.parametrize(
    ("at", "code"), [("D1", "TOO_NEAR"), ("E1", ""), ("S1", ""), ("T1", "OUT_OF_RANGE")]
)
def test_a_lance_sled_reaches_from_2_to_16_squares(at: str, code: str) -> None:
    cast = [unit("R1", "EX10", "B1"), unit("B1", "GU3", at)]
    fight = Battle(
        [*cast, unit("R2", "EX1", "A9"), unit("B2", "GU1", "X24")], size=24, captains=False
    )
    found = fight.refusal(shot("R1", "B1", 3))
    assert (found.code if found else "") == code
    assert _reach(fight, "R1", "shoot") == ([] if code else ["B1"])


def _reach(fight: Battle, code: str, how: str) -> list[str]:
    found = aiming.in_reach(fight.table, fight.unit(code), how)
    return [each.code for each in found]


@pytest.mark.rules("ASCW-79", "ASCW-103", "ASCW-107")
def test_what_cannot_be_seen_cannot_be_shot_at() -> None:
    fight = Battle(
        [unit("R1", "EX3", "F9"), unit("B1", "GU3", "F3"), unit("B2", "GU3", "H3")],
        [piece("WA", "E4")],
    )
    assert fight.code(shot("R1", "B1", 2)) == "NO_LOS"
    assert _reach(fight, "R1", "shoot") == ["B2", "B9"]


@pytest.mark.rules("ASCW-79", "ASCW-81", "ASCW-84", "ASCW-D35", "ASCW-124")
def test_other_shots_are_refused_each_with_its_reason() -> None:
    cast = [
        unit("R1", "EX3", "F9"),
        unit("R2", "GU7", "H9", Facing.N),
        unit("R3", "EX5", "J9"),
        unit("B1", "GU3", "F3"),
        unit("B2", "GU3", ""),
    ]
    fight = Battle(cast)
    assert fight.code(shot("R2", "B1", 1)) == "NO_RANGED"
    assert fight.code(shot("R1", "R3", 2)) == "FRIENDLY"
    assert fight.code(shot("R1", "B1", 1)) == "DICE_SUM"
    for code in ("B2", "B7"):
        for move, rule in ((shot("R1", code, 2), "ASCW-79"), (blow("R1", code, 2), "ASCW-84")):
            found = fight.refusal(move)
            assert found is not None
            assert found.rule == rule
            assert found.sentence == f"There is no unit {code} on the board to attack."
    assert fight.refusal(Shoot("R1", ())) is not None
    fight.put("R1", holds="B9")
    assert fight.code(shot("R1", "B1", 2)) == "CAPTOR"
    assert _reach(fight, "R1", "shoot") == []


@pytest.mark.rules("ASCW-D10")
def test_shots_go_all_around_unless_agreed_otherwise() -> None:
    cast = [unit("R1", "EX3", "F6", Facing.N), unit("B1", "GU3", "F9"), unit("R2", "MC3", "H6")]
    assert Battle(cast).refusal(shot("R1", "B1", 2)) is None
    fight = Battle(cast, shoot_arc="front")
    assert fight.code(shot("R1", "B1", 2)) == "NOT_IN_ARC"
    assert fight.refusal(shot("R2", "B1", 1)) is None
    fight.put("R1", facing=Facing.E)
    assert fight.refusal(shot("R1", "B1", 2)) is None


@pytest.mark.rules("WE-29", "ASCW-150", "ASCW-94", "ASCW-78", "ASCW-D32")
def test_limited_shots_are_used_up_even_by_a_unit_that_comes_back() -> None:
    for reset, code in ((False, "LIMITED_USED"), (True, "")):
        cast = [unit("R1", "MC5", "F9"), unit("B1", "GU9", "E2", Facing.S)]
        fight = Battle(cast, limited_reset=reset)
        assert fight.refusal(shot("R1", "B1", 2)) is None
        fight.act(shot("R1", "B1", 2), 1, 1, 6, 6)
        fight.act(shot("R1", "B1", 2), 1, 1, 6, 6)
        assert fight.unit("R1").used == 2
        fight.put("R1", ap=2)
        assert fight.code(shot("R1", "B1", 2)) == "LIMITED_USED"
        assert fight.table.shots(fight.unit("R1")) == 0
        fight.attack("shoot", "B1", "R1", 1, 6, 1)
        assert fight.unit("R1").place == "reserve"
        fight.put("R1", place="board", c=5, r=8, ap=2).then(round=3)
        found = fight.refusal(shot("R1", "B1", 2))
        assert (found.code if found else "") == code


# --- Melee ---


@pytest.mark.rules("WE-16", "ASCW-82", "ASCW-83", "ASCW-84", "ASCW-85", "ASCW-86", "ASCW-D08")
def test_a_blow_from_behind_on_a_unit_that_has_shot_is_worth_3_more() -> None:
    kinds = [kind("QA1", blows=2), PLAIN]
    cast = [unit("R1", "QA1", "F6", Facing.N), unit("B1", "QB1", "F5", Facing.N, shot=2)]
    fight = Battle(cast, kinds=kinds, round=3)
    fight.act(blow("R1", "B1", 2), 2, 4, 4, 3)
    found = fight.last(ExchangeResolved)
    assert found.a_why == (("rear", 2), ("has shot", 1))
    assert found.pairs == ((7, 5), (5, 4))
    assert (fight.unit("B1").lost, fight.unit("R1").ap) == (2, 1)
    fight.put("B1", shot=0, facing=Facing.S, lost=0)
    fight.act(blow("R1", "B1", 2), 2, 4, 4, 3)
    assert fight.last(ExchangeResolved).pairs == ((4, 5), (2, 4))
    assert fight.unit("B1").lost == 0


@pytest.mark.rules("ASCW-85", "ASCW-153", "ASCW-D08")
def test_reflexes_have_no_rear_and_shots_gain_nothing_from_one() -> None:
    cast = [unit("R1", "EX3", "F6"), unit("B1", "GU7", "F5"), unit("B2", "GU3", "E5")]
    table = Battle(cast).table
    for target, how, expected in (
        ("B1", "melee", ()),
        ("B2", "melee", (("rear", 2),)),
        ("B2", "shoot", (("Damage", 1),)),
    ):
        units = table.units
        a_why, _ = modifiers(table, how, units["R1"], units[target], counter=False)
        assert a_why == expected


@pytest.mark.rules("WE-17", "ASCW-86")
def test_a_shot_is_remembered_in_its_round_and_the_next() -> None:
    fight = Battle([unit("B1", "GU3", "F5", shot=3), unit("B2", "GU3", "G5")])
    found = [
        [has_shot(fight.then(round=number).table, fight.unit(code)) for number in (3, 4, 5)]
        for code in ("B1", "B2")
    ]
    assert found == [[True, True, False], [False, False, False]]
    assert not has_shot(fight.then(round=1).table, fight.unit("B2"))


@pytest.mark.rules("ASCW-84", "ASCW-D09", "ASCW-D10")
def test_blows_need_contact_and_a_touching_square_in_front() -> None:
    cast = [
        unit("R1", "EX3", "F6", Facing.N),
        unit("R2", "CV2", "H6", Facing.N),
        unit("B1", "GU3", "F7"),
        unit("B2", "GU3", "F4"),
        unit("B3", "GU3", "G5"),
    ]
    fight = Battle(cast)
    assert fight.code(blow("R1", "B1", 1)) == "NOT_IN_ARC"
    apart = fight.refusal(blow("R1", "B2", 1))
    assert apart is not None
    assert (apart.code, apart.sentence) == (
        "NOT_IN_CONTACT",
        "B2 is 2 squares from R1, but a strike needs contact.",
    )
    corner = Battle(cast, [piece("CR", "F5"), piece("CR", "G6")])
    between = corner.refusal(blow("R1", "B3", 1))
    assert between is not None
    assert between.sentence == "R1 and B3 touch only at a corner closed by solid scenery."
    assert fight.code(blow("R2", "B3", 1)) == "NO_MELEE"
    assert fight.refusal(blow("R1", "B3", 1)) is None
    assert _reach(fight, "R1", "melee") == ["B3"]
    around = Battle(cast, melee_arc="all")
    assert around.refusal(blow("R1", "B1", 1)) is None


@pytest.mark.rules("WE-31", "ASCW-161", "ASCW-D18")
def test_flyers_are_out_of_reach_of_blows_from_the_ground() -> None:
    flying = kind("QF1", "Fly", blows=2)
    cast = [
        unit("R1", "GU4", "F6", Facing.N),
        unit("R2", "QF1", "H6", Facing.N),
        unit("B1", "GU10", "F4"),
        unit("B2", "GU3", "H5"),
        unit("B3", "QF1", "I5"),
    ]
    fight = Battle(cast, kinds=[flying])
    assert fight.code(blow("R1", "B1", 3)) == "FLYING_TARGET"
    assert fight.refusal(shot("R1", "B1", 1)) is None
    for target in ("B2", "B3"):
        assert fight.refusal(blow("R2", target, 2)) is None
    careful = Battle(cast, kinds=[flying], fly_melee_down=False)
    assert careful.code(blow("R2", "B2", 2)) == "FLYING_TARGET"
    assert careful.refusal(blow("R2", "B3", 2)) is None
