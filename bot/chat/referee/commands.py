"""``/referee`` itself, and below it what concerns a server: content packs, games in alpha.

The group is shown to everybody: a referee who was named for one match need not manage the
server, and Discord cannot show a part of a group. Every command looks for itself who asks.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.boundary import answering
from bot.chat.commands import autocomplete
from bot.chat.commands.arguments import game_named
from bot.chat.commands.match import ON_SERVERS
from bot.chat.platform.context import Context, Interaction, manages
from bot.chat.platform.message import Message
from bot.chat.platform.replies import answer, note
from bot.chat.platform.safe_text import escape, shortened
from bot.play.lobby import alpha, packs
from bot.play.lobby.packs import LONGEST_KEY
from bot.play.refusals import NotNow, NotSeated
from games.core.contract import AnyGame

referee = app_commands.Group(
    name="referee",
    description="For the referee: put a match right, with a reason that everybody can read",
    guild_only=True,
    allowed_contexts=ON_SERVERS,
)


@referee.command(name="pack-add", description="Add or replace a content pack")
@app_commands.describe(
    game="Which game it is for",
    file="The pack: a UTF-8 text file in the format of the game",
    key="Its key; made from its title if you leave it out",
)
@app_commands.autocomplete(game=autocomplete.games_with_packs)
async def pack_add(
    interaction: Interaction,
    game: str,
    file: discord.Attachment,
    key: app_commands.Range[str, 1, LONGEST_KEY] | None = None,
) -> None:
    async with answering(interaction) as context:
        check_manages(interaction)
        wanted = game_named(context, game)
        data = await _contents(wanted, file)
        receipt = await packs.add(
            context.app,
            interaction.guild_id or 0,
            interaction.user.id,
            wanted.meta.id,
            data,
            interaction.id,
            key or "",
        )
        hint = f"Play with it: `/match new game:{wanted.meta.id}` and its option **pack**."
        await answer(interaction, note(f"{escape(receipt.text)}\n{hint}"))


@referee.command(name="pack-list", description="List the content packs of this server")
async def pack_list(interaction: Interaction) -> None:
    async with answering(interaction) as context:
        check_manages(interaction)
        await answer(interaction, await _list(context, interaction.guild_id or 0))


@referee.command(name="pack-remove", description="Remove a content pack from this server")
@app_commands.describe(game="Which game it is for", pack="Which pack")
@app_commands.autocomplete(game=autocomplete.games_with_packs, pack=autocomplete.packs_of_game)
async def pack_remove(interaction: Interaction, game: str, pack: str) -> None:
    async with answering(interaction) as context:
        check_manages(interaction)
        wanted = game_named(context, game)
        receipt = await packs.remove(
            context.app,
            interaction.guild_id or 0,
            interaction.user.id,
            wanted.meta.id,
            pack,
            interaction.id,
        )
        await answer(interaction, note(escape(receipt.text)))


@referee.command(name="alpha-games", description="Allow games in alpha on this server, or not")
@app_commands.describe(allow="Whether they can be played here; to see how it is, leave it out")
async def alpha_games(interaction: Interaction, allow: bool | None = None) -> None:
    async with answering(interaction) as context:
        check_manages(interaction)
        server = interaction.guild_id or 0
        if allow is None:
            now = await alpha.allowed(context.app, server)
            said = f"Games in alpha are {'' if now else 'not '}allowed on this server."
        else:
            user = interaction.user.id
            receipt = await alpha.allow(context.app, server, user, interaction.id, wanted=allow)
            said = receipt.text
        await answer(interaction, note(f"{escape(said)}\n{_alpha_games(context)}"))


def _alpha_games(context: Context) -> str:
    titles = (game.meta.title for game in context.app.games.values() if alpha.is_alpha(game))
    listed = ", ".join(map(escape, titles)) or "none at the moment"
    return (
        f"In alpha: {listed}. Such a game is new: its rules may still change during a match.\n"
        f"-# Change it: `{alpha.COMMAND} allow`"
    )


def check_manages(interaction: Interaction) -> None:
    """Raises ``NotSeated``."""
    if not manages(interaction):
        raise NotSeated(
            "Only members with Manage Server can do this.",
            instead="That permission is in the server settings, under Roles.",
        )


async def _contents(game: AnyGame, file: discord.Attachment) -> bytes:
    """The bytes of the file; one that is too large is not even fetched. Raises ``NotNow``."""
    if game.packs is None:
        raise NotNow(f"{game.meta.title} takes no content packs.")
    if file.size > game.packs.most:
        raise NotNow(
            f"The file has {file.size} bytes; a pack of {game.meta.title} has at most "
            f"{game.packs.most}.",
            instead="Leave out what you do not need.",
        )
    try:
        return await file.read()
    except discord.HTTPException:
        raise NotNow(
            "Discord did not hand out the file.", instead="Please try again in a moment."
        ) from None


async def _list(context: Context, server: int) -> Message:
    lines = []
    for game in context.app.games.values():
        if game.packs is None:
            continue
        found = await packs.listed(context.app, server, game.meta.id)
        if found:
            lines.append(f"### {escape(game.meta.title)}")
        for pack in found:
            added = int(pack.at.timestamp())
            title = escape(shortened(pack.title, 80))
            lines.append(f"- `{pack.key}`: {title}, by <@{pack.by}>, <t:{added}:d>")
    none = "This server has no content packs. `/referee pack-add` adds one."
    return note("\n".join(lines or [none]))
