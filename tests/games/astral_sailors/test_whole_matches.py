"""Whole matches, one for every way to win: real moves as they are typed, and chosen dice."""

from __future__ import annotations

import pytest

from games.astral_sailors.events import (
    CommanderCaptured,
    CommanderDelivered,
    MatchDrawn,
    MatchWon,
    ObjectiveRevealed,
    QuadrantChanged,
    RewardPaid,
    RoundStarted,
    UnitEliminated,
)
from tests.games.astral_sailors.script import Script

RED, BLUE, GREEN, YELLOW = range(4)
HIT, HITS = (6, 1), (6, 6, 1, 1)
"""The faces of an attack with one die and with two of which all wound."""


def mustered(script: Script, *lists: str) -> Script:
    for seat, army in enumerate(lists):
        script.says(seat, f"LIST {army}").says(seat, "LOCK")
    return script


@pytest.mark.rules("ASCW-116", "ASCW-117", "ASCW-31", "ASCW-113")
def test_an_assassination_from_the_first_question_to_the_last() -> None:
    match = mustered(Script(1, 1, objectives=(1, 2)), "boardroom", "hammer")
    match.deploys(RED, "R1 A1 S", "R2 H6 S", "R3 I6 S", "R7 P1 S")
    match.deploys(BLUE, "B1 H11 N", "B2 P16 N", "B9 O16 N")
    match.says(RED, "R2 SHOOT B1", *HITS)
    assert match.unit("B1").lost == 2
    assert match.told(ObjectiveRevealed) == []
    match.says(RED, "R3 SHOOT B1", *HITS)

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-116")
    assert [each.objective for each in match.told(ObjectiveRevealed)] == [1]
    assert match.table.teams[0].commanders == 1
    assert match.unit("B1").place == "out"


@pytest.mark.rules("ASCW-118", "ASCW-44", "ASCW-95", "ASCW-113")
def test_glory_is_won_in_the_middle_of_a_turn_by_the_reward_that_fills_the_pool() -> None:
    match = mustered(
        Script(1, 1, objectives=(2, 1), start_pool=90, income=(3, 3)), "boardroom", "hammer"
    )
    match.deploys(RED, "R1 A1 S", "R2 H6 S", "R7 P1 S", "R8 O1 S")
    match.deploys(BLUE, "B1 A16 N", "B2 H11 N", "B9 O16 N")
    assert match.table.players[RED].pool == 90 + 3 + 2 * 2
    match.says(RED, "R2 SHOOT B2", *HITS)

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-118")
    assert [(each.seat, each.points, each.pool) for each in match.told(RewardPaid)] == [
        (RED, 3, 100)
    ]


@pytest.mark.rules("ASCW-119", "ASCW-120", "ASCW-121", "ASCW-122", "ASCW-124", "ASCW-126")
def test_a_manhunt_wounds_seizes_and_brings_home_the_commander_it_is_after() -> None:
    match = Script(1, 1, 1, objectives=(3, 2, 2), preset="colony")
    match.all_say("BELLICOSE NO", "BELLICOSE NO", "BELLICOSE NO")
    match.says(RED, "LIST boardroom")
    assert match.refused(RED, "LOCK") == "ASCW-120"
    match.says(RED, "TARGET GREEN").says(RED, "LOCK")
    match.says(BLUE, "LIST hammer").says(BLUE, "LOCK")
    match.says(GREEN, "LIST hammer").says(GREEN, "LOCK")
    match.deploys(RED, "R1 A1 S", "R2 G6 S", "R3 E5 S", "R7 P1 S")
    match.deploys(BLUE, "B1 X20 W", "B2 X22 W", "B9 X24 W")
    match.deploys(GREEN, "G1 E10 S", "G2 A20 E", "G9 A22 E")
    assert match.refused(RED, "R3 CAPTURE G1") == "ASCW-121"
    match.says(RED, "R2 SHOOT G1", 6, 1, 1, 1)
    assert match.unit("G1").lost == 1
    match.passes(until=RED)
    match.says(RED, "R3 MOVE E9")
    assert match.told(ObjectiveRevealed) == []
    match.says(RED, "R3 CAPTURE G1")
    assert [(each.objective, each.target) for each in match.told(ObjectiveRevealed)] == [(3, 2)]
    assert match.refused(RED, "R3 RUN N 4") == "ASCW-124"
    assert match.table.result is None
    match.says(RED, "R3 MOVE E5")

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-119")
    assert [each.unit for each in match.told(CommanderCaptured)] == ["G1"]
    assert [each.unit for each in match.told(CommanderDelivered)] == ["G1"]


