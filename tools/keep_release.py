"""``python -m tools.keep_release``: keeps matches of this release for the tests of later ones.

Writes a database with a running and a finished match of every game to
``tests/releases/<version>/matches.db.xz``: with other settings than the usual, secrets, standing
orders, what was taken back, and a referee who sets things by hand.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tomllib import loads

from sqlalchemy import delete, or_

from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.computers import random_move
from bot.play.match.submission import TypedMove
from bot.play.referee import referee_views
from bot.play.storage.records import Entry, EntryKind, Match, MatchId, Status
from bot.store import tables
from bot.store.sqlite.engines import migrating_engine
from games import all_games
from games.core import questions
from games.core.contract import AnyGame
from tests.games.kit import some_settings
from tests.play.conftest import SERVER, Club, a_club
from tests.play.referees import GM, Whistle
from tests.play.storm import PEOPLE, Deed, Storm, answers, orders, referees, undoes

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "releases"
FILE = "matches.db.xz"
_RUNNING, _MOST = 60, 120
"""Entries of a match that is kept as it runs; steps after which one is closed."""


async def _plays(storm: Storm) -> None:
    """What somebody is asked for: at random, a match would soon end by what is always open to
    all, an offer of a draw or giving up."""
    app = storm.club.app
    for person in storm.rng.sample(PEOPLE, len(PEOPLE)):
        match_view = await views.load_for_user(app, storm.here, person.user)
        asked = [decision for decision in match_view.mine if decision.waits]
        if asked:
            decision = storm.rng.choice(asked)
            move = random_move(match_view.game.options(match_view.view, decision), storm.rng)
            wish = Command(storm.here, person.user, storm.press())
            await submission.submit(app, wish, TypedMove(match_view.game.write(move)))
            return


async def _sets_by_hand(storm: Storm) -> None:
    app = storm.club.app
    match_view = await referee_views.load_view(app, storm.here, GM.user, manages=True)
    adjustment = questions.sample(match_view.game.editing.options(match_view.view), storm.rng)
    await Whistle(storm.club, storm.here).adjust(match_view.game.editing.write(adjustment))


async def _rewinds(storm: Storm) -> None:
    shown = (await storm.club.match(storm.here)).shown
    await Whistle(storm.club, storm.here).undo(max(1, shown - storm.rng.randint(1, 3)))


_DEEDS: tuple[tuple[Deed, int], ...] = (
    (_plays, 60),
    (orders, 12),
    (undoes, 3),
    (answers, 3),
    (referees, 2),
    (_sets_by_hand, 3),
    (_rewinds, 1),
)


def main() -> int:
    version = loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    target = FOLDER / version / FILE
    if target.exists():
        print(f"{target.relative_to(ROOT)} is there already: a release is kept once.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        file, kept = Path(folder) / "starpost.db", Path(folder) / "kept.db"
        _leave_only(file, asyncio.run(_play(Path(folder))))
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM INTO ?", (str(kept),))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(lzma.compress(kept.read_bytes()))
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")
    return 0


def _leave_only(file: Path, matches: Sequence[MatchId]) -> None:
    """Delete the matches that came to another end than was wanted."""
    with migrating_engine(file, 1.0).begin() as connection:
        for table in reversed(tables.metadata.sorted_tables):
            match = table.c.id if table is tables.matches else table.c.get("match")
            if match is not None:
                others = or_(match.is_(None), match.not_in(matches))
                connection.execute(delete(table).where(others))


async def _play(folder: Path) -> list[MatchId]:
    async with a_club(folder, all_games()) as club:
        async with club.app.store.writing() as work:
            await work.see_server(SERVER, club.clock.now())
            await work.change_server(SERVER, {"alpha_since": club.clock.now()})
            await work.commit()
        return [
            await _match(club, game, over=over) for game in all_games() for over in (False, True)
        ]


async def _match(club: Club, game: AnyGame, *, over: bool) -> MatchId:
    """Another one is begun until it ends as it should, and holds all that it should."""
    rng = random.Random(f"{game.meta.id} {over}")
    while True:
        storm = Storm(club, rng)
        kept = await _begun(storm, game)
        storm.matches = [kept]
        for _ in range(_MOST):
            await storm.step(_DEEDS)
            match = await club.match(kept)
            full = match.seq >= _RUNNING and not _lacks(game, match, await club.entries(kept))
            if match.status is Status.OVER or (full and not over):
                break
        if over and match.status is not Status.OVER:
            await Whistle(club, kept).close((0,))
        match, entries = await club.match(kept), await club.entries(kept)
        lacks = _lacks(game, match, entries)
        print(f"{game.meta.id:20} {match.status.value:8} {_contents(game, match, entries)}", *lacks)
        if (match.status is Status.OVER) is over and match.seq >= _RUNNING // 2 and not lacks:
            return match.id


def _lacks(game: AnyGame, match: Match, entries: Sequence[Entry]) -> tuple[str, ...]:
    kinds = {entry.kind for entry in entries}
    wanted = {EntryKind.MOVE, EntryKind.UNDONE, EntryKind.ADJUSTED}
    wanted |= {EntryKind.DICE} if game.meta.dice else set()
    secret = any(entry.shown is None for entry in entries)
    return (
        *(f"no {kind.value}" for kind in sorted(wanted - kinds)),
        *(("nothing secret",) if game.meta.secrets and not secret else ()),
        *(() if _options(game, match) else ("no option",)),
    )


def _options(game: AnyGame, match: Match) -> int:
    """Settings that are not the usual ones."""
    usual = game.settings().model_dump(mode="json")
    return sum(usual[name] != value for name, value in json.loads(match.settings).items())


def _contents(game: AnyGame, match: Match, entries: Sequence[Entry]) -> str:
    """``seats 2, rules 3, options 5, secret 12, entries 61: move 40, dice 5``"""
    secret = sum(entry.shown is None for entry in entries)
    counts = Counter(entry.kind.value for entry in entries).most_common()
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts)
    facts = f"seats {match.seats}, rules {match.rules_version}, options {_options(game, match)}"
    return f"{facts}, secret {secret}, entries {len(entries)}: {kinds}"


async def _begun(storm: Storm, game: AnyGame) -> MatchId:
    club = storm.club
    seats = storm.rng.choice([count for count in game.meta.players if count <= len(PEOPLE)])
    settings = some_settings(game, storm.rng, {}).model_dump(mode="json")
    match = await club.open(game.meta.id, channel=storm.channel(), seats=seats, settings=settings)
    for person in PEOPLE[1:seats]:
        await club.join(match, person)
    await club.start(match)
    return match


if __name__ == "__main__":
    sys.exit(main())
