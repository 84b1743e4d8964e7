"""Counts the bot's commands against Discord's caps.

Discord answers 400 to a command that breaks one of these, at start-up and not
before, so they are counted here, from the same JSON that the bot would send.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Payload: TypeAlias = Mapping[str, Any]
"""One command as JSON, as Discord's API takes it."""

COMMANDS = 100
MENUS = 5  # of each kind: discord.py 2.7 allows fewer than Discord's 15
CHILDREN = 25
CHOICES = 25
NAME = re.compile(r"[-_'\w]{1,32}")
DESCRIPTION = 100
CHOICE = 100
TEXT = 6_000
SIZE = 8_000

CHAT_INPUT, STRING = 1, 3
GROUPS = (1, 2)
"""Option types that are subcommands and groups of them."""


def faults(commands: Sequence[Payload]) -> list[str]:
    """Every cap that is broken, as a sentence with the place and the number."""
    found = []
    kinds = [command.get("type", CHAT_INPUT) for command in commands]
    for kind in sorted(set(kinds)):
        most = COMMANDS if kind == CHAT_INPUT else MENUS
        if kinds.count(kind) > most:
            found.append(f"{kinds.count(kind)} commands of type {kind}; at most {most}")
    names = [(command.get("type", CHAT_INPUT), command["name"]) for command in commands]
    found += [
        f"/{name}: stands twice" for kind, name in set(names) if names.count((kind, name)) > 1
    ]
    for command in commands:
        if command.get("type", CHAT_INPUT) == CHAT_INPUT:
            found += _chat_input(command)
    return sorted(found)


def _chat_input(command: Payload) -> Iterator[str]:
    place = f"/{command['name']}"
    if (total := size(command)) > SIZE:
        yield f"{place}: {total} characters in all; at most {SIZE}"
    yield from _node(command, place, depth=0)


def _node(node: Payload, place: str, depth: int) -> Iterator[str]:
    name, about = node["name"], node.get("description", "")
    if NAME.fullmatch(name) is None or name != name.lower():
        yield f"{place}: the name must be 1 to 32 lower-case letters, digits, - or _"
    if not 1 <= len(about) <= DESCRIPTION:
        yield f"{place}: description of {len(about)} characters; 1 to {DESCRIPTION}"
    children: Sequence[Payload] = node.get("options", ())
    if len(children) > CHILDREN:
        yield f"{place}: {len(children)} options; at most {CHILDREN}"
    names = [child["name"] for child in children]
    yield from (f"{place} {one}: stands twice" for one in set(names) if names.count(one) > 1)
    if depth > 2:
        yield f"{place}: nested too deeply"
    nested = [child for child in children if child["type"] in GROUPS]
    if nested and len(nested) != len(children):
        yield f"{place}: subcommands and plain options do not mix"
    wanted = [bool(child.get("required")) for child in children]
    if wanted != sorted(wanted, reverse=True):
        yield f"{place}: required options come first"
    for child in children:
        inner = f"{place} {child['name']}"
        if child["type"] in GROUPS:
            yield from _node(child, inner, depth + 1)
        else:
            yield from _node({**child, "options": ()}, inner, depth=0)
            yield from _option(child, inner)


def _option(option: Payload, place: str) -> Iterator[str]:
    choices: Sequence[Payload] = option.get("choices", ())
    if len(choices) > CHOICES:
        yield f"{place}: {len(choices)} choices; at most {CHOICES}"
    if choices and option.get("autocomplete"):
        yield f"{place}: choices and autocomplete do not mix"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= CHOICE or len(str(choice["value"])) > CHOICE:
            yield f"{place}: choice {choice['name']!r}; at most {CHOICE} characters"
    if option["type"] == STRING:
        for bound in ("min_length", "max_length"):
            if option.get(bound, 0) > TEXT:
                yield f"{place}: {bound} {option[bound]}; at most {TEXT}"


def size(node: Payload) -> int:
    """Characters of names, descriptions and values."""
    total = sum(len(str(node.get(field, ""))) for field in ("name", "description", "value"))
    inside = (*node.get("options", ()), *node.get("choices", ()))
    return total + sum(size(child) for child in inside)


def leaves(node: Payload, path: str = "") -> Iterator[tuple[str, int]]:
    """What a user can call: the full name, and how many options it takes."""
    path = f"{path} {node['name']}".strip()
    children: Sequence[Payload] = node.get("options", ())
    if any(child["type"] in GROUPS for child in children):
        for child in children:
            yield from leaves(child, path)
    else:
        yield path, len(children)


def main() -> int:
    commands: list[Payload] = importlib.import_module("bot.chat.command_tree").build_payload()
    called = [leaf for command in commands for leaf in leaves(command)]
    print(
        f"Discord's caps: {len(commands)} of {COMMANDS} commands, {len(called)} things to call "
        f"with {sum(count for _, count in called)} options, "
        f"at most {max((count for _, count in called), default=0)} of {CHILDREN} options"
    )
    for command in commands:
        print(f"  /{command['name']:12} {size(command):5} of {SIZE} characters")
    found = faults(commands)
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
