"""Absences, clocks that are put forward and back: everything happens once, and nothing early."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.play.application import build
from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE, running_time
from bot.play.clocks.due_times import end_time
from bot.play.deadlines.sweeper import Deadlines
from bot.play.match import views
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, MatchId, OpenDecision
from bot.store.store import SqlStore
from tests.amounts import amount
from tests.databases import put_database
from tests.play.conftest import ALICE, BOB, GAMES, Club, HeldClock, KnownEntropy
from tests.play.test_due_times import due, hours, rows, the_row, told

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
OFTEN = 5 * MINUTE


async def absent(club: Club, length: float) -> None:
    """The bot stops right after a sweep and is there again after so many hours."""
    await club.app.deadlines.sweep()
    hours(club, length)
    club.app = build(club.app.store, GAMES, club.clock, KnownEntropy())


# Absences


async def test_a_reminder_that_fell_into_an_absence_comes_at_its_end(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; remind 50% 1h")
    mover, _ = await club.on_turn(match)
    before = await due(club, match)
    await club.posted()
    await absent(club, 20)
    await club.app.deadlines.sweep()
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]
    # There were four hours left: nobody has lost anything.
    assert await due(club, match) == before
    await club.after(3)
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]


async def test_a_reminder_moves_along_with_the_time_that_is_given_back(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; remind 50% 1h")
    mover, _ = await club.on_turn(match)
    hours(club, 10)
    await club.posted()
    await absent(club, 100)
    await club.app.deadlines.sweep()
    assert await told(club, MessageKind.REMIND, MessageKind.LATE) == []
    assert await due(club, match) == club.clock.now() + 14 * HOUR
    await club.after(2)
    assert await told(club, MessageKind.REMIND) == [(MessageKind.REMIND, mover.user)]


async def test_grace_that_fell_into_an_absence_is_given_back(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h; grace 12h; remind never")
    await club.after(25)
    await club.posted()
    await absent(club, 100)
    assert await club.app.deadlines.sweep() == 0
    row = await the_row(club, match)
    assert (row.late, row.act_at) == (True, club.clock.now() + 11 * HOUR)
    assert await told(club, MessageKind.LATE) == []
    assert await club.after(11) == 1


# Steps of the clock


@pytest.fixture
def swept(club: Club) -> Club:
    """A club whose deadlines are looked at every five minutes."""
    club.app.deadlines.every = OFTEN
    return club


async def test_a_clock_that_is_put_back_lets_nothing_happen_twice(swept: Club) -> None:
    match = await swept.begin_with_lamps(clock="2h; grace 1h; remind 50%")
    happened: list[tuple[MessageKind, int | None]] = []
    for step in range(12 * 10):
        swept.clock.advance(300)
        if step % 9 == 8:
            swept.clock.advance(-3600 * (step % 2))
        await swept.app.deadlines.sweep()
        happened += await told(swept, MessageKind.REMIND, MessageKind.LATE)
        if (await swept.kinds(match))[-1].startswith("default"):
            break
    assert Counter(kind for kind, _ in happened) == {MessageKind.REMIND: 1, MessageKind.LATE: 1}


async def test_a_clock_that_is_put_forward_costs_nobody_what_it_leapt_over(swept: Club) -> None:
    match = await swept.begin_with_lamps(clock="2h; remind never")
    await swept.app.deadlines.sweep()
    hours(swept, 1.5)
    swept.app.deadlines.every = None
    await swept.app.deadlines.sweep()
    swept.app.deadlines.every = OFTEN
    # Half an hour is left, and the clock leaps by one.
    assert await swept.after(1) == 0
    assert await due(swept, match) == swept.clock.now() + HOUR / 2
    # A sweep that comes a little late takes nothing from anybody and gives nothing.
    swept.clock.advance(1799)
    swept.app.deadlines.every = HOUR
    assert await swept.app.deadlines.sweep() == 0
    swept.clock.advance(1)
    assert await swept.app.deadlines.sweep() == 1


@pytest.mark.parametrize("night", ["2026-03-28T20:00", "2026-10-24T20:00"])
async def test_a_night_of_changed_clocks_is_as_long_as_any_other(swept: Club, night: str) -> None:
    """Deadlines are moments in UTC: no wall clock makes one early or late."""
    swept.clock.time = datetime.fromisoformat(night).replace(tzinfo=UTC)
    match = await swept.begin_with_lamps(clock="12h; remind never")
    start = swept.clock.now()
    while (await swept.kinds(match))[-1] == "dice":
        swept.clock.advance(300)
        await swept.app.deadlines.sweep()
    assert swept.clock.now() - start == 12 * HOUR


# All of it at random


CLOCK = "6h; grace 2h; remind 50% 1h; autopilot never"
AGREED = time_controls.parse(CLOCK)
MARKS = AGREED.reminder_marks(6 * HOUR)


class Deadlined(RuleBasedStateMachine):
    """A match whose players answer now and then, while the bot comes and goes and its clock is
    put forward and back."""

    @initialize()
    def begin(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "starpost.db"
        self.do(self._begin())

    async def _begin(self) -> None:
        store = await SqlStore.open(f"sqlite:///{put_database(self.file)}")
        clock = HeldClock()
        self.club = Club(build(store, GAMES, clock, KnownEntropy()), clock)
        self.match: MatchId = await self.club.begin(game="night", clock=CLOCK)
        self.anew()
        await self.club.app.deadlines.sweep()
        self.last = clock.now()

    def anew(self) -> None:
        self.deadlines = Deadlines(self.club.app)
        self.deadlines.every = 15 * MINUTE

    def do(self, work: object) -> object:
        return self.loop.run_until_complete(work)  # type: ignore[arg-type]

    @rule(minutes=st.integers(1, 4))
    def time_passes(self, minutes: int) -> None:
        self.club.clock.advance(60 * minutes)
        self.sweep()

    @rule(hours_=st.integers(1, 9))
    def time_passes_with_sweeps(self, hours_: int) -> None:
        for _ in range(hours_ * 4):
            self.club.clock.advance(900)
            self.sweep()

    @rule(minutes=st.integers(0, 40))
    def something_is_about_to_happen(self, minutes: int) -> None:
        """Where a leap or an absence matters most."""
        for _ in range(60):
            now = self.club.clock.now()
            rows_ = self.do(rows(self.club, self.match)).values()  # type: ignore[attr-defined]
            ahead = [row.act_at for row in rows_ if row.waits and row.act_at is not None]
            to_go = min(ahead, default=now) - now - minutes * MINUTE
            if to_go <= timedelta():
                break
            self.club.clock.advance(min(to_go, 15 * MINUTE).total_seconds())
            self.sweep()

    @rule(hours_=st.floats(0.2, 30))
    def the_bot_is_away(self, hours_: float) -> None:
        self.club.clock.advance(3600 * hours_)
        self.anew()
        self.sweep(gap=True)

    @rule(minutes=st.sampled_from([-90, -60, -3, 3, 60, 90, 600]))
    def the_clock_is_changed(self, minutes: int) -> None:
        self.club.clock.advance(60 * minutes)
        self.sweep(gap=minutes > 45)

    @rule(seat=st.sampled_from([0, 1]), lamp=st.integers(1, 6))
    def somebody_answers(self, seat: int, lamp: int) -> None:
        async def answer() -> None:
            match_view = await views.load_for_user(
                self.club.app, self.match, (ALICE, BOB)[seat].user
            )
            mine = [each for each in match_view.mine if each.waits]
            if mine:
                text = f"LAMP{lamp}" if mine[0].kind == "hide" else "REST"
                await self.club.say(self.match, (ALICE, BOB)[seat], text)

        self.do(answer())

    def sweep(self, *, gap: bool = False) -> None:
        self.do(self._sweep(gap=gap))

    async def _sweep(self, *, gap: bool) -> None:
        now = self.club.clock.now()
        before = await rows(self.club, self.match)
        entries = await self.club.entries(self.match)
        sent = self.sent()
        await self.deadlines.sweep()
        for entry in (await self.club.entries(self.match))[len(entries) :]:
            row = before.get(entry.decision or "")
            if entry.kind is EntryKind.DEFAULT and row is not None:
                self.never_early(row, now, gap=gap)
        for (kind, key), count in (self.sent() - sent).items():
            assert count == 1, "at most one in a sweep"
            row = before[key]
            assert row.due_at is not None
            if kind == MessageKind.REMIND:
                # An absence may have put its end off after this.
                assert running_time(now, row.due_at, ALWAYS_THERE) <= MARKS[row.reminded], key
            else:
                assert row.due_at <= (self.last if gap else now)
        self.last = now

    def never_early(self, row: OpenDecision, now: datetime, *, gap: bool) -> None:
        """``row`` has got its default; or the first of its turn has, and the rest along."""
        over = end_time(row, AGREED, ALWAYS_THERE)
        assert over is not None
        assert over <= now
        if gap:
            assert over <= self.last, "what ended while nobody was there is put off"

    def sent(self) -> Counter[tuple[str, str]]:
        """Reminders and words of lateness, by decision."""
        with closing(sqlite3.connect(self.file)) as plain:
            found = plain.execute(
                "SELECT kind, about FROM outbox WHERE kind IN ('remind', 'late')"
            ).fetchall()
        return Counter((kind, key) for kind, about in found for key in about.split())

    @invariant()
    def each_happens_once(self) -> None:
        if not hasattr(self, "club"):
            return
        for (kind, key), count in self.sent().items():
            assert count <= (len(MARKS) if kind == "remind" else 1), key
        decisions = [e.decision for e in self.do(self.club.entries(self.match)) if e.decision]  # type: ignore[attr-defined]
        assert len(decisions) == len(set(decisions))

    def teardown(self) -> None:
        if hasattr(self, "club"):
            self.do(self.club.replayed(self.match))
            self.club.app.computers.stop()
            self.do(self.club.app.store.aclose())  # type: ignore[attr-defined]
            self.loop.close()
            self.folder.cleanup()


TestDeadlined = Deadlined.TestCase
TestDeadlined.settings = settings(
    max_examples=amount(8, 100), stateful_step_count=12, suppress_health_check=list(HealthCheck)
)
