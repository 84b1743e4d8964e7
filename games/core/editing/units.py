"""Arguments and acts on units with codes, in games of Red and Blue whose views have a ``table``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from games.core.editing.acts import Act, Argument, choice
from games.core.editing.fields import Field, Fields
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.core.seats import Seat

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


def side_fields(of: type, *fields: Field, **more: Any) -> tuple[Act, ...]:
    """Acts that set one of the two values of a field of the table: ``BONUS BLUE 2``."""
    where, form, what = {"side": SIDE}, "WORD {side} {value}", "the WHAT of {side}"
    return Fields(of, where, form, what, _table, _change, by_seat=True).acts(*fields, **more)


def table_fields(of: type, *fields: Field, **more: Any) -> tuple[Act, ...]:
    """Acts that set fields of the table: ``ROUND 3``."""
    return Fields(of, {}, "WORD {value}", "the WHAT", _table, _change).acts(*fields, **more)


def _table(holder: Any, *_: Any) -> Any:
    return holder.table


def _change(builder: Any, *_: Any, **values: Any) -> None:
    builder.change(**values)


def next_code(table: Any, seat: Seat) -> str:
    """The code of another unit of a seat."""
    numbers = [int(unit.code[1:]) for unit in table.of(seat)]
    return f"{'RB'[seat]}{max(numbers, default=0) + 1}"
