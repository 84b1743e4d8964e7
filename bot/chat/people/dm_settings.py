"""Which DMs somebody wants, and whether they arrive."""

from __future__ import annotations

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.failures import Remedy, find_remedy
from bot.chat.platform.interactions import Interaction, OutOfDate, get_context, note
from bot.chat.platform.message import with_mentions
from bot.play.people import preferences
from bot.play.storage.profiles import Player
from bot.play.storage.stored_fields import MatchId

HOW_TO_OPEN = (
    "I cannot write to you: your direct messages are closed. On a server we share, "
    "open its menu, then Privacy Settings, allow direct messages, and press the "
    "button again."
)
_KINDS = {"turn": "DM me when it is my turn", "over": "DM me when a match is over"}


async def switch_dms(interaction: Interaction, which: str, wanted: str) -> str:
    """Turn one kind of DM on or off; turning on writes one at once, to see that it arrives.

    A warning when it does not. Raises ``OutOfDate``.
    """
    if which not in _KINDS or wanted not in ("on", "off"):
        raise OutOfDate("There is no such setting.")
    user = interaction.user.id
    if wanted == "on" and not await can_send_dm(interaction):
        return HOW_TO_OPEN
    await preferences.change_player(
        get_context(interaction).app, user, **{f"dm_{which}": wanted == "on"}
    )
    return ""


async def can_send_dm(interaction: Interaction) -> bool:
    """Whether a DM can be sent to this person: one is, to see, and the answer is remembered."""
    user = interaction.user.id
    arrived = await _try_dm(interaction)
    await preferences.note_arrival(get_context(interaction).app, user, arrived=arrived)
    return arrived


def build_switches(
    player: Player, match: MatchId | None, action: Action, *before: str
) -> tuple[Pressable, ...]:
    """A button for each kind; its press comes back as ``action`` with the kind and ``on`` or
    ``off`` behind ``before``."""
    wanted = {"turn": player.dm_turn, "over": player.dm_over}
    return tuple(
        blocks.button(
            f"{label}: {'on' if wanted[which] else 'off'}",
            action,
            match,
            *before,
            which,
            "off" if wanted[which] else "on",
        )
        for which, label in _KINDS.items()
    )


async def _try_dm(interaction: Interaction) -> bool:
    try:
        example = note("This is how I will write to you. Switch it off with `/orders`.")
        ready = with_mentions(example, get_context(interaction).commands)
        await interaction.user.send(**ready.for_send())
    except discord.HTTPException as error:
        if find_remedy(error) is not Remedy.CLOSED:
            raise
        return False
    return True
