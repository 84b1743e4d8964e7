"""Positions as files: every field, what is public and secret of them, playing on, faults."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from games.cli.asking import ask
from games.cli.faults import Fault, Illegal
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.units import Condition
from games.cosmic_conflict.tools.position import PhaseName
from tests.effort import calls
from tests.games.cosmic_conflict.measuring import state, written

MOST_CALLS = 100_000
"""Ten for each of what is refused for its number."""


TEMPEST: dict[str, Any] = {
    "sic": "TEMP",
    "side": 1,
    "name": "Storm",
    "at": [10, 5.25],
    "heading": 30,
    "velocity": 3,
    "health": 12,
    "absorbers": [7],
    "conditions": [{"result": 4, "choice": ""}, {"result": 11, "choice": "b"}],
    "token": False,
    "orders": [
        {"name": "focus", "slot": "MAIN", "revealed": False},
        {"name": "evasive", "slot": "NAV1", "revealed": False},
    ],
    "activated": False,
    "state": "in",
    "jumping": False,
    "surveyed": True,
    "vip": False,
    "used": ["BEAM1"],
    "off": ["KIN1"],
}
OWN: dict[str, Any] = {
    "id": "OWN",
    "name": "Own one",
    "class": "hulk",
    "size": 3,
    "row_len": 10,
    "primary": [{"type": "SHD"}, {"type": "KIN", "variant": "L1", "arcs": "FS"}],
    "secondary": [],
    "traits": [],
    "points": 140,
}
UNITS: dict[str, Any] = {
    "a1": TEMPEST,
    "a2": {"sic": "HEAR", "at": "20 5", "token": 1, "jumping": False},
    "a3": {"sic": "MACE", "aboard": "a2", "ammo": 0},
    "a4": {"sic": "HORN", "at": [21.5, 6], "carrier": "a2", "activated": True},
    "b1": {"sic": OWN, "at": [10, 25]},
    "b2": {"sic": "WREN", "state": "fled"},
    "b3": {"sic": "DART", "state": "destroyed", "health": 10},
}
TERRAIN: list[dict[str, Any]] = [
    {"kind": "giant_meteor", "at": [40, 20], "direction": 30},
    {"kind": "moon", "disc": [5, 5, 1.25]},
    {
        "kind": "Odd one",
        "zones": [{"poly": [[1, 1], [2, 1], [2, 2]], "zone_key": "x", "random": True}],
        "push": 1.25,
        "obscuring": 3,
        "mobile": 0.5,
        "direction": 90,
    },
]

# --- What is printed ---


def test_every_field_of_a_position_is_printed(run: Any) -> None:
    told = run(
        position={"units": UNITS, "map": "veil", "turn": 3, "phase": "command", "initiative": 2}
    )
    assert (told["map"], told["turn"], told["phase"], told["initiative"]) == (
        "veil",
        3,
        "command",
        2,
    )
    units = told["units"]
    assert units["a1"] == TEMPEST
    assert units["b1"]["sic"] == OWN
    assert (units["b1"]["heading"], units["b1"]["velocity"], units["b1"]["absorbers"]) == (
        180,
        2,
        [10],
    )
    assert (units["a2"]["at"], units["a2"]["token"]) == ([20, 5], True)
    assert units["a3"].items() >= {"aboard": "a2", "carrier": "a2", "ammo": 0}.items()
    assert not {"at", "heading", "velocity"} & units["a3"].keys()
    assert units["a4"].items() >= {"at": [21.5, 6], "carrier": "a2", "activated": True}.items()
    assert [units[id]["state"] for id in ("b1", "b2", "b3")] == ["in", "fled", "destroyed"]
    assert "state" not in told
    assert {each["kind"] for each in told["pending"]} == {"orders"}


@pytest.mark.rules("CC-202", "CC-208")
def test_features_are_printed_zone_by_zone_and_read_back(run: Any) -> None:
    told = run(position={"map": TERRAIN})
    meteor, moon, odd = told["map"]
    assert meteor["zones"][0] == {"disc": [40, 20, 1.5], "solid": True}
    assert meteor["zones"][1] == {
        "poly": [[40.87, 19.5], [39.13, 20.5], [35.27, 15.8], [38.73, 13.8]],
        "hazardous": 1,
        "obscuring": 1,
    }
    assert (meteor["mobile"], meteor["direction"]) == (3, 30)
    assert moon["zones"] == [{"disc": [5, 5, 1.25], "solid": True}]
    assert odd == {
        "kind": "Odd one",
        "zones": [
            {
                "zone_key": "x",
                "poly": [[1, 1], [2, 1], [2, 2]],
                "obscuring": 3,
                "push": 1.25,
                "random": True,
            }
        ],
        "mobile": 0.5,
        "direction": 90,
    }
    assert run(position=told)["map"] == told["map"]
    dull = [{"kind": "minefield", "disc": [9, 9, 1], "dangerous": 0}]
    told = run(position={"map": dull})["map"]
    assert told[0]["zones"][0]["dangerous"] == 0, "it is not filled in again"


@pytest.mark.rules("D-003")
def test_a_map_brings_its_board_and_features_leave_that_of_the_settings() -> None:
    sizes = {
        name: (found.table.board.width, found.table.board.height, len(found.table.features))
        for name in BASE.maps
        if (found := state(map=name))
    }
    assert (sizes["quick"], sizes["veil"]) == ((3600, 2400, 5), (5400, 3000, 5))
    assert state().table.features == state({"points": 500}).table.features == ()
    quick = {"map": "quick", "board_w": 3600, "board_h": 2400}
    assert len(state(quick).table.features) == 5
    found = state(quick, map=[{"kind": "moon", "at": [9, 9]}])
    assert (found.table.board.width, len(found.table.features)) == (3600, 1)
    marks = state({"scenario": "contested_marks"}).table.objectives
    assert marks == ((1800, 1500), (3600, 1500))


# --- What is secret ---


@pytest.mark.rules("CC-063", "CC-064")
def test_in_the_command_phase_orders_are_in_the_sheets_alone() -> None:
    found = state(units=UNITS, phase="command")
    own = found.sheets[0].orders
    assert own == {"a1": Orders(hidden=((MAIN, "focus"), (4, "evasive"))), "a2": Orders(token=True)}
    assert not any(unit.slots or unit.token for unit in found.table.units.values())


@pytest.mark.rules("CC-064", "CC-068", "D-054")
def test_later_everybody_knows_who_has_an_order_and_who_a_token() -> None:
    found = state(units=UNITS, phase="activation")
    units = found.table.units
    assert (units["a1"].slots, units["a1"].token) == ((MAIN, 4), False)
    assert (units["a2"].slots, units["a2"].token) == ((), True)
    assert found.sheets[0].orders == {"a1": Orders(hidden=((MAIN, "focus"), (4, "evasive")))}


@pytest.mark.rules("CC-161", "CC-157", "D-083")
def test_orders_that_are_revealed_have_their_effect() -> None:
    names = [{"name": "Evasive Actions", "revealed": True}, "brace"]
    tempest = {**TEMPEST, "orders": [names[1], {**TEMPEST["orders"][1], "revealed": True}]}
    found = state(units={"a1": tempest, "b1": {"sic": "WREN", "orders": names[:1]}})
    assert found.table.units["b1"].evading is False, "not before the last lock"
    units = {"a1": tempest, "b1": {"sic": "WREN", "at": [9, 9], "orders": names[:1]}}
    found = state(units=units, phase="activation")
    ship, other = found.table.units["a1"], found.table.units["b1"]
    assert (ship.evading, ship.navigated, ship.bracing) == (True, True, False)
    assert (ship.slots, ship.revealed) == ((MAIN,), ("evasive",))
    assert (other.evading, other.slots, other.revealed) == (True, (), ("evasive",))
    assert found.sheets[0].orders == {"a1": Orders(hidden=((MAIN, "brace"),))}


@pytest.mark.rules("CC-056", "D-042")
def test_conditions_are_written_as_results() -> None:
    found = state(units={"a1": {"sic": "WREN", "conditions": [4, 11, 11, {"result": 8}]}})
    assert found.table.units["a1"].conditions == (
        Condition(4),
        Condition(11, "a"),
        Condition(11, "b"),
        Condition(8),
    )


# --- Playing on ---

PAIR: dict[str, Any] = {
    "a1": {"sic": "HALB", "at": [20, 10], "heading": 0, "velocity": 3},
    "b1": {"sic": "HALB", "at": [20, 22], "heading": 180, "velocity": 3},
}


@pytest.mark.rules("CC-115", "CC-211", "D-088")
def test_a_deployment_is_played_on(run: Any) -> None:
    """Side 2 has the initiative, and has placed its first ship."""
    units: dict[str, Any] = {
        "a1": {"sic": "VANG"},
        "b1": {"sic": "HALB", "at": [20, 26]},
        "b2": {"sic": "WREN"},
    }
    place = {"phase": "deploy", "units": units, "initiative": 2}
    told = run(position=place, play=["Side 1: AUTO", "Side 2: PLACE b2 18 26"])
    assert (told["phase"], told["units"]["b2"]["at"]) == ("command", [18, 26])
    secret = run(settings={"deploy": "secret"}, position=place, play=["Side 1: AUTO", "LOCK"])
    assert [each["seat"] for each in secret["pending"]] == ["Side 1", "Side 2"]


@pytest.mark.parametrize("phase", get_args(PhaseName))
@pytest.mark.parametrize("units", [{}, {"a1": {"sic": "WREN"}}, PAIR], ids=len)
def test_a_position_in_any_phase_can_be_looked_at(
    run: Any, phase: str, units: dict[str, Any]
) -> None:
    """Where nobody can be asked, as for measuring on an empty board, nothing is played."""
    told = run(position={"phase": phase, "units": units})
    nobody = phase == "command" and not any("at" in unit for unit in units.values())
    assert bool(told["pending"] or told["ended"]) != nobody


@pytest.mark.rules("CC-215", "CC-220")
def test_the_scoring_is_played_to_the_end(run: Any) -> None:
    units = {"a1": PAIR["a1"], "b1": {**PAIR["b1"], "conditions": [4]}}
    settings = {"scenario": "open", "vc_random": 1}
    told = run(settings=settings, position={"phase": "scoring", "units": units}, dice=[4])
    assert (told["ended"], told["winner"], told["phase"]) == (True, "Side 1", "scoring")
    again = run(settings=settings, position={**told})
    assert (again["ended"], again["winner"]) == (True, "Side 1")


def test_questions_may_bring_a_map_and_units(run: Any) -> None:
    moon = [{"kind": "moon", "at": [27, 15]}]
    asked = {"ask": "drift", "unit": "a1"}
    ship = {"sic": {"size": 4}, "at": [27, 9], "heading": 0, "velocity": 4}
    answers = run(
        ask,
        position={"units": {"a1": ship}},
        ask=[asked, {**asked, "map": moon}, {**asked, "units": {}}],
    )
    assert [each.get("to") for each in answers] == [[27, 13], [27.86, 12.5], None]
    assert answers[2]["refused"] == "E-UNKNOWN-ID"


# --- Faults ---


def lone(**fields: Any) -> dict[str, Any]:
    return {"units": {"a1": {"sic": "HALB", "at": [9, 9], **fields}}}


@pytest.mark.rules("D-001")
@pytest.mark.parametrize(
    ("placed", "says"),
    [
        (lone(at=[9, 9.005]), "at most 2 decimals"),
        (lone(at=[9, True]), "must be a length in du"),
        (lone(at=[9]), "must be a point"),
        (lone(at=[9, 10**399]), "at most 2 decimals"),
        (lone(heading=360), "choose 359 or less"),
        (lone(heading=9.0), "write a whole number"),
        (lone(velocity=-1), "choose 0 or more"),
        (lone(health=10**399), "choose 999 or less"),
        (lone(colour="red"), "colour: there is nothing of this name"),
        (lone(conditions=[3]), "choose 4, 5, 6"),
        (lone(conditions=[{"result": 4, "choice": "c"}]), "choice"),
        (lone(orders=["hide"]), "“hide” is not an Order"),
        (lone(token=2), "write true or false"),
        (lone(state="away"), "state"),
        (lone(used=["gun"]), "in the form that is wanted"),
        (lone(side=5), "side"),
        ({"units": {"e1": {"sic": "HALB"}}}, "units.e1: a unit's code is one of a, b, c, d and"),
        ({"units": {"a01": {"sic": "HALB"}}}, "a number from 1 to 999, such as a1"),
        ({"units": {"a1": {}}}, "sic: is missing"),
        ({"map": "nowhere"}, "there are shattered_moon"),
        ({"map": [{"kind": "moon"}]}, "T1: A feature needs one of disc, poly and zones"),
        ({"map": [{"kind": "moon", "at": [1, 1.005]}]}, "at most 2 decimals"),
        ({"map": [{"kind": "moon", "at": [1, 1], "colour": 1}]}, "not a field of a feature"),
        ({"map": [{"kind": "moon", "at": [1, 1]}] * 61}, "at most 60 features"),
        ({"map": 7}, "map"),
        ({"turn": 0}, "choose 1 or more"),
        ({"phase": "orders"}, "phase"),
        ({"initiative": 5}, "initiative"),
    ],
)
def test_what_is_not_in_the_form_is_a_fault(run: Any, placed: Any, says: str) -> None:
    with pytest.raises(Fault, match=says) as found:
        run(position=placed)
    assert found.value.status == 2
    assert len(str(found.value)) < 600


@pytest.mark.parametrize(
    ("placed", "says"),
    [
        (lone(sic="FROG"), "There is no design “FROG”"),
        (lone(sic={"size": 7}), "Size from 1 to 6"),
        (lone(sic={"size": 2, "colour": 1}), "“colour” is not a field of a ship"),
        (lone(at=[54.01, 9]), "a1: .54.01, 9.00. is off the board"),
        (lone(velocity=7), "its Size allows 0 to 6"),
        (lone(health=20), "up to 19 boxes"),
        (lone(absorbers=[11]), "boxes of its absorbers are 10"),
        (lone(absorbers=[1, 1]), "boxes of its absorbers are 10"),
        (lone(side=2), "a1 is of side 1"),
        (lone(state="fled"), "one of at, aboard and a state"),
        (lone(off=["KIN9"]), "a1 has no item KIN9"),
        (lone(orders=["focus", "brace"]), "no free slot for Brace"),
        (lone(orders=[{"name": "evasive", "slot": "NAV"}]), "no free slot NAV"),
        (lone(sic="HORN", heading=5), "a1 is a Fighter"),
        (lone(sic="HORN", carrier="a9"), "There is no unit a9"),
        (
            {"units": {"a1": {"sic": "HORN", "aboard": "a2"}, "a2": {"sic": "WREN"}}},
            "a2 has room for 0 Fighters",
        ),
        (
            {"units": {"a1": {"sic": "HORN", "aboard": "b1"}, "b1": {"sic": "HEAR"}}},
            "a1 cannot be aboard b1",
        ),
    ],
)
def test_what_a_unit_cannot_be_is_refused(run: Any, placed: Any, says: str) -> None:
    with pytest.raises(Illegal, match=says) as found:
        run(position=placed)
    assert len(str(found.value)) < 400


def test_designs_with_the_same_id_are_told_apart() -> None:
    units = {"a1": {"sic": {"size": 2}}, "a2": {"sic": {"size": 3}}, "b1": {"sic": {"size": 2}}}
    found = state(units={**units, "b2": {"sic": {"id": "WREN", "size": 5}}})
    sizes = {id: found.table.size(unit) for id, unit in found.table.units.items()}
    assert sizes == {"a1": 2, "a2": 3, "b1": 2, "b2": 5}
    assert state(**written(found)) == found
    assert found.table.designs["WREN"].size == 1


@pytest.mark.rules("CC-021", "D-023")
def test_positions_of_any_size_are_refused_at_once(run: Any) -> None:
    large = {"size": 3, "primary": [{"type": "SHD"}] * 10_000}

    def refuse() -> None:
        with pytest.raises(Illegal, match="take 10,000 slots"):
            run(position=lone(sic=large))

    assert calls(refuse) < MOST_CALLS
    for placed in (
        lone(absorbers=[1] * 10_000),
        lone(orders=["brace"] * 10_000),
        lone(conditions=[{"result": "x"}] * 10_000),
        {"units": {f"a{number}": {"sic": "WREN"} for number in range(1, 999)}},
        {"units": {f"x{number}": 1 for number in range(10_000)}},
        {"map": [{"kind": "moon", "at": [1, 1]}] * 10_000},
    ):

        def refuse_placed(position: Any = placed) -> None:
            with pytest.raises(Fault) as found:
                run(position=position)
            assert len(str(found.value)) < 600

        assert calls(refuse_placed) < MOST_CALLS


@pytest.mark.rules("D-087", "D-003")
def test_a_position_has_up_to_four_sides(run: Any) -> None:
    units = {f"{letter}1": {"sic": "WREN", "at": [20, 20]} for letter in "abcd"}
    found = run(settings={"sides": 4}, position={"units": units, "initiative": 3})
    assert [each["seat"] for each in found["pending"]] == [f"Side {each}" for each in range(1, 5)]
    assert [found["units"][id]["heading"] for id in units] == [0, 180, 90, 270]
    assert found["teams"] == [1, 1, 1, 1]
    again = {key: value for key, value in found.items() if key not in ("pending", "dice_left")}
    assert run(settings={"sides": 4}, position=again) == found
    for odd in ({"units": {"c1": units["c1"]}}, {"initiative": 3}):
        with pytest.raises(Illegal, match="no side 3: the match has 2 sides"):
            run(position=odd)
