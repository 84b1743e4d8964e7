"""Deployment, by turns in the open, or by both sides at once in secret (CC-211, D-088)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from games.core.moves import move
from games.core.steps import SheetPhase, all_locked
from games.core.types import Decision, Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.notation import DEGREES, VELOCITY, Answer, At, UnitId
from games.cosmic_conflict.rules.fighters import LAUNCH_HANGAR
from games.cosmic_conflict.rules.setup import fleets, preparation
from games.cosmic_conflict.rules.values import forbid, not_own, side
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import seat_of, side_of
from games.cosmic_conflict.table.units import Placement, Table, Unit
from games.cosmic_conflict.view import Request, View

SHEETS: Final = SheetPhase("deploy", "deployment", "CC-211")


def is_secret(match: View | StepBuilder) -> bool:
    return match.course.agreement.deploy == "secret"


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    if is_secret(builder):
        return tuple(SHEETS.decision(seat, builder.sheet(seat)) for seat in builder.table.seats)
    return (Decision(seat_of(builder.course.placing), "deploy", builder.course.steps),)


def begin(builder: StepBuilder, about: str = "") -> None:
    """The side with the initiative places the first ship."""
    builder.change(phase="deploy")
    if not is_secret(builder):
        _go_on(builder, _sides(builder.table))
        return
    for seat in builder.table.seats:
        if builder.sheet(seat).auto:
            builder.write(seat, auto=False)
            _plan_all(builder, seat)
            lock(builder, seat)


# --- What is left to place ---


def planned(view: View, seat: Seat) -> Table:
    """The table with the secret places of a seat on it, as far as the viewer knows them."""
    return with_places(view.table, view.sheet(seat).places)


def with_places(table: Table, places: Sequence[Placement]) -> Table:
    for placement in places:
        table = preparation.placed(table, placement)
    return table


def fighters(table: Table, side: int) -> tuple[Unit, ...]:
    """The Fighters that a side may still place in space, once its ships are there (CC-115)."""
    waiting = (each for each in table.of(side) if table.design(each).fighter and each.at is None)
    return tuple(each for each in waiting if _may_start_in_space(table, each))


def _may_start_in_space(table: Table, fighter: Unit) -> bool:
    """Whether it needs no carrier, or the carrier has a Launch Hangar left for it."""
    if not fighter.carrier:
        return True
    carrier = table.units[fighter.carrier]
    if carrier.hidden:  # its Fighters would show what it is (D-100)
        return False
    outside = sum(each.carrier == carrier.id for each in table.in_space(carrier.side))
    return carrier.in_space and outside < table.design(carrier).count(LAUNCH_HANGAR)


def next_unit(table: Table, side: int) -> Unit | None:
    """The unit that must be placed next: a ship of the largest Size, at last a Fighter without a
    carrier."""
    return max(preparation.unplaced(table, side), key=table.open_size, default=None)


# --- Answers ---


def _placement(move: Place) -> Placement:
    return Placement(move.unit, move.at, move.heading, move.velocity)


@move("place", "deploy", "PLACE {unit} {at}[ HEADING {heading}][ V{velocity}]")
class Place(Answer):
    """``PLACE a1 27 4 HEADING 350 V3`` (CC-211)"""

    unit: UnitId
    at: At
    heading: Annotated[int, Field(ge=0, le=359), DEGREES] | None = None
    velocity: Annotated[int, Field(ge=0, le=9), VELOCITY] = 2

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := not_own(request, self.unit):
            return refused
        secret = is_secret(request.view)
        table = planned(request.view, request.decision.seat)
        return preparation.refuse_placement(table, _placement(self), in_order=not secret)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _place(builder, decision.seat, _placement(self))


@move("auto", "deploy", "AUTO")
class Auto(Answer):
    """``AUTO``: the bot places the next unit (4.1)."""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Where nothing must be placed, the Fighters stay aboard, and a secret plan is locked."""
        table = planned(builder.view, decision.seat)
        unit = next_unit(table, side_of(decision.seat))
        if unit is None:
            lock(builder, decision.seat)
        else:
            _place(builder, decision.seat, preparation.automatic(table, unit))


