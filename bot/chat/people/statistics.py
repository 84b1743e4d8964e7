"""Statistics: the page of one player, and the ladder of a server."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.failures import describe_fault
from bot.chat.platform.interactions import (
    ComponentPress,
    Context,
    Interaction,
    OutOfDate,
    get_context,
    note,
)
from bot.chat.platform.message import Message, attach
from bot.chat.platform.safe_text import escape, isolate_name
from bot.play.lobby import server_settings
from bot.play.people import seasons
from bot.play.people.ratings import NEWCOMER, RatingRecord
from bot.play.people.statistics import Scope
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.profiles import Season
from renderers.results.standings import Standing, Standings

log = logging.getLogger(__name__)

_RUNGS = 15
_MOST_PAGES = 100
_MOST_GAMES = 10
ALL = "all"
"""In the place of a game: matches of all games count."""


async def build_statistics(interaction: Interaction, user: int, only: str | None = None) -> Message:
    """Played, won, drawn, lost, and Elo: on this server and overall, by game and of all games.

    ``only``  the one game whose matches count
    """
    context, server = get_context(interaction), interaction.guild_id
    async with context.app.store.reading() as reader:
        results = await reader.read(queries.ResultsOf(user))
    results = tuple(row for row in results if only in (None, row.game))
    mine, player = user == interaction.user.id, f"<@{user}>"
    lines = ["### Your results" if mine else f"### Results of {player}"]
    buttons = () if server is None else _buttons_on_server(user, only)
    if not results:
        whose = "You have" if mine else f"{player} has"
        which = "a match" if only is None else f"a match of {_title(context, only)}"
        return note(f"{lines[0]}\n{whose} not finished {which} yet.", buttons)
    played = [game for game in context.app.games if any(row.game == game for row in results)]
    games: list[str | None] = [*played[:_MOST_GAMES]]
    if len(played) != 1:
        games.append(None)
    for game in games:
        servers = {row.server for row in results if game in (None, row.game)}
        lines.append(f"**{_title(context, game)}**")
        if server in servers:
            here = await _describe_record(context, Scope(game, server), user)
            lines.append(f"- on this server: {here}")
        if servers != {server}:
            overall = await _describe_record(context, Scope(game), user)
            lines.append(f"- overall: {overall}")
    lines += ["", _rating_note()]  # else it would belong to the list
    return note("\n".join(lines), buttons)


def _buttons_on_server(user: int, only: str | None) -> tuple[Pressable, ...]:
    page = (str(user), "open", "0")
    return (blocks.button("Matches", Action.LIST, None, *page), _to_ladder("Ladder", only, 0))


def _title(context: Context, game: str | None) -> str:
    known = None if game is None else context.app.games.get(game)
    return "All games" if known is None else escape(known.meta.title)


async def _describe_record(context: Context, scope: Scope, user: int) -> str:
    standings = await context.app.statistics.load_standings(scope)
    record = standings.by_user.get(user, RatingRecord())
    said = f"{_describe_counts(record)}. {format_elo(record)}"
    place = next((at for at, (who, _) in enumerate(standings.ladder, 1) if who == user), 0)
    if not place or scope.server is None:
        return said
    return f"{said}, place {place} of {len(standings.ladder)}"


def _describe_counts(record: RatingRecord) -> str:
    helped = f", {record.helped} helped" if record.helped else ""
    counted = f"{record.played} played, {record.won} won, {record.drawn} drawn, {record.lost} lost"
    return f"{counted}{helped}"


def format_elo(record: RatingRecord) -> str:
    """``Elo 1534 (+12)``; with a question mark while the player is new."""
    if not record.rated:
        return "No Elo yet"
    new = "?" if record.rated < NEWCOMER else ""
    change = _with_sign(record.change)
    return f"Elo {record.rating:.0f}{new} ({change})"


def _with_sign(change: float) -> str:
    rounded = round(change)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded else "±0"


def _rating_note() -> str:
    return (
        "-# Elo counts matches in which people held all seats. "
        f"A “?” marks fewer than {NEWCOMER} of them. “Helped”: took a seat over that did not win."
    )


async def build_ladder(interaction: Interaction, game: str | None, page: int = 0) -> Message:
    """The ratings of a server, the highest first. Raises ``NotNow`` in a DM."""
    context, server, user = get_context(interaction), interaction.guild_id, interaction.user.id
    if server is None:
        raise NotNow(
            "Each server has its own ladder.", instead="Ask for it in one of its channels."
        )
    standings = await context.app.statistics.load_standings(Scope(game, server))
    rungs = standings.ladder
    start = page * _RUNGS
    whose = "all games" if game is None else _title(context, game)
    lines = [f"### The ladder of this server: {whose}"]
    for place, (who, record) in enumerate(rungs[start : start + _RUNGS], start + 1):
        numbers = f"{format_elo(record)}, {_describe_counts(record)}"
        lines.append(f"{_format_place(place)} <@{who}>: {numbers}")
    if not rungs:
        lines.append("Nobody has finished a rated match yet.")
    own = next((at for at, (who, _) in enumerate(rungs, 1) if who == user), 0)
    if own and not start < own <= start + _RUNGS:
        mine = format_elo(rungs[own - 1][1])
        lines.append(f"You: {_format_place(own)} {mine}")
    lines.append(_rating_note())
    more = len(rungs) > start + _RUNGS
    return note("\n".join(lines), _page_buttons(game, page, more=more))


def _format_place(number: int) -> str:
    return f"**{number}\\.**"


def _page_buttons(game: str | None, page: int, *, more: bool) -> Iterator[Pressable]:
    steps = ((page > 0, "Previous", -1), (more and page + 1 < _MOST_PAGES, "Next", 1))
    for there, label, step in steps:
        if there:
            yield _to_ladder(label, game, page + step)


def _to_ladder(label: str, game: str | None, page: int) -> Pressable:
    return blocks.button(label, Action.LADDER, None, ALL if game is None else game, str(page))


async def turn_page(pressed: ComponentPress) -> None:
    """Show another page of a ladder."""
    which, number = pressed.argument(0), pressed.argument(1)
    known = which == ALL or which in pressed.context.app.games
    if not known or not number.isdecimal() or len(number) > 3 or int(number) >= _MOST_PAGES:
        raise OutOfDate("There is no such page.")
    game = None if which == ALL else which
    await pressed.answer(await build_ladder(pressed.interaction, game, int(number)))


# --- Seasons ---


async def build_season(interaction: Interaction, title: str) -> Message:
    """The ladder of a season that is over, as a picture. Raises ``NotNow``."""
    context, server = get_context(interaction), interaction.guild_id
    if server is None:
        raise NotNow("Each server has its own seasons.", instead="Ask in one of its channels.")
    season = await seasons.find(context.app, server, title)
    if not season.standings:
        raise NotNow(
            f"The season {season.title} goes on: it ends at the end of "
            f"{seasons.last_day(season)}, UTC.",
            instead="Until then `/stats`, with its option ladder, shows how things stand.",
        )
    return await _build_table(context, season)


async def list_seasons(context: Context, server: int) -> str:
    """A line for each season of a server."""
    found = await seasons.load_seasons(context.app, server)
    lines = (
        f"- **{escape(each.title)}**, {_title(context, each.game or None)}: "
        f"{'ended' if each.standings else 'ends'} on {seasons.last_day(each)}"
        for each in found
    )
    return "\n".join(lines) or "This server has had no seasons."


async def announce(client: discord.Client, context: Context, season: Season) -> None:
    """Show the ladder of a season that has just ended where the server tells of results."""
    here = await server_settings.load(context.app, season.server)
    if here.chronicle is None:
        return
    message = await _build_table(context, season)
    try:
        await client.get_partial_messageable(here.chronicle).send(**message.for_send())
    except discord.HTTPException as error:
        log.warning("a season was not told", extra={"ids": {"fault": describe_fault(error)}})


async def _build_table(context: Context, season: Season) -> Message:
    title = context.app.games[season.game].meta.title if season.game in context.app.games else ""
    rows = [
        Standing(row.name, tuple(map(str, (row.rating, row.won, row.drawn, row.lost))))
        for row in seasons.read_rows(season)
    ]
    table = Standings(
        f"Season {season.title}",
        f"{title or 'All games'}, until {seasons.last_day(season)}",
        ("Elo", "won", "drawn", "lost"),
        rows,
    )
    files = attach(await context.pictures.render_standings(table), "season.png")
    said = f"🏆 {isolate_name(rows[0].name)} stands first." if rows else "Nobody was rated."
    parts = (
        blocks.text(f"### Season {escape(season.title)} is over", said),
        *(blocks.pictures(files) if rows else ()),
    )
    return Message(blocks.layout(blocks.OVER, parts), files if rows else ())
