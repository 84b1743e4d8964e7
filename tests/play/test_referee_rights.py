"""Who may be the referee, and what every act has in common."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.storage.records import Audit, Change, EntryKind, MatchId
from games.core.types import Refusal
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.referees import GM, WHY, Whistle


async def name_referee(club: Club, match: MatchId, user: int | None) -> None:
    stored = await club.match(match)
    async with club.app.store.writing() as work:
        change = Change(
            match=replace(stored, referee=user),
            expected=stored.seq,
            audit=Audit(club.clock.now(), 0, "test", match),
        )
        await work.record(change)
        await work.commit()


async def test_who_manages_the_server_or_was_named_is_the_referee_and_nobody_else(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    for person in (ALICE, CAROL):
        before = await club.match(match)
        with pytest.raises(NotSeated, match="Only the referee of this match") as refused:
            await Whistle(club, match, person, manages=False).adjust("OIL RED 3")
        assert "so does the host of a lobby" in refused.value.instead
        assert await club.match(match) == before
    await name_referee(club, match, CAROL.user)
    await Whistle(club, match, CAROL, manages=False).adjust("OIL RED 3")
    await Whistle(club, match, GM, manages=True).adjust("OIL RED 2")
    with pytest.raises(NotSeated, match="Only the referee"):
        await Whistle(club, match, BOB, manages=False).adjust("OIL RED 9")


async def test_every_act_is_one_entry_with_who_why_and_a_number(club: Club) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    receipt = await Whistle(club, match).adjust("OIL RED 3", interaction=900)
    assert receipt.text == "Set: OIL RED 3. Everybody can read that you did, and why."
    again = await Whistle(club, match).adjust("OIL RED 3", interaction=900)
    assert again == receipt, "it came twice"
    [entry] = [each for each in await club.entries(match) if each.kind is EntryKind.ADJUSTED]
    assert (entry.user, entry.reason, entry.shown) == (GM.user, WHY, before.shown + 1)
    assert (entry.referee, entry.referee_seat) == ("Gm", None)
    await Whistle(club, match, BOB).adjust("OIL RED 2", why="one\n\n two\u202e \x07three ")
    line = (await club.log(match))[-1]
    for told in ((await club.entries(match))[-1], line):
        assert (told.referee, told.referee_seat, told.reason) == ("Bob", 1, "one two three")
    await club.replayed(match)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("", "A referee must give a reason."),
        (" \n\t ", "A referee must give a reason."),
        ("\u200b\u202e\x00", "A referee must give a reason."),
        ("x" * 301, "The reason has 301 characters; 300 is the limit."),
    ],
)
async def test_an_act_without_a_reason_that_can_be_read_is_refused(
    club: Club, why: str, said: str
) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    with pytest.raises(NotNow, match=said):
        await Whistle(club, match).adjust("OIL RED 3", why=why)
    assert await club.match(match) == before


async def test_there_is_nothing_to_referee_in_a_lobby_or_nowhere(club: Club) -> None:
    match = await club.open()
    with pytest.raises(NotNow, match="has not started"):
        await Whistle(club, match).adjust("OIL RED 3")
    with pytest.raises(NoMatch):
        await Whistle(club, MatchId("nowhere2")).adjust("OIL RED 3")


async def test_of_a_move_and_an_act_at_the_same_moment_both_happen_or_one_is_refused(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    mover, _ = await club.on_turn(match)
    for oil in range(1, 8):
        match_view = await club.public(match)
        if not match_view.awaited:
            break
        mover = (ALICE, BOB)[match_view.awaited[0]]
        done = await asyncio.gather(
            club.say(match, mover, "REST"),
            Whistle(club, match).adjust(f"OIL RED {oil + 1}" if oil != 3 else "OIL RED 9"),
            return_exceptions=True,
        )
        for each in done:
            if isinstance(each, BaseException):
                assert isinstance(each, Refusal), each
        await club.replayed(match)
