"""The start of the playground: a greeting that offers matches, or a match already begun."""

from __future__ import annotations

import random
from functools import partial

import discord

from bot.chat.client import StarpostClient
from bot.chat.commands.help import first_lessons, first_matches
from bot.chat.platform.interactions import note
from bot.chat.platform.message import Message
from bot.play.application import Application
from bot.play.match import views
from bot.play.storage.records import Match, Status
from bot.playground.world import MANAGER, PEOPLE, SimulatedPerson, World
from games.core.questions import sample


async def greet(world: World, client: StarpostClient) -> None:
    """Post the greeting in the channel."""
    message = greeting(client)
    place = client.get_partial_messageable(world.channel.id)
    await world.act(lambda: place.send(**message.for_send()))


def greeting(client: StarpostClient) -> Message:
    first, second, third = PEOPLE
    return note(
        "## Welcome to Starpost\n"
        f'Under "Viewing as" you choose who you are: {first}, {second} or {third}.\n'
        "**New to a game:** **Learn it** opens a match that teaches it, one thing at a time.\n"
        "**On your own:** press a button that plays the computer and choose. Nothing counts "
        "before you confirm it.\n"
        f"**For two:** type `/match new` as {first}, become {second} and press **Join**, then "
        "**Start**. It has options for teams, time and computer players.\n"
        f"-# `/help` says more, `/rules` begins with each game in a few sentences. {MANAGER} may "
        "manage this server: for her `/referee` works.",
        first_lessons(client.context.app.games.values()),
        first_matches(client.context.app.games.values()),
    )


async def begin_match(world: World, app: Application, moves: int, rng: random.Random) -> None:
    """Open, join and start a match, then play ``moves`` random moves.

    Of a game without secrets, if there is one: everybody who looks sees all of it.
    """
    meta = min((game.meta for game in app.games.values()), key=lambda meta: meta.secrets)
    players = world.people[: meta.players[0]]
    opener = players[0]
    await _slash(world, opener, "match new", game=meta.id)
    for guest in players[1:]:
        await _slash(world, guest, "match join")
    await _start(world, opener)
    for _ in range(moves):
        match = await views.load_match_in(app, world.channel.id)
        if match.status is Status.OVER:
            break
        await _move(world, app, match, players, rng)


async def _move(
    world: World,
    app: Application,
    match: Match,
    players: tuple[SimulatedPerson, ...],
    rng: random.Random,
) -> None:
    for player in players:
        match_view = await views.load_for_user(app, match.id, player.id)
        for decision in match_view.mine:
            if decision.waits:
                move = sample(match_view.game.options(match_view.view, decision), rng)
                await _slash(world, player, "move", text=match_view.game.write(move))
                return


async def _start(world: World, person: SimulatedPerson) -> None:
    """Press Start on the lobby."""
    lobby = world.channel.history()[-1]
    start = next(
        part.custom_id
        for part in discord.ui.LayoutView.from_message(lobby).walk_children()
        if isinstance(part, discord.ui.Button) and part.label == "Start"
    )
    await world.act(lambda: person.member.click(lobby, custom_id=start))


async def _slash(world: World, person: SimulatedPerson, command: str, **options: str) -> None:
    command_here = partial(person.member.slash, world.channel, command, **options)
    result = await world.act(command_here)
    if not result.acknowledged:
        raise RuntimeError(f"the bot did not answer /{command}")
