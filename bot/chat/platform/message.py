"""A message to send, independent of its target: channel, DM, or private answer; and what of it
Discord would refuse, as discord.py checks little of that.

Commands are counted by ``tools.discord_caps``.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.chat.platform.custom_ids import LONGEST
from bot.chat.platform.pictures import Picture
from bot.chat.platform.safe_text import NAMED, shorten, shorten_bytes
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
    """Components V2: ``view`` holds all text. ``pings`` are the users to be notified, ``roles``
    those whose members are.

    ``kept`` are files that the message to be edited has, and goes on showing.
    ``explained`` is what its reader need not be told again.
    A view is sent once: build a new message for every send and edit.
    """

    view: discord.ui.LayoutView
    files: tuple[Attached, ...] = ()
    pings: tuple[int, ...] = ()
    kept: tuple[FileShown, ...] = ()
    explained: tuple[Explained, ...] = ()
    roles: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the files that are sent."""
        return sum(len(file.data) for file in self.files)

    @property
    def mentions(self) -> discord.AllowedMentions:
        users: Sequence[discord.abc.Snowflake] = [discord.Object(user) for user in self.pings]
        roles: Sequence[discord.abc.Snowflake] = [discord.Object(role) for role in self.roles]
        return discord.AllowedMentions(
            everyone=False, roles=list(roles), replied_user=False, users=list(users)
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


def has_files_of_all(message: discord.Message) -> bool:
    """Whether Discord has said of every picture that it shows which file it is."""
    return all(media.attachment_id is not None for media, _ in _media(message.components))


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


# --- Discord's limits. What is too big is said in words; an empty answer is fine ---

COMPONENTS = 40
TEXT = 4000
BYTES = 9000
"""Discord fails with 500 near 10,170 bytes of text; it documents no limit."""
_PER_TEXT = 12
LABEL = 80
FILES = 10
UPLOAD = 10 * 1024 * 1024
PINGS = 100

PANEL_COMPONENTS = 30
PANEL_TEXT = 3500
"""Our own budget for panels keeps clear of what Discord refuses."""

_ROW, _BUTTON, _SELECTS = 1, 2, (3, 5, 6, 7, 8)
_TEXT, _GALLERY = 10, 12


def message_faults(
    message: Message, *, components: int = COMPONENTS, text: int = TEXT
) -> tuple[str, ...]:
    """What Discord would refuse of a message."""
    # discord.py has left this method without types.
    components_of: Callable[[], list[dict[str, Any]]] = message.view.to_components
    parts = list(walk(components_of()))
    texts = [str(part.get("content", "")) for part in parts if part["type"] == _TEXT]
    faults = [
        *_excess("components", len(parts), components),
        *_excess("characters", sum(map(len, texts)), text),
        *_excess("bytes", sum(map(_count_bytes, texts)), BYTES),
        *_excess("files", len(message.files), FILES),
        *_excess("bytes of files", sum(len(file.data) for file in message.files), UPLOAD),
        *_excess("pings", len(message.pings), PINGS),
        *_ids(parts),
    ]
    names = {file.name for file in message.files} | {file.filename for file in message.kept}
    for file in message.files:
        faults += _excess(f"alt text of {file.name}", len(file.alt), LONGEST_ALT)
    for part in parts:
        faults += _part_faults(part)
        faults += [f"no file {name}" for name in _attachments(part) if name not in names]
    if any(not each for each in texts):
        faults.append("an empty text")
    return tuple(faults)


def panel_faults(message: Message) -> tuple[str, ...]:
    return message_faults(message, components=PANEL_COMPONENTS, text=PANEL_TEXT)


def first_fitting(
    candidates: Iterable[Callable[[], Message]],
    faults: Callable[[Message], tuple[str, ...]] = message_faults,
) -> Message:
    """The first candidate without faults, best first; the last one whatever it is."""
    message: Message | None = None
    for build in candidates:
        message = build()
        if not faults(message):
            break
    assert message is not None, "at least one candidate is needed"
    return message


def fit(message: Message) -> Message:
    """``message``, its longest texts shortened until Discord takes them together.

    A text with code stays whole: what is to be confirmed is read from it again.
    """
    texts = [part for part in message.view.walk_children() if isinstance(part, ui.TextDisplay)]
    loose = [part for part in texts if "```" not in part.content]
    for size, most, cut in ((len, TEXT, shorten), (_count_bytes, BYTES, _shorten_bytes)):
        room = most - sum(size(part.content) for part in texts if part not in loose)
        longest = _cut_size([size(part.content) for part in loose], room)
        for part in loose:
            if size(part.content) > longest:
                part.content = _whole_lines(cut(part.content, longest))
    return message


def _cut_size(sizes: Sequence[int], room: int) -> int:
    """The size above which all must be cut to have room together."""
    for at, size in enumerate(sorted(sizes)):
        share = room // (len(sizes) - at)
        if size > share:
            return share
        room -= size
    return max(sizes, default=0)


def _whole_lines(text: str) -> str:
    """Drop the last line, in which ``text`` was cut, if most of the text remains."""
    whole = text.rpartition("\n")[0]
    return f"{whole}\n…" if len(whole) > len(text) // 2 else text


def _count_bytes(text: str) -> int:
    """The length of a text as Discord seems to count it."""
    return len(text.encode()) + _PER_TEXT


def _shorten_bytes(text: str, most: int) -> str:
    return shorten_bytes(text, most - _PER_TEXT)


def walk(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """All components, nested ones and accessories included."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        yield from walk(part for key in ("accessory", "component") if (part := component.get(key)))


def _part_faults(part: Mapping[str, Any]) -> list[str]:
    kind = part["type"]
    if kind == _ROW:
        inside = part["components"]
        return _excess("buttons in a row", len(inside), 5) + ([] if inside else ["an empty row"])
    if kind == _BUTTON:
        faults = _excess("label", len(part.get("label") or ""), LABEL)
        return faults + _excess("url", len(part.get("url") or ""), 512)
    if kind in _SELECTS:
        return _select_faults(part)
    if kind == _GALLERY:
        faults = _excess("pictures", len(part["items"]), 10)
        for item in part["items"]:
            faults += _excess("alt text", len(item.get("description") or ""), LONGEST_ALT)
        return faults
    return []


def _select_faults(part: Mapping[str, Any]) -> list[str]:
    options = part.get("options", ())
    faults = _excess("options", len(options), 25)
    faults += _excess("placeholder", len(part.get("placeholder") or ""), 150)
    for option in options:
        for field in ("label", "value", "description"):
            faults += _excess(f"option's {field}", len(option.get(field) or ""), 100)
    values = Counter(option["value"] for option in options)
    return faults + [f"option {value!r} stands twice" for value, n in values.items() if n > 1]


def _ids(parts: Sequence[Mapping[str, Any]]) -> list[str]:
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    faults = [f"custom id {each!r} stands twice" for each, n in Counter(ids).items() if n > 1]
    for each in ids:
        faults += _excess("custom id", len(each), LONGEST)
    return faults


def _attachments(part: Mapping[str, Any]) -> Iterator[str]:
    media = [item["media"] for item in part.get("items", ())]
    media += [part[key] for key in ("file", "media") if isinstance(part.get(key), Mapping)]
    for each in media:
        if each["url"].startswith("attachment://"):
            yield each["url"].removeprefix("attachment://")


def _excess(what: str, count: int, most: int) -> list[str]:
    return [f"{what}: {count}, at most {most}"] if count > most else []
