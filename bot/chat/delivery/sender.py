"""Sends what has been committed; the only place that empties the outbox.

One-shot tasks send what is due, each for one match, then end; the next are
started when one of them ends, when the first of what had to wait is due, and by
each sweep. Each message is built anew from views when its turn comes, and its
outcome is written at once. Should the writing fail after the sending,
``transport`` finds what was sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any

import discord
from discord.ext import tasks

from bot.chat.delivery.conducting import Conductor
from bot.chat.delivery.deliveries import Deliveries
from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.delivery.transport import row_number
from bot.chat.lobby.empty_threads import EmptyThreads
from bot.chat.lobby.lost_channels import UNKNOWN_CHANNEL, LostChannelListener
from bot.chat.people.statistics import announce
from bot.chat.platform.failures import (
    ANSWER_SECONDS,
    LONGEST_WAIT,
    MOST_TRIES,
    Remedy,
    describe_fault,
    find_remedy,
    waiting_time,
)
from bot.chat.platform.interactions import Context
from bot.chat.platform.permissions import may_play
from bot.play.lobby import idle
from bot.play.people import proposals
from bot.play.people.following import tell_followers
from bot.play.people.seasons import close_due
from bot.play.storage import queries
from bot.play.storage.leases import LeaseLost
from bot.play.storage.outbox import PANELS, MessageKind, OutboxMessage
from bot.play.storage.ports import StoreUnwritable
from bot.play.storage.records import Due, MatchId

log = logging.getLogger(__name__)

_AT_ONCE = 8
"""Matches served at the same time."""

_Carry = Callable[[Sequence[OutboxMessage]], Awaitable[None]]
_SHORTEST = 0.1
"""Seconds that a wait takes at least."""
_SECRETS = (MessageKind.SECRET, MessageKind.ASK, MessageKind.OFFER)
_ALONE = (
    *(MessageKind.RETIRE, MessageKind.PROPOSAL, MessageKind.ANSWERED),
    *(MessageKind.CLOSING, MessageKind.REFEREE, MessageKind.REMOVED, MessageKind.VACANT),
    MessageKind.CHRONICLE,
)


class Sender:
    """``sweep_seconds`` is the time between two looks for what had to wait."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        context: Context,
        limits: RequestLimits,
        *,
        sweep_seconds: int,
    ) -> None:
        self._client = client
        self._context, self._app = context, context.app
        app = context.app
        self._deliveries = Deliveries(client, context, limits)
        self.lost_channels = LostChannelListener(client, app)
        self._empty_threads = EmptyThreads(client, app)
        self._conductor = Conductor(client, context, limits)
        self._commits = 0
        self._asked = False
        self._stopped = False
        self._begun = False
        self._look_around = True
        """Whether matches may wait that no process works at."""
        self._blocked = True
        """Whether something may wait for a channel to be opened; not known at the start."""
        self._next_asking: datetime | None = None
        self._draining: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._served: dict[MatchId, asyncio.Task[None]] = {}
        self._alarm: tasks.Loop[Callable[[], Coroutine[Any, Any, None]]] | None = None
        self._sweep = tasks.loop(seconds=sweep_seconds)(self._look)
        app.deadlines.every = timedelta(seconds=sweep_seconds)

    def start(self) -> None:
        """Look for due messages now and from time to time: some may wait from before the start."""
        self._sweep.start()

    def stop(self) -> None:
        """Stop sending. What is interrupted is sent again after the next start, with its nonce."""
        self._stopped = True
        self._sweep.cancel()
        self._wake_at(None)
        for task in (self._draining, self._asking, *self._served.values()):
            if task is not None:
                task.cancel()

    def drain_soon(self) -> None:
        """Start sending all that is due, and return at once. Needs a running event loop."""
        self._commits += 1
        self._go_on()

    def _go_on(self) -> None:
        self._asked = True
        if self._stopped:
            return
        if self._draining is None or self._draining.done():
            self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _look(self) -> None:
        app, due = self._app, await self._load_due()
        deadlines = partial(app.deadlines.sweep, any_due=due.deadlines)
        lapses = partial(proposals.lapse_due, app, app.clock.now())
        closings = partial(idle.sweep, app, app.patience)
        await _try_each(
            (True, "other processes could not be heard", self._listen),
            (True, "matches could not be taken over", app.computers.take_over),
            (True, "deadlines could not be kept", deadlines),
            (due.proposals, "proposals could not lapse", lapses),
            (due.lobbies, "lobbies could not be looked at", closings),
            (due.followers, "followers could not be told", partial(tell_followers, app)),
        )
        if self._asking is None or self._asking.done():
            # Discord may take its time to answer, and no deadline waits for that.
            asking = _try_each(
                (True, "closed channels could not be looked at", self.unblock),
                (True, "empty threads could not be looked at", self._empty_threads.sweep),
                (due.seasons, "seasons could not be closed", self._close_seasons),
                (due.tournaments, "tournaments could not go on", self._conductor.sweep),
                (True, "old records could not be removed", app.pruning.sweep),
            )
            self._asking = asyncio.get_running_loop().create_task(asking)
        if due.messages or not self._begun:
            self._look_around = True
            self.drain_soon()

    async def _close_seasons(self) -> None:
        for season in await close_due(self._app):
            await announce(self._client, self._context, season)

    async def _listen(self) -> None:
        await self._app.store.leases.listen(self._hear)

    def _hear(self, match: MatchId, unasked: frozenset[str] | None) -> None:
        if unasked is None:
            self.drain_soon()
        else:
            self._app.executor.go_on(match, unasked)

    async def _load_due(self) -> Due:
        """What there is to do, in one query, as most of the sweeps, two a minute, find nothing."""
        app = self._app
        try:
            async with app.store.reading() as reader:
                now = app.clock.now()
                return await reader.read(queries.DueNow(now, app.patience.idle_since(now)))
        except Exception as error:  # noqa: BLE001  in doubt all of it; each look says what is wrong
            _log_fault("what is due could not be found", error)
            return Due(*(True,) * len(fields(Due)))

    async def unblock(self) -> None:
        """Retry what waits for channels in which the bot may write again."""
        standby, now = self._app.shards is None, self._app.clock.now()
        if not (self._blocked and (standby or self._client.is_ready())):
            return
        if standby:  # every answer comes from Discord, and many may be refusals, which it counts
            if self._next_asking is not None and now < self._next_asking:
                return
            self._next_asking = now + LONGEST_WAIT
        self._blocked = False
        async with self._app.store.reading() as reader:
            blocked = await reader.read(queries.Blocked())
        # Others block messages as well.
        self._blocked |= bool(blocked) or not self._app.store.leases.alone
        for match, server, channel in blocked:
            if not (standby or self.lost_channels.hears_of(server)):
                continue
            if await may_play(self._client, channel):
                async with self._app.store.writing(match) as work:
                    await work.unblock(match, channel, now)
                    await work.commit()
                self.drain_soon()
            else:
                await self.lost_channels.check(match, cached=True)

    def _wake_at(self, due: datetime | None) -> None:
        """Drain again when this is due, and not only at the next sweep.

        A loop of its own that runs twice, at once for nothing and then when it is time: the
        simulated Discord of the tests knows that a loop which sleeps is at rest.
        """
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if due is None or self._stopped:
            return
        left = max((due - self._app.clock.now()).total_seconds(), _SHORTEST)

        async def ring() -> None:
            if alarm.current_loop:
                alarm.stop()
                self._look_around = True
                self.drain_soon()

        alarm = tasks.loop(seconds=left)(ring)
        alarm.start()
        self._alarm = alarm

    async def _drain(self) -> None:
        # Between the last look at the flag and the end of the task nothing else can run,
        # so a commit either finds this drain still looking or starts another.
        while self._asked:
            self._asked = False
            try:
                await self._serve_due()
            except Exception as error:  # noqa: BLE001  the store failed: the sweep tries again
                _log_fault("the outbox could not be emptied", error)
                return

    async def _serve_due(self) -> None:
        """Begin to serve as many matches as can be served at once: first those with panels."""
        free = _AT_ONCE - len(self._served)
        if not free:
            return  # the first that ends looks again
        now, leases = self._app.clock.now(), self._app.store.leases
        if self._look_around:
            self._look_around = await leases.take_due(now, free, frozenset(self._served))
        among = None if leases.alone else leases.held_matches()
        async with self._app.store.reading() as reader:
            if not self._begun:
                self._deliveries.inherit(await reader.read(queries.LastMessage()))
                self._begun = True
            waiting, next_due = await reader.read(
                queries.NextMessages(now, now + LONGEST_WAIT, free, frozenset(self._served), among)
            )
        crowded = len({each.match for each in waiting}) == free
        for match, messages in groupby(
            sorted(waiting, key=_match_order), key=lambda each: each.match
        ):
            serving = self._serve(match, _ready_messages(messages, now), crowded)
            self._served[match] = asyncio.get_running_loop().create_task(serving)
        self._wake_at(next_due)

    async def _serve(
        self, match: MatchId, messages: Sequence[OutboxMessage], crowded: bool
    ) -> None:
        """``crowded``: others may wait with panels, which are more urgent than DMs."""
        commits = self._commits
        try:
            for carry, bundle in self._bundles(messages):
                if not await self._app.store.leases.hold(match, ANSWER_SECONDS):
                    break
                await self._deliver(carry, bundle)
                if self._commits > commits or (crowded and bundle[0].kind in PANELS):
                    break
        except LeaseLost:
            del self._served[match]
        except Exception as error:  # noqa: BLE001  the store failed: the sweep tries again
            del self._served[match]
            _log_fault("the outbox could not be emptied", error)
        else:
            del self._served[match]
            self._go_on()

    async def _deliver(self, carry: _Carry, bundle: Sequence[OutboxMessage]) -> None:
        try:
            await carry(bundle)
        except LeaseLost:
            raise
        except Exception as error:  # noqa: BLE001  one bad message must not stop the others
            await self._handle_failure(bundle, error)
        else:
            log.info("sent", extra={"ids": _ids(bundle)})

    def _bundles(
        self, messages: Sequence[OutboxMessage]
    ) -> Iterator[tuple[_Carry, Sequence[OutboxMessage]]]:
        """The messages that are sent together, in the order of sending: the panel first."""
        panels = [outbox_message for outbox_message in messages if outbox_message.kind in PANELS]
        if panels:
            turns = [each for each in messages if each.kind is MessageKind.TURN]
            done = list[OutboxMessage]()

            async def carry_panel(bundle: Sequence[OutboxMessage]) -> None:
                done.extend(await self._deliveries.deliver_panel(bundle, turns))

            yield carry_panel, panels
            messages = [each for each in messages if each not in done]
        alone: tuple[tuple[MessageKind, _Carry], ...] = (
            (MessageKind.RETIRE, self._deliveries.retire),
            (MessageKind.PROPOSAL, self._deliveries.deliver_proposal),
            (MessageKind.ANSWERED, self._deliveries.deliver_outcome),
            (MessageKind.CLOSING, self._deliveries.deliver_closing),
            (MessageKind.CHRONICLE, self._deliveries.deliver_chronicle),
            (MessageKind.REFEREE, self._deliveries.deliver_to_referee),
            (MessageKind.REMOVED, self._deliveries.deliver_removed),
            (MessageKind.VACANT, self._deliveries.deliver_vacant),
        )
        for kind, carry in alone:
            yield from (
                (carry, [outbox_message])
                for outbox_message in messages
                if outbox_message.kind is kind
            )
        letters: tuple[tuple[tuple[MessageKind, ...], _Carry], ...] = (
            (_SECRETS, self._deliveries.deliver_secret),
            ((MessageKind.TURN,), self._deliveries.deliver_turn),
            ((MessageKind.OVER,), self._deliveries.deliver_ending),
            ((MessageKind.LATE,), self._deliveries.deliver_late),
            ((MessageKind.INVITE,), self._deliveries.deliver_invitation),
            ((MessageKind.FOLLOW,), self._deliveries.deliver_news),
            ((MessageKind.TALK,), self._deliveries.update_team_threads),
            ((MessageKind.ADVERT,), self._deliveries.deliver_advert),
            ((MessageKind.REMIND,), self._deliveries.remind),
            ((MessageKind.GONE,), self._deliveries.deliver_gone),
            ((MessageKind.UNREADABLE,), self._deliveries.deliver_unreadable),
            ((MessageKind.DROPPED,), self._deliveries.deliver_dropped),
        )
        for kinds, carry in letters:
            by_user: dict[int | None, list[OutboxMessage]] = {}
            for outbox_message in messages:
                if outbox_message.kind in kinds:
                    by_user.setdefault(outbox_message.user, []).append(outbox_message)
            yield from ((carry, bundle) for bundle in by_user.values())

    async def _handle_failure(self, messages: Sequence[OutboxMessage], error: Exception) -> None:
        """Put messages off, or park them when no further try can help."""
        what, why = find_remedy(error), describe_fault(error)
        gone = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
        if gone and not await self.lost_channels.decides(messages[0].match):
            what = Remedy.BLOCKED  # until the process that decides has looked
        now = self._app.clock.now()
        if not isinstance(error, StoreUnwritable):
            log.warning("not sent", extra={"ids": {**_ids(messages), "fault": why}})
        async with self._app.store.writing(messages[0].match) as work:
            for outbox_message in messages:
                hopeless = what is Remedy.UNFORESEEN and outbox_message.tries >= MOST_TRIES
                if hopeless or what not in (Remedy.LATER, Remedy.UNFORESEEN):
                    blocked = what is Remedy.BLOCKED
                    await work.park_message(row_number(outbox_message), why, blocked=blocked)
                else:
                    due = now + _pause(outbox_message, error)
                    await work.retry_message(row_number(outbox_message), due, why)
            await work.commit()
        self._blocked |= what is Remedy.BLOCKED
        if gone:
            await self.lost_channels.check(messages[0].match)


