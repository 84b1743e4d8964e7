"""A match of Astralis without a single slash command after the first."""

from __future__ import annotations

import pytest

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, begin, buttons, choices, files, ids, words
from tests.chat.test_match_by_commands import W32, told_of


async def find(guest: Guest, asked: Told, value: str) -> Told:
    """Leaf through the pages of a select until ``value`` is on one."""
    while value not in choices(asked.message):
        asked = await guest.presses("Next", asked.message)
    return asked


async def play(guest: Guest, *path: str) -> Told:
    asked = await guest.presses("Make a move")
    assert asked.private
    for key in path:
        if "Confirm" in buttons(asked.message):
            break  # nothing could be planted there, so nothing was asked
        asked = await find(guest, asked, key)
        asked = await guest.picks(key, asked.message)
    return await guest.presses("Confirm", asked.message)


@pytest.mark.on_both
@pytest.mark.rules("W32")
async def test_a_whole_match_is_set_up_and_played_with_buttons(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="astralis", seating="choice")
    form = await ann.presses("Settings")
    size = next(each for each in ids(form.message) if each.endswith(":size"))
    await ann.picks("7", form.message, custom_id=size)
    await bo.presses("Join as Cyan")
    await bo.presses("Start")

    for number, move in enumerate(W32):
        guest = (ann, bo)[number % 2]
        _, dash, turn = move.partition("-")
        to, _, plant = turn.partition("+")
        done = await play(guest, to, plant or "none") if dash else await play(guest, move)
        assert told_of(move, number) in done.words
        if number == 4:
            await world.restart()
    match = await world.match()
    assert (match.status, match.shown) == (Status.OVER, 1 + len(W32))
    assert "Yellow wins by 5.5, 59 to 53.5." in words(ann.newest)
    assert set(buttons(ann.newest)) == {"Rematch", "Board", "Log", "Replay"}


@pytest.mark.rules("AST-44")
async def test_a_match_is_given_up_with_buttons_and_after_one_more_question(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="astralis", seating="choice")
    await bo.presses("Join as Cyan")
    await bo.presses("Start")
    await play(ann, "A4")
    orders = await ann.presses("My orders")
    assert "Nothing waits for you." in orders.words
    sure = await ann.presses("Draw, leave, resign …", orders.message)
    assert (await world.match()).status is Status.RUNNING
    done = await ann.presses("Resign", sure.message)
    assert "You have resigned" in done.words
    assert done.message.id == sure.message.id
    assert (await world.match()).status is Status.OVER
    assert "Yellow resigns: Cyan wins." in words(ann.newest)


async def test_the_preview_shows_the_board_after_the_move_and_plays_nothing(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, game="astralis")
    public = len(ann.place.history())
    asked = await ann.presses("Make a move")
    looked = await ann.picks("A4", asked.message)
    assert looked.message.id == asked.message.id
    assert looked.private
    assert "Your move: A4" in looked.words
    assert "A4" in alt_text(looked.message)
    assert (await world.match()).shown == 1
    assert len(ann.place.history()) == public
    back = await ann.presses("Back", looked.message)
    assert "A4" in choices(back.message)
    assert [file.filename for file in files(back.message)] == ["choices.png"]
    assert "1: A2. 2: A3. 3: A4. 4: A5. 5: A6. 6: A7." in alt_text(back.message)


@pytest.mark.parametrize("typed", ["a4", "A4", " a04 "])
async def test_a_typed_move_is_looked_at_and_then_confirmed(
    world: World, ann: Guest, bo: Guest, typed: str
) -> None:
    await begin(ann, bo, game="astralis")
    asked = await ann.presses("Make a move")
    form = await ann.presses("Type it", asked.message)
    looked = await ann.fills(form, text=typed)
    assert "Your move: A4" in looked.words
    assert (await world.match()).shown == 1
    done = await ann.presses("Confirm", looked.message)
    assert "Yellow places its ship on A4. It waits for Cyan's placement." in done.words
