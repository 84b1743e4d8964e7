"""The worked examples of the canon about attacks, T03 to T17, with its numbers."""

from __future__ import annotations

import pytest

from tests.games.galaxy_aflame.course import Course, having, position

INFECTORS = {"R1": "INF 24 24", "B1": "RIF 24 12"}
TEN = "4 1 2 4 3 4 1 2 3 1"


@pytest.mark.rules("GA-54", "GA-56", "GA-63", "GA-64", "GA-69", "T03")
def test_each_success_is_a_hit_and_each_failed_check_a_model() -> None:
    match = position(INFECTORS).play("SHOOT R1 B1 KILL")
    assert match.dice == ((10, 4),)
    match.roll(TEN)
    assert match.dice == ((3, 6),)
    match.roll("5 2 3")
    assert (match.unit("B1").models, match.unit("B1").fails) == (5, 2)
    (told,) = match.told("Attacked")
    assert (told.distance, told.successes, told.checks.saves, told.checks.failures) == (
        120,
        3,
        1,
        2,
    )


@pytest.mark.rules("GA-57", "GA-58", "T04")
def test_one_success_suppresses_and_hits_nobody() -> None:
    match = position(INFECTORS).shoot("R1 B1 SUPPRESS", "1 2 4 1 1 2 3 1 2 3")
    assert match.unit("B1").suppressed
    assert match.models("B1") == [7]
    (told,) = match.told("Attacked")
    assert (told.die, told.checks) == (0, None)


@pytest.mark.rules("GA-58", "GA-63", "T05")
def test_two_successes_suppress_and_hit() -> None:
    match = position(INFECTORS).play("SHOOT R1 B1 SUPPRESS").roll("4 4 4 1 1 2 3 1 2 3")
    assert match.dice == ((1, 4),)
    match.roll("3")
    assert match.dice == ((3, 6),)
    match.roll("4 1 6")
    assert match.unit("B1").suppressed
    assert match.models("B1") == [6]


@pytest.mark.rules("GA-35", "GA-55", "GA-61", "T06")
def test_a_suppressed_unit_is_hit_on_three_until_its_owners_turn_ends() -> None:
    match = position(INFECTORS).shoot("R1 B1 SUPPRESS", "4 1 1 1 1 1 1 1 1 1")
    match.shoot("R1 B1 KILL", "3 3 4 2 1 2 2 1 1 3", "1 6 2 4")
    assert match.models("B1") == [5]
    assert match.told("Attacked")[0].need == 3
    match.play("END")
    assert match.unit("B1").suppressed
    match.play("END")
    assert not match.unit("B1").suppressed


GUNS = {
    "R1": "INF 24 20",
    "R2": "REE 27 21",
    "R3": "MAN 21 21",
    "R4": "EEL 30 22",
    "B1": "GUN 24 6",
}


@pytest.mark.rules("GA-59", "GA-60", "GA-82", "GA-84", "T07")
def test_guns_suppress_around_their_target_and_hit_one_victim() -> None:
    match = position(GUNS, turn="B").play("SHOOT GUN INF SUPPRESS")
    assert match.dice == ((1, 4),)
    match.roll("4", "1 4 2 3")
    assert [unit.code for unit in match.table.on_table() if unit.suppressed] == ["R1", "R2"]
    assert (match.unit("R1").models, match.unit("R1").fails) == (7, 3)
    assert match.at("R1") == "24 26"
    assert match.told("FellBack")[0].edge == "south"


@pytest.mark.rules("GA-60", "GA-76", "T08")
def test_only_anti_vehicle_units_kill_vehicles_and_nobody_suppresses_them() -> None:
    units = {"R1": "LEV 24 20", "B1": "RIF 24 10", "B2": "HUN 26 10"}
    match = position(units, turn="B")
    assert match.refused("SHOOT RIF LEV KILL") == "E_VEHICLE"
    assert match.refused("SHOOT HUN LEV SUPPRESS") == "E_VEHICLE"
    assert match.allows("SHOOT HUN LEV KILL")


