"""People at the table, as the tests speak of them: they type, press, pick and read."""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import discord
from simcord import InteractionResult
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.results import ResponseMessage, to_discord_message

from bot.chat.platform.custom_ids import split_path
from bot.chat.platform.interactions import ComponentPress
from bot.chat.platform.message import walk
from bot.playground.messages import MessageFile
from bot.playground.messages import message_files as files_of

_SELECTS = (3, 5, 6, 7, 8)
"""Of texts, users, roles, both, and channels."""
Seen: TypeAlias = ResponseMessage | discord.Message


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one action: ``message`` is the private answer, where there is one."""

    result: InteractionResult

    @property
    def message(self) -> ResponseMessage:
        apart = self.result.followups
        found = apart[-1] if apart else self.result.response
        assert found is not None, self.result
        return found

    @property
    def words(self) -> str:
        return words(self.message)

    @property
    def private(self) -> bool:
        return self.message.ephemeral


@dataclass(frozen=True, slots=True)
class Guest:
    """A person in a place: a channel, a thread, or their own messages."""

    user: UserHandle
    actor: MemberActor | UserHandle
    place: ChannelHandle

    @property
    def id(self) -> int:
        return self.user.id

    def at(self, place: ChannelHandle) -> Guest:
        return replace(self, place=place)

    @property
    def at_home(self) -> Guest:
        """The same person, with the messages that the bot wrote to them alone."""
        return Guest(self.user, self.user, self.user.dm_channel)

    async def types(self, command: str, **options: Any) -> Told:
        """``types("match new", game="toy")``."""
        if isinstance(self.actor, UserHandle):
            return Told(await self.actor.slash(command, **options))
        return Told(await self.actor.slash(self.place, command, **options))

    async def opens(self, command: str, *labels: str) -> Told:
        """A page that buttons lead to: ``opens("orders", "Standing orders")``."""
        told = await self.types(command)
        for label in labels:
            told = await self.presses(label, told.message)
        return told

    async def resigns(self, how: str = "Resign") -> Told:
        """``how``: what becomes of the seat, where the match goes on."""
        goes_on = ("Resign …",) if how != "Resign" else ()
        return await self.opens("orders", "Draw, leave, resign …", *goes_on, how)

    async def forks(self, at: int | None = None, way: str = "") -> Told:
        """Begin a match for practice; ``way``: another seat and opponents than the usual ones."""
        shown = await self.types("match show", **({} if at is None else {"at": at}))
        asked = await self.presses("Try it out", shown.message)
        if way:
            return await self.picks(way, asked.message)
        begin = next((each for each in buttons(asked.message) if each.startswith("Begin")), None)
        return asked if begin is None else await self.presses(begin, asked.message)

    async def suggested(self, command: str, option: str, typed: str, **filled: Any) -> list[str]:
        """The values that autocomplete offers."""
        assert isinstance(self.actor, MemberActor)
        found = await self.actor.autocomplete(self.place, command, option, typed, **filled)
        return [choice["value"] for choice in found]

    async def presses(self, label: str, on: Seen | None = None) -> Told:
        """A button of ``on``, by default of the newest public message."""
        message = self.newest if on is None else on
        custom_id = buttons(message)[label]
        return Told(await self.actor.click(message, custom_id=custom_id))

    async def decides(self, number: int, on: Seen) -> Told:
        """The button of one of several decisions."""
        (label,) = [each for each in buttons(on) if each.startswith(f"{number}. ")]
        return await self.presses(label, on)

    async def picks(self, value: str, on: Seen, custom_id: str | None = None) -> Told:
        """A choice: by its button, or from a select."""
        button = _choice_buttons(on).get(value)
        if button is not None and custom_id in (None, button):
            return Told(await self.actor.click(on, custom_id=button))
        return Told(await self.actor.select(on, [value], custom_id=custom_id))

    async def picks_all(self, values: list[Any], on: Seen, custom_id: str) -> Told:
        """Several choices of a select, or none."""
        return Told(await self.actor.select(on, values, custom_id=custom_id))

    async def chooses(self, field: str, page: Told, *values: Any) -> Told:
        """In the select whose id ends with ``field``; without ``values`` nothing."""
        (custom_id,) = [
            part["custom_id"]
            for part in parts(page.message)
            if part["type"] in _SELECTS and part["custom_id"].endswith(f":{field}")
        ]
        return await self.picks_all(list(values), page.message, custom_id)

    async def names(self, field: str, *chosen: Any) -> Told:
        """Channels or roles, on the page of the server."""
        return await self.chooses(field, await self.types("server channels"), *chosen)

    async def fills(self, form: Told, **fields: Any) -> Told:
        modal = form.result.modal or {"components": []}
        for part in walk(modal["components"]):
            name = part.get("custom_id", "")
            if (
                part["type"] in _SELECTS[:2]
                and name in fields
                and not isinstance(fields[name], list)
            ):
                fields[name] = [fields[name]]
        return Told(await self.actor.submit_modal(form.result, fields))

    async def confirms(self, page: Told, reason: str) -> Told:
        """The first button of a preview of the referee's, and the reason that it asks for."""
        return await self.fills(
            await self.presses(next(iter(buttons(page.message))), page.message), reason=reason
        )

    async def closes(self, winners: str, reason: str) -> Told:
        return await self.confirms(await self.types("referee close", winners=winners), reason)

    async def rewinds(self, reason: str, **options: str) -> Told:
        """``to`` an entry, or by asking a ``seat`` again."""
        return await self.confirms(await self.types("referee undo", **options), reason)

    @property
    def newest(self) -> discord.Message:
        """The newest message that everybody sees: a history would make all others anew too."""
        env = self.place._env
        found = env.backend.messages[self.place.id].values()
        newest = max((each for each in found if each.visible_to(None)), key=lambda each: each.id)
        return to_discord_message(env, newest)

    def reads(self) -> list[str]:
        """Everything this person can see here, oldest first."""
        return [words(message) for message in self.place.history(viewer=self.actor)]


