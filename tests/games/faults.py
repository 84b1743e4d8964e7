"""What settings cannot be for some seats: the game says it before a match is set up."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.core.types import Forbidden, Seats
from tests.games.kit import Title, some_seats, some_settings

PACKS = ("x", "title", "[[", "title = 1e999", "\0", "# Title\noil = none")
"""Texts that are no content of any game."""


def check_faults(title: Title, rng: random.Random) -> None:
    """Settings that have no fault can be set up; those that have one are refused in words."""
    game = title.game
    usual = game.settings.model_validate(dict(title.agreed))
    for seats in _strange(game.meta.players, game.meta.largest_team):
        assert game.fault(usual, seats) is not None, seats
    sound = 0
    for _ in range(60):
        seats = some_seats(title, rng)
        settings = some_settings(game, rng, title.agreed, seats)
        refusal = game.fault(settings, seats)
        if refusal is None:
            sound += 1
            game.pending(game.setup(settings, seats))
            continue
        assert refusal.sentence.endswith("."), refusal
        if isinstance(refusal, Forbidden):
            assert refusal.rule in game.rulebook.by_id
    assert sound, "all of the settings have a fault"
    if game.packs is not None:
        seats = Seats.alone(game.meta.players[0])
        for text in PACKS:
            packed = usual.model_copy(update={game.packs.setting: text})
            assert game.fault(packed, seats) is not None, text


def _strange(players: tuple[int, ...], largest_team: int) -> Iterator[Seats]:
    """Seats that no match of the game can have."""
    for count in range(12):
        if count not in players:
            yield Seats.alone(count)
    for count in players:
        yield Seats((0,) * count)
        yield Seats(tuple(range(1, count + 1)))
        yield Seats((*range(count - 1), count))
        if count - 1 > largest_team:
            yield Seats((0,) * (count - 1) + (1,))
        if count > 2:
            yield Seats((0, 1, 0, *range(2, count - 1)))
