"""How a match ended, in words and pictures, where no rule of the game ended it."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.play.match import outcomes
from bot.play.match.outcomes import measure, records_of
from games import all_games
from games.core.contract import AnyGame
from games.core.types import SPECTATOR, Ending, Seat, Seats
from renderers import Look, Renderer, renderer_for
from tests.games.kit import most_alone
from tests.toy import GAME as TOY
from tests.toy import RENDERER as TOY_RENDERER

PAIR = Seats.alone(2)
FIRST = (Seat(0),)
KINDS = {
    "agreed": Ending.agreed(""),
    "abandoned": Ending.abandoned(),
    "ruled": Ending.ruled(FIRST),
    "ruled a draw": Ending.ruled(()),
    "time": Ending.out_of_time(PAIR, Seat(1)),
    "resigned": Ending.given_up(FIRST, ""),
}


def begun(game: AnyGame, seats: Seats) -> Any:
    return game.view(game.setup(game.settings(), seats), SPECTATOR)


def cases() -> list[tuple[AnyGame, Renderer, Seats]]:
    found = [(game, renderer_for(game.meta.id)) for game in all_games()]
    return [
        (game, renderer, Seats.alone(count))
        for game, renderer in (*found, (TOY, TOY_RENDERER))
        for count in sorted({game.meta.players[0], most_alone(game)})
    ]


def named(each: AnyGame | Renderer | Seats) -> str:
    """The same in every process, without the address of an object."""
    if isinstance(each, Seats):
        return "v".join(map(str, each.teams))
    return each.meta.id if hasattr(each, "meta") else type(each).__name__


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "renderer", "seats"), cases(), ids=named)
def test_every_game_shows_an_ending_that_no_rule_brought_about(
    game: AnyGame, renderer: Renderer, seats: Seats, kind: str
) -> None:
    view, ending = begun(game, seats), KINDS[kind]
    first, second = (game.words.seat(view, Seat(seat)) for seat in (0, 1))
    said = outcomes.describe_ending(game, view, ending, seats)
    scene = renderer.scene(view, Look(ending=ending, result=said))
    assert scene.paint()
    for text in (said, scene.alt, scene.board):
        won = re.findall(rf"({first}|{second})(?: \([^)]*\))? wins?\b", text)
        assert set(won) <= ({first} if ending.winners else set()), text
    assert (first in said) == bool(ending.winners)
    if ending.kind == "abandoned":
        assert "a draw" not in said + scene.alt + scene.board


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (KINDS["agreed"], "A draw by agreement."),
        (KINDS["abandoned"], "The match was abandoned without a result."),
        (KINDS["ruled"], "The referee has ended the match: Red wins."),
        (KINDS["ruled a draw"], "The referee has ended the match as a draw."),
        (KINDS["time"], "Green ran out of time: Red wins."),
        (Ending.out_of_time(Seats((0, 0, 1)), Seat(2)), "Blue ran out of time: Red and Green win."),
        (Ending("score", FIRST, (5.0, 3.0), "TOY-07"), "Red wins: Red 0 – Green 0 – Blue 0."),
    ],
)
def test_the_host_has_the_words_for_what_no_rule_brought_about(ending: Ending, said: str) -> None:
    seats = Seats((0, 0, 1)) if len(ending.winners) == 2 else Seats.alone(2)
    view = begun(TOY, Seats.alone(3))
    assert outcomes.describe_ending(TOY, view, ending, seats) == said


def ended(winners: tuple[int, ...], *scores: float) -> Ending:
    return Ending("score", tuple(map(Seat, winners)), scores, "TOY-07")


def test_a_match_is_measured_by_its_length_and_scores() -> None:
    assert measure(ended((0,), 12, 9.5), 40) == {
        "length": 40,
        "score": 12,
        "margin": Fraction(5, 2),
    }
    assert measure(ended((), 7, 7), 40) == {"length": 40, "score": 7}
    assert measure(Ending.abandoned(), 3) == {"length": 3}
    # Of several that win together the last counts, against the best of the others.
    assert measure(ended((0, 1), 12, 10, 9), 1)["margin"] == 1


def test_a_record_surpasses_another_match_and_is_one_that_the_game_declares() -> None:
    meta = TOY.meta
    first = (10, ended((0,), 8, 3))
    assert records_of(meta, first, []) == {}
    assert records_of(meta, first, [first]) == {}
    assert records_of(meta, (11, ended((0,), 9, 4)), [first]) == {"length": 11, "score": 9}
    assert records_of(meta, (9, ended((1,), 1, 7)), [first]) == {"margin": 6}
    declared = replace(meta, records={"length": "The longest fight"})
    assert records_of(declared, (11, ended((0,), 99, 0)), [first]) == {"length": 11}
