"""The questions: few markers with words, points that can be typed, odds with every target."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.geometry.plane import Disc, Point, length
from games.core.overlay import Region, Ring
from games.core.questions import Options, Question, marked_label, typed_key
from games.core.types import Forbidden, Seated, Unreadable
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options.markers import MOST
from games.galaxy_aflame.rules.movement import Advance, MoveTo
from games.galaxy_aflame.rules.transports import Disembark
from renderers import Look
from renderers.galaxy_aflame import RENDERER
from tests.games.galaxy_aflame.course import Course, position
from tests.games.galaxy_aflame.starting import rolled, throw

QUARTER = "ruined_quarter"


def options(course: Course) -> Options[Any]:
    decision = course.decision()
    return GAME.options(GAME.view(course.state, Seated(decision.seat)), decision)


def asked(course: Course, *path: str) -> Question:
    found = options(course).question(path)
    assert isinstance(found, Question)
    return found


def labels(course: Course, *path: str) -> list[str]:
    return [choice.label for choice in asked(course, *path).choices]


def reasons(course: Course, *path: str) -> dict[str, Point]:
    """What is good about each marker, with its place."""
    choices = asked(course, *path).choices
    return {choice.label.partition(": ")[2]: choice.at for choice in choices}


UNITS: dict[str, Any] = {"R1": "INF 24 31", "B1": "RIF 24 6", "B2": "HUN 30 8"}


def test_a_unit_is_asked_first_what_it_does_then_where() -> None:
    course = position(UNITS)
    assert labels(course) == ["R1 Infectors, 10 models", "End your turn"]
    assert labels(course, "R1") == ["Move", "Run"]
    near = position({**UNITS, "B1": "RIF 24 14", "R2": "MAN 24 33.5"})
    assert labels(near, "R1") == ["Shoot", "Move", "Run", "Embark"]


def test_a_unit_that_has_done_everything_is_not_asked() -> None:
    done = {"card": "INF", "at": [24, 31], "moved": True, "shots": 1}
    assert labels(position({**UNITS, "R1": done})) == ["End your turn"]


@pytest.mark.parametrize("layout", ["open_basin", QUARTER, "salt_trenches"])
@pytest.mark.parametrize("verb", ["move", "run"])
def test_at_most_24_markers_are_offered_each_with_facts(layout: str, verb: str) -> None:
    units = {
        "R1": "BIK 16 22",
        "R2": "CAR 20 28",
        **{f"B{n}": f"INF {n * 8} 10" for n in range(1, 6)},
    }
    question = asked(position(units, layout), "R1", verb)
    assert 10 <= len(question.choices) <= MOST
    assert len({choice.at for choice in question.choices}) == len(question.choices)
    for choice in question.choices:
        assert choice.detail.startswith(tuple("0123456789"))
        assert " in from B" in choice.detail
        assert "seen by" in choice.detail or "out of sight" in choice.detail


def test_markers_lie_just_within_hand_and_arm_of_an_enemy() -> None:
    course = position({"R1": "BIK 24 30", "B1": "RIF 24 15"})
    found = reasons(course, "R1", "move")
    assert length((found["17.9 in from B1"], Point(240, 150))) in (179, 180)
    assert length((found["5.9 in from B1"], Point(240, 150))) in (59, 60)


def test_markers_lie_in_cover_behind_barriers_and_out_of_sight() -> None:
    trenches = position({"R1": "INF 12 30", "B1": "RIF 12 10"}, "salt_trenches")
    table = trenches.table
    behind = reasons(trenches, "R1", "move")["behind a barrier from B1"]
    assert table.ground.behind_barrier(Point(120, 100), behind)
    quarter = position({"R1": "INF 6 20", "B1": "RIF 24 20"}, QUARTER)
    found = reasons(quarter, "R1", "run")
    assert quarter.table.ground.in_cover(found["into cover"])
    assert not quarter.table.ground.sees(Point(240, 200), found["out of sight"])


def test_markers_lie_beside_a_transport_and_in_eight_winds() -> None:
    course = position({"R1": "REE 24 18", "R2": "MAN 24 25", "B1": "RIF 24 0"})
    found = reasons(course, "R1", "move")
    assert length((found["beside the transport R2"], Point(240, 250))) in (39, 40)
    winds = {reason.split()[0] for reason in found if reason.endswith(" in")}
    assert {"E", "W", "NE", "NW", "SE", "SW"} <= winds


def test_the_best_markers_come_with_reasons() -> None:
    question = asked(position({"R1": "INF 24 30", "B1": "RIF 24 8"}), "R1", "move")
    first = question.advised().choices[0]
    assert first.reason.startswith("shoots B1, 1.2 lost on average; B1 can hit it")
    assert first.mark == "B1 loses 1.2"


def test_the_picture_of_the_question_whom_to_bring_shows_the_whole_home_zone() -> None:
    units = {"R1": "INF 24 24", "R2": "SPI", "R3": "BRI", "B1": "RIF 24 12"}
    course = position(units, phase="reinforce", losses={"R": [7, 1], "B": [1, 0]})
    sketch = asked(course).sketch()
    assert sketch.focus == (Point(0, 330), Point(480, 330))
    view = GAME.view(course.state, Seated(course.decision().seat))
    assert RENDERER.scene(view, Look(("Ann", "Bo"), overlay=sketch)).closeup is None


def test_targets_come_in_the_order_of_what_a_shot_costs_them() -> None:
    course = position({"R1": "INF 24 20", "B1": "STO 20 12", "B2": "RIF 26 12"})
    question = asked(course, "R1", "shoot")
    assert [each.key for each in question.choices] == ["B1", "B2"]
    shown = question.advised().choices
    assert [marked_label(each) for each in shown] == [
        "B2 Line Rifles, 7 models · loses 1.2",
        "B1 Storm Troopers, 5 models · loses 0.9",
    ]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("24 28.5", MoveTo("R1", Point(240, 285))),
        ("24,28.5", MoveTo("R1", Point(240, 285))),
        ("ne 5", MoveTo("R1", Point(275, 275))),
        ("N 2.5", MoveTo("R1", Point(240, 285))),
        ("TOWARD B1 4", Advance("R1", "B1", far=40)),
        ("24 28 VIA 23 29", MoveTo("R1", Point(240, 280), (Point(230, 290),))),
    ],
)
def test_a_place_can_be_typed(text: str, move: Move) -> None:
    course = position({**UNITS, "R1": "INF 24 31"})
    assert options(course).question(("R1", "move", typed_key(text))) == move


def test_a_place_out_of_reach_is_refused_and_nonsense_is_not_understood() -> None:
    course = position(UNITS)
    with pytest.raises(Forbidden):
        options(course).question(("R1", "move", typed_key("24 24.9")))
    for text in ("N", "NE five", "NE 1.23", "24", "24.55 3"):
        with pytest.raises(Unreadable):
            options(course).question(("R1", "move", typed_key(text)))


def test_a_place_can_be_nudged_by_half_an_inch() -> None:
    course = position(UNITS)
    near = asked(course, "R1", "move").near(MoveTo("R1", Point(240, 260)))
    assert [choice.label for choice in near] == [
        f"{wind} 0.5 in" for wind in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    ]
    assert near[0].text == "MOVE R1 24 25.5"
    far = asked(course, "R1", "move").near(MoveTo("R1", Point(240, 250)))
    assert "N 0.5 in" not in [choice.label for choice in far]
    toward = asked(course, "R1", "move").near(Advance("R1", "B1", far=40))
    assert toward[2].text == "MOVE R1 24.5 27"


def test_the_sketch_of_a_move_shows_its_reach() -> None:
    overlay = asked(position(UNITS), "R1", "move").sketch()
    regions = [part for part in overlay.parts if isinstance(part, Region)]
    assert [part.places for part in regions] == [frozenset({Disc(Point(240, 310), 60)})]


def test_the_sketch_of_a_shot_shows_hand_and_arm() -> None:
    course = position({"R1": "INF 24 24", "B1": "RIF 24 12"})
    overlay = asked(course, "R1", "shoot").sketch()
    rings = [part for part in overlay.parts if isinstance(part, Ring)]
    assert [(part.place, part.radius) for part in rings] == [
        (Point(240, 240), 60),
        (Point(240, 240), 180),
    ]


def test_a_target_comes_with_distance_band_cover_and_odds() -> None:
    course = position({"R1": "INF 24 24", "B1": "RIF 24 12", "B2": "WAL 20 12"}, "open_basin")
    choices = asked(course, "R1", "shoot").choices
    assert [(choice.label, choice.at) for choice in choices] == [
        ("B1 Line Rifles, 7 models", Point(240, 120))
    ]
    assert choices[0].detail == "12 in, arm; 1.2 lost, breaks 12%"
    modes = {each.label: each.detail for each in asked(course, "R1", "shoot", "B1").choices}
    assert modes["Kill"] == "1.2 lost, breaks 12%"
    assert modes["Suppress"].startswith("suppresses 94%, 0.9 lost")
    covered = position({"R1": "INF 12 24", "B1": "RIF 12 12"}, "open_basin")
    assert asked(covered, "R1", "shoot").choices[0].detail.startswith("12 in, arm, in cover; 0.8")


def test_the_victims_of_a_unit_that_suppresses_automatically_can_be_chosen() -> None:
    course = position({"R1": "CHO 24 24", "B1": "RIF 24 12", "B2": "PEN 27 12"})
    assert labels(course, "R1", "shoot", "B1") == ["Kill", "Suppress", "Suppress, and hit B2"]


def test_a_passenger_is_asked_where_it_gets_out() -> None:
    inside = {"card": "REE", "in": "R2", "boarded": True}
    course = position({"R1": inside, "R2": "MAN 24 18", "B1": "RIF 24 8"})
    assert labels(course, "R1") == ["Disembark"]
    move = options(course).question(("R1", "disembark", typed_key("N 3.9")))
    assert move == Disembark("R1", Point(240, 141))


def test_cards_are_offered_with_their_values_the_best_first() -> None:
    choices = asked(rolled().play("FIRST DRAFT")).choices
    assert [choice.key for choice in choices][:4] == ["SPA", "REE", "INF", "LEV"]
    assert choices[0].detail == "14 x 1d4, defence d4, moves 8 in, C, Fearless"


def test_places_along_the_own_edge_are_offered_after_auto() -> None:
    course = throw(rolled(muster="random"), *[1] * 10)
    assert course.table.first == 0
    first = asked(course).choices
    assert [choice.key for choice in first[:2]] == ["all", "auto"]
    spots = asked(course, first[2].key).choices
    assert len(spots) == 9
    assert all(choice.at.y == 300 for choice in spots)
