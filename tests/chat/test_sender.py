"""The outbox, seen from the channel and the DMs of a simulated Discord."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import simcord

from bot.chat.deliveries import Deliveries
from bot.chat.sender import Sender
from bot.play import effects
from bot.play.lobby import Opening, Person
from bot.play.records import Errand, Match, MatchId, Parcel, Player, Seating
from bot.play.table import Submit, Typed
from games.core.contract import Step
from games.core.decisions import Decision
from games.core.seats import Seat
from tests.chat.conftest import World
from tests.chat.guests import Guest
from tests.toy.game import Toy
from tests.toy.state import Move, State
from tests.toy.view import OwnLamp, ToyEvent


@dataclass
class Hall:
    """A channel, two players, and a match that is driven past the commands."""

    world: World
    channel: simcord.ChannelHandle
    ann: simcord.UserHandle
    bo: simcord.UserHandle
    presses: Iterator[int]
    match: MatchId = field(init=False)

    async def open(self, ann: str = "Ann") -> None:
        house, host = self.world.house, Person(self.ann.id, ann)
        wish = Opening(
            self.world.guild.id,
            self.channel.id,
            host,
            "toy",
            next(self.presses),
            seating=Seating.CHOICE,
        )
        self.match = (await house.lobby.open(wish)).match
        await self.settled()

    async def join(self, name: str = "Bo") -> None:
        person = Person(self.bo.id, name)
        await self.world.house.lobby.join(self.match, person, next(self.presses))
        await self.settled()

    async def start(self) -> None:
        await self.world.house.lobby.start(self.match, self.ann.id, next(self.presses))
        await self.settled()

    async def begin(self, ann: str = "Ann", bo: str = "Bo") -> None:
        await self.open(ann)
        await self.join(bo)
        await self.start()

    async def play(self, user: simcord.UserHandle, text: str) -> None:
        wish = Submit(self.match, user.id, Typed(text), next(self.presses))
        await self.world.house.table.submit(wish)
        await self.settled()

    async def to_the_turns(self) -> tuple[simcord.UserHandle, simcord.UserHandle]:
        """Both lamps hidden; who is to move first, and the other."""
        await self.begin()
        await self.play(self.ann, "LAMP4")
        await self.play(self.bo, "LAMP2")
        sight = await self.world.house.eyes.by_public(self.match)
        players = (self.ann, self.bo)
        return players[sight.awaited[0]], players[1 - sight.awaited[0]]

    async def settled(self) -> None:
        await self.world.bot.sender.drain()

    async def wishes(self, user: simcord.UserHandle, **wishes: Any) -> None:
        async with self.world.house.store.writing() as work:
            await work.keep_player(Player(user.id, **wishes))
            await work.commit()

    async def player(self, user: simcord.UserHandle) -> Player:
        async with self.world.house.store.reading() as reader:
            return await reader.player(user.id)

    async def stored(self) -> Match:
        async with self.world.house.store.reading() as reader:
            match = await reader.match(self.match)
        assert match is not None
        return match

    async def post(
        self, errand: Errand, seq: int, user: simcord.UserHandle | None = None, **more: Any
    ) -> None:
        match = await self.stored()
        parcel = effects.parcel(
            match, errand, seq, self.world.env.now(), user=user.id if user else None
        )
        async with self.world.house.store.writing() as work:
            await work.post((replace(parcel, **more),))
            await work.commit()
        await self.settled()

    async def waiting(self) -> tuple[Parcel, ...]:
        async with self.world.house.store.reading() as reader:
            return await reader.due_parcels(self.world.env.now() + timedelta(hours=1), 100)

    def close_dms(self, user: simcord.UserHandle, code: int = 50007) -> None:
        self.fail("POST", f"/channels/{user.dm_channel.id}/messages", 403, code, times=None)

    def fail(self, method: str, path: str, status: int, code: int, times: int | None = 1) -> None:
        self.world.env.inject_error(method, path, status=status, code=code, times=times)

    @property
    def messages(self) -> str:
        return f"/channels/{self.channel.id}/messages"

    @property
    def panels(self) -> list[discord.Message]:
        return self.channel.history()


@pytest.fixture
def hall(world: World) -> Hall:
    ann, bo = world.env.create_user("ann"), world.env.create_user("bo")
    world.guild.add_member(ann)
    world.guild.add_member(bo)
    return Hall(world, world.channel, ann, bo, count(1))


def told(message: discord.Message) -> str:
    view = discord.ui.LayoutView.from_message(message)
    texts = (part for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay))
    return "\n".join(part.content for part in texts)


def letters(user: simcord.UserHandle, about: str = "") -> list[discord.Message]:
    """The DMs in which ``about`` stands, oldest first."""
    return [letter for letter in user.dm_channel.history() if about in told(letter)]


def buttons(message: discord.Message) -> list[str | None]:
    view = discord.ui.LayoutView.from_message(message)
    return [part.label for part in view.walk_children() if isinstance(part, discord.ui.Button)]


def pinged(message: discord.Message) -> set[int]:
    assert not message.mention_everyone
    assert not message.role_mentions
    return {user.id for user in message.mentions}


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the toy's rules: whatever Red does, Green alone learns that 6 is a good place."""
    real = Toy.apply

    def apply(
        self: Toy, state: State, seat: Seat, decision: Decision, move: Move
    ) -> Step[State, ToyEvent]:
        step = real(self, state, seat, decision, move)
        more = (OwnLamp(lamp=6, only=(Seat(1),)),) if seat == 0 else ()
        return replace(step, events=(*step.events, *more))

    monkeypatch.setattr(Toy, "apply", apply)