@pytest.mark.rules("ASCW-128", "ASCW-147")
def test_a_promotion_is_earned_by_the_commander_alone_round_after_round() -> None:
    match = mustered(Script(1, 1, objectives=(4, 2)), "boardroom", "hammer")
    match.deploys(RED, "R1 H6 S", "R2 I6 S", "R7 P1 S")
    troopers = ("B2 H11 N", "B3 I11 N", "B4 H13 N", "B6 I12 N")
    match.deploys(BLUE, "B1 A16 N", *troopers, "B9 H12 N", "B10 O16 N")
    match.says(RED, "R1 SHOOT B2", *HITS).says(RED, "R1 SHOOT B9", *HITS)
    assert match.unit("B9").place == "reserve"
    assert match.unit("R1").kills == 1
    match.says(RED, "R1 SHOOT B3", *HITS)
    assert match.unit("R1").kills == 2
    match.says(RED, "R2 SHOOT B4", *HITS)
    match.passes(until_round=2)
    assert match.unit("R1").kills == 2
    match.passes(until=RED)
    match.says(RED, "R1 SHOOT B6", *HITS)

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-128")


def _counters(match: Script) -> list[tuple[str, int]]:
    """How Red's counters have changed."""
    changes = match.told(QuadrantChanged)
    return [(each.quadrant, each.counter) for each in changes if each.team == RED]


@pytest.mark.rules("ASCW-129", "ASCW-130", "ASCW-131", "ASCW-132")
def test_an_occupation_loses_a_quadrant_to_an_intruder_and_holds_it_in_the_end() -> None:
    match = mustered(Script(1, 1, objectives=(5, 2), home_quadrants="all"), "boardroom", "hammer")
    match.deploys(RED, "R1 A1 S", "R2 H6 S", "R3 I6 S", "R7 P1 S")
    match.deploys(BLUE, "B1 P16 N", "B2 H11 N", "B9 O16 N")
    match.passes(until_round=2)
    assert _counters(match) == [("Q1-1", 1), ("Q2-1", 1)]
    match.passes(until=BLUE)
    match.says(BLUE, "B2 MOVE H8").passes(until=RED)
    match.says(RED, "R2 SHOOT B2", *HITS).passes(until_round=3)
    match.passes()

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-129")
    assert match.table.round == 3
    assert _counters(match)[2:] == [("Q1-1", 0), ("Q1-1", 1), ("Q2-1", 2), ("Q1-1", 2)]


@pytest.mark.rules("ASCW-133", "ASCW-26")
def test_manpower_counts_ten_civilians() -> None:
    match = Script(1, 1, objectives=(6, 2))
    match.says(RED, "ADD EX1").says(RED, "ADD 6 EX3").says(RED, "ADD 7 CV1").says(RED, "LOCK")
    match.says(BLUE, "ADD GU2").says(BLUE, "ADD 27 CV1").says(BLUE, "LOCK")
    columns = "HIMNOP"
    shooters = [f"R{number} {column}6 S" for number, column in enumerate(columns, 2)]
    match.deploys(RED, "R1 H5 S", *shooters)
    near = [f"B{number} {column}11 N" for number, column in enumerate(columns, 2)]
    far = [f"B{number} {column}12 N" for number, column in enumerate("HINOP", 8)]
    match.deploys(BLUE, "B1 A16 N", *near, *far)
    for unit, *targets in (("R2", 2, 8), ("R3", 3, 9), ("R4", 4), ("R5", 5, 10)):
        for number in targets:
            match.says(RED, f"{unit} SHOOT B{number}", *HITS)
    match.says(RED, "DONE").passes(until=RED)
    assert match.table.turn.half == 2
    match.says(RED, "R6 SHOOT B6", *HITS).says(RED, "R6 SHOOT B11", *HITS)
    assert match.table.players[RED].civilians == 9
    match.passes(until_round=2).passes(until=RED)
    match.says(RED, "R7 SHOOT B7", *HITS)

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-133")
    assert match.table.players[RED].civilians == 10
    assert len(match.told(UnitEliminated)) == 10


