"""Lobbies that nobody touches: warned after five days, closed after seven, each once."""

from __future__ import annotations

import pytest

from bot.play.records import Status
from tests.chat import conftest
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, words

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


@pytest.mark.parametrize("how", ["keep", "join", "setting"])
async def test_any_action_keeps_it_open(world: World, ann: Guest, bo: Guest, how: str) -> None:
    await ann.types("match new", game="toy", players=3)
    lobby = ann.newest
    await world.env.advance_time(5.1 * DAY)
    if how == "keep":
        assert "The lobby stays open." in (await bo.presses("Keep it open")).words
    elif how == "join":
        await bo.presses("Join")
    else:
        await bo.presses("Join", lobby)
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
