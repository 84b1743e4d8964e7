"""One transaction for a step of a match: all of it, once, or nothing."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.play.storage import queries
from bot.play.storage.ports import Conflict
from bot.play.storage.records import Audit, Change, Match, MatchId, OpenDecision, Status
from bot.store import writing
from bot.store.store import SqlStore
from games.core.types import Seat
from tests.store.make import a_match, a_press, an_entry, at, look_up, opening, step


async def write(store: SqlStore, *steps: Change) -> None:
    async with store.writing() as work:
        for change in steps:
            await work.record(change)
        await work.commit()


async def add_one(store: SqlStore, match: MatchId) -> None:
    """Read, change, write: what loses updates when transactions overlap."""
    async with store.writing() as work:
        found = await work.read(queries.MatchById(match))
        assert found is not None
        await asyncio.sleep(0)
        await work.set_panel(match, (found.panel or 0) + 1)
        await work.commit()


async def test_a_step_is_stored_whole(store: SqlStore) -> None:
    match = a_match()
    change = step(match)
    await write(store, opening(match), change)
    async with store.reading() as reader:
        assert await reader.read(queries.MatchById(match.id)) == change.match
        assert await reader.read(queries.Holders(match.id)) == change.holders
        assert await reader.read(queries.Entries(match.id)) == change.entries
        assert await reader.read(queries.Snapshots(match.id, 1)) == change.snapshots
        assert await reader.read(queries.PressOf(9001)) == change.press
        (outbox_message,) = await reader.read(queries.DueMessages(at(1), 10))
        assert replace(outbox_message, id=None) == change.outbox_messages[0]
    known = ("answers", "decisions", "entries", "matches", "outbox", "presses", "snapshots")
    stored = {"audit": 2, "seat_holders": 2, **dict.fromkeys(known, 1)}
    if not store.leases.alone:
        stored["leases"] = 1
    assert {table: rows for table, rows in (await store.counts()).items() if rows} == stored


async def test_holds_and_decisions_replace_those_before_them(store: SqlStore) -> None:
    match = a_match()
    first = step(match)
    second = replace(step(first.match), holders=first.holders and first.holders[:1])
    third = replace(step(second.match), holders=None, opened=())
    await write(store, opening(match), first, second)
    assert (await store.counts())["seat_holders"] == 1
    assert (await store.counts())["decisions"] == 1
    await write(store, third)
    assert (await store.counts())["seat_holders"] == 1
    assert (await store.counts())["decisions"] == 0


async def test_a_step_of_one_match_leaves_another_alone(store: SqlStore) -> None:
    one, other = a_match(1), a_match(2)
    for match in (one, other):
        change = step(match)
        await write(store, opening(match), replace(change, press=None))
    async with store.reading() as reader:
        before = (
            await reader.read(queries.MatchById(other.id)),
            await reader.read(queries.Holders(other.id)),
        )
    moved = replace(one, status=Status.RUNNING, seq=1)
    await write(store, replace(step(moved), holders=(), opened=()))
    async with store.reading() as reader:
        assert (
            await reader.read(queries.MatchById(other.id)),
            await reader.read(queries.Holders(other.id)),
        ) == before
        assert await reader.read(queries.Holders(one.id)) == ()
    assert (await store.counts())["decisions"] == 1


async def test_leaving_without_commit_undoes_everything(store: SqlStore) -> None:
    async with store.writing() as work:
        await work.record(opening(a_match()))

    async def broken_off() -> None:
        async with store.writing() as work:
            await work.record(opening(a_match()))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken_off()
    assert sum((await store.counts()).values()) == 0


async def test_a_step_built_on_an_older_match_is_a_conflict(store: SqlStore) -> None:
    match = a_match()
    first = step(match)
    await write(store, opening(match), first)
    late = replace(
        step(match), entries=(an_entry(match, 7, decision="other"),), press=a_press(9999)
    )
    with pytest.raises(Conflict):
        await write(store, late)
    assert await look_up(store, queries.MatchById(match.id)) == first.match
    assert await look_up(store, queries.PressOf(9999)) is None


async def test_a_change_without_entries_is_a_conflict_too_when_it_is_late(store: SqlStore) -> None:
    match = a_match()
    first = step(match)
    await write(store, opening(match), first)
    leaving = replace(opening(match), expected=0, holders=())
    with pytest.raises(Conflict):
        await write(store, leaving)
    assert await look_up(store, queries.Holders(match.id)) == first.holders
    await write(store, replace(leaving, match=first.match, expected=1))
    assert (await store.counts())["seat_holders"] == 0


async def test_a_step_of_an_unknown_match_is_a_conflict(store: SqlStore) -> None:
    with pytest.raises(Conflict):
        await write(store, step(a_match()))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda change: replace(change, entries=(replace(change.entries[0], seq=1),)),
        lambda change: replace(change, entries=(replace(change.entries[0], decision="turn1"),)),
        lambda change: replace(change, press=a_press(9001)),
        lambda change: replace(change, snapshots=change.snapshots * 2),
    ],
    ids=["seq", "decision", "interaction", "snapshot"],
)
async def test_a_taken_key_is_a_conflict_and_nothing_is_stored(
    store: SqlStore, spoil: object
) -> None:
    match = a_match()
    first = step(match)
    await write(store, opening(match), first)
    before = await store.counts()
    assert callable(spoil)
    with pytest.raises(Conflict):
        await write(store, spoil(step(first.match)))
    assert await store.counts() == before
    assert await look_up(store, queries.MatchById(match.id)) == first.match


async def test_secret_entries_without_decision_do_not_collide(store: SqlStore) -> None:
    match = a_match()
    dice = tuple(replace(an_entry(match, seq), decision=None) for seq in (1, 2))
    await write(store, opening(match), replace(step(match), entries=dice))
    assert (await store.counts())["entries"] == 2


@pytest.mark.parametrize("status", [Status.LOBBY, Status.RUNNING])
async def test_a_channel_holds_one_open_match(store: SqlStore, status: Status) -> None:
    first = a_match(1, status=status)
    second = replace(a_match(2), channel=first.channel)
    await write(store, opening(first))
    with pytest.raises(Conflict):
        await write(store, opening(second))
    over = replace(first, status=Status.OVER, finished_at=at(5))
    await write(store, replace(opening(over), expected=0), opening(second))
    assert (await store.counts())["matches"] == 2


async def test_a_known_match_cannot_be_opened_again(store: SqlStore) -> None:
    await write(store, opening(a_match()))
    with pytest.raises(Conflict):
        await write(store, opening(replace(a_match(), channel=5)))


async def test_a_broken_reference_is_no_conflict(store: SqlStore) -> None:
    async with store.writing() as work:
        await work.record(replace(opening(a_match()), press=a_press(1, a_match(2))))
        with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
            await work.commit()


async def test_half_a_step_cannot_be_committed_by_a_caller_who_goes_on(store: SqlStore) -> None:
    match = a_match()
    first = step(match)
    await write(store, opening(match), first)
    async with store.writing() as work:
        await work.record(replace(step(first.match), press=a_press(9001)))
        with pytest.raises(Conflict):
            await work.commit()
        with pytest.raises(RuntimeError):
            await work.commit()
        with pytest.raises(RuntimeError):
            await work.set_panel(match.id, 5)


async def test_nor_by_one_who_looks_in_between(store: SqlStore) -> None:
    match = a_match()
    first = step(match)
    await write(store, opening(match), first)
    async with store.writing() as work:
        await work.record(replace(step(first.match), press=a_press(9001)))
        with pytest.raises(Conflict):
            await work.read(queries.MatchById(match.id))
        with pytest.raises(RuntimeError):
            await work.commit()
    assert await look_up(store, queries.MatchById(match.id)) == first.match


@pytest.mark.parametrize("point", ["_move", "_remove", "_add_all"])
async def test_a_failure_in_the_middle_leaves_nothing(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    match = a_match()
    await write(store, opening(match))
    before = await store.counts()

    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(writing, point, fail)
    with pytest.raises(OSError, match="the disk is gone"):
        await write(store, step(match))
    monkeypatch.undo()
    assert await store.counts() == before
    await write(store, step(match))


async def test_twenty_read_change_writes_at_once_all_count(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))
    await asyncio.gather(*(add_one(store, match.id) for _ in range(20)))
    found = await look_up(store, queries.MatchById(match.id))
    assert found is not None
    assert found.panel == 20


async def test_two_stores_on_one_file_lose_nothing_either(file: Path) -> None:
    match = a_match()
    stores = [await SqlStore.open(f"sqlite:///{file}") for _ in range(2)]
    await write(stores[0], opening(match))
    await asyncio.gather(*(add_one(stores[turn % 2], match.id) for turn in range(20)))
    async with stores[0].reading() as reader:
        found = await reader.read(queries.MatchById(match.id))
    for store in stores:
        await store.aclose()
    assert found is not None
    assert found.panel == 20


async def test_of_rivals_for_one_decision_exactly_one_wins(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))

    async def submit(number: int) -> bool:
        mine = replace(step(match), press=a_press(number))
        try:
            await write(store, mine)
        except Conflict:
            return False
        return True

    assert sum(await asyncio.gather(*(submit(number) for number in range(20)))) == 1
    assert (await store.counts())["entries"] == 1


async def test_each_look_of_a_reader_sees_one_moment_and_the_newest(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))
    async with store.reading() as reader:
        before = await reader.read(queries.SeatedMatch(match.id))
        await write(store, step(match))
        after = await reader.read(queries.SeatedMatch(match.id))
    assert before is not None
    assert after is not None
    assert (before[0].seq, after[0].seq) == (0, 1)


async def test_a_unit_of_work_sees_one_moment(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))
    async with store.writing() as work:
        before = await work.read(queries.SeatedMatch(match.id))
        await work.record(step(match))
        assert await work.read(queries.SeatedMatch(match.id)) != before
        assert await look_up(store, queries.SeatedMatch(match.id)) == before


async def test_more_readers_than_connections_take_turns(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))

    async def look() -> Match | None:
        return await look_up(store, queries.MatchById(match.id))

    assert set(await asyncio.gather(*(look() for _ in range(30)))) == {match}


async def test_a_cancelled_writer_leaves_nothing_and_blocks_nobody(store: SqlStore) -> None:
    match = a_match()
    await write(store, opening(match))
    before = await store.counts()

    async def slow() -> None:
        async with store.writing() as work:
            await work.record(step(match))
            await asyncio.sleep(60)

    for pauses in range(12):
        task = asyncio.create_task(slow())
        for _ in range(pauses):
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await store.counts() == before
    await write(store, step(match))


async def test_a_writer_cancelled_twice_is_rolled_back_before_the_next_begins(
    store: SqlStore, file: Path
) -> None:
    match = a_match()
    await write(store, opening(match))
    inside, go_on = threading.Event(), threading.Event()

    def dawdle(_: Connection) -> None:
        inside.set()
        go_on.wait(10)

    async def slow() -> None:
        async with store.writing() as work:
            await work.record(step(match))
            await work._database.run(dawdle)

    task = asyncio.create_task(slow())
    await asyncio.to_thread(inside.wait, 10)
    for _ in range(2):
        task.cancel()
        await asyncio.sleep(0.01)
    go_on.set()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
    await write(store, step(match))
    assert (await store.counts())["entries"] == 1


async def test_an_open_decision_stays_as_it_was_stored_until_it_is_closed(store: SqlStore) -> None:
    match = a_match()
    first = step(match)
    other = OpenDecision(match.id, "talk", Seat(1), "talk", False)
    second = replace(step(first.match), closed=(), opened=(other,))
    await write(store, opening(match), first, second)
    assert await look_up(store, queries.OpenDecisions(match.id)) == (other, first.opened[0])
    assert await look_up(store, queries.OpenDecisions(MatchId("nowhere"))) == ()
    # A row that has strayed does not stand in the way of the decision that opens anew.
    again = replace(other, due_at=at(9))
    await write(store, replace(step(second.match), closed=("turn2",), opened=(again,)))
    assert await look_up(store, queries.OpenDecisions(match.id)) == (again,)


async def test_a_snapshot_comes_with_those_it_is_packed_against(store: SqlStore) -> None:
    one, other = a_match(1), a_match(2)
    await write(store, opening(one), opening(other), replace(step(other), press=None))
    # The fourth entry rewound the match to the first.
    for base in (None, 1, 2, 1, 4):
        change = step(one)
        snapshots = (replace(change.snapshots[0], base=base),)
        await write(store, replace(change, snapshots=snapshots))
        one = change.match
    chains = {1: [1], 3: [1, 2, 3], 5: [1, 4, 5], 6: []}
    async with store.reading() as reader:
        for seq, chain in chains.items():
            found = await reader.read(queries.Snapshots(one.id, seq))
            assert [each.seq for each in found] == chain
        several = await reader.read(queries.Snapshots(one.id, 4, after=2))
        assert [each.seq for each in several] == [1, 2, 3, 4]
        assert len(await reader.read(queries.Snapshots(other.id, 1))) == 1


async def test_the_live_panel_says_where_its_news_begin_and_no_step_takes_that_back(
    store: SqlStore,
) -> None:
    match = a_match()
    change = step(match)
    await write(store, opening(match))
    async with store.writing() as work:
        await work.set_panel(match.id, 555, 7)
        await work.commit()
    await write(store, change)
    found = await look_up(store, queries.MatchById(match.id))
    assert found is not None
    assert (found.panel, found.told) == (555, 7)


async def test_an_interaction_beside_the_matches_is_noted_once(store: SqlStore) -> None:
    async def noted() -> None:
        async with store.writing() as work:
            await work.note(Audit(at(1), 51, "pack"), a_press(77))
            await work.commit()

    await noted()
    with pytest.raises(Conflict):
        await noted()
    assert (await store.counts())["audit"] == 1


async def test_open_decisions_are_kept_by_key(store: SqlStore) -> None:
    match = a_match()
    twice = OpenDecision(match.id, "turn1", Seat(0), "turn", True)
    with pytest.raises(Conflict):
        await write(store, opening(match), replace(step(match), opened=(twice, twice)))


async def test_a_step_crosses_to_the_thread_twice(
    store: SqlStore, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = a_match()
    await write(store, opening(match))
    crossings: list[str] = []
    fetch = aiosqlite.Connection.execute_fetchall

    def counted(connection: aiosqlite.Connection, work: str) -> object:
        crossings.append(threading.current_thread().name)
        return fetch(connection, work)

    monkeypatch.setattr(aiosqlite.Connection, "execute_fetchall", counted)
    async with store.writing() as work:
        await work.read(queries.SeatedMatch(match.id))
        await work.record(step(match))
        await work.see_server(7, at(1))
        await work.commit()
    assert crossings == ["MainThread"] * 2
    assert (await store.counts())["servers"] == 1
