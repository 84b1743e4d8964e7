"""What a turn comes to in a headline and three sentences."""

from __future__ import annotations

from games.core.editing.acts import Edited
from games.core.seats import Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.words.digests import digest
from tests.games.galaxy_aflame import reports as r
from tests.games.galaxy_aflame.reports import AT

RED, BLUE = Seat(0), Seat(1)
MARCH = e.Moved(r.REEF, (AT("24 31"), AT("24 28")), 30, run=False)
TURN = (r.T03, *r.FLED, r.T09, r.T13_RETURNED, MARCH, e.TurnStarted(BLUE, 2, 2, 7, 1))


def test_the_loser_hears_of_losses_first() -> None:
    assert digest(BLUE, TURN) == (
        "You lost B1.",
        "Red lost 1 model of R2.",
        "Red's R4 is shaken.",
        "Round 2, Blue to play: 2 reserve units may arrive after losing 7 models and 1 unit.",
    )


def test_the_other_hears_first_of_its_own() -> None:
    assert digest(RED, TURN)[:3] == (
        "You lost 1 model of R2.",
        "Your R4 is shaken.",
        "Blue lost B1.",
    )


def test_a_spectator_hears_both_by_the_names_of_their_sides() -> None:
    assert digest(None, TURN)[:3] == (
        "Red lost 1 model of R2.",
        "Blue lost B1.",
        "Red's R4 is shaken.",
    )


def test_models_lost_in_several_attacks_are_added_up() -> None:
    assert digest(BLUE, (r.T03, r.T05))[0] == "You lost 3 models of B1."


def test_a_unit_that_is_out_is_not_told_by_its_models() -> None:
    lost = (r.T03, e.Removed(r.RIFLES, AT("24 12"), "shot", 0))
    assert digest(BLUE, lost) == ("You lost B1.",)


def test_who_fell_back_and_who_is_suppressed_is_told_in_one_sentence() -> None:
    told = digest(RED, (r.T07, r.T07_BACK))
    assert told == ("You lost 3 models of R1.", "Your R1 fell back, R1 and R2 are suppressed.")


def test_a_suppression_that_has_ended_is_not_told() -> None:
    over = e.SuppressionEnded((r.RIFLES,))
    assert digest(BLUE, (r.T04, over)) == ("Your B1 came under fire without loss.",)


def test_fire_without_effect_is_told_to_both() -> None:
    missed = r.shot(r.INFECTORS, r.RIFLES, 1, 2, 3)
    assert digest(BLUE, (missed,)) == ("Your B1 came under fire without loss.",)
    assert digest(RED, (missed,)) == ("Blue's B1 came under fire without loss.",)


def test_passengers_of_a_wreck_count_with_their_transport() -> None:
    assert digest(RED, (r.T29, r.T29_REMOVED, r.T29_OUT)) == ("You lost R3 and 2 models of R2.",)


def test_moves_and_arrivals_are_counted_by_side() -> None:
    arrival = e.Placed(r.GUNS, AT("24 5"), arrives=True)
    boarded = e.Embarked(r.INFECTORS, r.SKIFF, AT("24 30"), AT("24 28"))
    assert digest(RED, (MARCH, boarded, arrival)) == ("Blue brought B2.", "You moved R2 and R1.")


def test_of_many_units_only_the_number_is_told() -> None:
    moved = [
        e.Moved(e.Piece(f"R{number}", "Infectors"), (AT("1 1"), AT("2 1")), 10, run=False)
        for number in range(1, 8)
    ]
    assert digest(BLUE, moved) == ("Red moved 7 units.",)


def test_of_several_turns_only_the_last_begins() -> None:
    turns = [e.TurnStarted(RED, 1, 0, 0, 0), e.TurnStarted(BLUE, 1, 0, 0, 0)]
    assert digest(RED, turns) == ("Round 1, Blue to play.",)


def test_the_draft_is_told_step_by_step_until_the_hands_are_known() -> None:
    step = e.Drafted(RED, r.INFECTORS, "Walker")
    hands = e.HandsDrawn(((r.INFECTORS,), (r.RIFLES,)))
    assert digest(BLUE, (step,)) == ("Red took R1 Infectors and denied Walker.",)
    assert digest(BLUE, (step, hands)) == (
        "Red commands R1 Infectors. Blue commands B1 Line Rifles.",
    )


def test_the_end_and_the_referee_come_before_other_news() -> None:
    edited = Edited(what="set the round", before="1", after="2")
    over = e.GameOver(RED, "units")
    assert digest(BLUE, (r.T04, edited, *r.FLED, over)) == (
        "Blue has no unit left: Red wins.",
        "You lost B1.",
        "The referee set the round from 1 to 2.",
    )


def test_trifles_are_told_where_nothing_else_happened() -> None:
    assert digest(RED, (e.TurnEnded(BLUE),)) == ("Blue ended the turn.",)
