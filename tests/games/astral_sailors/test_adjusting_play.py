"""Matches go on after whatever a referee has set by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.astral_sailors.state import State
from games.core.log.replay import Adjusted, LogAction, carry_out
from games.core.questions import Question, sample
from games.core.referee.edits import Edit
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Decisions,
    Ending,
    Forbidden,
    Seat,
    Seated,
    Unreadable,
    Viewer,
)
from tests.amounts import LONG
from tests.games.astral_sailors.by_hand import unsound
from tests.games.kit import Title, random_action_of, some_seats, some_settings, title_of
from tests.games.replaying import fold, visible
from tests.games.worlds import compare, facts

OFTEN = 0.2
"""How often something is set between two deeds."""

OWN_WORDS = {"Edited", "TeamChanged", "UnitRevealed"}
"""What an adjustment tells that leads to nothing else."""

GOES_ON = {"end", "handover", "team"}
"""Adjustments after which the match goes on by its rules."""


def choose(title: Title, state: State, viewer: Viewer, rng: random.Random) -> Edit | None:
    """Something that ``viewer`` may set: something of a unit more often than not."""
    options = title.game.editing.options(title.game.view(state, viewer))
    try:
        first = options.question(())
    except Unreadable:
        return None
    assert isinstance(first, Question)
    units = [choice for choice in first.choices if choice.text in tuple("RBGYPOTW")]
    if not units or rng.random() < 0.4:
        return sample(options, rng)
    path: tuple[str, ...] = (rng.choice(units).key,)
    while isinstance(found := options.question(path), Question):
        path = (*path, rng.choice(found.choices).key)
    return found


def played(title: Title, seed: int, **agreed: Any) -> Iterator[tuple[State, LogAction, Any]]:
    """A random match with adjustments: the state before each deed, the deed, what came of it."""
    game, rng = title.game, random.Random(seed)
    settings = some_settings(game, rng, {**title.agreed, **agreed})
    seats = some_seats(title, rng)
    while game.fault(settings, seats):
        settings = some_settings(game, rng, {**title.agreed, **agreed})
    state = game.setup(settings, seats)
    log_actions: list[LogAction] = []
    written = [game.state_form.write(state)]
    while True:
        log_action = random_action_of(title, state, rng)
        if isinstance(game.pending(state), Decisions) and rng.random() < OFTEN:
            viewers: list[Viewer] = [REFEREE, *map(Seated, seats.all())]
            viewer = rng.choice(viewers)
            chosen = choose(title, state, viewer, rng)
            log_action = log_action if chosen is None else Adjusted(chosen)
        if log_action is None:
            break
        before, step = state, carry_out(game, state, log_action)
        state = step.state
        log_actions.append(log_action)
        written.append(game.state_form.write(state))
        assert len(log_actions) < 5000, f"match {seed} does not end"
        yield before, log_action, step
    assert isinstance(game.pending(state), Ending)
    again = [game.state_form.write(each.state) for each in fold(game, settings, seats, log_actions)]
    assert again == written


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize("seed", range(1, 7) if LONG else (3, 4))
def test_a_match_goes_on_to_its_end_after_adjustments(seed: int) -> None:
    made: Counter[str] = Counter()
    for _, log_action, step in played(title_of("astral_sailors"), seed):
        assert not unsound(step.state), log_action
        if isinstance(log_action, Adjusted):
            name = log_action.adjustment.edit
            made[name] += 1
            told = {type(event).__name__ for event in step.events}
            assert "Edited" in told, log_action
            assert told <= OWN_WORDS or name in GOES_ON, (log_action, told)
    assert made


@pytest.mark.parametrize("seed", range(1, 5) if LONG else (3, 4))
def test_who_plays_and_who_looks_on_learn_nothing_from_what_a_player_sets(seed: int) -> None:
    """In two worlds that the one who sets, or the one who looks, cannot tell apart."""
    title, rng = title_of("astral_sailors"), random.Random(seed)
    compared = 0
    closed = {"open_armies": bool(seed % 2), "scenery": "preset"}
    for state, log_action, _ in played(title, seed, **closed):
        if not isinstance(log_action, Adjusted):
            continue
        seats: list[Viewer] = [Seated(Seat(each.seat)) for each in state.table.players]
        setter, watcher = rng.choice(seats), rng.choice([*seats, SPECTATOR])
        chosen = choose(title, state, setter, rng)
        if chosen is not None:
            compared += same(title, state, chosen, setter, setter, rng)
            compared += same(title, state, chosen, setter, watcher, rng)
    assert compared


def same(
    title: Title,
    state: State,
    chosen: Edit,
    setter: Viewer,
    watcher: Viewer,
    rng: random.Random,
) -> bool:
    """Whether both worlds came to something that was compared."""
    game = title.game
    other = game.reimagine(game.view(state, watcher), rng)
    options = game.editing.options(game.view(other, setter))
    if setter == watcher:
        assert options.contains(chosen), (
            f"allowed here and not there: {title.game.editing.write(chosen)}"
        )
    outcomes: list[Any] = []
    for world in (state, other):
        try:
            outcomes.append(game.editing.apply(world, chosen))
        except Forbidden as refusal:
            outcomes.append(str(refusal))
    if any(isinstance(each, str) for each in outcomes):
        assert setter != watcher or outcomes[0] == outcomes[1], chosen
        return False
    told = [visible(each.events, watcher) for each in outcomes]
    if any(event.reveals for events in told for event in events):
        return False
    assert told[0] == told[1], chosen
    here, there = (list(facts(title, each.state, watcher)) for each in outcomes)
    compare(here, there, watcher)
    return True
