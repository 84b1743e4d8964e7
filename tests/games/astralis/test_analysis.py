"""Best turns of a position: legal, with what they gain, and drawn where they plant."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench.strength import by_computer, course
from games.astralis.agreement import Agreement
from games.astralis.computer.analysis import ANALYSIS
from games.astralis.game import GAME
from games.astralis.moves import Turn
from games.astralis.state import State
from games.astralis.variants import VARIANTS
from games.core.overlay import Marker, Route
from games.core.types import Decision, Seat
from tests.games.astralis.positions import mover, position, view

RNG = random.Random(0)


def turn_of(state: State) -> Decision:
    return Decision(mover(state), "turn", state.turn)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_candidates_that_are_legal_to_the_end(variant: Any) -> None:
    state = VARIANTS[variant].opening(Agreement(size=3, variant=variant))
    match = course(GAME, state, by_computer(GAME, "easy"), random.Random(4))
    for moment in match:
        if moment.decision is None or moment.decision.kind != "turn":
            continue
        seen = view(moment.state)
        found = ANALYSIS.candidates(seen, moment.decision, RNG)
        assert 1 <= len(found) <= 3
        for candidate in found:
            assert GAME.options(seen, moment.decision).refusal(candidate.move) is None
            assert " is ahead by " in candidate.gains


def test_candidates_are_drawn_where_they_plant_and_say_what_they_gain() -> None:
    state = position(y="E8", sy="B3", sc="O11", t="Y")
    found = ANALYSIS.candidates(view(state), turn_of(state), RNG)
    assert len(found) == 3
    for candidate in found:
        move = candidate.move
        assert isinstance(move, Turn)
        route, marker = candidate.parts
        assert isinstance(route, Route)
        assert isinstance(marker, Marker)
        assert move.plant is not None
        board = state.board
        assert marker.place == board.axial[board.hex_of[move.plant]]
        after = view(GAME.apply(state, mover(state), turn_of(state), move).state)
        gain = after.score().yellow - view(state).score().yellow
        assert candidate.gains.startswith(f"+{gain} for Yellow; ")
        assert marker.label == f"+{gain}"
    assert len({candidate.parts[-1].told for candidate in found}) == 3


def test_simplified_turns_are_looked_into_after_the_end_only() -> None:
    untold = Agreement(variant="simplified")
    for agreed, before in ((Agreement(), True), (untold, False)):
        state = position(sy="A4", sc="O11", agreed=agreed)
        for over, looked in ((False, before), (True, True)):
            assert ANALYSIS.looks_into(view(state), turn_of(state), over=over) is looked
    placing = view(VARIANTS["base"].opening(Agreement()))
    assert not ANALYSIS.looks_into(placing, Decision(Seat(0), "place", 0), over=True)
