"""What could be hit next, by whom; and what the story of a turn says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.threats import Threat
from games.colonial_space_wars.words.words import threats
from games.core.types import SPECTATOR
from renderers.overlay import overlays
from tests.games.colonial_space_wars.course import MARCH, Course, position


def found(match: Course) -> dict[str, tuple[tuple[str, ...], tuple[str, ...], int]]:
    view = GAME.view(match.state, SPECTATOR)
    return {each.target: (each.now, each.later, each.points) for each in threats(view)}


def test_an_enemy_threatens_from_where_it_stands_or_after_a_move() -> None:
    units: dict[str, Any] = {"R4": "BRI F6", "B2": "PIL F8", "B7": "SUN F2"}
    assert found(position(units)) == {
        "R4": (("B7",), ("B2",), 4),
        "B2": (("R4",), (), 2),
        "B7": ((), ("R4",), 2),
    }
    far = position({"R4": "BRI A1", "B2": "PIL L10", "B7": "SUN L1"})
    assert found(far) == {}
    over = replace(far.state, table=replace(position(units).table, phase="deploy"))
    assert found(Course(over)) == {}


def test_points_are_those_against_the_class_of_the_target() -> None:
    match = position({"R10": "BAS F5", "R2": "CAP F6", "B7": "SUN F8"})
    assert [found(match)[code] for code in ("R2", "R10")] == [(("B7",), (), 1), (("B7",), (), 3)]
    harmless = position({"R10": "BAS F5", "B9": "HOS F6"})
    assert "R10" not in found(harmless)


@pytest.mark.parametrize(("carrier", "reached"), [("F1", True), ("A1", False)])
def test_a_passenger_threatens_what_it_reaches_from_where_it_is_driven(
    carrier: str, reached: bool
) -> None:
    match = position({"R9": f"MAS {carrier}", "R5": {"type": "BRI", "in": "R9"}, "B2": "PIL L10"})
    assert ("B2" in found(match)) is reached


def test_a_camouflaged_unit_is_threatened_from_near_by_only() -> None:
    units = {"B8": "VEI F4", "R7": {"type": "LAN", "at": "F9"}}
    assert "B8" not in found(position(units, MARCH))
    assert "B8" in found(position({**units, "R7": "LAN F8"}, MARCH))
    assert "B8" in found(position({**units, "B8": "VEI G4"}, MARCH))


def test_a_threat_is_the_same_value_for_everybody() -> None:
    assert threats(GAME.view(position({"R4": "BRI F6", "B2": "PIL F7"}).state, SPECTATOR)) == (
        Threat("R4", ("B2",), (), 3),
        Threat("B2", ("R4",), (), 2),
    )


def test_a_step_of_the_story_names_who_acts_once_and_again_after_a_victim() -> None:
    dying = {"type": "PIL", "at": "F9", "health": 1, "s": 2}
    match = position({"R4": "BRI F6", "B2": dying, "B3": "PIL A1"})
    match.play("ORDER R4: MOVE F7; ATTACK B2 2; MOVE F8; SKILL DIG IN")
    events: Any = match.events
    story = GAME.story(GAME.view(match.state, SPECTATOR), events)
    assert [step.text for step in overlays.steps(story)] == [
        "R4 moves to F7, hits B2 for 2, B2 destroyed on F9, R4 moves to F8, uses Dig In"
    ]
