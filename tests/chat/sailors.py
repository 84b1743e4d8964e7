"""Matches of Astral Sailors through Discord: lobbies set up by hand, and players who type what a
computer player in their place would do."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord
import pytest

from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.storage.records import Status
from games.astral_sailors.names import OBJECTIVES
from games.astral_sailors.view import SailorsView
from games.core.types import Decision
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, buttons, choices, ids, parts, taken, words


async def agree(host: Guest, **rules: Any) -> None:
    """Change rules of the match, by the host's private form in the lobby."""
    form = await host.presses("Settings")
    for name, value in rules.items():
        while name not in choices(form.message):
            leaf = "Next" if "Next" in buttons(form.message) else "Previous"
            form = await host.presses(leaf, form.message)
        field = await host.picks(name, form.message, _id(form, ":setting:"))
        change = [label for label in buttons(field.message) if label.startswith("Change ")]
        if change:
            asked = await host.presses(change[0], field.message)
            form = await host.fills(asked, value=str(value))
        else:
            form = await host.picks(str(value), field.message, _id(field, f":{name}"))


def _id(told: Told, part: str) -> str:
    (found,) = [each for each in ids(told.message) if f"{each}:".find(f"{part}") >= 0]
    return found


@dataclass
class Party:
    """The people at a match, by seat."""

    world: World
    guests: Mapping[int, Guest]

    async def match_view(self, seat: int) -> MatchView:
        """What the match looks like from this seat."""
        match = await self.world.match()
        return await views.load_for_user(self.world.app, match.id, self.guests[seat].id)

    async def over(self) -> bool:
        return (await self.world.match()).status is Status.OVER

    async def waiting(self) -> tuple[int, Decision] | None:
        """Somebody whom the match waits for, and what for."""
        for seat in self.guests:
            for decision in (await self.match_view(seat)).mine:
                if decision.waits:
                    return seat, decision
        return None

    async def on_turn(self) -> int:
        """The one seat that everybody can see is waited for."""
        match = await self.world.match()
        (seat,) = (await views.load_public(self.world.app, match.id)).awaited
        return seat

    async def says(self, seat: int, *texts: str) -> Told:
        """Typed moves; each must be taken."""
        for text in texts:
            told = await self.guests[seat].types("move", text=text)
            assert told.private
            assert taken(told), (text, told.words)
        return told

    async def objective(self, seat: int) -> str:
        """The name of the seat's objective."""
        return OBJECTIVES[view(await self.match_view(seat)).known(seat).objective]

    async def passes(self, until: Callable[[int], bool] = lambda turn: False) -> None:
        """Whoever's turn it is ends it, until it is the turn of a seat with ``until``, or the
        match is over."""
        while not await self.over():
            seat = await self.on_turn()
            if until(seat):
                return
            await self.says(seat, "DONE")

    async def plays_on(self, until: Callable[[MatchView, Decision], bool], most: int = 200) -> int:
        """Everybody types what a computer player would do, until somebody is asked ``until``, or
        the match is over. Returns the number of moves."""
        for made in range(most):
            waiting = await self.waiting()
            if waiting is None:
                assert await self.over()
                return made
            seat, decision = waiting
            match_view = await self.match_view(seat)
            if until(match_view, decision):
                return made
            await self.says(seat, wise(match_view, decision))
        raise AssertionError("the match goes on and on")


def wise(match_view: MatchView, decision: Decision) -> str:
    """What a computer player would type here."""
    rng, game = random.Random(f"{decision.key}-{match_view.match.shown}"), match_view.game
    assert game.computer is not None
    move = game.computer.choose(match_view.view, decision, rng)
    assert move is not None
    return game.write(move)


def view(match_view: MatchView) -> SailorsView:
    found = match_view.view
    assert isinstance(found, SailorsView)
    return found


def no_alarms(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing went wrong that only the operator of the bot would see."""
    alarms = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert [(each.getMessage(), getattr(each, "ids", None)) for each in alarms] == []


def said_to_all(guest: Guest) -> str:
    """All that everybody can read in the channel now."""
    return "\n".join(words(message) for message in guest.place.history())


async def follow(guest: Guest, asked: Told, *keys: str) -> Told:
    """Answer the questions of the picker, on whatever page an answer is."""
    for key in keys:
        while key not in choices(asked.message):
            asked = await guest.presses("Next", asked.message)
        asked = await guest.picks(key, asked.message, _select(asked, key))
    return asked


def _select(asked: Told, key: str) -> str | None:
    """The select that offers the key, where there is one; of two that do, the first."""
    selects = (part for part in parts(asked.message) if part["type"] == 3)
    found = (
        str(select["custom_id"])
        for select in selects
        if any(option["value"] == key for option in select["options"])
    )
    return next(found, None)


def panel(guest: Guest) -> discord.Message:
    """The live message of the match; a notice may stand below it."""
    return next(each for each in reversed(guest.place.history()) if "Board" in buttons(each))