def sent_to_discord(hall: Hall, method: str) -> int:
    return sum(request.method == method for request in hall.world.env.http_requests)


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
    assert buttons(panel) == ["Make a move", "My orders", "Board", "Log"]
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
    assert await old.attachments[0].read() == await before.attachments[0].read()
    assert old.attachments[0].filename == "board-4.png"
    assert "lights beacon 1, 2 high." in told(new)
    assert new.attachments[0].filename == "board-5.png"
    assert (new.attachments[0].description or "").startswith("Beacons. 1 of 6 burn.")
    assert buttons(new)[0] == "Make a move"
    assert pinged(new) == {second.id}
    assert (await hall.stored()).panel == new.id


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
    assert buttons(last) == ["Board", "Log"]
    assert pinged(last) == set()


async def test_panels_that_could_not_leave_are_told_together_after_a_restart(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 503, 0, times=2)
    await hall.play(first, "B1+2")
    await hall.play(second, "B3+1")
    assert len(hall.panels) == 4
    assert {parcel.seq: parcel.tries for parcel in await hall.waiting()} == {5: 2, 6: 1}
    await hall.world.restart()
    await hall.world.env.advance_time(3600)
    new = hall.panels[-1]
    assert len(hall.panels) == 5
    assert "lights beacon 1, 2 high." in told(new)
    assert "lights beacon 3, 1 high." in told(new)
    assert pinged(new) == {first.id}
    assert buttons(hall.panels[-2]) == []
    assert await hall.waiting() == ()


async def test_a_parcel_of_a_gone_channel_is_parked_and_the_next_match_goes_on(
    hall: Hall,
) -> None:
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
        await hall.post(Errand.RETIRE, 1, message=1, tries=19)
    (parcel,) = await hall.waiting()
    assert parcel.tries == 20
    assert parcel.due_at > hall.world.env.now()
    await hall.post(Errand.RETIRE, 1, message=1, tries=20)
    assert [each.tries for each in await hall.waiting()] == [20]
    assert "LAMP4" not in caplog.text + str([record.__dict__ for record in caplog.records])


async def test_a_turn_is_told_by_dm_to_those_who_want_it(hall: Hall) -> None:
    await hall.wishes(hall.ann, dm_turn=True)
    await hall.wishes(hall.bo, dm_turn=True)
    first, second = await hall.to_the_turns()
    assert letters(second, "It is your turn") == []
    before = len(letters(first, "It is your turn"))
    await hall.play(first, "REST")
    (letter,) = letters(second, "It is your turn")
    names = "You are Red; with Green (Bo)." if second is hall.ann else "You are Green; with Red"
    assert "**▶️ It is your turn.**\nLight a beacon or rest. You have 4 oil." in told(letter)
    assert names in told(letter)
    assert buttons(letter) == ["Make a move", "My orders", "Go to the match", "No more of these"]
    assert letter.attachments[0].filename == "board-5.png"
    assert len(letters(first, "It is your turn")) == before


