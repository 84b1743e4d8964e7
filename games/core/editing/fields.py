"""Acts that set fields of frozen values: what a field's type says is asked for, read and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from games.core.editing.acts import Act, Argument, choice, number

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
    ``put``      changes fields of it, in what ``perform`` passes
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

        def put(builder: Any, *given: Any) -> None:
            *at, value = given
            if self.by_seat:
                values = list(getattr(self.get(builder, *at), field.name))
                values[at[-1]] = value
                value = tuple(values)
            self.put(builder, *at, **{field.name: value})

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
