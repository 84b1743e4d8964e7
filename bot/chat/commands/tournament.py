"""``/tournament``: open one, sign up, look at it, withdraw."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time

from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands import autocomplete
from bot.chat.commands.arguments import find_game
from bot.chat.commands.match import ON_SERVERS
from bot.chat.lobby.private_matches import find_parent
from bot.chat.people.profile_forms import parse_day
from bot.chat.platform import blocks, permissions
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    Context,
    Interaction,
    answer,
    check_channel,
    get_context,
    load_match_here,
    note,
)
from bot.chat.platform.safe_text import escape, shorten
from bot.chat.tournaments import cup_pages, cup_presses
from bot.chat.tournaments.cup_presses import check_referee
from bot.play.clocks import time_controls
from bot.play.lobby import agreement
from bot.play.people.hourly_limits import TOURNAMENT, count_try
from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.storage.records import Status
from bot.play.storage.tournaments import Stage, Tournament, TournamentFormat
from bot.play.tournaments import sign_up
from games.core.computer import Level

_MOST_DAYS = sign_up.LONGEST_ROUND // 24

tournament = app_commands.Group(
    name="tournament",
    description="Many matches of one game, round by round: round robin, Swiss, knock-out",
    guild_only=True,
    allowed_contexts=ON_SERVERS,
)


@tournament.command(name="new", description="Open the sign-up for a tournament in this channel")
@app_commands.describe(
    title="What it is called",
    form="How it is played",
    game="Which game; leave it out to take all settings from the lobby in this channel",
    clock="How long players may think: 24h, or 72h+12h; pick one, or type your own",
    places="How many sides can sign up; it begins when all places are taken",
    until="When sign-up ends, by UTC: 2026-12-31",
    rounds="Of a Swiss tournament; as many as it takes to find a winner if you leave it out",
    round_days="How many days a round may take; as long as its matches if you leave it out",
    computers="How many computer players take part",
    level="How well the computer players play",
)
@app_commands.rename(form="format")
@app_commands.choices(
    form=[
        app_commands.Choice(name=name, value=each.value)
        for each, name in (
            (TournamentFormat.SWISS, "Swiss: each round against somebody with as many points"),
            (TournamentFormat.ROUND_ROBIN, "Round robin: everybody meets everybody"),
            (TournamentFormat.KNOCK_OUT, "Knock-out: who loses is out"),
            (TournamentFormat.DOUBLE_ELIMINATION, "Double elimination: who loses twice is out"),
        )
    ]
)
@app_commands.autocomplete(game=autocomplete.games_to_open, clock=autocomplete.clocks_of_game)
async def tournament_new(
    interaction: Interaction,
    title: app_commands.Range[str, 1, sign_up.LONGEST_TITLE],
    form: str,
    game: str | None = None,
    clock: app_commands.Range[str, 1, time_controls.LONGEST_TEXT] | None = None,
    places: app_commands.Range[int, 2, sign_up.MOST_SIDES] | None = None,
    until: app_commands.Range[str, 10, 10] | None = None,
    rounds: app_commands.Range[int, 1, sign_up.MOST_ROUNDS] = 0,
    round_days: app_commands.Range[int, 1, _MOST_DAYS] | None = None,
    computers: app_commands.Range[int, 0, sign_up.MOST_SIDES] = 0,
    level: Level | None = None,
) -> None:
    async with answer_command(interaction) as context:
        await check_referee(interaction)
        await check_channel(interaction)
        channel = find_parent(interaction)
        permissions.check(interaction.app_permissions, permissions.needed_for_threads())
        if places is None and until is None:
            raise NotNow(
                "When does it begin?", instead="Name a number of places, a last day, or both."
            )
        plain = await _build(interaction, context, game, clock)
        made = replace(
            plain,
            title=_tidy(title),
            channel=channel.id,
            format=TournamentFormat(form),
            places=places or sign_up.MOST_SIDES,
            begins_at=None if until is None else _end_of(until),
            rounds=rounds if form == TournamentFormat.SWISS else 0,
            round_hours=24 * (round_days or 0),
        )
        await count_try(context.app, TOURNAMENT, interaction.user.id)
        by = (context.app, interaction.user.id, interaction.id)
        receipt = await sign_up.create(*by, made, computers, level or "")
        said = f"{escape(receipt.text)} Its panel comes into <#{channel.id}>."
        referee = blocks.button("Referee", Action.CUP, None, made.id, cup_pages.REFEREE)
        await answer(interaction, note(said, (referee,)))


async def _build(
    interaction: Interaction, context: Context, game: str | None, clock: str | None
) -> Tournament:
    """A tournament of this game, or with all that the lobby here has agreed on. Raises a
    ``Refusal``."""
    now, user = context.app.clock.now(), interaction.user.id
    plain = Tournament(
        id=sign_up.new_id(context.app),
        server=interaction.guild_id or 0,
        channel=0,
        host=user,
        title="",
        game="",
        format=TournamentFormat.SWISS,
        stage=Stage.SIGN_UP,
        created_at=now,
    )
    if game is not None:
        wanted = find_game(context, game)
        agreed = agreement.read_clock(clock or time_controls.NONE, wanted)
        return replace(plain, game=wanted.meta.id, clock=agreed)
    try:
        match = await load_match_here(interaction)
    except NoMatch:
        match = None
    if match is None or match.status is not Status.LOBBY:
        raise NotNow(
            "Which game?",
            instead="Name one, or open a lobby here with `/match new`, set it up, and leave game "
            "out: the tournament is played with its settings.",
        )
    if match.host != user:
        raise NotSeated("Only the player who opened the lobby makes a tournament of it.")
    here = context.app.games[match.game]
    return replace(
        plain,
        game=match.game,
        settings=match.settings,
        teams=match.teams or (() if match.seats == 2 else tuple(range(match.seats))),
        pack=match.pack,
        clock=match.clock if clock is None else agreement.read_clock(clock, here),
    )


def _tidy(title: str) -> str:
    """Raises ``NotNow`` for a title of which nobody sees anything."""
    seen = "".join(each for each in title if each.isprintable() or each.isspace())
    tidy = " ".join(seen.split())
    if not tidy:
        raise NotNow("A tournament needs a title.")
    return tidy


def _end_of(day: str) -> datetime:
    """Raises ``NotNow``."""
    return datetime.combine(parse_day(day), clock_time(), UTC) + timedelta(days=1)


async def tournaments_here(interaction: Interaction, typed: str) -> autocomplete.Choices:
    """The tournaments of this server, the newest first."""
    found = await sign_up.load_on(get_context(interaction).app, interaction.guild_id or 0)
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=shorten(each.title, autocomplete.LONGEST), value=each.id)
        for each in found
        if wanted in each.title.casefold()
    ][: autocomplete.AT_ONCE]


async def _find(interaction: Interaction, wanted: str | None) -> Tournament:
    """The tournament with this id or title; without any, the newest here. Raises ``NoMatch``."""
    found = await sign_up.load_on(get_context(interaction).app, interaction.guild_id or 0)
    for each in found:
        if wanted is None or wanted.strip().casefold() in (each.id, each.title.casefold()):
            return each
    raise NoMatch("There is no such tournament.", instead="Choose one from the list.")


@tournament.command(name="join", description="Sign up for a tournament")
@app_commands.describe(
    tournament="Which one; the newest if you leave it out",
    team="Where teams play: the name of yours. Those who name the same one play together",
)
@app_commands.autocomplete(tournament=tournaments_here)
async def tournament_join(
    interaction: Interaction,
    tournament: app_commands.Range[str, 1, sign_up.LONGEST_TITLE] | None = None,
    team: app_commands.Range[str, 1, sign_up.LONGEST_TEAM] | None = None,
) -> None:
    async with answer_command(interaction):
        receipt = await cup_presses.join(
            interaction, await _find(interaction, tournament), team or ""
        )
        await answer(interaction, note(escape(receipt.text)))


@tournament.command(name="show", description="Standings, pairings, sides and rulings")
@app_commands.describe(tournament="Which one; the newest if you leave it out")
@app_commands.autocomplete(tournament=tournaments_here)
async def tournament_show(
    interaction: Interaction,
    tournament: app_commands.Range[str, 1, sign_up.LONGEST_TITLE] | None = None,
) -> None:
    async with answer_command(interaction) as context:
        found = await _find(interaction, tournament)
        what = cup_pages.STANDINGS if found.round else cup_pages.SIDES
        await answer(interaction, await cup_pages.load_page(context, found, what))


@tournament.command(name="withdraw", description="Take back your sign-up, or forfeit the rest")
@app_commands.describe(tournament="Which one; the newest if you leave it out")
@app_commands.autocomplete(tournament=tournaments_here)
async def tournament_withdraw(
    interaction: Interaction,
    tournament: app_commands.Range[str, 1, sign_up.LONGEST_TITLE] | None = None,
) -> None:
    async with answer_command(interaction):
        found = await _find(interaction, tournament)
        await answer(interaction, await cup_presses.ask_to_leave(interaction, found))
