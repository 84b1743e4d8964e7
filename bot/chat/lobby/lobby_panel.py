"""The panel of a match that has not begun: who plays, what has been agreed."""

from __future__ import annotations

import discord

from bot.chat.lobby import agreement, referee_field
from bot.chat.lobby.lessons import learn_button
from bot.chat.messages import clock_words
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable, button, seat_sign, signed_name, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message, message_faults
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.clocks import time_controls
from bot.play.lobby import rematches
from bot.play.lobby.teams import team_letter, to_text
from bot.play.match.views import MatchView
from bot.play.storage.records import SeatHolder, SeatingOrder, Status
from games.core.types import Seat

_MOST_JOINS = 15
"""Seats that get a button each; with more free, Join takes the first of them."""
_MOST_SETTINGS = 12


def build_lobby_panel(match_view: MatchView, invited: tuple[int, ...] = ()) -> Message:
    """The lobby of a match, or that it was closed before it began.

    ``invited``  users for whom a rematch waits, to be notified
    """
    match, meta = match_view.match, match_view.game.meta
    heading = f"### {title(match_view)}" + ("" if meta.stage == "stable" else f" ({meta.stage})")
    if match.status is Status.OVER:
        gone = blocks.text(heading, "This lobby is closed.", "-# Open another: `/match new`")
        return Message(blocks.layout(blocks.OVER, (gone,)))
    missing = match.seats - len(match_view.holders)
    state = "All seats are taken." if not missing else _describe_missing(missing)
    others = _other_buttons(match_view)
    view = blocks.layout(
        blocks.OPEN,
        (
            blocks.text(heading, escape(meta.tagline), _describe_rematch(match_view, invited)),
            blocks.text(
                "**Players**", *_player_lines(match_view), f"-# {_describe_seating(match_view)}"
            ),
            blocks.text("**Settings**", *(settings_in_words(match_view) or ("- none",))),
            blocks.text(state, "-# New to it? `/rules` begins with the game in a few sentences."),
            blocks.text(f"-# {escape(shorten(meta.credit, 400))}"),
            *blocks.rows((*_join_buttons(match_view), *others)),
        ),
    )
    message = Message(view, pings=invited)
    return message if not message_faults(message) else _build_brief(match_view, others)


def _describe_rematch(match_view: MatchView, invited: tuple[int, ...]) -> str:
    if rematches.rematched_match(match_view.match) is None:
        return ""
    waits = f" It waits for {' '.join(f'<@{user}>' for user in invited)}." if invited else ""
    if rematches.is_next(match_view.match):
        return f"🔁 The next match of the campaign, in the same seats.{waits}"
    return f"🔁 Another round, with the seats swapped.{waits}"


def settings_in_words(match_view: MatchView) -> tuple[str, ...]:
    """What has been agreed on, a line each. Of a game with many settings only what is unusual."""
    match = match_view.match
    held = time_controls.from_stored(match.clock)
    lines = [f"- Time to think: {clock_words.describe_clocks(held, match_view.game.meta)}"]
    if match.pack is not None:
        lines.append(f"- Content pack: {escape(match.pack)}")
    lines += filter(None, (referee_field.referee_line(match_view),))
    if preset := agreement.find_preset(match_view):
        lines.append(f"- Preset: {agreement.to_label(preset)}")
    own = tuple(agreement.game_settings(match_view))
    if len(own) <= agreement.FEW:
        return (*lines, *map(agreement.item_line, own))
    unusual = [field for field in own if field.value != field.usual]
    lines += [agreement.item_line(field) for field in unusual[:_MOST_SETTINGS]]
    usual = "All defaults" if not unusual else "Everything else at its default"
    if len(unusual) > _MOST_SETTINGS:
        usual = f"{len(unusual) - _MOST_SETTINGS} more differ from the default"
    return (*lines, f"- {usual}: see **Settings**")


