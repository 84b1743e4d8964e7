"""Astral Sailors through the whole bot in two worlds that differ in what one seat keeps to itself.

Red has another objective, another target, another army in the one than in the other;
Blue, Green and a bystander do the same in both, and look wherever one can look.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.play.match import views
from games.astral_sailors import GAME
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.view import SailorsView
from games.core.types import REFEREE, Viewer
from tests.amounts import LONG
from tests.chat.conftest import World, a_world
from tests.chat.guests import Guest, Told, begin
from tests.chat.sailors import Party, agree, view
from tests.chat.test_two_worlds import PICTURES, requests, shape
from tests.renderers.pixels import changed_box, decoded

RED, BLUE, GREEN = range(3)
AIMS = {BLUE: 2, GREEN: 6}
"""Objectives of the others, in both worlds."""

HIDDEN = ("ADD EX8", "ADD EX5", "ADD EX6")
"""Machines and troops for the Reserve of Red, of which the armies hold one each."""


@dataclass(frozen=True)
class Secret:
    """What only Red knows. ``steps`` build the army: as many in both worlds.

    ``order``  a standing order
    """

    bellicose: bool
    objective: int
    target: str
    steps: Sequence[str]
    order: str = "PAY ALL NEVER"


def army(hidden: str, *more: str) -> tuple[str, ...]:
    """The same up to the third unit, which are those that come into play."""
    return ("ADD EX1", "ADD CV1", "ADD EX3", hidden, *more, "ADD 2 CV2", "LOCK")


WORLDS = {
    "an objective and an army": (
        Secret(False, 1, "", army(HIDDEN[1], "ADD CV3")),
        Secret(False, 4, "", army(HIDDEN[2], "ADD 3 CV1"), "COUNTER ALL ALWAYS"),
    ),
    "a target": (
        Secret(False, 3, "TARGET B", army(HIDDEN[0])),
        Secret(False, 3, "TARGET C", army(HIDDEN[0])),
    ),
    "a role": (Secret(True, 0, "", army(HIDDEN[0])), Secret(False, 1, "", army(HIDDEN[0]))),
}


async def seen_by_others(
    folder: Path, secret: Secret, monkeypatch: pytest.MonkeyPatch, *, whole: bool = True
) -> dict[str, list[Any]]:
    """A match up to the second round, or without ``whole`` until Red has an army; what everybody
    but Red comes to see."""
    folder.mkdir(parents=True)
    real = muster._give

    def give(course: StepBuilder, team: int, objective: int) -> None:
        real(course, team, secret.objective if team == RED else AIMS[team])

    monkeypatch.setattr(muster, "_give", give)
    async with a_world(folder) as world:
        ann, bo, cy, dee = (world.guest(name) for name in ("ann", "bo", "cy", "dee"))
        party = Party(world, {RED: ann, BLUE: bo, GREEN: cy})
        answers: list[Any] = []
        await _set_up(ann, bo, cy)
        for seat, yes in ((RED, secret.bellicose), (BLUE, False), (GREEN, False)):
            await party.says(seat, f"BELLICOSE {'YES' if yes else 'NO'}")
        await _look(answers, bo, cy, dee)
        assert "Standing order set" in (await ann.types("orders", order=secret.order)).words
        if secret.target:
            await party.says(RED, secret.target)
        for step in secret.steps:
            await party.says(RED, step)
            answers.append(await shape(bo.newest))
        await _look(answers, bo, cy, dee)
        if not whole:
            return {"answers": answers}
        await party.says(BLUE, "LIST hammer", "LOCK")
        await party.says(GREEN, "LIST boardroom", "LOCK")
        await _look(answers, bo, cy, dee)
        await _try_out(world, answers, bo, dee)
        await _battle(party)
        await _look(answers, bo, cy, dee)
        await _try_out(world, answers, bo)
        for who in (bo, cy, dee):
            answers.extend([await shape(told.message) for told in await _look_back(who)])
        answers.append(await shape((await dee.opens("match show", "Replay")).message))
        return {
            "answers": answers,
            "channel": [await shape(each) for each in world.channel.history()],
            "letters": [
                await shape(each) for who in (bo, cy) for each in who.user.dm_channel.history()
            ],
            "requests": _public_requests(world, ann),
        }


async def _set_up(ann: Guest, bo: Guest, cy: Guest) -> None:
    await ann.types("match new", game="astral_sailors", players=3, seating="choice", clock="24h")
    await agree(ann, scenery="preset", open_armies=False, bellicose_public=False, round_limit=2)
    await bo.presses("Join as Blue")
    await cy.presses("Join as Green")
    await ann.presses("Start")


async def _look(answers: list[Any], *others: Guest) -> None:
    """The others look at everything, and try what is not theirs."""
    for who in others:
        told: list[Told] = [
            await who.types(command)
            for command in ("match show", "match log", "match list", "orders")
        ]
        told += [await who.opens("match show", label) for label in ("Settings", "Check the dice")]
        told += [await who.presses(label) for label in ("Board", "Log", "My orders", "Make a move")]
        told.append(await who.types("match show", text=True))
        for text in ("TARGET B", "R1 CAPTURE B1", "ADD EX8", "UNLOCK", "CLAIM"):
            if who is others[-1] or text != "ADD EX8":
                told.append(await who.types("move", text=text))
        answers.extend([await shape(each.message) for each in told])
        typed = ("", "R", "B1", "T", "ADD", "DONE")
        answers.extend([await who.suggested("move", "text", each) for each in typed])
        answers.append(await who.suggested("orders", "order", ""))


async def _try_out(world: World, answers: list[Any], *others: Guest) -> None:
    """The others fork the match, sit down on the side of Red and look at what they find there."""
    for who in others:
        told = await who.forks(way=f"{RED}.computers")
        assert "made up here" in told.words
        there = who.at(world.channel.threads[-1])
        looks = [told, await there.types("match show", text=True), *await _look_back(there, 2)]
        answers.extend([await shape(each.message) for each in looks])
        answers.append(await there.suggested("move", "text", ""))
        answers.append(await there.suggested("move", "text", "DEPLOY"))
        answers.extend([await shape(each) for each in there.place.history()])


async def _look_back(who: Guest, number: int = 5) -> list[Told]:
    """At what was, and at what there is to be taken home."""
    return [
        await who.opens("match show", "Catch up"),
        await who.opens("match show", "Export"),
        await who.types("match log", file=True),
        await who.types("match show", at=number),
    ]


async def _battle(party: Party) -> None:
    """Everybody deploys the same, then passes until a round is over; Red shows no more."""
    for _ in range(3):
        seat = await party.on_turn()
        if seat == RED:
            for code in ("R1", "R2", "R3"):
                await party.says(seat, await _deploying(party, code))
            await party.says(seat, "DONE")
        else:
            await party.says(seat, "DEPLOY REST")
    for _ in range(9):
        if await party.over():
            return
        await party.says(await party.on_turn(), "DONE")


async def _deploying(party: Party, code: str) -> str:
    """What Red types to deploy this unit where there is room."""
    match_view = await party.match_view(RED)
    (decision,) = (each for each in match_view.mine if each.kind == "deploy")
    moves = GAME.options(view(match_view), decision)
    return GAME.write(next(m for m in moves if isinstance(m, Deploy) and m.unit == code))


DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
SNOWFLAKE = re.compile(r"\b\d{15,}\b")
"""Ids of messages count the messages to Red too, of which nobody else hears."""


def _public_requests(world: World, red: Guest) -> list[Any]:
    """All requests but answers and letters: in no order, for some are under way together."""
    return sorted(repr(each) for each in requests(world, red) if len(each) > 2)


def _nameless(value: Any) -> str:
    """The same without ids of messages."""
    return SNOWFLAKE.sub("#", json.dumps(value, default=repr, ensure_ascii=False))


def places(one: dict[str, list[Any]], other: dict[str, list[Any]]) -> list[str]:
    """Where the two worlds differ for those who may not know."""
    found = []
    for place in one:
        for number, (here, there) in enumerate(itertools.zip_longest(one[place], other[place])):
            first, second = _nameless(here), _nameless(there)
            if first != second:
                found.append(f"{place} {number}: {_first_difference(first, second)}")
                found += _differing_pixels(first, second)
    return found


def _differing_pixels(one: str, other: str) -> Iterator[str]:
    """The box in which two pictures differ; none when only their files do."""
    for here, there in zip(*(DIGEST.findall(each) for each in (one, other)), strict=False):
        if here != there and {here, there} <= PICTURES.keys():
            first, second = (PICTURES[each] for each in (here, there))
            if first.startswith(b"\x89PNG") and second.startswith(b"\x89PNG"):
                pictures = decoded(first), decoded(second)
                yield f"pixels {changed_box(*pictures)} of {[each.size for each in pictures]}"


def _first_difference(first: str, second: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return f"{first[max(0, at - 80) : at + 80]} / {second[max(0, at - 80) : at + 80]}"


async def both(
    folder: Path,
    secrets: tuple[Secret, Secret],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    *,
    whole: bool = True,
) -> list[str]:
    worlds = []
    PICTURES.clear()
    for number, secret in enumerate(secrets):
        caplog.clear()
        with caplog.at_level(logging.INFO, "bot"), monkeypatch.context() as patch:
            seen = await seen_by_others(folder / str(number), secret, patch, whole=whole)
        seen["log"] = [
            (each.name, each.getMessage())
            for each in caplog.records
            if each.name.startswith("bot") and each.getMessage() != "sent"
        ]
        worlds.append(seen)
    return places(*worlds)


@pytest.mark.parametrize("secret", WORLDS)
async def test_nobody_else_can_tell_two_secrets_of_red_apart(
    secret: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = LONG or secret == "an objective and an army"
    assert await both(tmp_path, WORLDS[secret], caplog, monkeypatch, whole=whole) == []


async def test_a_planted_leak_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = GAME.view

    def view_of(state: Any, viewer: Viewer) -> SailorsView:
        honest: SailorsView = real(state, viewer)
        known = real(state, REFEREE)
        return replace(honest, sheets=known.sheets, secrets=known.secrets)

    monkeypatch.setattr(GAME, "view", view_of)
    found = await both(
        tmp_path, WORLDS["an objective and an army"], caplog, monkeypatch, whole=False
    )
    assert {"answers"} <= {each.partition(" ")[0] for each in found}


@pytest.mark.parametrize(
    "steps", [("LOCK", "UNLOCK", "ADD CV1"), ("DROP CV1", "ADD CV1", "ADD CV1")]
)
async def test_the_time_that_all_may_read_does_not_tell_who_has_opened_an_army_again(
    steps: Sequence[str], tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        ann, bo = world.guest("ann"), world.guest("bo")
        party = Party(world, {RED: ann, BLUE: bo})
        await begin(ann, bo, game="astral_sailors", clock="24h")
        match = await world.match()
        before = (await views.load_public(world.app, match.id)).secretly_due
        assert before is not None
        await party.says(RED, *army(HIDDEN[0])[:-1], steps[0])
        await world.env.advance_time(3600)
        await party.says(RED, *steps[1:])
        assert (await views.load_public(world.app, match.id)).secretly_due == before
