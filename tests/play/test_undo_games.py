"""Taking back in the games themselves: the classes follow from their labels alone."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.application import build
from bot.play.history import undo
from bot.play.history.undo_rules import UndoClass, UndoVerdict
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.submission import Typed
from bot.play.storage.records import EntryKind, MatchId
from bot.store.store import SqlStore
from games import all_games
from tests.databases import put_database
from tests.play.conftest import ALICE, BOB, Club, HeldClock, KnownEntropy


@pytest.fixture
async def games(tmp_path: Path) -> AsyncIterator[Club]:
    store = await SqlStore.open(f"sqlite:///{put_database(tmp_path / 'starpost.db')}")
    clock = HeldClock()
    club = Club(build(store, all_games(), clock, KnownEntropy()), clock)
    try:
        yield club
    finally:
        club.app.computers.stop()
        await club.app.computers.wait_until_settled()
        await store.aclose()


async def verdict(club: Club, match: MatchId, person: Person) -> UndoVerdict:
    found = await undo.classify(club.app, match, person.user)
    assert found.plan is not None
    return found.plan.verdict


async def test_in_astralis_a_move_is_free_until_the_other_has_answered(games: Club) -> None:
    match = await games.begin(game="astralis", settings={"size": 7})
    await games.say(match, ALICE, "A3")
    assert (await verdict(games, match, ALICE)).of is UndoClass.FREE
    await games.say(match, BOB, "M8")
    assert (await verdict(games, match, ALICE)).of is UndoClass.CONSENT
    assert (await verdict(games, match, BOB)).of is UndoClass.FREE
    await games.undo(match, BOB)
    await games.say(match, BOB, "M9")
    await games.undo(match, ALICE)
    await games.answer(match, BOB, agree=True)
    assert [entry.kind for entry in await games.entries(match)][-2:] == [
        EntryKind.MOVE,
        EntryKind.UNDONE,
    ]
    match_view = await views.load_public(games.app, match)
    assert (match_view.awaited, match_view.match.place) == ((0,), 1)
    await games.replayed(match)


async def test_in_astral_sailors_nothing_is_taken_back_across_dice(games: Club) -> None:
    match = await games.begin(game="astral_sailors", settings={"army_size": 100})
    rng, seen = random.Random(4), set[UndoClass]()
    for _ in range(400):
        mover = await one_moves(games, match, rng)
        if mover is None:
            break
        entries = await games.entries(match)
        moves = [e for e in entries if e.kind is EntryKind.MOVE and e.user == mover.user]
        after = [e for e in entries if e.seq > moves[-1].seq]
        found = await verdict(games, match, mover)
        seen.add(found.of)
        dice = [e for e in after if e.kind is EntryKind.DICE]
        if dice:
            assert found.of is UndoClass.REFUSED
            assert f"#{dice[-1].shown}" in found.reason or "un-see" in found.reason
        if seen >= {UndoClass.FREE, UndoClass.REFUSED}:
            return
    raise AssertionError(f"only {seen} came up")


async def one_moves(club: Club, match: MatchId, rng: random.Random) -> Person | None:
    """A move of somebody for whom the match waits; ``None`` when it is over."""
    for person in (ALICE, BOB):
        match_view = await views.load_for_user(club.app, match, person.user)
        waiting = [decision for decision in match_view.mine if decision.waits]
        if waiting and match_view.game.computer is not None:
            move = match_view.game.computer.choose(match_view.view, waiting[0], rng)
            text = Typed(match_view.game.write(move))
            await submission.submit(club.app, club.command(match, person), text)
            over = (await club.match(match)).ending
            return None if over else person
    return None
