"""Random matches of all numbers of players, teams and options, two hundred of them in the nightly
run: they end, and a replay gives the same bytes after every deed.

Deeds travel to the replay in their stored form. Most matches are quick ones: ready-made
scenery and up to three rounds; some build everything themselves.
"""

from __future__ import annotations

import random
from typing import Any

from games.core.log.replay import LogAction, Played, carry_out
from games.core.types import Ending, Seats
from tests.amounts import LONG
from tests.games.kit import Title, random_action_of, some_settings, title_of

LONGEST = 6000
PLAYERS = (2, 3, 2, 4, 2, 3, 2, 5, 3, 2, 4, 2, 6, 3, 2, 7, 4, 2, 3, 8)
"""Small matches more often: they take less time."""

EVERYTHING = 10
"""One match in so many leaves scenery and deployment to its players, on any board."""

SEEDS = range(200) if LONG else (0, 7, 8, 10, 12, 15, 19, 42)
"""Otherwise one match of each number of players, some of them with everything."""


def told(seed: int) -> tuple[int, int, str]:
    """Plays one match and its replay: the number of players, of deeds, and the ending's rule."""
    rng, title = random.Random(seed), title_of("astral_sailors")
    game = title.game
    players = PLAYERS[seed % len(PLAYERS)]
    agreed: dict[str, Any] = {"round_limit": rng.choice((1, 2, 2, 3)), "army_size": 100}
    if seed % EVERYTHING:
        agreed["scenery"] = "preset"
    settings, seats = some_settings(game, rng, agreed), teams(title, players, rng)
    state = again = game.setup(settings, seats)
    log_actions = 0
    while (log_action := random_action_of(title, state, rng)) is not None:
        state = carry_out(game, state, log_action).state
        again = carry_out(game, again, stored(title, log_action)).state
        assert game.state_form.write(again) == game.state_form.write(state), (
            seed,
            log_actions,
            log_action,
        )
        log_actions += 1
        assert log_actions < LONGEST, f"match {seed} does not end"
    ending = game.pending(state)
    assert isinstance(ending, Ending)
    assert ending.rule in game.rulebook.by_id, (seed, ending)
    assert set(ending.winners) < set(seats.all()), (seed, ending)
    assert game.state_form.read(game.state_form.write(state)) == state
    return players, log_actions, ending.rule


def stored(title: Title, log_action: LogAction) -> LogAction:
    """The deed as it comes back out of a log."""
    if not isinstance(log_action, Played):
        return log_action
    form = title.game.move_form
    return Played(log_action.seat, log_action.decision, form.read(form.write(log_action.move)))


def teams(title: Title, players: int, rng: random.Random) -> Seats:
    """Each for themselves, or teams by chance."""
    if rng.random() < 0.5:
        return Seats.alone(players)
    found: list[int] = []
    while len(found) < players:
        most = min(title.game.meta.largest_team, players - len(found), players - 1)
        found += [found[-1] + 1 if found else 0] * rng.randint(1, most)
    return Seats(tuple(found))


def test_random_matches_end_and_replay_to_the_same_bytes() -> None:
    found = [told(seed) for seed in SEEDS]
    assert {players for players, _, _ in found} == set(range(2, 9))
    rules = {rule for _, _, rule in found}
    assert "ASCW-D67" in rules, "none came to its last round"
    assert len(rules) > 1, "all ended alike"
