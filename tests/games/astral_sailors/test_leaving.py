"""Leaving a match, handing an army over, and what is left of an army that is removed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.events.battle import (
    ArmyHandedOver,
    ArmyRemoved,
    CommanderReleased,
    DeploymentDone,
    PlayerLeft,
    RewardPaid,
    SceneryPlaced,
    TurnEnded,
)
from games.astral_sailors.moves import (
    AgreeDraw,
    Done,
    Leave,
    Move,
    OfferDraw,
    TakeOver,
)
from games.astral_sailors.options import legality
from games.astral_sailors.project import view_of
from games.astral_sailors.rules import leaving
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.rules.victory.commanders import rivals
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Poison, Turn
from games.astral_sailors.tasks import NOBODY, Tick
from games.astral_sailors.verbs import perform
from games.core.agenda import Do
from games.core.decisions import Decisions
from games.core.seats import Seat, Seated
from tests.games.astral_sailors.asked_of import decision, forbidden, make
from tests.games.astral_sailors.flow import of
from tests.games.astral_sailors.goals import commander, dead, player, told, winner
from tests.games.astral_sailors.positions import builder, table, unit

GLORY, PROMOTION = 2, 4


def match_of(teams: tuple[int, ...] = (2, 1), turn: int = 2, **options: Any) -> StepBuilder:
    """Three players with a Commander and a trooper each, on the board; Green's turn."""
    units = [commander(seat) for seat in range(3)]
    units += [unit("R2", "EX3", "C2"), unit("B2", "GU3", "N15"), unit("G2", "EX3", "C15")]
    return builder(table(units, teams=teams, turn=turn, **options), (GLORY, PROMOTION))


def refused(match: StepBuilder, seat: int, move: Move) -> str | None:
    view = view_of(match.done().state, Seated(Seat(seat)))
    asking = decision("takeover" if isinstance(move, TakeOver) else "talk", seat)
    found = legality.refusal(view, asking, move)
    return None if found is None else f"{found.rule} {found.code} {found}"


def say(match: StepBuilder, seat: int, move: Move) -> None:
    assert refused(match, seat, move) is None
    make(match, seat, move)
    agenda.run(match)


def open_keys(match: StepBuilder, kind: str) -> list[str]:
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Decisions)
    return [decision.key for decision in pending.open if decision.kind == kind]


# --- Without a handover ---


@pytest.mark.rules("ASCW-115", "ASCW-D59")
def test_the_units_of_a_leaver_are_removed_without_a_reward() -> None:
    match = match_of(turn=2)
    say(match, 0, Leave())
    assert told(match, PlayerLeft, ArmyRemoved, RewardPaid) == [
        PlayerLeft(seat=0, handover=False),
        ArmyRemoved(seat=0, units=("R1", "R2")),
    ]
    assert {unit.place for unit in match.table.of(0)} == {"out"}
    assert match.table.players[0].removed
    assert match.table.teams[1].commanders == 0, "nobody killed that Commander"
    assert winner(match) is None


@pytest.mark.rules("ASCW-D59")
@pytest.mark.parametrize(("turn", "active", "after"), [(2, "G2", "G2"), (0, "R2", "")])
def test_only_a_unit_of_the_leaver_is_no_longer_active(turn: int, active: str, after: str) -> None:
    match = match_of(turn=turn)
    match.table = replace(match.table, turn=replace(match.table.turn, active=active))
    say(match, 0, Leave())
    assert match.table.turn.active == after


@pytest.mark.rules("ASCW-D59")
def test_the_last_team_wins_when_all_others_have_left() -> None:
    match = match_of(teams=(1, 1, 1), turn=0)
    say(match, 2, Leave())
    assert winner(match) is None
    say(match, 1, Leave())
    assert winner(match) == ("won", 0, "ASCW-D59")


@pytest.mark.rules("ASCW-D59")
@pytest.mark.parametrize("phase", ["bellicose", "muster"])
def test_leaving_before_the_battle_ends_a_match_of_two_as_well(phase: Any) -> None:
    match = builder(table([], phase=phase))
    say(match, 0, Leave())
    assert winner(match) == ("won", 1, "ASCW-D59")


