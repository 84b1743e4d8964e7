"""How a match went: its score by turns, its losses, its turning points."""

from __future__ import annotations

from fractions import Fraction

from games.core.overlay import Loss, Overlay
from games.core.telling import ScoredSide, ScoreHistory, ScoreRecorder, Tally
from games.core.types import Seat

SIDES = (ScoredSide("Red", (Seat(0),)), ScoredSide("Blue", (Seat(1), Seat(2))))


def tally(turn: str, *scores: int) -> Tally:
    return Tally(turn, "Points", SIDES, tuple(map(Fraction, scores)))


def loss(seat: int, label: str) -> Overlay[int]:
    return Overlay((Loss(seat=Seat(seat), label=label, place=0),))


def score_history(*positions: tuple[Tally | None, Overlay[int]]) -> ScoreHistory:
    recorder = ScoreRecorder()
    for each in positions:
        recorder.add(*each)
    return recorder.score_history


NOTHING: Overlay[int] = Overlay()


def test_a_match_without_positions_or_tallies_has_no_course() -> None:
    assert score_history() == ScoreHistory()
    assert score_history((None, NOTHING), (None, loss(0, "R1"))) == ScoreHistory()
    assert score_history((tally("Placing"), NOTHING)).samples == ()
    assert score_history((tally("Placing"), NOTHING)).turning_points() == ()


def test_what_happens_belongs_to_the_turn_that_was_under_way_before() -> None:
    found = score_history(
        (tally("Placing"), NOTHING),
        (tally("Turn 1", 0, 0), NOTHING),
        (tally("Turn 1", 3, 0), NOTHING),
        (tally("Turn 2", 5, 0), NOTHING),
        (tally("Turn 3", 5, 4), NOTHING),
    )
    assert [(each.turn, [*map(int, each.scores)]) for each in found.samples] == [
        ("Placing", [0, 0]),
        ("Turn 1", [5, 0]),
        ("Turn 2", [5, 4]),
    ]


def test_losses_are_those_of_the_seats_of_a_side_in_order() -> None:
    found = score_history(
        (tally("Turn 1", 9, 9), NOTHING),
        (tally("Turn 1", 9, 7), loss(1, "B3 out")),
        (tally("Turn 2", 9, 5), loss(2, "G1")),
        (tally("Turn 3", 8, 5), loss(0, "R2")),
    )
    assert found.lost(0) == ("R2",)
    assert found.lost(1) == ("B3", "G1")
    assert [each.lost for each in found.samples] == [((), ()), ((), ("B3", "G1")), (("R2",), ())]


def test_the_turning_points_are_the_largest_swings_in_order_of_play() -> None:
    scores = [(0, 0), (1, 0), (1, 6), (1, 6), (3, 4), (3, 5)]
    found = score_history(
        *((tally(f"Turn {number}", *each), NOTHING) for number, each in enumerate(scores))
    )
    points = found.turning_points()
    assert [(found.samples[each.at].turn, int(each.swing)) for each in points] == [
        ("Turn 0", 1),
        ("Turn 1", 6),
        ("Turn 3", 4),
    ]
    assert [*map(int, points[1].changes)] == [0, 6]
    assert [int(each.swing) for each in found.turning_points(1)] == [6]


def test_a_turn_that_changes_all_alike_is_no_turning_point() -> None:
    assert (
        score_history((tally("1", 0, 0), NOTHING), (tally("2", 4, 4), NOTHING)).turning_points()
        == ()
    )
