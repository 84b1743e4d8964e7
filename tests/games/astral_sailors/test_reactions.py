"""Counter-attack and Cover: when they can be declared, what they cost, how long they last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.events import (
    AnswersOpened,
    ExchangeResolved,
    ReactionChosen,
    UnitEliminated,
)
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.combat.answering import Pay, React
from games.astral_sailors.rules.combat.questions import asked, reactions
from games.astral_sailors.rules.turns.activation import March, Melee, TurnTo
from games.astral_sailors.table import Hit
from games.astral_sailors.tasks import Attack, Part
from games.core.geometry.squares import Facing, Square
from games.core.types import Chance
from tests.games.astral_sailors.asked_of import answer_refused
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, unit

P = kind("QP1", blows=2, cost=8)
Q = kind("QQ1", "Counter-attack", blows=2, blow_damage=1, cost=11)
FLYER = kind("QF1", "Fly", blows=2)


def choices(fight: Battle, how: str, attacker: str = "R1", target: str = "B1") -> tuple[str, ...]:
    part = Part(target, 1)
    task = Attack(how, attacker, (part,))  # type: ignore[arg-type]
    return reactions(fight.table, task, part)


def duel(facing: Facing = Facing.S, ap: int = 1, of: str = "QP1") -> Battle:
    cast = [unit("R1", of, "F6", Facing.N), unit("B1", "QQ1", "F5", facing, ap=ap)]
    return Battle(cast, kinds=[P, Q, FLYER])


@pytest.mark.rules(
    "WE-18", "ASCW-90", "ASCW-93", "ASCW-95", "ASCW-136", "ASCW-137", "ASCW-138", "ASCW-D27"
)
def test_attack_and_counter_attack_can_kill_both_at_once() -> None:
    fight = duel().act(Melee("R1", (Aim("B1", 2),)))
    assert fight.asked == [("react", 1)]
    fight.answer(1, React("B1", "counter"), 5, 2, 3, 1)
    assert fight.unit("B1").ap == 0
    assert isinstance(fight.pending, Chance)
    assert [roll.why for roll in fight.pending.rolls] == ["B1 strikes back at R1", "R1 defends"]
    fight.dice(6, 3, 4, 4)
    first, back = fight.told(ExchangeResolved)
    assert (first.how, first.pairs, first.wounds) == ("melee", ((5, 4), (2, 2)), 1)
    assert (back.how, back.pairs, back.wounds) == ("counter", ((6, 5), (3, 5)), 1)
    assert back.a_why == (("Damage", 1), ("Counter-attack", -1))
    assert {event.unit for event in fight.told(UnitEliminated)} == {"R1", "B1"}
    assert [fight.unit(code).place for code in ("R1", "B1")] == ["reserve", "reserve"]
    assert (fight.pool(1), fight.pool(0)) == (4, 6)
    assert fight.last(ReactionChosen).choice == "counter"
    assert fight.told(AnswersOpened) == []  # nobody else was asked at the same time
    assert fight.table.last is not None
    assert fight.table.last.hits == (
        Hit("R1", "B1", 0, (5, 2), (3, 1), 1, gone=True, totals=((5, 4), (2, 2))),
        Hit(
            "B1", "R1", 0, (6, 3), (4, 4), 1,
            gone=True, counter=True, totals=((6, 5), (3, 5)),
        ),
    )  # fmt: skip


@pytest.mark.rules("WE-19", "ASCW-136", "ASCW-161", "ASCW-75", "ASCW-D27")
def test_when_a_counter_attack_is_possible() -> None:
    assert choices(duel(Facing.N), "melee") == ("none",)
    assert choices(duel(), "shoot") == ("none",)
    assert choices(duel(ap=0), "melee") == ("none",)
    assert choices(duel(of="QF1"), "melee") == ("none",)
    assert choices(duel(), "charge") == ("none", "counter")
    assert choices(duel(), "melee") == ("none", "counter")
    # Where blows strike all around, the rear still has no answer
    all_around = [unit("R1", "QP1", "F6", Facing.N), unit("B1", "QQ1", "F5", Facing.N)]
    assert choices(Battle(all_around, kinds=[P, Q], melee_arc="all"), "melee") == ("none",)


@pytest.mark.rules("ASCW-D27")
def test_no_counter_attack_of_a_captor_or_without_dice_or_contact() -> None:
    captor = duel().put("B1", holds="R9")
    assert choices(captor, "melee") == ("none",)
    bare = Battle(
        [unit("R1", "QP1", "F6"), unit("B1", "QN1", "F5", Facing.S)],
        kinds=[P, kind("QN1", "Counter-attack", blows=0)],
    )
    assert choices(bare, "melee") == ("none",)
    assert choices(duel(), "terrain") == ("none",)
    assert choices(duel(), "poison") == ("none",)
    apart = Battle([unit("R1", "QP1", "F7"), unit("B1", "QQ1", "F5", Facing.S)], kinds=[P, Q])
    assert choices(apart, "melee") == ("none",)


@pytest.mark.rules("ASCW-D27", "ASCW-85", "ASCW-86")
def test_a_counter_attack_gains_from_rear_and_shots_like_any_blow() -> None:
    cast = [
        unit("R1", "QP1", "F6", Facing.E, shot=1),
        unit("B1", "QQ1", "E5", Facing.E),
    ]
    fight = Battle(cast, kinds=[P, Q], melee_arc="all")
    fight.attack("melee", "R1", "B1", 1)
    fight.answer(1, React("B1", "counter"), 1, 6)
    assert fight.counts == (2, 2)
    fight.dice(1, 1, 6, 6)
    back = fight.last(ExchangeResolved)
    assert back.a_why == (("Damage", 1), ("rear", 2), ("has shot", 1), ("Counter-attack", -1))


@pytest.mark.rules("ASCW-D27")
def test_a_counter_attack_can_be_used_against_each_attack_while_ap_last() -> None:
    fight = duel(ap=2)
    for left in (1, 0):
        fight.attack("melee", "R1", "B1", 1)
        fight.answer(1, React("B1", "counter"), 1, 6, 1, 1, 6, 6)
        assert fight.unit("B1").ap == left
    fight.attack("melee", "R1", "B1", 1, 1, 6)
    assert fight.table.agenda == ()


@pytest.mark.rules("ASCW-D27", "ASCW-D21")
def test_both_sides_decide_about_payment_without_seeing_the_others_answer() -> None:
    fight = duel()
    fight.then(players=tuple(replace(player, pool=20) for player in fight.table.players))
    fight.attack("melee", "R1", "B1", 2)
    fight.answer(1, React("B1", "counter"), 5, 2, 3, 1, 6, 3, 4, 4)
    assert sorted(fight.asked) == [("pay", 0), ("pay", 1)]
    assert all(question.secret for question in fight.questions)
    assert asked(fight.table, fight.under_way) == ("B1", "R1")
    refused = answer_refused(fight.table, 0, Pay("R1", 2))
    assert refused is not None
    assert refused.sentence == "R1 takes 1 wound, so you cannot pay off 2."
    fight.answer(0, Pay("R1", 1))
    assert fight.asked == [("pay", 1)]
    assert fight.pool(0) == 20
    fight.answer(1, Pay("B1", 0))
    assert fight.unit("R1").on_board
    assert not fight.unit("B1").on_board
    # 20 - 4 for the wound, + 6 for the unit of 11 points
    assert (fight.pool(0), fight.pool(1)) == (22, 20)


@pytest.mark.rules("WE-20", "ASCW-53", "ASCW-139", "ASCW-140", "ASCW-D28")
def test_cover_2_doubles_the_defence_for_the_rest_of_the_round() -> None:
    shooter = kind("QA1", shots=2, shot_damage=1)
    cast = [unit("R1", "QA1", "F2"), unit("B1", "EX4", "F5", Facing.N, ap=1)]
    fight = Battle(cast, kinds=[shooter]).attack("shoot", "R1", "B1", 2)
    fight.answer(1, React("B1", "cover"), 6, 5, 3, 2)
    found = fight.last(ExchangeResolved)
    assert found.d_why == (("Defence", 2), ("Cover 2", 2))
    assert found.pairs == ((7, 7), (6, 6))
    assert (fight.unit("B1").lost, fight.unit("B1").ap, fight.unit("B1").cover) == (0, 0, True)
    fight.put("B1", facing=Facing.S)
    fight.attack("shoot", "R1", "B1", 2, 6, 5, 3, 2)
    assert fight.unit("B1").lost == 0
    bare = Battle(cast, kinds=[shooter]).attack("shoot", "R1", "B1", 2)
    bare.answer(1, React("B1", "none"), 6, 5, 3, 2)
    assert bare.last(ExchangeResolved).pairs == ((7, 5), (6, 4))
    assert bare.unit("B1").place == "reserve"


@pytest.mark.rules("ASCW-139", "ASCW-D28")
def test_cover_needs_an_attack_at_the_front_and_is_not_taken_twice() -> None:
    cast = [unit("R1", "EX3", "F2"), unit("B1", "EX4", "F5", Facing.S)]
    fight = Battle(cast)
    assert choices(fight, "shoot") == ("none",)
    fight.put("B1", facing=Facing.N)
    assert choices(fight, "shoot") == ("none", "cover")
    fight.put("B1", holds="R9")
    assert choices(fight, "shoot") == ("none", "cover")
    fight.put("R1", place="reserve")
    assert choices(fight, "shoot") == ("none",)
    fight.put("R1", place="board").put("B1", cover=True)
    assert choices(fight, "shoot") == ("none",)


@pytest.mark.rules("WE-21", "ASCW-51", "ASCW-53", "ASCW-140", "ASCW-D28", "ASCW-D29")
def test_cover_ends_with_the_units_own_action_and_ap_are_missing_later() -> None:
    cast = [unit("R1", "EX3", "F2"), unit("B1", "EX4", "F5", Facing.N)]
    fight = Battle(cast, turn=1)
    fight.attack("shoot", "R1", "B1", 1)
    fight.answer(1, React("B1", "cover"), 1, 6)
    assert (fight.unit("B1").ap, fight.unit("B1").cover) == (1, True)
    fight.act(March("B1", Square(5, 5)))
    assert (fight.unit("B1").ap, fight.unit("B1").cover) == (0, False)
    assert choices(fight, "shoot") == ("none",)
    assert fight.code(TurnTo("B1", Facing.E)) == "NO_AP"


@pytest.mark.rules("ASCW-D28")
def test_active_cover_ends_before_the_dice_of_a_counter_attack() -> None:
    cast = [unit("R1", "QP1", "F6", Facing.N), unit("B1", "EX4", "F5", Facing.S, cover=True)]
    fight = Battle(cast, kinds=[P])
    assert choices(fight, "melee") == ("none", "counter")
    fight.attack("melee", "R1", "B1", 1)
    fight.answer(1, React("B1", "counter"))
    assert not fight.unit("B1").cover
    fight.dice(6, 1)
    assert fight.last(ExchangeResolved).d_why == (("Defence", 2),)


@pytest.mark.rules("ASCW-D27", "ASCW-D28")
def test_one_attack_allows_one_reaction_and_there_is_none_in_return() -> None:
    cast = [unit("R1", "EX4", "F6", Facing.N), unit("B1", "EX4", "F5", Facing.S)]
    fight = Battle(cast)
    assert choices(fight, "melee") == ("none", "counter", "cover")
    fight.attack("melee", "R1", "B1", 2)
    fight.answer(1, React("B1", "counter"), 1, 1, 6, 6)
    assert fight.counts == (2, 2)
    fight.dice(1, 1, 6, 6)
    assert (fight.unit("B1").ap, fight.unit("R1").ap) == (1, 2)


@pytest.mark.rules("ASCW-D21", "ASCW-136", "ASCW-139")
def test_answers_that_are_not_legal_are_refused() -> None:
    fight = duel()
    wrong = answer_refused(fight.table, 1, React("B1", "none"))
    assert wrong is not None
    assert wrong.code == "NO_QUESTION"
    fight.attack("melee", "R1", "B1", 1)
    for seat, move, rule in (
        (1, React("B1", "cover"), "ASCW-139"),
        (0, React("B1", "counter"), "ASCW-D21"),
        (0, React("R1", "none"), "ASCW-D21"),
        (1, Pay("B1", 0), "ASCW-91"),
    ):
        refused = answer_refused(fight.table, seat, move)
        assert refused is not None
        assert refused.rule == rule


@pytest.mark.rules("ASCW-D69", "ASCW-D77")
def test_the_player_of_the_army_is_asked() -> None:
    cast = [unit("R1", "QP1", "F6", Facing.N), unit("G1", "QQ1", "F5", Facing.S, ap=1)]
    fight = Battle(cast, kinds=[P, Q], teams=(1, 2))
    fight.then(
        players=tuple(
            replace(player, left=True, played_by=1) if player.seat == 2 else player
            for player in fight.table.players
        )
    )
    fight.attack("melee", "R1", "G1", 1)
    assert fight.asked == [("react", 1)]
    assert answer_refused(fight.table, 2, React("G1", "counter")) is not None
    fight.answer(1, React("G1", "counter"))
    assert fight.counts == (1, 1)
