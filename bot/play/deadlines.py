"""Time that has run out: the default is played, and the match goes on.

A sweep asks the store what is due and looks at one match after the other, each in a
transaction of its own. A player's own answer that comes at the same moment wins or loses as a
whole: a decision is answered once.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from bot.play import effects, table
from bot.play.autopilot import Autopilot
from bot.play.door import Door, Outcome
from bot.play.ports import Reader, StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import MatchId, OpenDecision, Parcel, Status
from bot.play.steps import Cause, Run, present
from games.core.contract import AnyGame
from games.core.decisions import Decision

log = logging.getLogger(__name__)

_AT_ONCE = 500
"""Decisions looked at in one sweep."""


class Deadlines:
    def __init__(self, door: Door, games: Mapping[str, AnyGame]) -> None:
        self._door = door
        self._games = games
        self._there = False
        # So many stay due: they must not take the place of those behind them.
        self._broken = 0

    async def sweep(self) -> int:
        """Play the defaults of what is due; in how many matches something happened.

        Raises ``StoreBusy`` or ``StoreUnwritable``: the next sweep tries again.
        """
        now = self._door.clock.now()
        await self._look(now)
        async with self._door.store.reading() as reader:
            due = await reader.due_decisions(now, _AT_ONCE + self._broken)
        moved = broken = 0
        for match, rows in groupby(sorted(due, key=_match), key=_match):
            late = tuple(rows)
            try:
                moved += await self._expired(match, late)
            except (StoreBusy, StoreUnwritable):
                raise
            except Exception as error:  # noqa: BLE001  it must not stop the clocks of all others
                ids = {"match": match, "fault": type(error).__name__}
                log.error("a deadline could not be kept", extra={"ids": ids})
                broken += len(late)
        self._broken = broken
        return moved

    async def _look(self, now: datetime) -> None:
        """Note that the deadlines are looked at. What fell due while they could not be, because
        the bot did not run or its store failed, is put off by that time; what goes by itself and
        was cut off goes on.
        """
        was_there, self._there = self._there, False
        told: tuple[Parcel, ...] = ()
        cut_off: tuple[MatchId, ...] = ()
        async with self._door.store.writing() as work:
            last = None if was_there else await work.last_sweep()
            cut_off = () if was_there else await work.with_absent()
            if last is not None and last < now:
                late = await work.put_off(last, now)
                told = tuple([parcel async for parcel in _panels(work, late, now)])
                await work.post(told)
            await work.swept(now)
            await work.commit()
        self._there = True
        if told:
            self._door.after_commit()
        for match in cut_off:
            self._door.go_on(match, frozenset())

    async def _expired(self, match_id: MatchId, rows: tuple[OpenDecision, ...]) -> bool:
        async def deed(work: UnitOfWork) -> Outcome | None:
            found = await work.seated(match_id)
            if found is None or found[0].status is not Status.RUNNING:
                await _forget(work, match_id, rows)
                return None
            run = await table.begun(work, self._door, self._games, match_id)
            stored = {row.key: row for row in await work.decisions(match_id)}
            # An answer may have come since the sweep looked.
            due = [row.key for row in rows if stored.get(row.key) == row]
            left = [key for key in due if not self._default(run, key)]
            if left:
                # Nothing happens to these by themselves: they are not looked at again.
                await work.not_due(match_id, tuple(left))
            if not run.lines:
                if left:
                    await work.commit()
                return None
            rest = await table.carried_on(run)
            change = await table.changed(work, run, Cause("deadline"), self._door)
            return Outcome(change, Receipt(match_id, ""), run.state, rest)

        return await self._door.by_itself(match_id, deed)

    def _default(self, run: Run, key: str) -> bool:
        """Whether the decision is settled now."""
        decision = next((each for each in run.opened if each.key == key), None)
        if decision is None:
            # A default just before has closed it along with its own.
            return any(key == each.key for each in run.before)
        if decision.seat not in run.holds or not present(run.holds.values()):
            return False
        if not Autopilot(run).expire(decision):
            return False
        _count(run, decision)
        return True


def _count(run: Run, decision: Decision) -> None:
    """What belongs together counts once, and the rest of it is not waited for."""
    hold = run.holds[decision.seat]
    known = decision.batch != "" and decision.batch == hold.lapsed
    if decision.waits and not known:
        hold = replace(hold, expired=hold.expired + 1)
    run.keep(replace(hold, lapsed=decision.batch or hold.lapsed))


async def _panels(
    reader: Reader, late: Iterable[OpenDecision], now: datetime
) -> AsyncIterator[Parcel]:
    """The live panels that name a time which has changed; offers are named on none."""
    for match_id in sorted({row.match for row in late if row.waits}):
        match = await reader.match(match_id)
        if match is not None and match.status is Status.RUNNING:
            for parcel in effects.back(match, now):
                yield parcel


async def _forget(work: UnitOfWork, match: MatchId, rows: tuple[OpenDecision, ...]) -> None:
    await work.not_due(match, tuple(row.key for row in rows))
    await work.commit()


def _match(row: OpenDecision) -> MatchId:
    return row.match
