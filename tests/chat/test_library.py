"""What we replace in discord.py is there, does what it should, and is what discord.py uses."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from types import FunctionType, SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient
from discord.shard import EventItem, EventType

from bot.chat.library import LONGEST_PAUSE, REPLACED, Identifications, ResumingShard, replace_parts
from bot.play.storage import queries
from bot.store.store import SqlStore

USED: dict[tuple[str, str], Any] = {
    ("discord.http", "Ratelimit"): HTTPClient.get_ratelimit,
    ("discord.client", "ExponentialBackoff"): discord.Client.connect,
    ("discord.shard", "ExponentialBackoff"): discord.shard.Shard.__init__,
    ("discord.shard", "Shard"): discord.AutoShardedClient.launch_shard,
}
"""Where discord.py makes each of these."""


def test_each_replacement_is_found_where_discord_py_looks_for_it() -> None:
    replace_parts()
    assert {(module.__name__, name) for module, name, _ in REPLACED} == USED.keys()
    for module, name, ours in REPLACED:
        maker = USED[module.__name__, name]
        assert isinstance(maker, FunctionType)
        assert maker.__globals__[name] is ours
        assert name in maker.__code__.co_names, f"{maker.__qualname__} makes no {name} any more"
        assert ours.__mro__[1].__name__ == name, "ours is the library's own, but for what we change"


@pytest.mark.parametrize("module", ["client", "shard"])
def test_after_a_long_outage_the_bot_tries_each_minute_and_not_in_step_with_others(
    module: str,
) -> None:
    replace_parts()
    outages = [getattr(discord, module).ExponentialBackoff() for _ in range(40)]
    pauses = [[backoff.delay() for _ in range(12)] for backoff in outages]
    assert all(0 <= pause <= LONGEST_PAUSE == 60 for each in pauses for pause in each)
    assert all(each[0] <= 2 for each in pauses), "a short one is over soon"
    last = [each[-1] for each in pauses]
    assert max(last) > 40
    assert min(last) < 20


class Gateways:
    """A client with one shard; how it was connected is in ``asked``, by ``resume`` and gateway."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: Exception | None) -> None:
        replace_parts()
        self.asked: list[tuple[bool, object]] = []
        self.queue: asyncio.PriorityQueue[EventItem] = asyncio.PriorityQueue()
        answering = iter(answers)
        socket: Any = SimpleNamespace(
            shard_id=1, session_id="session", sequence=7, gateway="ours", poll_event=self._listen
        )

        async def connect(*_: object, **given: Any) -> Any:
            self.asked.append((given.get("resume", False), given.get("gateway")))
            if error := next(answering):
                raise error
            return socket

        monkeypatch.setattr(DiscordWebSocket, "from_client", connect)
        client: Any = SimpleNamespace(
            dispatch=lambda *_: None,
            loop=asyncio.get_running_loop(),
            is_closed=lambda: False,
            _reconnect=True,
        )
        self.shard = ResumingShard(socket, client, self.queue.put_nowait)
        monkeypatch.setattr(self.shard._backoff, "delay", lambda: 0.0)

    async def _listen(self) -> None:
        await asyncio.Event().wait()


async def test_a_shard_resumes_also_after_tries_that_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gateways = Gateways(monkeypatch, OSError("no way"), None)
    shard = gateways.shard
    await shard.reidentify(discord.gateway.ReconnectWebSocket(1))
    assert (await gateways.queue.get()).type == EventType.reconnect
    await shard.reconnect()
    assert gateways.asked == [(True, "ours"), (True, DiscordWebSocket.DEFAULT_GATEWAY)]
    shard._cancel_task()


async def test_a_shard_without_a_session_begins_one(monkeypatch: pytest.MonkeyPatch) -> None:
    gateways = Gateways(monkeypatch, None)
    gateways.shard.ws.session_id = None
    await gateways.shard.reconnect()
    assert gateways.asked == [(False, None)]
    gateways.shard._cancel_task()


async def test_a_shard_that_waits_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    gateways = Gateways(monkeypatch, OSError("no way"))
    monkeypatch.setattr(gateways.shard._backoff, "delay", lambda: 3600.0)
    async with asyncio.timeout(30):
        await gateways.shard.reidentify(discord.gateway.ReconnectWebSocket(1))
    assert gateways.queue.empty()
    gateways.shard._cancel_task()


