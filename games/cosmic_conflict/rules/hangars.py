"""Fighters come and go at the end of a move (CC-116, CC-117, D-055)."""

from __future__ import annotations

from games.core.notation import move
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.notation import ActivationStep, At, UnitId
from games.cosmic_conflict.rules import arrivals
from games.cosmic_conflict.rules.activating import end, settle
from games.cosmic_conflict.rules.values import acting, forbid, no_unit_acts, not_own
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import Unit
from games.cosmic_conflict.view import Asked


@move("launch", "activate", "LAUNCH {fighter} {at}")
class Launch(ActivationStep):
    """``LAUNCH a6 20 14.5`` (CC-116)"""

    fighter: UnitId
    at: At

    def refuse(self, asked: Asked) -> Forbidden | None:
        """CC-116, CC-117."""
        unit, table = acting(asked), asked.view.table
        if unit is None or (refused := _not_moved(asked, unit) or not_own(asked, self.fighter)):
            return refused if unit else no_unit_acts(asked)
        return arrivals.refuse_launch(table, unit, table.units[self.fighter], self.at)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        carrier, fighter = builder.acting, builder.unit(self.fighter)
        assert carrier.at is not None
        builder.table = arrivals.launched(builder.table, carrier, fighter, self.at)
        pieces = builder.piece(fighter.id), builder.piece(carrier.id)
        builder.tell(e.FighterLaunched(*pieces, carrier.at, self.at))
        settle(builder)


@move("collect", "activate", "COLLECT {fighter}")
class Collect(ActivationStep):
    """``COLLECT a6`` (CC-117)"""

    fighter: UnitId

    def refuse(self, asked: Asked) -> Forbidden | None:
        """CC-117: by the carrier or the Fighter, whichever has moved."""
        unit, table = acting(asked), asked.view.table
        if unit is None or (refused := _not_moved(asked, unit) or not_own(asked, self.fighter)):
            return refused if unit else no_unit_acts(asked)
        fighter = table.units[self.fighter]
        carrier = table.units.get(fighter.carrier)
        if carrier is None or unit.id not in (carrier.id, fighter.id):
            why = f"Neither {fighter.id} nor its carrier has just moved."
            return forbid("COLLECT", "CC-117", why)
        return arrivals.refuse_collect(table, carrier, fighter)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        fighter = builder.unit(self.fighter)
        carrier = builder.unit(fighter.carrier)
        assert carrier.at is not None
        assert fighter.at is not None
        start = fighter.at
        builder.table = arrivals.collected(builder.table, carrier, fighter)
        pieces = builder.piece(fighter.id), builder.piece(carrier.id)
        builder.tell(e.FighterCollected(*pieces, start, carrier.at))
        now = builder.course.acting
        if now and now.unit == fighter.id:
            end(builder)
        else:
            settle(builder)


def _not_moved(asked: Asked, unit: Unit) -> Forbidden | None:
    now = asked.view.course.acting
    if now and now.stage == "moved":
        return None
    why = f"{unit.id} has not moved yet."
    return forbid("WINDOW", "CC-117", why, "Fighters come and go after the move.")
