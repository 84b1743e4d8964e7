"""Matches for practice that begin from a position of another."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import pytest

from bot.play.history import forks
from bot.play.lobby.practice import PracticePlace
from bot.play.lobby.seating import Person
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, MatchId, Status
from games import all_games
from games.core.log import match_file
from games.core.log.verification import follow
from games.core.types import REFEREE
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club, a_club
from tests.play.folding import kept_position
from tests.play.pasts import exported, finish
from tests.play.referees import Whistle
from tests.toy import GAME as TOY

THREAD = 700


async def fork(
    club: Club, match: MatchId, person: Person, number: int, channel: int = THREAD, **more: Any
) -> MatchId:
    place = PracticePlace(SERVER, channel, person, next(club.interactions), **more)
    receipt = await forks.start(club.app, match, place, number)
    await club.settled()
    return receipt.match


async def lamps(club: Club, match: MatchId) -> tuple[int, ...]:
    async with club.app.store.reading() as reader:
        stored = await reader.read(queries.MatchById(match))
        assert stored is not None
        state = await club.app.executor.positions.load(reader, stored)
    found: tuple[int, ...] = TOY.view(state, REFEREE).lamps
    return found


async def test_a_fork_begins_from_the_position_after_the_entry(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await club.say(match, second, "B5+1")
    forked = await fork(club, match, first, 5, computers=False)
    new = await club.match(forked)
    assert (new.practice, new.origin, new.clock) == (True, f"fork:{match}", "")
    assert new.seed != (await club.match(match)).seed
    assert [entry.kind for entry in await club.entries(forked)] == [
        EntryKind.START,
        EntryKind.POSITION,
    ]
    match_view = await club.sees(forked, first)
    assert match_view.view.flames[3].height == 2
    assert match_view.view.flames[4] is None
    assert (match_view.seat,) == match_view.awaited
    assert [holder.user for holder in await club.holders(forked)] == [first.user] * 2
    await club.replayed(forked)


async def test_in_a_match_with_secrets_the_own_ones_are_true_and_the_others_made_up(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    number = (await club.match(match)).shown
    seen = set()
    for channel in range(30):
        forked = await fork(club, match, ALICE, number, 700 + channel, computers=False)
        mine, other = await lamps(club, forked)
        assert mine == 2
        seen.add(other)
        await club.leave(forked, ALICE)
    assert len(seen) >= 4, "the true one is as likely as any other"


async def test_after_the_end_a_fork_is_true_and_nothing_is_secret_any_more(club: Club) -> None:
    match = await club.begin_with_lamps()
    await finish(club, match)
    assert not (await club.match(match)).disclosed
    forked = await fork(club, match, CAROL, 4, computers=False)
    assert await lamps(club, forked) == (2, 3)
    assert (await club.match(match)).disclosed


async def test_there_is_nothing_to_fork_after_the_last_entry_of_all(club: Club) -> None:
    match = await club.begin_with_lamps()
    await finish(club, match)
    last = (await club.match(match)).shown
    with pytest.raises(NotNow, match="over after"):
        await forks.check(club.app, match, CAROL.user, last)
    with pytest.raises(NotNow, match="over at this point"):
        await fork(club, match, CAROL, last)
    await forks.check(club.app, match, CAROL.user, 4)


async def test_computer_players_answer_in_a_fork(club: Club) -> None:
    match = await club.begin_with_lamps()
    forked = await fork(club, match, ALICE, 4)
    match_view = await club.sees(forked, ALICE)
    assert [holder.is_computer for holder in match_view.holders] == [False, True]
    assert match_view.awaited == (0,)
    while (await club.match(forked)).status is Status.RUNNING:
        await club.say(forked, ALICE, "REST")
        await club.settled()
    await club.replayed(forked)
    assert (await club.match(match)).status is Status.RUNNING


async def test_without_computers_the_player_who_forks_plays_all_seats(tmp_path: Path) -> None:
    async with a_club(tmp_path, all_games()) as club:
        match = await club.begin(game="astralis", settings={"size": 7})
        await club.say(match, ALICE, "A3")
        forked = await fork(club, match, ALICE, 2, computers=False)
        assert {holder.user for holder in await club.holders(forked)} == {ALICE.user}
        await club.posted()
        for text, seat in (("M8", 1), ("A3-A4+B4", 0), ("M8-M9+L9", 1)):
            assert (await club.sees(forked, ALICE)).seat == seat
            await club.say(forked, ALICE, text)
        assert {user for _, user in await club.posted()} == {None}, "nobody writes to oneself"
        assert await club.undo(forked, ALICE) == ("Taken back: #5. Rewound to #4.")
        assert (await club.sees(forked, ALICE)).seat == 1
        assert (await club.match(match)).referee is None
        with pytest.raises(NotSeated, match="Only the referee"):
            await Whistle(club, match, ALICE, manages=False).move(1, "M8")
        await club.leave(forked, ALICE)
        assert await club.holders(forked) == ()


async def test_in_a_fork_with_secrets_all_sides_are_answered_as_if_theirs(club: Club) -> None:
    match = await club.begin()
    await club.say(match, ALICE, "LAMP2")
    forked = await fork(club, match, BOB, 1, computers=False)
    assert len((await club.sees(forked, BOB)).mine) == 1
    await club.say(forked, BOB, "LAMP4")
    await club.say(forked, BOB, "LAMP5")
    assert sorted(await lamps(club, forked)) == [4, 5]
    while (await club.match(forked)).status is Status.RUNNING:
        await club.say(forked, BOB, "REST")
    assert await club.read(queries.ResultsOf(BOB.user)) == (), "nobody wins against oneself"
    await club.replayed(forked)


async def test_a_fork_of_a_fork_and_its_file(club: Club) -> None:
    match = await club.begin_with_lamps()
    forked = await fork(club, match, ALICE, 4)
    again = await fork(club, forked, ALICE, 2, 701)
    await club.leave(again, ALICE)
    await club.resign(forked, ALICE)
    assert b'"position"' in await exported(club, forked, ALICE)


async def test_the_file_of_a_fork_keeps_the_order_of_what_a_state_counts(tmp_path: Path) -> None:
    """Astral Sailors keeps its units in the order of seats: R1 before B1."""
    async with a_club(tmp_path, all_games()) as club:
        match = await club.begin(game="astral_sailors", settings={"army_size": 100})
        rng = random.Random(1)
        while b'"units":{"R1"' not in await kept_state(club, match):
            match_views = [await club.sees(match, p) for p in (ALICE, BOB)]
            [person, decision, match_view] = next(
                (person, each, match_view)
                for person, match_view in zip((ALICE, BOB), match_views, strict=True)
                for each in match_view.mine
                if each.waits
            )
            assert match_view.game.computer is not None
            move = match_view.game.computer.choose(match_view.view, decision, rng)
            await club.say(match, person, match_view.game.write(move))
        number = (await club.match(match)).shown
        forked = await fork(club, match, ALICE, number, computers=False)
        await club.resign(forked, ALICE)
        log = match_file.read(await exported(club, forked, ALICE))
        game = club.app.games["astral_sailors"]
        state = game.state_form.write(list(follow(game, log))[-1].state)
        assert state == await kept_state(club, forked)
        assert hashlib.sha256(state).hexdigest() == log.end.state


async def kept_state(club: Club, match: MatchId) -> bytes:
    async with club.app.store.reading() as reader:
        return await kept_position(reader, match, (await club.match(match)).seq)


async def test_a_player_of_several_sides_is_told_once_that_a_guest_has_left(club: Club) -> None:
    match = await club.three()
    forked = await fork(club, match, ALICE, 1, computers=False)
    await club.join(forked, BOB, 2)
    await club.posted()
    await club.leave(forked, BOB)
    assert (await club.posted()).count((MessageKind.VACANT, ALICE.user)) == 1
