"""Autocomplete: offers only what would be accepted now, from this user.

Nothing is raised here: a user who may not do something is offered nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

from discord import app_commands

from bot.chat.commands import rules
from bot.chat.commands.arguments import find_game, find_game_here, load_match_view_here
from bot.chat.lobby import agreement
from bot.chat.messages import clock_words
from bot.chat.platform.interactions import Interaction, get_context
from bot.play.answers import conditional_moves
from bot.play.clocks import time_controls
from bot.play.lobby import alpha, packs, teams
from bot.play.lobby.seating import available_seats
from bot.play.match import views
from bot.play.people import seasons
from bot.play.storage.records import Status
from games.core import questions
from games.core.contract import AnyGame
from games.core.questions import Completion
from games.core.types import Refusal

AT_ONCE = 25
_MOST_ORDERS = 500
LONGEST = 100
"""Characters of the name and of the value of a choice."""
Choices = list[app_commands.Choice[str]]


async def games(interaction: Interaction, typed: str) -> Choices:
    every = get_context(interaction).app.games.values()
    return _title_choices(every, typed)


async def seasons_here(interaction: Interaction, typed: str) -> Choices:
    """The seasons of this server that are over."""
    found = await seasons.load_seasons(get_context(interaction).app, interaction.guild_id or 0)
    titles = (season.title for season in found if season.standings)
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=title, value=title)
        for title in titles
        if wanted in title.casefold()
    ][:AT_ONCE]


async def games_to_open(interaction: Interaction, typed: str) -> Choices:
    context = get_context(interaction)
    return _title_choices(await alpha.offered_games(context.app, interaction.guild_id), typed)


async def games_with_packs(interaction: Interaction, typed: str) -> Choices:
    every = get_context(interaction).app.games.values()
    return _title_choices((game for game in every if game.packs is not None), typed)


async def teams_of_game(interaction: Interaction, typed: str) -> Choices:
    """Teams of the game that has been chosen already."""
    game = _chosen_game(interaction)
    if game is None:
        return []
    wanted = typed.replace(" ", "").casefold()
    return [
        app_commands.Choice(name=agreement.team_words(each), value=each)
        for each in teams.list_choices(game.meta, 500)
        if each.startswith(wanted)
    ][:AT_ONCE]


async def clocks_of_game(interaction: Interaction, typed: str) -> Choices:
    """Usual clocks, and what is typed if it is one: of the game that has been chosen already, or
    those that suit any game while none is."""
    game = _chosen_game(interaction)
    meta = None if game is None else game.meta
    wanted = " ".join(typed.casefold().split())
    found = [
        app_commands.Choice(name=clock_words.choice_label(name, clock, meta), value=name)
        for name, text in time_controls.presets(meta).items()
        for clock in (time_controls.read_choice(name, meta),)
        if wanted in name.casefold() or wanted in text
    ]
    with suppress(Refusal):
        own = time_controls.read_choice(typed, meta)
        if len(typed) <= LONGEST and all(choice.value != typed for choice in found):
            words = clock_words.choice_label("", own, meta)
            found.insert(0, app_commands.Choice(name=words, value=typed))
    return found[:AT_ONCE]


async def packs_of_game(interaction: Interaction, typed: str) -> Choices:
    """The server's content packs for the game that has been chosen already."""
    game = _chosen_game(interaction)
    if game is None or game.packs is None or interaction.guild_id is None:
        return []
    found = await packs.list_packs(get_context(interaction).app, interaction.guild_id, game.meta.id)
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=f"{pack.title} ({pack.key})"[:LONGEST], value=pack.key)
        for pack in found
        if wanted in pack.title.casefold() or wanted in pack.key
    ][:AT_ONCE]


async def seats(interaction: Interaction, typed: str) -> Choices:
    """The seats that can be had: free ones, and those of computer players."""
    try:
        match_view = await load_match_view_here(interaction)
    except Refusal:
        return []
    status = match_view.match.status
    if status is Status.OVER or (status is Status.RUNNING and match_view.seat is not None):
        return []
    names = match_view.game.meta.names_of(match_view.match.sides)
    holders = {holder.seat: holder for holder in match_view.holders}
    return [
        app_commands.Choice(
            name=f"{name} ({holder.name})" if holder and holder.is_computer else name, value=name
        )
        for seat in sorted(available_seats(match_view.match, match_view.holders))
        for name, holder in ((names[seat], holders.get(seat)),)
        if typed.strip().casefold() in name.casefold()
    ][:AT_ONCE]


