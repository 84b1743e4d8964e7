"""``/referee``, shown to those who may manage the server.

Somebody else who was named for a match has the same acts as buttons: Discord cannot show a group
to the referee of one match. Every command checks for itself who asks.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.commands.match import ON_SERVERS
from bot.chat.platform.interactions import Interaction, manages_server
from bot.play.refusals import NotSeated

MANAGERS = discord.Permissions(manage_guild=True)

referee = app_commands.Group(
    name="referee",
    description="For the referee: put a match right, with a reason that everybody can read",
    guild_only=True,
    allowed_contexts=ON_SERVERS,
    default_permissions=MANAGERS,
)


def check_manages(interaction: Interaction) -> None:
    """Raises ``NotSeated``."""
    if not manages_server(interaction):
        raise NotSeated(
            "Only members with Manage Server can do this.",
            instead="That permission is in the server settings, under Roles.",
        )
