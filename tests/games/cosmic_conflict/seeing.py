"""Views for the tests of words, and what is said of them."""

from __future__ import annotations

from typing import Any

from games.core.types import Decision, Seat, Seated
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.state import State, view_of
from games.cosmic_conflict.table.course import Progress, seat_of
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import RuleTask
from games.cosmic_conflict.table.units import OrderName, Table
from games.cosmic_conflict.view import Sheet, View
from games.cosmic_conflict.words.words import CosmicWords

WORDS = CosmicWords()


def seen(
    table: Table,
    side: int,
    *agenda: RuleTask,
    sheet: Sheet | None = None,
    others: Sheet | None = None,
    **course: Any,
) -> View:
    """What a side sees that has a ``sheet``, while the other side has that of ``others``."""
    values = {"agreement": Agreement(), "phase": "activation", **course}
    sheets = sheet or Sheet(), others or Sheet()
    state = State(table, Progress(agenda=agenda, **values), sheets if side == 1 else sheets[::-1])
    return view_of(state, Seated(seat_of(side)))


def asked(view: View, kind: str = "react") -> str:
    return WORDS.ask(view, _decision(view, kind))


def considered(view: View, move: Answer, kind: str = "activate") -> tuple[str, ...]:
    return WORDS.consider(view, _decision(view, kind), move)


def _decision(view: View, kind: str) -> Decision:
    return Decision(view.seat or Seat(0), kind, 0)


def hiding(unit: str, *names: OrderName, token: bool = False) -> Sheet:
    """A sheet where one unit has Orders in its main slot, or a Token."""
    return Sheet(orders={unit: Orders(token, tuple((MAIN, name) for name in names))})
