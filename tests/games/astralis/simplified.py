"""Positions with simplified turns, and what came of a turn."""

from __future__ import annotations

from typing import Any

from games.astralis.agreement import Agreement
from games.astralis.board import names
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.tools import TOOLS
from games.astralis.variants.simplified import ClaimsWrong, SimplifiedState
from games.core.tools import Measure
from tests.games.astralis.positions import (
    only,
    position,
    step,
)

SIMPLE = Agreement(variant="simplified")
W08 = position(y="E8 I7 I10", sy="B3", sc="O11", agreed=SIMPLE)
W17 = position(y="I7 I10", sy="B3", sc="H8", agreed=SIMPLE)
W27 = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11", agreed=SIMPLE)


def won(state: State, text: str) -> str:
    """Yellow's planets after a turn that were not there before."""
    after = step(state, text).state
    return " ".join(names(after.planets[Side.YELLOW] & ~state.planets[Side.YELLOW]))


def wrong(state: State, text: str) -> str:
    event = only(step(state, text).events, ClaimsWrong)
    return " ".join(event.hexes) if event else ""


def awards(state: State) -> tuple[str, str]:
    assert isinstance(state, SimplifiedState)
    yellow, cyan = (" ".join(names(each)) for each in state.awards)
    return yellow, cyan


def asked(state: State, ask: str, **given: Any) -> Any:
    measures = {each.name: each for each in map(Measure, TOOLS.measures)}
    return measures[ask].answer(state, given)
