"""Random matches compared with a second implementation that shares no code.

What the canon says always holds (D-01 to D-12) follows from it, and is not proved once more.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.astralis.agreement import Agreement, BonusUnderShip
from games.astralis.board import members, name, names
from games.astralis.events import (
    Awarded,
    Bonus,
    Deferred,
    Ended,
    Extracted,
    ForcedPass,
    Moved,
    Planted,
    SettleLapsed,
    Stalled,
    TilesChanged,
)
from games.astralis.sides import Side
from games.astralis.state import State, sound
from tests.games.astralis import naive
from tests.games.astralis.matches import BUILDER, WANDERER, Moment, random_match
from tests.games.astralis.naive import Naive, sorted_names
from tests.games.astralis.positions import turns, view

ORDER = (
    *(Moved, Awarded, Planted, Bonus, Extracted, Bonus, Deferred, TilesChanged),
    *(Ended, ForcedPass, Stalled, SettleLapsed),
)
"""The events of a turn."""


def naive_of(state: State) -> Naive:
    yellow, cyan = state.ships
    assert yellow is not None
    assert cyan is not None
    return Naive(
        n=state.agreement.size,
        planets={
            naive.place(name(hex)): side.value
            for side in Side
            for hex in members(state.planets[side])
        },
        ships=(naive.place(name(yellow)), naive.place(name(cyan))),
        mover=state.to_move.value,
        strict=state.agreement.strict_supply,
        immediate=state.agreement.bonus_under_ship == "immediate",
    )


def compare(moment: Moment, *, listed: bool) -> None:
    before, turn, last = naive_of(moment.before), moment.turn, moment.last
    if listed:
        expected = [
            (naive.name(to), None if plant is None else naive.name(plant))
            for to, plant in before.turns()
        ]
        assert [(legal.to, legal.plant) for legal in turns(moment.before)] == expected
    plant = None if turn.plant is None else naive.place(turn.plant)
    after, result = before.play(naive.place(turn.to), plant)
    if last.passed:
        assert not after.destinations()
        after = naive_of(moment.after)
    assert naive_of(moment.after).planets == after.planets
    assert naive_of(moment.after).ships == after.ships
    assert names(last.bonuses) == sorted_names(result.bonuses)
    assert names(last.extracted) == sorted_names(result.extracted)
    assert (last.awarded is not None) == bool(result.awarded)
    if plant is not None and not moment.after.agreement.strict_supply:
        assert (last.pending is not None) == bool(result.pending)
    seen = view(moment.after)
    assert {name(hex): seen.status(hex) for hex in seen.hexes} == after.statuses()
    assert (seen.score().yellow, seen.score().cyan) == (after.score(0), after.score(1))
    assert (moment.after.phase == "over") == after.over()
    check_course(moment)


def check_course(moment: Moment) -> None:
    """Turns alternate, those without a new planet are counted, and events come in their order."""
    before, after, last = moment.before, moment.after, moment.last
    sound(after)
    passed = int(last.passed)
    assert last.side is before.to_move
    assert (after.to_move is last.side) == last.passed or after.phase == "over"
    assert after.turn == before.turn + 1 + passed
    new_planet = sum(before.planets) != sum(after.planets)
    assert after.quiet == (0 if new_planet else before.quiet + 1) + passed
    remaining, seen = iter(ORDER), view(after)
    for event in moment.step.events:
        assert any(type(event) is kind for kind in remaining), moment.step.events
        if isinstance(event, TilesChanged):
            own = "yellow" if event.side is Side.YELLOW else "cyan"
            assert {seen.status(seen.board.hex_of[hex]) for hex in event.controlled} <= {own}
            lost = {seen.status(seen.board.hex_of[hex]) for hex in event.contested}
            assert lost <= {"contested"}


def compare_all(moments: list[Moment], seen: Counter[str], *, every: int = 1) -> None:
    """Compare every moment, the list of turns at every n-th; count what came up."""
    for number, moment in enumerate(moments):
        compare(moment, listed=number % every == 0)
        seen["bonus"] += moment.last.bonuses.bit_count()
        seen["extraction"] += moment.last.extracted.bit_count()
        seen["award"] += moment.last.awarded is not None
        seen["short"] += 0 in (view(moment.after).supplies or ())


@pytest.mark.rules(
    "AST-05", "AST-10", "AST-11", "AST-16", "AST-18", "AST-19", "AST-20", "AST-21", "AST-22",
    "AST-23", "AST-26", "AST-27", "AST-29", "AST-31", "AST-34", "AST-35", "AST-36", "AST-37",
    "AST-38", "AST-39", "AST-40", "AST-41", "AST-45",
)  # fmt: skip
@pytest.mark.parametrize(("size", "matches"), [(3, 60), (4, 40), (5, 20)])
def test_random_matches_on_small_boards_agree_with_plain_sets(size: int, matches: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(matches):
        compare_all(random_match(Agreement(size=size), seed), seen)
    assert seen["bonus"] >= 20
    assert seen["extraction"] >= 3


@pytest.mark.rules("AST-02", "AST-11", "AST-29", "AST-30", "AST-35", "AST-38", "AST-41")
@pytest.mark.parametrize("size", [7, 8])
def test_greedy_matches_on_the_boards_of_players_agree_with_plain_sets(size: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        moments = random_match(Agreement(size=size), seed, manners=(BUILDER, BUILDER))
        compare_all(moments, seen, every=9)
    assert seen["bonus"] >= 15
    assert seen["extraction"] >= 2


@pytest.mark.rules("AST-32", "AST-33")
@pytest.mark.parametrize("under", ["deferred", "immediate"])
def test_matches_against_a_wanderer_agree_with_plain_sets(under: BonusUnderShip) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        agreement = Agreement(size=4, bonus_under_ship=under)
        compare_all(random_match(agreement, seed, manners=(BUILDER, WANDERER)), seen, every=5)
    assert seen["bonus"] >= 60
    assert (seen["award"] >= 5) == (under == "deferred")


@pytest.mark.rules("AST-17")
def test_matches_with_a_strict_supply_agree_with_plain_sets() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        moments = random_match(
            Agreement(strict_supply=True), seed, longest=90, manners=(BUILDER, WANDERER)
        )
        compare_all(moments, seen, every=15)
    assert seen["short"] >= 10
