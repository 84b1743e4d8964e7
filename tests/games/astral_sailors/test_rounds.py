"""The round: order, income, halves, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors import agenda
from games.astral_sailors.events import (
    DiceOffRolled,
    IncomePaid,
    MatchDrawn,
    RoundStarted,
    TurnOrder,
    TurnSkipped,
    TurnStarted,
)
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.turns import rounds, turns
from games.astral_sailors.rules.turns.activation import Hold
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Poison, Table, Turn, Unit
from games.astral_sailors.tasks import NOBODY
from games.core.steps import Do
from games.core.types import Decisions
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.flow import Outcome, of, play, roll, waiting, wanted

COMMANDERS = ("EX1", "GU1")


def army(seat: int, row: int, count: int) -> list[Unit]:
    """A Commander and Labourers, ``count`` units in all, in a row of the board."""
    letter = "RBGYPOTW"[seat]
    columns = "ABCDEFGHIJKLMNOP"
    kinds = (COMMANDERS[seat % 2], *["CV1"] * (count - 1))
    return [
        positions.unit(f"{letter}{n}", kind, f"{columns[n]}{row}", ap=0)
        for n, kind in enumerate(kinds, 1)
    ]


def ready(table: Table, step: str = "begin-round") -> State:
    """A step is due, and it is nobody's turn."""
    return positions.state(replace(table, turn=Turn(number=table.turn.number), agenda=(Do(step),)))


def run(state: State) -> Outcome:
    builder = StepBuilder(state)
    agenda.run(builder)
    return builder.done()


def between(teams: Sequence[int] = (1, 1), *, number: int = 1, **values: object) -> Table:
    """After round ``number``, which team 0 started; everybody has a Commander on the board."""
    units = [unit for seat in range(sum(teams)) for unit in army(seat, 2 * seat + 1, 1)]
    table = positions.table(units, teams=teams, round=number, **values)  # type: ignore[arg-type]
    return replace(table, starter=0)


# --- Who plays when ---


@pytest.mark.rules(
    "ASCW-05", "ASCW-06", "ASCW-29", "ASCW-30", "ASCW-38", "ASCW-39", "ASCW-D41", "WE-39"
)
@pytest.mark.parametrize(
    ("team", "expected"),
    [(1, (2, 4, 6, 1, 3, 5, 7, 8)), (3, (6, 1, 2, 4, 7, 3, 5, 8))],
)
def test_the_turn_goes_clockwise_from_team_to_team(team: int, expected: tuple[int, ...]) -> None:
    table = positions.table(teams=(1, 2, 2, 3))
    assert tuple(seat + 1 for seat in turns.line(table, team)) == expected


@pytest.mark.rules("ASCW-05", "ASCW-06", "ASCW-D41", "ASCW-D59")
@given(st.lists(st.integers(1, 4), min_size=2, max_size=4), st.data())
def test_the_line_has_everybody_once_and_changes_teams_while_it_can(
    teams: list[int], data: st.DataObject
) -> None:
    table = positions.table(teams=teams, size=32) if sum(teams) <= 8 else None
    if table is None:
        return
    gone = data.draw(st.sets(st.integers(0, sum(teams) - 1)))
    for seat in gone:
        table = table.with_player(replace(table.players[seat], left=True, removed=True))
    line = turns.line(table, data.draw(st.integers(0, len(teams) - 1)))
    assert sorted(line) == [seat for seat in range(sum(teams)) if seat not in gone]
    for place, (one, two) in enumerate(pairwise(line)):
        if table.team(one) == table.team(two):
            assert {table.team(seat) for seat in line[place:]} == {table.team(one)}


@pytest.mark.rules("ASCW-D41", "ASCW-D59", "ASCW-D77")
def test_seats_that_were_handed_over_keep_their_place() -> None:
    table = positions.table(teams=(2, 2))
    gone = table.with_player(replace(table.players[0], left=True))
    taken = table.with_player(replace(table.players[0], left=True, played_by=1))
    assert turns.line(gone, 0) == (1, 2, 3)
    assert turns.line(taken, 0) == (0, 2, 1, 3)


