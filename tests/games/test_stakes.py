"""Stakes: points that are offered and points that are typed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.geometry.plane import Point
from games.core.log.replay import play, read
from games.core.overlay import Marker, Region
from games.core.questions import Options, Question, path_of, typed_key
from games.core.types import Decisions, Ending, Forbidden, Seat, Seated, Unreadable
from tests.stakes import GAME
from tests.stakes.game import Stake, State


def played(*points: str) -> State:
    state = State()
    for text in points:
        state = play(GAME, state, *read(GAME, state, Seat(state.turn), text)).state
    return state


def options(state: State) -> Options[Stake]:
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    decision = pending.open[0]
    return GAME.options(GAME.view(state, Seated(decision.seat)), decision)


@pytest.mark.rules("STK-01", "STK-02")
def test_both_sides_set_stakes_in_turn() -> None:
    state = played("4 3", "20 3.5", "1 3")
    assert state.stakes[0] == (Point(40, 90), Point(40, 30), Point(10, 30))


@pytest.mark.rules("STK-03", "STK-04")
@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("4 15.1", "STK-03", "That is 6.1 in from your last stake"),
        ("9.1 9", "STK-03", "pass through the pond"),
        ("-0.1 9", "STK-04", "on the meadow"),
        ("4 9.9", "STK-04", "less than 1 in"),
    ],
)
def test_a_stake_beyond_a_limit_is_refused(text: str, rule: str, says: str) -> None:
    with pytest.raises(Forbidden, match=says) as refused:
        played(text)
    assert refused.value.rule == rule


@pytest.mark.rules("STK-03", "STK-04")
@pytest.mark.parametrize("text", ["4 15", "9 9", "0 9", "4 10", "set 4,10", "0.4 4.2"])
def test_a_stake_on_a_limit_is_set(text: str) -> None:
    assert len(played(text).stakes[0]) == 2


def test_what_is_typed_is_a_key_of_the_path() -> None:
    found = options(State())
    move = found.question((typed_key("5.5 14.4"),))
    assert move == Stake(Point(55, 144))
    assert path_of(found, Stake(Point(55, 144)), "5.5 14.4") == ("_5-2e5_14-2e4",)
    with pytest.raises(Forbidden, match=r"6\.1 in"):
        found.question((typed_key("4 15.1"),))
    with pytest.raises(Unreadable, match="at most one decimal"):
        found.question((typed_key("5.55 14"),))


def test_suggested_points_stand_on_the_sketch_over_what_is_in_reach() -> None:
    asked = options(State()).question(())
    assert isinstance(asked, Question)
    shown = asked.advised()
    assert [choice.reason for choice in shown.choices[:3]] == ["as far as your rope goes"] * 2 + [
        ""
    ]
    parts = shown.sketch().parts
    assert isinstance(parts[0], Region)
    marked = [part.place for part in parts if isinstance(part, Marker)]
    assert marked[0] == Point(40, 30)


def test_beside_what_is_chosen_lie_other_answers_as_far_as_they_are_legal() -> None:
    found = options(State())
    asked = found.question(())
    assert isinstance(asked, Question)
    near = asked.near(Stake(Point(40, 150)))
    assert [(choice.label, choice.text) for choice in near] == [("N 0.5 in", "4 14.5")]
    assert found.question((near[0].key,)) == Stake(Point(40, 145))


@pytest.mark.rules("STK-05")
def test_the_longer_rope_wins_by_a_millionth() -> None:
    red = tuple(Point(40, y) for y in (90, 100, 110, 120, 130))
    blue = tuple(Point(200, y) for y in (90, 100, 110, 120, 130))
    assert GAME.pending(State((red, blue))) == Ending("rope", (), (), "STK-05")
    longer = State((red, (*blue[:-1], Point(201, 130))))
    assert GAME.pending(longer) == Ending("rope", (Seat(1),), (), "STK-05")


@pytest.mark.rules("STK-07")
def test_a_referee_sets_the_turn() -> None:
    assert options(replace(State(), turn=1)).contains(Stake(Point(200, 30)))


@pytest.mark.parametrize(
    ("stakes", "rule"),
    [
        ((Point(40, 90), Point(40, 151)), "STK-03"),
        ((Point(40, 90), Point(-1, 90)), "STK-04"),
        ((Point(40, 90), Point(40, 99)), "STK-04"),
    ],
)
def test_stakes_that_nobody_could_have_set_are_named(stakes: tuple[Point, ...], rule: str) -> None:
    state = State()
    assert not [*GAME.editing.sound(state)]
    unsound = replace(state, stakes=(stakes, state.stakes[1]))
    assert {fault.rule for fault in GAME.editing.sound(unsound)} == {rule}
