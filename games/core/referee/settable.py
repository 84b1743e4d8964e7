"""Acts that most games need: on fields of frozen values, on units, and on the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from games.core.geometry.plane import Scale
from games.core.notation import Value, shown
from games.core.referee.edits import Act, Argument, choice, number
from games.core.settings import (
    Fixed,
    Labels,
    Settings,
    bounds_of,
    find_mark,
    has_several,
    values_of,
)
from games.core.types import Forbidden, Seat

# --- Fields ---

YES = choice("YES or NO", {"YES": True, "NO": False}, "Yes or no?")
COUNT = range(100)


@dataclass(frozen=True)
class Field:
    """A field that a referee may set.

    ``name``   in the dataclass
    ``what``   in sentences: ``failed checks``
    ``value``  the bounds of a number, or an argument where the type does not say all
    ``word``   in the text form, by default the name
    ``act``    in JSON, by default the name without underscores
    ``rule``   that of the bounds
    """

    name: str
    what: str
    value: range | Argument = COUNT
    word: str = ""
    act: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Fields:
    """Makes acts that set fields of values of one type.

    ``of``       a frozen dataclass
    ``where``    the arguments that name one of the values
    ``form``     the text form, with WORD for the field: ``{unit} WORD {value}``
    ``what``     in sentences, with WHAT for the field: ``the WHAT of {unit}``
    ``get``      a value, of a view or of what the game's ``perform`` passes
    ``put``      changes fields of it, in what ``perform`` passes: as the ``put`` of an ``Act``
    ``by_seat``  whether the fields hold a value for each seat; the last of ``where`` is a seat
    """

    of: type
    where: Mapping[str, Argument]
    form: str
    what: str
    get: Callable[..., Any]
    put: Callable[..., Any]
    by_seat: bool = False

    def acts(self, *fields: Field, **more: Any) -> tuple[Act, ...]:
        """``more`` is that of each ``Act``."""
        hints = get_type_hints(self.of)
        return tuple(self._act(field, hints[field.name], more) for field in fields)

    def _act(self, field: Field, hint: Any, more: Mapping[str, Any]) -> Act:
        word = field.word or field.name.upper()
        form = self.form.replace("WORD", word)
        kind = get_args(hint)[0] if self.by_seat else hint

        def now(view: Any, *at: Any) -> Any:
            found = getattr(self.get(view, *at), field.name)
            return found[at[-1]] if self.by_seat else found

        def put(builder: Any, *given: Any) -> Any:
            *at, value = given
            if self.by_seat:
                values = list(getattr(self.get(builder, *at), field.name))
                values[at[-1]] = value
                value = tuple(values)
            return self.put(builder, *at, **{field.name: value})

        return Act(
            field.act or field.name.replace("_", ""),
            form,
            field.what[:1].upper() + field.what[1:],
            {**self.where, "value": _argument(kind, field)},
            put,
            self.what.replace("WHAT", field.what),
            now,
            rule=field.rule,
            **more,
        )


def _argument(kind: Any, field: Field) -> Argument:
    if isinstance(field.value, Argument):
        return field.value
    if kind is bool:
        return YES
    if get_origin(kind) is Literal:
        words = {str(each).upper(): each for each in get_args(kind)}
        return choice(f"one of {', '.join(words)}", words)
    return number(field.value)


# --- Units ---

SIDES = ("Red", "Blue")
SIDE = choice(
    "RED or BLUE",
    {"RED": Seat(0), "BLUE": Seat(1)},
    "Which side?",
    called=lambda _, seat: SIDES[seat],
)


def side_of(code: str) -> tuple[str, str]:
    """The group of a unit's side."""
    return code[0], SIDES["RB".index(code[0])]


@dataclass(frozen=True)
class Units:
    """Makes acts on units.

    ``value``    the text form of a code
    ``named``    a unit with its name, from the view and its code
    ``state``    where it is and how it is
    ``missing``  refuses a code without a unit
    ``called``   its name in sentences, by default the code
    ``group``    the group of its side
    """

    value: Value[Any, str]
    named: Callable[[Any, str], str]
    state: Callable[[Any, str], str]
    missing: Callable[[Any, str], Forbidden | None]
    called: Callable[[Any, str], str] | None = None
    group: Callable[[str], tuple[str, str]] = side_of

    @property
    def any(self) -> Argument:
        return self.one_of(
            "Which unit?",
            lambda view: view.table.units.values(),
            detail=self.state,
            group=lambda _, code: self.group(code),
        )

    def one_of(self, prompt: str, found: Callable[..., Iterable[Any]], **more: Any) -> Argument:
        """A unit among those ``found`` by the view and the codes before."""
        return Argument(
            self.value,
            prompt,
            lambda view, *codes: tuple(unit.code for unit in found(view, *codes)),
            label=self.named,
            called=self.called,
            missing=self.missing,
            **more,
        )

    def act(
        self,
        name: str,
        form: str,
        label: str,
        value: Argument | None,
        put: Callable[..., Any],
        **more: Any,
    ) -> Act:
        """What is done to a unit, with a ``value`` where there is one."""
        args = {"unit": self.any, **({"value": value} if value else {})}
        return Act(name, f"{{unit}} {form}", label, args, put, **more)

    def fields(self, of: type, *fields: Field, **more: Any) -> tuple[Act, ...]:
        """Acts that set fields of units, which are of this type: ``R4 MODELS 2``."""
        return Fields(
            of,
            {"unit": self.any},
            "{unit} WORD {value}",
            "the WHAT of {unit}",
            lambda holder, code: holder.table.units[code],
            lambda builder, code, **values: builder.put(builder.unit(code), **values),
        ).acts(*fields, **more)


def side_fields(of: type, *fields: Field, side: Argument = SIDE, **more: Any) -> tuple[Act, ...]:
    """Acts that set the value of one ``side`` in fields of the table: ``BONUS BLUE 2``."""
    where, form, what = {"side": side}, "WORD {side} {value}", "the WHAT of {side}"
    return Fields(of, where, form, what, _table, _change, by_seat=True).acts(*fields, **more)


def table_fields(of: type, *fields: Field, **more: Any) -> tuple[Act, ...]:
    """Acts that set fields of the table, or of the state of a game without one: ``ROUND 3``."""
    return Fields(of, {}, "WORD {value}", "the WHAT", _table, _change).acts(*fields, **more)


def _table(holder: Any, *_: Any) -> Any:
    return getattr(holder, "table", holder)


def _change(builder: Any, *_: Any, **values: Any) -> Any:
    return builder.change(**values) if hasattr(builder, "change") else replace(builder, **values)


def side_with_room(most: int) -> Argument:
    """A side that has not as many units as it can have."""
    return replace(SIDE, offered=lambda view: [n for n in (0, 1) if len(view.table.of(n)) < most])


def next_code(table: Any, seat: Seat) -> str:
    """The code of another unit of a seat."""
    numbers = [int(unit.code[1:]) for unit in table.of(seat)]
    return f"{'RB'[seat]}{max(numbers, default=0) + 1}"


# --- Settings of a running match ---

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
        found = self.values.get(name) or (_setting_argument(known) if known else Argument(_RAW))
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


def _setting_argument(of: FieldInfo) -> Argument:
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
