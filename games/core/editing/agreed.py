"""The act that changes settings of a running match: ``OPTION ROUND_LIMIT 12``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, get_origin

from pydantic.fields import FieldInfo

from games.core.editing.acts import Act, Argument, choice, number
from games.core.geometry.plane import Scale
from games.core.notation import Value, shown
from games.core.refusals import Forbidden
from games.core.settings import (
    Fixed,
    Labels,
    Settings,
    bounds_of,
    find_mark,
    has_several,
    values_of,
)

LONGEST_NAME = 40
NONE = "NONE"


@dataclass(frozen=True)
class Agreed:
    """The settings of a game, and which of them a referee may change.

    ``settings``   their class, whose fields say what they can be and what fixes them
    ``forbid``     a refusal, from a sentence and what is possible instead
    ``refuse``     why other settings are impossible, from the view, the name of the one that is
                   changed and the settings with it
    ``values``     the arguments of settings whose types do not say all
    ``agreement``  the present ones, of a view or of what the game's ``perform`` passes
    ``put``        sets others, in what ``perform`` passes
    ``phase``      that of a view
    """

    settings: type[Settings]
    forbid: Callable[[str, str], Forbidden]
    refuse: Callable[[Any, str, Any], Forbidden | None] = lambda *_: None
    values: Mapping[str, Argument] = field(default_factory=dict)
    agreement: Callable[[Any], Any] = lambda holder: holder.table.agreement
    put: Callable[[Any, Any], Any] = lambda builder, after: builder.change(agreement=after)
    phase: Callable[[Any], str] = lambda view: view.table.phase

    @cached_property
    def act(self) -> Act:
        named = Argument(
            Value("a setting", _read_name, str.upper),
            "Which setting?",
            self.changeable,
            label=lambda _, name: self.title(name),
            detail=lambda view, name: f"now {self.value(name).name(view, self._now(view, name))}",
            called=lambda _, name: f"“{self.title(name)}”",
            missing=self._missing,
        )
        return Act(
            "option",
            "OPTION {option} {value}",
            "A setting of the match",
            {"option": named, "value": Argument(_RAW, given=self.value)},
            lambda builder, name, value: self.put(builder, self._with(builder, name, value)),
            "the option {option}",
            self._now,
            refuse=self._refused,
        )

    def changeable(self, view: Any) -> Iterator[str]:
        """The settings that can be changed now."""
        return (name for name in self.settings.model_fields if not self._fixed(view, name))

    def _fixed(self, view: Any, name: str) -> str:
        """Why a setting can no longer be changed, or nothing."""
        fixed = find_mark(self.settings.model_fields[name], Fixed)
        if fixed is None or self.phase(view) in fixed.before:
            return ""
        return f"can no longer be changed: {fixed.why}"

    def value(self, name: str) -> Argument:
        """What a setting can be."""
        known = self.settings.model_fields.get(name)
        found = self.values.get(name) or (_argument(known) if known else Argument(_RAW))
        return replace(found, prompt=found.prompt or f"{self.title(name)}:")

    def title(self, name: str) -> str:
        known = self.settings.model_fields.get(name)
        return (known.title if known else "") or name

    def _now(self, holder: Any, name: str) -> Any:
        return getattr(self.agreement(holder), name)

    def _with(self, holder: Any, name: str, value: Any) -> Any:
        return self.agreement(holder).replace(**{name: value})

    def _refused(self, view: Any, name: str, value: Any) -> Forbidden | None:
        if wrong := self.value(name).outside(value, view):
            return self.forbid(f"“{self.title(name)}” {wrong}.", "")
        return self.refuse(view, name, self._with(view, name, value))

    def _missing(self, view: Any, name: str) -> Forbidden | None:
        if name not in self.settings.model_fields:
            some = ", ".join([*map(str.upper, self.changeable(view))][-4:])
            return self.forbid(f"There is no option {shown(name.upper())}.", f"Some are {some}.")
        why = self._fixed(view, name)
        return self.forbid(f"“{self.title(name)}” {why}.", "") if why else None


def _read_name(_: Any, text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise ValueError
    return text.lower().replace("-", "_")


_RAW: Value[Any, str] = Value("its value", lambda _, text: text, extent=".+")


def _argument(of: FieldInfo) -> Argument:
    """What a setting can be, by its type; anything where that does not say it."""
    kind, scale = of.annotation, find_mark(of, Scale)
    if kind is bool:
        words = {"YES": True, "NO": False, "Y": True, "ON": True, "N": False, "OFF": False}
        return choice("YES or NO", words, label=_label, called=_words)
    if get_origin(kind) is Literal:
        return _choice(of, {str(value).upper(): value for value in values_of(of)})
    if has_several(of):
        return _several(of, values_of(of))
    if kind is int and scale:
        return replace(number(bounds_of(of)), value=_length(scale), example=scale.write(of.default))
    return number(bounds_of(of)) if kind is int else Argument(_RAW)


def _length(scale: Scale) -> Value[Any, int]:
    wanted = f"a number such as {scale.write(scale.unit * 5 // 2)}"
    return Value(wanted, lambda _, text: scale.read(text), scale.write)


def _choice(of: FieldInfo, words: Mapping[str, Any]) -> Argument:
    *others, last = words
    labels = (find_mark(of, Labels) or Labels()).by_value

    def label(view: Any, value: Any) -> str:
        return labels.get(value) or _label(view, value)

    wanted = f"{', '.join(others)} or {last}" if others else last
    return choice(wanted, words, label=label, called=_words)


def _several(of: FieldInfo, known: tuple[Any, ...]) -> Argument:
    """Some of the values in order, or none."""
    labels = (find_mark(of, Labels) or Labels()).by_value

    def read(_: Any, text: str) -> tuple[Any, ...]:
        words = [] if text == NONE else text.split()
        found = tuple(sorted(value for value in known if str(value).upper() in words))
        if len(found) < len(words):
            raise ValueError
        return found

    def write(values: tuple[Any, ...]) -> str:
        return " ".join(str(value).upper() for value in values) or NONE

    some = " ".join(str(value).upper() for value in known[::2])
    return Argument(
        Value(f"{NONE} or some such as {some}", read, write, r"\S+(?:\s+\S+)*"),
        offered=lambda *_: ((), *((value,) for value in known)),
        label=lambda _, values: ", ".join(str(labels.get(v, v)) for v in values) or "None",
        called=lambda _, values: write(values).lower(),
        example=some,
    )


def _words(_: Any, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _label(view: Any, value: Any) -> str:
    return _words(view, value).capitalize()
