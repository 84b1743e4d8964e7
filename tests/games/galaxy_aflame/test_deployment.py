"""The first two units of each side, placed in turn or in secret (2.5, GA-A05, GA-A07)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.core.types import SPECTATOR, Decisions, Seat, Seated
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.rules.deployment import auto_spot
from tests.games.galaxy_aflame.course import Course, position
from tests.games.galaxy_aflame.starting import waiting

HANDS = {
    "R1": "SPI",
    "R2": "REE",
    "R3": "MAN",
    "R4": "SPA",
    "R5": "LEV",
    "B1": "RIF",
    "B2": "CAR",
    "B3": "PEN",
    "B4": "STO",
    "B5": "WAL",
}


def _deploying(**more: Any) -> Course:
    return position(dict(HANDS), phase="deploy", **more)


def _secret(**more: Any) -> Course:
    return _deploying(settings={"deploy_mode": "secret"}, **more)


def _open(match: Course) -> list[tuple[str, int]]:
    pending = GAME.pending(match.state)
    assert isinstance(pending, Decisions)
    return [(each.kind, each.seat) for each in pending.open]


# --- AUTO ---


@pytest.mark.rules("GA-29", "GA-30")
def test_the_bot_places_both_units_of_a_side_at_once() -> None:
    match = _deploying().play("AUTO ALL")
    assert (match.at("R2"), match.at("R4")) == ("24 31", "21.5 31")
    assert waiting(match) == ("deploy", "B")
    match.play("DEPLOY B2 10 5", "AUTO ALL")
    assert (match.at("B2"), match.at("B1")) == ("10 5", "24 5")
    assert waiting(match) == ("turn", "R")


@pytest.mark.rules("GA-30")
def test_the_bot_plans_both_units_in_secret() -> None:
    match = _secret().play("R: AUTO ALL")
    assert _open(match)[0] == ("deploy-open", 0)
    match.play("R: UNLOCK", "R: DEPLOY R1 10 31", "R: AUTO ALL")
    assert [each.unit for each in match.state.sheets[0].places] == ["R1", "R2"]


@pytest.mark.rules("GA-29", "GA-90")
def test_the_bot_tries_left_before_right_and_near_before_far() -> None:
    units = {"R1": "INF", "R2": "INF", "R3": "INF", "R4": "LEV"}
    match = position({**units, "R5": "REE 24 31"}, phase="deploy")
    assert auto_spot(match.table, match.unit("R1")) == Point(215, 310)
    assert auto_spot(match.table, match.unit("R4")) == Point(215, 310)
    match = position({**units, "R5": "REE 22.5 31"}, phase="deploy")
    assert auto_spot(match.table, match.unit("R1")) == Point(265, 310)
    match = position({**units, "R5": "REE 23 31", "R6": "SPA 25 31"}, phase="deploy")
    assert auto_spot(match.table, match.unit("R1")) == Point(190, 310)
    wide = position(units, phase="deploy", layout={"size": [40, 30]})
    assert auto_spot(wide.table, wide.unit("R1")) == Point(200, 250)


@pytest.mark.rules("GA-13", "GA-29")
@pytest.mark.parametrize(
    ("hand", "solid", "spot"),
    [
        (60, [0, 0, 1, 1], Point(240, 310)),
        (40, [0, 0, 1, 1], Point(240, 330)),
        (80, [0, 0, 1, 1], Point(240, 290)),
        (60, [20, 30, 28, 36], Point(190, 310)),
        (60, [21, 30, 46, 36], Point(190, 310)),
        (60, [2, 30, 27, 36], Point(290, 310)),
        (60, [-1, 30.5, 46.5, 36], Point(465, 310)),
        (60, [-1, 30.5, 49, 36], Point(240, 300)),
        (60, [-1, 29, 49, 31.5], Point(240, 320)),
        (60, [-1, 29, 49, 35.5], Point(240, 360)),
        (60, [-1, 29, 49, 37], None),
    ],
)
def test_the_bot_finds_the_next_legal_spot(hand: int, solid: Any, spot: Point | None) -> None:
    match = position({"R1": "INF"}, {"solid": [solid]}, phase="deploy", settings={"hand": hand})
    assert auto_spot(match.table, match.unit("R1")) == spot
    if spot is None:
        assert match.refused("AUTO") == "E_SPOT"
    else:
        match.play("AUTO")


# --- In secret ---


@pytest.mark.rules("GA-30")
def test_secret_places_are_locked_by_the_second_and_revealed_together() -> None:
    match = _secret()
    assert _open(match) == [("deploy", 0), ("deploy", 1)]
    match.play("B: DEPLOY B1 24 5")
    assert {event.only for event in match.events} == {(1,)}
    assert match.at("B1") == ""
    for viewer in (Seated(Seat(0)), SPECTATOR):
        assert GAME.view(match.state, viewer).sheets[1] is None
    match.play("B: DEPLOY B3 20 5")
    assert _open(match) == [("deploy", 0), ("deploy-open", 1)]
    assert match.refused("B: DEPLOY B4 12 5") == "E_PHASE"
    match.play("R: DEPLOY R3 24 31", "R: DEPLOY R2 IN R3")
    assert not match.state.sheets
    assert [match.at(code) for code in ("R3", "B1", "B3")] == ["24 31", "24 5", "20 5"]
    assert match.unit("R3").cargo == ("R2",)
    assert waiting(match) == ("turn", "R")
    kinds = match.kinds()
    assert kinds.index("PlacesRevealed") < kinds.index("Placed")
    assert [told.unit.code for told in match.told("Placed")] == ["R3", "R2", "B1", "B3"]
    later = _secret(first="B").play("R: AUTO", "R: AUTO", "B: AUTO", "B: AUTO")
    assert [told.unit.code for told in later.told("Placed")] == ["B1", "B3", "R2", "R4"]
    assert waiting(later) == ("turn", "B")


@pytest.mark.rules("GA-30")
def test_secret_places_can_be_changed_until_both_are_locked() -> None:
    match = _secret().play("R: DEPLOY R1 24 31", "R: DEPLOY R1 20 31")
    assert [each.at for each in match.state.sheets[0].places] == [Point(200, 310)]
    match.play("R: DEPLOY R2 24 31")
    assert _open(match)[0] == ("deploy-open", 0)
    match.play("R: UNLOCK")
    assert match.state.sheets[0].places == ()
    match.play("R: AUTO", "R: AUTO", "B: AUTO", "B: AUTO")
    assert [match.at(code) for code in ("R1", "R2", "R4")] == ["", "24 31", "21.5 31"]