HUNTERS = {"R1": "LEV 24 20", "B1": "HUN 24 6"}


@pytest.mark.rules("GA-77", "GA-78", "GA-79", "T09")
def test_a_shaken_vehicle_gives_up_moving_or_shooting_once() -> None:
    match = position(HUNTERS, turn="B").shoot("B1 R1 KILL", "8 4 3", "9 2")
    assert match.unit("R1").shaken
    assert match.models("R1") == [1]
    match.play("END")
    moved = Course(match.state).play("MOVE R1 24 19")
    assert moved.refused("SHOOT R1 B1 KILL") == "E_SHAKEN"
    shot = Course(match.state).shoot("R1 B1 KILL", "1 1 1 1 1")
    assert shot.refused("MOVE R1 24 19") == "E_SHAKEN"
    shot.shoot("R1 B1 KILL", "1 1 1 1 1")
    assert shot.refused("MOVE R1 24 19") == "E_BUDGET"
    assert Course(match.state).allows("RUN R1 24 30")
    free = moved.play("END", "END", "MOVE R1 24 20")
    assert free.allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-78", "T10")
@pytest.mark.parametrize(("hits", "checks"), [("8 4 7", "1 2 9"), ("8 1 1", "3")])
def test_a_vehicle_is_destroyed_by_more_failures_than_saves(hits: str, checks: str) -> None:
    units = {**HUNTERS, "R2": "INF 4 30"}
    match = position(units, turn="B").shoot("B1 R1 KILL", hits, checks)
    assert match.unit("R1").out
    assert match.told("Attacked")[0].checks.fate == "destroyed"


ASSAULT = {"R1": having("REE", "24 24", models=4), "B1": "RIF 24 19"}


@pytest.mark.rules("GA-70", "GA-71", "GA-72", "T11")
def test_the_first_round_of_an_assault_has_more_dice() -> None:
    match = position(ASSAULT).play("SHOOT R1 B1 KILL")
    assert match.dice == ((1, 4),)
    match.roll("3")
    assert match.dice == ((7, 6),)
    match.roll("1 2 3 4 5 6 6", "1 4 5 2")
    assert match.models("B1") == [5]
    assert match.table.engaged == (("B1", "R1"),)


@pytest.mark.rules("GA-71", "GA-72", "GA-82", "GA-84", "T12")
def test_a_second_round_has_none_and_the_broken_unit_falls_back_through_it() -> None:
    match = position(ASSAULT).shoot("R1 B1 KILL", "3", "1 2 3 4 5 6 6", "1 4 5 2")
    match.play("SHOOT R1 B1 KILL")
    assert match.dice == ((4, 6),)
    match.roll("4 1 1 1", "2")
    assert match.models("B1") == [4]
    assert match.at("B1") == "24 26"
    assert match.table.engaged == (("B1", "R1"),)
    match.play("END", "SHOOT B1 R1 KILL")
    assert match.dice == ((4, 6),)


COVERED = {"cover": [{"circle": [24, 19, 3]}]}


@pytest.mark.rules("GA-21", "GA-65", "GA-66", "GA-73", "T13")
def test_saves_in_cover_hit_the_assaulting_unit() -> None:
    match = position(ASSAULT, COVERED).play("SHOOT R1 B1 KILL").roll("2")
    assert match.dice == ((6, 6),)
    match.roll("4 5 6 1 2 3", "3 2 5")
    assert match.models("B1") == [6]
    assert match.dice == ((2, 8),)
    match.roll("1 8")
    assert match.models("R1") == [3]


