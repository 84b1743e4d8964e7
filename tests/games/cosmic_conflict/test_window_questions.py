"""The question of every window, word for word."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.rules.windows import WindowKey
from games.cosmic_conflict.table.conditions import NAMES
from games.cosmic_conflict.table.orders import MAIN
from games.cosmic_conflict.table.tasks import (
    Asking,
    DamageTask,
    Determining,
    Exchanging,
    Firing,
    FiringStage,
    HitSource,
    Hurt,
    Interruption,
    InterruptPoint,
)
from games.cosmic_conflict.table.units import Table
from games.cosmic_conflict.words.questions import QUESTIONS
from tests.games.cosmic_conflict.duels import ASTEROIDS, at, attack, duel
from tests.games.cosmic_conflict.outcomes import hull, ship
from tests.games.cosmic_conflict.scenes import scene, unit
from tests.games.cosmic_conflict.seeing import asked, hiding, seen


def test_every_window_has_its_question() -> None:
    assert set(QUESTIONS) == set(get_args(WindowKey))


# --- Attacks ---


def firing(table: Table, stage: FiringStage, *dice: int, left: int = 0) -> Firing:
    made = Firing("a1", 0, "b1", attack=attack(table), dice=dice, left=left)
    return replace(made, stage=stage)


def test_evasive_actions_are_asked_for_with_the_mean_damage() -> None:
    table = duel("VANG", "VANG", "10", slots=(MAIN,))
    task = firing(table, "evasive")
    question = (
        "a1 Vanguard attacks your b1 Vanguard with KIN1 over 10: reveal Evasive Actions? "
        "Mean damage 3.3, with them 2.7."
    )
    assert asked(seen(table, 2, task, sheet=hiding("b1", "evasive"))) == question
    assert asked(seen(table, 2, task, sheet=hiding("b1", "focus"))) == (
        f"{question} It hides no Evasive Actions."
    )


def test_a_reroll_is_asked_for_with_its_means_and_the_mean_of_each_die() -> None:
    """W-46: 26/6 and 12/6."""
    table = at(duel("PART", "PART", "9"), "a1", slots=(MAIN,))
    task = firing(table, "reroll", 1, 5)
    begins = "a1 Partisan grazes b1 Partisan with KIN1 for 3 (dice 1 and 5): reroll a die"
    means = "Mean damage then: ACC 4.3, DMG 2.0."
    assert asked(seen(table, 1, task, sheet=hiding("a1", "focus"))) == (
        f"{begins} by Offensive Focus or Re-aim? {means}"
    )
    assert asked(seen(table, 1, task, sheet=hiding("a1", "evasive"))) == (
        f"{begins} by Re-aim? {means}"
    )
    assert asked(seen(table, 1, task)) == f"{begins}? {means} It has nothing to reroll with."


def test_two_damage_dice_are_told_apart() -> None:
    """25/6, 42/6 and 28/6."""
    table = at(duel("TEMP", "VANG", "9"), "a1", token=True)
    told = asked(seen(table, 1, firing(table, "reroll", 5, 2, 6)))
    assert "(dice 5, 2 and 6)" in told
    assert told.endswith("Mean damage then: ACC 4.2, DMG1 7.0, DMG2 4.7.")


def test_blocking_tells_how_many_requests_are_left_and_through_what() -> None:
    """W-41: 33/6 and 21/6."""
    table = duel("VANG", "VANG", "10", terrain=[ASTEROIDS])
    assert asked(seen(table, 2, firing(table, "blocking", 5, 6, left=1))) == (
        "a1 Vanguard hits b1 Vanguard with KIN1 for 6 (dice 5 and 6): which die must be rolled "
        "again? 1 request left through T1. Mean damage then: ACC 5.5, DMG 3.5."
    )


def test_a_dodge_tells_what_it_would_do() -> None:
    """W-46."""
    table = duel("PART", "PART", "9", token=True)
    task = firing(table, "dodge", 3, 5)
    begins = "a1 Partisan hits b1 Partisan with KIN1 for 5 (dice 3 and 5): dodge? Accuracy 3 → 2"
    assert asked(seen(table, 2, task)) == f"{begins} makes it a glance for 3."
    hidden = at(table, "b1", token=False, slots=(MAIN,))
    assert asked(seen(hidden, 2, task)).endswith(" for 3. It cannot pay for Dodge.")


# --- Damage ---


def test_tracks_are_asked_for_with_their_boxes() -> None:
    table = hull(ship(4, "SHD", "ARM"), absorbers=(4, 10))
    assert asked(seen(table, 2, Hurt("b1", 6, "attack", "a1", HitSource("RKT", 3)))) == (
        "6 damage to your b1 Ship: which track takes it first, SHD1 (4 left) or ARM1 (10 left)? "
        "By default in this order."
    )


def test_brace_for_impact_is_asked_for_with_the_health() -> None:
    table = hull(ship(2), health=8, slots=(MAIN,))
    task = Hurt("b1", 5, "attack", "a1")
    question = (
        "5 damage will complete a Health row of your b1 Ship (Health 12 of 20 left): "
        "reveal Brace for Impact?"
    )
    assert asked(seen(table, 2, task, sheet=hiding("b1", "brace"))) == question
    assert asked(seen(table, 2, task)) == f"{question} It hides no Brace for Impact."


def condition(*results: int, wanted: int = 1, final: bool = False) -> DamageTask:
    return DamageTask("b1", (Determining(results, wanted, final),))


def test_conditions_are_asked_for_by_number_and_name() -> None:
    table = hull(ship(2), token=True)
    assert asked(seen(table, 2, condition(7, 9, wanted=2))) == (
        "Which Condition does your b1 Ship keep: 7 Serious Damage or 9 Component Damage?"
    )
    control = "Component Damage (9) comes up for your b1 Ship: roll another by Damage Control?"
    assert asked(seen(table, 2, condition(9))) == control
    hidden = hull(ship(2), slots=(MAIN,))
    assert asked(seen(hidden, 2, condition(9))) == f"{control} It cannot pay for Damage Control."


@pytest.mark.parametrize(
    ("code", "result", "ways"),
    [
        ("VANG", 8, "deactivate BEAM2 and KIN2; or BEAM1; or KIN1? By default the first."),
        ("VANG", 9, "deactivate MAN1 and PWS1; or ARM1; or SHD1? By default the first."),
        ("HALB", 11, "A, no Hyperspace, or B, no change of Velocity?"),
    ],
)
def test_deactivations_are_asked_for_by_what_is_possible(code: str, result: int, ways: str) -> None:
    design = BASE.designs[code]
    question = asked(seen(hull(design), 2, condition(result, final=True)))
    assert question == f"{NAMES[result]} of your b1 {design.name}: {ways}"


def test_of_many_ways_to_deactivate_the_first_are_named() -> None:
    table = hull(ship(2, "ECM", "NAV", "AWS", "ARM", "SHD", "FLH", "FH", "NAV"))
    told = asked(seen(table, 2, condition(9, final=True)))
    assert told.endswith("; or 2 more ways? By default the first.")


# --- Moves, interrupts and the Resolution Phase ---


def test_a_pws_exchange_is_asked_for_with_the_dice_of_both() -> None:
    table = scene(unit("a1", "WREN", "10 10"), unit("b1", "BULW", "10 11.5"))
    assert asked(seen(table, 2, Exchanging("a1", (), ("b1",)))) == (
        "a1 Wren has come within 1.5 of your b1 Bulwark: exchange PWS fire? Your 2 dice against 1."
    )


@pytest.mark.rules("CC-029", "D-065")
@pytest.mark.parametrize(
    ("point", "begins"),
    [
        ("activates", "a1 Halberd begins its activation"),
        ("attacks", "a1 Halberd is about to fire"),
        ("moves", "a1 Halberd is about to move"),
        ("moved", "a1 Halberd has moved"),
    ],
)
def test_interrupts_tell_who_could_fire(point: InterruptPoint, begins: str) -> None:
    """The Halberds of W-67."""
    table = scene(unit("a1", "HALB", "20 15"), unit("b1", "HALB", "20 5.5", token=True, used=(2,)))
    assert asked(seen(table, 2, Interruption(2, point, "a1"))) == (
        f"{begins}: fire now? Able: b1 (SNAP: KIN1)."
    )


def test_interrupts_count_what_the_own_ships_really_hide() -> None:
    ready = unit("b1", "HALB", "20 5.5", slots=(MAIN,), activated=True)
    table = scene(unit("a1", "HALB", "20 15"), ready)
    task = Interruption(2, "ends")
    begins = "The Activation Phase ends: fire now?"
    assert asked(seen(table, 2, task)) == f"{begins} None of your ships hides what it needs."
    assert asked(seen(table, 2, task, sheet=hiding("b1", "brace"))) == (
        f"{begins} Able: b1 (SNAP: KIN1, BEAM1)."
    )
    assert asked(seen(table, 2, task, sheet=hiding("b1", "contingent"))) == (
        f"{begins} Able: b1 (CONTINGENT or SNAP: KIN1, BEAM1)."
    )


def test_reinforced_shields_tell_what_they_regain() -> None:
    """W-53."""
    table = scene(unit("a1", "PART", "10 10", absorbers=(3, 5), slots=(MAIN,)))
    question = "Reinforce the Shields of your a1 Partisan? They regain 4 boxes."
    task = Asking("reinforce", "a1")
    assert asked(seen(table, 1, task, sheet=hiding("a1", "reinforce"))) == question
    assert asked(seen(table, 1, task)) == f"{question} It hides no Reinforce Shields."
    open_already = at(table, "a1", slots=(), revealed=("reinforce",))
    assert asked(seen(open_already, 1, task)) == question


def test_a_survey_tells_how_far_the_ship_has_come() -> None:
    """W-59."""
    table = scene(unit("a1", "DART", "10 15.01", slots=(MAIN,)))
    view = seen(table, 1, Asking("survey", "a1"), sheet=hiding("a1", "scanners"))
    assert asked(view, "resolve") == (
        "Reveal Enhance Scanners of your a1 Dart for a token of Deep Survey? It is 15 from its "
        "starting edge, in the far half."
    )


def test_a_jump_tells_when_the_ship_leaves() -> None:
    table = scene(unit("b1", "HALB", "20 5.5", slots=(MAIN,)))
    view = seen(table, 2, Asking("jump", "b1"), sheet=hiding("b1", "jump"))
    assert asked(view) == (
        "Reveal Jump to Hyperspace of your b1 Halberd? It leaves when it is activated."
    )
