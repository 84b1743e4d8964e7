"""The objectives and Bellicose Hedonists: when they are met, and when the victory is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.events import (
    MatchWon,
    ObjectiveRevealed,
    ObjectiveUnreachable,
    TargetLost,
    TargetSet,
)
from games.astral_sailors.rules.setup import bellicose
from games.astral_sailors.rules.setup.muster import Target
from games.astral_sailors.rules.turns.activation import Hold
from games.astral_sailors.rules.victory import conditions, objectives
from games.astral_sailors.table import Turn
from games.astral_sailors.tasks import Attack, DelayedAction, DiceOff, Part, RollIncome
from games.core.steps import Do
from tests.games.astral_sailors.asked_of import make
from tests.games.astral_sailors.goals import (
    checked,
    commander,
    dead,
    having,
    player,
    seats,
    secret,
    told,
    winner,
)
from tests.games.astral_sailors.positions import builder, table, unit

ASSASSINATION, GLORY, MANHUNT, PROMOTION, OCCUPATION, MANPOWER = range(1, 7)


# --- Assassination and Bellicose Hedonists ---


@pytest.mark.rules("ASCW-116", "ASCW-117", "ASCW-149", "WE-50")
def test_an_assassination_is_won_by_the_last_commanders_who_have_killed_one() -> None:
    at = table([commander(0), dead(1), commander(2)], teams=(1, 1, 1))
    match = secret(builder(at, (ASSASSINATION, GLORY)), 2, objective=0, bellicose=True)
    assert winner(checked(match)) is None
    match.put(dead(2))
    match.table = having(match.table, 0, commanders=1)
    assert winner(checked(match)) == ("won", 0, "ASCW-116")


@pytest.mark.rules("ASCW-135", "ASCW-D65", "WE-50")
def test_bellicose_hedonists_win_as_soon_as_they_alone_have_a_commander() -> None:
    at = table([dead(0), dead(1), commander(2)], teams=(1, 1, 1))
    match = secret(builder(at, (ASSASSINATION, GLORY)), 2, objective=0, bellicose=True)
    assert winner(checked(match)) == ("won", 2, "ASCW-135")


@pytest.mark.rules("ASCW-135", "ASCW-D65")
def test_bellicose_hedonists_need_no_kill_and_delivered_commanders_count_as_dead() -> None:
    at = table([commander(0), dead(1, delivered=True)])
    match = secret(builder(at), 0, objective=0, bellicose=True)
    assert match.table.teams[0].commanders == 0
    assert winner(checked(match)) == ("won", 0, "ASCW-135")


@pytest.mark.rules("ASCW-135")
def test_a_captive_commander_lives_and_keeps_the_bellicose_from_winning() -> None:
    captive = commander(1, place="captive", held_by="R2")
    at = table([commander(0), unit("R2", "EX3", "F9", holds="B1"), captive])
    match = secret(builder(at), 0, objective=0, bellicose=True)
    assert winner(checked(match)) is None


@pytest.mark.rules("ASCW-32", "ASCW-134", "ASCW-D65", "WE-51")
@pytest.mark.parametrize(("teams", "most"), [(2, 0), (3, 1), (5, 3)])
def test_all_teams_but_two_may_be_bellicose(teams: int, most: int) -> None:
    assert bellicose.most(teams) == most


@pytest.mark.rules("ASCW-D66", "ASCW-117")
def test_an_assassination_needs_a_kill_of_the_team_itself() -> None:
    units = [commander(0), dead(1), dead(2), unit("B2", "CV1", ""), unit("G2", "CV1", "")]
    at = having(table(units, teams=(1, 1, 1)), 1, commanders=1)
    match = checked(builder(at, (ASSASSINATION,)))
    assert winner(match) == ("draw", -1, "ASCW-D74")


# --- Glory ---


@pytest.mark.rules("ASCW-08", "ASCW-118", "ASCW-D60", "WE-52")
@pytest.mark.parametrize(
    ("teams", "pools", "won"),
    [
        ((1, 1), {0: 100}, True),
        ((1, 1), {0: 99}, False),
        ((2, 1), {0: 120, 1: 85}, True),
        ((2, 1), {0: 120, 1: 79}, False),
    ],
)
def test_glory_is_the_army_size_for_every_player_together(
    teams: tuple[int, ...], pools: dict[int, int], won: bool
) -> None:
    at = table([commander(seat) for seat in range(sum(teams))], teams=teams, pools=pools)
    match = checked(builder(at, (GLORY, PROMOTION)))
    assert winner(match) == (("won", 0, "ASCW-118") if won else None)


@pytest.mark.rules("ASCW-D60")
@pytest.mark.parametrize(
    ("option", "pools", "won"),
    [
        ("any", {0: 100, 1: 0}, True),
        ("any", {0: 99, 1: 99}, False),
        ("each", {0: 100, 1: 100}, True),
        ("each", {0: 150, 1: 99}, False),
    ],
)
def test_options_ask_for_one_full_pool_or_for_all(
    option: str, pools: dict[int, int], won: bool
) -> None:
    at = table([commander(seat) for seat in range(3)], teams=(2, 1), pools=pools, glory=option)
    match = checked(builder(at, (GLORY, PROMOTION)))
    assert winner(match) == (("won", 0, "ASCW-118") if won else None)


@pytest.mark.rules("ASCW-D60", "ASCW-114")
def test_a_player_without_commander_neither_adds_to_the_sum_nor_raises_it() -> None:
    at = table([commander(0), dead(1), commander(2)], teams=(2, 1), pools={0: 99, 1: 500})
    match = builder(at, (GLORY, PROMOTION))
    assert winner(checked(match)) is None
    match.table = player(match.table, 0, pool=100)
    assert winner(checked(match)) == ("won", 0, "ASCW-118")


# --- Promotion ---


@pytest.mark.rules("ASCW-26", "ASCW-128", "ASCW-D62", "WE-53")
def test_every_living_commander_needs_three_military_kills() -> None:
    at = table([commander(0, kills=3), commander(1, kills=2), commander(2)], teams=(2, 1))
    match = builder(player(at, 1, civilians=4), (PROMOTION, GLORY))
    assert winner(checked(match)) is None
    match.put(commander(0, kills=4))  # one cannot make up for another
    assert winner(checked(match)) is None
    match.put(dead(1, kills=2))
    assert winner(checked(match)) == ("won", 0, "ASCW-128")


@pytest.mark.rules("ASCW-D62", "ASCW-D74")
def test_with_an_option_the_dead_count_and_can_put_a_promotion_out_of_reach() -> None:
    units = [commander(0, kills=3), dead(1, kills=2), commander(2)]
    at = table(units, teams=(2, 1), promotion_dead="count")
    match = checked(builder(at, (PROMOTION, GLORY)))
    assert winner(match) is None
    assert told(match, ObjectiveUnreachable) == [ObjectiveUnreachable(team=0, only=seats(0, 1))]
    at = table(
        [commander(0, kills=2), dead(1, kills=3), units[2]], teams=(2, 1), promotion_dead="count"
    )
    match = checked(builder(at, (PROMOTION, GLORY)))
    assert winner(match) is None
    assert told(match, ObjectiveUnreachable) == []  # the living one may yet eliminate a third
    at = table([units[0], dead(1, kills=3), units[2]], teams=(2, 1), promotion_dead="count")
    assert winner(checked(builder(at, (PROMOTION, GLORY)))) == ("won", 0, "ASCW-128")


# --- Manpower ---


@pytest.mark.rules("ASCW-114", "ASCW-133", "ASCW-D64", "WE-47")
def test_every_player_with_a_commander_needs_a_tenth_of_the_army_size() -> None:
    at = table([commander(seat) for seat in range(3)], teams=(2, 1), army_size=150)
    at = player(player(at, 0, civilians=15), 1, civilians=14)
    match = builder(at, (MANPOWER, GLORY))
    assert winner(checked(match)) is None
    match.put(dead(1))
    assert winner(checked(match)) == ("won", 0, "ASCW-133")


# --- Manhunt: victory and new targets ---


@pytest.mark.rules("ASCW-119", "ASCW-120", "ASCW-D61")
def test_a_manhunt_is_won_when_all_that_live_of_the_target_are_delivered() -> None:
    at = having(table([commander(0), dead(1, delivered=True)]), 0, delivered=(1,))
    match = builder(at, (MANHUNT, GLORY), targets={0: 1})
    assert winner(checked(match)) == ("won", 0, "ASCW-119")
    revealed = told(match, ObjectiveRevealed)
    assert revealed == [ObjectiveRevealed(team=0, objective=3, target=1)]


@pytest.mark.rules("ASCW-119", "ASCW-D61")
def test_another_living_commander_of_the_target_has_to_be_delivered_too() -> None:
    second = unit("B2", "EX2", "C9")
    at = table([commander(0), dead(1, delivered=True), second], commanders=2)
    match = builder(having(at, 0, delivered=(1,)), (MANHUNT, GLORY), targets={0: 1})
    assert winner(checked(match)) is None
    match.put(replace(second, place="out"))
    assert winner(checked(match)) == ("won", 0, "ASCW-119")


@pytest.mark.rules("ASCW-D61")
def test_a_delivery_by_another_team_is_nobodys_but_its_own() -> None:
    at = table([commander(0), dead(1, delivered=True), commander(2)], teams=(1, 1, 1))
    at = having(at, 2, delivered=(1,))
    match = checked(builder(at, (MANHUNT, GLORY, GLORY), targets={0: 1}))
    assert winner(match) is None
    assert match.secrets[0].asked


@pytest.mark.rules("ASCW-D61", "ASCW-D56")
def test_a_manhunt_whose_target_is_gone_names_another_in_secret() -> None:
    at = table([commander(0), commander(1), dead(2), commander(3)], teams=(2, 1, 1))
    match = checked(builder(at, (MANHUNT,), targets={0: 1}))
    assert winner(match) is None
    assert told(match, TargetLost) == [TargetLost(team=0, only=seats(0, 1))]
    state = match.done().state
    offers = objectives.offers(state)
    assert [(offer.seat, offer.number) for offer in offers] == [(0, 1), (1, 1)]
    assert all(offer.secret and not offer.waits for offer in offers)
    assert objectives.targets(match.table, 0) == (2,)
    make(match, 1, Target(2))
    assert told(match, TargetSet) == [TargetSet(team=0, target=2, only=seats(0, 1))]
    assert objectives.offers(match.done().state) == ()
    checked(match)
    assert len(told(match, TargetLost)) == 1


@pytest.mark.rules("ASCW-114", "ASCW-D61")
def test_a_team_without_a_commander_is_not_asked_for_another_target() -> None:
    units = [dead(0), dead(1), commander(2), commander(3), unit("R2", "CV1", "C3")]
    match = checked(builder(table(units, teams=(1, 1, 1, 1)), (MANHUNT,), targets={0: 1}))
    assert winner(match) is None
    assert told(match, TargetLost) == []
    assert objectives.offers(match.done().state) == ()


@pytest.mark.rules("ASCW-D61")
def test_the_question_for_another_target_stays_open_while_the_match_goes_on() -> None:
    at = table([commander(0), dead(1), commander(2), commander(3)], teams=(1, 1, 1, 1))
    match = checked(checked(builder(at, (MANHUNT,), targets={0: 1})))
    assert len(told(match, TargetLost)) == 1
    assert [offer.number for offer in objectives.offers(match.done().state)] == [1]


@pytest.mark.rules("ASCW-D61", "ASCW-D74")
def test_without_the_option_a_lost_target_puts_the_manhunt_out_of_reach() -> None:
    at = table([commander(0), dead(1), commander(2)], teams=(1, 1, 1), retarget=False)
    match = checked(builder(at, (MANHUNT,), targets={0: 1}))
    assert told(match, ObjectiveUnreachable) == [ObjectiveUnreachable(team=0, only=seats(0))]
    assert objectives.offers(match.done().state) == ()
    checked(match)
    assert len(told(match, ObjectiveUnreachable)) == 1, "it is told once"


@pytest.mark.rules("ASCW-D61")
def test_a_question_for_a_target_ends_when_there_is_none_left_to_name() -> None:
    units = [commander(0), dead(1), dead(2), unit("B2", "CV1", ""), unit("G2", "CV1", "")]
    at = table(units, teams=(1, 1, 1))
    match = secret(builder(at, (MANHUNT,)), 0, asked=True, retarget=1)
    assert winner(checked(match)) == ("draw", -1, "ASCW-D74")


# --- A living Commander ---


@pytest.mark.rules("ASCW-31", "ASCW-112", "ASCW-113", "ASCW-114", "ASCW-115", "WE-57")
def test_without_a_living_commander_nobody_wins_and_nothing_is_revealed() -> None:
    at = table([dead(0), unit("R2", "EX3", "C3"), commander(1)])
    at = having(at, 0, quadrants={"Q1-1": 2, "Q1-2": 2})
    match = checked(builder(at, (OCCUPATION, GLORY)))
    assert winner(match) is None
    assert match.table.teams[0].objective == 0
    assert match.done().events == ()
    match.put(commander(0))
    assert winner(checked(match)) == ("won", 0, "ASCW-129")


@pytest.mark.rules("ASCW-113", "ASCW-D57")
def test_a_victory_shows_the_objectives_of_all() -> None:
    at = table([commander(0), commander(1), commander(2)], teams=(1, 1, 1), pools={1: 100})
    match = checked(builder(at, (MANHUNT, GLORY, PROMOTION), targets={0: 2}))
    assert winner(match) == ("won", 1, "ASCW-118")
    assert told(match, MatchWon) == [
        MatchWon(
            team=1,
            rule="ASCW-118",
            victors=(1,),
            fallen=(),
            objectives=(3, 2, 4),
            targets=(2, -1, -1),
        )
    ]
    assert [team.objective for team in match.table.teams] == [3, 2, 4]
    assert match.table.phase == "over"


# --- Several at once, claims ---


@pytest.mark.rules("ASCW-D57")
def test_of_several_the_team_whose_turn_it_is_wins() -> None:
    at = table([commander(0), commander(1)], turn=1, pools={0: 100, 1: 100})
    assert winner(checked(builder(at, (GLORY, GLORY)))) == ("won", 1, "ASCW-118")


@pytest.mark.rules("ASCW-03", "ASCW-D57")
@pytest.mark.parametrize("left", [Do("activation"), RollIncome((0, 1)), Do("begin-round")])
def test_while_it_is_nobodys_turn_several_roll_for_the_victory(left: Do | RollIncome) -> None:
    at = table([commander(0), commander(1)], turn=1, pools={0: 100, 1: 100})
    match = checked(builder(replace(at, agenda=(left,)), (GLORY, GLORY)))
    assert winner(match) is None
    assert match.table.agenda[-1] == DiceOff("victory", (0, 1))
    objectives.win(match, 0)
    assert winner(match) == ("won", 0, "ASCW-118")
    assert match.table.agenda == ()


@pytest.mark.rules("ASCW-D57")
@pytest.mark.parametrize(
    "left",
    [
        Attack("melee", "B2", (Part("R1", 1),), stage="part"),
        DelayedAction(1, Hold("B1")),
        Do("strike-terrain", "B1"),
        Do("next-turn"),
    ],
)
def test_a_turn_goes_on_while_its_own_action_is_worked_off(
    left: Attack | DelayedAction | Do,
) -> None:
    at = table([commander(0), commander(1)], turn=1, pools={0: 100, 1: 100})
    match = checked(builder(replace(at, agenda=(Do("end-spent-turn", "1"), left)), (GLORY, GLORY)))
    assert winner(match) == ("won", 1, "ASCW-118")


@pytest.mark.rules("ASCW-D57")
def test_before_the_first_turn_there_is_none_whose_turn_it_is() -> None:
    at = table([commander(0), commander(1)], pools={0: 100, 1: 100})
    match = checked(builder(replace(at, turn=Turn()), (GLORY, GLORY)))
    assert match.table.agenda[-1] == DiceOff("victory", (0, 1))


@pytest.mark.rules("ASCW-D56")
def test_objectives_count_from_the_battle_on() -> None:
    at = table([], phase="muster", pools={0: 100, 1: 100})
    match = checked(builder(at, (GLORY, GLORY)))
    assert winner(match) is None
    assert not conditions.met(match.table, 0, match.secrets[0])


# --- How far a team is ---


@pytest.mark.rules("ASCW-113")
@pytest.mark.parametrize(
    ("objective", "said"),
    [
        (0, "Enemy Commanders alive: 1."),
        (ASSASSINATION, "Enemy Commanders alive: 1. Enemy Commanders eliminated by your team: 0."),
        (GLORY, "Points: 30 of 100."),
        (MANHUNT, "Commanders delivered: 0."),
        (PROMOTION, "R1 has eliminated 1 of 3 military units."),
        (
            OCCUPATION,
            (
                "Largest connected group: 1 of 2 quadrants (at most 1 at home). Counters: Q1-1 "
                "(2), Q2-1 (1)."
            ),
        ),
        (MANPOWER, "Red has eliminated 7 of 10 civilians."),
    ],
)
def test_a_team_can_read_how_far_it_is(objective: int, said: str) -> None:
    at = table([commander(0, kills=1), commander(1)], pools={0: 30})
    at = having(player(at, 0, civilians=7), 0, quadrants={"Q1-1": 2, "Q2-1": 1})
    assert " ".join(conditions.tally(at, 0, objective)) == said


@pytest.mark.rules("ASCW-113", "ASCW-D63")
def test_a_team_reads_of_no_limit_at_home_where_all_of_its_quadrants_count() -> None:
    at = table([commander(0), commander(1)], home_quadrants="all")
    assert conditions.tally(at, 0, OCCUPATION)[0] == "Largest connected group: 0 of 2 quadrants."


@pytest.mark.rules("ASCW-113", "ASCW-114")
def test_a_team_reads_who_carries_whom_and_that_it_cannot_win() -> None:
    captive = commander(1, place="captive", held_by="R2")
    at = table([commander(0), unit("R2", "EX3", "F9", holds="B1"), captive])
    assert conditions.tally(at, 0, MANHUNT)[1:] == ("R2 holds B1.",)
    assert conditions.tally(at, 1, MANHUNT)[1:] == ()
    lost = table([dead(0), commander(1)])
    assert conditions.tally(lost, 0, GLORY) == ("Without a living Commander your team cannot win.",)
    assert conditions.tally(table([], phase="muster"), 0, GLORY) == ()


@pytest.mark.rules("ASCW-D60")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("any", "Points in the fullest pool: 30 of 100."),
        ("each", "Points in the emptiest pool: 5 of 100."),
    ],
)
def test_what_is_read_of_glory_follows_the_option(option: str, said: str) -> None:
    units = [commander(seat) for seat in range(3)]
    at = table(units, teams=(2, 1), pools={0: 30, 1: 5}, glory=option)
    assert conditions.tally(at, 0, GLORY) == (said,)
