"""Lobbies that nobody touches: warned after five days, closed after seven, each once; and matches
in which nobody answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.storage.records import Status
from tests.chat import conftest
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, words
from tests.toy.game import Toy

SWEEP = 60 * 60
DAY = 24 * SWEEP


@pytest.fixture(autouse=True)
def _hourly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer sweeps in the days that pass."""
    monkeypatch.setattr(conftest, "SWEEP", SWEEP)


def notices(guest: Guest) -> list[str]:
    return [each for each in guest.reads() if "Nothing has happened for a while" in each]


async def test_a_lobby_is_warned_and_then_closed_with_notice(world: World, ann: Guest) -> None:
    await ann.types("match new", game="toy")
    await world.env.advance_time(4.9 * DAY)
    assert notices(ann) == []
    await world.env.advance_time(0.2 * DAY)
    (notice,) = notices(ann)
    assert f"<@{ann.id}>" in notice
    assert {"Keep it open", "Join"} == set(buttons(ann.newest))
    for _ in range(2):
        await world.restart()
        await world.env.advance_time(SWEEP)
    assert len(notices(ann)) == 1
    await world.env.advance_time(1.8 * DAY)
    assert (await world.match()).status is Status.LOBBY
    await world.env.advance_time(0.3 * DAY)
    assert (await world.match()).status is Status.OVER
    told = "\n".join(ann.reads())
    assert "The lobby of Beacons is closed: nobody has done anything in it for 7 days." in told
    assert "This lobby is closed." in told
    count = len(ann.reads())
    await world.restart()
    await world.env.advance_time(DAY)
    assert len(ann.reads()) == count


@pytest.mark.parametrize("how", ["Keep it open", "Join"])
async def test_both_buttons_of_the_warning_keep_it_open(
    world: World, ann: Guest, bo: Guest, how: str
) -> None:
    await ann.types("match new", game="toy", players=3)
    await world.env.advance_time(5.1 * DAY)
    said = (await bo.presses(how)).words
    assert ("The lobby stays open." in said) is (how == "Keep it open")
    await world.env.advance_time(4.8 * DAY)
    assert (await world.match()).status is Status.LOBBY
    assert len(notices(ann)) == 1
    await world.env.advance_time(0.3 * DAY)
    assert len(notices(ann)) == 2


async def test_a_bot_that_was_away_warns_before_it_closes(world: World, ann: Guest) -> None:
    await ann.types("match new", game="toy")
    world.bot.sender.stop()
    await world.env.advance_time(30 * DAY)
    await world.restart()
    await world.env.advance_time(SWEEP)
    assert (await world.match()).status is Status.LOBBY
    assert len(notices(ann)) == 1


async def test_a_match_that_is_played_is_left_alone(world: World, toy: Guest) -> None:
    for _ in range(8):  # longer than a lobby may be idle; each step settles by itself
        await world.env.advance_time(DAY)
    assert (await world.match()).status is Status.RUNNING
    assert notices(toy) == []


async def test_keeping_a_lobby_that_has_begun_or_is_closed_answers_politely(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy")
    lobby = ann.newest
    await world.env.advance_time(5.1 * DAY)
    warning = ann.newest
    await bo.presses("Join", lobby)
    await ann.presses("Start", ann.place.history()[0])
    assert words(warning)
    told = await ann.presses("Keep it open", warning)
    assert "already started" in told.words


async def unanswered(
    world: World, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """Both have chosen a lamp, and nobody has moved for two days since."""
    real = Toy.setup
    monkeypatch.setattr(Toy, "setup", lambda *given: replace(real(*given), rounds=100))
    await begin(ann, bo, clock=clock)
    await world.to_the_turns(ann, bo)
    await world.env.advance_time(2 * DAY)


def rests(guest: Guest) -> list[str]:
    return [each for each in guest.reads() if "so it is paused and all clocks are stopped" in each]


async def test_a_match_in_which_nobody_answers_rests_with_one_notice_and_any_player_goes_on(
    world: World, ann: Guest, bo: Guest, cy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = "4h; remind never; autopilot never"
    await unanswered(world, ann, bo, monkeypatch, clock)
    notice = ann.newest
    (said,) = rests(ann)
    assert f"<@{ann.id}> <@{bo.id}> Nobody has answered for three rounds" in said
    assert list(buttons(notice)) == ["Go on"]
    panel = next(each for each in reversed(ann.place.history()) if "My orders" in buttons(each))
    assert "Nobody has answered for three rounds. All clocks are stopped until" in words(panel)
    assert "Go on" in buttons(panel)
    assert "Make a move" not in buttons(panel)
    assert "This match is paused." in (await ann.types("move", text="REST")).words
    assert "can only watch" in (await cy.presses("Go on", notice)).words
    await world.restart()
    assert "The match goes on." in (await bo.presses("Go on", notice)).words
    assert (await world.match()).paused_at is None
    late = (await ann.presses("Go on", notice)).words
    assert "It is not waiting for anyone to come back." in late
    assert "Make a move" in buttons(ann.newest)


async def test_where_all_are_away_the_notice_brings_its_presser_back(
    world: World, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await unanswered(world, ann, bo, monkeypatch, "4h; remind never")
    assert len(rests(ann)) == 1
    assert "Nobody is here. The match waits until a player is back." in "".join(ann.reads())
    told = await bo.presses("Go on", ann.newest)
    assert "Welcome back: the match waits for you." in told.words
