"""Two worlds that differ in what a seat does unseen all the time: others see the same everywhere.

In one of them Red, beside playing, moves a hidden lamp, takes that back, gives standing orders,
leafs, looks back and asks what could be taken back or proposed. Green, a bystander and the referee
look wherever one can look; reminders, lateness, an undo and acts of the referee come in between.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.play import effects
from bot.play.history import undo_rules
from bot.play.people import preferences
from bot.play.storage.outbox import MessageKind
from bot.play.storage.profiles import NotificationChannel
from games.core.types import Decisions
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, begin, buttons, taken, words
from tests.chat.test_referee_match import WHY
from tests.chat.test_two_worlds import shape
from tests.toy.variants import NIGHT

ON_A_BOARD = ("Catch up", "Replay", "Export", "Settings", "Check the dice")
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("match show", {}),
    ("match show", {"at": 6}),
    ("match log", {}),
    ("match log", {"file": True}),
    ("match list", {}),
    ("match undo", {}),
    ("match undo", {"to": 5}),
    ("match propose", {}),
    ("match propose", {"what": "claim"}),
    ("orders", {}),
    ("stats", {}),
)
OF_REFEREES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("referee doctor", {}),
    ("referee adjust", {}),
    ("referee adjust", {"text": "LAMP RED 5"}),
    ("referee undo", {"to": "99"}),
    ("referee answer", {"seat": "Red", "move": "LAMP1", "reason": WHY}),
)
TYPED = (
    *(("move", "text"), ("match undo", "to"), ("match propose", "what")),
    *(("referee undo", "to"), ("referee adjust", "text"), ("referee undo", "seat")),
)
_ID = re.compile(r"[0-9]{17,20}")
_NONCE = re.compile(r"('nonce': ')[0-9a-f]{24}")
_MARK = re.compile(r"('id': )[0-9]{5,10}\b")
"""Like the nonce it is keyed with the seed, and chance to everybody else."""


def told(seen: object) -> str:
    """Without what differs because somebody has been answered more often."""
    return _MARK.sub(r"\1", _NONCE.sub(r"\1", _ID.sub("ID", repr(seen))))


async def unseen(ann: Guest, *, away: bool = False) -> None:
    """All that Red can do without anybody else knowing of it.

    ``away``  whether she is waited for no more: by an order she would say that she is back
    """
    recorded = await ann.types("move", text="LAMP5")
    for label in ("Catch up", "Replay"):
        await ann.opens("match show", label)
    for command in ("match undo", "match propose", "orders"):
        asked = await ann.types(command)
        if command == "match undo" and taken(recorded):
            label = next(each for each in buttons(asked.message) if each.startswith("Take"))
            assert "Nobody else knows" in (await ann.presses(label, asked.message)).words
    for order in () if away else ("REST DRY", "REST CLEAR"):
        await ann.types("orders", order=order)
    await ann.types("move", text="LAMP6")


async def lived(folder: Path, *, busy: bool, whole: bool) -> list[tuple[str, str]]:
    """What others see; of the ``whole`` match, or until they are reminded."""
    folder.mkdir()
    found: list[tuple[str, str]] = []
    async with a_world(folder) as world:
        ann, cy = world.guest("ann"), world.guest("cy")
        bo, gm = world.manager("bo"), world.manager("gm")

        async def goes_on(when: str) -> None:
            if busy:
                await unseen(ann, away=when == "by default")
            found.extend([(f"{when}: {what}", told(seen)) for what, seen in await seen_by(bo)])
            found.extend([(f"{when}: {what}", told(seen)) for what, seen in await seen_by(cy, gm)])
            public = [await shape(each) for each in world.channel.history()]
            found.append((f"{when}: channel", told(public)))
            found.append((f"{when}: requests", told(requests(world))))

        async def does(who: Guest, command: str, **options: Any) -> None:
            answer = await who.types(command, **options)
            found.append((command, told(await shape(answer.message))))

        clock = "24h; grace 2h; remind 50%; autopilot 1"
        await begin(ann, bo, game="night", clock=clock)
        await world.to_the_turns(ann, bo)
        for text in ("B1+1", "B5+1", "REST", "B6+1"):
            if busy:
                await unseen(ann)
            mover, _ = await world.on_turn(ann, bo)
            await mover.types("move", text=text)
        await world.env.advance_time(12.5 * 3600)
        await goes_on("reminded")
        if not whole:
            return found
        await world.restart()
        await world.env.advance_time(12 * 3600)
        await does(bo, "match undo")
        await does(gm, "referee clock", do="more", seat="Red", hours=5, reason=WHY)
        await goes_on("late")
        await world.env.advance_time(8 * 3600)
        await does(gm, "referee undo", to="5")
        await gm.rewinds(WHY, to="5")
        await goes_on("by default")
        letters = [await shape(each) for who in (bo, gm) for each in who.user.dm_channel.history()]
        found.append(("letters", told(letters)))
    return found


async def seen_by(who: Guest, referee: Guest | None = None) -> list[tuple[str, object]]:
    """Wherever one can look; where two are given, what ``who`` may and the other as the referee."""
    seen: list[tuple[str, object]] = []
    for command, options in LOOKS:
        answer = await who.types(command, **options)
        seen.append((f"{who.user.name} {command}", await shape(answer.message)))
    for label in ON_A_BOARD:
        answer = await who.opens("match show", label)
        seen.append((f"{who.user.name} {label}", await shape(answer.message)))
    for command, options in OF_REFEREES:
        answer = await (referee or who).types(command, **options)
        seen.append((f"{(referee or who).user.name} {command}", await shape(answer.message)))
    for command, option in TYPED:
        asks = referee if referee and command.startswith("referee") else who
        offered = await asks.suggested(command, option, "")
        seen.append((f"{asks.user.name} {command} {option}", offered))
    history = reversed(who.place.history())
    panel = next(each for each in history if "My orders" in buttons(each))
    for label in ("Board", "Log", "My orders", "Make a move"):
        pressed = await who.presses(label, panel)
        seen.append((f"{who.user.name} {label}", await shape(pressed.message)))
    return seen


def requests(world: World) -> list[object]:
    """Everything sent to the channel, in order."""
    place = f"/channels/{world.channel.id}/messages"
    return [
        (each.method, each.path, repr(each.json))
        for each in world.env.http_requests
        if each.method != "GET" and place in each.path
    ]


async def differing(folder: Path, *, whole: bool = True) -> list[str]:
    one = await lived(folder / "quiet", busy=False, whole=whole)
    other = await lived(folder / "busy", busy=True, whole=whole)
    assert [place for place, _ in one] == [place for place, _ in other]
    return [place for (place, seen), (_, again) in zip(one, other, strict=True) if seen != again]


async def test_what_a_seat_does_unseen_shows_nowhere(tmp_path: Path) -> None:
    assert await differing(tmp_path) == []


def _undo_looks_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo_rules, "is_hidden_from", lambda *_: False)


def _an_edit_more(monkeypatch: pytest.MonkeyPatch) -> None:
    real = effects.step_messages

    def of_step(match: Any, holders: Any, actor: Any, *more: Any) -> Any:
        happened, now = more[2:4]
        quiet = not any(entry.public for _, entry in happened)
        refresh = (effects.outbox_message(match, MessageKind.REFRESH, 1, now),) if quiet else ()
        return (*real(match, holders, actor, *more), *refresh)

    monkeypatch.setattr(effects, "step_messages", of_step)


@pytest.mark.parametrize(
    ("leak", "place"),
    [(_undo_looks_at_all, "reminded: bo match undo"), (_an_edit_more, "reminded: requests")],
)
async def test_a_planted_leak_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    place: str,
) -> None:
    leak(monkeypatch)
    assert place in await differing(tmp_path, whole=False)


@pytest.mark.parametrize("chosen", [False, True])
async def test_how_somebody_is_reminded_of_their_turn_tells_no_secret_choice(
    world: World, monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    """Here everybody also has to move their lamp once, which the match waits for."""
    real = type(NIGHT).pending

    def pending(game: Any, state: Any) -> Any:
        found = real(game, state)
        if not isinstance(found, Decisions):
            return found
        once = (each for each in found.open if not each.key.startswith("shift-1"))
        return Decisions(tuple(replace(each, waits=True) for each in once))

    monkeypatch.setattr(type(NIGHT), "pending", pending)
    ann, bo = world.guest("ann"), world.guest("bo")
    await begin(ann, bo, game="night", clock="24h; remind 1h")
    mover, _ = await world.to_the_turns(ann, bo)
    await preferences.change_player(world.app, mover.id, asked=NotificationChannel.CHANNEL.value)
    if chosen:
        assert taken(await mover.types("move", text="LAMP5"))
    await world.env.advance_time(23.5 * 3600)
    reminded = [each for each in map(words, world.channel.history()) if "running out" in each]
    assert len(reminded) == 1
