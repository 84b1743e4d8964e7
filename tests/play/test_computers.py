"""Computer players: they play through the same door, a whole turn at once, and only for people."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.play.application import build
from bot.play.executor import Command
from bot.play.lobby import lobby
from bot.play.match import computers, submission
from bot.play.match.computers import random_move
from bot.play.people import leaving
from bot.play.people.leaving import Replacement
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.play.storage.records import EntryKind, MatchId, SeatHolder, Status
from bot.store.store import SqlUnitOfWork
from games.core.computer import Level
from games.core.types import Decision, Decisions, Refusal, Seat, Seated, Seats
from tests.play.conftest import ALICE, BOB, Club, KnownEntropy
from tests.toy import GAME as TOY
from tests.toy.game import Hide, Light, Rest, ToyComputer, ToyOptions, ToyStanding
from tests.toy.variants import NIGHT
from tests.toy.view import View

PATIENCE = 60.0
"""Seconds after which something is taken to wait for ever."""


async def play_on(club: Club, match: MatchId, text: str = "REST") -> None:
    """Alice answers whatever she is asked, until the match is over."""
    for _ in range(200):
        match_view = await club.sees(match, ALICE)
        if match_view.match.status is Status.OVER:
            return
        asked = next(decision for decision in match_view.mine if decision.waits)
        await club.say(match, ALICE, "LAMP2" if asked.kind == "hide" else text)
        await club.settled()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("game", ["toy", "night"])
async def test_one_person_and_a_computer_player_finish_a_match(club: Club, game: str) -> None:
    match = await club.solo(game)
    assert (await club.kinds(match))[:2] == ["start", "move 1"]
    await play_on(club, match)
    stored = await club.match(match)
    assert stored.status is Status.OVER
    entries = await club.entries(match)
    moves = [entry for entry in entries if entry.seat == 1]
    assert all(entry.user is None and entry.kind is EntryKind.MOVE for entry in moves)
    assert any(entry.text.startswith("B") for entry in moves)
    await club.replayed(match)


@pytest.mark.on_both
async def test_a_whole_turn_of_a_computer_player_is_one_transaction_and_one_panel(
    club: Club,
) -> None:
    match = await club.solo("night")
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    for _ in range(3):
        await club.say(match, ALICE, "REST")
        await club.posted()
    await club.settled()
    assert (await club.kinds(match))[-3:] == ["move 1"] * 3
    letters = await club.posted()
    assert letters == [(MessageKind.PANEL, None), (MessageKind.TURN, ALICE.user)]
    audit = (await club.rows())["audit"]
    for _ in range(3):
        await club.say(match, ALICE, "REST")
    await club.settled()
    assert (await club.rows())["audit"] == audit + 3 + 1


async def test_two_computer_players_alone_stand_still_until_somebody_comes(club: Club) -> None:
    match = await club.solo("night")
    await club.leave(match, ALICE, Replacement.COMPUTER)
    kinds = await club.kinds(match)
    assert kinds[-1] == "left 0"
    await club.app.computers.wake_all()
    await club.settled()
    assert await club.kinds(match) == kinds
    match_view = await club.public(match)
    assert (match_view.paused, match_view.match.status) == (True, Status.RUNNING)
    await club.join(match, BOB, 0)
    await club.say(match, BOB, "LAMP4")
    await club.settled()
    assert not (await club.public(match)).paused
    assert len(await club.kinds(match)) > len(kinds) + 2


@pytest.mark.on_both
async def test_a_match_that_was_cut_off_goes_on_at_the_next_start(club: Club) -> None:
    match = await club.open(computers=1)
    club.app.executor.go_on = lambda *_: None
    await club.start(match)
    assert await club.kinds(match) == ["start"]
    app = build(club.app.store, (TOY, NIGHT), club.clock, KnownEntropy())
    await app.computers.wake_all()
    await app.computers.wait_until_settled()
    assert await club.kinds(match) == ["start", "move 1"]
    await app.computers.wake_all()
    await app.computers.wait_until_settled()
    assert await club.kinds(match) == ["start", "move 1"]


async def test_an_empty_seat_that_was_cut_off_is_played_at_the_next_start(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could press anything: the match waits for a seat that nobody holds."""
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    seat = (ALICE, BOB).index(mover)
    monkeypatch.setattr(submission, "AT_HAND", 1)
    monkeypatch.setattr(submission, "AT_ONCE", 1)
    club.app.executor.go_on = lambda *_: None
    await club.leave(match, mover)
    assert (await club.kinds(match))[-2:] == [f"left {seat}", f"default {seat}"]
    app = build(club.app.store, (TOY, NIGHT), club.clock, KnownEntropy())
    await app.computers.wake_all()
    await app.computers.wait_until_settled()
    assert (await club.kinds(match))[-3:] == [f"default {seat}"] * 3
    assert await club.on_turn(match) == (other, mover)


