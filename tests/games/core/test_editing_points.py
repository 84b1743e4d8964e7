"""Points that a referee sets: offered, typed, and refused beyond their limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.core.events import Event
from games.core.geometry.plane import Point, Rectangle, Scale
from games.core.questions import Question, path_of, typed_key
from games.core.referee.edits import Act, Edit, Editing, choice, point
from games.core.types import Forbidden, Unreadable

INCHES = Scale(1)
LAKE = Rectangle(0, 0, 100, 60)


@dataclass(frozen=True)
class Buoy:
    at: Point
    colour: str


def _ashore(_: Buoy, at: Point) -> Forbidden | None:
    return None if LAKE.covers(at) else Forbidden("LAK-01", f"{INCHES.name(at)} is ashore.")


AT = point(
    INCHES,
    lambda view, *known: (LAKE,),
    "Where?",
    offered=lambda view, *known: (Point(10, 10), Point(105, 10)),
    missing=_ashore,
)
COLOUR = choice("RED or GREEN", {"RED": "red", "GREEN": "green"})


class LakeEditing(Editing[Buoy, Buoy, Buoy, Event]):
    rule = "LAK-01"
    example = "BUOY 3 2.5"
    menu = (
        Act("buoy", "BUOY {at}", "The buoy", {"at": AT}, lambda buoy, at: replace(buoy, at=at)),
        Act("new", "NEW {at} {colour}", "A new one", {"at": AT, "colour": COLOUR},
            lambda buoy, at, colour: Buoy(at, colour)),
    )  # fmt: skip


EDITING = LakeEditing()
START = Buoy(Point(0, 0), "red")


def _asked(*path: str) -> Any:
    return EDITING.options(START).question(path)


def test_a_point_is_offered_and_can_be_typed() -> None:
    asked = _asked("buoy")
    assert asked.field.points.limits == (LAKE,)
    assert asked.field.points.scale == INCHES
    assert [each.text for each in asked.choices] == ["BUOY 1 1"], "the other one is ashore"
    edit = _asked("buoy", typed_key("2.5, 6"))
    assert edit == Edit("buoy", ("2.5 6",))
    assert EDITING.apply(START, edit).state.at == Point(25, 60)
    assert path_of(EDITING.options(START), edit, "BUOY 2.5 6") == ("buoy", typed_key("2.5 6"))


@pytest.mark.parametrize("typed", ["3 2", "3.0 2", "3,2"])
def test_a_typed_point_leads_on_to_what_follows(typed: str) -> None:
    asked = _asked("new", typed_key(typed))
    assert isinstance(asked, Question)
    assert [each.text for each in asked.choices] == ["NEW 3 2 RED", "NEW 3 2 GREEN"]


def test_what_is_no_point_is_not_read_and_what_lies_beyond_is_forbidden() -> None:
    for path in ("buoy", "new"):
        for text in ("2.55 1", "2", "x", "1 2 3"):
            with pytest.raises(Unreadable):
                _asked(path, typed_key(text))
        with pytest.raises(Forbidden, match="ashore"):
            _asked(path, typed_key("10.1 1"))
