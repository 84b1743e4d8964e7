"""Line of sight and cover, against slow code straight from the canon."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from bench.games.astral_sailors import crowded_table, look_plainly
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.board.line_of_sight import things
from games.core.geometry.squares import Base
from tests.effort import calls


@pytest.mark.rules("ASCW-D38", "ASCW-103", "ASCW-105", "ASCW-108")
def test_a_quarter_and_three_quarters_are_both_half_cover() -> None:
    scores = (0, 31, 32, 96, 97, 128)
    found = [line_of_sight.Sight(score).result for score in scores]
    assert found == ["clear", "clear", "half", "half", "blocked", "blocked"]


@pytest.mark.rules("ASCW-D39", "ASCW-D40")
@pytest.mark.parametrize("seed", range(40))
def test_crowded_boards_are_seen_as_the_plain_code_sees_them(seed: int) -> None:
    """Flyers, big bases, captives, soft and turned pieces, things next to the shooter."""
    chance = Random(seed)
    of = crowded_table(chance, size=12, units=16, pieces=9, teams=(1, 1))
    for shooter in chance.sample(of.on_board(), min(3, len(of.on_board()))):
        targets = tuple(each for each in of.on_board() if each.code != shooter.code)
        slow = {target.code: look_plainly(of, shooter, target) for target in targets}
        assert line_of_sight.look_all(of, shooter, targets) == slow


@pytest.mark.rules("ASCW-D39", "ASCW-D40")
@pytest.mark.parametrize("seed", range(10))
def test_a_big_battle_is_seen_as_the_plain_code_sees_it(seed: int) -> None:
    chance = Random(1000 + seed)
    of = crowded_table(chance, size=32, units=60, pieces=40, teams=(2, 2, 2, 2))
    shooter = chance.choice(of.on_board())
    targets = tuple(chance.sample([u for u in of.on_board() if u != shooter], 12))
    fast = line_of_sight.look_all(of, shooter, targets)
    for target in targets:
        assert fast[target.code] == look_plainly(of, shooter, target)
        assert fast[target.code] == line_of_sight.look(of, shooter, target)


@pytest.mark.rules("ASCW-D39")
@pytest.mark.parametrize("seed", range(10))
def test_imagined_targets_are_seen_as_the_plain_code_sees_them(seed: int) -> None:
    chance = Random(2000 + seed)
    of = crowded_table(chance, size=12, units=12, pieces=8, teams=(1, 1))
    watcher, target = of.on_board()[:2]
    for _ in range(15):
        side = of.kind(target).base
        at = Base(chance.randrange(12 - side), chance.randrange(12 - side), side)
        expected = look_plainly(of, watcher, target, at)
        assert line_of_sight.look(of, watcher, target, at=at) == expected


@pytest.mark.parametrize("seed", range(6))
def test_asking_only_whether_enough_is_hidden_gives_the_same_answer(seed: int) -> None:
    of = crowded_table(Random(3000 + seed), size=12, units=16, pieces=9, teams=(1, 1))
    around, scores = things(of), set()
    for shooter, target in permutations(of.on_board(), 2):
        lookout = line_of_sight.Lookout(of.catalogue.units, shooter, around)
        whole = lookout.see(target)
        scores.add(whole.score)
        for enough in (1, 32, 97, 128):
            found = lookout.see(target, enough=enough)
            assert (found.score >= enough) == (whole.score >= enough)
            assert found == whole or found.score >= enough
    assert len(scores) > 5


def test_sixty_targets_are_less_work_than_four_with_the_plain_code() -> None:
    of = crowded_table(Random(7), size=32, units=140, pieces=40, teams=(2, 2, 2, 2))
    shooter, *others = of.on_board()
    targets = tuple(others[:60])
    assert len(targets) == 60
    line_of_sight.look_all(of, shooter, targets)
    fast = calls(lambda: line_of_sight.look_all(of, shooter, targets))
    slow = calls(lambda: [look_plainly(of, shooter, target) for target in targets[:4]])
    assert fast < slow
