"""Matches that defaults would play for ever: paused after three rounds without an answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.play.application import build
from bot.play.deadlines import unanswered
from bot.play.lobby.seating import Person
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import MatchId, Pauser, Status
from bot.store.store import SqlStore
from games import all_games
from tests.databases import put_database
from tests.play.conftest import ALICE, BOB, CAROL, Club, HeldClock, KnownEntropy
from tests.toy.game import Toy

NEVER = "1h; remind never; autopilot never"


@pytest.fixture(autouse=True)
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy goes on for a hundred turns of each seat."""
    real = Toy.setup
    monkeypatch.setattr(Toy, "setup", lambda *given: replace(real(*given), rounds=100))


async def time_runs_out(club: Club, times: int = 1) -> None:
    for _ in range(times):
        await club.after(1)
        await club.settled()


async def is_paused(club: Club, match: MatchId) -> bool:
    return (await club.match(match)).paused_by == Pauser.IDLE


async def go_on(club: Club, match: MatchId, person: Person) -> str:
    command = club.command(match, person)
    return (await unanswered.go_on(club.app, command)).text


@pytest.mark.parametrize("game", ["toy", "night"])
async def test_after_three_rounds_without_an_answer_the_match_is_paused_once(
    club: Club, game: str
) -> None:
    match = await club.begin_with_lamps(game, clock=NEVER)
    await time_runs_out(club, 5)
    assert not await is_paused(club, match)
    await club.posted()
    await time_runs_out(club)
    assert await is_paused(club, match)
    paused = (await club.entries(match))[-1]
    assert (paused.kind.value, paused.reason) == ("paused", "Nobody has answered for three rounds.")
    assert [kind for kind, _ in await club.posted()].count(MessageKind.CLOSING) == 1
    await time_runs_out(club, 3)
    assert (await club.entries(match))[-1] == paused
    assert await club.posted() == []


async def test_any_player_goes_on_and_has_three_rounds_again(club: Club) -> None:
    match = await club.begin_with_lamps(clock=NEVER)
    await time_runs_out(club, 6)
    mover, other = await club.on_turn(match)
    with pytest.raises(NotSeated):
        await go_on(club, match, CAROL)
    assert await go_on(club, match, other) == "The match goes on."
    with pytest.raises(NotNow, match="is not waiting for anyone"):
        await go_on(club, match, other)
    stored = await club.match(match)
    assert (stored.paused_at, stored.paused_by) == (None, "")
    await club.say(match, mover, "REST")
    await time_runs_out(club, 5)
    assert not await is_paused(club, match)
    await time_runs_out(club)
    assert await is_paused(club, match)
    terms = ProposalTerms("resume")
    await club.propose(match, mover, terms)
    assert not await is_paused(club, match), "nobody else has to agree"
    await club.replayed(match)


async def test_one_who_answers_keeps_the_match_going(club: Club) -> None:
    match = await club.begin_with_lamps(clock=NEVER)
    _, absent = await club.on_turn(match)
    for _ in range(16):
        mover, _ = await club.on_turn(match)
        if mover == absent:
            await time_runs_out(club)
        else:
            await club.say(match, mover, "REST")
    assert (await club.holders(match))[(ALICE, BOB).index(absent)].expired == 8
    assert not await is_paused(club, match)


async def test_a_seat_that_is_asked_thrice_before_the_other_is_no_reason(club: Club) -> None:
    match = await club.begin_with_lamps(clock=NEVER)
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ALWAYS")
    await club.say(match, mover, "REST")
    await time_runs_out(club, 5)
    assert not await is_paused(club, match)
    await time_runs_out(club)
    assert await is_paused(club, match)


async def test_alone_with_a_computer_player_three_turns_are_three_rounds(club: Club) -> None:
    match = await club.solo(clock=NEVER)
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    await time_runs_out(club, 2)
    assert not await is_paused(club, match)
    await time_runs_out(club)
    assert await is_paused(club, match)


async def test_where_nobody_is_waited_for_any_more_the_notice_alone_is_given(club: Club) -> None:
    match = await club.begin_with_lamps(clock="1h; remind never")
    await time_runs_out(club, 5)
    await club.posted()
    await time_runs_out(club)
    assert all(holder.is_autopilot for holder in await club.holders(match))
    assert not await is_paused(club, match), "it stands still, and a move wakes it"
    assert [kind for kind, _ in await club.posted()].count(MessageKind.CLOSING) == 1


@pytest.mark.parametrize("game", ["colonial_space_wars", "galaxy_aflame"])
async def test_a_game_without_a_last_round_rests_when_nobody_plays(
    tmp_path: Path, game: str
) -> None:
    store = await SqlStore.open(f"sqlite:///{put_database(tmp_path / 'starpost.db')}")
    clock = HeldClock()
    club = Club(build(store, all_games(), clock, KnownEntropy()), clock)
    endless: dict[str, Any] = {"round_limit": 0}
    match = await club.begin(game=game, settings=endless, clock=NEVER)
    for _ in range(20):
        await time_runs_out(club)
        if await is_paused(club, match):
            break
    stored = await club.match(match)
    assert (stored.paused_by, stored.status) == (Pauser.IDLE, Status.RUNNING)
    await store.aclose()
