"""What a fork makes up: it looks the same, can be played, and does not depend on the truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.play.forks import made_up
from games.core.endings import Ending
from games.core.replay import act
from games.core.seats import SPECTATOR, Seat, Seated, Viewer
from tests.games.astral_sailors.sources import source
from tests.games.kit import Title, random_deed, random_match, titles

VIEWERS: tuple[Viewer, ...] = (Seated(Seat(0)), SPECTATOR)
SECRET = [title for title in titles() if title.game.meta.secrets]


def moments(title: Title, seed: int, count: int) -> Iterator[Any]:
    rng = random.Random(seed)
    for state in random_match(title, seed).moments(rng, count):
        if not isinstance(title.game.pending(state), Ending):
            yield state


@pytest.mark.parametrize("title", SECRET, ids=lambda title: title.game.meta.id)
@pytest.mark.parametrize("seed", [2, 3])
def test_it_looks_the_same_and_can_be_played_on(title: Title, seed: int) -> None:
    game, rng = title.game, random.Random(seed)
    for state in moments(title, seed, 4):
        for viewer in VIEWERS:
            made = made_up(game, state, viewer, rng)
            assert game.view(made, viewer) == game.view(state, viewer)
            assert game.state_form.read(game.state_form.write(made)) == made
            for _ in range(25):
                deed = random_deed(game, made, rng)
                if deed is None:
                    break
                made = act(game, made, deed).state


def objectives(state: Any, viewer: Viewer, tries: int, seed: int) -> Counter[Any]:
    """How often the second team has which objective in what is made up."""
    [game] = [title.game for title in SECRET if title.game.meta.id == "astral_sailors"]
    rng = random.Random(seed)
    made = (made_up(game, state, viewer, rng) for _ in range(tries))
    return Counter(each.secrets.teams[1].objective for each in made)


def test_whoever_forks_often_and_counts_learns_nothing_of_an_objective() -> None:
    """Two worlds that look the same to the viewer give every objective equally often."""
    tries, tested = 150, 0
    [title] = [title for title in SECRET if title.game.meta.id == "astral_sailors"]
    for state in source(1).states[40::60]:
        viewer = Seated(Seat(0))
        if isinstance(title.game.pending(state), Ending):
            continue
        truth = state.secrets.teams[1].objective
        rng = random.Random(5)
        others = (title.game.reimagine(state, viewer, rng) for _ in range(60))
        other = next((each for each in others if each.secrets.teams[1].objective != truth), None)
        if other is None or tested == 2:
            continue
        here, there = objectives(state, viewer, tries, 1), objectives(other, viewer, tries, 2)
        for objective in set(here) | set(there):
            assert abs(here[objective] - there[objective]) < 0.18 * tries, (here, there)
        tested += 1
    assert tested
