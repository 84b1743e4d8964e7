"""The slash commands: few, and the same for all games.

What a turn needs can be done with buttons as well; both end in the same calls.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.boundary import answer_command, answer_faults
from bot.chat.commands import autocomplete, orders, proposing, reference, rules
from bot.chat.commands import help as help_pages
from bot.chat.commands.arguments import find_game, find_game_here, load_match_view_here
from bot.chat.commands.match import match
from bot.chat.commands.tournament import tournament
from bot.chat.match import prepared_answers
from bot.chat.match.picker import LONGEST_TYPED, build_receipt
from bot.chat.people import profile, statistics
from bot.chat.platform.interactions import Interaction, answer, build_command, load_match_here
from bot.chat.platform.message import Message
from bot.chat.referee import adjusting, corrections, doctor, lifecycle, looking, move_to
from bot.chat.referee.commands import referee
from bot.chat.referee.server_commands import server
from bot.play.lobby import alpha
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.match.views import MatchView
from bot.play.people import seasons
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.records import MatchId, Status
from games.core import standing
from games.core.contract import AnyGame

_BELOW_OTHERS = (proposing, corrections, adjusting, lifecycle, doctor, looking, move_to)
"""Importing them adds their commands to ``/match`` and the other groups."""


def all_commands() -> tuple[app_commands.Group | app_commands.Command[Any, ..., None], ...]:
    return (
        *(match, tournament, move, show_orders, show_rules, show_help, show_me, show_stats),
        *(referee, server),
    )


def build_payload() -> list[dict[str, Any]]:
    """Everything that is registered with Discord, without connecting to it."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    return [command.to_dict(tree) for command in (*all_commands(), show_results)]


@app_commands.context_menu(name="Matches and results")
@app_commands.guild_only()
async def show_results(interaction: Interaction, user: discord.User) -> None:
    """Show a person's results, from their context menu."""
    async with answer_command(interaction):
        await answer(interaction, await statistics.build_statistics(interaction, user.id))


@app_commands.command(name="move", description="Play a move by typing it")
@app_commands.describe(text="The move; type to see what is possible")
@app_commands.autocomplete(text=autocomplete.moves)
@app_commands.guild_only()
async def move(interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_TYPED]) -> None:
    async with answer_command(interaction) as context:
        found = await load_match_here(interaction)
        command = build_command(interaction, found.id)
        receipt = await submission.submit(context.app, command, TypedMove(text))
        after = await views.load_after(context.app, receipt, command.user)
        await answer(interaction, build_receipt(after, receipt))


@app_commands.command(
    name="orders", description="What waits for you, your secrets, and answers in advance"
)
@app_commands.describe(
    order="A standing order; type to see what is possible",
    when="A conditional move: what the other side plays, or * for anything",
    reply="Your answer to that; use / to look further ahead",
)
@app_commands.autocomplete(
    order=autocomplete.orders, when=autocomplete.conditions, reply=autocomplete.replies
)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_orders(
    interaction: Interaction,
    order: app_commands.Range[str, 1, standing.LONGEST] | None = None,
    when: app_commands.Range[str, 1, prepared_answers.LONGEST] | None = None,
    reply: app_commands.Range[str, 1, prepared_answers.LONGEST] | None = None,
) -> None:
    async with answer_command(interaction):
        if order is None and when is None and reply is None:
            page = await orders.build_page(interaction, await _own_match(interaction))
        else:
            page = await _answer_in_advance(interaction, order, when, reply)
        await answer(interaction, page)


async def _own_match(interaction: Interaction) -> MatchId | None:
    """The match of the channel, where the asker has a seat in it and it is not over."""
    if interaction.guild_id is None:
        return None
    try:
        match_view = await load_match_view_here(interaction)
    except NoMatch:
        return None
    over = match_view.match.status is Status.OVER
    return None if over or match_view.seat is None else match_view.match.id


async def _answer_in_advance(
    interaction: Interaction, order: str | None, when: str | None, reply: str | None
) -> Message:
    """The page after a standing order or a conditional move was typed. Raises a ``Refusal``."""
    if interaction.guild_id is None:
        raise NotNow(
            "In a DM I cannot tell which match you mean.",
            instead="Type it in the channel of the match, or press its buttons under `/orders`.",
        )
    if order is not None and (when is not None or reply is not None):
        raise NotNow(
            "A standing order and a conditional move cannot be set at once.",
            instead="Use either order, or when and reply.",
        )
    match_view = await load_match_view_here(interaction)
    if order is not None:
        return await prepared_answers.ORDERS.set(interaction, match_view, order)
    if when is None or reply is None:
        raise NotNow(
            "A conditional move needs both: what the other side plays, and your answer.",
            instead="Leave both out to see your conditional moves.",
        )
    line = f"{when} : {reply}"
    return await prepared_answers.CONDITIONAL_MOVES.set(interaction, match_view, line)


@app_commands.command(name="rules", description="Find a rule, or browse the rulebook")
@app_commands.describe(
    game="Which game",
    words="A rule's ID, or words from it",
    unit="A unit as a card, by its code or name",
)
@app_commands.autocomplete(
    game=autocomplete.games, words=autocomplete.rules_of_game, unit=autocomplete.units_of_game
)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_rules(
    interaction: Interaction,
    game: str | None = None,
    words: str | None = None,
    unit: str | None = None,
) -> None:
    async with answer_command(interaction) as context:
        chosen = await find_game_here(interaction) if game is None else find_game(context, game)
        if unit:
            here = await _find_match(interaction, chosen)
            await answer(interaction, await rules.build_card(context.pictures, chosen, unit, here))
            return
        message = rules.find_rules(chosen, words) if words else rules.build_page(chosen, 0)
        await answer(interaction, message)


async def _find_match(interaction: Interaction, game: AnyGame) -> MatchView | None:
    """The match of the channel, if it is one of this game."""
    try:
        match_view = await load_match_view_here(interaction)
    except NoMatch:
        return None
    return match_view if match_view.match.game == game.meta.id else None


@app_commands.command(name="help", description="What Starpost is, and how to start")
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_help(interaction: Interaction) -> None:
    async with answer_faults(interaction) as context:
        games = await alpha.offered_games(context.app, interaction.guild_id)
        here = interaction.guild_id is not None
        commands = reference.parse_commands(build_payload())
        await answer(interaction, help_pages.build_page(games, commands, here=here))


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
    season="The ladder of this server as it stood when a season ended",
)
@app_commands.autocomplete(game=autocomplete.games, season=autocomplete.seasons_here)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_stats(
    interaction: Interaction,
    player: discord.User | None = None,
    ladder: bool = False,
    game: str | None = None,
    season: app_commands.Range[str, 1, seasons.LONGEST_TITLE] | None = None,
) -> None:
    async with answer_command(interaction) as context:
        if season is not None:
            await answer(interaction, await statistics.build_season(interaction, season))
            return
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
