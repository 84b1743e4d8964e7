"""The building blocks of messages: containers, texts, pictures, rows of buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import discord
from discord import ui

from bot.chat.platform.custom_ids import Action, CustomId
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.match.views import MatchView
from bot.play.storage.records import Match, MatchId
from games.core.types import Decision, Seat
from renderers.scene import seat_key

OPEN = 0x3BA55D
"""Accent colours; they only repeat what the words say."""
RUNNING = 0x3E7CB1
OVER = 0xC9A227
PRIVATE = 0x7A5CA8

ROW = 5
"""Buttons in a row."""

MOST_OPTIONS = 25
"""Options of a select."""
LONGEST_HINT = 150
"""Characters of what a select asks."""

Part = ui.Item[ui.LayoutView]
Pressable = ui.Button[ui.LayoutView]
Field = ui.Label[ui.Modal]


def layout(accent: int, parts: Iterable[Part | None]) -> ui.LayoutView:
    """One framed block; parts that are ``None`` are left out."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*(part for part in parts if part), accent_colour=accent))
    return view


def put_below(message: Message, *parts: Part | None) -> Message:
    """``message`` below some parts."""
    view = discord.ui.LayoutView(timeout=None)
    for item in (*filter(None, parts), *message.view.children):
        view.add_item(item)
    return replace(message, view=view)


def text(*lines: str) -> Part | None:
    """Lines of markdown, the empty ones left out."""
    content = "\n".join(line for line in lines if line)
    return ui.TextDisplay(content) if content else None


def pictures(files: Iterable[Attached]) -> list[Part]:
    """Pictures below one another, each as large as it can be."""
    return [
        ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{file.name}", description=file.alt or None)
        )
        for file in files
    ]


def button(
    label: str,
    action: Action,
    match: MatchId | None,
    *args: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    sign: str = "",
) -> Pressable:
    return ui.Button(
        label=shorten(label, 80),
        custom_id=str(CustomId(action, match, args)),
        style=style,
        disabled=disabled,
        emoji=sign or None,
    )


def numbered_label(number: int, wanted: str) -> str:
    """The label of a button that leads to one of several decisions: what is wanted, in short."""
    return f"{number}. {shorten(wanted, 37)}"


def urgency_style(decision: Decision) -> discord.ButtonStyle:
    """The style of the button that leads to a decision: an offer that may be left alone is grey."""
    styles = discord.ButtonStyle
    return styles.primary if decision.waits else styles.secondary


def link_to(match: Match, label: str = "Go to the match") -> Pressable:
    """A button that leads to the match's channel, at its panel if there is one."""
    place = "/".join(str(each) for each in (match.server, match.channel, match.panel) if each)
    return ui.Button(label=label, url=f"https://discord.com/channels/{place}")


def rows(buttons: Iterable[Pressable]) -> list[Part]:
    left = list(buttons)
    return [ui.ActionRow(*left[at : at + ROW]) for at in range(0, len(left), ROW)]


def page_buttons(
    number: int, last: int, action: Action, match: MatchId | None, *args: str
) -> list[Pressable]:
    """The buttons to the pages before and after ``number``; none when there is only one."""
    number = min(number, last)
    return [
        button(label, action, match, *args, str(to) if there else "-", disabled=not there)
        for label, to in (("Previous", number - 1), ("Next", number + 1))
        for there in (0 <= to <= last,)
        if last
    ]


def option(
    value: str, label: str, about: str = "", *, chosen: bool = False, sign: str = ""
) -> discord.SelectOption:
    return discord.SelectOption(
        label=shorten(label, 100),
        value=value,
        description=shorten(about, 100) or None,
        default=chosen,
        emoji=sign or None,
    )


def select(
    options: Iterable[discord.SelectOption],
    action: Action,
    match: MatchId | None,
    *args: str,
    hint: str,
    several: bool = False,
) -> Part:
    """A row to choose one of at most ``MOST_OPTIONS`` from, or any number with ``several``.

    ``hint`` is what it asks: without one Discord writes "Make a selection".
    """
    listed = list(options)[:MOST_OPTIONS]
    inside: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(CustomId(action, match, args)),
        placeholder=shorten(hint, LONGEST_HINT),
        options=listed,
        min_values=0 if several else 1,
        max_values=len(listed) if several else 1,
    )
    return ui.ActionRow(inside)


def channel_select(
    kinds: list[discord.ChannelType],
    chosen: Iterable[int],
    most: int,
    action: Action,
    match: MatchId | None,
    *args: str,
    hint: str,
) -> Part:
    """A row to choose at most so many channels from, or none."""
    box: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        custom_id=str(CustomId(action, match, args)),
        placeholder=hint,
        channel_types=kinds,
        min_values=0,
        max_values=most,
        default_values=_chosen(chosen, discord.SelectDefaultValueType.channel),
    )
    return ui.ActionRow(box)


