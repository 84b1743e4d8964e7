"""Movement: lengths, paths, spots, and straight towards something (GA-35, GA-40 to GA-45)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.galaxy_aflame.rules import movement
from tests.games.galaxy_aflame.course import Course, having, position

FAR = {"B1": "RIF 46 2"}
WALL = {"solid": [[20, 10, 28, 14]]}


@pytest.mark.rules("GA-35", "GA-40")
@pytest.mark.parametrize(
    ("card", "move", "run"), [("INF", 60, 120), ("BIK", 120, 180), ("HOW", 30, 90)]
)
def test_how_far_a_unit_moves_and_runs(card: str, move: int, run: int) -> None:
    match = position({"R1": f"{card} 24 24", **FAR})
    table, unit = match.table, match.unit("R1")
    assert movement.allowed(table, unit, False) == move
    assert movement.allowed(table, unit, True) == run
    longer = position({"R1": f"{card} 24 24", **FAR}, settings={"hand": 80})
    assert movement.allowed(longer.table, unit, True) == run + 20
    assert movement.allowed(longer.table, unit, False) == move


@pytest.mark.rules("GA-11", "GA-40")
def test_the_parts_of_a_path_are_added_up() -> None:
    match = position({"R1": "INF 24 24", **FAR})
    assert match.allows("MOVE R1 24 24 VIA 27 24")
    assert match.refused("MOVE R1 24 24 VIA 27 24.1") == "E_TOO_FAR"
    assert match.allows("MOVE R1 27.6 28.8")
    assert match.refused("MOVE R1 27.7 28.8") == "E_TOO_FAR"
    assert match.allows("RUN R1 24 24 VIA 30 24")
    assert match.refused("RUN R1 24 24 VIA 30.1 24") == "E_TOO_FAR"


@pytest.mark.rules("GA-11")
@pytest.mark.parametrize(
    ("points", "fits"),
    [
        (((100, 100), (100, 220)), True),
        (((100, 100), (136, 148), (172, 196)), True),
        (((100, 100), (136, 148), (172, 197)), False),
        (((100, 100), (220, 101)), False),
    ],
)
def test_a_path_of_exactly_the_full_length_is_not_too_long(
    points: tuple[tuple[int, int], ...], fits: bool
) -> None:
    assert movement.is_within(tuple(Point(*each) for each in points), 120) is fits


@pytest.mark.rules("GA-11")
@pytest.mark.parametrize(
    ("legs", "most", "fits"),
    [
        (((25, 73), (47, 53)), 148, True),
        (((82, 82), (48, 130), (41, 109)), 371, True),
        (((29, 41), (16, 71)), 123, False),
        (((52, 103), (53, 105)), 232, False),
    ],
)
def test_a_millionth_of_an_inch_too_many_is_tolerated(
    legs: tuple[tuple[int, int], ...], most: int, fits: bool
) -> None:
    """The first two are too long by 0.99 and 0.999994 millionths of an inch, the third by 1.001."""
    path = [Point(0, 0)]
    for leg in legs:
        path.append(path[-1].plus(*leg))
    assert movement.is_within(tuple(path), most) is fits


@pytest.mark.rules("GA-41")
def test_a_path_may_run_along_a_solid_piece() -> None:
    match = position({"R1": "INF 19 16", **FAR}, WALL)
    assert match.refused("MOVE R1 22 13.9") == "E_SPOT"
    assert match.refused("RUN R1 19 9.9 VIA 20.1 12") == "E_PATH"
    assert match.allows("RUN R1 20 9 VIA 20 14")
    assert match.allows("MOVE R1 22 14")
    assert match.allows("RUN R1 26 14 VIA 20 14")


@pytest.mark.rules("GA-41")
def test_every_leg_of_a_path_is_tested() -> None:
    match = position({"R1": "BIK 24 16", **FAR}, WALL)
    assert match.refused("MOVE R1 24 8") == "E_PATH"
    assert match.refused("RUN R1 24 17 VIA 24 8") == "E_PATH"
    assert match.refused("RUN R1 24 8 VIA 22 17") == "E_PATH"


@pytest.mark.rules("GA-09", "GA-40")
def test_a_path_stays_on_the_table() -> None:
    match = position({"R1": "INF 1 35", **FAR})
    assert match.allows("MOVE R1 0 36")
    assert match.refused("MOVE R1 1 36.1") == "E_SPOT"
    assert match.refused("MOVE R1 -0.1 35") == "E_SPOT"
    assert match.refused("MOVE R1 3 35 VIA 2 36.1") == "E_PATH"
    assert match.allows("MOVE R1 3 35 VIA 2 36")


@pytest.mark.rules("GA-42")
@pytest.mark.parametrize(
    ("enemy", "x", "legal"),
    [("INF", "23", True), ("INF", "23.1", False), ("MAN", "22.5", True), ("MAN", "22.6", False)],
)
def test_a_path_passes_an_enemy_at_the_radius_of_its_marker(
    enemy: str, x: str, legal: bool
) -> None:
    match = position({"R1": f"BIK {x} 24", "B1": f"{enemy} 24 19"})
    assert match.allows(f"MOVE R1 {x} 14") is legal
    if not legal:
        assert match.refused(f"MOVE R1 {x} 14") == "E_PATH"


@pytest.mark.rules("GA-42", "GA-45")
def test_friends_are_passed_over_and_enemies_nearby_do_not_hold_a_unit() -> None:
    match = position({"R1": "BIK 24 24", "R2": "INF 24 19", "B1": "RIF 26 24"})
    assert match.allows("MOVE R1 24 14")
    assert match.allows("MOVE R1 14 24")
    assert match.refused("MOVE R1 30 24") == "E_PATH"


@pytest.mark.rules("GA-04", "GA-12", "GA-13", "GA-43")
@pytest.mark.parametrize(
    ("unit", "other", "apart"),
    [("INF", "REE", "2"), ("INF", "MAN", "2.5"), ("MAN", "INF", "2.5"), ("MAN", "LEV", "3")],
)
def test_markers_touch_but_do_not_overlap(unit: str, other: str, apart: str) -> None:
    match = position({"R1": f"{unit} 24 24", "R2": f"{other} 24 19", **FAR})
    touching, over = 19 + float(apart), 19 + float(apart) - 0.1
    assert match.allows(f"MOVE R1 24 {touching:g}")
    assert match.refused(f"MOVE R1 24 {over:g}") == "E_SPOT"


@pytest.mark.rules("GA-13", "GA-43")
def test_a_unit_can_stay_where_its_own_marker_is() -> None:
    match = position({"R1": "INF 24 24", **FAR}).play("MOVE R1 24 24.5")
    assert match.at("R1") == "24 24.5"


@pytest.mark.rules("GA-44", "GA-66")
def test_cover_and_barriers_do_not_slow_a_move() -> None:
    ground = {"cover": [{"rect": [20, 10, 28, 24]}], "barriers": [[[20, 20], [28, 20]]]}
    match = position({"R1": "INF 24 23", **FAR}, ground)
    assert match.allows("MOVE R1 24 17")
    assert match.refused("MOVE R1 24 16.9") == "E_TOO_FAR"


@pytest.mark.rules("GA-35", "GA-36")
def test_a_move_and_a_run_are_kept_apart() -> None:
    match = position({"R1": "INF 24 24", "B1": "RIF 24 10"})
    moved = Course(match.state).play("MOVE R1 24 23")
    assert (moved.unit("R1").moved, moved.unit("R1").ran) == (True, False)
    assert (moved.told("Moved")[0].run, moved.told("Moved")[0].length) == (False, 10)
    assert moved.refused("MOVE R1 24 22") == "E_BUDGET"
    assert moved.refused("RUN R1 24 22") == "E_BUDGET"
    ran = Course(match.state).play("RUN R1 24 23")
    assert (ran.unit("R1").moved, ran.unit("R1").ran) == (False, True)
    assert ran.told("Moved")[0].run
    assert ran.refused("MOVE R1 24 22") == "E_BUDGET"
    assert ran.refused("RUN R1 24 22") == "E_BUDGET"


@pytest.mark.rules("GA-35", "GA-36", "GA-37")
@pytest.mark.parametrize(
    ("done", "move", "run", "shoot"),
    [
        ({}, True, True, True),
        ({"shots": 1}, True, False, True),
        ({"shots": 2}, False, False, False),
        ({"moved": True}, False, False, True),
        ({"moved": True, "shots": 1}, False, False, False),
        ({"ran": True}, False, False, False),
    ],
)
def test_what_may_follow_what(done: dict[str, Any], move: bool, run: bool, shoot: bool) -> None:
    match = position({"R1": having("INF", "24 24", **done), "B1": "RIF 24 10"})
    assert match.allows("MOVE R1 24 23") is move
    assert match.allows("RUN R1 24 23") is run
    assert match.allows("SHOOT R1 B1 KILL") is shoot
    for text, legal in (("MOVE", move), ("RUN", run)):
        if not legal:
            assert match.refused(f"{text} R1 24 23") == "E_BUDGET"
            assert match.refused(f"{text} R1 TOWARD B1") == "E_BUDGET"


@pytest.mark.rules("GA-37")
def test_the_actions_of_units_alternate() -> None:
    match = position({"R1": "INF 24 24", "R2": "REE 28 24", "B1": "RIF 24 10"})
    match.play("MOVE R1 24 23", "MOVE R2 28 23").shoot("R1 B1 KILL", "1 1 1 1 1 1 1 1 1 1")
    match.shoot("R2 B1 KILL", "1 1 1 1 1 1")
    assert [match.unit(code).shots for code in ("R1", "R2")] == [1, 1]


# --- Straight towards something ---


@pytest.mark.rules("GA-40", "GA-43")
@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("MOVE R1 TOWARD B1", "24 18"),
        ("MOVE R1 TOWARD RIF", "24 18"),
        ("RUN R1 TOWARD B1", "24 12"),
        ("MOVE R1 TOWARD B1 4", "24 20"),
        ("MOVE R1 TOWARD B1 9", "24 18"),
        ("MOVE R1 TOWARD 24 20", "24 20"),
        ("MOVE R1 TOWARD 24 18", "24 18"),
        ("MOVE R1 TOWARD 24 17.9", "24 18"),
        ("MOVE R1 TOWARD 24 20 2.5", "24 21.5"),
        ("MOVE R1 TOWARD 27 27", "27 27"),
        ("MOVE R1 TOWARD 48 0", "28.2 19.8"),
        ("MOVE R1 TOWARD R2", "28 24"),
    ],
)
def test_a_unit_goes_straight_towards_something(text: str, at: str) -> None:
    units = {"R1": "INF 24 24", "R2": "REE 30 24", "B1": "RIF 24 4"}
    match = position(units).play(text)
    assert match.at("R1") == at


@pytest.mark.rules("GA-42", "GA-43")
def test_towards_an_enemy_it_stops_where_the_markers_touch() -> None:
    match = position({"R1": "BIK 24 24", "B1": "LEV 24 16"}).play("MOVE R1 TOWARD B1")
    assert match.at("R1") == "24 18.5"


@pytest.mark.rules("GA-41", "GA-43")
def test_towards_a_point_behind_a_wall_it_stops_before_the_wall() -> None:
    match = position({"R1": "BIK 24 17", **FAR}, WALL).play("MOVE R1 TOWARD 24 8")
    assert match.at("R1") == "24 14"


@pytest.mark.rules("GA-43")
def test_towards_a_blocked_way_nothing_is_legal() -> None:
    match = position({"R1": "INF 24 14", **FAR}, WALL)
    assert match.refused("MOVE R1 TOWARD 24 12") == "E_SPOT"
    assert match.refused("MOVE R1 TOWARD 24 6") == "E_PATH"
    refusal = match.refusal("MOVE R1 TOWARD 24 12")
    assert str(refusal).startswith("No point on that way is free. 24 12 is inside a solid piece.")


@pytest.mark.rules("GA-07", "GA-52")
def test_towards_whom_a_unit_can_move() -> None:
    units = {
        "R1": "INF 24 24",
        "R2": "MAN 10 30",
        "R3": having("REE", **{"in": "R2"}),
        "R4": "EEL",
        **FAR,
    }
    match = position(units)
    assert match.refused("MOVE R1 TOWARD R1") == "E_TARGET"
    assert match.refused("MOVE R1 TOWARD R4") == "E_TARGET"
    assert match.refused("MOVE R1 TOWARD B9") == "E_TARGET"
    assert match.refused("MOVE R1 TOWARD R3") == "E_CARRIED"
    assert match.refused("MOVE R3 TOWARD R1") == "E_CARRIED"
    assert match.refused("MOVE B1 TOWARD R1") == "E_TARGET"


# --- Engaged pairs ---

PAIR = [["B1", "R1"]]


@pytest.mark.rules("GA-71")
@pytest.mark.parametrize(("y", "still"), [("16", True), ("16.1", False)])
def test_a_pair_is_engaged_within_a_hand(y: str, still: bool) -> None:
    match = position({"R1": "INF 24 12", "B1": "RIF 24 10"}, engaged=PAIR)
    match.play(f"MOVE R1 24 {y}")
    assert bool(match.table.engaged) is still
    assert [event.one.code for event in match.told("Disengaged")] == ([] if still else ["B1"])


@pytest.mark.rules("GA-71")
def test_an_end_of_one_pair_leaves_the_others() -> None:
    units = {"R1": "INF 24 16", "R2": "REE 27 10", "B1": "RIF 24 10", "B2": "STO 20 16"}
    pairs = [["B1", "R1"], ["B1", "R2"], ["B2", "R1"]]
    match = position(units, engaged=pairs).play("MOVE R1 22 21")
    assert match.table.engaged == (("B1", "R2"), ("B2", "R1"))


@pytest.mark.rules("GA-71", "GA-93")
def test_a_unit_that_embarks_is_no_longer_engaged() -> None:
    units = {"R1": "REE 24 16", "R2": "MAN 24 19", "B1": "RIF 24 12"}
    match = position(units, engaged=PAIR).play("EMBARK R1 R2")
    assert match.table.engaged == ()
    assert len(match.told("Disengaged")) == 1


@pytest.mark.rules("GA-14", "GA-71")
def test_the_option_hand_moves_the_limit_of_an_assault() -> None:
    units = {"R1": "INF 24 12", "B1": "RIF 24 10"}
    match = position(units, engaged=PAIR, settings={"hand": 70}).play("MOVE R1 24 17")
    assert match.table.engaged == (("B1", "R1"),)


@pytest.mark.rules("GA-40")
def test_a_length_that_could_not_be_stored_cannot_be_read() -> None:
    units = {"R1": {"card": "INF", "at": [10, 10]}, "B1": {"card": "RIF", "at": [30, 30]}}
    assert position(units).refused("MOVE R1 TOWARD B1 1000") == "UNREADABLE"
    assert position(units).play("MOVE R1 TOWARD B1 999.9").at("R1") != "10 10"
