"""The computer player and its search: legal, the same for a seed, and as good as its depth."""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from bench.strength import Chooser, Moment, by_chance, by_computer, course, duel
from games.astralis.agreement import Agreement
from games.astralis.board import index_of
from games.astralis.computer import COMPUTER, best_turn
from games.astralis.computer.kernels import kernel_of, komi_of
from games.astralis.computer.search import Effort, Search
from games.astralis.game import GAME
from games.astralis.moves import AnswerScore, Swap, Turn
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.variants import VARIANTS
from games.core.computer import Level
from games.core.types import Decision
from tests.games.astralis.positions import mover, position, view

ENDINGS = {"score", "grown", "passed"}
LEVEL_PAIRS: tuple[tuple[Level, Chooser], ...] = (
    ("easy", by_chance(GAME)),
    ("normal", by_chance(GAME)),
    ("normal", by_computer(GAME, "easy")),
)


def opened(variant: Any, size: int = 4, **more: Any) -> State:
    return VARIANTS[variant].opening(Agreement(size=size, variant=variant, **more))


def answer(state: State, kind: str = "turn", level: Level = "normal") -> Any:
    asked = Decision(mover(state), kind, state.turn)
    return COMPUTER.choose(view(state), asked, random.Random(1), level)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", COMPUTER.levels)
def test_every_level_plays_whole_matches_of_every_variant(variant: Any, level: Level) -> None:
    players = by_computer(GAME, level), by_computer(GAME, "easy")
    assert duel(GAME, opened(variant), players, random.Random(2)).kind in ENDINGS


def test_other_settings_are_played_as_well() -> None:
    state = opened("base", strict_supply=True, swap=True, bonus_under_ship="immediate", komi=-20)
    assert duel(GAME, state, (by_computer(GAME, "easy"),) * 2, random.Random(1)).kind == "score"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("level", "rival"), LEVEL_PAIRS)
def test_it_wins_against_who_is_weaker(variant: Any, level: Level, rival: Chooser) -> None:
    won = 0
    for number in range(4):
        players = [by_computer(GAME, level), rival]
        state = opened(variant, 5)
        ending = duel(GAME, state, players[:: -1 if number % 2 else 1], random.Random(number))
        won += ending.winners == (number % 2,)
    assert won >= 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_seed_gives_the_same_turns(variant: Any) -> None:
    def turns() -> list[str]:
        match = course(GAME, opened(variant), by_computer(GAME, "easy"), random.Random(3))
        return [GAME.state_form.write(moment.state).decode() for moment in match]

    assert turns() == turns()


def plain(kernel: Any, at: Any, komi: float, depth: int) -> float:
    """The value of a position, with every reply of the kernel looked at to the end."""
    best = -inf
    for reply in kernel.replies(at, komi, 1):
        deeper = depth > 1 and not reply.over
        value = -plain(kernel, reply.position, -komi, depth - 1) if deeper else reply.value
        best = max(best, value)
    return best


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("moves", [6, 12])
def test_alpha_beta_finds_what_a_plain_search_finds(variant: Any, moves: int) -> None:
    match = course(GAME, opened(variant, 3), by_chance(GAME), random.Random(moves))
    moments = [each for each in match if each.decision and each.decision.kind == "turn"]
    seen = view(moments[min(moves, len(moments) - 1)].state)
    kernel, komi = kernel_of(seen), komi_of(seen)
    at = kernel.position(seen)
    effort = Effort(depth=3, nodes=10**9, widths=(10**9,), first=10**9)
    ranked = Search(kernel, effort).ranked(at, komi, exact=2)
    values = sorted(
        (
            reply.value if reply.over else -plain(kernel, reply.position, -komi, 2)
            for reply in kernel.replies(at, komi, 3)
        ),
        reverse=True,
    )
    assert [value for value, _ in ranked[:2]] == pytest.approx(values[:2])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_search_ends_with_its_budget(variant: Any) -> None:
    match = course(GAME, opened(variant, 8), by_computer(GAME, "easy"), random.Random(1))
    seen = next(view(each.state) for each in match if _kind(each) == "turn")
    kernel = kernel_of(seen)
    for nodes in (1, 500, 5000):
        search = Search(kernel, Effort(depth=9, nodes=nodes, widths=(8,)))
        assert search.ranked(kernel.position(seen), 0)
        assert search.nodes <= nodes + 700, "more than the turns of a position beyond it"


@pytest.mark.parametrize("seed", range(3))
def test_it_does_not_wander_about_at_the_end(seed: int) -> None:
    players = by_computer(GAME, "normal"), by_chance(GAME)
    state, rng = opened("base", 5), random.Random(seed)

    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        return players[decision.seat](view, decision, rng)

    longest = max(moment.state.quiet for moment in course(GAME, state, choose, rng))
    assert longest < 12


def test_a_side_that_is_better_off_with_the_other_colour_swaps() -> None:
    agreed = Agreement(size=4, swap=True, komi=0)
    good = replace(position(y="C3", sy="C4", sc="G5", t="C", agreed=agreed), swap_open=True)
    assert isinstance(answer(good), Swap)
    poor = replace(position(c="C3", sy="C4", sc="G5", t="C", agreed=agreed), swap_open=True)
    assert isinstance(answer(poor), Turn)


def test_it_claims_what_it_wins_with_simplified_turns() -> None:
    agreed = Agreement(variant="simplified")
    state = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11", agreed=agreed)
    move = kernel_of(view(state)).move(view(state), (index_of("E6"), index_of("F7")))
    assert GAME.write(move) == "B3-E6+F7 CLAIM H8,J9"
    quiet = kernel_of(view(state)).move(view(state), (index_of("E6"), index_of("E7")))
    assert GAME.write(quiet) == "B3-E6+E7"


def test_it_agrees_to_settle_and_asks_for_it_now_and_then() -> None:
    state = position(sy="A4", sc="O11")
    assert answer(state, "settle-answer") == AnswerScore(agree=True)
    asked = [answer(replace(state, quiet=quiet), "settle") for quiet in (60, 61, 62, 119, 120)]
    assert [each is not None for each in asked] == [True, True, False, False, True]


def test_a_stuck_side_is_looked_at_as_one_that_passes() -> None:
    """W29 after Cyan's planting, where the rules let Yellow pass."""
    state = position(c="A2 B1", sy="A1", sc="B2", t="C")
    kernel = kernel_of(view(state))
    [reply] = kernel.replies(view(state).position(Side.YELLOW), 0, 3)
    assert reply.turn is None
    assert reply.position == view(state).position(Side.CYAN)


def _kind(moment: Moment) -> str:
    return moment.decision.kind if moment.decision else ""


def test_of_turns_that_were_given_up_early_the_older_values_do_not_count() -> None:
    match = course(GAME, opened("base", 6), by_computer(GAME, "easy"), random.Random(1))
    misled, effort = 0, Effort(depth=4, nodes=1_500, widths=(6,))
    for moment in (each for each in match if _kind(each) == "turn"):
        seen = view(moment.state)
        kernel = kernel_of(seen)
        search = Search(kernel, effort)
        ranked = search.ranked(kernel.position(seen), komi_of(seen))
        misled += ranked[0][0] < max(value for value, _ in ranked)
        assert best_turn(seen, random.Random(1), effort) == kernel.move(seen, ranked[0][1].turn)
    assert misled
