"""Opening a match in the channel of the command, or in a new thread."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.chat.lobby import empty_threads
from bot.chat.match.picker import MOVES
from bot.chat.platform import blocks, permissions
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Context,
    Interaction,
    OutOfDate,
    board_button,
    build_command,
    check_channel,
    get_context,
    get_person,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, escape_around
from bot.play.executor import Receipt
from bot.play.lobby import lobby, teams
from bot.play.lobby.lobby import Occupied, Opening
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people import opponents
from bot.play.people.hourly_limits import count_offer
from bot.play.refusals import NotNow
from bot.play.storage.records import Hints, SeatingOrder, Status
from games.core.contract import AnyGame, Meta
from games.core.types import Refusal

_NUMBERS = ("players", "computers", "referee")
_CARRIED = (*_NUMBERS, "seating", "teams", "level", "clock", "pack")


@dataclass(frozen=True, slots=True)
class NewMatchOptions:
    """``players`` 0 stands for as many as ``teams`` and ``computers`` need, else the usual number.

    ``teams``  as text: "1v2v2"; empty for no teams
    ``clock``  the name of a preset, or as it was typed
    ``pack``   the key of a content pack of the server; empty for none
    ``settings``  those of the game that are not as usual
    ``level``  how well the computer players play; empty for the usual level
    ``referee``  the user who is named referee, if any
    ``first``    whether it is a first match, which begins at once against computer players
    ``guests``   who is given a seat as well, because both have wished for it
    ``opponent``  who is invited
    ``open``     whether its seats are offered in the server's channel for that
    """

    game: AnyGame
    players: int = 0
    seating: str = SeatingOrder.RANDOM
    thread: bool = False
    teams: str = ""
    computers: int = 0
    level: str = ""
    clock: str = ""
    pack: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    referee: int | None = None
    first: bool = False
    open: bool = False
    guests: tuple[Person, ...] = ()
    opponent: int | None = None


async def open_by_button(pressed: ComponentPress) -> None:
    """Open a match by a button: a short first match, against a computer player where the game has
    one, or a match in a thread because the channel already has one."""
    game = pressed.context.app.games.get(pressed.argument(0))
    if game is None:
        raise OutOfDate("That game is no longer here.")
    if pressed.interaction.guild_id is None:
        raise NotNow("Matches are opened in a channel of a server.")
    if len(pressed.id.args) > 1:
        options = _from_argument(game, pressed.argument(1))
    else:
        options = NewMatchOptions(game, settings=game.meta.first_match, first=True)
        if game.computer is not None:
            options = replace(options, computers=1, level=game.computer.levels[0])
    await pressed.answer(await open_match(pressed.interaction, options))


def _to_argument(options: NewMatchOptions) -> str:
    """The options as an argument of a custom id."""
    named = [str(getattr(options, name) or "") for name in _CARRIED]
    flags = ("first" if options.first else "", "open" if options.open else "")
    text = "\n".join((*named, *flags)).rstrip("\n")
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _from_argument(game: AnyGame, argument: str) -> NewMatchOptions:
    """The options as ``_to_argument``, for a thread. Raises ``OutOfDate``."""
    try:
        text = urlsafe_b64decode(f"{argument}===").decode()
        named: dict[str, Any] = dict(
            zip((*_CARRIED, "first", "open"), text.split("\n"), strict=False)
        )
        numbers = {name: int(named.pop(name, "") or 0) for name in _NUMBERS}
        seating = SeatingOrder(named.pop("seating", "") or SeatingOrder.RANDOM)
    except ValueError:
        raise OutOfDate("This button is out of date.") from None
    first = named.pop("first", "") != ""
    offered = bool(named.pop("open", ""))
    return NewMatchOptions(
        game,
        **named,
        players=numbers["players"],
        computers=numbers["computers"],
        referee=numbers["referee"] or None,
        seating=seating,
        settings=game.meta.first_match if first else {},
        first=first,
        thread=True,
        open=offered,
    )


async def open_match(interaction: Interaction, options: NewMatchOptions) -> Message:
    """Raises a ``Refusal``; nothing is left behind then."""
    try:
        return await _check_and_open(interaction, options)
    except Occupied as refusal:
        args = (options.game.meta.id, _to_argument(options))
        try:
            button = blocks.button("Open in a thread", Action.NEW, None, *args)
        except ValueError:  # too many options for a button
            raise refusal from None
        if not isinstance(interaction.channel, discord.TextChannel):
            raise
        return note(f"{escape(refusal.sentence)}\n{escape_around(refusal.instead)}", (button,))


async def _check_and_open(interaction: Interaction, options: NewMatchOptions) -> Message:
    sides = _parse_sides(options)
    channel = interaction.channel
    await check_channel(interaction)
    in_thread = isinstance(channel, discord.Thread)
    needed = dict(permissions.needed_to_play(in_thread=in_thread or options.thread))
    # A post of a forum is such a thread.
    in_post = in_thread and isinstance(getattr(channel, "parent", None), discord.ForumChannel)
    if options.thread and not in_post:
        if not isinstance(channel, discord.TextChannel):
            raise NotNow(
                "A thread can only be created in a text channel.",
                instead="Leave thread out to play right here.",
            )
        needed |= permissions.TO_MAKE_THREADS
    permissions.check(interaction.app_permissions, needed)
    if isinstance(channel, discord.Thread):
        permissions.check_unlocked(interaction.app_permissions, channel)
    if options.open:
        user, server = get_person(interaction).user, interaction.guild_id or 0
        await count_offer(get_context(interaction).app, user, server)
    if not options.thread or not isinstance(channel, discord.TextChannel):
        receipt = await _open(interaction, options, sides, interaction.channel_id or 0)
        return await _build_answer(interaction, options, receipt)
    host = get_person(interaction).name
    names = (host, *(guest.name for guest in options.guests))
    who = " and ".join(names) if options.guests else f"opened by {host}"
    name = f"{options.game.meta.title}: {who}"
    thread = await empty_threads.make_thread(channel, name, discord.ChannelType.public_thread)
    place = thread.id
    try:
        receipt = await _open(interaction, options, sides, thread.id)
        place = (await _load_view(interaction, receipt)).match.channel
    except BaseException:
        await empty_threads.remove(thread)
        raise
    if place != thread.id:
        # It was pressed or delivered twice; the match has its thread already.
        await empty_threads.remove(thread)
    if options.guests:
        await _greet(interaction, thread, options)
    where = f" It is played in <#{place}>."
    return await _build_answer(interaction, options, receipt, where)


async def _greet(
    interaction: Interaction, thread: discord.Thread, options: NewMatchOptions
) -> None:
    """Notify all who have found each other, which adds them to the thread. The match is there in
    any case."""
    users = (interaction.user.id, *(guest.user for guest in options.guests))
    text = f"{' and '.join(f'<@{user}>' for user in users)}: you both wanted this match. Have fun!"
    message = replace(note(text), pings=users)
    with suppress(discord.HTTPException):
        await thread.send(**message.for_send())


async def _build_answer(
    interaction: Interaction, options: NewMatchOptions, receipt: Receipt, where: str = ""
) -> Message:
    """What was done, above what comes next."""
    match_view = await _load_view(interaction, receipt)
    said = f"{escape(receipt.text)}{where}"
    if options.opponent is not None:
        said = f"{said}\n{await _invite(interaction, receipt, options.opponent)}"
    if match_view.match.status is Status.RUNNING:
        return await build_begun(get_context(interaction), match_view, said)
    return note(said)


async def build_begun(context: Context, match_view: MatchView, said: str) -> Message:
    """What is ``said``, above the first question of a match that waits for this person, or with the
    way to it where others begin."""
    if any(each.waits for each in match_view.mine):
        return await MOVES.build_first_page(context, match_view, said)
    match = match_view.match.id
    play = blocks.button("Make a move", Action.PLAY, match)
    return note(said, (play, board_button(match)))


async def _invite(interaction: Interaction, receipt: Receipt, opponent: int) -> str:
    """What came of the invitation; the lobby is open in any case."""
    command = build_command(interaction, receipt.match)
    try:
        await opponents.invite(get_context(interaction).app, command, opponent)
    except Refusal as refusal:
        return f"⚠️ <@{opponent}> was not invited: {escape_around(str(refusal))}"
    return f"<@{opponent}> is invited by DM, with a button to join."


async def _open(
    interaction: Interaction, options: NewMatchOptions, sides: tuple[int, ...], channel: int
) -> Receipt:
    message = interaction.message
    # Two presses on the same offer of a thread open one match.
    once = message.id if options.thread and message is not None else interaction.id
    opening = Opening(
        server=interaction.guild_id or 0,
        channel=channel,
        host=get_person(interaction),
        game=options.game.meta.id,
        interaction=once,
        seats=len(sides) or options.players or _fewest_seats(options.game.meta, options.computers),
        seating=SeatingOrder(options.seating),
        teams=sides,
        computers=options.computers,
        level=options.level,
        clock=options.clock,
        pack=options.pack or None,
        settings=options.settings,
        hints=Hints.FULL if options.first else None,
        referee=options.referee,
        start=options.first or bool(options.guests),
        guests=options.guests,
        offered=options.open,
    )
    return await lobby.open(get_context(interaction).app, opening)


def _parse_sides(options: NewMatchOptions) -> tuple[int, ...]:
    """The team of each seat; empty when no teams are named. Raises ``NotNow``."""
    if not options.teams:
        return ()
    sides = teams.parse(options.teams, options.game.meta)
    if options.players and options.players != len(sides):
        raise NotNow(
            f"Teams of {escape(options.teams)} have {len(sides)} seats, not {options.players}.",
            instead="Leave players out: the teams say how many there are.",
        )
    return sides


def _fewest_seats(meta: Meta, computers: int) -> int:
    """The fewest seats with room for these computer players and the one who asks; 0: as usual."""
    if computers < meta.players[0]:
        return 0
    return next((count for count in meta.players if count > computers), meta.players[-1])


async def _load_view(interaction: Interaction, receipt: Receipt) -> MatchView:
    user = get_person(interaction).user
    return await views.load_for_user(get_context(interaction).app, receipt.match, user)
