"""What Discord would refuse of forms and of suggestions, in words; empty when it takes them.

Both are short by construction, so the bot itself never has to look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui
from discord.ui.select import BaseSelect

from bot.chat.platform.message import _excess, _ids, _part_faults, walk

_TEXT_INPUT, _LABEL = 4, 18


def faults_of_form(payload: Mapping[str, Any]) -> tuple[str, ...]:
    """``payload`` is the ``to_dict`` of a modal."""
    parts = list(walk(payload["components"]))
    faults = [
        *_excess("title", len(payload["title"]), 45),
        *_excess("fields", len(payload["components"]), 5),
        *_ids([payload, *parts]),
    ]
    for part in parts:
        if part["type"] == _LABEL:
            faults += _excess("label", len(part["label"]), 45)
            faults += _excess("description", len(part.get("description") or ""), 100)
        elif part["type"] == _TEXT_INPUT:
            faults += _excess("placeholder", len(part.get("placeholder") or ""), 100)
            faults += _excess("value", len(part.get("value") or ""), 4000)
        else:
            faults += _part_faults(part)
    return tuple(faults)


def silent_selects(view: ui.LayoutView | ui.Modal) -> list[str]:
    """Those that leave it to Discord to ask: "Make a selection"."""
    selects = (each for each in view.walk_children() if isinstance(each, BaseSelect))
    return [f"{each.custom_id} asks nothing" for each in selects if not each.placeholder]


def faults_of_suggestions(found: Sequence[tuple[str, str | int]]) -> tuple[str, ...]:
    """``found``: name and value of each."""
    faults = _excess("suggestions", len(found), 25)
    for name, value in found:
        faults += _excess("name", len(name), 100) + _excess("value", len(str(value)), 100)
        faults += [] if name else ["an empty name"]
    return tuple(faults)
