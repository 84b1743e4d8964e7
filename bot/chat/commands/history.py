"""The commands that look back, and those that take a match elsewhere."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.boundary import answering
from bot.chat.commands.arguments import match_view_here
from bot.chat.commands.match import match
from bot.chat.history import catching_up, forks, match_files, replay
from bot.chat.platform.context import Interaction
from bot.chat.platform.replies import answer

_LAST = 1_000_000
"""An upper bound for Discord; the entry itself is looked up."""
Number = app_commands.Range[int, 1, _LAST]
Place = app_commands.Range[int, 1, 12]


@match.command(name="catch-up", description="What you have missed: five lines and an animation")
async def catch_up(interaction: Interaction) -> None:
    async with answering(interaction):
        match_view = await match_view_here(interaction)
        await catching_up.caught_up(interaction, match_view.match.id)


@match.command(name="replay", description="The whole match as one animation")
@app_commands.describe(public="Post it in this channel, as everybody may see it")
async def match_replay(interaction: Interaction, public: bool = False) -> None:
    async with answering(interaction):
        match_view = await match_view_here(interaction)
        await answer(interaction, await replay.replayed(interaction, match_view, public=public))


@match.command(name="export", description="The match as a file, with what you may know")
async def match_export(interaction: Interaction) -> None:
    async with answering(interaction):
        match_view = await match_view_here(interaction)
        await answer(interaction, await match_files.exported(interaction, match_view))


@match.command(name="import", description="Continue from a match file, for practice")
@app_commands.describe(
    file="A complete match file, from /match export",
    at="Continue from this entry; the last if you leave it out",
    seat="Which seat you take, counted from 1",
    computers="Let computer players take the other seats, where the game has them",
)
async def match_import(
    interaction: Interaction,
    file: discord.Attachment,
    at: Number | None = None,
    seat: Place | None = None,
    computers: bool = True,
) -> None:
    async with answering(interaction):
        message = await match_files.imported(
            interaction, file, seat=seat, computers=computers, at=at
        )
        await answer(interaction, message)


@match.command(name="fork", description="Try out how the match could have gone from an entry")
@app_commands.describe(
    at="Begin from this entry; the last if you leave it out",
    seat="Which seat you take, counted from 1; yours if you leave it out",
    computers="Let computer players take the other seats, where the game has them",
)
async def match_fork(
    interaction: Interaction,
    at: Number | None = None,
    seat: Place | None = None,
    computers: bool = True,
) -> None:
    async with answering(interaction):
        match_view = await match_view_here(interaction)
        message = await forks.forked(interaction, match_view, at=at, seat=seat, computers=computers)
        await answer(interaction, message)
