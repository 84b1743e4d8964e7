"""Another round, asked for with the button below a match that is over."""

from __future__ import annotations

import pytest

from bot.chat.commands import match_buttons
from bot.chat.platform.custom_ids import Action
from bot.chat.router import HANDLERS, Handler, with_match
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, twice, words


async def over(toy: Guest, bo: Guest) -> None:
    await bo.resigns()
    assert "Rematch" in buttons(toy.newest)


async def test_both_press_rematch_and_play_with_swapped_seats(
    world: World, toy: Guest, bo: Guest
) -> None:
    await over(toy, bo)
    ended = toy.newest
    world.seed += 1  # or the new match would have the id of the old one
    await world.restart()
    told = await bo.presses("Rematch", ended)
    assert told.private
    assert "The lobby of the rematch is open, and you have a seat." in told.words
    lobby = toy.newest
    assert [user.id for user in lobby.mentions] == [toy.id]
    assert "🔁 Another round, with the seats swapped." in words(lobby)
    assert f"It waits for <@{toy.id}>." in words(lobby)
    assert f"Red: {bo.user.name.capitalize()}" in words(lobby)
    assert "Green: *free*" in words(lobby)
    await toy.presses("Rematch", ended)
    assert "All seats are taken." in words(toy.newest)
    assert "It waits for" not in words(toy.newest)
    await toy.presses("Start")
    assert (await world.match()).status is Status.RUNNING
    assert [holder.user for holder in await world.holders()] == [bo.id, toy.id]
    again = await toy.presses("Rematch", ended)
    assert "has already begun" in again.words


async def test_two_presses_on_rematch_at_once_open_one_and_give_one_seat(
    world: World, toy: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    await over(toy, bo)
    pressed_twice = Handler(twice(with_match(match_buttons.start_rematch)))
    monkeypatch.setitem(HANDLERS, Action.REMATCH, pressed_twice)
    told = await bo.presses("Rematch")
    # Which of the two is answered first is chance.
    answers = ("rematch is now open", "You already have a seat in this match.")
    assert any(answer in told.words for answer in answers)
    assert (await world.store.counts())["matches"] == 2
    (holder,) = await world.holders()
    assert holder.user == bo.id
    assert f"It waits for <@{toy.id}>." in words(toy.newest)
