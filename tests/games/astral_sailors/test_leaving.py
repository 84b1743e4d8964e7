"""Leaving a match, and what is left of an army that is removed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.events import ArmyRemoved, CommanderReleased, PlayerLeft, RewardPaid
from games.astral_sailors.options import legality
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.any_time import Leave
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.rules.victory.conditions import rivals
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Poison
from games.astral_sailors.tasks import Move, Tick
from games.astral_sailors.view import SailorsView
from games.core.steps import Do
from games.core.types import Decisions, Seat, Seated
from tests.games.astral_sailors.asked_of import decision, make
from tests.games.astral_sailors.goals import commander, dead, player, told, winner
from tests.games.astral_sailors.positions import builder, table, unit

GLORY, PROMOTION = 2, 4


def match_of(teams: tuple[int, ...] = (2, 1), turn: int = 2, **options: Any) -> StepBuilder:
    """Three players with a Commander and a trooper each, on the board; Green's turn."""
    units = [commander(seat) for seat in range(3)]
    units += [unit("R2", "EX3", "C2"), unit("B2", "GU3", "N15"), unit("G2", "EX3", "C15")]
    return builder(table(units, teams=teams, turn=turn, **options), (GLORY, PROMOTION))


def refused(match: StepBuilder, seat: int, move: Move) -> str | None:
    view = SailorsView.of(match.done().state, Seated(Seat(seat)))
    found = legality.refusal(view, decision("talk", seat), move)
    return None if found is None else f"{found.rule} {found.code} {found}"


def say(match: StepBuilder, seat: int, move: Move) -> None:
    assert refused(match, seat, move) is None
    make(match, seat, move)
    agenda.run(match)


def open_keys(match: StepBuilder, kind: str) -> list[str]:
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Decisions)
    return [decision.key for decision in pending.open if decision.kind == kind]


@pytest.mark.rules("ASCW-115", "ASCW-D59")
def test_the_units_of_a_leaver_are_removed_without_a_reward() -> None:
    match = match_of(turn=2)
    say(match, 0, Leave())
    assert told(match, PlayerLeft, ArmyRemoved, RewardPaid) == [
        PlayerLeft(seat=0),
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


@pytest.mark.rules("ASCW-D59")
def test_a_removed_seat_counts_no_more_for_its_team() -> None:
    match = match_of()
    match.table = player(match.table, 0, pool=100)
    assert not conditions.met(match.table, 0, match.secrets[0])
    match.put(dead(1))
    assert conditions.met(match.table, 0, match.secrets[0])
    match.put(commander(1))
    match.table = player(match.table, 1, pool=0)
    say(match, 1, Leave())
    assert winner(match) == ("won", 0, "ASCW-118")


@pytest.mark.rules("ASCW-D59", "ASCW-D61")
def test_captives_of_removed_units_are_put_down_and_removed_captives_are_dead() -> None:
    match = match_of()
    for captor, captive in (("R2", "G1"), ("G2", "R1")):
        match.put(match.unit(captor), holds=captive)
        match.put(match.unit(captive), place="captive", held_by=captor, lost=1)
    say(match, 0, Leave())
    assert len(told(match, CommanderReleased)) == 1
    assert match.unit("G1").place == "board"
    assert match.unit("R1").place == "out"
    assert match.unit("G2").holds == ""


@pytest.mark.rules("ASCW-D59")
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
    any_time.remove(match, "0")
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
    found = refused(match, 0, Leave())
    assert found is not None
    assert found.startswith("ASCW-D59 NOT_POSSIBLE")
    assert not [key for key in open_keys(match, "talk") if key.endswith("-0")]
