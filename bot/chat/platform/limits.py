"""Discord's limits of messages, checked before sending: discord.py checks few of them.

What is too big is said in words; an empty answer means that Discord will take
it. Commands are counted by ``tools.discord_caps``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from discord import ui

from bot.chat.platform.custom_ids import LONGEST
from bot.chat.platform.message import LONGEST_ALT, Message
from bot.chat.platform.safe_text import shorten, shorten_bytes

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
    """Without the line in which ``text`` was cut, if most of it is left then."""
    whole = text.rpartition("\n")[0]
    return f"{whole}\n…" if len(whole) > len(text) // 2 else text


def _count_bytes(text: str) -> int:
    """As Discord seems to count a text."""
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
