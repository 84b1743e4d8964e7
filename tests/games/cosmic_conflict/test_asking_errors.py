"""What questions refuse: anything that is not exactly in their form (D-001, 4.8, 4.15)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from games.core.types import Forbidden
from games.cosmic_conflict.space import shown
from games.cosmic_conflict.tools.values import du, read_length
from tests.effort import calls
from tests.games.cosmic_conflict.measuring import MEASURES, ask, is_fault, refused, state

KIN = {"type": "KIN", "size": 3}
UNITS: dict[str, Any] = {
    "a1": {"sic": "VANG", "at": [20, 10]},
    "b1": {"sic": "TEMP", "at": [24, 20]},
}
QUESTIONS: dict[str, dict[str, Any]] = {
    "move": {
        "unit": "WREN",
        "at": [20, 10],
        "heading": 30,
        "velocity": 4,
        "change": 1,
        "shift": {"bearing": 75, "length": 2},
        "turn": 60,
    },
    "arcs": {"at": [20, 10], "heading": 30, "target": "b1"},
    "fire": {"from": "a1", "to": [24, 20], "missile": True},
    "attack": {
        "unit": "a1",
        "weapon": "KIN1",
        "target": {"size": 4, "pws": 1, "aws": 1, "ecm_p": 1, "ecm_s": 2, "evasive": True},
        "distance": 9.25,
        "obscuring": 1,
        "marks": [1, 2, 3],
        "dice": [3, 5],
    },
    "damage": {
        "unit": {"size": 3, "absorbers": [["SHD", 3]], "health": 8, "structural": 1},
        "damage": 3,
        "attack": {"type": "BEAM", "A": 2},
        "brace": False,
        "dice": [],
    },
    "token": {"launcher": "a1", "target": [24, 20]},
    "displace": {"pull": 1, "centre": [27, 15], "at": [25, 18], "heading": 0, "random": False},
    "mobile": {"centre": [15, 12], "direction": 110, "mobile": 2, "turns": 2},
    "drift": {"unit": "a1"},
    "price": {"sic": {"size": 3, "primary": [KIN | {"arcs": "F"}]}},
    "score": {"condition": 1, "dice": [3, 2]},
}
QUESTIONS["price"]["sic"]["primary"][0].pop("size")


def answer(name: str, asked: dict[str, Any]) -> Any:
    """The answer, the code of the refusal, or that it is a fault."""
    try:
        return MEASURES[name].answer(state(units=UNITS), asked)
    except Forbidden as refusal:
        return refusal.code if len(str(refusal)) < 300 else "too long"
    except ValidationError:
        return "fault"


# --- The strict form ---

MOST_CALLS = 5_000
"""Fewer than there are items or letters in what is refused for their number."""


@pytest.mark.parametrize("name", MEASURES)
def test_a_question_in_its_form_is_answered(name: str) -> None:
    assert isinstance(answer(name, QUESTIONS[name]), dict)


@pytest.mark.parametrize(
    ("name", "field"), [(name, field) for name, each in QUESTIONS.items() for field in each]
)
@pytest.mark.parametrize(
    "junk",
    [None, True, -1, 10**400, 1.005, 1e300, "", "x" * 50_000, [[[[1]]]], {"x": {"y": []}}, [1] * 9],
    ids=lambda junk: repr(junk)[:12],
)
def test_any_other_value_gets_a_clear_refusal(name: str, field: str, junk: Any) -> None:
    """Also numbers of 400 digits and long texts, at once."""
    found: list[Any] = []
    assert calls(lambda: found.append(answer(name, {**QUESTIONS[name], field: junk}))) < MOST_CALLS
    assert isinstance(found[0], dict) or found == ["fault"] or found[0].startswith("E-")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("size", "sic", "type", "at", "primary", "absorbers", "x")), inner
        )
    ),
    max_leaves=8,
)


@given(data=st.data(), junk=JSON)
def test_no_value_breaks_a_question(data: st.DataObject, junk: Any) -> None:
    name = data.draw(st.sampled_from(sorted(QUESTIONS)))
    field = data.draw(st.sampled_from(sorted(QUESTIONS[name])))
    found = answer(name, {**QUESTIONS[name], field: junk})
    assert isinstance(found, dict) or found == "fault" or found.startswith("E-")


@pytest.mark.parametrize("name", MEASURES)
def test_a_field_that_a_question_has_not_is_a_fault(name: str) -> None:
    assert is_fault(name, {**QUESTIONS[name], "colour": 1})


# --- Lengths ---


@pytest.mark.rules("D-001")
@given(st.integers(-999_999, 999_999))
def test_what_is_shown_of_a_length_is_read_as_the_same(units: int) -> None:
    for found in (shown(units), json.loads(shown(units)), du(units), json.loads(str(du(units)))):
        assert read_length(found) == units


@pytest.mark.rules("D-001")
@given(st.integers(-99_999, 99_999), st.integers(1, 9))
def test_a_third_decimal_is_refused(units: int, third: int) -> None:
    text = f"{shown(units)}{third}"
    for found in (text, json.loads(text)):
        with pytest.raises(ValueError, match="decimals"):
            read_length(found)


@pytest.mark.rules("D-001")
@pytest.mark.parametrize(
    "length", [2.005, "2.005", "2,0", "1e1", 1e22, True, None, [2], "٢", float("nan"), 10**4]
)
def test_what_is_not_a_length_is_e_format(length: Any) -> None:
    for asked in ({"at": [length, 1]}, {"at": [1, length]}):
        assert refused("arcs", {"at": asked["at"], "heading": 0, "target": [1, 1]}) == "E-FORMAT"
    table = {"weapon": KIN, "target": {"size": 4}, "distance": length, "dice": [3, 5]}
    assert refused("attack", table) == "E-FORMAT"


# --- The table of errors ---

ERRORS: list[tuple[str, dict[str, Any], str]] = [
    ("arcs", {"heading": 360}, "E-FORMAT"),
    ("arcs", {"heading": 1.0}, "E-FORMAT"),
    ("arcs", {"at": [1, 2, 3]}, "E-FORMAT"),
    ("arcs", {"target": "b2"}, "E-UNKNOWN-ID"),
    ("attack", {"target": "b2"}, "E-UNKNOWN-ID"),
    ("attack", {"target": "FROG"}, "E-UNKNOWN-ID"),
    ("attack", {"target": {"size": 7}}, "E-FORMAT"),
    ("attack", {"target": {"size": 4, "ecm_p": 2}}, "E-FORMAT"),
    ("attack", {"target": {"size": 4, "colour": 2}}, "E-FORMAT"),
    ("attack", {"weapon": {**KIN, "colour": 2}}, "E-FORMAT"),
    ("attack", {"weapon": {**KIN, "type": "AWS"}}, "E-FORMAT"),
    ("attack", {"weapon": {**KIN, "variant": "L4"}}, "E-DESIGN-VARIANT"),
    ("attack", {"weapon": {"type": "KIN", "variant": "OV", "size": 0}}, "E-DESIGN-VARIANT"),
    ("attack", {"weapon": KIN, "distance": 22.01}, "E-RANGE"),
    ("attack", {"distance": -1}, "E-FORMAT"),
    ("attack", {"dice": [3, 7]}, "E-FORMAT"),
    ("attack", {"marks": [4]}, "E-FORMAT"),
    ("damage", {"attack": {"type": "BEAM"}}, "E-FORMAT"),
    ("damage", {"damage": -1}, "E-FORMAT"),
    ("damage", {"brace": 1}, "E-FORMAT"),
    ("damage", {"unit": {"size": 3, "absorbers": [["ECM", 1]]}}, "E-FORMAT"),
    ("displace", {"pull": 0}, "E-FORMAT"),
    ("displace", {"push": 1}, "E-FORMAT"),
    ("displace", {"dice": [1, 2]}, "E-FORMAT"),
    ("drift", {"unit": "WREN"}, "E-FORMAT"),
    ("mobile", {"turns": 0}, "E-FORMAT"),
    ("move", {"shift": {"bearing": 5}}, "E-FORMAT"),
    ("move", {"shift": {"bearing": 5, "length": 1, "point": [1, 1]}}, "E-FORMAT"),
    ("move", {"change": 2}, "E-VELOCITY"),
    ("move", {"velocity": 6}, "E-VELOCITY"),
    ("move", {"unit": {"sic": "WREN", "at": [54.01, 1]}}, "E-BOARD"),
    ("price", {"sic": "FROG"}, "E-UNKNOWN-ID"),
    ("price", {"sic": "HORN"}, "E-FORMAT"),
    ("price", {"fsic": "HORN"}, "E-FORMAT"),
    ("price", {"sic": {"primary": None}}, "E-FORMAT"),
    ("price", {"sic": {"size": 7}}, "E-DESIGN-SIZE"),
    ("price", {"sic": {"size": 1, "primary": [{"type": "MAN"}]}}, "E-DESIGN-SLOTKIND"),
    ("price", {"sic": {"size": 1, "colour": "red"}}, "E-FORMAT"),
    ("score", {"condition": 5}, "E-FORMAT"),
    ("score", {"scenario": "contested_marks"}, "E-FORMAT"),
    ("score", {"dice": [3]}, "E-FORMAT"),
    ("token", {"target": "here"}, "E-FORMAT"),
]


@pytest.mark.parametrize(("name", "changed", "code"), ERRORS)
def test_each_fault_has_its_code(name: str, changed: dict[str, Any], code: str) -> None:
    assert answer(name, {**QUESTIONS[name], **changed}) == code


@pytest.mark.rules("D-001")
def test_the_form_is_checked_before_the_rules() -> None:
    """General refusals come first (4.8)."""
    large = {"size": 7}
    assert refused("move", {"unit": large, "at": [1, 1.005]}) == "E-FORMAT"
    assert refused("move", {"unit": large, "at": [1, 1]}) == "E-DESIGN-SIZE"
    unarmed = {"weapon": {**KIN, "variant": "L4"}, "target": {"size": 4}, "distance": 99}
    assert refused("attack", {**unarmed, "dice": [0, 1]}) == "E-FORMAT"
    assert refused("attack", {**unarmed, "dice": [1, 1]}) == "E-DESIGN-VARIANT"


@pytest.mark.rules("CC-021", "D-023")
@pytest.mark.parametrize("field", ["primary", "secondary"])
def test_a_design_of_10000_items_is_refused_at_once(field: str) -> None:
    design = {"size": 3, field: [{"type": "SHD"}] * 10_000}
    hull = {"size": 3, "absorbers": [["SHD", 1]] * 10_000}

    def ask() -> None:
        assert refused("price", {"sic": design}) == "E-DESIGN-SLOTS"
        assert refused("damage", {"unit": design, "damage": 1}) == "E-DESIGN-SLOTS"
        assert refused("price", {"fsic": {"secondary": design[field]}}) == "E-DESIGN-FIGHTER"
        assert refused("damage", {"unit": hull, "damage": 1}) == "E-FORMAT"

    assert calls(ask) < MOST_CALLS


def test_an_answer_changes_nothing() -> None:
    found = state(units=UNITS)
    for name, asked in QUESTIONS.items():
        MEASURES[name].answer(found, asked)
    assert found == state(units=UNITS)
    assert ask("drift", {"unit": "a1"}, units=UNITS) == ask("drift", {"unit": "a1"}, units=UNITS)
