"""A ship's move (CC-022 to 027, CC-111 to 113, D-004 to D-006, D-014 to D-016)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.geometry.plane import Point
from games.cosmic_conflict.rules import movement
from games.cosmic_conflict.rules.movement import Bearing, MovePlan, Permission
from games.cosmic_conflict.space import shown
from games.cosmic_conflict.table.tasks import PlottedMove
from games.cosmic_conflict.table.units import Table, Unit
from tests.games.cosmic_conflict.scenes import LOCKED, code, du, plain, scene, unit

Shift = Point | Bearing | None


def lone(size: int, at: str, heading: int, velocity: int, *items: str) -> Table:
    return scene(unit("a1", plain(size, *items), at, heading=heading, velocity=velocity))


def plotted(table: Table, plan: MovePlan) -> PlottedMove:
    ship = table.units["a1"]
    return movement.plot(table, ship, plan)


def refused(table: Table, plan: MovePlan) -> str:
    return code(movement.refuse(table, table.units["a1"], plan))


def said(table: Table, plan: MovePlan) -> tuple[str, str]:
    """The rule and the text of the refusal."""
    found = movement.refuse(table, table.units["a1"], plan)
    assert found is not None
    return found.rule, str(found)


# --- Worked examples ---


@pytest.mark.rules("W-01", "CC-022", "CC-023", "CC-024", "CC-025", "CC-026", "D-006")
def test_w01_a_straight_move_and_its_limits() -> None:
    table = lone(3, "10 5", 0, 3)
    found = plotted(table, MovePlan(shift=du("11.2 9.6")))
    assert found.step2 == du("10 8")
    assert (found.maneuver, found.heading_value) == (2, 2)
    assert (shown(found.shift_distance), found.shift_legal) == ("2.00", True)
    assert found.to == du("11.2 9.6")
    assert refused(table, MovePlan(shift=du("11.2 9.6"))) == ""
    found = plotted(table, MovePlan(shift=du("11.21 9.6")))
    assert (shown(found.shift_distance), found.shift_legal) == ("2.01", False)
    assert refused(table, MovePlan(shift=du("11.21 9.6"))) == "E-MANEUVER"
    for turn, heading, fault in ((60, 60, ""), (-60, 300, ""), (61, 61, "E-HEADING")):
        found = plotted(table, MovePlan(turn=turn))
        assert (found.heading, found.turn_legal) == (heading, not fault)
        assert refused(table, MovePlan(turn=turn)) == fault


@pytest.mark.rules("W-02", "CC-022", "CC-023", "CC-024", "CC-025", "CC-026", "D-005")
def test_w02_a_slanted_move_with_a_shift_by_bearing() -> None:
    table = lone(1, "20 10", 30, 4)
    plan = MovePlan(1, Bearing(75, 200), 60)
    found = plotted(table, plan)
    assert (found.velocity, found.step2) == (5, du("22.5 14.33"))
    assert (found.maneuver, found.heading_value) == (2, 2)
    assert found.to == du("24.43 14.84") == found.step2.plus(193, 51)
    assert shown(found.shift_distance) == "2.00"
    assert (found.heading, found.turn_legal) == (90, True)
    assert refused(table, plan) == ""
    ship = movement.moved(table.units["a1"], found)
    assert (ship.at, ship.heading, ship.velocity) == (du("24.43 14.84"), 90, 5)
    assert not ship.navigated


@pytest.mark.rules("W-03", "CC-024", "D-004")
@pytest.mark.parametrize(
    ("velocity", "heading", "end"),
    [(5, 225, "26.46 16.46"), (3, 300, "27.4 21.5"), (4, 217, "27.59 16.81")],
)
def test_w03_the_straight_part_is_rounded_away_from_zero(
    velocity: int, heading: int, end: str
) -> None:
    found = plotted(lone(1, "30 20", heading, velocity), MovePlan())
    assert found.step2 == found.to == du(end)
    assert found.heading == heading


@pytest.mark.rules("W-04", "CC-023", "CC-152", "CC-162", "CC-164", "D-015", "D-062", "D-066")
def test_w04_order_command_and_move_change_the_velocity_separately() -> None:
    table = lone(6, "20 10", 0, 2)
    ship = table.units["a1"]
    assert movement.refuse_change(table, ship, 1, "order") is None
    ship = movement.changed(ship, 1)
    assert ship.velocity == 3
    assert code(movement.refuse_change(table, ship, 1, "command", {"order"})) == "E-VELOCITY"
    assert code(movement.refuse(table, ship, MovePlan(1))) == "E-VELOCITY"
    assert movement.refuse(table, ship, MovePlan(-1)) is None
    assert movement.plot(table, ship, MovePlan(-1)).velocity == 2

    table, used = lone(1, "20 10", 0, 2), set[Permission]()
    ship = table.units["a1"]
    for by in ("order", "command"):
        assert movement.refuse_change(table, ship, 1, by, used) is None
        ship = movement.changed(ship, 1)
        used.add(by)
    assert movement.refuse(table, ship, MovePlan(1)) is None
    assert movement.plot(table, ship, MovePlan(1)).velocity == 5
    assert code(movement.refuse_change(table, ship, 1, "command", used)) == "E-ORDER-TWICE"
    assert code(movement.refuse_change(table, ship, 1, "order", used)) == "E-ORDER-TWICE"


@pytest.mark.rules("W-05", "CC-112", "CC-113", "D-016")
@pytest.mark.parametrize(
    ("size", "velocity", "items", "values"),
    [
        (4, 3, (), (1, 2)),
        (4, 3, ("MAN",), (2, 2)),
        (4, 3, ("HDG", "HDG"), (1, 3)),
        (1, 0, ("MAN", "MAN"), (2, 5)),
    ],
)
def test_w05_enhance_components_count_in_a_move(
    size: int, velocity: int, items: tuple[str, ...], values: tuple[int, int]
) -> None:
    found = plotted(lone(size, "20 10", 0, velocity, *items), MovePlan())
    assert (found.maneuver, found.heading_value) == values


@pytest.mark.rules("CC-112", "CC-113", "D-016")
def test_an_enhance_component_that_does_not_work_counts_no_more() -> None:
    table = scene(unit("a1", plain(4, "MAN", "HDG"), "20 10", velocity=3, off=(0, 1)))
    found = plotted(table, MovePlan())
    assert (found.maneuver, found.heading_value) == (1, 2)


# --- The four steps ---


@pytest.mark.rules("CC-022", "CC-024", "CC-025", "CC-026")
def test_the_velocity_changes_before_and_the_ship_turns_after_everything_else() -> None:
    found = plotted(lone(3, "10 5", 90, 2), MovePlan(-1, Bearing(90, 100), 90))
    assert (found.velocity, found.step2, found.to) == (1, du("11 5"), du("12 5"))
    assert (found.maneuver, found.heading_value) == (1, 3)
    assert (found.heading, found.turn_legal) == (180, True)


@pytest.mark.rules("CC-024")
def test_without_a_shift_a_ship_still_moves_exactly_its_velocity() -> None:
    assert plotted(lone(2, "20 10", 180, 4), MovePlan()).to == du("20 6")
    assert plotted(lone(2, "20 10", 180, 0), MovePlan()).to == du("20 10")


@pytest.mark.rules("CC-025")
def test_with_a_maneuver_of_0_a_ship_cannot_shift() -> None:
    table = lone(6, "20 10", 0, 3)
    assert refused(table, MovePlan(shift=du("20 13"))) == ""
    assert refused(table, MovePlan(shift=du("20 13.01"))) == "E-MANEUVER"


@pytest.mark.rules("CC-026", "CC-027", "D-006")
@pytest.mark.parametrize(
    ("turn", "legal"), [(90, True), (-90, True), (91, False), (-91, False), (270, True)]
)
def test_heading_3_allows_a_quarter_turn_either_way(turn: int, legal: bool) -> None:
    table = lone(4, "20 10", 350, 1)
    assert refused(table, MovePlan(turn=turn)) == ("" if legal else "E-HEADING")
    assert plotted(table, MovePlan(turn=turn)).heading == (350 + turn) % 360


@pytest.mark.rules("CC-026", "D-006", "D-014")
def test_with_heading_6_a_ship_turns_right_round() -> None:
    table = lone(1, "20 10", 0, 0, "HDG")
    assert plotted(table, MovePlan()).heading_value == 6
    assert [refused(table, MovePlan(turn=turn)) for turn in (180, -180, 179, 200)] == [""] * 4


@pytest.mark.rules("CC-025", "D-005")
@given(st.integers(0, 359), st.integers(0, 200), st.integers(0, 359))
def test_a_shift_by_bearing_within_the_maneuver_is_always_legal(
    bearing: int, length: int, heading: int
) -> None:
    table = lone(3, "25 15", heading, 3)
    assert plotted(table, MovePlan(shift=Bearing(bearing, length))).shift_legal


@pytest.mark.rules("CC-025", "D-005")
def test_a_shift_is_judged_by_the_place_it_reaches() -> None:
    table = lone(3, "25 15", 0, 3)
    assert not plotted(table, MovePlan(shift=Bearing(0, 201))).shift_legal
    found = plotted(table, MovePlan(shift=Bearing(37, 201)))
    assert (found.to, found.shift_distance) == (found.step2.plus(120, 160), 200)
    assert found.shift_legal


# --- Refusals ---


@pytest.mark.rules("CC-023", "D-015")
@pytest.mark.parametrize(
    ("velocity", "change", "fault"),
    [
        (0, -1, "E-VELOCITY"),
        (0, 0, ""),
        (0, 1, ""),
        (1, -1, ""),
        (5, 1, "E-VELOCITY"),
        (4, 1, ""),
        (2, 2, "E-VELOCITY"),
        (2, -2, "E-VELOCITY"),
    ],
)
def test_the_velocity_changes_by_1_and_stays_in_its_band(
    velocity: int, change: int, fault: str
) -> None:
    assert refused(lone(4, "20 10", 0, velocity), MovePlan(change)) == fault


@pytest.mark.rules("CC-023", "CC-025", "CC-026", "D-014")
@pytest.mark.parametrize(
    ("change", "ahead", "shift", "turn"), [(-1, 0, 1, 120), (0, 1, 1, 120), (1, 2, 2, 90)]
)
def test_the_new_velocity_counts_for_the_rest_of_the_move(
    change: int, ahead: int, shift: int, turn: int
) -> None:
    table = lone(2, "20 10", 0, 1)
    found = plotted(table, MovePlan(change))
    assert (found.step2, found.maneuver) == (du(f"20 {10 + ahead}"), shift)
    assert refused(table, MovePlan(change, Bearing(0, 100 * shift), turn)) == ""
    assert refused(table, MovePlan(change, Bearing(0, 100 * shift + 1))) == "E-MANEUVER"
    assert refused(table, MovePlan(change, turn=turn + 1)) == "E-HEADING"


@pytest.mark.rules("CC-162", "CC-164", "D-015")
@pytest.mark.parametrize("by", ["order", "command"])
def test_an_order_or_a_command_changes_the_velocity_by_exactly_1(by: Permission) -> None:
    table = lone(4, "20 10", 0, 2)
    ship = table.units["a1"]
    found = [code(movement.refuse_change(table, ship, by_, by)) for by_ in (-2, -1, 0, 1, 2)]
    assert found == ["E-VELOCITY", "", "E-VELOCITY", "", "E-VELOCITY"]


@pytest.mark.rules("CC-164", "CC-190", "D-066", "D-083")
def test_a_change_by_order_or_command_counts_as_navigating_and_the_free_one_remains() -> None:
    table = lone(4, "20 10", 0, 2)
    ship = movement.changed(table.units["a1"], -1)
    assert (ship.velocity, ship.navigated) == (1, True)
    assert movement.refuse(table, ship, MovePlan(-1)) is None


@pytest.mark.rules("W-68", "CC-056", "D-042")
def test_w68_a_locked_velocity_cannot_change() -> None:
    once, twice = LOCKED[:1], LOCKED
    for conditions, fault in ((once, ""), (twice, "E-VEL-LOCKED")):
        ship = unit("a1", plain(3), "20 10", velocity=2, conditions=conditions)
        table = scene(ship)
        assert [refused(table, MovePlan(change)) for change in (-1, 0, 1)] == [fault, "", fault]
    changed = movement.refuse_change(table, table.units["a1"], 1, "order")
    assert code(changed) == "E-VEL-LOCKED"


@pytest.mark.rules("CC-023", "CC-025", "CC-026", "CC-056", "CC-185")
def test_the_first_fault_of_the_canons_order_is_told() -> None:
    moon = [{"kind": "moon", "at": [20, 14]}]
    locked: Unit
    locked, design = unit("a1", plain(4), "20 10", velocity=2, conditions=LOCKED)
    table = scene((locked, design), terrain=moon)
    plan = MovePlan(2, du("20 20"), 120, ("b9",))
    assert refused(table, plan) == "E-VELOCITY"
    plan = MovePlan(1, du("20 20"), 120, ("b9",))
    assert refused(table, plan) == "E-MANEUVER"
    plan = MovePlan(1, None, 120, ("b9",))
    assert refused(table, plan) == "E-HEADING"
    plan = MovePlan(1, None, 60, ("b9",))
    assert refused(table, plan) == "E-SOLID-CONFIRM"
    plan = MovePlan(1, None, 60, ("b9",), confirmed=True)
    assert refused(table, plan) == "E-PWS"
    plan = MovePlan(1, None, 60, confirmed=True)
    assert refused(table, plan) == "E-VEL-LOCKED"


@pytest.mark.rules("CC-023", "CC-025", "CC-026")
def test_a_refusal_names_its_rule_and_the_numbers() -> None:
    table = lone(3, "10 5", 0, 3)
    rule, text = said(table, MovePlan(shift=du("11.21 9.6")))
    assert rule == "CC-025"
    assert text == "The shift is 2.01 long. At Velocity 3 it may be 2.00 long at most."
    rule, text = said(table, MovePlan(turn=-61))
    assert rule == "CC-026"
    assert text == "The turn is 61° wide. At Velocity 3, Heading 2 allows up to 60°."
    rule, text = said(lone(6, "10 5", 0, 3), MovePlan(1))
    assert rule == "CC-023"
    assert text == (
        "The Velocity of a1 would be 4; its Size allows 0 to 3. Velocities 2 to 3 are possible."
    )
    _, text = said(lone(6, "10 5", 0, 0), MovePlan(-1))
    assert text.endswith("would be -1; its Size allows 0 to 3. Velocities 0 to 1 are possible.")
    _, text = said(lone(6, "10 5", 0, 2), MovePlan(-2))
    assert text == (
        "The Velocity changes by at most 1 at a time, not by 2. Velocities 1 to 3 are possible."
    )
