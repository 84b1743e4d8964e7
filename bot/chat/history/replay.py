"""A whole match as one animation."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.chat.history import animations
from bot.chat.platform import blocks, permissions
from bot.chat.platform.blocks import Part, Pressable, rows, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    board_button,
    get_context,
    note,
)
from bot.chat.platform.message import Message
from bot.play.history import looking_back
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import PUBLIC_REPLAY, count_try
from bot.play.refusals import NotNow
from bot.play.storage.records import MatchId, Status
from games.core.types import REFEREE, SPECTATOR

_PUBLIC = "public"


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    public = pressed.id.args == (_PUBLIC,)
    await pressed.answer(await replay(pressed.interaction, match_view, public=public))


async def replay(
    interaction: Interaction, match_view: MatchView, *, public: bool = False
) -> Message:
    """Answer privately with the animation; if ``public``, post it in the channel.

    Raises a ``Refusal``.
    """
    if match_view.view is None:
        raise NotNow("Nothing has been played in this match yet.")
    context = get_context(interaction)
    if not public:
        with looking_back.only_once(context.app, f"replay {match_view.match.id}"):
            return await _render_film(interaction, match_view, mine=True)
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable):
        raise NotNow("It cannot be posted here.", instead="Press Replay to see it yourself.")
    in_thread = isinstance(channel, discord.Thread)
    permissions.check(interaction.app_permissions, permissions.needed_to_play(in_thread=in_thread))
    await count_try(context.app, PUBLIC_REPLAY, interaction.user.id)
    seen = await views.load_public(context.app, match_view.match.id)
    with looking_back.only_once(context.app, f"replay {match_view.match.id}"):
        film = await _render_film(interaction, seen, mine=False)
        await channel.send(**film.for_send())
    return note("The replay is posted in this channel.", (board_button(match_view.match.id),))


async def _render_film(interaction: Interaction, match_view: MatchView, *, mine: bool) -> Message:
    context, match = get_context(interaction), match_view.match
    over, secrets = match.status is Status.OVER, match_view.game.meta.secrets
    if over and secrets:
        await looking_back.disclose(context.app, match.id)
    viewer = REFEREE if over else match_view.viewer if mine else SPECTATOR
    made = await animations.render(context, match_view, viewer, animations.size_limit(interaction))
    pictures = "one picture" if made.frames == 1 else f"{made.frames} pictures"
    whole = "The whole match" if over else "The match so far"
    left = f" {made.left_out} more are left out." if made.left_out else ""
    stride = animations.entry_stride(match)
    share = f", made from one entry in {stride}" if stride > 1 else ""
    whose = ""
    if secrets:
        whose = "With all that was secret." if over else "As everybody may see it."
        whose = "As you may see it." if mine and not over else whose
    file = animations.to_file(
        f"replay-{match.shown}.gif", made, f"{whole} in {pictures}. The last one:"
    )
    said = f"-# {whole} in {pictures}{share}.{left} {whose}".rstrip()
    parts: list[Part | None] = [
        blocks.text(f"### Replay: {title(match_view)}"),
        *blocks.pictures((file,)),
        blocks.text(said),
        *(rows(_buttons(interaction, match.id)) if mine else ()),
    ]
    accent = blocks.OVER if over else blocks.PRIVATE if mine else blocks.RUNNING
    return Message(blocks.layout(accent, parts), (file,))


def _buttons(interaction: Interaction, match: MatchId) -> Iterator[Pressable]:
    if interaction.guild_id is not None:
        yield blocks.button("Post it here", Action.REPLAY, match, _PUBLIC)
    yield board_button(match)
