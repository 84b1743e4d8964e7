"""The referee's doctor: what is wrong with this place for a match, and how to mend it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import timedelta

import discord

from bot.chat.boundary import answer_command
from bot.chat.platform import permissions
from bot.chat.platform.blocks import seat_name
from bot.chat.platform.interactions import (
    Context,
    Interaction,
    answer,
    get_context,
    load_match_here,
    may_referee,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, isolate_name
from bot.chat.referee.commands import check_manages, referee
from bot.play.deadlines import outages
from bot.play.executor import Noted
from bot.play.lobby import server_settings
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.referee.authority import check_referee
from bot.play.refusals import NoMatch
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.ports import StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.storage.records import Match, SeatHolder, Status

_LATE = timedelta(hours=1)
"""Deadlines are looked at every few minutes at the latest."""
_OPTIONAL = {
    "embed_links": "Embed Links",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
_FOR_WHAT = {
    "view_channel": "to see the channel at all",
    "send_messages": "to post the panel",
    "send_messages_in_threads": "to play in threads",
    "attach_files": "to show the board",
    "read_message_history": "to edit the panel",
    "embed_links": "so that links and pictures show",
    "create_public_threads": "for matches in threads of their own",
}
_PUBLIC = frozenset(
    {
        MessageKind.PANEL,
        MessageKind.REFRESH,
        MessageKind.RETIRE,
        MessageKind.LATE,
        MessageKind.CLOSING,
        MessageKind.CHRONICLE,
    }
)
_UNSEEN = frozenset(
    {MessageKind.SECRET, MessageKind.OFFER, MessageKind.REMIND, MessageKind.DROPPED}
)
"""Letters of which nobody but their readers may know: the referee may play, too."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``mend`` is empty where all is well."""

    said: str
    mend: str = ""

    def __str__(self) -> str:
        return f"✖ {self.said}\n-# → {self.mend}" if self.mend else f"✔ {self.said}"


@referee.command(
    name="doctor", description="Find out what is wrong in this channel, and how to fix it"
)
async def doctor(interaction: Interaction) -> None:
    async with answer_command(interaction) as context:
        match = await _find_match(interaction)
        if match is None:
            check_manages(interaction)
        else:
            check_referee(match, interaction.user.id, manages=await may_referee(interaction))
        await answer(interaction, await examine(interaction, context, match))


async def examine(interaction: Interaction, context: Context, match: Match | None) -> Message:
    """Everything that is looked at, and how to mend what is wrong."""
    found = [each async for each in _examine(interaction, context, match)]
    wrong = sum(bool(each.mend) for each in found)
    count = "1 thing is" if wrong == 1 else f"{wrong} things are"
    head = f"### {count} wrong here" if wrong else "### Everything is fine here"
    return note("\n".join((head, *map(str, found))))


async def _find_match(interaction: Interaction) -> Match | None:
    try:
        return await load_match_here(interaction)
    except NoMatch:
        return None


async def _examine(
    interaction: Interaction, context: Context, match: Match | None
) -> AsyncIterator[Finding]:
    for each in _examine_place(interaction):
        yield each
    async for each in _examine_server(interaction):
        yield each
    yield await _examine_commands(interaction)
    yield await _examine_disk(interaction)
    yield await _examine_sweep(context, interaction.guild_id or 0)
    if match is None:
        yield Finding("No match is played in this channel.")
        return
    yield await _examine_state(context, match)
    mended = await permissions.may_play(interaction.client, match.channel)
    async for each in _examine_messages(context, match, mended=mended):
        yield each
    yield await _examine_panel(interaction, match)


