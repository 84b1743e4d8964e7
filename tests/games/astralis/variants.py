"""Matches of Beeline and Dispersed Go for tests."""

from __future__ import annotations

from typing import Any

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.state import State
from games.astralis.tools import TOOLS, AstralisPosition
from games.core.events import Event
from games.core.questions import Question
from games.core.tools import Measure
from games.core.types import Forbidden, Seat, Seated, Seats
from tests.games.astralis.positions import decision, options, view

TWO = Seats.alone(2)


def settings(variant: str, **agreed: Any) -> Agreement:
    return Agreement.model_validate({"variant": variant, **agreed})


def started(variant: str, **agreed: Any) -> State:
    return GAME.setup(settings(variant, **agreed), TWO)


def set_up(variant: str, **fields: Any) -> State:
    """A position as a file gives it, with hexes as one text: ``Y_planets="H8 J9"``."""
    given = {
        name: value.split() if name.endswith("planets") else value for name, value in fields.items()
    }
    return AstralisPosition.model_validate(given).state(settings(variant), TWO)


def asked(state: State, ask: str, **given: Any) -> Any:
    """The answer to a question of the command line."""
    measures = {each.name: each for each in map(Measure, TOOLS.measures)}
    return measures[ask].answer(state, given)


def answer(state: State, *path: str) -> str:
    """The text of the turn to which the choices of these keys lead."""
    found = options(state).question(path)
    assert not isinstance(found, Question)
    return GAME.write(found)


def moves(state: State) -> list[str]:
    """The turns on offer as texts."""
    seat = state.seats[state.to_move]
    return [GAME.write(move) for move in GAME.options(view(state), decision(state, seat, "turn"))]


def told(events: tuple[Event, ...]) -> list[str]:
    return [GAME.words.tell(event) for event in events]


def digested(state: State, events: tuple[Event, ...], seat: int) -> tuple[str, ...]:
    return GAME.words.digest(view(state), events, Seated(Seat(seat)))


def refused_measures(state: State, move: str) -> dict[str, str]:
    """Questions of the command line with the rule by which they are refused, if so."""
    given = {"plants": {"to": "D7"}, "gain": {"move": move}, "threats": {"side": "Y"}}
    found = {}
    for measure in ("status", "plants", "gain", "threats", "destinations"):
        try:
            asked(state, measure, **given.get(measure, {}))
            found[measure] = ""
        except Forbidden as refusal:
            found[measure] = refusal.rule
    return found
