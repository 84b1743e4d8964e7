from __future__ import annotations

from datetime import timedelta

import pytest

from bot.playground.pump import Pump
from bot.playground.world import World
from tests.playground.conftest import Watch


@pytest.fixture
def watch(world: World) -> Watch:
    return Watch(world.env.now())


@pytest.fixture
def refreshed(world: World, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one at each refresh."""
    seen: list[int] = []

    async def refresh() -> None:
        seen.append(1)

    monkeypatch.setattr(world, "refresh", refresh)
    return seen


async def test_time_follows_the_real_one(world: World, watch: Watch) -> None:
    watch.go(timedelta(seconds=0.5))
    await Pump(world, watch).tick()
    assert world.env.now() == watch.now()


async def test_after_a_sleep_of_the_machine_time_catches_up_in_slices(
    world: World, watch: Watch
) -> None:
    begin = world.env.now()
    watch.go(timedelta(minutes=25))
    pump = Pump(world, watch)
    reached = []
    for _ in range(4):
        await pump.tick()
        reached.append((world.env.now() - begin) / timedelta(minutes=1))
    assert reached == [10, 20, 25, 25]


async def test_pages_are_refreshed_once_when_the_bot_has_written_to_the_channel(
    world: World, watch: Watch, refreshed: list[int]
) -> None:
    pump = Pump(world, watch)
    await pump.tick()
    assert refreshed == []
    await world.act(lambda: world.people[0].member.slash(world.channel, "post"))
    await pump.tick()
    await pump.tick()
    assert refreshed == [1]


async def test_private_messages_do_not_disturb_the_channel_page(
    world: World, watch: Watch, refreshed: list[int]
) -> None:
    pump = Pump(world, watch)
    await pump.tick()
    await world.act(lambda: world.people[0].member.slash(world.channel, "write"))
    await pump.tick()
    assert refreshed == []


async def test_what_was_written_while_somebody_acted_is_shown_at_the_next_tick(
    world: World, watch: Watch, refreshed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pump = Pump(world, watch)
    await world.act(lambda: world.people[0].member.slash(world.channel, "post"))
    begin = world.env.now()
    watch.go(timedelta(seconds=2))

    monkeypatch.setattr(world.env, "_operation_task", object())
    await pump.tick()
    assert (refreshed, world.env.now()) == ([], begin)

    monkeypatch.setattr(world.env, "_operation_task", None)
    await pump.tick()
    assert (refreshed, world.env.now()) == ([1], watch.now())


async def test_an_error_of_the_bot_is_told_once(
    world: World, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    pump = Pump(world, watch)
    await world.act(lambda: world.people[0].member.slash(world.channel, "fail"))
    caplog.clear()
    await pump.tick()
    await pump.tick()
    (record,) = caplog.records
    assert record.getMessage() == "The bot has raised an error"
    assert record.exc_info is not None
    assert "as asked for" in str(record.exc_info[1])
