"""Endings: who has won and who has fallen, and the endings without a winner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.events import (
    MatchDrawn,
    MatchWon,
    ObjectiveRevealed,
    ObjectiveUnreachable,
)
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.secrets import Answer
from games.astral_sailors.tasks import DiceOff
from games.core.steps import Do
from games.core.types import Ending
from tests.games.astral_sailors.goals import (
    checked,
    commander,
    dead,
    having,
    player,
    ran,
    seats,
    secret,
    told,
    winner,
)
from tests.games.astral_sailors.positions import builder, table, unit

ASSASSINATION, GLORY, MANHUNT, PROMOTION, OCCUPATION, MANPOWER = range(1, 7)


@pytest.mark.rules("ASCW-113")
def test_an_objective_is_shown_once_and_only_where_there_is_one() -> None:
    match = builder(table([commander(0), commander(1)]), (GLORY, 0))
    for team in (0, 0, 1):
        objectives.reveal(match, team)
    assert told(match, ObjectiveRevealed) == [ObjectiveRevealed(team=0, objective=GLORY, target=-1)]
    assert [team.objective for team in match.table.teams] == [GLORY, 0]


# --- Who has won ---


@pytest.mark.rules("ASCW-114", "ASCW-D58")
@pytest.mark.parametrize(("share", "victors", "fallen"), [(False, (0,), (1,)), (True, (0, 1), ())])
def test_players_whose_commander_is_dead_have_fallen_in_a_victory(
    share: bool, victors: tuple[int, ...], fallen: tuple[int, ...]
) -> None:
    units = [commander(0), dead(1), commander(2)]
    at = table(units, teams=(2, 1), pools={0: 100}, fallen_share=share)
    match = checked(builder(at, (GLORY, PROMOTION)))
    result = match.table.result
    assert result is not None
    assert (result.victors, result.fallen) == (victors, fallen)
    assert agenda.pending(match.done().state) == Ending("won", seats(*victors), (), "ASCW-118")


@pytest.mark.rules("ASCW-D58", "ASCW-D77")
def test_who_was_removed_has_neither_won_nor_fallen() -> None:
    units = [commander(0), dead(1), commander(2)]
    at = player(table(units, teams=(2, 1), pools={0: 100}), 1, left=True, removed=True)
    result = checked(builder(at, (GLORY, PROMOTION))).table.result
    assert result is not None
    assert (result.victors, result.fallen) == ((0,), ())


@pytest.mark.rules("ASCW-D57", "ASCW-112")
def test_at_the_end_nothing_is_left_to_do_and_nothing_secret() -> None:
    at = table([commander(0), commander(1), commander(2)], teams=(1, 1, 1), pools={0: 100})
    match = builder(replace(at, agenda=(Do("next-turn"),)), (GLORY, OCCUPATION))
    secret(match, 2, objective=0, bellicose=True)
    secret(match, 1, asked=True)
    match.answers = (Answer("B1", "none"),)
    checked(match)
    assert (match.table.agenda, match.table.phase) == ((), "over")
    assert [team.objective for team in match.table.teams] == [2, 5, 0]
    assert [team.bellicose for team in match.table.teams] == [False, False, True]
    assert match.state.answers == ()
    assert objectives.offers(match.state) == ()
    before = match.done()
    checked(match)
    assert match.done() == before, "a match ends once"


@pytest.mark.rules("ASCW-03", "ASCW-D57")
def test_a_dice_off_for_the_victory_is_asked_of_the_winners_alone() -> None:
    units = [commander(seat) for seat in range(3)]
    at = table(units, teams=(1, 1, 1), pools={0: 100, 2: 100})
    match = builder(replace(at, agenda=(Do("begin-round"), Do("check"))), (GLORY, PROMOTION, GLORY))
    ran(match)
    assert match.table.agenda[-1] == DiceOff("victory", (0, 2))


# --- Nobody can win any more ---


@pytest.mark.rules("ASCW-D58", "ASCW-D73", "ASCW-138", "WE-58")
def test_when_the_last_commanders_die_together_nobody_wins() -> None:
    units = [dead(0), dead(1), unit("R2", "CV1", "A1"), unit("B2", "CV1", "P16")]
    at = having(table(units, pools={0: 500}), 0, commanders=1)
    match = checked(builder(at, (ASSASSINATION, GLORY)))
    assert winner(match) == ("draw", -1, "ASCW-D58")
    assert told(match, MatchDrawn) == [
        MatchDrawn(rule="ASCW-D58", objectives=(1, 2), targets=(-1, -1))
    ]


@pytest.mark.rules("ASCW-116", "ASCW-117", "ASCW-D66", "ASCW-D74", "WE-58")
@pytest.mark.parametrize(
    ("option", "result"), [("draw", ("draw", -1, "ASCW-D74")), ("win", ("won", 0, "ASCW-D74"))]
)
def test_an_assassination_without_a_kill_of_its_own_is_out_of_reach(
    option: str, result: tuple[str, int, str]
) -> None:
    units = [commander(0), dead(1), unit("B2", "CV1", "P16")]
    match = checked(builder(table(units, unreachable=option), (ASSASSINATION, OCCUPATION)))
    assert winner(match) == result
    assert told(match, ObjectiveUnreachable) == [ObjectiveUnreachable(team=0, only=seats(0))]


@pytest.mark.rules("ASCW-D74")
@pytest.mark.parametrize("objective", [GLORY, OCCUPATION, MANPOWER, PROMOTION])
def test_whatever_can_still_be_reached_goes_on(objective: int) -> None:
    units = [commander(0), dead(1), unit("B2", "CV1", "P16")]
    match = checked(builder(table(units), (objective, GLORY)))
    assert winner(match) is None
    assert match.done().events == ()


@pytest.mark.rules("ASCW-D74")
def test_one_team_that_can_still_win_keeps_the_match_going() -> None:
    units = [commander(0), commander(1), dead(2), unit("G2", "CV1", "P16")]
    at = table(units, teams=(1, 1, 1), retarget=False)
    match = checked(builder(at, (MANHUNT, GLORY), targets={0: 2}))
    assert winner(match) is None
    assert match.secrets[0].hopeless


@pytest.mark.rules("ASCW-D74")
def test_several_teams_out_of_reach_draw_with_either_option() -> None:
    units = [commander(0), commander(1), dead(2), unit("G2", "CV1", "P16")]
    at = table(units, teams=(1, 1, 1), retarget=False, unreachable="win")
    match = checked(builder(at, (MANHUNT, MANHUNT), targets={0: 2, 1: 2}))
    assert winner(match) == ("draw", -1, "ASCW-D74")


# --- The last team ---


@pytest.mark.rules("ASCW-D59")
def test_the_last_team_in_the_match_wins_if_a_commander_of_it_lives() -> None:
    at = table([commander(0), dead(1), dead(2)], teams=(1, 1, 1))
    assert winner(checked(builder(at, (OCCUPATION,)))) == ("won", 0, "ASCW-D59")


@pytest.mark.rules("ASCW-D59", "ASCW-D74")
def test_the_last_team_wins_even_if_its_objective_went_out_of_reach_with_its_rivals() -> None:
    at = table([commander(0), dead(1), unit("B2", "EX3", "P9")])
    hopeless = builder(at, (ASSASSINATION, ASSASSINATION))
    assert winner(checked(hopeless)) == ("draw", -1, "ASCW-D74"), "nobody was killed by Red"
    at = player(at, 1, left=True, removed=True)
    assert winner(checked(builder(at, (ASSASSINATION, ASSASSINATION)))) == ("won", 0, "ASCW-D59")


@pytest.mark.rules("ASCW-D59", "ASCW-D58")
def test_a_last_team_without_a_commander_does_not_win() -> None:
    at = table([dead(0), unit("R2", "CV1", "A1"), dead(1)])
    assert winner(checked(builder(at, (OCCUPATION,)))) == ("draw", -1, "ASCW-D58")


@pytest.mark.rules("ASCW-D75")
def test_when_all_have_left_or_are_out_nobody_wins() -> None:
    at = player(table([dead(0), commander(1)]), 1, left=True, removed=True)
    assert winner(checked(builder(at))) == ("draw", -1, "ASCW-D75")


@pytest.mark.rules("ASCW-D59", "ASCW-D57")
def test_an_objective_counts_before_being_the_last() -> None:
    at = having(table([commander(0), dead(1)]), 0, commanders=1)
    assert winner(checked(builder(at, (ASSASSINATION,)))) == ("won", 0, "ASCW-116")


# --- The round limit ---


@pytest.mark.rules("ASCW-D67")
def test_a_match_can_end_without_a_winner_by_another_rule() -> None:
    match = builder(table([commander(0), commander(1)]), (MANHUNT, GLORY), targets={0: 1})
    objectives.draw(match, "ASCW-D67")
    assert winner(match) == ("draw", -1, "ASCW-D67")
    assert told(match, MatchDrawn, MatchWon) == [
        MatchDrawn(rule="ASCW-D67", objectives=(3, 2), targets=(1, -1))
    ]
    assert agenda.pending(match.done().state) == Ending("draw", (), (), "ASCW-D67")
