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
from bot.chat.replies import note
from bot.chat.safe_text import escape, shortened, shown
from bot.play.match import conditional_lines
from bot.play.match.views import LogLine, MatchView
from bot.play.profiles import Proposed
from bot.play.records import SeatHolder
from games.core.seats import Seat

_MOST_LINES = 12


async def turn(match_view: MatchView, pictures: Pictures) -> Message:
    """The match waits for the seat whose view this is."""
    asks = asked(match_view, secret=False)
    return _letter(
        match_view, "▶️ It is your turn.", (), asks, await _drawn(match_view, pictures), "turn"
    )


def dropped(match_view: MatchView, why: str) -> Message:
    """The letter to somebody whose conditional moves are void."""
    name = escape(match_view.game.meta.title)
    reasons: dict[str, str] = {
        conditional_lines.DropReason.ILLEGAL: "the next one was no longer legal",
        conditional_lines.DropReason.CHANGED: "something was undone or changed by the referee",
    }
    reason = reasons.get(why, "the match has changed")
    said = f"Your conditional moves in {name} were dropped: {reason}. You'll be asked again."
    return note(said, (link_to(match_view.match),))


async def secret(
    match_view: MatchView,
    learned: tuple[str, ...],
    pictures: Pictures,
    *,
    asks: tuple[str, ...] = (),
) -> Message:
    """What the seat alone has learned and is asked, with the board as it sees it."""
    opening = "🤫 For your eyes only:" if learned else "🤫 Choose in secret:"
    return _letter(match_view, opening, learned, asks, await _drawn(match_view, pictures))


def asked(match_view: MatchView, *, secret: bool) -> tuple[str, ...]:
    """What the seat whose view this is must answer: in secret, or as its turn."""
    return tuple(
        match_view.game.words.ask(match_view.view, decision)
        for decision in match_view.mine
        if decision.secret == secret and (secret or decision.waits)
    )


async def reminder(match_view: MatchView, keys: Container[str], pictures: Pictures) -> Message:
    """The time for some of what the seat is asked runs out."""
    asks = tuple(
        match_view.game.words.ask(match_view.view, decision)
        for decision in match_view.mine
        if decision.key in keys
    )
    return _letter(
        match_view, "⏰ Your time is running out.", (), asks, await _drawn(match_view, pictures)
    )


async def over(match_view: MatchView, pictures: Pictures) -> Message:
    """The result."""
    said = match_view.result or match_view.game.words.standing(match_view.view)
    return _letter(
        match_view, "🏁 The match is over.", (said,), (), await _drawn(match_view, pictures), "over"
    )


