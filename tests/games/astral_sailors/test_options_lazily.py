"""The questions for squares find what they need and no more, and offer what they always did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bench.games.astral_sailors import crowded_table
from bench.games.astral_sailors import reinforcing as table_to_reinforce
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.rules.turns import reinforcing
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import LETTERS, Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Facing, Square, column
from games.core.questions import Options, Question, complete
from games.core.questions.tree import MOST_PLACES
from games.core.types import Seat, Seated
from tests.games.astral_sailors.asked_of import decision, seen
from tests.games.astral_sailors.positions import unit

BRING = decision("reinforce")
Choices = dict[str, "Choices | Move"]
"""A whole tree of questions by the keys of its choices."""


def asked(*, walled: bool = False) -> Options[Move]:
    return options_for(SailorsView.of(table_to_reinforce(walled=walled), Seated(Seat(0))), BRING)


@contextmanager
def looks() -> Iterator[list[object]]:
    """Every look of an enemy at a spot, as it happens; what was seen before is forgotten."""
    found: list[object] = []
    see = line_of_sight.Lookout.see

    def counted(self: line_of_sight.Lookout, *of: Any) -> line_of_sight.Sight:
        found.append(of)
        return see(self, *of)

    reinforcing._watching.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_of_sight.Lookout, "see", counted)
        yield found


def looked(ask: Callable[[], object]) -> int:
    with looks() as found:
        ask()
    return len(found)


# --- Counted work ---


def test_nobody_looks_at_any_square_before_the_unit_is_chosen() -> None:
    """A unit can come in over the border: which other squares there are is not asked yet."""
    assert looked(lambda: asked().question(())) == 0
    assert looked(lambda: list(complete(asked(), "BRING R"))) == 0
    assert looked(lambda: asked().question(("R14",))) > 500


def test_with_the_border_closed_one_square_that_nobody_sees_is_enough() -> None:
    every = looked(lambda: asked(walled=True).question(("R3",)))
    first = looked(lambda: asked(walled=True).question(()))
    assert 0 < first < every / 3


@pytest.mark.parametrize("walled", [False, True])
def test_units_of_one_size_are_looked_for_once(walled: bool) -> None:
    """Three kinds, of which one swims: the squares differ, who sees them does not."""
    table = table_to_reinforce(walled=walled).table
    swimmer = next(each for each in table.of(0) if each.kind == "MC4")
    of_one = looked(lambda: reinforcing.spots(table, swimmer))
    of_all = looked(lambda: list(asked(walled=walled)))
    assert of_all < 1.5 * of_one


def test_what_was_seen_is_known_when_the_next_letter_is_typed() -> None:
    with looks() as found:
        options = list(complete(asked(), "BRINGR14"))
        before = len(found)
        assert list(complete(asked(), "BRINGR14")) == options
        asked().question(("R15",))
        asked().question(("R14", *_first(asked(), "R14"), "N"))
    assert len(found) == before > 500


def _first(options: Options[Move], *path: str) -> tuple[str, ...]:
    """The keys from there to the first question that is not for a square."""
    question = options.question(path)
    assert isinstance(question, Question)
    if question.prompt.startswith("Which direction"):
        return ()
    key = question.choices[0].key
    return (key, *_first(options, *path, key))


# --- What is offered ---


def tree_of(options: Options[Move], path: tuple[str, ...] = ()) -> Choices:
    """All questions below ``path``; groups of units are passed over."""
    question = options.question(path)
    assert isinstance(question, Question)
    found: Choices = {}
    for each in question.choices:
        further = (*path, each.key)
        below = options.question(further)
        if not isinstance(below, Question):
            found[each.key] = below
        elif each.key[0] == "g":
            found.update(tree_of(options, further))
        else:
            found[each.key] = tree_of(options, further)
    return found


def placing(squares: list[Square], leaf_of: Callable[[Square], Choices | Move]) -> Choices:
    """The question for one of ``squares``, by the column where they are many."""
    if len(squares) <= MOST_PLACES:
        return {str(at): leaf_of(at) for at in squares}
    found: Choices = {}
    for c in sorted({at.c for at in squares}):
        there = [at for at in squares if at.c == c]
        below: Choices = {str(at): leaf_of(at) for at in there}
        found.update(below if len(there) == 1 else {column(c): below})
    return found


def exhaustive(
    options: Options[Move], table: Table, codes: list[str], make: type[Deploy] | type[Reinforce]
) -> Choices:
    """Each unit with every square on which the gate lets it stand."""
    found: Choices = {}
    for code in codes:
        squares = [
            Square(c, r)
            for r in range(table.size)
            for c in range(table.size)
            if options.contains(make(code, Square(c, r), Facing.N))
        ]

        def faced(at: Square, code: str = code) -> Choices:
            return {facing.name: make(code, at, facing) for facing in Facing}

        if squares:
            found[code] = placing(squares, faced)
    return found


def with_reserve(chance: Random, phase: Any, kinds: list[str], **options: Any) -> Table:
    """A crowded board, and some units of Red that are not on it yet."""
    found = crowded_table(chance, units=chance.choice((8, 20, 40)), pieces=12, teams=(1, 1))
    number = max((each.number for each in found.of(0)), default=0)
    for place, of in enumerate(kinds, start=1):
        found = found.put(unit(f"{LETTERS[0]}{number + place}", of, ""))
    ordered = sorted(found.units.values(), key=lambda each: (each.seat, each.number))
    found = replace(
        found,
        phase=phase,
        units={each.code: each for each in ordered},
        agreement=found.agreement.replace(**options),
    )
    return found.with_player(replace(found.players[0], pool=chance.choice((12, 40))))


@pytest.mark.parametrize("seed", [0, 4])
def test_reinforcements_are_offered_as_if_all_squares_were_tried(seed: int) -> None:
    chance = Random(seed)
    kinds = ["EX6", "GU8", "MC4", "EX3", "EX8", "CV1", "GU8"]
    los, gap = chance.choice(("clean", "any")), chance.choice((3, 0))
    table = with_reserve(chance, "reinforcement", kinds, silent_los=los, silent_gap=gap)
    options = options_for(seen(table), BRING)
    reserve = [each.code for each in table.of(0) if each.place == "reserve"]
    plain = exhaustive(options, table, reserve, Reinforce)
    offered = tree_of(options)
    assert offered.pop("done")
    assert offered == plain
