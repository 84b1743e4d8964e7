"""``/me`` and ``/stats``: the settings of one person, and the numbers of all. Also in DMs."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands import autocomplete
from bot.chat.commands.arguments import find_game
from bot.chat.people import profile, statistics
from bot.chat.platform.context import Interaction
from bot.chat.platform.replies import answer
from bot.play.refusals import NotNow


@app_commands.command(name="me", description="Your settings: colours, DMs, quiet hours, holidays")
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_me(interaction: Interaction) -> None:
    async with answer_command(interaction):
        await answer(interaction, await profile.build_page(interaction))


@app_commands.command(name="stats", description="Matches played and won, and Elo; or the ladder")
@app_commands.describe(
    player="Whose numbers; yours if you leave it out",
    ladder="Show the ladder of this server instead",
    game="Matches of one game; of all games if you leave it out",
)
@app_commands.autocomplete(game=autocomplete.games)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_stats(
    interaction: Interaction,
    player: discord.User | None = None,
    ladder: bool = False,
    game: str | None = None,
) -> None:
    async with answer_command(interaction) as context:
        chosen = None if game is None else find_game(context, game).meta.id
        if ladder and player is not None:
            raise NotNow(
                "The ladder has all players of this server.",
                instead="Leave out either player or ladder.",
            )
        if ladder:
            page = await statistics.build_ladder(interaction, chosen)
        else:
            user = interaction.user if player is None else player
            page = await statistics.build_statistics(interaction, user.id, chosen)
        await answer(interaction, page)
