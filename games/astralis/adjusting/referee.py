"""Implements the adjusting contract of Astralis."""

from __future__ import annotations

from collections.abc import Iterator

from games.astralis.adjusting.adjustments import (
    Adjustment,
    Award,
    MoveShip,
    Resume,
    SetPlanet,
    SetPosition,
    Settle,
    SetToMove,
    SkipTurn,
    TaggedAdjustment,
    text_of,
)
from games.astralis.adjusting.changes import changed
from games.astralis.adjusting.checks import refusal
from games.astralis.adjusting.events import (
    Agreed,
    AgreementSet,
    AwardGiven,
    LeftDue,
    PlanetSet,
    PositionSet,
    Resumed,
    ShipSet,
    ToMoveSet,
    TurnSkipped,
)
from games.astralis.adjusting.line import line_of, written
from games.astralis.adjusting.reading import read
from games.astralis.adjusting.rings import due
from games.astralis.adjusting.tree import AdjustingOptions
from games.astralis.agreement import Agreement
from games.astralis.board import board_of, name, names
from games.astralis.course import AstralisStep, settled
from games.astralis.events import AstralisEvent, SettleLapsed
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.view import AstralisView
from games.core.base import recast
from games.core.events import Step
from games.core.forms import Form
from games.core.options import Options


class AstralisAdjusting:
    """Implements ``games.core.adjusting.Adjusting``. Nothing in Astralis is hidden."""

    form: Form[Adjustment] = Form(TaggedAdjustment)

    def options(self, view: AstralisView) -> Options[Adjustment]:
        return AdjustingOptions(recast(view, State))

    def read(self, view: AstralisView, text: str) -> Adjustment:
        return read(text)

    def write(self, adjustment: Adjustment) -> str:
        return text_of(adjustment)

    def apply(self, state: State, adjustment: Adjustment) -> AstralisStep:
        if refused := refusal(state, adjustment):
            raise refused
        after = changed(state, adjustment)
        return Step(after, tuple(_told(state, adjustment, after)))


def _told(state: State, adjustment: Adjustment, after: State) -> Iterator[AstralisEvent]:
    yield _said(state, adjustment, after)
    if state.asked is not None and after.phase != "over":
        yield SettleLapsed(Side(state.seats.index(state.asked)))
    if after.phase != "playing":
        return
    for side in Side:
        before = due(state, side) if state.phase == "playing" else 0
        if left := due(after, side) & ~before:
            yield LeftDue(side, names(left))


def _said(state: State, adjustment: Adjustment, after: State) -> AstralisEvent:
    match adjustment:
        case SetPlanet(hex, owner):
            return PlanetSet(hex, _owner(state, hex), owner)
        case Award(hex, side):
            return AwardGiven(side, hex, _owner(state, hex))
        case MoveShip(side, hex):
            was = state.ships[side]
            assert was is not None, "only a ship that stands is moved"
            return ShipSet(side, name(was), hex)
        case SetToMove(side):
            return ToMoveSet(state.to_move, side)
        case SkipTurn():
            return TurnSkipped(state.to_move)
        case SetPosition(line):
            return PositionSet(written(line_of(state)), written(line))
        case Resume():
            return Resumed()
        case Settle():
            return settled(state)[1]
        case _:
            had, now = _shown(state.agreement), _shown(after.agreement)
            what = next(each for each in had if had[each] != now[each])
            return AgreementSet(what, had[what], now[what])


def _shown(agreement: Agreement) -> dict[Agreed, str]:
    """The match options in words."""
    return {
        "komi": f"{agreement.komi:g}".replace("-", "−"),
        "bonus": agreement.bonus_under_ship,
        "supply": "thirty each" if agreement.strict_supply else "free",
        "swap": "on" if agreement.swap else "off",
        "size": f"of size {agreement.size}",
    }


def _owner(state: State, hex: str) -> Side | None:
    bit = 1 << board_of(state.agreement.size).hex_of[hex]
    return next((side for side in Side if state.planets[side] & bit), None)