async def test_what_is_chosen_in_secret_is_asked_by_dm_at_the_start_and_answered_there(
    hall: Hall,
) -> None:
    await hall.begin()
    (asking,), (other,) = letters(hall.ann), letters(hall.bo)
    choose = "**🤫 Choose in secret:**\nHide your lamp in one of the beacons, 1 to 6."
    assert choose in told(asking)
    assert choose in told(other)
    assert "You are Green; with Red (Ann)." in told(other)
    assert buttons(asking) == ["Make a move", "My orders", "Go to the match"]
    assert asking.attachments[0].filename == "board-1.png"

    home = Guest(hall.ann, hall.ann, hall.ann.dm_channel)
    asked = await home.presses("Make a move", asking)
    looked = await home.picks("4", asked.message)
    done = await home.presses("Confirm", looked.message)
    assert "Recorded: LAMP4" in done.words
    await hall.settled()
    assert "Red has hidden a lamp." in told(hall.panels[-1])
    assert len(letters(hall.ann, "Your lamp is in beacon 4.")) == 1
    assert len(letters(hall.ann, "Choose in secret")) == 1
    assert letters(hall.bo) == [other]
    late = await home.presses("Make a move", asking)
    assert "does not wait for you" in late.words


async def test_an_answered_secret_choice_is_not_asked_for_late(hall: Hall) -> None:
    await hall.begin()
    await hall.play(hall.ann, "LAMP4")
    before = [letter.id for letter in letters(hall.ann)]
    await hall.post(Errand.ASK, 1, hall.ann)
    assert [letter.id for letter in letters(hall.ann)] == before
    assert await hall.waiting() == ()


async def test_a_secret_choice_is_no_turn_to_be_told_of(hall: Hall) -> None:
    await hall.wishes(hall.ann, dm_turn=True)
    await hall.begin()
    await hall.post(Errand.TURN, 1, hall.ann)
    assert letters(hall.ann, "It is your turn") == []
    assert len(letters(hall.ann)) == 1


@pytest.mark.usefixtures("spies")
async def test_what_one_learns_and_what_one_is_asked_come_in_one_letter(hall: Hall) -> None:
    hall.fail("POST", f"/channels/{hall.bo.dm_channel.id}/messages", 503, 0)
    await hall.begin()
    assert letters(hall.bo) == []
    await hall.play(hall.ann, "LAMP4")
    (letter,) = letters(hall.bo)
    assert (
        "**🤫 For your eyes only:**\n"
        "Your lamp is in beacon 6.\n"
        "Hide your lamp in one of the beacons, 1 to 6.\n"
    ) in told(letter)
    assert await hall.waiting() == ()


@pytest.mark.usefixtures("spies")
async def test_who_has_been_asked_already_is_not_asked_again_with_each_secret(hall: Hall) -> None:
    await hall.begin()
    await hall.play(hall.ann, "LAMP4")
    asking, letter = letters(hall.bo)
    assert "Hide your lamp" in told(asking)
    assert "beacon 6." in told(letter)
    assert "Hide your lamp" not in told(letter)


async def test_nobody_is_told_of_a_turn_without_wishing_it(hall: Hall) -> None:
    first, _ = await hall.to_the_turns()
    await hall.play(first, "REST")
    assert letters(hall.ann, "It is your turn") == letters(hall.bo, "It is your turn") == []
    assert await hall.waiting() == ()


async def test_a_turn_is_told_once_and_not_after_it_was_answered(hall: Hall) -> None:
    first, second = await hall.to_the_turns()
    start = (await hall.stored()).seq
    await hall.play(first, "REST")
    await hall.play(second, "REST")
    await hall.wishes(first, dm_turn=True)
    await hall.post(Errand.TURN, start, first)
    assert letters(first, "It is your turn") == []
    await hall.play(first, "REST")
    await hall.wishes(second, dm_turn=True)
    match = await hall.stored()
    twice = [
        effects.parcel(match, Errand.TURN, seq, hall.world.env.now(), user=second.id, seat=1)
        for seq in (start, match.seq)
    ]
    async with hall.world.house.store.writing() as work:
        await work.post(tuple(twice))
        await work.commit()
    await hall.settled()
    assert len(letters(second, "It is your turn")) == 1
    assert await hall.waiting() == ()