@pytest.mark.rules("ASCW-D77")
def test_the_turn_of_an_army_taken_over_is_asked_of_who_plays_it() -> None:
    table = positions.table(army(0, 1, 2) + army(1, 3, 1) + army(2, 5, 1), teams=(2, 1))
    table = table.with_player(replace(table.players[0], left=True, played_by=1))
    (decision,) = rounds.decisions(replace(table, turns=7))
    assert (decision.seat, decision.kind, decision.number) == (1, "activate", 7)
    assert decision.batch == f"half-{table.turn.number}-0"
    assert decision.waits
    assert not decision.secret


@pytest.mark.rules("ASCW-03", "ASCW-40", "ASCW-D42")
def test_all_teams_roll_for_the_first_round() -> None:
    outcome = run(ready(between((1, 1, 1), number=0)))
    assert wanted(outcome.state) == (3, "dice-off: start")
    outcome = roll(outcome.state, 1, 2, 5)
    assert of(outcome, TurnOrder) == [TurnOrder(order=(2, 0, 1))]
    assert outcome.state.table.starter == 2
    assert wanted(outcome.state) == (3, "income")


@pytest.mark.rules("ASCW-03", "ASCW-04", "ASCW-43", "ASCW-44", "ASCW-D42", "WE-40")
def test_who_started_a_round_does_not_roll_for_the_next() -> None:
    table = replace(between((1, 1, 1, 1)), starter=1)
    outcome = run(ready(table))
    assert wanted(outcome.state) == (3, "dice-off: round")
    outcome = roll(outcome.state, 5, 5, 2)
    assert of(outcome, DiceOffRolled)[0].teams == (0, 2, 3)
    outcome = roll(outcome.state, 3, 6)
    assert outcome.state.table.starter == 2
    assert outcome.state.table.turn.order == (2, 3, 0, 1)


@pytest.mark.rules("ASCW-44", "ASCW-D42", "WE-40")
def test_two_teams_take_turns_in_starting() -> None:
    outcome = run(ready(between((1, 1))))
    assert of(outcome, DiceOffRolled) == []
    assert outcome.state.table.starter == 1
    assert of(outcome, TurnOrder) == [TurnOrder(order=(1, 0))]


@pytest.mark.rules("ASCW-44", "ASCW-D42", "ASCW-D59")
def test_teams_without_players_do_not_roll() -> None:
    table = between((1, 1, 1))
    table = table.with_player(replace(table.players[1], left=True, removed=True))
    outcome = run(ready(table))
    assert outcome.state.table.starter == 2
    assert wanted(outcome.state) == (2, "income")
    builder = StepBuilder(positions.state(table))
    builder.put_player(2, left=True, removed=True)
    builder.table = replace(builder.table, round=2)
    rounds.order(builder, "")
    assert builder.table.starter == 0, "it started the round before, and starts alone"
    assert rounds.decisions(builder.table) == ()
    builder.table = replace(builder.table, starter=NOBODY)
    builder.put_player(0, left=True, removed=True)
    rounds.order(builder, "")
    assert builder.table.starter == NOBODY  # nobody is left to start


@pytest.mark.rules("ASCW-41", "ASCW-150", "ASCW-159", "ASCW-D31", "ASCW-D26", "ASCW-D32")
def test_a_round_begins_with_fresh_flags_and_poison() -> None:
    victim = replace(
        army(0, 1, 1)[0],
        absorbed=1,
        rerolls=("attack-elite",),
        lent=("attack",),
        cover=True,
        poison=(Poison("B1", 1, 3),),
        activated=1,
        used=1,
    )
    table = positions.table([victim, *army(1, 5, 1)], round=1)
    builder = StepBuilder(ready(table))
    builder.pop()
    rounds.begin(builder, "")
    unit = builder.unit("R1")
    assert (unit.absorbed, unit.rerolls, unit.lent, unit.cover) == (0, (), (), False)
    assert unit.used == 1, "a Limited weapon is used for the whole match"
    assert builder.table.round == 2
    assert [task.task for task in builder.table.agenda] == ["do", "tick"]  # poison on top
    assert builder.table.turn.seat == NOBODY
    assert of(builder.done(), RoundStarted) == [RoundStarted(round=2)]


