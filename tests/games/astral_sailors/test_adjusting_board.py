"""What a referee sets of units and of the board, and what comes along with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.game import AstralSailors
from games.astral_sailors.table import Poison, Scenery
from tests.games.astral_sailors.by_hand import Referee, skirmish
from tests.games.astral_sailors.positions import piece, table, unit

GAME = AstralSailors()

# --- Units, in detail ---


def test_a_unit_that_leaves_the_board_leaves_its_marks_there() -> None:
    there = Referee(skirmish()).sets("R2 RE 1", "R2 COVER YES", "R2 POISON B2:1:2", "R2 KILLS 1")
    there.sets("R2 RESERVE")
    gone = there.unit("R2")
    assert (gone.lost, gone.ap, gone.cover, gone.poison) == (0, 0, False, ())
    assert (gone.kills, gone.c, gone.r) == (1, -1, -1)
    there.sets("R2 TO C6")
    assert (there.unit("R2").ap, there.unit("R2").seen) == (0, True)


@pytest.mark.rules("ASCW-119", "ASCW-D61")
def test_a_captive_goes_with_its_captor_until_it_is_put_on_a_square() -> None:
    there = Referee(skirmish()).sets("R2 HOLDS B1")
    assert there.said == "The referee makes B1 a captive of R2."
    assert (there.unit("B1").place, there.unit("B1").held_by) == ("captive", "R2")
    there.sets("R2 TO E6")
    assert (there.unit("B1").c, there.unit("B1").r) == (4, 5)
    for text in ("R2 OUT", "R2 BECOMES B9", "DELETE R2", "DELETE B1"):
        assert "TO C5" in there.refused(text).instead
    there.sets("B1 TO N14")
    assert (there.unit("R2").holds, there.unit("B1").held_by) == ("", "")
    assert there.unit("B1").place == "board"


def test_a_new_owner_brings_a_new_code_and_poison_goes_on_under_it() -> None:
    there = Referee(skirmish()).sets("R1 TO B3", "B2 BECOMES R4")
    assert list(there.table.units) == ["R1", "R2", "R3", "R4", "B1", "B3"]
    assert there.unit("R4").seat == 0
    assert there.said == "The referee gives B2 to Red as R4."
    of = table(
        (
            *(unit("R1", "EX1", "B2"), unit("R2", "EX4", "C5")),
            *(unit("B1", "GU1", "N14"), unit("B2", "GU8", "D5"), unit("G1", "GU1", "P20")),
        ),
        teams=(1, 1, 1),
    )
    there = Referee(of).sets("R2 POISON B2:1:2", "B2 BECOMES G2")
    assert there.unit("R2").poison == (Poison("G2", 1, 2),)
    assert "R2 is poisoned by G2, which does not exist." in str(there.refused("DELETE G2"))


def test_a_seat_without_its_main_commander_has_the_next_one() -> None:
    there = Referee(skirmish()).sets("CREATE R4 EX1", "R4 TO A9", "R1 BECOMES B9")
    assert there.table.players[0].main == "R4"
    assert there.table.players[1].main == "B1"
    there.sets("MAIN BLUE B9", "DELETE R4")
    assert there.table.players[0].main == ""
    assert there.table.players[1].main == "B9"
    assert there.said.startswith("The referee deletes R4")


def test_units_come_into_being_in_the_reserve_in_the_order_of_codes() -> None:
    there = Referee(skirmish()).sets("CREATE R9 EX3", "CREATE R5 CV1")
    assert list(there.table.units)[:5] == ["R1", "R2", "R3", "R5", "R9"]
    assert there.unit("R9").place == "reserve"
    assert "adds a unit to the Reserve: R5" in there.said


def test_the_active_unit_is_active_no_more_when_it_is_gone_or_fresh() -> None:
    for text in ("R2 OUT", "R2 ACTIVATED NO", "DELETE R2", "R2 BECOMES B9"):
        of = skirmish()
        turn = replace(of.turn, active="R2", struck=(0,))
        there = Referee(replace(of, turn=turn)).puts("R2", activated=4).sets(text)
        assert (there.table.turn.active, there.table.turn.struck) == ("", ())


def test_a_unit_of_the_seat_on_turn_is_made_the_active_one() -> None:
    there = Referee(skirmish())
    assert there.refused("MOVED YES").rule == "ASCW-48"
    there.sets("R2 BEGUN", "MOVED YES")
    assert (there.table.turn.active, there.table.turn.moved) == ("R2", True)
    assert there.unit("R2").activated == there.table.round
    assert "B2 cannot be the active unit." in str(there.refused("B2 BEGUN"))
    assert "R3 is in the Reserve but" in str(there.refused("R3 BEGUN"))
    there.sets("R1 BEGUN")
    assert (there.table.turn.active, there.table.turn.moved) == ("R1", False)


# --- The board ---


def test_scenery_is_laid_turned_and_taken_away() -> None:
    there = Referee(skirmish()).sets("SCENERY ADD CR J3")
    assert there.said == "The referee places the Crate on J3."
    there.sets("SCENERY G8 REMOVE")
    assert there.said == "The referee removes the high wall on F8."
    there.sets("SCENERY ADD WA F10 TURNED", "SCENERY ADD CR A14 TURNED")
    assert there.table.pieces[1:] == (piece("WA", "F10", turned=True), piece("CR", "A14"))
    there.sets("SCENERY F12 REMOVE", "SCENERY A14 REMOVE")
    assert there.table.pieces == (Scenery("CR", 9, 2),)


def test_a_piece_may_come_to_lie_under_who_can_stand_on_it() -> None:
    there = Referee(skirmish())
    assert "R2" in str(there.refused("SCENERY ADD FE C5"))
    there.sets("SCENERY ADD MU C5").sets("SCENERY ADD BU A9")


@pytest.mark.rules("ASCW-D16")
def test_pieces_that_struck_the_active_unit_are_known_by_their_new_places() -> None:
    of = skirmish()
    pieces = (*of.pieces, piece("CR", "A15"), piece("CR", "C15"))
    turn = replace(of.turn, struck=(0, 2))
    there = Referee(replace(of, pieces=pieces, turn=turn)).sets("SCENERY A15 REMOVE")
    assert there.table.turn.struck == (0, 1)


@pytest.mark.rules("ASCW-131", "ASCW-D63")
def test_a_quadrant_has_one_holder() -> None:
    there = Referee(skirmish()).sets("QUADRANT Q1-2 A 2")
    assert there.said == "The referee sets the counter of Team A in Q1-2 from not held to captured."
    there.sets("QUADRANT Q1-2 B 1")
    assert [team.quadrants for team in there.table.teams] == [{}, {"Q1-2": 1}]
    there.sets("QUADRANT Q1-2 B 0")
    assert not any(team.quadrants for team in there.table.teams)