async def _try_each(*looks: tuple[bool, str, Callable[[], Awaitable[object]]]) -> None:
    """Each that is wanted, and what to log when it fails: the next sweep tries again."""
    for wanted, trouble, look in looks:
        try:
            if wanted:
                await look()
        except Exception as error:  # noqa: BLE001  the others go on
            _log_fault(trouble, error)


def _pause(outbox_message: OutboxMessage, error: Exception) -> timedelta:
    """How long to wait before the next try."""
    if isinstance(error, discord.RateLimited):
        return timedelta(seconds=error.retry_after)
    return waiting_time(row_number(outbox_message), outbox_message.tries)


def _log_fault(trouble: str, error: Exception) -> None:
    if not isinstance(error, StoreUnwritable):  # the store has told it, once for all
        log.error(trouble, extra={"ids": {"fault": describe_fault(error)}})


def _ready_messages(messages: Iterable[OutboxMessage], now: datetime) -> list[OutboxMessage]:
    """The waiting messages of one match that are to be handled now.

    A panel that has to wait comes along with one that is due: both tell the
    match as it stands, and the older has the older news. So does whatever else
    leaves in one message: that may have been posted for all of them already.
    """
    messages = list(messages)
    due = [outbox_message for outbox_message in messages if outbox_message.due_at <= now]
    going = {_bundle_key(outbox_message) for outbox_message in due} - {None}
    due += [each for each in messages if each.due_at > now and _bundle_key(each) in going]
    return sorted(due, key=row_number)


def _bundle_key(outbox_message: OutboxMessage) -> tuple[str, int | None] | None:
    """The key that messages sent together share; ``None`` for one that is sent alone."""
    if outbox_message.kind in PANELS:
        return "panel", None
    if outbox_message.kind in _SECRETS:
        return "secrets", outbox_message.user
    return None if outbox_message.kind in _ALONE else (outbox_message.kind, outbox_message.user)


def _match_order(outbox_message: OutboxMessage) -> tuple[str, int]:
    return outbox_message.match, row_number(outbox_message)


def _ids(messages: Sequence[OutboxMessage]) -> dict[str, object]:
    first = messages[0]
    return {
        "match": first.match,
        "kind": first.kind.value,
        "messages": [outbox_message.id for outbox_message in messages],
        "tries": first.tries,
    }