@pytest.mark.rules("ASCW-135", "ASCW-32", "ASCW-134", "ASCW-149")
def test_bellicose_hedonists_win_when_all_other_commanders_have_died_in_battle() -> None:
    match = Script(1, 1, 1, objectives=(1, 1), preset="colony")
    match.all_say("BELLICOSE YES", "BELLICOSE NO", "BELLICOSE NO")
    mustered(match, "boardroom", "boardroom", "boardroom")
    match.deploys(RED, "R1 L1 S", "R2 G5 S", "R3 H5 S", "R7 K1 S", "R8 M1 S")
    match.deploys(BLUE, "B1 S9 W", "B2 X20 W", "B9 X24 W")
    match.deploys(GREEN, "G1 F9 E", "G2 F10 E", "G3 E9 E", "G9 A24 E")
    match.says(RED, "R2 SHOOT G1", *HITS).says(RED, "R3 SHOOT G1", *HITS).says(RED, "DONE")
    match.passes(until=GREEN)
    # Green cannot win any more, plays on all the same, and does the Hedonists' work.
    match.says(GREEN, "G2 MOVE K10").says(GREEN, "G2 SHOOT B1", *HITS)
    match.says(GREEN, "G3 MOVE J9").says(GREEN, "G3 SHOOT B1", *HITS)

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-135")
    assert match.told(ObjectiveRevealed) == []


@pytest.mark.rules("ASCW-114", "ASCW-116", "ASCW-D58", "ASCW-28", "ASCW-30")
def test_a_team_of_two_wins_with_one_victor_and_one_fallen_player() -> None:
    match = Script(2, 2, objectives=(1, 2), preset="colony")
    mustered(match, "boardroom", "boardroom", "boardroom", "boardroom")
    match.deploys(RED, "R1 L1 S", "R2 G5 S", "R3 H5 S", "R7 K1 S")
    match.deploys(GREEN, "G1 Q20 N", "G2 P20 N", "G3 R21 N", "G9 A24 N")
    match.deploys(BLUE, "B1 S12 W", "B2 T16 W", "B9 X12 W")
    match.deploys(YELLOW, "Y1 F8 N", "Y2 A10 N", "Y9 A12 N")
    match.says(RED, "R2 SHOOT Y1", *HITS).says(RED, "R3 SHOOT Y1", *HITS).says(RED, "DONE")
    match.says(GREEN, "G2 SHOOT B1", *HITS).says(GREEN, "G3 SHOOT B1", *HITS).says(GREEN, "DONE")
    assert match.table.result is None
    match.says(BLUE, "B2 SHOOT G1", *HITS).says(BLUE, "B2 SHOOT G1", *HITS)

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("won", (RED,), "ASCW-116")
    (end,) = match.told(MatchWon)
    assert (end.team, end.victors, end.fallen) == (0, (RED,), (BLUE,))


@pytest.mark.rules("ASCW-D67")
def test_without_a_winner_the_match_ends_after_the_last_round_with_all_secrets_told() -> None:
    match = mustered(Script(1, 1, objectives=(1, 4), round_limit=2), "boardroom", "hammer")
    match.says(RED, "DEPLOY REST").says(BLUE, "DEPLOY REST").passes()

    ending = match.over()
    assert (ending.kind, ending.winners, ending.rule) == ("draw", (), "ASCW-D67")
    assert match.table.round == 2
    assert [each.last for each in match.told(RoundStarted)] == [2, 2]
    (end,) = match.told(MatchDrawn)
    assert end.objectives == (1, 4)


@pytest.mark.rules("ASCW-139", "ASCW-D21")
def test_who_attacks_waits_for_the_answer_and_is_told_so() -> None:
    match = mustered(Script(1, 1, objectives=(2, 1)), "boardroom", "hammer")
    match.deploys(RED, "R1 A1 S", "R2 H6 S", "R3 I6 S")
    match.deploys(BLUE, "B1 H11 N", "B2 P16 N")
    match.asks(RED, "R2 SHOOT B1")
    assert [(each.kind, each.seat) for each in match.questions] == [("react", BLUE)]
    assert match.refused(RED, "R3 SHOOT B1") == "ASCW-D21"
    match.says(BLUE, "B1 COVER", *HITS)
    assert (match.unit("B1").cover, match.unit("B1").lost) == (True, 2)
