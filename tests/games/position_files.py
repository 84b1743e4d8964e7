"""What ``position`` prints of any state can be read again."""

from __future__ import annotations

import json
import random

from games.cli.position import Place, Position, written
from tests.games.kit import Match


def check_round_trip(match: Match, rng: random.Random, moments: int) -> None:
    game = match.title.game
    for state in match.moments(rng, moments):
        said = written(Position(game, match.settings, match.seats, state))
        place = Place.model_validate(json.loads(json.dumps({**said, "dice_left": []})))
        seats = place.seated(game)
        assert seats == match.seats
        again = place.state_of(game, match.settings, seats)
        assert game.state_form.write(again) == game.state_form.write(state)