async def moves(interaction: Interaction, typed: str) -> Choices:
    """Legal moves of the user's seat that fit the typed text; nothing for others."""
    found, more = await views.load_completions(
        get_context(interaction).app,
        interaction.channel_id or 0,
        interaction.guild_id,
        interaction.user.id,
        typed,
        AT_ONCE,
    )
    return completion_choices(found, more, typed)


async def orders(interaction: Interaction, typed: str) -> Choices:
    """The standing orders that the asker's seat can give."""
    try:
        match_view = await load_match_view_here(interaction)
        standing = match_view.game.standing
        running = match_view.match.status is Status.RUNNING
        if standing is None or match_view.seat is None or not running:
            return []
        wanted = "".join(typed.upper().split())
        found = list(
            islice(questions.complete(standing.options(match_view.view), wanted), _MOST_ORDERS)
        )
    except Refusal:
        return []
    return completion_choices(tuple(found[:AT_ONCE]), max(0, len(found) - AT_ONCE), typed)


async def conditions(interaction: Interaction, typed: str) -> Choices:
    """What the other side can play, for a conditional move."""
    return await _conditional(interaction, typed, None)


async def replies(interaction: Interaction, typed: str) -> Choices:
    """What can be answered to the condition that has been typed already."""
    when: str | None = interaction.namespace.when
    return await _conditional(interaction, typed, when) if when else []


async def _conditional(interaction: Interaction, typed: str, when: str | None) -> Choices:
    try:
        match_view = await load_match_view_here(interaction)
        found = await conditional_moves.load_completions(match_view, typed, when, AT_ONCE)
    except Refusal:
        return []
    return [
        app_commands.Choice(name=f"{each.text}: {each.label}"[:LONGEST], value=each.text[:LONGEST])
        for each in found
    ]


async def rules_of_game(interaction: Interaction, typed: str) -> Choices:
    game = await _game_of_rules(interaction)
    return [] if game is None else _to_choices(rules.suggest_rules(game, typed, AT_ONCE))


async def units_of_game(interaction: Interaction, typed: str) -> Choices:
    game, pictures = await _game_of_rules(interaction), get_context(interaction).pictures
    return [] if game is None else _to_choices(rules.suggest_units(pictures, game, typed, AT_ONCE))


async def _game_of_rules(interaction: Interaction) -> AnyGame | None:
    try:
        named: str | None = interaction.namespace.game
        return (
            find_game(get_context(interaction), named)
            if named
            else await find_game_here(interaction)
        )
    except Refusal:
        return None


def _to_choices(found: Iterable[tuple[str, str]]) -> Choices:
    return [app_commands.Choice(name=name, value=value) for name, value in found]


def completion_choices(found: tuple[Completion, ...], more: int, typed: str) -> Choices:
    """Completions as choices; the last one says how many are left when there are too many."""
    kept = found[: AT_ONCE - 1] if more else found
    choices = [
        app_commands.Choice(
            name=f"{each.text}  {each.label}"[:LONGEST] if each.label != each.text else each.text,
            value=each.text,
        )
        for each in kept
        if len(each.text) <= LONGEST
    ]
    if more:
        left = more + len(found) - len(kept)
        so_far = "".join(typed.split())[:LONGEST] or "…"
        choices.append(app_commands.Choice(name=f"… {left} more, type on", value=so_far))
    return choices


def _title_choices(every: Iterable[AnyGame], typed: str) -> Choices:
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=game.meta.title[:LONGEST], value=game.meta.id)
        for game in every
        if wanted in game.meta.title.casefold()
    ][:AT_ONCE]


def _chosen_game(interaction: Interaction) -> AnyGame | None:
    named: str | None = interaction.namespace.game
    try:
        return find_game(get_context(interaction), named) if named else None
    except Refusal:
        return None
