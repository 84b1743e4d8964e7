"""All commands in words, read from what is registered with Discord: for ``/help`` and the docs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from discord import AppCommandOptionType, AppCommandType

from bot.chat.platform.safe_text import escape

_GROUPS = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)


_TYPED = AppCommandType.chat_input.value


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    description: str
    required: bool
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """What a person can type: ``match new``.

    ``hidden``  whether Discord shows it only to those who may manage the server, by default
    ``group``   what the commands of its group have in common; empty without one
    """

    name: str
    description: str
    options: tuple[Option, ...]
    hidden: bool
    group: str = ""


def parse_commands(payload: Iterable[Mapping[str, Any]]) -> Iterator[Command]:
    """The commands that can be typed in ``payload``, the JSON that Discord gets, in order."""
    for top in payload:
        if top.get("type", _TYPED) != _TYPED:
            continue
        hidden = top.get("default_member_permissions") is not None
        inside = top.get("options", ())
        below = [each for each in inside if each["type"] in _GROUPS]
        for each in below:
            name = f"{top['name']} {each['name']}"
            options = tuple(map(_option, each.get("options", ())))
            yield Command(name, each["description"], options, hidden, top["description"])
        if not below:
            yield Command(top["name"], top["description"], tuple(map(_option, inside)), hidden)


def _option(option: Mapping[str, Any]) -> Option:
    choices = tuple(each["name"] for each in option.get("choices", ()))
    return Option(option["name"], option["description"], option.get("required", False), choices)


def short_lines(commands: Iterable[Command]) -> Iterator[str]:
    """A line for each command that everybody is shown, and one for each other group."""
    named = set[str]()
    for command in commands:
        group = command.name.partition(" ")[0]
        if not command.hidden:
            yield f"- `/{command.name}`: {escape(command.description)}"
        elif group not in named:
            named.add(group)
            yield f"- `/{group}`: {escape(command.group or command.description)}"


def build_page(commands: Iterable[Command]) -> str:
    """Document all commands and their options as a Markdown page."""
    lines = ["# Commands", "", *_INTRODUCTION]
    group = None
    for command in commands:
        top, _, below = command.name.partition(" ")
        if top != group:
            group = top
            lines += ["", f"## /{top}", "", f"{command.group or command.description}."]
            if command.hidden:
                lines += ["", _HIDDEN]
            if not below:
                lines += _option_rows(command.options)
        if below:
            lines += ["", f"### /{command.name}", "", f"{command.description}."]
            lines += _option_rows(command.options)
    return "\n".join(lines) + "\n"


_INTRODUCTION = (
    "This page is written by `make commands` from the commands themselves. Options in **bold** are",
    "required; the others can be left out.",
)
_HIDDEN = "Discord shows these commands only to those who may manage the server, by default."


def _option_rows(options: tuple[Option, ...]) -> Iterator[str]:
    if options:
        yield from ("", "| Option | |", "|---|---|")
    for option in options:
        name = f"**`{option.name}`**" if option.required else f"`{option.name}`"
        said = option.description
        if option.choices:
            said += f" ({'; '.join(option.choices)})"
        yield f"| {name} | {said.replace('|', chr(92) + '|')} |"
