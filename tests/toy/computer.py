"""A computer player for the toy: lights its own lamp as high as it can, then rests."""

from __future__ import annotations

import random

from games.core.computer import USUAL, Level
from games.core.decisions import Decision
from tests.toy.state import BEACONS, OFFERED, Hide, Light, Move, Rest
from tests.toy.view import View


class ToyComputer:
    levels: tuple[Level, ...] = ("normal",)

    def choose(
        self, view: View, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> Move | None:
        if not decision.waits:
            return None
        if decision.kind == "hide":
            return Hide(rng.randint(1, BEACONS))
        lamp, oil = view.lamps[decision.seat], view.oil[decision.seat]
        if oil and view.flames[lamp - 1] is None:
            return Light(lamp, min(oil, OFFERED))
        return Rest()
