"""Tournaments in a simulated Discord: from the sign-up to the winner."""

from __future__ import annotations

from dataclasses import dataclass

import discord
import pytest

from bot.chat.tournaments import cup_words
from bot.play.storage import queries
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.records import Match
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import Pairing, Stage, TournamentFormat
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, words

MINUTE, DAY = 60, 86_400


@dataclass
class Cup:
    """A tournament in the channel of the world, and who plays in it."""

    world: World
    gm: Guest

    async def open(self, **options: object) -> Told:
        usual = {"title": "Cup", "format": "swiss", "game": "toy", "places": 4}
        told = await self.gm.types("tournament new", **{**usual, **options})
        await self.pass_time()
        return told

    async def pass_time(self, seconds: float = MINUTE, sweeps: int = 2) -> None:
        """So that everything happens that goes by itself."""
        for _ in range(sweeps):
            await self.world.env.advance_time(seconds / sweeps)
            sender = self.world.bot.sender
            await sender._look()
            if sender._asking is not None:
                await sender._asking
            await self.world.app.computers.wait_until_settled()
            await self.world.drain()

    async def known(self, number: int = 0) -> TournamentRecords:
        async with self.world.app.store.reading() as reader:
            there = await reader.read(queries.TournamentsOn(self.world.guild.id, 9))
            found = await reader.read(queries.TournamentById(TournamentId(there[number].id)))
        assert found is not None
        return found

    async def round(self) -> list[Pairing]:
        known = await self.known()
        return [each for each in known.pairings if each.round == known.tournament.round]

    async def match(self, pairing: Pairing) -> Match:
        assert pairing.played_in is not None
        async with self.world.app.store.reading() as reader:
            found = await reader.read(queries.MatchById(pairing.played_in))
        assert found is not None
        return found

    async def at_match(self, guest: Guest) -> Guest:
        """The guest in the thread of their match of this round."""
        known = await self.known()
        side = next(each.entrant for each in known.members if each.user == guest.id)
        (pairing,) = [each for each in await self.round() if side in (each.one, each.other)]
        match = await self.match(pairing)
        thread = next(each for each in self.world.channel.threads if each.id == match.channel)
        return guest.at(thread)

    async def play_to_the_end(self, *guests: Guest) -> list[str]:
        """The best of these wins each of their matches, the computer none; the first two then."""
        for _ in range(9):
            if (await self.known()).tournament.stage is Stage.OVER:
                return [each.entrant.name for each in cup_words.rank(await self.known())][:2]
            known = await self.known()
            sides = {
                each.entrant: guest
                for guest in guests
                for each in known.members
                if each.user == guest.id
            }
            for pairing in await self.round():
                if pairing.result is None and pairing.other is not None:
                    pair = [sides[n] for n in (pairing.one, pairing.other) if n in sides]
                    worst = max(pair, key=guests.index)
                    if len(pair) == 2:
                        await self.loses(worst)
                    else:
                        won = "one" if pairing.one in sides else "other"
                        await self.award(pairing, won)
            await self.pass_time()
        raise AssertionError("it does not end")

    async def loses(self, guest: Guest) -> None:
        await (await self.at_match(guest)).resigns()

    @property
    def panels(self) -> list[discord.Message]:
        return [each for each in self.world.channel.history() if "Cup" in words(each)]

    @property
    def panel(self) -> str:
        return words(self.panels[-1])

    async def award(self, pairing: Pairing, result: str) -> Told:
        place = {"round": str(pairing.round), "table": str(pairing.table)}
        return await self.rule("Set a result", **place, result=result)

    async def rule(self, what: str, reason: str = "because", **fields: object) -> Told:
        page = await self.gm.presses("Referee", self.panels[-1])
        form = await self.gm.presses(what, page.message)
        return await self.gm.fills(form, reason=reason, **fields)


@pytest.fixture
def cup(world: World, gm: Guest) -> Cup:
    return Cup(world, gm)


@pytest.mark.on_both
@pytest.mark.parametrize("form", list(TournamentFormat))
async def test_a_tournament_runs_from_sign_up_to_its_winner(
    cup: Cup, ann: Guest, bo: Guest, cy: Guest, form: TournamentFormat
) -> None:
    told = await cup.open(format=form.value, computers=1)
    assert "Sign-up for Cup is open." in told.words
    assert "1 of 4 players signed up" in cup.panel
    assert "You take part in Cup." in (await ann.presses("Join", cup.panels[-1])).words
    assert "You have signed up already" in (await ann.types("tournament join")).words
    for guest in (bo, cy):
        await guest.types("tournament join", tournament="cup")
    await cup.pass_time()
    assert "**Round 1" in cup.panel
    assert len(cup.world.channel.threads) == len(await cup.round()) == 2
    assert await cup.play_to_the_end(ann, bo, cy) == ["Ann", "Bo"]
    known = await cup.known()
    assert known.tournament.stage is Stage.OVER
    assert "🥇 **Ann** has won Cup." in cup.panel
    assert alt_text(cup.panels[-1])
    assert all(each.result is not None for each in known.pairings)
    matches = [each.played_in for each in known.pairings if each.played_in]
    assert len(set(matches)) == len(matches) == len(cup.world.channel.threads)
