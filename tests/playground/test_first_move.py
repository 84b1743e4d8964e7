"""How many presses a newcomer needs from nothing to the first move, and to the first shot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.client import StarpostClient
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.playground.evening import open_bot
from bot.playground.greeting import greet
from bot.playground.simulated_clock import SimulatedClock
from bot.playground.world import World
from games.core.questions import Question
from tests.chat.guests import Guest, Told, buttons, choices, taken
from tests.playground.conftest import Watch

OPENINGS = pytest.mark.parametrize("opening", ["greeting", "match new", "help"])


class Newcomers:
    """Follow the one way that the pages show; the presses of all are counted."""

    def __init__(self, world: World, client: StarpostClient) -> None:
        self.client = client
        self.world = world
        first = world.people[0]
        self.guest = Guest(first.user, first.member, world.channel)
        self.count = 0

    async def press(self, label: str, on: Told | None = None) -> Told:
        self.count += 1
        return await self.guest.presses(label, on.message if on else None)

    async def pick(self, value: str, on: Told) -> Told:
        self.count += 1
        assert value in choices(on.message)
        return await self.guest.picks(value, on.message)

    async def open(self, opening: str, button: str, **options: object) -> Told:
        """The first question of a match against a computer player."""
        if opening != "match new":
            help_page = await self.guest.types("help") if opening == "help" else None
            asked = await self.press(button, help_page)
            # Where the dice let the computer begin, there is no question yet.
            if list(buttons(asked.message)) == ["Make a move", "Board"]:
                return await self.press("Make a move", asked)
            return asked
        await self.guest.types(opening, **options)
        self.count += 1
        await self.press("Start")
        return await self.press("Make a move")

    async def seen(self) -> MatchView:
        app = self.client.context.app
        match = await views.load_match_in(app, self.guest.place.id)
        return await views.load_for_user(app, match.id, self.guest.id)

    async def question(self, *path: str) -> Question | None:
        """Of what this player is waited for; ``None`` for a move."""
        seen = await self.seen()
        (decision,) = [each for each in seen.mine if each.waits]
        asked = seen.game.options(seen.view, decision).question(path)
        return asked if isinstance(asked, Question) else None


@pytest.fixture
async def newcomers(tmp_path: Path) -> AsyncIterator[Newcomers]:
    clock = SimulatedClock()
    async with open_bot(tmp_path, clock) as client:
        world = World(client)
        clock.follow(world.env)
        await world.begin(Watch(), "A topic")
        await greet(world, client)
        yield Newcomers(world, client)
        await world.end()


@OPENINGS
async def test_the_first_move_of_astralis_takes_six_presses_at_most(
    newcomers: Newcomers, opening: str
) -> None:
    with newcomers.world.env.time_context():
        options = {"game": "astralis", "computers": 1, "level": "easy"}
        asked = await newcomers.open(opening, "Play the computer: Astralis", **options)
        while "Confirm" not in buttons(asked.message):
            asked = await newcomers.pick(choices(asked.message)[0], asked)
        done = await newcomers.press("Confirm", asked)
        assert taken(done), done.words
        assert newcomers.count <= 6 - 2 * (opening != "match new")


@OPENINGS
async def test_the_first_shot_of_sailors_takes_ten_presses_at_most(
    newcomers: Newcomers, opening: str
) -> None:
    with newcomers.world.env.time_context():
        button = "Play the computer: Astral Sailors: Civil War"
        options = {"game": "astral_sailors", "computers": 1, "level": "easy"}
        asked = await newcomers.open(opening, button, **options)
        looked = await newcomers.pick("auto", asked)
        receipt = await newcomers.press("Confirm", looked)
        asked = await newcomers.press("Make a move", receipt)
        for key in await to_a_shot(newcomers):
            assert "Confirm" not in buttons(asked.message)
            asked = await newcomers.pick(key, asked)
        shot = await newcomers.press("Confirm", asked)
        assert " SHOOT " in shot.words or "shoots" in shot.words or "hits" in shot.words
        assert newcomers.count <= 10 - 2 * (opening != "match new")


async def to_a_shot(newcomers: Newcomers) -> tuple[str, ...]:
    """The shortest way through the questions to a shot."""
    ways: list[tuple[str, ...]] = [()]
    while ways:
        path = ways.pop(0)
        asked = await newcomers.question(*path)
        if asked is None:
            return path
        fitting = ("shoot",) if len(path) == 1 else tuple(each.key for each in asked.choices)
        known = {each.key for each in asked.choices if each.final <= bool(path)}
        ways.extend((*path, key) for key in fitting if key in known)
    raise AssertionError("nobody can shoot")