# --- Points ---


@pytest.mark.rules(
    "ASCW-45",
    "ASCW-46",
    "ASCW-47",
    "ASCW-D04",
    "ASCW-D44",
    "ASCW-D45",
    "ASCW-D46",
    "ASCW-D55",
    "WE-37",
)
def test_income_is_a_die_and_civilians_and_enemies_near_the_commander() -> None:
    units = [
        positions.unit("R1", "EX1", "F6"),
        *(positions.unit(f"R{n}", "CV1", f"A{n}") for n in range(2, 8)),
        positions.unit("B1", "GU3", "G7"),
        positions.unit("B2", "CV1", "H8"),
        positions.unit("B3", "GU1", "I6"),
    ]
    table = positions.table(units, pools={0: 3})
    outcome = roll(run(ready(table, "points")).state, 4, 2)
    red, blue = of(outcome, IncomePaid)
    assert red == IncomePaid(seat=0, die=4, civilians=6, enemies=2, total=26, pool=29)
    assert (blue.die, blue.civilians, blue.enemies, blue.total) == (2, 1, 0, 4)
    assert [player.pool for player in outcome.state.table.players] == [29, 4]
    for place in ("out", "captive"):
        away = table.put(replace(table.units["R1"], place=place))
        assert rounds.enemies_near_commander(away, 0) == 0
        assert rounds.paying_civilians(away, 0) == 6


@pytest.mark.rules("ASCW-47", "ASCW-D45")
def test_only_the_main_commander_counts_and_big_bases_count_by_their_nearest_square() -> None:
    units = [
        positions.unit("R1", "EX1", "F6"),
        positions.unit("R2", "EX2", "K10"),
        positions.unit("B1", "GU1", "K12"),
        positions.unit("B2", "GU9", "C5"),
        positions.unit("B3", "GU3", "I6"),
        positions.unit("B4", "GU3", "L8"),
    ]
    table = positions.table(units, commanders=2)
    assert table.players[0].main == "R1"
    assert rounds.enemies_near_commander(table, 0) == 1  # D6 of B2 is 2 away, I6 is 3
    other = table.with_player(replace(table.players[0], main="R2"))
    assert rounds.enemies_near_commander(other, 0) == 2


@pytest.mark.rules("ASCW-46", "ASCW-D44")
def test_with_the_option_all_civilians_pay_everybody() -> None:
    units = [*army(0, 1, 3), *army(1, 5, 4), positions.unit("R9", "CV1", "")]
    table = positions.table(units, civilian_income="all")
    assert [rounds.paying_civilians(table, seat) for seat in (0, 1)] == [5, 5]
    own = positions.table(units)
    assert [rounds.paying_civilians(own, seat) for seat in (0, 1)] == [2, 3]


@pytest.mark.rules("ASCW-45", "ASCW-D59", "ASCW-D72")
def test_players_roll_by_seat_and_removed_ones_do_not() -> None:
    table = between((1, 1, 1))
    table = table.with_player(replace(table.players[1], left=True, removed=True))
    state = run(ready(table, "points")).state
    assert wanted(state) == (2, "income")
    assert [each.seat for each in of(roll(state, 1, 2), IncomePaid)] == [0, 2]


# --- Activation ---


def activation(*counts: int, saved: int = 0, **options: object) -> Outcome:
    """The activation phase begins; players have so many units each, seat 0 is first."""
    units = [
        replace(unit, ap=saved)
        for seat, n in enumerate(counts)
        for unit in army(seat, 3 * seat + 1, n)
    ]
    table = positions.table(units, teams=[1] * len(counts), **options)  # type: ignore[arg-type]
    order = tuple(range(len(counts)))
    table = replace(table, turn=Turn(order, at=len(counts), number=4), agenda=(Do("activation"),))
    return run(positions.state(table))