@pytest.mark.rules("ASCW-D59")
def test_who_has_left_before_the_battle_has_no_commander_to_hunt() -> None:
    at = table([], phase="muster", teams=(1, 1, 1))
    assert rivals(at, 0) == (1, 2)
    assert rivals(player(at, 1, removed=True), 0) == (2,)


@pytest.mark.rules("ASCW-D59", "ASCW-D77")
def test_a_removed_seat_counts_no_more_for_its_team() -> None:
    match = match_of()
    match.table = player(match.table, 0, pool=100)
    assert not conditions.met(match.table, 0, match.secrets.teams[0])
    match.put(dead(1))
    assert conditions.met(match.table, 0, match.secrets.teams[0])
    match.put(commander(1))
    match.table = player(match.table, 1, pool=0)
    say(match, 1, Leave())
    assert winner(match) == ("won", 0, "ASCW-118")


@pytest.mark.rules("ASCW-D59", "ASCW-D61")
def test_captives_of_removed_units_are_put_down_and_removed_captives_are_dead() -> None:
    match = match_of()
    match.put(
        replace(match.unit("R2"), holds="G1"),
        replace(match.unit("G1"), place="captive", held_by="R2", lost=1),
        replace(match.unit("G2"), holds="R1"),
        replace(match.unit("R1"), place="captive", held_by="G2", lost=1),
    )
    say(match, 0, Leave())
    assert len(told(match, CommanderReleased)) == 1
    assert match.unit("G1").place == "board"
    assert match.unit("R1").place == "out"
    assert match.unit("G2").holds == ""


@pytest.mark.rules("ASCW-D59", "ASCW-D77")
def test_the_turn_of_a_leaver_ends_at_once() -> None:
    match = match_of(turn=0)
    assert open_keys(match, "activate")[0].endswith("-0")
    say(match, 0, Leave())
    assert match.table.turn.seat == 1
    assert open_keys(match, "activate")[0].endswith("-1")


@pytest.mark.rules("ASCW-D59")
def test_what_the_bot_still_had_to_do_for_removed_units_is_dropped() -> None:
    match = match_of()
    match.table = replace(
        match.table, agenda=(Do("order"), Tick("B2"), Do("strike-terrain", "R2"), Do("check"))
    )
    leaving.remove(match, "0")
    assert Do("strike-terrain", "R2") not in match.table.agenda
    assert Tick("B2") in match.table.agenda
    assert not any(task == Do("next-turn") for task in match.table.agenda), "nobody has a turn"


@pytest.mark.rules("ASCW-D59", "ASCW-D33")
def test_the_poison_of_a_removed_unit_stays_in_its_victim() -> None:
    match = match_of()
    match.put(replace(match.unit("G2"), poison=(Poison("R2", 1, 3),)))
    say(match, 0, Leave())
    assert match.unit("G2").poison == (Poison("R2", 1, 3),)


@pytest.mark.rules("ASCW-D59")
def test_one_leaves_once() -> None:
    match = match_of()
    say(match, 0, Leave())
    for move in (Leave(), OfferDraw()):
        found = refused(match, 0, move)
        assert found is not None
        assert found.startswith("ASCW-D59 NOT_POSSIBLE")
    assert not [key for key in open_keys(match, "talk") if key.endswith("-0")]


@pytest.mark.rules("ASCW-D75")
def test_a_leaver_takes_its_word_on_a_draw_along() -> None:
    match = match_of()
    say(match, 0, OfferDraw())
    say(match, 0, Leave())
    assert match.table.draw == ()
    say(match, 1, OfferDraw())
    say(match, 2, AgreeDraw())
    assert winner(match) == ("draw", -1, "ASCW-D75")


# --- Handing over ---


