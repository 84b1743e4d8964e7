"""What a turn comes to in a headline and three sentences."""

from __future__ import annotations

from typing import Any

from games.colonial_space_wars import events as e
from games.colonial_space_wars.game import GAME
from games.core.geometry.squares import Square
from games.core.seats import SPECTATOR, Seat, Seated, Viewer
from tests.games.colonial_space_wars.course import Course, hurt, position


def told(course: Course, viewer: Viewer, *texts: str) -> tuple[str, ...]:
    events: list[Any] = []
    for text in texts:
        course.play(text)
        events += course.events
    return GAME.words.digest(GAME.view(course.state, viewer), events, viewer)


TURN = ("ORDER R1: MOVE F5; ATTACK B1 MAX", "ORDER R2: ATTACK B2 MAX", "ORDER R3: MOVE B9")


def battle() -> Course:
    units = {
        "R1": "TEM F6", "R2": "BAS G6", "R3": "BRI A10",
        "B1": hurt("PIL", "F4", 1), "B2": "BAS G4", "B3": "COM L1",
    }  # fmt: skip
    return position(units)


def test_the_loser_hears_of_losses_first() -> None:
    assert told(battle(), Seated(Seat(1)), *TURN) == (
        "You lost B1.",
        "Round 1: Blue has 4 command points (3 from leaders, 1 from a Martyr).",
        "B2 was attacked without a hit.",
        "Red moved R1 and R3.",
    )


def test_others_hear_of_them_by_the_name_of_the_side() -> None:
    assert told(battle(), SPECTATOR, *TURN)[0] == "Blue lost B1."
    assert told(battle(), Seated(Seat(0)), *TURN)[3] == "You moved R1 and R3."


def test_units_that_are_placed_are_counted_until_all_are() -> None:
    placed = [e.UnitDeployed(e.Piece(f"R{n}", "PIL"), Square(n, 9)) for n in range(1, 4)]
    view = GAME.view(battle().state, SPECTATOR)

    def said(*events: e.CswEvent) -> tuple[str, ...]:
        return GAME.words.digest(view, events, SPECTATOR)

    assert said(*placed) == ("Red placed R1, R2 and R3.",)
    assert said(*placed, e.DeploymentDone(Seat(0))) == ("Red has deployed all units.",)


def test_who_was_hurt_and_lives_is_told_with_the_health_left() -> None:
    course = position({"R1": "BAS F6", "R2": "COM A9", "B1": "PIL F4", "B2": "COM L1"})
    said = told(course, Seated(Seat(1)), "ORDER R1: ATTACK B1 MAX", "END")
    assert said[0] == "You have B1 at health 3."


def test_the_end_stands_first() -> None:
    course = position({"R1": "BAS F6", "B1": hurt("PIL", "F4", 1)})
    said = told(course, SPECTATOR, "ORDER R1: ATTACK B1 MAX")
    assert said[:2] == ("Blue has no unit left and is defeated.", "Red wins.")


def test_one_point_and_none_are_told_as_people_say_them() -> None:
    unit = e.Piece("R1", "Commodore")
    pools = [GAME.words.tell(e.Activated(unit, 1, pool)) for pool in (2, 1, 0)]
    assert pools == [
        "R1 Commodore is activated for 1; 2 command points are left.",
        "R1 Commodore is activated for 1; 1 command point is left.",
        "R1 Commodore is activated for 1; no command points are left.",
    ]
    assert [GAME.words.tell(e.TurnEnded(Seat(0), unspent)) for unspent in (2, 1, 0)] == [
        "Red ends the turn; 2 command points are lost.",
        "Red ends the turn; 1 command point is lost.",
        "Red ends the turn.",
    ]
