"""Whole matches by somebody who sees no picture, only the question and the text board.

What is typed is legal each time: the texts say enough not to guess.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.types import Chance, Decisions, Ending, Refusal, Seat, Seated, Seats
from renderers import Look
from tests.games.astral_sailors import reader as sailors
from tests.games.astralis import reader as astralis
from tests.games.astralis import variant_readers
from tests.games.colonial_space_wars import reader as colonial
from tests.games.cosmic_conflict import reader as cosmic
from tests.games.galaxy_aflame import reader as galaxy
from tests.games.kit import Match, Playing, Title, random_action, roll, title_of

Reader = Callable[[str, str], str]
"""Types a move, from a text board and what is asked."""
FROM_BOTH_SEATS = pytest.mark.parametrize("reader", [Seat(0), Seat(1)])


@FROM_BOTH_SEATS
@pytest.mark.parametrize("variant", ["base", "simplified", "dice"])
def test_astralis_is_won_without_seeing_a_picture(variant: str, reader: Seat) -> None:
    check_won(_match("astralis", astralis.move, reader, variant=variant), reader)


@FROM_BOTH_SEATS
def test_beeline_is_won_without_seeing_a_picture(reader: Seat) -> None:
    check_won(_match("astralis", variant_readers.beeline_move, reader, variant="beeline"), reader)


@FROM_BOTH_SEATS
def test_dispersed_go_is_won_without_seeing_a_picture(reader: Seat) -> None:
    read = variant_readers.dispersed_go_move
    check_won(_match("astralis", read, reader, variant="dispersed_go"), reader)


@pytest.mark.rules("AST-V1-03")
def test_claims_are_right_without_seeing_a_picture() -> None:
    reader = Seat(0)
    match = _match("astralis", astralis.move, reader, variant="simplified")
    claiming = 0
    for state, action in zip(match.states, match.log_actions, strict=False):
        if isinstance(action, Played) and action.seat == reader:
            claiming += "CLAIM" in match.title.game.write(action.move)
            told = map(
                match.title.game.words.tell, carry_out(match.title.game, state, action).events
            )
            assert not [sentence for sentence in told if "wrong" in sentence]
    assert claiming >= 1


@FROM_BOTH_SEATS
def test_astral_sailors_is_fought_without_seeing_a_picture(reader: Seat) -> None:
    match = _match("astral_sailors", sailors.move, reader)
    own = [
        action
        for action in match.log_actions
        if isinstance(action, Played) and action.seat == reader
    ]
    texts = [match.title.game.write(action.move) for action in own]
    for word, least in (("MOVE", 10), ("SHOOT", 20), ("MELEE", 1)):
        assert sum(word in text.split() for text in texts) >= least


@FROM_BOTH_SEATS
def test_colonial_space_wars_is_won_without_seeing_a_picture(reader: Seat) -> None:
    check_won(_match("colonial_space_wars", colonial.move, reader), reader)


@FROM_BOTH_SEATS
@pytest.mark.parametrize("muster", ["random", "draft"])
def test_a_galaxy_aflame_is_won_without_seeing_a_picture(muster: str, reader: Seat) -> None:
    check_won(_match("galaxy_aflame", galaxy.move, reader, muster=muster), reader)


@FROM_BOTH_SEATS
def test_cosmic_conflict_is_won_without_seeing_a_picture(reader: Seat) -> None:
    check_won(_match("cosmic_conflict", cosmic.move, reader, seed=4), reader)


def check_won(match: Match, reader: Seat) -> None:
    ending = match.title.game.pending(match.states[-1])
    assert isinstance(ending, Ending)
    assert ending.winners == (reader,)


def _match(game: str, read: Reader, reader: Seat, seed: int = 1, **settings: str) -> Match:
    """Against somebody who plays at random."""
    title, rng = title_of(game), random.Random(seed)
    agreed = {**title.agreed, **title.game.meta.first_match, **settings}
    played = Playing(title, title.game.settings.model_validate(agreed), Seats.alone(2))
    while not isinstance(title.game.pending(played.states[-1]), Ending):
        played.go(_next(title, played.states[-1], reader, read, rng))
    return played.match


def _next(title: Title, state: object, reader: Seat, read: Reader, rng: random.Random) -> LogAction:
    pending = title.game.pending(state)
    if isinstance(pending, Chance):
        return Thrown(roll(pending, rng))
    assert isinstance(pending, Decisions)
    awaited = [each for each in pending.of(reader) if each.waits]
    if not awaited:
        action = random_action(title.game, state, rng, 0)
        assert action is not None
        return action
    decision, view = awaited[0], title.game.view(state, Seated(reader))
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
    return Played(reader, decision.key, move)