def half_turns(outcome: Outcome) -> list[tuple[int, int, int]]:
    """Seat, half and units of each half-turn from here on; everybody holds all units."""
    found = [(e.seat, e.half, e.units) for e in of(outcome, TurnStarted)]
    while (state := outcome.state).table.phase == "activation":
        if not isinstance(agenda.pending(state), Decisions):
            break
        outcome = play(state, state.table.turn.seat, Done())
        found += [
            (e.seat, e.half, e.units) for e in of(outcome, TurnStarted) if e.phase == "activation"
        ]
    return found


@pytest.mark.rules("ASCW-48", "ASCW-49", "ASCW-D43", "ASCW-D55", "WE-38")
def test_halves_are_rounded_up_and_the_rest_comes_second() -> None:
    # 5, 7 and 1 units. The first player loses one that was not activated yet.
    outcome = activation(5, 7, 1)
    assert of(outcome, TurnStarted) == [TurnStarted(seat=0, phase="activation", half=1, units=3)]
    assert outcome.state.table.turn.quota == 3
    outcome = play(outcome.state, 0, Done())
    idle = [
        unit for unit in outcome.state.table.of(0) if unit.activated != outcome.state.table.round
    ]
    assert len(idle) == 2
    table = outcome.state.table.put(replace(idle[0], place="reserve"))
    outcome = play(replace(outcome.state, table=table), 1, Done())
    outcome = play(outcome.state, 2, Done())
    assert half_turns(outcome) == [(0, 2, 1), (1, 2, 3)]


@pytest.mark.rules("ASCW-42", "ASCW-48", "ASCW-49", "WE-38")
def test_everybody_plays_the_first_half_before_anyone_plays_the_second() -> None:
    assert half_turns(activation(5, 7, 1)) == [
        (0, 1, 3),
        (1, 1, 4),
        (2, 1, 1),
        (0, 2, 2),
        (1, 2, 3),
    ]


@pytest.mark.rules("ASCW-49", "ASCW-D43", "ASCW-D76")
def test_a_turn_without_units_passes_by_itself() -> None:
    outcome = activation(1, 2)
    outcome = play(outcome.state, 0, Hold("R1"))
    assert waiting(outcome.state) == (("activate", 1),)
    outcome = play(outcome.state, 1, Done())
    assert of(outcome, TurnSkipped) == [TurnSkipped(seat=0, reason="no units")]
    assert waiting(outcome.state) == (("activate", 1),)
    assert outcome.state.table.turn.half == 2


@pytest.mark.rules("ASCW-D43")
def test_captives_do_not_count_in_the_halves_and_the_quota_is_set_when_the_turn_begins() -> None:
    table = positions.table([*army(0, 1, 5), *army(1, 5, 1)])
    assert rounds.quota(table, 0, 1) == 3
    captive = table.put(replace(table.units["R1"], place="captive", held_by="B1"))
    assert rounds.quota(captive, 0, 1) == 2
    acted = table.put(replace(table.units["R2"], activated=1))
    assert rounds.quota(acted, 0, 2) == 4


@pytest.mark.rules("ASCW-D43", "ASCW-D61", "ASCW-D76")
def test_nobody_waits_for_a_commander_that_was_set_free_as_the_round_began() -> None:
    table = positions.table([*army(0, 1, 1), *army(1, 5, 2)], turn=0)
    freed = table.put(replace(table.units["R1"], activated=table.round))
    assert rounds.quota(freed, 0, 1) == 0
    start = replace(freed, turn=Turn((0, 1)), agenda=(Do("activation"),))
    outcome = run(positions.state(start))
    assert of(outcome, TurnSkipped) == [TurnSkipped(seat=0, reason="no units")]
    assert waiting(outcome.state) == (("activate", 1),)


