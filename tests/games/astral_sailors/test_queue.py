"""Commands given in advance, turns that pass by themselves, and what happens without an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.agenda import perform
from games.astral_sailors.events import TurnEnded, UnitHeld, UnitMoved, UnitReinforced
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.setup.armies import TakeList
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.deployment import DeployRest
from games.astral_sailors.rules.setup.muster import Lock, Target
from games.astral_sailors.rules.setup.scenery import AutoPlace
from games.astral_sailors.rules.turns.activation import Hold
from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Turn
from games.core.geometry.squares import Square
from games.core.standing import GivenOrders, StandingOrder
from games.core.types import Decision, Decisions, Seats
from tests.games.astral_sailors.duels import orders, sees
from tests.games.astral_sailors.goals import commander, secret, told
from tests.games.astral_sailors.positions import builder, piece, table, unit


def open_of(match: StepBuilder, seat: int, kind: str) -> Decision | None:
    pending = agenda.pending(match.done().state)
    opened = pending.open if isinstance(pending, Decisions) else ()
    return next((each for each in opened if (each.seat, each.kind) == (seat, kind)), None)


def carry_on(match: StepBuilder, seat: int, kind: str, given: GivenOrders) -> GivenOrders:
    """Answer the decisions of a kind as long as the orders do; what is left of them."""
    while (asked := open_of(match, seat, kind)) is not None:
        view = sees(match, seat)
        answered = STANDING.answer(view, asked, given)
        if answered is None:
            return given
        given = answered.left
        if answered.move is None:
            return given
        assert options_for(view, asked).refusal(answered.move) is None
        perform(match, asked, answered.move)
        agenda.run(match)
    return given


def by_hand(match: StepBuilder, seat: int, kind: str, move: Any) -> None:
    asked = open_of(match, seat, kind)
    assert asked is not None
    assert options_for(sees(match, seat), asked).refusal(move) is None
    perform(match, asked, move)
    agenda.run(match)


def lapsed(match: StepBuilder, seat: int, kind: str) -> Any:
    asked = open_of(match, seat, kind)
    assert asked is not None
    move = STANDING.default(sees(match, seat), asked, ())
    if move is not None:
        assert options_for(sees(match, seat), asked).refusal(move) is None
    return move


def battle(**options: Any) -> StepBuilder:
    units = [
        commander(0),
        unit("R2", "EX3", "C9"),
        unit("R3", "CV1", "D9"),
        unit("R4", "EX3", "E9"),
        unit("R5", "EX3", ""),
        commander(1),
        unit("B2", "GU3", "P9"),
    ]
    at = table(units, pools={0: 20}, **options)
    return builder(replace(at, turn=replace(at.turn, quota=2)))


# --- Queues ---


@pytest.mark.rules("ASCW-D76")
def test_a_queue_is_carried_out_from_the_start_of_the_turn_to_its_end() -> None:
    match = battle()
    given = orders("PAY ALL NEVER", "QUEUE R2 MOVE C10", "QUEUE DONE HOLD R4")
    left = carry_on(match, 0, "activate", given)
    assert left == orders("PAY ALL NEVER")
    assert [event.unit for event in told(match, UnitMoved) if isinstance(event, UnitMoved)] == [
        "R2"
    ]
    assert open_of(match, 0, "activate") is None
    assert match.unit("R4").activated == 1


@pytest.mark.rules("ASCW-D76")
def test_at_the_first_illegal_command_the_rest_is_dropped_and_the_player_asked() -> None:
    match = battle()
    match.put(unit("R4", "EX3", "C10"))
    given = orders("PAY ALL NEVER", "QUEUE R3 HOLD", "QUEUE R2 MOVE C10", "QUEUE DONE")
    left = carry_on(match, 0, "activate", given)
    assert left == orders("PAY ALL NEVER")
    assert match.unit("R3").activated == 1
    assert open_of(match, 0, "activate") is not None
    assert told(match, UnitMoved, TurnEnded) == []


@pytest.mark.rules("ASCW-D76")
def test_a_queue_waits_for_the_start_of_a_turn() -> None:
    match = battle()
    by_hand(match, 0, "activate", Hold("R3"))
    given = orders("QUEUE R2 MOVE C10")
    assert carry_on(match, 0, "activate", given) == given
    assert match.unit("R2").r == 8


@pytest.mark.rules("ASCW-D76")
def test_what_follows_an_end_of_turn_waits_for_the_next_one() -> None:
    match = battle()
    given = orders("QUEUE DONE HOLD R2 R3", "QUEUE R4 HOLD", "QUEUE DONE")
    left = carry_on(match, 0, "activate", given)
    assert [order.value for order in left] == ["R4 HOLD", "DONE"]
    assert all(order.about == "" for order in left)
    by_hand(match, 1, "activate", Done())
    assert carry_on(match, 0, "activate", left) == ()
    assert [event.unit for event in told(match, UnitHeld) if isinstance(event, UnitHeld)] == ["R4"]


@pytest.mark.rules("ASCW-D76")
def test_reinforcements_wait_in_a_queue_for_their_phase() -> None:
    match = battle()
    given = orders("QUEUE BRING R5 A9 E", "QUEUE DONE")
    assert carry_on(match, 0, "activate", given) == given
    match.table = replace(match.table, phase="reinforcement", turn=Turn((0, 1)))
    carry_on(match, 0, "reinforce", given)
    assert len(told(match, UnitReinforced)) == 1


@pytest.mark.rules("ASCW-D76")
def test_an_end_that_came_by_itself_is_not_made_up_for_in_the_next_turn() -> None:
    match = battle()
    given = orders("QUEUE R2 HOLD", "QUEUE R3 HOLD", "QUEUE DONE", "QUEUE R4 HOLD", "QUEUE DONE")
    left = carry_on(match, 0, "activate", given)
    assert [order.value for order in left] == ["DONE", "R4 HOLD", "DONE"]
    assert open_of(match, 0, "activate") is None, "the quota was used up"
    by_hand(match, 1, "activate", Done())
    assert match.table.turn.half == 2
    left = carry_on(match, 0, "activate", left)
    held = [event.unit for event in told(match, UnitHeld) if isinstance(event, UnitHeld)]
    assert held == ["R2", "R3", "R4"]
    assert left == ()


def test_the_words_of_a_queue_may_mean_nothing_any_more() -> None:
    match = battle()
    queued = (StandingOrder("queue", "", "R2 FLY HIGH"), StandingOrder("queue", "", "DONE"))
    broken = (*orders("PAY ALL NEVER"), *queued)
    assert carry_on(match, 0, "activate", broken) == orders("PAY ALL NEVER")
    assert told(match, TurnEnded) == []


@pytest.mark.rules("ASCW-D76")
def test_entries_for_phases_long_past_do_not_stand_in_the_way() -> None:
    match = battle()
    given = orders("QUEUE WA D5", "QUEUE DEPLOY R2 C3 N", "QUEUE DONE")
    assert carry_on(match, 0, "activate", given) == ()
    assert len(told(match, TurnEnded)) == 1


@pytest.mark.rules("ASCW-21", "ASCW-D49")
def test_of_a_scenery_list_the_first_legal_entry_is_placed_and_those_before_it_dropped() -> None:
    at = table([], [piece("CR", "E5")], phase="scenery", turn=0)
    match = builder(at)
    given = orders("QUEUE WA D5", "QUEUE CR A1", "QUEUE CR G8", "QUEUE BU C7", "QUEUE R1 HOLD")
    left = carry_on_once(match, given)
    assert [order.value for order in left] == ["BU C7", "R1 HOLD"]
    assert str(Square(match.table.pieces[-1].c, match.table.pieces[-1].r)) == "G8"


@pytest.mark.rules("ASCW-D49")
def test_a_list_without_a_legal_entry_is_dropped_and_the_player_asked() -> None:
    match = builder(table([], [piece("CR", "E5")], phase="scenery", turn=0))
    left = carry_on_once(match, orders("QUEUE WA D5", "QUEUE R1 HOLD"))
    assert [order.value for order in left] == ["R1 HOLD"]
    assert len(match.table.pieces) == 1
    assert carry_on_once(match, left) == left


def carry_on_once(match: StepBuilder, given: GivenOrders) -> GivenOrders:
    asked = open_of(match, 0, "scenery")
    assert asked is not None
    answered = STANDING.answer(sees(match, 0), asked, given)
    if answered is None:
        return given
    if answered.move is not None:
        perform(match, asked, answered.move)
        agenda.run(match)
    return answered.left


# --- Passing ---


@pytest.mark.rules("ASCW-D76", "ASCW-D43")
def test_turns_can_pass_at_once() -> None:
    match = battle()
    given = orders("ACTIVATION PASS")
    assert carry_on(match, 0, "activate", given) == given
    assert open_of(match, 0, "activate") is None
    assert sum(each.activated == 1 for each in match.table.of(0)) == 2
    assert carry_on(battle(), 0, "activate", orders("REINFORCE PASS")) == orders("REINFORCE PASS")


@pytest.mark.rules("ASCW-D76")
def test_reinforcement_turns_can_pass_at_once() -> None:
    match = battle()
    match.table = replace(match.table, phase="reinforcement", turn=Turn((0, 1)))
    assert open_of(match, 0, "reinforce") is not None
    carry_on(match, 0, "reinforce", orders("REINFORCE PASS"))
    assert len(told(match, TurnEnded)) == 1


@pytest.mark.rules("ASCW-D76")
def test_a_queue_comes_before_passing() -> None:
    match = battle()
    given = orders("ACTIVATION PASS", "QUEUE R2 MOVE C10")
    assert carry_on(match, 0, "activate", given) == orders("ACTIVATION PASS")
    assert len(told(match, UnitMoved)) == 1
    assert len(told(match, TurnEnded)) == 1


# --- When nothing is done ---


@pytest.mark.rules("ASCW-D43", "ASCW-D76")
def test_in_an_absent_players_turn_units_hold_and_nothing_is_brought() -> None:
    match = battle()
    assert lapsed(match, 0, "activate") == Done()
    match.table = replace(match.table, phase="reinforcement", turn=Turn((0, 1)))
    assert lapsed(match, 0, "reinforce") == Done()


def starting(*teams: int, **options: Any) -> StepBuilder:
    """A match before its armies are built."""
    agreement = table([], **options).agreement
    match = StepBuilder(muster.opening(agreement, Seats(teams)))
    agenda.run(match)
    return match


@pytest.mark.rules("ASCW-D65", "ASCW-D78")
def test_before_the_battle_the_bot_says_no_and_takes_an_army() -> None:
    match = starting(0, 1, 2)
    assert lapsed(match, 0, "bellicose") == Bellicose(yes=False)
    armies = builder(table([], phase="muster"))
    armies.sheets = tuple(replace(each, locked=False) for each in armies.sheets)
    first = lapsed(armies, 0, "army")
    assert isinstance(first, TakeList)
    by_hand(armies, 0, "army", first)
    assert lapsed(armies, 0, "army") == Lock()


@pytest.mark.rules("ASCW-D61", "ASCW-D56")
def test_an_unnamed_target_is_the_next_team_with_a_commander_clockwise() -> None:
    units = [commander(seat) for seat in (0, 1, 3)]
    units += [commander(2, place="out"), unit("G2", "CV1", "A9")]
    match = secret(builder(table(units, teams=(1, 1, 1, 1)), (2, 3)), 1, asked=True)
    assert lapsed(match, 1, "target") == Target(3)


@pytest.mark.rules("ASCW-D70")
def test_the_bot_places_scenery_and_deploys() -> None:
    match = builder(table([], phase="scenery", turn=0))
    assert lapsed(match, 0, "scenery") == AutoPlace()
    units = [unit("R1", "EX1", ""), unit("B1", "EX1", "")]
    match = builder(table(units, phase="deployment", turn=0))
    assert lapsed(match, 0, "deploy") == DeployRest()


@pytest.mark.rules("ASCW-D69")
def test_silence_does_not_leave_the_match() -> None:
    match = builder(table([commander(seat) for seat in range(3)], teams=(2, 1), turn=2))
    assert lapsed(match, 1, "talk") is None


@pytest.mark.rules("ASCW-D69")
def test_what_will_happen_is_told_to_everybody_alike() -> None:
    match = battle()
    view = sees(match, 0)
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Decisions)
    told_of = {
        each.kind: STANDING.unless(view, each, orders("ACTIVATION PASS")) for each in pending.open
    }
    assert told_of == {"activate": "Default: the remaining units hold.", "talk": ""}
    for each in pending.open:
        assert STANDING.unless(sees(match, 1), each, ()) == told_of[each.kind]


def test_a_state_stays_as_it_is_while_orders_are_tried() -> None:
    match = battle()
    before: State = match.done().state
    asked = open_of(match, 0, "activate")
    assert asked is not None
    STANDING.answer(sees(match, 0), asked, orders("QUEUE R2 MOVE C10"))
    assert match.done().state == before
