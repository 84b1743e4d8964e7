"""The measuring questions, with the canon's worked examples (chapter 6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cosmic_conflict.measuring import ask, refused

# --- Moves ---


def ship(size: int, **fields: Any) -> dict[str, Any]:
    return {"size": size, **fields}


def enhanced(size: int, *types: str) -> dict[str, Any]:
    return ship(size, secondary=[{"type": each} for each in types])


@pytest.mark.rules("W-01", "CC-024", "CC-025", "CC-026")
def test_w01_a_straight_move_and_its_limits() -> None:
    start = {"unit": ship(3), "at": [10, 5], "heading": 0, "velocity": 3}
    found = ask("move", {**start, "shift": {"point": [11.2, 9.6]}, "turn": 60})
    assert found == {
        "step2": [10, 8],
        "maneuver": 2,
        "heading_value": 2,
        "to": [11.2, 9.6],
        "shift_distance": 2,
        "shift_legal": True,
        "turn_legal": True,
        "new_heading": 60,
    }
    far = ask("move", {**start, "shift": {"point": [11.21, 9.6]}, "turn": 61})
    assert (far["shift_distance"], far["shift_legal"], far["turn_legal"]) == (2.01, False, False)
    port = ask("move", {**start, "turn": 300})
    assert (port["turn_legal"], port["new_heading"]) == (True, 300)


@pytest.mark.rules("W-02", "CC-025", "D-005")
def test_w02_a_slanted_move_with_a_polar_shift() -> None:
    start = {"unit": ship(1), "at": [20, 10], "heading": 30, "velocity": 4, "change": 1}
    found = ask("move", {**start, "shift": {"bearing": 75, "length": 2}, "turn": 60})
    assert (found["step2"], found["maneuver"]) == ([22.5, 14.33], 2)
    assert (found["to"], found["shift_distance"]) == ([24.43, 14.84], 2)
    assert (found["heading_value"], found["new_heading"], found["turn_legal"]) == (2, 90, True)


@pytest.mark.rules("W-03", "CC-024", "D-004")
@pytest.mark.parametrize(
    ("velocity", "heading", "to"),
    [(5, 225, [26.46, 16.46]), (3, 300, [27.4, 21.5]), (4, 217, [27.59, 16.81])],
)
def test_w03_moves_are_rounded_away_from_zero(velocity: int, heading: int, to: Any) -> None:
    start = {"unit": ship(1), "at": "30 20", "heading": heading, "velocity": velocity}
    found = ask("move", start)
    assert found["step2"] == found["to"] == to


@pytest.mark.rules("W-04", "CC-023", "D-015")
def test_w04_a_change_beyond_the_highest_velocity_is_refused() -> None:
    battleship = {"unit": ship(6), "at": [10, 10], "velocity": 3}
    assert refused("move", {**battleship, "change": 1}) == "E-VELOCITY"
    assert ask("move", {**battleship, "change": -1})["step2"] == [10, 12]
    assert refused("move", {**battleship, "velocity": 4, "change": -1}) == "E-VELOCITY"
    assert refused("move", {**battleship, "change": -2}) == "E-VELOCITY"


@pytest.mark.rules("W-05", "CC-112", "CC-113", "D-016")
@pytest.mark.parametrize(
    ("design", "velocity", "maneuver", "heading"),
    [
        (ship(4), 3, 1, 2),
        (enhanced(4, "MAN"), 3, 2, 2),
        (enhanced(4, "HDG", "HDG"), 3, 1, 3),
        (enhanced(1, "MAN", "MAN"), 0, 2, 5),
    ],
)
def test_w05_enhance_components(design: Any, velocity: int, maneuver: int, heading: int) -> None:
    found = ask("move", {"unit": design, "at": [10, 10], "velocity": velocity})
    assert (found["maneuver"], found["heading_value"]) == (maneuver, heading)


@pytest.mark.rules("CC-056", "D-042")
def test_a_unit_of_the_position_moves_from_where_it_is() -> None:
    units = {"a1": {"sic": "HALB", "at": [20, 5], "velocity": 3}}
    assert ask("move", {"unit": "a1"}, units=units)["step2"] == [20, 8]
    assert ask("move", {"unit": "a1", "heading": 90}, units=units)["step2"] == [23, 5]
    units["a1"]["conditions"] = [{"result": 11, "choice": "b"}]
    assert refused("move", {"unit": "a1", "change": 1}, units=units) == "E-VEL-LOCKED"
    whole = {"unit": {"sic": "HALB", "at": [20, 5], "velocity": 3}}
    assert ask("move", whole)["step2"] == [20, 8]
    assert refused("move", {"unit": "HORN", "at": [5, 5]}) == "E-FIGHTER"
    assert refused("move", {"unit": "HALB"}) == "E-FORMAT"


@pytest.mark.rules("W-63", "CC-185")
def test_w63_safe_drift_past_the_moon() -> None:
    units = {"a1": {"sic": ship(4), "at": [27, 9], "heading": 0, "velocity": 4}}
    moon = [{"kind": "moon", "at": [27, 15]}]
    assert ask("drift", {"unit": "a1"}, map=moon, units=units) == {"change": 0, "to": [27.86, 12.5]}
    assert ask("drift", {"unit": "a1"}, units=units) == {"change": 0, "to": [27, 13]}
    fighter = {"unit": {"sic": "WASP", "at": [9, 9.5]}}
    assert ask("drift", fighter) == {"change": 0, "to": [9, 9.5]}


# --- Lines ---


@pytest.mark.rules("W-06", "W-07", "CC-031", "D-007")
@pytest.mark.parametrize(
    ("heading", "target", "arcs"),
    [
        (0, [25, 15], "FS"),
        (0, [25, 14.99], "S"),
        (0, [24.99, 15], "F"),
        (0, [15, 15], "FP"),
        (0, [15, 5], "PA"),
        (0, [20, 10], "FPSA"),
        (30, [29.66, 12.59], "F"),
        (30, [29.66, 12.58], "S"),
        (30, [17.42, 19.66], "F"),
        (30, [17.41, 19.66], "P"),
    ],
)
def test_w06_w07_arcs_and_their_borders(heading: int, target: Any, arcs: str) -> None:
    found = ask("arcs", {"at": [20, 10], "heading": heading, "target": target})
    assert found["arcs"] == arcs


@pytest.mark.rules("W-07", "W-08", "CC-003", "D-002")
def test_w07_w08_the_sums_and_the_distance() -> None:
    found = ask("arcs", {"at": [20, 10], "heading": 30, "target": [29.66, 12.59]})
    assert (found["f"], found["r"], found["distance"]) == (707300475, 707080150, 10.01)
    lengths = [
        ask("arcs", {"at": at, "heading": 0, "target": to})["distance"]
        for at, to in (([0, 0], [6, 8]), ([0, 0], [6, 8.01]), ([10, 10], [10.01, 28]))
    ]
    assert lengths == [10, 10.01, 18.01]
    units = {"a1": {"sic": "WREN", "at": [0, 0]}, "b1": {"sic": "WREN", "at": [6, 8]}}
    asked = {"at": "a1", "heading": 0, "target": "b1"}
    assert ask("arcs", asked, units=units)["distance"] == 10


NEBULA = [{"kind": "gas_nebula", "at": [27, 15]}]


@pytest.mark.rules("W-35", "CC-183", "CC-188", "CC-198", "D-011")
@pytest.mark.parametrize(
    ("start", "end", "accuracy"),
    [
        ([20, 15], [34, 15], -2),
        ([20, 12], [34, 12], -1),
        ([20, 10.5], [34, 10.5], 0),
        ([20, 10.51], [34, 10.51], -1),
        ([24, 15], [34, 15], -1),
        ([34, 15], [24, 15], -2),
    ],
)
def test_w35_a_banded_nebula(start: Any, end: Any, accuracy: int) -> None:
    found = ask("fire", {"from": start, "to": end}, map=NEBULA)
    assert found == {"line_of_fire": True, "accuracy": accuracy, "blocking_requests": 0}


NO_LINE = {"line_of_fire": False, "accuracy": None, "blocking_requests": None}


@pytest.mark.rules("W-36", "CC-184", "CC-191", "D-009")
def test_w36_past_solid_terrain_and_along_an_edge() -> None:
    shot = {"from": [10, 10], "to": [30, 10]}
    moons = [[{"kind": "moon", "disc": [20, y, 3]}] for y in (13, 12.99)]
    assert ask("fire", shot, map=moons[0])["line_of_fire"]
    assert ask("fire", shot, map=moons[1]) == NO_LINE
    corners = [[18, 7], [24, 7], [24, 10], [18, 10]]
    mines = [{"kind": "ancient_minefield", "poly": corners}]
    lines = ((10, 10), (30, 10)), ((10, 9.99), (30, 9.99)), ((16, 8), (20, 12))
    requests = [
        ask("fire", {"from": list(a), "to": list(b)}, map=mines)["blocking_requests"]
        for a, b in lines
    ]
    assert requests == [0, 1, 0]


@pytest.mark.rules("W-37", "CC-186", "CC-187", "D-081")
def test_w37_concealing_terrain() -> None:
    storm = [{"kind": "plasma_storm", "disc": [20, 10, 3]}]
    for start, end in ([19, 21], [21, 19], [22.99, 30]):
        assert ask("fire", {"from": [start, 10], "to": [end, 10]}, map=storm) == NO_LINE
    assert ask("fire", {"from": [23, 10], "to": [30, 10]}, map=storm)["line_of_fire"]


@pytest.mark.rules("W-27", "CC-098", "D-048")
def test_w27_a_missile_nearby_gives_no_blocking_request() -> None:
    asteroids = [{"kind": "asteroid_field", "disc": [14, 10, 2]}]
    line = {"from": [10, 10], "to": [18, 10]}
    assert ask("fire", line, map=asteroids)["blocking_requests"] == 1
    assert ask("fire", {**line, "missile": True}, map=asteroids)["blocking_requests"] == 0
    far = {"from": [10, 10], "to": [20.01, 10], "missile": True}
    assert ask("fire", far, map=asteroids)["blocking_requests"] == 1


@pytest.mark.rules("W-28", "CC-099", "D-049")
def test_w28_the_default_point_of_a_missile_token() -> None:
    assert ask("token", {"launcher": [10, 5], "target": [24, 20]}) == {
        "distance": 20.52,
        "in_range": True,
        "token": [16.82, 12.31],
        "launcher_to_token": 10,
        "token_to_target": 10.53,
    }


@pytest.mark.rules("W-30", "CC-098")
def test_w30_the_range_of_missiles() -> None:
    found = [ask("token", {"launcher": [16.82, 12.31], "target": [x, 13.5]}) for x in (40.8, 40.79)]
    assert [(each["distance"], each["in_range"]) for each in found] == [(24.01, False), (24, True)]
    near = ask("token", {"launcher": [0, 0], "target": [6, 8]})
    assert (near["distance"], near["in_range"]) == (10, True)
    assert near["token"] is near["launcher_to_token"] is near["token_to_target"] is None


# --- Terrain that moves ---


@pytest.mark.rules("W-42", "CC-193", "CC-206", "CC-207", "D-085")
def test_w42_push_and_pull() -> None:
    centre = {"centre": [27, 15]}
    pulled = ask("displace", {**centre, "pull": 1, "at": [25, 18]})
    assert pulled == {"distance": 3.61, "direction": None, "to": [25.55, 17.17]}
    assert ask("displace", {**centre, "push": 1, "at": [25, 18]})["to"] == [24.45, 18.83]
    near = ask("displace", {**centre, "pull": 1, "at": [26.6, 15.4]})
    assert (near["distance"], near["to"]) == (0.57, [27, 15])
    middle = {**centre, "push": 1, "at": [27, 15], "heading": 90}
    assert ask("displace", middle)["to"] == [28, 15]


@pytest.mark.rules("W-42", "CC-209", "D-085")
def test_w42_a_random_push() -> None:
    asked = {"push": 1, "random": True, "centre": [20, 15], "at": [20, 15], "dice": [3, 4]}
    assert ask("displace", asked) == {"distance": 0, "direction": 150, "to": [20.5, 14.13]}
    assert refused("displace", {**asked, "dice": [3]}) == "E-FORMAT"
    assert refused("displace", {**asked, "pull": 1}) == "E-FORMAT"


@pytest.mark.rules("W-43", "CC-192", "D-084")
def test_w43_mobile_terrain() -> None:
    asked = {"centre": [15, 12], "direction": 110, "mobile": 2, "turns": 2}
    assert ask("mobile", asked) == {"centres": [[16.88, 11.32], [18.76, 10.64]]}


# --- Prices and scores ---


@pytest.mark.rules("W-34", "CC-118", "CC-283", "CC-285", "CC-287", "D-098", "D-099")
@pytest.mark.parametrize(
    ("code", "subtotal", "percent", "points"),
    [
        ("VANG", 120 + 108 + 47, 100, 275),
        ("CITA", 180 + 40 + 37 + 34 + 20 + 20 + 71, 100, 402),
        ("PIKE", 60 + 72 + 30, 115, 187),
        ("HEAR", 120 + 44 + 40, 100, 204),
    ],
)
def test_w34_the_price_of_a_ship(code: str, subtotal: int, percent: int, points: int) -> None:
    found = ask("price", {"sic": code})
    assert (found["subtotal"], found["percent"], found["points"]) == (subtotal, percent, points)


@pytest.mark.rules("W-34", "CC-147", "CC-150", "D-061", "D-099")
def test_w34_the_price_of_a_fighter_and_the_slots() -> None:
    assert ask("price", {"fsic": "HORN"}) == {
        "sum": 40,
        "primary_slots": 1,
        "secondary_slots": 2,
        "percent": 110,
        "beyond": 1,
        "points": 44,
    }
    own = {"secondary": [{"type": each} for each in ("FTL", "INT", "FPWS")]}
    found = ask("price", {"fsic": own})
    assert (found["sum"], found["beyond"], found["points"]) == (30, 1, 33)
    assert ask("price", {"sic": "CITA"})["primary_slots"] == 6


@pytest.mark.rules("W-56", "CC-216", "D-091")
def test_w56_area_control() -> None:
    places = {
        "a1": (3, 10, 1),
        "a2": (2, 20, 1),
        "a3": (1, 50, 1),
        "b1": (4, 12, 9),
        "b2": (2, 36, 9),
        "b3": (2, 35.99, 9),
    }
    units = {id: {"sic": ship(size), "at": [x, y]} for id, (size, x, y) in places.items()}
    found = ask("score", {"condition": 1, "dice": [3, 2]}, units=units)
    assert found["parts"] == [{"1": 3, "2": 4}, {"1": 2, "2": 2}, {"1": 1, "2": 2}]
    assert (found["won"], found["winner"]) == ({"1": 0, "2": 2}, 2)


FLEETS: dict[str, Any] = {
    "a1": {"sic": "VANG", "at": [9, 9]},
    "a2": {"sic": "PART", "at": [9, 9], "conditions": [4]},
    "a3": {"sic": "BULW", "state": "destroyed"},
    "a4": {"sic": "HALB", "state": "fled"},
    "b1": {"sic": "TEMP", "at": [9, 9], "conditions": [6, 10]},
    "b2": {"sic": "BULW", "at": [9, 9]},
    "b3": {"sic": "VANG", "state": "destroyed"},
}


@pytest.mark.rules("W-57", "CC-217", "CC-218", "CC-219", "D-092", "D-093")
def test_w57_remaining_destroyed_and_conditions() -> None:
    asked = ({"condition": 2, "dice": [5]}, {"condition": 3, "dice": [2]}, {"condition": 4})
    found = [ask("score", each, units=FLEETS) for each in asked]
    assert [each["totals"] for each in found] == [
        {"1": 754, "2": 742},
        {"1": 8, "2": 8},
        {"1": 1, "2": 2},
    ]
    assert [each["winner"] for each in found] == [1, None, 1]
    assert found[2]["counts"] == {"a1": 0, "a2": 1, "b1": 2, "b2": 0}


@pytest.mark.rules("W-59", "CC-224", "D-096")
def test_w59_tokens_of_deep_survey() -> None:
    units = {id: {**unit, "surveyed": True} for id, unit in FLEETS.items()}
    found = ask("score", {"scenario": "deep_survey"}, units=units)
    assert found["counts"] == {"a1": 1, "a2": 1, "a4": 1, "b1": 1, "b2": 1}


@pytest.mark.rules("W-60", "CC-225", "CC-227", "CC-228", "D-097")
def test_w60_contested_marks() -> None:
    places = {
        "a1": (3, 14, 11),
        "a2": (6, 27, 15),
        "b1": (1, 18, 17.01),
        "b2": (2, 36, 19),
        "b3": (5, 30, 20),
    }
    units = {id: {"sic": ship(size), "at": [x, y]} for id, (size, x, y) in places.items()}
    found = ask("score", {"scenario": "contested_marks"}, units=units)
    assert (found["totals"], found["winner"]) == ({"1": 3, "2": 2}, 1)
    assert found["counts"] == {"a1": 1, "a2": 2, "b1": 0, "b2": 1, "b3": 1}
    near = {id: min(each) for id, each in found["distances"].items()}
    assert near == {"a1": 5.66, "a2": 9, "b1": 2.01, "b2": 4, "b3": 7.82}
