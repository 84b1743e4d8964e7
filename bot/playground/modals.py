"""Modals as forms of our page. A modal has no message: it is kept here until it is sent."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import simcord

from bot.playground.messages import Json

KEPT = 50
_TEXT, _SELECT, _WORDS, _LABEL, _ROW = 4, 3, 10, 18, 1
_RADIO, _BOXES, _BOX = 21, 22, 23
_LONG = 2


@dataclass(frozen=True, slots=True)
class Opened:
    person: int
    answer: simcord.InteractionResult


class Forms:
    """The modals that are open on somebody's page, by a name that cannot be guessed."""

    def __init__(self) -> None:
        self._opened: dict[str, Opened] = {}

    def keep(self, person: int, answer: simcord.InteractionResult) -> Json | None:
        """The form of an answer that is a modal, else ``None``."""
        modal = answer.modal
        if modal is None:
            return None
        name = secrets.token_urlsafe(8)
        self._opened[name] = Opened(person, answer)
        while len(self._opened) > KEPT:
            del self._opened[next(iter(self._opened))]
        fields = list(_fields(modal.get("components") or []))
        return {"name": name, "title": str(modal.get("title", "")), "fields": fields}

    def take(self, person: int, name: str) -> Opened:
        """Take an open form. Raises ``KeyError`` for one that this person does not have."""
        opened = self._opened[name]
        if opened.person != person:
            raise KeyError(name)
        return opened

    def forget(self, name: str) -> None:
        self._opened.pop(name, None)


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[Json]:
    for component in components:
        kind = component.get("type")
        if kind == _ROW:
            yield from _fields(component.get("components") or [])
        elif kind == _LABEL:
            inner = component.get("component") or {}
            yield _field(inner, component.get("label") or "", component.get("description") or "")
        elif kind == _WORDS:
            yield {"kind": "words", "text": component.get("content", "")}
        else:
            yield _field(component, component.get("label") or "", "")


def _field(control: Mapping[str, Any], label: str, detail: str) -> Json:
    kind = control.get("type")
    common = {"id": control.get("custom_id", ""), "label": label, "detail": detail}
    if kind == _TEXT:
        return {
            **common,
            "kind": "text",
            "long": control.get("style") == _LONG,
            "required": control.get("required", True),
            "value": control.get("value") or "",
            "hint": control.get("placeholder") or "",
            "least": control.get("min_length") or 0,
            "most": control.get("max_length") or 4000,
        }
    if kind == _BOX:
        return {**common, "kind": "box", "chosen": bool(control.get("default"))}
    if kind in (_SELECT, _RADIO, _BOXES):
        several = kind == _BOXES or (control.get("max_values") or 1) > 1
        return {
            **common,
            "kind": "choice",
            "several": several,
            "bare": kind == _RADIO,
            "required": control.get("required", kind == _SELECT),
            "options": [
                {
                    "value": option["value"],
                    "label": option["label"],
                    "detail": option.get("description") or "",
                    "chosen": bool(option.get("default")),
                }
                for option in control.get("options") or []
            ],
        }
    return {"kind": "words", "text": f"({label}: this page cannot ask for that)"}