@pytest.mark.on_both
async def test_two_processes_that_think_for_the_same_seat_play_once(club: Club) -> None:
    match = await club.open(computers=1)
    club.app.executor.go_on = lambda *_: None
    await club.start(match)
    houses = [build(club.app.store, (TOY, NIGHT), club.clock, KnownEntropy()) for _ in range(4)]
    await asyncio.gather(*(app.computers.drive(match) for app in houses))
    assert await club.kinds(match) == ["start", "move 1"]


async def thinking_meanwhile(
    club: Club, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], Awaitable[Any]]
) -> None:
    """Drive the match, and let something happen after the first thought."""
    think, done = computers.think, False
    loop = asyncio.get_running_loop()

    def slowly(*args: Any) -> Any:
        nonlocal done
        thought = think(*args)
        if not done:
            done = True
            asyncio.run_coroutine_threadsafe(_transition(meanwhile), loop).result(10)
        return thought

    monkeypatch.setattr(computers, "think", slowly)


async def _transition(meanwhile: Callable[[], Awaitable[Any]]) -> None:
    await meanwhile()


async def test_what_was_thought_of_a_match_that_has_moved_on_is_thrown_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.open(computers=1)
    club.app.executor.go_on = lambda *_: None
    await club.start(match)

    async def meanwhile() -> None:
        await club.say(match, ALICE, "LAMP2")

    await thinking_meanwhile(club, monkeypatch, meanwhile)
    await club.app.computers.drive(match)
    kinds = await club.kinds(match)
    assert kinds[:4] == ["start", "move 0", "move 1", "dice"]
    await club.replayed(match)


