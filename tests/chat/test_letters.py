"""DMs: whom they reach, what they hold, and what nobody may conclude from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.play import effects
from bot.play.executor import Command
from bot.play.people import leaving
from bot.play.storage.outbox import MessageKind
from bot.play.storage.profiles import Player
from games.core.events import Step
from games.core.types import Decision, Seat
from tests.chat.guests import Guest, files
from tests.chat.hall import Hall, buttons, letters, pinged, sent_to_discord, told
from tests.toy.game import Move, State, Toy
from tests.toy.view import OwnLamp, ToyEvent


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the toy's rules: whatever Red does, Green alone learns that 6 is a good place."""
    real = Toy.apply

    def apply(
        self: Toy, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, ToyEvent]:
        step = real(self, state, seat, decision, move, found)
        more = (OwnLamp(lamp=6, only=(Seat(1),)),) if seat == 0 else ()
        return replace(step, events=(*step.events, *more))

    monkeypatch.setattr(Toy, "apply", apply)


async def test_a_turn_is_told_by_dm_to_those_who_want_it(hall: Hall) -> None:
    await hall.preferences(hall.ann, dm_turn=True)
    await hall.preferences(hall.bo, dm_turn=True)
    first, second = await hall.to_the_turns()
    assert letters(second, "It is your turn") == []
    before = len(letters(first, "It is your turn"))
    await hall.play(first, "REST")
    (letter,) = letters(second, "It is your turn")
    names = (
        "You are Red; the others: Green (Bo)."
        if second is hall.ann
        else "You are Green; the others: Red"
    )
    assert (
        "**▶️ It is your turn.**\n"
        "**The wind blows at beacon 5.**\n"
        "Light a beacon or rest. You have 4 oil." in told(letter)
    )
    assert names in told(letter)
    ways = ["Make a move", "Board", "My orders", "Go to the match", "No more of these"]
    assert buttons(letter) == ways
    link = f"https://discord.com/channels/{hall.world.guild.id}/{hall.channel.id}/"
    assert link in str([each.to_dict() for each in letter.components])
    assert files(letter)[0].filename == "board-5.png"
    assert len(letters(first, "It is your turn")) == before


async def test_what_is_chosen_in_secret_is_asked_by_dm_at_the_start_and_answered_there(
    hall: Hall,
) -> None:
    await hall.begin()
    (asking,), (other,) = letters(hall.ann), letters(hall.bo)
    choose = "**🤫 Choose in secret:**\nHide your lamp in one of the beacons, 1 to 6."
    assert choose in told(asking)
    assert choose in told(other)
    assert "You are Green; the others: Red (Ann)." in told(other)
    assert buttons(asking) == ["Make a move", "Board", "My orders", "Go to the match"]
    assert files(asking)[0].filename == "board-1.png"

    home = Guest(hall.ann, hall.ann, hall.ann.dm_channel)
    asked = await home.presses("Make a move", asking)
    assert [each.filename for each in files(asked.message)] == ["board-1.png"]
    looked = await home.picks("4", asked.message)
    done = await home.presses("Confirm", looked.message)
    assert "Your lamp is in beacon 4." in done.words
    await hall.settled()
    assert "Red has hidden a lamp." in told(hall.panels[-1])
    assert len(letters(hall.ann, "Your lamp is in beacon 4.")) == 1
    assert len(letters(hall.ann, "Choose in secret")) == 1
    assert letters(hall.bo) == [other]
    late = await home.presses("Make a move", asking)
    assert "It is not your turn." in late.words


async def test_a_secret_choice_is_no_turn_to_be_told_of(hall: Hall) -> None:
    await hall.preferences(hall.ann, dm_turn=True)
    await hall.begin()
    await hall.post(MessageKind.TURN, 1, hall.ann)
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
        "**Red has hidden a lamp.**\n"
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
    await hall.preferences(first, dm_turn=True)
    await hall.post(MessageKind.TURN, start, first)
    assert letters(first, "It is your turn") == []
    await hall.play(first, "REST")
    await hall.preferences(second, dm_turn=True)
    match = await hall.stored()
    twice = [
        effects.outbox_message(
            match, MessageKind.TURN, seq, hall.world.env.now(), user=second.id, mark=1
        )
        for seq in (start, match.seq)
    ]
    async with hall.world.app.store.writing() as work:
        await work.post(tuple(twice))
        await work.commit()
    await hall.settled()
    assert len(letters(second, "It is your turn")) == 1
    assert await hall.waiting() == ()


async def test_the_end_is_told_by_dm_to_those_who_want_it_with_a_replay_and_a_rematch(
    hall: Hall,
) -> None:
    await hall.begin()
    await hall.preferences(hall.bo, dm_over=True)
    await leaving.resign(hall.world.app, Command(hall.match, hall.ann.id, next(hall.presses)))
    await hall.settled()
    (letter,) = letters(hall.bo, "The match is over.")
    assert "Green wins" in told(letter)
    assert buttons(letter) == ["Rematch", "Replay", "Board", "Go to the match", "No more of these"]
    assert [file.filename.partition("-")[0] for file in files(letter)] == ["result", "board"]
    assert letters(hall.ann, "The match is over.") == []
    home = Guest(hall.bo, hall.bo, hall.bo.dm_channel)
    assert "Replay: Beacons" in (await home.presses("Replay", letter)).words
    hall.world.seed += 1  # or the new match would have the id of the old one
    await hall.world.restart()
    again = await home.presses("Rematch", letter)
    assert "The lobby of the rematch is open, and you have a seat." in again.words
    assert "Another round, with the seats swapped." in told(hall.panels[-1])


async def test_a_secret_goes_to_its_seat_alone_and_once(hall: Hall) -> None:
    await hall.begin()
    await hall.play(hall.ann, "LAMP4")
    _, letter = letters(hall.ann)
    assert "**🤫 For your eyes only:**\nYour lamp is in beacon 4.\n" in told(letter)
    assert "Red has hidden a lamp." not in told(letter)
    assert buttons(letter) == ["Board", "My orders", "Go to the match"]
    before = [each.id for user in (hall.ann, hall.bo) for each in letters(user)]
    assert len(before) == 3
    assert all("beacon 4" not in told(each) for each in (*letters(hall.bo), *hall.panels))
    await hall.post(MessageKind.ASK, 1, hall.ann)  # it is answered
    await hall.post(MessageKind.SECRET, 2, hall.bo)  # it is none for that seat
    assert [each.id for user in (hall.ann, hall.bo) for each in letters(user)] == before
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
    assert not files(notice)
    assert (await hall.player(hall.ann)).dm_closed_at == hall.world.env.now()
    assert len(letters(hall.bo)) == 1
    count_before = sent_to_discord(hall, "POST")
    await hall.post(MessageKind.ASK, 1, hall.ann)
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
    await hall.post(MessageKind.ASK, 1, hall.ann)
    assert (await hall.player(hall.ann)).dm_closed_at == hall.world.env.now()
    assert await hall.waiting() == ()


async def test_a_wish_for_dms_survives_that_they_are_closed(hall: Hall) -> None:
    await hall.preferences(hall.bo, dm_turn=True, dm_over=True)
    hall.close_dms(hall.bo, 50278)
    await hall.begin()
    assert await hall.player(hall.bo) == Player(
        hall.bo.id, dm_turn=True, dm_over=True, dm_closed_at=hall.world.env.now()
    )
    assert await hall.waiting() == ()
