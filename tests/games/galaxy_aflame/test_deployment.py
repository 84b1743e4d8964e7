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


# --- Where ---


@pytest.mark.rules("GA-14", "GA-29")
def test_units_start_within_six_inches_of_their_own_edge() -> None:
    match = _deploying()
    assert match.refused("DEPLOY R1 24 29.9") == "E_ZONE"
    assert match.refused("DEPLOY R1 24 5") == "E_ZONE"
    refusal = match.refusal("DEPLOY R1 24 25")
    assert refusal.sentence == "24 25 is 11 in from your edge; the limit is 6 in."
    assert refusal.instead == "Your edge is the south: y can be from 30 to 36."
    match.play("DEPLOY R1 24 30", "DEPLOY R2 0 36")
    assert match.refused("DEPLOY B1 24 6.1") == "E_ZONE"
    assert match.refusal("DEPLOY B1 24 6.1").instead.endswith("north: y can be from 0 to 6.")
    match.play("DEPLOY B1 24 6", "DEPLOY B3 48 0")
    assert [match.at(code) for code in ("R1", "R2", "B1", "B3")] == [
        *("24 30", "0 36"),
        *("24 6", "48 0"),
    ]


@pytest.mark.rules("GA-10", "GA-29")
def test_who_has_the_first_turn_has_the_south() -> None:
    match = _deploying(first="B")
    assert waiting(match) == ("deploy", "B")
    assert match.refused("DEPLOY B1 24 5") == "E_ZONE"
    match.play("DEPLOY B1 24 31", "AUTO")
    assert match.refused("DEPLOY R1 24 31") == "E_ZONE"
    match.play("DEPLOY R1 24 5")


@pytest.mark.rules("GA-14", "GA-29")
def test_the_zone_is_as_deep_as_a_hand() -> None:
    match = _deploying(settings={"hand": 80})
    assert match.refused("DEPLOY R1 24 27.9") == "E_ZONE"
    match.play("DEPLOY R1 24 28")
    narrow = _deploying(settings={"hand": 40})
    assert narrow.refused("DEPLOY R1 24 31.9") == "E_ZONE"
    narrow.play("DEPLOY R1 24 32")


@pytest.mark.rules("GA-13", "GA-29")
def test_units_start_on_legal_spots() -> None:
    match = _deploying(layout={"solid": [[10, 30, 14, 34]]})
    assert match.refused("DEPLOY R1 24 36.1") == "E_SPOT"
    assert match.refused("DEPLOY R1 -1 33") == "E_SPOT"
    assert match.refused("DEPLOY R1 12 32") == "E_SPOT"
    match.play("DEPLOY R1 10 32")
    assert match.refused("DEPLOY R2 10 33.9") == "E_SPOT"
    assert match.refused("DEPLOY R5 10 34.4") == "E_SPOT"
    match.play("DEPLOY R5 10 34.5")


@pytest.mark.rules("GA-07", "GA-29")
def test_only_own_units_in_reserve_can_be_placed() -> None:
    match = _deploying().play("DEPLOY R1 24 33")
    assert match.refused("DEPLOY R9 24 25") == "E_CARD"
    assert match.refused("DEPLOY B1 24 33") == "E_CARD"
    refusal = match.refusal("DEPLOY R1 20 33")
    assert (refusal.code, refusal.sentence) == ("E_CARD", "R1 is on the table already.")
    assert refusal.instead == "In reserve: R2, R3, R4, R5."
    assert match.refused("DEPLOY R2 24 20") == "E_ZONE"
    assert match.refused("MOVE R1 24 30") == "E_PHASE"
    lost = position(
        {"R1": {"card": "INF", "state": "out"}, "R2": "SPA", "R3": "REE"}, phase="deploy"
    )
    assert lost.refusal("DEPLOY R1 24 33").sentence == "R1 is out of the game."


# --- Who, and how many ---