@pytest.mark.rules("ASCW-D59", "ASCW-D77")
def test_the_first_team_mate_to_accept_plays_the_army_from_then_on() -> None:
    match = match_of(teams=(3, 1), turn=3)
    match.put(commander(3))
    say(match, 0, Leave(handover=True))
    assert told(match, PlayerLeft) == [PlayerLeft(seat=0, handover=True)]
    assert open_keys(match, "takeover") == ["takeover-0-1", "takeover-0-2"]
    say(match, 1, TakeOver(0, yes=False))
    assert open_keys(match, "takeover") == ["takeover-0-2"]
    say(match, 2, TakeOver(0, yes=True))
    assert told(match, ArmyHandedOver) == [ArmyHandedOver(seat=0, to=2)]
    assert match.table.controller(0) == 2
    assert open_keys(match, "takeover") == []
    assert match.unit("R1").on_board, "a living Commander stays alive"
    assert match.table.of(0)[0].seat == 0, "the seat keeps its army"


@pytest.mark.rules("ASCW-D59", "ASCW-D77")
def test_when_nobody_accepts_the_units_are_removed() -> None:
    match = match_of()
    say(match, 0, Leave(handover=True))
    assert match.unit("R2").on_board
    say(match, 1, TakeOver(0, yes=False))
    assert told(match, ArmyRemoved) == [ArmyRemoved(seat=0, units=("R1", "R2"))]
    assert not match.table.players[0].handover


@pytest.mark.rules("ASCW-D77")
def test_with_the_last_mate_gone_nobody_is_left_to_accept() -> None:
    match = match_of()
    say(match, 0, Leave(handover=True))
    say(match, 1, Leave())
    assert [event.seat for event in told(match, ArmyRemoved) if isinstance(event, ArmyRemoved)] == [
        1,
        0,
    ]
    assert winner(match) == ("won", 1, "ASCW-D59")


@pytest.mark.rules("ASCW-D77")
def test_two_armies_are_handed_on_together() -> None:
    match = match_of(teams=(3, 1), turn=3)
    match.put(commander(3))
    say(match, 0, Leave(handover=True))
    say(match, 1, TakeOver(0, yes=True))
    say(match, 1, Leave(handover=True))
    assert open_keys(match, "takeover") == ["takeover-1-2"]
    say(match, 2, TakeOver(1, yes=True))
    assert [match.table.controller(seat) for seat in range(4)] == [2, 2, 2, 3]
    say(match, 2, Leave())
    assert all(match.table.players[seat].removed for seat in range(3))
    assert winner(match) == ("won", 1, "ASCW-D59")


@pytest.mark.rules("ASCW-D77")
def test_an_army_taken_over_waits_for_nobody_while_its_second_player_hands_it_on() -> None:
    match = match_of(teams=(3, 1), turn=3)
    match.put(commander(3), unit("Y2", "EX3", "K12"))
    say(match, 0, Leave(handover=True))
    say(match, 1, TakeOver(0, yes=True))
    say(match, 1, Leave(handover=True))
    asked = []
    while isinstance(pending := agenda.pending(match.done().state), Decisions):
        (waiting,) = [decision for decision in pending.open if decision.waits]
        asked.append(int(waiting.seat))
        perform(match, waiting, Done())
        agenda.run(match)
    assert asked == [3, 2, 3, 2], "both halves, without the armies of Red and Blue"
    assert match.unit("R2").activated == match.unit("B2").activated == 1


@pytest.mark.rules("ASCW-D59", "ASCW-D77")
def test_a_handover_needs_the_option_and_a_team_mate() -> None:
    found = refused(match_of(leavers="remove"), 0, Leave(handover=True))
    assert found is not None
    assert found.startswith("ASCW-D77 NOT_POSSIBLE In this match")
    found = refused(match_of(), 2, Leave(handover=True))
    assert found is not None
    assert found.startswith("ASCW-D77 NOT_POSSIBLE Your team has no other")


