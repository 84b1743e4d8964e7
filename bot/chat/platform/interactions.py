"""Presses and commands: who and where, and private answers that only that user can read."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import InteractionResponseType as ResponseType

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action, CustomId, QuestionTree, parse, split_path
from bot.chat.platform.message import Message, fit, shown_files, walk, with_mentions
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.private_pictures import put_below_board
from bot.chat.platform.safe_text import safe_name
from bot.play.application import Application
from bot.play.executor import Command
from bot.play.lobby import server_settings
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people import preferences
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.records import Match, MatchId
from games.core.types import Refusal

Interaction: TypeAlias = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Context:
    """``servers``: the only servers that may use the bot; empty for all. ``commands``: the ids
    that Discord has given them, by full name."""

    app: Application
    pictures: Pictures
    servers: tuple[int, ...] = ()
    commands: dict[str, int] = field(default_factory=dict)

    def serves(self, server: int | None) -> bool:
        return not self.servers or server is None or server in self.servers


def get_context(interaction: Interaction) -> Context:
    context: Context = interaction.client.context
    return context


def build_command(interaction: Interaction, match: MatchId) -> Command:
    return Command(match, interaction.user.id, interaction.id)


async def read_attachment(file: discord.Attachment, most: int) -> bytes:
    """What was uploaded. Raises ``NotNow``."""
    if file.size > most:
        raise NotNow(f"The file has {file.size} bytes; {most} is the limit.")
    try:
        return await file.read()
    except discord.HTTPException:
        raise NotNow(
            "Discord did not hand out the file.", instead="Please try again in a moment."
        ) from None


def get_person(interaction: Interaction) -> Person:
    return Person(interaction.user.id, safe_name(interaction.user.display_name))


def manages_server(interaction: Interaction) -> bool:
    """Whether the user may manage this server, as Discord says with the interaction."""
    may = interaction.permissions
    return bool(interaction.guild_id is not None and (may.administrator or may.manage_guild))


async def may_referee(interaction: Interaction) -> bool:
    """Whether the user may referee all matches of this server: by managing it, or by a role."""
    if interaction.guild_id is None or manages_server(interaction):
        return interaction.guild_id is not None
    roles = {role.id for role in getattr(interaction.user, "roles", ())} - {interaction.guild_id}
    if not roles:
        return False
    here = await server_settings.load(get_context(interaction).app, interaction.guild_id)
    return bool(roles.intersection(here.referees))


async def check_channel(interaction: Interaction) -> None:
    """Raises ``NotNow`` where the server wants no matches in this channel."""
    above = getattr(interaction.channel, "parent_id", None)
    channels = {interaction.channel_id or 0, above or 0}
    app, guild = get_context(interaction).app, interaction.guild
    places = await server_settings.find_places_instead(app, interaction.guild_id or 0, channels)
    found = [None if guild is None else guild.get_channel(place) for place in places]
    names = ", ".join(f"#{each.name}" for each in found if each is not None)
    if names:  # where all of them were deleted, matches begin anywhere
        raise NotNow(
            "On this server no matches are played in this channel.",
            instead=f"They are played in {names}.",
        )


async def load_match_here(interaction: Interaction) -> Match:
    """The match of the channel. Raises ``NoMatch``."""
    channel = interaction.channel_id or 0
    return await views.load_match_in(get_context(interaction).app, channel, interaction.guild_id)


def check_place(interaction: Interaction, match_view: MatchView) -> MatchView:
    """``match_view``, if its match may be shown in this place.

    On a server a match of another one is no match; in a DM only those who hold
    a seat are known. Raises ``NoMatch``.
    """
    server = interaction.guild_id
    here = match_view.seat is not None if server is None else server == match_view.match.server
    if not here:
        raise NoMatch("There is no such match.")
    return match_view


def link(match: Match) -> str:
    """Where the match is: its panel, or its channel while there is none."""
    place = f"https://discord.com/channels/{match.server}/{match.channel}"
    return f"{place}/{match.panel}" if match.panel else place


# --- Private answers ---

_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been acknowledged before."""
_HOW = "acknowledged"


class OutOfDate(Refusal):
    """A press on something that the bot does not make any more, or never made."""


def note(text: str, *groups: Iterable[Pressable]) -> Message:
    """A message of text, with groups of buttons below it, each in rows of its own."""
    rows = (row for buttons in groups for row in blocks.rows(buttons))
    return Message(blocks.layout(blocks.PRIVATE, (blocks.text(text), *rows)))


