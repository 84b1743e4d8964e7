"""The slash commands: few, and the same for all games.

What a turn needs can be done with buttons as well; both end in the same calls.
"""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat import help as help_pages
from bot.chat import log_pages, match_lists, match_presses, openings, orders, panel, rules
from bot.chat.answers import answer, board_button, boundary, defer, note
from bot.chat.desk import Desk, Interaction, checked_place, desk_of, match_here, person_of
from bot.chat.picker import LONGEST_MOVE
from bot.chat.safe_text import escape
from bot.play.records import Status
from bot.play.refusals import NoMatch, NotNow
from bot.play.sight import Sight
from bot.play.table import Submit, Typed
from games.core.contract import AnyGame
from games.core.refusals import Refusal
from games.core.seats import Seat

AT_ONCE = 25
Choices = list[app_commands.Choice[str]]

_ON_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)

match = app_commands.Group(
    name="match",
    description="Open, join, look at and end matches",
    guild_only=True,
    allowed_contexts=_ON_SERVERS,
)


def all_commands() -> tuple[app_commands.Group | app_commands.Command[Any, ..., None], ...]:
    return (match, move, show_orders, show_rules, show_help)


def payload() -> list[dict[str, Any]]:
    """Everything that is registered with Discord, without connecting to it."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    return [command.to_dict(tree) for command in all_commands()]


@match.command(name="new", description="Open a match in this channel, or in a thread of its own")
@app_commands.describe(
    game="Which game",
    players="How many seats; the game's usual number if you leave it out",
    seating="How players get their seats",
    thread="Play in a new thread of this channel",
)
async def match_new(
    interaction: Interaction,
    game: str,
    players: app_commands.Range[int, 1, 12] | None = None,
    seating: Literal["random", "choice"] = "random",
    thread: bool = False,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = openings.Wish(_game(desk, game), players or 0, seating, thread)
        await answer(interaction, await openings.open_match(interaction, wish))


@match.command(name="join", description="Sit down in the match of this channel")
@app_commands.describe(seat="Which seat, where players choose them")
async def match_join(interaction: Interaction, seat: str | None = None) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        found = await match_here(interaction)
        names = desk.house.games[found.game].meta.seat_names[found.seats]
        chosen = None if seat is None else _seat(names, seat)
        receipt = await desk.house.lobby.join(
            found.id, person_of(interaction), interaction.id, chosen
        )
        await answer(interaction, match_presses.told(receipt))


@match.command(name="leave", description="Give up your seat before the match begins")
async def match_leave(interaction: Interaction) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        found = await match_here(interaction)
        receipt = await desk.house.lobby.leave(found.id, interaction.user.id, interaction.id)
        await answer(interaction, match_presses.told(receipt))


@match.command(name="start", description="Begin the match of this channel")
async def match_start(interaction: Interaction) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        found = await match_here(interaction)
        receipt = await desk.house.lobby.start(found.id, interaction.user.id, interaction.id)
        await answer(interaction, match_presses.told(receipt))


@match.command(name="show", description="Show you the board as you may see it")
@app_commands.describe(
    text="As text instead of a picture",
    threats="Mark what could be won with the next move",
    turned="From the other side",
)
async def match_show(
    interaction: Interaction, text: bool = False, threats: bool = False, turned: bool = False
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        sight = await _sight(interaction)
        looks = {"text": text, "threats": threats, "turned": turned}
        await answer(interaction, await panel.board(sight, desk.pictures, **looks))


@match.command(name="log", description="Read what has happened in this match")
async def match_log(interaction: Interaction) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        sight = await _sight(interaction)
        lines = await desk.house.eyes.log(sight.match.id, sight.viewer)
        await answer(interaction, log_pages.page(sight, lines, None))


@match.command(name="resign", description="Give this match up; you are asked once more")
async def match_resign(interaction: Interaction) -> None:
    async with boundary(interaction):
        await defer(interaction)
        sight = await _sight(interaction)
        await answer(interaction, match_presses.resign_question(sight))


@match.command(name="list", description="List the matches of this server, and yours")
async def match_list(interaction: Interaction) -> None:
    async with boundary(interaction):
        await defer(interaction)
        await answer(interaction, await match_lists.page(interaction))


@app_commands.command(name="move", description="Play a move that you type")
@app_commands.describe(text="The move; what is possible is suggested as you type")
@app_commands.guild_only()
async def move(interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_MOVE]) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        found = await match_here(interaction)
        wish = Submit(found.id, interaction.user.id, Typed(text), interaction.id)
        receipt = await desk.house.table.submit(wish)
        await answer(interaction, note(escape(receipt.text), (board_button(found.id),)))


@app_commands.command(
    name="orders", description="What waits for you, your secrets, and the DMs you want"
)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_orders(interaction: Interaction) -> None:
    async with boundary(interaction):
        await defer(interaction)
        try:
            sight = None if interaction.guild_id is None else await _sight(interaction)
        except NoMatch:
            sight = None
        mine = None
        if sight is not None and sight.seat is not None and sight.match.status is not Status.OVER:
            mine = sight.match.id
        await answer(interaction, await orders.page(interaction, mine))


@app_commands.command(name="rules", description="Find a rule, or leaf through all of them")
@app_commands.describe(game="Which game", words="A rule's ID, or words of it")
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_rules(
    interaction: Interaction, game: str | None = None, words: str | None = None
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        chosen = await _game_here(interaction) if game is None else _game(desk, game)
        message = rules.found(chosen, words) if words else rules.page(chosen, 0)
        await answer(interaction, message)


@app_commands.command(name="help", description="What this is, and how to begin")
@app_commands.allowed_contexts(guilds=True, dms=True)
async def show_help(interaction: Interaction) -> None:
    async with boundary(interaction) as desk:
        await answer(interaction, help_pages.page(desk.house.games.values()))


@match_new.autocomplete("game")
@show_rules.autocomplete("game")
async def suggest_games(interaction: Interaction, typed: str) -> Choices:
    games = desk_of(interaction).house.games.values()
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=game.meta.title[:100], value=game.meta.id)
        for game in games
        if wanted in game.meta.title.casefold()
    ][:AT_ONCE]


@match_join.autocomplete("seat")
async def suggest_seats(interaction: Interaction, typed: str) -> Choices:
    try:
        sight = await _sight(interaction)
    except Refusal:
        return []
    names = sight.game.meta.seat_names[sight.match.seats]
    return [
        app_commands.Choice(name=name, value=name)
        for number, name in enumerate(names)
        if sight.holder(Seat(number)) is None and typed.strip().casefold() in name.casefold()
    ][:AT_ONCE]


@move.autocomplete("text")
async def suggest_moves(interaction: Interaction, typed: str) -> Choices:
    """What the asker's seat may play and fits what is typed; nothing for anybody else."""
    found, more = await desk_of(interaction).house.eyes.completions(
        interaction.channel_id or 0, interaction.guild_id, interaction.user.id, typed, AT_ONCE
    )
    kept = found[: AT_ONCE - 1] if more else found
    choices = [
        app_commands.Choice(
            name=f"{each.text}  {each.label}"[:100] if each.label != each.text else each.text,
            value=each.text,
        )
        for each in kept
        if len(each.text) <= LONGEST_MOVE
    ]
    if more:
        left = more + len(found) - len(kept)
        so_far = "".join(typed.split())[:LONGEST_MOVE] or "…"
        choices.append(app_commands.Choice(name=f"… {left} more, type on", value=so_far))
    return choices


