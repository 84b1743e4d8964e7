"""Practice matches in a private thread, from a position of another match."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.chat.lobby import private_matches
from bot.chat.platform import blocks
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    board_button,
    get_context,
)
from bot.chat.platform.message import Message
from bot.play.history import forks
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import FORK
from games.core.types import Seat

_COMPUTERS, _ALONE = "computers", "alone"
"""Who plays the other seats."""
_PICK = "pick"
"""In the place of a seat: it comes from the select, with who plays the others."""


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """Ask who plays what, after a press below a board; the answer begins the match."""
    wanted = pressed.argument(0)
    if not (wanted.isdecimal() and len(wanted) < 7):
        raise OutOfDate("There is no such entry.")
    number = int(wanted)
    if len(pressed.id.args) == 1:
        page = await build_question(pressed.interaction, match_view, number)
    else:
        seat, others = _read_choice(pressed, match_view)
        page = await _begin(pressed.interaction, match_view, number, seat, others == _COMPUTERS)
    await pressed.answer(page)


async def build_question(interaction: Interaction, match_view: MatchView, number: int) -> Message:
    """Which seat, and who plays the others? Raises a ``Refusal`` where nothing can begin."""
    app, match = get_context(interaction).app, match_view.match.id
    await forks.check(app, match, interaction.user.id, number)
    ways = list(_ways(match_view))
    begin = blocks.button(
        f"Begin {ways[0].label}",
        Action.FORK,
        match,
        str(number),
        *ways[0].value.split("."),
        style=discord.ButtonStyle.primary,
    )
    text = blocks.text(
        f"### {blocks.title(match_view)}: what if?",
        f"A match for practice begins in a private thread, from the board after #{number}. "
        "It changes nothing here.",
    )
    hint = "Or choose who plays what …"
    select = blocks.select(ways, Action.FORK, match, str(number), _PICK, hint=hint)
    buttons = blocks.rows((begin, board_button(match)))
    return Message(blocks.layout(blocks.PRIVATE, (text, *buttons, select)))


def _ways(match_view: MatchView) -> Iterator[discord.SelectOption]:
    """The asker's own seat first, each against computer players first, where there are any."""
    own = match_view.seat or Seat(0)
    computers = match_view.game.computer is not None
    for seat in sorted(match_view.match.sides.all(), key=lambda seat: (seat != own, seat)):
        name = match_view.game.words.seat(match_view.view, seat)
        if computers:
            yield blocks.option(f"{seat}.{_COMPUTERS}", f"as {name}, against the computer")
        yield blocks.option(f"{seat}.{_ALONE}", f"as {name}, playing all sides")


def _read_choice(pressed: ComponentPress, match_view: MatchView) -> tuple[Seat, str]:
    seat, others = pressed.argument(1), "".join(pressed.id.args[2:3])
    if seat == _PICK:
        seat, _, others = "".join(pressed.values[:1]).partition(".")
    if others not in (_COMPUTERS, _ALONE) or not (seat.isdecimal() and len(seat) < 4):
        raise OutOfDate("There is no such seat.")
    if int(seat) >= match_view.match.seats:
        raise OutOfDate("There is no such seat.")
    return Seat(int(seat)), others


async def _begin(
    interaction: Interaction, match_view: MatchView, number: int, seat: Seat, computers: bool
) -> Message:
    """Raises a ``Refusal``; nothing is left behind then."""
    app, match = get_context(interaction).app, match_view.match.id
    await forks.check(app, match, interaction.user.id, number)
    return await private_matches.begin(
        interaction,
        f"{match_view.game.meta.title}: what if, from #{number}",
        FORK,
        lambda place: forks.start(app, match, place, number),
        seat=seat,
        computers=computers,
    )
