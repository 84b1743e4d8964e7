"""The log of a match that ended long ago: packed into one row, and read as before."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.play.storage import queries
from bot.play.storage.packing import DamagedPosition, pack
from bot.play.storage.ports import Conflict
from bot.play.storage.records import (
    Change,
    Entry,
    EntryKind,
    Match,
    MatchId,
    Snapshot,
    Status,
    Unfilled,
)
from bot.store import packed_logs, tables
from bot.store.store import SqlStore, check_database
from games.core.types import Seat
from tests.databases import behind
from tests.store.make import a_match, an_entry, at, look_up, opening, step

LAST = 24
ENDED = at(100)


def a_log(match: Match) -> tuple[tuple[Entry, ...], tuple[Snapshot, ...]]:
    """Of all kinds of entries, some of them unseen, taken back, by a referee, or others' seats."""
    plain = [replace(an_entry(match, seq), at=at(seq + 1e-7)) for seq in range(1, LAST + 1)]
    for number, kind in enumerate(EntryKind):
        other = number % 3 == 0
        plain[number] = replace(
            plain[number],
            kind=kind,
            shown=None if other else number + 1,
            seat=None if kind is EntryKind.DICE else Seat(number % 2),
            body='{"tö":"\\u0001"}',
            seating="[[1]]" if number % 5 == 0 else "",
            referee="Gm ✓" if number % 4 == 0 else "",
            referee_seat=Seat(1) if number % 4 == 0 else None,
            again=number % 7 == 0,
            agreed=(0, 1) if other else (),
            branch=number // 6,
        )
    bases = (None if seq in (1, 12) else seq - 1 if seq != 20 else 3 for seq in range(1, LAST + 1))
    snapshots = (
        Snapshot(match.id, seq, bytes(range(seq)) + b"\xff\x00", 3, base)
        for seq, base in zip(range(1, LAST + 1), bases, strict=True)
    )
    return tuple(plain), tuple(snapshots)


def the_end(match: Match) -> Change:
    """Of a lobby: a whole match at once."""
    entries, snapshots = a_log(match)
    over = replace(match, status=Status.OVER, seq=LAST, shown=LAST, finished_at=ENDED)
    press = step(match).press
    assert press is not None
    press = replace(press, interaction=match.channel)
    change = replace(step(match), match=over, entries=entries, snapshots=snapshots, press=press)
    return replace(change, opened=(), outbox_messages=())


async def write(store: SqlStore, *changes: Change) -> None:
    async with store.writing() as work:
        for change in changes:
            await work.record(change)
        await work.commit()


async def put(store: SqlStore, *matches: Match) -> None:
    for match in matches:
        await write(store, opening(match), the_end(match))


async def packed(store: SqlStore, match: MatchId, minutes: float = 101) -> None:
    async with store.writing(match) as work:
        await work.pack(match, at(minutes))
        await work.commit()


async def rows(store: SqlStore, *names: str) -> list[int]:
    counts = await store.counts()
    return [counts[name] for name in names or ("entries", "snapshots", "packed_logs")]


def all_asked(match: MatchId) -> list[queries.Query[Any]]:
    """Every query about a log, with all that can be asked."""
    some, none = (0, 1, 2, 11, 12, 20, LAST, LAST + 1), (None,)
    seats = [Seat(0), Seat(1), Seat(2)]
    return [
        *(queries.Snapshots(match, *each) for each in product(some, (*none, *some))),
        *(queries.Entries(match, *each) for each in product(some, (None, 0, 1, 5), (*none, *some))),
        *(queries.EntryShown(match, number) for number in range(LAST + 2)),
        *(queries.EntriesShown(match, *each) for each in product(some, some, some)),
        *(queries.LastActed(match, seat) for seat in seats),
        *(queries.SinceActed(match, *each) for each in product(seats, some)),
        *(queries.Cuts(match), queries.SeatingChanges(match), queries.Refereed(match)),
    ]


async def answers(store: SqlStore, match: MatchId) -> list[Any]:
    async with store.reading() as reader:
        return [await reader.read(asked) for asked in all_asked(match)]


async def test_whatever_is_asked_is_answered_as_before(store: SqlStore) -> None:
    one, other = a_match(1), a_match(2)
    await put(store, one, other)
    before = [await answers(store, each.id) for each in (one, other)]
    assert sum(map(bool, before[0])) > 400
    await packed(store, one.id)
    assert await rows(store) == [LAST, LAST, 1]
    assert [await answers(store, each.id) for each in (one, other)] == before
    [found] = [await look_up(store, queries.MatchById(one.id))]
    assert found == the_end(one).match


async def test_every_query_about_a_log_is_tried() -> None:
    about = {
        kind
        for kind in vars(queries).values()
        if isinstance(kind, type) and kind.__doc__ and "entr" in kind.__doc__.lower()
        if issubclass(kind, queries.Query) and "match" in kind.__annotations__
    }
    about -= {queries.SeenUpTo, queries.UnfilledMatches}
    assert about | {queries.Refereed} == {type(each) for each in all_asked(MatchId("x"))}


