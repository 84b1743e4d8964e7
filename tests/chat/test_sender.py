"""The outbox, seen from the channel and the DMs of a simulated Discord."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any

import discord
import pytest
from sqlalchemy.engine.default import DefaultDialect

from bot.chat.delivery.sender import Sender
from bot.chat.delivery.transport import Transport
from bot.chat.platform import message
from bot.play import effects
from bot.play.answers import giving
from bot.play.executor import Command
from bot.play.match.submission import TypedMove
from bot.play.people import leaving
from bot.play.storage import queries
from bot.play.storage.leases import Alone
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import Audit, Change, Match
from bot.store.sqlite.database_file import DatabaseThread
from tests.chat.conftest import SWEEP
from tests.chat.guests import files
from tests.chat.hall import Hall, buttons, pinged, sent_to_discord, told
from tests.chat.test_faults import full


async def test_a_lobby_has_one_panel_that_is_edited(hall: Hall) -> None:
    await hall.open()
    await hall.join()
    (panel,) = hall.panels
    assert (await hall.stored()).panel == panel.id
    assert "- Red: Ann\n- Green: Bo" in told(panel)
    assert pinged(panel) == set()
    assert await hall.waiting() == ()


async def test_a_lobby_panel_that_was_deleted_is_posted_again(hall: Hall) -> None:
    await hall.open()
    await hall.panels[0].delete()
    await hall.join()
    (panel,) = hall.panels
    assert (await hall.stored()).panel == panel.id
    assert "- Green: Bo" in told(panel)
    assert await hall.waiting() == ()


async def test_a_lobby_panel_that_can_no_longer_be_edited_is_posted_again(hall: Hall) -> None:
    await hall.open()
    hall.fail("PATCH", f"{hall.messages}/*", 400, 30046)
    await hall.join()
    old, new = hall.panels
    assert (await hall.stored()).panel == new.id
    assert buttons(old) == []
    assert "- Green: Bo" in told(new)


async def test_a_start_posts_the_board_and_retires_the_lobby(hall: Hall) -> None:
    await hall.begin()
    lobby, panel = hall.panels
    assert buttons(lobby) == []
    assert "- Green: Bo" in told(lobby)
    assert buttons(panel) == ["Make a move", "My orders", "Board", "Log", "Follow"]
    assert "**The match begins**\nRed (Ann), Green (Bo)" in told(panel)
    assert (await hall.stored()).panel == panel.id


async def test_a_move_posts_a_new_panel_and_takes_the_buttons_off_the_old_one(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    before = hall.panels[-1]
    await hall.play(first, "B1+2")
    *_, old, new = hall.panels
    assert old.id == before.id
    assert buttons(old) == []
    assert told(old) == told(before)
    assert await files(old)[0].read() == await files(before)[0].read()
    assert files(old)[0].filename == "board-4.png"
    assert "lights beacon 1, 2 high." in told(new)
    assert files(new)[0].filename == "board-5.png"
    assert (files(new)[0].description or "").startswith("Beacons. 1 of 6 burn.")
    assert buttons(new)[0] == "Make a move"
    assert pinged(new) == {second.id}
    assert (await hall.stored()).panel == new.id


async def test_a_turn_that_goes_on_edits_the_panel_and_keeps_its_news(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    app = hall.world.app
    await giving.give_orders(
        app, Command(hall.match, second.id, next(hall.presses)), TypedMove("REST ALWAYS")
    )
    before, panels = hall.panels[-1], len(hall.panels)
    known = told(before)
    assert "The wind blows" in known
    await hall.play(first, "B1+2")
    assert (len(hall.panels), hall.panels[-1].id) == (panels, before.id)
    live = hall.panels[-1]
    assert "The wind blows" in told(live)
    assert "lights beacon 1, 2 high." in told(live)
    assert files(live)[0].filename == "board-6.png"
    assert buttons(live)[0] == "Make a move"
    await hall.panels[-1].delete()
    await leaving.leave(app, Command(hall.match, second.id, next(hall.presses)))
    await hall.settled()
    await hall.play(first, "REST")
    assert (await hall.stored()).panel == hall.panels[-1].id
    assert await hall.waiting() == ()


async def test_hostile_names_ping_nobody(hall: Hall) -> None:
    await hall.begin(ann=f"@everyone <@{hall.bo.id}> @here", bo="<@&1> \u202e[x](http://y)")
    await hall.play(hall.ann, "LAMP4")
    lobby, start, hidden = hall.panels
    assert pinged(lobby) == set()
    assert pinged(start) == {hall.ann.id, hall.bo.id}
    assert pinged(hidden) == set()
    assert f"<@{hall.bo.id}>" not in told(hidden)
    assert "@everyone" not in told(hidden) + told(start) + told(lobby)


async def test_a_match_to_its_end_shows_the_result(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    for user, text in ((first, "B1+2"), (second, "REST"), (first, "REST"), (second, "REST")):
        await hall.play(user, text)
    last = hall.panels[-1]
    assert "wins" in told(last)
    assert buttons(last) == ["Rematch", "Board", "Log", "Check the dice", "Replay"]
    assert pinged(last) == set()


async def test_panels_that_could_not_leave_are_told_together_after_a_restart(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 503, 0, times=2)
    await hall.play(first, "B1+2")
    await hall.play(second, "B3+1")
    assert len(hall.panels) == 4
    assert {
        outbox_message.seq: outbox_message.tries for outbox_message in await hall.waiting()
    } == {5: 2, 6: 1}
    await hall.world.restart()
    await hall.world.env.advance_time(3600)
    new = hall.panels[-1]
    assert len(hall.panels) == 5
    assert "lights beacon 1, 2 high." in told(new)
    assert "lights beacon 3, 1 high." in told(new)
    assert pinged(new) == {first.id}
    assert buttons(hall.panels[-2]) == []
    assert await hall.waiting() == ()


async def test_a_parcel_of_a_gone_channel_is_parked_and_the_next_match_goes_on(hall: Hall) -> None:
    first, _ = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 404, 10003)
    await hall.play(first, "B1+2")
    assert await hall.waiting() == ()
    assert len(hall.panels) == 4
    hall.channel = hall.world.guild.create_text_channel("other")
    await hall.open()
    assert len(hall.panels) == 1


async def test_a_fault_that_nobody_foresaw_is_tried_again_and_then_parked(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await hall.begin()

    async def broken(*_: object) -> None:
        raise KeyError("LAMP4")

    monkeypatch.setattr(hall.world.bot.sender._deliveries, "retire", broken)
    with caplog.at_level(logging.INFO):
        await hall.post(MessageKind.RETIRE, 1, message=1, tries=19)
    (outbox_message,) = await hall.waiting()
    assert outbox_message.tries == 20
    assert outbox_message.due_at > hall.world.env.now()
    await hall.post(MessageKind.RETIRE, 1, message=1, tries=20)
    assert [each.tries for each in await hall.waiting()] == [20]
    assert "LAMP4" not in caplog.text + str([record.__dict__ for record in caplog.records])


async def test_a_sweep_that_finds_nothing_looks_once_and_notes_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    await hall.world.env.advance_time(4 * SWEEP)
    crossings, real = [0], DatabaseThread._run_in_thread

    async def counted(self: DatabaseThread, work: Any) -> Any:
        crossings[0] += 1
        return await real(self, work)

    monkeypatch.setattr(DatabaseThread, "_run_in_thread", counted)
    await hall.world.env.advance_time(10 * SWEEP)
    assert crossings == [2 * 10]


async def test_what_is_due_is_found_by_the_sweep(hall: Hall) -> None:
    await hall.open()
    match = await hall.stored()
    later = hall.world.env.now() + timedelta(minutes=3)
    outbox_message = replace(
        effects.outbox_message(match, MessageKind.REFRESH, 0, later), nonce="later"
    )
    async with hall.world.app.store.writing() as work:
        await work.post((outbox_message,))
        await work.commit()
    await hall.settled()
    assert len(await hall.waiting()) == 1
    await hall.world.env.advance_time(1000)
    assert await hall.waiting() == ()
    assert sent_to_discord(hall, "PATCH") == 1


async def test_a_retired_panel_keeps_its_files_by_their_ids_and_notifies_nobody(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits: dict[int, dict[str, Any]] = {}
    real = hall.world.bot.http.edit_message

    async def edit(channel: int, message: int, *, params: Any) -> Any:
        edits[message] = params.payload or json.loads(params.multipart[0]["value"])
        return await real(channel, message, params=params)

    monkeypatch.setattr(hall.world.bot.http, "edit_message", edit)
    first, _ = await hall.to_the_turns()
    live = hall.panels[-1]
    (shown,) = files(live)
    await hall.play(first, "B1+2")
    body = edits[live.id]
    assert body["attachments"] == [{"id": str(shown.id)}]
    assert "https://" not in json.dumps(body["components"])
    assert f"attachment://{shown.filename}" in json.dumps(body["components"])
    assert body["allowed_mentions"]["parse"] == []
    assert not body["allowed_mentions"].get("users")


async def test_a_panel_that_was_just_posted_or_edited_is_retired_without_being_fetched(
    hall: Hall,
) -> None:
    await hall.open()
    await hall.join("Bo")  # edits the lobby
    before = sent_to_discord(hall, "GET")
    await hall.start()
    await hall.play(hall.ann, "LAMP4")
    assert [bool(buttons(each)) for each in hall.panels] == [False, False, True]
    assert "- Green: Bo" in told(hall.panels[0])
    assert sent_to_discord(hall, "GET") == before


async def test_a_panel_that_another_process_may_have_edited_is_fetched_and_retired_as_it_is(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await hall.to_the_turns()
    live = hall.panels[-1]
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay("Edited elsewhere."))
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Old", custom_id="old")))
    await (
        hall.world.bot.get_partial_messageable(hall.channel.id)
        .get_partial_message(live.id)
        .edit(view=view, attachments=[])
    )
    newest = await hall.world.read(queries.LastMessage())
    monkeypatch.setattr(Alone, "last_in_doubt", lambda *_: newest)
    await hall.play(first, "B1+2")
    assert told(hall.panels[-2]) == "Edited elsewhere."
    assert buttons(hall.panels[-2]) == []


async def test_a_panel_whose_files_discord_has_not_named_is_fetched(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await hall.to_the_turns()
    _, shown = hall.world.bot.sender._deliveries._transport._shown[hall.panels[-1].id]
    for media, _ in message._media(shown.components):
        media.attachment_id = None
    before = sent_to_discord(hall, "GET")
    await hall.play(first, "B1+2")
    assert sent_to_discord(hall, "GET") == before + 1
    assert files(hall.panels[-2])[0].filename == "board-4.png"


async def test_an_old_panel_that_could_not_be_changed_is_retired_later(hall: Hall) -> None:
    first, _ = await hall.to_the_turns()
    old = len(hall.panels) - 1
    hall.fail("PATCH", f"{hall.messages}/*", 503, 0, times=2)
    await hall.play(first, "B1+2")
    assert (await hall.stored()).panel == hall.panels[-1].id
    assert [each.kind for each in await hall.waiting()] == [MessageKind.RETIRE]
    assert "Make a move" in buttons(hall.panels[old])
    await hall.world.env.advance_time(3600)
    assert buttons(hall.panels[old]) == []
    assert len(hall.panels) == old + 2
    assert await hall.waiting() == ()


async def test_an_old_panel_that_is_gone_needs_no_retiring(hall: Hall) -> None:
    await hall.begin()
    old = hall.panels[0].id
    await hall.panels[0].delete()
    await hall.post(MessageKind.RETIRE, 1, message=old)
    assert await hall.waiting() == ()


async def test_the_live_panel_is_never_retired(hall: Hall) -> None:
    await hall.begin()
    live = (await hall.stored()).panel
    await hall.post(MessageKind.RETIRE, 1, message=live)
    assert "Make a move" in buttons(hall.panels[-1])


@pytest.mark.parametrize("moved", [False, True], ids=["another panel", "another channel"])
async def test_what_becomes_of_a_match_while_its_panel_is_posted_is_not_overwritten(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    mover, _ = await hall.to_the_turns()
    place, lobby = hall.world.guild.create_text_channel("elsewhere"), hall.panels[0].id
    post = Transport.post

    async def meanwhile(self: Transport, *args: Any, **kwargs: Any) -> Any:
        posted = await post(self, *args, **kwargs)
        monkeypatch.setattr(Transport, "post", post)
        async with hall.world.app.store.writing() as work:
            if moved:
                match = replace(await hall.stored(), channel=place.id)
                change = Change(match, match.seq, Audit(hall.world.env.now(), 1, "moved", match.id))
                await work.record(change)
            else:
                await work.set_panel(hall.match, lobby)
            await work.commit()
        return posted

    monkeypatch.setattr(Transport, "post", meanwhile)
    before = (await hall.stored()).panel
    await hall.play(mover, "B1+2")
    stored = await hall.stored()
    assert await hall.waiting() == ()
    *_, old, newest = hall.panels
    if moved:
        assert stored.panel == before
        assert buttons(newest) == ["Go to the match"]
    else:
        assert stored.panel == newest.id
        assert buttons(old) == [], "another panel took its place"


async def test_every_new_message_carries_its_nonce_and_names_whom_to_notify(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, Any]] = []
    real = hall.world.bot.http.send_message

    async def send(channel: int, *, params: Any) -> Any:
        sent.append(params.payload or json.loads(params.multipart[0]["value"]))
        return await real(channel, params=params)

    monkeypatch.setattr(hall.world.bot.http, "send_message", send)
    await hall.begin()
    match = await hall.stored()
    moment = round(match.created_at.timestamp() * 1e6)
    kinds = (
        (MessageKind.PANEL, 0, moment),
        (MessageKind.PANEL, 1, 0),
        (MessageKind.ASK, 1, 0),
        (MessageKind.ASK, 1, 1),
    )
    assert [each["nonce"] for each in sent] == [
        effects.outbox_message(match, kind, seq, match.created_at, mark=mark).nonce
        for kind, seq, mark in kinds
    ]
    assert all(each["enforce_nonce"] is True for each in sent)
    assert sent[0]["allowed_mentions"]["parse"] == []
    assert sent[1]["allowed_mentions"]["users"] == [hall.ann.id, hall.bo.id]
    assert all(not each["allowed_mentions"].get("users") for each in sent[2:])


async def test_a_stopped_sender_sends_nothing_more(hall: Hall) -> None:
    hall.world.bot.sender.stop()
    await hall.open()
    assert hall.panels == []
    assert len(await hall.waiting()) == 1


async def test_a_store_that_fails_ends_the_drain_and_the_next_one_delivers(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Sender._serve_due
    failures = iter([OSError("disk full")])

    async def failing(self: Sender) -> None:
        for failure in failures:
            raise failure
        await real(self)

    monkeypatch.setattr(Sender, "_serve_due", failing)
    await hall.open()
    assert hall.panels == []
    await hall.settled()
    assert len(hall.panels) == 1


async def test_a_thread_that_was_closed_still_gets_its_panel(hall: Hall) -> None:
    public = discord.ChannelType.public_thread
    thread = await hall.world.room(hall.channel).create_thread(name="match", type=public)
    hall.channel = hall.channel.threads[0]
    await hall.begin()
    await thread.edit(archived=True)
    await hall.play(hall.ann, "LAMP4")
    assert "Red has hidden a lamp." in told(hall.panels[-1])


@contextmanager
def next_commit_fails(hall: Hall, monkeypatch: pytest.MonkeyPatch, after: int) -> Iterator[None]:
    """Of the commits to come, the one after so many others."""
    real: Any = DefaultDialect.do_commit
    number = count()

    def commit(dialect: DefaultDialect, connection: Any) -> None:
        if next(number) == after:
            full()
        real(dialect, connection)

    with monkeypatch.context() as patched:
        patched.setattr(DefaultDialect, "do_commit", commit)
        yield


async def test_what_was_sent_and_could_not_be_noted_is_not_sent_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with next_commit_fails(hall, monkeypatch, after=1):
        await hall.open()
    assert len(hall.panels) == 1
    assert (await hall.stored()).panel is None
    await hall.world.env.advance_time(3600)
    assert len(hall.panels) == 1
    assert (await hall.stored()).panel == hall.panels[0].id
    assert await hall.waiting() == ()
    assert hall.world.bot.sender._deliveries._transport._posting._tried == {}


async def test_a_lobby_that_a_nonce_brings_back_is_edited_for_what_came_later(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with next_commit_fails(hall, monkeypatch, after=1):
        await hall.open()
    await hall.world.env.advance_time(1)
    await hall.join()
    await hall.world.env.advance_time(3600)
    (panel,) = hall.panels
    assert "- Green: Bo" in told(panel)
    assert await hall.waiting() == ()


async def test_no_nonce_tells_how_many_entries_there_are(hall: Hall) -> None:
    match = replace(await begun(hall), seq=0)
    nonces = [
        effects.outbox_message(match, MessageKind.TURN, seq, match.created_at).nonce
        for seq in range(99)
    ]
    assert len(set(nonces)) == 99
    assert {len(nonce) for nonce in nonces} == {24}
    other = replace(match, seed=bytes(32))
    assert effects.outbox_message(other, MessageKind.TURN, 0, match.created_at).nonce not in nonces


async def begun(hall: Hall) -> Match:
    await hall.begin()
    return await hall.stored()
