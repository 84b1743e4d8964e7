"""DMs to players, and the line in the channel when a DM cannot be delivered."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from functools import partial

import discord

from bot.chat.messages import awaited, ending, news
from bot.chat.platform import blocks, private_pictures
from bot.chat.platform.blocks import (
    Pressable,
    board_file,
    button,
    link_to,
    seat_and_player,
    seat_name,
    signed_name,
    title,
)
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import note
from bot.chat.platform.message import Message, first_fitting
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.private_pictures import PrivatePicture
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.match import views
from bot.play.match.transitions import DropReason
from bot.play.match.views import LogLine, MatchView
from bot.play.people.proposal_kinds import CLAIM
from bot.play.seat_holders import find_claimants
from bot.play.storage.records import Match, SeatHolder, Status
from games.core.telling import ScoreHistory
from games.core.types import Seat
from renderers.results.ending import lines as lines_of

_MOST_LINES = 12
_LOOKS = {True: Action.REPLAY, False: Action.BOARD}
"""The button below news, by whether the match is over."""


async def build_turn(
    match_view: MatchView, lines: tuple[LogLine, ...], pictures: Pictures
) -> Message:
    """The match waits for the seat whose view this is; ``lines`` since it last acted."""
    drawn = await _render_board(match_view, pictures, lines)
    told, asks = news.digest(match_view, lines), question_lines(match_view, secret=False)
    return _build_dm(match_view, "▶️ It is your turn.", told, asks, drawn, "turn")


def build_unreadable(match: Match, name: str) -> Message:
    """The DM to a player of a match of the game ``name`` that cannot be opened."""
    said = (
        f"⏸️ I cannot open your match of {escape(name)} at the moment, so it is paused and all "
        "clocks are stopped. The owner of this bot finds the reason in its log. The match goes on "
        "by itself once it can be read again: you need not do anything."
    )
    return note(said, (link_to(match),))


def build_dropped(match_view: MatchView, why: str) -> Message:
    """The DM to somebody whose answers in advance are void."""
    name = escape(match_view.game.meta.title)
    if why == DropReason.RULES:
        said = (
            f"Some of your standing orders in {name} are gone: its rules have changed, and the new "
            "ones do not know them. The others stand; look at them under My orders."
        )
        return note(said, (link_to(match_view.match),))
    reasons: dict[str, str] = {
        DropReason.ILLEGAL: "the next one was no longer legal",
        DropReason.CHANGED: "something was undone or changed by the referee",
    }
    reason = reasons.get(why, "the match has changed")
    said = f"Your conditional moves in {name} were dropped: {reason}. You'll be asked again."
    return note(said, (link_to(match_view.match),))


async def build_secret(
    match_view: MatchView,
    learned: tuple[str, ...],
    pictures: Pictures,
    *,
    asks: tuple[str, ...] = (),
    lines: tuple[LogLine, ...] = (),
) -> Message:
    """What only the seat has learned and is asked, with the board as it sees it.

    ``lines``  since it last acted: what is asked is about them
    """
    opening = "🤫 For your eyes only:" if learned else "🤫 Choose in secret:"
    told = tuple(map(_to_sentence, learned))
    public = views.to_public(lines) if asks else ()
    told = (*told, *news.summarise(match_view, public))
    drawn = await _render_board(match_view, pictures, lines if asks else ())
    return _build_dm(match_view, opening, told, asks, drawn)


def question_lines(match_view: MatchView, *, secret: bool) -> tuple[str, ...]:
    """What the seat whose view this is must answer: in secret, or as its turn."""
    return tuple(
        match_view.game.words.ask(match_view.view, decision)
        for decision in match_view.mine
        if decision.secret == secret and (secret or decision.waits)
    )


async def build_reminder(
    match_view: MatchView, keys: Container[str], lines: tuple[LogLine, ...], pictures: Pictures
) -> Message:
    """The time for some of what the seat is asked runs out; ``lines`` since it last acted."""
    asks = tuple(
        match_view.game.words.ask(match_view.view, decision)
        for decision in match_view.mine
        if decision.key in keys
    )
    told = news.digest(match_view, lines)
    drawn = await _render_board(match_view, pictures, lines)
    return _build_dm(match_view, "⏰ Your time is running out.", told, asks, drawn)


async def build_ending(
    match_view: MatchView,
    lines: tuple[LogLine, ...],
    score_history: ScoreHistory,
    pictures: Pictures,
) -> Message:
    """The result with how it came about; ``lines`` since the seat last acted."""
    said = match_view.result or match_view.game.words.standing(match_view.view)
    result = ending.build_result(match_view, score_history)
    board = await _render_board(match_view, pictures, lines)
    files = (*await ending.render_picture(match_view, result, pictures), *board.files)
    told = (
        f"## {_to_sentence(said)}",
        *news.digest(match_view, lines),
        *(f"-# {_to_sentence(line)}" for line in lines_of(result)),
    )
    return _build_dm(
        match_view, "🏁 The match is over.", told, (), replace(board, files=files), "over"
    )


async def build_news(
    match_view: MatchView, lines: tuple[LogLine, ...], pictures: Pictures
) -> Message:
    """What is new in a match that the reader follows: ``lines`` as a spectator sees them."""
    match, over = match_view.match, match_view.match.status is Status.OVER
    drawn = await _render_board(match_view, pictures, lines)
    head = "🏁 A match that you follow is over." if over else "👀 News of a match that you follow:"
    said = match_view.result if over else match_view.game.words.standing(match_view.view)
    buttons = [link_to(match), button("Replay" if over else "Board", _LOOKS[over], match.id)]
    if not over:
        buttons.append(button("How I follow it …", Action.FOLLOW, match.id, "page"))
    told = news.summarise(match_view, lines)
    parts = (
        blocks.text(f"### {title(match_view)}", f"**{head}**", *told, f"-# {_to_sentence(said)}"),
        *drawn.parts,
        *blocks.rows(buttons),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), drawn.files, explained=drawn.explained)


def build_vacant(match_view: MatchView, line: LogLine) -> Message:
    """Somebody has left a seat: what the reader can do now."""
    seat = "" if line.seat is None else seat_name(match_view, line.seat)
    name, buttons = isolate_name(line.text), [link_to(match_view.match, "Go to the match")]
    choices = "Anybody can take the seat over. If"
    if match_view.seat in find_claimants(match_view.match, match_view.holders):
        choices = "You can claim the win now, or wait: anybody can take the seat over, and if"
        buttons.insert(0, claim_button(match_view))
    text = (
        f"### {title(match_view)}\n🪑 {name} has left {seat}. {choices} the match ends against it, "
        f"the rating loss is {name}'s."
    )
    return Message(blocks.layout(blocks.PRIVATE, (blocks.text(text), *blocks.rows(buttons))))


def claim_button(match_view: MatchView) -> Pressable:
    style = discord.ButtonStyle.primary
    args = ("ask", CLAIM)
    return button("Claim the win", Action.PROPOSE, match_view.match.id, *args, style=style)


def build_removed(match_view: MatchView, line: LogLine) -> Message:
    """The DM to somebody whose seat others have given away, with the reason."""
    parts = (
        blocks.text(
            f"### {title(match_view)}",
            f"**{_describe_removal(match_view, line)}**",
            news.paragraph(match_view, line),
        ),
        *blocks.rows((link_to(match_view.match, "Go to the match"),)),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def build_public_removed(public: MatchView, line: LogLine, user: int) -> Message:
    """The same news in the channel, for somebody who takes no DMs."""
    parts = (blocks.text(f"<@{user}>: {_describe_removal(public, line)}"),)
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(user,))


def _describe_removal(match_view: MatchView, line: LogLine) -> str:
    seat = "" if line.seat is None else seat_name(match_view, line.seat)
    if line.referee:
        return f"🚪 The referee has taken your seat: you no longer hold {seat}."
    return (
        f"🚪 The other players have voted you out: you no longer hold {seat}. You can "
        "take it again with `/match join` while nobody else has."
    )


def build_closed(public: MatchView, holder: SeatHolder) -> Message:
    """A notice in the channel that a player's DMs are closed, without what was to be sent."""
    line = (
        f"<@{holder.user}> ({seat_name(public, holder.seat)}), your DMs are closed to me. "
        "Press **My orders** to see here, in private, what I would have sent."
    )
    orders = button("My orders", Action.ORDERS, public.match.id, style=discord.ButtonStyle.primary)
    parts = (blocks.text(line), *blocks.rows((orders,)))
    return Message(
        blocks.layout(blocks.PRIVATE, parts), pings=(holder.user,) if holder.user else ()
    )


