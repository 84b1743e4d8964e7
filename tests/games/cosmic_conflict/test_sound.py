"""What no match can be in (4.11): every rule of it breaks alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Disc, Point
from games.cosmic_conflict.editing.sound import faults
from games.cosmic_conflict.rules.turns.activation import Go
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.course import Acting, ActivationPhase, ConditionScore
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import Scoring
from games.cosmic_conflict.table.units import Condition, MarkedToken, MissileToken
from tests.games.cosmic_conflict.activations import acting, hidden, ship
from tests.games.cosmic_conflict.matches import Match, deployed

MOON = {"kind": "moon", "disc": [40, 15, 3]}
COMMUNICATIONS, PROPULSION = Condition(10), Condition(11, "a")


def _state() -> State:
    """Side 2 is to activate b1; a1 hides an Order, and a3 is aboard a2."""
    one = hidden(ship("a1", "VANG", "20 5"), "evasive")
    fighter = ship("a3", "HORN", "", velocity=0, aboard="a2", carrier="a2")
    units = (one, ship("a2", "ROOS", "30 5"), fighter, ship("b1", "PIKE", "20 20"))
    return acting(*units, terrain=[MOON], scenario="contested_marks").state


def _at_rest(state: State, **changes: Any) -> State:
    """With other fields: ``a1`` and so on of units, ``side1`` of sheets, the rest of the table or
    of the course."""
    table, course, sheets = state.table, state.course, list(state.sheets)
    for name, value in changes.items():
        if name in table.units:
            table = table.put(replace(table.units[name], **value))
        elif name.startswith("side"):
            seat = int(name[-1]) - 1
            sheets[seat] = replace(sheets[seat], **value)
        elif hasattr(table, name):
            table = replace(table, **{name: value})
        else:
            course = replace(course, **{name: value})
    return State(table, course, (sheets[0], sheets[1]))


def _codes(state: State) -> set[tuple[str, str]]:
    return {(each.code, each.rule) for each in faults(state)}


def test_matches_are_sound() -> None:
    for state in (_state(), Match(_state()).play("ACTIVATE b1").state, deployed().state):
        assert _codes(state) == set()


FEATURE = _state().table.features[0]
MISSILE = MissileToken("t1", Point(2000, 1000), "b1", 0, "a1", 900)
NOW = _state().course.activation
assert NOW is not None


@pytest.mark.rules("CC-063", "CC-169", "CC-177", "CC-185", "D-003", "D-054", "D-057")
@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"edge": "wall"}, "OPTION", "CC-182"),
        ({"features": (FEATURE, FEATURE)}, "TERRAIN", "CC-182"),
        ({"features": (replace(FEATURE, mobile=-1),)}, "TERRAIN", "CC-182"),
        ({"features": (replace(FEATURE, zones=(replace(FEATURE.zones[0],
            shape=Disc(Point(9000, 0), 10)),)),)}, "BOARD", "D-084"),
        ({"objectives": (Point(9000, 0),)}, "BOARD", "CC-225"),
        ({"a1": {"sic": "NONE"}}, "UNKNOWN-ID", "CC-005"),
        ({"a1": {"side": 2}}, "UNKNOWN-ID", "CC-004"),
        ({"units": {"a9": _state().table.units["a1"]}}, "UNKNOWN-ID", "CC-004"),
        ({"a1": {"heading": 360}}, "FORMAT", "D-001"),
        ({"a1": {"health": -1}}, "FORMAT", "D-001"),
        ({"a1": {"health": 40}}, "FORMAT", "D-001"),
        ({"a1": {"absorbers": (3,)}}, "FORMAT", "D-001"),
        ({"a1": {"absorbers": (11, 3)}}, "FORMAT", "D-001"),
        ({"a1": {"velocity": 9}}, "VELOCITY", "CC-023"),
        ({"a1": {"at": Point(0, 3001)}}, "BOARD", "D-003"),
        ({"a1": {"at": Point(4000, 1500)}}, "SOLID", "CC-185"),
        ({"a1": {"at": None}}, "TARGET", "CC-211"),
        ({"a1": {"state": "fled"}}, "FORMAT", "D-001"),
        ({"a3": {"velocity": 1}}, "FIGHTER", "D-057"),
        ({"a1": {"carrier": "a2"}}, "HANGAR", "CC-115"),
        ({"a3": {"carrier": "a9"}}, "UNKNOWN-ID", "CC-004"),
        ({"a3": {"carrier": ""}}, "HANGAR", "CC-125"),
        ({"a3": {"aboard": "a1", "carrier": "a1"}}, "HANGAR", "CC-119"),
        ({"a3": {"boarded": 2}}, "HANGAR", "D-059"),
        ({"a3": {"shots": 2}}, "TARGET", "CC-136"),
        ({"a1": {"shots": 0}}, "TARGET", "CC-136"),
        ({"a1": {"off": (99,)}}, "UNKNOWN-ID", "CC-013"),
        ({"a1": {"used": (99,)}}, "UNKNOWN-ID", "CC-013"),
        ({"a1": {"conditions": (Condition(11),)}}, "FORMAT", "CC-048"),
        ({"a1": {"conditions": (Condition(4, "a"),)}}, "FORMAT", "CC-048"),
        ({"a1": {"conditions": (COMMUNICATIONS, COMMUNICATIONS)}}, "TARGET", "CC-048"),
        ({"a1": {"conditions": (PROPULSION, PROPULSION)}}, "TARGET", "CC-048"),
        ({"a1": {"token": True}}, "ORDER-SLOT", "CC-063"),
        ({"a1": {"conditions": (COMMUNICATIONS,), "evading": True}}, "ORDER-BANNED", "CC-055"),
        ({"a1": {"jumping": True}}, "JUMPING", "CC-177"),
        ({"a3": {"token": True}}, "FIGHTER", "CC-139"),
        ({"a3": {"commands": ("dodge",)}}, "FIGHTER", "CC-139"),
        ({"a3": {"revealed": ("brace",)}}, "FIGHTER", "CC-139"),
        ({"a3": {"surveyed": True}}, "FIGHTER", "CC-222"),
        ({"a1": {"revealed": ("brace", "brace")}}, "ORDER-TWICE", "CC-152"),
        ({"a1": {"commands": ("snap", "snap")}}, "ORDER-TWICE", "CC-152"),
        ({"a2": {"slots": (0,)}}, "ORDER-SLOT", "D-054"),
        ({"a1": {"bought": (("a2", "range"),)}}, "MARK", "CC-170"),
        ({"marked": (MarkedToken("a1", "a2"),)}, "TARGET", "CC-004"),
        ({"marked": (MarkedToken("b1", "a3"),)}, "MARK", "CC-169"),
        ({"marked": (MarkedToken("a1", "b1"),) * 2}, "MARK", "CC-169"),
        ({"missiles": (replace(MISSILE, target="z9"),)}, "TARGET", "CC-004"),
        ({"missiles": (replace(MISSILE, at=Point(-1, 0)),)}, "BOARD", "CC-099"),
        ({"missiles": (replace(MISSILE, weapon=99),)}, "UNKNOWN-ID", "CC-099"),
        ({"missiles": (MISSILE, MISSILE)}, "UNKNOWN-ID", "CC-099"),
        ({"turn": 0}, "PHASE", "CC-062"),
        ({"initiative": 3}, "PHASE", "CC-062"),
        ({"activation": replace(NOW, passed=(3,))}, "PHASE", "CC-069"),
        ({"activation": replace(NOW, size=6)}, "SIZE-ORDER", "CC-069"),
        ({"activation": None}, "PHASE", "CC-076"),
        ({"phase": "resolution"}, "PHASE", "CC-076"),
        ({"acting": Acting("a1")}, "PHASE", "CC-078"),
        ({"acting": Acting("a9")}, "PHASE", "CC-078"),
        ({"scores": (ConditionScore("area", (0, 0), 0),)}, "PHASE", "CC-215"),
        ({"drawn": ("area", "area")}, "PHASE", "D-090"),
        ({"side1": {"locked": True}}, "PHASE", "CC-063"),
        ({"side1": {"orders": {"b1": Orders()}}}, "UNKNOWN-ID", "CC-063"),
        ({"side1": {"orders": {"a1": Orders(token=True)}}}, "ORDER-SLOT", "CC-063"),
        ({"side1": {"orders": {"a1": Orders(hidden=((0, "mark"),))}}}, "ORDER-SLOT", "CC-111"),
        ({"side1": {"orders": {"a2": Orders(hidden=((MAIN, "brace"),))}}}, "ORDER-SLOT", "CC-064"),
    ],
)  # fmt: skip
def test_what_no_match_can_be_in_is_said_with_its_rule(
    changes: dict[str, Any], code: str, rule: str
) -> None:
    assert (f"E-{code}", rule) in _codes(_at_rest(_state(), **changes))


def test_what_hides_and_waits_in_the_command_phase_is_checked_too() -> None:
    state = deployed().state
    both = {"side1": {"orders": {"a1": Orders(token=True, hidden=((MAIN, "brace"),))}}}
    assert ("E-ORDER-SLOT", "CC-063") in _codes(_at_rest(state, **both))
    assert ("E-ORDER-SLOT", "CC-063") in _codes(_at_rest(state, a1={"token": True}))
    assert ("E-PHASE", "CC-069") in _codes(_at_rest(state, activation=ActivationPhase(1, 1, 1)))
    gone = {id: {"jumping": True} for id in state.table.units}
    assert ("E-PHASE", "CC-062") in _codes(_at_rest(state, **gone))


def test_a_unit_may_be_anywhere_while_something_must_end_first() -> None:
    inside = _at_rest(_state(), a1={"at": Point(4000, 1500)}, agenda=(Scoring("area"),))
    assert _codes(inside) == set()


def test_steps_wait_for_an_activation_only() -> None:
    with_steps = _at_rest(_state(), side2={"steps": (Go(),)})
    assert ("E-PHASE", "CC-077") in _codes(with_steps)
