"""Whole matches by somebody who sees no picture, only the question and the text board.

What is typed is legal each time: the texts say enough not to guess.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.core.chance import Chance
from games.core.decisions import Decisions
from games.core.endings import Ending
from games.core.log.replay import LogAction, Played, Thrown, act
from games.core.refusals import Refusal
from games.core.seats import Seat, Seated, Seats
from renderers import Look
from tests.games.astral_sailors import reader as sailors
from tests.games.astralis import reader as astralis
from tests.games.colonial_space_wars import reader as colonial
from tests.games.cosmic_conflict import reader as cosmic
from tests.games.galaxy_aflame import reader as galaxy
from tests.games.kit import Match, Playing, Title, random_action, roll, title_of

READER = Seat(0)
Reader = Callable[[str, str], str]
"""Types a move, from a text board and what is asked."""


@pytest.mark.parametrize("variant", ["base", "simplified", "dice"])
@pytest.mark.parametrize("seed", [1, 2])
def test_astralis_is_won_without_seeing_a_picture(variant: str, seed: int) -> None:
    check_won(_match("astralis", astralis.move, seed, variant=variant))


@pytest.mark.rules("AST-V1-03")
def test_claims_are_right_without_seeing_a_picture() -> None:
    match = _match("astralis", astralis.move, 1, variant="simplified")
    claiming = 0
    for state, action in zip(match.states, match.log_actions, strict=False):
        if isinstance(action, Played) and action.seat == READER:
            claiming += "CLAIM" in match.title.game.write(action.move)
            told = map(match.title.game.words.tell, act(match.title.game, state, action).events)
            assert not [sentence for sentence in told if "wrong" in sentence]
    assert claiming >= 1


@pytest.mark.parametrize("seed", [1, 2])
def test_astral_sailors_is_fought_without_seeing_a_picture(seed: int) -> None:
    match = _match("astral_sailors", sailors.move, seed)
    own = [
        action
        for action in match.log_actions
        if isinstance(action, Played) and action.seat == READER
    ]
    texts = [match.title.game.write(action.move) for action in own]
    for word, least in (("MOVE", 10), ("SHOOT", 20), ("MELEE", 1)):
        assert sum(word in text.split() for text in texts) >= least


@pytest.mark.parametrize("seed", [1, 2])
def test_colonial_space_wars_is_won_without_seeing_a_picture(seed: int) -> None:
    check_won(_match("colonial_space_wars", colonial.move, seed))


@pytest.mark.parametrize("muster", ["random", "draft"])
def test_a_galaxy_aflame_is_won_without_seeing_a_picture(muster: str) -> None:
    check_won(_match("galaxy_aflame", galaxy.move, 1, muster=muster))


@pytest.mark.parametrize("seed", [2, 4])
def test_cosmic_conflict_is_won_without_seeing_a_picture(seed: int) -> None:
    check_won(_match("cosmic_conflict", cosmic.move, seed))


def check_won(match: Match) -> None:
    ending = match.title.game.pending(match.states[-1])
    assert isinstance(ending, Ending)
    assert ending.winners == (READER,)


def _match(game: str, read: Reader, seed: int, **settings: str) -> Match:
    """Against somebody who plays at random."""
    title, rng = title_of(game), random.Random(seed)
    agreed = {**title.agreed, **title.game.meta.first_match, **settings}
    played = Playing(title, title.game.settings.model_validate(agreed), Seats.alone(2))
    while not isinstance(title.game.pending(played.states[-1]), Ending):
        played.go(_next(title, played.states[-1], read, rng))
    return played.match


def _next(title: Title, state: object, read: Reader, rng: random.Random) -> LogAction:
    pending = title.game.pending(state)
    if isinstance(pending, Chance):
        return Thrown(roll(pending, rng))
    assert isinstance(pending, Decisions)
    decision = next(each for each in pending.open if each.waits)
    if decision.seat != READER:
        action = random_action(title.game, state, rng, 0)
        assert action is not None
        return action
    view = title.game.view(state, Seated(READER))
    board = title.renderer.scene(view, Look(threats=True)).board
    asked = title.game.words.ask(view, decision)
    text = read(board, asked)
    refused: Refusal | None
    try:
        move = title.game.read(view, decision, text)
        refused = title.game.options(view, decision).refusal(move)
    except Refusal as refusal:
        refused = refusal
    assert refused is None, f"{asked}\n{text}: {refused}\n{board}"
    return Played(READER, decision.key, move)
