"""What is said of moves that were typed wrongly: what is wrong, and what can be written instead."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games import all_games
from games.core.contract import AnyGame
from games.core.log.replay import read
from games.core.questions import sample
from games.core.types import Decision, Decisions, Refusal, Seated
from tests.games.kit import Playing, random_action_of, some_seats, title_of

_CODES = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\bphase (turn|deploy|army|role|orders|reinforce)\b|pydantic"
)


def _first_decisions(game: str) -> Iterator[tuple[AnyGame, Any, Decision]]:
    """The first of each kind in a random match."""
    title, rng, seen = title_of(game), random.Random(5), set[str]()
    settings = title.game.settings.model_validate({**title.agreed, **title.game.meta.first_match})
    seats = some_seats(title, rng)
    while title.game.fault(settings, seats):
        seats = some_seats(title, rng)
    playing = Playing(title, settings, seats)
    while (action := random_action_of(title, playing.states[-1], rng)) is not None:
        state = playing.states[-1]
        pending = title.game.pending(state)
        for decision in pending.open if isinstance(pending, Decisions) else ():
            if decision.waits and decision.kind not in seen:
                seen.add(decision.kind)
                yield title.game, state, decision
        playing.go(action)


def _mistyped(game: AnyGame, state: Any, decision: Decision, rng: random.Random) -> Iterator[str]:
    """Verbs of other phases, misspelt and lonely ones, too many words, places off the board."""
    yield from ("foo", "attack b3", "R5 SHOOT Z9", "DEPLOY Z99 Z99", "MOVE", "LOCK ME")
    options = game.options(game.view(state, Seated(decision.seat)), decision)
    for _ in range(3):
        text = game.write(sample(options, rng))
        first, *rest = text.split(" ")
        yield f"{text} NOW"
        yield " ".join((f"{first}X", *rest))
        yield " ".join((*rest, first))
        yield re.sub(r"\d", "99", text)


@pytest.mark.parametrize("game", [game.meta.id for game in all_games()])
def test_a_refusal_of_what_is_typed_says_what_can_be_written(game: str) -> None:
    rng, refusals = random.Random(7), list[tuple[str, Refusal]]()
    for found, state, decision in _first_decisions(game):
        for text in _mistyped(found, state, decision, rng):
            try:
                read(found, state, decision.seat, text)
            except Refusal as refusal:
                refusals.append((f"{decision.kind}: {text}: {refusal}", refusal))
    assert len(refusals) > 10
    assert not [said for said, refusal in refusals if not refusal.instead]
    assert not [said for said, refusal in refusals if _CODES.search(str(refusal))]
