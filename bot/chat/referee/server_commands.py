"""``/server``: its page, content packs and games in alpha, for those who may manage it."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands import autocomplete
from bot.chat.commands.arguments import find_game
from bot.chat.commands.match import ON_SERVERS
from bot.chat.people import statistics
from bot.chat.platform.interactions import Context, Interaction, answer, note, read_attachment
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, shorten
from bot.chat.referee import server_page
from bot.chat.referee.commands import MANAGERS, check_manages
from bot.play.lobby import alpha, packs
from bot.play.lobby.packs import LONGEST_KEY
from bot.play.people import seasons
from bot.play.refusals import NotNow
from games.core.contract import AnyGame

_PACK_OPTIONS = "Fill in file to add or replace one, or remove."

server = app_commands.Group(
    name="server",
    description="For those who manage this server: channels, referees, packs, games in alpha",
    guild_only=True,
    allowed_contexts=ON_SERVERS,
    default_permissions=MANAGERS,
)


@server.command(name="pack", description="Add, replace or remove a content pack")
@app_commands.describe(
    game="Which game it is for",
    file="The pack to add: a UTF-8 text file in the format of the game",
    key="The key of the pack to add; made from its title if you leave it out",
    remove="The pack to remove, in place of a file",
)
@app_commands.autocomplete(game=autocomplete.games_with_packs, remove=autocomplete.packs_of_game)
async def change_packs(
    interaction: Interaction,
    game: str,
    file: discord.Attachment | None = None,
    key: app_commands.Range[str, 1, LONGEST_KEY] | None = None,
    remove: app_commands.Range[str, 1, LONGEST_KEY] | None = None,
) -> None:
    async with answer_command(interaction) as context:
        check_manages(interaction)
        wanted = find_game(context, game)
        by = (context.app, interaction.user.id, interaction.id)
        place = (interaction.guild_id or 0, wanted.meta.id)
        if (file is None) == (remove is None):
            raise NotNow("Either a pack is added, or one is removed.", instead=_PACK_OPTIONS)
        if file is None:
            receipt = await packs.remove(*by, *place, remove or "")
            hint = ""
        else:
            data = await _read_file(wanted, file)
            receipt = await packs.add(*by, *place, data, key or "")
            hint = f"Play with it: `/match new game:{wanted.meta.id}` and its option **pack**."
        await answer(interaction, note("\n".join(filter(None, (escape(receipt.text), hint)))))


@server.command(name="packs", description="List the content packs of this server")
async def show_packs(interaction: Interaction) -> None:
    async with answer_command(interaction) as context:
        check_manages(interaction)
        await answer(interaction, await _list_packs(context, interaction.guild_id or 0))


@server.command(
    name="channels",
    description="Where matches are played, who may referee, open seats, results, games in alpha",
)
async def show_page(interaction: Interaction) -> None:
    async with answer_command(interaction):
        await answer(interaction, await server_page.build_page(interaction))


@server.command(name="season", description="Let a season end with a day, and keep its ladder")
@app_commands.describe(
    title="What it is called; to see all seasons, leave it out",
    ends="Its last day, by UTC: 2026-12-31",
    game="Matches of one game; of all games if you leave it out",
)
@app_commands.autocomplete(game=autocomplete.games)
async def plan_season(
    interaction: Interaction,
    title: app_commands.Range[str, 1, seasons.LONGEST_TITLE] | None = None,
    ends: app_commands.Range[str, 10, 10] | None = None,
    game: str | None = None,
) -> None:
    async with answer_command(interaction) as context:
        check_manages(interaction)
        here = interaction.guild_id or 0
        if title is None:
            await answer(interaction, note(await statistics.list_seasons(context, here)))
            return
        if ends is None:
            raise NotNow("A season needs its last day.", instead="Fill in ends: 2026-12-31.")
        about = "" if game is None else find_game(context, game).meta.id
        by = (context.app, interaction.user.id, interaction.id)
        receipt = await seasons.plan(*by, here, " ".join(title.split()), about, ends)
        await answer(interaction, note(escape(receipt.text)))


@server.command(name="alpha", description="Allow games in alpha on this server, or not")
@app_commands.describe(allow="Whether they can be played here; to see how it is, leave it out")
async def allow_alpha(interaction: Interaction, allow: bool | None = None) -> None:
    async with answer_command(interaction) as context:
        check_manages(interaction)
        here = interaction.guild_id or 0
        if allow is None:
            now = await alpha.is_allowed(context.app, here)
            said = f"Games in alpha are {'' if now else 'not '}allowed on this server."
        else:
            user = interaction.user.id
            receipt = await alpha.allow(context.app, user, interaction.id, here, wanted=allow)
            said = receipt.text
        await answer(interaction, note(f"{escape(said)}\n{_list_alpha(context)}"))


def _list_alpha(context: Context) -> str:
    titles = (game.meta.title for game in context.app.games.values() if alpha.is_alpha(game))
    listed = ", ".join(map(escape, titles)) or "none at the moment"
    return (
        f"In alpha: {listed}. Such a game is new: its rules may still change during a match.\n"
        f"-# Change it: {alpha.COMMAND}"
    )


async def _read_file(game: AnyGame, file: discord.Attachment) -> bytes:
    """The bytes of the file; one that is too large is not even fetched. Raises ``NotNow``."""
    if game.packs is None:
        raise NotNow(f"{game.meta.title} takes no content packs.")
    if file.size > game.packs.most:
        raise NotNow(
            f"The file has {file.size} bytes; a pack of {game.meta.title} has at most "
            f"{game.packs.most}.",
            instead="Leave out what you do not need.",
        )
    return await read_attachment(file, game.packs.most)


async def _list_packs(context: Context, server: int) -> Message:
    lines = []
    for game in context.app.games.values():
        if game.packs is None:
            continue
        found = await packs.list_packs(context.app, server, game.meta.id)
        if found:
            lines.append(f"### {escape(game.meta.title)}")
        for pack in found:
            added = int(pack.at.timestamp())
            title = escape(shorten(pack.title, 80))
            lines.append(f"- `{pack.key}`: {title}, by <@{pack.by}>, <t:{added}:d>")
    none = "This server has no content packs. `/server pack` adds one."
    return note("\n".join(lines or [none]))
