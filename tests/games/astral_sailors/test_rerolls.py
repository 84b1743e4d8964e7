"""Who may throw failed dice again, and how often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors.events import Rerolled
from games.astral_sailors.rules.combat import exchange, questions
from games.astral_sailors.rules.combat.answering import Reroll
from games.astral_sailors.rules.turns.turns import full_points
from games.core.types import Forbidden
from tests.games.astral_sailors.asked_of import answer_refused
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, unit

ELITE = kind("QA1", "Elite", shots=2, shot_damage=1)
PLAIN = kind("QB1", resistance=4)


def duel(**options: Any) -> Battle:
    return Battle(
        [unit("R1", "QA1", "F6"), unit("B1", "QB1", "F3")], kinds=[ELITE, PLAIN], **options
    )


@pytest.mark.rules("WE-23", "ASCW-145", "ASCW-146", "ASCW-95")
def test_elite_rerolls_one_attack_of_the_round_and_earns_a_point_more() -> None:
    fight = Battle([unit("R1", "EX6", "F6"), unit("B1", "GU3", "F3"), unit("B2", "GU3", "H3")])
    fight.attack("shoot", "R1", "B1", 1, 1, 3)
    assert fight.asked == [("reroll", 0)]
    fight.answer(0, Reroll((0,)), 5)
    assert fight.unit("B1").place == "reserve"
    assert fight.pool(0) == 4
    told = fight.last(Rerolled)
    assert (told.unit, told.role, told.source) == ("R1", "attack", "elite")
    assert (told.before, told.after) == ((1,), (5,))
    fight.attack("shoot", "R1", "B2", 1, 1, 3)
    assert fight.unit("B2").lost == 0
    assert fight.table.agenda == ()


@pytest.mark.rules("WE-24", "ASCW-145", "ASCW-D26")
def test_only_failed_dice_are_thrown_again() -> None:
    fight = duel().attack("shoot", "R1", "B1", 2, 2, 2, 4, 1)
    failed = questions.rerollable(fight.table, fight.under_way)
    assert len(failed) == 1
    won = 1 - failed[0]
    refused = answer_refused(fight.table, 0, Reroll((won,)))
    assert isinstance(refused, Forbidden)
    assert (refused.rule, refused.instead) == ("ASCW-D26", "The failed dice show 2.")
    assert refused.sentence == f"Die {won + 1} has not failed."
    assert answer_refused(fight.table, 0, Reroll((failed[0], failed[0]))) is not None
    fight.answer(0, Reroll(failed))
    assert fight.counts == (1,)
    fight.dice(6)
    assert fight.unit("B1").lost == 2


@pytest.mark.rules("WE-25", "ASCW-148", "ASCW-147", "ASCW-D26", "ASCW-D04")
def test_the_aura_reaches_two_squares() -> None:
    cast = [
        unit("B1", "GU2", "F6"),
        unit("B2", "QB1", "H8"),
        unit("B3", "QB1", "I6"),
        unit("R1", "QA1", "H2"),
    ]
    fight = Battle(cast, kinds=[kind("QA1", shots=2, shot_damage=1), PLAIN])
    table = fight.table
    assert exchange.reroll_sources(table, table.units["B1"], "defence") == ("aura",)
    assert exchange.reroll_sources(table, table.units["B3"], "defence") == ()
    assert full_points(table.kind(table.units["B1"])) == 3
    assert full_points(table.kind(table.units["B2"])) == 2
    fight.attack("shoot", "R1", "B2", 2, 5, 4, 2, 1)
    assert fight.asked == [("reroll", 1)]
    fight.answer(1, Reroll((0, 1)), 6, 2)
    assert fight.unit("B2").lost == 1
    fight.attack("shoot", "R1", "B2", 2, 5, 4, 2, 1)
    assert fight.unit("B2").lost == 3
    fight.attack("shoot", "R1", "B3", 2, 5, 4, 2, 1)
    assert fight.unit("B3").lost == 2


@pytest.mark.rules("ASCW-D26", "ASCW-148")
def test_the_aura_is_not_for_allies_and_not_of_captives() -> None:
    fight = Battle(
        [unit("R1", "EX1", "F6"), unit("B1", "QB1", "F7"), unit("R2", "QB1", "F5")],
        kinds=[PLAIN],
        teams=(2, 2),
        captains=False,
    )
    table = fight.table
    assert exchange.reroll_sources(table, table.units["B1"], "attack") == ()
    assert exchange.reroll_sources(table, table.units["R2"], "attack") == ("aura",)
    fight.put("R1", place="captive", held_by="B1")
    assert exchange.reroll_sources(fight.table, fight.unit("R2"), "attack") == ()


@pytest.mark.rules("ASCW-145", "ASCW-D26")
def test_attack_and_defence_are_separate_uses_unless_agreed_otherwise() -> None:
    for option, left in (("split", ("elite",)), ("single", ())):
        fight = duel(reroll_uses=option).put("R1", rerolls=("attack-elite",))
        assert exchange.reroll_sources(fight.table, fight.unit("R1"), "attack") == ()
        assert exchange.reroll_sources(fight.table, fight.unit("R1"), "defence") == left


@pytest.mark.rules("ASCW-D26")
def test_both_sources_serve_once_each_but_not_in_the_same_resolution() -> None:
    fight = Battle(
        [unit("R1", "QA1", "F6"), unit("R2", "EX1", "F7"), unit("B1", "QB1", "F3")],
        kinds=[ELITE, PLAIN],
    )
    assert exchange.reroll_sources(fight.table, fight.unit("R1"), "attack") == ("aura", "elite")
    shared = replace(fight.table, agreement=fight.table.agreement.replace(aura_scope="shared"))
    assert exchange.reroll_sources(shared, fight.unit("R1"), "attack") == ("elite", "aura")
    for source in ("aura", "elite"):
        fight.attack("shoot", "R1", "B1", 2, 1, 1, 6, 6)
        fight.answer(0, Reroll((0, 1)), 1, 1)
        assert fight.last(Rerolled).source == source
        assert fight.table.agenda == ()
    fight.attack("shoot", "R1", "B1", 2, 1, 1, 6, 6)
    assert fight.table.agenda == ()


@pytest.mark.rules("ASCW-D26")
def test_a_shared_aura_serves_one_attack_and_one_defence_of_each_commander() -> None:
    cast = [
        unit("R1", "QA1", "F6"),
        unit("R2", "EX1", "F7"),
        unit("R3", "EX1", "G7"),
        unit("R4", "QB1", "G6"),
        unit("B1", "QB1", "F3"),
    ]
    fight = Battle(cast, kinds=[ELITE, PLAIN], aura_scope="shared")
    assert exchange.reroll_sources(fight.table, fight.unit("R1"), "attack") == ("elite", "aura")
    for code, lent in (("R4", {"R2": ("attack",)}), ("R2", {"R3": ("attack",)})):
        fight.attack("shoot", code, "B1", 1, 1, 6)
        fight.answer(0, Reroll((0,)), 1)
        for commander, uses in lent.items():
            assert fight.unit(commander).lent == uses
    assert exchange.reroll_sources(fight.table, fight.unit("R1"), "attack") == ("elite",)
    assert exchange.reroll_sources(fight.table, fight.unit("R1"), "defence") == ("elite", "aura")
    single = fight.then(agreement=_with_single(fight))
    assert exchange.reroll_sources(single.table, fight.unit("R1"), "defence") == ("elite",)


def _with_single(fight: Battle) -> Any:
    return fight.table.agreement.replace(reroll_uses="single")


@pytest.mark.rules("ASCW-D21", "ASCW-D26")
def test_the_attacker_decides_first_and_the_defender_sees_the_result() -> None:
    cast = [unit("R1", "QA1", "F6"), unit("B1", "QE1", "F3")]
    fight = Battle(cast, kinds=[ELITE, kind("QE1", "Elite", resistance=4)])
    fight.attack("shoot", "R1", "B1", 2, 5, 1, 3, 3)
    assert fight.asked == [("reroll", 0)]
    first = fight.questions[0].key
    fight.answer(0, Reroll((1,)), 4)
    assert fight.asked == [("reroll", 1)]
    assert fight.questions[0].key != first
    assert fight.under_way.throw is not None
    assert fight.under_way.throw.attack == (5, 4)
    fight.answer(1, Reroll())
    assert fight.unit("B1").lost == 2
    assert fight.unit("B1").rerolls == ()
    assert fight.unit("R1").rerolls == ("attack-elite",)


@pytest.mark.rules("ASCW-D26")
def test_nobody_is_asked_without_a_failed_die() -> None:
    fight = duel().attack("shoot", "R1", "B1", 2, 6, 6, 1, 1)
    assert fight.unit("B1").lost == 2
    assert fight.table.asked == 0
