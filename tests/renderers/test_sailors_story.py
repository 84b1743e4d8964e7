"""Whole turns of computer players on the picture: what a player in a hurry must be able to see."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest

from games.astral_sailors import GAME
from games.astral_sailors.view import SailorsView
from games.core.events import Event
from games.core.geometry.squares import Base
from games.core.log.replay import Played, Thrown, carry_out
from games.core.overlay import Loss, Overlay
from games.core.types import SPECTATOR, Chance, Ending, Seated, Seats
from renderers import Look
from renderers.astral_sailors import RENDERER
from renderers.astral_sailors.backdrop import plan_for
from renderers.boards.squaremap import SquareMap
from renderers.overlay.callouts import Box
from renderers.scene import Label, Mark
from tests.amounts import amount
from tests.games.kit import roll

TURNS, MATCHES = amount(60, 250), amount(1, 3)
"""How many random spans of turns are drawn for each number of players, of how many matches."""


def turns(seats: int, seed: int) -> Iterator[tuple[SailorsView, tuple[Event, ...]]]:
    """What everyone saw of each turn of a match between computer players, and the view after it."""
    rng = random.Random(seed)
    settings = GAME.settings.model_validate({"scenery": "preset", "round_limit": 5})
    state = GAME.setup(settings, Seats.alone(seats))
    seen: list[Event] = []
    while not isinstance(pending := GAME.pending(state), Ending):
        turn = state.table.turn.number
        if isinstance(pending, Chance):
            step = carry_out(GAME, state, Thrown(roll(pending, rng)))
        else:
            decision = next(one for one in pending.open if one.waits)
            view = GAME.view(state, Seated(decision.seat))
            assert GAME.standing is not None
            ordered = GAME.standing.answer(view, decision, ())
            move = None if ordered is None else ordered.move
            move = move or GAME.computer.choose(view, decision, rng)
            step = carry_out(GAME, state, Played(decision.seat, decision.key, move))
        state = step.state
        seen += [event for event in step.events if event.visible_to(SPECTATOR)]
        if state.table.turn.number != turn:
            yield GAME.view(state, SPECTATOR), tuple(seen)
            seen = []


@cache
def spans(seats: int) -> list[tuple[SailorsView, Overlay[Base]]]:
    """Random spans of turns, from one to a whole round, as their stories."""
    rng, found = random.Random(seats), []
    matches = [list(turns(seats, seed)) for seed in range(MATCHES)]
    for _ in range(TURNS):
        match = rng.choice(matches)
        last = rng.randrange(len(match))
        first = max(0, last - rng.randrange(2 * seats))
        events = [event for _, seen in match[first : last + 1] for event in seen]
        found.append((match[last][0], GAME.story(match[last][0], events)))
    return found


def labels(marks: Sequence[Mark], grid: SquareMap) -> Iterator[Box]:
    """Art with lettering on the board but units and scenery, which are of whole cells."""
    for art, x, y in marks:
        lettered = any(isinstance(shape, Label) for shape in art.shapes)
        box = Box(x, y, art.width, art.height)
        piece = art.width % grid.cell == art.height % grid.cell == 0
        if lettered and not piece and box.inside(grid.area):
            yield box


@pytest.mark.parametrize("seats", [2, 4])
def test_no_label_lies_over_a_unit_or_another_label(seats: int) -> None:
    shown = 0
    for view, story in spans(seats):
        table = view.table
        grid = plan_for(table.size, False, None, False).map
        marks = RENDERER.scene(view, Look(overlay=story)).drawing.marks
        units = [grid.bounds(table.base(unit)) for unit in table.on_board()]
        said = list(labels(marks, grid))
        # Units are drawn over the plates of quadrants, which are under everything.
        plates = sum(bool(count) for team in table.teams for count in team.quadrants.values())
        over = said[plates:]
        assert not [box for box in over if any(map(box.meets, units))]
        assert not [pair for pair in combinations(over, 2) if pair[0].meets(pair[1])]
        assert not [box for box in over if any(map(box.meets, said[:plates]))]
        shown += len(over)
    assert shown > 4 * TURNS


@pytest.mark.parametrize("seats", [2, 4])
def test_every_loss_is_shown_and_told(seats: int) -> None:
    lost = 0
    for view, story in spans(seats):
        scene = RENDERER.scene(view, Look(overlay=story))
        lettering = {
            shape.text
            for art, _, _ in scene.drawing.marks
            for shape in art.shapes
            if isinstance(shape, Label)
        }
        losses = [part for part in story.parts if isinstance(part, Loss)]
        assert {part.label for part in losses} <= lettering
        assert len(scene.alt) <= 1024
        if len(story.parts) < 10:
            words = scene.alt
            assert all(
                f"kills {part.label}" in words or f"{part.label} is out" in words for part in losses
            )
        lost += len(losses)
    assert lost > TURNS
