"""Refusals and lookups that many verbs share (4.8, 4.15)."""

from __future__ import annotations

from typing import Final

from games.core.types import Forbidden
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.orders import MAIN, TOKEN, Moment, Orders
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request


def forbid(code: str, rule: str, sentence: str, instead: str = "") -> Forbidden:
    """A refusal with the canon's error code (4.15)."""
    return Forbidden(rule, sentence, instead=instead, code=f"E-{code}")


def malformed(sentence: str) -> Forbidden:
    return forbid("FORMAT", "D-001", sentence)


def side(request: Request) -> int:
    """The side of the seat that answers."""
    return side_of(request.decision.seat)


def hidden(request: Request, unit: Unit) -> Orders:
    """What an own unit hides, or its Lead Ship for it (CC-264)."""
    commander = request.view.table.commander(unit)
    return request.view.sheet(request.decision.seat).of(commander.id)


def unknown(table: Table, id: str) -> Forbidden | None:
    """Refuse an ID that no unit has (E-UNKNOWN-ID)."""
    if id in table.units:
        return None
    return forbid("UNKNOWN-ID", "CC-004", f"There is no unit {id}.", _present(table))


def _present(table: Table, side: int | None = None) -> str:
    found = ", ".join(unit.id for unit in table.in_space(side))
    return f"On the board: {found}." if found else ""


WINDOWS: Final = frozenset({"react", "resolve", "cloak"})
"""The kinds of decisions that ask in the middle of something (``rules.windows``)."""
PERSONAL: Final = WINDOWS | {"activate", "idle"}
"""The kinds of decisions in which each player of a side acts with own units; the others are about
what the side shares."""


def not_own(request: Request, id: str) -> Forbidden | None:
    """Why a unit is not the seat's own: unknown, or another's (E-UNKNOWN-ID, E-OWNER)."""
    table = request.view.table
    if refused := unknown(table, id):
        return refused
    if table.units[id].side != side(request):
        own = _present(table, side(request))
        return forbid("OWNER", "CC-001", f"{id} is not your unit.", own)
    if request.decision.kind in PERSONAL and not request.view.commands(table.units[id]):
        mine = ", ".join(each.id for each in table.of(side(request)) if request.view.commands(each))
        instead = f"You command {mine}." if mine else ""
        return forbid("OWNER", "D-087", f"{id} is commanded by another player.", instead)
    return None


def acting(request: Request) -> Unit | None:
    """The unit of the seat that is being activated."""
    now = request.view.course.acting
    unit = request.view.table.units[now.unit] if now else None
    return unit if unit is not None and unit.side == side(request) else None


def no_unit_acts(request: Request) -> Forbidden | None:
    """E-WINDOW where no own unit is being activated."""
    if acting(request):
        return None
    return forbid("WINDOW", "CC-077", "None of your units is being activated.")


def not_performing(request: Request, id: str) -> Forbidden | None:
    """Why a unit that a step names, or where it names none that which acts, does nothing now
    (E-WINDOW)."""
    refused, unit, table = no_unit_acts(request), acting(request), request.view.table
    if refused or unit is None or not id:
        return refused
    if refused := unknown(table, id):
        return refused
    if table.units[id] in table.group(unit):
        return None
    able = ", ".join(each.id for each in table.group(unit))
    return forbid("WINDOW", "CC-077", f"{id} is not being activated.", f"Now {able} may act.")


def performer(request: Request, id: str) -> Unit:
    """The unit that carries out a step: of the group that acts, by default its leader."""
    unit = request.view.table.units[id] if id else acting(request)
    assert unit is not None
    return unit


def moment(request: Request, unit: Unit) -> Moment:
    """What the moment is to an own unit in the Activation Phase."""
    now = request.view.course.acting
    if now is None or now.unit != request.view.table.leader(unit).id:
        return "idle"
    return "attacks" if now.stage == "attacks" else "moving"


def no_item(design: Design, unit: Unit, label: str, what: str) -> Forbidden | None:
    """Why an item of a unit does not exist (E-UNKNOWN-ID)."""
    if label in design.labels:
        return None
    there = [
        each
        for each, item in zip(design.labels, design.items, strict=True)
        if what != "Weapon" or isinstance(item, Weapon)
    ]
    instead = f"It has {', '.join(there) or 'none'}."
    return forbid("UNKNOWN-ID", "CC-013", f"{unit.id} has no {what} {label}.", instead)


def payment(design: Design, pay: str) -> int | None:
    """What a text such as NAV1 means as payment; ``None`` for an item that is not there."""
    if pay in ("TOKEN", "MAIN"):
        return TOKEN if pay == "TOKEN" else MAIN
    return design.labels.index(pay) if pay in design.labels else None


def paid_text(design: Design, pay: int) -> str:
    """How events tell a payment."""
    return {TOKEN: "token", MAIN: "main"}.get(pay) or design.labels[pay]
