"""A message to send, independent of its target: channel, DM, or private answer."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.platform.pictures import Picture
from bot.chat.platform.safe_text import NAMED, shorten
from bot.play.storage.profiles import Explained

LONGEST_ALT = 1024
_MOST_BYTES = 8 * 1024 * 1024
"""Of the pictures of a message; Discord takes 10 MiB."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file by name; a fresh ``discord.File`` is made for every try to send it."""

    name: str
    data: bytes
    alt: str = ""

    def to_file(self) -> discord.File:
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt or None)


@dataclass(frozen=True, slots=True)
class FileShown:
    """A file that a message shows in its components. Discord lists it nowhere else.

    The address in ``media`` expires after a day or so: an edit names the file by its id.
    """

    media: discord.UnfurledMediaItem
    description: str

    @property
    def id(self) -> int:
        assert self.media.attachment_id is not None
        return self.media.attachment_id

    @property
    def filename(self) -> str:
        return self.media.url.partition("?")[0].rpartition("/")[2]

    def to_dict(self) -> dict[str, str]:
        """What discord.py sends of it in an edit that keeps it."""
        return {"id": str(self.id)}


@dataclass(frozen=True, slots=True)
class Message:
    """Components V2: ``view`` holds all text. ``pings`` are the users to be notified.

    ``kept`` are files that the message to be edited has, and goes on showing.
    ``explained`` is what its reader need not be told again.
    A view is sent once: build a new message for every send and edit.
    """

    view: discord.ui.LayoutView
    files: tuple[Attached, ...] = ()
    pings: tuple[int, ...] = ()
    kept: tuple[FileShown, ...] = ()
    explained: tuple[Explained, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the files that are sent."""
        return sum(len(file.data) for file in self.files)

    @property
    def mentions(self) -> discord.AllowedMentions:
        users: Sequence[discord.abc.Snowflake] = [discord.Object(user) for user in self.pings]
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=list(users)
        )

    def for_send(self) -> dict[str, Any]:
        """Arguments of ``send`` for a new message."""
        self.view.stop()  # serialised all the same, but not kept in memory by discord.py
        return {
            "view": self.view,
            "files": [each.to_file() for each in self.files],
            "allowed_mentions": self.mentions,
        }

    def for_edit(self) -> dict[str, Any]:
        """Arguments of ``edit``: the new files replace the old ones, but those that are kept."""
        self.view.stop()
        return {
            "view": self.view,
            "attachments": [*self.kept, *(each.to_file() for each in self.files)],
            "allowed_mentions": self.mentions,
        }


def mention(text: str, ids: Mapping[str, int]) -> str:
    """``text`` with the commands that Discord knows as mentions."""

    def replace(found: re.Match[str]) -> str:
        name, options = found["name"], found["options"].strip()
        if name not in ids:
            return found[0]
        return f"</{name}:{ids[name]}>" + (f" `{options}`" if options else "")

    return NAMED.sub(replace, text)


def with_mentions(message: Message, ids: Mapping[str, int]) -> Message:
    """``message``, whose own texts are changed. Doing it again changes nothing."""
    for part in message.view.walk_children():
        if isinstance(part, discord.ui.TextDisplay):
            part.content = mention(part.content, ids)
    return message


def attach(picture: Picture, name: str) -> tuple[Attached, ...]:
    """The picture as a file, its alt text as long as Discord takes it; its closeup first.

    ``board-12.png`` has ``closeup-board-12.png`` before it: a phone shows that large. The
    closeup stays out when both together would be too much for Discord.
    """
    whole = Attached(name, picture.png, shorten(picture.alt, LONGEST_ALT))
    if picture.closeup is None or len(whole.data) + len(picture.closeup.png) > _MOST_BYTES:
        return (whole,)
    return (*attach(picture.closeup, f"closeup-{name}"), whole)


def shown_files(message: discord.Message) -> tuple[FileShown, ...]:
    """The files that the components of a message show, in order."""
    found = _media(message.components)
    return tuple(FileShown(*each) for each in found if each[0].attachment_id is not None)


def _media(
    components: Iterable[discord.Component],
) -> Iterator[tuple[discord.UnfurledMediaItem, str]]:
    for part in components:
        match part:
            case discord.components.Container():
                yield from _media(part.children)
            case discord.components.SectionComponent():
                yield from _media((*part.children, part.accessory))
            case discord.components.MediaGalleryComponent():
                yield from ((item.media, item.description or "") for item in part.items)
            case discord.components.ThumbnailComponent():
                yield part.media, part.description or ""
            case discord.components.FileComponent():
                yield part.media, ""