def role_select(
    chosen: Iterable[int], most: int, action: Action, match: MatchId | None, *args: str, hint: str
) -> Part:
    """A row to choose at most so many roles from, or none."""
    box: ui.RoleSelect[ui.LayoutView] = ui.RoleSelect(
        custom_id=str(CustomId(action, match, args)),
        placeholder=hint,
        min_values=0,
        max_values=most,
        default_values=_chosen(chosen, discord.SelectDefaultValueType.role),
    )
    return ui.ActionRow(box)


def user_select(
    chosen: Iterable[int], most: int, action: Action, match: MatchId | None, *args: str, hint: str
) -> Part:
    """A row to choose at most so many people from, or nobody."""
    box: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=str(CustomId(action, match, args)),
        placeholder=hint,
        min_values=0,
        max_values=most,
        default_values=_chosen(chosen, discord.SelectDefaultValueType.user),
    )
    return ui.ActionRow(box)


def _chosen(
    ids: Iterable[int], kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=each, type=kind) for each in ids]


def field(
    label: str,
    name: str,
    longest: int,
    *,
    about: str = "",
    value: str = "",
    example: str = "",
    needed: bool = True,
    style: discord.TextStyle = discord.TextStyle.short,
) -> Field:
    """One text to be typed into a form; ``needed`` unless it may stay empty."""
    box: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=name,
        default=value[:longest] or None,
        placeholder=example[:100] or None,
        max_length=longest,
        required=needed,
        style=style,
    )
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def select_field(
    label: str,
    name: str,
    options: Iterable[discord.SelectOption],
    *,
    about: str = "",
    needed: bool = True,
    several: bool = False,
) -> Field:
    """One of at most ``MOST_OPTIONS`` to be chosen in a form, or any number with ``several``."""
    listed = list(options)[:MOST_OPTIONS]
    box: ui.Select[ui.Modal] = ui.Select(
        custom_id=name,
        placeholder=label,
        options=listed,
        min_values=1 if needed else 0,
        max_values=len(listed) if several else 1,
        required=needed,
    )
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def user_field(label: str, name: str, *, about: str = "") -> Field:
    """Somebody to be chosen in a form, or nobody."""
    box: ui.UserSelect[ui.Modal] = ui.UserSelect(
        custom_id=name, placeholder=label, min_values=0, required=False
    )
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def file_field(label: str, name: str, *, about: str = "") -> Field:
    """One file to be uploaded in a form."""
    box: ui.FileUpload[ui.Modal] = ui.FileUpload(custom_id=name, min_values=1, max_values=1)
    return ui.Label(text=label[:45], description=about[:100] or None, component=box)


def form(title: str, custom_id: CustomId, *fields: Field) -> ui.Modal:
    modal = ui.Modal(title=title[:45], custom_id=str(custom_id))
    for each in fields:
        modal.add_item(each)
    modal.stop()  # the router answers it; discord.py need not keep it
    return modal


def title(match_view: MatchView) -> str:
    """``Title · #12``; the number is that of the last public entry."""
    name = escape(match_view.game.meta.title)
    return f"{name} · #{match_view.match.shown}" if match_view.match.shown else name


def secrets_heading(match_view: MatchView) -> str:
    """The heading of what only the viewer knows, or the viewer's team."""
    teams, seat = match_view.match.sides.teams, match_view.seat
    together = seat is not None and teams.count(teams[seat]) > 1
    return "**Hidden from other teams**" if together else "**Only you know**"


def board_file(match_view: MatchView) -> str:
    """The name of the board's picture. Only the public number of the entry is in it."""
    return f"board-{match_view.match.shown}.png"


def seat_name(match_view: MatchView, seat: Seat) -> str:
    """The seat's name in the game, escaped."""
    if match_view.view is None:
        return escape(match_view.game.meta.names_of(match_view.match.sides)[seat])
    return escape(shorten(match_view.game.words.seat(match_view.view, seat), 40))


def seat_sign(match_view: MatchView, seat: Seat) -> str:
    """What stands beside the seat's name; empty where it has no sign."""
    if match_view.view is not None:
        side = match_view.game.words.side(match_view.view, seat)
    elif match_view.game.meta.team_names:
        side = match_view.match.sides.teams[seat]
    else:
        side = seat
    return match_view.signs.get(seat_key(side), "")


def kind_sign(match_view: MatchView, kind: str) -> str:
    """The same of a kind of piece; a pack may have others by the same codes."""
    return "" if match_view.match.pack else match_view.signs.get(kind, "")


def signed_name(match_view: MatchView, seat: Seat) -> str:
    return f"{seat_sign(match_view, seat)} {seat_name(match_view, seat)}".lstrip()


def seat_and_player(match_view: MatchView, seat: Seat) -> str:
    """``Yellow (Ann)``: the seat and who holds it. A computer player is marked."""
    holder = match_view.holder(seat)
    name = seat_name(match_view, seat)
    if holder is None:
        return name
    return f"{name} ({'🤖 ' if holder.is_computer else ''}{isolate_name(holder.name)})"
