"""Matches of every release open, show their past, and go on (``python -m tools.keep_release``)."""

from __future__ import annotations

import asyncio
import lzma
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.play import queries
from bot.play.context import Command
from bot.play.history import exports, imports, positions
from bot.play.history.filling import fill_all
from bot.play.lobby.practice import PracticePlace
from bot.play.lobby.seating import Person
from bot.play.match import table, views
from bot.play.match.computers import any_move
from bot.play.match.table import Typed
from bot.play.positions import followed_by, unpacked
from bot.play.records import Entry, Kind, Match, Status
from games import all_games
from games.core.contract import AnyGame
from games.core.seats import SPECTATOR, Seat, Seated, Viewer
from tests.play.conftest import SERVER, Club, a_club
from tests.play.folding import folded, kept_position
from tests.play.pasts import no_board

MADE = 1000
"""More ids than ``tools.keep_release`` has drawn, which must not come again."""
KEPT = sorted(Path(__file__).parent.glob("*/matches.db.xz"))


@pytest.fixture(scope="module", params=KEPT, ids=lambda file: file.parent.name)
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a release after the first start of today's bot."""
    folder = tmp_path_factory.mktemp("release")
    file = folder / "starpost.db"
    file.write_bytes(lzma.decompress(request.param.read_bytes()))

    async def start() -> None:
        async with a_club(folder, all_games()) as club:
            await fill_all(club.app)

    asyncio.run(start())
    return file


@pytest.fixture
async def club(filled: Path, tmp_path: Path) -> AsyncIterator[Club]:
    """The bot of today on the database of a release."""
    (tmp_path / filled.name).write_bytes(filled.read_bytes())
    async with a_club(tmp_path, all_games()) as club:
        for _ in range(MADE):
            club.app.entropy.bytes(1)
        yield club


async def kept(club: Club) -> list[tuple[Match, tuple[Entry, ...]]]:
    async with club.app.store.reading() as reader:
        found = [
            *await reader.read(queries.OpenOn(SERVER, 100)),
            *await reader.read(queries.FinishedOn(SERVER, 100)),
        ]
    return [(match, await club.entries(match.id)) for match in found]


def of_today(club: Club, match: Match, entries: tuple[Entry, ...]) -> bool:
    version = club.app.games[match.game].meta.rules_version
    return all(entry.rules_version == version for entry in entries)


async def test_there_is_a_running_and_a_finished_match_of_every_game(club: Club) -> None:
    found = {(match.game, match.status) for match, _ in await kept(club)}
    assert found == {(g, s) for g in club.app.games for s in (Status.RUNNING, Status.OVER)}


async def test_matches_of_the_rules_of_today_replay_byte_for_byte(club: Club) -> None:
    for match, entries in await kept(club):
        async with club.app.store.reading() as reader:
            rows = await reader.read(queries.Snapshots(match.id, match.seq, after=0))
        if not of_today(club, match, entries):
            assert rows[-1].seq == match.seq
            continue
        game, positions = club.app.games[match.game], unpacked(rows)
        assert list(positions) == [entry.seq for entry in entries]
        for entry, state in replayed(game, entries):
            assert game.state_form.write(state) == positions[entry.seq].data, (match, entry.seq)


def replayed(game: AnyGame, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Any]]:
    """Each entry with the state after it, those taken back since among them."""
    states: dict[int | None, Any] = {}
    for entry in entries:
        states[entry.seq] = folded(game, (entry,), states.get(followed_by(entry)))
        yield entry, states[entry.seq]


async def test_the_past_is_shown_to_everybody(club: Club) -> None:
    for match, entries in await kept(club):
        shown = 0
        seats: list[Viewer] = [Seated(Seat(seat)) for seat in range(match.seats)]
        for viewer in (SPECTATOR, *seats):
            lines = await views.log(club.app, match.id, viewer)
            assert max(line.shown or 0 for line in lines) == match.shown
            async for frame in positions.film(club.app, match, viewer):
                shown = frame.shown
        assert shown
        if of_today(club, match, entries):
            for number in range(1, match.shown, 7):
                await positions.at(club.app, match.id, match.host, number)


async def test_running_matches_go_on_and_the_files_of_finished_ones_are_read(club: Club) -> None:
    rng = random.Random(1)
    for match, entries in await kept(club):
        file = await exports.export(club.app, match.id, match.host, no_board)
        if match.status is Status.RUNNING:
            await moved(club, match, rng)
            new = [entry.kind for entry in (await club.entries(match.id))[len(entries) :]]
            assert (new[0] is Kind.POSITION) is not of_today(club, match, entries)
            continue
        async with club.app.store.reading() as reader:
            rows = await reader.read(queries.Snapshots(match.id, match.seq, after=0))
        assert file.importable is (len(rows) == len(entries))
        if file.importable:
            then = next(each for each in entries if each.shown == match.shown // 2)
            host, press = Person(match.host, "Host"), next(club.interactions)
            place = PracticePlace(SERVER, 5000 + press, host, 10**9 + press, computers=False)
            start = imports.start(club.app, file.data, place, then.shown, manages=True)
            again = (await start).match
            came = [each for each in await club.entries(again) if each.place == then.place]
            async with club.app.store.reading() as reader:
                position = await kept_position(reader, again, came[-1].seq)
                assert position == await kept_position(reader, match.id, then.seq)


async def moved(club: Club, match: Match, rng: random.Random) -> None:
    for holder in await club.holders(match.id):
        if holder.user is None:
            continue
        seen = await views.by_user(club.app, match.id, holder.user)
        for decision in seen.mine:
            move = any_move(seen.game.options(seen.view, decision), rng)
            wish = Command(match.id, holder.user, 10**9 + next(club.interactions))
            await table.submit(club.app, wish, Typed(seen.game.write(move)))
            return
    raise AssertionError(f"nobody can move in {match.id} of {match.game}")
