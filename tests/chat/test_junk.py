"""Every command there is, with junk in every option, by people of every kind in matches of every
state: it is answered in private with a kind sentence, pings nobody, and logs no fault.

Discord itself checks lengths, ranges and choices, so the junk keeps to those.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.chat import boundary, command_tree
from bot.chat.platform.custom_ids import Action, CustomId
from bot.play.refusals import NoMatch
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, parts
from tests.chat.test_strangers import ARGS, NO_MATCHS, laid

TEXTS = (
    *("@everyone <@&1> <@1> <#1>", "`" * 30, "\u202eabc\u2066", "[x](https://evil.example)"),
    *("# Big\n> quote\n- x", "||s|| **b** __u__", "\x00\x01", " ", "\n", "🚀" * 20, "\u0301" * 30),
    *("0", "-1", "1", "٣", "²", "1e9", "9" * 38, "1.5", "inf", "nan", "+1", "null", "{0} %s"),
    *("Red", "1v1", "99v99v99", "0v0", "24h", "99999999h", "draw", "last", "*", "* : *", "*/*/*"),
    *(
        "LAMP4",
        "B1+1",
        "B٣+1",
        "REST",
        "#1",
        "#٣",
        "LAMP RED 4",
        "night",
        "6,٦",
        "6;6",
        "Red,Green",
    ),
)
FILES = (
    ("a.json", b"{}"),
    ("@everyone.json", b"[" * 20_000),
    ("\u202ex.txt", b"\xff\xfe\x00"),
    ("`x`.json", b'{"format":"starpost-match","version":' + b"9" * 6000 + b"}"),
    ("n.json", b'{"format": 1e999}'),
    ("e.json", b""),
)
ARGUMENTS = (
    *(
        "",
        "0",
        "1",
        "00",
        "-1",
        "9" * 40,
        "x",
        "a.b.c",
        "..",
        "a..b",
        "last",
        "text",
        "file",
        "yes",
    ),
    *("do", "draw", "pick", "server", "open", "aaaaaaaa", "hide-0-0", "turn-0-0", "shift-0-0", "R"),
    *("oil", "quiet", "adjust", "0" * 12, "vacant", "x" * 30, "-", "_", "1.2.3.4"),
)
WHY = "because"
FAULTS = (boundary.UNEXPECTED, boundary.BUSY, boundary.UNWRITABLE)


def below(option: Mapping[str, Any], name: str = "") -> Iterator[tuple[str, Sequence[Any]]]:
    """The commands of a payload by their full names, with their options."""
    name = f"{name} {option['name']}".strip()
    inner = [each for each in option.get("options", ()) if each["type"] in (1, 2)]
    for each in inner:
        yield from below(each, name)
    if not inner:
        yield name, option.get("options", ())


TYPED = (each for each in command_tree.build_payload() if each["type"] == 1)
COMMANDS = dict(leaf for each in TYPED for leaf in below(each))


def junk(option: Mapping[str, Any], rng: random.Random, world: World, ann: Guest) -> Any:
    if option.get("choices"):
        return rng.choice(option["choices"])["value"]
    kind = option["type"]
    if kind == 3:
        most = option.get("max_length") or 6000
        text = rng.choice((*TEXTS, rng.choice("x9`\u202e🚀") * most))[:most]
        return text.ljust(option.get("min_length") or 1, "x")
    if kind == 4:
        return rng.choice((option["min_value"], option["max_value"], option["min_value"] + 2))
    known = {5: rng.random() < 0.5, 6: ann.actor, 7: world.channel, 11: rng.choice(FILES)}
    return known[kind]


def people(world: World) -> tuple[Guest, ...]:
    """Two who play, one who looks on, one who manages the server."""
    seated = (world.guest("ann"), world.guest("bo"), world.guest("cy"))
    return (*seated, world.manager("gm"))


async def a_match(world: World, guests: Sequence[Guest], state: str, number: int) -> ChannelHandle:
    """In a channel of its own."""
    channel = world.guild.create_text_channel(f"c{number}")
    ann, bo, _, gm = (each.at(channel) for each in guests)
    await ann.types("match new", game="night", seating="choice", clock="24h")
    if state == "lobby":
        return channel
    await bo.presses("Join as Green")
    await ann.presses("Start")
    await world.to_the_turns(ann, bo)
    if state == "paused":
        await gm.types("referee clock", do="pause", reason=WHY)
    elif state == "over":
        await ann.resigns()
    return channel


async def state_of(world: World, channel: ChannelHandle) -> object:
    try:
        match = await world.match(channel)
    except NoMatch:
        return None
    return match.status, match.paused_at is None


def faults_of(
    told: Told, channel: ChannelHandle, before: int, log: pytest.LogCaptureFixture
) -> list[str]:
    """What no answer may be."""
    found = [
        each.getMessage()
        for each in log.records
        if each.name.startswith("bot") and each.levelno >= logging.ERROR
    ]
    found += [
        "a ping"
        for each in channel.history()[before:]
        if each.mention_everyone or each.role_mentions
    ]
    if told.result.followups or told.result.response:
        text = json.dumps(parts(told.message), ensure_ascii=False)
        found += [each for each in (*FAULTS, "@everyone", "<@&") if each in text]
        if not told.private:
            found.append("not private")
    elif told.result.modal is None:
        found.append("no answer")
    return found


@pytest.mark.parametrize("state", ["lobby", "running", "paused", "over"])
async def test_every_command_answers_junk_kindly(
    world: World, caplog: pytest.LogCaptureFixture, state: str
) -> None:
    guests, number = people(world), 0
    channel = await a_match(world, guests, state, number)
    for name in ("referee", "server"):
        await world.show_command(name, *guests)
    usual = await state_of(world, channel)
    for place, (name, options) in enumerate(COMMANDS.items()):
        for who in (guests[0], guests[2 + place % 2]):
            rng = random.Random(f"{state} {name} {who.user.name}")
            wanted = [each for each in options if each.get("required") or rng.random() < 0.7]
            given = {each["name"]: junk(each, rng, world, guests[0]) for each in wanted}
            before = len(channel.history())
            caplog.clear()
            told = await who.at(channel).types(name, **given)
            assert faults_of(told, channel, before, caplog) == [], (name, given, who.user.name)
            if await state_of(world, channel) != usual:
                number += 1
                channel = await a_match(world, guests, state, number)
        caplog.clear()
        for option in options:
            if option.get("autocomplete"):
                await guests[0].at(channel).suggested(name, option["name"], rng.choice(TEXTS))
        assert [each for each in caplog.records if each.name.startswith("bot")] == []


@pytest.mark.parametrize("state", ["lobby", "running", "paused", "over"])
async def test_every_button_answers_junk_kindly(
    world: World, caplog: pytest.LogCaptureFixture, state: str
) -> None:
    guests, number = people(world), 0
    channel = await a_match(world, guests, state, number)
    usual, match = await state_of(world, channel), (await world.match(channel)).id
    for place, action in enumerate(Action):
        who = guests[(0, 2, 0, 3)[place % 4]].at(channel)
        rng = random.Random(f"{state} {action}")
        known = rng.choice(ARGS.get(action, ((),)))
        some = tuple(rng.choice(ARGUMENTS) for _ in range(rng.randint(1, 3)))
        for args in (known, some):
            pressed = CustomId(action, None if action in NO_MATCHS else match, args)
            message = await laid(world, channel.id, pressed)
            before = len(channel.history())
            caplog.clear()
            told = await who.presses("Press", message)
            assert faults_of(told, channel, before, caplog) == [], (pressed, who.user.name)
            if await state_of(world, channel) != usual:
                number += 1
                channel = await a_match(world, guests, state, number)
                who, match = who.at(channel), (await world.match(channel)).id


async def test_a_planted_fault_is_found(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = people(world)
    channel = await a_match(world, guests, "running", 0)
    before = len(channel.history())

    async def fails(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("bot.chat.history.dice_proofs.build_page", fails)
    told = await guests[2].at(channel).opens("match show", "Check the dice")
    assert faults_of(told, channel, before, caplog) == ["interaction failed", boundary.UNEXPECTED]
    monkeypatch.undo()
    caplog.clear()
    await world.bot.get_partial_messageable(channel.id).send(
        "@everyone", allowed_mentions=discord.AllowedMentions.all()
    )
    told = await guests[2].at(channel).opens("match show", "Check the dice")
    assert faults_of(told, channel, before, caplog) == ["a ping"]
