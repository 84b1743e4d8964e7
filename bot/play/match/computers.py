"""Computer players: they think in a thread, and a whole turn is stored at once.

One task per match thinks and stores until the match waits for a person, and then ends. It
depends only on what is open, so it can be interrupted at any point and restarted. Thinking holds
no lock: if the match has moved on meanwhile, the result is discarded.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

from bot.play.executor import NOTHING, Continuation, Outcome, PlayContext, Receipt
from bot.play.match import submission, transitions
from bot.play.match.automation import Automation, decisions_of_computers, try_move
from bot.play.match.changes import Cause
from bot.play.match.transitions import Transition
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage import queries
from bot.play.storage.leases import LeaseLost
from bot.play.storage.ports import StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.storage.records import EntryKind, Match, MatchId, SeatHolder, Status
from games.core.computer import usual
from games.core.questions import Options, sample
from games.core.types import Decision, Refusal, Seated

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

AT_ONCE = 60
"""Entries of one transaction: about the length of a whole turn."""
MOST = 5_000
"""Entries that may follow each other without a person: a game that goes on longer is broken."""
LONGEST = 300
"""Seconds of thinking at a stretch: a computer player that takes longer is broken."""
_HEADS = 2
"""Matches in which computer players think at the same time."""
_PAUSE, _TRIES = 0.5, 120
"""Seconds before another try when the store was busy, and how many there are."""
_TAKEN_OVER = 100
"""Matches of processes that have ended, at once."""
_RENEW = 10.0
"""Seconds of thinking after which it is seen to that no other process begins it too."""
_ANY = 2**31 - 1
"""More entries than a match has."""


@dataclass(frozen=True, slots=True)
class _ComputedTurn:
    """Entries that have been worked out, and on top of what."""

    transition: Transition
    match: Match
    holders: tuple[SeatHolder, ...]
    rest: Continuation


class Computers:
    def __init__(self, context: PlayContext) -> None:
        self._context = context
        self._driving: dict[MatchId, asyncio.Task[None]] = {}
        self._again: dict[MatchId, frozenset[str]] = {}
        self._stopped = False
        # A separate pool, so that pictures do not wait for computer players.
        # More than think at once: one that never ends keeps its thread.
        self._heads = ThreadPoolExecutor(max_workers=32, thread_name_prefix="thinking")
        self._turn = asyncio.Semaphore(_HEADS)
        self._endless: set[MatchId] = set()
        self._failed: set[MatchId] = set()
        """Since the last press: not tried again at each sweep."""

    def wake(self, match: MatchId, unasked: frozenset[str] = frozenset()) -> None:
        """Let a match go on by itself; returns at once. Needs a running event loop.

        ``unasked``  open decisions that standing orders have not been tried on yet
        """
        if self._stopped or match in self._endless:
            return
        self._failed.discard(match)
        self._again[match] = self._again.get(match, frozenset()) | unasked
        if match not in self._driving:
            task = asyncio.get_running_loop().create_task(self._drive(match))
            self._driving[match] = task

    async def wake_all(self) -> None:
        """Let all matches go on in which what goes by itself may have been cut off."""
        async with self._context.store.reading() as reader:
            matches = await reader.read(queries.WithAbsent())
        for match in matches:
            self.wake(match)
        self._failed.clear()
        with suppress(StoreBusy, StoreUnwritable):  # each sweep does it as well
            await self.take_over()

    async def take_over(self) -> None:
        """Let matches go on where the process has ended that did it. Raises ``StoreBusy`` or
        ``StoreUnwritable``."""
        leases, but = self._context.store.leases, self._endless | self._failed
        for match in await leases.take_going(_TAKEN_OVER, but.union(self._driving)):
            self.wake(match)

    def stop(self) -> None:
        self._stopped = True
        self._heads.shutdown(wait=False, cancel_futures=True)
        for task in self._driving.values():
            task.cancel()

    async def wait_until_settled(self) -> None:
        """Wait until all matches wait for people, and those that wait for nobody have stopped."""
        while self._driving:
            await asyncio.wait(set(self._driving.values()))

    async def _drive(self, match: MatchId) -> None:
        try:
            while match in self._again:
                await self.drive(match, self._again.pop(match))
        except LeaseLost:
            pass
        except Exception as error:  # noqa: BLE001  the match can go on from the next press
            ids = {"match": match, "fault": type(error).__name__}
            log.error("a computer player has stopped", extra={"ids": ids})
            if not isinstance(error, StoreBusy | StoreUnwritable):
                self._failed.add(match)
        finally:
            self._again.pop(match, None)
            del self._driving[match]

    async def drive(self, match: MatchId, unasked: frozenset[str] = frozenset()) -> None:
        """Play for the computer players of a match until it waits for a person. Raises
        ``LeaseLost`` where another process does."""
        made = busy = 0
        while made < MOST:
            try:
                await self._hold(match)
                seq, plan = await self._plan_turn(match, unasked)
                if plan is None:
                    await self._rest(match, seq)
                    return
                automatic = self._context.executor.execute_automatic
                if await automatic(match, _store_turn, self._context, plan):
                    made += len(plan.transition.lines)
                    unasked = plan.rest.unasked
                    if not plan.rest.more:
                        return
            except (StoreBusy, StoreUnwritable):
                # Nobody is there to press again.
                busy += 1
                if busy == _TRIES:
                    raise
                await asyncio.sleep(_PAUSE)
        log.error("a match goes on without end", extra={"ids": {"match": match}})

    async def _hold(self, match: MatchId) -> None:
        if not await self._context.store.leases.hold(match):
            raise LeaseLost

    async def _rest(self, match: MatchId, seq: int) -> None:
        if not self._context.store.leases.alone:
            async with self._context.store.writing(match) as work:
                await work.rest(match, seq)
                await work.commit()

    async def _plan_turn(
        self, match_id: MatchId, unasked: frozenset[str]
    ) -> tuple[int, _ComputedTurn | None]:
        """The last entry, and what comes next, ``None`` when nothing goes by itself."""
        async with self._context.store.reading() as reader:
            found = await reader.read(queries.SeatedMatch(match_id))
            if found is None or found[0].status is not Status.RUNNING:
                return _ANY, None
            match, holders = found
            state = await self._context.positions.load(reader, match)
        transition = transitions.resume(self._context.games[match.game], match, holders, state)
        made = len(transition.lines)
        rest = await self._think_in_thread(transition, unasked)
        thought = len(transition.lines) > made
        return match.seq, _ComputedTurn(transition, match, holders, rest) if thought else None

    async def _think_in_thread(
        self, transition: Transition, unasked: frozenset[str]
    ) -> Continuation:
        """Raises ``TimeoutError`` when thinking does not end: a thread cannot be stopped, so the
        match is left alone from then on, and all others go on.
        """
        async with self._turn:
            await self._hold(transition.match.id)  # it may have waited for its turn
            thinking = asyncio.get_running_loop().run_in_executor(
                self._heads, think, transition, unasked
            )
            try:
                async with asyncio.timeout(LONGEST):
                    return await self._hold_until(thinking, transition.match.id)
            except TimeoutError:
                thinking.cancel()
                self._endless.add(transition.match.id)
                raise

    async def run_aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Compute what takes long where computer players think, and after them. Raises
        ``TimeoutError``."""
        async with self._turn:
            call = partial(work, *args, **kwargs)
            thinking = asyncio.get_running_loop().run_in_executor(self._heads, call)
            return await asyncio.wait_for(thinking, LONGEST)

    async def _hold_until(
        self, thinking: asyncio.Future[Continuation], match: MatchId
    ) -> Continuation:
        """Keep the match until the thinking is done. Another process may take it over meanwhile,
        which does no harm."""
        renew = None if self._context.store.leases.alone else _RENEW
        while not (await asyncio.wait({thinking}, timeout=renew))[0]:
            await self._hold(match)
        return await thinking


