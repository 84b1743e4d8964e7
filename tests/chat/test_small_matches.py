"""Matches of the games of the tests: secrets by DM, a die, squares, and points on a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.play.storage.records import Status
from tests import stakes
from tests.chat.conftest import World, a_world
from tests.chat.forms import faults_of_form
from tests.chat.guests import Guest, alt_text, buttons, words


async def hide(guest: Guest, lamp: str) -> None:
    asked = await guest.presses("Make a move")
    looked = await guest.picks(lamp, asked.message)
    await guest.presses("Confirm", looked.message)


@pytest.mark.rules("TOY-02", "TOY-03", "TOY-04", "TOY-06", "TOY-07")
async def test_a_match_with_secrets_and_a_die_is_played_to_its_result(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    ann = toy
    await hide(ann, "3")
    assert "Red has hidden a lamp" in words(ann.newest)
    assert "beacon 3" not in "\n".join(bo.reads() + cy.reads())

    await hide(bo, "5")
    panel = words(ann.newest)
    assert "The wind blows at beacon" in panel
    first, second = (ann, bo) if f"<@{ann.id}>" in panel else (bo, ann)

    await world.restart()
    for guest, move in ((first, "B3+2"), (second, "REST"), (first, "B5+1"), (second, "B1+3")):
        told = await guest.types("move", text=move)
        assert told.private
        does = " rests." if move == "REST" else f" lights beacon {move[1]}, {move[3]} high."
        assert does in told.words

    over = words(ann.newest)
    assert "Green wins: Red 5 – Green 6." in over
    assert "The lamp of Red was in beacon 3." in over
    assert (await world.match()).status is Status.OVER
    assert set(buttons(ann.newest)) == {"Rematch", "Board", "Log", "Check the dice", "Replay"}


async def test_what_a_seat_alone_may_know_comes_by_dm_and_is_on_its_private_page(
    toy: Guest, bo: Guest, cy: Guest
) -> None:
    await hide(toy, "4")
    orders = await toy.presses("My orders")
    assert orders.private
    assert "Your lamp is in beacon 4." in orders.words
    refused = await cy.presses("My orders")
    assert "You have no seat in this match" in refused.words
    assert "beacon 4" not in "\n".join(bo.reads() + cy.reads())
    board = await toy.presses("Board")
    assert "4: dark (your lamp)" not in alt_text(board.message)
    assert "beacon 4" in board.words


async def test_a_match_can_be_answered_from_a_dm(toy: Guest, bo: Guest) -> None:
    for guest in (toy, bo):
        page = await guest.opens("orders", "Reminders and DMs …")
        await guest.picks("both", page.message)
    await hide(toy, "1")
    await hide(bo, "2")
    first, second = (toy, bo) if f"<@{toy.id}>" in words(toy.newest) else (bo, toy)
    await first.types("move", text="REST")
    home = second.at_home
    assert "Light a beacon or rest. You have 4 oil." in home.reads()[-1]
    asked = await home.presses("Make a move")
    looked = await home.picks("R", asked.message)
    assert alt_text(looked.message).startswith("Beacons.")
    done = await home.presses("Confirm", looked.message)
    assert " rests." in done.words
    waiting = await first.at_home.types("orders")
    assert "Light a beacon or rest." in waiting.words
    idle = await home.types("orders")
    assert "No match waits for you." in idle.words


async def test_a_wish_for_dms_is_tried_at_once_and_can_be_taken_back(toy: Guest) -> None:
    page = await toy.opens("orders", "Reminders and DMs …")
    on = await toy.presses("DM me when a match is over: off", page.message)
    assert on.message.id == page.message.id
    home = toy.at_home.reads()
    assert home[-1] == "This is how I will write to you. Switch it off with `/orders`."
    off = await toy.presses("DM me when a match is over: on", on.message)
    assert "DM me when a match is over: off" in buttons(off.message)
    assert toy.at_home.reads() == home
    back = await toy.presses("My orders", off.message)
    assert "Your orders in Beacons" in back.words


async def test_noughts_and_crosses_is_played_to_its_result(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="noughts", seating="choice")
    await bo.presses("Join as Noughts")
    await ann.presses("Start")
    assert "Noughts and crosses. Crosses (Ann): nothing." in alt_text(ann.newest)

    asked = await ann.presses("Make a move")
    looked = await ann.picks("A1", asked.message)
    await ann.presses("Confirm", looked.message)
    refused = await bo.types("move", text="A1")
    assert "That square is taken.\nFree: B1, C1" in refused.words
    assert "Rule NAC-03, Taking a square." in refused.words
    for guest, square in ((bo, "B1"), (ann, "B2"), (bo, "C1"), (ann, "C3")):
        assert f" takes {square}." in (await guest.types("move", text=square)).words

    assert "Crosses wins." in words(ann.newest)
    assert "Crosses wins with A1, B2, C3." in alt_text(ann.newest)
    assert (await world.match()).status is Status.OVER


async def test_points_are_picked_and_typed(tmp_path: Path) -> None:
    async with a_world(tmp_path, also={stakes.GAME: stakes.RENDERER}) as world:
        ann, bo = world.guest("ann"), world.guest("bo")
        await ann.types("match new", game="stakes", seating="choice")
        await bo.presses("Join as Blue")
        await ann.presses("Start")
        asked = await ann.presses("Make a move")
        assert "1: N 6 in, to 4 3, as far as your rope goes." in alt_text(asked.message)
        looked = await ann.picks("N60", asked.message)
        await ann.presses("Confirm", looked.message)

        asked = await bo.presses("Make a move")
        assert "Type it" in buttons(asked.message)
        form = await bo.presses("Type it", asked.message)
        modal = form.result.modal
        assert modal is not None
        assert faults_of_form(modal) == ()
        refused = await bo.fills(form, text="20 15.1")
        assert "That is 6.1 in from your last stake.\nAt most 6 in." in refused.words
        looked = await bo.fills(await bo.presses("Type it", asked.message), text="20 14.9")
        assert "Your move: 20 14.9" in looked.words
        assert [label for label in buttons(looked.message) if " in" in label] == [
            f"{wind} 0.5 in" for wind in "NEW"
        ]
        looked = await bo.presses("N 0.5 in", looked.message)
        assert "Your move: 20 14.4" in looked.words
        done = await bo.presses("Confirm", looked.message)
        assert "Blue sets a stake at 20 14.4, 5.4 in away." in done.words
        assert "Blue sets a stake at 20 14.4" in words(ann.newest)