def board_button(match: MatchId) -> Pressable:
    return blocks.button("Board", Action.BOARD, match)


async def defer(interaction: Interaction) -> None:
    """Promise a private answer of its own."""
    response = interaction.response
    await _acknowledge(
        interaction,
        ResponseType.deferred_channel_message,
        lambda: response.defer(ephemeral=True, thinking=True),
    )


async def defer_edit(interaction: Interaction) -> None:
    """Promise that the private message that was pressed will change."""
    response = interaction.response
    await _acknowledge(interaction, ResponseType.deferred_message_update, response.defer)


async def show_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form. Discord does not allow any promise before it."""
    response = interaction.response
    await _acknowledge(interaction, ResponseType.modal, lambda: response.send_modal(form))


async def answer(interaction: Interaction, message: Message) -> None:
    """Give the answer that was promised, or a private one at once."""
    await _answer(interaction, _finish(interaction, message))
    await _note_explained(interaction, message)


def _finish(interaction: Interaction, message: Message) -> Message:
    """Make a message ready to send: commands become mentions, and it fits."""
    return fit(with_mentions(message, get_context(interaction).commands))


async def _answer(interaction: Interaction, message: Message) -> None:
    response = interaction.response
    if _acknowledgement(interaction) is None and await _acknowledge(
        interaction,
        ResponseType.channel_message,
        lambda: response.send_message(ephemeral=True, **message.for_send()),
    ):
        return
    await _send_twice(lambda: interaction.edit_original_response(**message.for_edit()))


async def answer_apart(interaction: Interaction, message: Message) -> None:
    """Answer privately, and leave the message that was pressed as it is."""
    if is_edit(interaction):
        ready = _finish(interaction, message)
        await interaction.followup.send(ephemeral=True, **ready.for_send())
        await _note_explained(interaction, message)
    else:
        await answer(interaction, message)


async def _note_explained(interaction: Interaction, message: Message) -> None:
    if message.explained:
        await preferences.mark_explained(get_context(interaction).app, message.explained)


def is_edit(interaction: Interaction) -> bool:
    """Whether the promised answer edits the private message that was pressed."""
    return _acknowledgement(interaction) is ResponseType.deferred_message_update


async def _acknowledge(
    interaction: Interaction, how: ResponseType, send: Callable[[], Awaitable[object]]
) -> bool:
    """Whether Discord has taken this acknowledgement. ``False``: it has one already.

    That is our own, whose answer was lost, or that of the same interaction, delivered twice: both
    go on, for an interaction is carried out once. discord.py knows of neither, so it is noted.
    """
    try:
        await _send_twice(send)
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise
        interaction.extras[_HOW] = how
        return False
    return True


def _acknowledgement(interaction: Interaction) -> ResponseType | None:
    """The acknowledgement that the interaction has had, if any."""
    noted: ResponseType | None = interaction.extras.get(_HOW)
    return noted or interaction.response.type


async def _send_twice(send: Callable[[], Awaitable[object]]) -> None:
    """Send what may arrive twice, and do so when the connection breaks; on most systems discord.py
    does not."""
    try:
        await send()
    except (aiohttp.ClientError, OSError):
        await send()


# --- Presses, choices in selects, and forms ---

_ASKING = {
    *(Action.PLAY, Action.PICK, Action.TYPE, Action.CONFIRM, Action.TAKE, Action.BACK),
    *(Action.ORDERS, Action.DM_SETTING, Action.TAKEBACK, Action.PROPOSE, Action.ANSWER),
    *(Action.LEAVE, Action.RESIGN, Action.REFEREE, Action.REASON),
}
"""What is answered with a question, or leads to one."""


@dataclass(frozen=True, slots=True)
class ComponentPress:
    """One press on a button, choice in a select, or form sent in.

    ``values`` are the choices of a select, ``fields`` the texts of a form by id.
    """

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
        """The presser, as who acts in the match."""
        return Command(self.match, self.user, self.interaction.id)

    def argument(self, place: int) -> str:
        """Raises ``OutOfDate`` when the id has no such argument."""
        if place >= len(self.id.args):
            raise OutOfDate("This button is out of date.", instead="Please use the newest panel.")
        return self.id.args[place]

    @property
    def decision(self) -> str | None:
        """The key of the decision that a move is picked or typed for."""
        if self.id.args[:1] != (QuestionTree.MOVE,):
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
        """Answer a press. In a DM a question without a picture stands below the current board."""
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
