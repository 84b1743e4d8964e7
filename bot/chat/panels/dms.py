"""What players are told by DM, and the one line in the channel when that cannot be."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import partial

import discord

from bot.chat import blocks, limits
from bot.chat.blocks import Pressable, board_file, button, link_to, seat_name, title, who
from bot.chat.custom_ids import Action
from bot.chat.message import Message, attached
from bot.chat.panels import awaited, news
from bot.chat.panels.picture_names import look_of
from bot.chat.pictures import Picture, Pictures
from bot.chat.safe_text import escape, shortened, shown
from bot.play.match.views import LogLine, MatchView
from bot.play.profiles import Proposed
from bot.play.records import SeatHolder
from games.core.seats import Seat

_MOST_LINES = 12


async def turn(sight: MatchView, pictures: Pictures) -> Message:
    """The match waits for the seat whose sight this is."""
    asks = asked(sight, secret=False)
    return _letter(sight, "▶️ It is your turn.", (), asks, await _drawn(sight, pictures), "turn")


async def secret(
    sight: MatchView, learned: tuple[str, ...], pictures: Pictures, *, asks: tuple[str, ...] = ()
) -> Message:
    """What the seat alone has learned and is asked, with the board as it sees it."""
    opening = "🤫 For your eyes only:" if learned else "🤫 Choose in secret:"
    return _letter(sight, opening, learned, asks, await _drawn(sight, pictures))


def asked(sight: MatchView, *, secret: bool) -> tuple[str, ...]:
    """What the seat whose sight this is must answer: in secret, or as its turn."""
    return tuple(
        sight.game.words.ask(sight.view, decision)
        for decision in sight.mine
        if decision.secret == secret and (secret or decision.waits)
    )


async def reminder(sight: MatchView, keys: Container[str], pictures: Pictures) -> Message:
    """The time for some of what the seat is asked runs out."""
    asks = tuple(
        sight.game.words.ask(sight.view, decision)
        for decision in sight.mine
        if decision.key in keys
    )
    return _letter(sight, "⏰ Your time is running out.", (), asks, await _drawn(sight, pictures))


async def over(sight: MatchView, pictures: Pictures) -> Message:
    """The result."""
    said = sight.result or sight.game.words.standing(sight.view)
    return _letter(
        sight, "🏁 The match is over.", (said,), (), await _drawn(sight, pictures), "over"
    )


def vacant(sight: MatchView, line: LogLine, *, claim: bool) -> Message:
    """Somebody has left a seat: what the reader can do now."""
    seat = "" if line.seat is None else seat_name(sight, line.seat)
    name = shown(line.text)
    loss = f"the match ends against it, the rating loss is {name}'s."
    choices = f"Anybody can take the seat over. If {loss}"
    if claim:
        choices = (
            f"You can claim the win now, or wait: anybody can take the seat over, and if {loss}"
        )
    buttons = [link_to(sight.match, "Go to the match")]
    if claim:
        buttons.insert(0, claim_button(sight))
    parts = (
        blocks.text(
            f"### {title(sight)}",
            f"🪑 {name} has left {seat}. {choices}",
        ),
        *blocks.rows(buttons),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def claim_button(sight: MatchView) -> Pressable:
    style = discord.ButtonStyle.primary
    args = ("ask", Proposed.CLAIM.value)
    return button("Claim the win", Action.PROPOSE, sight.match.id, *args, style=style)


def removed(sight: MatchView, line: LogLine) -> Message:
    """Others have given the reader's seat away, and why."""
    parts = (
        blocks.text(
            f"### {title(sight)}",
            f"**{_put_out(sight, line)}**",
            news.paragraph(sight, line),
        ),
        *blocks.rows((link_to(sight.match, "Go to the match"),)),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def removed_aloud(public: MatchView, line: LogLine, user: int) -> Message:
    """The same in the channel, to somebody who cannot be reached by DM."""
    parts = (blocks.text(f"<@{user}>: {_put_out(public, line)}"),)
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(user,))


