"""Damage for the tests: ``b1`` takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.events import Event
from games.cosmic_conflict.content.components import Component
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules.damage import DamageSoFar, assign, automatic, rolled
from games.cosmic_conflict.table.tasks import DamageTask, HitSource
from games.cosmic_conflict.table.units import Condition, Table, Unit
from tests.games.cosmic_conflict.scenes import plain, scene, unit

STRUCTURAL = (Condition(4),)


def ship(size: int, *types: str) -> Design:
    """With Components in Primary slots."""
    return Design(f"S{size}", "Ship", size, tuple(Component(each, True) for each in types), ())


def hull(size: int | str | Design, **fields: Any) -> Table:
    return scene(unit("b1", plain(size) if isinstance(size, int) else size, "10 10", **fields))


class Outcome:
    """Damage with everything answered by the automatic rules.

    ``dice``  of all Conditions; those that are left at the end are a fault of the test
    """

    def __init__(
        self,
        table: Table,
        amount: int,
        *dice: int,
        shot: HitSource | None = None,
        order: Sequence[int] = (),
    ) -> None:
        self.events: list[Event] = []
        faces = list(dice)
        progress = assign(table, "b1", amount, shot, order)
        while task := self._told(progress):
            if task.needs == "dice":
                progress = rolled(self.table, task, faces[:2])
                del faces[:2]
            else:
                progress = automatic(self.table, task)
        assert not faces

    def _told(self, progress: DamageSoFar) -> DamageTask | None:
        self.table = progress.table
        self.events += progress.events
        return progress.task

    @property
    def unit(self) -> Unit:
        return self.table.units["b1"]

    @property
    def health(self) -> int:
        return self.unit.health

    @property
    def results(self) -> list[int]:
        return [one.result for one in self.unit.conditions]

    @property
    def destroyed(self) -> bool:
        return self.unit.state == "destroyed"