async def test_only_what_has_been_over_for_long_is_due_the_oldest_first(store: SqlStore) -> None:
    over = [a_match(number) for number in range(3)]
    await put(store, *over)
    async with store.writing() as work:
        await work.record(opening(a_match(4)))
        await work.record(replace(step(a_match(4)), press=None))
        # Closed before it began.
        await work.record(opening(replace(a_match(5), status=Status.OVER, finished_at=at(1))))
        await work.fill((), Unfilled(over[1].id))
        await work.commit()
    ends = update(tables.matches).where(tables.matches.c.id == over[0].id)
    await behind(store, ends.values(finished_at=at(101)))

    async def due(minutes: float, limit: int = 9) -> list[MatchId]:
        return list(await look_up(store, queries.ToPack(at(minutes), limit)))

    assert await due(100) == []
    assert await due(101) == [over[2].id]
    assert await due(102) == [over[2].id, over[0].id]
    assert await due(102, 1) == [over[2].id]
    for each in (*over, a_match(4), a_match(5)):
        await packed(store, each.id, 101)
    assert await rows(store, "packed_logs") == [1]
    assert await due(102) == [over[0].id]


async def test_a_step_gives_a_packed_match_its_rows_again_or_nothing(store: SqlStore) -> None:
    match = a_match(1)
    await put(store, match)
    over = the_end(match).match
    again = replace(step(over), closed=(), press=None)
    before = await answers(store, match.id)
    await packed(store, match.id)
    async with store.writing() as work:
        await work.record(again)
        assert await work.read(queries.EntryShown(match.id, 2))
    assert await rows(store) == [0, 0, 1]
    with pytest.raises(Conflict):
        await write(store, replace(again, expected=over.seq - 1))
    assert await rows(store) == [0, 0, 1]
    await write(store, again)
    assert await rows(store) == [LAST + 1, LAST + 1, 0]
    async with store.reading() as reader:
        for each, found in zip(all_asked(match.id), before, strict=True):
            if isinstance(each, queries.Snapshots) and each.seq <= LAST:
                assert await reader.read(each) == found
        assert (await reader.read(queries.Entries(match.id)))[:-1] == the_end(match).entries
    await packed(store, match.id)
    assert await rows(store) == [LAST + 1, LAST + 1, 0]  # it is running


async def test_positions_that_are_worked_out_again_are_put_among_the_others(
    store: SqlStore,
) -> None:
    match = a_match(1)
    await put(store, match)
    await packed(store, match.id)
    mended = Snapshot(match.id, 5, b"mended", 3)
    async with store.writing() as work:
        await work.fill((mended,), Unfilled(match.id, LAST))
        await work.commit()
    assert await rows(store) == [LAST, LAST, 0]
    assert await look_up(store, queries.Snapshots(match.id, 5)) == (mended,)


async def test_a_pack_that_is_damaged_is_told_and_stays(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    match = a_match(1)
    await put(store, match)
    await packed(store, match.id)
    log = tables.packed_logs
    for data in (b"no pack", pack(b'[[{"match":"x"}],[]]')):
        await behind(store, update(log).values(log=data))
        with caplog.at_level(logging.ERROR):
            assert await look_up(store, queries.Snapshots(match.id, LAST)) == ()
            assert await look_up(store, queries.EntryShown(match.id, 2)) is None
        assert [each.message for each in caplog.records] == ["a packed match cannot be read"] * 2
        caplog.clear()
        over = the_end(match).match
        with pytest.raises((DamagedPosition, ValueError)):
            await write(store, replace(step(over), press=None))
        assert await look_up(store, queries.MatchById(match.id)) == over
        assert await rows(store) == [0, 0, 1]


async def test_what_could_not_be_read_again_is_not_packed(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = a_match(1)
    await put(store, match)
    monkeypatch.setattr(packed_logs, "_unpack_log", lambda _: packed_logs.Log())
    with pytest.raises(ValueError, match="read as the same"):
        await packed(store, match.id)
    assert await rows(store) == [LAST, LAST, 0]
    assert await look_up(store, queries.ToPack(at(101), 9)) == (match.id,)


async def test_the_file_gets_smaller(store: SqlStore, file: Path) -> None:
    matches = [a_match(number) for number in range(40)]
    await put(store, *matches)

    def size() -> int:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return file.stat().st_size

    before = size()
    for each in matches:
        await packed(store, each.id)
    assert size() < before - 100_000


async def test_the_check_tells_how_many_matches_are_packed(store: SqlStore, database: str) -> None:
    await put(store, a_match(1), a_match(2))
    await packed(store, a_match(1).id)
    assert (
        await check_database(database)
        == f"The database is sound: 2 matches (1 packed), {LAST} entries."
    )
