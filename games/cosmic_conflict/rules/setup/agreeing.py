"""Other terrain and other places of marks, by a proposal that all sides accept before the first
ship is placed (CC-182, CC-226, D-097).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field

from games.core.geometry.plane import Point
from games.core.moves import move
from games.core.notation import Value, many, one_of
from games.core.telling import listed
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.maps import KINDS, kind_name
from games.cosmic_conflict.content.terrain import Feature, is_off, moved_by, solid_at
from games.cosmic_conflict.notation import DEGREES, LENGTH, Answer, At
from games.cosmic_conflict.rules.setup.deployment import is_secret
from games.cosmic_conflict.rules.setup.fleets import write
from games.cosmic_conflict.rules.setup.placing import KIND, refuse_piece
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import rounded_point, shown, shown_point
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import Proposal, seat_of, side_of
from games.cosmic_conflict.table.units import Table
from games.cosmic_conflict.view import Request, View

MOST_AMOUNT: Final = 9
AMOUNTS: Final = ("obscuring", "dangerous", "hazardous")
FLAGS: Final = ("solid", "concealing", "blocking")


def is_open(match: View | StepBuilder) -> bool:
    """Whether the ground can be changed: while fleets are chosen, or, where terrain is not that of
    the map, once it lies and before the first ship is placed."""
    course = match.course
    if course.agreement.terrain_setup == "map":
        return course.phase == "fleet"
    return course.phase == "deploy" and not course.agenda and not any(match.table.in_space())


def decisions(builder: StepBuilder) -> Iterator[Decision]:
    """The sides that have not agreed to a proposal are waited for; what is offered is not."""
    course = builder.course
    if not is_open(builder):
        return
    for side in builder.table.sides:
        asked = course.proposal is not None and side not in course.proposal.agreed
        yield Decision(seat_of(side), "agree", course.steps, waits=asked)


# --- What is proposed ---

GroundChange: TypeAlias = tuple[tuple[Feature, ...], tuple[Point, ...]]


def _feature(_: Any, text: str) -> str:
    if not re.fullmatch(r"T\d{1,3}", text, re.ASCII):
        raise ValueError
    return f"T{int(text[1:])}"


FEATURE: Final[Value[Any, str]] = Value("a piece of terrain such as T2", _feature, extent=r"T\d+")
ATTRIBUTE: Final = one_of(
    "an attribute such as HAZARDOUS", {each.upper(): each for each in (*AMOUNTS, *FLAGS)}
)
AMOUNT: Final[Value[Any, int]] = Value(
    f"a number from 0 to {MOST_AMOUNT}", lambda _, text: int(text), str, r"\d"
)
FeatureId: TypeAlias = Annotated[str, Field(pattern=r"^T[0-9]{1,3}$"), FEATURE]


class Propose(Answer):
    """A proposal for the ground: ``change`` says what it makes of it, ``told`` in words."""

    __slots__ = ()

    def change(self, table: Table) -> GroundChange | Forbidden:
        raise NotImplementedError

    def told(self, table: Table) -> str:
        raise NotImplementedError

    def refuse(self, request: Request) -> Forbidden | None:
        proposal, table = request.view.course.proposal, request.view.table
        if proposal and proposal.side != side_of(request.decision.seat):
            why = f"Side {proposal.side} has proposed something."
            return forbid("PHASE", "CC-182", why, "Answer with AGREE or DECLINE first.")
        found = self.change(table)
        if isinstance(found, Forbidden):
            return found
        if found == (table.features, table.objectives):
            return forbid("TERRAIN", "CC-182", "That is as it is now.")
        return refuse_ground(table, *found)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        found, own = self.change(builder.table), side_of(decision.seat)
        assert not isinstance(found, Forbidden)
        what = self.told(builder.table)
        builder.change(proposal=Proposal(own, what, *found, (own,)))
        builder.tell(e.GroundProposed(own, what))


def refuse_ground(
    table: Table, features: Sequence[Feature], objectives: Sequence[Point]
) -> Forbidden | None:
    """What no terrain and no marks can be (E-BOARD, E-TERRAIN, E-SOLID)."""
    if off := next((each.id for each in features if is_off(table.board, each)), ""):
        return forbid("BOARD", "D-084", f"{off} would be off the board.")
    found = maps.SpaceMap("", "", table.board.width, table.board.height, tuple(features))
    for own in table.sides:
        if not maps.has_room(found, own):
            why = f"Side {own} would have too little room to start in."
            return forbid("TERRAIN", "D-088", why)
    for at in objectives:
        if at not in table.board:
            return forbid("BOARD", "CC-225", f"{shown_point(at)} is off the board.")
        if solid := solid_at(features, at):
            why = f"{shown_point(at)} would be inside {solid.id}, which is Solid."
            return forbid("SOLID", "D-097", why)
    return None


def _found(table: Table, id: str) -> Feature | Forbidden:
    found = next((each for each in table.features if each.id == id), None)
    if found is not None:
        return found
    there = ", ".join(each.id for each in table.features) or "none"
    return forbid("UNKNOWN-ID", "CC-182", f"There is no {id}.", f"On the board: {there}.")


def _replaced(table: Table, id: str, new: Callable[[Feature], Feature]) -> GroundChange | Forbidden:
    found = _found(table, id)
    if isinstance(found, Forbidden):
        return found
    features = tuple(new(each) if each.id == id else each for each in table.features)
    return features, table.objectives


def _named(table: Table, id: str) -> str:
    """``T2 Moon``"""
    found = next(each for each in table.features if each.id == id)
    return f"{id} {kind_name(found.kind)}"


@move("propose-place", "agree", "PROPOSE {feature} TO {at}")
class ProposePlace(Propose):
    """``PROPOSE T2 TO 20 12``"""

    feature: FeatureId
    at: At

    def change(self, table: Table) -> GroundChange | Forbidden:
        def moved(feature: Feature) -> Feature:
            here = feature.zones[0].centre
            return moved_by(feature, Point(self.at.x - here.x, self.at.y - here.y))

        if self.at not in table.board:
            why = f"The centre of {self.feature} would be off the board."
            return forbid("BOARD", "D-084", why)
        return _replaced(table, self.feature, moved)

    def told(self, table: Table) -> str:
        return f"{_named(table, self.feature)} at {rounded_point(self.at)}"


@move("propose-gone", "agree", "PROPOSE {feature} GONE")
class ProposeGone(Propose):
    """``PROPOSE T2 GONE``"""

    feature: FeatureId

    def change(self, table: Table) -> GroundChange | Forbidden:
        found = _found(table, self.feature)
        if isinstance(found, Forbidden):
            return found
        return tuple(each for each in table.features if each != found), table.objectives

    def told(self, table: Table) -> str:
        return f"no {_named(table, self.feature)}"


@move("propose-new", "agree", "PROPOSE NEW {terrain} {at}[ DIRECTION {direction}]")
class ProposeNew(Propose):
    """``PROPOSE NEW DUST CLOUD 20 12``"""

    terrain: Annotated[str, Field(pattern=r"^[a-z]+(_[a-z]+)*$", max_length=40), KIND]
    at: At
    direction: Annotated[int, Field(ge=0, le=359), DEGREES] | None = None

    def change(self, table: Table) -> GroundChange | Forbidden:
        if refused := refuse_piece(table, self.terrain, self.at, self.direction):
            return refused
        if len(table.features) >= maps.MOST:
            why = f"There are {maps.MOST} pieces of terrain, the most there can be."
            return forbid("TERRAIN", "CC-182", why)
        last = max((int(each.id[1:]) for each in table.features), default=0)
        new = KINDS[self.terrain].feature(f"T{last + 1}", self.at, self.direction or 0)
        return (*table.features, new), table.objectives

    def told(self, table: Table) -> str:
        return f"{kind_name(self.terrain)} at {rounded_point(self.at)}"


@move("propose-attribute", "agree", "PROPOSE {feature} {attribute} {amount}")
class ProposeAttribute(Propose):
    """``PROPOSE T2 HAZARDOUS 2``, ``PROPOSE T2 BLOCKING 0``"""

    feature: FeatureId
    attribute: Annotated[str, Field(max_length=20), ATTRIBUTE]
    amount: Annotated[int, Field(ge=0, le=MOST_AMOUNT), AMOUNT]

    def change(self, table: Table) -> GroundChange | Forbidden:
        if self.attribute in FLAGS and self.amount > 1:
            why = f"{self.attribute.capitalize()} is 0 or 1, for without and with it."
            return forbid("TERRAIN", "CC-182", why)
        value: Any = bool(self.amount) if self.attribute in FLAGS else self.amount

        def changed(feature: Feature) -> Feature:
            zones = (replace(each, **{self.attribute: value}) for each in feature.zones)
            return replace(feature, zones=tuple(zones))

        return _replaced(table, self.feature, changed)

    def told(self, table: Table) -> str:
        what = self.attribute.capitalize()
        if self.attribute in FLAGS:
            what = what if self.amount else f"not {what}"
        else:
            what = f"{what} {self.amount}" if self.amount else f"not {what}"
        return f"{_named(table, self.feature)} is {what}"


@move("propose-marks", "agree", "PROPOSE MARKS {places}")
class ProposeMarks(Propose):
    """``PROPOSE MARKS 12 42``: how far from the west the marks lie on the middle line (CC-226)"""

    places: Annotated[tuple[int, ...], Field(min_length=1, max_length=20), many(LENGTH, 20)]

    def change(self, table: Table) -> GroundChange | Forbidden:
        marks, count = table.objectives, len(self.places)
        if not marks:
            return forbid("SCENARIO", "CC-226", "There are no marks in this scenario.")
        if count != len(marks):
            return forbid("SCENARIO", "CC-225", f"There are {len(marks)} marks, not {count}.")
        if len({*self.places}) < count:
            return forbid("SCENARIO", "CC-226", "No two marks lie at the same place.")
        row = table.middle.y
        return table.features, tuple(Point(x, row) for x in sorted(self.places))

    def refuse(self, request: Request) -> Forbidden | None:
        if request.view.course.agreement.scenario == "contested_marks":
            return Propose.refuse(self, request)
        return forbid("SCENARIO", "CC-226", "There are no marks in this scenario.")

    def told(self, table: Table) -> str:
        return f"the marks {listed(map(shown, sorted(self.places)))} from the west"


# --- Answers ---


def _no_proposal(request: Request) -> Forbidden | None:
    if request.view.course.proposal:
        return None
    return forbid("PHASE", "CC-182", "Nothing has been proposed.", "For example: PROPOSE T2 GONE.")


@move("agree", "agree", "AGREE")
class Agree(Answer):
    """``AGREE``: once all have, the ground is as proposed."""

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := _no_proposal(request):
            return refused
        proposal = request.view.course.proposal
        assert proposal is not None
        if side_of(request.decision.seat) in proposal.agreed:
            return forbid("PHASE", "CC-182", "You have agreed; others have not.")
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        proposal = builder.course.proposal
        assert proposal is not None
        agreed = (*proposal.agreed, side_of(decision.seat))
        if len(agreed) < builder.table.side_count:
            builder.change(proposal=replace(proposal, agreed=agreed))
            return
        builder.lay(features=proposal.features, objectives=proposal.objectives)
        builder.change(proposal=None)
        builder.tell(e.GroundAgreed(proposal.what))
        if builder.course.phase == "deploy" and is_secret(builder):
            for seat in builder.table.seats:
                write(builder, seat, places=())


@move("disagree", "agree", "DECLINE")
class Disagree(Answer):
    """``DECLINE``; of one's own proposal it takes it back."""

    def refuse(self, request: Request) -> Forbidden | None:
        return _no_proposal(request)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        builder.change(proposal=None)
        builder.tell(e.GroundDeclined(side_of(decision.seat)))
