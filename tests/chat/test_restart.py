"""Buttons, forms and lobbies of before a restart answer like new ones."""

from __future__ import annotations

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, words


async def test_a_lobby_of_before_a_restart_is_changed_fills_and_starts(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy")
    lobby = ann.newest
    form = await ann.presses("Settings")
    await world.restart()
    number = await ann.presses("Change 4", form.message)
    await world.restart()
    changed = await ann.fills(number, value="6")
    assert "Change 6" in buttons(changed.message)
    assert (await world.match()).settings == '{"oil":6}'
    await bo.presses("Join", lobby)
    assert "Bo" in words(ann.newest)
    assert ann.newest.id == lobby.id
    await world.restart()
    await ann.presses("Start", ann.newest)
    assert (await world.match()).status is Status.RUNNING


async def test_a_picker_and_a_form_of_before_a_restart_go_on_step_by_step(
    world: World, toy: Guest
) -> None:
    asked = await toy.presses("Make a move")
    await world.restart()
    looked = await toy.picks("2", asked.message)
    assert "Your move: LAMP2" in looked.words
    await world.restart()
    back = await toy.presses("Back", looked.message)
    form = await toy.presses("Type it", back.message)
    await world.restart()
    looked = await toy.fills(form, text="lamp 6")
    assert "Your move: LAMP6" in looked.words
    await world.restart()
    done = await toy.presses("Confirm", looked.message)
    assert "Your lamp is in beacon 6." in done.words
    assert "Red has hidden a lamp" in words(toy.newest)


async def test_what_was_committed_is_told_after_a_restart(world: World, toy: Guest) -> None:
    posts = f"/channels/{world.channel.id}/messages"
    before = toy.newest.id
    world.env.inject_error("POST", posts, status=503, times=12)
    told = await toy.types("move", text="LAMP1")
    assert "Your lamp is in beacon 1." in told.words
    for _ in range(8):
        await world.restart()
        await world.env.advance_time(1800)
        if toy.newest.id != before:
            break
    assert "Red has hidden a lamp" in words(toy.newest)


async def test_a_computer_player_that_was_cut_off_goes_on_after_the_start(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game="toy", computers=1)
    await ann.presses("Start")
    world.app.executor.go_on = lambda *_: None  # the process ends before the computer player thinks
    for _ in range(3):
        if f"<@{ann.id}>" not in words(ann.newest) and "secret" not in words(ann.newest):
            break
        text = "LAMP1" if "secret" in words(ann.newest) else "REST"
        await ann.types("move", text=text)
    before = (await world.match()).seq
    await world.restart()
    assert (await world.match()).seq > before
    assert f"<@{ann.id}>" in words(ann.newest) or "wins" in words(ann.newest)
