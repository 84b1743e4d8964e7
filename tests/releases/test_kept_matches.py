"""Matches of every release open, show their past, and go on (``python -m tools.keep_release``)."""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bot.play.answers.conditional_moves import line_text
from bot.play.application import build
from bot.play.executor import Command
from bot.play.history import dice_proofs, excerpts, exports, imports, looking_back
from bot.play.history.filling import fill_all
from bot.play.lobby.practice import PracticePlace
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.computers import random_move
from bot.play.match.submission import TypedMove
from bot.play.positions import WrittenState, base_of, unpack_rows
from bot.play.pruning import KEEP_DAYS, Pruning
from bot.play.refusals import NotNow
from bot.play.seat_holders import load_answers
from bot.play.storage import queries
from bot.play.storage.records import Entry, EntryKind, Match, MatchId, Status
from games import all_games
from games.core.contract import AnyGame
from games.core.types import REFEREE, SPECTATOR, Seat, Seated, Viewer
from tests.play.conftest import SERVER, Club, a_club
from tests.play.folding import folded
from tests.play.pasts import no_board
from tests.play.referees import Whistle

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


async def surfaces(club: Club) -> dict[str, Any]:
    """All that anybody can see of the finished matches: lines, positions, pictures' views, files
    and proofs."""
    app, shown = club.app, dict[str, Any]()
    for match, entries in await kept(club):
        if match.status is not Status.OVER:
            continue
        seats = (Seated(Seat(seat)) for seat in range(match.seats))
        viewers: tuple[Viewer, ...] = (SPECTATOR, REFEREE, *seats)
        async with app.store.reading() as reader:
            rows = await reader.read(queries.Snapshots(match.id, match.seq, after=0))
        file = await exports.export(app, match.id, match.host, no_board)
        found: dict[str, Any] = {
            "entries": entries,
            "positions": unpack_rows(rows),
            "file": file.data,
            "course": await looking_back.load_score_history(app, match),
            "proof": app.games[match.game].meta.dice
            and await dice_proofs.build_proof(app, match.id),
            "looks": await excerpts.referee_lines(app, match.id),
            "page": await excerpts.numbered_lines(app, match, SPECTATOR, range(5, 16)),
        }
        for viewer in viewers:
            found |= {
                f"log of {viewer}": await views.load_log(app, match.id, viewer),
                f"view of {viewer}": await views.load_for_viewer(app, match.id, viewer),
                f"film of {viewer}": [
                    frame async for frame in looking_back.film(app, match, viewer, stride=2)
                ],
            }
            if isinstance(viewer, Seated):
                match_view = await views.load_for_viewer(app, match.id, viewer)
                found[f"since {viewer}"] = await excerpts.lines_since_acted(app, match_view)
        for number in (1, match.shown // 2, match.shown):
            with suppress(NotNow):
                found[f"#{number}"] = await looking_back.load_position(
                    app, match.id, match.host, number
                )
        shown |= {f"{match.id}: {what}": seen for what, seen in found.items()}
    return shown


async def packed(club: Club) -> None:
    """Long afterwards the finished matches are packed, and the bot starts anew."""
    club.clock.advance(100 * 24 * 60 * 60)
    await Pruning(club.app, KEEP_DAYS).sweep()
    app = club.app
    club.app = build(app.store, app.games.values(), club.clock, app.entropy)


async def test_what_is_packed_and_pruned_shows_all_that_it_has_shown(club: Club) -> None:
    before = await surfaces(club)
    assert len(before) > 5 * 20
    await packed(club)
    counts = await club.app.store.counts()
    assert counts["packed_logs"] == len(club.app.games)
    assert counts["presses"] == counts["audit"] == 0
    running = sum(match.seq for match, _ in await kept(club) if match.status is Status.RUNNING)
    assert counts["entries"] == running
    after = await surfaces(club)
    assert after.keys() == before.keys()
    for what, seen in before.items():
        assert after[what] == seen, what


async def test_a_packed_match_goes_on_when_the_referee_rewinds_it(club: Club) -> None:
    await packed(club)
    opened, all_kept = 0, await kept(club)
    for match, entries in all_kept:
        if match.status is not Status.OVER or not of_today(club, match, entries):
            continue
        to = next(each for each in reversed(entries[:-1]) if may_go_back_to(each))
        assert to.shown is not None
        whistle, refused = Whistle(club, match.id), ""
        try:
            await whistle.undo(to.shown)
        except NotNow as fault:
            refused = str(fault)
        over = (await club.match(match.id)).status is Status.OVER
        assert over is ("everybody has seen what was secret" in refused)
        assert (await club.entries(match.id))[: len(entries)] == entries
        if not over:
            opened += 1
            await whistle.close((0,))
    assert opened
    again = [await club.entries(match.id) for match, _ in all_kept]
    await packed(club)
    assert (await club.app.store.counts())["packed_logs"] == len(club.app.games)
    assert [await club.entries(match.id) for match, _ in all_kept] == again


def may_go_back_to(entry: Entry) -> bool:
    return entry.shown is not None and entry.kind is not EntryKind.UNDONE


def of_today(club: Club, match: Match, entries: tuple[Entry, ...]) -> bool:
    version = club.app.games[match.game].meta.rules_version
    return all(entry.rules_version == version for entry in entries)


LINES = """[{"when":"D7","reply":"B5","further":[{"when":"*","reply":"C5","further":[]},
{"when":"E8","reply":"C6","further":[]}]},{"when":"*","reply":"B6","further":[]}]"""


@pytest.mark.parametrize("kept_file", KEPT, ids=lambda file: file.parent.name)
async def test_what_players_decided_in_advance_is_kept(kept_file: Path, tmp_path: Path) -> None:
    """Standing orders as they were; nobody had conditional moves, so somebody gets some."""
    file = tmp_path / "starpost.db"
    file.write_bytes(lzma.decompress(kept_file.read_bytes()))
    with closing(sqlite3.connect(file)) as connection, connection:
        this = "SELECT id FROM matches WHERE game = 'astralis' AND status = 'running'"
        connection.execute(
            f"UPDATE seat_holders SET lines = ? WHERE seat = 1 AND match_id IN ({this})", (LINES,)
        )
        given = connection.execute(
            "SELECT match_id, seat, orders, lines FROM seat_holders WHERE orders || lines <> ''"
        ).fetchall()
    assert sum(bool(lines) for *_, lines in given) == 1 < len(given)
    async with a_club(tmp_path, all_games()) as club:
        found = {
            (match.id, int(holder.seat)): load_answers(holder)
            for match, _ in await kept(club)
            for holder in await club.holders(match.id)
            if holder.answers
        }
    assert found.keys() == {(match, seat) for match, seat, *_ in given}
    for match, seat, orders, lines in given:
        answers = found[match, seat]
        assert [asdict(order) for order in answers.orders] == json.loads(orders or "[]")
        assert [line_text(line) for line in answers.lines] == (
            ["D7 : B5 / * : C5", "D7 : B5 / E8 : C6", "* : B6"] if lines else []
        )


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
        game, kept_positions = club.app.games[match.game], unpack_rows(rows)
        assert list(kept_positions) == [entry.seq for entry in entries]
        for entry, state in replayed(game, entries):
            assert game.state_form.write(state) == kept_positions[entry.seq].data, (
                match,
                entry.seq,
            )


def replayed(game: AnyGame, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Any]]:
    """Each entry with the state after it, those taken back since among them."""
    states: dict[int | None, Any] = {}
    for entry in entries:
        states[entry.seq] = folded(game, (entry,), states.get(base_of(entry)))
        yield entry, states[entry.seq]