@move("auto-all", "deploy", "AUTO ALL")
class AutoAll(Answer):
    """``AUTO ALL``: the bot places all units of a side (4.1)."""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """In secret the plan is filled, and can be changed before it is locked; by turns each is
        placed when its turn comes."""
        if is_secret(builder):
            _plan_all(builder, decision.seat)
        else:
            builder.change(auto=(*builder.course.auto, decision.seat))
            _place_as_wished(builder)


def automatic_rest(table: Table, side: int) -> tuple[Placement, ...]:
    """Where the bot places all that a side still has to place."""
    found: list[Placement] = []
    while unit := next_unit(table, side):
        found.append(preparation.automatic(table, unit))
        table = preparation.placed(table, found[-1])
    return tuple(found)


def incomplete(request: Request) -> Forbidden | None:
    """E-PHASE where units still need a place."""
    missing = preparation.unplaced(planned(request.view, request.decision.seat), side(request))
    if not missing:
        return None
    named = ", ".join(unit.id for unit in missing)
    instead = "Place them first, or write AUTO."
    return forbid("PHASE", "CC-211", f"These units need a place: {named}.", instead)


def lock(builder: StepBuilder, seat: Seat) -> None:
    """A secret plan is locked; in the open, the Fighters that are left stay aboard (CC-115)."""
    if not is_secret(builder):
        _go_on(builder, _sides(builder.table, builder.course.placing, after=True))
        return
    fleets.write(builder, seat, locked=True)
    if all_locked(builder.sheets):
        _reveal(builder)


def _place(builder: StepBuilder, seat: Seat, placement: Placement) -> None:
    if is_secret(builder):
        _plan(builder, seat, placement)
        return
    _deploy(builder, placement)
    table = builder.table
    fighter = table.design(table.units[placement.unit]).fighter
    _go_on(builder, _sides(table, side_of(seat)) if fighter else _sides(table))


def _deploy(builder: StepBuilder, placement: Placement) -> None:
    """A unit comes onto the board, where nothing else can be agreed on any more."""
    if builder.course.proposal:
        builder.change(proposal=None)
    builder.table = preparation.placed(builder.table, placement)
    unit = builder.table.units[placement.unit]
    fighter = builder.table.design(unit).fighter
    builder.tell(
        e.Deployed(
            builder.piece(unit.id), placement.at, unit.heading, unit.velocity, fighter=fighter
        )
    )


# --- By turns ---


def _sides(table: Table, side: int = 0, *, after: bool = False) -> tuple[int, ...]:
    """The sides that may place Fighters, the initiative's first: all, those from one on, or those
    after it."""
    order = table.rotation()
    return order[order.index(side) + after :] if side else order


def _go_on(builder: StepBuilder, sides: Sequence[int]) -> None:
    """The next side that has something to place: ships by turns, then the Fighters of each."""
    table = builder.table
    flying = (each for each in sides if fighters(table, each))
    placing = preparation.deployer(table) or next(flying, 0)
    builder.change(placing=placing)
    if not placing:
        builder.then("turn")
    elif seat_of(placing) in builder.course.auto:
        builder.then("auto-place")


def _place_as_wished(builder: StepBuilder, about: str = "") -> None:
    """The next unit of a side that leaves it to the bot; its Fighters stay aboard."""
    side = builder.course.placing
    unit = next_unit(builder.table, side)
    if unit is None:
        lock(builder, seat_of(side))
    else:
        _place(builder, seat_of(side), preparation.automatic(builder.table, unit))


STEPS: Final = {"auto-place": _place_as_wished}


# --- In secret ---


def _plan_all(builder: StepBuilder, seat: Seat) -> None:
    table = planned(builder.view, seat)
    for placement in automatic_rest(table, side_of(seat)):
        _plan(builder, seat, placement)


def _plan(builder: StepBuilder, seat: Seat, placement: Placement) -> None:
    """A unit may be placed anew; the Fighters of a ship then go aboard again."""
    table = builder.table
    places = (
        *(
            each
            for each in builder.sheet(seat).places
            if placement.unit not in (each.unit, table.units[each.unit].carrier)
        ),
        placement,
    )
    fleets.write(builder, seat, places=places)


def _reveal(builder: StepBuilder) -> None:
    """The initiative's side is told first."""
    builder.tell(e.Disclosed())
    for each in _sides(builder.table):
        seat = seat_of(each)
        for placement in builder.sheet(seat).places:
            _deploy(builder, placement)
        builder.write(seat, places=(), locked=False)
    builder.then("turn")
