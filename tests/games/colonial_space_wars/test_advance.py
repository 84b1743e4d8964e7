"""Answers in advance and what happens when time runs out (CSW-A21, 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.standing import STANDING
from games.core.standing import GivenOrders
from games.core.types import Forbidden, Seat, Seated, Unreadable
from tests.games.colonial_space_wars.course import Course, position, setup

BOTH = {"R": "union", "B": "centauri"}
UNITS = {"R1": "COM A10", "R2": "BRI F5", "R3": "BRI G5", "B1": "PRE A1", "B2": "PIL B1"}


def _view(match: Course, seat: int) -> Any:
    return GAME.view(match.state, Seated(Seat(seat)))


def _orders(match: Course, seat: int, *texts: str) -> GivenOrders:
    orders: GivenOrders = ()
    for text in texts:
        order = STANDING.read(_view(match, seat), text)
        assert STANDING.read(_view(match, seat), STANDING.write(order)) == order
        assert STANDING.refusal(_view(match, seat), order) is None
        orders = STANDING.given(orders, order)
    return orders


def _answered(match: Course, orders: GivenOrders) -> tuple[list[str], GivenOrders]:
    """Play what the orders answer; what was played, and the orders left."""
    played: list[str] = []
    while True:
        decision = match.decision()
        answered = STANDING.answer(_view(match, decision.seat), decision, orders)
        if answered is None or answered.move is None:
            return played, orders if answered is None else answered.left
        orders = answered.left
        played.append(GAME.write(answered.move))
        match.play(played[-1])


@pytest.mark.rules("CSW-21", "CSW-22")
def test_role_and_zone_are_taken_by_preference() -> None:
    match = setup(factions=BOTH).roll("5, 2")
    assert _answered(match, ()) == ([], ())
    orders = _orders(match, 0, "ROLE ATTACKER", "ZONE NORTH")
    assert _answered(match, orders)[0] == ["ROLE ATTACKER", "ZONE NORTH"]
    match = setup(factions=BOTH).roll("5, 2")
    _answered(match, _orders(match, 0, "ROLE DEFENDER"))
    assert match.table.attacker == 1


def test_a_queue_runs_when_the_turn_begins_and_stops_at_what_is_illegal() -> None:
    match = position(UNITS, turn="B")
    orders = _orders(
        match,
        0,
        "QUEUE ORDER R2: MOVE F6; SKILL DIG IN",
        "QUEUE ACTIVATE R3",
        "QUEUE MOVE G9",
        "QUEUE END",
    )
    match.play("END")
    played, left = _answered(match, orders)
    assert played == ["ORDER R2: MOVE F6; SKILL DIG IN", "ACTIVATE R3"]
    assert left == ()
    assert (match.table.active, match.at("R2")) == (0, "F6")


def test_a_queue_does_not_begin_in_the_middle_of_a_turn() -> None:
    match = position(UNITS).play("ACTIVATE R2")
    orders = _orders(match, 0, "QUEUE MOVE F6")
    assert _answered(match, orders) == ([], orders)


def test_what_is_left_of_a_queue_is_discarded_when_its_turn_has_ended() -> None:
    match = position({"R1": "COM A10", "R2": "BRI F5", "B1": "PRE A1"}, turn="B")
    orders = _orders(match, 0, "QUEUE ORDER R1: MOVE A9", "QUEUE ORDER R2: MOVE F6", "QUEUE END")
    match.play("END")
    played, left = _answered(match, orders)
    assert played == ["ORDER R1: MOVE A9", "ORDER R2: MOVE F6"]
    assert match.table.active == 1
    match.play("END")
    assert _answered(match, left) == ([], ())


@pytest.mark.parametrize("text", ["QUEUE DEPLOY R2 F6", "QUEUE JUMP", "QUEUE ORDER R2: JUMP"])
def test_only_commands_of_a_turn_can_be_queued(text: str) -> None:
    with pytest.raises((Unreadable, Forbidden)):
        STANDING.read(_view(position(UNITS), 0), text)


@pytest.mark.rules("CSW-19", "CSW-21", "CSW-22", "CSW-26", "CSW-39")
def test_a_match_goes_on_when_nobody_answers() -> None:
    match = setup({"round_limit": 1})
    played = []
    for _ in range(40):
        if match.table.phase == "initiative":
            match.roll("2, 4")
        if match.ending:
            break
        decision = match.decision()
        if not decision.waits:
            decision = match.decision(Seat(1 - decision.seat))
        move = STANDING.default(_view(match, decision.seat), decision, ())
        assert move is not None
        assert STANDING.unless(_view(match, decision.seat), decision, ())
        played.append(GAME.write(move))
        match.play(f"{'RB'[decision.seat]}: {played[-1]}")
    assert played[-6:] == ["DEPLOY AUTO", "DEPLOY DONE"] * 2 + ["END", "END"]
    assert match.table.attacker == 1
    assert match.table.zone == "south"


def test_a_list_that_cannot_be_locked_is_replaced_when_time_runs_out() -> None:
    match = setup({"army_mode": "points"}).play("R: FACTION UNION", "R: DROP COM")
    match.play("R: DROP CAP", "R: DROP CAP")
    decision = match.decision(Seat(0))
    move = STANDING.default(_view(match, 0), decision, ())
    assert move is not None
    assert GAME.write(move) == "ARMY COM 2 CAP 3 BRI LAN ENG MAS BAS"
