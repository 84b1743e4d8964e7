"""Ways as they are found, against a plain search through all ways."""

from __future__ import annotations

from random import Random

import pytest

from bench.games.astral_sailors import crowded_table
from games.astral_sailors.board import paths, terrain
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from tests.games.astral_sailors.positions import kind, piece, piece_kind, table, unit
from tests.games.astral_sailors.step_costs import step_cost

KINDS = (
    kind("TT1", movement=3),
    piece_kind("L1", height=0, entry="difficult"),
    piece_kind("D1", height=0, entry="open", danger=1),
    piece_kind("P1", height=0, entry="difficult", danger=2, water=True),
)


def _all_ways(
    of: Table, one: Unit, points: int
) -> dict[Square, tuple[int, int, tuple[Facing, ...]]]:
    """Every way of at most ``points``, one after the other; the best for each end."""
    best: dict[Square, tuple[int, int, tuple[Facing, ...]]] = {}
    start = of.base(one)

    def dangers(base: Base) -> frozenset[int]:
        special = of.kind(one).specials
        found = set()
        for each in () if special.fly else base.squares():
            place = terrain.terrain_at(of, each)
            if place is not None:
                under = of.catalogue.pieces[of.pieces[place].kind]
                if under.danger is not None and not (under.water and special.aquatic):
                    found.add(place)
        return frozenset(found)

    first = dangers(start)

    def go(base: Base, spent: int, entered: frozenset[int], steps: tuple[Facing, ...]) -> None:
        if steps and base != start and terrain.stands(of, one, base):
            found = (spent, len(entered - first), steps)
            if base.anchor not in best or found < best[base.anchor]:
                best[base.anchor] = found
        for facing in Facing:
            cost = step_cost(of, one, base, facing)
            if cost is not None and (spent + cost <= points or (not steps and points)):
                to = base.at(base.anchor.plus(facing))
                go(to, spent + cost, entered | dangers(to), (*steps, facing))

    go(start, 0, frozenset(), ())
    return best


@pytest.mark.rules("ASCW-68", "ASCW-D05", "ASCW-D12", "ASCW-D15")
@pytest.mark.parametrize("seed", range(30))
def test_canonical_paths_are_those_of_a_search_through_all_ways(seed: int) -> None:
    chance = Random(seed)
    of = crowded_table(chance, size=10, units=9, pieces=10, teams=(2, 1))
    slow = [each for each in of.on_board() if of.kind(each).movement <= 3]
    for one in slow[:2]:
        points = of.kind(one).movement
        expected = _all_ways(of, one, points)
        reach = paths.moves(of, one)
        assert set(reach) == set(expected)
        for to, (cost, _, steps) in expected.items():
            path = reach[to]
            assert (path.cost, _steps(path)) == (cost, steps)
            assert paths.along(of, one, steps) == path
            assert reach.cost(to) == cost


@pytest.mark.rules("ASCW-D12", "ASCW-D16")
@pytest.mark.parametrize("seed", range(12))
def test_ways_through_many_dangers_are_those_of_a_search_through_all_ways(seed: int) -> None:
    chance = Random(seed)
    spots = chance.sample(
        [Square(c, r) for c in range(7) for r in range(7) if (c, r) != (3, 3)], 16
    )
    pieces = [(chance.choice(("D1", "D1", "L1", "P1")), str(each)) for each in spots]
    man = unit("R1", "TT1", "D4")
    of = table([man], [piece(*each) for each in pieces], kinds=KINDS)
    expected = _all_ways(of, man, 3)
    assert {to: _steps(path) for to, path in paths.moves(of, man).items()} == {
        to: steps for to, (_, _, steps) in expected.items()
    }


def _steps(path: paths.Path) -> tuple[Facing, ...]:
    pairs = zip(path.bases, path.bases[1:], strict=False)
    return tuple(next(each for each in Facing if a.anchor.plus(each) == b.anchor) for a, b in pairs)


@pytest.mark.rules("ASCW-72", "ASCW-73", "ASCW-D13", "ASCW-D14")
@pytest.mark.parametrize("seed", range(10))
def test_every_run_is_legal_or_refused_with_a_reason(seed: int) -> None:
    of = crowded_table(Random(seed), size=12, units=14, pieces=9, teams=(1, 1))
    for one in of.on_board():
        most = 2 * of.kind(one).movement
        for facing in Facing:
            found = paths.runs(of, one, facing)
            jumps = paths.jumps(of, one, facing)
            for steps in range(most + 2):
                reason = paths.run_refusal(of, one, facing, steps)
                assert (steps in found) is (reason is None)
                leap = paths.jump_refusal(of, one, facing, steps)
                assert (steps in jumps) is (leap is None)
                assert reason is None or (reason.code and reason.sentence.endswith("."))


@pytest.mark.rules("ASCW-68")
@pytest.mark.parametrize("seed", range(10))
def test_every_square_is_reached_or_refused_with_a_reason(seed: int) -> None:
    of = crowded_table(Random(100 + seed), size=10, units=10, pieces=9, teams=(1, 1))
    for one in of.on_board()[:4]:
        reach = paths.moves(of, one)
        for to in (Square(c, r) for c in range(-1, 11) for r in range(-1, 11)):
            if to not in reach:
                reason = paths.why_not(of, one, to)
                assert reason.code in ("TOO_FAR", "OCCUPIED", "BLOCKED", "TOO_SHORT")
                with pytest.raises(KeyError):
                    reach[to]


@pytest.mark.rules("ASCW-D12")
@pytest.mark.parametrize("seed", range(8))
def test_a_path_is_the_same_whether_asked_for_alone_or_with_all_others(seed: int) -> None:
    of = crowded_table(Random(200 + seed), size=16, units=20, pieces=14, teams=(1, 1))
    for one in of.on_board()[:5]:
        every = dict(paths.moves(of, one))
        for to in list(every)[::7]:
            assert paths.moves(of, one)[to] == every[to]
