"""What a referee sets of the round, of players and teams."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors.events import ArmyHandedOver, TeamChanged
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.rules.any_time import Done, Leave
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import NOBODY
from games.core.types import Seat, Seated
from tests.games.astral_sailors import flow
from tests.games.astral_sailors.by_hand import Referee, skirmish
from tests.games.astral_sailors.positions import state, table, unit

GAME = AstralSailors()

# --- The round ---


@pytest.mark.rules("ASCW-86", "ASCW-48")
def test_with_the_round_what_units_did_is_carried_along() -> None:
    there = Referee(skirmish()).puts("R1", activated=4, shot=3).puts("B1", shot=1).sets("ROUND 2")
    assert (there.unit("R1").activated, there.unit("R1").shot) == (2, 1)
    assert there.unit("B1").shot == 0


def test_a_turn_that_is_given_is_a_new_one_with_a_quota_by_the_rules() -> None:
    there = Referee(skirmish())
    before = there.table.turn.number
    there.sets("ACTIVE BLUE")
    assert (there.table.turn.quota, there.table.turn.number) == (2, before + 1)
    assert flow.waiting(there.state) == (("activate", 1),)
    there.sets("PHASE REINFORCEMENT")
    assert flow.waiting(there.state) == (("reinforce", 1),)
    there.sets("ACTIVE RED", "PHASE ACTIVATION 2")
    assert (flow.waiting(there.state), there.table.turn.quota) == ((("activate", 0),), 2)


@pytest.mark.rules("ASCW-D43")
@pytest.mark.parametrize("phase", ["QUOTA 2", "PHASE ACTIVATION 2", "PHASE REINFORCEMENT"])
def test_ending_the_turn_is_what_the_player_would_do(phase: str) -> None:
    there = Referee(skirmish()).puts("R2", ap=0).sets("POOL BLUE 40", "POOL RED 40", phase)
    quota = there.table.turn.quota
    played = flow.play(there.state, 0, Done())
    there.sets("END TURN")
    assert there.said == "The referee ends the turn of Red."
    assert there.state == played.state
    assert there.events[1:] == played.events
    marked = [code for code in ("R1", "R2") if there.unit(code).activated == there.table.round]
    assert len(marked) == quota


def test_no_turn_ends_without_its_commanders_or_outside_of_turns() -> None:
    of = skirmish(phase="deployment", round=0)
    players = tuple(replace(each, deployed=False) for each in of.players)
    units = {code: replace(each, ap=0) for code, each in of.units.items()}
    there = Referee(replace(of, players=players, units=units, starter=NOBODY)).sets("R1 RESERVE")
    assert "Every Commander must be deployed" in str(there.refused("END TURN"))
    there.sets("R1 TO B2", "END TURN")
    assert (there.table.players[0].deployed, there.table.turn.seat) == (True, 1)
    early = Referee(flow.roll(flow.opened(1, 2), 1, 2).state)
    assert "That can be set only in the phase deployment" in str(early.refused("END TURN"))


def test_the_order_of_a_deployment_leaves_nobody_out() -> None:
    of = skirmish(phase="deployment", round=0)
    players = tuple(replace(each, deployed=False) for each in of.players)
    units = {code: replace(each, ap=0) for code, each in of.units.items()}
    there = Referee(replace(of, players=players, units=units, starter=NOBODY))
    assert "Then Red would never deploy." in str(there.refused("ACTIVE BLUE"))
    assert "Then Blue would never deploy." in str(there.refused("ORDER BLUE RED"))
    there.refused("R2 RE 1")
    there.refused("R2 HOLDS B1")
    done = tuple(replace(each, deployed=each.seat == 0) for each in players)
    turn = replace(of.turn, at=1)
    there = Referee(replace(there.table, players=done, turn=turn)).sets("ACTIVE RED")
    assert not there.table.players[0].deployed
    assert flow.waiting(there.state) == (("deploy", 0),)


# --- Players and teams ---


@pytest.mark.rules("ASCW-D77")
def test_an_army_is_handed_to_a_team_mate_and_back() -> None:
    there = Referee(_teams()).sets("HANDOVER GREEN BLUE")
    assert ArmyHandedOver(seat=2, to=1) in there.events
    assert (there.table.players[2].left, there.table.controller(2)) == (True, 1)
    there.sets("ACTIVE GREEN")
    assert flow.waiting(there.state) == (("activate", 1),)
    there.sets("RETURN GREEN")
    assert flow.waiting(there.state) == (("activate", 2),)


@pytest.mark.rules("ASCW-D59")
def test_a_player_who_has_left_returns_and_so_can_the_army() -> None:
    there = Referee(flow.play(state(_teams(turn=1)), 1, Leave()).state)
    assert there.unit("B1").place == "out"
    assert "out of the match" in str(there.refused("HANDOVER BLUE GREEN"))
    for text in ("B1 TO C12", "B1 KILLS 1", "DELETE B1"):
        assert str(there.refused(text)) == "Blue is out of the match. Use RETURN BLUE first."
    assert there.refused("G1 BECOMES B9").rule == "ASCW-D59"
    there.sets("RETURN BLUE", "B1 TO C12")
    assert there.unit("B1").place == "board"


def test_kills_and_deliveries_of_players_and_teams_are_counted_by_hand() -> None:
    there = Referee(skirmish()).sets("CIVILIANS BLUE 3", "COMMANDERS TEAM2 1", "DELIVERED B A")
    assert there.table.players[1].civilians == 3
    assert there.table.teams[1].commanders == 1
    assert there.table.teams[1].delivered == (0,)
    assert not there.sets("DELIVERED B NONE").table.teams[1].delivered


@pytest.mark.rules("ASCW-30")
def test_before_the_deployment_a_player_moves_to_the_team_beside() -> None:
    there = Referee(flow.peaceful(flow.opened(1, 2, 1)))
    there = Referee(flow.roll(there.state, 1, 2, 4).state)
    assert "would be empty" in str(there.refused("TEAM RED B"))
    assert "teams must sit together" in str(Referee(_mustered(1, 1, 2)).refused("TEAM YELLOW A"))
    there.sets("TEAM BLUE A")
    assert there.said == "The referee moves Blue from Team B to Team A."
    assert there.events[1:] == (TeamChanged(seat=1, team=1, to=0),)
    assert [team.seats for team in there.table.teams] == [(0, 1), (2,), (3,)]
    there.viewer = Seated(Seat(0))
    assert "is not playing" in str(there.refused("TEAM GREEN A"))


def _mustered(*teams: int) -> Any:
    return flow.roll(flow.peaceful(flow.opened(*teams)), *range(1, len(teams) + 1)).state


def _teams(**options: Any) -> Table:
    """Red against Blue and Green."""
    units = (
        unit("R1", "EX1", "B2"),
        unit("R2", "EX4", "C5"),
        unit("B1", "GU1", "N14"),
        unit("G1", "GU1", "P20"),
        unit("G2", "CV1", "Q20"),
    )
    return table(units, teams=(1, 2), **options)


@pytest.mark.rules("ASCW-D53")
def test_a_player_of_a_smaller_team_may_build_a_larger_army() -> None:
    there = Referee(flow.roll(flow.opened(1, 2), 1, 2).state)
    assert "so the size can only go up" in str(there.refused("SIZE RED 50"))
    assert "must be a multiple of 50, not 120" in str(there.refused("SIZE RED 120"))
    there.sets("SIZE RED 200")
    assert there.said == "The referee sets the army size of Red from 100 to 200."
    assert flow.refused(there.state, 0, Enlist("CV1", 60)) is None
    assert flow.refused(there.state, 1, Enlist("CV1", 60)) is not None
    assert flow.refused(there.state, 0, Enlist("CV1", 67)) is not None
    view = GAME.view(there.state, Seated(Seat(0)))
    assert "0 of 200 points" in GAME.words.secrets(view)[-1]
    assert "of up to 200 points" in GAME.words.ask(
        view, flow.asked(there.state, 0, Enlist("CV1", 1))
    )
    assert conditions.glory_wanted(there.table, 0) == 100
    assert "only in the phase" in str(Referee(skirmish()).refused("SIZE RED 200"))