async def test_the_end_is_told_by_dm_to_those_who_want_it(hall: Hall) -> None:
    await hall.begin()
    await hall.wishes(hall.bo, dm_over=True)
    await hall.world.house.table.resign(hall.match, hall.ann.id, next(hall.presses))
    await hall.settled()
    (letter,) = letters(hall.bo, "The match is over.")
    assert "Green wins" in told(letter)
    assert buttons(letter) == ["Go to the match", "No more of these"]
    assert letters(hall.ann, "The match is over.") == []


async def test_a_secret_goes_to_its_seat_alone(hall: Hall) -> None:
    await hall.begin()
    await hall.play(hall.ann, "LAMP4")
    _, letter = letters(hall.ann)
    assert "**🤫 For your eyes only:**\nYour lamp is in beacon 4.\n" in told(letter)
    assert "Red has hidden a lamp." not in told(letter)
    assert buttons(letter) == ["My orders", "Go to the match"]
    assert len(letters(hall.bo)) == 1
    assert all("beacon 4" not in told(each) for each in (*letters(hall.bo), *hall.panels))


async def test_an_entry_without_a_secret_for_the_seat_is_no_letter(hall: Hall) -> None:
    await hall.begin()
    await hall.play(hall.ann, "LAMP4")
    before = [letter.id for letter in letters(hall.bo)]
    await hall.post(Errand.SECRET, 2, hall.bo)
    assert [letter.id for letter in letters(hall.bo)] == before
    assert await hall.waiting() == ()


async def test_closed_dms_at_the_start_are_remembered_and_said_once_without_secrets(
    hall: Hall,
) -> None:
    hall.close_dms(hall.ann)
    await hall.begin()
    notice = hall.panels[-1]
    assert len(hall.panels) == 3
    assert told(notice) == (
        f"<@{hall.ann.id}> (Red), your DMs are closed to me. "
        "Press **My orders** to see here, in private, what I would have sent."
    )
    assert pinged(notice) == {hall.ann.id}
    assert buttons(notice) == ["My orders"]
    assert notice.attachments == []
    assert (await hall.player(hall.ann)).dm_closed_at == hall.world.env.now()
    assert len(letters(hall.bo)) == 1
    count_before = sent_to_discord(hall, "POST")
    await hall.post(Errand.ASK, 1, hall.ann)
    assert sent_to_discord(hall, "POST") == count_before
    await hall.play(hall.ann, "LAMP4")
    assert sent_to_discord(hall, "POST") == count_before + 1
    *_, said, panel = hall.panels
    assert said.id == notice.id
    assert "-# Red (Ann): your DMs are closed." in told(panel)
    assert "beacon 4" not in told(panel)
    assert "My orders" in buttons(panel)
    assert await hall.waiting() == ()


async def test_nothing_shows_that_somebody_with_closed_dms_learned_something(
    hall: Hall, spies: None
) -> None:
    await hall.begin()
    hall.close_dms(hall.ann)
    hall.close_dms(hall.bo)
    await hall.play(hall.ann, "LAMP4")
    hidden = hall.panels[-1]
    assert len(hall.panels) == 3
    assert "Red has hidden a lamp." in told(hidden)
    assert (await hall.player(hall.ann)).dm_closed_at is None
    assert (await hall.player(hall.bo)).dm_closed_at is None
    await hall.play(hall.bo, "LAMP2")
    assert len(hall.panels) == 4
    assert all("DMs are closed" not in told(each) for each in hall.panels)
    assert await hall.waiting() == ()


async def test_closed_dms_are_remembered_though_nobody_can_be_told(hall: Hall) -> None:
    await hall.begin()
    hall.close_dms(hall.ann)
    hall.fail("POST", hall.messages, 403, 50013)
    await hall.post(Errand.ASK, 1, hall.ann)
    assert (await hall.player(hall.ann)).dm_closed_at == hall.world.env.now()
    assert await hall.waiting() == ()


