"""The commands of one person: ``/me`` and what is below it. Usable in DMs, too."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.boundary import answering
from bot.chat.commands import autocomplete
from bot.chat.commands.arguments import game_named
from bot.chat.people import profile, statistics
from bot.chat.platform.context import Interaction
from bot.chat.platform.replies import answer

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)

me_group = app_commands.Group(
    name="me",
    description="Your own settings and numbers",
    allowed_contexts=EVERYWHERE,
)


@me_group.command(name="settings", description="Colours, DMs, quiet hours, holidays: yours alone")
async def me_settings(interaction: Interaction) -> None:
    async with answering(interaction):
        await answer(interaction, await profile.page(interaction))


@me_group.command(name="stats", description="Matches played and won, and Elo")
@app_commands.describe(player="Whose numbers; yours if you leave it out")
async def me_stats(interaction: Interaction, player: discord.User | None = None) -> None:
    async with answering(interaction):
        user = interaction.user.id if player is None else player.id
        await answer(interaction, await statistics.of_player(interaction, user))


@me_group.command(name="ladder", description="The ladder of this server")
@app_commands.describe(game="Matches of one game; of all games if you leave it out")
@app_commands.autocomplete(game=autocomplete.games)
async def me_ladder(interaction: Interaction, game: str | None = None) -> None:
    async with answering(interaction) as context:
        chosen = None if game is None else game_named(context, game).meta.id
        await answer(interaction, await statistics.ladder(interaction, chosen))


@me_group.command(name="forget", description="Delete all your settings; you are asked to confirm")
async def me_forget(interaction: Interaction) -> None:
    async with answering(interaction):
        await answer(interaction, await profile.ask_to_forget(interaction))