async def _store_turn(
    work: UnitOfWork, context: PlayContext, plan: _ComputedTurn
) -> Outcome | None:
    try:
        match, holders = await submission.load_running(work, plan.match.id)
    except (NoMatch, NotNow):
        return None
    if match.seq != plan.match.seq or holders != plan.holders:
        return None
    first = plan.transition.lines[0]
    cause = Cause("computer", seat=first.seat if first.kind is EntryKind.MOVE else None)
    change = await submission.build_change(work, context, plan.transition, cause)
    if plan.rest.more:
        await work.go_on(match.id, change.match.seq, plan.rest.unasked)
    else:
        await work.rest(match.id, change.match.seq)
    return Outcome(change, Receipt(match.id, ""))


def think(
    transition: Transition, unasked: frozenset[str] = frozenset(), most: int = AT_ONCE
) -> Continuation:
    """Add what goes by itself and what computer players choose, at most so many entries.

    Takes its time: to be run in a thread of its own.
    """
    pilot = Automation(transition, unasked)
    while True:
        rest = pilot.carry_on(most - len(transition.lines))
        if len(transition.lines) >= most:
            return Continuation(True, rest.unasked)
        if not any(_make_move(transition, each) for each in decisions_of_computers(transition)):
            return NOTHING


def _make_move(transition: Transition, decision: Decision) -> bool:
    """Let the computer player answer; ``False`` when it has no answer."""
    view = transition.game.view(transition.state, Seated(decision.seat))
    # Keyed, or its secret choices could be worked out by anyone with the source; and of nothing
    # that others do unseen, which would show in it. What is taken back and played again is
    # answered in the same way again.
    name = f"computer:{transition.match.id}:{decision.key}"
    rng = random.Random(hmac.digest(transition.match.seed, name.encode(), "sha256"))
    chosen = _choose_move(transition, view, decision, rng)
    if chosen is None:
        return False
    transition.play(EntryKind.MOVE, decision, *chosen, None)
    return True


def _choose_move(
    transition: Transition, view: Any, decision: Decision, rng: random.Random
) -> tuple[Any, Any] | None:
    """A computer player's move and the step it makes; any legal one when it fails to choose."""
    game = transition.game
    assert game.computer is not None
    fault = "not legal"
    try:
        levels = game.computer.levels
        held = transition.holders[decision.seat].level
        level = next((each for each in levels if each == held), usual(levels))
        move = game.computer.choose(view, decision, rng, level)
        if move is None:
            return None
        done = try_move(game, transition.state, view, decision, move)
        if done is not None:
            return move, done
    except Exception as error:  # noqa: BLE001  a bad player must not stop the match
        fault = type(error).__name__
    ids = {"match": transition.match.id, "seq": transition.seq, "fault": fault}
    log.error("a computer player could not choose", extra={"ids": ids})
    if not decision.waits:
        return None
    move = random_move(game.options(view, decision), rng)
    return move, game.apply(transition.state, decision.seat, decision, move)


def random_move(options: Options[Any], rng: random.Random, tries: int = 50) -> Any:
    """A random legal move, by going down the tree of questions. Raises ``LookupError``."""
    for _ in range(tries):
        try:
            found = sample(options, rng)
        except Refusal:
            continue
        if options.contains(found):
            return found
    for move in options:
        return move
    raise LookupError("there is no legal move")
