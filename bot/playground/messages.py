"""Discord messages as plain JSON for our page: words, pictures, buttons, selects.

Nothing is marked up here. The page makes text nodes of all words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import discord
from discord import components as parts

Json: TypeAlias = dict[str, Any]

STYLES = {
    discord.ButtonStyle.primary: "primary",
    discord.ButtonStyle.success: "success",
    discord.ButtonStyle.danger: "danger",
}


def readable(message: discord.Message, reader: int) -> Json:
    """One message as ``reader`` (a user id) sees it."""
    files = {file.filename: file for file in message.attachments}
    shown = [_part(part, message, files) for part in message.components]
    body = [part for part in shown if part is not None]
    if message.content:
        body.insert(0, {"kind": "text", "text": message.content})
    if not message.flags.components_v2:
        body.extend(_file(message, file) for file in message.attachments)
    return {
        "id": str(message.id),
        "at": round(message.created_at.timestamp()),
        "own": message.author.id == reader,
        "private": message.flags.ephemeral,
        "parts": body,
    }


def picture_address(message: discord.Message, file: discord.Attachment) -> str:
    return f"picture/{message.id}/{file.id}"


def _part(
    part: parts.Component, message: discord.Message, files: dict[str, discord.Attachment]
) -> Json | None:
    def inner(children: Iterable[parts.Component]) -> list[Json]:
        found = (_part(child, message, files) for child in children)
        return [each for each in found if each is not None]

    match part:
        case parts.TextDisplay():
            return {"kind": "text", "text": part.content}
        case parts.Container():
            accent = f"#{part.accent_colour.value:06x}" if part.accent_colour else ""
            return {"kind": "group", "accent": accent, "parts": inner(part.children)}
        case parts.SectionComponent():
            beside = _part(part.accessory, message, files)
            return {"kind": "section", "parts": inner(part.children), "beside": beside}
        case parts.ActionRow():
            return {"kind": "row", "parts": inner(part.children)}
        case parts.SeparatorComponent():
            return {"kind": "rule"} if part.visible else None
        case parts.MediaGalleryComponent():
            pictures = [_media(item.media, item.description, message, files) for item in part.items]
            return {"kind": "gallery", "parts": pictures}
        case parts.ThumbnailComponent():
            return _media(part.media, part.description, message, files)
        case parts.FileComponent():
            return _media(part.media, None, message, files)
        case parts.Button():
            return _button(part)
        case parts.SelectMenu():
            return _select(part)
        case _:
            return {"kind": "text", "text": "(something that this page cannot show)"}


def _media(
    media: parts.UnfurledMediaItem,
    alt: str | None,
    message: discord.Message,
    files: dict[str, discord.Attachment],
) -> Json:
    name = media.url.split("?")[0].rsplit("/", 1)[-1].removeprefix("attachment://")
    file = files.get(name)
    if file is None:
        return {"kind": "text", "text": f"(a picture from elsewhere: {media.url})"}
    return _file(message, file, alt)


def _file(message: discord.Message, file: discord.Attachment, alt: str | None = None) -> Json:
    is_picture = (file.content_type or "").startswith("image/")
    return {
        "kind": "picture" if is_picture else "file",
        "address": picture_address(message, file),
        "name": file.filename,
        "alt": alt or file.description or "",
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