@show_rules.autocomplete("words")
async def suggest_rules(interaction: Interaction, typed: str) -> Choices:
    try:
        named: str | None = interaction.namespace.game
        game = _game(desk_of(interaction), named) if named else await _game_here(interaction)
    except Refusal:
        return []
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in rules.suggestions(game, typed, AT_ONCE)
    ]


async def _sight(interaction: Interaction) -> Sight:
    """The match of the channel as the asker may see it. Raises ``NoMatch``."""
    found = await match_here(interaction)
    eyes = desk_of(interaction).house.eyes
    return checked_place(interaction, await eyes.by_user(found.id, interaction.user.id))


def _game(desk: Desk, wanted: str) -> AnyGame:
    """The game with this id or title. Raises ``NoMatch``."""
    for game in desk.house.games.values():
        if wanted.strip().casefold() in (game.meta.id.casefold(), game.meta.title.casefold()):
            return game
    known = ", ".join(game.meta.title for game in desk.house.games.values())
    raise NoMatch("There is no such game here.", instead=f"There are: {known}.")


async def _game_here(interaction: Interaction) -> AnyGame:
    """The game of the channel's match, or the only one there is. Raises ``NotNow``."""
    games = desk_of(interaction).house.games
    try:
        return games[(await match_here(interaction)).game]
    except NoMatch:
        if len(games) == 1:
            return next(iter(games.values()))
        raise NotNow("Which game's rules?", instead="Choose one with the option game.") from None


def _seat(names: tuple[str, ...], wanted: str) -> Seat:
    """Raises ``NotNow`` for a name that no seat has."""
    for number, name in enumerate(names):
        if name.casefold() == wanted.strip().casefold():
            return Seat(number)
    raise NotNow("There is no such seat.", instead=f"There are: {', '.join(names)}.")
