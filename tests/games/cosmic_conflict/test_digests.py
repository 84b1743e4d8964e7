"""What a turn comes to in a headline and three sentences."""

from __future__ import annotations

from games.core.editing.acts import Edited
from games.core.seats import Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.catalogue import BASE
from games.cosmic_conflict.words.digests import digest
from tests.games.cosmic_conflict import reports as r
from tests.games.cosmic_conflict.duels import duel, gun
from tests.games.cosmic_conflict.outcomes import hull
from tests.games.cosmic_conflict.reports import BULWARK, CITADEL, HEARTH, LONGBOW
from tests.games.cosmic_conflict.scenes import du

SOUTH, NORTH = Seat(0), Seat(1)
HURT = r.damaged(hull(BASE.designs["PART"], health=8, absorbers=(3, 2)), 9, 5, 4)
GRAZED = r.hurt(hull(BASE.designs["PART"]), 2)
MISSED = r.attacked(duel(gun("KIN", 5), "BULW", "14"), 2, 5)
LAUNCHED = e.MissileLaunched(LONGBOW, ("MSL1", "Missiles"), BULWARK, "t1", du("20 5"), du("20 15"))
BEGUN = (e.TurnBegan(2, 1), e.OrdersGiven(("a1",), ("b3",)))


def test_the_loser_hears_of_losses_first() -> None:
    events = (e.Activated(CITADEL), HURT, r.lost(BULWARK), e.TurnBegan(2, 1))
    assert digest(NORTH, events) == (
        "Your b3 Bulwark was destroyed.",
        "Your b1 Partisan took 9 (Component Damage, Health 18 of 30 left).",
        "Turn 2 begins: Side 1 has the initiative.",
        "Side 1 activated a1 Citadel.",
    )


def test_others_hear_of_both_sides_by_their_names() -> None:
    events = (HURT, r.lost(BULWARK))
    told = (
        "Side 2's b3 Bulwark was destroyed.",
        "Side 2's b1 Partisan took 9 (Component Damage, Health 18 of 30 left).",
    )
    assert digest(SOUTH, events) == digest(None, events) == told


def test_own_losses_come_before_those_of_the_enemy() -> None:
    assert digest(SOUTH, (r.lost(BULWARK), r.lost(HEARTH, "a6", "a7"))) == (
        "Your a5 Hearth, a6 and a7 were destroyed.",
        "Side 2's b3 Bulwark was destroyed.",
    )


def test_ships_that_crash_and_ships_that_flee_are_losses_too() -> None:
    crashed = e.Crashed(CITADEL, "T1", du("27 13"))
    fled = e.Fled(LONGBOW, "edge", du("55 10"))
    assert digest(SOUTH, (crashed, fled)) == (
        "Your a1 Citadel was destroyed.",
        "Your a2 Longbow fled.",
    )


def test_damage_of_several_attacks_is_added_up() -> None:
    assert digest(NORTH, (GRAZED, GRAZED)) == ("Your b1 Partisan took 4 (absorbed).",)


def test_the_damage_of_a_ship_that_is_gone_is_not_told() -> None:
    gone = r.lost(e.Piece("b1", "Partisan"))
    assert digest(NORTH, (HURT, gone)) == ("Your b1 Partisan was destroyed.",)


def test_of_many_units_only_the_number_is_told() -> None:
    many = tuple(r.lost(e.Piece(f"b{at}", "Dart")) for at in range(1, 6))
    assert digest(NORTH, many) == ("Your 5 units were destroyed.",)


def test_fire_without_damage_is_told_to_both() -> None:
    assert digest(NORTH, (MISSED,)) == ("Your b1 Bulwark came under fire without damage.",)
    assert digest(SOUTH, (MISSED,)) == ("Side 2's b1 Bulwark came under fire without damage.",)


def test_missiles_are_told_while_they_are_on_their_way() -> None:
    assert digest(NORTH, (LAUNCHED,)) == ("Missiles are on their way to your b3 Bulwark.",)
    lost = e.MissileLost("t1", du("20 15"), BULWARK, "target")
    assert digest(NORTH, (LAUNCHED, lost)) == ("t1 is lost: b3 Bulwark is gone.",)


def test_of_several_turns_only_the_last_begins() -> None:
    assert digest(SOUTH, (*BEGUN, e.TurnBegan(3, 2))) == (
        "Turn 3 begins: Side 2 has the initiative.",
        "Orders: a1. Tokens: b3.",
    )


def test_the_end_comes_first_and_the_referee_before_other_news() -> None:
    edited = Edited(what="set the turn", before="1", after="2")
    over = e.GameOver((2, 1), 1, "victory")
    assert digest(SOUTH, (HURT, edited, r.lost(BULWARK), over)) == (
        "Side 1 wins: 2 victory conditions to 1, a victory.",
        "The referee set the turn from 1 to 2.",
        "Side 2's b3 Bulwark was destroyed.",
        "Side 2's b1 Partisan took 9 (Component Damage, Health 18 of 30 left).",
    )


def test_own_steps_that_stopped_and_scans_are_told() -> None:
    stopped = e.StepsStopped(2, "MOVE V0", "It is off the board.")
    found = e.ScanFound(BULWARK, ("evasive",))
    assert digest(SOUTH, (found, stopped)) == (
        "Your activation stopped at step 2, MOVE V0: It is off the board.",
        "b3 Bulwark hides Evasive Actions.",
    )


def test_trifles_are_told_where_nothing_else_happened() -> None:
    assert digest(SOUTH, (e.Passed(2, 1),)) == ("Side 2 passes at Size 1.",)
