"""The host's private form for what the players agree on before the start.

Built from the game's settings model: a choice becomes a select, a number a
button that opens a form. No game is known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import discord
from pydantic.fields import FieldInfo

from bot.chat import blocks
from bot.chat.answers import OutOfDate
from bot.chat.blocks import Part
from bot.chat.custom_id import Action, CustomId
from bot.chat.message import Message
from bot.chat.pressed import Pressed
from bot.chat.safe_text import escape
from bot.play.records import Seating, Status
from bot.play.refusals import NotNow, NotSeated
from bot.play.sight import Sight

SEATING = "seating"
FIELD = "value"
_SEATING_WORDS = {Seating.RANDOM: "Seats are drawn at the start", Seating.CHOICE: "Players choose"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One setting: ``choices`` by what a person reads, empty for a number that is typed."""

    name: str
    title: str
    about: str
    value: Any
    choices: tuple[tuple[str, Any], ...]


async def show(pressed: Pressed) -> None:
    await pressed.answer(form(await _own_lobby(pressed)))


async def change(pressed: Pressed) -> None:
    """A select was used, or the form of a number came back."""
    sight = await _own_lobby(pressed)
    field = _known(sight, pressed.argument(0))
    sent = pressed.values[0] if pressed.values else (pressed.fields or {}).get(FIELD, "")
    value: object = sent.strip().replace(",", ".")
    if field.choices:
        value = next((value for _, value in field.choices if str(value) == sent), None)
        if value is None:
            raise OutOfDate("There is no such choice.")
    await pressed.desk.house.lobby.change_setting(
        pressed.match, pressed.user, field.name, value, pressed.interaction.id
    )
    await pressed.answer(form(await pressed.sight()))


async def ask_value(pressed: Pressed) -> None:
    field = _known(await _own_lobby(pressed), pressed.argument(0))
    modal = discord.ui.Modal(
        title=field.title[:45], custom_id=str(CustomId(Action.SET, pressed.match, (field.name,)))
    )
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD, default=str(field.value), max_length=20
    )
    about = field.about[:100]
    modal.add_item(discord.ui.Label(text=field.title[:45], description=about, component=box))
    modal.stop()  # the router answers it; discord.py need not keep it
    await pressed.interaction.response.send_modal(modal)


def form(sight: Sight) -> Message:
    """All settings as they stand, and the means to change them."""
    title = escape(sight.game.meta.title)
    parts = [blocks.text(f"### Settings of this match of {title}")]
    for field in asked(sight):
        parts.extend(_parts(sight, field))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _parts(sight: Sight, field: Asked) -> tuple[Part | None, ...]:
    about = f"**{escape(field.title)}**\n-# {escape(field.about)}"
    if field.choices:
        custom_id = str(CustomId(Action.SET, sight.match.id, (field.name,)))
        return blocks.text(about), discord.ui.ActionRow(_select(field, custom_id))
    button = blocks.button(f"Change {field.value}", Action.SET, sight.match.id, field.name)
    return (discord.ui.Section(about, accessory=button),)


def asked(sight: Sight) -> Iterator[Asked]:
    """Every setting of the match: the seats, then the game's own in their order."""
    values = sight.settings.model_dump(mode="json")
    seating = tuple((words, each.value) for each, words in _SEATING_WORDS.items())
    yield Asked(SEATING, "Seats", "How players get them.", sight.match.seating.value, seating)
    packs = sight.game.packs
    for name, field in sight.game.settings.model_fields.items():
        if packs is not None and name == packs.setting:
            continue
        yield Asked(
            name, field.title or name, field.description or "", values[name], _choices(field)
        )


def _choices(field: FieldInfo) -> tuple[tuple[str, Any], ...]:
    if field.annotation is bool:
        return (("Yes", True), ("No", False))
    if get_origin(field.annotation) is Literal:
        return tuple((str(value).capitalize(), value) for value in get_args(field.annotation))
    return ()


def _select(field: Asked, custom_id: str) -> discord.ui.Select[discord.ui.LayoutView]:
    return discord.ui.Select(
        custom_id=custom_id,
        options=[
            discord.SelectOption(label=words[:100], value=str(value), default=value == field.value)
            for words, value in field.choices
        ],
    )


def _known(sight: Sight, name: str) -> Asked:
    for field in asked(sight):
        if field.name == name:
            return field
    raise OutOfDate("There is no such setting.")


async def _own_lobby(pressed: Pressed) -> Sight:
    """The lobby, if the presser may set it up. Raises a ``Refusal``."""
    sight = await pressed.sight()
    if sight.match.status is not Status.LOBBY:
        raise NotNow("The settings are fixed once a match has started.")
    if sight.match.host != pressed.user:
        raise NotSeated("Only the player who opened the match sets it up.")
    return sight
