"""Which DMs somebody wants, and whether they arrive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.failures import Remedy, find_remedy
from bot.chat.platform.interactions import ComponentPress, Interaction, OutOfDate, get_context, note
from bot.chat.platform.message import with_mentions
from bot.play.people import preferences
from bot.play.storage.profiles import NotificationChannel, Player
from bot.play.storage.stored_fields import MatchId

HOW_TO_OPEN = (
    "I cannot write to you: your direct messages are closed. On a server we share, "
    "open its menu, then Privacy Settings, allow direct messages, and press the "
    "button again."
)
WAYS: Mapping[str, tuple[str, str]] = {
    NotificationChannel.CHANNEL: ("In the channel", "With a mention below the board."),
    NotificationChannel.DM: (
        "By direct message",
        "At your turn, and before time runs out; in the channel if no DM arrives.",
    ),
    NotificationChannel.BOTH: ("Both", "With a mention, and by direct message."),
}
_WAY, _OVER, _TURN = "asked", "over", "turn"


async def choose(pressed: ComponentPress, choice: Sequence[str]) -> str:
    """Choose how to be reminded, or turn the DMs about results on or off.

    What turns DMs on writes one at once, to see that it arrives: a warning when it does not.
    Raises ``OutOfDate``.
    """
    what, *wanted = choice
    if what == _WAY and pressed.values and pressed.values[0] in WAYS:
        way = NotificationChannel(pressed.values[0])
        changed = {"asked": way.value, "dm_turn": way is not NotificationChannel.CHANNEL}
        writes = changed["dm_turn"]
    elif what == _TURN and wanted in (["on"], ["off"]):
        # A button of an earlier message, such as "No more of these".
        writes = wanted == ["on"]
        way = NotificationChannel.BOTH if writes else NotificationChannel.CHANNEL
        changed = {"asked": way.value, "dm_turn": writes}
    elif what == _OVER and wanted in (["on"], ["off"]):
        writes = wanted == ["on"]
        changed = {"dm_over": writes}
    else:
        raise OutOfDate("There is no such setting.")
    if writes and not await can_send_dm(pressed.interaction):
        return HOW_TO_OPEN
    await preferences.change_player(pressed.context.app, pressed.user, **changed)
    return ""


def build_parts(
    player: Player, match: MatchId | None, action: Action, *before: str
) -> Iterator[Part | None]:
    """How somebody is reminded, and whether results are sent; presses come back as ``action``."""
    way = NotificationChannel(player.asked)
    if player.dm_turn and way is NotificationChannel.CHANNEL:  # of before there was one choice
        way = NotificationChannel.BOTH
    title, description = WAYS[way]
    closed = player.dm_closed_at is not None
    yield blocks.text(
        f"**How you are reminded and asked**: {title}. {description}",
        "-# ⚠️ Your DMs are closed to me: you are asked in the channel." if closed else "",
    )
    options = (blocks.option(str(key), *WAYS[key], chosen=key == way) for key in WAYS)
    yield blocks.select(options, action, match, *before, _WAY, hint="How are you reminded?")
    now, then = ("on", "off") if player.dm_over else ("off", "on")
    label = f"DM me when a match is over: {now}"
    yield from blocks.rows((blocks.button(label, action, match, *before, _OVER, then),))


async def can_send_dm(interaction: Interaction) -> bool:
    """Whether a DM can be sent to this person: one is, to see, and the answer is remembered."""
    user = interaction.user.id
    arrived = await _try_dm(interaction)
    await preferences.note_arrival(get_context(interaction).app, user, arrived=arrived)
    return arrived


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
