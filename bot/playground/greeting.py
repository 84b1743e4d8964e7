"""The first message of an evening: it offers a match before anybody has typed anything."""

from __future__ import annotations

from bot.chat.client import StarpostClient
from bot.chat.commands.help import first_lessons, first_matches
from bot.chat.platform.message import Message
from bot.chat.platform.replies import note
from bot.playground.world import MANAGER, PEOPLE, World


async def greet(world: World, client: StarpostClient) -> None:
    """Say it in the channel, for everybody."""
    message = greeting(client)
    place = client.get_partial_messageable(world.channel.id)
    await world.act(lambda: place.send(**message.for_send()))


def greeting(client: StarpostClient) -> Message:
    first, second, third = PEOPLE
    return note(
        "## Welcome to Starpost\n"
        f'Under "Viewing as" you choose who you are: {first}, {second} or {third}.\n'
        "**New to a game:** **Learn it** opens a match that teaches it, one thing at a time.\n"
        "**On your own:** press a button that plays the computer, then **Start**, then "
        "**Make a move**. Nothing counts before you confirm it.\n"
        f"**For two:** type `/match new` as {first}, become {second} and press **Join**, then "
        "**Start**. It has options for teams, time and computer players.\n"
        f"-# `/help` says more, `/rules` begins with each game in a few sentences. {MANAGER} may "
        "manage this server: for her `/referee` works.",
        first_lessons(client.context.app.games.values()),
        first_matches(client.context.app.games.values()),
    )