@pytest.mark.rules("GA-29", "GA-30", "GA-32", "GA-33")
def test_the_first_player_places_two_units_then_the_other_then_turns_begin() -> None:
    match = _deploying()
    seen = []
    for text in ("R1 24 31", "R2 20 31", "B1 24 5", "B3 20 5"):
        seen.append(waiting(match))
        match.play(f"DEPLOY {text}")
    assert seen == [("deploy", "R"), ("deploy", "R"), ("deploy", "B"), ("deploy", "B")]
    assert waiting(match) == ("turn", "R")
    assert (match.table.round, match.table.turns) == (1, 1)
    assert [unit.code for unit in match.table.reserve(Seat(0))] == ["R3", "R4", "R5"]
    assert [unit.code for unit in match.table.reserve(Seat(1))] == ["B2", "B4", "B5"]
    (told,) = match.told("Placed")
    assert (str(told.unit), told.at, told.arrives) == ("B3 Penal Company", Point(200, 50), False)


@pytest.mark.rules("GA-31", "GA-92")
def test_a_unit_can_start_inside_a_transport_and_both_count() -> None:
    match = _deploying()
    assert match.refused("DEPLOY R2 IN R3") == "E_CARD"
    match.play("DEPLOY R3 24 31")
    assert match.refused("DEPLOY R4 IN R3") == "E_CAPACITY"
    assert match.refused("DEPLOY R5 IN R3") == "E_CAPACITY"
    assert match.refused("DEPLOY R2 IN B2") == "E_CARD"
    assert match.refused("DEPLOY R2 IN R9") == "E_CARD"
    assert match.refused("DEPLOY R9 IN R3") == "E_CARD"
    match.play("DEPLOY R2 IN R3")
    assert match.unit("R3").cargo == ("R2",)
    assert match.told("Placed")[0].inside == "R3"
    assert match.told("Placed")[0].at == Point(240, 310)
    assert waiting(match) == ("deploy", "B")
    match.play("DEPLOY B1 24 5")
    assert match.refused("DEPLOY B4 IN B1") == "E_CAPACITY"
    match.play("AUTO")
    assert waiting(match) == ("turn", "R")
    match.play("DISEMBARK R2 24 28")


@pytest.mark.rules("GA-29")
def test_cards_name_units_as_well_as_codes() -> None:
    match = _deploying().play("DEPLOY MAN 24 31", "DEPLOY REE IN MAN")
    assert match.unit("R3").cargo == ("R2",)


# --- AUTO ---


@pytest.mark.rules("GA-29", "GA-30")
def test_the_bot_places_the_highest_value_an_inch_inside_the_zone_from_the_middle() -> None:
    match = _deploying().play("AUTO")
    assert [unit.code for unit in match.table.on_table()] == ["R2"]
    assert match.at("R2") == "24 31"
    match.play("AUTO")
    assert match.at("R4") == "21.5 31"
    match.play("AUTO", "AUTO")
    assert (match.at("B1"), match.at("B3")) == ("24 5", "21.5 5")
    assert waiting(match) == ("turn", "R")


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
        assert match.allows("AUTO")


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


@pytest.mark.rules("GA-12", "GA-13", "GA-30", "GA-31")
def test_secret_places_are_checked_among_themselves() -> None:
    match = _secret().play("R: DEPLOY R3 24 31")
    assert match.refused("R: DEPLOY R1 24 33.4") == "E_SPOT"
    assert match.refused("R: DEPLOY R1 24 29") == "E_ZONE"
    assert match.refused("R: DEPLOY R4 IN R3") == "E_CAPACITY"
    assert match.refused("R: DEPLOY R3 IN R3") == "E_CARD"
    assert match.refused("B: DEPLOY B1 IN R3") == "E_CARD"
    assert match.allows("R: DEPLOY R3 24 32")
    match.play("R: DEPLOY R1 24 33.5")
    assert _open(match)[0] == ("deploy-open", 0)
