"""Presses around a match: sitting down, looking, reading."""

from __future__ import annotations

from bot.chat import log_file, log_pages, panel
from bot.chat.answers import OutOfDate, note
from bot.chat.desk import person_of
from bot.chat.message import Message
from bot.chat.pressed import Pressed
from bot.chat.safe_text import escape
from bot.play.receipts import Receipt
from games.core.seats import Seat


async def join(pressed: Pressed) -> None:
    await pressed.sight()
    wanted = pressed.id.args[0] if pressed.id.args else ""
    if wanted and not (wanted.isdecimal() and len(wanted) < 4):
        raise OutOfDate("There is no such seat.")
    seat = Seat(int(wanted)) if wanted else None
    lobby = pressed.desk.house.lobby
    person = person_of(pressed.interaction)
    receipt = await lobby.join(pressed.match, person, pressed.interaction.id, seat)
    await pressed.answer(told(receipt))


async def start(pressed: Pressed) -> None:
    await pressed.sight()
    lobby = pressed.desk.house.lobby
    receipt = await lobby.start(pressed.match, pressed.user, pressed.interaction.id)
    await pressed.answer(told(receipt))


async def rematch(pressed: Pressed) -> None:
    await pressed.sight()
    rematches = pressed.desk.house.rematches
    person = person_of(pressed.interaction)
    await pressed.answer(told(await rematches.ask(pressed.match, person, pressed.interaction.id)))


async def computer(pressed: Pressed) -> None:
    """Let a computer player sit down in a lobby, or get up."""
    await pressed.sight()
    lobby = pressed.desk.house.lobby
    act = {"add": lobby.add_computer, "remove": lobby.remove}.get(pressed.argument(0))
    if act is None:
        raise OutOfDate("There is no such button any more.")
    await pressed.answer(told(await act(pressed.match, pressed.user, pressed.interaction.id)))


async def board(pressed: Pressed) -> None:
    """The presser's own view of the board, with the looks that the arguments name."""
    sight = await pressed.sight()
    looks = {name: name in pressed.id.args for name in ("text", "threats", "turned")}
    await pressed.answer(await panel.board(sight, pressed.desk.pictures, **looks))
    await pressed.desk.house.history.saw(sight, pressed.user)


async def log(pressed: Pressed) -> None:
    sight = await pressed.sight()
    lines = await pressed.desk.house.eyes.log(pressed.match, sight.viewer)
    wanted = pressed.id.args[0] if pressed.id.args else ""
    if wanted == log_pages.FILE:
        await pressed.answer(log_file.page(sight, lines))
        return
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else None
    await pressed.answer(log_pages.page(sight, lines, number))


def told(receipt: Receipt) -> Message:
    return note(escape(receipt.text))