@pytest.mark.on_both
async def test_an_order_that_is_given_meanwhile_is_not_lost(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.open(computers=1)
    club.app.executor.go_on = lambda *_: None
    await club.start(match)
    await club.order(match, ALICE, "REST ONCE")

    async def meanwhile() -> None:
        await club.order(match, ALICE, "REST ALWAYS")

    await thinking_meanwhile(club, monkeypatch, meanwhile)
    await club.app.computers.drive(match)
    assert '"always"' in (await club.holders(match))[0].answers
    assert (await club.kinds(match)) == ["start", "move 1"]


@pytest.mark.parametrize("fault", ["illegal", "raises"])
async def test_a_player_that_cannot_choose_makes_any_legal_move(
    club: Club, monkeypatch: pytest.MonkeyPatch, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    def choose(*_: object) -> Light:
        if fault == "raises":
            raise ZeroDivisionError("lamp 4")
        return Light(99, 99)

    monkeypatch.setattr(ToyComputer, "choose", choose)
    match = await club.solo("night")
    await play_on(club, match)
    assert (await club.match(match)).status is Status.OVER
    await club.replayed(match)
    records = [record for record in caplog.records if "could not choose" in record.message]
    assert records
    assert all("lamp 4" not in str(vars(record)) for record in records)


async def test_what_is_too_much_for_one_receipt_follows_right_after(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No computer player is in it: the task goes on with what goes by itself."""
    monkeypatch.setattr(submission, "AT_HAND", 1)
    monkeypatch.setattr(submission, "AT_ONCE", 1)
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    seat = (ALICE, BOB).index(other)
    await club.order(match, other, "REST ALWAYS")
    for _ in range(3):
        await club.say(match, mover, "REST")
    await club.settled()
    assert (await club.kinds(match))[-3:] == [f"standing {seat}"] * 3
    assert await club.on_turn(match) == (mover, other)
    await club.replayed(match)


async def test_much_that_follows_is_worked_out_aside(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop belongs to all matches."""
    threads: list[bool] = []
    real = ToyStanding.answer

    def answer(*args: Any) -> Any:
        threads.append(threading.current_thread() is threading.main_thread())
        return real(*args)

    monkeypatch.setattr(ToyStanding, "answer", answer)
    monkeypatch.setattr(submission, "AT_HAND", 2)
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.order(match, other, "REST ALWAYS")
    threads.clear()
    for _ in range(3):
        await club.say(match, mover, "REST")
    seat = (ALICE, BOB).index(other)
    assert (await club.kinds(match))[-3:] == [f"standing {seat}"] * 3
    # At first on the loop itself, then in a thread.
    assert threads[0]
    assert not threads[-1]
    assert threads == sorted(threads, reverse=True)
    await club.replayed(match)


async def test_however_many_computer_players_think_others_play_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a move with much that follows nor a picture queues behind their thoughts."""
    monkeypatch.setattr(submission, "AT_HAND", 1)
    mine = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(mine)
    await club.order(mine, other, "REST ALWAYS")
    awake, think = threading.Event(), computers.think

    def slowly(*args: Any) -> Any:
        awake.wait(2 * PATIENCE)
        return think(*args)

    monkeypatch.setattr(computers, "think", slowly)
    matches = [await club.open(channel=300 + number, computers=1) for number in range(16)]
    try:
        for match in matches:
            await lobby.start(club.app, club.command(match, ALICE))
        for _ in range(3):
            await asyncio.wait_for(club.say(mine, mover, "REST"), PATIENCE)
        assert await asyncio.wait_for(asyncio.to_thread(int), PATIENCE) == 0
    finally:
        awake.set()
    await club.settled()
    assert [(await club.kinds(match))[1:] for match in matches] == [["move 1"]] * 16


async def test_thinking_without_end_stops_one_match_and_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    awake, think, stuck = threading.Event(), computers.think, 0
    endless = [await club.open(channel=300 + number, computers=1) for number in range(3)]
    sound = await club.open(channel=310, computers=1)

    def slowly(transition: Any, *more: Any) -> Any:
        nonlocal stuck
        if transition.match.id in endless:
            stuck += 1
            awake.wait(2 * PATIENCE)
        return think(transition, *more)

    monkeypatch.setattr(computers, "think", slowly)
    monkeypatch.setattr(computers, "LONGEST", 0.3)
    try:
        for match in endless:
            await lobby.start(club.app, club.command(match, ALICE))
        await asyncio.wait_for(club.settled(), PATIENCE)
        monkeypatch.setattr(computers, "LONGEST", PATIENCE)  # however busy the machine
        await lobby.start(club.app, club.command(sound, ALICE))
        await club.app.computers.wake_all()
        await asyncio.wait_for(club.settled(), PATIENCE)
    finally:
        awake.set()
    assert [await club.kinds(match) for match in endless] == [["start"]] * 3
    assert await club.kinds(sound) == ["start", "move 1"]
    assert (stuck, caplog.text.count("has stopped")) == (3, 3)


async def test_a_fault_nobody_foresaw_stops_one_match_and_is_logged(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def think(*_: object) -> None:
        raise ZeroDivisionError("lamp 4")

    with monkeypatch.context() as patched:
        patched.setattr(computers, "think", think)
        match = await club.solo()
    assert await club.kinds(match) == ["start"]
    [record] = [each for each in caplog.records if "has stopped" in each.message]
    assert "lamp 4" not in str(vars(record))
    await club.app.computers.wake_all()
    await club.settled()
    assert await club.kinds(match) == ["start", "move 1"]


async def test_nothing_is_thought_after_the_end_of_the_bot_or_of_the_match(club: Club) -> None:
    match = await club.solo()
    await club.resign(match, ALICE)
    await club.app.computers.drive(match)
    await club.app.computers.drive(MatchId("nowhere2"))
    assert (await club.kinds(match))[-1] == "resignation 0"
    club.app.computers.stop()
    other = await club.solo(channel=301)
    assert await club.kinds(other) == ["start"]


@pytest.mark.on_both
async def test_a_busy_store_is_tried_again_and_a_broken_one_given_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.open(computers=1)
    club.app.executor.go_on = lambda *_: None
    await club.start(match)
    monkeypatch.setattr(computers, "_PAUSE", 0)
    real, tries = club.app.executor.execute_automatic, 0

    async def busy(*args: Any) -> bool:
        nonlocal tries
        tries += 1
        if tries < 3 or tries > 10:
            raise StoreBusy
        return await real(*args)

    monkeypatch.setattr(type(club.app.executor), "execute_automatic", lambda _, *args: busy(*args))
    await club.app.computers.drive(match)
    assert (await club.kinds(match), tries) == (["start", "move 1"], 3)
    await club.say(match, ALICE, "LAMP2")
    tries = 11
    while (await club.public(match)).awaited != (1,):
        await club.say(match, ALICE, "REST")
    with pytest.raises(StoreBusy):
        await club.app.computers.drive(match)
    assert tries == 11 + 120


async def test_when_the_store_is_well_again_computer_players_go_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could press anything: the match waits for a computer player."""

    async def full(*_: object) -> None:
        raise StoreUnwritable

    match = await club.open(computers=1)
    await club.app.deadlines.sweep()
    await club.settled()
    monkeypatch.setattr(computers, "_PAUSE", 0)
    with monkeypatch.context() as patched:
        patched.setattr(type(club.app.executor), "execute_automatic", full)
        await club.start(match)
        patched.setattr(SqlUnitOfWork, "commit", full)
        with pytest.raises(StoreUnwritable):
            await club.app.deadlines.sweep()
    assert await club.kinds(match) == ["start"]
    await club.app.deadlines.sweep()
    await club.app.computers.take_over()
    await club.settled()
    assert await club.kinds(match) == ["start", "move 1"]


async def test_a_game_without_end_is_stopped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await club.solo("night")
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    monkeypatch.setattr(computers, "AT_ONCE", 1)
    monkeypatch.setattr(computers, "MOST", 2)
    while (await club.public(match)).awaited == (0,):
        club.app.executor.go_on = lambda *_: None
        await club.say(match, ALICE, "REST")
    made = len(await club.kinds(match))
    monkeypatch.setattr(computers.think, "__defaults__", (frozenset(), 1))
    await club.app.computers.drive(match)
    assert len(await club.kinds(match)) == made + 2


def test_any_move_goes_down_the_tree_and_gives_up_only_without_moves() -> None:
    state = TOY.setup(TOY.settings(), Seats.alone(2))
    pending = TOY.pending(state)
    assert isinstance(pending, Decisions)
    decision, view = pending.open[0], TOY.view(state, Seated(Seat(0)))
    options = TOY.options(view, decision)
    found = {random_move(options, random.Random(seed)) for seed in range(60)}
    assert found == set(options)

    class Locked(ToyOptions):
        def question(self, path: Any) -> Any:
            raise Refusal("a dead end")

    locked = Locked(view, decision)
    assert random_move(locked, random.Random(1)) == next(iter(options))


def test_records_of_computer_players_say_so() -> None:
    assert SeatHolder(MatchId("a"), Seat(0), None, "Computer 1", expired=9).is_computer
    assert not SeatHolder(MatchId("a"), Seat(0), None, "Computer 1", expired=9).is_autopilot


async def test_a_computer_player_plays_at_the_level_it_was_seated_with(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    monkeypatch.setattr(ToyComputer, "levels", ("easy", "normal", "hard"))

    def choose(
        self: ToyComputer, view: View, decision: Decision, rng: random.Random, level: Level
    ) -> Rest | Hide | None:
        if not decision.waits:
            return None
        played.append(level)
        return Hide(1) if decision.kind == "hide" else Rest()

    monkeypatch.setattr(ToyComputer, "choose", choose)
    match = await club.solo("toy", level="hard")
    await play_on(club, match)
    assert set(played) == {"hard"}
    assert [holder.name for holder in await club.holders(match)] == ["Alice", "Computer 1 (hard)"]
    played.clear()
    match = await club.begin(channel=8)
    press = next(club.interactions)
    await leaving.leave(club.app, Command(match, BOB.user, press), Replacement.COMPUTER, "easy")
    await club.settled()
    await play_on(club, match)
    assert set(played) == {"easy"}
