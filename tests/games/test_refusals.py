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
from games.core.questions import complete, sample
from games.core.types import Decision, Decisions, Refusal, Seated
from tests.games.kit import Playing, random_action_of, some_seats, title_of

_CODES = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\bphase (turn|deploy|army|role|orders|reinforce)\b|pydantic"
)
_UNIT = re.compile(r"\b[A-Z]\d+\b")


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


@pytest.mark.parametrize(
    ("game", "kind"),
    [("astral_sailors", "activate"), ("colonial_space_wars", "turn"), ("galaxy_aflame", "turn")],
)
def test_what_can_be_written_is_about_the_unit_that_was_typed(game: str, kind: str) -> None:
    moments = _first_decisions(game)
    found, state, decision = next(each for each in moments if each[2].kind == kind)
    options = found.options(found.view(state, Seated(decision.seat)), decision)
    offered = " ".join(each.text for each in complete(options, ""))
    unit = _UNIT.findall(offered)[-1]
    for text in (f"go {unit}", f"ATTACK WITH {unit}"):
        with pytest.raises(Refusal) as refused:
            read(found, state, decision.seat, text)
        written = refused.value.instead.removeprefix("You can write ")
        assert _UNIT.findall(written)[0] == unit, refused.value


def test_a_word_of_another_phase_is_refused_as_such_wherever_it_stands() -> None:
    found, state, decision = next(_first_decisions("colonial_space_wars"))
    with pytest.raises(Refusal, match="not possible now: you are asked for"):
        read(found, state, decision.seat, "R1 MOVE D6")
