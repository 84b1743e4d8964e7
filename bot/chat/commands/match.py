"""The commands around a match: ``/match`` and what is below it."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands import autocomplete, match_buttons
from bot.chat.commands.arguments import find_game, find_seat, load_match_view_here
from bot.chat.history import best_moves, log_pages, match_files, past
from bot.chat.match import looks as looking
from bot.chat.match import match_lists, opening
from bot.chat.match.looks import Looks
from bot.chat.people import company, leaving
from bot.chat.platform.custom_ids import split_path
from bot.chat.platform.interactions import Interaction, answer
from bot.play.clocks import time_controls
from bot.play.history import looking_back
from games.core.computer import Level

ON_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
MOST_SEATS = 12
EntryNumber = app_commands.Range[int, 1, 1_000_000]
"""Discord wants an upper bound; the entry itself is looked up."""

match = app_commands.Group(
    name="match",
    description="Open, join, look at and end matches",
    guild_only=True,
    allowed_contexts=ON_SERVERS,
)


@match.command(name="new", description="Open a match in this channel, or in a thread of its own")
@app_commands.describe(
    game="Which game",
    players="How many seats; the game's usual number if you leave it out",
    teams="Seats of each team, such as 2v2 or 1v2v2; everybody alone if you leave it out",
    computers="How many seats computer players take: 1 to play on your own",
    level="How well the computer players play",
    clock="How long players may think: 24h, or 72h+12h; pick one, or type your own",
    pack="A content pack of this server",
    seating="How players get their seats",
    thread="Play in a new thread of this channel",
    referee="Who else may put things right by hand, beside those who manage this server",
    opponent="Who is invited to join",
    open="Offer the free seats in the channel that this server has for that",
)
@app_commands.autocomplete(
    game=autocomplete.games_to_open,
    teams=autocomplete.teams_of_game,
    clock=autocomplete.clocks_of_game,
    pack=autocomplete.packs_of_game,
)
async def match_new(
    interaction: Interaction,
    game: str,
    players: app_commands.Range[int, 1, MOST_SEATS] | None = None,
    teams: app_commands.Range[str, 1, 40] | None = None,
    computers: app_commands.Range[int, 0, MOST_SEATS - 1] = 0,
    level: Level | None = None,
    clock: app_commands.Range[str, 1, time_controls.LONGEST_TEXT] = time_controls.NONE,
    pack: app_commands.Range[str, 1, 40] | None = None,
    seating: Literal["random", "choice"] = "random",
    thread: bool = False,
    referee: discord.Member | None = None,
    opponent: discord.Member | None = None,
    open: bool = False,
) -> None:
    async with answer_command(interaction) as context:
        options = opening.NewMatchOptions(
            find_game(context, game),
            players or 0,
            seating,
            thread,
            teams=teams or "",
            computers=computers,
            level=level or "",
            clock=clock,
            pack=pack or "",
            referee=None if referee is None else referee.id,
            opponent=None if opponent is None else opponent.id,
            open=open,
        )
        await answer(interaction, await opening.open_match(interaction, options))


@match.command(name="find", description="Play the first who wants the same match as you")
@app_commands.describe(
    game="Which game",
    clock="How long players may think: 24h, or 72h+12h; pick one, or type your own",
    near="Only somebody about as strong as you",
)
@app_commands.autocomplete(game=autocomplete.games_to_open, clock=autocomplete.clocks_of_game)
async def match_find(
    interaction: Interaction,
    game: str,
    clock: app_commands.Range[str, 1, time_controls.LONGEST_TEXT] = time_controls.NONE,
    near: bool = False,
) -> None:
    async with answer_command(interaction) as context:
        wanted = find_game(context, game)
        page = await company.find_opponent(interaction, wanted, clock, near=near)
        await answer(interaction, page)


@match.command(name="join", description="Join the match of this channel")
@app_commands.describe(seat="Which seat, where there is a choice")
@app_commands.autocomplete(seat=autocomplete.seats)
async def match_join(interaction: Interaction, seat: str | None = None) -> None:
    async with answer_command(interaction):
        match_view = await load_match_view_here(interaction)
        names = match_view.game.meta.names_of(match_view.match.sides)
        chosen = None if seat is None else find_seat(names, seat)
        await answer(interaction, await match_buttons.join_or_ask(interaction, match_view, chosen))


@match.command(
    name="leave", description="Leave your seat; in a running match hand it over, or resign"
)
async def match_leave(interaction: Interaction) -> None:
    async with answer_command(interaction):
        match_view = await load_match_view_here(interaction)
        await answer(interaction, await leaving.leave_or_ask(interaction, match_view))


@match.command(
    name="show",
    description="The board or the lobby, as you may see it; what you missed; replay, export",
)
@app_commands.describe(
    at="The board after this entry, as you saw it then",
    around="The part around a unit or a place, such as E7",
    text="As text instead of a picture",
    looks="What to show more, or from where",
)
@app_commands.choices(
    looks=[app_commands.Choice(name=n, value=v) for n, v in looking.list_choices()]
)
async def match_show(
    interaction: Interaction,
    at: EntryNumber | None = None,
    around: app_commands.Range[str, 1, looking.LONGEST_NAME] | None = None,
    text: bool = False,
    looks: str = "",
) -> None:
    async with answer_command(interaction) as context:
        match_view = await load_match_view_here(interaction)
        wanted, said = Looks.from_words((*split_path(looks), *(("text",) if text else ()))), ""
        if around is not None:
            wanted, said = looking.name_part(wanted, around)
        if at is not None:
            moment = await looking_back.load_position(
                context.app, match_view.match.id, interaction.user.id, at
            )
            await answer(interaction, await past.build_page(moment, context, wanted, said))
            return
        await answer(interaction, await best_moves.build_board(context, match_view, wanted, said))


@match.command(name="log", description="Read what has happened in this match")
@app_commands.describe(file="All of it, as a text file")
async def match_log(interaction: Interaction, file: bool = False) -> None:
    async with answer_command(interaction) as context:
        match_view = await load_match_view_here(interaction)
        load = log_pages.load_file if file else log_pages.load_page
        await answer(interaction, await load(context.app, match_view))


@match.command(name="list", description="List the matches of this server, or of a player")
@app_commands.describe(
    player="Only matches in which this player has a seat", over="Finished matches"
)
async def match_list(
    interaction: Interaction, player: discord.User | None = None, over: bool = False
) -> None:
    async with answer_command(interaction):
        user = None if player is None else player.id
        wanted = match_lists.ListFilter(user, "over" if over else "open")
        await answer(interaction, await match_lists.build_page(interaction, wanted))


@match.command(name="import", description="Continue from a match file, for practice")
@app_commands.describe(
    file="A complete match file: Export, under /match show",
    at="Continue from this entry; the last if you leave it out",
    seat="Which seat you take, counted from 1",
    computers="Let computer players take the other seats, where the game has them",
)
async def match_import(
    interaction: Interaction,
    file: discord.Attachment,
    at: EntryNumber | None = None,
    seat: app_commands.Range[int, 1, MOST_SEATS] | None = None,
    computers: bool = True,
) -> None:
    async with answer_command(interaction):
        message = await match_files.import_file(
            interaction, file, seat=seat, computers=computers, at=at
        )
        await answer(interaction, message)