def _put_out(sight: MatchView, line: LogLine) -> str:
    seat = "" if line.seat is None else seat_name(sight, line.seat)
    if line.referee:
        return f"🚪 The referee has taken your seat: you no longer hold {seat}."
    return (
        f"🚪 The other players have voted you out: you no longer hold {seat}. You can "
        "take it again with `/match join` while nobody else has."
    )


def closed(public: MatchView, hold: SeatHolder) -> Message:
    """In the channel: this player cannot be reached by DM. Says nothing of what it was about."""
    line = (
        f"<@{hold.user}> ({seat_name(public, hold.seat)}), your DMs are closed to me. "
        "Press **My orders** to see here, in private, what I would have sent."
    )
    orders = button("My orders", Action.ORDERS, public.match.id, style=discord.ButtonStyle.primary)
    parts = (blocks.text(line), *blocks.rows((orders,)))
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(hold.user,) if hold.user else ())


async def _drawn(sight: MatchView, pictures: Pictures) -> Picture:
    return await pictures.of(sight.match.game, sight.view, look_of(sight))


def _letter(
    sight: MatchView,
    opening: str,
    lines: tuple[str, ...],
    asks: tuple[str, ...],
    drawn: Picture,
    wish: str = "",
) -> Message:
    """The lines may be too many, and the last ones fall away; what is asked stays.

    ``opening``  its first words
    ``wish`` is the one that brought this message; a button takes it back.
    """
    most = min(len(lines), _MOST_LINES)
    return limits.fitting(
        partial(_laid_out, sight, opening, (*lines[:count], *asks), drawn, wish)
        for count in range(most, -1, -1)
    )


def _laid_out(
    sight: MatchView, opening: str, lines: tuple[str, ...], drawn: Picture, wish: str
) -> Message:
    files = attached(drawn, board_file(sight))
    told = (escape(shortened(line, 400)) for line in lines)
    head = f"**{opening}**"
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(f"### {title(sight)}", head, *told, _time(sight), _table(sight)),
            *blocks.pictures(files),
            *blocks.rows(_buttons(sight, wish)),
        ),
    )
    return Message(view, files)


def _time(sight: MatchView) -> str:
    """Until when the seat must answer, and what happens otherwise, for what is due first."""
    first = awaited.first_due(sight, sight.mine)
    return "" if first is None else f"-# {awaited.time_left(sight, first)}"


def _table(sight: MatchView) -> str:
    """Which of one's matches this is: the own seat, and those of the others."""
    others = [Seat(number) for number in range(sight.match.seats) if number != sight.seat]
    own = sight.seat
    if own is None:
        return f"-# The others: {_names(sight, others)}."
    seat, teams = seat_name(sight, own), sight.match.sides.teams
    if len(set(teams)) == len(teams):
        return f"-# You are {seat}; the others: {_names(sight, others)}."
    mates = [each for each in others if teams[each] == teams[own]]
    against = _names(sight, (each for each in others if each not in mates))
    if not mates:
        return f"-# You are {seat}; nobody is with you; against you: {against}."
    beside = _names(sight, mates)
    return f"-# You are {seat}; with you: {beside}; against you: {against}."


def _names(sight: MatchView, seats: Iterable[Seat]) -> str:
    return ", ".join(who(sight, seat) for seat in seats)


def _buttons(sight: MatchView, wish: str) -> tuple[Pressable, ...]:
    match = sight.match.id
    buttons: list[Pressable] = []
    if sight.mine:
        green = discord.ButtonStyle.success
        buttons.append(button("Make a move", Action.PLAY, match, style=green))
    if sight.ending is None:
        buttons.append(button("My orders", Action.ORDERS, match))
    if sight.match.gone_at is None:
        buttons.append(link_to(sight.match, "Go to the match"))
    if wish:
        buttons.append(button("No more of these", Action.WISH, None, wish, "off"))
    return tuple(buttons)