async def _render_board(
    match_view: MatchView, pictures: Pictures, lines: tuple[LogLine, ...] = ()
) -> PrivatePicture:
    scene = pictures.build_scene(
        match_view.match.game, match_view.view, build_look(match_view, lines)
    )
    return await private_pictures.render_private(
        match_view, scene, pictures, board_file(match_view)
    )


def _to_sentence(words: str) -> str:
    return escape(shorten(words, 400))


def _build_dm(
    match_view: MatchView,
    opening: str,
    lines: tuple[str, ...],
    asks: tuple[str, ...],
    drawn: PrivatePicture,
    setting: str = "",
) -> Message:
    """The lines may be too many, and the last ones fall away; what is asked stays.

    ``opening``  its first words; ``lines`` are markdown, ``asks`` are not
    ``setting`` is the one that brought this message; a button takes it back.
    """
    most, asked_for = min(len(lines), _MOST_LINES), tuple(map(_to_sentence, asks))
    return first_fitting(
        partial(_lay_out, match_view, opening, (*lines[:count], *asked_for), drawn, setting)
        for count in range(most, -1, -1)
    )


def _lay_out(
    match_view: MatchView, opening: str, lines: tuple[str, ...], drawn: PrivatePicture, setting: str
) -> Message:
    head = f"**{opening}**"
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(
                f"### {title(match_view)}",
                head,
                *lines,
                _describe_time(match_view),
                _describe_match(match_view),
            ),
            *drawn.parts,
            *blocks.rows(_buttons(match_view, setting)),
        ),
    )
    return Message(view, drawn.files, explained=drawn.explained)