def _examine_place(interaction: Interaction) -> Iterator[Finding]:
    """The channel, and what the bot may do in it."""
    channel = interaction.channel
    thread = isinstance(channel, discord.Thread)
    if not isinstance(channel, discord.abc.Messageable):
        yield Finding("This kind of channel has no messages.", "Play in a text channel or thread.")
    elif isinstance(channel, discord.Thread) and channel.locked:
        yield Finding("This thread is locked.", "Somebody who manages threads can unlock it.")
    else:
        yield Finding("A match can be played in this kind of channel.")
    may = interaction.app_permissions
    where = "the channel above this thread" if thread else "this channel"
    needed = permissions.needed_to_play(in_thread=thread)
    missing = [flag for flag in needed if not permissions.has_permission(may, flag)]
    for flag in missing:
        yield Finding(
            f"I lack **{needed[flag]}**, {_FOR_WHAT[flag]}.",
            f"In the settings of {where}, under Permissions, allow it to my role.",
        )
    if not missing:
        yield Finding(f"I have what a match needs: {', '.join(needed.values())}.")
    for flag, name in _OPTIONAL.items():
        if flag not in needed and not permissions.has_permission(may, flag):
            yield Finding(f"I lack **{name}**, {_FOR_WHAT[flag]}.", f"Allow it in {where}.")


async def _examine_server(interaction: Interaction) -> AsyncIterator[Finding]:
    """The channels that the server has named."""
    guild = interaction.guild
    known = await server_settings.load(get_context(interaction).app, interaction.guild_id or 0)
    named = {"open seats": known.open_seats, "results": known.chronicle}
    for what, channel in named.items():
        if guild is None or channel is None:
            continue
        found = guild.get_channel(channel)
        if found is None:
            yield Finding(
                f"The channel for {what} is gone, or I cannot see it.",
                f"Choose another with {server_settings.COMMAND}.",
            )
            continue
        may = found.permissions_for(guild.me)
        needed = permissions.needed_to_play(in_thread=False).items()
        missing = [name for flag, name in needed if not permissions.has_permission(may, flag)]
        if missing:
            yield Finding(
                f"In {found.mention}, the channel for {what}, I lack **{', '.join(missing)}**.",
                f"Allow it there, or choose another channel with {server_settings.COMMAND}.",
            )
        else:
            yield Finding(f"I can post {what} in {found.mention}.")
    role = known.players
    if guild is not None and role is not None and not permissions.may_notify(guild, role):
        yield Finding(
            "Nobody is notified of open seats: the role for it is gone, or I may not mention it.",
            "Let anybody mention it, in the settings of the role, or choose another with "
            f"{server_settings.COMMAND}.",
        )


async def _examine_commands(interaction: Interaction) -> Finding:
    """Whether Discord knows the commands of this release."""
    tree = interaction.client.tree
    own = {command.name for command in tree.get_commands()}
    try:
        known = {command.name for command in await tree.fetch_commands()}
    except discord.HTTPException:
        return Finding(
            "Discord does not say which commands it knows.", "Try again in a few minutes."
        )
    missing = sorted(own - known)
    if missing:
        names = ", ".join(f"/{name}" for name in missing)
        return Finding(
            f"Discord does not know {names}.",
            "The owner of the bot starts it anew: it registers its commands then.",
        )
    return Finding("Discord knows all commands.")


async def _examine_disk(interaction: Interaction) -> Finding:
    """Whether something can be written down: that the doctor was here is."""

    async def write_mark(_: UnitOfWork) -> Noted:
        return Noted("doctor")

    try:
        executor = get_context(interaction).app.executor
        await executor.execute_beside(interaction.user.id, interaction.id, write_mark)
    except StoreUnwritable:
        return Finding(
            "I cannot save anything, so no move can be made.",
            "The owner of the bot looks at its disk: it is full, or read-only.",
        )
    except StoreBusy:
        return Finding("The log is busy: moves may have to wait.", "Try again in a minute.")
    return Finding("Moves can be saved.")


async def _examine_sweep(context: Context, server: int) -> Finding:
    async with context.app.store.reading() as reader:
        last = outages.last_served(await reader.read(queries.Sweeps()), server)
    now = context.app.clock.now()
    if last is None or now - last > _LATE:
        since = "never" if last is None else f"last <t:{int(last.timestamp())}:R>"
        return Finding(
            f"Deadlines were looked at {since}.",
            "The owner of the bot starts it anew; the time is given back to everybody.",
        )
    # No timestamp: to a reader whose clock is behind, a moment ago would be "in 32 seconds".
    return Finding("Deadlines were looked at within the last hour.")


