"""Matches in which nobody ever answers: only dice and defaults move them on."""

from __future__ import annotations

import random
from typing import Any

from games.core.contract import AnyGame, Pending
from games.core.log.replay import LogAction, Played, Thrown
from games.core.settings import Settings
from games.core.types import Chance, Ending, Seated
from tests.games.kit import Playing, Title, roll, some_seats, some_settings

FOR_EVER = 1000
"""Deeds after which a match without a limit is taken to go on for ever."""


def check_end(title: Title, rng: random.Random) -> None:
    """There is a legal default whenever the match waits for somebody, and defaults bring it to an
    end; but where the players agreed on no limit it may go on: then the host pauses it."""
    game, seats = title.game, some_seats(title, rng)
    settings = some_settings(game, rng, {}, seats)
    playing = Playing(title, settings, seats)
    most = FOR_EVER if has_no_limit(settings) else None
    while not isinstance(pending := game.pending(state := playing.states[-1]), Ending):
        if len(playing.states) == most:
            return
        found = _by_default(game, state, pending, rng)
        assert found, f"{game.meta.id} waits for ever for {pending}: {settings}"
        playing.go(found)


def has_no_limit(settings: Settings) -> bool:
    """Whether a setting is 0 which, as its description tells the players, then sets no limit."""
    return any(
        getattr(settings, name) == 0 and "no limit" in (field.description or "")
        for name, field in type(settings).model_fields.items()
    )


def _by_default(
    game: AnyGame, state: Any, pending: Pending, rng: random.Random
) -> LogAction | None:
    assert not isinstance(pending, Ending)
    if isinstance(pending, Chance):
        return Thrown(roll(pending, rng))
    assert game.standing is not None
    for decision in pending.open:
        if decision.waits:
            view = game.view(state, Seated(decision.seat))
            move = game.standing.default(view, decision, ())
            if move is not None:
                assert game.options(view, decision).contains(move), move
                return Played(decision.seat, decision.key, move)
    return None
