"""``/match move-to``: take a match to another channel, also from one that was deleted."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands.match import match as match_group
from bot.chat.lobby import lost_channels
from bot.chat.platform import permissions
from bot.chat.platform.interactions import Interaction, answer, load_match_here
from bot.chat.referee.request import LONGEST, Reason, build_receipt, build_ruling
from bot.play.referee import lifecycle
from bot.play.refusals import NotNow

_DELETED = "Its channel was deleted."
Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
Named = app_commands.AppCommandChannel | app_commands.AppCommandThread


class Anywhere(app_commands.Transformer):
    """A channel or thread that a match can be played in, and that the bot need not have heard of:
    discord.py's own annotation of these kinds refuses what is not in its cache."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        kinds = discord.ChannelType
        threads = (kinds.public_thread, kinds.private_thread, kinds.news_thread)
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, *threads]

    async def transform(self, interaction: Interaction, value: Named, /) -> Named:
        return value


@match_group.command(name="move-to", description="Take a match to another channel or thread")
@app_commands.describe(
    channel="Where it continues",
    match="Which match, if not that of this channel: also one whose channel was deleted",
    reason="Why; everybody can read it. Not needed where the old channel was deleted",
)
@app_commands.autocomplete(match=lost_channels.suggest)
async def move_to(
    interaction: Interaction,
    channel: app_commands.Transform[Named, Anywhere],
    match: app_commands.Range[str, 1, LONGEST] | None = None,
    reason: Reason | None = None,
) -> None:
    """Move the match to another channel: for its referee and, if its channel is gone, for
    ``lost_channels.movers``."""
    async with answer_command(interaction) as context:
        if match is None:
            found = await load_match_here(interaction)
        else:
            found = await lost_channels.find_named(interaction, match)
        why = reason or ("" if found.gone_at is None else _DELETED)
        as_referee = await build_ruling(interaction, found.id, why)
        # Somebody who manages this server manages no other.
        as_referee = replace(
            as_referee, manages=as_referee.manages and found.server == interaction.guild_id
        )
        place = await _find_place(channel)
        in_thread = isinstance(place, discord.Thread)
        if not as_referee.manages:
            permissions.check_writes(channel.permissions, in_thread=in_thread)
        may = place.permissions_for(place.guild.me)
        permissions.check(may, permissions.needed_to_play(in_thread=in_thread), "over there")
        receipt = await lifecycle.move_to(context.app, as_referee, place.id, place.guild.id)
        await answer(interaction, build_receipt(receipt))


async def _find_place(named: Named) -> Place:
    """The channel, asked for where the bot has not heard of it. Raises ``NotNow``."""
    try:
        place = named.resolve() or await named.fetch()
    except discord.HTTPException:
        raise NotNow(
            "I cannot see that channel.", instead="Allow me View Channel there, and try again."
        ) from None
    if not isinstance(place, Place):
        raise NotNow("A match cannot be played in that kind of channel.")
    return place
