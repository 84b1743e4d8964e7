"""Wounds: Tough, paying, elimination, rewards, kills, coming back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.events import CommanderReleased, RewardPaid, UnitEliminated, WoundsTaken
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Poison
from games.core.geometry.squares import Facing, Square
from tests.games.astral_sailors.asked_of import answer_refused, forbidden, make
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, unit


@pytest.mark.rules("WE-22", "ASCW-144", "ASCW-91", "ASCW-92", "ASCW-D31")
def test_tough_1_absorbs_the_first_wound_of_each_round() -> None:
    cast = [unit("R1", "QA1", "H12"), unit("B1", "GU9", "H5")]
    fight = Battle(cast, kinds=[kind("QA1", shots=3)], round=2)
    fight.attack("shoot", "R1", "B1", 2, 6, 6, 1, 1)
    taken = fight.last(WoundsTaken)
    assert (taken.wounds, taken.absorbed, taken.lost, taken.left) == (2, 1, 1, 3)
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    assert wounds.left(fight.table, fight.unit("B1")) == 2
    assert fight.last(WoundsTaken).absorbed == 0
    fight.step("begin-round")
    assert fight.table.round == 3
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    assert fight.last(WoundsTaken).absorbed == 1
    assert wounds.left(fight.table, fight.unit("B1")) == 2
    assert wounds.price(31) == 15


@pytest.mark.rules("WE-26", "ASCW-91", "ASCW-95", "ASCW-09", "ASCW-65", "ASCW-D34", "ASCW-D35")
def test_prices_round_down_and_rewards_round_up() -> None:
    assert [wounds.price(cost) for cost in (7, 21, 3)] == [3, 10, 1]
    assert [wounds.reward(cost) for cost in (7, 21, 3)] == [4, 11, 2]


def hurt(pool: int) -> Battle:
    kinds = [kind("QA1", shots=3), kind("QB1", resistance=2, cost=10, defence=0)]
    cast = [unit("R1", "QA1", "H12"), unit("B1", "QB1", "H5")]
    fight = Battle(cast, kinds=kinds, pools={1: pool})
    return fight.attack("shoot", "R1", "B1", 3, 6, 6, 6, 1, 1, 1)


@pytest.mark.rules("WE-27", "ASCW-91", "ASCW-92", "ASCW-D34")
def test_two_of_three_wounds_are_paid_to_survive() -> None:
    fight = hurt(12)
    assert fight.asked == [("pay", 1)]
    assert not fight.questions[0].secret
    assert fight.questions[0].batch == f"half-{fight.table.turn.number}-1"
    for wrong, why in (
        (3, "Paying off 3 wounds costs 15 points, but the pool holds 12."),
        (4, "B1 takes 3 wounds, so you cannot pay off 4."),
        (-1, "B1 takes 3 wounds, so you cannot pay off -1."),
    ):
        refused = answer_refused(fight.table, 1, Pay("B1", wrong))
        assert refused is not None
        assert (refused.rule, refused.sentence) == ("ASCW-D34", why)
    fight.answer(1, Pay("B1", 2))
    assert (wounds.left(fight.table, fight.unit("B1")), fight.pool(1)) == (1, 2)
    taken = fight.last(WoundsTaken)
    assert (taken.wounds, taken.paid, taken.price, taken.lost, taken.pool) == (3, 2, 10, 1, 2)


@pytest.mark.rules("ASCW-91", "ASCW-D34")
def test_a_pool_can_be_spent_to_the_last_point() -> None:
    fight = hurt(10).answer(1, Pay("B1", 2))
    assert (wounds.left(fight.table, fight.unit("B1")), fight.pool(1)) == (1, 0)


@pytest.mark.rules("WE-27", "ASCW-93", "ASCW-94", "ASCW-D34")
def test_with_nine_points_one_wound_can_be_paid_and_that_is_not_enough() -> None:
    fight = hurt(9)
    refused = answer_refused(fight.table, 1, Pay("B1", 2))
    assert refused is not None
    assert refused.code == "NOT_ENOUGH_POINTS"
    fight.answer(1, Pay("B1", 0))
    assert (fight.unit("B1").place, fight.unit("B1").lost, fight.pool(1)) == ("reserve", 0, 9)
    assert fight.last(WoundsTaken).lost == 2


@pytest.mark.rules("ASCW-D34", "ASCW-D69")
def test_nobody_is_asked_to_pay_what_the_pool_cannot() -> None:
    fight = hurt(4)
    assert fight.unit("B1").place == "reserve"
    assert fight.table.asked == 0


@pytest.mark.rules("ASCW-D34", "ASCW-D46")
def test_a_team_mate_does_not_pay() -> None:
    cast = [unit("R1", "EX3", "H12"), unit("B1", "QB1", "H5"), unit("G1", "GU3", "A5")]
    kinds = [kind("QB1", resistance=2, cost=10, defence=0)]
    fight = Battle(cast, kinds=kinds, teams=(1, 2), pools={1: 4, 2: 50})
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    assert (fight.table.asked, fight.unit("B1").lost, fight.pool(2)) == (0, 1, 50)


@pytest.mark.rules("ASCW-D73")
def test_a_reward_cannot_pay_for_wounds_of_the_same_resolution() -> None:
    # Each side would earn 6 points by the other's death, and holds 0
    kinds = [kind("QP1", "Counter-attack", cost=11, blow_damage=5, defence=0)]
    cast = [unit("R1", "QP1", "F6", Facing.N), unit("B1", "QP1", "F5", Facing.S)]
    fight = Battle(cast, kinds=kinds).attack("melee", "R1", "B1", 1)
    fight.answer(1, React("B1", "counter"), 6, 1, 6, 1)
    assert (fight.pool(0), fight.pool(1)) == (6, 6)
    assert [type(event).__name__ for event in fight.events[-4:]] == [
        "UnitEliminated",
        "UnitEliminated",
        "RewardPaid",
        "RewardPaid",
    ]


@pytest.mark.rules("WE-55a", "ASCW-94", "ASCW-95", "ASCW-D36")
def test_the_fallen_go_to_the_reserve_whole_and_without_marks() -> None:
    breacher = unit(
        "B1",
        "GU4",
        "H5",
        lost=1,
        cover=True,
        shot=3,
        activated=3,
        rerolls=("attack-aura",),
        absorbed=1,
        poison=(Poison("R1", 1, 2),),
    )
    fight = Battle([unit("R1", "EX3", "H9"), breacher], round=3)
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    assert fight.unit("B1") == replace(unit("B1", "GU4", ""), seen=True, facing=Facing.N)
    assert fight.pool(0) == 6


@pytest.mark.rules("ASCW-D32", "ASCW-D36")
@pytest.mark.parametrize(("reset", "used"), [(False, 1), (True, 0)])
def test_uses_of_a_limited_weapon_stay_used_unless_agreed_otherwise(reset: bool, used: int) -> None:
    limited = kind("QL1", "Limited 2")
    cast = [unit("R1", "EX3", "H9"), unit("B1", "QL1", "H5", used=1)]
    fight = Battle(cast, kinds=[limited], limited_reset=reset)
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    assert (fight.unit("B1").place, fight.unit("B1").used) == ("reserve", used)


@pytest.mark.rules("ASCW-149", "ASCW-D36", "WE-55b", "ASCW-D35")
def test_a_dead_commander_is_out_and_counted_for_its_killers_team() -> None:
    fight = Battle(
        [
            unit("R1", "EX3", "H9"),
            unit("R2", "EX1", "A1"),
            unit("G1", "GU1", "H5", Facing.S, lost=1, absorbed=1),
            unit("Y1", "GU1", "P20"),
        ],
        teams=(2, 2),
        captains=False,
    )
    fight.attack("shoot", "R1", "G1", 1, 6, 1)
    fight.answer(2, Reroll())
    assert fight.unit("G1").place == "out"
    assert fight.table.teams[0].commanders == 1
    assert fight.unit("R1").kills == 1
    assert fight.pool(0) == 11
    assert fight.last(UnitEliminated).commander


@pytest.mark.rules("ASCW-D35", "ASCW-146", "ASCW-D73")
def test_civilians_pay_and_count_apart_from_military_kills() -> None:
    fight = Battle([unit("R1", "EX6", "H9"), unit("B1", "CV3", "H5", lost=1)])
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    assert (fight.unit("R1").kills, fight.table.players[0].civilians) == (0, 1)
    paid = fight.last(RewardPaid)
    assert (paid.points, paid.extra, paid.pool) == (2, 1, 3)


@pytest.mark.rules("ASCW-93", "ASCW-D34")
def test_wounds_beyond_the_last_re_have_no_effect() -> None:
    fight = Battle([unit("R1", "EX10", "H9"), unit("B1", "GU3", "H5")])
    fight.attack("shoot", "R1", "B1", 3, 6, 6, 6, 1, 1, 1)
    assert fight.last(WoundsTaken).lost == 1
    assert fight.last(WoundsTaken).left == 0
    assert fight.pool(0) == 3


@pytest.mark.rules("ASCW-D73", "ASCW-D61")
def test_captives_of_the_fallen_are_put_down_after_the_rewards() -> None:
    captor = unit("B1", "GU3", "H5", holds="R2")
    captive = unit("R2", "EX1", "", place="captive", held_by="B1", lost=1)
    fight = Battle([unit("R1", "EX3", "H9"), captive, captor])
    fight.attack("shoot", "R1", "B1", 1, 6, 1)
    freed = fight.unit("R2")
    assert (freed.place, freed.c, freed.r, freed.lost, freed.held_by) == ("board", 7, 4, 1, "")
    assert (fight.unit("B1").holds, fight.unit("B1").c) == ("", -1)
    names = [type(event).__name__ for event in fight.events]
    assert names.index("RewardPaid") < names.index("CommanderReleased")
    assert fight.last(CommanderReleased).unit == "R2"


@pytest.mark.rules("ASCW-125", "ASCW-D22")
def test_a_captor_defends_with_2_less() -> None:
    captor = unit("B1", "EX3", "H5", holds="R2")
    captive = unit("R2", "EX1", "", place="captive", held_by="B1", lost=1)
    fight = Battle([unit("R1", "EX3", "H9"), captive, captor])
    fight.attack("shoot", "R1", "B1", 1, 4, 5)
    assert fight.unit("B1").place == "reserve"


@pytest.mark.rules("ASCW-D71", "ASCW-D73")
def test_the_activation_of_a_fallen_unit_is_over() -> None:
    fight = Battle([unit("R1", "EX3", "H9"), unit("B1", "GU3", "H5")])
    turn = replace(fight.table.turn, active="R1", struck=(1,), touched=(2,), moved=True)
    fight.then(turn=turn)
    builder = StepBuilder(fight.state)
    wounds.eliminate(builder, (("R1", "B1"),))
    after = builder.table.turn
    assert (after.active, after.struck, after.touched, after.moved) == ("", (), (), False)
    assert builder.table.units["R1"].ap == 0


@pytest.mark.rules("ASCW-D33", "ASCW-D35")
def test_an_army_that_was_removed_earns_nothing() -> None:
    fight = Battle([unit("R1", "EX3", "H9"), unit("B1", "GU3", "H5")])
    removed = replace(fight.table.players[0], removed=True)
    builder = StepBuilder(replace(fight.state, table=fight.table.with_player(removed)))
    wounds.eliminate(builder, (("B1", "R1"),))
    assert builder.player(0).pool == 0
    assert builder.unit("R1").kills == 0


@pytest.mark.rules("WE-55", "ASCW-41", "ASCW-54", "ASCW-94", "ASCW-149", "ASCW-D36")
def test_a_fallen_breacher_may_return_in_the_same_round_for_its_full_price() -> None:
    cast = [unit("R1", "EX3", "H9"), unit("B1", "GU4", "H5", lost=1, activated=3)]
    fight = Battle(cast, round=3, pools={1: 11}).attack("shoot", "R1", "B1", 1, 6, 1)
    fight.answer(1, Pay("B1", 0))
    assert fight.pool(0) == 6
    turn = replace(fight.table.turn, order=(1, 0), at=0)
    fight.then(phase="reinforcement", turn=turn)
    back = Reinforce("B1", Square(15, 10), Facing.N)
    assert forbidden(fight.table, 1, back) is None
    dead = fight.put("B9", place="out", c=-1, r=-1)
    refused = forbidden(dead.table, 1, Reinforce("B9", Square(15, 10), Facing.N))
    assert refused is not None
    assert refused.code == "DEAD_COMMANDER"
    fight.put("B9", place="board", c=15, r=15)
    builder = StepBuilder(fight.state)
    make(builder, 1, back)
    returned = builder.unit("B1")
    assert (returned.on_board, returned.lost, returned.ap) == (True, 0, 0)
    assert builder.player(1).pool == 0
