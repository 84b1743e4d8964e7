"""A message to be, independent of where it goes: channel, DM, or private answer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.pictures import Picture
from bot.chat.safe_text import shortened

LONGEST_ALT = 1024
_MOST_BYTES = 8 * 1024 * 1024
"""Of the pictures of a message; Discord takes 10 MiB."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file by name; a fresh ``discord.File`` is made for every try to send it."""

    name: str
    data: bytes
    alt: str = ""

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt or None)


@dataclass(frozen=True, slots=True)
class Message:
    """Components V2: ``view`` holds all text. ``pings`` are the users to be notified.

    A view is sent once: build a new message for every send and edit.
    """

    view: discord.ui.LayoutView
    files: tuple[Attached, ...] = ()
    pings: tuple[int, ...] = ()

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
            "files": [each.file() for each in self.files],
            "allowed_mentions": self.mentions,
        }

    def for_edit(self) -> dict[str, Any]:
        """Arguments of ``edit``: the new files replace the old ones."""
        self.view.stop()
        return {
            "view": self.view,
            "attachments": [each.file() for each in self.files],
            "allowed_mentions": self.mentions,
        }


def attached(picture: Picture, name: str) -> tuple[Attached, ...]:
    """The picture as a file, its alt text as long as Discord takes it; its closeup first.

    ``board-12.png`` has ``closeup-board-12.png`` before it: a phone shows that large. The
    closeup stays out when both together would be too much for Discord.
    """
    whole = Attached(name, picture.png, shortened(picture.alt, LONGEST_ALT))
    if picture.closeup is None or len(whole.data) + len(picture.closeup.png) > _MOST_BYTES:
        return (whole,)
    return (*attached(picture.closeup, f"closeup-{name}"), whole)
