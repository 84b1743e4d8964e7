"""What ``position`` prints of any state can be read again."""

from __future__ import annotations

import json
import random

from games.core.log.position_files import AnyPosition, read_file, write_file, written
from games.core.types import Seats
from tests.games.kit import Match


def check_round_trip(match: Match, rng: random.Random, moments: int) -> None:
    game = match.title.game
    for state in match.moments(rng, moments):
        said = written(game, match.settings, match.seats, state)
        place = AnyPosition.model_validate(json.loads(json.dumps({**said, "dice_left": []})))
        seats = place.seated(Seats.alone(game.meta.players[0]))
        assert seats == match.seats
        again = place.state_of(game, match.settings, seats)
        assert game.state_form.write(again) == game.state_form.write(state)
    check_files(match, rng, moments)


def check_files(match: Match, rng: random.Random, moments: int) -> None:
    """The file of a position sets this very position."""
    game = match.title.game
    for state in match.moments(rng, moments):
        known = (match.settings, match.seats, state)
        placed = read_file(game, write_file(game, *known), *known)
        assert game.state_form.write(placed) == game.state_form.write(state)
