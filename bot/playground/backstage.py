"""The requests of our page: reading somebody's private messages, and acting for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import simcord

from bot.playground.messages import Json, message_files, to_json
from bot.playground.modals import Forms
from bot.playground.world import Busy, SimulatedPerson, World

SHOWN = 40
_Press = Callable[[], Awaitable[simcord.InteractionResult]]


class NotPossible(Exception):
    """The request cannot be carried out; the message is for the person at the page."""


class Backstage:
    def __init__(self, world: World) -> None:
        self._world = world
        self._forms = Forms()

    def state(self, person: str) -> Json:
        """Everything the page shows, seen by the person with this id, else by the first."""
        world = self._world
        reader = self._person(person) if person else world.people[0]
        return {
            "person": str(reader.id),
            "people": [self._card(each) for each in world.people],
            "places": [
                {
                    "id": str(place.id),
                    "name": place.name or "",
                    "thread": place.is_thread,
                    "shown": place.id == world.shown,
                }
                for place in world.places
            ],
            "names": self._names(),
            "commands": list(reader.user.available_commands()),
            "messages": [to_json(each, reader.id) for each in _history(reader)[-SHOWN:]],
        }

    async def channel_page(self, place: str) -> str:
        if place and not place.isdecimal():
            raise NotPossible("There is no such channel.")
        try:
            return await self._world.show(int(place) if place else None)
        except KeyError:
            raise NotPossible("There is no such channel.") from None

    async def picture(self, message: int, file: int) -> tuple[str, bytes] | None:
        """The content type and bytes of a file in a private message."""
        for person in self._world.people:
            for each in _history(person):
                for found in message_files(each) if each.id == message else ():
                    if found.id == file:
                        return found.content_type, await self._world.act(found.read)
        return None

    async def do(self, action: str, body: Json) -> Json | None:
        """Carry out an action of the page; the form that it opens, if it opens one.

        Raises ``NotPossible`` or SimCord's ``SetupError``, both with words.
        """
        person = self._person(_text(body, "person"))
        match action:
            case "press":
                message, control = _message(person, body), _text(body, "control")
                return await self._answer(
                    person, lambda: person.user.click(message, custom_id=control)
                )
            case "choose":
                message, control = _message(person, body), _text(body, "control")
                values = _texts(body, "values")
                return await self._answer(
                    person, lambda: person.user.select(message, values, custom_id=control)
                )
            case "command":
                name = _text(body, "name")
                return await self._answer(person, lambda: person.user.slash(name))
            case "send":
                return await self._send(person, body)
            case "closed":
                await self._world.set_closed(person, body.get("closed") is True)
            case "show":
                await self.channel_page(_text(body, "place"))
            case _:
                raise NotPossible("This page cannot do that.")
        return None

    async def _send(self, person: SimulatedPerson, body: Json) -> Json | None:
        name, values = _text(body, "form"), body.get("values")
        if not isinstance(values, dict):
            raise NotPossible("The form came without its fields.")
        try:
            form = self._forms.take(person.id, name)
        except KeyError:
            raise NotPossible("This form is no longer open.") from None
        answer = await self._answer(person, lambda: person.user.submit_modal(form.answer, values))
        self._forms.forget(name)
        return answer

    async def _answer(self, person: SimulatedPerson, press: _Press) -> Json | None:
        try:
            result = await self._world.act(press)
        except Busy:
            raise NotPossible("The bot is busy with somebody else; please try again.") from None
        if not result.acknowledged:
            raise NotPossible("The bot did not answer; the terminal says more.")
        return self._forms.keep(person.id, result)

    def _person(self, text: str) -> SimulatedPerson:
        person = self._world.person(int(text)) if text.isdecimal() else None
        if person is None:
            raise NotPossible("There is no such person.")
        return person

    def _card(self, person: SimulatedPerson) -> Json:
        messages = _history(person)
        return {
            "id": str(person.id),
            "name": person.name,
            "closed": self._world.is_closed(person),
            "newest": str(messages[-1].id) if messages else "0",
        }

    def _names(self) -> dict[str, str]:
        """The names that ``<@id>`` and ``<#id>`` in messages stand for."""
        world = self._world
        bot = world.env.bot.user
        names = {f"@{person.id}": person.name for person in world.people}
        names |= {f"#{place.id}": place.name or "" for place in world.places}
        return names if bot is None else {**names, f"@{bot.id}": bot.display_name}


def _history(person: SimulatedPerson) -> list[discord.Message]:
    return person.user.dm_channel.history(viewer=person.user)


def _message(person: SimulatedPerson, body: Json) -> discord.Message:
    wanted = _text(body, "message")
    for message in _history(person):
        if str(message.id) == wanted:
            return message
    raise NotPossible("This message is gone.")


def _text(body: Json, name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise NotPossible(f"The request came without {name!r}.")
    return value


def _texts(body: Json, name: str) -> list[Any]:
    value = body.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise NotPossible(f"The request came without {name!r}.")
    return value
