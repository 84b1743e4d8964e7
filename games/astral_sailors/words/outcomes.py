"""What came of an event, for receipts and digests: names of units and kinds, no arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from games.astral_sailors import events as e
from games.astral_sailors.names import called, counted, listed, seat_name, team_name
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Throw
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words import event_sentences
from games.core.events import Event
from games.core.telling import roster


def outcome(view: SailorsView, event: Event) -> str:
    said = _outcome(view, event)
    for number, team in enumerate(view.table.teams):
        if len(team.seats) == 1:  # events tell of teams, whose name says less than the colour
            colour = seat_name(team.seats[0])
            said = re.sub(rf"\b{team_name(number)}\b( \({colour}\))?", colour, said)
    return said


def _outcome(view: SailorsView, event: Event) -> str:
    if isinstance(event, e.ObjectiveGiven) and view.seat is not None:
        own = "Your team's" if len(view.table.teams[event.team].seats) > 1 else "Your"
        return event_sentences.tell(event).replace(f"{team_name(event.team)}'s", own, 1)
    if kinds := _KINDS.get(type(event)):
        return kinds(view.table, event)
    named = _name_units(view.table, event)
    build = _OUTCOMES.get(type(event))
    return build(named) if build else event_sentences.tell(named)


def kind_names(table: Table, kinds: Sequence[str]) -> str:
    """``Director-Marshal, 2 Gun Crews and 6 Labourers``"""
    return roster(table.catalogue.units[kind].name for kind in kinds)


_UNITS = ("unit", "by", "source", "attacker", "defender", "target", "targets", "units", "held")


def _name_units(table: Table, value: Any) -> Any:
    """An event or a throw in which units have their names."""
    named: dict[str, Any] = {}
    for name in (each.name for each in fields(value)):
        found = getattr(value, name)
        if isinstance(found, Throw):
            named[name] = _name_units(table, found)
        elif name in _UNITS and isinstance(found, tuple):
            named[name] = tuple(called(table, each) for each in found)
        elif name in _UNITS and isinstance(found, str):
            named[name] = called(table, found)
    return replace(value, **named)


def _list(table: Table, event: e.ArmyEdited) -> str:
    if not event.units:
        return "Your army list is empty."
    return f"Your army list: {kind_names(table, event.units)}, {counted(event.total, 'point')}."


def _armies(table: Table, event: e.ArmiesRevealed) -> str:
    """The units of both; of several armies only how many."""
    if len(event.lists) > 2 or not any(event.lists):
        return event_sentences.tell(event)
    armies = (
        f"{seat_name(seat)} has {kind_names(table, units)}"
        for seat, units in enumerate(event.lists)
    )
    return f"All armies are locked and revealed: {'; '.join(armies)}."


def _revealed(table: Table, event: e.UnitRevealed) -> str:
    return f"{event.unit} is revealed: it is {kind_names(table, (event.of,))}."


def _declared(event: e.AttackDeclared) -> str:
    if event.how not in event_sentences.DOES:
        return ""
    return f"{event.attacker} {event_sentences.DOES[event.how]} {listed(event.targets)}."


def _resolved(event: e.ExchangeResolved) -> str:
    wounds = counted(event.wounds, "wound") if event.wounds else "no wound"
    return f"{event_sentences.who(event)}: {wounds}."


def _hurt(event: e.WoundsTaken) -> str:
    if event.paid:
        paid = f"pays off {counted(event.paid, 'wound')} for {counted(event.price, 'point')}"
        return f"{event.unit} {paid}; {event.left} RE left."
    return f"{event.unit} has {event.left} RE left." if event.left else ""


def _eliminated(event: e.UnitEliminated) -> str:
    where = "out of the match" if event.commander else "back in its Reserve"
    name = f"The Commander {event.unit}" if event.commander else event.unit
    return f"{name} is eliminated{f' by {event.by}' if event.by else ''}, {where}."


def _rerolled(event: e.Rerolled) -> str:
    dice = counted(len(event.before), f"{event.role} die", f"{event.role} dice")
    return f"{event.unit} re-rolls {dice}."


def _income(event: e.IncomePaid) -> str:
    return f"{seat_name(event.seat)} earns {counted(event.total, 'point')} and has {event.pool}."


_KINDS: Mapping[type[Event], Callable[[Table, Any], str]] = {
    e.ArmyEdited: _list,
    e.ArmiesRevealed: _armies,
    e.UnitRevealed: _revealed,
}
_OUTCOMES: Mapping[type[Event], Callable[[Any], str]] = {
    e.AttackDeclared: _declared,
    e.ExchangeResolved: _resolved,
    e.WoundsTaken: _hurt,
    e.UnitEliminated: _eliminated,
    e.Rerolled: _rerolled,
    e.IncomePaid: _income,
    e.DiceOffRolled: event_sentences.dice_off_outcome,
}
