from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import aiohttp
import discord
import pytest
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.playground.messages import message_files
from bot.playground.simulated_clock import SimulatedClock, local_zone
from bot.playground.world import MANAGER, Busy, World
from tests.playground.conftest import ALT, PICTURE, START, Interaction, SmallBot

HUGE = PICTURE + bytes(256 * 1024)


async def test_the_simulation_begins_at_the_time_it_is_given(world: World) -> None:
    assert START <= world.env.now() < START.replace(minute=31)


async def test_the_clock_of_the_house_shows_the_time_of_the_simulation(world: World) -> None:
    clock = SimulatedClock()
    with pytest.raises(RuntimeError):
        clock.now()
    clock.follow(world.env)
    await world.act(lambda: world.env.advance_time(90))
    assert clock.now() == world.env.now()


async def test_there_are_two_players_and_somebody_who_watches(world: World) -> None:
    assert [person.name for person in world.people] == ["Alice", "Bob", "Carol"]
    assert world.env.bot.user is not None
    assert world.env.bot.user.name == "Starpost"


async def test_closed_messages_are_refused_until_they_are_opened_again(
    world: World, bot: SmallBot
) -> None:
    alice, bob, _ = world.people
    await world.set_closed(alice, True)
    await world.act(lambda: alice.member.slash(world.channel, "write"))
    await world.act(lambda: bob.member.slash(world.channel, "write"))
    assert bot.heard == [50007]
    assert world.is_closed(alice)
    assert not world.is_closed(bob)

    await world.set_closed(alice, False)
    await world.act(lambda: alice.member.slash(world.channel, "write"))
    assert bot.heard == [50007]
    assert len(alice.user.dm_channel.history()) == 1


async def test_emojis_keep_their_pictures_and_are_refused_as_discord_does(
    world: World, bot: SmallBot
) -> None:
    made = await bot.create_application_emoji(name="Red_1", image=PICTURE)
    blob = world.env.backend.cdn.get(f"{CDN_BASE}/emojis/{made.id}.png")
    assert blob == PICTURE
    for name, image in (("Red 1", PICTURE), ("R", PICTURE), ("R" * 33, PICTURE), ("Red", HUGE)):
        with pytest.raises(discord.HTTPException) as refused:
            await bot.create_application_emoji(name=name, image=image)
        assert refused.value.code == 50035
    for number in range(1_999):
        world.env.backend.create_application_emoji(f"another_{number}")
    with pytest.raises(discord.HTTPException) as full:
        await bot.create_application_emoji(name="Red_2", image=PICTURE)
    assert full.value.code == 30008


async def test_an_action_waits_until_the_one_before_it_is_done(world: World) -> None:
    held, go = asyncio.Event(), asyncio.Event()

    async def somebody_else() -> None:
        world.env._begin_operation("another page")
        held.set()
        await go.wait()
        world.env._end_operation()

    other = asyncio.create_task(somebody_else())
    await held.wait()
    with pytest.raises(Busy):
        await world.act(lambda: world.env.advance_time(1), tries=1)
    before = world.env.now()
    mine = asyncio.create_task(world.act(lambda: world.env.advance_time(1)))
    await asyncio.sleep(0.1)
    assert world.env.now() == before
    go.set()
    await asyncio.gather(other, mine)
    assert (world.env.now() - before).total_seconds() == 1


async def test_presses_on_the_channel_page_wait_for_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside: list[int] = []
    most: list[int] = []

    async def action(_: object, context: str, body: object) -> dict[str, object]:
        inside.append(1)
        most.append(len(inside))
        await asyncio.sleep(0.01)
        inside.pop()
        return {"context": context}

    monkeypatch.setattr(simcord.Preview, "_action", action)
    await world.show()
    preview = world._preview
    assert preview is not None
    answers = await asyncio.gather(
        preview._action("a", {}), preview._action("b", {}), preview._action("c", {})
    )
    assert most == [1, 1, 1]
    assert [answer["context"] for answer in answers] == ["a", "b", "c"]


async def test_other_faults_of_an_operation_are_let_through(world: World) -> None:
    alice = world.people[0]
    with pytest.raises(simcord.SetupError, match="nonsense"):
        await world.act(lambda: alice.member.slash(world.channel, "nonsense"))


async def test_showing_a_thread_ends_the_page_of_the_channel(world: World) -> None:
    first = await world.show()
    assert await world.show() == first
    await world.act(lambda: world.people[0].member.slash(world.channel, "thread"))
    _, thread = world.places
    assert (thread.name, thread.is_thread) == ("Side table", True)

    second = await world.show(thread.id)
    assert second != first
    assert world.shown == thread.id
    with pytest.raises(KeyError):
        await world.show(12345)
    assert await world.show() == second


async def test_a_page_that_was_closed_in_the_browser_can_be_opened_again(world: World) -> None:
    first = await world.show()
    assert world._preview is not None
    await world._preview.close()
    await asyncio.sleep(0.05)
    second = await world.show()
    assert second != first
    async with aiohttp.ClientSession() as session, session.get(second) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(
    ("named", "target", "zone"),
    [
        ("", "usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
        ("", "etc/elsewhere", "UTC"),
        (":Asia/Tokyo", "etc/elsewhere", "Asia/Tokyo"),
        ("EST5EDT,M3.2.0", "etc/elsewhere", "UTC"),
    ],
)
def test_the_time_zone_is_that_of_the_machine(
    named: str, target: str, zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", named)
    link = tmp_path / "localtime"
    link.symlink_to(tmp_path / target)
    assert local_zone(link) == zone


async def test_one_of_them_may_manage_the_server(
    world: World, bot: SmallBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    async def notes(interaction: Interaction) -> bool:
        seen.append(interaction.permissions.manage_guild)
        return True

    monkeypatch.setattr(bot.tree, "interaction_check", notes)
    for person in world.people:
        await world.act(partial(person.member.slash, world.channel, "post"))
    assert seen == [person.name == MANAGER for person in world.people]


async def test_what_components_show_is_not_listed_among_the_attachments(world: World) -> None:
    alice, *_ = world.people
    await world.act(lambda: alice.member.slash(world.channel, "write"))
    (letter,) = alice.user.dm_channel.history()
    assert letter.attachments == []
    (shown,) = message_files(letter)
    assert (shown.filename, shown.description) == ("board.png", ALT)
    assert await shown.read() == PICTURE
