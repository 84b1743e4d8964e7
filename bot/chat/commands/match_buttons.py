"""Presses around a match: sitting down, looking, reading."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.chat import blocks
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of, person_of
from bot.chat.custom_ids import Action, CustomId
from bot.chat.history import log_file, log_pages
from bot.chat.message import Message
from bot.chat.panels import computer_levels, panel
from bot.chat.replies import OutOfDate, note
from bot.chat.safe_text import escape
from bot.play.lobby.seating import check_host, to_have
from bot.play.match.views import MatchView
from bot.play.receipts import Receipt
from bot.play.records import SeatingOrder, Status
from games.core.seats import Seat

PICK = "pick"
"""In the place of a seat: it comes from the select."""
_MOST_SEATS = 25


async def join(pressed: ComponentPress) -> None:
    """In the seat of the button, or of the select (``pick``); without either it may be asked."""
    sight = await pressed.sight()
    wanted = pressed.id.args[0] if pressed.id.args else ""
    if wanted == PICK:
        wanted = pressed.values[0] if pressed.values else "-"
    if wanted and not (wanted.isdecimal() and len(wanted) < 4):
        raise OutOfDate("There is no such seat.")
    seat = Seat(int(wanted)) if wanted else None
    await pressed.answer(await joined(pressed.interaction, sight, seat))


async def joined(interaction: Interaction, sight: MatchView, seat: Seat | None) -> Message:
    """Sat down, or the question where: nobody takes a computer player's seat unasked, nor one of
    several that differ. Raises a ``Refusal``."""
    match, user = sight.match, interaction.user.id
    if seat is None and match.status is not Status.OVER and not _sits(sight, user):
        seats = to_have(match, sight.holds)
        free = [each for each in seats if sight.holder(each) is None]
        alike = match.status is Status.LOBBY and match.seating is SeatingOrder.RANDOM
        if seats and not (free and (alike or len(seats) == 1)):
            return _which(sight, seats)
    lobby = context_of(interaction).house.lobby
    return told(await lobby.join(match.id, person_of(interaction), interaction.id, seat))


def _sits(sight: MatchView, user: int) -> bool:
    return any(hold.user == user for hold in sight.holds)


def _which(sight: MatchView, seats: Sequence[Seat]) -> Message:
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(CustomId(Action.JOIN, sight.match.id, (PICK,))),
        placeholder="Choose a seat …",
        options=[
            discord.SelectOption(label=_label(sight, seat)[:100], value=str(seat))
            for seat in seats[:_MOST_SEATS]
        ],
    )
    text = "Which seat do you want? If you take a computer player's seat, you play on in its place."
    if len(seats) > _MOST_SEATS:
        text += " For the other seats, name one: `/match join`."
    parts = (blocks.text(f"### {blocks.title(sight)}", text), ui.ActionRow(select))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _label(sight: MatchView, seat: Seat) -> str:
    """``Green (Computer 1)``; where seats are drawn, the name of the computer player alone."""
    hold = sight.holder(seat)
    drawn = sight.match.status is Status.LOBBY and sight.match.seating is SeatingOrder.RANDOM
    if hold is not None and drawn:
        return hold.name
    if sight.view is None:
        name = sight.game.meta.seat_names[sight.match.seats][seat]
    else:
        name = sight.game.words.seat(sight.view, seat)
    return name if hold is None else f"{name} ({hold.name})"


async def start(pressed: ComponentPress) -> None:
    await pressed.sight()
    lobby = pressed.desk.house.lobby
    receipt = await lobby.start(pressed.match, pressed.user, pressed.interaction.id)
    await pressed.answer(told(receipt))


async def rematch(pressed: ComponentPress) -> None:
    await pressed.sight()
    rematches = pressed.desk.house.rematches
    person = person_of(pressed.interaction)
    await pressed.answer(told(await rematches.ask(pressed.match, person, pressed.interaction.id)))


async def computer(pressed: ComponentPress) -> None:
    """Let a computer player sit down in a lobby, of a level that may be asked first, or get up."""
    sight = await pressed.sight()
    lobby, what = pressed.desk.house.lobby, pressed.argument(0)
    if what not in ("add", "remove"):
        raise OutOfDate("There is no such button any more.")
    by = (pressed.match, pressed.user, pressed.interaction.id)
    if what == "remove":
        await pressed.answer(told(await lobby.remove(*by)))
        return
    level = computer_levels.pressed(pressed, 1)
    if not level and sight.match.status is Status.LOBBY and len(computer_levels.of(sight)) > 1:
        check_host(sight.match, pressed.user)
        buttons = computer_levels.buttons(sight, "Computer player", Action.COMPUTER, "add")
        await pressed.answer(note("How well should the computer player play?", buttons))
        return
    await pressed.answer(told(await lobby.add_computer(*by, level=level)))


async def board(pressed: ComponentPress) -> None:
    """The presser's own view of the board, with the looks that the arguments name."""
    sight = await pressed.sight()
    looks = {name: name in pressed.id.args for name in ("text", "threats", "turned")}
    await pressed.answer(await panel.board(sight, pressed.desk.pictures, **looks))
    await pressed.desk.house.history.saw(sight, pressed.user)


async def log(pressed: ComponentPress) -> None:
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