@pytest.mark.rules("GA-74", "T14")
def test_a_vehicle_fears_only_anti_vehicle_units_in_cover() -> None:
    match = position({"R1": "LEV 24 24", "B1": "RIF 24 19"}, COVERED)
    match.shoot("R1 B1 KILL", "1", "4 4 1 1 1 1", "3 4")
    assert (match.models("R1", "B1"), match.unit("R1").fails) == ([1, 7], 0)
    units = {"R1": "LEV 24 24", "R2": "INF 4 30", "B1": "HUN 24 19"}
    match = position(units, COVERED)
    match.shoot("R1 B1 KILL", "1", "4 4 4 1 1 1", "3 4 5", "2 3 9")
    assert match.unit("R1").out
    assert match.told("Returned")[0].checks.fate == "destroyed"


@pytest.mark.rules("GA-47", "GA-48", "GA-49", "GA-50", "T15")
@pytest.mark.parametrize(
    ("card", "near", "far"),
    [
        ("MAR", ("24 30", "E_DEAD_ZONE"), ("24 30.1", "")),
        ("RIF", ("24 42", ""), ("24 42.1", "E_RANGE")),
        ("SPA", ("24 30", ""), ("24 30.1", "E_RANGE")),
    ],
)
def test_ranges_end_exactly(card: str, near: tuple[str, str], far: tuple[str, str]) -> None:
    for at, code in (near, far):
        match = position({"R1": f"{card} 24 24", "B1": f"INF {at}"}, {"size": [48, 60]})
        if code:
            assert match.refused("SHOOT R1 B1 KILL") == code
        else:
            assert match.allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-11", "GA-49", "T15")
def test_a_slanting_distance_of_eighteen_is_in_range() -> None:
    assert position({"R1": "INF 10 10", "B1": "RIF 20.8 24.4"}).allows("SHOOT R1 B1 KILL")
    assert position({"R1": "INF 10 10", "B1": "RIF 20.9 24.4"}).refused("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-51", "T16")
@pytest.mark.parametrize(
    ("start", "end", "blocked"),
    [
        ("11 10", "11 22", True),
        ("6 12", "10 16", True),
        ("7 10", "7 22", False),
        ("8 10", "8 22", False),
        ("4 10", "8 14", False),
        ("4 18", "12 10", False),
    ],
)
def test_solid_pieces_block_and_their_sides_do_not(start: str, end: str, blocked: bool) -> None:
    match = position({"R1": f"INF {start}", "B1": f"RIF {end}"}, "ruined_quarter")
    if blocked:
        assert match.refused("SHOOT R1 B1 KILL") == "E_LOS"
    else:
        assert match.allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-100", "T16")
@pytest.mark.parametrize(("start", "end"), [("11 10", "11 22"), ("6 12", "12 18")])
def test_indirect_fire_needs_no_line_of_sight(start: str, end: str) -> None:
    for card, can in (("BRI", True), ("SPI", False)):
        match = position({"R1": f"{card} {start}", "B1": f"RIF {end}"}, "ruined_quarter")
        assert match.allows("SHOOT R1 B1 KILL") is can


@pytest.mark.rules("GA-67", "T17")
@pytest.mark.parametrize(
    ("at", "attacker", "need"),
    [
        ("12 8.5", "12 20", 3),
        ("12 8.5", "12 4", 4),
        ("12 8.5", "24 9", 4),
        ("12 7.9", "12 20", 4),
        ("12 8", "12 20", 3),
        ("18.5 9", "18.5 20", 4),
        ("18.5 9", "12 20", 3),
    ],
)
def test_a_barrier_covers_who_is_close_behind_it(at: str, attacker: str, need: int) -> None:
    match = position({"R1": f"INF {attacker}", "B1": f"RIF {at}"}, "salt_trenches")
    match.play("SHOOT R1 B1 KILL")
    if match.dice == ((1, 4),):
        match.roll("1")
    count = match.dice[0][0]
    match.roll(" ".join(["4", *["1"] * (count - 1)]), "3")
    (told,) = match.told("Attacked")
    assert (told.checks.need, told.cover) == (need, need == 3)
    assert told.checks.saves == (need == 3)
