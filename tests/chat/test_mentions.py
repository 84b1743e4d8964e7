"""Commands that texts name are mentions: with the ids that Discord gave them, and only in ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.chat import command_tree
from bot.chat.commands import reference
from bot.chat.platform import safe_text
from bot.chat.platform.message import mention
from bot.chat.platform.safe_text import NAMED, escape, escape_around
from tests.chat.conftest import World
from tests.chat.guests import Guest, raw_words, words

ROOT = Path(safe_text.__file__).parents[3]
IDS = {"match join": 5, "rules": 7, "match move-to": 5}
CODE = re.compile(r"`(/[a-z][^`\n]*)`")
BARE = re.compile(r"(?<![`\w/<.}-])/(?:match|move|orders|rules|help|me|stats|referee|server)\b")


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("Take it: `/match join`.", "Take it: </match join:5>."),
        ("`/rules words:AST-21`", "</rules:7> `words:AST-21`"),
        ("`/match move-to` and `/rules`", "</match move-to:5> and </rules:7>"),
        ("`/match leave`, `/match`", "`/match leave`, `/match`"),
        ("```\n`/rules`\n```", "```\n</rules:7>\n```"),
        ("```/rules```", "```/rules```"),
        ("`a/rules` /rules", "`a/rules` /rules"),
        (escape("`/match join`"), "\\`/match join\\`"),
        (escape("\\`/match join\\`"), escape("\\`/match join\\`")),
    ],
)
def test_a_command_in_backticks_becomes_a_mention(text: str, sent: str) -> None:
    assert mention(text, IDS) == sent
    assert mention(sent, IDS) == sent


def test_a_sentence_is_escaped_around_its_commands() -> None:
    said = escape_around("*Red* may `/match join` or `this`, @everyone.")
    assert said == "\\*Red\\* may `/match join` or \\`this\\`, \uff20everyone."


async def test_messages_name_commands_that_can_be_pressed(
    world: World, ann: Guest, bo: Guest
) -> None:
    known = {each.name: each.id for each in await world.bot.tree.fetch_commands()}
    refused = await ann.types("move", text="REST")
    assert f"</match new:{known['match']}>" in raw_words(refused.message)
    assert "`/match new`" in words(refused.message)
    shown = raw_words((await ann.types("help")).message)
    assert f"</move:{known['move']}>" in shown
    assert "`/move`" not in shown
    await ann.types("match new", game="toy", seating="choice")
    assert f"</rules:{known['rules']}>" in raw_words(ann.newest)
    await bo.presses("Join as Green")
    await ann.presses("Start")
    forbidden = await ann.types("move", text="LAMP9")
    if "`words:" in raw_words(forbidden.message):
        assert f"</rules:{known['rules']}> `words:" in raw_words(forbidden.message)


async def test_what_somebody_typed_is_no_mention(world: World, ann: Guest, gm: Guest) -> None:
    await ann.types("match new", game="toy", seating="choice", computers=1)
    await ann.presses("Start")
    await gm.types("referee adjust", text="OIL RED 9", reason="`/match leave` is quick")
    assert "Why: \\`/match leave\\` is quick" in raw_words(ann.newest)


async def test_an_unchanged_start_asks_once_and_knows_the_ids(world: World) -> None:
    before = dict(world.bot.context.commands)
    assert before["match join"] == before["match new"] != before["move"]
    assert "match" not in before
    asked = commands_asked(world)
    await world.restart()
    assert world.bot.context.commands == before
    assert commands_asked(world) == asked + 1


def commands_asked(world: World) -> int:
    return sum(
        each.method == "GET" and each.path.endswith("/commands") for each in world.env.http_requests
    )


def test_every_command_that_a_text_names_exists_with_its_options() -> None:
    known = {each.name: each for each in reference.parse_commands(command_tree.build_payload())}
    groups = {name.partition(" ")[0] for name in known}
    wrong = []
    for place, text in texts():
        for code in CODE.findall(text):
            found = NAMED.fullmatch(f"`{code}`")
            name = code[1:] if found is None else found["name"]
            have = {option.name for option in known[name].options} if name in known else set()
            options = re.findall(r"([a-z]+):", "" if found is None else found["options"])
            if (name not in known and name not in groups) or not {*options} <= have:
                wrong.append(f"{place}: {code}")
    assert wrong == []


def test_a_text_names_a_command_in_backticks() -> None:
    """Descriptions of commands are no messages, and the playground also speaks in a terminal."""
    described = {
        each.description for each in reference.parse_commands(command_tree.build_payload())
    }
    for command in reference.parse_commands(command_tree.build_payload()):
        described |= {option.description for option in command.options}
    bare = [
        f"{place}: {text}"
        for place, text in texts()
        if BARE.search(text) and not text.startswith("/") and text not in described
        if not place.startswith("bot/playground")
    ]
    assert bare == []


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """The texts of the program that are no docstrings, with their places."""
    return tuple(_texts())


def _texts() -> Iterator[tuple[str, str]]:
    for folder in ("bot", "games"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            source = file.read_text(encoding="utf-8")
            if "`/" not in source and not BARE.search(source):
                continue
            tree = ast.parse(source)
            docs = {
                id(node.value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            }
            for node in ast.walk(tree):
                match node:
                    case ast.Constant(value=str() as text) if id(node) not in docs:
                        yield f"{file.relative_to(ROOT)}:{node.lineno}", text
