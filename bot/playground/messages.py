"""Discord messages as plain JSON for our page: words, pictures, buttons, selects.

Nothing is marked up here. The page makes text nodes of all words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import components as parts

from bot.chat.platform.message import shown_files
from bot.playground.unpromised import download

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MessageFile:
    """A file of a message, whether its components show it or Discord lists it."""

    message: discord.Message
    id: int
    filename: str
    description: str
    url: str
    content_type: str

    async def read(self) -> bytes:
        return await download(self.message, self.url)


Files: TypeAlias = dict[str, MessageFile]
"""By address."""

STYLES = {
    discord.ButtonStyle.primary: "primary",
    discord.ButtonStyle.success: "success",
    discord.ButtonStyle.danger: "danger",
}


def message_files(message: discord.Message) -> tuple[MessageFile, ...]:
    """The files of a message, those that it shows before those that it only lists."""
    shown = (
        (file.id, file.filename, file.description, file.media.url, file.media.content_type)
        for file in shown_files(message)
    )
    listed = (
        (file.id, file.filename, file.description, file.url, file.content_type)
        for file in message.attachments
    )
    return tuple(
        MessageFile(message, number, name, alt or "", url, kind or "application/octet-stream")
        for number, name, alt, url, kind in (*shown, *listed)
    )


def to_json(message: discord.Message, reader: int) -> Json:
    """One message as ``reader`` (a user id) sees it."""
    known = {file.url: file for file in message_files(message)}
    shown = [_part(part, known) for part in message.components]
    body = [part for part in shown if part is not None]
    if message.content:
        body.insert(0, {"kind": "text", "text": message.content})
    body.extend(_file(known[file.url]) for file in message.attachments)
    return {
        "id": str(message.id),
        "at": round(message.created_at.timestamp()),
        "own": message.author.id == reader,
        "private": message.flags.ephemeral,
        "parts": body,
    }


def file_address(file: MessageFile) -> str:
    return f"picture/{file.message.id}/{file.id}"


def _part(part: parts.Component, files: Files) -> Json | None:
    def inner(children: Iterable[parts.Component]) -> list[Json]:
        found = (_part(child, files) for child in children)
        return [each for each in found if each is not None]

    match part:
        case parts.TextDisplay():
            return {"kind": "text", "text": part.content}
        case parts.Container():
            accent = f"#{part.accent_colour.value:06x}" if part.accent_colour else ""
            return {"kind": "group", "accent": accent, "parts": inner(part.children)}
        case parts.SectionComponent():
            beside = _part(part.accessory, files)
            return {"kind": "section", "parts": inner(part.children), "beside": beside}
        case parts.ActionRow():
            return {"kind": "row", "parts": inner(part.children)}
        case parts.SeparatorComponent():
            return {"kind": "rule"} if part.visible else None
        case parts.MediaGalleryComponent():
            pictures = [_media(item.media, item.description, files) for item in part.items]
            return {"kind": "gallery", "parts": pictures}
        case parts.ThumbnailComponent():
            return _media(part.media, part.description, files)
        case parts.FileComponent():
            return _media(part.media, None, files)
        case parts.Button():
            return _button(part)
        case parts.SelectMenu():
            return _select(part)
        case _:
            return {"kind": "text", "text": "(something that this page cannot show)"}


def _media(media: parts.UnfurledMediaItem, alt: str | None, files: Files) -> Json:
    file = files.get(media.url)
    if file is None:
        return {"kind": "text", "text": f"(a picture from elsewhere: {media.url})"}
    return _file(file, alt)


def _file(file: MessageFile, alt: str | None = None) -> Json:
    return {
        "kind": "picture" if file.content_type.startswith("image/") else "file",
        "address": file_address(file),
        "name": file.filename,
        "alt": alt or file.description,
    }


def _button(button: parts.Button) -> Json:
    emoji = button.emoji.name if button.emoji is not None and not button.emoji.id else ""
    return {
        "kind": "button",
        "id": button.custom_id or "",
        "label": " ".join(filter(None, (emoji, button.label))),
        "style": STYLES.get(button.style, "secondary"),
        "disabled": button.disabled,
        "url": button.url or "",
    }


def _select(select: parts.SelectMenu) -> Json:
    return {
        "kind": "select",
        "id": select.custom_id,
        "prompt": select.placeholder or "Choose",
        "least": select.min_values,
        "most": select.max_values,
        "disabled": select.disabled or select.type is not discord.ComponentType.string_select,
        "options": [
            {
                "value": option.value,
                "label": option.label,
                "detail": option.description or "",
                "chosen": option.default,
            }
            for option in select.options
        ],
    }
