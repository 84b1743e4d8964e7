"""What is drawn over the preview of a move, and under the choices of a question."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.overlay import Arrow, Ghost, Overlay, Region, Ring, Route
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.options.sketches import sector, sketch
from tests.games.cosmic_conflict.activations import acting, ship
from tests.games.cosmic_conflict.asking import alone, asked, question
from tests.games.cosmic_conflict.matches import Match, quick, standing
from tests.games.cosmic_conflict.scenes import scene, unit


def drawn(match: Match, text: str) -> Overlay[Any]:
    given = asked(match)
    move = NOTATION.read(given, text)
    assert NOTATION.refusal(given, move) is None
    return sketch(given.view, move)


def parts(overlay: Overlay[Any], kind: type[Any]) -> list[Any]:
    return [part for part in overlay.parts if isinstance(part, kind)]


@pytest.mark.rules("W-02")
def test_w02_a_move_is_drawn_with_its_straight_part_disc_and_ghost() -> None:
    fast = ship("a1", "WREN", "20 10", heading=30, velocity=4)
    overlay = drawn(alone(fast, ship("b1", "PART", "40 25")), "MOVE V+1 BEARING 75 2 TURN 60")
    (route,) = parts(overlay, Route)
    step2, end = Point(2250, 1433), Point(2443, 1484)
    assert route.places == (Point(2000, 1000), step2, end)
    assert route.told == "a1 moves 5 ahead and shifts 2"
    disc = parts(overlay, Ring)[0]
    assert (disc.place, disc.radius) == (step2, 200)
    (ghost,) = parts(overlay, Ghost)
    assert (ghost.place, ghost.label) == (end, "a1")
    (bow,) = parts(overlay, Arrow)
    assert (bow.start, bow.end, bow.told) == (end, Point(2643, 1484), "a1 heads 90")
    assert end in overlay.focus


def test_a_move_without_a_way_has_no_line() -> None:
    still = ship("a1", "PART", "20 10", velocity=0)
    overlay = drawn(alone(still, ship("b1", "PART", "40 25")), "MOVE V0")
    assert not parts(overlay, Route)
    assert parts(overlay, Ghost)[0].place == Point(2000, 1000)


@pytest.mark.rules("D-007")
def test_the_arcs_of_weapons_are_sectors_with_their_ranges() -> None:
    """A Dart fires Rockets ahead: 6, 12 and 18."""
    overlay = drawn(alone(ship("a1", "DART", "20 10"), ship("b1", "PART", "40 25")), "MOVE V0")
    (arcs,) = parts(overlay, Region)
    assert arcs.places == frozenset({sector(Point(2000, 1200), 0, "F", 600)})
    assert arcs.told == "arc F to 6"
    assert parts(overlay, Ring)[-1].radius == 1800
    corners = sector(Point(2000, 1000), 0, "F", 1000).corners
    assert {Point(2000, 1000), Point(1293, 1707), Point(2707, 1707)} <= set(corners)


@pytest.mark.rules("CC-031", "CC-084")
def test_a_shot_is_a_line_with_its_mean() -> None:
    overlay = drawn(
        alone(ship("a1", "PART", "20 5"), ship("b1", "PART", "20 14")), "FIRE KIN1 AT b1"
    )
    (line,) = parts(overlay, Arrow)
    assert (line.start, line.end) == (Point(2000, 500), Point(2000, 1400))
    assert line.label == "3.0"
    assert line.told == "a1 KIN1 at b1: 9, 3.0 on average"


@pytest.mark.rules("W-28", "CC-099")
def test_w28_a_distant_missile_goes_to_its_token_first() -> None:
    found = alone(ship("a1", "LONG", "10 5", heading=30), ship("b1", "PART", "24 20"))
    overlay = drawn(found, "FIRE MSL1 AT b1")
    token = Point(1682, 1231)
    assert parts(overlay, Route)[0].places == (Point(1000, 500), token)
    assert parts(overlay, Arrow)[0].start == token
    assert parts(overlay, Ring)[0].radius == 1000
    typed = drawn(found, "FIRE MSL1 AT b1 TOKEN 10 15")
    assert parts(typed, Arrow)[0].start == Point(1000, 1500)


@pytest.mark.rules("CC-156")
def test_an_interrupt_is_drawn_from_the_ship_that_fires() -> None:
    found = acting(ship("a1", "PART", "20 5"), ship("b1", "PART", "20 14", token=True))
    overlay = drawn(found.play("ACTIVATE a1"), "SNAP b1 KIN1 AT a1 PAY TOKEN")
    assert parts(overlay, Arrow)[0].start == Point(2000, 1400)


def test_an_activation_is_drawn_as_a_whole_with_what_follows_its_move_from_there() -> None:
    found = acting(ship("a1", "PART", "20 5"), ship("b1", "PART", "20 14"))
    before = drawn(found, "ACTIVATE a1; FIRE KIN1 AT b1; MOVE V+1; DONE")
    (route,) = parts(before, Route)
    assert route.places == (Point(2000, 500), Point(2000, 800))
    assert [part.start for part in parts(before, Arrow) if "KIN" in part.told] == [Point(2000, 500)]
    after = drawn(found, "ACTIVATE a1; MOVE V+1; FIRE KIN1 AT b1; DONE")
    assert [part.start for part in parts(after, Arrow) if "KIN" in part.told] == [Point(2000, 800)]
    far = acting(ship("a1", "PART", "20 5"), ship("b1", "PART", "40 28"))
    impossible = drawn(far, "ACTIVATE a1; MOVE V+1; FIRE KIN1 AT b1; DONE")
    assert not [part for part in parts(impossible, Arrow) if "KIN" in part.told]


def test_places_and_flights_show_where_the_unit_would_be() -> None:
    found = quick().play("1: FLEET Q1", "2: FLEET Q2").roll(6, 1)
    overlay = drawn(found, "PLACE a1 18 4 HEADING 90")
    assert parts(overlay, Ghost)[0].place == Point(1800, 400)
    assert parts(overlay, Arrow)[0].end == Point(2000, 400)
    fighter = unit("a1", "MACE", "20 10", carrier="a2")
    flying = alone(fighter, ship("a2", "HEAR", "20 2"), ship("b1", "PART", "40 25"))
    overlay = drawn(flying, "MOVE TO 20 17")
    assert parts(overlay, Route)[0].places == (Point(2000, 1000), Point(2000, 1700))
    assert parts(overlay, Ring)[0].radius == 600


@pytest.mark.rules("CC-143")
def test_a_question_about_a_fighter_aboard_rings_nothing() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"),
        unit("a2", "DRIF", aboard="a1", carrier="a1"),
        unit("b1", "PART", "40 25"),
    )
    about = question(standing(table, "orders"), "a2")
    assert [choice.text for choice in about.choices] == ["ORDER a2 JUMP"]
    assert about.sketch().parts == ()


def test_answers_without_a_place_have_no_sketch() -> None:
    assert drawn(quick(), "FLEET Q1") == Overlay()


def test_the_questions_of_a_move_are_drawn() -> None:
    found = alone(ship("a1", "PART", "20 5"), ship("b1", "PART", "20 14"))
    shifts = question(found, "move", "same").sketch()
    assert (parts(shifts, Ring)[0].place, parts(shifts, Ring)[0].radius) == (Point(2000, 700), 100)
    turns = question(found, "move", "same", "stay").sketch()
    assert parts(turns, Ghost)[0].place == Point(2000, 700)