async def test_a_wish_for_dms_survives_that_they_are_closed(hall: Hall) -> None:
    await hall.wishes(hall.bo, dm_turn=True, dm_over=True)
    hall.close_dms(hall.bo, 50278)
    await hall.begin()
    assert await hall.player(hall.bo) == Player(
        hall.bo.id, dm_turn=True, dm_over=True, dm_closed_at=hall.world.env.now()
    )
    assert await hall.waiting() == ()


async def test_what_is_due_is_found_by_the_sweep(hall: Hall) -> None:
    await hall.open()
    match = await hall.stored()
    later = hall.world.env.now() + timedelta(minutes=3)
    parcel = replace(effects.parcel(match, Errand.REFRESH, 0, later), nonce="later")
    async with hall.world.house.store.writing() as work:
        await work.post((parcel,))
        await work.commit()
    await hall.settled()
    assert len(await hall.waiting()) == 1
    await hall.world.env.advance_time(1000)
    assert await hall.waiting() == ()
    assert sent_to_discord(hall, "PATCH") == 1


async def test_an_old_panel_that_is_gone_needs_no_retiring(hall: Hall) -> None:
    await hall.begin()
    old = hall.panels[0].id
    await hall.panels[0].delete()
    await hall.post(Errand.RETIRE, 1, message=old)
    assert await hall.waiting() == ()


async def test_the_live_panel_is_never_retired(hall: Hall) -> None:
    await hall.begin()
    live = (await hall.stored()).panel
    await hall.post(Errand.RETIRE, 1, message=live)
    assert "Make a move" in buttons(hall.panels[-1])


async def test_a_nonce_that_brings_back_an_earlier_panel_leaves_the_later_news_to_be_told(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await hall.to_the_turns()
    hall.fail("POST", hall.messages, 503, 0, times=2)
    await hall.play(first, "B1+2")
    await hall.play(second, "B3+1")
    earlier = SimpleNamespace(id=4711, attachments=[SimpleNamespace(filename="board-5.png")])
    nonces: list[str] = []
    real = Deliveries._post

    async def post(self: Deliveries, channel: int, message: Any, nonce: str) -> discord.Message:
        nonces.append(nonce)
        if len(nonces) == 1:
            return cast(discord.Message, earlier)
        return await real(self, channel, message, nonce)

    monkeypatch.setattr(Deliveries, "_post", post)
    await hall.world.env.advance_time(3600)
    assert nonces == [f"{hall.match}-5-p0", f"{hall.match}-6-p0"]
    assert len(hall.panels) == 5
    assert "lights beacon 3, 1 high." in told(hall.panels[-1])
    assert "lights beacon 1" not in told(hall.panels[-1])
    assert (await hall.stored()).panel == hall.panels[-1].id


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
    errands = ("0-p0", "1-p0", "1-a0", "1-a1")
    assert [each["nonce"] for each in sent] == [f"{hall.match}-{errand}" for errand in errands]
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
    real = Sender._round
    failures = iter([OSError("disk full")])

    async def failing(self: Sender) -> bool:
        for failure in failures:
            raise failure
        return await real(self)

    monkeypatch.setattr(Sender, "_round", failing)
    await hall.open()
    assert hall.panels == []
    await hall.settled()
    assert len(hall.panels) == 1


async def test_a_thread_that_was_closed_still_gets_its_panel(hall: Hall) -> None:
    room = hall.world.bot.get_channel(hall.channel.id)
    assert isinstance(room, discord.TextChannel)
    thread = await room.create_thread(name="match", type=discord.ChannelType.public_thread)
    hall.channel = hall.channel.threads[0]
    await hall.begin()
    await thread.edit(archived=True)
    await hall.play(hall.ann, "LAMP4")
    assert "Red has hidden a lamp." in told(hall.panels[-1])


async def test_a_panel_for_a_locked_thread_is_parked(hall: Hall) -> None:
    await hall.begin()
    hall.fail("POST", hall.messages, 400, 160005)
    await hall.play(hall.ann, "LAMP4")
    assert len(hall.panels) == 2
    assert await hall.waiting() == ()