@pytest.mark.parametrize("code", [4004, 4011])
async def test_what_no_further_try_can_mend_ends_the_bot(
    monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    gateways = Gateways(monkeypatch)
    closed: Any = SimpleNamespace(close_code=code)
    await gateways.shard._handle_disconnect(discord.ConnectionClosed(closed, shard_id=1))
    assert (await gateways.queue.get()).type == EventType.close


def limits(remaining: int, reset_after: float, at_once: int = 1) -> discord.SessionStartLimits:
    return discord.SessionStartLimits(
        total=1000,
        remaining=remaining,
        reset_after=int(reset_after * 1000),
        max_concurrency=at_once,
    )


Answer = discord.SessionStartLimits | Exception


async def waits(
    monkeypatch: pytest.MonkeyPatch, *processes: SqlStore, answers: Sequence[Answer]
) -> list[float]:
    """Seconds before each identification, shard after shard, in each of the processes in turn;
    to whole ones, counted from the first."""
    answering, pauses = iter(answers), list[float]()

    async def ask() -> discord.SessionStartLimits:
        answer = next(answering)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sleep(seconds: float) -> None:
        pauses.append(round(seconds))

    each = itertools.cycle([Identifications(ask, store) for store in processes])
    with monkeypatch.context() as patched:
        patched.setattr("bot.chat.library.asyncio.sleep", sleep)
        for shard in range(len(answers)):
            await next(each).wait_for_turn(shard)
    return pauses


@pytest.fixture
async def store(database: str) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(database)
    yield opened
    await opened.aclose()


@pytest.fixture
async def another(database: str, store: SqlStore) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(database)
    yield opened
    await opened.aclose()


@pytest.mark.on_both
async def test_processes_identify_one_after_the_other_as_far_as_discord_demands(
    monkeypatch: pytest.MonkeyPatch, store: SqlStore, another: SqlStore
) -> None:
    one, two = [limits(900, 3600)] * 3, [limits(900, 3600, at_once=2)] * 4
    assert await waits(monkeypatch, store, another, answers=one) == [0, 5, 10]
    # The last of the first bucket was to come at 10; the second bucket has had none.
    assert await waits(monkeypatch, store, another, answers=two) == [15, 0, 20, 5]


async def test_once_half_are_spent_they_last_until_discord_allows_more(
    monkeypatch: pytest.MonkeyPatch, store: SqlStore, another: SqlStore
) -> None:
    hour = 3600
    asked = [
        limits(600, 10 * hour),
        limits(400, 10 * hour),
        limits(399, 10 * hour),
        limits(0, hour),
    ]
    assert await waits(monkeypatch, store, another, answers=asked) == [0, 90, 180, 180 + hour]


async def test_a_wait_that_is_broken_off_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, store: SqlStore
) -> None:
    asked, slept, now = itertools.count(), list[float](), asyncio.get_running_loop().time()

    async def ask() -> discord.SessionStartLimits:
        return limits(100, 100 * 300 * next(asked))

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(round(seconds))
        now += min(seconds, 180)
        if seconds > 180:
            raise TimeoutError

    identifications = Identifications(ask, store)
    monkeypatch.setattr("bot.chat.library.asyncio.sleep", sleep)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    await identifications.wait_for_turn(0)
    with pytest.raises(TimeoutError):
        await identifications.wait_for_turn(1)
    await identifications.wait_for_turn(1)
    assert slept == [0, 300, 120]
    assert next(asked) == 2


async def test_who_cannot_ask_waits_five_seconds(
    monkeypatch: pytest.MonkeyPatch, store: SqlStore
) -> None:
    asked = [discord.DiscordException(), OSError()]
    assert await waits(monkeypatch, store, answers=asked) == [0, 5]


async def test_without_a_store_a_process_waits_for_itself(
    monkeypatch: pytest.MonkeyPatch, database: str, store: SqlStore
) -> None:
    hurried = await SqlStore.open(database, busy_timeout=0.01)
    async with store.writing() as work:
        await work.read(queries.CommandsDigest(1))
        assert await waits(monkeypatch, hurried, answers=[limits(900, 3600)] * 2) == [5, 5]
    await hurried.aclose()
