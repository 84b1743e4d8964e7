"""The panel of a match that has not begun: who plays, what has been agreed."""

from __future__ import annotations

from typing import Any

import discord

from bot.chat import blocks, limits
from bot.chat.blocks import Pressable, button, seat_name, title
from bot.chat.custom_id import Action
from bot.chat.message import Message
from bot.chat.safe_text import escape, shortened, shown
from bot.play.records import Seating, Status
from bot.play.sight import Sight
from games.core.seats import Seat

_MOST_JOINS = 15
"""Seats that get a button each; with more free, Join takes the first of them."""


def lobby_panel(sight: Sight) -> Message:
    """The lobby of a match, or that it was closed before it began."""
    match, meta = sight.match, sight.game.meta
    heading = f"### {title(sight)}" + ("" if meta.stage == "stable" else f" ({meta.stage})")
    if match.status is Status.OVER:
        gone = blocks.text(heading, "This lobby is closed.", "-# Open another: `/match new`")
        return Message(blocks.layout(blocks.OVER, (gone,)))
    missing = match.seats - len(sight.holds)
    state = "All seats are taken." if not missing else _missing(missing)
    start = button(
        "Start",
        Action.START,
        match.id,
        style=discord.ButtonStyle.primary,
        disabled=missing > 0,
    )
    others = (
        button("Leave", Action.LEAVE, match.id),
        start,
        button("Settings", Action.SETUP, match.id),
    )
    view = blocks.layout(
        blocks.OPEN,
        (
            blocks.text(heading, escape(meta.tagline)),
            blocks.text("**Players**", *_players(sight), f"-# {_seating(match.seating)}"),
            blocks.text("**Settings**", *(settings_in_words(sight) or ("- none",))),
            blocks.text(state, "-# New to it? `/rules` begins with the game in a few sentences."),
            blocks.text(f"-# {escape(shortened(meta.credit, 400))}"),
            *blocks.rows((*_joins(sight), *others)),
        ),
    )
    message = Message(view)
    return message if not limits.of_message(message) else _brief(sight, others)


def settings_in_words(sight: Sight) -> tuple[str, ...]:
    """``Board size: 8``, a line each, in the order of the game's settings."""
    values = sight.settings.model_dump(mode="json")
    fields = sight.game.settings.model_fields
    return tuple(
        f"- {escape(field.title or name)}: {_value(values[name])}" for name, field in fields.items()
    )


def _players(sight: Sight) -> tuple[str, ...]:
    if sight.match.seating is Seating.CHOICE:
        return tuple(
            f"- {seat_name(sight, seat)}: {shown(hold.name) if hold else '*free*'}"
            for number in range(sight.match.seats)
            for seat in (Seat(number),)
            for hold in (sight.holder(seat),)
        )
    free = sight.match.seats - len(sight.holds)
    taken = tuple(f"- {shown(hold.name)}" for hold in sight.holds)
    return (*taken, *("- *free*" for _ in range(free)))


def _joins(sight: Sight) -> tuple[Pressable, ...]:
    match = sight.match
    free = [Seat(s) for s in range(match.seats) if sight.holder(Seat(s)) is None]
    green = discord.ButtonStyle.success
    if not free:
        return ()
    if match.seating is Seating.RANDOM or len(free) > _MOST_JOINS:
        return (button("Join", Action.JOIN, match.id, style=green),)
    names = sight.game.meta.seat_names[match.seats]
    return tuple(
        button(f"Join as {names[seat]}", Action.JOIN, match.id, str(seat), style=green)
        for seat in free
    )


def _brief(sight: Sight, others: tuple[Pressable, ...]) -> Message:
    """For a lobby with more to say than Discord takes."""
    taken = f"{len(sight.holds)} of {sight.match.seats} seats are taken."
    join = button("Join", Action.JOIN, sight.match.id, style=discord.ButtonStyle.success)
    text = blocks.text(f"### {title(sight)}", taken)
    return Message(blocks.layout(blocks.OPEN, (text, *blocks.rows((join, *others)))))


def _missing(count: int) -> str:
    return "Waiting for one more player." if count == 1 else f"Waiting for {count} more players."


def _seating(seating: Seating) -> str:
    if seating is Seating.RANDOM:
        return "Seats are drawn at random when the match starts."
    return "Everybody chooses a seat."


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return escape(str(value))