@pytest.mark.rules("ASCW-D77")
def test_only_team_mates_are_asked_and_each_once() -> None:
    match = match_of(teams=(3, 1), turn=3)
    match.put(commander(3))
    assert refused(match, 1, TakeOver(0, yes=True)) is not None
    say(match, 0, Leave(handover=True))
    for seat, army in ((3, 0), (1, 2), (1, 4), (1, -1), (0, 0)):
        found = refused(match, seat, TakeOver(army, yes=True))
        assert found is not None
        assert found.startswith("ASCW-D77 NO_HANDOVER")
    say(match, 1, TakeOver(0, yes=False))
    assert refused(match, 1, TakeOver(0, yes=True)) is not None


@pytest.mark.rules("ASCW-D77")
def test_a_wrong_takeover_is_told_which_armies_wait() -> None:
    match = match_of(teams=(3, 1), turn=3)
    match.put(commander(3))
    nothing = forbidden(match.table, 1, TakeOver(2, yes=True))
    assert nothing is not None
    assert nothing.instead == ""
    say(match, 0, Leave(handover=True))
    found = forbidden(match.table, 1, TakeOver(2, yes=True))
    assert found is not None
    assert found.instead == "Armies on offer: Red."


@pytest.mark.rules("ASCW-D77", "ASCW-D43")
def test_the_turn_of_one_who_hands_over_ends_with_its_units_held() -> None:
    match = match_of(turn=0)
    say(match, 0, Leave(handover=True))
    assert match.table.turn.seat != 0
    ended = told(match, TurnEnded)
    assert len(ended) == 1
    assert match.unit("R2").activated == match.table.round


@pytest.mark.rules("ASCW-D77", "ASCW-D70")
def test_who_leaves_in_the_turn_to_place_scenery_has_a_piece_placed_by_the_bot() -> None:
    match = match_of(phase="scenery")
    match.table = replace(match.table, turn=Turn((0, 2) * 5, number=1))
    say(match, 0, Leave(handover=True))
    assert [each.seat for each in of(match.done(), SceneryPlaced)] == [0]
    assert match.table.turn.seat == 2


@pytest.mark.rules("ASCW-D77", "ASCW-D70")
def test_who_leaves_in_the_turn_to_deploy_is_deployed_by_the_bot() -> None:
    match = match_of(phase="deployment", turn=0)
    match.table = player(match.table, 0, deployed=False)
    match.table = player(match.table, 2, deployed=False)
    match.put(unit("R1", "EX1", ""), unit("R2", "EX3", ""), unit("G1", "EX1", ""))
    match.table = replace(match.table, turn=Turn((0, 2), number=1))
    say(match, 0, Leave(handover=True))
    assert [each.seat for each in of(match.done(), DeploymentDone)] == [0]
    assert match.unit("R1").on_board
    assert match.table.turn.seat == 2


@pytest.mark.rules("ASCW-D77")
def test_who_leaves_in_the_turn_to_reinforce_brings_nothing_more() -> None:
    match = match_of(phase="reinforcement", turn=0, pools={0: 50, 2: 50})
    match.put(unit("R3", "EX3", ""), unit("G3", "EX3", ""))
    say(match, 0, Leave(handover=True))
    assert told(match, TurnEnded) == [TurnEnded(seat=0)]
    assert match.table.turn.seat == 2


@pytest.mark.rules("ASCW-D59", "ASCW-D77")
def test_when_two_armies_are_removed_at_once_the_turn_of_one_still_passes_on() -> None:
    match = match_of(teams=(2, 1, 1), turn=1)
    match.put(commander(3))
    say(match, 0, Leave(handover=True))
    assert match.table.turn.seat == 1
    say(match, 1, Leave())
    assert match.table.players[0].removed
    assert match.table.turn.seat == 2


@pytest.mark.rules("ASCW-D59")
def test_the_seat_of_nobody_is_never_a_leavers() -> None:
    match = match_of()
    match.table = replace(match.table, turn=replace(match.table.turn, order=()))
    assert match.table.turn.seat == NOBODY
    leaving.pass_turn(match, "0")
    assert match.done().events == ()
