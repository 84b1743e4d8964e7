"""The Activation Phase: whose turn it is, which Size, and passing (CC-069 to 078, canon 3.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from games.core.types import Forbidden
from games.cosmic_conflict.rules.conditions import barred
from games.cosmic_conflict.table import Table, Unit


@dataclass(frozen=True, slots=True)
class Activation:
    """Where the phase is: a side must activate a unit of a Size, or pass.

    ``top``     the largest Size that had to be activated when this Size began
    ``passed``  the sides that passed at this Size
    """

    size: int
    side: int
    top: int
    descending: bool = False
    passed: tuple[int, ...] = ()

    @property
    def may_pass(self) -> bool:
        return self.size < self.top and not self.descending


def waiting(table: Table, size: int | None = None, side: int | None = None) -> Iterator[Unit]:
    """The units on the board that are still to be activated."""
    for unit in table.in_space(side):
        if not unit.activated and size in (None, table.size(unit)):
            yield unit


def first(table: Table) -> Activation | None:
    """Who begins; ``None`` where no unit is to be activated."""
    return _ascending(table, _sizes(table))


def after(table: Table, now: Activation) -> Activation | None:
    """Who is next once a unit of the side has been activated; ``None`` at the end of the phase."""
    side = _next_side(table, now, 3 - now.side)
    if side:
        return replace(now, side=side)
    sizes = _sizes(table)
    if not now.descending and (found := _ascending(table, (s for s in sizes if s > now.size))):
        return found
    return Activation(sizes[-1], _starting(table, sizes[-1]), sizes[-1], True) if sizes else None


def passing(table: Table, now: Activation) -> Activation | None:
    """Who is next once the side has passed. Raises ``Forbidden`` where it must not (CC-070)."""
    if now.descending:
        why = "On the way down from the largest Size nobody passes."
        raise Forbidden("CC-075", why, code="E-PASS-DOWN")
    if not now.may_pass:
        why = f"Size {now.size} is the largest: all of its units activate now."
        raise Forbidden("CC-074", why, code="E-PASS-TOP")
    return after(table, replace(now, passed=(*now.passed, now.side)))


def refuse(table: Table, now: Activation, unit: Unit) -> Forbidden | None:
    """Why a unit of the side cannot be activated (CC-069, CC-078)."""
    if not unit.in_space:
        why = f"{unit.id} is not on the board."
    elif table.size(unit) != now.size:
        why = f"{unit.id} is of Size {table.size(unit)}; now Size {now.size} is activated."
    elif unit.activated:
        return Forbidden("CC-078", f"{unit.id} has activated this turn.", code="E-DONE")
    else:
        return None
    eligible = ", ".join(each.id for each in waiting(table, now.size, now.side))
    return Forbidden("CC-069", why, instead=f"Possible: {eligible}.", code="E-SIZE-ORDER")


def is_leaving(unit: Unit) -> bool:
    """Whether a unit jumps when it is activated; Propulsion Damage cancels it (CC-178, D-070)."""
    return unit.jumping and not barred(unit, "hyperspace")


def departed(table: Table, unit: Unit) -> Table:
    """After the activation of a unit that jumps: it has fled (CC-178)."""
    assert is_leaving(unit), f"{unit.id} does not jump"
    return table.removed(unit, "fled")


def ended(table: Table, unit: Unit) -> Table:
    """After the activation of a unit that stayed (CC-078)."""
    return table.put(replace(unit, activated=True))


def _sizes(table: Table) -> list[int]:
    return sorted({table.size(unit) for unit in waiting(table)})


def _ascending(table: Table, sizes: Iterable[int]) -> Activation | None:
    """The first of some Sizes; the largest is judged when it begins."""
    found = list(sizes)
    return Activation(found[0], _starting(table, found[0]), found[-1]) if found else None


def _starting(table: Table, size: int) -> int:
    """The initiative's side, or the other where it has none of the Size (CC-072, D-071)."""
    own = any(waiting(table, size, table.initiative))
    return table.initiative if own else 3 - table.initiative


def _next_side(table: Table, now: Activation, begin: int) -> int:
    """The first side from one on that has not passed and has units of the Size; 0 without one."""
    sides = (begin, 3 - begin)
    free = (side for side in sides if side not in now.passed)
    return next((side for side in free if any(waiting(table, now.size, side))), 0)
