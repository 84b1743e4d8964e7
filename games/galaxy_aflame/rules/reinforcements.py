"""Reinforcements at the start of a turn (GA-87 to GA-91)."""

from __future__ import annotations

from games.core.moves import move
from games.core.types import Decision, Forbidden, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.notation import At, Move, UnitCode
from games.galaxy_aflame.rules import deployment
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table
from games.galaxy_aflame.view import Placing, Request


def begin(builder: StepBuilder) -> None:
    """The active seat may bring units for what it has lost since its last turn (GA-89)."""
    table = builder.table
    seat, (models, units) = table.active, table.losses[table.active]
    rights = entitled(table, seat)
    losses = list(table.losses)
    losses[seat] = (0, 0)
    builder.change(losses=tuple(losses), rights=rights, fallen=units)
    builder.tell(e.TurnStarted(seat, table.round, rights, models, units))
    if rights:
        builder.change(phase="reinforce")
    else:
        end(builder)


def end(builder: StepBuilder) -> None:
    """The reinforcements are over: the actions of the turn follow (GA-34)."""
    builder.change(phase="turn", rights=0, first_step=builder.table.steps)


def entitled(table: Table, seat: Seat) -> int:
    """How many units a seat may bring: one for lost models, another for a lost unit (GA-87,
    GA-88), and always one where it must (GA-91)."""
    models, units = table.losses[seat]
    rights = max((models > 0) + (units > 0), int(must(table, seat)))
    return min(rights, len(table.reserve(seat)))


def must(table: Table, seat: Seat) -> bool:
    """Whether a seat has to bring a unit, as it has none on the table (GA-91)."""
    return not table.in_play(seat)


def _no_right(request: Request) -> Forbidden | None:
    """E_NO_RIGHT: the step is over, or was skipped."""
    if request.decision.kind == "reinforce":
        return None
    why = "You have no right to bring a unit now."
    can = "You get one when your turn begins, for models lost since your turn before."
    return forbid("NO_RIGHT", "87", why, can)


@move("reinforce-none", "reinforce|turn", "REINFORCE NONE")
class NoReinforcement(Move):
    """``REINFORCE NONE`` (GA-91)"""

    def refuse(self, request: Request) -> Forbidden | None:
        table, seat = request.view.table, request.decision.seat
        if refused := _no_right(request):
            return refused
        if not must(table, seat):
            return None
        why = "You have no unit on the table, so you must bring one."
        can = f"In reserve: {', '.join(unit.code for unit in table.reserve(seat))}."
        return forbid("MUST", "91", why, can)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Rights that are not used are lost (GA-91)."""
        builder.tell(e.NothingBrought(decision.seat, builder.table.rights))
        end(builder)


def _arrive(builder: StepBuilder, placing: Placing) -> None:
    deployment.place(builder, placing, arrives=True)
    builder.change(rights=builder.table.rights - 1)
    if not builder.table.rights:
        end(builder)


@move("reinforce-in", "reinforce|turn", "REINFORCE {unit} IN {transport}")
class ReinforceInside(Move):
    """``REINFORCE R3 IN R4`` (GA-90)"""

    unit: UnitCode
    transport: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_brought(request, Placing(self.unit, inside=self.transport))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _arrive(builder, Placing(self.unit, inside=self.transport))


@move("reinforce", "reinforce|turn", "REINFORCE {unit} {at}")
class Reinforce(Move):
    """``REINFORCE R3 24 31`` (GA-90)"""

    unit: UnitCode
    at: At

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_brought(request, Placing(self.unit, self.at))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _arrive(builder, Placing(self.unit, self.at))


def _not_brought(request: Request, placed: Placing) -> Forbidden | None:
    table, seat = request.view.table, request.decision.seat
    return _no_right(request) or deployment.refuse_placing(table, seat, placed, "90")


@move("auto", "deploy|reinforce", "AUTO")
class Auto(Move):
    """``AUTO``: the bot places one unit (GA-A07)."""

    def refuse(self, request: Request) -> Forbidden | None:
        return deployment.unplaceable(request)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if decision.kind == "deploy":
            deployment.deploy_any(builder, decision.seat)
        else:
            _arrive(builder, deployment.chosen(builder.table, decision.seat))
