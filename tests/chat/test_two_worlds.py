"""Two worlds of the whole bot that differ in one secret look the same to all who may not know it.

Red hides the lamp in beacon 4 in one world and in beacon 5 in the other. Green
and a bystander do the same in both, and everything that reaches them is written
down: messages with all their parts, pictures, notifications and edits, private
answers, suggestions, DMs; and the bot's own log and the row of its requests.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.play import effects
from bot.play.match import views
from bot.play.storage.outbox import MessageKind
from games.core.types import Referee
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, Seen, Told, begin, files, parts
from tests.toy import GAME as TOY

PICTURES: dict[str, bytes] = {}
"""By digest, to say what differs."""


def digest(contents: bytes) -> str:
    found = hashlib.sha256(contents).hexdigest()
    PICTURES[found] = contents
    return found


async def shape(message: Seen) -> dict[str, Any]:
    """Everything of a message that somebody could look at."""
    shown = [
        (each.filename, each.description, digest(await each.read())) for each in files(message)
    ]
    told: dict[str, Any] = {"id": message.id, "files": shown, "parts": parts(message)}
    if isinstance(message, discord.Message):
        told["pings"] = sorted(user.id for user in message.mentions)
        told["edited"] = str(message.edited_at)
        told["flags"] = message.flags.value
    return told


async def hidden_from_others(folder: Path, lamp: str, *, whole: bool = True) -> dict[str, Any]:
    """A match in which Red hides the lamp in ``lamp``, or only its beginning; what everybody else
    comes to see."""
    folder.mkdir()
    async with a_world(folder) as world:
        ann, bo, cy = (world.guest(name) for name in ("ann", "bo", "cy"))
        answers: list[Any] = []

        async def look() -> None:
            """Green and the bystander look wherever one can look."""
            for who in (bo, cy):
                looks = (
                    *(who.opens("match show", each) for each in ("Catch up", "Replay", "Export")),
                    who.types("match show", at=2),
                    who.types("match log", file=True),
                    *map(who.types, ("match show", "match log", "match list", "orders")),
                    *(who.opens("match show", each) for each in ("Settings", "Check the dice")),
                    who.types("match leave"),
                    who.types("orders", order="REST DRY"),
                    *map(who.presses, ("Board", "Log", "My orders", "Make a move")),
                    who.types("match show", text=True),
                    who.types("move", text="B9+9"),
                )
                answers.extend([await shape((await each).message) for each in looks])
                answers.append(await who.suggested("move", "text", ""))
                answers.append(await who.suggested("orders", "order", ""))
                answers.append(await who.suggested("match join", "seat", ""))

        async def go_on() -> None:
            """To the end of the match, with forks of it."""
            await bo.types("move", text="LAMP2")
            await look()
            told = list[Told]()
            for who in (bo, cy):
                # How soon the computer player moves there is no secret: one panel tells all of it.
                with pytest.MonkeyPatch.context() as patched:
                    patched.setattr(world.app.executor, "after_commit", lambda: None)
                    told.append(await who.forks())
                await world.drain()
            answers.extend([await shape(each.message) for each in told])
            threads = world.channel.threads
            answers.extend([await shape(each.history()[-1]) for each in threads])
            for text in ("B4+1", "B5+1", "REST"):
                mover, _ = await world.on_turn(ann, bo)
                await mover.types("move", text=text)
            await look()

        await begin(ann, bo)
        asked = await ann.presses("Make a move")
        picked = await ann.picks(lamp, asked.message)
        await ann.presses("Confirm", picked.message)
        await ann.presses("Board")
        await look()
        if whole:
            await go_on()
        return {
            "answers": answers,
            "channel": [await shape(each) for each in world.channel.history()],
            "letters": [await shape(each) for each in bo.user.dm_channel.history()],
            "requests": requests(world, ann),
        }


def requests(world: World, ann: Guest) -> list[Any]:
    """Every request of the bot in order, but of answers and those to Red alone only which there
    were: an answer and the post of a panel overtake each other."""
    private = f"/channels/{ann.user.dm_channel.id}/"
    of_some, of_all = list[Any](), list[Any]()
    for each in world.env.http_requests:
        if each.path.startswith((private, "/webhooks", "/interactions")):
            of_some.append((each.method, each.path.split("/")[1:3]))
        else:
            of_all.append((each.method, each.path, repr(each.json), repr(each.params)))
    return [*of_all, *sorted(of_some)]


async def both(
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    lived: Callable[[Path, str], Awaitable[dict[str, Any]]] = hidden_from_others,
    secrets: tuple[str, str] = ("4", "5"),
) -> list[str]:
    """The places in which the two worlds differ for those who may not know."""
    seen = []
    for secret in secrets:
        caplog.clear()
        with caplog.at_level(logging.INFO, "bot"):
            world = await lived(folder / secret, secret)
        world["log"] = [
            (each.name, each.getMessage(), repr(each.__dict__.get("ids")))
            for each in caplog.records
            if each.name.startswith("bot")
        ]
        seen.append(world)
    one, other = seen
    return [
        f"{place} {number}"
        for place in one
        for number, pair in enumerate(itertools.zip_longest(one[place], other[place]))
        if pair[0] != pair[1]
    ]


async def test_nobody_else_can_tell_two_secrets_apart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert await both(tmp_path, caplog) == []


def _open_views(monkeypatch: pytest.MonkeyPatch) -> None:
    real = type(TOY).view
    monkeypatch.setattr(type(TOY), "view", lambda game, state, _: real(game, state, Referee()))


def _moves_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    real = views.readable_line

    def readable(game: Any, entry: Any, viewer: Any, **more: Any) -> Any:
        line = real(game, entry, viewer, **more)
        return line and replace(line, text=entry.body)

    monkeypatch.setattr(views, "readable_line", readable)


def _one_edit_more(monkeypatch: pytest.MonkeyPatch) -> None:
    real = effects.step_messages

    def of_step(match: Any, holders: Any, actor: Any, *more: Any) -> Any:
        happened, now = more[2:4]
        extra = "lamp=4" in repr(happened)
        refresh = (effects.outbox_message(match, MessageKind.REFRESH, 1, now),) if extra else ()
        return (*real(match, holders, actor, *more), *refresh)

    monkeypatch.setattr(effects, "step_messages", of_step)


def _moves_in_the_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    real = effects.step_messages

    def of_step(match: Any, holders: Any, actor: Any, *more: Any) -> Any:
        odd = sum(map(ord, repr(more[2]))) % 97
        outbox_messages = real(match, holders, actor, *more)
        return tuple(replace(each, nonce=f"{each.nonce}{odd}") for each in outbox_messages)

    monkeypatch.setattr(effects, "step_messages", of_step)


@pytest.mark.parametrize(
    ("leak", "place"),
    [
        (_open_views, "answers"),
        (_moves_in_the_log, "answers"),
        (_one_edit_more, "log"),
        (_moves_in_the_nonce, "requests"),
    ],
)
async def test_a_planted_leak_is_found(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    place: str,
) -> None:
    leak(monkeypatch)
    beginning = partial(hidden_from_others, whole=False)
    found = await both(tmp_path, caplog, beginning)
    assert place in {each.partition(" ")[0] for each in found}