def _describe_time(match_view: MatchView) -> str:
    """The first deadline of the seat, and what happens at it."""
    first = awaited.first_due(match_view, match_view.mine)
    return "" if first is None else f"-# {awaited.describe_time_left(match_view, first)}"


def _describe_match(match_view: MatchView) -> str:
    """Tells this match from the reader's others: by the own seat and the opponents."""
    others = [Seat(number) for number in range(match_view.match.seats) if number != match_view.seat]
    own = match_view.seat
    if own is None:
        return f"-# The others: {_join_names(match_view, others)}."
    seat, teams = signed_name(match_view, own), match_view.match.sides.teams
    if len(set(teams)) == len(teams):
        return f"-# You are {seat}; the others: {_join_names(match_view, others)}."
    mates = [each for each in others if teams[each] == teams[own]]
    against = _join_names(match_view, (each for each in others if each not in mates))
    if not mates:
        return f"-# You are {seat}; nobody is with you; against you: {against}."
    beside = _join_names(match_view, mates)
    return f"-# You are {seat}; with you: {beside}; against you: {against}."


def _join_names(match_view: MatchView, seats: Iterable[Seat]) -> str:
    return ", ".join(seat_and_player(match_view, seat) for seat in seats)


def _buttons(match_view: MatchView, setting: str) -> tuple[Pressable, ...]:
    match = match_view.match.id
    buttons: list[Pressable] = []
    if match_view.mine:
        green = discord.ButtonStyle.success
        buttons.append(button("Make a move", Action.PLAY, match, style=green))
    if match_view.match.status is Status.OVER:
        primary = discord.ButtonStyle.primary
        buttons.append(button("Rematch", Action.REMATCH, match, style=primary))
        buttons.append(button("Replay", Action.REPLAY, match))
    buttons.append(button("Board", Action.BOARD, match))
    if match_view.match.status is not Status.OVER:
        buttons.append(button("My orders", Action.ORDERS, match))
    if match_view.match.gone_at is None:
        buttons.append(link_to(match_view.match, "Go to the match"))
    if setting:
        buttons.append(button("No more of these", Action.DM_SETTING, None, setting, "off"))
    return tuple(buttons)
