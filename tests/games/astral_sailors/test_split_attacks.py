"""Split attacks: dice for several targets, part by part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.events import AnswersOpened, ExchangeResolved, PartLost, UnitEliminated
from games.astral_sailors.notation import Aim
from games.astral_sailors.options import legality
from games.astral_sailors.rules.combat.answering import React, Reroll
from games.astral_sailors.rules.turns.activation import Melee, Shoot
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Facing
from games.core.types import Seat, Seated
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, piece, unit


@pytest.mark.rules("WE-54", "ASCW-142", "ASCW-143", "ASCW-15", "ASCW-62", "ASCW-D30", "ASCW-D21")
def test_a_lance_sled_splits_its_dice_between_neighbours() -> None:
    cast = [
        unit("R1", "EX10", "H11", Facing.N),
        unit("B1", "QC1", "H5", Facing.S),
        unit("B2", "QC1", "I5", Facing.S),
        unit("B3", "QC1", "K5", Facing.S),
    ]
    fight = Battle(cast, kinds=[kind("QC1", resistance=3)])
    assert fight.code(Shoot("R1", (Aim("B1", 2), Aim("B3", 1)))) == "NOT_CONTIGUOUS"
    assert fight.code(Shoot("R1", (Aim("B1", 2), Aim("B2", 2)))) == "DICE_SUM"
    assert fight.code(Shoot("R1", (Aim("B1", 3), Aim("B2", 0)))) == "DICE_SUM"
    twice = fight.refusal(Shoot("R1", (Aim("B1", 2), Aim("B1", 1))))
    assert twice is not None
    assert twice.rule == "ASCW-D30"
    fight.act(Shoot("R1", (Aim("B1", 2), Aim("B2", 1))), 5, 3, 2, 4, 6, 6)
    first, second = fight.told(ExchangeResolved)
    assert first.pairs == ((7, 5), (5, 3))
    assert second.pairs == ((8, 7),)
    assert (fight.unit("B1").lost, fight.unit("B2").lost) == (2, 1)
    assert (fight.unit("R1").used, fight.unit("R1").ap) == (1, 1)


@pytest.mark.rules("ASCW-108", "ASCW-142", "ASCW-D24")
def test_every_target_of_a_split_attack_has_a_cover_of_its_own() -> None:
    cast = [unit("R1", "EX10", "H11", Facing.N)]
    cast += [unit("B1", "QC1", "H5", Facing.S), unit("B2", "QC1", "J5"), unit("B3", "QC1", "I5")]
    woods = [piece("WO", "J5")]
    fight = Battle(cast, woods, kinds=[kind("QC1", resistance=3)])
    aims = (Aim("B1", 1), Aim("B3", 1), Aim("B2", 1))
    parts = fight.act(Shoot("R1", aims)).under_way.parts
    assert [(part.target, part.half) for part in parts] == [
        *(("B1", False), ("B3", False), ("B2", True))
    ]


@pytest.mark.rules("ASCW-142")
def test_only_units_with_split_attacks_split_them() -> None:
    cast = [unit("R1", "EX3", "H11"), unit("B1", "GU3", "H5"), unit("B2", "GU3", "I5")]
    found = Battle(cast).refusal(Shoot("R1", (Aim("B1", 1), Aim("B2", 1))))
    assert found is not None
    assert found.rule == "ASCW-142"


@pytest.mark.rules("ASCW-143", "ASCW-D30")
def test_a_chain_of_neighbours_is_one_group_in_any_order() -> None:
    cast = [unit("R1", "EX10", "H11")]
    cast += [unit("B1", "GU3", "H5"), unit("B2", "GU3", "J5"), unit("B3", "GU3", "I5")]
    aims = (Aim("B1", 1), Aim("B2", 1), Aim("B3", 1))
    assert Battle(cast).refusal(Shoot("R1", aims)) is None


@pytest.mark.rules("WE-59", "ASCW-136", "ASCW-137", "ASCW-138", "ASCW-142", "ASCW-D21")
def test_parts_of_a_fallen_attacker_are_lost_and_their_reactions_cost_nothing() -> None:
    kinds = [
        kind("QX1", "Split attacks", blows=2, blow_damage=1, cost=8),
        kind("QQ1", "Counter-attack", blow_damage=1),
    ]
    cast = [
        unit("R1", "QX1", "F6", Facing.N),
        unit("B1", "QQ1", "F5", Facing.S, ap=1),
        unit("B2", "QQ1", "G5", Facing.S, ap=1),
    ]
    fight = Battle(cast, kinds=kinds)
    fight.act(Melee("R1", (Aim("B1", 1), Aim("B2", 1))))
    assert fight.asked == [("react", 1), ("react", 1)]
    assert all(question.secret for question in fight.questions)
    assert len({question.key for question in fight.questions}) == 2
    view = SailorsView.of(fight.state, Seated(Seat(1)))
    other = legality.refusal(view, fight.questions[0], React("B2", "counter"))
    assert other is not None
    assert (other.rule, other.sentence) == ("ASCW-D21", "The open question is about B1.")
    fight.answer(1, React("B2", "counter"))
    assert fight.asked == [("react", 1)]
    assert fight.unit("B2").ap == 1
    fight.answer(1, React("B1", "counter"), 2, 5, 6, 3)
    assert fight.unit("R1").place == "reserve"
    assert fight.table.turn.active == ""
    assert (fight.unit("B1").ap, fight.unit("B2").ap) == (0, 1)
    assert [event.target for event in fight.told(PartLost)] == ["B2"]
    assert fight.told(AnswersOpened) == [AnswersOpened(units=("B1", "B2"))]
    assert fight.table.agenda == ()
    assert fight.pool(1) == 4


@pytest.mark.rules("ASCW-D21", "ASCW-D57")
def test_victory_is_checked_before_the_next_part_of_a_split_attack() -> None:
    cast = [
        unit("R1", "EX10", "H11", Facing.N),
        unit("R2", "EX1", "A1"),
        unit("B1", "GU1", "H5", Facing.S, lost=1, absorbed=1),
        unit("B2", "GU3", "I5"),
    ]
    fight = Battle(cast, captains=False)
    own, *others = fight.state.secrets
    assassins = replace(own, objective=1)
    fight.state = replace(fight.state, secrets=(assassins, *others))
    fight.act(Shoot("R1", (Aim("B1", 2), Aim("B2", 1))), 6, 6, 1, 1)
    fight.answer(1, Reroll())
    assert fight.told(UnitEliminated)[0].unit == "B1"
    assert fight.table.result is not None
    assert fight.table.result.team == 0
    assert len(fight.told(ExchangeResolved)) == 1


@pytest.mark.rules("ASCW-142", "ASCW-D30", "ASCW-62")
def test_refusals_of_attacks_count_one_as_one() -> None:
    cast = [
        unit("R1", "EX7", "H8", Facing.N),
        unit("B1", "GU3", "G8", Facing.S),
        unit("B2", "GU3", "H4", Facing.S),
        unit("B3", "GU3", "I4", Facing.S),
    ]
    fight = Battle(cast)
    near = fight.refusal(Shoot("R1", (Aim("B1", 1),)))
    assert near is not None
    assert near.sentence == "B1 is too close to R1: 1 square."
    split = fight.refusal(Shoot("R1", (Aim("B2", 1), Aim("B3", 1))))
    assert split is not None
    assert split.rule == "ASCW-142"
    assert split.instead == "Aim all its dice at one target."
    few = fight.refusal(Shoot("R1", (Aim("B2", 2),)))
    assert few is not None
    assert few.sentence == "R1 attacks with 1 die, but you gave out 2."
