"""One press on a button, choice in a select, or form sent in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.platform.custom_ids import Action, CustomId, Tree, parse, split_path
from bot.chat.platform.interactions import (
    Context,
    Interaction,
    OutOfDate,
    answer,
    check_place,
    defer,
    defer_edit,
    is_edit,
)
from bot.chat.platform.limits import walk
from bot.chat.platform.message import Message, shown_files
from bot.chat.platform.private_pictures import put_below_board
from bot.play.context import Command
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.storage.records import MatchId
from games.core.refusals import Refusal

_ASKING = {
    *(Action.PLAY, Action.PICK, Action.TYPE, Action.CONFIRM, Action.TAKE, Action.BACK),
    *(Action.ORDERS, Action.DM_SETTING, Action.TAKEBACK, Action.PROPOSE, Action.ANSWER),
    *(Action.LEAVE, Action.RESIGN, Action.REFEREE, Action.REASON),
}
"""What is answered with a question, or leads to one."""


@dataclass(frozen=True, slots=True)
class ComponentPress:
    """``values`` are the choices of a select, ``fields`` the texts of a form by id."""

    interaction: Interaction
    context: Context
    id: CustomId
    values: tuple[str, ...] = ()
    fields: Mapping[str, str] | None = None

    @classmethod
    def from_interaction(cls, interaction: Interaction, context: Context) -> ComponentPress:
        """Raises ``OutOfDate`` for an id that this version does not make."""
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = parse(str(data.get("custom_id", "")))
        if custom_id is None:
            raise OutOfDate("This panel is out of date.", instead="Please use the newest one.")
        sent = interaction.type is discord.InteractionType.modal_submit
        return cls(
            interaction,
            context,
            custom_id,
            values=tuple(map(str, data.get("values", ()))),
            fields=dict(_fields(data.get("components", ()))) if sent else None,
        )

    @property
    def user(self) -> int:
        return self.interaction.user.id

    @property
    def match(self) -> MatchId:
        if self.id.match is None:
            raise OutOfDate("This button does not belong to a match.")
        return self.id.match

    @property
    def command(self) -> Command:
        """The presser acts in the match."""
        return Command(self.match, self.user, self.interaction.id)

    def argument(self, place: int) -> str:
        """Raises ``OutOfDate`` when the id has no such argument."""
        if place >= len(self.id.args):
            raise OutOfDate("This button is out of date.", instead="Please use the newest panel.")
        return self.id.args[place]

    @property
    def decision(self) -> str | None:
        """The key of the decision that a move is picked or typed for."""
        if self.id.args[:1] != (Tree.MOVE,):
            return None
        return next(iter(split_path("".join(self.id.args[1:2]))), None)

    @property
    def code(self) -> str:
        """The text that stands as code in the message that was pressed. Raises ``OutOfDate``."""
        message = self.interaction.message
        for part in walk([each.to_dict() for each in message.components] if message else ()):
            found = re.search(
                "^```\n(.+?)\n```$", str(part.get("content")), re.DOTALL | re.MULTILINE
            )
            if found:
                return found[1]
        raise OutOfDate("This page is out of date.", instead="Please type it again.")

    @property
    def is_button(self) -> bool:
        data: Mapping[str, Any] = self.interaction.data or {}
        return data.get("component_type") == discord.ComponentType.button.value

    @property
    def is_in_dm(self) -> bool:
        """Whether it was pressed in a DM, where no panel stands above the answer."""
        return self.interaction.guild_id is None

    @property
    def is_on_private(self) -> bool:
        """Whether the message that was pressed is one that only the presser sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def load_match_view(self) -> MatchView:
        """The match as the presser may see it now. Raises ``NoMatch``."""
        match_view = await views.load_for_user(
            self.context.app, self.match, self.user, self.decision
        )
        return check_place(self.interaction, match_view)

    async def promise(self, *, in_place: bool) -> None:
        """Tell Discord that an answer will come: in place of what was pressed, or apart."""
        if in_place and self.is_on_private:
            await defer_edit(self.interaction)
        else:
            await defer(self.interaction)

    async def answer(self, message: Message) -> None:
        """In a DM whatever asks something stands below the board of now, if it has no picture."""
        if self.is_in_dm and self.id.action in _ASKING and not message.files:
            message = await self._put_below_board(message)
        await answer(self.interaction, message)

    async def _put_below_board(self, message: Message) -> Message:
        try:
            match_view = await self.load_match_view()
        except Refusal:
            return message
        if match_view.view is None:
            return message
        pressed = self.interaction.message if is_edit(self.interaction) else None
        before = () if pressed is None else shown_files(pressed)
        return await put_below_board(match_view, self.context.pictures, message, before)


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    """Every input of a form, however it is wrapped: in a label or in a row. What was chosen from a
    select is joined by commas."""
    for each in components:
        inner = each.get("component")
        yield from _fields([inner] if inner else each.get("components", ()))
        if "value" in each and "custom_id" in each:
            yield str(each["custom_id"]), str(each["value"])
        elif "values" in each and "custom_id" in each:
            yield str(each["custom_id"]), ",".join(map(str, each["values"]))
