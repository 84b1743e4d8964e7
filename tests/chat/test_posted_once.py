"""What is told is told once, and is told in the end, whatever lies between the bot and Discord."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chat.delivery.transport import build_mark
from bot.play import effects
from bot.play.people import preferences
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from tests.chat.conftest import SWEEP, World, a_world
from tests.chat.guests import Guest
from tests.chat.hall import Hall, buttons, letters, told
from tests.chat.match_views import MATCH
from tests.chat.wire import Wire

HOUR = 3600
WINDOW = HOUR
"""Seconds after which Discord knows no nonce any more."""


def marked(message: discord.Message) -> int:
    return int(getattr(message.components[0], "id", 0))


async def forgotten(hall: Hall, wire: Wire) -> None:
    wire.forget()
    await hall.world.env.advance_time(WINDOW)


# --- Nothing is posted twice ---


async def test_a_panel_whose_answer_is_lost_is_found_when_no_nonce_is_remembered(
    hall: Hall,
) -> None:
    first, _ = await hall.to_the_turns()
    wire = Wire(lost=1)
    wire.join(hall.world.bot)
    await hall.play(first, "B1+2")
    before, posted = hall.panels[-2:]
    assert (await hall.stored()).panel == before.id
    await forgotten(hall, wire)
    assert hall.panels[-1].id == posted.id
    assert (await hall.stored()).panel == posted.id
    assert buttons(hall.panels[-2]) == []
    assert await hall.waiting() == ()
    assert wire.bodies[0]["components"][0]["id"] == marked(posted)


async def test_a_panel_is_found_by_the_process_that_comes_after(hall: Hall) -> None:
    first, _ = await hall.to_the_turns()
    wire = Wire(lost=1)
    wire.join(hall.world.bot)
    await hall.play(first, "B1+2")
    posted = hall.panels[-1]
    await hall.world.restart()
    await hall.world.env.advance_time(WINDOW)
    assert hall.panels[-1].id == posted.id
    assert (await hall.stored()).panel == posted.id


async def test_two_panels_that_left_in_one_message_are_both_known_from_it(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    wire = Wire(down=True)
    wire.join(hall.world.bot)
    await hall.play(first, "B1+2")
    wire.down, wire.lost = False, 1
    await hall.play(second, "B3+1")
    panels = len(hall.panels)
    await forgotten(hall, wire)
    assert len(hall.panels) == panels
    assert "lights beacon 1" in told(hall.panels[-1])
    assert "lights beacon 3" in told(hall.panels[-1])
    assert await hall.waiting() == ()


@pytest.mark.parametrize("nonce", [True, False], ids=["by its nonce", "by its mark"])
async def test_a_lost_panel_is_found_with_its_own_news_and_the_next_one_tells_what_came_later(
    hall: Hall, nonce: bool
) -> None:
    first, second = await hall.to_the_turns()
    wire = Wire(lost=1)
    wire.join(hall.world.bot)
    await hall.play(first, "B1+2")
    wire.down = True
    await hall.play(second, "B3+1")
    wire.down = False
    await (hall.world.env.advance_time(WINDOW) if nonce else forgotten(hall, wire))
    earlier, later = hall.panels[-2:]
    assert "lights beacon 1" in told(earlier)
    assert buttons(earlier) == []
    assert "lights beacon 3, 1 high." in told(later)
    assert "lights beacon 1" not in told(later)
    assert (len(hall.panels), (await hall.stored()).panel) == (6, later.id)
    if nonce:
        match = await hall.stored()
        nonces = [
            effects.outbox_message(match, MessageKind.PANEL, seq, match.created_at).nonce
            for seq in (5, 6)
        ]
        assert [each for each in wire.nonces if each in nonces][-2:] == nonces


async def test_a_letter_whose_answer_is_lost_is_not_written_again(hall: Hall) -> None:
    await hall.open()
    await hall.join()
    wire = Wire()
    wire.join(hall.world.bot)
    wire.lost = 3  # the panel and both letters
    await hall.start()
    assert (len(letters(hall.ann)), len(letters(hall.bo))) == (1, 1)
    await forgotten(hall, wire)
    assert (len(letters(hall.ann)), len(letters(hall.bo))) == (1, 1)
    assert await hall.waiting() == ()


async def test_what_came_after_a_lost_letter_is_written_without_what_that_told(hall: Hall) -> None:
    await hall.open()
    await hall.join()
    wire = Wire(lost=3)  # the panel and both letters
    wire.join(hall.world.bot)
    await hall.start()
    asking = letters(hall.ann)
    wire.down = True
    await hall.play(hall.ann, "LAMP4")
    wire.down = False
    await forgotten(hall, wire)
    assert letters(hall.ann)[:-1] == asking
    assert "Your lamp is in beacon 4" in told(letters(hall.ann)[-1])
    assert (len(letters(hall.bo)), len(hall.panels)) == (1, 3)
    assert await hall.waiting() == ()


async def story(world: World) -> Counter[tuple[str, str]]:
    """A lobby that is warned, and a match with a clock; what has been posted, and where."""
    people = ann, bo = [world.guest(name) for name in ("ann", "bo")]
    for guest in people:
        await preferences.change_player(
            world.app, guest.id, asked="both", dm_turn=True, dm_over=True
        )
    await ann.types("match new", game="toy", seating="choice", clock="2h; grace 1h")
    lobby = ann.newest
    await world.env.advance_time(6 * 24 * HOUR)
    await bo.presses("Join as Green", lobby)
    await settled(world)
    start = next(each for each in world.channel.history() if "Start" in buttons(each))
    await ann.presses("Start", start)
    await settled(world)
    mover, other = await world.to_the_turns(ann, bo)
    await settled(world)
    page = await mover.types("match propose", what="draw")
    await mover.presses("Propose it", page.message)
    await settled(world)
    await other.at_home.presses("Decline", other.at_home.newest)
    await world.env.advance_time(2.5 * HOUR)
    await mover.types("move", text="B1+1")
    await settled(world)
    await ann.resigns()
    await settled(world)
    posted = [("channel", message) for message in world.channel.history()]
    for guest in people:
        posted += [(guest.user.name, each) for each in guest.user.dm_channel.history()]
    return Counter((place, told(message)) for place, message in posted)


KINDS = {
    *("panel", "closing", "ask", "secret", "turn", "remind", "late", "proposal", "answered"),
    "over",
}


async def settled(world: World) -> None:
    await world.env.advance_time(60)


async def test_in_a_whole_story_each_message_is_posted_once_though_each_answer_gets_lost(
    tmp_path: Path,
) -> None:
    stories = []
    for lossy in (False, True):
        folder = tmp_path / str(lossy)
        folder.mkdir()
        async with a_world(folder) as world:
            wire = Wire(each=lossy)
            wire.join(world.bot)
            stories.append(await story(world))
            rows = "SELECT DISTINCT kind FROM outbox WHERE sent_at IS NOT NULL"
            with closing(sqlite3.connect(world.file)) as outbox:
                kinds = {kind for (kind,) in outbox.execute(rows)}
            assert kinds >= KINDS
            again = [nonce for nonce, tries in Counter(wire.nonces).items() if tries > 1]
            assert again == []
    assert max(stories[1].values()) == 1
    assert sorted(stories[1]) == sorted(stories[0])


async def test_without_leave_to_read_the_history_a_message_comes_twice_rather_than_never(
    hall: Hall,
) -> None:
    first, _ = await hall.to_the_turns()
    wire = Wire(lost=1)
    wire.join(hall.world.bot)
    await hall.play(first, "B1+2")
    await allow(hall, read_message_history=False)
    panels = len(hall.panels)
    await forgotten(hall, wire)
    assert len(hall.panels) == panels + 1
    assert (await hall.stored()).panel == hall.panels[-1].id


async def test_a_message_of_somebody_else_is_never_taken_for_ours(hall: Hall) -> None:
    first, _ = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 503, 0)
    await hall.play(first, "B1+2")
    (outbox_message,) = await hall.waiting()
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("Mine", id=build_mark(outbox_message)))
    parts: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    hall.world.env.backend.create_message(
        hall.channel.id, author_id=hall.bo.id, components=parts, flags=1 << 15
    )
    await hall.world.env.advance_time(WINDOW)
    assert "lights beacon 1" in told(hall.panels[-1])


def test_marks_say_nothing_about_the_order_of_anything() -> None:
    moment = MATCH.created_at
    outbox_messages = [
        effects.outbox_message(MATCH, MessageKind.PANEL, seq, moment) for seq in range(200)
    ]
    marks = [build_mark(outbox_message) for outbox_message in outbox_messages]
    assert len(set(marks)) == 200
    assert all(2**16 <= each < 2**31 for each in marks)
    assert marks != sorted(marks)
    other = replace(MATCH, seed=bytes(range(32)))
    assert not set(marks) & {
        build_mark(effects.outbox_message(other, MessageKind.PANEL, seq, moment))
        for seq in range(200)
    }
    assert build_mark(outbox_messages[0]) != build_mark(outbox_messages[0], aloud=True)


# --- What could not be posted is told in the end ---


async def allow(hall: Hall, **flags: bool | None) -> None:
    """Change what the bot may do in the channel."""
    room = hall.world.room(hall.channel)
    overwrite = discord.PermissionOverwrite(**flags)
    await room.set_permissions(room.guild.me, overwrite=overwrite)


BLOCKED = [(403, 50013), (403, 50001), (400, 160005), (400, 50083)]


@pytest.mark.parametrize(("status", "code"), BLOCKED)
async def test_what_could_not_be_posted_is_told_by_the_next_panel_or_after_a_sweep(
    hall: Hall, status: int, code: int
) -> None:
    first, second = await hall.to_the_turns()
    hall.fail("POST", hall.messages, status, code)
    await hall.play(first, "B1+2")
    assert await hall.waiting() == ()
    await hall.play(second, "B3+1")
    assert "lights beacon 1, 2 high." in told(hall.panels[-1])
    assert "lights beacon 3, 1 high." in told(hall.panels[-1])
    panels = len(hall.panels)
    await hall.world.env.advance_time(WINDOW)
    assert len(hall.panels) == panels, "nothing is left to tell"
    hall.fail("POST", hall.messages, status, code)
    await hall.play(first, "B5+1")
    assert len(hall.panels) == panels
    await hall.world.env.advance_time(SWEEP)
    assert len(hall.panels) == panels + 1
    assert "lights beacon 5, 1 high." in told(hall.panels[-1])


async def test_a_restart_tries_again_where_the_bot_may_write(hall: Hall) -> None:
    first, _ = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 403, 50013)
    await hall.play(first, "B1+2")
    await hall.world.restart()
    await hall.world.env.advance_time(1)
    assert "lights beacon 1, 2 high." in told(hall.panels[-1])


async def test_nothing_is_asked_of_discord_while_the_permission_is_missing(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    await allow(hall, send_messages=False)
    await hall.play(first, "B1+2")
    await hall.play(second, "B3+1")
    panels, asked = len(hall.panels), len(hall.world.env.http_requests)
    await hall.world.env.advance_time(4 * SWEEP)
    assert len(hall.world.env.http_requests) == asked
    assert len(hall.panels) == panels
    await allow(hall, send_messages=None)
    await hall.world.env.advance_time(SWEEP)
    assert len(hall.panels) == panels + 1
    assert "lights beacon 1, 2 high." in told(hall.panels[-1])
    assert "lights beacon 3, 1 high." in told(hall.panels[-1])
    assert buttons(hall.panels[-2]) == []


async def test_a_locked_thread_gets_its_news_when_it_is_unlocked(hall: Hall) -> None:
    room = hall.world.room(hall.channel)
    thread = await room.create_thread(name="match", type=discord.ChannelType.public_thread)
    await thread.edit(locked=True)
    await allow(hall, manage_threads=False)
    hall.channel = hall.channel.threads[0]
    first, _ = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 400, 160005)
    await hall.play(first, "B1+2")
    panels = len(hall.panels)
    await hall.world.env.advance_time(2 * SWEEP)
    assert len(hall.panels) == panels
    await room.set_permissions(room.guild.me, overwrite=None)
    await thread.edit(locked=False)
    await hall.world.env.advance_time(SWEEP)
    assert "lights beacon 1, 2 high." in told(hall.panels[-1])


async def test_the_doctor_has_it_tried_again(world: World, toy: Guest, gm: Guest) -> None:
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=1
    )
    await gm.types("referee adjust", text="OIL RED 9", reason="Why not")
    assert "OIL" not in told(world.channel.history()[-1])
    found = await gm.types("referee doctor")
    assert "A message for this channel could not be delivered: HTTP 403, code 50013" in found.words
    assert "I am trying again now" in found.words
    assert "Why not" in told(world.channel.history()[-1])
    assert "Everything could be delivered." in (await gm.types("referee doctor")).words


# --- What has to wait stops waiting than it must ---


async def due_in(world: World) -> float:
    """Seconds until the first of what waits is due."""
    now = world.env.now()
    waiting = await world.read(queries.DueMessages(now + timedelta(hours=1), 100))
    return (waiting[0].due_at - now).total_seconds()


def panels_fail(world: World, times: int) -> None:
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, code=0, times=times)


async def test_one_lost_connection_does_not_wait_for_the_sweep(world: World, toy: Guest) -> None:
    panels_fail(world, times=1)
    await toy.types("move", text="LAMP1")
    panels, left = len(world.channel.history()), await due_in(world)
    assert 1 < left <= 2
    await world.env.advance_time(left - 0.1)
    assert len(world.channel.history()) == panels
    await world.env.advance_time(0.2)
    assert len(world.channel.history()) == panels + 1
    assert "Red has hidden a lamp" in told(world.channel.history()[-1])


async def test_each_further_try_comes_when_it_is_due(world: World, toy: Guest) -> None:
    panels_fail(world, times=4)
    await toy.types("move", text="LAMP1")
    panels = len(world.channel.history())
    await world.env.advance_time(2 + 4 + 8 + 16)
    assert len(world.channel.history()) == panels + 1


async def test_a_stopped_sender_wakes_no_more(world: World, toy: Guest) -> None:
    panels_fail(world, times=1)
    await toy.types("move", text="LAMP1")
    world.bot.sender.stop()
    panels = len(world.channel.history())
    await world.env.advance_time(HOUR)
    assert len(world.channel.history()) == panels
