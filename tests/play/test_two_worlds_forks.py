"""Forks of a match in two worlds that differ in what one seat keeps to itself.

Bob has another objective, and with closed armies another army, in the one than in the other; all
that he shows is the same in both. Alice and somebody who looks on fork the match wherever they
can: with the same source of randomness both worlds give the same forks, to the last byte.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.play.history import looking_back
from bot.play.lobby.seating import Person
from bot.play.storage import queries
from bot.play.storage.records import MatchId
from games import all_games
from games.astral_sailors import GAME
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.state import StepBuilder
from games.core.types import Seat
from tests.amounts import amount
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club
from tests.play.pasts import exported
from tests.play.referees import Whistle
from tests.play.test_forks import fork

OPEN = ("ADD CV1", "ADD EX3", "ADD CV2")
"""What Bob brings into play, in both worlds."""


@dataclass(frozen=True)
class Secret:
    """What only Bob knows: as many steps in both worlds, of as many units or not."""

    objective: int
    steps: tuple[str, ...]


WORLDS: Mapping[str, tuple[Secret, Secret]] = {
    "an objective": (Secret(1, (*OPEN, "ADD EX1", "LOCK")), Secret(4, (*OPEN, "ADD EX1", "LOCK"))),
    "the number of a Commander": (
        Secret(5, (*OPEN, "ADD EX1", "ADD CV1", "LOCK")),
        Secret(5, (*OPEN, "ADD CV1", "ADD EX1", "LOCK")),
    ),
    "the kind of a Commander": (
        Secret(5, (*OPEN, "ADD EX1", "LOCK")),
        Secret(5, (*OPEN, "ADD EX2", "LOCK")),
    ),
    "how the last points are spent": (
        Secret(2, (*OPEN, "ADD EX1", "ADD 3 EX10", "ADD 3 CV2", "LOCK")),
        Secret(2, (*OPEN, "ADD EX1", "ADD 8 CV3", "ADD MC5", "LOCK")),
    ),
}


async def forked(folder: Path, secret: Secret, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Everything of all forks of such a match."""
    folder.mkdir(parents=True)
    real = muster._give

    def give(course: StepBuilder, team: int, objective: int) -> None:
        real(course, team, secret.objective if team else 2)

    monkeypatch.setattr(muster, "_give", give)
    async with a_club(folder, all_games()) as club:
        settings: dict[str, object] = {"open_armies": False, "scenery": "preset", "round_limit": 1}
        match = await club.begin(game="astral_sailors", settings=settings)
        for step in secret.steps:
            await club.say(match, BOB, step)
        await club.say(match, ALICE, "LIST boardroom")
        await club.say(match, ALICE, "LOCK")
        found = await _all_forks(club, match, "at the start", 1000)
        while (await club.on_turn(match))[0] == ALICE:
            await club.say(match, ALICE, "DEPLOY REST")
        for code in ("B1", "B2", "B3"):
            await club.say(match, BOB, await _deploying(club, match, code))
        return found | await _all_forks(club, match, "deployed", 2000)


async def _deploying(club: Club, match: MatchId, code: str) -> str:
    """What Bob types to deploy this unit where there is room."""
    match_view = await club.sees(match, BOB)
    (decision,) = (each for each in match_view.mine if each.kind == "deploy")
    moves = GAME.options(match_view.view, decision)
    return GAME.write(next(m for m in moves if isinstance(m, Deploy) and m.unit == code))


async def _all_forks(club: Club, match: MatchId, when: str, channel: int) -> dict[str, Any]:
    """Alice and one who looks on fork many positions, sit down anywhere, and look around."""
    found: dict[str, Any] = {}
    last = (await club.match(match)).shown
    numbers = range(last, 0, -amount(2, 1))
    ways = itertools.product((ALICE, CAROL), numbers, (None, Seat(1)))
    for count, (who, number, seat) in enumerate(ways):
        place = f"{when}, {who.name} forks #{number} for seat {seat}"
        computers = count % 5 == 0
        new = await fork(club, match, who, number, channel + count, seat=seat, computers=computers)
        found |= {f"{place}: {what}": each for what, each in (await _of(club, new, who)).items()}
    return found


async def _of(club: Club, match: MatchId, who: Person) -> dict[str, Any]:
    """All that is kept of a fork and all that anybody can be shown of it."""
    async with club.app.store.reading() as reader:
        stored = await reader.read(queries.MatchById(match))
        assert stored is not None
        found: dict[str, Any] = {
            "match": stored,
            "entries": await reader.read(queries.Entries(match)),
            "holds": await reader.read(queries.Holders(match)),
            "decisions": await reader.read(queries.OpenDecisions(match)),
            "snapshots": await reader.read(queries.Snapshots(match, stored.seq, after=0)),
        }
    for person in (who, BOB):
        match_view = await club.sees(match, person)
        found[f"what {person.name} sees"] = (
            repr(match_view.view),
            match_view.mine,
            match_view.awaited,
        )
        found[f"what {person.name} takes home"] = await exported(club, match, person)
        news = await looking_back.load_news(club.app, match, person.user)
        found[f"what is new to {person.name}"] = news.lines
    await Whistle(club, match, who, manages=False).close(None)
    found["the whole file"] = await exported(club, match, BOB)
    return found


def differences(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for place in one.keys() | other.keys():
        if one.get(place) != other.get(place):
            yield place


@pytest.mark.parametrize("secret", WORLDS)
async def test_forks_are_the_same_whatever_somebody_else_keeps_to_himself(
    secret: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = [
        await forked(tmp_path / f"{number}", each, monkeypatch)
        for number, each in enumerate(WORLDS[secret])
    ]
    assert len(worlds[0]) > 100
    assert sorted(differences(*worlds)) == []