def _other_buttons(match_view: MatchView) -> tuple[Pressable, ...]:
    match = match_view.match
    missing = match.seats - len(match_view.holders)
    computers = any(holder.is_computer for holder in match_view.holders)
    buttons = [button("Leave", Action.LEAVE, match.id)]
    if match_view.game.computer is not None and missing:
        buttons.append(button("Add a computer player", Action.COMPUTER, match.id, "add"))
    if computers:
        buttons.append(button("Remove a computer player", Action.COMPUTER, match.id, "remove"))
    start = button(
        "Start", Action.START, match.id, style=discord.ButtonStyle.primary, disabled=missing > 0
    )
    learn = [learn_button(match_view.game)] if match_view.game.lessons is not None else []
    game, there = match_view.game, match_view.game.workshop
    own = [button(there.title, Action.WORK, match.id, "home", game.meta.id)] if there else []
    return (*buttons, start, button("Settings", Action.SETUP, match.id), *own, *learn)


def _player_lines(match_view: MatchView) -> tuple[str, ...]:
    match = match_view.match
    seats = tuple(Seat(number) for number in range(match.seats))
    if match.seating is SeatingOrder.RANDOM:
        free = match.seats - len(match_view.holders)
        taken = tuple(f"- {_holder_name(holder)}" for holder in match_view.holders)
        return (*taken, *("- *free*" for _ in range(free)))
    if not match.teams:
        return tuple(_seat_line(match_view, seat) for seat in seats)
    lines: list[str] = []
    for number, team in enumerate(dict.fromkeys(match.teams)):
        lines.append(f"Team {team_letter(number)}")
        lines += [_seat_line(match_view, seat) for seat in seats if match.teams[seat] == team]
    return tuple(lines)


def _seat_line(match_view: MatchView, seat: Seat) -> str:
    holder = match_view.holder(seat)
    return f"- {signed_name(match_view, seat)}: {_holder_name(holder) if holder else '*free*'}"


def _holder_name(holder: SeatHolder) -> str:
    return f"🤖 {isolate_name(holder.name)}" if holder.is_computer else isolate_name(holder.name)


def _join_buttons(match_view: MatchView) -> tuple[Pressable, ...]:
    match = match_view.match
    free = [Seat(s) for s in range(match.seats) if match_view.holder(Seat(s)) is None]
    green = discord.ButtonStyle.success
    if not free:
        computers = [str(holder.seat) for holder in match_view.holders if holder.is_computer]
        which = computers if len(computers) == 1 else ()
        if computers:
            label = "Take its seat" if which else "Take a computer player's seat"
            return (button(label, Action.JOIN, match.id, *which),)
        return ()
    if match.seating is SeatingOrder.RANDOM or len(free) > _MOST_JOINS:
        join = button("Join", Action.JOIN, match.id, style=green)
        start = button("Join and start", Action.START, match.id, "join")
        return (join, start) if len(free) == 1 else (join,)
    names = match_view.game.meta.names_of(match.sides)
    return tuple(
        button(
            f"Join as {names[seat]}",
            Action.JOIN,
            match.id,
            str(seat),
            style=green,
            sign=seat_sign(match_view, seat),
        )
        for seat in free
    )


def _build_brief(match_view: MatchView, others: tuple[Pressable, ...]) -> Message:
    """A short lobby panel, for when the full one exceeds Discord's limit."""
    taken = f"{len(match_view.holders)} of {match_view.match.seats} seats are taken."
    join = button("Join", Action.JOIN, match_view.match.id, style=discord.ButtonStyle.success)
    text = blocks.text(f"### {title(match_view)}", taken)
    return Message(blocks.layout(blocks.OPEN, (text, *blocks.rows((join, *others)))))


def _describe_missing(count: int) -> str:
    return "Waiting for one more player." if count == 1 else f"Waiting for {count} more players."


def _describe_seating(match_view: MatchView) -> str:
    match = match_view.match
    if match.seating is SeatingOrder.CHOICE:
        return "Players choose their seats."
    if match.teams:
        return f"Teams: {to_text(match.sides)}. Who plays with whom is drawn when the match starts."
    return "Seats are drawn at random when the match starts."