@pytest.mark.rules("ASCW-51", "ASCW-147", "ASCW-D29")
def test_action_points_are_set_when_the_phase_begins() -> None:
    # Nothing that was saved adds to them
    table = activation(3, 1, saved=1).state.table
    assert [unit.ap for unit in table.of(0)] == [3, 2, 2]
    carried = activation(3, 1, saved=1, saved_ap="carry").state.table
    assert [unit.ap for unit in carried.of(0)] == [1, 1, 1]


@pytest.mark.rules("ASCW-D41", "ASCW-D43")
def test_turns_have_numbers_of_their_own() -> None:
    outcome = activation(3, 3)
    assert outcome.state.table.turn.number == 5
    (decision,) = rounds.decisions(outcome.state.table)
    assert decision.batch == "half-5-0"
    outcome = play(outcome.state, 0, Done())
    assert outcome.state.table.turn.number == 6
    (after,) = rounds.decisions(outcome.state.table)
    assert after.number > decision.number
    assert after.batch == "half-6-1"


# --- The end ---


def ends(**values: object) -> Outcome:
    table = between(**values)  # type: ignore[arg-type]
    return run(ready(table, "end-round"))


@pytest.mark.rules("ASCW-41", "ASCW-42")
def test_after_the_reinforcements_the_next_round_begins() -> None:
    outcome = ends(number=3)
    assert of(outcome, RoundStarted) == [RoundStarted(round=4)]


@pytest.mark.rules("ASCW-D67")
@pytest.mark.parametrize(
    ("number", "limit", "last"),
    [(16, 20, 0), (17, 20, 20), (18, 20, 20), (19, 20, 20), (0, 2, 2), (30, 0, 0)],
)
def test_the_limit_is_announced_in_the_last_three_rounds(
    number: int, limit: int, last: int
) -> None:
    outcome = ends(number=number, round_limit=limit)
    assert of(outcome, RoundStarted) == [RoundStarted(round=number + 1, last=last)]


@pytest.mark.rules("ASCW-D67")
def test_after_the_last_round_nobody_has_won() -> None:
    outcome = ends(number=20)
    assert of(outcome, RoundStarted) == []
    (drawn,) = of(outcome, MatchDrawn)
    assert drawn.rule == "ASCW-D67"
    result = outcome.state.table.result
    assert result is not None
    assert (result.kind, result.rule) == ("draw", "ASCW-D67")


@pytest.mark.rules("ASCW-41", "ASCW-42", "ASCW-D76")
def test_a_whole_round_passes_from_phase_to_phase() -> None:
    state = run(ready(between(number=1, pools={0: 0, 1: 0}))).state
    assert wanted(state) == (2, "income")
    outcome = roll(state, 1, 1)
    state = outcome.state
    assert waiting(state) == (("activate", 1),)
    state = play(state, 1, Done()).state
    outcome = play(state, 0, Done())
    # One unit each: the second halves pass; no Reserve: so do the reinforcements.
    skipped = [(each.seat, each.reason) for each in of(outcome, TurnSkipped)]
    assert skipped == [
        (1, "no units"),
        (0, "no units"),
        (1, "no reserve"),
        (0, "no reserve"),
    ]
    assert of(outcome, RoundStarted) == [RoundStarted(round=3)]
    assert outcome.state.table.starter == 0


@pytest.mark.rules("ASCW-D41", "ASCW-D77")
def test_an_army_is_in_the_match_until_it_is_removed() -> None:
    at = positions.table(teams=(2, 1))

    def held(**values: Any) -> Table:
        return at.with_player(replace(at.players[0], **values))

    def takes_part(**values: Any) -> bool:
        return turns.takes_part(held(**values).players[0])

    assert takes_part()
    assert not takes_part(left=True)
    assert not takes_part(left=True, removed=True, played_by=1)
    assert takes_part(left=True, played_by=1)
