"""The data of designs: read, written, refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import read, write
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import DesignFault
from tests.effort import calls
from tests.games.cosmic_conflict.entries import fault, fighter, gun, items, ship

MOST_CALLS = 5_000
"""Fewer than there are items or letters in what is refused for their number."""


@pytest.mark.rules("CC-005", "CC-021")
@pytest.mark.parametrize("code", BASE.designs)
def test_a_design_is_read_back_from_its_data(code: str) -> None:
    data = write(BASE.designs[code])
    assert read(json.loads(json.dumps(data))) == BASE.designs[code]
    assert data["points"] == BASE.designs[code].points


def test_the_data_have_the_shape_of_the_canon() -> None:
    assert write(BASE.designs["WREN"]) == {
        "id": "WREN",
        "name": "Wren",
        "class": "corvette",
        "size": 1,
        "row_len": 10,
        "primary": [{"type": "KIN", "variant": "L1", "arcs": "FPS"}],
        "secondary": [{"type": "PWS"}],
        "traits": [],
        "points": 74,
    }
    mace = write(BASE.designs["MACE"])
    assert mace["primary"] == {"type": "RKT", "variant": None, "arcs": "FPSA", "wsize": 4}
    assert mace["secondary"] == [{"type": "ARM"}]


@pytest.mark.rules("CC-021")
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "its fields"),
        ([], "its fields"),
        ({"size": "3"}, "size: It must be a whole number"),
        ({"size": True}, "size: It must be a whole number"),
        ({"size": None}, "size: It must be a whole number"),
        ({"size": 3.0}, "size: It must be a whole number"),
        ({"size": 10**5000}, "size: It must be a whole number"),
        ({"size": 3, "primary": {}}, "primary: It must be a list"),
        ({"size": 3, "primary": "KIN"}, "primary: It must be a list"),
        ({"size": 3, "colour": 1}, "“colour” is not a field of a ship"),
        ({"size": 3, "row_len": 0}, "row_len: It must be a whole number from 1 to 99"),
        ({"size": 3, "traits": ["Brave"]}, "There is no trait “Brave”"),
        ({"size": 3, "traits": [{"code": "OLD"}]}, "A trait has the fields name, code"),
        ({"size": 3, "faction": "MERC"}, "Write a faction with its fields"),
        ({"size": 3, "id": "a b"}, "id: It must be up to 24 letters"),
        ({"size": 3, "name": 7}, "name: It must be a text"),
        ({"size": 3, "class": "x" * 41}, "class: It must be a name"),
        ({"size": 3, "class": []}, "class: It must be a name"),
        ({"size": 3, "primary": [None]}, "Primary 1: type"),
        ({"size": 3, "primary": [[]]}, "Primary 1: type"),
        ({"size": 3, "primary": ["KIN"]}, "Primary 1: type"),
        ({"size": 3, "primary": [{"type": []}]}, "Primary 1: type"),
        ({"size": 3, "secondary": items("PWS", "GUN")}, "Secondary 2: type: “GUN” is not"),
        (
            {"size": 3, "primary": [{"type": "SHD", "arcs": "F"}]},
            "Primary 1: “arcs” is not a field",
        ),
        ({"size": 3, "primary": [gun() | {"wsize": 3}]}, "“wsize” is not a field of a Weapon of a"),
        ({"size": 3, "primary": [gun() | {"variant": ["L1"]}]}, "Primary 1: variant: It must be"),
        ({"size": 3, "primary": [gun() | {"arcs": 3}]}, "Primary 1: arcs: It must be a text"),
        ({"primary": 5}, "Primary 1: type"),
        ({"primary": {"type": "KIN", "wsize": "2"}}, "Primary 1: wsize: It must be a whole"),
        ({"primary": None, "traits": []}, "“traits” is not a field of a Fighter"),
    ],
)
def test_data_of_another_form_are_refused_with_their_place(data: Any, says: str) -> None:
    code, sentence = fault(data)
    assert code == "E-FORMAT"
    assert says in sentence


@pytest.mark.rules("CC-021")
def test_the_form_is_told_before_the_limits() -> None:
    assert fault(ship(9, items("SHD") * 20 + items("GUN")))[0] == "E-FORMAT"


@pytest.mark.rules("CC-021")
@pytest.mark.parametrize("entry", [{"type": "SHD"}, None, {"type": "x" * 99}, [[]] * 99])
@pytest.mark.parametrize(
    ("data", "field", "expected"),
    [
        (ship(3), "primary", "E-DESIGN-SLOTS"),
        (ship(3), "secondary", "E-DESIGN-SLOTS"),
        (ship(9), "primary", "E-DESIGN-SIZE"),
        (fighter(), "primary", "E-DESIGN-FIGHTER"),
        (fighter(), "secondary", "E-DESIGN-FIGHTER"),
    ],
)
def test_ten_thousand_items_are_refused_at_once(
    data: dict[str, Any], field: str, expected: str, entry: Any
) -> None:
    large = {**data, field: [entry] * 10_000}
    code, sentence = fault(large)
    assert calls(lambda: fault(large)) < MOST_CALLS
    assert code == expected
    assert len(sentence) < 200
    if expected == "E-DESIGN-SLOTS":
        assert "10,000 slots" in sentence
        assert "at most 6" in sentence


def outcome(data: Any) -> Design | str:
    """The design, or the code of the refusal."""
    try:
        return read(data)
    except DesignFault as found:
        return found.code


FIELDS = ("size", "primary", "secondary", "type", "arcs", "variant", "wsize", "name", "class")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["KIN", "F"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)
    ),
)


@given(JSON)
def test_any_data_are_read_or_refused(data: Any) -> None:
    found = outcome(data)
    assert isinstance(found, Design) or found.startswith("E-")
