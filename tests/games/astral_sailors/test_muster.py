"""Before the battle: teams, Bellicose Hedonists, objectives, targets."""

from __future__ import annotations

import itertools

import pytest
from pydantic import ValidationError

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.editing.sound import setting_fault
from games.astral_sailors.events import (
    BellicoseAnswered,
    BellicoseResolved,
    DiceOffRolled,
    ObjectiveGiven,
    ObjectivesRolled,
    TargetSet,
)
from games.astral_sailors.rules.setup import bellicose, muster
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.muster import AutoArmy, Lock, Target
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.words.words import WORDS
from games.core.types import Forbidden, Seat, Seats
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.building import SAMPLE, drafted
from tests.games.astral_sailors.flow import (
    code,
    mustered,
    of,
    opened,
    peaceful,
    play,
    refused,
    roll,
    seats,
    waiting,
    wanted,
)

# --- Seats, teams, boards ---


@pytest.mark.rules("ASCW-01", "ASCW-16", "ASCW-17", "ASCW-18", "ASCW-19", "WE-45")
@pytest.mark.parametrize(
    ("players", "size"), [(2, 16), (3, 24), (4, 24), (5, 24), (6, 24), (7, 32), (8, 32)]
)
def test_the_board_grows_with_the_players(players: int, size: int) -> None:
    state = muster.opening(Agreement(), Seats.alone(players))
    assert state.table.size == size
    assert size % 8 == 0


@pytest.mark.rules("ASCW-28", "ASCW-29", "ASCW-D46", "ASCW-D53")
def test_teams_may_be_of_unequal_size_and_have_armies_of_one_size() -> None:
    state = muster.opening(Agreement(start_pool=7), seats(1, 2, 2, 3))
    assert [team.seats for team in state.table.teams] == [(0,), (1, 2), (3, 4), (5, 6, 7)]
    assert [player.team for player in state.table.players] == [0, 1, 1, 2, 2, 3, 3, 3]
    assert {player.pool for player in state.table.players} == {7}


@pytest.mark.rules("ASCW-01", "ASCW-28", "ASCW-30")
@pytest.mark.parametrize(
    "teams",
    [
        (0,),
        (0, 0),
        (0, 1, 0),
        (1, 0),
        (0, 2),
        (0, 0, 0, 0, 0, 1),
        tuple(range(9)),
    ],
)
def test_other_seatings_are_refused(teams: tuple[int, ...]) -> None:
    refusal = setting_fault(Agreement(), Seats(teams))
    assert isinstance(refusal, Forbidden)
    assert refusal.rule in ("ASCW-01", "ASCW-28", "ASCW-30")


@pytest.mark.rules("ASCW-D46")
def test_points_left_over_from_the_army_are_lost() -> None:
    table = mustered(opened(1, 1, army_size=150, start_pool=7)).state.table
    assert all(sum(table.kind(unit).cost for unit in table.of(seat)) < 150 for seat in (0, 1))
    assert [player.pool for player in table.players] == [7, 7]


@pytest.mark.rules("ASCW-23", "ASCW-24", "WE-44")
def test_armies_are_of_100_points_or_50_more() -> None:
    for size in (100, 150, 200, 500):
        assert setting_fault(Agreement(army_size=size), Seats.alone(2)) is None
    for size in (50, 120, 125, 149, 99):
        with pytest.raises(ValidationError):
            Agreement(army_size=size)


# --- Bellicose Hedonists ---


@pytest.mark.rules("ASCW-134", "ASCW-D65", "WE-51")
def test_all_teams_but_two_may_be_bellicose() -> None:
    assert [bellicose.most(teams) for teams in (2, 3, 5)] == [0, 1, 3]


@pytest.mark.rules("ASCW-32", "ASCW-D65")
def test_two_teams_are_not_asked_whether_they_are_bellicose() -> None:
    state = opened(1, 1)
    assert state.table.phase == "muster"
    assert wanted(state) == (2, "objectives")
    assert [secret.bellicose for secret in state.secrets] == [False, False]
    assert [team.bellicose for team in state.table.teams] == [False, False]


@pytest.mark.rules("ASCW-32", "ASCW-D56", "ASCW-D65")
def test_the_first_answer_of_a_member_counts_for_the_team() -> None:
    state = opened(1, 2, 1)
    assert waiting(state) == tuple(("bellicose", seat) for seat in range(4))
    outcome = play(state, 2, Bellicose(True))
    (event,) = of(outcome, BellicoseAnswered)
    assert (event.team, event.yes, event.only) == (1, True, (Seat(1), Seat(2)))
    assert waiting(outcome.state) == (("bellicose", 0), ("bellicose", 3))
    own = TeamSecret(bellicose=True)
    found = forbidden(outcome.state.table, 1, Bellicose(False), own=own)
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-D56", "NOT_POSSIBLE")
    assert "yes" in found.sentence