async def begin(host: Guest, *others: Guest, **options: Any) -> None:
    """A match whose seats they hold in this order; ``options`` of ``/match new``, by
    default of the toy."""
    await host.types("match new", **{"game": "toy", "seating": "choice", **options})
    for guest in others:
        label = next(each for each in buttons(guest.newest) if each.startswith("Join"))
        await guest.presses(label)
    await host.presses("Start")


def twice(
    work: Callable[[ComponentPress], Awaitable[None]],
) -> Callable[[ComponentPress], Awaitable[None]]:
    """``work`` for a press and for another of the same button before the first is answered, which
    the simulation refuses to do."""

    async def both(pressed: ComponentPress) -> None:
        second = copy.copy(pressed.interaction)
        second.id += 1
        await asyncio.gather(work(pressed), work(replace(pressed, interaction=second)))

    return both


def parts(message: Seen) -> list[dict[str, Any]]:
    """All components of a message, nested ones included."""
    raw = (
        message.components
        if isinstance(message, ResponseMessage)
        else [each.to_dict() for each in message.components]
    )
    # The mark by which the bot finds its messages again looks like chance to all without the seed.
    return [dict(part) | {"id": min(part.get("id") or 0, 2**16)} for part in walk(raw)]


def files(message: Seen) -> tuple[MessageFile, ...]:
    """The files of a message: those that it shows, and those that it only lists."""
    return files_of(message.message if isinstance(message, ResponseMessage) else message)


def words(message: Seen) -> str:
    """All texts; commands that can be pressed as they are written in the code: in backticks."""
    return _MENTION.sub(_written, raw_words(message))


def raw_words(message: Seen) -> str:
    return "\n".join(part["content"] for part in parts(message) if part["type"] == 10)


_MENTION = re.compile(r"</([a-z -]+):\d+>(?: `([a-z]+:[^`]*)`)?")


def _written(found: re.Match[str]) -> str:
    return f"`/{' '.join(filter(None, found.groups()))}`"


def taken(told: Told) -> bool:
    """Whether a typed move was taken: the last button of its receipt leads to the board."""
    return list(buttons(told.message))[-1:] == ["Board"]


def buttons(message: Seen) -> dict[str, str]:
    """The custom ids of the buttons that can be pressed, by label."""
    return {
        part["label"]: part["custom_id"]
        for part in parts(message)
        if part["type"] == 2 and part.get("custom_id") and not part.get("disabled")
    }


def ids(message: Seen) -> list[str]:
    """All custom ids, those of selects and of disabled buttons among them."""
    return [part["custom_id"] for part in parts(message) if part.get("custom_id")]


def choices(message: Seen) -> list[str]:
    """The keys of what can be chosen, by buttons or from a select."""
    return [*_choice_buttons(message), *(option["value"] for option in _options(message))]


def labelled(message: Seen) -> dict[str, str]:
    """The same by what a person reads."""
    by_id = {custom_id: label for label, custom_id in buttons(message).items()}
    pressed = {by_id[custom_id]: key for key, custom_id in _choice_buttons(message).items()}
    return pressed | {option["label"]: option["value"] for option in _options(message)}


def _options(message: Seen) -> list[dict[str, Any]]:
    """Of all selects."""
    return [option for part in parts(message) if part["type"] == 3 for option in part["options"]]


def _choice_buttons(message: Seen) -> dict[str, str]:
    """The custom ids of the buttons that answer a question, by key."""
    found = (
        part["custom_id"]
        for part in parts(message)
        if part["type"] == 2 and part["style"] == 1 and part["custom_id"].startswith("s1:pick:")
    )
    return {split_path(each.split(":")[4])[-1]: each for each in found}


def alt_text(message: Seen) -> str:
    """Of the board: the only picture, or the last below that of the result."""
    *result, alt = alt_texts(message)
    assert len(result) <= 1
    return alt


def alt_texts(message: Seen) -> list[str]:
    """Of all pictures, in order."""
    return [str(item["description"]) for part in parts(message) for item in part.get("items", ())]
