"""Matches in the Activation Phase at tables of one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules.windows import opened
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.units import OrderName, Unit
from tests.games.cosmic_conflict.matches import Match, standing
from tests.games.cosmic_conflict.scenes import scene, unit

Plain = tuple[Unit, Design]


class Hiding(NamedTuple):
    """A ship, its design, and what is on the sheet of its side."""

    unit: Unit
    design: Design
    orders: Orders


Pair = Plain | Hiding


def hidden(pair: Pair, *names: OrderName, slots: tuple[int, ...] = (MAIN,)) -> Hiding:
    """A ship that hides Orders, as everybody knows; ``acting`` puts them on its sheet."""
    each, design, *_ = pair
    orders = Orders(hidden=tuple(zip(slots, names, strict=True)))
    return Hiding(replace(each, slots=slots), design, orders)


def acting(
    *units: Pair, terrain: Any = (), initiative: int = 1, only: str = "", **agreed: Any
) -> Match:
    """The Activation Phase begins; all have activated but the ``only`` one, if it is named."""
    pairs = ((each[0], each[1]) for each in units)
    table = scene(*pairs, terrain=terrain, initiative=initiative)
    if only:
        done = (replace(each, activated=each.id != only) for each in table.units.values())
        table = table.put(*done)
    orders = {each.unit.id: each.orders for each in units if isinstance(each, Hiding)}
    return standing(table, "activation", orders, **agreed).step("begin-activation")


def ship(id: str, sic: str | Design, at: str, heading: int | None = None, **fields: Any) -> Plain:
    """A ship that faces the other side, at Velocity 2."""
    usual = 0 if id[0] == "a" else 180
    facing = usual if heading is None else heading
    return unit(id, sic, at, **{"heading": facing, "velocity": 2, **fields})


def pass_over(match: Match, key: str = "") -> Match:
    """Decline every window until dice or another question is reached, or a window ``key``."""
    while match.asked and match.asked[0].endswith("react"):
        if key and window(match) == key:
            break
        match.play("REACT NO")
    return match


def window(match: Match) -> str:
    """What the open window is about."""
    agenda = match.course.agenda
    found = opened(agenda[-1], match.table) if agenda else None
    return found.key if found else ""
