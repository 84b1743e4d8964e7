"""The end of the match (GA-102 to GA-106)."""

from __future__ import annotations

from typing import Any

import pytest

from games.galaxy_aflame.meta import META
from tests.games.galaxy_aflame.course import having, position

LAST = having("RIF", "24 12", models=1)


def _last_shot(**units: Any) -> tuple[tuple[int, ...], str] | None:
    """Who wins when Blue's unit on the table is destroyed, and by which rule."""
    match = position({"R1": "INF 24 24", "B1": LAST, **units})
    match.shoot("R1 B1 KILL", "4 1 1 1 1 1 1 1 1 1", "1")
    ending = match.ending
    if ending is None:
        return None
    assert match.told("GameOver")[0].scores is None
    assert (match.table.phase, match.table.agenda) == ("over", ())
    return ending.winners, ending.rule


@pytest.mark.rules("GA-02", "GA-102")
def test_a_side_without_units_on_the_table_and_in_reserve_has_lost() -> None:
    assert _last_shot() == ((0,), "GA-102")
    assert _last_shot(B2="STO") is None
    assert _last_shot(B2="STO 4 4") is None
    assert _last_shot(B2=having("STO", state="out")) == ((0,), "GA-102")
    assert _last_shot(B2="CAR 4 4", B3=having("STO", **{"in": "B2"})) is None


@pytest.mark.rules("GA-102")
def test_blue_can_win_too() -> None:
    match = position({"B1": "INF 24 24", "R1": LAST}, turn="B")
    match.shoot("B1 R1 KILL", "4 1 1 1 1 1 1 1 1 1", "1")
    assert match.told("GameOver")[0].winner == 1
    ending = match.ending
    assert ending is not None
    assert ending.winners == (1,)


@pytest.mark.rules("GA-73", "GA-102", "GA-103")
def test_the_end_is_tested_after_an_action_is_resolved_completely() -> None:
    units = {
        "R1": having("INF", "24 16", models=1),
        "B1": LAST,
        "R2": having("INF", "24 4", models=1),
    }
    match = position(units, {"cover": [{"circle": [24, 12, 3]}]})
    match.shoot("R1 B1 KILL", "2", "4 4 1", "5 2", "1")
    ending = match.ending
    assert ending is not None
    assert (ending.winners, ending.rule) == ((0,), "GA-102")


@pytest.mark.rules("GA-82", "GA-102")
def test_a_last_unit_that_flees_loses_the_match() -> None:
    match = position({"R1": "SPI 24 24", "B1": having("RIF", "24 5", fails=2)})
    match.shoot("R1 B1 KILL", "4 1 1", "1")
    assert match.ending is not None


@pytest.mark.rules("GA-96", "GA-102")
def test_passengers_are_seen_to_before_the_end_is_tested() -> None:
    units = {"R1": "MAN 24 24", "R2": having("EEL", **{"in": "R1"}), "B1": "HUN 24 12"}
    match = position(units, turn="B").play("SHOOT B1 R1 KILL").roll("10 1 1", "1")
    assert match.ending is None
    match.roll("4", "1 1 1 1")
    ending = match.ending
    assert ending is not None
    assert ending.winners == (1,)


BOTH = {"R1": "INF 24 30", "B1": "RIF 24 6"}


@pytest.mark.rules("GA-39", "GA-104")
@pytest.mark.parametrize(
    ("limit", "number", "turn", "over"),
    [
        (20, 20, "B", True),
        (20, 19, "B", False),
        (20, 20, "R", False),
        (20, 21, "B", True),
        (3, 3, "B", True),
        (1, 1, "B", True),
        (0, 40, "B", False),
        (0, 0, "B", False),
    ],
)
def test_the_match_ends_after_the_last_round(
    limit: int, number: int, turn: str, over: bool
) -> None:
    match = position(BOTH, round=number, turn=turn, settings={"round_limit": limit}).play("END")
    assert (match.ending is not None) is over
    assert match.table.round == number + (turn == "B" and not over)
    assert bool(match.told("TurnStarted")) is not over


@pytest.mark.rules("GA-104")
def test_every_unit_that_is_left_counts_by_its_models() -> None:
    units = {
        "R1": "MAN 24 30",
        "R2": having("INF", models=4, **{"in": "R1"}),
        "R3": "REE",
        "R4": having("EEL", state="out"),
        "B1": having("RIF", "24 6", models=3),
        "B2": "GUN",
    }
    match = position(units, round=20, turn="B").play("END")
    assert match.told("GameOver")[0].scores == ("67/5", "8")
    assert match.told("GameOver")[0].reason == "rounds"
    ending = match.ending
    assert ending is not None
    assert ending.winners == (0,)
    assert ending.scores == (13.4, 8)


@pytest.mark.rules("GA-104")
@pytest.mark.parametrize(
    ("red", "blue", "winners"),
    [("LAM", "GUN", ()), ("LAM", "HUN", (0,)), ("SPI", "GUN", (1,))],
)
def test_the_higher_total_wins(red: str, blue: str, winners: tuple[int, ...]) -> None:
    units = {"R1": f"{red} 24 30", "B1": f"{blue} 24 6"}
    ending = position(units, round=20, turn="B").play("END").ending
    assert ending is not None
    assert (ending.winners, ending.rule) == (winners, "GA-104")


@pytest.mark.rules("GA-39", "GA-105")
@pytest.mark.parametrize(
    ("units", "over"),
    [
        ({}, True),
        ({"R2": "INF"}, False),
        ({"B2": "RIF 4 4"}, False),
        ({"R2": having("INF", **{"in": "R1"})}, False),
        ({"R2": "LEV"}, False),
        ({"B2": "WAL 10 6"}, False),
        ({"B2": having("WAL", state="out")}, True),
        ({"R2": "MAN 10 30"}, True),
    ],
)
def test_vehicles_that_cannot_be_destroyed_are_a_deadlock(
    units: dict[str, Any], over: bool
) -> None:
    match = position({"R1": "MAN 24 30", "B1": "CAR 24 6", **units}).play("END")
    assert (match.ending is not None) is over
    if over:
        assert match.told("GameOver")[0].reason == "deadlock"
        assert "RoundEnded" not in match.kinds()


@pytest.mark.rules("GA-105")
def test_a_deadlock_is_scored() -> None:
    units = {"R1": "MAN 24 30", "R2": "MAN", "B1": "CAR 24 6"}
    match = position(units, turn="B", round=20).play("END")
    ending = match.ending
    assert ending is not None
    assert (ending.winners, ending.rule, ending.scores) == ((0,), "GA-105", (8, 4))


@pytest.mark.rules("GA-106")
def test_a_player_may_concede_and_both_may_agree_on_a_draw() -> None:
    assert (META.resign_rule, META.draw_rule) == ("GA-106", "GA-106")