@pytest.mark.rules("ASCW-32", "ASCW-134", "ASCW-D65")
def test_bellicose_teams_within_the_limit_are_announced_and_roll_no_objective() -> None:
    state = opened(1, 1, 1)
    for seat, yes in enumerate((False, True)):
        state = play(state, seat, Bellicose(yes)).state
    outcome = play(state, 2, Bellicose(False))
    assert of(outcome, BellicoseResolved) == [BellicoseResolved(teams=(1,))]
    table = outcome.state.table
    assert [team.bellicose for team in table.teams] == [False, True, False]
    assert wanted(outcome.state) == (2, "objectives")
    outcome = roll(outcome.state, 5, 1)
    assert [secret.objective for secret in outcome.state.secrets] == [5, 0, 1]
    assert outcome.state.table.phase == "muster"


@pytest.mark.rules("ASCW-03", "ASCW-04", "ASCW-134", "ASCW-D65", "ASCW-D72")
def test_too_many_bellicose_teams_roll_for_the_places() -> None:
    state = opened(1, 1, 1, 1)
    for seat in range(3):
        state = play(state, seat, Bellicose(True)).state
    outcome = play(state, 3, Bellicose(True))
    assert wanted(outcome.state) == (4, "dice-off: bellicose")
    # Two places: team B is in, team D is out, A and C are tied for the second place.
    outcome = roll(outcome.state, 3, 6, 3, 1)
    (rolls,) = of(outcome, DiceOffRolled)
    assert (rolls.teams, rolls.rolls, rolls.winner) == ((0, 1, 2, 3), (3, 6, 3, 1), -1)
    assert (rolls.placed, rolls.again) == ((1,), (0, 2))
    assert WORDS.tell(rolls) == (
        "Dice-off for the right to be Bellicose: Team A ⚂, Team B ⚅, Team C ⚂ and Team "
        "D ⚀; Team B qualifies, Team A and Team C roll again."
    )
    assert wanted(outcome.state) == (2, "dice-off: bellicose")
    outcome = roll(outcome.state, 2, 2)
    (rolls,) = of(outcome, DiceOffRolled)
    assert (rolls.winner, rolls.placed, rolls.again) == (-1, (), ())  # for one place, as always
    assert wanted(outcome.state) == (2, "dice-off: bellicose")
    outcome = roll(outcome.state, 1, 4)
    (rolls,) = of(outcome, DiceOffRolled)
    assert (rolls.winner, rolls.placed, rolls.again) == (2, (), ())
    assert of(outcome, BellicoseResolved) == [BellicoseResolved(teams=(1, 2))]
    assert [secret.bellicose for secret in outcome.state.secrets] == [
        False,
        True,
        True,
        False,
    ]
    assert wanted(outcome.state) == (2, "objectives")


@pytest.mark.rules("ASCW-134", "ASCW-D65")
def test_several_places_won_at_once_are_no_tie() -> None:
    state = opened(1, 1, 1, 1, 1)
    for seat, yes in enumerate((True, True, True, True, False)):
        outcome = play(state, seat, Bellicose(yes))
        state = outcome.state
    outcome = roll(state, 6, 5, 1, 5)
    (rolls,) = of(outcome, DiceOffRolled)
    assert (rolls.winner, rolls.placed, rolls.again) == (-1, (0, 1, 3), ())
    assert WORDS.tell(rolls).endswith("; Team A, Team B and Team D qualify.")
    assert of(outcome, BellicoseResolved) == [BellicoseResolved(teams=(0, 1, 3))]


@pytest.mark.rules("ASCW-D65")
def test_of_three_teams_one_wins_the_place() -> None:
    state = opened(1, 1, 1)
    for seat in range(3):
        state = play(state, seat, Bellicose(True)).state
    outcome = roll(state, 6, 2, 3)
    assert of(outcome, DiceOffRolled)[0].winner == 0
    assert of(outcome, BellicoseResolved)[0].teams == (0,)


@pytest.mark.rules("ASCW-D65")
def test_with_secret_roles_each_team_learns_of_itself_only() -> None:
    state = opened(1, 1, 1, bellicose_public=False)
    for seat, yes in enumerate((True, False)):
        state = play(state, seat, Bellicose(yes)).state
    state = play(state, 2, Bellicose(True)).state
    outcome = roll(state, 5, 6, 4)
    for event in outcome.events:
        assert event.only is not None or isinstance(event, ObjectivesRolled)
    rolls = of(outcome, DiceOffRolled)
    assert [(each.teams, each.rolls, each.only) for each in rolls] == [
        ((0,), (5,), (Seat(0),)),
        ((1,), (6,), (Seat(1),)),
        ((2,), (4,), (Seat(2),)),
    ]
    resolved = of(outcome, BellicoseResolved)
    assert {(each.teams, each.only) for each in resolved} == {
        ((0,), (Seat(0),)),
        ((), (Seat(2),)),
    }
    assert [team.bellicose for team in outcome.state.table.teams] == [None, None, None]
    assert wanted(outcome.state) == (3, "objectives")
    given_ = of(roll(outcome.state, 1, 2, 3), ObjectiveGiven)
    assert [(each.team, each.objective) for each in given_] == [(1, 2), (2, 3)]


