"""A match that has begun already, for those who only want to look."""

from __future__ import annotations

import random
from functools import partial

from bot.play.application import Application
from bot.play.match import views
from bot.play.storage.records import Match, Status
from bot.playground.world import SimulatedPerson, World
from games.core.options import sample


async def begin_match(world: World, app: Application, moves: int, rng: random.Random) -> None:
    """A game that two people play, opened, joined and started; then ``moves`` random moves.

    One without secrets, if there is one: everybody who looks sees all of it.
    """
    meta = min((game.meta for game in app.games.values()), key=lambda meta: meta.secrets)
    players = world.people[: meta.players[0]]
    opener = players[0]
    await _slash(world, opener, "match new", game=meta.id)
    for guest in players[1:]:
        await _slash(world, guest, "match join")
    await _slash(world, opener, "match start")
    for _ in range(moves):
        match = await views.match_in(app, world.channel.id)
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
        match_view = await views.by_user(app, match.id, player.id)
        for decision in match_view.mine:
            if decision.waits:
                move = sample(match_view.game.options(match_view.view, decision), rng)
                await _slash(world, player, "move", text=match_view.game.write(move))
                return


async def _slash(world: World, person: SimulatedPerson, command: str, **options: str) -> None:
    command_here = partial(person.member.slash, world.channel, command, **options)
    result = await world.act(command_here)
    if not result.acknowledged:
        raise RuntimeError(f"the bot did not answer /{command}")
