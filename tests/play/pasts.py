"""What tests of history do to a match: take back, finish it, read files."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Executable, update

from bot.play.application import Application, build
from bot.play.executor import Outcome, Receipt
from bot.play.history import exports
from bot.play.lobby.seating import Person
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.rewind import rewind_match
from bot.play.match.views import MatchView
from bot.play.positions import WrittenState, unpack_rows
from bot.play.storage import queries
from bot.play.storage.packing import pack
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import MatchId
from bot.store import tables
from games.core.types import Seat
from tests.databases import behind
from tests.play.conftest import ALICE, BOB, Club, KnownEntropy


async def take_back(
    club: Club, match: MatchId, seq: int, *, seat: int | None = None, hidden: bool = False
) -> None:
    """To entry ``seq``, without asking anybody."""
    line: dict[str, Any] = {"hidden": hidden}
    if seat is not None:
        line |= {"seat": Seat(seat), "user": (ALICE, BOB)[seat].user}
    await cut(club.app, match, seq, next(club.interactions), **line)


async def cut(app: Application, match: MatchId, seq: int, interaction: int, **line: Any) -> None:
    executor = app.executor

    async def step(work: UnitOfWork) -> Outcome:
        transition = await submission.begin_transition(work, app, match)
        await rewind_match(work, app, transition, seq, **line)
        change = await submission.build_change(work, app, transition, Cause("undo", 1))
        return Outcome(change, Receipt(match, "Taken back."))

    await executor.execute(match, 1, interaction, step)


async def seq_of(club: Club, match: MatchId, number: int) -> int:
    return next(each.seq for each in await club.entries(match) if each.shown == number)


async def finish(club: Club, match: MatchId) -> None:
    """Everybody rests until the rules end it."""
    while (awaited := (await club.public(match)).awaited) != ():
        await club.say(match, (ALICE, BOB)[awaited[0]], "REST")


def no_board(match_view: MatchView) -> str:
    return f"board of {match_view.viewer}"


async def exported(club: Club, match: MatchId, person: Person) -> bytes:
    return (await exports.export(club.app, match, person.user, no_board)).data


def raw(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data)
    return found


async def in_database(club: Club, *statements: str | Executable) -> None:
    """Run these in the store; the bot has started anew afterwards."""
    await behind(club.app.store, *statements)
    club.app = build(club.app.store, club.app.games.values(), club.clock, KnownEntropy())


async def kept_positions(club: Club, match: MatchId) -> dict[int, WrittenState]:
    last = (await club.match(match)).seq
    return unpack_rows(await club.read(queries.Snapshots(match, last, after=0)))


async def make_whole(club: Club, match: MatchId) -> None:
    """Store the positions that are kept each on its own, as earlier releases did."""
    found = await kept_positions(club, match)
    snapshots = tables.snapshots
    await in_database(
        club,
        *(
            update(snapshots).where(snapshots.c.seq == seq).values(base=None, state=pack(each.data))
            for seq, each in found.items()
        ),
    )
