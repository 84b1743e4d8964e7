"""Shots in the enemy's activations by standing order (4.6, D-065)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.core.notation import Request
from games.core.standing import GivenOrders
from games.core.types import Decision, Seat
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.attacks.shots import Interrupt
from games.cosmic_conflict.rules.orders.usage import automatic_payment
from games.cosmic_conflict.rules.values import paid_text
from games.cosmic_conflict.standing.topics import AUTO, NEVER, SHOTS, about
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.units import CommandName, Unit
from games.cosmic_conflict.view import View


def asks(view: View, decision: Decision, orders: GivenOrders) -> bool:
    """Whether the player wants to be asked about a ship that could fire now, as all can see."""
    table = view.table
    return any(
        SHOTS[by].asks(orders, about(unit.id))
        for unit in table.in_space(side_of(decision.seat))
        if windows.armed(table, unit)
        for by in windows.interrupt_means(table, unit)
    )


def choose_shot(view: View, decision: Decision, orders: GivenOrders) -> Interrupt | None:
    """The legal shot that promises most damage, of the first ship in fleet order that has one as
    good as its orders ask for; a Contingent Attack, which is free, before a Snap Attack."""
    request = Request(view, decision)
    for unit in view.table.in_space(side_of(decision.seat)):
        for by, topic in SHOTS.items():
            value = topic.unasked(orders, about(unit.id))
            if value == NEVER:
                continue
            pay = payment(view, decision.seat, unit, "snap") if by == "snap" else ""
            least = Fraction(0 if value == AUTO else int(value))
            for _, weapon, target in sorted(_shots(view, unit, least), key=lambda shot: -shot[0]):
                move = Interrupt(by, unit.id, weapon, target, pay=pay)
                if NOTATION.refusal(request, move) is None:
                    return move
    return None


def payment(view: View, seat: Seat, unit: Unit, name: CommandName) -> str:
    """What pays for an automatic Command, empty for nothing (4.3)."""
    unit = view.table.commander(unit)
    pay = automatic_payment(view.table, unit, view.sheet(seat).of(unit.id), name)
    return "" if pay is None else paid_text(view.table.design(unit), pay).upper()


def _shots(view: View, unit: Unit, least: Fraction) -> Iterator[tuple[Fraction, str, str]]:
    """Mean damage, Weapon and target of what promises damage, and as much as ``least``."""
    table = view.table
    for place in windows.ready_weapons(table, unit):
        for enemy in table.enemies(unit):
            if targeting.can_attack(table, unit, place, enemy):
                mean = targeting.declared(table, unit, place, enemy).terms.odds.mean
                if mean > 0 and mean >= least:
                    yield mean, table.design(unit).labels[place], enemy.id
