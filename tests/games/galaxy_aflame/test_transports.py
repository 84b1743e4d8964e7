"""Transports and wrecks (GA-92 to GA-96)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import Course, having, position

INSIDE: dict[str, Any] = {"in": "R2"}
FAR = {"B1": "RIF 46 2"}
RIDE = {"R1": "REE 24 20", "R2": "MAN 24 24", **FAR}


# --- Getting in ---


@pytest.mark.rules("GA-92")
@pytest.mark.parametrize(
    ("units", "code"),
    [
        ({}, ""),
        ({"R1": "INF 24 20"}, ""),
        ({"R1": "SPA 24 20"}, "E_CAPACITY"),
        ({"R1": having("SPA", "24 20", models=10)}, ""),
        ({"R1": having("SPA", "24 20", models=11)}, "E_CAPACITY"),
        ({"R1": "CAR 24 20"}, "E_CAPACITY"),
        ({"R2": "LEV 24 24"}, "E_CAPACITY"),
        ({"R3": having("EEL", **INSIDE)}, ""),
        ({"R3": having("EEL", **INSIDE), "R1": having("INF", "24 20", models=7)}, "E_CAPACITY"),
    ],
)
def test_what_a_transport_carries(units: dict[str, Any], code: str) -> None:
    match = position({**RIDE, **units})
    found = "" if match.allows("EMBARK R1 R2") else match.refused("EMBARK R1 R2")
    assert found == code


@pytest.mark.rules("GA-93")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, ""),
        ({"moved": True, "shots": 1}, ""),
        ({"shots": 2}, "E_BUDGET"),
        ({"ran": True}, "E_BUDGET"),
        ({"disembarked": True}, "E_BUDGET"),
        ({"at": "24 19.9"}, "E_DISTANCE"),
        ({"at": "21.6 27.2"}, ""),
    ],
)
def test_who_can_embark(change: dict[str, Any], code: str) -> None:
    match = position({**RIDE, "R1": {"card": "REE", "at": "24 20", **change}})
    found = "" if match.allows("EMBARK R1 R2") else match.refused("EMBARK R1 R2")
    assert found == code


@pytest.mark.rules("GA-52", "GA-53", "GA-93")
def test_a_unit_inside_does_nothing_more_this_turn() -> None:
    match = position({**RIDE, "B1": "RIF 24 10"}).play("EMBARK R1 R2")
    assert match.unit("R1").at is None
    assert match.unit("R2").cargo == ("R1",)
    assert match.refused("MOVE R1 24 20") == "E_CARRIED"
    assert match.refused("SHOOT R1 B1 KILL") == "E_CARRIED"
    assert match.refused("DISEMBARK R1 24 20") == "E_BUDGET"
    assert match.refused("EMBARK R1 R2") == "E_BUDGET"
    told = match.told("Embarked")[0]
    assert (told.unit.code, told.transport.code, told.start.y, told.at.y) == ("R1", "R2", 200, 240)


@pytest.mark.rules("GA-07", "GA-92", "GA-93")
def test_into_whom_a_unit_cannot_embark() -> None:
    match = position({**RIDE, "R3": "CAR", "B2": "MAN 24 17"})
    assert match.refused("EMBARK R1 R3") == "E_TARGET"
    assert match.refused("EMBARK R1 B2") == "E_TARGET"
    assert match.refused("EMBARK R1 R9") == "E_TARGET"
    assert match.refused("EMBARK B1 R2") == "E_TARGET"


# --- Getting out ---

OUT = {"R1": having("REE", **INSIDE), "R2": "MAN 24 24", **FAR}


@pytest.mark.rules("GA-94")
@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("24 20", ""),
        ("24 19.9", "E_DISTANCE"),
        ("26.4 27.2", ""),
        ("24 21.5", ""),
        ("24 21.6", "E_SPOT"),
        ("28 24", "E_PATH"),
        ("26.5 24", "E_SPOT"),
    ],
)
def test_where_a_unit_can_get_out(at: str, code: str) -> None:
    ground = {"solid": [[26, 22, 27.5, 26]]}
    match = position(OUT, ground)
    found = "" if match.allows(f"DISEMBARK R1 {at}") else match.refused(f"DISEMBARK R1 {at}")
    assert found == code


@pytest.mark.rules("GA-94")
def test_getting_out_is_the_move_of_the_unit() -> None:
    match = position({**OUT, "B1": "RIF 24 10"}).play("MOVE R2 24 25", "DISEMBARK R1 24 21")
    assert match.unit("R2").cargo == ()
    unit = match.unit("R1")
    assert (unit.moved, unit.disembarked, unit.boarded) == (True, True, False)
    assert match.refused("RUN R1 24 20") == "E_BUDGET"
    assert match.refused("EMBARK R1 R2") == "E_BUDGET"
    assert match.refused("DISEMBARK R1 24 21.5") == "E_BUDGET"
    match.shoot("R1 B1 KILL", "1 1 1 1 1 1")
    assert match.refused("SHOOT R1 B1 KILL") == "E_BUDGET"
    again = position(OUT).play("DISEMBARK R1 24 20", "MOVE R2 24 28")
    assert again.at("R2") == "24 28"
    told = position(OUT).play("DISEMBARK R1 24 20").told("Disembarked")[0]
    assert (told.transport.code, told.start.y, told.at.y) == ("R2", 240, 200)


@pytest.mark.rules("GA-94")
def test_only_who_was_inside_when_the_turn_began_gets_out() -> None:
    match = position(RIDE).play("EMBARK R1 R2")
    assert match.refused("DISEMBARK R1 24 20") == "E_BUDGET"
    match.play("END", "END")
    assert match.unit("R1").boarded
    assert match.allows("DISEMBARK R1 24 20")
    assert position(RIDE).refused("DISEMBARK R1 24 22") == "E_SPOT"
    assert position(RIDE).refused("DISEMBARK R1 24 20.5") == "E_BUDGET"


@pytest.mark.rules("GA-94")
def test_others_stay_inside() -> None:
    units = {**OUT, "R3": having("EEL", **INSIDE)}
    match = position(units).play("DISEMBARK R1 24 20")
    assert match.unit("R2").cargo == ("R3",)


# --- Carried ---


@pytest.mark.rules("GA-95")
def test_passengers_move_and_fall_back_with_the_transport() -> None:
    units = {**OUT, "R2": having("MAN", "24 24", fails=2), "B1": "HUN 24 12"}
    match = position(units, turn="B").shoot("B1 R2 KILL", "10 10 1", "1 4")
    assert match.at("R2") == "24 34"
    assert match.unit("R2").cargo == ("R1",)
    carrier = match.table.carrier("R1")
    assert carrier is not None
    assert carrier.code == "R2"


@pytest.mark.rules("GA-89", "GA-95")
def test_passengers_are_lost_with_a_transport_that_leaves_the_table() -> None:
    units = {
        "R1": having("REE", **INSIDE),
        "R2": having("MAN", "24 27", fails=2),
        "R3": "INF 4 4",
        "B1": "HUN 24 15",
    }
    match = position(units, turn="B").shoot("B1 R2 KILL", "10 10 1", "1 4")
    assert match.unit("R1").out
    assert match.unit("R2").out
    assert match.table.losses[0] == (7, 2)
    assert [(told.unit.code, told.cause) for told in match.told("Removed")] == [
        ("R2", "fled"),
        ("R1", "carried"),
    ]
    assert match.told("Removed")[1].models == 6


# --- Wrecks ---

CROWD = {
    "R9": "INF 4 4",
    "R1": "MAN 24 20",
    **{f"R{n}": having("EEL", models=1, **{"in": "R1"}) for n in range(2, 9)},
    "B1": "HUN 24 8",
}
"""Seven passengers, one model each."""


def _wreck(units: dict[str, Any] = CROWD, layout: Any = None) -> Course:
    match = position(units, layout, turn="B").play("SHOOT B1 R1 KILL").roll("10 1 1", "1")
    while match.dice:
        match.roll("1", "6")
    return match


@pytest.mark.rules("GA-96")
def test_where_passengers_get_out_of_a_wreck() -> None:
    match = _wreck()
    assert match.at("R1") == ""
    assert [match.at(f"R{number}") for number in range(2, 9)] == [
        "24 20",
        "24 17.5",
        "26.5 20",
        "24 22.5",
        "21.5 20",
        "",
        "",
    ]


@pytest.mark.rules("GA-89", "GA-96")
def test_a_passenger_without_a_spot_is_out() -> None:
    match = _wreck()
    assert [match.unit(f"R{number}").out for number in range(2, 9)] == [0, 0, 0, 0, 0, 1, 1]
    assert match.table.losses[0] == (3, 3)
    removed = match.told("Removed")
    assert [told.cause for told in removed] == ["shot", "wreck", "wreck"]
    assert removed[1].models == 1


@pytest.mark.rules("GA-96")
def test_diagonals_come_after_the_four_winds() -> None:
    markers = {
        "R10": "REE 24 16.5",
        "R11": "REE 27.5 20",
        "R12": "REE 24 23.5",
        "R13": "REE 20.5 20",
    }
    match = _wreck({**CROWD, **markers})
    assert [match.at(f"R{number}") for number in range(2, 8)] == [
        "24 20",
        "25.8 18.2",
        "25.8 21.8",
        "22.2 21.8",
        "22.2 18.2",
        "",
    ]


@pytest.mark.rules("GA-21", "GA-96")
def test_each_passenger_is_hit_in_boarding_order_and_saves_on_four_without_cover() -> None:
    units = {
        "R3": having("REE", **{"in": "R1"}),
        "R2": having("EEL", **{"in": "R1"}),
        "R1": "MAN 24 20",
        "B1": "HUN 24 8",
    }
    match = position(units, {"cover": [{"circle": [24, 20, 4]}]}, turn="B")
    match.play("SHOOT B1 R1 KILL").roll("10 1 1", "1", "2")
    assert match.dice == ((2, 8),)
    match.roll("3 4")
    assert match.dice == ((1, 4),)
    match.roll("1")
    assert match.dice == ((1, 6),)
    match.roll("3")
    assert match.models("R3", "R2") == [5, 3]
    assert (match.at("R3"), match.at("R2")) == ("24 20", "24 17.5")
    assert match.unit("R3").fails == 1
    assert match.kinds() == ["Attacked", "Removed", "GotOut", "GotOut"]
    told = match.told("GotOut")[0]
    assert (told.die, told.transport.code, told.checks.need) == (2, "R1", 4)


@pytest.mark.rules("GA-96", "GA-82")
def test_passengers_can_fall_back_and_act_normally_in_their_next_turn() -> None:
    units = {"R1": "MAN 24 20", "R2": having("INF", **{"in": "R1"}), "B1": "HUN 24 8"}
    match = position(units, turn="B").play("SHOOT B1 R1 KILL").roll("10 1 1", "1", "3", "1 2 3")
    assert match.at("R2") == "24 26"
    match.play("END", "MOVE R2 24 20")
    assert match.allows("SHOOT R2 B1 KILL")


@pytest.mark.rules("GA-73", "GA-93", "GA-96")
def test_an_attacking_transport_can_be_wrecked_by_returned_hits() -> None:
    units = {
        "R1": "MAN 24 17",
        "R2": having("EEL", **{"in": "R1"}),
        "R3": "REE 24 20",
        "B1": "HUN 24 12",
    }
    match = position(units, {"cover": [{"circle": [24, 12, 3]}]}).play("EMBARK R3 R1")
    match.play("SHOOT R1 B1 KILL").roll("1", "4 1 1 1 1", "3", "1")
    assert match.unit("R1").out
    assert match.dice == ((1, 4),)
    match.roll("1", "6", "1", "8")
    assert (match.at("R2"), match.at("R3")) == ("24 17", "24 14.5")
    assert match.refused("SHOOT R3 B1 KILL") == "E_BUDGET"
    assert match.refused("MOVE R3 24 15") == "E_BUDGET"
    assert match.refused("EMBARK R3 R1") == "E_BUDGET"
    assert match.told("GotOut")[0].transport.code == "R1"