def vacant(match_view: MatchView, line: LogLine, *, claim: bool) -> Message:
    """Somebody has left a seat: what the reader can do now."""
    seat = "" if line.seat is None else seat_name(match_view, line.seat)
    name = shown(line.text)
    loss = f"the match ends against it, the rating loss is {name}'s."
    choices = f"Anybody can take the seat over. If {loss}"
    if claim:
        choices = (
            f"You can claim the win now, or wait: anybody can take the seat over, and if {loss}"
        )
    buttons = [link_to(match_view.match, "Go to the match")]
    if claim:
        buttons.insert(0, claim_button(match_view))
    parts = (
        blocks.text(
            f"### {title(match_view)}",
            f"🪑 {name} has left {seat}. {choices}",
        ),
        *blocks.rows(buttons),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def claim_button(match_view: MatchView) -> Pressable:
    style = discord.ButtonStyle.primary
    args = ("ask", Proposed.CLAIM.value)
    return button("Claim the win", Action.PROPOSE, match_view.match.id, *args, style=style)


def removed(match_view: MatchView, line: LogLine) -> Message:
    """Others have given the reader's seat away, and why."""
    parts = (
        blocks.text(
            f"### {title(match_view)}",
            f"**{_put_out(match_view, line)}**",
            news.paragraph(match_view, line),
        ),
        *blocks.rows((link_to(match_view.match, "Go to the match"),)),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def removed_aloud(public: MatchView, line: LogLine, user: int) -> Message:
    """The same in the channel, to somebody who cannot be reached by DM."""
    parts = (blocks.text(f"<@{user}>: {_put_out(public, line)}"),)
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(user,))


def _put_out(match_view: MatchView, line: LogLine) -> str:
    seat = "" if line.seat is None else seat_name(match_view, line.seat)
    if line.referee:
        return f"🚪 The referee has taken your seat: you no longer hold {seat}."
    return (
        f"🚪 The other players have voted you out: you no longer hold {seat}. You can "
        "take it again with `/match join` while nobody else has."
    )


def closed(public: MatchView, holder: SeatHolder) -> Message:
    """In the channel: this player cannot be reached by DM. Says nothing of what it was about."""
    line = (
        f"<@{holder.user}> ({seat_name(public, holder.seat)}), your DMs are closed to me. "
        "Press **My orders** to see here, in private, what I would have sent."
    )
    orders = button("My orders", Action.ORDERS, public.match.id, style=discord.ButtonStyle.primary)
    parts = (blocks.text(line), *blocks.rows((orders,)))
    return Message(
        blocks.layout(blocks.PRIVATE, parts), pings=(holder.user,) if holder.user else ()
    )


async def _drawn(match_view: MatchView, pictures: Pictures) -> Picture:
    return await pictures.of(match_view.match.game, match_view.view, look_of(match_view))


def _letter(
    match_view: MatchView,
    opening: str,
    lines: tuple[str, ...],
    asks: tuple[str, ...],
    drawn: Picture,
    setting: str = "",
) -> Message:
    """The lines may be too many, and the last ones fall away; what is asked stays.

    ``opening``  its first words
    ``setting`` is the one that brought this message; a button takes it back.
    """
    most = min(len(lines), _MOST_LINES)
    return limits.fitting(
        partial(_laid_out, match_view, opening, (*lines[:count], *asks), drawn, setting)
        for count in range(most, -1, -1)
    )


def _laid_out(
    match_view: MatchView, opening: str, lines: tuple[str, ...], drawn: Picture, setting: str
) -> Message:
    files = attached(drawn, board_file(match_view))
    told = (escape(shortened(line, 400)) for line in lines)
    head = f"**{opening}**"
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(
                f"### {title(match_view)}", head, *told, _time(match_view), _table(match_view)
            ),
            *blocks.pictures(files),
            *blocks.rows(_buttons(match_view, setting)),
        ),
    )
    return Message(view, files)


def _time(match_view: MatchView) -> str:
    """Until when the seat must answer, and what happens otherwise, for what is due first."""
    first = awaited.first_due(match_view, match_view.mine)
    return "" if first is None else f"-# {awaited.time_left(match_view, first)}"


def _table(match_view: MatchView) -> str:
    """Which of one's matches this is: the own seat, and those of the others."""
    others = [Seat(number) for number in range(match_view.match.seats) if number != match_view.seat]
    own = match_view.seat
    if own is None:
        return f"-# The others: {_names(match_view, others)}."
    seat, teams = seat_name(match_view, own), match_view.match.sides.teams
    if len(set(teams)) == len(teams):
        return f"-# You are {seat}; the others: {_names(match_view, others)}."
    mates = [each for each in others if teams[each] == teams[own]]
    against = _names(match_view, (each for each in others if each not in mates))
    if not mates:
        return f"-# You are {seat}; nobody is with you; against you: {against}."
    beside = _names(match_view, mates)
    return f"-# You are {seat}; with you: {beside}; against you: {against}."


def _names(match_view: MatchView, seats: Iterable[Seat]) -> str:
    return ", ".join(who(match_view, seat) for seat in seats)


def _buttons(match_view: MatchView, setting: str) -> tuple[Pressable, ...]:
    match = match_view.match.id
    buttons: list[Pressable] = []
    if match_view.mine:
        green = discord.ButtonStyle.success
        buttons.append(button("Make a move", Action.PLAY, match, style=green))
    if match_view.ending is None:
        buttons.append(button("My orders", Action.ORDERS, match))
    if match_view.match.gone_at is None:
        buttons.append(link_to(match_view.match, "Go to the match"))
    if setting:
        buttons.append(button("No more of these", Action.DM_SETTING, None, setting, "off"))
    return tuple(buttons)
