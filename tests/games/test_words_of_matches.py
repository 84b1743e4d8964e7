"""What random matches say to people: in words, without codes, names of fields and repetitions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from games import all_games
from games.core.questions import sample
from games.core.types import SPECTATOR, Decisions, Seated
from tests.amounts import LONG
from tests.games.kit import match_of, title_of
from tests.games.told import record_random

MATCHES = 200 if LONG else 2
PREVIEWED, MOST_PREVIEWED = (range(20), 5000) if LONG else (range(2), 100)

_TO_PEOPLE = ("RECEIPT", "TURN OF", "ASKS", "PANEL", "CATCH-UP", "CAPTION")
_FAULTS = {
    "the code of a type of units": re.compile(r"\b(?!PWS|AWS|ECM)[A-Z]{3,4}\b|\b[A-Z]{2}\d\b"),
    "two decimal places": re.compile(r"\d\.\d\d"),
    "the name of a field": re.compile(r"\b[a-z]+_[a-z_]+\b|\b(None|True|False)\b|[{}]"),
    "arithmetic": re.compile(r"[\u2680-\u2685]|\((die|dice) |= \d|\d\+[,)]"),
}
_SENTENCE = re.compile(r"(?<=[.!?]) (?=\w)")


def _faults(text: str) -> Iterator[str]:
    captions, typed = list[str](), ""
    for line in text.splitlines():
        if line.startswith("MOVE "):
            typed = line.removeprefix("MOVE ")
        kind = next((each for each in _TO_PEOPLE if line.strip().startswith(each)), None)
        if kind is None or line.startswith(f"  RECEIPT {typed}."):  # nothing has come of it yet
            continue
        said = re.sub(r"^ *[A-Z-]+( OF [A-Z0-9 ]+?(?= |$))?", "", line)
        yield from (f"{what}: {line}" for what, fault in _FAULTS.items() if fault.search(said))
        told = _SENTENCE.split(said.replace("*", "").strip())
        yield from (f"twice: {each} in {line}" for each, n in Counter(told).items() if n > 1)
        if kind == "CAPTION":
            captions.append(said.partition(" ")[2].partition(" ")[2])
    for before, after in pairwise(captions):
        if before == after:
            yield f"the same caption twice: {before}"


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize("game", [game.meta.id for game in all_games()])
def test_a_match_is_told_in_words(game: str, seed: int) -> None:
    found = list(_faults(record_random(game, seed).text))
    assert not found, "\n".join(found[:10])


@pytest.mark.parametrize(
    "said",
    [
        "CAPTION #3 R4 moves.\nCAPTION #4 R4 moves.",
        "  RECEIPT Your list: PRE and 2 PIL.",
        "  RECEIPT B3 GU2 holds.",
        "TURN OF RED **Red starts at 13.25 4.**",
        "PANEL **The board is broken_march.**",
        "CATCH-UP OF ALL **Red earns 9 points (die 5).**",
        "  RECEIPT R1 Wren misses b2 Dart. R1 Wren moves. R1 Wren misses b2 Dart.",
    ],
)
def test_what_is_no_word_is_found(said: str) -> None:
    assert list(_faults(said))


@pytest.mark.parametrize("game", [game.meta.id for game in all_games()])
def test_a_preview_is_headed_by_what_happens_not_by_what_was_typed(game: str) -> None:
    title, rng = title_of(game), random.Random(5)
    states = [state for seed in PREVIEWED for state in match_of(title, seed).states]
    for state in rng.sample(states, min(len(states), MOST_PREVIEWED)):
        pending = title.game.pending(state)
        for asked in pending.open if isinstance(pending, Decisions) else ():
            view = title.game.view(state, Seated(asked.seat))
            move = sample(title.game.options(view, asked), rng)
            told, typed = title.game.foretell(view, asked, move), title.game.write(move)
            assert told, f"{typed} ({asked.kind}) says nothing"
            assert told.rstrip(".").casefold() != typed.casefold()


@pytest.mark.parametrize("game", [game.meta.id for game in all_games()])
def test_scores_are_exact_fractions(game: str) -> None:
    title = title_of(game)
    states = [state for seed in (2, 4) for state in match_of(title, seed).states[::5]]
    words = title.game.words
    tallies = (words.tally(title.game.view(state, SPECTATOR)) for state in states)
    scores = {score for tally in tallies if tally is not None for score in tally.scores}
    assert scores
    for score in scores:
        whole, _, rest = words.score(abs(score)).partition(" ")
        assert Fraction(whole) + Fraction(rest or 0) == abs(score)