@pytest.mark.rules("ASCW-D65")
def test_with_secret_roles_all_teams_roll_until_none_are_tied_whatever_they_answered() -> None:
    for answers in itertools.product((True, False), repeat=3):
        state = opened(1, 1, 1, bellicose_public=False)
        for seat, yes in enumerate(answers):
            state = play(state, seat, Bellicose(yes)).state
        state = roll(roll(state, 5, 5, 2).state, 1, 3, 6).state
        willing = [team for team in (1, 0, 2) if answers[team]]  # by their dice
        roles = [secret.bellicose for secret in state.secrets]
        assert roles == [team in willing[:1] for team in range(3)]
        assert wanted(state) == (3, "objectives")


# --- Objectives and targets ---


@pytest.mark.rules("ASCW-31", "ASCW-112", "ASCW-D56", "ASCW-D72")
def test_each_team_learns_its_objective_alone() -> None:
    state = opened(2, 1)
    assert wanted(state) == (2, "objectives")
    outcome = roll(state, 6, 6)
    given_ = of(outcome, ObjectiveGiven)
    assert [(each.team, each.objective, each.only) for each in given_] == [
        (0, 6, (Seat(0), Seat(1))),
        (1, 6, (Seat(2),)),
    ]
    assert len(of(outcome, ObjectivesRolled)) == 1
    assert waiting(outcome.state) == (("army", 0), ("army", 1), ("army", 2))


@pytest.mark.rules("ASCW-119", "ASCW-120", "ASCW-D56")
def test_a_hunting_team_names_its_target_before_it_locks_an_army() -> None:
    state = roll(peaceful(opened(1, 2, 1)), 3, 3, 1).state
    secrets = state.secrets
    assert [secret.asked for secret in secrets] == [True, True, False]
    assert waiting(state)[:3] == (("target", 0), ("target", 1), ("target", 2))
    state = drafted(drafted(state, 1, SAMPLE), 3, SAMPLE)
    found = refused(state, 1, Lock())
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-120", "NO_TARGET")
    assert code(state, 1, AutoArmy("boardroom")) == "NO_TARGET"
    assert code(state, 3, Lock()) == ""
    outcome = play(state, 2, Target(0))
    (event,) = of(outcome, TargetSet)
    assert (event.team, event.target, event.only) == (1, 0, (Seat(1), Seat(2)))
    assert code(outcome.state, 1, Lock()) == ""
    assert ("target", 1) not in waiting(outcome.state)
    assert ("target", 0) in waiting(outcome.state)


@pytest.mark.rules("ASCW-119", "ASCW-D56")
@pytest.mark.parametrize(
    ("target", "expected"),
    [(0, ""), (1, "OWN_TEAM"), (2, ""), (3, "UNKNOWN_TEAM"), (-1, "UNKNOWN_TEAM")],
)
def test_a_target_is_another_team(target: int, expected: str) -> None:
    state = roll(peaceful(opened(1, 1, 1)), 1, 3, 1).state
    assert code(state, 1, Target(target)) == expected


@pytest.mark.rules("ASCW-119", "ASCW-D61")
def test_a_new_target_has_a_living_commander() -> None:
    units = [
        positions.unit("R1", "EX1", "C3"),
        positions.unit("B1", "GU1", "", place="out"),
        positions.unit("G1", "EX1", "H8"),
    ]
    table = positions.table(units, teams=(1, 1, 1))
    own = TeamSecret(objective=3, asked=True, retarget=1)
    assert forbidden(table, 0, Target(2), own=own) is None
    found = forbidden(table, 0, Target(1), own=own)
    assert found is not None
    assert found.code == "NO_LIVING_COMMANDER"
    assert "Green" in found.instead
    unasked = forbidden(table, 0, Target(2), own=TeamSecret(objective=3, target=2))
    assert unasked is not None
    assert unasked.code == "NO_OBJECTIVE"


@pytest.mark.rules("ASCW-119", "ASCW-D56")
def test_with_two_teams_the_target_is_known_without_a_question() -> None:
    outcome = roll(opened(1, 1), 3, 2)
    assert outcome.state.secrets[0].target == 1
    assert not outcome.state.secrets[0].asked
    assert [event.only for event in of(outcome, TargetSet)] == [(Seat(0),)]
    assert waiting(outcome.state) == (("army", 0), ("army", 1))
