"""Seats, teams, what is open to whom, and endings."""

from __future__ import annotations

from games.core.types import Decision, Decisions, Ending, Seat, Seats

A, B, C, D = map(Seat, range(4))


def test_a_seat_alone_has_all_others_against_it() -> None:
    seats = Seats.alone(3)
    assert len(seats) == 3
    assert seats.all() == (A, B, C)
    assert seats.others(B) == (A, C)


def test_a_team_mate_is_not_among_the_others() -> None:
    assert Seats((0, 1, 0, 1)).others(A) == (B, D)


def test_the_others_win_when_a_seat_gives_up() -> None:
    assert Ending.given_up((B, D), "X-1") == Ending("resigned", (B, D), (), "X-1")


def test_a_decision_is_found_by_its_key() -> None:
    turn, offer = Decision(A, "turn", 17), Decision(B, "settle", 2, waits=False)
    both = Decisions((turn, offer))
    assert turn.key == "turn-17-0"
    assert both.find("turn-17-0") is turn
    assert both.find("settle-2-1") is offer
    assert both.find("turn-16-0") is None
    assert both.find("") is None


def test_a_match_waits_for_a_seat_once_and_never_for_an_offer() -> None:
    open_ = Decisions(
        (
            Decision(C, "turn", 1),
            Decision(A, "settle", 1, waits=False),
            Decision(C, "react", 1),
            Decision(B, "turn", 1),
        )
    )
    assert open_.awaited() == (C, B)
    assert [decision.kind for decision in open_.of(C)] == ["turn", "react"]
    assert open_.of(D) == ()
