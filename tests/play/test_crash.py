"""``kill -9`` around a move with dice: it happened or not, once, and with the same dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.play.executor import Command, Receipt
from bot.play.match import submission
from bot.play.match.submission import TypedMove
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import StoreUnwritable
from bot.play.storage.records import Entry, EntryKind, MatchId
from bot.store.store import SqlUnitOfWork
from tests.play.conftest import ALICE, BOB, Club
from tests.play.killed import do_and_die, opened

LAST = Command(MatchId("mkhhtt3z"), BOB.user, 4711)
"""In the match that the known entropy opens first."""


@dataclass(frozen=True)
class After:
    entries: tuple[Entry, ...]
    kinds: list[MessageKind]
    receipt: str


async def hide_last(club: Club) -> Receipt:
    return await submission.submit(club.app, LAST, TypedMove("LAMP3"))


async def killed_and_tried_again(folder: Path, point: str) -> After:
    """Bob's lamp is hidden last, and then the wind blows; the same press comes twice."""
    file = folder / "starpost.db"
    club = await opened(file)
    match = await club.begin()
    assert match == LAST.match
    await club.say(match, ALICE, "LAMP2")
    async with club.app.store.writing() as work:
        for outbox_message in await work.read(queries.DueMessages(club.clock.now(), 100)):
            assert outbox_message.id is not None
            await work.mark_sent(outbox_message.id, 1, club.clock.now())
        await work.commit()
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore
    if point:
        do_and_die(file, point, hide_last)
    club = await opened(file)
    receipt = await hide_last(club)
    assert await hide_last(club) == receipt
    async with club.app.store.reading() as reader:
        entries = await reader.read(queries.Entries(match))
        due = await reader.read(queries.DueMessages(club.clock.now(), 100))
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore
    return After(entries, [outbox_message.kind for outbox_message in due], receipt.text)


@pytest.mark.parametrize("point", ["before the commit", "after the commit"])
async def test_a_killed_move_is_played_once_with_the_same_dice_and_told(
    tmp_path: Path, point: str
) -> None:
    (tmp_path / "calm").mkdir()
    (tmp_path / "killed").mkdir()
    calm = await killed_and_tried_again(tmp_path / "calm", "")
    killed = await killed_and_tried_again(tmp_path / "killed", point)
    assert killed == calm
    assert [entry.kind for entry in killed.entries][-2:] == [EntryKind.MOVE, EntryKind.DICE]
    assert killed.kinds == [
        MessageKind.PANEL,
        MessageKind.SECRET,
    ]  # it is the turn of the one who acted


async def ordered(club: Club) -> Command:
    """The move that is due in the match that the known entropy opens first."""
    mover, _ = await club.on_turn(LAST.match)
    return Command(LAST.match, mover.user, 4712)


async def rest(club: Club) -> Receipt:
    return await submission.submit(club.app, await ordered(club), TypedMove("REST"))


@pytest.mark.parametrize("point", ["before the commit", "after the commit"])
async def test_what_follows_of_itself_is_stored_with_the_move_or_not_at_all(
    tmp_path: Path, point: str
) -> None:
    """The other seat rests by an order that is used up by it."""
    file = tmp_path / "starpost.db"
    club = await opened(file)
    match = await club.begin_with_lamps()
    assert match == LAST.match
    wish = await ordered(club)
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ONCE")
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore
    do_and_die(file, point, rest)
    club = await opened(file)
    seat = (ALICE, BOB).index(other)
    stored = [bool(holder.answers) for holder in await club.holders(match) if holder.seat == seat]
    assert stored == [point == "before the commit"]
    await submission.submit(club.app, wish, TypedMove("REST"))
    assert (await club.kinds(match))[-2:] == [f"move {1 - seat}", f"standing {seat}"]
    assert len(await club.kinds(match)) == 6
    assert all(holder.answers == "" for holder in await club.holders(match))
    assert await club.on_turn(match) == (mover, other)
    await club.replayed(match)
    await club.app.store.aclose()  # type: ignore[attr-defined]  # the club's is a SqlStore


async def test_a_commit_that_fails_leaves_the_position_as_it_was(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin()
    stored, rows = await club.match(match), await club.rows()
    woken: list[int] = []
    club.app.executor.after_commit = lambda: woken.append(1)

    async def full(_: SqlUnitOfWork) -> None:
        raise StoreUnwritable

    with monkeypatch.context() as patched:
        patched.setattr(SqlUnitOfWork, "commit", full)
        with pytest.raises(StoreUnwritable):
            await club.say(match, ALICE, "LAMP2")
    assert list(club.app.executor.positions._states) == [(match, stored.seq)]
    assert (await club.rows(), woken) == (rows, [])
    match_view = await club.sees(match, ALICE)
    assert [each.kind for each in match_view.mine] == ["hide"]
    await club.say(match, ALICE, "LAMP5")
    assert (await club.match(match)).seq == stored.seq + 1
    assert woken == [1]