async def test_the_past_is_shown_to_everybody(club: Club) -> None:
    for match, entries in await kept(club):
        shown = 0
        seats: list[Viewer] = [Seated(Seat(seat)) for seat in range(match.seats)]
        for viewer in (SPECTATOR, *seats):
            lines = await views.load_log(club.app, match.id, viewer)
            assert max(line.shown or 0 for line in lines) == match.shown
            async for frame in looking_back.film(club.app, match, viewer):
                shown = frame.shown
        assert shown
        if of_today(club, match, entries):
            for number in range(1, match.shown, 7):
                await looking_back.load_position(club.app, match.id, match.host, number)


async def test_running_matches_go_on_and_the_files_of_finished_ones_are_read(club: Club) -> None:
    rng = random.Random(1)
    for match, entries in await kept(club):
        file = await exports.export(club.app, match.id, match.host, no_board)
        if match.status is Status.RUNNING:
            await moved(club, match, rng)
            new = [entry.kind for entry in (await club.entries(match.id))[len(entries) :]]
            assert (new[0] is EntryKind.POSITION) is not of_today(club, match, entries)
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
            game = club.app.games[match.game]
            made = (await position(club, again, came[-1].seq)).load_state(game)
            assert made == (await position(club, match.id, then.seq)).load_state(game)


async def position(club: Club, match: MatchId, seq: int) -> WrittenState:
    async with club.app.store.reading() as reader:
        return unpack_rows(await reader.read(queries.Snapshots(match, seq)))[seq]


async def moved(club: Club, match: Match, rng: random.Random) -> None:
    for holder in await club.holders(match.id):
        if holder.user is None:
            continue
        seen = await views.load_for_user(club.app, match.id, holder.user)
        for decision in seen.mine:
            move = random_move(seen.game.options(seen.view, decision), rng)
            wish = Command(match.id, holder.user, 10**9 + next(club.interactions))
            await submission.submit(club.app, wish, TypedMove(seen.game.write(move)))
            return
    raise AssertionError(f"nobody can move in {match.id} of {match.game}")