async def _examine_state(context: Context, match: Match) -> Finding:
    """Whether the position can be read, and is one that a match can be in. What is wrong with it
    could be a secret."""
    fault = None
    try:
        await views.load_public(context.app, match.id)
        if match.status is not Status.LOBBY:
            async with context.app.store.reading() as reader:
                fault = await context.app.positions.find_fault(reader, match)
    except Lost:
        return Finding(
            "The position of this match cannot be read.",
            "The owner of the bot finds out why in its log, and can restore a backup.",
        )
    if fault is not None:
        secrets = context.app.games[match.game].meta.secrets
        why = "" if secrets else f" {escape(fault.sentence)}"
        return Finding(
            f"By its rules no match could stand as this one does.{why}",
            "It can be played on as it is; the referee can put it right with `/referee adjust`.",
        )
    return Finding(f"The match can be read: it stands at #{match.shown}.")


async def _examine_messages(
    context: Context, match: Match, *, mended: bool
) -> AsyncIterator[Finding]:
    """Players who cannot be written to, and what could not be delivered.

    ``mended``  whether the bot may now do all that it needs in the match's channel
    """
    async with context.app.store.reading() as reader:
        holders = await reader.read(queries.Holders(match.id))
        players = [
            (holder, await reader.read(queries.PlayerOf(holder.user)))
            for holder in holders
            if holder.user
        ]
        found = await reader.read(queries.Parked(match.id))
    parked = tuple(each for each in found if each[0].kind not in _UNSEEN)
    closed = [holder for holder, player in players if player.dm_closed_at is not None]
    for holder in closed:
        yield Finding(
            f"{await _player_name(context, match, holder)} takes no direct messages from me.",
            "They open the menu of the server, Privacy Settings, allow direct messages, and press "
            "a DM button under `/orders`. Until then: **My orders** under the board.",
        )
    if not closed:
        yield Finding("I know of no player who takes no direct messages.")
    again = bool(parked) and mended and await _retry_blocked(context, match)
    for what in ([e for e in parked if e[0].kind in _PUBLIC], _private_messages(parked)):
        if what:
            outbox_message, fault = what[0]
            many = "A message" if len(what) == 1 else f"{len(what)} messages"
            whose = "for this channel" if outbox_message.kind in _PUBLIC else "to players"
            yield Finding(
                f"{many} {whose} could not be delivered: {escape(fault)}.",
                "I am trying again now."
                if again
                else "Fix what is marked here. I check every few minutes whether I may post it; "
                "players find what they missed under **My orders**.",
            )
    if not parked:
        yield Finding("Everything could be delivered.")


async def _retry_blocked(context: Context, match: Match) -> bool:
    """What waited until the bot may write here is sent; whether there was anything."""
    async with context.app.store.writing(match.id) as work:
        waited = any(
            blocked == (match.id, match.server, match.channel)
            for blocked in await work.read(queries.Blocked())
        )
        if waited:
            await work.unblock(match.id, match.channel, context.app.clock.now())
            await work.commit()
    if waited:
        context.app.executor.after_commit()
    return waited


def _private_messages(
    parked: tuple[tuple[OutboxMessage, str], ...],
) -> list[tuple[OutboxMessage, str]]:
    return [each for each in parked if each[0].kind not in _PUBLIC]


async def _player_name(context: Context, match: Match, holder: SeatHolder) -> str:
    try:
        match_view: MatchView = await views.load_public(context.app, match.id)
    except Lost:
        return isolate_name(holder.name)
    return f"{seat_name(match_view, holder.seat)} ({isolate_name(holder.name)})"


async def _examine_panel(interaction: Interaction, match: Match) -> Finding:
    """Whether the live panel is still there."""
    if match.panel is None:
        return Finding(
            "The panel of the match has not been posted.",
            "Allow what is marked above; the next move posts it.",
        )
    place = interaction.client.get_partial_messageable(match.channel)
    try:
        await place.fetch_message(match.panel)
    except discord.NotFound:
        over = match.status is Status.OVER
        return Finding(
            "The panel of the match was deleted.",
            "`/match show` still shows the board." if over else "The next move posts a new one.",
        )
    except discord.HTTPException as error:
        return Finding(
            f"I cannot look at the panel of the match (code {error.code}).",
            "Allow me to see this channel and to read its history.",
        )
    return Finding("The panel of the match is where it should be.")
